"""A task that was prepared once: same verdicts, nothing shared, fast."""

import copy
import dataclasses

import pytest
from processor_time import processor_seconds
from toy_industry.policy import POLICY, SEED

from mivas_env.errors import TaskError
from mivas_env.schema.state import RowChange, StateChanges
from mivas_env.verifier.expectation import read_expectation
from mivas_env.verifier.expected_state import apply_changes
from mivas_env.verifier.gates.handoffs import check_handoffs
from mivas_env.verifier.gates.tools import check_tools
from mivas_env.verifier.trace import read_trace
from mivas_env.verifier.verify import (
    compared_tables,
    compile_expectation,
    verify_call,
    verify_compiled,
)

LOCKFILE = {
    "exp_handoff_path": ["transfer_to_coverage"],
    "exp_tool_calls": [
        {"name": "transfer_to_coverage", "output": {"ok": True}},
        {
            "name": "check_plan_accepted",
            "parameters": {"carrier": "aetna", "location_id": "loc_park_ave"},
            "output": {"ok": True},
        },
    ],
    "exp_db_state": [{"insert": "waitlist", "row": {"patient_id": "pat_omar_haddad"}}],
}
CALLS = [
    {"name": "transfer_to_coverage", "ok": True, "start_offset_ms": 9},
    {
        "name": "check_plan_accepted",
        "parameters": {"carrier": "Aetna", "location_id": "Park Avenue"},
        "ok": True,
        "start_offset_ms": 12,
    },
]


def test_prepared_and_direct_verdicts_are_equal(seed):
    compiled = compile_expectation(read_expectation(LOCKFILE), POLICY, SEED)
    for rows in ([], [{"id": 4, "patient_id": "PAT_OMAR_HADDAD"}]):
        seed["waitlist"] = rows
        direct = verify_call(LOCKFILE, CALLS, POLICY, seed_state=SEED, actual_state=seed)
        assert verify_compiled(compiled, read_trace(CALLS).calls, seed) == direct
        assert direct.D is bool(rows)


def test_calls_are_put_in_wall_clock_order_here_as_well():
    compiled = compile_expectation(read_expectation(LOCKFILE), POLICY)
    records = read_trace(CALLS).calls
    assert verify_compiled(compiled, records[::-1]) == verify_compiled(compiled, records)


def test_what_was_prepared_does_not_follow_later_changes(seed):
    compiled = compile_expectation(read_expectation({**LOCKFILE, "exp_db_state": []}), POLICY, seed)
    seed["patients"][0]["zip"] = "99999"
    seed["appointments"].clear()
    assert verify_compiled(compiled, [], SEED).D is True
    assert verify_compiled(compiled, [], seed).D is False


def test_a_difference_can_be_changed_without_changing_the_task(seed):
    compiled = compile_expectation(read_expectation(LOCKFILE), POLICY, SEED)
    first = verify_compiled(compiled, [], SEED)
    first.state_diff["waitlist"].missing[0]["patient_id"] = "changed"
    first.state_diff.clear()
    again = verify_compiled(compiled, [], SEED)
    assert again.state_diff["waitlist"].missing == ({"patient_id": "pat_omar_haddad"},)


def test_a_task_prepared_without_a_state_judges_calls_without_a_dump():
    compiled = compile_expectation(read_expectation(LOCKFILE), POLICY)
    assert verify_compiled(compiled, []).D is None
    with pytest.raises(TaskError, match="pass seed_state"):
        verify_compiled(compiled, [], SEED)


def test_what_was_prepared_or_read_cannot_be_changed():
    compiled = compile_expectation(read_expectation(LOCKFILE), POLICY, SEED)
    trace = read_trace(CALLS)
    prepared = compiled.calls[1]
    table = compiled.tables[0]
    verdict = (check_tools((), (), POLICY), check_handoffs((), (), POLICY))
    live = next(iter(table.known.values()))
    for part in (
        compiled,
        trace,
        prepared,
        prepared.facts[0],
        table,
        table.expected[0],
        live,
        *verdict,
    ):
        field = dataclasses.fields(part)[0].name
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(part, field, None)
        assert not hasattr(part, "__dict__")


