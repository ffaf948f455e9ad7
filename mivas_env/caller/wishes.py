"""What the caller itself has named in an ask: the day of a visit, the amount of a link.

Told that another day was booked, nobody says thank you and goodbye.
"""

from collections.abc import Iterator, Sequence

from mivas_env.caller.clauses import Clause, Utterance
from mivas_env.caller.compiled import CompiledLexicon
from mivas_env.caller.days import DAYS, agree, asked_days, day_of, merged, same_day
from mivas_env.caller.figures import Figure
from mivas_env.caller.own_words import read_line
from mivas_env.caller.plain_words import word_set


def against_wish(
    lines: Sequence[str], key: str, utterance: Utterance, clause: Clause, lexicon: CompiledLexicon
) -> bool:
    """Say whether an act told as done is another than the caller's own lines ask for.

    `lines` are the wordings of the ask. Only what both sides name is compared: a day with a day,
    an amount with an amount; "from the first on", "that week" name no one day.
    """
    if key in lexicon.trade.amounts:
        told = {f.value for _, f in utterance.figures(clause, "money")}
        if told:
            wanted = {cents for line in lines for cents in _amounts(read_line(line, lexicon))}
            return bool(wanted) and told.isdisjoint(wanted)
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


def granted(
    lines: Sequence[str], key: str, utterance: Utterance, clause: Clause, lexicon: CompiledLexicon
) -> bool:
    """Say whether the caller is told to have the very day it asked for: "you're down for the 25th".

    Whatever the words of the act are; a day offered, wanted, asked about or doubted is none.
    """
    if not lexicon.trade.of_a_day(key) or clause.question or not _LOOSE.isdisjoint(clause.found):
        return False
    said = utterance.words[clause.start : clause.end]
    if not _UNDECIDED.isdisjoint(said) or not _has(said):
        return False
    if any(
        other.question and _MORE.isdisjoint(utterance.words[other.start : other.end])
        for other in utterance.clauses
    ):
        return False  # a day that is still asked about
    if any("cond" in other.found for other in utterance.clauses):
        return False
    told = merged([(at, day_of(f, lexicon.today)) for at, f in utterance.figures(clause, *DAYS)])
    wanted = [day for line in lines for day in asked_days(read_line(line, lexicon), lexicon.today)]
    return any(same_day(day, other) for day in told for other in wanted)


def _has(said: Sequence[str]) -> bool:
    """Say whether somebody is told to have something: "you are", "you have", "is yours"."""
    for i, word in enumerate(said[:-1]):
        after = said[i + 2] if i + 2 < len(said) else ""
        if word == "you" and said[i + 1] in ("are", "have") and after[-3:] != "ing":
            return after not in ("to", "any", "no")
        if word in ("have", "expecting") and said[i + 1] == "you":
            return True
    return "yours" in said


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
