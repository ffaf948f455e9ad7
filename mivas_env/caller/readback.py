"""Values the agent reads back, compared with the caller's facts (CALLER rule 5)."""

import re
from collections.abc import Mapping

from mivas_env.caller.clauses import Clause, Utterance
from mivas_env.caller.compiled import Named
from mivas_env.caller.figures import Figure
from mivas_env.caller.moments import birth_dates
from mivas_env.caller.plain_words import word_set
from mivas_env.caller.wording import read_words
from mivas_env.schema.script import Fact

_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}\Z")
_ZIP_DIGITS = 5
_PHONE_LENGTHS = (7, 10, 11)
_CODE = re.compile(r"(?=.*\d)[a-z0-9]{5,}\Z")
_BIRTH_YEARS = 2020
_NAME_STOPS = word_set(
    """
    a an and are as at birth born confirm correct date first for found full got great
    have hello hi i in is it last miss mr mrs ms name now of okay on or perfect
    right see so spelled thank thanks that the this to under up was with you your zip
    """
)


def compare(utterance: Utterance, facts: Mapping[str, Fact]) -> tuple[list[str], list[str]]:
    """Return the facts that the utterance repeats rightly, and those that it gets wrong."""
    right: list[str] = []
    wrong: list[str] = []
    for fact_id, fact in facts.items():
        if not isinstance(fact.value, str):
            continue
        same = _same(utterance, fact_id, fact.value)
        if same is not None:
            (right if same else wrong).append(fact_id)
    return right, wrong


def asked_back(utterance: Utterance, facts: Mapping[str, Fact]) -> tuple[list[str], list[str]]:
    """Return what plain questions repeat: "shall I text it to 646 555 0118?", "Caleb Winters?".

    Only what identifies a person counts: numbers, codes, dates of birth, whole or spelled names.
    """
    right: list[str] = []
    wrong: list[str] = []
    for clause in utterance.clauses:
        if not clause.question or clause.garbled:
            continue
        part = _only(utterance, clause)
        for fact_id, fact in facts.items():
            if isinstance(fact.value, str) and _identifies(part, fact_id, fact.value):
                same = _same(part, fact_id, fact.value)
                if same is not None:
                    (right if same else wrong).append(fact_id)
    return right, wrong


def _only(utterance: Utterance, clause: Clause) -> Utterance:
    """Return one clause as an utterance of its own."""
    a, b = clause.start, clause.end
    values = {i - a: value for i, value in utterance.values.items() if a <= i < b}
    return Utterance(utterance.words[a:b], utterance.breaks[a:b], values, [], utterance.trade)


def _identifies(part: Utterance, fact_id: str, value: str) -> bool:
    if _ISO_DATE.match(value):
        return int(value[:4]) < _BIRTH_YEARS
    words = list(part.words)
    if fact_id.endswith("name"):
        names = read_words(value, 8).words
        whole = any(words[i : i + len(names)] == names for i in range(len(words)))
        return bool(_spelled(words)) or (len(names) > 1 and whole)
    return any(c.isdigit() for c in value)


def _same(utterance: Utterance, fact_id: str, value: str) -> bool | None:
    """Say whether the value was said rightly; None when nothing of its kind was said."""
    if _ISO_DATE.match(value):
        return _same_date(utterance, value)
    if fact_id.endswith("name"):
        return _same_name(utterance, value)
    digits = "".join(c for c in value if c.isdigit())
    if value.isdigit() and len(value) == _ZIP_DIGITS:
        said = [d for d in _digit_strings(utterance) if len(d) == _ZIP_DIGITS]
        return value in said if said else None
    if (
        len(digits) >= _PHONE_LENGTHS[1]
        and len(digits) >= len(value) - 6
        and value[:1] in "+(0123456789"
    ):
        said = [d for d in _phones(utterance) if len(d) in _PHONE_LENGTHS]
        return any(digits.endswith(d[-10:]) for d in said) if said else None
    if digits and digits != value:
        return _same_code(utterance, value)
    named = [
        v.canonical for v in utterance.values.values() if isinstance(v, Named) and v.kind == fact_id
    ]
    return value in named if named else None


def _same_date(utterance: Utterance, value: str) -> bool | None:
    year, month, day = (int(part) for part in value.split("-"))
    births = birth_dates(utterance) if year >= _BIRTH_YEARS else ()
    said = [
        f.value
        for i, f in utterance.values.items()
        if isinstance(f, Figure)
        and f.kind == "date"
        and isinstance(f.value, tuple)
        and i not in births
    ]
    born = "birth" in utterance.words or "born" in utterance.words or "birthday" in utterance.words
    seen: bool | None = None
    for said_year, said_month, said_day in said:
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


def _same_name(utterance: Utterance, value: str) -> bool | None:
    parts = read_words(value, 8).words
    words = list(utterance.words)
    spelled = _spelled(words)
    first, last = parts[0], parts[-1]
    stops = _NAME_STOPS | utterance.trade.titles | utterance.trade.client
    if first not in words and last not in words and not spelled:
        return None
    for i in range(len(words) - len(parts) + 1):
        if words[i : i + len(parts)] == parts:
            return not _misspelled(spelled, parts)
    for i, word in enumerate(words):
        if word == last and len(parts) > 1 and i:
            before = words[i - 1]
            if before.isalpha() and before not in stops and before != first:
                return False
        if word == first and i + 1 < len(words) and not utterance.breaks[i]:
            after = words[i + 1]
            if after.isalpha() and len(after) > 1 and after not in stops and after != last:
                return False
    if _misspelled(spelled, parts):
        return False
    return True if first in words or last in words else None


def _misspelled(spelled: list[str], parts: list[str]) -> bool:
    return any(s not in parts for s in spelled if len(s) > 2)  # noqa: PLR2004 - three letters at least


def _spelled(words: list[str]) -> list[str]:
    """Return the words that were spelled out letter by letter."""
    out, run = [], ""
    for word in [*words, ""]:
        if len(word) == 1 and word.isalpha():
            run += word
            continue
        if len(run) > 2:  # noqa: PLR2004 - "a b" is no spelling
            out.append(run)
        run = ""
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


def _same_code(utterance: Utterance, value: str) -> bool | None:
    compact = "".join(c for c in value.casefold() if c.isalnum())
    pieces: list[str] = []
    run = ""
    for i, word in enumerate([*utterance.words, ""]):
        figure = utterance.values.get(i)
        piece = str(figure.value) if isinstance(figure, Figure) and figure.kind == "num" else word
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
    said = [p for p in pieces if _CODE.match(p)]
    if compact in "".join(pieces):
        return True
    relevant = [
        p for p in said if len(p) == len(compact) and p[:1].isalpha() == compact[:1].isalpha()
    ]
    return False if relevant else None
