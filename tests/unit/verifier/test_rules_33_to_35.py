"""VERIFIER rules 33 to 35: what a verified call is worth."""

import pytest

from mivas_env import rewards
from mivas_env.errors import ConfigError

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


def test_rule_35_rewards_are_floats(judge_calls):
    verdict = judge_calls([], [])
    assert type(verdict.r_eval) is float
    assert type(rewards.train_reward(verdict, 0.5)) is float
