"""Figures that are said: money, dates, times, durations and digit strings, each as one word.

A figure becomes a class word (``<money>``, ``<date>``, ``<weekday>``, ``<time>``, ``<duration>``,
``<num>``) whose value is kept beside it. Money is in cents, dates are (year, month, day) with None
for what was not said, times are minutes of the day.
"""

from dataclasses import dataclass

from mivas_env.caller.speech.numerals import MONTHS
from mivas_env.caller.speech.plain_words import word_set

WEEKDAYS = {
    "monday": 0,
    "tuesday": 1,
    "wednesday": 2,
    "thursday": 3,
    "friday": 4,
    "saturday": 5,
    "sunday": 6,
    "mondays": 0,
    "tuesdays": 1,
    "wednesdays": 2,
    "thursdays": 3,
    "fridays": 4,
    "saturdays": 5,
    "sundays": 6,
    "mon": 0,
    "tue": 1,
    "tues": 1,
    "wed": 2,
    "thu": 3,
    "thur": 3,
    "thurs": 3,
    "fri": 4,
}
_NEAR_DAYS = {"today": 0, "tomorrow": 1, "tonight": 0}
_MONEY_UNITS = frozenset({"dollars", "dollar", "bucks", "usd"})
_TIME_UNITS = {
    "minute": "minute",
    "minutes": "minute",
    "hour": "hour",
    "hours": "hour",
    "day": "day",
    "days": "day",
    "week": "week",
    "weeks": "week",
    "month": "month",
    "months": "month",
    "year": "year",
    "years": "year",
}
FIGURE_WORDS = frozenset(
    {*MONTHS, *WEEKDAYS, *_NEAR_DAYS, "noon", "midday", "half", "quarter", "a", "an"}
)
_WITHIN = frozenset({"within", "inside", "under"})
_WHOLE = (["full"], ["whole"])
_LONG_UNITS = frozenset({"day", "hour", "month", "week"})
_AHEAD = word_set("'s ahead before beforehand prior")

_AFTER_HOUR = word_set("on with at or and for in is works work to if but sharp this next tomorrow")

_PARTS_OF_HOUR = {"5": 5, "10": 10, "15": 15, "20": 20, "25": 25, "quarter": 15, "half": 30}
_BY_THE_STREET = word_set(
    "avenue boulevard court drive lane parkway place plaza road square street terrace"
)
_STREET_NAME = 3
_NUMBERED = word_set("suite room floor apartment unit extension number")
_COUNTED_UP = word_set("floor floors storey")

_NOON = 720
_HALF_HOUR = 30
_HALF_DAY_HOURS = 12
_LAST_HOUR = 23
_MAX_DAY = 31
_MAX_MONTH = 12
_SHORT_YEAR_DIGITS = 2
_YEAR_DIGITS = 4
_MAX_DIGITS = 15
_CENTURY = 1900
_MILLENNIUM = 2000
_BIRTH_YEARS = range(1900, 2020)
_SHORT_BIRTH_YEARS = range(30, 100)

