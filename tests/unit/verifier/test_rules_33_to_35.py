"""VERIFIER rules 33 to 35: what a verified call is worth."""

import pytest

from mivas_env import rewards
from mivas_env.errors import ConfigError, TraceError
from mivas_env.schema.trajectory import Trajectory
from mivas_env.schema.verification import FailureClass

COV, ID = "transfer_to_coverage", "transfer_to_identity"


@pytest.mark.parametrize(
    ("calls", "hops", "r_eval", "r_train"),
    [
        (["ping"], [COV], 1.0, 1.0),
        (["ping"], [ID, COV], 1.0, 0.25),
        (["ping"], [ID], 0.0, 0.0),
        ([], [COV], 0.0, 0.0),
        (["ping", "send_sms"], [COV], 0.0, 0.0),
    ],
)
def test_rule_33_34_reward_of_a_call(calls, hops, r_eval, r_train, judge_calls):
    live = [{"name": name} for name in (*calls, *hops)]
    verdict = judge_calls(["ping"], live, (COV,))
    assert verdict.r_eval == rewards.r_eval(verdict) == r_eval
    assert rewards.train_reward(verdict, 0.25) == r_train


def test_rule_33_a_failing_state_is_worth_nothing(judge_state, seed):
    seed["patients"].pop()
    verdict = judge_state("unchanged", seed)
    assert (verdict.r_eval, rewards.train_reward(verdict, 0.9)) == (0.0, 0.0)


@pytest.mark.parametrize("discount", [0, 1, 0.0, 1.0, -0.1, 1.5, float("nan"), float("inf")])
def test_rule_34_a_discount_out_of_range_is_refused(discount, judge_calls):
    for hops in ([COV], [ID, COV], []):
        verdict = judge_calls([], [{"name": name} for name in hops], (COV,))
        with pytest.raises(ConfigError, match="strictly between 0 and 1"):
            rewards.train_reward(verdict, discount)


@pytest.mark.parametrize(
    "says",
    [
        {"ending": "budget"},
        {"ending": " Budget"},
        {"ending": "fault"},
        {"truncated": True},
        {"truncated": True, "ending": "caller_satisfied"},
        {"truncated": False, "ending": "budget"},
    ],
)
def test_rule_35_a_call_that_says_it_was_cut_off_is_no_pass(says, judge_calls):
    hops = [{"name": COV}]
    for trace in ({"calls": hops, **says}, {"tool_calls": hops, **says}):
        verdict = judge_calls([], trace, (COV,))
        assert (verdict.T, verdict.H, verdict.verdict) == (True, True, "exact")
        assert (verdict.result, verdict.r_eval, verdict.cut_off) == (False, 0.0, True)
        assert verdict.failure_classes == (FailureClass.CUT_OFF,)
        assert rewards.r_eval(verdict) == rewards.train_reward(verdict, 0.5) == 0.0
    failed = judge_calls(["ping"], {"calls": hops, **says}, (COV,))
    assert set(failed.failure_classes) >= {FailureClass.MISSING_CALL, FailureClass.CUT_OFF}


@pytest.mark.parametrize(
    "says",
    [
        {},
        {"ending": None, "truncated": None},
        {"ending": "agent_ended", "truncated": False},
        {"ending": "the budget was discussed"},
        {"ending": 7},
    ],
)
def test_rule_35_any_other_ending_or_none_is_judged_by_the_gates(says, judge_calls):
    verdict = judge_calls([], {"calls": [{"name": COV}], **says}, (COV,))
    assert (verdict.result, verdict.cut_off, verdict.failure_classes) == (True, False, ())


def test_rule_35_what_truncated_says_is_true_or_false(judge_calls):
    with pytest.raises(TraceError, match="`truncated` of the trace must be true or false, not 1"):
        judge_calls([], {"calls": [], "truncated": 1})


@pytest.mark.parametrize(("ending", "cut_off"), [("budget", True), ("fault", True), (None, False)])
def test_rule_35_a_trajectory_says_it_by_its_ending(ending, cut_off, judge_calls):
    played = Trajectory(task="t", industry="toy", seed=0, caller_mode="x", ending=ending)
    for trace in (played, played.model_dump(mode="json")):
        verdict = judge_calls([], trace)
        assert (verdict.cut_off, verdict.result) == (cut_off, not cut_off)


def test_rule_35_rewards_are_floats(judge_calls):
    verdict = judge_calls([], [])
    assert type(verdict.r_eval) is float
    assert type(rewards.train_reward(verdict, 0.5)) is float
