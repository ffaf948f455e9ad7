"""Failure classes: each one alone, in company, and none on a clean call."""

import pytest

from mivas_env.schema.verification import FailureClass as Why

PLAN = {"name": "check_plan_accepted", "parameters": {"carrier": "aetna"}, "output": {"ok": True}}
ID, COV, BIL = "transfer_to_identity", "transfer_to_coverage", "transfer_to_billing"


def live(name="check_plan_accepted", *, ok=True, agent="coverage", **parameters):
    return {"name": name, "parameters": parameters, "ok": ok, "agent": agent}


@pytest.mark.parametrize(
    ("calls", "classes"),
    [
        ([live(carrier="aetna")], set()),
        ([], {Why.MISSING_CALL, Why.ANSWERED_FROM_MEMORY}),
        ([live(carrier="cigna")], {Why.WRONG_ARGUMENT}),
        ([live(carrier="aetna", ok=False)], {Why.WRONG_OUTPUT}),
        (
            [live(carrier="cigna"), live(carrier="aetna", ok=False)],
            {Why.WRONG_ARGUMENT, Why.WRONG_OUTPUT},
        ),
        ([live(carrier="aetna"), {"name": "send_sms"}], {Why.FORBIDDEN_CALL}),
        ([live(carrier="aetna", agent="reception")], {Why.SCOPING}),
        ([live(carrier="aetna", agent=None)], set()),
        ([live(carrier="aetna"), live(agent="reception", ok=False)], set()),
        ([live(agent="reception", ok=False, carrier="aetna")], {Why.WRONG_OUTPUT, Why.SCOPING}),
        (
            [live(carrier="aetna"), live("ping", agent="anywhere"), live("unknown", agent="x")],
            set(),
        ),
    ],
)
def test_classes_of_calls(calls, classes, judge_calls):
    verdict = judge_calls([PLAN], calls)
    assert set(verdict.failure_classes) == classes
    assert list(verdict.failure_classes) == [each for each in Why if each in classes]


def test_a_write_that_never_fired_is_missing_but_not_from_memory(judge_calls):
    verdict = judge_calls(["book_visit", "unheard_of"], [])
    assert set(verdict.failure_classes) == {Why.MISSING_CALL}


def test_a_call_that_another_expectation_took_explains_nothing(judge_calls):
    cigna = {"name": "check_plan_accepted", "parameters": {"carrier": "cigna"}}
    verdict = judge_calls([PLAN, cigna], [live(carrier="cigna")])
    assert verdict.failure_classes == (Why.MISSING_CALL,)
    again = judge_calls([cigna, cigna], [live(carrier="cigna")])
    assert again.failure_classes == (Why.MISSING_CALL,)


@pytest.mark.parametrize(
    ("expected", "actual", "classes"),
    [
        ([ID, BIL], [ID, BIL], set()),
        ([ID, BIL], [ID, COV, BIL], set()),
        ([ID, BIL], [ID], {Why.INCOMPLETE_PATH}),
        ([ID, BIL], [BIL, ID], {Why.OUT_OF_ORDER}),
        ([ID, COV, BIL], [COV, ID], {Why.OUT_OF_ORDER, Why.INCOMPLETE_PATH}),
        ([ID, ID], [ID], {Why.INCOMPLETE_PATH}),
    ],
)
def test_classes_of_paths(expected, actual, classes, judge_calls):
    ping = {"name": "ping"}
    failing = judge_calls(["ping"], [{"name": name} for name in actual], tuple(expected))
    assert set(failing.failure_classes) - {Why.MISSING_CALL, Why.ANSWERED_FROM_MEMORY} == classes
    passing = judge_calls(["ping"], [{"name": n} for n in actual] + [ping], tuple(expected))
    assert set(passing.failure_classes) == (classes | {Why.SCOPING} if classes else set())


def test_a_failing_state_is_no_leak_of_scope(judge_state, seed):
    seed["appointments"].pop()
    assert judge_state("unchanged", seed).failure_classes == (Why.STATE_MISSING_WRITE,)


def test_classes_of_states(judge_state, seed):
    seed["rmas"].append({"sku": "lamp"})
    assert judge_state("unchanged", seed).failure_classes == (Why.STATE_UNEXPECTED_WRITE,)
    seed["patients"][0]["zip"] = "11201"
    assert judge_state("unchanged", seed).failure_classes == (
        Why.STATE_MISSING_WRITE,
        Why.STATE_UNEXPECTED_WRITE,
    )
