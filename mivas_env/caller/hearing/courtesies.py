"""Words that only take up what is wanted, and are no answer to it: "of course", "sure thing"."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from mivas_env.caller.hearing.binding import is_fragment
from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.plain_words import word_set

_WH = frozenset({"how", "what", "when", "where", "which", "who", "whose"})
_COURTEOUS = word_set("absolutely bet certainly course definitely gladly of sure thing you")
_ADDRESS = 2


def asks_on(utterance: Utterance) -> bool:
    """Say whether something has to be known first: "Of course. May I have your name?"."""
    words = utterance.words
    return any(
        clause.question
        and ("ask" in clause.found or _wants_to_know(words[clause.start : clause.end]))
        for clause in utterance.clauses
    )


def _wants_to_know(said: Sequence[str]) -> bool:
    """Say whether a question begins with "which", "when" and the like; "what about" offers."""
    rest = [word for word in said if word not in plain_words.LEADS]
    return rest[:1] != [] and rest[0] in _WH and rest[1:2] not in (["about"], ["else"])


def is_courtesy(utterance: Utterance, clause: Clause) -> bool:
    """Say whether a clause only takes up what is wanted: "sure thing", "yes, of course"."""
    words = [w for w in utterance.words[clause.start : clause.end] if w not in ("and", "so", "oh")]
    said = [w for w in words if w in _COURTEOUS or w == "yes"]
    if not said or said == ["yes"]:
        return False  # "No." and "We do." answer, whatever is asked after them.
    return said == words[: len(said)] and len(words) - len(said) <= _ADDRESS


def talks_on(utterance: Utterance, places: AbstractSet[int], extra: frozenset[str]) -> bool:
    """Say whether something else is told in the same breath: "of course, I hear you"."""
    return any(
        place not in places and not clause.question and not is_fragment(utterance, clause, extra)
        for place, clause in enumerate(utterance.clauses)
    )
