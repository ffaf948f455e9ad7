"""Gate D: the write tables at hangup against the expected state (VERIFIER rules 26 to 31)."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from mivas_env.errors import TaskError, TraceError
from mivas_env.schema.arguments import ArgumentRule, Match, is_prose
from mivas_env.schema.json_values import find_flaw
from mivas_env.schema.state import TableDiff
from mivas_env.schema.strict_json import canonical_json
from mivas_env.schema.text import is_blank
from mivas_env.verifier.canonical import canonical_cell, canonical_row, dropped_columns
from mivas_env.verifier.compare import ANY_OF, alternatives, is_blank_text, texts_match
from mivas_env.verifier.expected_state import Cells
from mivas_env.verifier.matching import extend_matching
from mivas_env.verifier.policy import RowRule, TablePolicy

MAX_ROWS = 20_000
"""Rows of one table beyond which a dump is refused."""

MAX_EXPECTED_ROWS = 500
"""Expected rows of one table, beside those of the seed, beyond which a task is refused."""

_SOFT = frozenset({Match.FUZZY, Match.PRESENCE, Match.PROSE})


@dataclass(frozen=True, slots=True)
class LiveRow:
    """One row in canonical form: `cells` without null columns, `key` one text per meaning."""

    cells: dict[str, object]
    key: str


@dataclass(frozen=True, slots=True)
class ExpectedRow:
    """One expected row. A live row satisfies it when every cell accepts and nothing else is filled.

    `cells` maps a column to its accepted canonical values. `free` columns are not compared; where
    `is_open`, only `cells` are. `key` is None when no single live row can be told by equality.
    """

    cells: Mapping[str, tuple[object, ...]]
    free: frozenset[str]
    is_open: bool
    key: str | None
    shown: dict[str, object]


@dataclass(frozen=True, slots=True)
class CompiledTable:
    """One table prepared for comparison.

    `baseline` holds raw rows whose comparison is known already (the seed's), `baseline_diff` its
    result, `known` the canonical form of each baseline and each expected row, by its items. Where
    nobody changes the seed, `fixed` is its very list, in place of `baseline`, and `fixed_rows` has
    the canonical form of each row by the `id` of the row: what a dump shares with the seed is not
    compared. `by_key` gives the expected rows of each key. `is_soft` is true where some column is
    compared by more or less than equality.
    """

    name: str
    policy: TablePolicy
    is_soft: bool
    dropped: frozenset[str]
    expected: tuple[ExpectedRow, ...]
    by_key: Mapping[str, tuple[int, ...]]
    baseline: list[Cells] | None
    baseline_diff: TableDiff | None
    known: Mapping[tuple[object, ...], LiveRow]
    fixed: Sequence[Cells] | None = None
    fixed_rows: Mapping[int, LiveRow] = field(default_factory=dict)


def compile_table(
    name: str,
    policy: TablePolicy,
    expected: Sequence[Cells],
    baseline: Sequence[Cells] | None,
    *,
    is_fixed: bool = False,
) -> CompiledTable:
    """Prepare one table; later changes to the rows passed in do not matter.

    With `is_fixed` the caller promises that there are none to `baseline`, and it may be shared.

    Raises:
        TaskError: an expected or seed row holds what no table can hold.
    """
    dropped = dropped_columns(policy)
    known: dict[tuple[object, ...], LiveRow] = {}
    try:
        _learn(known, baseline or (), policy, dropped)
        from_seed = [_items_of(row) in known for row in expected]
        _check_number(from_seed.count(False))
        rows = tuple(
            _expect_row(row, policy, dropped, is_seed_row=is_seed_row)
            for row, is_seed_row in zip(expected, from_seed, strict=True)
        )
        _learn(known, expected, policy, dropped)
    except TraceError as error:
        message = f"the expected or seed state of table {name}: {error}"
        raise TaskError(message) from None
    by_key: dict[str, tuple[int, ...]] = {}
    for index, each in enumerate(rows):
        if each.key is not None:
            by_key[each.key] = (*by_key.get(each.key, ()), index)
    table = CompiledTable(
        name=name,
        policy=policy,
        is_soft=any(rule.match in _SOFT for rule in policy.columns.values()),
        dropped=dropped,
        expected=rows,
        by_key=by_key,
        baseline=None,
        baseline_diff=None,
        known=known,
    )
    if baseline is None:
        return table
    rows_read = _read_rows(table, baseline)
    return replace(
        table,
        baseline=None if is_fixed else [dict(row) for row in baseline],
        baseline_diff=_compare(table, rows_read),
        fixed=baseline if is_fixed else None,
        fixed_rows=(
            {id(row): read for row, read in zip(baseline, rows_read, strict=True)}
            if is_fixed
            else {}
        ),
    )


def _learn(
    known: dict[tuple[object, ...], LiveRow],
    rows: Sequence[Cells],
    policy: TablePolicy,
    dropped: frozenset[str],
) -> None:
    """Read rows that calls will hold, cell for cell, so that no call has to read them."""
    for row in rows:
        items = _items_of(row)
        if items is not None and items not in known:
            known[items] = _read_row(row, policy, dropped)


def _check_number(beside_the_seed: int) -> None:
    if beside_the_seed > MAX_EXPECTED_ROWS:
        message = f"more than {MAX_EXPECTED_ROWS} rows beside the seed's; expect fewer"
        raise TraceError(message)


def check_table(table: CompiledTable, live: object) -> TableDiff | None:
    """Compare the live rows of one table, None when they are as expected.

    A table that a dump lacks counts as empty where no row is expected.

    Raises:
        TraceError: the dump lacks the table, or holds what no table can hold.
    """
    if live is None:
        if table.expected:
            message = f"the state dump has no table {table.name!r}, which this task compares"
            raise TraceError(message)
        live = []
    if not isinstance(live, (list, tuple)):
        message = f"the state dump's table {table.name!r} must be a list of rows"
        raise TraceError(message)
    same = live is table.fixed if table.baseline is None else list(live) == table.baseline
    if same:
        difference = table.baseline_diff
        return None if difference is None else difference.model_copy(deep=True)
    if len(live) > MAX_ROWS:
        message = f"the state dump's table {table.name!r} holds more than {MAX_ROWS} rows"
        raise TraceError(message)
    return _compare(table, _read_rows(table, live))


def _read_rows(table: CompiledTable, rows: Sequence[object]) -> list[LiveRow]:
    shared = map(table.fixed_rows.get, map(id, rows))
    return [seen or _read_other(table, row) for row, seen in zip(rows, shared, strict=True)]


def _read_other(table: CompiledTable, row: object) -> LiveRow:
    """Read a row that is not the seed's own object, though it may be equal to one."""
    if isinstance(row, dict):
        with suppress(TypeError):  # a list in a cell
            seen = table.known.get(tuple(row.items()))
            if seen is not None:
                return seen
    return _read_row(row, table.policy, table.dropped)


def _items_of(row: object) -> tuple[object, ...] | None:
    if not isinstance(row, dict):
        return None
    items = tuple(row.items())
    try:
        hash(items)
    except TypeError:  # a list in a cell
        return None
    return items


def _read_row(row: object, policy: TablePolicy, dropped: frozenset[str]) -> LiveRow:
    if not isinstance(row, Mapping):
        message = f"a row must map columns to values, not be a {type(row).__name__}"
        raise TraceError(message)
    flaw = find_flaw(dict(row))
    if flaw is not None:
        message = f"a row holds {flaw}"
        raise TraceError(message)
    cells = canonical_row(row, policy.columns, dropped)
    return LiveRow(cells=cells, key=canonical_json(cells))


def _expect_row(
    row: Cells, policy: TablePolicy, dropped: frozenset[str], *, is_seed_row: bool
) -> ExpectedRow:
    """Prepare one expected row. What nobody stated is free only where the task wrote the row."""
    plain = {column: value for column, value in row.items() if alternatives(value) is None}
    shown: dict[str, object] = _read_row(plain, policy, dropped).cells
    is_open = policy.rule is RowRule.CONSTRAINED
    key = canonical_json(shown) if len(plain) == len(row) else None
    cells: dict[str, tuple[object, ...]] = {
        column: (value,) for column, value in shown.items() if not (is_open and is_blank(value))
    }
    for column, value in row.items():
        options = alternatives(value)
        if options is None or column in dropped:
            continue
        flaw = find_flaw(list(options)) if options else "an empty any_of, which nothing satisfies"
        if flaw is not None:
            message = f"column {column} holds {flaw}"
            raise TraceError(message)
        rule = policy.columns.get(column)
        cells[column] = tuple(canonical_cell(option, rule) for option in options)
        shown[column] = {ANY_OF: list(cells[column])}
    unfilled = (column for column in (*policy.generated, *policy.unstated) if column not in cells)
    blank = (column for column in policy.unstated if is_blank(row.get(column)))
    free = frozenset() if is_seed_row else frozenset((*unfilled, *blank))
    return ExpectedRow(
        cells={column: accepted for column, accepted in cells.items() if column not in free},
        free=free,
        is_open=is_open,
        key=key,
        shown=shown,
    )


def _accepts(expected: ExpectedRow, live: LiveRow, rules: Mapping[str, ArgumentRule]) -> bool:
    for column, accepted in expected.cells.items():
        rule = rules.get(column)
        value = live.cells.get(column)
        if rule is None or rule.match not in _SOFT:
            if value not in accepted:
                return False
        elif not _accepts_softly(accepted, value, rule):
            return False
    if expected.is_open:
        return True
    return all(column in expected.cells or column in expected.free for column in live.cells)


def _accepts_softly(accepted: Sequence[object], value: object, rule: ArgumentRule) -> bool:
    if is_prose(rule):
        return not is_blank_text(value)
    if rule.match is Match.PRESENCE:
        return not is_blank(value)
    return value in accepted or (
        rule.match is Match.FUZZY and any(texts_match(each, value) for each in accepted)
    )


def _compare(table: CompiledTable, live: Sequence[LiveRow]) -> TableDiff | None:
    """Pair rows one to one, as many as possible, so that no order can fail a match.

    Rows with one key are paired first: a valid start that the search only ever extends.
    """
    rules = table.policy.columns
    expected, by_key, is_soft = table.expected, table.by_key, table.is_soft
    start: dict[int, int] = {}
    for number, each in enumerate(live):
        for index in by_key.get(each.key, ()):
            # Equal keys mean acceptance, except where a soft rule asks more than equality.
            if index not in start and (not is_soft or _accepts(expected[index], each, rules)):
                start[index] = number
                break

    def find_candidates(index: int) -> list[int]:
        row = expected[index]
        return [number for number, each in enumerate(live) if _accepts(row, each, rules)]

    pairs = start
    if len(start) < len(expected):
        pairs = extend_matching(range(len(expected)), find_candidates, start)
    missing: list[dict[str, object]] = []
    if len(pairs) < len(expected):
        missing = [row.shown for index, row in enumerate(expected) if index not in pairs]
    unexpected: list[dict[str, object]] = []
    if len(pairs) < len(live) and not _allows_extra_rows(table):
        taken = set(pairs.values())
        unexpected = [row.cells for index, row in enumerate(live) if index not in taken]
    if not missing and not unexpected:
        return None
    return TableDiff(
        missing=tuple(sorted(missing, key=canonical_json)),
        unexpected=tuple(sorted(unexpected, key=canonical_json)),
    )


def _allows_extra_rows(table: CompiledTable) -> bool:
    policy = table.policy
    if policy.rule is RowRule.SUBSET:
        return bool(table.expected)
    return policy.rule is RowRule.CONSTRAINED and policy.extra_rows
