"""When a window that a rule states ends: a calendar of business days, free of any clock."""

from collections.abc import Collection
from datetime import date, timedelta

_SATURDAY = 5


def is_business_day(day: date, holidays: Collection[str]) -> bool:
    """Say whether `day` is Monday to Friday and not among the ISO dates `holidays`."""
    return day.weekday() < _SATURDAY and day.isoformat() not in holidays


def add_business_days(today: date, count: int, holidays: Collection[str]) -> date:
    """Return the `count`-th business day after `today`, which is day 0 itself."""
    day = today
    while count > 0:
        day += timedelta(days=1)
        if is_business_day(day, holidays):
            count -= 1
    return day


def same_business_day(today: date, holidays: Collection[str]) -> date:
    """Return today when it is a business day, else the next one."""
    return today if is_business_day(today, holidays) else add_business_days(today, 1, holidays)
