"""Where one clause ends and the next begins: marks, "but", and joined finite clauses."""

from collections.abc import Sequence

from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.trade import TradeWords

_HARD_STOPS = frozenset(".?!;")
_JOINERS = frozenset({"and", "so", "or", "then", "plus"})
_SPLIT_VERBS = plain_words.AUXILIARIES | plain_words.word_set(
    "take takes accept accepts honors runs costs participates 's shows says confirms lists"
)
_NOT_VERBS = plain_words.word_set("us as yes plans offices members always this locations is")
_SITES = frozenset({"office", "location", "one", "site", "branch"})
_DIVIDERS = plain_words.ADVERSATIVES | _JOINERS | {"while"}
_STILL_OPEN = frozenset({"none", "not", "nothing"})
_INDEFINITE = frozenset({"everybody", "everyone", "nobody", "somebody", "someone"})
_EXCEPT = frozenset({"but", "except"})
_ALL_BUT = plain_words.word_set(
    "all anybody anyone anything anywhere everybody everyone everything none nobody nothing nowhere"
)
_PAUSES = (",", ":")
_LEAD_WORDS = 4
_BEING = frozenset({"am", "are", "is", "was", "were"})
_STARTERS = frozenset({"let", "anything", "give", "what", "how", "please"})
FREE_SUBJECTS = frozenset({"i", "we", "you", "they", "he", "she", "it"})
"""Pronouns that begin a clause whatever follows."""

Piece = tuple[int, int, str, str]


def cut(words: Sequence[str], breaks: Sequence[str], trade: TradeWords) -> list[Piece]:
    """Return the clauses of an utterance as (start, end, stop, joined), in order.

    `stop` is the mark that ends the sentence there, or ""; `joined` is the word that joins the
    clause to the one before and belongs to neither, or "".
    """
    clauses: list[Piece] = []
    start, joined = 0, ""
    i, count = 0, len(words)
    while i < count:
        word = words[i]
        if i > start:
            if word in _DIVIDERS or breaks[i - 1] in _PAUSES:
                skip = _boundary(words, breaks, start, i, trade)
                lead = skip == 0 and breaks[i - 1] in _PAUSES and _is_lead(words, start, i)
                if skip >= 0 and not lead:
                    clauses.append((start, i, "", joined))
                    start, joined = i + skip, word if skip else ""
        elif word in plain_words.ADVERSATIVES and i == start:
            start, joined = i + 1, word
        if i >= start and breaks[i] and breaks[i] in _HARD_STOPS:
            clauses.append((start, i + 1, breaks[i], joined))
            start, joined = i + 1, ""
        i += 1
    if start < count:
        clauses.append((start, count, "", joined))
    return clauses


def _boundary(
    words: Sequence[str], breaks: Sequence[str], start: int, i: int, trade: TradeWords
) -> int:
    """Return how many joining words to skip when a clause begins at `i`, or -1 when none does.

    Only asked of `_DIVIDERS` and of words behind one of `_PAUSES`: at others none begins.
    """
    word = words[i]
    if _goes_on(words, breaks, i):
        return -1
    if word in plain_words.ADVERSATIVES:
        # "Nothing but a fee" names the fee; "nothing, but a fee …" is cut.
        excepts = word in _EXCEPT and words[i - 1] in _ALL_BUT and not breaks[i - 1]
        return -1 if excepts else 1
    comma = breaks[i - 1] in _PAUSES
    if comma and word in ("yes", "no") and _answered(words, start, i):
        return 0
    if word in _JOINERS or word == "while":
        if i + 1 < len(words) and not breaks[i]:
            polar = word == "or" and words[i + 1] in ("yes", "no")
            if word != "while" and not polar and _starts(words, i + 1, after_joiner=True):
                return 1
            if _site_clause(words, start, i, trade):
                return 1
        return -1
    if comma and (
        _starts(words, i, after_joiner=False) or _site_clause(words, start, i - 1, trade)
    ):
        return 0
    return -1


def _goes_on(words: Sequence[str], breaks: Sequence[str], i: int) -> bool:
    """Say whether what looks like a joiner is none: "I don't know yet, …", "I'm so sorry"."""
    if words[i] == "yet":
        return words[i - 1] in _STILL_OPEN or bool(breaks[i]) or i + 1 == len(words)
    return words[i] == "so" and words[i - 1] in _BEING and not breaks[i - 1]


def _starts(words: Sequence[str], i: int, *, after_joiner: bool) -> bool:
    """Say whether a finite clause starts at `i`."""
    j = i
    while (
        j < len(words)
        and j < i + 2
        and words[j] in plain_words.LEADS
        and words[j] not in ("yes", "no")
    ):
        j += 1
    if j >= len(words):
        return False
    word = words[j]
    after = words[j + 1] if j + 1 < len(words) else ""
    if after_joiner and word in ("yes", "no"):
        return True
    if word in FREE_SUBJECTS:
        return bool(after) and after not in ("and", "or")
    if word in plain_words.SUBJECTS or word in _INDEFINITE:
        return after in plain_words.AUXILIARIES
    if word in plain_words.AUXILIARIES:
        return (
            after in plain_words.SUBJECTS
            or (after[:1] == "<" and after not in plain_words.FIGURE_CLASSES)
            or after in ("your", "the", "our", "anyone")
        )
    if word in ("what", "how", "who") or (
        word in plain_words.WH and after in plain_words.AUXILIARIES
    ):
        return word in ("what", "how", "who") or after_joiner
    return word in _STARTERS or (after_joiner and _noun_clause(words, j))


def _noun_clause(words: Sequence[str], j: int) -> bool:
    """Say whether "your nearest office is …" begins at `j`."""
    if words[j] not in ("your", "our", "the", "my"):
        return False
    ahead = words[j + 1 : j + 5]
    verb = next((k for k, w in enumerate(ahead) if w in _SPLIT_VERBS), 0)
    return verb > 0 and not {"at", "for", "of", "with", "and"} & set(ahead[:verb])


def _site_clause(words: Sequence[str], start: int, i: int, trade: TradeWords) -> bool:
    """Say whether "and <name> does …" begins at `i`, with a verb already standing before it."""
    j = i + 1
    if j < len(words) and words[j] in ("the", "our", "at", "for", "not"):
        if words[j] in ("at", "for", "not"):
            j += 1 + (words[j] == "not" and j + 1 < len(words) and words[j + 1] in ("at", "for"))
            ends = j < len(words) and words[j][:1] == "<"
            return ends and any(w in _SPLIT_VERBS for w in words[start:i]) and words[i + 1] == "not"
        j += 1
    if j + 1 >= len(words) or words[j][:1] != "<":
        return False
    k = j + 1
    if words[k] in _SITES or words[k] in trade.premises:
        k += 1
    if k >= len(words):
        return False
    plural = words[k] in _NOT_VERBS or words[k] in trade.clients
    return (words[k] in _SPLIT_VERBS or (words[k][-1:] == "s" and not plural)) and any(
        w in _SPLIT_VERBS or w in FREE_SUBJECTS for w in words[start:i]
    )


def _answered(words: Sequence[str], start: int, end: int) -> bool:
    """Say whether ``words[start:end]`` already answers for a thing it names."""
    said = words[start:end]
    return ("yes" in said or "no" in said) and any(word[:1] == "<" for word in said)


def _is_lead(words: Sequence[str], start: int, end: int) -> bool:
    """Say whether ``words[start:end]`` is only a "yes", "well", "great news" before a clause."""
    if end - start > _LEAD_WORDS:
        return False
    return all(w in plain_words.FILLER or w in plain_words.LEADS for w in words[start:end])
