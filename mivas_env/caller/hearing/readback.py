"""Values the agent reads back, compared with the caller's facts (CALLER rule 5)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from functools import cached_property, lru_cache

from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.compiled import Named
from mivas_env.caller.speech.figures import Figure
from mivas_env.caller.speech.moments import birth_dates
from mivas_env.caller.speech.plain_words import word_set
from mivas_env.caller.speech.spans import span_of
from mivas_env.caller.speech.wording import read_words
from mivas_env.schema.script import Fact

_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}\Z")
_ZIP_DIGITS = 5
_PHONE_LENGTHS = (7, 10, 11)
_CODE = re.compile(r"(?=.*\d)[a-z0-9]{5,}\Z")
_BIRTH_YEARS = 2020
_MOST_KEPT = 4_096
_ALIKE = 0.6
_SPELLING = word_set("is it name spelled spelling spells that with")
_NAME_STOPS = word_set(
    """
    a an and are as at birth born confirm correct date first for found full got great
    have hello hi i in is it last miss mr mrs ms name now of okay on or perfect
    right see so spelled thank thanks that the this to under up was with you your zip
    """
)


class Said:
    """An utterance with the values in it, each kind looked for when first asked for.

    It says nothing of any caller: it depends on the words alone.
    """

    def __init__(self, utterance: Utterance) -> None:
        self.utterance = utterance
        self.words = list(utterance.words)

    @cached_property
    def spelled(self) -> list[tuple[str, str]]:
        """The words spelled out letter by letter, each as (the word it is to spell, letters)."""
        return _spelled(self.words)

    @cached_property
    def dates(self) -> list[tuple[int, tuple[int | None, int | None, int]]]:
        """Every date as (word index, (year, month, day))."""
        return [
            (i, f.value)
            for i, f in self.utterance.values.items()
            if isinstance(f, Figure) and f.kind == "date" and isinstance(f.value, tuple)
        ]

    @cached_property
    def births(self) -> frozenset[int]:
        """Word indices of the dates that are somebody's date of birth."""
        return birth_dates(self.utterance)

    @cached_property
    def zips(self) -> list[str]:
        """Strings of digits as long as a zip code."""
        return [d for d in _digit_strings(self.utterance) if len(d) == _ZIP_DIGITS]

    @cached_property
    def phones(self) -> list[str]:
        """Strings of digits as long as a telephone number."""
        return [d for d in _phones(self.utterance) if len(d) in _PHONE_LENGTHS]

    @cached_property
    def code_pieces(self) -> list[str]:
        """What may be a code, or a part of one."""
        return _code_pieces(self.utterance)


