"""What a context may hold: what cannot be read is refused in one short sentence."""

from collections.abc import Callable
from types import MappingProxyType

import pytest

from mivas_env.errors import TaskError
from mivas_env.facade import detect, score_decision
from mivas_env.schema.decision import DecisionContext

TARGET = {
    "may_disclose_account_details": False,
    "action_type": "resolve",
    "priority": "P3",
    "required_policy_ids": ["IDV-01"],
}


def nest(levels: int, wrap: Callable[[object], object]) -> object:
    """Return an empty list within `levels` wrappings."""
    held: object = []
    for _ in range(levels):
        held = wrap(held)
    return held


@pytest.mark.parametrize(
    ("day", "why"),
    [
        ("2026-02-30", "there is no such day"),
        ("0000-00-00", "there is no such day"),
        ("9999-12-30", "days after the year 9000 are not counted"),
    ],
)
def test_a_day_that_does_not_exist_is_refused(day: str, why: str) -> None:
    with pytest.raises(TaskError) as refused:
        score_decision("{}", TARGET, {"today": day})
    assert str(refused.value) == f"the context cannot be read: today: {why}"
    with pytest.raises(TaskError, match=f"the context cannot be read: today: {why}"):
        detect("H5", "We will finish this by Thursday.", {"today": day})
    with pytest.raises(TaskError, match=f"the target cannot be read: today: {why}"):
        score_decision("{}", TARGET | {"today": day}, {})


def test_windows_may_end_beyond_the_last_day_that_is_counted() -> None:
    context = {"today": "9000-12-30", "allowed_timeline_claims": ["3 business days", "900 weeks"]}
    assert not detect("H5", "We will finish this in 3 business days.", context).fires
    assert detect("H5", "We will finish this by 1 May 9001.", context).fires


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"a": 10**400}, "a number in it lies outside ±2^53"),
        ({"a": [-(2**53) - 1]}, "a number in it lies outside ±2^53"),
        ({"a": float("nan")}, "a number in it lies outside ±2^53"),
        ({"a": nest(5000, lambda held: {"a": held})}, "it is nested deeper than 16 levels"),
        ({"a": nest(5000, lambda held: [held])}, "it is nested deeper than 16 levels"),
        ({"k" * 5000: object()}, "it may only hold objects, lists, texts and numbers"),
        ({"a": {1: "b"}}, "its keys must be text"),
        ({"a": [0] * 10_001}, "it holds more than 10,000 values"),
    ],
)
def test_a_record_that_json_cannot_hold_is_refused(facts: dict[str, object], why: str) -> None:
    with pytest.raises(TaskError) as refused:
        detect("H1", "Your balance is $5.", {"account_facts": facts})
    assert str(refused.value) == f"the context cannot be read: account_facts: {why}"


def test_a_record_of_sixteen_levels_is_read() -> None:
    held: dict[str, object] = {"account_facts": {"a": nest(14, lambda held: {"a": held})}}
    assert not detect("H1", "Thank you.", held).fires
    read_only = MappingProxyType({"cash": 512.25, "frozen": False, "note": None})
    assert DecisionContext.model_validate({"account_facts": read_only}).account_facts["cash"]
    assert detect("H1", "It is $512.25.", {"account_facts": read_only}).fires


def test_a_recorded_text_that_is_no_day_is_compared_as_words() -> None:
    context = {"account_facts": {"reference": "2026-02-30"}, "customer_text": "Where is my wire?"}
    assert detect("H1", "Your reference is 2026-02-30.", context).fires
