"""Fill a sentence of the phrasebook: `{path|filter}` from an answer's fields, in spoken English."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime

_HOLE = re.compile(r"\{([a-z0-9_.#]+)(?:\|([a-z]+))?\}")
_TEENS = range(11, 14)
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_NOON = 12
_EVENING = 17


def render(template: str, values: Mapping[str, object]) -> str | None:
    """Return the sentence, None when a value is missing or empty."""
    missing = False

    def fill(hole: re.Match[str]) -> str:
        nonlocal missing
        value = look_up(values, hole[1])
        text = "" if value is None else _FILTERS[hole[2] or "plain"](value)
        missing = missing or not text
        return text

    sentence = _HOLE.sub(fill, template)
    return None if missing else sentence


def look_up(values: object, path: str) -> object:
    """Return what stands at a dotted path; `name.#` is a list's length; None when absent."""
    for part in path.split("."):
        if part == "#" and isinstance(values, (list, tuple)):
            values = len(values)
        elif isinstance(values, Mapping):
            values = values.get(part)
        elif isinstance(values, (list, tuple)) and part.isdigit() and int(part) < len(values):
            values = values[int(part)]
        else:
            return None
    return values


def _plain(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return " ".join(str(each) for each in value)
    return str(value)


def _money(value: object) -> str:
    if not isinstance(value, (int, float)):
        return ""
    cents = int(value)
    return f"${cents // 100}" if cents % 100 == 0 else f"${cents // 100}.{cents % 100:02d}"


def _day(value: object) -> str:
    try:
        day = date.fromisoformat(str(value)[:10])
    except ValueError:
        return ""
    return f"{day:%A}, {day:%B} {_ordinal(day.day)}"


def _birth(value: object) -> str:
    try:
        day = date.fromisoformat(str(value)[:10])
    except ValueError:
        return ""
    return f"{day:%B} {_ordinal(day.day)}, {day.year}"


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in _TEENS else _ENDINGS.get(number % 10, "th")
    return f"{number}{ending}"


def _time(value: object) -> str:
    try:
        moment = datetime.fromisoformat(str(value))
    except ValueError:
        return ""
    part = "in the morning"
    if moment.hour >= _NOON:
        part = "in the afternoon" if moment.hour < _EVENING else "in the evening"
    hour = (moment.hour - 1) % _NOON + 1
    return f"{hour}:{moment.minute:02d} {part}"


def _spelled(value: object) -> str:
    return " ".join(str(value))


def _phone(value: object) -> str:
    digits = re.sub(r"[^0-9]", "", str(value))[-10:]
    return f"{digits[:3]} {digits[3:6]} {digits[6:]}"


def _words(value: object) -> str:
    return str(value).replace("_", " ")


def _people(value: object) -> str:
    """Say a provider's name without the letters behind it."""
    return str(value).split(",", maxsplit=1)[0].replace("Dr.", "Doctor")


def _listed(value: object) -> str:
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        return ""
    items = [str(each) for each in value]
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def _first(value: object) -> str:
    return _sentence(value, 0)


def _second(value: object) -> str:
    return _sentence(value, 1)


def _third(value: object) -> str:
    return _sentence(value, 2)


def _sentence(value: object, index: int) -> str:
    parts = re.split(r"(?<=[.!?])\s+(?=[A-Z])", str(value).strip())
    return parts[index] if index < len(parts) else ""


_FILTERS = {
    "plain": _plain,
    "money": _money,
    "day": _day,
    "birth": _birth,
    "time": _time,
    "spelled": _spelled,
    "phone": _phone,
    "words": _words,
    "person": _people,
    "listed": _listed,
    "first": _first,
    "second": _second,
    "third": _third,
}
