"""Greedy matching loses nothing: on every order of a task's own calls it is a best one (B6)."""

import itertools
import math
import random
from collections.abc import Iterator, Sequence

from mivas_env.proof.figures import Measured
from mivas_env.proof.findings import Finding
from mivas_env.proof.mutants.model import ReferenceCall
from mivas_env.schema.lockfile import ExpectedCall
from mivas_env.schema.strict_json import canonical_json
from mivas_env.schema.trajectory import CallRecord
from mivas_env.verifier.gates.tools import check_tools
from mivas_env.verifier.matching import extend_matching

MAX_ORDERS = 500
"""Orders that are tried of one task's calls; all of them where there are no more."""


def measure_greed(references: Sequence[ReferenceCall]) -> Measured:
    """Compare greedy with maximum matching, and lint looser expectations before tighter ones."""
    measured = Measured()
    differences: list[Finding] = []
    looser: list[Finding] = []
    orders = 0
    for reference in references:
        name = reference.task.name
        for calls in _orders(reference):
            orders += 1
            greedy = len(check_tools(reference.compiled.calls, calls, reference.kit.policy).hit)
            best = _best(reference, calls)
            if greedy != best:
                order = ", ".join(call.name for call in calls)
                message = f"greedy hits {greedy}, the best matching {best}, in the order {order}"
                differences.append(Finding("greedy-order", name, message))
        looser.extend(
            Finding("looser-first", name, f"{first.name}: a looser expectation stands first")
            for first, second in itertools.combinations(reference.task.lockfile.exp_tool_calls, 2)
            if _is_looser(first, second)
        )
    measured.count(
        "B6", "orders in which greedy is not the best matching", f"{orders} orders", differences
    )
    looked_at = f"{len(references)} tasks"
    measured.count("B6", "looser expectations before tighter ones", looked_at, looser)
    return measured


def _orders(reference: ReferenceCall) -> Iterator[tuple[CallRecord, ...]]:
    """Yield the calls of expected names in other orders; only order within a name can matter."""
    expected = {call.name for call in reference.task.lockfile.exp_tool_calls}
    groups: dict[str, list[CallRecord]] = {}
    for call in reference.calls:
        if call.name in expected:
            timeless = call.model_copy(update={"start_offset_ms": None})
            groups.setdefault(call.name, []).append(timeless)
    number = math.prod(math.factorial(len(group)) for group in groups.values())
    if number <= MAX_ORDERS:
        for order in itertools.product(*(itertools.permutations(g) for g in groups.values())):
            yield tuple(itertools.chain.from_iterable(order))
        return
    dice = random.Random(0)  # noqa: S311  (a fixed sample of orders)
    for _ in range(MAX_ORDERS):
        for group in groups.values():
            dice.shuffle(group)
        yield tuple(itertools.chain.from_iterable(groups.values()))


def _best(reference: ReferenceCall, calls: Sequence[CallRecord]) -> int:
    locked, policy = reference.compiled.calls, reference.kit.policy

    def accepted(index: int) -> list[int]:
        one = locked[index : index + 1]
        return [
            place
            for place, call in enumerate(calls)
            if call.name == one[0].name and check_tools(one, [call], policy).hit
        ]

    return len(extend_matching(range(len(locked)), accepted, {}))


def _is_looser(first: ExpectedCall, second: ExpectedCall) -> bool:
    """Say whether whatever satisfies the second call also satisfies the first, not vice versa."""
    return _covers(first, second) and not _covers(second, first)


def _covers(first: ExpectedCall, second: ExpectedCall) -> bool:
    if first.name != second.name:
        return False
    if first.output.ok is not None and first.output.ok != second.output.ok:
        return False
    if first.output.error_code not in (None, second.output.error_code):
        return False
    return all(
        key in second.parameters and _options(second.parameters[key]) <= _options(value)
        for key, value in first.parameters.items()
    )


def _options(value: object) -> set[str]:
    options = value["any_of"] if isinstance(value, dict) and "any_of" in value else [value]
    return {canonical_json(option) for option in options}
