"""How commands print: tables for people, one JSON document for programs."""

import codecs
import io
import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from mivas_env.schema.strict_json import dump_json
from mivas_env.schema.verification import Verification

JSON_OPTION = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


_ESCAPE = "mivas.escape"


def escape_unwritable() -> None:
    """Let a terminal that knows few characters show the others by their codes, as JSON does."""
    codecs.register_error(_ESCAPE, _escape)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ESCAPE)


def _escape(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)  # noqa: S101  (it is only asked when writing)
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    pairs = (units[place : place + 2] for place in range(0, len(units), 2))
    return "".join(f"\\u{pair.hex()}" for pair in pairs), error.end


def print_json(value: Any) -> None:  # noqa: ANN401  (any JSON)
    """Print one JSON document on one line."""
    typer.echo(dump_json(value))


def print_verification(verification: Verification, console: Console | None = None) -> None:
    """Print the gates, the verdict and what was missed, as a person reads it."""
    console = console or Console(highlight=False)
    for gate, meaning in (("T", "tool calls"), ("H", "handoffs"), ("D", "database")):
        passed = getattr(verification, gate)
        word, style = {
            True: ("pass", "green"),
            False: ("fail", "red"),
            None: ("not evaluated", "yellow"),
        }[passed]
        console.print(Text.assemble(f"  {gate}  {meaning:<11}", (word, style)))
    console.print(f"  verdict        {verification.verdict.value}")
    for line in (*_describe_calls(verification), *_describe_state(verification)):
        console.print(line, markup=False)
    if verification.unrecorded:
        console.print("  note           the trace records no outcomes, so none were compared")
    if verification.cut_off:
        console.print("  note           the call was cut off before a hangup, so it is no pass")
    if verification.failure_classes:
        console.print(f"  why            {', '.join(verification.failure_classes)}")


def _describe_calls(verification: Verification) -> Iterator[str]:
    if verification.missing:
        yield f"  missing        {', '.join(verification.missing)}"
    for match in verification.call_matches:
        for miss in match.candidates if match.actual_index is None else ():
            yield f"                 {match.name}: {miss.reason}"
    if verification.forbidden_extra:
        yield f"  forbidden      {', '.join(verification.forbidden_extra)}"
    if not verification.H:
        yield f"  expected path  {' > '.join(verification.expected_path) or '(none)'}"
        yield f"  actual path    {' > '.join(verification.actual_path) or '(none)'}"


def _describe_state(verification: Verification) -> Iterator[str]:
    for table, diff in verification.state_diff.items():
        for sign, rows in (("-", diff.missing), ("+", diff.unexpected)):
            for row in rows:
                yield f"  {sign} {table} {dump_json(row)}"
