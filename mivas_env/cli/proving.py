"""`mivas lock`, `mivas check` and `mivas probe`: for people who write tasks and suites."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from mivas_env.agents.probes import PROBES, probe_name
from mivas_env.cli.naming import call_industry, is_file, load_call
from mivas_env.cli.output import JSON_OPTION, print_json
from mivas_env.episode.task import Task
from mivas_env.errors import ConfigError, MivasError
from mivas_env.proof.allowances import read_allowances
from mivas_env.proof.checks import check_splits, check_task
from mivas_env.proof.findings import Finding
from mivas_env.proof.lock import expectations_yaml, project_expectations, replace_expectations
from mivas_env.proof.mutation import mutate
from mivas_env.proof.pages import render_proofs
from mivas_env.proof.probe_figures import measure_probes
from mivas_env.proof.probing import judge_probes, probe_suite
from mivas_env.proof.suite import Proof, count_steps, prove
from mivas_env.registry import industry_entry_points, task_folder, task_ids
from mivas_env.schema.strict_json import dump_json
from mivas_env.tasks import list_tasks, load_task

INDUSTRY = Annotated[str | None, typer.Option(help="Only this industry.")]
OWNER = Annotated[
    str | None, typer.Option("--industry", help="What a task file belongs to, where it is unclear.")
]


def lock(
    task: Annotated[str, typer.Argument(help="A task, e.g. healthcare/C1-E1, or a task file.")],
    write: Annotated[
        bool, typer.Option("--write", help="Replace the exp_ fields in the task file.")
    ] = False,
    industry: OWNER = None,
    as_json: JSON_OPTION = False,
) -> None:
    """Replay a task's oracle on the tool server and print what follows from it.

    Afterwards remove by hand what the task leaves open; `mivas check` sees that the rest holds.
    """
    if industry is not None and not is_file(task):
        message = f"{task} names its industry; --industry belongs to a task file, ./{task}.yaml"
        raise ConfigError(message)
    loaded = load_call(task, industry)
    file = _file_to_write(task, loaded) if write else None
    expectations = project_expectations(loaded)
    if file is not None:
        text = file.read_text(encoding="utf-8")
        file.write_text(replace_expectations(text, expectations), encoding="utf-8")
        typer.echo(f"written: {file}", err=True)
    if as_json:
        print_json(expectations)
    else:
        typer.echo(expectations_yaml(expectations), nl=False)


def _file_to_write(name: str, task: Task) -> Path:
    """Return the task's file; what is installed is only written where the path is given."""
    if is_file(name):
        return Path(name)
    file = task_folder(task.industry) / f"{task.lockfile.id}.yaml"
    if _INSTALLED & set(file.parts):
        message = (
            f"{file} belongs to an installed package; copy it and lock the copy, "
            f"`mivas lock ./{file.name} --write`, or give the path itself"
        )
        raise ConfigError(message)
    return file


_INSTALLED = {"site-packages", "dist-packages"}


def check(
    tasks: Annotated[
        list[str] | None, typer.Argument(help="Tasks or task files; everything when left out.")
    ] = None,
    industry: Annotated[
        str | None, typer.Option(help="Only this industry; with a task file, what it belongs to.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Look at everything instead of a sample.")
    ] = False,
    report: Annotated[Path | None, typer.Option(help="Folder for proof.md and proof.json.")] = None,
    as_json: JSON_OPTION = False,
) -> None:
    """Check tasks: they load, the oracle is exact, mutants fail as predicted, probes fail."""
    if tasks:
        _refuse_beside_tasks(tasks, industry, everything=everything, report=report)
        _check_tasks(tasks, industry, as_json=as_json)
    if report is not None:
        report.mkdir(parents=True, exist_ok=True)  # a place that cannot be written says so at once
    proofs = [
        _prove_with_progress(name, thorough=everything, quiet=as_json)
        for name in _industries(industry)
    ]
    if report is not None:
        (report / "proof.md").write_text(render_proofs(proofs), encoding="utf-8")
        document = dump_json([proof.to_json() for proof in proofs]) + "\n"
        (report / "proof.json").write_text(document, encoding="utf-8")
    findings = [finding for proof in proofs for finding in proof.findings]
    if as_json:
        print_json([proof.to_json() for proof in proofs])
    else:
        _print_findings(findings)
        for proof in proofs:
            mutants = sum(c.breaking + c.harmless + c.replayed for c in proof.mutations)
            typer.echo(
                f"{proof.industry}: {proof.tasks} tasks, {mutants} mutants, "
                f"{len(proof.probes)} probes, {len(proof.findings)} findings"
            )
    raise typer.Exit(1 if findings else 0)


