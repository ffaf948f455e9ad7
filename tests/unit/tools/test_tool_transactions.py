"""Dispatch and the database: refused calls leave nothing, reads cannot write, faults are ours."""

import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from toy_industry.line import Line
from toy_industry.play import REPAIR

from mivas_env.authoring import Effect, NoArguments, Tool, ToolContext, precondition
from mivas_env.errors import Fault


def make(
    handler: Callable[[ToolContext, Any], object], effect: Effect = Effect.READ, **more: Any
) -> Tool:
    return Tool(
        name="probe_tool",
        description="Probe.",
        desks=("counter",),
        effect=effect,
        arguments=NoArguments,
        handler=handler,  # type: ignore[arg-type]
        **more,
    )


def ready() -> Line:
    line = Line()
    line.ok("counter", "find_bike", owner="Ines Calloway")
    return line


# ---------------------------------------------------------------- transactions


def test_a_refused_write_leaves_no_row() -> None:
    line = ready()
    before = line.tables()
    outcome = line.call("workshop", "book_repair", **{**REPAIR, "day": "2026-05-25"})
    assert (outcome.error_code, outcome.data) == ("CLOSED", {"next_day": "26"})
    assert line.tables() == before
    assert line.world.dump() is line.world.dump()


def test_a_row_that_the_world_refuses_is_bad_input() -> None:
    line = ready()
    code = line.refused("workshop", "book_repair", **{**REPAIR, "bike_id": 77})
    assert code == "INVALID_ARGUMENTS"
    line.ok("workshop", "book_repair", **REPAIR)


def test_a_write_that_changes_nothing_leaves_the_seed_dump() -> None:
    line = Line(extra=(make(lambda _ctx, _args: None, Effect.WRITE),))
    line.ok("counter", "probe_tool")
    assert line.world.dump() is line.world.dump()
    line.ok("counter", "leave_note", for_whom="Ana", text="Ring back.")
    assert line.world.dump()["notes"] == [{"id": 1, "for_whom": "Ana", "body": "Ring back."}]


@pytest.mark.parametrize("direct", [False, True])
@pytest.mark.parametrize("effect", [Effect.READ, Effect.HANDOFF])
@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO notes (for_whom, body) VALUES ('x', 'y')",
        "UPDATE bikes SET model = 'x'",
        "DELETE FROM repairs",
    ],
)
def test_a_tool_that_reads_cannot_write(effect: Effect, sql: str, direct: bool) -> None:
    def peek(ctx: ToolContext, _args: NoArguments) -> None:
        if direct:
            ctx.db.execute(sql)
        else:
            ctx.write(sql)

    line = Line(extra=(make(peek, effect),))
    before = line.tables()
    with pytest.raises(Fault, match="probe_tool failed: Fault: preconditions and READ tools only"):
        line.call("counter", "probe_tool")
    assert line.tables() == before
    line.world.mark_written()
    seed = line.world.dump()
    assert seed == {table: before[table] for table in seed}


@pytest.mark.parametrize("direct", [False, True])
@pytest.mark.parametrize("effect", [Effect.WRITE, Effect.READ])
@pytest.mark.parametrize("holds", [False, True])
def test_a_precondition_cannot_write(effect: Effect, direct: bool, holds: bool) -> None:
    @precondition("NEVER", "Never.")
    def writes(ctx: ToolContext) -> bool:
        if direct:
            ctx.db.execute("DELETE FROM repairs")
        else:
            ctx.write("DELETE FROM notes")  # even where no row goes
        return holds

    line = Line(extra=(make(lambda _ctx, _args: None, effect, requires=(writes,)),))
    before = line.tables()
    with pytest.raises(Fault, match="probe_tool failed: Fault: preconditions and READ tools only"):
        line.call("counter", "probe_tool")
    assert line.tables() == before


def test_a_precondition_whose_row_is_refused_is_our_fault() -> None:
    @precondition("NEVER", "Never.")
    def writes(ctx: ToolContext) -> bool:
        ctx.db.execute("INSERT INTO repairs (bike_id, shop_id, day, parts) VALUES (99, '', '', '')")
        return True

    line = Line(extra=(make(lambda _ctx, _args: None, Effect.WRITE, requires=(writes,)),))
    with pytest.raises(Fault, match="IntegrityError"):
        line.call("counter", "probe_tool")


