"""Answers in words: a text key ("thirty minutes"), or one value among several."""

from mivas_env.caller import plain_words
from mivas_env.caller.binding import other_named
from mivas_env.caller.clauses import Clause, Utterance
from mivas_env.caller.compiled import CompiledLexicon
from mivas_env.caller.judgement import NOTHING, Judgement, Outcome, Question
from mivas_env.caller.wishes import of_another_thing
from mivas_env.schema.script import Answer, AnswerType


def _doubted(utterance: Utterance, clause: Clause) -> bool:
    """Say whether the clause is in doubt; "you should stop …" is an instruction and no doubt."""
    words = utterance.words
    for match in clause.found.get("hedge", ()):
        if not clause.alive(match.start):
            continue
        told = words[match.start] == "should" and match.start > clause.start
        after = words[match.end] if match.end < clause.end else ""
        if not (told and words[match.start - 1] in _TOLD and after not in _STATES_OF_BEING):
            return True
    return False


_TOLD = frozenset({"you", "he", "she", "they"})
_STATES_OF_BEING = frozenset({"be", "have", "get", "hear", "see", "not", ""})


def _unknown_after(utterance: Utterance, place: int) -> bool:
    """Say whether the clause after takes it all back: "…, but honestly I don't know"."""
    if place + 1 >= len(utterance.clauses):
        return False
    after = utterance.clauses[place + 1]
    return after.joined in plain_words.ADVERSATIVES and any(
        m.end == after.end for m in after.found.get("unknown", ())
    )


def _of_another(answer: Answer, utterance: Utterance, place: int) -> bool:
    """Say whether the clause, or what it goes on from in its sentence, is about another thing."""
    clause = utterance.clauses[place]
    if other_named(answer, utterance, clause):
        return True
    for kind in answer.bind:
        at = place
        while at > 0 and not utterance.named(utterance.clauses[at], kind):
            at -= 1
            if utterance.clauses[at].stop:
                break
        else:
            if at < place and other_named(answer, utterance, utterance.clauses[at]):
                return True
    return False


def judge_words(question: Question, utterance: Utterance, lexicon: CompiledLexicon) -> Judgement:
    """Judge an answer in words: a text key, or one value among several."""
    answer = question.answer
    kind = "text" if answer.type is AnswerType.TEXT_KEY else "enum"
    values: set[str] = set()
    result = NOTHING
    for place, clause in enumerate(utterance.clauses):
        if clause.question or clause.garbled:
            continue
        for match in clause.found.get(kind, ()):
            if match.tag[1] != answer.predicate or not clause.alive(match.start):
                continue
            if _doubted(utterance, clause) or _unknown_after(utterance, place):
                result = Judgement(Outcome.HEDGED)
            elif _of_another(answer, utterance, place) or (
                kind == "enum" and of_another_thing(question.lines, utterance, clause, lexicon)
            ):
                result = Judgement(Outcome.BOUND_TO_OTHER)
            else:
                values.add(match.tag[2])
    if len(values) > answer.max_values:
        return Judgement(Outcome.CONTRADICTORY)
    return Judgement(Outcome.CLOSED) if values else result