def _industries(industry: str | None) -> list[str]:
    names = [call_industry(industry)] if industry else list(industry_entry_points())
    return [name for name in names if task_ids(name) or industry]


def _refuse_beside_tasks(
    tasks: list[str], industry: str | None, *, everything: bool, report: Path | None
) -> None:
    """Refuse options that only a check of whole suites can honour."""
    named = [name for name in tasks if not is_file(name)]
    given = [
        option
        for option, is_given in (
            ("--all", everything),
            ("--report", report is not None),
            ("--industry", industry is not None and bool(named)),
        )
        if is_given
    ]
    if given:
        message = f"{given[0]} goes with a check of whole suites; leave it out, or the tasks"
        raise ConfigError(message)


def _check_tasks(names: list[str], industry: str | None, *, as_json: bool) -> None:
    findings: list[Finding] = []
    for name in names:
        try:
            task = load_call(name, industry)
            found = list(check_task(task))
            if not is_file(name):
                found += [each for each in check_splits(task.industry) if each.subject == task.name]
            findings.extend(found or mutate(task).findings)
        except MivasError as error:
            findings.append(Finding("loads", name, str(error)))
    if as_json:
        rows = [{"check": f.check, "subject": f.subject, "message": f.message} for f in findings]
        print_json({"tasks": len(names), "findings": rows})
    else:
        _print_findings(findings)
        typer.echo(f"{len(names)} tasks checked, {len(findings)} findings")
    raise typer.Exit(1 if findings else 0)


def _print_findings(findings: list[Finding]) -> None:
    for finding in findings:
        rule = f"{finding.rule} " if finding.rule else ""
        typer.echo(f"{finding.subject}: {rule}{finding.check}: {finding.message}")


def _load(industry: str) -> tuple[list[Task], list[Finding]]:
    tasks: list[Task] = []
    broken: list[Finding] = []
    for name in list_tasks(industry):
        try:
            tasks.append(load_task(name))
        except MivasError as error:
            broken.append(Finding("loads", name, str(error)))
    return tasks, broken


def _prove_with_progress(industry: str, *, thorough: bool, quiet: bool) -> Proof:
    tasks, broken = _load(industry)
    steps = count_steps(len(tasks), thorough=thorough)
    with Progress(console=Console(stderr=True), disable=quiet, transient=True) as progress:
        bar = progress.add_task(f"checking {industry}", total=steps)
        proof = prove(
            industry, tasks, thorough=thorough, on_step=lambda: progress.update(bar, advance=1)
        )
    proof.findings[:0] = broken
    return proof


def probe(
    industry: INDUSTRY = None,
    agent: Annotated[list[str] | None, typer.Option(help="Only these probes.")] = None,
    as_json: JSON_OPTION = False,
) -> None:
    """Let agents that must not pass play every task; exit code 0 when none passes wrongly."""
    chosen = list(dict.fromkeys(probe_name(name) for name in agent)) if agent else list(PROBES)
    findings: list[Finding] = []
    document = {}
    for name in _industries(industry):
        tasks, broken = _load(name)
        with Progress(console=Console(stderr=True), disable=as_json, transient=True) as progress:
            bar = progress.add_task(f"probing {name}", total=len(tasks) * len(chosen))
            rows = probe_suite(tasks, chosen, on_step=lambda: progress.update(bar, advance=1))  # noqa: B023
        held = measure_probes(tasks, rows, read_allowances(name))
        findings += [*broken, *judge_probes(tasks, rows), *held.findings]
        document[name] = {row.probe: list(row.passed) for row in rows}
        if not as_json:
            table = Table(title=name, box=None)
            for column in ("probe", "passes", "mean r_train", "callers content", "strict"):
                table.add_column(column, justify="left" if column == "probe" else "right")
            for row in rows:
                table.add_row(
                    row.probe,
                    f"{len(row.passed)}/{row.tasks}",
                    f"{row.mean_reward:.3f}",
                    str(row.satisfied),
                    str(row.strict_passes),
                )
            Console().print(table)
    if as_json:
        print_json(document)
    else:
        _print_findings(findings)
    raise typer.Exit(1 if findings else 0)
