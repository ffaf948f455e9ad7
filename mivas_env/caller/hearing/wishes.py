"""What the caller itself has named in an ask: the day of a visit, the amount of a link.

Told that another day was booked, nobody says thank you and goodbye.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from itertools import pairwise

from mivas_env.caller.hearing.own_words import read_line
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.compiled import CompiledLexicon
from mivas_env.caller.speech.days import (
    DAYS,
    Day,
    agree,
    asked_days,
    day_of,
    merged,
    same_day,
    spans,
)
from mivas_env.caller.speech.figures import Figure
from mivas_env.caller.speech.numerals import MONTHS
from mivas_env.caller.speech.plain_words import word_set


def against_wish(
    lines: Sequence[str], key: str, utterance: Utterance, clause: Clause, lexicon: CompiledLexicon
) -> bool:
    """Say whether an act told as done is another than the caller's own lines ask for.

    `lines` are the wordings of the ask. Only what both sides name is compared: a day with a day,
    an amount with an amount; "from the first on", "that week" name no one day.
    """
    if key in lexicon.trade.amounts:
        told = {f.value for _, f in utterance.figures(clause, "money")}
        told = told or set(_bare_amounts(utterance, clause))
        if told:
            wanted = {cents for line in lines for cents in _amounts(read_line(line, lexicon))}
            return bool(wanted) and told.isdisjoint(wanted)
    if key in lexicon.trade.listing:
        return _in_other_months(lines, utterance, clause, lexicon)
    if not lexicon.trade.of_a_day(key):
        return False
    told_days = merged(
        [
            (at, day_of(figure, lexicon.today))
            for at, figure in utterance.figures(clause, *DAYS)
            if key not in lexicon.trade.moving or utterance.words[at + 1 : at + 2] != ["'s"]
        ]
    )
    if not told_days:
        return False
    wanted_days = [
        day for line in lines for day in asked_days(read_line(line, lexicon), lexicon.today)
    ]
    if not wanted_days:
        return False
    return not any(agree(day, other) for day in told_days for other in wanted_days)


def _bare_amounts(utterance: Utterance, clause: Clause) -> Iterator[int]:
    """Yield the cents of "the full four hundred and eighty", said without its dollars."""
    for at, figure in utterance.figures(clause, "num"):
        digits = str(figure.value)
        if utterance.words[at - 1 : at] in (["full"], ["whole"]) and digits.isdigit():
            yield int(digits) * 100


def _in_other_months(
    lines: Sequence[str], utterance: Utterance, clause: Clause, lexicon: CompiledLexicon
) -> bool:
    """Say whether the caller is listed for months of which its lines name none."""
    told = _months(utterance, range(clause.start, clause.end), lexicon.today)
    said = [read_line(line, lexicon) for line in lines]
    wanted = {m for line in said for m in _months(line, range(len(line.words)), lexicon.today)}
    return bool(told) and bool(wanted) and told.isdisjoint(wanted)


def _months(said: Utterance, span: range, today: dt.date) -> set[int]:
    """Return the months of all days named within `span`, and those named alone."""
    days = [first for first, _ in spans(said, span, today) if first is not None]
    alone = {MONTHS[said.words[i]] for i in span if said.words[i] in MONTHS.keys() - _MODAL}
    return alone | {day.month for pair in days for day in pair}


def granted(
    lines: Sequence[str], key: str, utterance: Utterance, clause: Clause, lexicon: CompiledLexicon
) -> bool:
    """Say whether the caller is told to have the very day it asked for: "you're down for the 25th".

    Whatever the words of the act are; a day offered, wanted, asked about or doubted is none.
    """
    if not lexicon.trade.of_a_day(key) or clause.question or not _LOOSE.isdisjoint(clause.found):
        return False
    said = utterance.words[clause.start : clause.end]
    if not _UNDECIDED.isdisjoint(said) or not _has(said, utterance.trade.appointments):
        return False
    if any(
        other.question and _MORE.isdisjoint(utterance.words[other.start : other.end])
        for other in utterance.clauses
    ):
        return False  # a day that is still asked about
    if any("cond" in other.found for other in utterance.clauses):
        return False
    told = merged([(at, day_of(f, lexicon.today)) for at, f in utterance.figures(clause, *DAYS)])
    said_lines = [read_line(line, lexicon) for line in lines]
    moves = key in lexicon.trade.moving
    wanted = [
        day
        for line in said_lines
        for day in _aimed_at(line, list(asked_days(line, lexicon.today)), moves=moves)
    ]
    return any(same_day(day, other) for day in told for other in wanted)


def _aimed_at(line: Utterance, days: list[Day], *, moves: bool) -> list[Day]:
    """Return the days that a line asks for; of "Friday has to move, to Tuesday" only the latter."""
    if not moves or "or" in line.words:
        return days
    instead = any(pair in _INSTEAD for pair in pairwise(line.words))
    return days[:1] if instead else days[-1:]


_MODAL = frozenset({"may"})
_INSTEAD = frozenset({("instead", "of"), ("rather", "than")})


def _has(said: Sequence[str], appointments: frozenset[str]) -> bool:
    """Say whether somebody is told to have something: "you are", "you have", "is yours"."""
    for i, word in enumerate(said[:-1]):
        after = said[i + 2] if i + 2 < len(said) else ""
        if word == "you" and said[i + 1] in ("are", "have") and after[-3:] != "ing":
            return after not in ("to", "any", "no")
        if word in ("have", "expecting") and said[i + 1] == "you":
            return True
        if word in appointments and _is_fixed(said[i + 1 : i + 5]):
            return True
    return "yours" in said


def _is_fixed(said: Sequence[str]) -> bool:
    """Say whether "is set for", "is now booked on" and the like begin here."""
    rest = [word for word in said if word not in ("now", "all")]
    return len(rest) > _FIXED_WORDS and (
        rest[0] in ("is", "'s") and rest[1] in _FIXED and rest[2] in ("at", "for", "on")
    )


_FIXED_WORDS = 2
_FIXED = word_set("booked confirmed down scheduled set")


_LOOSE = frozenset(
    {"act", "ask", "cond", "hedge", "hold", "offer", "promise", "quote", "temporal", "unknown"}
)
_MORE = frozenset({"else", "more"})
_UNDECIDED = word_set(
    """
    almost asked available better can choice choices could either free if like maybe might
    must need needs never no not nothing open opening openings option options or prefer
    should still thinking until want wanted was were will would yet
    """
)


def of_another_thing(
    lines: Sequence[str], utterance: Utterance, clause: Clause, lexicon: CompiledLexicon
) -> bool:
    """Say whether a clause tells of another thing than the caller's lines: another test's result.

    Things are those that the lexicon describes without naming them (its `referents`).
    """
    told = [kind for kind in clause.names if kind in lexicon.lexicon.referents]
    for kind in told:
        names = {name for line in lines for name in _described(read_line(line, lexicon), kind)}
        if names and names.isdisjoint(utterance.named(clause, kind)):
            return True
    return False


def _described(said: Utterance, kind: str) -> Iterator[str]:
    for clause in said.clauses:
        yield from (name for _, name in said.mentions(clause, kind))


def _amounts(said: Utterance) -> Iterator[int]:
    """Yield the cents of every amount in a line, "the two hundred" included."""
    for figure in said.values.values():
        if isinstance(figure, Figure) and figure.kind == "money" and isinstance(figure.value, int):
            yield figure.value
        elif isinstance(figure, Figure) and figure.kind == "num" and str(figure.value).isdigit():
            yield int(str(figure.value)) * 100
