"""`mivas lock`, `mivas check` and `mivas probe`: for people who write tasks and suites."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from mivas_env.agents.probes import PROBES
from mivas_env.cli.output import JSON_OPTION, print_json
from mivas_env.episode.task import Task
from mivas_env.errors import MivasError
from mivas_env.proof.allowances import read_allowances
from mivas_env.proof.checks import check_task
from mivas_env.proof.findings import Finding
from mivas_env.proof.lock import expectations_yaml, project_expectations, replace_expectations
from mivas_env.proof.mutation import mutate
from mivas_env.proof.pages import render_proofs
from mivas_env.proof.probe_figures import measure_probes
from mivas_env.proof.probing import judge_probes, probe_suite
from mivas_env.proof.suite import Proof, count_steps, prove
from mivas_env.registry import industry_entry_points, resolve_task_name, task_folder, task_ids
from mivas_env.schema.strict_json import dump_json
from mivas_env.tasks import list_tasks, load_task

INDUSTRY = Annotated[str | None, typer.Option(help="Only this industry.")]


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
    industry: INDUSTRY = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Look at everything instead of a sample.")
    ] = False,
    report: Annotated[Path | None, typer.Option(help="Folder for proof.md and proof.json.")] = None,
    as_json: JSON_OPTION = False,
) -> None:
    """Check tasks: they load, the oracle is exact, mutants fail as predicted, probes fail."""
    if tasks:
        _check_tasks(tasks, as_json=as_json)
    proofs = [
        _prove_with_progress(name, thorough=everything, quiet=as_json)
        for name in _industries(industry)
    ]
    if report is not None:
        report.mkdir(parents=True, exist_ok=True)
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
    names = [industry] if industry else list(industry_entry_points())
    return [name for name in names if task_ids(name) or industry]


def _check_tasks(names: list[str], *, as_json: bool) -> None:
    findings: list[Finding] = []
    for name in names:
        try:
            task = load_task(name)
            found = list(check_task(task))
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
    chosen = agent or list(PROBES)
    unknown = [name for name in chosen if name not in PROBES]
    if unknown:
        message = f"there is no probe {unknown[0]!r}; there are {', '.join(PROBES)}"
        raise typer.BadParameter(message)
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
