"""Mutants that must fail, each at the predicted gates (PROOF B2)."""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from mivas_env.proof.mutants.model import Gates, Mutant, ReferenceCall, State
from mivas_env.proof.mutants.values import other_values
from mivas_env.schema.arguments import HARNESS_KEYS, ArgumentRule, Kind, Match
from mivas_env.schema.lockfile import ExpectedCall
from mivas_env.schema.trajectory import CallRecord
from mivas_env.verifier.policy import RowRule, TablePolicy

_TOOLS: Gates = frozenset({"T"})
_PATH: Gates = frozenset({"H"})
_STATE: Gates = frozenset({"D"})


def breaking_mutants(reference: ReferenceCall) -> Iterator[Mutant]:
    """Yield every breaking one-step mutant of a reference call, in a fixed order."""
    yield from _dropped_calls(reference)
    yield from _refused_calls(reference)
    yield from _swapped_hops(reference)
    yield from _changed_arguments(reference)
    yield from _forbidden_calls(reference)
    yield from _changed_rows(reference)
    yield from _added_rows(reference)
    yield from _touched_rows(reference)


def _fails_at(reference: ReferenceCall, call: CallRecord) -> Gates:
    """Return the gates that miss a call: T, and H as well when it is an expected hop."""
    is_hop = call.name in reference.kit.policy.transfer_tools
    return _TOOLS | (_PATH if is_hop and call.name in reference.compiled.path else frozenset())


def _matched(reference: ReferenceCall) -> Iterator[tuple[ExpectedCall, int]]:
    expected = reference.task.lockfile.exp_tool_calls
    for expected_index, index in sorted(reference.matched.items()):
        yield expected[expected_index], index


def _with(reference: ReferenceCall, index: int, call: CallRecord | None) -> tuple[CallRecord, ...]:
    """Return the calls with one replaced or, with None, left out."""
    kept = () if call is None else (call,)
    return (*reference.calls[:index], *kept, *reference.calls[index + 1 :])


def _is_only_candidate(reference: ReferenceCall, index: int) -> bool:
    """Say whether no spare live call of the name could stand in for this one.

    Every successful call of the name is then needed, so losing or spoiling one must be noticed.
    """
    name = reference.calls[index].name
    live = sum(call.name == name and call.ok is True for call in reference.calls)
    expected = reference.task.lockfile.exp_tool_calls
    return live == sum(call.name == name for call in expected)


def _dropped_calls(reference: ReferenceCall) -> Iterator[Mutant]:
    for expected, index in _matched(reference):
        if _is_only_candidate(reference, index):
            calls = _with(reference, index, None)
            fails = _fails_at(reference, reference.calls[index])
            yield Mutant(f"drop {expected.name}", calls, reference.state, fails)


def _refused_calls(reference: ReferenceCall) -> Iterator[Mutant]:
    """Calls without arguments, from another desk, or before their precondition: all refused."""
    for expected, index in _matched(reference):
        call = reference.calls[index]
        if expected.output.ok is not True or not _is_only_candidate(reference, index):
            continue
        fails = _fails_at(reference, call)
        for label, change in (
            ("no arguments", {"parameters": {}, "error_code": "INVALID_ARGUMENTS"}),
            ("from another desk", {"agent": "elsewhere", "error_code": "TOOL_NOT_AVAILABLE"}),
            ("refused", {"error_code": "NOT_VERIFIED"}),
        ):
            if label == "no arguments" and not expected.parameters:
                continue
            changed = call.model_copy(update={"ok": False, **change})
            calls = _with(reference, index, changed)
            yield Mutant(f"{expected.name} {label}", calls, reference.state, fails)


def _swapped_hops(reference: ReferenceCall) -> Iterator[Mutant]:
    hops = [
        index
        for index, call in enumerate(reference.calls)
        if call.name in reference.kit.policy.transfer_tools and call.ok
    ]
    for first, second in itertools.pairwise(hops):
        if reference.calls[first].name == reference.calls[second].name:
            continue
        calls = list(reference.calls)
        one, other = calls[first], calls[second]
        calls[first] = other.model_copy(update={"start_offset_ms": one.start_offset_ms})
        calls[second] = one.model_copy(update={"start_offset_ms": other.start_offset_ms})
        label = f"swap {one.name} and {other.name}"
        yield Mutant(label, tuple(calls), reference.state, _PATH)


def _changed_arguments(reference: ReferenceCall) -> Iterator[Mutant]:
    """Every locked fact with another legal value, blank, or absent beside others."""
    for expected, index in _matched(reference):
        call = reference.calls[index]
        if not _is_only_candidate(reference, index):
            continue
        rules = reference.kit.policy.tools[expected.name].arguments
        for key in expected.parameters:
            if key in HARNESS_KEYS or rules[key].match in (Match.PROSE, Match.PRESENCE):
                continue
            for parameters, label in _changed_values(key, expected, call, rules[key]):
                changed = call.model_copy(update={"parameters": parameters})
                calls = _with(reference, index, changed)
                yield Mutant(f"{expected.name} {label}", calls, reference.state, _TOOLS)


def _changed_values(
    key: str, expected: ExpectedCall, call: CallRecord, rule: ArgumentRule
) -> Iterator[tuple[dict[str, Any], str]]:
    accepted = expected.parameters[key]
    options = accepted["any_of"] if isinstance(accepted, dict) else [accepted]
    for value in other_values(call.parameters[key], rule):
        if value not in options:
            yield {**call.parameters, key: value}, f"{key}={value!r}"
    others = {name: value for name, value in call.parameters.items() if name != key}
    if any(name in expected.parameters for name in others):
        yield {**others, key: "" if rule.kind is not Kind.LIST else []}, f"{key} blank"
        yield others, f"without {key}"


