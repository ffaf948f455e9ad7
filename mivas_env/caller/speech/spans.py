"""Spans of days: "from Monday the 24th to Friday the 28th", read back and compared with a fact.

The value of such a fact is a span as ISO 8601 writes it: ``2026-08-24/2026-08-28``, or
``2026-08-24/..`` without a last day.
"""

import datetime as dt
import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from mivas_env.caller.speech.clauses import Utterance
from mivas_env.caller.speech.days import DAYS, Day, coming_date, day_of
from mivas_env.caller.speech.moments import birth_dates, names_no_day
from mivas_env.caller.speech.plain_words import word_set

_SPAN = re.compile(r"(\d{4}-\d{2}-\d{2})/(\d{4}-\d{2}-\d{2}|\.\.)\Z")
_MOST_KEPT = 1_024
_ONE_DAY = 2
_TO = word_set("through thru till to until")
_BOTH = word_set("and or")
_JOINING = _TO | _BOTH | {"the", "on"}
_FROM = word_set("after beginning from of since starting")
_ON = word_set("later on onward onwards")
_ENDLESS = ("no", "without", "open")
_END = word_set("end ended latest last")
_PREMISES = word_set("closed hours open opens")
_WEEK = 7
_WORKDAYS = 4


@dataclass(frozen=True, slots=True)
class Span:
    """First and last day, both included; `last` is None where the span has no end."""

    first: dt.date
    last: dt.date | None


@dataclass(frozen=True, slots=True)
class SaidSpan:
    """What was said of a span; None for a side that was left out. `endless`: it was said so."""

    first: Day | None
    last: Day | None
    endless: bool = False
    week: bool = False


@lru_cache(maxsize=_MOST_KEPT)
def span_of(value: str) -> Span | None:
    """Return the span that a fact's value writes; None when it is something else."""
    match = _SPAN.match(value)
    if match is None:
        return None
    last = None if match[2] == ".." else dt.date.fromisoformat(match[2])
    return Span(dt.date.fromisoformat(match[1]), last)


def said_span(utterance: Utterance, today: dt.date) -> SaidSpan | None:
    """Return the first span of days that the utterance names; None without one."""
    words = utterance.words
    days = _days(utterance, today)
    endless = any(
        w in _ENDLESS and not _END.isdisjoint(words[i + 1 : i + 3]) for i, w in enumerate(words)
    )
    for joiners in (_TO, _BOTH):
        for (_, end, first), (start, _, last) in pairwise(days):
            between = words[end:start]
            if _JOINING.issuperset(between) and not joiners.isdisjoint(between):
                return SaidSpan(*_one_month(first, last))
    for start, end, day in days:
        before, after = words[max(0, start - 3) : start], words[end : end + 3]
        if not _TO.isdisjoint(before[-2:]):
            return SaidSpan(None, day)
        on = bool(after) and (after[0] in _ON or "later" in after)
        if on or (not _FROM.isdisjoint(before)):
            return SaidSpan(day, None, endless or on, week="week" in before)
    return None


def _one_month(first: Day, last: Day) -> tuple[Day, Day]:
    """Return both days, a month that is said of one of them alone being that of both."""
    months = {month for month, _, _ in (first, last) if month is not None}
    if len(months) == 1 and (first[1] or 0) <= (last[1] or 0):
        month = months.pop()
        return (month, *first[1:]), (month, *last[1:])
    return first, last


def same_span(told: SaidSpan, span: Span, today: dt.date) -> bool:
    """Say whether what was said of a span is right, as far as it was said."""
    first = told.first is None or _date(told.first, today) == span.first
    if told.week and told.first is not None and span.last is not None:
        return first and _WORKDAYS <= (span.last - span.first).days < _WEEK
    if told.last is not None:
        return first and _date(told.last, today) == span.last
    return first and not (told.endless and span.last is not None)


def _date(day: Day, today: dt.date) -> dt.date | None:
    month, number, weekday = day
    return None if number is None else coming_date(month, number, today, weekday)


def _days(utterance: Utterance, today: dt.date) -> list[tuple[int, int, Day]]:
    """Return every day named by its date, as (first word, word behind it, day)."""
    out: list[tuple[int, int, Day]] = []
    births = birth_dates(utterance)
    for clause in utterance.clauses:
        if not _PREMISES.isdisjoint(utterance.words[clause.start : clause.end]):
            continue
        for i, figure in utterance.figures(clause, *DAYS):
            if i not in births and not names_no_day(utterance, i, figure):
                _add(out, i, day_of(figure, today))
    return [each for each in out if each[2][1] is not None]


def _add(out: list[tuple[int, int, Day]], i: int, day: Day) -> None:
    """Add a day; a date behind its weekday, or behind "tomorrow", is one day with it."""
    month, number, weekday = day
    if out and number is not None and i - out[-1][1] < _ONE_DAY:
        start, _, (_, other, name) = out[-1]
        if other in (None, number):
            out[-1] = (start, i + 1, (month, number, weekday if name is None else name))
            return
    out.append((i, i + 1, day))
