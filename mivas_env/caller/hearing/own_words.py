"""The caller's own words of an ask: an answer may lean on them ("no, I can't take it off")."""

from collections.abc import Sequence
from functools import lru_cache

from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.clauses import Utterance, read_utterance
from mivas_env.caller.speech.compiled import CompiledLexicon
from mivas_env.caller.speech.plain_words import word_set
from mivas_env.caller.speech.wording import read_words

_LINE_WORDS = 60
_HEARD_WORDS = 150
_MOST_KEPT = 4_096
LINES_KEPT = 2_048
"""How many of the callers' own lines a lexicon keeps."""
_SHORTEST = 3
_ROOTS = {
    "been": "be",
    "brought": "bring",
    "came": "come",
    "done": "do",
    "gave": "give",
    "given": "give",
    "gone": "go",
    "got": "get",
    "held": "hold",
    "kept": "keep",
    "left": "leave",
    "let": "let",
    "made": "make",
    "paid": "pay",
    "put": "put",
    "said": "say",
    "saw": "see",
    "seen": "see",
    "sent": "send",
    "spoke": "speak",
    "spoken": "speak",
    "stood": "stand",
    "taken": "take",
    "told": "tell",
    "took": "take",
    "went": "go",
}
_ENDINGS = ("ings", "ing", "ed", "es", "s", "e")

GLUE = (
    plain_words.FILLER
    | plain_words.FUNCTION_WORDS
    | plain_words.LEADS
    | word_set(
        """
        able again allowed allows along already always any anybody anyone anything around away case
        chance down else ever every everybody everyone everything get gets getting go goes going got
        have him however lot make makes many matter maybe mine more much my nobody none off once
        ones ours other own possible quite rather really same simply some somebody someone something
        such than theirs them thing things this time today under unless until very way what whatever
        whatsoever which while who will without won worth yet yourself myself ourselves himself
        herself
        """
    )
    | plain_words.NEGATORS
)
"""Words that tell nothing of their own, so that only the caller's words can give them a matter."""


def root(word: str) -> str:
    """Return a word without its ending, so that "takes", "taking" and "taken" are one."""
    if word in _ROOTS:
        word = _ROOTS[word]
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST:
            doubled = len(stem) > _SHORTEST and stem[-1] == stem[-2] and stem[-1] not in "ls"
            return stem[:-1] if doubled else stem
    return word


@lru_cache(maxsize=_MOST_KEPT)
def own_roots(lines: tuple[str, ...]) -> frozenset[str]:
    """Return the roots of the telling words in the wordings of an ask, worked out once."""
    words = {word for line in lines for word in read_words(line, _LINE_WORDS).words}
    return frozenset(root(word) for word in words if word not in GLUE and word[0].isalpha())


@lru_cache(maxsize=_MOST_KEPT)
def offers_two(lines: tuple[str, ...]) -> bool:
    """Say whether every wording asks which of two ("good or bad?"), so that "yes" is no answer."""
    return all(_of_two(read_words(line, _LINE_WORDS).words) for line in lines)


def _of_two(words: Sequence[str]) -> bool:
    """Say whether "good or bad" stands there; "yes or no", "is it or isn't it" want a yes or no."""
    return any(
        word == "or" and _NO_CHOICE.isdisjoint((words[i - 1], *words[i + 1 : i + 3]))
        for i, word in enumerate(words)
        if 0 < i < len(words) - 1
    )


_NO_CHOICE = frozenset({"no", "not", "yes", "so", "two"})


def read_line(line: str, lexicon: CompiledLexicon) -> Utterance:
    """Return one of the caller's own lines as it would be heard.

    A script has few lines and speaks them in every call, so they are kept apart from those of
    agents, who can say more than is ever kept. What is kept depends on the words alone.
    """
    kept = lexicon.own_lines
    found = kept.get(line)
    if isinstance(found, Utterance):
        return found
    made = read_utterance(line, lexicon, _HEARD_WORDS)
    if len(kept) >= LINES_KEPT:
        kept.clear()
    kept[line] = made
    return made
