"""Rewards: every verdict, every refusal of a discount, and nothing in between."""

from fractions import Fraction

import pytest

from mivas_env.errors import ConfigError
from mivas_env.rewards import check_discount, r_eval, strict_reward, train_reward
from mivas_env.schema.verification import Verdict, Verification


def verification(verdict, *, result=True, extra=0):
    return Verification(
        T=result,
        H=True,
        D=None,
        result=result,
        r_eval=float(result),
        score_T=1.0,
        score_H=1.0,
        verdict=verdict,
        expected_path=("a",),
        actual_path=("a", *["b"] * extra),
    )


EXACT = verification(Verdict.EXACT)
DETOUR = verification(Verdict.IN_ORDER_WITH_EXTRAS, extra=3)


@pytest.mark.parametrize("discount", [0.5, 1e-9, 1 - 1e-9, Fraction(1, 4)])
def test_a_discount_between_zero_and_one_is_accepted(discount):
    assert check_discount(discount) == float(discount)
    assert type(check_discount(discount)) is float


@pytest.mark.parametrize(
    "discount",
    [
        0,
        1,
        0.0,
        1.0,
        -0.5,
        2,
        float("nan"),
        float("inf"),
        float("-inf"),
        True,
        False,
        "0.5",
        None,
        [0.5],
    ],
)
def test_any_other_discount_is_refused_by_name(discount):
    with pytest.raises(ConfigError) as caught:
        check_discount(discount)
    assert "strictly between 0 and 1" in str(caught.value)
    assert repr(discount) in str(caught.value)


@pytest.mark.parametrize("build", [lambda: 10**5000, lambda: 0.5j, lambda: Fraction(1, 10**400)])
def test_stranger_numbers_are_refused_as_well(build):
    with pytest.raises(ConfigError, match="strictly between 0 and 1"):
        check_discount(build())


def test_r_eval_is_pass_or_fail():
    assert r_eval(EXACT) == r_eval(DETOUR) == 1.0
    assert r_eval(verification(Verdict.EXACT, result=False)) == 0.0


@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_fail_is_worth_nothing_on_any_route(verdict):
    failed = verification(verdict, result=False)
    assert train_reward(failed, 0.5) == strict_reward(failed, 0.5, caller_satisfied=True) == 0.0


def test_the_exact_route_is_worth_one_and_a_detour_the_flat_discount():
    assert train_reward(EXACT, 0.3) == 1.0
    assert train_reward(DETOUR, 0.3) == 0.3
    assert train_reward(verification(Verdict.IN_ORDER_WITH_EXTRAS, extra=1), 0.3) == 0.3


def test_the_discount_may_be_asked_for_per_extra_hop():
    assert train_reward(EXACT, 0.5, per_extra_hop=True) == 1.0
    assert train_reward(DETOUR, 0.5, per_extra_hop=True) == 0.125


@pytest.mark.parametrize(("satisfied", "share"), [(True, 1.0), (False, 0.0), (None, 0.0)])
def test_the_strict_reward_needs_a_satisfied_caller(satisfied, share):
    assert strict_reward(EXACT, 0.5, satisfied) == share
    assert strict_reward(DETOUR, 0.5, satisfied) == 0.5 * share
    assert strict_reward(DETOUR, 0.5, satisfied, per_extra_hop=True) == 0.125 * share


def test_a_bad_discount_is_refused_even_where_it_would_not_matter():
    for judged in (EXACT, verification(Verdict.INCOMPLETE, result=False)):
        with pytest.raises(ConfigError):
            train_reward(judged, 1.0)
        with pytest.raises(ConfigError):
            strict_reward(judged, 0, caller_satisfied=True)
