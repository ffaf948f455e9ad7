"""`mivas decisions`: score, report, probe and lint written decisions."""

from pathlib import Path
from typing import Annotated

import typer

from mivas_env.cli.output import JSON_OPTION, print_json
from mivas_env.episode.decision_kit import decision_kit_of
from mivas_env.errors import ConfigError, TraceError
from mivas_env.evaluation.decision_data import lint_industry
from mivas_env.evaluation.decision_runs import (
    all_points,
    judge_detectors,
    read_run,
    score_run,
)
from mivas_env.registry import decision_industry_named, suggest
from mivas_env.report.decision_report import probe_table, render_page, render_text
from mivas_env.verifier.decisions.metrics import compare_runs
from mivas_env.verifier.decisions.score import score as score_output

app = typer.Typer(help="Written decisions: score, report, probe, lint.", no_args_is_help=True)
_PARTS = ("tune", "check")
INDUSTRY = Annotated[str, typer.Option(help="The industry of decisions.")]


@app.command()
def score(
    decision: Annotated[str, typer.Argument(help="A decision id, e.g. E001-d1.")],
    output: Annotated[Path, typer.Argument(help="File with the output text; - for stdin.")],
    industry: INDUSTRY = "brokerage",
    as_json: JSON_OPTION = False,
) -> None:
    """Score one output; exit code 0 when it is valid and no hard criterion fired."""
    points = {point.decision_id: point for point in all_points(industry)}
    point = points[_decision_named(decision, tuple(points), industry)]
    pack = decision_kit_of(decision_industry_named(industry)).pack
    result = score_output(_read_output(output), point.target, point.context, pack)
    if as_json:
        print_json(result.model_dump(mode="json"))
    else:
        typer.echo(f"format     {result.format_reason or 'valid'}")
        typer.echo(f"hard       {', '.join(result.hard_violations) or 'none'}")
        for code, findings in result.findings.items():
            for span in findings.spans:
                typer.echo(f"           {code} {span.rule_id}: {span.text!r}")
        for name, value in result.components.items():
            typer.echo(f"{name:<16} {'null' if value is None else f'{value:.4f}'}")
        typer.echo(f"composite  {result.composite:.4f}")
    raise typer.Exit(0 if result.format_valid and not result.hard_violations else 1)


def _decision_named(wanted: str, known: tuple[str, ...], industry: str) -> str:
    """Return a decision's id, however it is spelt: with its industry or without, in any case.

    Raises:
        ConfigError: there is none; the sentence names those of its episode, or the nearest.
    """
    bare = wanted.lower().removeprefix("mivas/")
    for joint in "/-":
        bare = bare.removeprefix(f"{industry}{joint}")
    by_spelling = {each.lower(): each for each in known}
    if bare in by_spelling:
        return by_spelling[bare]
    own = [each for spelled, each in by_spelling.items() if spelled.startswith(f"{bare}-")]
    near = f"{wanted} has {', '.join(own)}" if own else suggest(bare.upper(), known)
    message = f"there is no decision {wanted!r}; {near}"
    raise ConfigError(message)


def _read_output(path: Path) -> str:
    try:
        if str(path) == "-":
            return typer.get_text_stream("stdin").read()
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path.name}: cannot be read: {error}"
        raise TraceError(message) from None


@app.command()
def report(
    run: Annotated[Path, typer.Argument(help="A run: header line, then one output a line.")],
    before: Annotated[
        Path | None, typer.Option(help="An earlier run to compare with; a regression exits 1.")
    ] = None,
    page: Annotated[Path | None, typer.Option(help="Also write an HTML page here.")] = None,
    industry: INDUSTRY = "brokerage",
    as_json: JSON_OPTION = False,
) -> None:
    """Report every figure of a run, dev and eval apart, and compare it with an earlier one."""
    reports = score_run(read_run(run), industry=industry)
    if not reports:
        message = (
            f"{run.name}: answers no decision; after the header, each line is "
            'an answer such as {"decision_id": "E001-d1", "output": "…"}'
        )
        raise ConfigError(message)
    earlier = {} if before is None else score_run(read_run(before), industry=industry)
    comparisons = [
        compare_runs(earlier[split], reports[split]) for split in reports if split in earlier
    ]
    if before is not None and not comparisons:
        message = f"{run.name} and {before.name} have no split in common"
        raise ConfigError(message)
    if page is not None:
        # A page that cannot be written is one sentence: `main` says it.
        page.write_text(render_page(list(reports.values()), comparisons), encoding="utf-8")
    if as_json:
        print_json(
            {
                "reports": {key: each.model_dump(mode="json") for key, each in reports.items()},
                "comparisons": [each.model_dump(mode="json") for each in comparisons],
            }
        )
    else:
        typer.echo(render_text(list(reports.values()), comparisons), nl=False)
    raise typer.Exit(max((each.exit_code for each in comparisons), default=0))


@app.command()
def probe(
    part: Annotated[
        list[str] | None, typer.Option(help="tune or check; both when left out.")
    ] = None,
    industry: INDUSTRY = "brokerage",
    as_json: JSON_OPTION = False,
) -> None:
    """Run the text detectors over their labelled probes."""
    unknown = [each for each in part or () if each not in _PARTS]
    if unknown:
        message = f"{unknown[0]!r} is no part of the probes; use {' or '.join(_PARTS)}"
        raise typer.BadParameter(message)
    reports = judge_detectors(industry, tuple(part or _PARTS))
    if as_json:
        print_json([each.model_dump(mode="json") for each in reports])
    else:
        _, columns, rows = probe_table(reports)
        for row in (columns, *rows):
            typer.echo("  ".join(cell.ljust(16) for cell in row).rstrip())
        for each in reports:
            if each.wrong:
                typer.echo(f"{each.detector} wrong on: {', '.join(each.wrong)}")
    raise typer.Exit(1 if any(each.advisory for each in reports) else 0)


@app.command()
def lint(industry: INDUSTRY = "brokerage", as_json: JSON_OPTION = False) -> None:
    """Lint every episode: targets, reference outputs, shared texts, the shape of the data set."""
    count, faults = lint_industry(industry)
    if as_json:
        print_json({"episodes": count, "faults": faults})
    else:
        for fault in faults:
            typer.echo(fault)
        typer.echo(f"{count} episodes, {len(faults)} faults")
    raise typer.Exit(1 if faults else 0)
