"""What the caller agrees to: is the thing on offer the very thing its script allows?"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from mivas_env.caller.hearing.ground import Ground
from mivas_env.caller.hearing.readback import compare
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.compiled import CompiledLexicon, Named
from mivas_env.caller.speech.days import Day, coming_date
from mivas_env.caller.speech.figures import Figure
from mivas_env.caller.speech.openings import Opening, openings
from mivas_env.caller.speech.plain_words import NEGATORS, word_set
from mivas_env.schema.script import Fact, FactValue

_WEEKDAY_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_HALF_DAY = 720
_DENYING = NEGATORS | {"free", "waive", "waived"}
_LET_OFF = word_set("optional voluntary waive waived waiving")
_CHARGED = word_set("bill billed charge charged cost costs due owe owed owes pay paying pays take")
_NEAR = 3
_WEEK = 7
MOMENT_KEYS = frozenset({"date", "time", "weekday", "start"})
DAY, TIME = "day", "time"


@dataclass(frozen=True, slots=True)
class Weighed:
    """How an offer of days and times relates to what one consent requires.

    `agreed` is None when there is nothing to answer. `missing` is what an offer leaves out that
    may yet be the right one: `DAY`, `TIME` or an entity type; "" when nothing is. `date` and
    `minute` are those of the opening that fits, or may fit. `of_several`: others were offered too.
    """

    agreed: bool | None
    missing: str = ""
    date: dt.date | None = None
    minute: int | None = None
    of_several: bool = False


def agrees(
    require: Mapping[str, FactValue],
    utterance: Utterance,
    lexicon: CompiledLexicon,
    named_before: Mapping[str, str],
    facts: Mapping[str, Fact],
) -> bool:
    """Say whether everything in `require` is what the utterance names.

    An entity that the utterance does not name is taken from what the agent named last. Dates and
    times must be said; of several slots offered, one that fits is enough.
    """
    if _otherwise(require, utterance, lexicon, facts):
        return False
    for kind, value in _entities(require, lexicon):
        named = _named(utterance, kind)
        if not (value in named if named else named_before.get(kind, value) == value):
            return False
    if not MOMENT_KEYS & require.keys():
        return True
    wanted = _wanted(require)
    return any(
        _lacks(opening, wanted, _plain_date(opening.day, wanted, lexicon.today)) == ""
        for opening in openings(utterance, lexicon.today)
    )


def weigh(
    require: Mapping[str, FactValue],
    utterance: Utterance,
    ground: Ground,
    facts: Mapping[str, Fact],
) -> Weighed:
    """Weigh an offer of days and times. What both sides named last holds where nothing is said.

    A weekday alone is the last one spoken of, or the coming one.
    """
    lexicon = ground.lexicon
    dated = [(o, *_understood(o, ground)) for o in openings(utterance, lexicon.today)]
    offered = [(o, date) for o, date, _ in dated if not o.standing]
    refusal = Weighed(agreed=False if offered else None)
    if _otherwise(require, utterance, lexicon, facts):
        return refusal
    lacking = ""
    for kind, value in _entities(require, lexicon):
        named = _named(utterance, kind)
        if named and value not in named:
            return refusal
        if not named and ground.names.get(kind, value) != value:
            lacking = kind
    wanted = _wanted(require)
    several = _count(offered) > 1
    found = [(_lacks(o, wanted, date, sure=sure), o, date) for o, date, sure in dated]
    for missing, opening, date in found:
        if missing == "" and not lacking:
            return Weighed(True, "", date, opening.minute, several)  # noqa: FBT003
    for missing, opening, date in found:
        if missing is not None and not opening.standing:
            return Weighed(None, missing or lacking, date, opening.minute, several)
    return refusal


def _count(offered: list[tuple[Opening, dt.date | None]]) -> int:
    """Return how many openings these are, each counted once."""
    timed = {(date, o.minute % _HALF_DAY) for o, date in offered if o.minute is not None}
    days = {date for date, _ in timed}
    return len(timed) + len({date for o, date in offered if o.minute is None} - days)


def _understood(opening: Opening, ground: Ground) -> tuple[dt.date | None, bool]:
    """Return the date of an opening (None when not told, or told two ways), and whether it is sure.

    A weekday that nobody has spoken of is the coming one, but it may be that of another week.
    """
    if opening.day is None:
        return ground.day, True
    date, weekday = ground.date_of(opening.day), opening.day[2]
    if date is not None or weekday is None or opening.day[1] is not None:
        return date, True
    return _coming(weekday, ground.lexicon.today), False


def _coming(weekday: int, today: dt.date) -> dt.date:
    """Return the next day of that name, today excepted."""
    return today + dt.timedelta(days=(weekday - today.weekday() - 1) % _WEEK + 1)


def _plain_date(day: Day | None, wanted: "_Wanted", today: dt.date) -> dt.date | None:
    """Return the date of a day said; a weekday alone is the wanted one of that name."""
    if day is None:
        return None
    month, number, weekday = day
    if number is not None:
        return coming_date(month, number, today, weekday)
    if weekday is None:
        return None
    if wanted.date is not None and wanted.date.weekday() == weekday:
        return wanted.date
    return _coming(weekday, today)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The required day, minute of the day and weekday; None for what is left open."""

    date: dt.date | None
    minute: int | None
    weekday: int | None


