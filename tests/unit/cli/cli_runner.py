"""Run the command `mivas` inside the test's own process and keep what it prints."""

import contextlib
import io
import sys
from dataclasses import dataclass
from unittest import mock

from mivas_env.cli import main


@dataclass(frozen=True)
class Ran:
    """Exit code and output of one command."""

    code: int
    out: str
    err: str


def run_cli(*arguments: str, stdin: str = "") -> Ran:
    """Run `mivas` with arguments, at a width at which nothing is folded."""
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with (
        mock.patch.object(sys, "argv", ["mivas", *arguments]),
        mock.patch.object(sys, "stdin", io.StringIO(stdin)),
        mock.patch.dict("os.environ", {"COLUMNS": "400", "NO_COLOR": "1", "TERM": "dumb"}),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 1
    return Ran(code, out.getvalue(), err.getvalue())
