"""How one industry is graded, as plain data: no tool code, no world, no database.

Everything that the contract says of one industry only (VERIFIER rules 7, 19, 20, 22, 28 to 31)
stands in a `GradingPolicy` that the industry fills in; the verifier holds no industry's name.
"""

from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from mivas_env.schema.arguments import ArgumentRule


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ToolGrading(_Frozen):
    """What the grader knows of one tool: its declared arguments, its desks, its effect."""

    arguments: dict[str, ArgumentRule] = Field(default_factory=dict)
    desks: tuple[str, ...] = ()
    effect: Literal["read", "write", "handoff", "hangup"] = "read"


class RowRule(StrEnum):
    """How the rows of one table are matched.

    EXACT: the same rows, one to one, no others. SUBSET: every expected row is there (further rows
    may be), and none at all where none is expected. CONSTRAINED: rows match on the columns that the
    expected row fills in.
    """

    EXACT = "exact"
    SUBSET = "subset"
    CONSTRAINED = "constrained"


class TablePolicy(_Frozen):
    """How the state gate reads one write table.

    `always` is false for typed tables that are compared only where a task constrains them
    (rule 32). `extra_rows` lets a CONSTRAINED table hold rows beyond the expected ones.
    `ignored` columns (timestamps, free prose) are dropped from both sides. `generated` columns
    hold ids made by the database: dropped from both sides where `strip_generated`, otherwise
    compared only where the expected row states one. `unstated` columns are compared only when the
    expected row fills them in (rule 30). `columns` gives the rule of columns that mirror an
    argument (aliases, phones, sets, fuzzy names); JSON lists in text columns are read when
    their rule says LIST.
    """

    rule: RowRule = RowRule.EXACT
    always: bool = True
    extra_rows: bool = False
    ignored: tuple[str, ...] = ()
    generated: tuple[str, ...] = ()
    strip_generated: bool = False
    unstated: tuple[str, ...] = ()
    columns: dict[str, ArgumentRule] = Field(default_factory=dict)


class GradingPolicy(_Frozen):
    """Everything the verifier may know of an industry.

    `transfer_tools` are the hops (rule 22). `forbidden_unless_expected` are tools that must not
    fire, successfully, unless the lockfile lists them (rule 7). `tables` are the write tables.
    """

    industry: str
    version: str
    tools: dict[str, ToolGrading] = Field(default_factory=dict)
    transfer_tools: tuple[str, ...] = ()
    forbidden_unless_expected: tuple[str, ...] = ()
    tables: dict[str, TablePolicy] = Field(default_factory=dict)
