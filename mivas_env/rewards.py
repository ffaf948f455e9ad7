"""Rewards, and nothing else: what one verified call is worth (VERIFIER rules 33 to 35)."""

import math
from collections.abc import Sequence
from numbers import Real

from mivas_env.errors import ConfigError
from mivas_env.schema.json_values import describe
from mivas_env.schema.verification import Verdict, Verification


def check_discount(discount: object) -> float:
    """Return the discount as a float.

    Raises:
        ConfigError: not a finite number strictly between 0 and 1.
    """
    if not isinstance(discount, bool) and isinstance(discount, Real):
        try:
            value = float(discount)
        except OverflowError:  # an integer too long for a float
            value = math.inf
        if 0.0 < value < 1.0:
            return value
    shown = describe(discount)
    message = f"discount must be a number strictly between 0 and 1, such as 0.5, not {shown}"
    raise ConfigError(message)


def r_eval(verification: Verification) -> float:
    """Return 1.0 when the call passed, else 0.0: the only public figure (rule 33)."""
    return 1.0 if verification.result else 0.0


def train_reward(
    verification: Verification, discount: float, *, per_extra_hop: bool = False
) -> float:
    """Return 1.0 for a pass on the exact path, the discount for a pass with extra hops, else 0.0.

    Args:
        verification: the verdict of one call.
        discount: strictly between 0 and 1, chosen by the training run (rule 34).
        per_extra_hop: raise the discount to the number of extra hops instead of paying it flat.

    Raises:
        ConfigError: the discount is out of range.
    """
    share = check_discount(discount)
    if not verification.result:
        return 0.0
    if verification.verdict is Verdict.EXACT:
        return 1.0
    extra_hops = len(verification.actual_path) - len(verification.expected_path)
    return share**extra_hops if per_extra_hop else share


def strict_reward(
    verification: Verification,
    discount: float,
    caller_satisfied: bool | None,  # noqa: FBT001  (the third fact about a call, not a switch)
    *,
    per_extra_hop: bool = False,
    told_misses: Sequence[str] = (),
) -> float:
    """Return `train_reward` where the caller got every answer, the true ones, else 0.0.

    Args:
        verification: the verdict of one call.
        discount: strictly between 0 and 1.
        caller_satisfied: whether every ask was closed; unknown (None) counts as no.
        per_extra_hop: as for `train_reward`.
        told_misses: answers that were false and consents that were not asked for.

    Raises:
        ConfigError: the discount is out of range.
    """
    reward = train_reward(verification, discount, per_extra_hop=per_extra_hop)
    return reward if caller_satisfied is True and not told_misses else 0.0
