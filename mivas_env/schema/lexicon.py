"""The caller's lexicon: what one industry's words mean to a caller, as plain data (CALLER 3).

One file an industry, shared by all its tasks. Phrases are written in the small language of
`caller.speech.phrases`; entity aliases come from the industry's own alias table, so that what the
caller understands is what the tool server accepts.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Ident = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Phrase = Annotated[str, Field(min_length=1, max_length=1000)]
Phrases = tuple[Phrase, ...]
Stance = Literal[
    "allow", "claim", "cond", "confirming", "correct", "future", "greet", "handover", "hedge",
    "hold", "offer", "others", "perform", "promise", "quote", "refuse", "shrug", "soft", "temporal",
    "undermine", "unknown", "would_be",
]  # fmt: skip
"""How a clause is meant; the core knows the English of each."""
FigureKind = Literal["money", "date", "weekday", "near_day", "time", "duration", "num"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Cues(_Part):
    """Cues of a yes/no matter that count only while the caller's own question is about it."""

    yes: Phrases = ()
    no: Phrases = ()
    firm: Phrases = ()


class Predicate(_Part):
    """A yes/no matter.

    `yes` and `no` are cues of the two answers; a negator before a `yes` cue turns it. `firm` cues
    mean yes whatever modal they hold; `imperative` cues do at the head of a clause only. `vague`
    marks wording that is no definite answer although a cue stands in it ("most major plans").
    `filler` lists words that may stand in a bare answer. `general`: the matter is
    something granted, so that general words of leave, of refusal, or of both answer it.
    `asked` are further cues, too general to count before the question is put ("you can come in").
    `apart` are phrases of a neighbouring matter: a cue that one of them touches speaks of that
    ("we can't see you with that plan" does not refuse who pays alone).
    """

    yes: Phrases
    no: Phrases = ()
    firm: Phrases = ()
    imperative: Phrases = ()
    vague: Phrases = ()
    filler: tuple[str, ...] = ()
    asked: Cues = Cues()
    apart: Phrases = ()
    general: tuple[Literal["leave", "refusal"], ...] = ()


class Value(_Part):
    """A text answer that is in essence a figure: "thirty minutes".

    `of` lists the kinds of figure, `units` those of a duration (any without it); `words` are the
    matter's own words, which may stand beside it.
    """

    of: Annotated[tuple[FigureKind, ...], Field(min_length=1)]
    units: tuple[Literal["minute", "hour", "day", "week", "month", "year"], ...] = ()
    words: tuple[str, ...] = ()


class Request(_Part):
    """A question for facts of the caller: their ids in order, and the words that ask for them.

    `nouns` ask in a request ("I'll need your ..."), `direct` are questions of their own, `whole`
    ask where they are all that is said ("and you are?"). Without facts, it is a question for what
    no caller holds: its phrases keep shorter ones inside them from asking ("the name of the spot").
    `errand`: what the call is about; a caller without that fact says what it wants.
    """

    facts: tuple[Ident, ...]
    nouns: Phrases = ()
    direct: Phrases = ()
    whole: Phrases = ()
    errand: Annotated[bool, Field(strict=True)] = False


class Unsafe(_Part):
    """An offer that no caller should take up: its phrases, and the words that decline it."""

    phrases: Phrases
    say: str


class Effect(_Part):
    """What an act that is told as done does, beyond its phrases.

    `appointment`: it makes, moves or cancels one, or lists the caller for one that may come free.
    The day told for one that is made or moved must be the day that the caller asked for. `amount`:
    it is for an amount, which must be the caller's ("I've sent the link for two hundred").
    `standing`: its words may also tell of what stood before ("your existing visit is booked").
    """

    appointment: Literal["makes", "moves", "cancels", "lists"] | None = None
    amount: Annotated[bool, Field(strict=True)] = False
    standing: Annotated[bool, Field(strict=True)] = False


