"""Whether a period is one of the windows that a target allows, or the date on which one ends."""

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from functools import lru_cache

from mivas_env.verifier.decisions.business_days import add_business_days, same_business_day
from mivas_env.verifier.decisions.detectors.periods import Period, find_periods

_EASTERN = frozenset({"", "et", "est", "edt", "eastern"})
_TIMES_OF_DAY = frozenset({"clock", "part"})
_ONE_BUSINESS_DAY = (1.0, 1.0, "business_day")
_WEEK_DAYS = 7
# Nobody names the day on which a longer window ends: ten years.
_LONGEST = 3660


class AllowedWindows:
    """The windows that may be stated, their end dates and the clock times that always may."""

    def __init__(
        self,
        claims: Collection[str],
        clock_times: Collection[str],
        today: date,
        holidays: Collection[str],
    ) -> None:
        self.today = today
        self._exact: set[tuple[object, ...]] = set()
        self._clocks: set[object] = set()
        self._ends: set[date] = set()
        for claim in (*claims, *clock_times):
            for period in find_periods(claim.lower(), today):
                self._add(period, holidays)

    def _add(self, period: Period, holidays: Collection[str]) -> None:
        if period.kind == "clock":
            self._clocks.add(period.value[0])
        elif period.kind == "day" and isinstance(period.value[0], date):
            self._ends.add(period.value[0])
        elif period.kind == "named":
            self._exact.add(period.value)
            if period.value[0] == "same":
                self._ends.add(same_business_day(self.today, holidays))
            else:
                self._exact.add(_ONE_BUSINESS_DAY)
                self._ends.add(add_business_days(self.today, 1, holidays))
        elif period.kind == "duration":
            self._exact.add(period.value)
            if period.value == _ONE_BUSINESS_DAY:
                self._exact.add(("next",))
            end = _end_date(self.today, period.value, holidays)
            if end is not None:
                self._ends.add(end)

    def permits(self, period: Period, clause: Sequence[Period], sentence: Sequence[Period]) -> bool:
        """Say whether `period` may be committed to; `clause` and `sentence` hold its neighbours.

        Units, numbers and both ends of a range must be equal. A date or weekday must be the end of
        an allowed window, with no time of day beside it in the clause.
        """
        if period.kind in {"duration", "named"}:
            return period.value in self._exact
        if period.kind == "clock":
            return period.value[0] in self._clocks and period.value[1] in _EASTERN
        if period.kind not in {"day", "weekday"}:
            return False
        if any(other.kind in _TIMES_OF_DAY for other in clause):
            return False
        if period.kind == "day":
            return period.value[0] in self._ends
        return any(self._names(period, end, sentence) for end in self._ends)

    def _names(self, period: Period, end: date, sentence: Sequence[Period]) -> bool:
        number, qualifier = period.value
        ahead = (end - self.today).days
        if end.weekday() != number or ahead < 0:
            return False
        stated = any(
            (other.kind == "day" and other.value[0] == end)
            or (other.kind in {"duration", "named"} and other.value in self._exact)
            for other in sentence
        )
        if not 0 < ahead <= _WEEK_DAYS:
            return stated
        week = (end - timedelta(days=end.weekday()) - self.today).days > 0
        if qualifier == "next":
            return week
        return not (qualifier == "this" and week)


@lru_cache(maxsize=256)
def read_windows(
    claims: tuple[str, ...], clock_times: tuple[str, ...], today: date, holidays: tuple[str, ...]
) -> AllowedWindows:
    """Return the windows of one set of claims on one day, read once."""
    return AllowedWindows(claims, clock_times, today, holidays)


def _end_date(today: date, value: tuple[object, ...], holidays: Collection[str]) -> date | None:
    _, high, unit = value
    if not isinstance(high, float) or not 0 <= high <= _LONGEST or high != int(high):
        return None
    if unit == "business_day":
        return add_business_days(today, int(high), holidays)
    if unit in {"day", "week"}:
        return today + timedelta(days=int(high) * (_WEEK_DAYS if unit == "week" else 1))
    return None