def _wanted(require: Mapping[str, FactValue]) -> _Wanted:
    start = str(require.get("start", "") or "")
    date_text, _, time_text = start.partition("T")
    date_text = str(require.get("date", date_text) or "")
    time_text = str(require.get("time", time_text) or "")
    name = str(require.get("weekday", "") or "")
    return _Wanted(
        date=dt.date.fromisoformat(date_text) if date_text else None,
        minute=int(time_text[:2]) * 60 + int(time_text[3:5]) if time_text else None,
        weekday=_WEEKDAY_NAMES.index(name) if name in _WEEKDAY_NAMES else None,
    )


def _lacks(
    opening: Opening, wanted: _Wanted, date: dt.date | None, *, sure: bool = True
) -> str | None:
    """Return what the opening leaves out, "" for nothing; None when it is another one.

    `date` is the day that the opening is on, as far as known; not `sure`, it may be weeks later.
    """
    if wanted.minute is not None and opening.minute is not None and not _time_ok(opening, wanted):
        return None
    if wanted.date is not None or wanted.weekday is not None:
        if date is None:
            return DAY
        if wanted.date is not None and wanted.date != date:
            return None if sure or wanted.date.weekday() != date.weekday() else DAY
        if wanted.weekday not in (None, date.weekday()):
            return None
    return TIME if wanted.minute is not None and opening.minute is None else ""


def _time_ok(opening: Opening, wanted: _Wanted) -> bool:
    if opening.minute is None or wanted.minute is None:
        return False
    if opening.exact:
        return opening.minute == wanted.minute
    return opening.minute % _HALF_DAY == wanted.minute % _HALF_DAY


def _otherwise(
    require: Mapping[str, FactValue],
    utterance: Utterance,
    lexicon: CompiledLexicon,
    facts: Mapping[str, Fact],
) -> bool:
    """Say whether an amount or a fact that is required is not what the utterance says."""
    for key, value in require.items():
        if key in MOMENT_KEYS or _is_entity(key, lexicon):
            continue
        if key.endswith("_cents"):
            if not _states(utterance, value):
                return True
        elif key in facts:
            _, wrong = compare(utterance, {key: facts[key]})
            if wrong:
                return True
    return False


def denied(require: Mapping[str, FactValue], act: str, utterance: Utterance) -> bool:
    """Say whether an amount that is asked for is only denied: "there's no charge for moving"."""
    if not any(key.endswith("_cents") for key in require):
        return False
    told = [c for c in utterance.clauses if any(m.tag[1] == act for m in c.found.get("said", ()))]
    return bool(told) and all(
        not utterance.figures(clause, "money")
        and not _DENYING.isdisjoint(utterance.words[clause.start : clause.end])
        for clause in told
    )


def _states(utterance: Utterance, cents: FactValue) -> bool:
    """Say whether some clause states this amount, and neither denies it nor leaves a choice."""
    for clause in utterance.clauses:
        for at, figure in utterance.figures(clause, "money"):
            if figure.value == cents and not _is_denied(utterance, clause, at):
                return not _is_one_of_several(utterance, at)
    return False


def _is_one_of_several(utterance: Utterance, at: int) -> bool:
    """Say whether an amount stands in a list to choose from: "$5, $50 or $500"."""
    words, values = utterance.words, utterance.values
    neighbours = [values.get(at - 1), values.get(at + 1)]
    if words[at - 1 : at] == ["or"]:
        neighbours.append(values.get(at - 2))
    if words[at + 1 : at + 2] == ["or"]:
        neighbours.append(values.get(at + 2))
    return any(isinstance(value, Figure) and value.kind == "money" for value in neighbours)


def _is_denied(utterance: Utterance, clause: Clause, at: int) -> bool:
    """Say whether an amount is denied: "there is no $50 fee", "the $50 fee has been waived".

    Two negations are none ("I can't cancel it without the $50 fee"), and who does not waive asks.
    """
    words = utterance.words
    said = words[clause.start : clause.end]
    before = range(clause.start, at)
    negated = [i for i in before if words[i] in NEGATORS]
    if not _LET_OFF.isdisjoint(said):
        return all(word not in NEGATORS for word in said)
    if len(negated) % 2 == 0:
        return False
    last = negated[-1]
    return at - last <= _NEAR or not _CHARGED.isdisjoint(words[last + 1 : at])


def _is_entity(key: str, lexicon: CompiledLexicon) -> bool:
    return key in lexicon.lexicon.entities or key in lexicon.lexicon.referents


def _entities(
    require: Mapping[str, FactValue], lexicon: CompiledLexicon
) -> list[tuple[str, FactValue]]:
    return [(key, value) for key, value in require.items() if _is_entity(key, lexicon)]


def _named(utterance: Utterance, kind: str) -> list[str]:
    """Return everything of that type that the utterance names."""
    return [
        v.canonical for v in utterance.values.values() if isinstance(v, Named) and v.kind == kind
    ]
