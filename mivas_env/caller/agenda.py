"""Where the caller stands: which asks are open, what was given, how much patience is left."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from mivas_env.caller.hearing.judgement import Outcome
from mivas_env.schema.script import FACT_GIVEN, Ask, AskKind, CallerScript
from mivas_env.schema.told import ToldValue


@dataclass(slots=True)
class Agenda:
    """The caller's mutable state in one call. `turn` counts the caller's replies so far.

    `line` is what it says when asked to say it again, `given_line` the facts that it gave last.

    `closed` maps an ask to the turn in which it closed, `answers` to what it closed on. `pending`
    maps a yes/no ask to the polarity of an answer that still lacks its binding. `told` are asks
    answered while they had to wait.
    `question` is the ask put last, `fresh` whether the caller's last words put it, `yes_binds`
    whether they were "…, you mean?". `given` and `put_off` count, by fact, how often it was given,
    and asked for while it had to wait. `chosen` maps a consent to the day and time it was given to,
    in words; `asked_back` holds what was asked, or said again, about an offer. `unanswered` counts
    utterances that led nowhere and left no room for a reply.
    """

    script: CallerScript
    order: tuple[Ask, ...]
    patience: int
    turn: int = 0
    closed: dict[str, int] = field(default_factory=dict)
    voiced: dict[str, int] = field(default_factory=dict)
    answers: dict[str, ToldValue] = field(default_factory=dict)
    pending: dict[str, bool] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    question: str | None = None
    fresh: bool = False
    yes_binds: bool = False
    given: dict[str, int] = field(default_factory=dict)
    put_off: dict[str, int] = field(default_factory=dict)
    allowance: int = 0
    declined: dict[str, int] = field(default_factory=dict)
    consented: dict[str, int] = field(default_factory=dict)
    chosen: dict[str, str] = field(default_factory=dict)
    asked_back: set[str] = field(default_factory=set)
    line: str = ""
    given_line: str = ""
    holds: int = 0
    silent_steps: int = 0
    unanswered: int = 0
    claim_turn: int | None = None

    def open_asks(self) -> list[Ask]:
        """Return the asks that are still open, in the order of this call."""
        return [ask for ask in self.order if ask.id not in self.closed]

    def hearable(self) -> list[Ask]:
        """Return the open asks that may close now: what they wait for closed in an earlier turn."""
        return [
            ask
            for ask in self.open_asks()
            if ask.kind is not AskKind.HUMAN and (not ask.after or self._passed(ask.after))
        ]

    def _passed(self, conditions: Sequence[str]) -> bool:
        """Say whether all that an ask waits for was there in an earlier turn."""
        return self.reached(conditions) and all(
            self.closed.get(before, -1) < self.turn for before in conditions
        )

    def waiting(self) -> list[Ask]:
        """Return the open asks that must not close yet, but in which it matters what is told."""
        told = [ask for ask in self.open_asks() if ask.told is not None]
        ready = {ask.id for ask in self.hearable()} if told else set()
        return [ask for ask in told if ask.id not in ready]

    def reached(self, conditions: Sequence[str]) -> bool:
        """Say whether all that an ask or a fact waits for is there: asks closed, facts given."""
        return all(
            self.given.get(name.removeprefix(FACT_GIVEN), 0) > 0
            if name.startswith(FACT_GIVEN)
            else name in self.closed
            for name in conditions
        )

    def wants_person(self) -> bool:
        """Say whether the caller would be put through to a person now."""
        return any(
            ask.kind is AskKind.HUMAN and self.reached(ask.after) for ask in self.open_asks()
        )

    def current(self) -> Ask | None:
        """Return the ask to put next, or None when all are closed."""
        for ask in self.open_asks():
            if ask.in_opening or self.reached(ask.after):
                return ask
        return None

    @property
    def satisfied(self) -> bool:
        """True once every ask is closed."""
        return len(self.closed) == len(self.order)


@dataclass(slots=True)
class Heard:
    """What the utterances since the last reply came to, in the order heard.

    `contradicted` are asks that were answered both ways. `progress` is true while an ask has closed
    since the caller last let the agent go on without a reply.

    `choices` maps a consent to the day and time taken, where several were offered. `asked_back` are
    questions about an offer that leaves something out, and choices said again (`Proposals`).
    """

    anything: bool = False
    looking: bool = False
    soup: bool = False
    closed: list[str] = field(default_factory=list)
    contradicted: list[str] = field(default_factory=list)
    progress: bool = False
    short_of: dict[str, Outcome] = field(default_factory=dict)
    right: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    offers: list[str] = field(default_factory=list)
    consents: list[tuple[str, bool]] = field(default_factory=list)
    choices: dict[str, str] = field(default_factory=dict)
    asked_back: list[tuple[str, str]] = field(default_factory=list)
    responses: list[str] = field(default_factory=list)
    unsafe: list[str] = field(default_factory=list)
    hold: bool = False
    repeat: bool = False
    greeting: bool = False
    correction: bool = False
    human_offered: bool = False
    question: bool = False
    choice: bool = False
    spelling: str = ""
