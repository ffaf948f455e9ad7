"""One utterance analysed once: clauses, acts, and whether anybody could follow it."""

from dataclasses import dataclass

from mivas_env.caller.acts import Acts, read_acts
from mivas_env.caller.clauses import Utterance, read_utterance
from mivas_env.caller.compiled import CompiledLexicon
from mivas_env.caller.soup import nobody_follows

MOST_KEPT = 1_024
"""How many analyses a lexicon keeps. Lines recur: in the rollouts of a group, in set phrases."""
LONGEST_KEPT = 4_000
"""Longest text whose analysis is kept, in characters."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What one utterance says to anybody, whoever hears it: no ask and no script enters.

    Shared by all callers of an industry: nothing in it may be changed.
    """

    utterance: Utterance
    acts: Acts
    soup: bool


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
    made = Analysis(utterance, acts, bool(utterance.words) and nobody_follows(utterance, acts))
    if len(text) <= LONGEST_KEPT:
        if len(kept) >= MOST_KEPT:
            kept.clear()
        kept[key] = made
    return made
