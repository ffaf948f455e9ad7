"""Other values that an argument or a column could hold, and other spellings of the same value."""

import datetime as dt
from collections.abc import Iterator

from mivas_env.schema.arguments import ArgumentRule, Kind, canonicalise, national_digits
from mivas_env.schema.text import fold

_OTHER_PHONE = "+12125550199"
_OTHER_TEXT = "Imogen Fairweather"


def other_values(value: object, rule: ArgumentRule) -> Iterator[object]:
    """Yield legal values that mean something else, for one constrained argument."""
    for candidate in _candidates(value, rule):
        if canonicalise(candidate, rule) != canonicalise(value, rule):
            yield candidate


def _candidates(value: object, rule: ArgumentRule) -> Iterator[object]:  # noqa: C901  (one branch a kind)
    if rule.kind is Kind.LIST and isinstance(value, list):
        yield from _other_lists(value, rule)
    elif rule.enum is not None:
        yield from rule.enum
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, (int, float)):
        yield value + 1
        yield value + 10
    elif rule.kind is Kind.PHONE:
        yield _OTHER_PHONE
        yield "+16465550198"
    elif rule.kind is Kind.DATE and isinstance(value, str):
        yield from _other_days(value)
    elif rule.kind is Kind.DATETIME and isinstance(value, str):
        yield from _other_minutes(value)
    elif isinstance(value, str):
        if value.isdigit():
            yield str(int(value) + 1).zfill(len(value))
        elif any(char.isdigit() for char in value):
            yield value[:-1] + ("0" if value[-1] != "0" else "1")
        else:
            yield _OTHER_TEXT
            yield f"{value}s"


def _other_lists(value: list[object], rule: ArgumentRule) -> Iterator[object]:
    extra = next(
        (
            each
            for each in (rule.items.enum if rule.items and rule.items.enum else ())
            if each not in value
        ),
        None,
    )
    if extra is not None:
        yield [*value, extra]
        yield [extra, *value[1:]]
    if len(value) > 1:
        yield value[1:]


def _other_days(text: str) -> Iterator[str]:
    day = dt.date.fromisoformat(text[:10])
    for step in (-1, 1, 7):
        yield (day + dt.timedelta(days=step)).isoformat()


def _other_minutes(text: str) -> Iterator[str]:
    moment = dt.datetime.fromisoformat(text)
    for step in (-1, 1, 24 * 60):
        yield (moment + dt.timedelta(minutes=step)).isoformat(timespec="minutes")


def other_spellings(value: object, rule: ArgumentRule) -> Iterator[object]:
    """Yield spellings that mean the same value, which no gate may tell apart."""
    if isinstance(value, list) and rule.items is not None and value:
        yield [*value[::-1], value[0]]
        for spelling in other_spellings(value[0], rule.items):
            yield [spelling, *value[1:]]
    elif isinstance(value, bool):
        yield str(value).lower()
    elif isinstance(value, int):
        yield float(value)
        yield str(value)
    elif isinstance(value, str):
        yield f"  {value.upper()} "
        yield value.title() if fold(value.title()) == fold(value) else value
        if rule.alias is not None:
            yield from (
                spelling
                for spelling, canonical in rule.alias.entries.items()
                if canonical == rule.alias.resolve(value) and fold(spelling) != fold(value)
            )
        if rule.kind is Kind.PHONE:
            digits = national_digits(value)
            yield f"({digits[:3]}) {digits[3:6]}-{digits[6:]}"
            yield f"+1 {digits[:3]}.{digits[3:6]}.{digits[6:]}"
        if rule.kind is Kind.DATETIME and "T" in value:
            yield f"{value}:59"
            yield f"{value}:00Z"
