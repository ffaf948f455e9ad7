"""What the caller agrees to: is the thing on offer the very thing its script allows?"""

import datetime as dt
from collections.abc import Mapping

from mivas_env.caller.clauses import Utterance
from mivas_env.caller.compiled import CompiledLexicon, Named
from mivas_env.caller.figures import Figure
from mivas_env.caller.moments import birth_dates
from mivas_env.caller.readback import compare
from mivas_env.schema.script import Fact, FactValue

_WEEKDAY_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_HALF_DAY = 720
MOMENT_KEYS = frozenset({"date", "time", "weekday", "start"})


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
    for key, value in require.items():
        if key in MOMENT_KEYS:
            continue
        if key.endswith("_cents"):
            if value not in _amounts(utterance):
                return False
        elif not _names(key, value, utterance, lexicon, named_before, facts):
            return False
    return _moment_fits(require, utterance, lexicon)


def _amounts(utterance: Utterance) -> list[object]:
    return [
        f.value for f in utterance.values.values() if isinstance(f, Figure) and f.kind == "money"
    ]


def _names(
    key: str,
    value: FactValue,
    utterance: Utterance,
    lexicon: CompiledLexicon,
    named_before: Mapping[str, str],
    facts: Mapping[str, Fact],
) -> bool:
    if key in lexicon.lexicon.entities or key in lexicon.lexicon.referents:
        named = [
            v.canonical for v in utterance.values.values() if isinstance(v, Named) and v.kind == key
        ]
        if not named:
            return named_before.get(key, value) == value
        return value in named
    if key in facts:
        _, wrong = compare(utterance, {key: facts[key]})
        return not wrong
    return True


def _moment_fits(
    require: Mapping[str, FactValue], utterance: Utterance, lexicon: CompiledLexicon
) -> bool:
    day, minute, weekday = _wanted(require)
    if day is None and minute is None and weekday is None:
        return True
    current: Figure | None = None
    births = birth_dates(utterance)
    for i, figure in utterance.values.items():
        if not isinstance(figure, Figure) or i in births:
            continue
        if figure.kind in ("date", "weekday", "near_day"):
            fits = _day_ok(figure, day, weekday, lexicon)
            if fits and minute is None:
                return True
            # "Monday the 24th": a date after a weekday must agree with both.
            after_weekday = current is not None and current.kind == "weekday"
            if not (fits and figure.kind == "date" and after_weekday):
                current = figure
        elif figure.kind == "time" and minute is not None and _time_ok(figure, minute):
            after = utterance.values.get(i + 2) or utterance.values.get(i + 1)
            days = [f for f in (current, after) if isinstance(f, Figure)]
            open_day = day is None and weekday is None
            if open_day or any(_day_ok(f, day, weekday, lexicon) for f in days):
                return True
    return False


def _wanted(
    require: Mapping[str, FactValue],
) -> tuple[dt.date | None, int | None, int | None]:
    """Return the required day, minute of the day and weekday; None for what is left open."""
    start = str(require.get("start", "") or "")
    date_text, _, time_text = start.partition("T")
    date_text = str(require.get("date", date_text) or "")
    time_text = str(require.get("time", time_text) or "")
    day = dt.date.fromisoformat(date_text) if date_text else None
    minute = int(time_text[:2]) * 60 + int(time_text[3:5]) if time_text else None
    name = str(require.get("weekday", "") or "")
    return day, minute, _WEEKDAY_NAMES.index(name) if name in _WEEKDAY_NAMES else None


def _time_ok(figure: Figure, minute: int) -> bool:
    if not isinstance(figure.value, int):
        return False
    if figure.exact:
        return figure.value == minute
    return figure.value % _HALF_DAY == minute % _HALF_DAY


def _day_ok(
    figure: Figure, day: dt.date | None, weekday: int | None, lexicon: CompiledLexicon
) -> bool:
    """Say whether the day named by the figure is the one required."""
    wanted = day.weekday() if day is not None else weekday
    if figure.kind == "weekday":
        return figure.value == wanted
    if figure.kind == "near_day" and isinstance(figure.value, int):
        named = lexicon.today + dt.timedelta(days=figure.value)
        return named == day if day is not None else named.weekday() == weekday
    if figure.kind == "date" and isinstance(figure.value, tuple) and day is not None:
        year, month, number = figure.value
        return number == day.day and month in (None, day.month) and year in (None, day.year)
    return False
