"""One grounded action, and what is known of it."""

from dataclasses import dataclass
from typing import Any

TRAITS = (
    "tool",
    "speech",
    "tried_before",
    "later_rank",
    "slot_in_last_line",
    "about_newest_answer",
    "day_was_named",
    "time_was_named",
    "caller_agreed",
    "caller_declined",
    "was_refused",
    "done_before",
)
"""What is known of a candidate itself, as 0.0 or 1.0; the columns of `candidate_traits`."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One legal action: its number, what to hand to the environment, and what to note."""

    index: int
    key: str
    action: dict[str, Any]
    traits: tuple[float, ...]
    call: str = ""
    commits: bool = False
    sentence: str = ""
    offer: dict[str, Any] | None = None
    code: str | None = None
