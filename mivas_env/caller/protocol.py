"""What the environment says to the other end of the line, and what it hears back.

The caller hears speech, silence and how the call ended. Nothing else reaches it: no tool call, no
handoff, no lockfile, no database (CALLER section 1).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from mivas_env.schema.told import Told


class EndedBy(StrEnum):
    """Who ended the call, as the caller can tell on the telephone."""

    AGENT = "agent"
    TRANSFER = "transfer"


class CallerEnding(StrEnum):
    """Why the caller hung up by itself (ENV section 5)."""

    SATISFIED = "caller_satisfied"
    IMPATIENT = "caller_impatient"
    MAX_TURNS = "max_turns"


@dataclass(frozen=True, slots=True)
class CallerTurn:
    """One reaction of the caller.

    `text` is empty when the caller says nothing. `ending` is set when the caller hangs up after
    these words.
    """

    text: str = ""
    ending: CallerEnding | None = None


@runtime_checkable
class Caller(Protocol):
    """The simulated customer of one call. Any object with these members may take the part."""

    @property
    def satisfied(self) -> bool:
        """True once every ask of the script has been closed."""

    @property
    def said_goodbye(self) -> bool:
        """True once the closing words have been spoken."""

    @property
    def flags(self) -> tuple[str, ...]:
        """Unsafe offers heard so far, in order; for the trajectory only (CALLER rule 9)."""

    def open(self) -> CallerTurn:
        """Say the opening line, after the agent's fixed greeting."""

    def hear(self, text: str) -> None:
        """Judge one utterance of the agent, alone and at once; the reply may come later."""

    def reply(self) -> CallerTurn:
        """React to everything heard since the last reply."""

    def wait(self) -> CallerTurn:
        """One step of the agent has passed without speech."""

    def notice_end(self, by: EndedBy) -> None:
        """The line was closed by the agent, or the call was transferred to a person."""

    def diagnostics(self) -> Mapping[str, object]:
        """Inner state for tests and tools: open_asks, closed_asks, patience. Never for a policy."""


@runtime_checkable
class KeepsAnswers(Protocol):
    """A caller that keeps what it was told, so that it can be held against what is true.

    Callers of your own need not: then the strict reward asks only whether they are satisfied.
    """

    @property
    def told(self) -> Told:
        """What closed each ask so far, and the consents given."""


@runtime_checkable
class NoticesTalk(Protocol):
    """A caller that notices when the agent talks and works on, and leaves no room for an answer.

    Callers of your own need not.
    """

    def wait_to_answer(self) -> CallerTurn:
        """The agent has spoken and goes on without waiting for a reply."""
