"""What one line of the caller holds, as values that could fill a tool's arguments.

Plain reading of English: names, dates, telephone numbers, codes. Nothing here knows a task.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import cast

from mivas_env.caller.speech.figures import Date, Figure, read_figure
from mivas_env.caller.speech.wording import read_words

_HEARD_WORDS = 150
_PHONE_DIGITS = 10
_ZIP_DIGITS = 5
_CODE_DIGITS = (4, 12)
_LAST_BIRTH_YEAR = 2020
_SHORT_YEARS = (20, 99)
_LATEST_DAYS = 120
_NAME = re.compile(
    r"\b[A-Z][a-zà-ÿ]+(?:['-][A-Z]?[a-zà-ÿ]+)?(?:\s+[A-Z][a-zà-ÿ]+(?:['-][A-Z]?[a-zà-ÿ]+)?){1,2}"
)
_NO_NAMES = frozenset(
    [
        "Hi", "Hello", "Hey", "Good", "Morning", "Afternoon", "Evening", "Yes", "No", "Thanks",
        "Thank", "I", "It", "My", "The", "This", "That", "Is", "Are", "Do", "Does", "Can", "Could",
        "Would", "Will", "What", "Which", "When", "Where", "Who", "How", "Why", "And", "But", "So",
        "Then", "Please", "Sorry", "Okay", "Great", "Doctor", "Dr", "Mr", "Mrs", "Ms", "Miss",
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "January",
        "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December", "Avenue", "Street", "Labor", "Day",
    ]
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Heard:
    """Values of one line, each in the order in which they were said.

    `birth_dates` and `days` are ISO dates (days from today on, without a year said); `minutes` are
    minutes of the day, afternoon left open when it was not said; `phones` are E.164.
    """

    names: tuple[str, ...] = ()
    birth_dates: tuple[str, ...] = ()
    days: tuple[str, ...] = ()
    minutes: tuple[int, ...] = ()
    phones: tuple[str, ...] = ()
    zips: tuple[str, ...] = ()
    last4: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    words: str = ""
    values: frozenset[str] = frozenset()


@lru_cache(maxsize=8192)
def hear(line: str, today: str, not_names: frozenset[str]) -> Heard:
    """Read one line; `not_names` are capitalised words that are no person's name.

    `today` is an ISO date. A pure function of its arguments, so the cache holds no call's state.
    """
    wording = read_words(line, _HEARD_WORDS)
    words, breaks = wording.words, wording.breaks
    births, days, minutes = _moments(words, breaks, date.fromisoformat(today))
    phones, zips, last4, codes = _digits(words)
    names = tuple(_names(line, not_names))
    return Heard(
        names=names,
        birth_dates=tuple(dict.fromkeys(births)),
        days=tuple(dict.fromkeys(days)),
        minutes=tuple(dict.fromkeys(minutes)),
        phones=phones,
        zips=zips,
        last4=last4,
        codes=codes,
        words=f" {' '.join(words)} ",
        values=frozenset((*names, *births, *days, *phones, *zips, *codes)),
    )


def _names(line: str, not_names: frozenset[str]) -> Iterable[str]:
    for match in _NAME.finditer(line):
        parts = match[0].split()
        while parts and (parts[0] in _NO_NAMES or parts[0] in not_names):
            parts = parts[1:]
        if len(parts) > 1 and not any(p in _NO_NAMES or p in not_names for p in parts):
            before = line[: match.start()].rstrip()
            if not before.endswith(("Doctor", "Dr.", "Dr")) and not match[0].startswith("Doctor"):
                yield " ".join(parts)


def _moments(
    words: list[str], breaks: list[str], today: date
) -> tuple[list[str], list[str], list[int]]:
    births: list[str] = []
    days: list[str] = []
    weekdays: list[str] = []
    minutes: list[int] = []
    i = 0
    while i < len(words):
        figure, used = read_figure(words, breaks, i)
        if figure is None:
            i += 1
            continue
        after = words[i + used] if i + used < len(words) else ""
        i += used
        if figure.kind == "time" and isinstance(figure.value, int):
            minutes.append(figure.value)
        elif figure.kind == "near_day" and isinstance(figure.value, int):
            days.append((today + timedelta(days=figure.value)).isoformat())
        elif figure.kind == "weekday" and isinstance(figure.value, int):
            ahead = (figure.value - today.weekday() - 1) % 7 + 1
            weekdays.append((today + timedelta(days=ahead)).isoformat())
        elif figure.kind == "date" and isinstance(figure.value, tuple):
            _take_date(figure, after, today, births, days)
    return births, days or weekdays, minutes


def _take_date(figure: Figure, after: str, today: date, births: list[str], days: list[str]) -> None:
    """Sort a date that was said into births (a year was said) or days to come."""
    year, month, day = cast("Date", figure.value)
    if year is None and after.isdigit() and _SHORT_YEARS[0] <= int(after) <= _SHORT_YEARS[1]:
        year = 1900 + int(after)
    if year is not None and year < _LAST_BIRTH_YEAR:
        if month is not None:
            births.append(f"{year:04d}-{month:02d}-{day:02d}")
        return
    for ahead in range(_LATEST_DAYS):
        coming = today + timedelta(days=ahead)
        if coming.day == day and month in (None, coming.month):
            days.append(coming.isoformat())
            return


def _digits(
    words: list[str],
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    phones: list[str] = []
    zips: list[str] = []
    last4: list[str] = []
    codes: list[str] = []
    for i, word in enumerate(words):
        digits = re.sub(r"[^0-9]", "", word)
        before = words[i - 1] if i else ""
        if digits and before.isalpha() and len(before) == 1 and before not in ("a", "i"):
            if _CODE_DIGITS[0] <= len(digits) <= _CODE_DIGITS[1]:
                codes.append(before.upper() + digits)
        elif len(digits) == _PHONE_DIGITS:
            phones.append(f"+1{digits}")
        elif len(word) == len(digits) == _ZIP_DIGITS:
            zips.append(digits)
        elif len(word) == len(digits) == _CODE_DIGITS[0] and not digits.startswith(("19", "20")):
            last4.append(digits)
        elif len(word) > len(digits) >= _CODE_DIGITS[0] and word.isalnum() and word[0].isalpha():
            codes.append(word.upper())
    return tuple(phones), tuple(zips), tuple(last4), tuple(codes)
