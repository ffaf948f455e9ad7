"""What one utterance does to one ask: the question put, and the outcome."""

from dataclasses import dataclass
from enum import StrEnum

from mivas_env.schema.script import Answer
from mivas_env.schema.told import ToldValue


class Outcome(StrEnum):
    """What one utterance did to one ask. The middle five are the script's partial cases."""

    CLOSED = "closed"
    POLAR_UNBOUND = "polar_unbound"
    BOUND_TO_OTHER = "bound_to_other"
    HEDGED = "hedged"
    CONTRADICTORY = "contradictory"
    NOT_CHECKED = "not_checked"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Question:
    """One open ask at the moment of hearing.

    `in_question`: the caller's last words put this ask. `fresh`: and nothing else was said with
    them, so that a bare "yes" can only mean it. `pending`: the polarity of an answer heard before
    that lacked its binding, or None. `yes_binds`: the caller has just asked "…, you mean?", so a
    bare yes supplies the binding. `claimed_before`: a look-up was claimed one turn ago.
    `own_names`: the words of the caller's own name, by which the agent may address it. `lines`: the
    wordings in which the caller puts the ask, `opening` its opening lines.
    """

    answer: Answer
    in_question: bool
    fresh: bool
    pending: bool | None
    yes_binds: bool
    claimed_before: bool
    own_names: frozenset[str] = frozenset()
    lines: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """The outcome for one ask, and the polarity of an answer that still lacks its binding.

    `value` is what was answered where the ask closed on a yes or no, an amount or a key.
    """

    outcome: Outcome
    pending: bool | None = None
    value: ToldValue | None = None


NOTHING = Judgement(Outcome.NONE)