def _forbidden_calls(reference: ReferenceCall) -> Iterator[Mutant]:
    policy = reference.kit.policy
    expected = {call.name for call in reference.task.lockfile.exp_tool_calls}
    for name in policy.forbidden_unless_expected:
        if name not in expected:
            added = CallRecord(name=name, ok=True, agent=policy.tools[name].desks[0])
            calls = (*reference.calls, added)
            yield Mutant(f"add {name}", calls, reference.state, _TOOLS)


# ---------------------------------------------------------------------- the database


def _compared(reference: ReferenceCall) -> Iterator[tuple[str, TablePolicy]]:
    constrained = reference.task.lockfile.constrained_tables
    for name, policy in reference.kit.policy.tables.items():
        if policy.always or name in constrained:
            yield name, policy


def _replace_table(state: State, table: str, rows: list[Mapping[str, Any]]) -> State:
    return {**state, table: rows}


def _changed_rows(reference: ReferenceCall) -> Iterator[Mutant]:
    """Take each write back, and change each of its compared columns."""
    seed = reference.kit.template.seed_state
    for table, policy in _compared(reference):
        before = list(seed[table])
        after = list(reference.state[table])
        key = reference.kit.template.primary_keys[table]
        old = {tuple(row[column] for column in key): row for row in before}
        for index, row in enumerate(after):
            was = old.get(tuple(row[column] for column in key))
            if was == row:
                continue
            undone = [*after[:index], *([] if was is None else [was]), *after[index + 1 :]]
            state = _replace_table(reference.state, table, undone)
            yield Mutant(f"{table}: write {index} undone", reference.calls, state, _STATE)
            yield from _changed_cells(reference, table, policy, after, index, was)


def _changed_cells(
    reference: ReferenceCall,
    table: str,
    policy: TablePolicy,
    rows: list[Mapping[str, Any]],
    index: int,
    was: Mapping[str, Any] | None,
) -> Iterator[Mutant]:
    row = rows[index]
    open_columns = {*policy.ignored, *policy.generated, *policy.unstated}
    for column, value in row.items():
        if column in open_columns or value is None:
            continue
        if policy.rule is RowRule.CONSTRAINED and was is not None and was[column] == value:
            continue
        changed = {**row, column: _another(value)}
        state = _replace_table(reference.state, table, [*rows[:index], changed, *rows[index + 1 :]])
        yield Mutant(f"{table}: {column} of row {index}", reference.calls, state, _STATE)


def _another(value: object) -> object:
    """Return a value of the same type that means something else."""
    if isinstance(value, (int, float)):
        return value + 1
    text = str(value)
    if text.startswith("["):
        return "[]"
    return next(iter(other_values(text, _rule_for(text))), f"{text} x")


def _rule_for(text: str) -> ArgumentRule:
    looks_like_moment = len(text) == len("2026-01-01T00:00") and text[10:11] == "T"
    return ArgumentRule(name="cell", kind=Kind.DATETIME if looks_like_moment else Kind.TEXT)


def _added_rows(reference: ReferenceCall) -> Iterator[Mutant]:
    """Write something more: a row that nobody asked for."""
    seed = reference.kit.template.seed_state
    for table, policy in _compared(reference):
        rows = list(reference.state[table])
        expects_rows = any(
            change.table == table and change.insert for change in _changes(reference)
        )
        if policy.extra_rows or (policy.rule is RowRule.SUBSET and expects_rows):
            continue
        model = rows[-1] if rows else None
        if model is None:
            added: Mapping[str, Any] = {"id": 1}
        else:
            key = reference.kit.template.primary_keys[table]
            numbered = isinstance(model[key[0]], int)
            fresh = int(model[key[0]]) + 100 if numbered else f"{model[key[0]]}_x"
            added = {**model, key[0]: fresh}
        if table not in seed:
            continue
        state = _replace_table(reference.state, table, [*rows, added])
        yield Mutant(f"{table}: an extra row", reference.calls, state, _STATE)


def _touched_rows(reference: ReferenceCall) -> Iterator[Mutant]:
    """Change or delete rows of people who did not call."""
    seed = reference.kit.template.seed_state
    for table, policy in _compared(reference):
        rows = list(reference.state[table])
        if policy.rule is not RowRule.EXACT:
            continue
        untouched = [index for index, row in enumerate(rows) if row in seed[table]]
        for index in untouched[:_TOUCHED_A_TABLE]:
            gone = _replace_table(reference.state, table, [*rows[:index], *rows[index + 1 :]])
            yield Mutant(f"{table}: row {index} deleted", reference.calls, gone, _STATE)
            open_columns = {*policy.ignored, *policy.generated, *policy.unstated}
            column = next(
                name
                for name, value in reversed(list(rows[index].items()))
                if name not in open_columns and value is not None
            )
            changed = {**rows[index], column: _another(rows[index][column])}
            state = _replace_table(
                reference.state, table, [*rows[:index], changed, *rows[index + 1 :]]
            )
            yield Mutant(f"{table}: {column} of bystander {index}", reference.calls, state, _STATE)


_TOUCHED_A_TABLE = 3


def _changes(reference: ReferenceCall) -> tuple[Any, ...]:
    state = reference.task.lockfile.exp_db_state
    return () if isinstance(state, str) else state.changes
