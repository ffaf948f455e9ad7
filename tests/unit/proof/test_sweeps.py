"""Sweeps, matching, people, decoys, records: the toy is clean, and each fault is found."""

import dataclasses
import itertools
from typing import Any

import pytest
from toy_industry.industry import BICYCLES

from mivas_env.authoring import Arguments, Effect, NoArguments, Tool, ToolContext
from mivas_env.episode.kit import Kit, kit_of
from mivas_env.episode.task import Task
from mivas_env.proof import decoys, greed, people, records, sweeps
from mivas_env.proof.allowances import Allowances
from mivas_env.proof.figures import Measured
from mivas_env.proof.hostile import hostile_values, sql_payloads
from mivas_env.proof.line import BareLine, used_tools
from mivas_env.proof.mutants.model import play_reference
from mivas_env.schema.lockfile import ExpectedCall, Lockfile
from mivas_env.schema.verification import Verification


@pytest.fixture
def kit() -> Kit:
    return kit_of(BICYCLES)


def checks(measured: Measured) -> set[str]:
    return {each.check for each in measured.findings}


def with_tool(effect: Effect, handler: Any, arguments: type[Arguments] = NoArguments) -> Kit:
    """Return the toy with one more tool at the counter."""
    tool = Tool("odd", "Odd.", ("counter",), effect, arguments, handler)
    return Kit(dataclasses.replace(BICYCLES, tools=(*BICYCLES.tools, tool)))


class Named(Arguments):
    """One free text."""

    name: str


# ---------------------------------------------------------------- the bare line


def test_a_bare_line_follows_a_reference_conversation(kit: Kit, repair: Task) -> None:
    line = BareLine(kit)
    line.follow(repair.lockfile.oracle)
    assert [call.ok for call in line.dispatcher.journal] == [True, True, True]
    assert line.dump() != kit.template.seed_state
    line.start_again()
    assert line.dump() == kit.template.seed_state
    assert line.dispatcher.journal == []
    line.close()


def test_tools_are_used_as_the_oracles_use_them(kit: Kit, repair: Task) -> None:
    found = {used.tool.name: used for used in used_tools(kit, [repair])}
    assert set(found) == set(kit.toolbox.by_name)
    assert found["book_repair"].arguments["day"] == "2026-05-08"
    assert [step.tool for step in found["book_repair"].before] == [
        "find_bike",
        "transfer_to_workshop",
    ]
    assert found["leave_note"].arguments == {"for_whom": "caller asked", "text": "caller asked"}


# ---------------------------------------------------------------- sweeps


def test_hostile_values_are_many_and_fixed() -> None:
    assert len(list(hostile_values())) >= 200
    assert len(set(sql_payloads())) >= 50
    assert repr(list(hostile_values())) == repr(list(hostile_values()))


def test_the_toy_stands_every_sweep(kit: Kit, repair: Task, storage: Task) -> None:
    tasks = [repair, storage]
    for measured in (
        sweeps.measure_reads(kit),
        sweeps.measure_hostility(kit, tasks),
        sweeps.measure_sql(kit, tasks),
    ):
        assert measured.findings == []
        assert all(each.holds for each in measured.figures)


