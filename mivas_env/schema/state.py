"""States of the world as they are dumped at hangup, and what a lockfile says of them."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Scalar = str | int | float | None
Cell = (
    Scalar
    | list[Scalar]
    | Annotated[
        dict[Literal["any_of"], Annotated[list[Scalar | list[Scalar]], Field(min_length=1)]],
        Field(min_length=1),
    ]
)
"""An expected cell: a value, a list where the column holds one as JSON, or `{any_of: [...]}`."""

Row = Mapping[str, Scalar]
State = Mapping[str, Sequence[Row]]
"""A dump: table name -> rows, each row column -> value, in the order of the primary key."""


class ChangeKind(StrEnum):
    """What happened to a row between the seed and the hangup."""

    INSERT = "insert"
    UPDATE = "update"
    DELETE = "delete"


class RowChange(BaseModel):
    """One readable change against the seed.

    Exactly one of `insert`, `update`, `delete` names the table. `insert` needs `row`; `update`
    needs `where` and `set`; `delete` needs `where`. `where` must select one seed row. Columns that
    `row` leaves out are null; an id that the database makes may be left out.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    insert: str | None = None
    update: str | None = None
    delete: str | None = None
    row: Mapping[str, Cell] | None = None
    where: Mapping[str, Scalar] | None = None
    set: Mapping[str, Cell] | None = None

    @model_validator(mode="after")
    def _is_one_change(self) -> "RowChange":
        named = [kind for kind in ChangeKind if getattr(self, kind) is not None]
        if len(named) != 1:
            message = "a change names its table under exactly one of insert, update, delete"
            raise ValueError(message)
        needed = {
            ChangeKind.INSERT: {"row"},
            ChangeKind.UPDATE: {"where", "set"},
            ChangeKind.DELETE: {"where"},
        }[named[0]]
        present = {key for key in ("row", "where", "set") if getattr(self, key)}
        if present != needed:
            message = f"{named[0].value} needs {' and '.join(sorted(needed))}, and nothing else"
            raise ValueError(message)
        return self

    @property
    def kind(self) -> ChangeKind:
        """Which of the three this change is."""
        return next(kind for kind in ChangeKind if getattr(self, kind) is not None)

    @property
    def table(self) -> str:
        """The table that the change touches."""
        return str(getattr(self, self.kind))


class StateChanges(BaseModel):
    """`exp_db_state` of a task that writes: the seed with these changes applied (rule 32).

    `also_unchanged` names further typed tables that must stay as the seed has them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    changes: tuple[RowChange, ...] = ()
    also_unchanged: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _says_something(self) -> "StateChanges":
        if not self.model_fields_set:
            message = "an empty object says nothing of the state; write `unchanged`, or the changes"
            raise ValueError(message)
        return self


ExpectedState = Literal["unchanged"] | StateChanges


class TableDiff(BaseModel):
    """What one table lacks and what it holds too much, in canonical form."""

    model_config = ConfigDict(frozen=True)

    missing: tuple[dict[str, object], ...] = ()
    unexpected: tuple[dict[str, object], ...] = ()


StateDiff = dict[str, TableDiff]
"""Only tables that differ. Empty when the state gate passes."""
