"""Put the subcommands together and turn our errors into sentences."""

import os
import sys
from contextlib import suppress
from typing import Annotated

import typer

import mivas_env
from mivas_env.cli import calls, catalogue, decisions, documents, exporting, proving, scoring
from mivas_env.cli.output import escape_unwritable
from mivas_env.errors import MivasError

app = typer.Typer(
    name="mivas",
    help="Play, judge and write telephone calls for voice agents.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"mivas-env {mivas_env.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and leave."
        ),
    ] = False,
) -> None:
    pass


app.command("list")(catalogue.list_command)
app.command("show")(catalogue.show)
app.command("run")(calls.run)
app.command("play")(calls.play)
app.command("verify")(scoring.verify)
app.command("lock")(proving.lock)
app.command("check")(proving.check)
app.command("probe")(proving.probe)
app.command("docs")(documents.docs)
app.add_typer(decisions.app, name="decisions")
app.command("export")(exporting.export)


def main() -> None:
    """Run the command line; our own errors become one sentence and exit code 2.

    So do files that cannot be read or written. A reader of the output that leaves early, as `head`
    does, ends the command quietly with exit code 1.
    """
    try:
        if sys.stdout is None:
            _leave("standard output is closed, so nothing can be printed; redirect it instead")
        escape_unwritable()
        try:
            app()
        finally:
            sys.stdout.flush()
    except MivasError as error:
        _leave(str(error))
    except BrokenPipeError:
        _drop_output()
        sys.exit(1)
    except OSError as error:
        _drop_output()
        _leave(_describe(error))


def _leave(sentence: str) -> None:
    if sys.stderr is not None:
        print(f"mivas: {sentence}", file=sys.stderr)  # noqa: T201  (the command's own voice)
    sys.exit(2)


def _describe(error: OSError) -> str:
    reason = error.strerror or str(error)
    if error.filename is None:
        return f"the output cannot be written: {reason}"
    return f"{error.filename} cannot be read or written: {reason}"


def _drop_output() -> None:
    """Send what is still to be printed nowhere, or Python tries once more when it ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