def test_a_read_that_writes_is_found(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(ctx: ToolContext, _args: NoArguments) -> None:
        ctx.db.execute("DELETE FROM repairs")

    odd = with_tool(Effect.READ, write)
    transact = "mivas_env.tools.dispatch.Dispatcher._transact"
    monkeypatch.setattr(transact, lambda line, tool, parsed: line._handle(tool, parsed))
    assert checks(sweeps.measure_reads(odd)) == {"read-changes"}


def test_a_tool_that_fails_on_odd_values_is_found() -> None:
    def stumble(_ctx: ToolContext, args: Any) -> None:
        args.name.encode("ascii")

    odd = with_tool(Effect.READ, stumble, Named)
    measured = sweeps.measure_hostility(odd, [])
    assert checks(measured) == {"hostile-fault"}
    assert not next(each for each in measured.figures if each.check == "S7").holds


def test_a_refusal_that_leaves_a_row_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def half(ctx: ToolContext, _args: Any) -> None:
        ctx.write("INSERT INTO refunds (amount_pence) VALUES (7)")
        ctx.refuse("INVALID_ARGUMENTS")

    odd = with_tool(Effect.WRITE, half, Named)
    odd.toolbox.by_name["odd"].errors["INVALID_ARGUMENTS"] = "No."  # type: ignore[index]
    assert checks(sweeps.measure_hostility(odd, [], every=40)) == set()

    def careless(dispatcher: Any, tool: Tool, parsed: Arguments) -> Any:
        return dispatcher._handle(tool, parsed)

    monkeypatch.setattr("mivas_env.tools.dispatch.Dispatcher._transact", careless)
    assert "hostile-change" in checks(sweeps.measure_hostility(odd, [], every=40))


def test_undeclared_codes_and_inner_words_are_found(
    kit: Kit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "mivas_env.tools.dispatch._explain", lambda _error: "pydantic says no at /srv/app/x.py"
    )
    measured = sweeps.measure_hostility(kit, [], every=20)
    assert checks(measured) == {"error-body"}
    monkeypatch.setattr(sweeps, "FRAME_CODES", frozenset())
    measured = sweeps.measure_hostility(kit, [], every=20)
    assert any("does not declare" in each.message for each in measured.findings)


def test_pasted_sql_is_found() -> None:
    def paste(ctx: ToolContext, args: Any) -> None:
        sql = f"SELECT 1 FROM bikes WHERE owner = '{args.name}'"  # noqa: S608  (the fault)
        try:
            row = ctx.db.execute(sql).fetchone()
        except Exception:  # noqa: BLE001
            row = None
        if row is None:
            ctx.refuse("NOBODY")

    odd = with_tool(Effect.READ, paste, Named)
    odd.toolbox.by_name["odd"].errors["NOBODY"] = "Nobody."  # type: ignore[index]
    assert checks(sweeps.measure_sql(odd, [])) == {"injected-sql"}


# ---------------------------------------------------------------- greedy matching


def test_greedy_is_best_on_the_toy(repair: Task, storage: Task) -> None:
    measured = greed.measure_greed([play_reference(repair), play_reference(storage)])
    assert measured.findings == []
    assert len(measured.figures) == 2


def test_a_looser_expectation_before_a_tighter_one_is_found(repair: Task) -> None:
    raw = repair.lockfile.model_dump(mode="json", exclude_none=True)
    find = {"name": "find_bike", "parameters": {"owner": "Ines Calloway"}, "output": {"ok": True}}
    either = {**find, "parameters": {"owner": {"any_of": ["Ines Calloway", "Ruben Calloway"]}}}
    step = raw["oracle"][0]
    other = {"tool": "find_bike", "arguments": {"owner": "Ruben Calloway"}}
    assert step["tool"] == "find_bike"
    for first, second, found in ((either, find, {"greedy-order", "looser-first"}),
                                 (find, either, set())):  # fmt: skip
        changed = {
            **raw,
            "exp_tool_calls": [first, second, *raw["exp_tool_calls"][1:]],
            "oracle": [other, *raw["oracle"]],
        }
        reference = play_reference(Task("bicycles", Lockfile.model_validate(changed)))
        assert checks(greed.measure_greed([reference])) == found


def test_many_orders_are_sampled(repair: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(greed, "MAX_ORDERS", 0)
    reference = play_reference(repair)
    assert list(greed._orders(reference)) == []
    monkeypatch.setattr(greed, "MAX_ORDERS", 1)
    assert len(list(greed._orders(reference))) == 1


def call(name: str = "x", ok: bool | None = True, code: str | None = None, **keys: Any) -> Any:
    output = {"ok": ok, "error_code": code}
    return ExpectedCall.model_validate({"name": name, "parameters": keys, "output": output})


@pytest.mark.parametrize(
    ("first", "second", "looser"),
    [
        (call(), call(a=1), True),
        (call(a=1), call(), False),
        (call(a=1), call(a=1), False),
        (call(a=1), call(a=2), False),
        (call("y"), call(a=1), False),
        (call(ok=False), call(a=1), False),
        (call(ok=None), call(a=1), True),
        (call(ok=False, code="NO"), call(ok=False, code="NOT", a=1), False),
        (call(a={"any_of": [1, 2]}), call(a=1), True),
        (call(a=1), call(a={"any_of": [1, 2]}), False),
    ],
)
def test_what_is_looser(first: ExpectedCall, second: ExpectedCall, looser: bool) -> None:
    assert greed._is_looser(first, second) is looser


# ---------------------------------------------------------------- people and decoys


def test_the_toy_confuses_nobody(kit: Kit) -> None:
    measured = people.measure_people(kit)
    assert measured.findings == []
    assert "fuzzy names" in measured.figures[0].figure


def changed_world(kit: Kit, sql: str) -> Kit:
    import sqlite3

    scratch = sqlite3.connect(":memory:")
    scratch.deserialize(kit.template.image)
    scratch.executescript(sql)
    found = Kit(kit.industry)
    found.__dict__["template"] = dataclasses.replace(kit.template, image=scratch.serialize())
    scratch.close()
    return found


def test_two_people_who_sound_alike_are_found(kit: Kit) -> None:
    row = "INSERT INTO bikes VALUES (77, 'Ines Caloway', 'Copy', 'shop_quay');"
    assert checks(people.measure_people(changed_world(kit, row))) == {"names"}


def test_two_rows_with_one_telephone_are_found(kit: Kit) -> None:
    rows = (
        "CREATE TABLE staff (id INTEGER PRIMARY KEY, mobile_e164 TEXT);"
        "INSERT INTO staff VALUES (1, '+12125550142'), (2, '212-555-0142'), (3, '911'), (4, '911');"
    )
    measured = people.measure_people(changed_world(kit, rows))
    assert checks(measured) == {"names-phone"}
    assert "2 rows share the telephone 2125550142" in measured.findings[0].message


def test_every_locked_value_of_the_toy_has_a_decoy(kit: Kit, repair: Task, storage: Task) -> None:
    measured = decoys.measure_decoys(kit, [repair, storage], Allowances())
    assert measured.findings == []
    assert measured.figures[0].figure == "2 of 2 (100.0 %)"


def test_an_answer_without_a_decoy_is_found(kit: Kit, repair: Task) -> None:
    alone = changed_world(kit, "DELETE FROM bikes WHERE owner <> 'Ines Calloway';")
    measured = decoys.measure_decoys(alone, [repair], Allowances())
    [finding] = measured.findings
    assert finding.message.startswith("nothing to mistake it for: find_bike.owner")
    allowed = Allowances(no_decoy={"T1-E1": "There is one owner only."})
    assert decoys.measure_decoys(alone, [repair], allowed).findings == []
    assert not decoys.measure_decoys(alone, [repair], allowed).figures[0].holds


# ---------------------------------------------------------------- records


def test_saved_calls_are_graded_as_before(kit: Kit, repair: Task, storage: Task) -> None:
    measured = records.measure_records(kit, [repair, storage])
    assert measured.findings == []
    assert [each.check for each in measured.figures] == ["A6", "A6", "F"]


def test_another_grading_is_found(kit: Kit, repair: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = records.verify_call
    numbers = itertools.count()

    def moody(*given: Any, **more: Any) -> Verification:
        found = honest(*given, **more)
        return (
            found.model_copy(update={"score_T": 0.123, "unrecorded": False})
            if next(numbers) % 2
            else found.model_copy(update={"unrecorded": False})
        )

    monkeypatch.setattr(records, "verify_call", moody)
    assert checks(records.measure_records(kit, [repair])) == {"regrade", "lock-output"}
