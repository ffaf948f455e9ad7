"""Does a clause speak of another day, or another thing, than the caller's question names?"""

import datetime as dt
from collections.abc import Iterator, Sequence

from mivas_env.caller.clauses import Clause, Utterance
from mivas_env.caller.compiled import CompiledLexicon
from mivas_env.caller.figures import Figure
from mivas_env.caller.wishes import DAYS, day_of, read_line

_WEEK = 7
_HALF_DAY = 720
_OF = frozenset({"of", "beginning", "starting"})

Range = tuple[dt.date, dt.date]
Day = tuple[Range | None, int | None]
"""First and last day, or the weekday where no date was said."""


def of_another_day(
    lines: Sequence[str],
    opening: Sequence[str],
    utterance: Utterance,
    clause: Clause,
    lexicon: CompiledLexicon,
) -> bool:
    """Say whether every day that the clause names lies outside those that the lines ask about.

    Only what both sides name is compared. "The week of August 31st" is seven days; "that Tuesday"
    is the day of the `opening`.
    """
    told = list(_days(utterance, range(clause.start, clause.end), lexicon.today))
    if not told:
        return False
    asked = list(_asked(lines, lexicon))
    if not asked:
        return False
    known = [a for a in asked if a[0] is not None] or [
        a for a in _asked(opening, lexicon) if a[0] is not None
    ]
    return not any(_meets(t, a) for t in told for a in known or asked)


def of_another_time(
    lines: Sequence[str], utterance: Utterance, clause: Clause, lexicon: CompiledLexicon
) -> bool:
    """Say whether the clause names hours of the day, and only others than the lines."""
    told = set(_hours(utterance, range(clause.start, clause.end)))
    if not told:
        return False
    read = [read_line(line, lexicon) for line in lines]
    asked = {hour for said in read for hour in _hours(said, range(len(said.words)))}
    return bool(asked) and asked.isdisjoint(told)


def _hours(said: Utterance, span: range) -> Iterator[int]:
    """Yield the minutes of every time named within `span`, counted in half days."""
    for i, figure in said.values.items():
        if i not in span or not isinstance(figure, Figure) or figure.kind != "time":
            continue
        if isinstance(figure.value, int):
            yield figure.value % _HALF_DAY


def of_another_named(
    lines: Sequence[str], utterance: Utterance, clause: Clause, lexicon: CompiledLexicon
) -> bool:
    """Say whether the clause names an office, a plan and so on, and only others than the lines."""
    if not clause.names:
        return False
    read = [read_line(line, lexicon) for line in lines]
    for kind in clause.names:
        told = utterance.named(clause, kind)
        asked = {
            name for said in read for part in said.clauses for _, name in said.mentions(part, kind)
        }
        if told and asked and asked.isdisjoint(told):
            return True
    return False


def _asked(lines: Sequence[str], lexicon: CompiledLexicon) -> Iterator[Day]:
    for line in lines:
        said = read_line(line, lexicon)
        yield from _days(said, range(len(said.words)), lexicon.today)


def _days(said: Utterance, span: range, today: dt.date) -> Iterator[Day]:
    """Yield (first and last day, weekday) of every day named within `span`."""
    for i, figure in said.values.items():
        if i not in span or not isinstance(figure, Figure) or figure.kind not in DAYS:
            continue
        month, number, weekday = day_of(figure, today)
        if number is None:
            yield None, weekday
            continue
        first = _date(month, number, today)
        if first is None:
            continue
        week = said.words[max(0, i - 3) : i]
        length = _WEEK if "week" in week and not _OF.isdisjoint(week) else 1
        yield (first, first + dt.timedelta(days=length - 1)), None


def _date(month: int | None, number: int, today: dt.date) -> dt.date | None:
    """Return the next day of that number from today on, in that month if one was said."""
    for ahead in range(12):
        index = today.month - 1 + ahead
        year, candidate = today.year + index // 12, index % 12 + 1
        if month is not None and candidate != month:
            continue
        try:
            day = dt.date(year, candidate, number)
        except ValueError:
            continue
        if day >= today:
            return day
    return None


def _meets(one: Day, other: Day) -> bool:
    """Say whether two days may be the same."""
    if one[0] is None and other[0] is None:
        return one[1] is None or other[1] is None or one[1] == other[1]
    if one[0] is not None and other[0] is not None:
        return one[0][0] <= other[0][1] and other[0][0] <= one[0][1]
    span, weekday = (one[0], other[1]) if one[0] is not None else (other[0], one[1])
    if span is None or weekday is None:
        return True
    days = (span[1] - span[0]).days + 1
    return any((span[0] + dt.timedelta(days=k)).weekday() == weekday for k in range(days))
