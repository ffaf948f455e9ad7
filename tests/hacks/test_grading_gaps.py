"""Rules of the grader that a mutant of its source once broke unnoticed."""

from typing import Any

import pytest
from pydantic import ValidationError
from toy_industry.industry import BICYCLES

from mivas_env.episode.kit import kit_of
from mivas_env.episode.task import Task
from mivas_env.errors import TaskError, TraceError
from mivas_env.schema.lockfile import ExpectedCall
from mivas_env.verifier.expectation import read_expectation
from mivas_env.verifier.expected_state import name_write_tables
from mivas_env.verifier.gates.tools import check_tools, lock_call
from mivas_env.verifier.policy import RowRule, TablePolicy
from mivas_env.verifier.trace import read_trace
from mivas_env.verifier.verify import verify_call

POLICY = kit_of(BICYCLES).policy


@pytest.mark.parametrize("before", [{"from": "counter"}, {"shop_id": ""}, {"notes": None}])
def test_keys_behind_an_empty_or_routing_key_still_constrain(before: dict[str, Any]) -> None:
    parameters = {**before, "bike_id": 1, "day": "2026-05-08"}
    locked = lock_call(ExpectedCall(name="book_repair", parameters=parameters), POLICY)
    assert [fact.key for fact in locked.facts] == ["bike_id", "day"]
    [call] = read_trace([{"name": "book_repair", "parameters": {"bike_id": 2}}]).calls
    assert not check_tools((locked,), [call], POLICY).passed


def test_prose_in_front_of_a_fact_leaves_the_fact(repair: Task) -> None:
    parameters = {"notes": "Anything.", "bike_id": 1}
    locked = lock_call(ExpectedCall(name="book_repair", parameters=parameters), POLICY)
    assert (locked.prose, [fact.key for fact in locked.facts]) == (("notes",), ["bike_id"])


@pytest.mark.parametrize("rule", ["exact", "subset", "constrained"])
def test_a_policy_is_plain_data_and_reads_back(rule: str) -> None:
    policy = TablePolicy.model_validate({"rule": rule})
    assert policy.rule is RowRule(rule)
    assert TablePolicy.model_validate(policy.model_dump(mode="json")) == policy


def test_a_policy_cannot_be_changed_under_way() -> None:
    for frozen in (POLICY, next(iter(POLICY.tables.values())), next(iter(POLICY.tools.values()))):
        for name in type(frozen).model_fields:
            with pytest.raises(ValidationError, match="frozen"):
                setattr(frozen, name, None)


def test_a_code_that_is_no_text_is_named() -> None:
    with pytest.raises(TraceError, match="`error_code` must be readable text"):
        read_trace([{"name": "find_bike", "error_code": 7}])


def lockfile(**changed: Any) -> dict[str, Any]:
    return {
        "exp_handoff_path": [],
        "exp_tool_calls": [],
        "exp_db_state": "unchanged",
        **changed,
    }


def test_a_wrong_change_is_named_by_its_place() -> None:
    with pytest.raises(TaskError) as caught:
        read_expectation(lockfile(exp_db_state={"changes": [{"insert": "notes", "row": 5}]}))
    assert "changes.0" in str(caught.value)
    assert "https://" not in str(caught.value)


def test_calls_that_are_no_list_are_named() -> None:
    with pytest.raises(TaskError, match="where no call is expected"):
        read_expectation(lockfile(exp_tool_calls=5))


def test_an_industry_that_writes_nothing_says_so() -> None:
    silent = POLICY.model_copy(update={"tables": {}})
    assert name_write_tables("notes", silent).endswith("of bicycles: none")


def test_a_code_inside_the_output_that_is_no_text_is_named() -> None:
    with pytest.raises(TraceError, match="`error_code` must be readable text"):
        read_trace([{"name": "find_bike", "output": {"error_code": 7}}])


def test_a_row_without_the_column_of_a_choice_is_no_match() -> None:
    """A dump from elsewhere may lack the very column of which a task accepts several values."""
    row = {"bike_id": 1, "day": "2026-05-08", "parts": "chain"}
    expected = {**row, "shop_id": {"any_of": ["shop_mill", "shop_quay"]}}
    seed: dict[str, Any] = {"repairs": [], "refunds": []}
    locked = lockfile(exp_db_state={"changes": [{"insert": "repairs", "row": expected}]})

    def passes(live: dict[str, Any]) -> bool | None:
        state = {"repairs": [live], "refunds": []}
        return verify_call(locked, [], POLICY, seed_state=seed, actual_state=state).D

    for number in ({}, {"id": 1}):
        assert passes({**number, **row, "shop_id": "shop_quay"}) is True
        assert passes({**number, **row}) is False
        assert passes({**number, **row, "shop_id": "shop_elsewhere"}) is False
