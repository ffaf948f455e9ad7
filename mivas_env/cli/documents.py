"""`mivas docs`: write the generated pages, or say which are stale."""

from pathlib import Path
from typing import Annotated

import typer

from mivas_env.cli.output import JSON_OPTION, print_json
from mivas_env.report.documents import stale_documents, write_documents


def docs(
    root: Annotated[Path, typer.Option(help="The repository's root.")] = Path(),
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 when a page is stale.")
    ] = False,
    as_json: JSON_OPTION = False,
) -> None:
    """Generate the cards and drawings of the industries and the schema of task files."""
    changed = stale_documents(root) if check else write_documents(root)
    if as_json:
        print_json({"stale" if check else "written": changed})
    else:
        for path in changed:
            typer.echo(f"{'stale' if check else 'written'}: {path}")
        if not changed:
            typer.echo("all generated pages are fresh")
    raise typer.Exit(1 if check and changed else 0)
