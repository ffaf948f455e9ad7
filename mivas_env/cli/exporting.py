"""`mivas export`: reference calls as training data."""

from pathlib import Path
from typing import Annotated, Any

import typer

from mivas_env.cli.naming import call_industry
from mivas_env.cli.output import JSON_OPTION, print_json
from mivas_env.errors import ConfigError
from mivas_env.export import export_lines, tasks_to_export


def export(
    out: Annotated[Path, typer.Option(help="The file to write; - prints it.", dir_okay=False)],
    form: Annotated[str, typer.Option("--format", help="openai, jsonl or trl.")] = "openai",
    industry: Annotated[str | None, typer.Option(help="Only this industry.")] = None,
    split: Annotated[str, typer.Option(help="train, dev, eval or all.")] = "train",
    seed: Annotated[int, typer.Option(help="Fixes the caller's wording.")] = 0,
    as_json: JSON_OPTION = False,
) -> None:
    """Write prompts, tools and the oracle's actions of every call, for supervised training."""
    if industry is not None:
        call_industry(industry)
    tasks = tasks_to_export(industry, None if split == "all" else split)
    lines = list(export_lines(tasks, _form(form), seed=seed))
    if str(out) == "-":
        for line in lines:
            typer.echo(line)
        return
    try:
        out.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    except OSError as error:
        message = f"{out} cannot be written: {error.strerror}"
        raise ConfigError(message) from None
    if as_json:
        print_json({"out": str(out), "calls": len(tasks), "lines": len(lines)})
    else:
        typer.echo(f"written: {out} ({len(lines)} lines, {len(tasks)} calls)")


def _form(form: str) -> Any:  # noqa: ANN401  (export_lines checks it)
    return form
