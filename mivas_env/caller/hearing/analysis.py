"""One utterance analysed once: clauses, acts, and whether anybody could follow it."""

from dataclasses import dataclass

from mivas_env.caller.hearing.readback import Said, plain_questions
from mivas_env.caller.speech.acts import Acts, read_acts
from mivas_env.caller.speech.clauses import Utterance, read_utterance
from mivas_env.caller.speech.compiled import CompiledLexicon
from mivas_env.caller.speech.moments import visit_moments
from mivas_env.caller.speech.soup import nobody_follows

MOST_KEPT = 1_024
"""How many analyses a lexicon keeps. Lines recur: in the rollouts of a group, in set phrases."""
LONGEST_KEPT = 4_000
"""Longest text whose analysis is kept, in characters."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What one utterance says to anybody, whoever hears it: no ask and no script enters.

    `names` are the acts that a script may react to, a read-back aside, which depends on its facts:
    `said` and `questions` hold the values for that, of the whole utterance and of each question.
    Shared by all callers of an industry: nothing in it may be changed.
    """

    utterance: Utterance
    acts: Acts
    soup: bool
    names: frozenset[str]
    said: Said
    questions: tuple[Said, ...]


def analyse(text: str, lexicon: CompiledLexicon, heard_words: int) -> Analysis:
    """Analyse the first `heard_words` words of `text`, or return the analysis made before.

    What is kept depends on the words alone, never on a call, so no result depends on it.
    """
    kept = lexicon.analyses
    key = (text, heard_words)
    found = kept.get(key)
    if isinstance(found, Analysis):
        return found
    utterance = read_utterance(text, lexicon, heard_words)
    acts = read_acts(utterance)
    made = Analysis(
        utterance,
        acts,
        soup=bool(utterance.words) and nobody_follows(utterance, acts),
        names=_act_names(utterance, acts),
        said=Said(utterance),
        questions=plain_questions(utterance) if acts.question else (),
    )
    if len(text) <= LONGEST_KEPT:
        if len(kept) >= MOST_KEPT:
            kept.clear()
        kept[key] = made
    return made


def _act_names(utterance: Utterance, acts: Acts) -> frozenset[str]:
    names = {*acts.offers, *acts.statements, *acts.requests, *(k for k, _ in acts.completions)}
    names.discard("propose_slot")
    if _proposes_slot(utterance, acts):
        names.add("propose_slot")
    return frozenset(names)


def _proposes_slot(utterance: Utterance, acts: Acts) -> bool:
    """Say whether a day or a time is put to the caller and nothing is booked yet."""
    if not acts.question and "propose_slot" not in acts.statements:
        return False
    if next(visit_moments(utterance), None) is None:
        return False
    return not any(utterance.trade.of_a_day(key) for key, _ in acts.completions)