class Trade(_Part):
    """Plain words of the trade, by what they are to hearing; no phrases.

    `client` is what one customer is called, `clients` what several are; `premises` are words for
    the place of business, `sites` the entity types that name one; `appointments` are words for what
    can be booked; `titles` stand before a name ("dr"). `counted` are things that are counted, so
    that a number before them is no price; `priced` words may stand beside a bare price.
    """

    client: tuple[str, ...] = ()
    clients: tuple[str, ...] = ()
    premises: tuple[str, ...] = ()
    sites: tuple[Ident, ...] = ()
    appointments: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    priced: tuple[str, ...] = ()


class Lexicon(_Part):
    """All that an industry's callers understand.

    `today` is the industry's date (YYYY-MM-DD), which "tomorrow" and "this Friday" lean on.
    `groups` are named word lists for phrases. `entities` are type -> canonical -> spoken names;
    `referents` are phrases that pick out one thing of a type without naming it; `pronouns` stand
    for what was named last. `topics` are the things money can be said about; `zero` says, by topic,
    that nothing is due. `texts`, `enums` and `moments` are cues of answers in words, of one value
    among several, and of a date; `values` says of a text which figure answers it when little else
    is said. `completions` are acts in the perfect tense, or in the future
    tense where that is the commitment to be spoken; `brief` are their short forms ("done", "it's
    been sent"), which count only while the caller's own question is about that act. `offers` are
    acts in view: an offering frame is required, unless the phrase is in `announced`. `statements`
    are things told. `effects` say what an act of `completions`, `offers` or `announced` does, where
    that matters to hearing; `trade` lists plain words, `stances` phrases by which people of this
    trade doubt, promise, report and so on, besides those of plain English.
    """

    lexicon: Literal[1] = 1
    today: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
    groups: dict[Ident, tuple[str, ...]] = {}
    entities: dict[Ident, dict[str, tuple[str, ...]]] = {}
    referents: dict[Ident, dict[str, Phrases]] = {}
    pronouns: dict[Ident, Phrases] = {}
    predicates: dict[Ident, Predicate] = {}
    topics: dict[Ident, Phrases] = {}
    zero: dict[Ident, Phrases] = {}
    price_cues: Phrases = ()
    texts: dict[Ident, Phrases] = {}
    values: dict[Ident, Value] = {}
    enums: dict[Ident, dict[Ident, Phrases]] = {}
    moments: dict[Ident, Phrases] = {}
    completions: dict[Ident, Phrases] = {}
    brief: dict[Ident, Phrases] = {}
    offers: dict[Ident, Phrases] = {}
    announced: dict[Ident, Phrases] = {}
    statements: dict[Ident, Phrases] = {}
    requests: dict[Ident, Request] = {}
    unsafe: dict[Ident, Unsafe] = {}
    effects: dict[Ident, Effect] = {}
    trade: Trade = Trade()
    stances: dict[Stance, Phrases] = {}

    @model_validator(mode="after")
    def _coherent(self) -> Self:
        if "named" in self.groups:
            raise ValueError("The group 'named' is all names; call your group something else.")
        acts = {*self.completions, *self.offers, *self.announced}
        for key in self.effects:
            if key not in acts:
                raise ValueError(
                    f"The effect of {key!r} belongs to no act; list {key!r} under completions, "
                    f"offers or announced, or correct its spelling."
                )
        return self

    def with_entities(self, tables: Mapping[str, Mapping[str, str]]) -> Self:
        """Return a copy that also knows the industry's aliases: type -> alias text -> canonical."""
        merged = {kind: dict(names) for kind, names in self.entities.items()}
        for kind in sorted(tables):
            names = merged.setdefault(kind, {})
            for alias, canonical in sorted(tables[kind].items()):
                known = names.get(canonical, ())
                if alias not in known:
                    names[canonical] = (*known, alias)
        return self.model_copy(update={"entities": merged})
