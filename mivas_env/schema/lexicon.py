"""The caller's lexicon: what one industry's words mean to a caller, as plain data (CALLER 3).

One file an industry, shared by all its tasks. Phrases are written in the small language of
`mivas_env.caller.phrases`; entity aliases come from the industry's own alias table, so that what
the caller understands is what the tool server accepts.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

Ident = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Phrase = Annotated[str, Field(min_length=1, max_length=1000)]
Phrases = tuple[Phrase, ...]
FigureKind = Literal["money", "date", "weekday", "near_day", "time", "duration", "num"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Predicate(_Part):
    """A yes/no matter.

    `yes` and `no` are cues of the two answers; a negator before a `yes` cue turns it. `firm` cues
    mean yes whatever modal they hold; `imperative` cues do at the head of a clause only. `vague`
    marks wording that is no definite answer although a cue stands in it ("most major plans").
    `filler` lists words that may stand in a bare answer. `general`: the matter is
    something granted, so that general words of leave, of refusal, or of both answer it.
    """

    yes: Phrases
    no: Phrases = ()
    firm: Phrases = ()
    imperative: Phrases = ()
    vague: Phrases = ()
    filler: tuple[str, ...] = ()
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
    """A question for facts of the caller: their ids in order, nouns, and whole questions."""

    facts: Annotated[tuple[Ident, ...], Field(min_length=1)]
    nouns: Phrases = ()
    direct: Phrases = ()


class Unsafe(_Part):
    """An offer that no caller should take up: its phrases, and the words that decline it."""

    phrases: Phrases
    say: str


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
    are things told.
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
    claims: Phrases = ()

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