def test_compared_tables_come_in_the_order_of_the_policy():
    expectation = read_expectation(
        {**LOCKFILE, "exp_db_state": {"also_unchanged": ["text_messages", "patients"]}}
    )
    assert compared_tables(expectation, POLICY) == tuple(POLICY.tables)
    plain = read_expectation({**LOCKFILE, "exp_db_state": "unchanged"})
    assert "text_messages" not in compared_tables(plain, POLICY)
    assert "text_messages" in compared_tables(plain, POLICY, {"text_messages": []})


def test_applying_changes_leaves_the_seed_alone():
    before = copy.deepcopy(SEED)
    changes = StateChanges(
        changes=(
            RowChange(insert="rmas", row={"sku": "lamp"}),
            RowChange(update="patients", where={"zip": "10016"}, set={"zip": "11201"}),
            RowChange(delete="appointments", where={"id": 2}),
        )
    )
    expected = apply_changes(changes, SEED, POLICY)
    assert before == SEED
    assert expected["rmas"] == ({"sku": "lamp"},)
    assert expected["patients"][0]["zip"] == "11201"
    assert [row["id"] for row in expected["appointments"]] == [1]


@pytest.mark.parametrize(
    "seed_state", [SEED, {**SEED, "catalogue": [{"sku": "lamp"}]}], ids=["no table", "no policy"]
)
def test_only_write_tables_of_the_seed_can_change(seed_state):
    table = "catalogue" if "catalogue" in seed_state else "x"
    changes = StateChanges(changes=(RowChange(insert=table, row={"a": 1}),))
    with pytest.raises(TaskError, match="write tables of toy"):
        apply_changes(changes, seed_state, POLICY)


def test_a_write_table_that_the_seed_lacks_cannot_change():
    changes = StateChanges(changes=(RowChange(insert="rmas", row={"sku": "lamp"}),))
    seed_state = {table: rows for table, rows in SEED.items() if table != "rmas"}
    with pytest.raises(TaskError, match="write tables of toy"):
        apply_changes(changes, seed_state, POLICY)


@pytest.mark.timed
def test_a_verification_of_usual_size_takes_a_fraction_of_a_millisecond():
    state = {name: [] for name in POLICY.tables}
    state["patients"] = [
        {"id": f"pat_{n}", **{f"column_{c}": f"text {n} {c}" for c in range(13)}} for n in range(45)
    ]
    state["appointments"] = [
        {
            "id": n,
            "start": f"2026-09-01T{n % 24:02}:00",
            **{f"c_{c}": f"{n} {c}" for c in range(10)},
        }
        for n in range(30)
    ]
    compiled = compile_expectation(read_expectation(LOCKFILE), POLICY, state)
    dump = copy.deepcopy(state)
    dump["waitlist"] = [{"id": 1, "patient_id": "pat_omar_haddad"}]
    dump["appointments"][3]["created_at"] = "2026-08-19T12:05"
    calls = read_trace(CALLS).calls
    assert verify_compiled(compiled, calls, dump).result

    def verify_twenty_times():
        for _ in range(20):
            verify_compiled(compiled, calls, dump)

    best = min(processor_seconds(verify_twenty_times) for _ in range(20)) / 20
    assert best < 0.001  # the budget is 0.2 ms; a busy machine gets some room


class _Uncompared(dict):
    """A row that must not be compared any more, once `sealed`."""

    sealed = False

    def items(self):
        assert not self.sealed, "a row that is the seed's own was read again"
        return super().items()

    def __eq__(self, other):
        assert not self.sealed, "a row that is the seed's own was compared"
        return super().__eq__(other)

    __hash__ = None


def test_what_a_dump_shares_with_a_fixed_seed_is_not_compared(monkeypatch):
    fixed = {table: [_Uncompared(row) for row in rows] for table, rows in SEED.items()}
    compiled = compile_expectation(read_expectation(LOCKFILE), POLICY, fixed, seed_is_fixed=True)
    monkeypatch.setattr(_Uncompared, "sealed", True)
    calls = read_trace(CALLS).calls
    booked = {**fixed, "waitlist": [*fixed["waitlist"], {"id": 9, "patient_id": "pat_omar_haddad"}]}
    assert verify_compiled(compiled, calls, booked).result
    stray = {
        **booked,
        "appointments": [*fixed["appointments"][1:], {"id": 901, "status": "booked"}],
    }
    difference = verify_compiled(compiled, calls, stray).state_diff["appointments"]
    assert (len(difference.missing), len(difference.unexpected)) == (1, 1)
