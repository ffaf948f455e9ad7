"""Second thoughts about what was just answered, and offers that only sound like them."""

from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.plain_words import word_set

_UNDERMINE_TAILS = word_set(
    """
    about again and first for here if it just myself of on quickly real that this though to
    whether with you
    """
)
_ALSO = frozenset({"also", "too", "well"})


def offers_more(utterance: Utterance, place: int) -> bool:
    """Say whether a clause offers to look up another thing: "if you have a doctor in mind, …".

    What has been answered is left standing by it.
    """
    words = utterance.words
    clause = utterance.clauses[place]
    if _ALSO.isdisjoint(words[clause.start : clause.end]) or place == 0:
        return False
    before = utterance.clauses[place - 1]
    return not before.stop and any(
        words[m.start : m.start + 2] == ["if", "you"] for m in before.found.get("cond", ())
    )


def undermines(utterance: Utterance, place: int) -> bool:
    """Say whether the clause takes back what came before ("let me double-check that")."""
    clause = utterance.clauses[place]
    if clause.question or offers_more(utterance, place):
        return False
    for match in clause.found.get("undermine", ()):
        if match.end >= clause.end or utterance.breaks[match.end - 1]:
            return True
        if utterance.words[match.end] in _UNDERMINE_TAILS:
            return _tail_is_same_matter(utterance, clause, match.end)
    return False


_LOOK_UP = frozenset({"me", "sure", "system", "quick", "moment", "take", "up"})


def _tail_is_same_matter(utterance: Utterance, clause: Clause, at: int) -> bool:
    """Tell "let me check that for you" from "let me check on your copay"."""
    known = plain_words.FILLER | _UNDERMINE_TAILS | _LOOK_UP
    return all(
        utterance.words[i] in known or utterance.words[i][:1] == "<" for i in range(at, clause.end)
    )
