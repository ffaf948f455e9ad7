"""`mivas verify`: score a saved call."""

from pathlib import Path
from typing import Annotated

import typer

from mivas_env import facade
from mivas_env.cli.naming import load_call
from mivas_env.cli.output import JSON_OPTION, print_json, print_verification
from mivas_env.errors import ConfigError, TraceError
from mivas_env.schema.json_values import printable
from mivas_env.schema.strict_json import JsonRefused, load_json

_MAX_STATE_DEPTH = 8


def verify(
    task: Annotated[str, typer.Argument(help="A task name or a lockfile (YAML or JSON).")],
    trace: Annotated[
        Path,
        typer.Argument(
            help="A saved call, JSON: a trajectory, what `run --json` printed, a foreign trace, "
            "or a chat with tool calls."
        ),
    ],
    industry: Annotated[
        str | None, typer.Option(help="Needed only with a lockfile that is no registered task.")
    ] = None,
    state: Annotated[
        Path | None, typer.Option(help="The dump at hangup, JSON of table -> rows.")
    ] = None,
    as_json: JSON_OPTION = False,
) -> None:
    """Score a saved call by the three gates; exit code 0 only when it passes."""
    is_file = Path(task).suffix.lower() in (".yaml", ".yml", ".json")
    if industry is None:
        if is_file:
            message = "a lockfile from a path needs --industry, e.g. --industry healthcare"
            raise ConfigError(message)
        industry = load_call(task).industry
    verification = facade.verify(
        Path(task) if is_file else task,
        trace,
        industry=industry,
        actual_state=None if state is None else _read_state(state),
    )
    if as_json:
        print_json(verification.model_dump(mode="json"))
    else:
        print_verification(verification)
    raise typer.Exit(0 if verification.result else 1)


def _read_state(path: Path) -> dict[str, object]:
    try:
        read = load_json(path.read_text(encoding="utf-8-sig"), max_depth=_MAX_STATE_DEPTH)
    except (OSError, UnicodeDecodeError, JsonRefused) as error:
        message = printable(f"{path.name}: cannot be read as a state dump: {error}")
        raise TraceError(message) from None
    if not isinstance(read, dict):
        message = f"{printable(path.name)}: a state dump is one object of table -> rows"
        raise TraceError(message)
    return read
