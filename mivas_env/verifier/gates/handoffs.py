"""Gate H: the expected hops, in order, among those taken (VERIFIER rules 22 to 25)."""

from collections.abc import Sequence
from dataclasses import dataclass

from mivas_env.schema.trajectory import CallRecord
from mivas_env.schema.verification import Verdict
from mivas_env.verifier.policy import GradingPolicy


@dataclass(frozen=True, slots=True)
class HandoffGate:
    """What gate H found. `consumed` counts the expected hops that appeared in order."""

    passed: bool
    score: float
    verdict: Verdict
    consumed: int
    actual_path: tuple[str, ...]


def hops_of(calls: Sequence[CallRecord], policy: GradingPolicy) -> tuple[str, ...]:
    """Return the transfers that were made, in wall-clock order; a refused one is none (rule 23)."""
    return tuple(
        call.name for call in calls if call.ok is not False and call.name in policy.transfer_tools
    )


def check_handoffs(
    expected_path: Sequence[str], calls: Sequence[CallRecord], policy: GradingPolicy
) -> HandoffGate:
    """Walk the hops with a single pointer: no alignment, no edit distance (rule 24)."""
    actual_path = hops_of(calls, policy)
    consumed = 0
    for hop in actual_path:
        if consumed < len(expected_path) and hop == expected_path[consumed]:
            consumed += 1
    passed = consumed == len(expected_path)
    if not passed:
        verdict = Verdict.INCOMPLETE
    elif actual_path == tuple(expected_path):
        verdict = Verdict.EXACT
    else:
        verdict = Verdict.IN_ORDER_WITH_EXTRAS
    return HandoffGate(
        passed=passed,
        score=consumed / len(expected_path) if expected_path else 1.0,
        verdict=verdict,
        consumed=consumed,
        actual_path=actual_path,
    )
