"""Which days and times said are those of a visit: not birth dates, not opening hours."""

from collections.abc import Iterator

from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.figures import Figure
from mivas_env.caller.speech.plain_words import word_set

_VISIT_YEARS = 2020
_BIRTH = word_set("birth birthday birthdate born dob")
_BIRTH_GAP = 6
_THROUGH = frozenset({"through", "to", "until", "till", "thru"})
_OPEN = word_set("open opens close closes closed")
_ANY = word_set("a another any each every some what which")
_SORT = word_set("certain different particular specific")
_NEXT_TO = 2
_TO_BE_SEEN = word_set(
    """
    afternoon available come earlier evening free left morning open opening openings seen slot slots
    space spot spots until work works
    """
)
_MOVING = word_set("change changing move moved moving shift switch")
_PLACES = word_set("ave avenue floor st street")
_FIGURES = frozenset({"<date>", "<time>", "<weekday>"})
_PREMISES = word_set("we it they there office offices location locations building")


def birth_dates(utterance: Utterance) -> frozenset[int]:
    """Return the word indices of the dates that are somebody's date of birth.

    Such a date has a year long past, or follows a word of birth ("born May 21st").
    """
    out = set()
    for i, figure in utterance.values.items():
        if not (isinstance(figure, Figure) and figure.kind == "date"):
            continue
        if isinstance(figure.value, tuple) and figure.value[0] is not None:
            if figure.value[0] < _VISIT_YEARS:
                out.add(i)
            continue
        for k in range(i - 1, max(-1, i - 1 - _BIRTH_GAP), -1):
            if utterance.words[k] in _BIRTH:
                out.add(i)
            if utterance.words[k] in _BIRTH or utterance.words[k] == "<date>":
                break
    return frozenset(out)


def visit_moments(utterance: Utterance) -> Iterator[int]:
    """Yield the word index of every day or time that a visit could be at."""
    births: frozenset[int] | None = None
    left_out = -_NEXT_TO - 1
    for clause in utterance.clauses:
        figures = utterance.figures(clause, "time", "weekday", "near_day", "date")
        dated = bool(figures) and figures[0][1].kind == "date"
        if dated and figures[0][0] - left_out <= _NEXT_TO:
            figures = figures[1:]  # "We are closed on Friday, | the 28th."
        if not figures:
            continue
        if _tells_hours(utterance, clause, figures[0][0]) or _of_a_list(utterance, clause):
            left_out = -_NEXT_TO - 1 if clause.stop else figures[-1][0]
            continue
        if births is None:
            births = birth_dates(utterance)
        yield from (
            i for i, figure in figures if i not in births and not names_no_day(utterance, i, figure)
        )


def names_no_day(utterance: Utterance, at: int, figure: Figure) -> bool:
    """Say whether the figure at word `at` is no one day: "any Wednesday", "28th Street"."""
    if figure.kind == "date":
        return utterance.words[at + 1 : at + 2] != [] and utterance.words[at + 1] in _PLACES
    if figure.kind == "near_day" and figure.value == 0:
        return _is_meanwhile(utterance, at)
    return figure.kind == "weekday" and of_no_week(utterance, at)


def _is_meanwhile(utterance: Utterance, at: int) -> bool:
    """Say whether "today" is only the day of the call: "anything else I can help with today?"."""
    clause = next(c for c in utterance.clauses if c.start <= at < c.end)
    said = utterance.words[clause.start : clause.end]
    if utterance.figures(clause, "time"):
        return False
    return (_TO_BE_SEEN | utterance.trade.appointments).isdisjoint(said)


def of_no_week(utterance: Utterance, at: int) -> bool:
    """Say whether the weekday at word `at` is that of no one week: "any Wednesday"."""
    before = utterance.words[max(0, at - 2) : at]
    if not before or before[-1] in _FIGURES:
        return False
    alone = not isinstance(utterance.values.get(at + 1), Figure)
    return alone and (before[-1] in _ANY or (before[-1] in _SORT and before[0] in _ANY))


def _of_a_list(utterance: Utterance, clause: Clause) -> bool:
    """Say whether the clause is about a waitlist, whose days are no appointment."""
    listing = utterance.trade.listing
    return any(m.tag[1] in listing for kind in ("act", "done") for m in clause.found.get(kind, ()))


def _tells_hours(utterance: Utterance, clause: Clause, first: int) -> bool:
    """Say whether the clause tells when an office is open; its first figure stands at `first`."""
    words = utterance.words
    said = words[clause.start : clause.end]
    if "hours" in said or "weekdays" in said:
        return True
    if "from" in said and not _MOVING.isdisjoint(said):
        return False
    days = ("<weekday>", "<date>")
    for i in range(clause.start, clause.end):
        if words[i] in _THROUGH and i > clause.start and words[i - 1] in days:
            after = i + 2 if words[i + 1 : i + 2] == ["the"] else i + 1
            if words[after : after + 1] and words[after] in days:
                return True
    before = words[clause.start : first]
    if not _OPEN & set(before):
        return False
    trade = utterance.trade
    if not trade.sites.isdisjoint(clause.names) or not trade.premises.isdisjoint(before):
        return True
    return not _PREMISES.isdisjoint(before)
