"""Openings: the days and times that the agent puts to the caller, paired as they were said."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.days import DAYS, Day, day_of
from mivas_env.caller.speech.figures import Figure
from mivas_env.caller.speech.moments import visit_moments
from mivas_env.caller.speech.plain_words import LEADS, NEGATORS, word_set

_ONE_DAY = 4
_CLOCK = 2
_HOURS = 12
_BETWEEN = frozenset({"and", "or"})
_APART = frozenset({"or", "same", "then"})
_BUT_FOR = word_set(
    "before besides but earlier else except later other problem sooner than till too until worries"
)
_GONE = word_set("booked closed full gone taken unavailable")
_DAY_WORDS = frozenset({"<date>", "<weekday>"})
_SIDE_BY_SIDE = 2
_OF_IT = word_set("about concerning regarding")
_INSTEAD = frozenset({("instead", "of"), ("place", "of"), ("rather", "than")})
_SUGGESTING = frozenset({"how", "what"})
_MEANT = word_set("asked mean meant wanted")
_LOOK = word_set("check find look pull search see")
_MODAL = word_set("can could may might shall will would")
_SEEN = frozenset({"found", "have", "see"})
_STANDS = word_set("are booked down have having scheduled set stands")


@dataclass(frozen=True, slots=True)
class Opening:
    """One opening: a day, a time of day, or both; None for what was not said.

    `exact`: morning or afternoon was said. `standing`: the words tell of an appointment that the
    caller already has.
    """

    day: Day | None
    minute: int | None
    exact: bool = False
    standing: bool = False


def openings(utterance: Utterance, today: dt.date) -> list[Opening]:
    """Return what is put to the caller, in the order said; what is said to be taken is left out."""
    reader = _Reader(utterance, today)
    for i, clause in _offered(utterance):
        figure = utterance.values[i]
        if not isinstance(figure, Figure):
            continue
        if figure.kind == "time" and (hour := _bare_hour(utterance, i - 2, i - 1)):
            reader.take(i - 2, clause, hour)
        reader.take(i, clause, figure)
        if figure.kind == "time" and (hour := _bare_hour(utterance, i + 2, i + 1)):
            reader.take(i + 2, clause, hour)
    return reader.done()


def _bare_hour(utterance: Utterance, at: int, joiner: int) -> Figure | None:
    """Return the hour that stands beside a time as a mere number: "nine or nine forty"."""
    number = utterance.values.get(at)
    if not isinstance(number, Figure) or number.kind != "num":
        return None
    digits = str(number.value)
    if utterance.words[joiner] not in _BETWEEN or not digits.isdigit() or len(digits) > _CLOCK:
        return None
    return Figure("time", int(digits) * 60, exact=False) if 1 <= int(digits) <= _HOURS else None


class _Reader:
    """Pairs days with times, figure by figure."""

    def __init__(self, utterance: Utterance, today: dt.date) -> None:
        self._utterance = utterance
        self._today = today
        self._out: list[Opening] = []
        self._day: Opening | None = None
        self._times: list[Opening] = []
        self._early: list[Opening] = []
        self._day_at = self._early_at = 0
        self._place: Clause | None = None
        self._timed = False

    def take(self, i: int, clause: Clause, figure: Figure) -> None:
        """Read the figure at word `i` of the clause."""
        standing = _stands(self._utterance, clause, i)
        if self._place is not clause and self._day is not None and self._day.standing:
            self._leave()  # What stands is not what the next sentence is about.
        self._place = clause
        if figure.kind in DAYS:
            self._take_day(i, Opening(day_of(figure, self._today), None, standing=standing))
        elif isinstance(figure.value, int):
            time = Opening(None, figure.value, figure.exact, standing)
            if self._day is None or _on_day(self._utterance, i):
                self._early.append(time)
                self._early_at = i
            else:
                self._times.append(time)
                self._timed = True

    def _take_day(self, i: int, new: Opening) -> None:
        words, old = self._utterance.words, self._day
        if old is not None and not self._timed and i - self._day_at <= _ONE_DAY:
            joined = _joined(old.day, new.day)
            if joined is not None and _BETWEEN.isdisjoint(words[self._day_at + 1 : i]):
                self._day, self._day_at = replace(old, day=joined), i
                return
        self._leave()
        if self._early and not _APART.isdisjoint(words[self._early_at : i]):
            self._out.extend(self._early)
            self._early = []
        self._day, self._day_at, self._timed = new, i, False
        self._times, self._early = self._early, []

    def _leave(self) -> None:
        """Take leave of the day spoken of; one without a time is an opening by itself."""
        if self._day is not None:
            times = self._times or [self._day]
            self._out.extend(replace(time, day=self._day.day) for time in times)
        self._day, self._times = None, []

    def done(self) -> list[Opening]:
        """Return the openings read."""
        self._leave()
        self._out.extend(self._early)
        return self._out


def _joined(one: Day | None, other: Day | None) -> Day | None:
    """Join "Wednesday" and "the 26th" into one day; None when they are two."""
    if one is None or other is None:
        return None
    if one[1] is not None and other[1] is None:
        return one[0], one[1], other[2]
    if one[1] is None and other[1] is not None:
        return other[0], other[1], one[2]
    return None


def _on_day(utterance: Utterance, i: int) -> bool:
    """Say whether the time at word `i` belongs to the day that follows: "8:30 on Tuesday"."""
    if utterance.words[i + 1 : i + 2] != ["on"]:
        return False
    following = (utterance.values.get(i + 2), utterance.values.get(i + 3))
    return any(isinstance(f, Figure) and f.kind in DAYS for f in following)


def _offered(utterance: Utterance) -> Iterator[tuple[int, Clause]]:
    """Yield the word index and the clause of every day and time that is offered.

    What is said of a date holds for the weekday before it: "Friday, the 28th is taken".
    """
    found = [
        (i, next(c for c in utterance.clauses if c.start <= i < c.end))
        for i in visit_moments(utterance)
    ]
    not_so = {i for i, clause in found if _no_offer(utterance, clause, i)}
    days = [i for i, _ in found if utterance.words[i] in _DAY_WORDS]
    for one, other in pairwise(days):
        if other - one <= _SIDE_BY_SIDE and not not_so.isdisjoint((one, other)):
            not_so |= {one, other}
    yield from ((i, clause) for i, clause in found if i not in not_so)


def _no_offer(utterance: Utterance, clause: Clause, at: int) -> bool:
    """Say whether a day or time is only spoken of: taken, looked up, asked about."""
    words = utterance.words
    for i in range(max(clause.start, at - 3), at):
        if words[i] in _OF_IT and (i == 0 or words[i - 1] not in _SUGGESTING):
            return True
        if tuple(words[i : i + 2]) in _INSTEAD:
            return True
    said = words[clause.start : clause.end]
    if clause.question:
        first = next((k for k, w in enumerate(said) if w not in LEADS), 0)
        asks_what = said[first : first + 1] == ["what"] and said[first + 1 : first + 2] != ["about"]
        wish = not _MEANT.isdisjoint(said) or list(said[-3:]) == ["that", "you", "want"]
        return (asks_what or wish) and "<time>" not in said
    return _denied(utterance, clause, at) or ("hold" in clause.found and not _LOOK.isdisjoint(said))


def _denied(utterance: Utterance, clause: Clause, at: int) -> bool:
    """Say whether the clause says that there is nothing then: "Friday at ten is taken"."""
    words = utterance.words
    said = words[clause.start : clause.end]
    if not _GONE.isdisjoint(said) and "you" not in said:
        return True
    for i in range(clause.start, clause.end):
        if words[i] in NEGATORS and not (words[i] == "no" and utterance.breaks[i]):
            between = words[i : at + 1] if i < at else words[i : clause.end]
            return _BUT_FOR.isdisjoint(between)
    return False


def _stands(utterance: Utterance, clause: Clause, at: int) -> bool:
    """Say whether the clause tells of an appointment that the caller has: "I see it, Friday"."""
    words = utterance.words
    said = words[clause.start : at]
    if not _MODAL.isdisjoint(words[clause.start : clause.end]):
        return False
    if "to" in said[-3:]:
        return False  # "from Friday to Tuesday": the new day
    for i, word in enumerate(said):
        after = said[i + 1] if i + 1 < len(said) else ""
        if word in _SEEN and after in ("it", "you", "your"):
            return True
        if word == "you" and after in _STANDS:
            return True
        if word == "your" and not utterance.trade.appointments.isdisjoint(said[i + 1 : i + 4]):
            return True
    return False