Date = tuple[int | None, int | None, int]


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure that was said.

    `kind` is money | date | weekday | near_day | time | duration | num. `value` holds cents for
    money, a `Date` for date, 0 (Monday) to 6 for weekday, days from today for near_day, the minute
    of the day for time, (count, unit) for duration and the digits for num. `exact` is False for a
    time that was said without am or pm, and for money that was said bare.
    """

    kind: str
    value: object
    exact: bool = True


def read_figure(words: list[str], breaks: list[str], i: int) -> tuple[Figure | None, int]:
    """Read the figure that starts at word `i`; return it and the words it takes, or (None, 0)."""
    word = words[i]
    first = word[0]
    if first == "$":
        cents = money_cents(word[1:])
        return (Figure("money", cents), 1) if cents is not None else (None, 0)
    if first.isdigit():
        return _number(words, breaks, i)
    if word in MONTHS:
        return _month_date(words, breaks, i)
    if word in WEEKDAYS:
        return Figure("weekday", WEEKDAYS[word]), 1
    if word in _NEAR_DAYS:
        return Figure("near_day", _NEAR_DAYS[word]), 1
    if word in ("noon", "midday"):
        return Figure("time", _NOON), 1
    if word in ("half", "quarter"):
        minute, exact, used = _past_the_hour(words, breaks, i)
        if minute is not None:
            return Figure("time", minute, exact=exact), used
    return _worded_duration(words, breaks, i)


def _worded_duration(words: list[str], breaks: list[str], i: int) -> tuple[Figure | None, int]:
    """Read "half an hour", "a full day", and "a day" where it is a limit: "within a day"."""
    if words[i] == "half" and words[i + 1 : i + 3] == ["an", "hour"]:
        return Figure("duration", (_HALF_HOUR, "minute")), 3
    if words[i] == "half" and words[i + 1 : i + 2] == ["hour"] and words[i - 1 : i] == ["a"]:
        return Figure("duration", (_HALF_HOUR, "minute")), 2
    if words[i] == "a" and words[i + 1 : i + 2] in _WHOLE and i + 2 < len(words):
        unit = _TIME_UNITS.get(words[i + 2])
        if unit is not None:
            return Figure("duration", (1, unit)), 3
    if words[i] == "a" and words[i + 1 : i + 2] != [] and words[i + 1] in _LONG_UNITS:
        after = words[i + 2] if i + 2 < len(words) else ""
        if after in _AHEAD and not breaks[i + 1]:
            return Figure("duration", (1, words[i + 1])), 2
    if words[i] in ("a", "an") and i and words[i - 1] in _WITHIN and i + 1 < len(words):
        unit = _TIME_UNITS.get(words[i + 1])
        if unit is not None:
            return Figure("duration", (1, unit)), 2
    return None, 0


def money_cents(digits: str) -> int | None:
    """Return the cents that "1,200.50" or "300" spell, or None for anything else."""
    scale = 1
    if digits.endswith("k"):
        digits, scale = digits[:-1], 1000
    whole, dot, part = digits.replace(",", "").partition(".")
    if not (whole.isascii() and whole.isdigit() and len(whole) <= _MAX_DIGITS):
        return None
    if dot and not (part.isascii() and part.isdigit() and len(part) <= _SHORT_YEAR_DIGITS):
        return None
    return (int(whole) * 100 + (int(part.ljust(2, "0")) if dot else 0)) * scale


def _after(words: list[str], breaks: list[str], i: int, count: int) -> str:
    """Return the word `count` places on, or "" when punctuation other than a comma intervenes."""
    j = i + count
    if j >= len(words) or any(b not in ("", ",") for b in breaks[i:j]):
        return ""
    return words[j]


def _number(words: list[str], breaks: list[str], i: int) -> tuple[Figure | None, int]:
    """Read what starts with a digit: money, a time, a date, a duration, or plain digits."""
    word = words[i]
    after = _after(words, breaks, i, 1) if not breaks[i] else ""
    if after in _MONEY_UNITS:
        cents = money_cents(word)
        if cents is not None:
            return Figure("money", cents), 2
    born, used = _date_in_figures(words, breaks, i)
    if born is not None:
        return Figure("date", born), used
    if ":" in word and (
        not _NUMBERED.isdisjoint(words[i - 1 : i]) or _numbers_a_house(words, breaks, i)
    ):
        return Figure("num", word.replace(":", "")), 1
    minute, exact, used = _clock(words, breaks, i, after)
    if minute is not None:
        return Figure("time", minute, exact=exact), used
    if word[-2:] in ("st", "nd", "rd", "th"):
        return _day_of_month(words, breaks, i)
    if "/" in word or word.count("-") == 2:  # noqa: PLR2004 - a date has two separators
        date = _numeric_date(word)
        if date is not None:
            return Figure("date", date), 1
    return _counted(words, breaks, i, after)


def _clock(words: list[str], breaks: list[str], i: int, after: str) -> tuple[int | None, bool, int]:
    """Return (minute of the day, said with am or pm, words taken); None when it is no time."""
    word = words[i]
    if after in ("past", "after", "to", "till"):
        minute, exact, used = _past_the_hour(words, breaks, i)
        if minute is not None:
            return minute, exact, used
    if word[-2:] in ("am", "pm"):
        return clock_minute(word[:-2], word[-2:]), True, 1
    if after in ("am", "pm"):
        return clock_minute(word, after), True, 2
    if after == "in" and _after(words, breaks, i, 2) == "the":
        half = {"morning": "am", "afternoon": "pm"}.get(_after(words, breaks, i, 3), "")
        return (clock_minute(word, half) if half else None), True, 4
    if ":" in word or after == "o'clock":
        return clock_minute(word, ""), False, 2 if after == "o'clock" else 1
    if i and words[i - 1] == "at" and (not after or after in _AFTER_HOUR or after in WEEKDAYS):
        minute = clock_minute(word, "")
        return (minute if minute is not None and 0 < minute <= _NOON else None), False, 1
    return None, False, 0


def _past_the_hour(words: list[str], breaks: list[str], i: int) -> tuple[int | None, bool, int]:
    """Read "ten past two", "quarter to four", with or without am or pm, as `_clock` does.

    "To" may as well join two ends ("from nine to five"), so it tells a time behind "quarter" or
    "at" only.
    """
    part, link = _PARTS_OF_HOUR.get(words[i]), _after(words, breaks, i, 1)
    before = link in ("to", "till")
    if part is None or breaks[i] or not (link in ("past", "after") or before):
        return None, False, 0
    if before and words[i] != "quarter" and words[i - 1 : i] != ["at"]:
        return None, False, 0
    hour = _after(words, breaks, i, 2)
    if not (hour.isdigit() and len(hour) <= _SHORT_YEAR_DIGITS):
        return None, False, 0
    if not 1 <= int(hour) <= _HALF_DAY_HOURS:
        return None, False, 0
    minute, exact, used = _clock(words, breaks, i + 2, _after(words, breaks, i + 2, 1))
    if minute is None:
        minute, exact, used = int(hour) % _HALF_DAY_HOURS * 60, False, 1
    return minute - part if before else minute + part, exact, used + 2


def _numbers_a_house(words: list[str], breaks: list[str], i: int) -> bool:
    """Say whether a street's name follows: "at two nineteen Pacific Court" is no time."""
    for count in range(1, _STREET_NAME + 1):
        after = _after(words, breaks, i, count) if not any(breaks[i : i + count]) else ""
        if not after.isalpha() or after in WEEKDAYS:
            return False
        if after in _BY_THE_STREET:
            return count > 1
    return False


