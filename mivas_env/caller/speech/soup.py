"""Speech that nobody could follow: it is not read at all (CALLER section 2, the soup guard)."""

from itertools import pairwise

from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.acts import Acts
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.compiled import Named
from mivas_env.caller.speech.plain_words import word_set

_MOST_ACTS = 5
_LONGEST_CLAUSE = 60
_REPEATED = 0.35
_GLUE = 0.2
_RATIO_FROM_WORDS = 12
_SHRED_WORDS = 4
_MOST_SHREDS = 9
_TOLD_SHREDS = 4
_SHREDDED = 0.7
_MOST_SPLICED = 4
_LIST = 3
_LISTS = 2
_OPPOSITES = 2
_FINITE = word_set("am are did do does had has have is was were")
_JOINING = word_set(
    """
    after although and as because before but how if once or since so than that though unless
    until what when where whether which while who
    """
)
_LINKS = frozenset({"and", "but", "or", "so"})
_IDLE = (
    plain_words.COURTESY
    | plain_words.FILLER
    | plain_words.LEADS
    | word_set("care hope if let know problem seconds take waiting welcome")
) - {"yes", "no", "not", "done", "confirmed"}
_BETWEEN_NAMES = word_set("and or the")


def nobody_follows(utterance: Utterance, acts: Acts) -> bool:
    """Say whether no person could follow this utterance.

    Too many acts, an endless clause, a parrot, a pile of words, shreds of statements strung
    together, lists of names of several kinds in a row, or each thing said along with its opposite.
    """
    distinct = {*acts.offers, *(key for key, _ in acts.completions), *acts.unsafe}
    if len(distinct) >= _MOST_ACTS and _count_acts(utterance, distinct) >= _MOST_ACTS:
        return True
    if _endless(utterance):
        return True
    words = utterance.words
    if len(words) < _RATIO_FROM_WORDS:
        return False
    # Names, figures and spelling come without glue in the clearest of speech.
    plain = [word for word in words if word[0] != "<" and len(word) > 1 and not word.isdigit()]
    if len(plain) >= _RATIO_FROM_WORDS:
        if len(set(plain)) < _REPEATED * len(plain):
            return True
        if sum(1 for word in plain if word in plain_words.FUNCTION_WORDS) < _GLUE * len(plain):
            return True
    if any(_spliced(utterance, clause) >= _MOST_SPLICED for clause in utterance.clauses):
        return True
    return _shreds(utterance) or _lists(utterance) or _both_ways(utterance, acts)


def _count_acts(utterance: Utterance, names: set[str]) -> int:
    """Count the places where one of these acts is spoken of.

    The same words may tell of several: a portal link that was texted is a text and a link.
    """
    spans = sorted(
        (match.start, match.end)
        for clause in utterance.clauses
        for kind in ("act", "announced", "done", "unsafe")
        for match in clause.found.get(kind, ())
        if match.tag[1] in names
    )
    count, reach = 0, 0
    for start, end in spans:
        count += start >= reach
        reach = max(reach, end)
    return count


def _endless(utterance: Utterance) -> bool:
    length = 0
    for clause in utterance.clauses:
        length = length + clause.end - clause.start
        if length > _LONGEST_CLAUSE:
            return True
        if clause.stop:
            length = 0
    return False


def _spliced(utterance: Utterance, clause: Clause) -> int:
    """Count the verbs of a clause that nothing joins: "it is booked it is sent it was moved"."""
    words, breaks = utterance.words, utterance.breaks
    verbs = 0
    for i in range(clause.start + 1, clause.end):
        word = words[i]
        if word in _FINITE:
            verbs += words[i - 1] not in plain_words.AUXILIARIES and words[i - 1] != "not"
        elif word in _JOINING:
            verbs -= 1
        if breaks[i - 1]:
            verbs -= 1
    return verbs


def _shreds(utterance: Utterance) -> bool:
    """Say whether the utterance is mostly scraps of a few words, several of them statements."""
    words, breaks = utterance.words, utterance.breaks
    pieces = shreds = told = 0
    start, last = 0, ""
    for i, word in enumerate(words):
        joins = word in _LINKS
        if not joins and not breaks[i] and i + 1 < len(words):
            continue
        end = i if joins else i + 1
        first = words[start] if start < end else ""
        alone = end - start == 1
        # Names of one kind in a row are one list; single letters and digits are spelling.
        listed = alone and (first == last[:-1] or len(first) == 1 or first.isdigit())
        polite = not listed and _IDLE.issuperset(words[start:end])
        if first and not listed and not polite:
            pieces += 1
            if end - start <= _SHRED_WORDS:
                shreds += 1
                told += any(w in _TELLING for w in words[start:end])
        last = f"{first}," if alone and first[:1] == "<" else ""
        start = i + 1
    return shreds >= _MOST_SHREDS and told >= _TOLD_SHREDS and shreds >= _SHREDDED * pieces


_TELLING = _FINITE | {"yes", "no", "not"}


def _lists(utterance: Utterance) -> bool:
    """Say whether lists of names of several kinds stand in a row with nothing said of them."""
    words, values = utterance.words, utterance.values
    run: dict[str, set[str]] = {}
    for i, word in enumerate(words):
        value = values.get(i)
        if isinstance(value, Named):
            run.setdefault(value.kind, set()).add(value.canonical)
            if sum(1 for names in run.values() if len(names) >= _LIST) >= _LISTS:
                return True
        elif value is None and word not in _BETWEEN_NAMES:
            run = {}
    return False


def _both_ways(utterance: Utterance, acts: Acts) -> bool:
    """Say whether things are said along with their opposites: "yes, no, it is, it is not …"."""
    words, breaks = utterance.words, utterance.breaks
    found = sum(
        bool(breaks[i]) and {word, after} == {"yes", "no"}
        for i, (word, after) in enumerate(pairwise(words))
    )
    if "not" in words:
        threes = set(zip(words, words[1:], words[2:], strict=False))
        found += len(
            {
                (words[i - 2], words[i - 1], words[i + 1])
                for i in range(2, len(words) - 1)
                if words[i] == "not" and words[i - 2][:1] != "<"
            }
            & threes
        )
    done, trade = {key for key, _ in acts.completions}, utterance.trade
    undone = not trade.making.isdisjoint(done) and not trade.cancelling.isdisjoint(done)
    found += undone and not utterance.values
    return found >= _OPPOSITES
