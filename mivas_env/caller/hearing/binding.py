"""Which office, visit or plan an answer is about (CALLER section 7, bound answers)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.schema.script import Answer


class Bound(Enum):
    """How an answer relates to the thing it has to be about."""

    YES = "bound"
    OTHER = "other"
    NO = "unbound"


@dataclass(slots=True)
class Discourse:
    """What the call has named so far. `by_agent` and `by_caller`: entity type -> canonical."""

    by_agent: dict[str, str] = field(default_factory=dict)
    by_caller: dict[str, str] = field(default_factory=dict)

    def note(self, clause: Clause) -> None:
        """Remember what a clause of the agent names, question and offer included."""
        for kind, mentions in clause.names.items():
            self.by_agent[kind] = mentions[-1][1]


def bind(
    utterance: Utterance,
    place: int,
    wants: Mapping[str, str],
    before: Mapping[str, str],
    extra: frozenset[str],
) -> Bound:
    """Say whether clause number `place` is about everything in `wants` (type -> canonical).

    `before` is what the agent had named last when this clause began (for pronouns). `extra` are
    words that a bare answer to this predicate may hold.
    """
    result = Bound.YES
    for kind, canonical in wants.items():
        one = _bind_one(utterance, place, kind, canonical, before, extra)
        if one is Bound.OTHER:
            return Bound.OTHER
        if one is Bound.NO:
            result = Bound.NO
    return result


def _bind_one(
    utterance: Utterance,
    place: int,
    kind: str,
    canonical: str,
    before: Mapping[str, str],
    extra: frozenset[str],
) -> Bound:
    clause = utterance.clauses[place]
    named = utterance.named(clause, kind)
    if named:
        return Bound.YES if canonical in named else Bound.OTHER
    if any(m.tag[1] == kind for m in clause.found.get("pron", ())):
        last = before.get(kind)
        if last is not None:
            return Bound.YES if last == canonical else Bound.OTHER
    if place and is_conclusion(utterance.words, clause):
        named = utterance.named(utterance.clauses[place - 1], kind)
        if named and not utterance.clauses[place - 1].stop:
            return Bound.YES if canonical in named else Bound.OTHER
    others = False
    for near in (place - 1, place + 1):
        if 0 <= near < len(utterance.clauses):
            neighbour = utterance.clauses[near]
            named = [name for _, name in utterance.mentions(neighbour, kind)]
            if named and same_matter(utterance, near, place, extra):
                if canonical in named:
                    return Bound.YES
                others = True
    return Bound.OTHER if others else Bound.NO


def same_matter(utterance: Utterance, near: int, place: int, extra: frozenset[str]) -> bool:
    """Say whether the neighbouring clause `near` is about the same thing as clause `place`."""
    neighbour = utterance.clauses[near]
    if neighbour.garbled or neighbour.joined in plain_words.ADVERSATIVES:
        return False
    if is_fragment(utterance, neighbour, extra):
        return near < place or not neighbour.question
    if "temporal" in neighbour.found and near < place and not neighbour.stop:
        return True
    if neighbour.question or "quote" in neighbour.found:
        return near < place and ("yes" in neighbour.found or "no" in neighbour.found)
    if "claim" in neighbour.found and not neighbour.question:
        return not (_FOREIGN & neighbour.found.keys())
    return False


_FOREIGN = frozenset({"text", "act", "topic", "said", "done", "announced", "hedge", "offer"})


def is_conclusion(words: Sequence[str], clause: Clause) -> bool:
    """Say whether the clause draws a yes or no from the one before: "…, so yes"."""
    said = words[clause.start : clause.end]
    return (clause.joined == "so" or said[0] == "so") and bool({"yes", "no"} & set(said))


def is_fragment(utterance: Utterance, clause: Clause, extra: frozenset[str]) -> bool:
    """Say whether a clause holds nothing but names and words that carry no answer."""
    words = utterance.words
    refs = clause.found.get("ref", ())
    for i in range(clause.start, clause.end):
        word = words[i]
        if word in plain_words.FILLER or word in extra or word[:1] == "<":
            continue
        if not any(m.start <= i < m.end for m in refs):
            return False
    return True


def other_named(answer: Answer, utterance: Utterance, clause: Clause) -> bool:
    """Say whether the clause names only another thing than the one that the ask is about."""
    for wanted in (answer.bind, answer.exclusive):
        for kind, canonical in wanted.items():
            named = utterance.named(clause, kind)
            if named and canonical not in named:
                return True
    return False