def _date_in_figures(words: list[str], breaks: list[str], i: int) -> tuple[Date | None, int]:
    """Read a date of birth told in figures: "five seventeen nineteen ninety", "5, 17, 1990"."""
    month, _, day = words[i].partition(":")
    used = 1
    if not day:
        day, used = _after(words, breaks, i, 1), 2
    year_word = _after(words, breaks, i, used)
    if not (month.isdigit() and day.isdigit() and len(month + day) <= _YEAR_DIGITS):
        return None, 0
    year = _birth_year(words, breaks, i + used) if ":" in words[i] else _year(year_word)
    if year is None or year not in _BIRTH_YEARS or not _in_calendar(int(month), int(day)):
        return None, 0
    return (year, int(month), int(day)), used + 1


def _birth_year(words: list[str], breaks: list[str], i: int) -> int | None:
    """Return the year at word `i`, in full or by its last two digits: "1985", "'85"."""
    if i >= len(words) or breaks[i - 1] not in ("", ","):
        return None
    word = words[i]
    full = _year(word)
    if full is not None or not (word.isascii() and word.isdigit()):
        return full
    after = _after(words, breaks, i, 1) if not breaks[i] else ""
    unit = after in _TIME_UNITS or after in _MONEY_UNITS or after in ("business", "working")
    if len(word) != _SHORT_YEAR_DIGITS or unit:
        return None
    if word[0] == "0":
        return int(word) + _MILLENNIUM
    return int(word) + _CENTURY if int(word) in _SHORT_BIRTH_YEARS else None


def _counted(words: list[str], breaks: list[str], i: int, after: str) -> tuple[Figure | None, int]:
    """Read "24 hours", "3 business days", or plain digits."""
    word = words[i]
    if word.isdigit() and after:
        if after in _TIME_UNITS:
            return Figure("duration", (int(word[:9]), _TIME_UNITS[after])), 2
        if after in ("business", "working", "full", "calendar"):
            unit = _after(words, breaks, i, 2)
            if unit in _TIME_UNITS:
                return Figure("duration", (int(word[:9]), _TIME_UNITS[unit])), 3
        if after in MONTHS and int(word[:3]) <= _MAX_DAY:
            return _day_of_month(words, breaks, i)
    return Figure("num", word), 1


