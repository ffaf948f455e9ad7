"""The caller script: what one simulated customer wants, knows, agrees to and says (CALLER 3).

Frozen data, read from the `caller.script` part of a task file. Every line is static text; nothing
here names a tool, and nothing here is shown to a policy.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

IDENT = r"^[a-z][a-z0-9_]{0,39}$"
_MAX_LINE = 400

Ident = Annotated[str, Field(pattern=IDENT)]
Line = Annotated[str, Field(min_length=1, max_length=_MAX_LINE)]
Flag = Annotated[bool, Field(strict=True)]
FactValue = str | int | bool | None
FACT_GIVEN = "fact_given:"
ASK_CLOSED = "ask_closed:"
Condition = Annotated[str, Field(pattern=r"^(fact_given:)?[a-z][a-z0-9_]{0,39}$")]
"""What must have been reached: an ask that is closed, or ``fact_given:<fact id>``."""


def _as_tuple(value: object) -> object:
    """Read a single line where a list of equivalent wordings may stand."""
    return (value,) if isinstance(value, str) else value


Lines = Annotated[
    tuple[Line, ...],
    BeforeValidator(_as_tuple, json_schema_input_type=Line | list[Line]),
    Field(min_length=1, max_length=12),
]
"""Equivalent wordings of one line; the seed picks among them. One string is a list of one."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Disclosure(StrEnum):
    """When the caller gives a fact: asked for, unasked with the opening, asked once, not at all."""

    ON_ASK = "on_ask"
    VOLUNTEER = "volunteer"
    ONCE = "once"
    NEVER = "never"


class AskKind(StrEnum):
    """What closes an ask: an answer, a completed act, a confirmation, a transfer to a person."""

    INFO = "info"
    ACTION = "action"
    CONFIRM = "confirm"
    HUMAN = "human"


class AnswerType(StrEnum):
    """The form of an answer; each has its own rule of hearing."""

    POLAR = "polar"
    MONEY = "money"
    DATETIME = "datetime"
    ENUM = "enum"
    TEXT_KEY = "text_key"
    DONE = "done"


class PartialKind(StrEnum):
    """Why an answer that was heard does not close its ask (CALLER section 3)."""

    POLAR_UNBOUND = "polar_unbound"
    BOUND_TO_OTHER = "bound_to_other"
    HEDGED = "hedged"
    CONTRADICTORY = "contradictory"
    NOT_CHECKED = "not_checked"


class Fact(_Part):
    """One thing the caller knows: `value` is canonical (None: there is none), `say` spoken.

    `after` holds it back until something has been reached; who asks earlier hears `early`.
    """

    value: FactValue
    say: Lines
    disclose: Disclosure = Disclosure.ON_ASK
    after: tuple[Condition, ...] = ()
    early: Lines | None = None

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if bool(self.after) != (self.early is not None):
            raise ValueError(
                "A fact that waits ('after') needs words for who asks too early ('early'), and "
                "only such a fact does."
            )
        if self.after and self.disclose not in (Disclosure.ON_ASK, Disclosure.ONCE):
            raise ValueError("A fact that waits is given on_ask or once; change 'disclose'.")
        return self


class Partial(_Part):
    """The line for an answer that falls short in one way."""

    when: PartialKind
    say: Lines


class Answer(_Part):
    """What counts as the answer to an ask.

    `predicate` names an entry of the lexicon: a yes/no predicate for polar, a text key for
    text_key, a set of values for enum, a completed act for done, a kind of moment for datetime.
    `topic` is the thing whose price is asked for (money). `bind` must be named in the answer;
    naming only something else of an `exclusive` type is no answer. `max_values` is the largest
    number of money values that still reads as one answer. `unconfirmed` lets a definite "that
    cannot be confirmed" answer a polar ask as well.
    """

    type: AnswerType
    predicate: Ident | None = None
    topic: Ident | None = None
    bind: dict[Ident, str] = {}
    exclusive: dict[Ident, str] = {}
    evidence: Literal["none", "claimed"] = "none"
    max_values: Annotated[int, Field(strict=True, ge=1, le=20)] = 4
    unconfirmed: Flag = False

    @model_validator(mode="after")
    def _complete(self) -> Self:
        needs = {
            AnswerType.POLAR: "predicate",
            AnswerType.ENUM: "predicate",
            AnswerType.TEXT_KEY: "predicate",
            AnswerType.DONE: "predicate",
            AnswerType.MONEY: "topic",
        }
        key = needs.get(self.type)
        if key is not None and getattr(self, key) is None:
            raise ValueError(f"An answer of type {self.type} needs the key {key!r}.")
        if self.type is not AnswerType.MONEY and self.topic is not None:
            raise ValueError("The key 'topic' belongs to answers of type money only.")
        return self


