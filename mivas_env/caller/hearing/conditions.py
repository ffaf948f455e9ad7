"""Conditions that only say the ask again: "if you come to us at Park Avenue, Aetna is accepted".

Such a condition tells nothing that the caller has left open, so what follows is asserted and what
it names is what the answer is about. "If your provider approves" stays a condition.
"""

from dataclasses import replace

from mivas_env.caller.hearing.judgement import Question
from mivas_env.caller.hearing.own_words import GLUE, own_roots, root
from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.phrases import Match
from mivas_env.caller.speech.plain_words import word_set

_GOING = word_set(
    """
    after ask asking choose choosing come comes coming go goes going head heading mean meaning pick
    pay paying picking plan planning prefer see seen seeing stop talking use uses using visit
    visiting want wanting wants
    """
)
_IN_DOUBT = word_set(
    "accept accepted accepts allow allowed approve approved contract sign signs was were"
)


def without_restated(question: Question, utterance: Utterance) -> Utterance:
    """Return the utterance with the conditions lifted that only say the ask again."""
    answer = question.answer
    if not any("cond" in clause.found for clause in utterance.clauses):
        return utterance
    own = own_roots(question.lines) | {root(word) for word in _GOING}
    wanted = {**answer.exclusive, **answer.bind}
    clauses = [
        _lifted(utterance, clause, own, question.own_names, wanted, answer.predicate or "")
        for clause in utterance.clauses
    ]
    return replace(utterance, clauses=clauses)


def _lifted(
    utterance: Utterance,
    clause: Clause,
    own: frozenset[str],
    names: frozenset[str],
    wanted: dict[str, str],
    predicate: str,
) -> Clause:
    """Return the clause without its restating conditions, which become mere occasions."""
    lifted: list[Match] = []
    for match in clause.found.get("cond", ()):
        end = next((b for a, b in clause.dead if a == match.start), clause.end)
        if not _answers(clause, match, end, predicate) and _restates(
            utterance, clause, match, end, own | names, wanted
        ):
            lifted.append(match)
    if not lifted:
        return clause
    starts = {match.start for match in lifted}
    found = {kind: list(matches) for kind, matches in clause.found.items()}
    found["cond"] = [m for m in found["cond"] if m.start not in starts]
    if not found["cond"]:
        del found["cond"]
    found["temporal"] = [*found.get("temporal", ()), *lifted]
    return replace(
        clause,
        found=found,
        dead=[span for span in clause.dead if span[0] not in starts],
        unbound=[span for span in clause.unbound if span[0] not in starts],
    )


def _answers(clause: Clause, match: Match, end: int, predicate: str) -> bool:
    """Say whether the condition holds the answer itself: "if Windermere does it, then …"."""
    return any(
        m.tag[1] == predicate and match.start < m.start and m.end <= end
        for kind in ("yes", "no", "firm")
        for m in clause.found.get(kind, ())
    )


def _restates(
    utterance: Utterance,
    clause: Clause,
    match: Match,
    end: int,
    own: frozenset[str],
    wanted: dict[str, str],
) -> bool:
    """Say whether the condition holds only what the caller has said, or that it is coming."""
    words = utterance.words
    if words[match.start] == "whether":
        return False
    said = words[match.end : end]
    if not said or not _IN_DOUBT.isdisjoint(said) or not plain_words.NEGATORS.isdisjoint(said):
        return False
    if said[0] not in _ABOUT and said[0][:1] != "<":
        return False
    for kind, mentions in clause.names.items():
        within = [name for at, name in mentions if match.end <= at < end]
        if within and wanted.get(kind) not in within and kind in wanted:
            return False
    return all(
        w in GLUE or w[:1] == "<" or root(w) in own or w in own or _is_part(clause, i)
        for i, w in enumerate(said, match.end)
    )


_ABOUT = frozenset({"you", "it", "that", "this", "he", "she"})


def _is_part(clause: Clause, at: int) -> bool:
    """Say whether the word is part of a description of the thing that is asked about."""
    return any(m.start <= at < m.end for m in clause.found.get("ref", ()))
