"""Chance, foreign oracles, hedging, probes: each bar is held on the toy and broken on purpose."""

from pathlib import Path
from typing import Any

import pytest

from mivas_env.agents.protocol import play_back
from mivas_env.episode.kit import kit_of
from mivas_env.episode.task import Task
from mivas_env.errors import TaskError
from mivas_env.proof import allowances, diagnosis, foreign, luck
from mivas_env.proof.allowances import Allowances, read_allowances, short_family
from mivas_env.proof.figures import Measured
from mivas_env.proof.probe_figures import measure_probes
from mivas_env.proof.probing import ProbeRow
from mivas_env.registry import industry_named
from mivas_env.schema.trajectory import CallRecord

NOTHING = Allowances()


def messages(measured: Measured) -> list[tuple[str, str]]:
    return [(each.check, each.subject) for each in measured.findings]


def holds(measured: Measured) -> dict[str, bool]:
    return {each.what: each.holds for each in measured.figures}


def renamed(task: Task, task_id: str, split: str | None = None) -> Task:
    return Task(task.industry, task.lockfile.model_copy(update={"id": task_id}), split)


# ---------------------------------------------------------------- allowances


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(allowances, "task_folder", lambda _name: tmp_path)
    return tmp_path


def test_without_a_file_nothing_is_allowed(folder: Path) -> None:
    assert read_allowances("bicycles") == NOTHING