def test_facts_noted_by_a_failing_precondition_are_kept() -> None:
    @precondition("NEVER", "Never.")
    def counts(ctx: ToolContext) -> bool:
        ctx.session.note("tries", int(ctx.session.get("tries", 0)) + 1)
        return False

    line = Line(extra=(make(lambda _ctx, _args: None, Effect.WRITE, requires=(counts,)),))
    line.refused("counter", "probe_tool")
    line.refused("counter", "probe_tool")
    assert line.facts()["tries"] == "2"


@pytest.mark.parametrize("effect", [Effect.READ, Effect.WRITE])
def test_a_broken_handler_is_our_fault_and_leaves_nothing(effect: Effect) -> None:
    def broken(ctx: ToolContext, _args: NoArguments) -> None:
        if effect is Effect.WRITE:
            ctx.write("INSERT INTO notes (for_whom, body) VALUES ('x', 'y')")
        message = "a bug"
        raise KeyError(message)

    line = Line(extra=(make(broken, effect),))
    before = line.tables()
    with pytest.raises(Fault, match="the tool probe_tool failed: KeyError: 'a bug'"):
        line.call("counter", "probe_tool")
    assert line.tables() == before
    line.ok("counter", "leave_note", for_whom="Ana", text="Still works.")


def test_a_read_that_raises_an_integrity_error_is_our_fault() -> None:
    def broken(_ctx: ToolContext, _args: NoArguments) -> None:
        raise sqlite3.IntegrityError

    with pytest.raises(Fault, match="IntegrityError"):
        Line(extra=(make(broken),)).call("counter", "probe_tool")


def test_a_code_that_was_not_declared_is_our_fault() -> None:
    line = Line(extra=(make(lambda ctx, _args: ctx.refuse("NOPE")),))
    with pytest.raises(Fault, match="NOPE is not declared"):
        line.call("counter", "probe_tool")


_ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"


@pytest.mark.parametrize(
    ("effect", "sql"),
    [
        (Effect.READ, "{endless} SELECT count(*) FROM n"),
        (
            Effect.WRITE,
            "INSERT INTO notes (for_whom, body) {endless} SELECT 'x', 'y' FROM n",
        ),
    ],
)
def test_a_statement_without_end_is_stopped_and_our_fault(effect: Effect, sql: str) -> None:
    statement = sql.replace("{endless}", _ENDLESS)
    line = Line(extra=(make(lambda ctx, _args: ctx.rows(statement), effect),))
    before = line.tables()
    with pytest.raises(Fault, match="interrupted"):
        line.call("counter", "probe_tool")
    assert line.tables() == before
    line.world.reset()
    line.ok("counter", "leave_note", for_whom="Ana", text="Still works.")


# ---------------------------------------------------------------- PROOF S7, S8, B11

HOSTILE = (
    "' OR 1=1 --",
    '" OR ""="',
    "x'; DROP TABLE bikes; --",
    "1 UNION SELECT sql FROM sqlite_master",
    "%",
    "_" * 10,
    "Ines\x00Calloway",
    "🚲" * 30,
    "\ud800",
    "Ines Calloway'/*",
    "CHAR(73)",
    "ATTACH DATABASE 'x' AS y",
    "\u202eyawollaC senI",
)


@pytest.mark.parametrize("value", HOSTILE, ids=ascii)
def test_hostile_text_finds_nobody_and_changes_nothing(value: str) -> None:
    line = Line()
    before = line.tables()
    outcome = line.call("counter", "find_bike", owner=value)
    assert outcome.error_code in ("NO_BIKE", "INVALID_ARGUMENTS")
    assert line.tables() == before
    assert line.dispatcher.journal[-1].ok is False


def test_like_signs_and_quotes_are_stored_as_they_are() -> None:
    line = Line()
    line.ok("counter", "leave_note", for_whom="O'Neill %_", text='say "100 %"; DROP TABLE bikes')
    [note] = line.tables()["notes"]
    assert note["for_whom"] == "O'Neill %_"
    assert note["body"] == 'say "100 %"; DROP TABLE bikes'


@pytest.mark.parametrize("name", ["find_bike", "hold_refund"])
def test_fifty_reads_leave_every_graded_table_as_it_was(name: str) -> None:
    line = Line()
    before = line.tables()
    arguments: dict[str, object] = {"find_bike": {"owner": "Ines Calloway"}}.get(
        name, {"amount": 20}
    )
    desk = {"find_bike": "counter"}.get(name, "accounts")
    for _ in range(50):
        line.ok(desk, name, **arguments)
    assert line.tables() == before
