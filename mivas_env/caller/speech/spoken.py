"""Days and times as a caller says them: "Tuesday the twenty-fifth at eight thirty"."""

import datetime as dt

from mivas_env.caller.speech.numerals import ORDINALS, TENS, UNITS

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_UNITS = {number: word for word, number in UNITS.items()}
_TENS = {number: word for word, number in TENS.items()}
_ORDINALS = {number: word for word, number in ORDINALS.items()}
_HOURS = 12
_TEN = 10
_HOUR = 60


def say_moment(date: dt.date | None, minute: int | None) -> str:
    """Return a day, a time of day (in minutes) or both in words; "" when neither is known."""
    day = "" if date is None else f"{_WEEKDAYS[date.weekday()]} the {_ordinal(date.day)}"
    time = "" if minute is None else _clock(minute)
    return f"{day} at {time}" if day and time else day or time


def _ordinal(number: int) -> str:
    if number in _ORDINALS:
        return _ORDINALS[number]
    return f"{_TENS[number // _TEN * _TEN]}-{_ORDINALS[number % _TEN]}"


def _clock(minute: int) -> str:
    hours, minutes = divmod(minute, _HOUR)
    hour = _UNITS[(hours - 1) % _HOURS + 1]
    if minutes == 0:
        return f"{hour} o'clock"
    if minutes < _TEN:
        return f"{hour} oh {_UNITS[minutes]}"
    if minutes in _UNITS:
        return f"{hour} {_UNITS[minutes]}"
    tens, units = divmod(minutes, _TEN)
    return f"{hour} {_TENS[tens * _TEN]}" + (f"-{_UNITS[units]}" if units else "")