def test_allowances_are_read_by_section(folder: Path) -> None:
    text = "cheap_to_spam:\n  T1-E1: One of two.\nno_decoy: {T2-E1: Only one.}\n"
    (folder / "allowances.yaml").write_text(text, encoding="utf-8")
    found = read_allowances("bicycles")
    assert found.cheap_to_spam == {"T1-E1": "One of two."}
    assert found.no_decoy == {"T2-E1": "Only one."}
    assert found.foreign_oracles == {}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("everything: {T1-E1: yes}", "use the sections escalate_at_once"),
        ("[]", "use the sections escalate_at_once"),
        ("no_decoy: {T1-E1: ''}", "no_decoy maps each subject to the reason"),
        ("no_decoy: [T1-E1]", "no_decoy maps each subject to the reason"),
    ],
)
def test_an_allowance_without_a_reason_is_refused(folder: Path, text: str, sentence: str) -> None:
    (folder / "allowances.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(TaskError, match=sentence):
        read_allowances("bicycles")


def test_variants_share_the_allowance_of_their_family() -> None:
    assert short_family("bicycles/T1-E1-BG") == short_family("bicycles/T1-E1") == "T1-E1"


# ---------------------------------------------------------------- chance


def test_reading_at_random_costs_what_its_values_cost(repair: Task, manager: Task) -> None:
    # owner, bike_id and day are open (100 each); 2 shops, 3 parts; the handoff locks nothing.
    assert luck.spam_cost(repair) == 100 + 1 + 100 * 2 * 100 * 3
    assert luck.spam_cost(manager) == 1


def test_the_toy_is_not_passed_by_chance(repair: Task, storage: Task) -> None:
    rows = luck.spam_rows([repair, storage], orders=3)
    assert [row.passed for row in rows] == [0, 0]
    measured = luck.judge_spam(rows, NOTHING)
    measured_random = luck.measure_random([repair, storage], episodes=20)
    assert messages(measured) == messages(measured_random) == []
    assert set({**holds(measured), **holds(measured_random)}.values()) == {True}


def test_orders_differ_and_repeat(repair: Task) -> None:
    from toy_industry.play import dial

    from mivas_env.agents.probes.spam import random_valid_in, read_spam_in
    from mivas_env.agents.rollout import roll_out

    def made(factory: Any) -> list[str]:
        session = roll_out(dial(), factory(repair))
        return [f"{call.name}{call.parameters}" for call in session.trajectory().calls]

    for family in (read_spam_in, random_valid_in):
        assert made(family(1)) == made(family(1))
        assert len({repr(made(family(order))) for order in range(6)}) > 1


def row(passed: int, orders: int = 40, cost: int = 14) -> luck.SpamRow:
    return luck.SpamRow("bicycles/T1-E1", cost, 20, passed, orders)


@pytest.mark.parametrize(
    ("measured_row", "found"),
    [
        (row(0), []),
        (row(2), []),
        (row(3), ["spam-cheap"]),
        (row(12, cost=400), ["spam-rate", "spam-cheap"]),
        (row(3, cost=400), ["spam-cheap"]),  # one in twenty, within what forty draws may show
        (row(1, orders=6), []),
        (row(4, orders=6), ["spam-cheap"]),
    ],
)
def test_a_rate_is_held_against_its_chance(measured_row: luck.SpamRow, found: list[str]) -> None:
    measured = luck.judge_spam([measured_row], NOTHING)
    assert [each.check for each in measured.findings] == found
    assert measured.figures[0].holds == (not found)


def test_a_cheap_task_may_be_explained() -> None:
    explained = Allowances(cheap_to_spam={"T1-E1": "Two values."})
    measured = luck.judge_spam([row(12)], explained)
    assert messages(measured) == []
    assert measured.figures[0].figure == "12 of 40 (30.0 %) of all calls; 1 tasks above 5 %"


def test_chance_is_budget_over_cost() -> None:
    assert row(0, cost=400).chance == 0.05
    assert row(0, cost=4).chance == 1.0
    assert row(0, cost=0).chance == 1.0


def test_passing_at_random_is_found(repair: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    from mivas_env.agents.scripted import oracle

    monkeypatch.setattr(luck, "random_valid_in", lambda _order: oracle)
    measured = luck.measure_random([repair], episodes=4)
    assert messages(measured) == [("random-valid", "suite")]
    assert measured.figures[0].figure == "4 of 4 (100.0 %)"


# ---------------------------------------------------------------- foreign oracles


def test_no_foreign_oracle_passes_a_toy_task(repair: Task, manager: Task, storage: Task) -> None:
    matrix = foreign.cross_oracles([repair, manager, storage])
    assert matrix == foreign.CrossMatrix(6, ())
    measured = foreign.judge_cross("bicycles", [repair, manager, storage], matrix, NOTHING)
    assert set(holds(measured).values()) == {True}


def test_foreign_oracles_that_pass_are_found(repair: Task, manager: Task) -> None:
    twin = renamed(repair, "T9-E1", "eval")
    tasks = [repair, manager, twin]
    matrix = foreign.cross_oracles(tasks)
    assert [each.key for each in matrix.passes] == ["T1-E1 > T9-E1", "T9-E1 > T1-E1"]
    found = [each.check for each in foreign.judge_cross("b", tasks, matrix, NOTHING).findings]
    assert sorted(set(found)) == ["cross-explained", "cross-share", "cross-split", "deaf-oracle"]
    reasons = {each.key: "The same question." for each in matrix.passes}
    allowed = foreign.judge_cross("b", tasks, matrix, Allowances(foreign_oracles=reasons))
    assert "cross-explained" not in [each.check for each in allowed.findings]


def test_players_may_be_sampled_and_variants_are_skipped(repair: Task, storage: Task) -> None:
    variant = renamed(repair, "T1-E1-BG")
    assert foreign.cross_oracles([repair, variant, storage], [repair]).pairs == 1


# ---------------------------------------------------------------- hedging


def test_hedging_counts_other_arguments_of_an_expected_reading(repair: Task) -> None:
    policy = kit_of(industry_named("bicycles")).policy
    owners = [CallRecord(name="find_bike", parameters={"owner": who}) for who in "abca"]
    writes = [CallRecord(name="book_repair", parameters={"day": day}) for day in "xyz"]
    strangers = [CallRecord(name="hold_refund", parameters={"amount": n}) for n in range(5)]

    def extra(calls: list[CallRecord]) -> int:
        return diagnosis.extra_same_tool_calls(repair.lockfile, calls, policy)

    assert extra([]) == 0
    assert extra(owners[:1]) == 0
    assert extra([*owners, *writes, *strangers]) == 2


def test_hedged_calls_are_given_away(repair: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    policy = kit_of(industry_named("bicycles")).policy

    def hedging(_task: Task) -> Any:
        tries = [{"tool": "find_bike", "arguments": {"owner": who}} for who in "abcdefg"]
        return play_back(iter([*tries, {"tool": "end_call"}]))

    monkeypatch.setattr(diagnosis, "hedge", hedging)
    measured = diagnosis.measure_hedging([repair], policy)
    assert measured.figures[0].figure == "1 of 1 (100.0 %) (1 of 1)"
    assert measured.figures[0].holds
    monkeypatch.setattr(diagnosis, "extra_same_tool_calls", lambda *_given: 0)
    assert messages(diagnosis.measure_hedging([repair], policy)) == [("hedge-shown", repair.name)]


# ---------------------------------------------------------------- the table of probes


def probe_row(probe: str, *passed: str, **more: Any) -> ProbeRow:
    settings = {"mean_reward": 0.0, "satisfied": 0, "strict_passes": 0, "dumped": 3, **more}
    return ProbeRow(probe, 3, passed, **settings)


def figures(tasks: list[Task], *rows: ProbeRow, allowed: Allowances = NOTHING) -> dict[str, bool]:
    measured = measure_probes(tasks, rows, allowed)
    return {each.check: each.holds for each in measured.figures}


@pytest.mark.parametrize(
    ("rows", "rule"),
    [
        ([probe_row("soup", "bicycles/T1-E1")], "A1"),
        ([probe_row("soup", mean_reward=0.1)], "A1"),
        ([probe_row("escalate_at_once", "bicycles/T2-E1")], "A2"),
        ([probe_row("escalate_at_once", "bicycles/T1-E1")], "A2"),
        ([probe_row("mute_oracle", satisfied=2)], "A4"),
        ([probe_row("empty_args", tools_held=("bicycles/T1-E1",))], "A5"),
        ([probe_row("write_spam", "bicycles/T1-E1"), probe_row("read_spam")], "A7"),
        ([probe_row("write_spam"), probe_row("read_spam", strict_passes=1)], "A7"),
        ([probe_row("do_nothing", dumped=2)], "A9"),
        ([probe_row("crash_seeker", mean_reward=0.1)], "A9"),
        ([probe_row("oracle", "a"), probe_row("oracle_detour", mean_reward=0.2)], "E3"),
    ],
)
def test_each_bar_of_the_probes_can_fall(
    rows: list[ProbeRow], rule: str, repair: Task, manager: Task, storage: Task
) -> None:
    assert figures([repair, manager, storage], *rows)[rule] is False


def test_each_bar_of_the_probes_can_hold(repair: Task, manager: Task, storage: Task) -> None:
    tasks = [repair, manager, storage]
    names = tuple(task.name for task in tasks)
    allowed = Allowances(escalate_at_once={"T2-E1": "A person is all that is wanted."})
    rows = [
        probe_row("soup"),
        probe_row("escalate_at_once", "bicycles/T2-E1"),
        probe_row("mute_oracle", *names, satisfied=1),
        probe_row("empty_args", tools_held=("bicycles/T2-E1",)),
        probe_row("write_spam"),
        probe_row("read_spam"),
        probe_row("transfer_cycle"),
        probe_row("oracle", *names, exact=names, mean_reward=1.0),
        probe_row("oracle_detour", *names, exact=names[:1], mean_reward=2 / 3),
    ]
    found = figures(tasks, *rows, allowed=allowed)
    assert found == dict.fromkeys(["A1", "A2", "A4", "A5", "A7", "A8", "A9", "E3"], True)


def test_a_walk_that_is_an_exact_route_needs_a_reason(repair: Task) -> None:
    raw = repair.lockfile.model_copy(update={"exp_handoff_path": ("a", "b")})
    long = Task("bicycles", raw)
    walk = probe_row("transfer_cycle", exact=(long.name,))
    assert figures([long], walk)["A8"] is False
    assert figures([long], walk, allowed=Allowances(walked_routes={"T1-E1": "x"}))["A8"] is True