def clock_minute(text: str, half: str) -> int | None:
    """Return the minute of the day for "9", "9:30" with "am", "pm" or "", or None."""
    hour_text, _, minute_text = text.partition(":")
    if not (hour_text.isdigit() and len(hour_text) <= _SHORT_YEAR_DIGITS):
        return None
    if minute_text and not (minute_text.isdigit() and len(minute_text) == _SHORT_YEAR_DIGITS):
        return None
    hour, minute = int(hour_text), int(minute_text or "0")
    if hour > _LAST_HOUR or minute > 59:  # noqa: PLR2004 - minutes of an hour
        return None
    if half:
        hour = hour % _HALF_DAY_HOURS + (_HALF_DAY_HOURS if half == "pm" else 0)
    return hour * 60 + minute


def _month_date(words: list[str], breaks: list[str], i: int) -> tuple[Figure | None, int]:
    """Read "june 30th 1972", "june 30"; a month without a day is no figure."""
    day_word = words[i + 1] if i + 1 < len(words) and not breaks[i] else ""
    used = 2
    if day_word == "the":
        day_word, used = _after(words, breaks, i, 2), 3
    day = _day(day_word)
    if day is None:
        return None, 0
    year, used = _year_behind(words, breaks, i, used)
    return Figure("date", (year, MONTHS[words[i]], day)), used


def _day_of_month(words: list[str], breaks: list[str], i: int) -> tuple[Figure | None, int]:
    """Read "30th of june 1972", "30 june", or "the 30th" alone."""
    day = _day(words[i])
    if day is None or (not _COUNTED_UP.isdisjoint(words[i + 1 : i + 2]) and not breaks[i]):
        return Figure("num", words[i]), 1
    skip = 1 if _after(words, breaks, i, 1) == "of" else 0
    month_word = _after(words, breaks, i, 1 + skip)
    if month_word in MONTHS and not breaks[i]:
        year, used = _year_behind(words, breaks, i, 2 + skip)
        return Figure("date", (year, MONTHS[month_word], day)), used
    return Figure("date", (None, None, day)), 1


def _year_behind(words: list[str], breaks: list[str], i: int, used: int) -> tuple[int | None, int]:
    """Return the year behind a month and day, and the words taken with it: "of ninety"."""
    of = words[i + used : i + used + 1] == ["of"] and not breaks[i + used - 1]
    year = _birth_year(words, breaks, i + used + of)
    return year, used if year is None else used + of + 1


def _day(word: str) -> int | None:
    digits = word[:-2] if word[-2:] in ("st", "nd", "rd", "th") else word
    if digits.isascii() and digits.isdigit() and len(digits) <= _SHORT_YEAR_DIGITS:
        day = int(digits)
        return day if 1 <= day <= _MAX_DAY else None
    return None


def _year(word: str) -> int | None:
    if word.isascii() and word.isdigit() and len(word) == _YEAR_DIGITS:
        return int(word)
    return None


def _numeric_date(word: str) -> Date | None:
    """Read 1972-06-30, 06/30/1972, 6/30/72 and 6/30 (month first)."""
    parts = word.replace("-", "/").split("/")
    if not all(p.isascii() and p.isdigit() and len(p) <= _YEAR_DIGITS for p in parts):
        return None
    if len(parts[0]) == _YEAR_DIGITS and len(parts) > 2:  # noqa: PLR2004 - year, month, day
        year, month, day = int(parts[0]), int(parts[1]), int(parts[2])
        return (year, month, day) if _in_calendar(month, day) else None
    if len(parts) < 2:  # noqa: PLR2004 - month and day
        return None
    month, day = int(parts[0]), int(parts[1])
    if not _in_calendar(month, day):
        return None
    if len(parts) == 2:  # noqa: PLR2004 - month and day
        return (None, month, day)
    if len(parts[2]) not in (_SHORT_YEAR_DIGITS, _YEAR_DIGITS):
        return None
    year = int(parts[2])
    return (year if len(parts[2]) == _YEAR_DIGITS else year + _CENTURY, month, day)


def _in_calendar(month: int, day: int) -> bool:
    return 1 <= month <= _MAX_MONTH and 1 <= day <= _MAX_DAY