class Ask(_Part):
    """One item of the agenda.

    `say[0]` voices it first and the others repeat it, in order. `after` names what must have been
    reached in an earlier turn before it may close: an ask closed, a fact given. `in_opening` says
    that the opening line poses it already; then it is put again whatever it waits for. `told` are
    words that make sure, said instead of `say[0]` by a caller who was given the answer while the
    ask still had to wait.
    """

    id: Ident
    kind: AskKind
    in_opening: Flag = False
    after: tuple[Condition, ...] = ()
    say: Lines
    told: Lines | None = None
    answer: Answer | None = None
    partial: tuple[Partial, ...] = ()

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.kind is AskKind.HUMAN and self.answer is not None:
            raise ValueError(f"The ask {self.id!r} is of kind human and takes no 'answer'.")
        if self.told is not None and (not self.after or self.kind is AskKind.HUMAN):
            raise ValueError(
                f"The ask {self.id!r} waits for nothing, so it is closed by being told the answer; "
                f"leave out 'told' or say what it waits for in 'after'."
            )
        if self.kind is AskKind.HUMAN:
            return self
        if self.answer is None:
            raise ValueError(f"The ask {self.id!r} needs an 'answer' that says what closes it.")
        if (self.kind is AskKind.ACTION) != (self.answer.type is AnswerType.DONE):
            raise ValueError(
                f"The ask {self.id!r}: kind action goes with answer type done, and only with it."
            )
        kinds = [p.when for p in self.partial]
        if len(set(kinds)) != len(kinds):
            raise ValueError(f"The ask {self.id!r} has two partial lines for one case.")
        return self


class Trigger(_Part):
    """An act of the agent, and what must not be so: other acts, or ``ask_closed:<ask id>``."""

    act: Ident
    not_: Annotated[
        tuple[Annotated[str, Field(pattern=r"^(ask_closed:)?[a-z][a-z0-9_]{0,39}$")], ...],
        Field(alias="not"),
    ] = ()

    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True)


class Consent(_Part):
    """Something the caller agrees to. Every value in `require` must be what the agent named.

    Keys of `require`: an entity type of the lexicon (office, provider, carrier, service), or date
    (YYYY-MM-DD), time (HH:MM), weekday, amount_cents, or a fact id of the script. `else_say`
    answers anything else; without it the caller passes over in silence.
    """

    id: Ident
    on: Trigger
    require: dict[Ident, FactValue] = {}
    say: Lines
    else_say: Lines | None = None


class Response(_Part):
    """A fixed line for an act of the agent, said at most `max` times (None: no limit)."""

    id: Ident
    on: Trigger
    say: Lines
    max: Annotated[int, Field(strict=True, ge=1, le=20)] | None = None


class LastWords(_Part):
    """What the caller says when everything is answered, and when its patience is spent."""

    all_closed: Lines
    impatient: Lines


class Patience(_Part):
    """Where patience starts and what wears it down, in points.

    `idle` is the cost of a turn without progress, `silence` that of each `silence_steps` steps
    without speech, `soup` that of a turn nobody could follow, `declined_again` that of an offer
    which was declined before. The first `free_holds` holds cost nothing.
    """

    start: Annotated[int, Field(strict=True, ge=1, le=50)] = 6
    idle: Annotated[int, Field(strict=True, ge=0, le=10)] = 1
    silence: Annotated[int, Field(strict=True, ge=0, le=10)] = 1
    soup: Annotated[int, Field(strict=True, ge=0, le=10)] = 1
    declined_again: Annotated[int, Field(strict=True, ge=0, le=10)] = 1
    free_holds: Annotated[int, Field(strict=True, ge=0, le=10)] = 2
    silence_steps: Annotated[int, Field(strict=True, ge=1, le=20)] = 4