class _Kind(Enum):
    """How a value is told from others of its kind."""

    DATE = "date"
    NAME = "name"
    ZIP = "zip"
    PHONE = "phone"
    CODE = "code"
    SPAN = "span"
    THING = "thing"


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The value of one fact, read once: `parts` are the words of a name, `day` is a date.

    `identifies` says of all but names that the value tells who somebody is.
    """

    value: str
    kind: _Kind
    identifies: bool
    digits: str
    parts: tuple[str, ...] = ()
    day: tuple[int, int, int] = (0, 0, 0)


@lru_cache(maxsize=_MOST_KEPT)
def _wanted(fact_id: str, value: str) -> _Wanted:
    if span_of(value) is not None:
        return _Wanted(value, _Kind.SPAN, identifies=False, digits="")
    digits = "".join(c for c in value if c.isdigit())
    if _ISO_DATE.match(value):
        year, month, day = (int(part) for part in value.split("-"))
        born = year < _BIRTH_YEARS
        return _Wanted(value, _Kind.DATE, born, digits, day=(year, month, day))
    if fact_id.endswith("name"):
        parts = tuple(read_words(value, 8).words)
        return _Wanted(value, _Kind.NAME, False, digits, parts=parts)  # noqa: FBT003
    kind = _Kind.THING
    if value.isdigit() and len(value) == _ZIP_DIGITS:
        kind = _Kind.ZIP
    elif (
        len(digits) >= _PHONE_LENGTHS[1]
        and len(digits) >= len(value) - 6
        and value[:1] in "+(0123456789"
    ):
        kind = _Kind.PHONE
    elif digits and digits != value:
        kind = _Kind.CODE
    return _Wanted(value, kind, bool(digits), digits)


def compare(utterance: Utterance, facts: Mapping[str, Fact]) -> tuple[list[str], list[str]]:
    """Return the facts that the utterance repeats rightly, and those that it gets wrong."""
    return read_back(Said(utterance), facts)


def read_back(said: Said, facts: Mapping[str, Fact]) -> tuple[list[str], list[str]]:
    """Return the facts that are repeated rightly, and those that are got wrong."""
    right: list[str] = []
    wrong: list[str] = []
    for fact_id, fact in facts.items():
        if not isinstance(fact.value, str):
            continue
        same = _same(said, fact_id, _wanted(fact_id, fact.value))
        if same is not None:
            (right if same else wrong).append(fact_id)
    return right, wrong


def asked_back(questions: Sequence[Said], facts: Mapping[str, Fact]) -> tuple[list[str], list[str]]:
    """Return what plain questions repeat: "shall I text it to 646 555 0118?", "Caleb Winters?".

    Only what identifies a person counts: numbers, codes, dates of birth, whole or spelled names.
    """
    right: list[str] = []
    wrong: list[str] = []
    for part in questions:
        for fact_id, fact in facts.items():
            if not isinstance(fact.value, str):
                continue
            wanted = _wanted(fact_id, fact.value)
            if _identifies(part, wanted):
                same = _same(part, fact_id, wanted)
                if same is not None:
                    (right if same else wrong).append(fact_id)
    return right, wrong


def plain_questions(utterance: Utterance) -> tuple[Said, ...]:
    """Return every question that anybody could follow, as an utterance of its own."""
    return tuple(
        Said(_only(utterance, clause))
        for clause in utterance.clauses
        if clause.question and not clause.garbled
    )


def _only(utterance: Utterance, clause: Clause) -> Utterance:
    """Return one clause as an utterance of its own."""
    a, b = clause.start, clause.end
    values = {i - a: value for i, value in utterance.values.items() if a <= i < b}
    return Utterance(utterance.words[a:b], utterance.breaks[a:b], values, [], utterance.trade)


def _identifies(part: Said, wanted: _Wanted) -> bool:
    if wanted.kind is not _Kind.NAME:
        return wanted.identifies
    return bool(part.spelled) or (len(wanted.parts) > 1 and _stands_in(part.words, wanted.parts))


def _stands_in(words: list[str], row: tuple[str, ...]) -> bool:
    """Say whether these words stand in a row."""
    if row[0] not in words:
        return False
    return any(tuple(words[i : i + len(row)]) == row for i in range(len(words)))


def _same(said: Said, fact_id: str, wanted: _Wanted) -> bool | None:
    """Say whether the value was said rightly; None when nothing of its kind was said."""
    kind, value = wanted.kind, wanted.value
    if kind is _Kind.SPAN:
        return None  # `SpanFacts` compares spans.
    if kind is _Kind.DATE:
        return _same_date(said, *wanted.day) if said.dates else None
    if kind is _Kind.NAME:
        return _same_name(said, wanted.parts)
    if kind is _Kind.ZIP:
        return value in said.zips if said.zips else None
    if kind is _Kind.PHONE:
        return any(wanted.digits.endswith(d[-10:]) for d in said.phones) if said.phones else None
    if kind is _Kind.CODE:
        return _same_code(said, value)
    named = [
        v.canonical
        for v in said.utterance.values.values()
        if isinstance(v, Named) and v.kind == fact_id
    ]
    return value in named if named else None


def _same_date(said: Said, year: int, month: int, day: int) -> bool | None:
    births = said.births if year >= _BIRTH_YEARS else ()
    words = said.words
    born = "birth" in words or "born" in words or "birthday" in words
    seen: bool | None = None
    for i, (said_year, said_month, said_day) in said.dates:
        if i in births:
            continue
        if said_month is None or (said_year is None and not born):
            if (said_month, said_day) == (month, day):
                seen = True
            continue
        if said_year is not None and said_year >= _BIRTH_YEARS > year:
            continue
        if said_month == month and said_day == day and said_year in (None, year):
            return True
        seen = False
    return seen


def _same_name(said: Said, parts: tuple[str, ...]) -> bool | None:
    words, spelled = said.words, said.spelled
    first, last = parts[0], parts[-1]
    if first not in words and last not in words and not spelled:
        return None
    if _stands_in(words, parts):
        return not _misspelled(spelled, parts)
    trade = said.utterance.trade
    stops = _NAME_STOPS | trade.titles | trade.client
    for i, word in enumerate(words):
        if word == last and len(parts) > 1 and i:
            before = words[i - 1]
            named = before.isalpha() and len(before) > 1  # letters before it spell
            if named and before not in stops and before != first:
                return False
        if word == first and i + 1 < len(words) and not said.utterance.breaks[i]:
            after = words[i + 1]
            if after.isalpha() and len(after) > 1 and after not in stops and after != last:
                return False
    if _misspelled(spelled, parts):
        return False
    told = first in words or last in words or any(run in parts for _, run in spelled)
    return True if told else None


def _misspelled(spelled: list[tuple[str, str]], parts: tuple[str, ...]) -> bool:
    """Say whether letters that are meant for this name do not spell a word of it.

    They are meant for the name when they stand behind a word of it, or are much like one: those of
    one name contradict no other ("Solberg, S, O, L …" says nothing of a plan's name).
    """
    whole = {"".join(parts[i:j]) for i in range(len(parts)) for j in range(i + 1, len(parts) + 1)}
    return any(
        run not in whole and (before in parts or any(_alike(run, part) for part in parts))
        for before, run in spelled
    )


def _alike(one: str, other: str) -> bool:
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= _ALIKE


def _spelled(words: list[str]) -> list[tuple[str, str]]:
    """Return the words that were spelled out letter by letter, each with what it is to spell."""
    out, run, before = [], "", ""
    for word in [*words, ""]:
        if len(word) == 1 and word.isalpha():
            run += word
            continue
        if len(run) > 2:  # noqa: PLR2004 - "a b" is no spelling
            out.append((before, run))
        run = ""
        if word not in _SPELLING:
            before = word
    return out


def _digit_strings(utterance: Utterance) -> list[str]:
    return [
        str(f.value)
        for f in utterance.values.values()
        if isinstance(f, Figure) and f.kind == "num" and str(f.value).isdigit()
    ]


def _phones(utterance: Utterance) -> list[str]:
    """Return digit strings, neighbours joined: "212 555 0133" is one number."""
    out, run, at = [], "", -2
    for i in sorted(utterance.values):
        value = utterance.values[i]
        if isinstance(value, Figure) and value.kind == "num":
            digits = "".join(c for c in str(value.value) if c.isdigit())
            if i == at + 1:
                run += digits
            else:
                out.append(run)
                run = digits
            at = i
    out.append(run)
    return out


def _code_pieces(utterance: Utterance) -> list[str]:
    """Return the runs of letters and digits that may be codes, "" between them."""
    pieces: list[str] = []
    run = ""
    for i, word in enumerate([*utterance.words, ""]):
        figure = utterance.values.get(i)
        piece = word
        if isinstance(figure, Figure) and figure.kind == "num":
            piece = str(figure.value).replace("-", "")
        coded = (
            (len(piece) == 1 and piece.isalnum() and piece != "a")
            or piece.isdigit()
            or (piece.isalnum() and any(c.isdigit() for c in piece))
        )
        if coded:
            run += piece
            continue
        pieces.append(run)
        run = ""
    return pieces


def _same_code(said: Said, value: str) -> bool | None:
    compact = "".join(c for c in value.casefold() if c.isalnum())
    pieces = said.code_pieces
    if compact in "".join(pieces):
        return True
    relevant = [
        p
        for p in pieces
        if _CODE.match(p) and len(p) == len(compact) and p[:1].isalpha() == compact[:1].isalpha()
    ]
    return False if relevant else None
