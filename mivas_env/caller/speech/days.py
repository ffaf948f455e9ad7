"""Days that are said: what is known of each, and whether two may be the same."""

import datetime as dt
from collections.abc import Iterator

from mivas_env.caller.speech.clauses import Utterance
from mivas_env.caller.speech.figures import Figure
from mivas_env.caller.speech.plain_words import word_set

DAYS = ("date", "weekday", "near_day")
"""The kinds of figure that name a day."""
_OPEN_ENDED = word_set("after before between from onward onwards since starting through until week")
_CLOCK = frozenset({"<num>", "<time>"})
_REACH = 4
_NEXT_TO = 2
_WEEK = 7
_OF = frozenset({"of", "beginning", "starting"})

Day = tuple[int | None, int | None, int | None]
"""Month, day of the month, weekday; None for what was not said."""
Range = tuple[dt.date, dt.date]
Span = tuple[Range | None, int | None]
"""First and last day, or the weekday where no date was said."""


def asked_days(said: Utterance, today: dt.date) -> Iterator[Day]:
    """Yield the days that a line asks for; none where it leaves them open."""
    places = [i for i, f in said.values.items() if isinstance(f, Figure) and f.kind in DAYS]
    loose = {
        i
        for i, word in enumerate(said.words[:-1])
        if word in _OPEN_ENDED
        and said.words[i + 1] not in _CLOCK  # "after three" leaves no day open
    }
    for i in places:
        if not loose.isdisjoint(range(i - _REACH, i + 3)) or said.words[i + 1 : i + 2] == ["to"]:
            return
    if "after" in said.words and "that" in said.words[said.words.index("after") :]:
        return
    figures = ((i, said.values[i]) for i in places)
    yield from merged([(i, day_of(f, today)) for i, f in figures if isinstance(f, Figure)])


def merged(days: list[tuple[int, Day]]) -> list[Day]:
    """Join "Wednesday" and "the 26th" into one day."""
    out: list[Day] = []
    last = -_REACH
    for at, (month, number, weekday) in days:
        if out and at - last <= _NEXT_TO and number is not None and out[-1][1] is None:
            out[-1] = (month, number, out[-1][2])
        else:
            out.append((month, number, weekday))
        last = at
    return out


def day_of(figure: Figure, today: dt.date) -> Day:
    """Return what is known of a day that was said."""
    value = figure.value
    if figure.kind == "weekday" and isinstance(value, int):
        return None, None, value
    if figure.kind == "near_day" and isinstance(value, int):
        day = today + dt.timedelta(days=value)
        return day.month, day.day, day.weekday()
    if not isinstance(value, tuple):
        return None, None, None
    _, month, number = value
    if month is None:
        return None, number, None
    # The calls lie within a few months, so a month that is past is that of the next year.
    year = today.year + (month < today.month)
    try:
        return month, number, dt.date(year, month, number).weekday()
    except ValueError:
        return month, number, None


def agree(one: Day, other: Day) -> bool:
    """Say whether two days may be the same: equal wherever both are known, and never unlike."""
    return all(a is None or b is None or a == b for a, b in zip(one, other, strict=True))


def same_day(one: Day, other: Day) -> bool:
    """Say whether two days agree in a day of the month or, lacking one, in the weekday."""
    known = one[1] is not None and other[1] is not None
    return agree(one, other) and (known or (one[2] is not None and other[2] is not None))


def spans(said: Utterance, span: range, today: dt.date) -> Iterator[Span]:
    """Yield (first and last day, weekday) of every day named within `span`."""
    for i, figure in said.values.items():
        if i not in span or not isinstance(figure, Figure) or figure.kind not in DAYS:
            continue
        month, number, weekday = day_of(figure, today)
        if number is None:
            if not _dated(said, i):
                yield None, weekday
            continue
        first = coming_date(month, number, today)
        if first is None:
            continue
        week = said.words[max(0, i - 3) : i]
        length = _WEEK if "week" in week and not _OF.isdisjoint(week) else 1
        yield (first, first + dt.timedelta(days=length - 1)), None


def _dated(said: Utterance, at: int) -> bool:
    """Say whether a date follows a weekday at once: "Tuesday the eighth" is one day."""
    after = (said.values.get(i) for i in range(at + 1, at + 1 + _NEXT_TO))
    return any(isinstance(f, Figure) and f.kind == "date" for f in after)


def coming_date(
    month: int | None, number: int, today: dt.date, weekday: int | None = None
) -> dt.date | None:
    """Return the next day of that number from today on, in the month and on the weekday said."""
    for ahead in range(12):
        index = today.month - 1 + ahead
        year, candidate = today.year + index // 12, index % 12 + 1
        if month is not None and candidate != month:
            continue
        try:
            day = dt.date(year, candidate, number)
        except ValueError:
            continue
        if day >= today and weekday in (None, day.weekday()):
            return day
    return None


def meet(one: Span, other: Span) -> bool:
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
