"""The state that a task expects at hangup: the seed with the locked changes applied (rule 32)."""

from collections.abc import Mapping, Sequence

from mivas_env.errors import TaskError
from mivas_env.schema.state import ChangeKind, ExpectedState, RowChange, StateChanges
from mivas_env.verifier.canonical import canonical_cell
from mivas_env.verifier.policy import GradingPolicy, TablePolicy

Cells = Mapping[str, object]
"""One row: column -> value; an expected row may hold lists and `{any_of: [...]}`."""

Tables = Mapping[str, Sequence[Cells]]
"""Table name -> rows."""


def apply_changes(
    expected: ExpectedState, seed_state: Tables, policy: GradingPolicy
) -> dict[str, tuple[Cells, ...]]:
    """Return the expected rows of every table of the seed. The seed is left as it is.

    Each `where` is read against the seed's own rows, whatever earlier changes did to them.

    Raises:
        TaskError: a `where` that does not select exactly one seed row, a row that is changed after
            it was deleted, or a table that is no write table of the industry.
    """
    tables: dict[str, list[Cells | None]] = {name: list(rows) for name, rows in seed_state.items()}
    if isinstance(expected, StateChanges):
        for change in expected.changes:
            rows = tables.get(change.table)
            table_policy = policy.tables.get(change.table)
            if table_policy is None or rows is None:
                raise TaskError(name_write_tables(change.table, policy))
            _apply(change, rows, seed_state[change.table], table_policy)
    return {name: tuple(row for row in rows if row is not None) for name, rows in tables.items()}


def name_write_tables(table: str, policy: GradingPolicy, *, field: str = "exp_db_state") -> str:
    """Return the sentence for a table that a task may not constrain."""
    known = ", ".join(policy.tables) or "none"
    return f"{field} names the table {table!r}; the write tables of {policy.industry}: {known}"


def _apply(
    change: RowChange, rows: list[Cells | None], seed_rows: Sequence[Cells], policy: TablePolicy
) -> None:
    if change.kind is ChangeKind.INSERT:
        rows.append(dict(change.row or {}))
        return
    index = _select(change, seed_rows, policy)
    current = rows[index]
    if current is None:
        message = f"exp_db_state: the row of {change.table} at {change.where} is deleted already"
        raise TaskError(message)
    rows[index] = None if change.kind is ChangeKind.DELETE else {**current, **(change.set or {})}


def _select(change: RowChange, seed_rows: Sequence[Cells], policy: TablePolicy) -> int:
    where = {
        column: canonical_cell(value, policy.columns.get(column))
        for column, value in (change.where or {}).items()
    }
    found = [
        index
        for index, row in enumerate(seed_rows)
        if all(
            canonical_cell(row.get(column), policy.columns.get(column)) == value
            for column, value in where.items()
        )
    ]
    if len(found) != 1:
        message = (
            f"exp_db_state: {change.kind.value} {change.table} where {dict(change.where or {})} "
            f"selects {len(found)} seed rows; it must select exactly one"
        )
        raise TaskError(message)
    return found[0]
