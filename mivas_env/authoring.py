"""Everything an industry may import: the narrow waist between core and industries.

An industry is data: desks, tools, tables, words. It declares them with the names below and needs
no other module of this package, so the core can change behind this page.
"""

from mivas_env.desks.graph import Desk, DeskGraph
from mivas_env.industry import DecisionIndustry, Industry
from mivas_env.schema.arguments import AliasTable, ArgumentRule, Kind, Match
from mivas_env.schema.text import ascii_digits, fold
from mivas_env.tools.context import Refusal, SessionFacts, ToolContext
from mivas_env.tools.spec import (
    Answer,
    Arguments,
    Compare,
    Date,
    Effect,
    Holds,
    Minute,
    NoArguments,
    Phone,
    Precondition,
    Prose,
    Tool,
    alias,
    precondition,
    tool,
)
from mivas_env.verifier.policy import RowRule, TablePolicy

__all__ = [
    "AliasTable",
    "Answer",
    "ArgumentRule",
    "Arguments",
    "Compare",
    "Date",
    "DecisionIndustry",
    "Desk",
    "DeskGraph",
    "Effect",
    "Holds",
    "Industry",
    "Kind",
    "Match",
    "Minute",
    "NoArguments",
    "Phone",
    "Precondition",
    "Prose",
    "Refusal",
    "RowRule",
    "SessionFacts",
    "TablePolicy",
    "Tool",
    "ToolContext",
    "alias",
    "ascii_digits",
    "fold",
    "precondition",
    "tool",
]