class Limits(_Part):
    """Ceilings of one call: agent turns answered, words heard of a turn, facts given at a time."""

    max_turns: Annotated[int, Field(strict=True, ge=2, le=200)] = 30
    heard_words: Annotated[int, Field(strict=True, ge=20, le=500)] = 150
    facts_per_turn: Annotated[int, Field(strict=True, ge=1, le=6)] = 2
    times_per_fact: Annotated[int, Field(strict=True, ge=1, le=6)] = 2


class Difficulty(_Part):
    """Knobs that make a caller harder. `shuffled` voices asks in an order drawn from the seed."""

    ordering: Literal["fixed", "shuffled"] = "fixed"


class CallerScript(_Part):
    """The whole script of one caller (CALLER section 3)."""

    caller_script: Literal[1] = 1
    task_id: str | None = None
    persona: dict[Ident, str] = {}
    facts: dict[Ident, Fact] = {}
    opening: Lines
    asks: Annotated[tuple[Ask, ...], Field(min_length=1, max_length=12)]
    consents: tuple[Consent, ...] = ()
    responses: tuple[Response, ...] = ()
    end: LastWords
    patience: Patience = Patience()
    limits: Limits = Limits()
    difficulty: Difficulty = Difficulty()

    @model_validator(mode="after")
    def _coherent(self) -> Self:
        ids = [ask.id for ask in self.asks]
        _refuse_twice("ask", ids)
        _refuse_twice("response", [r.id for r in self.responses])
        _refuse_twice("consent", [c.id for c in self.consents])
        for place, ask in enumerate(self.asks):
            for before in ask.after:
                if not before.startswith(FACT_GIVEN) and before not in ids[:place]:
                    raise ValueError(
                        f"The ask {ask.id!r} waits for {before!r}, which is no earlier ask."
                    )
        _refuse_unreachable(
            {
                **{ask.id: ask.after for ask in self.asks},
                **{FACT_GIVEN + key: fact.after for key, fact in self.facts.items()},
            }
        )
        for trigger in (*[r.on for r in self.responses], *[c.on for c in self.consents]):
            for item in trigger.not_:
                _, colon, ask_id = item.partition(ASK_CLOSED)
                if colon and ask_id not in ids:
                    raise ValueError(f"The condition {item!r} names no ask of this script.")
        return self

    def lines(self) -> Iterator[str]:
        """Yield every line that the caller may say, facts included, for lints and reports."""
        yield from self.opening
        for fact in self.facts.values():
            yield from fact.say
            yield from fact.early or ()
        for ask in self.asks:
            yield from ask.say
            yield from ask.told or ()
            for partial in ask.partial:
                yield from partial.say
        for consent in self.consents:
            yield from consent.say
            yield from consent.else_say or ()
        for response in self.responses:
            yield from response.say
        yield from self.end.all_closed
        yield from self.end.impatient

    def fact_values(self) -> Mapping[str, FactValue]:
        """Return fact id -> canonical value, for the caller itself and for lints."""
        return {key: fact.value for key, fact in self.facts.items()}


def _refuse_unreachable(waits: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse conditions that name nothing, and things that wait for each other in a circle."""
    for name, conditions in waits.items():
        for condition in conditions:
            if condition not in waits:
                raise ValueError(
                    f"{name!r} waits for {condition!r}, which is no ask and no fact of this script."
                )
    reached: set[str] = set()
    while True:
        ready = {name for name, conditions in waits.items() if reached.issuperset(conditions)}
        if ready == reached:
            break
        reached = ready
    if stuck := sorted(waits.keys() - reached):
        raise ValueError(f"These wait for each other and can never be reached: {', '.join(stuck)}.")


def _refuse_twice(what: str, ids: list[str]) -> None:
    for name in ids:
        if ids.count(name) > 1:
            raise ValueError(f"Two {what}s are called {name!r}; each needs a name of its own.")
