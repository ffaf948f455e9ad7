"""Why a call failed, in terms a person or a curriculum can act on (VERIFIER section 8)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from mivas_env.schema.state import TableDiff
from mivas_env.schema.trajectory import CallRecord
from mivas_env.schema.verification import FailureClass
from mivas_env.verifier.gates.handoffs import HandoffGate
from mivas_env.verifier.gates.tools import ToolGate
from mivas_env.verifier.policy import GradingPolicy


def classify(
    tools: ToolGate,
    handoffs: HandoffGate,
    state_diff: Mapping[str, TableDiff],
    *,
    expected_path: Sequence[str],
    calls: Sequence[CallRecord],
    policy: GradingPolicy,
    cut_off: bool,
) -> tuple[FailureClass, ...]:
    """Return every class that applies, in the order of the enumeration.

    Empty for a call that passes, unless a tool was honoured at a desk that does not own it: that
    is `scoping` whatever the gates say.
    """
    found = _classify_calls(tools, calls, policy)
    found |= _classify_path(handoffs, expected_path)
    if any(diff.missing for diff in state_diff.values()):
        found.add(FailureClass.STATE_MISSING_WRITE)
    if any(diff.unexpected for diff in state_diff.values()):
        found.add(FailureClass.STATE_UNEXPECTED_WRITE)
    if cut_off:
        found.add(FailureClass.CUT_OFF)
    leaked = tools.passed and not state_diff and not handoffs.passed
    failed = bool(found)
    if leaked or any(_is_out_of_scope(call, policy, refused_too=failed) for call in calls):
        found.add(FailureClass.SCOPING)
    return tuple(each for each in FailureClass if each in found)


def _classify_calls(
    tools: ToolGate, calls: Sequence[CallRecord], policy: GradingPolicy
) -> set[FailureClass]:
    found: set[FailureClass] = set()
    fired = {call.name for call in calls}
    taken = {match.actual_index for match in tools.matches}
    for match in tools.matches:
        if match.actual_index is not None:
            continue
        open_misses = [miss for miss in match.candidates if miss.actual_index not in taken]
        if not open_misses:
            found.add(FailureClass.MISSING_CALL)
        for miss in open_misses:
            found.add(
                FailureClass.WRONG_OUTPUT if miss.argument is None else FailureClass.WRONG_ARGUMENT
            )
        grading = policy.tools.get(match.name)
        if match.name not in fired and grading is not None and grading.effect == "read":
            found.add(FailureClass.ANSWERED_FROM_MEMORY)
    if tools.forbidden_extra:
        found.add(FailureClass.FORBIDDEN_CALL)
    return found


def _classify_path(handoffs: HandoffGate, expected_path: Sequence[str]) -> set[FailureClass]:
    """Tell a hop that was never made from one that was made in the wrong place."""
    if handoffs.passed:
        return set()
    remaining = Counter(expected_path[handoffs.consumed :])
    unused = Counter(handoffs.actual_path) - Counter(expected_path[: handoffs.consumed])
    found: set[FailureClass] = set()
    if remaining - unused:
        found.add(FailureClass.INCOMPLETE_PATH)
    if remaining & unused:
        found.add(FailureClass.OUT_OF_ORDER)
    return found


def _is_out_of_scope(call: CallRecord, policy: GradingPolicy, *, refused_too: bool) -> bool:
    if call.agent is None or (call.ok is False and not refused_too):
        return False
    grading = policy.tools.get(call.name)
    return grading is not None and bool(grading.desks) and call.agent not in grading.desks
