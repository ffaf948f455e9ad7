"""Mutants that must still pass, with the predicted verdict (PROOF B3)."""

from collections.abc import Iterator

from mivas_env.proof.mutants.model import Mutant, ReferenceCall
from mivas_env.proof.mutants.values import other_spellings
from mivas_env.schema.arguments import Match
from mivas_env.schema.trajectory import CallRecord
from mivas_env.schema.verification import Verdict


def harmless_mutants(reference: ReferenceCall) -> Iterator[Mutant]:
    """Yield every harmless one-step mutant of a reference call, in a fixed order."""
    yield from _respelled(reference)
    yield from _reworded(reference)
    yield from _padded(reference)
    yield from _extra_calls(reference)
    yield from _extra_hops(reference)
    yield from _reordered_rows(reference)


def _same(reference: ReferenceCall, label: str, calls: tuple[CallRecord, ...]) -> Mutant:
    return Mutant(label, calls, reference.state, verdict=Verdict.EXACT)


def _with(reference: ReferenceCall, index: int, **change: object) -> tuple[CallRecord, ...]:
    changed = reference.calls[index].model_copy(update=change)
    return (*reference.calls[:index], changed, *reference.calls[index + 1 :])


def _respelled(reference: ReferenceCall) -> Iterator[Mutant]:
    for index in sorted(set(reference.matched.values())):
        call = reference.calls[index]
        rules = reference.kit.policy.tools[call.name].arguments
        for key, value in call.parameters.items():
            rule = rules.get(key)
            if rule is None or rule.match in (Match.PROSE, Match.PRESENCE):
                continue
            for spelling in other_spellings(value, rule):
                parameters = {**call.parameters, key: spelling}
                label = f"{call.name} {key} spelled {spelling!r}"
                yield _same(reference, label, _with(reference, index, parameters=parameters))


def _reworded(reference: ReferenceCall) -> Iterator[Mutant]:
    for index in sorted(set(reference.matched.values())):
        call = reference.calls[index]
        rules = reference.kit.policy.tools[call.name].arguments
        for key in call.parameters:
            rule = rules.get(key)
            if rule is not None and rule.match is Match.PROSE:
                parameters = {**call.parameters, key: "Said in quite other words."}
                calls = _with(reference, index, parameters=parameters)
                yield _same(reference, f"{call.name} {key} reworded", calls)


def _padded(reference: ReferenceCall) -> Iterator[Mutant]:
    """Harness keys, undeclared keys, empty optional values, another order of keys."""
    for index in sorted(set(reference.matched.values())):
        call = reference.calls[index]
        name = call.name
        turned = dict(reversed(list(call.parameters.items())))
        padded = {"from": "reception", **call.parameters, "to": "x", "trace_id": "9"}
        yield _same(reference, f"{name} keys turned", _with(reference, index, parameters=turned))
        yield _same(reference, f"{name} padded", _with(reference, index, parameters=padded))


def _extra_calls(reference: ReferenceCall) -> Iterator[Mutant]:
    """Reads that the task did not ask for, refused calls, and the end of the call."""
    policy = reference.kit.policy
    last = len(reference.calls)
    for name, grading in policy.tools.items():
        if grading.effect != "read" or name in policy.forbidden_unless_expected:
            continue
        extra = CallRecord(name=name, ok=True, agent=grading.desks[0])
        for place in (0, last):
            # Unsorted on purpose: a call without an offset comes last whatever its place.
            calls = (*reference.calls[:place], extra, *reference.calls[place:])
            yield _same(reference, f"extra {name} at {place}", calls)
    for name in policy.forbidden_unless_expected:
        refused = CallRecord(name=name, ok=False, error_code="INVALID_ARGUMENTS")
        yield _same(reference, f"refused {name}", (*reference.calls, refused))
    ended = CallRecord(name="end_call", parameters={"reason": "caller_done"}, ok=True)
    yield _same(reference, "end_call", (*reference.calls, ended))


def _extra_hops(reference: ReferenceCall) -> Iterator[Mutant]:
    """A superfluous desk anywhere: the path is then in order, with extras."""
    for name in reference.kit.policy.transfer_tools:
        for offset in (-1.0, 1e9):
            extra = CallRecord(name=name, ok=True, start_offset_ms=offset)
            if offset < 0 and name == next(iter(reference.compiled.path), None):
                continue
            yield Mutant(
                f"extra hop {name} at {offset:.0f} ms",
                (*reference.calls, extra),
                reference.state,
                verdict=Verdict.IN_ORDER_WITH_EXTRAS,
            )


def _reordered_rows(reference: ReferenceCall) -> Iterator[Mutant]:
    for table, rows in reference.state.items():
        if len(rows) > 1:
            state = {**reference.state, table: list(reversed(rows))}
            yield Mutant(f"{table} rows turned", reference.calls, state, verdict=Verdict.EXACT)
