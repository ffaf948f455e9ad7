"""`mivas lock` and `mivas check`: for people who write tasks."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from mivas_env.cli.output import JSON_OPTION, print_json
from mivas_env.errors import MivasError
from mivas_env.proof.checks import check_industry, check_task
from mivas_env.proof.findings import Finding
from mivas_env.proof.lock import expectations_yaml, project_expectations, replace_expectations
from mivas_env.registry import industry_entry_points, resolve_task_name, task_folder
from mivas_env.tasks import list_tasks, load_task


def lock(
    task: Annotated[str, typer.Argument(help="A task, e.g. healthcare/C1-E1.")],
    write: Annotated[
        bool, typer.Option("--write", help="Replace the exp_ fields in the task file.")
    ] = False,
    as_json: JSON_OPTION = False,
) -> None:
    """Replay a task's oracle on the tool server and print what follows from it.

    Afterwards remove by hand what the task leaves open; `mivas check` sees that the rest holds.
    """
    industry, task_id = resolve_task_name(task)
    expectations = project_expectations(load_task(task))
    if write:
        file: Path = task_folder(industry) / f"{task_id}.yaml"
        text = file.read_text(encoding="utf-8")
        file.write_text(replace_expectations(text, expectations), encoding="utf-8")
    if as_json:
        print_json(expectations)
    else:
        typer.echo(expectations_yaml(expectations), nl=False)


def check(
    tasks: Annotated[list[str] | None, typer.Argument(help="Tasks; all when left out.")] = None,
    industry: Annotated[str | None, typer.Option(help="All tasks of one industry.")] = None,
    as_json: JSON_OPTION = False,
) -> None:
    """Check tasks: they load, the oracle is exact, doing nothing fails, lints are clean."""
    names = tasks or list_tasks(industry)
    owners = [industry] if industry else list(industry_entry_points()) if not tasks else []
    findings: list[Finding] = [found for owner in owners for found in check_industry(owner)]
    console = Console(stderr=True)
    for name in track(names, "checking", console=console, disable=as_json, transient=True):
        try:
            findings.extend(check_task(load_task(name)))
        except MivasError as error:
            findings.append(Finding("loads", name, str(error)))
    if as_json:
        rows = [{"check": f.check, "subject": f.subject, "message": f.message} for f in findings]
        print_json({"tasks": len(names), "findings": rows})
    else:
        for finding in findings:
            typer.echo(f"{finding.subject}: {finding.check}: {finding.message}")
        typer.echo(f"{len(names)} tasks checked, {len(findings)} findings")
    raise typer.Exit(1 if findings else 0)
