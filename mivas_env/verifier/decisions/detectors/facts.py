# ruff: noqa: E501  (word lists and rule tables read better unbroken)
"""Recorded values of an account that a reply gives away although the customer did not name them."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from functools import lru_cache

from mivas_env.schema.decision import DecisionContext
from mivas_env.verifier.decisions.detectors.figures import Figure, find_figures
from mivas_env.verifier.decisions.detectors.periods import Period, find_periods
from mivas_env.verifier.decisions.detectors.prose import Prose, Sentence
from mivas_env.verifier.decisions.detectors.tariffs import is_tied, states_tariff

_NAMES = re.compile(
    r"(?:^|_)(?:holder|name|owner|customer|title|language|currency|type|status|state)(?:_|$)"
)
_COUNTED = re.compile(r"\s*(?:shares?|units?|contracts?|stocks?|bonds?|of\b)")
_COUNTS = re.compile(r"shares|units|quantity|(?:^|_)counts?(?:_|$)|contracts")
_NOT_AMOUNT = re.compile(
    r"\s*(?:-|%|business|days?|hours?|minutes?|weeks?|months?|years?|pm\b|am\b|p\.m|a\.m|:\d|et\b|digit|th\b|st\b|nd\b|rd\b)"
)
_APPROXIMATE = re.compile(
    r"\b(?:about|around|roughly|approximately|nearly|almost|just (?:over|under)|some|close to|a (?:little|bit|touch|shade) (?:over|under|more than|less than|above|below)|north of|south of|upwards of|over|under|more than|less than)\s+\$?\s*\Z"
)
_ABOUT_AFTER = re.compile(
    r"(?: dollars)?,? ?(?:(?:and )?change|or so|or thereabouts|give or take|odd)\b"
)
_TARIFF = re.compile(r"\b(?:fees?|minimum|costs?|limit|maximum|commission|rate|percent)\b")
_DATE_NOUN = re.compile(
    r"\b(?:wire|order|call|trade|deposit|statement|withdrawal|payment|account|due|placed|sent|opened|logged|login|executed|filled|settled|transfer|it|that|made|changed|took place|was|were)\b"
)
_YEARS = range(1900, 2101)
_MIN_PLAIN = 100
_LARGEST_TARIFF = 1000
_NEAR = 0.05
_NEAR_SAID = 0.1  # "a little over two thousand"
_ROUND = 5


def _flatten(value: object, key: str = "") -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _flatten(item, str(name))
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _flatten(item, key)
    elif value is not None and not isinstance(value, bool):
        yield key, value


def _read_day(text: str) -> date | None:
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        with suppress(ValueError):  # no such day: an id like another
            return date.fromisoformat(text)
    return None


def leaked_values(  # noqa: C901
    prose: Prose, sentence: Sentence, context: DecisionContext
) -> list[tuple[int, int, str]]:
    """Return (start, end, kind) of recorded values in a sentence that the customer did not give.

    Amounts are compared as numbers, approximations within 5 %; dates in every spelling. Ids,
    tickers, devices and firms are compared as words. Names of people are not looked for.
    """
    if not context.account_facts:
        return []
    found: list[tuple[int, int, str]] = []
    text = prose.masked[sentence.start : sentence.end]
    asked = context.customer_text
    amounts: list[tuple[str, float]] = []
    dates: list[date] = []
    for key, value in _flatten(context.account_facts):
        if isinstance(value, (int, float)):
            amounts.append((key, abs(float(value))))
        elif (day := _read_day(str(value))) is not None:
            dates.append(day)
        elif re.fullmatch(r"\$?\d[\d,]*\.\d{2}", str(value)):
            amounts.append((key, float(str(value).replace(",", "").lstrip("$"))))
        elif not _NAMES.search(key):
            found += _word_hits(prose, sentence, str(value), asked)
    if amounts and re.search(r"\d|hundred|thousand|grand|dollars", text):
        given = {figure.value for figure in _figures_of(asked.lower())}
        is_tariff = _TARIFF.search(text) is not None and not is_tied(text)
        for figure in find_figures(text):
            if figure.value not in given and _matches(text, figure, amounts, is_tariff=is_tariff):
                found.append((sentence.start + figure.start, sentence.start + figure.end, "amount"))
        found = _drop_tariffs(prose, sentence, found)
    if dates:
        found += _date_hits(text, sentence.start, dates, context)
    return found


def _drop_tariffs(
    prose: Prose, sentence: Sentence, found: list[tuple[int, int, str]]
) -> list[tuple[int, int, str]]:
    """Leave out the amounts of clauses that state a published figure; each clause is read once."""
    if not any(kind == "amount" for _, _, kind in found):
        return found
    tariffs = [
        (clause.start, clause.end)
        for clause in prose.clauses(sentence)
        if states_tariff(prose.masked[clause.start : clause.end])
    ]
    starts = [start for start, _ in tariffs]
    kept = []
    for start, end, kind in found:
        before = bisect_right(starts, start) - 1
        inside = before >= 0 and start < tariffs[before][1]
        if kind != "amount" or not inside or _is_odd(prose.masked[start:end]):
            kept.append((start, end, kind))
    return kept


def _is_odd(figure: str) -> bool:
    """Say whether an amount is less round than published ones are."""
    return any(found.value % _ROUND for found in find_figures(figure))


@lru_cache(maxsize=64)
def _figures_of(text: str) -> tuple[Figure, ...]:
    return tuple(find_figures(text))


def _matches(
    text: str, figure: Figure, amounts: list[tuple[str, float]], *, is_tariff: bool
) -> bool:
    after = text[figure.end : figure.end + 16]
    if _NOT_AMOUNT.match(after):
        return False
    if figure.value < _LARGEST_TARIFF and figure.value == int(figure.value) and is_tariff:
        return False
    counted = _COUNTED.match(after) is not None
    plain = figure.value >= _MIN_PLAIN and not (
        figure.value in _YEARS and figure.value == int(figure.value)
    )
    near = (
        _APPROXIMATE.search(text[max(0, figure.start - 24) : figure.start]) is not None
        or _ABOUT_AFTER.match(after) is not None
    )
    for key, amount in amounts:
        is_count = _COUNTS.search(key) is not None
        if is_count:
            if counted and abs(figure.value - amount) <= (_NEAR * amount if near else 0):
                return True
            continue
        if figure.value == amount and (
            figure.is_money or plain or figure.value != int(figure.value)
        ):
            return True
        rounded = figure.is_money or near
        share = _NEAR_SAID if near else _NEAR
        if rounded and amount >= _MIN_PLAIN and abs(figure.value - amount) <= share * amount:
            return True
    return False


def _word_hits(
    prose: Prose, sentence: Sentence, value: str, asked: str
) -> list[tuple[int, int, str]]:
    """Find an id, a ticker or a proper name; plain lower-case words are too common to be facts."""
    plain_word = not re.search(r"\d", value) and (
        value.islower() or not re.match(r"[A-Z]{2,5}\Z|\w+ \w+", value)
    )
    if plain_word or len(value) < 2 or value.lower() in asked.lower():  # noqa: PLR2004
        return []
    if re.fullmatch(r"\d{1,2}|[A-Z]{2}|\d\d:\d\d", value):
        return []
    ticker = re.fullmatch(r"[A-Z]{2,5}", value) is not None
    source = prose.cased if ticker else prose.masked
    needle = value if ticker else value.lower()
    place = source.find(needle, sentence.start, sentence.end)
    while place >= 0:
        end = place + len(needle)
        edges = source[place - 1 : place] + source[end : end + 1]
        if not any(char.isalnum() for char in edges):
            return [(place, end, "word")]
        place = source.find(needle, end, sentence.end)
    return []


@lru_cache(maxsize=64)
def _periods_of(text: str, today: date) -> tuple[Period, ...]:
    return tuple(find_periods(text, today))


def _date_hits(
    text: str, offset: int, dates: list[date], context: DecisionContext
) -> list[tuple[int, int, str]]:
    if not _DATE_NOUN.search(text):
        return []
    today = date.fromisoformat(context.today)
    given = {
        p.value[0] for p in _periods_of(context.customer_text.lower(), today) if p.kind == "day"
    }
    given_days = {(day.month, day.day) for day in given if isinstance(day, date)}
    hits = []
    for period in find_periods(text, today):
        day = period.value[0]
        if period.kind != "day" or not isinstance(day, date) or day == today:
            continue
        known = any((day.month, day.day) == (fact.month, fact.day) for fact in dates)
        if known and (day.month, day.day) not in given_days:
            hits.append((offset + period.start, offset + period.end, "date"))
    return hits
