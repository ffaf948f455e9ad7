"""General words of leave and refusal, and of not knowing, about the matter that was asked.

"UnitedHealthcare is no problem there either", "that's off the table", "I'm in the dark on that".
They belong to no trade: which matters they answer is said by the lexicon (`Predicate.allows`) and
by the script (`unconfirmed`).
"""

from collections.abc import Sequence
from itertools import pairwise

from mivas_env.caller.hearing.own_words import GLUE, root
from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.phrases import Match
from mivas_env.caller.speech.plain_words import word_set

_DOUBT = ("hedge", "soft", "future")
_APOLOGY = word_set("agree appreciate enough glad grateful hear often people sympathize thank")
_FINDING = word_set("find open pull reach")
_LOOKING_ON = word_set(
    "check find hang hold look minute moment pull sec second see someone somebody wait"
)
_NOT_KNOWING = frozenset({"not", "no", "unable", "unconfirmed"})
_NOT_ANSWERED = frozenset({"announced", "undermine"})


def _reported(clause: Clause, match: Match) -> bool:
    """Say whether the match stands in a condition or in what somebody wants to know."""
    return any(
        m.start < match.start and not clause.alive(m.start)
        for kind in ("cond", "quote")
        for m in clause.found.get(kind, ())
    )


def verdict(
    utterance: Utterance, clause: Clause, names: frozenset[str], own: frozenset[str]
) -> tuple[bool, int] | None:
    """Return what the clause grants or refuses in general words and where that ends, or None.

    `names` are the words of the caller's name, `own` the roots of its own words.
    """
    if clause.question or not _NOT_ANSWERED.isdisjoint(clause.found):
        return None
    words = utterance.words
    for match in clause.found.get("refuse", ()):
        if clause.alive(match.start) or words[match.start] in _SPEAKER:
            # "Nobody would turn you away" gives leave.
            return not _TURNING.isdisjoint(words[clause.start : match.start]), match.end
    if acts_besides(utterance, clause) or any(
        clause.alive(m.start) and not _of_trouble(words, m)
        for kind in _DOUBT
        for m in clause.found.get(kind, ())
    ):
        return None
    for match in clause.found.get("allow", ()):
        if not clause.alive(match.start) or not _known(utterance, clause, match, names | own):
            continue
        nothing = words[match.start] == "nothing"  # "nothing stops you" gives leave
        said = words[clause.start : match.start if nothing else match.end]
        denied = any(w in plain_words.NEGATORS and w != "no" for w in said)
        trouble = not _TROUBLE.isdisjoint(words[match.start : match.end])
        no = "no" in words[match.start : match.end]
        pause = (i + 1 for i in range(match.end - 1, clause.end) if utterance.breaks[i])
        return (not denied if not trouble or no else denied), next(pause, clause.end)
    return None


def _of_trouble(words: Sequence[str], doubt: Match) -> bool:
    """Say whether "would" only denies trouble politely: "you'd have no issue using it"."""
    after = words[doubt.end : doubt.end + _TO_TROUBLE]
    return words[doubt.start] == "would" and not (
        _TROUBLE.isdisjoint(after) or plain_words.NEGATORS.isdisjoint(after)
    )


_TO_TROUBLE = 4
_SPEAKER = frozenset({"i", "we"})
_TURNING = plain_words.NEGATORS - {"no"}
_CALM = word_set("worries worry problem trouble")
_TROUBLE = word_set("problem problems issue issues trouble difficulty")


def acts_besides(utterance: Utterance, clause: Clause) -> bool:
    """Say whether the clause asks for a fact, or speaks of an act other than by a thing's name."""
    words = utterance.words
    yours = "your" in words[clause.start : clause.end]
    return (yours and "ask" in clause.found) or any(
        any(w[:1] != "<" for w in words[m.start : m.end]) for m in clause.found.get("act", ())
    )


def _known(utterance: Utterance, clause: Clause, match: Match, own: frozenset[str]) -> bool:
    """Say whether the rest, up to a pause, holds the caller's words, names and glue only."""
    refs = clause.found.get("ref", ())
    pauses = (i + 1 for i in range(match.end - 1, clause.end) if utterance.breaks[i])
    ends = clause.end if clause.names else next(pauses, clause.end)
    return all(
        match.start <= i < match.end
        or (word := utterance.words[i]) in GLUE
        or word[:1] == "<"
        or (word in _CALM and utterance.words[i - 1] == "no")
        or word in own
        or root(word) in own
        or any(m.start <= i < m.end for m in refs)
        for i in range(clause.start, ends)
    )


def unsettled(utterance: Utterance, place: int) -> bool:
    """Say whether not knowing is no answer yet: "I don't know, hold on", "… how sorry I am"."""
    clause = utterance.clauses[place]
    words = utterance.words
    said = words[clause.start : clause.end]
    after = utterance.clauses[place + 1 :]
    if "ask" in clause.found and ("yet" in said or _asked_on(clause, after)):
        return True
    unknown = [m for kind in ("shrug", "unknown") for m in clause.found.get(kind, ())]
    if not unknown and _FINDING.isdisjoint(said):
        return False
    if any(_apologises(words[m.end : clause.end]) for m in unknown):
        return True
    return _asked_on(clause, after) or any(
        m.start > clause.start + 1 and not _LOOKING_ON.isdisjoint(words[m.start : m.end + 1])
        for later in (clause, *after)
        for m in later.found.get("hold", ())
    )


def _asked_on(clause: Clause, after: Sequence[Clause]) -> bool:
    return not clause.stop and bool(after) and after[0].question


def _apologises(said: Sequence[str]) -> bool:
    """Say whether "I can't tell you" leads to thanks or sympathy: "… how sorry I am"."""
    return not _APOLOGY.isdisjoint(said) or any(pair in _SYMPATHY for pair in pairwise(said))


_SYMPATHY = frozenset({("how", "sorry"), ("feel", "for"), ("how", "bad")})


def _wonders(said: Sequence[str], own: frozenset[str]) -> bool:
    """Say whether something else is not known: "I can't say how long that takes"."""
    return not _WONDERING.isdisjoint(said) and all(root(word) not in own for word in said)


_WONDERING = frozenset({"how", "when", "where", "who", "why"})


def _thinks_again(clause: Clause) -> bool:
    """Say whether something is to be checked; "not something I can confirm" is to be left."""
    return any(
        not any(s.start <= m.start and m.end <= s.end for s in clause.found.get("shrug", ()))
        for m in clause.found.get("undermine", ())
    )


def shrugs(utterance: Utterance, clause: Clause, own: frozenset[str]) -> bool:
    """Say whether a clause says that the speaker does not know, and leaves it at that.

    `own` are the roots of the caller's own words for the ask; none where it is about a named thing.
    """
    if clause.question or clause.garbled or "announced" in clause.found or _thinks_again(clause):
        return False
    if acts_besides(utterance, clause):
        return False
    for kind in ("shrug", "unknown"):
        for match in clause.found.get(kind, ()):
            span = utterance.words[match.start : match.end]
            if kind == "unknown" and _NOT_KNOWING.isdisjoint(span):
                continue  # "somebody told you …" is hearsay, no answer
            if _reported(clause, match):
                continue
            rest = utterance.words[match.end : clause.end]
            if not _apologises(rest) and not _wonders(rest, own):
                return True
    return False
