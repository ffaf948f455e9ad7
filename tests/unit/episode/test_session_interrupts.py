"""Ctrl-C and the like in the middle of a step: nothing is left half done, and nothing goes on."""

from typing import Any

import pytest
from toy_industry.line import Line
from toy_industry.play import REPAIR, dial

from mivas_env.tools.context import ToolContext

WRITE = ToolContext.write


def interrupt_writes(patch: pytest.MonkeyPatch) -> None:
    """Interrupt tools right after the first row that they write."""

    def write(ctx: ToolContext, sql: str, *values: Any) -> None:
        WRITE(ctx, sql, *values)
        raise KeyboardInterrupt

    patch.setattr(ToolContext, "write", write)


def test_an_interrupted_write_is_undone_and_ends_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    session = dial()
    session.call_tool("find_bike", {"owner": "Ines Calloway"})
    session.call_tool("transfer_to_workshop", {"next_job": "repair"})
    with monkeypatch.context() as patched:
        interrupt_writes(patched)
        with pytest.raises(KeyboardInterrupt):
            session.call_tool("book_repair", REPAIR)
    assert (session.ending, session.reward) == ("fault", None)
    assert [call.name for call in session.trajectory().calls][2:] == []
    assert "CALL_ENDED" in session.call_tool("book_repair", REPAIR)


def test_an_interrupted_tool_leaves_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Line()
    line.ok("counter", "find_bike", owner="Ines Calloway")
    before = line.tables()
    with monkeypatch.context() as patched:
        interrupt_writes(patched)
        with pytest.raises(KeyboardInterrupt):
            line.call("workshop", "book_repair", **REPAIR)
    assert line.tables() == before
    line.ok("workshop", "book_repair", **REPAIR)


def test_an_interrupted_caller_ends_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    session = dial()

    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(session._caller, "reply", interrupt)
    with pytest.raises(KeyboardInterrupt):
        session.say("Hello.")
    assert (session.ending, session.reward) == ("fault", None)
