"""Put the subcommands together and turn our errors into sentences."""

import sys

import typer

from mivas_env.cli import calls, catalogue, decisions, documents, exporting, proving, scoring
from mivas_env.errors import MivasError

app = typer.Typer(
    name="mivas",
    help="Play, judge and write telephone calls for voice agents.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
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
    """Run the command line; our own errors become one sentence and exit code 2."""
    try:
        app()
    except MivasError as error:
        print(f"mivas: {error}", file=sys.stderr)  # noqa: T201  (the command's own voice)
        sys.exit(2)
