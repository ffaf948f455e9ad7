"""Does a clause speak of another day, or another thing, than the caller's question names?"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from mivas_env.caller.hearing.own_words import read_line
from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.compiled import CompiledLexicon
from mivas_env.caller.speech.days import Span, meet, spans
from mivas_env.caller.speech.figures import Figure
from mivas_env.caller.speech.plain_words import word_set
from mivas_env.caller.speech.wording import read_words

_HALF_DAY = 720
_MOST_KEPT = 1_024
_LINE_WORDS = 60
_FORMS = {
    "cancel": word_set("cancel cancellation cancellations cancelled cancelling cancels"),
    "move": word_set("move moved moves moving reschedule rescheduled rescheduling"),
}
_ACTS = frozenset().union(*_FORMS.values())


def of_another_day(
    lines: Sequence[str],
    opening: Sequence[str],
    utterance: Utterance,
    clause: Clause,
    lexicon: CompiledLexicon,
) -> bool:
    """Say whether every day that the clause names lies outside those that the lines ask about.

    Only what both sides name is compared. "The week of August 31st" is seven days; "that Tuesday"
    is the day of the `opening`.
    """
    told = list(spans(utterance, range(clause.start, clause.end), lexicon.today))
    if not told:
        return False
    asked = list(_asked(lines, lexicon))
    if not asked:
        return False
    known = [a for a in asked if a[0] is not None] or [
        a for a in _asked(opening, lexicon) if a[0] is not None
    ]
    return not any(meet(t, a) for t in told for a in known or asked)


def of_another_time(
    lines: Sequence[str], utterance: Utterance, clause: Clause, lexicon: CompiledLexicon
) -> bool:
    """Say whether the clause names hours of the day, and only others than the lines."""
    told = set(_hours(utterance, range(clause.start, clause.end)))
    if not told:
        return False
    read = [read_line(line, lexicon) for line in lines]
    asked = {hour for said in read for hour in _hours(said, range(len(said.words)))}
    return bool(asked) and asked.isdisjoint(told)


def _hours(said: Utterance, span: range) -> Iterator[int]:
    """Yield the minutes of every time named within `span`, counted in half days."""
    for i, figure in said.values.items():
        if i not in span or not isinstance(figure, Figure) or figure.kind != "time":
            continue
        if isinstance(figure.value, int):
            yield figure.value % _HALF_DAY


def rules_out_another_time(
    lines: Sequence[str], utterance: Utterance, clause: Clause, lexicon: CompiledLexicon
) -> bool:
    """Say whether an hour that the lines do not ask about is said to be gone: "ten is taken"."""
    heads = clause.start
    while heads < clause.end and utterance.words[heads] in plain_words.LEADS | _ARTICLES:
        heads += 1
    figure = utterance.values.get(heads)
    told = isinstance(figure, Figure) and figure.kind == "time"
    return told and of_another_time(lines, utterance, clause, lexicon)


_ARTICLES = frozenset({"our", "the", "that"})


def of_another_named(
    lines: Sequence[str], utterance: Utterance, clause: Clause, lexicon: CompiledLexicon
) -> bool:
    """Say whether the clause names an office, a plan and so on, and only others than the lines."""
    if not clause.names:
        return False
    read = [read_line(line, lexicon) for line in lines]
    for kind in clause.names:
        told = utterance.named(clause, kind)
        asked = {
            name for said in read for part in said.clauses for _, name in said.mentions(part, kind)
        }
        if told and asked and asked.isdisjoint(told):
            return True
    return False


def of_another_act(lines: Sequence[str], utterance: Utterance, clause: Clause) -> bool:
    """Say whether a clause tells of moving what the lines ask to cancel, or the reverse."""
    said = utterance.words[clause.start : clause.end]
    if _ACTS.isdisjoint(said):
        return False
    told, asked = _acts(said), _acts(_line_words(tuple(lines)))
    return bool(told) and bool(asked) and told.isdisjoint(asked)


def _acts(words: Iterable[str]) -> set[str]:
    """Return which of moving and cancelling are named."""
    said = set(words)
    return {name for name, forms in _FORMS.items() if not forms.isdisjoint(said)}


@lru_cache(maxsize=_MOST_KEPT)
def _line_words(lines: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for line in lines for word in read_words(line, _LINE_WORDS).words)


def _asked(lines: Sequence[str], lexicon: CompiledLexicon) -> Iterator[Span]:
    for line in lines:
        said = read_line(line, lexicon)
        yield from spans(said, range(len(said.words)), lexicon.today)


def pairs_named(
    opening: Sequence[str], wanted: Mapping[str, str], lexicon: CompiledLexicon
) -> frozenset[str]:
    """Return the types of which every opening line names two things, the wanted one among them."""
    read = [read_line(line, lexicon) for line in opening]
    return frozenset(
        kind for kind, one in wanted.items() if all(_pair(said, kind, one) for said in read)
    )


def _pair(said: Utterance, kind: str, wanted: str) -> bool:
    named = {name for clause in said.clauses for _, name in clause.names.get(kind, ())}
    return wanted in named and len(named) == _TWO


_TWO = 2
