"""Short answers: "yes", "they do, at Park Avenue", "that is a no for Windermere", a name alone."""

from collections.abc import Sequence
from itertools import pairwise

from mivas_env.caller.hearing.binding import is_fragment
from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.plain_words import word_set

_CHECKING = word_set(
    "checked verified confirmed looked ran reviewed mean meant checking looking yes no"
)
_REFERRING = word_set("talking asking referring speaking meaning looking")
_PERSONS = frozenset({"you"})
_BEING = frozenset({"are", "am", "were", "was"})
_TROUBLE = word_set("problem problems issue issues trouble worries doubt question hassle")
_TRAILING = word_set("not indeed absolutely definitely certainly too there")
_FULL_VERBS = word_set("do does did can could")
_PLACES = word_set("at in for with on during when through")
_KNOWING = word_set("know remember recall understand hear heard got love like live go")
_NAMING = word_set("our the a an one where in on near my")
_AFTER_VERB = word_set("not indeed absolutely definitely too there here yes no correct right")


def is_bare(utterance: Utterance, clause: Clause, extra: frozenset[str]) -> bool:
    """Say whether a clause could be a bare answer: fillers, names and words of a look-up only."""
    if "quote" in clause.found and not _answers_after(utterance, clause):
        return False
    if _tells(utterance, clause):
        return False
    if is_fragment(utterance, clause, extra):
        return True
    spans = [
        (m.start, m.end)
        for kind in ("claim", "perform", "would_be")
        for m in clause.found.get(kind, ())
        if (kind != "claim" or clause.alive(m.start))
        and (kind == "would_be" or _CHECKING & set(utterance.words[m.start : m.end]))
    ]
    if not spans:
        return False
    words = utterance.words
    for i in range(clause.start, clause.end):
        word = words[i]
        if word in plain_words.FILLER or word in extra or word[:1] == "<":
            continue
        if not any(a <= i < b for a, b in spans):
            return False
    return not any(a <= clause.start < b for a, b in clause.dead)


def _tells(utterance: Utterance, clause: Clause) -> bool:
    """Say whether a clause tells something of its own: "your existing consult is on Friday".

    A short answer has its verb last ("they do") or after a pronoun ("it is, at Park Avenue").
    """
    words = utterance.words
    last = clause.end - 1
    while last > clause.start and words[last] in _AFTER_VERB:
        last -= 1
    for i in range(clause.start, last):
        if words[i] in ("have", "has", "had"):
            heads = all(words[k] in plain_words.LEADS for k in range(clause.start, i - 1))
            if heads and i > clause.start and words[i - 1] in plain_words.SUBJECTS:
                return True
            return not any(m.start <= i < m.end for m in clause.found.get("ref", ()))
        if words[i] in plain_words.AUXILIARIES or words[i] == "'s":
            before = words[i - 1] if i > clause.start else ""
            if before in _PERSONS and words[i] in _BEING and not utterance.breaks[i]:
                return words[i + 1] not in _AFTER_VERB and words[i + 1][:1] != "<"
            told = before in plain_words.SUBJECTS or before in ("answer", "which", "one")
            told = told or not {"yes", "no"}.isdisjoint(words[i + 1 : i + 4])
            polite = any(m.start <= i < m.end for m in clause.found.get("would_be", ()))
            ends = utterance.breaks[i] or words[i + 1] == "not"
            if not (told or polite or ends):
                return True
    return False


def _answers_after(utterance: Utterance, clause: Clause) -> bool:
    """Say whether a yes or no follows a report of the question: "you asked about …, and yes"."""
    last = max(m.end for m in clause.found["quote"])
    return any(
        utterance.words[i] in ("yes", "no") and clause.alive(i) for i in range(last, clause.end)
    )


def identifies(utterance: Utterance, clause: Clause) -> bool:
    """Say whether the clause only says what a thing is: "yes, that's our Park Avenue office"."""
    words = utterance.words
    for i in range(clause.start, clause.end - 2):
        if words[i] in ("is", "'s", "are") and words[i + 1] in (
            "our",
            "the",
            "one",
            "a",
            "your",
            "my",
        ):
            rest = words[i + 2 : clause.end]
            named = any(w[:1] == "<" for w in rest[:2]) or "ref" in clause.found
            if named and not {"yes", "no", "at", "for"} & set(rest):
                return True
    return bool(_REFERRING & set(words[clause.start : clause.end]))


def particle(utterance: Utterance, clause: Clause) -> tuple[bool | None, bool]:
    """Return the polarity a bare clause has by itself, and whether by a plain yes or no."""
    said = list(utterance.words[clause.start : clause.end])
    refused = _refuses(said)
    denied = "not" in said or refused
    if "yes" in said or refused:
        return (None, False) if "yes" in said and refused else (not denied, True)
    first = said[0]
    if first in plain_words.PARTICLES_YES or (first == "confirmed" and len(said) > 1):
        return not denied, True
    if denied and (first in ("not", "unfortunately", "sorry", "afraid") or "afraid" in said):
        return False, True
    if _elliptical(utterance, clause):
        return not denied, True
    return _weak_particle(said, clause, utterance)


def _weak_particle(
    said: list[str], clause: Clause, utterance: Utterance
) -> tuple[bool | None, bool]:
    """Return the polarity of "absolutely", "no problem", "… is correct"."""
    words, breaks = utterance.words, utterance.breaks
    first, denied = said[0], "not" in said
    if ("not", "only") in pairwise(said):
        return None, False  # "right, not only that" goes on
    if "no" in said:
        return True, False
    if first in plain_words.WEAK_YES or said[:2] == ["of", "course"]:
        names = any(word[:1] == "<" for word in said)
        return (None if names else not denied), False
    last = _last_verb(words, clause)
    if said[-1] in ("correct", "right", "affirmative") and len(said) > 1 and not breaks[last - 1]:
        return not denied, True
    return None, False


def _refuses(said: list[str]) -> bool:
    """Say whether a "no" stands there that is not "no problem"."""
    return any(
        word == "no" and said[i + 1 : i + 2] != [] and said[i + 1] not in _TROUBLE
        for i, word in enumerate(said)
    ) or said[-1:] == ["no"]


def _last_verb(words: Sequence[str], clause: Clause) -> int:
    last = clause.end - 1
    while last > clause.start and words[last] in _TRAILING:
        last -= 1
    return last


def _elliptical(utterance: Utterance, clause: Clause) -> bool:
    """Say whether a subject and its auxiliary are the answer: "they do", "you can, at …"."""
    words, breaks = utterance.words, utterance.breaks
    subject = False
    for i in range(clause.start, clause.end):
        word = words[i]
        idiom = word == "is" and words[i - 1] == "it" and i > 1 and words[i - 2][:1] == "<"
        if idiom:
            return False  # "Park Avenue it is."
        if word in plain_words.AUXILIARIES and subject:
            after = i + 1
            while after < clause.end and words[after] in _TRAILING and not breaks[after - 1]:
                after += 1
            ends = after >= clause.end or bool(breaks[after - 1])
            if ends or (word in _FULL_VERBS and words[after] in _PLACES):
                return True
        if word in plain_words.SUBJECTS or word[:1] == "<":
            subject = True
    return False


def only_acknowledges(utterance: Utterance, place: int) -> bool:
    """Say whether what follows shows a bare yes to be "I know that one" and no answer."""
    clause = utterance.clauses[place]
    if place + 1 >= len(utterance.clauses):
        return False
    after = utterance.clauses[place + 1]
    words = utterance.words[after.start : after.end]
    if after.joined or len(words) < 2:  # noqa: PLR2004 - subject and verb
        return False
    if words[0] == "i" and words[1] in _KNOWING and "claim" not in after.found:
        return True
    if clause.stop:
        return False
    names = words[0] in ("that", "it", "this") and words[1] in ("is", "'s")
    return names and words[2:3] != [] and words[2] in _NAMING and not _affirms(words)


def _affirms(words: Sequence[str]) -> bool:
    return bool({"yes", "correct", "right", "case", "one", "answer", "only"} & set(words))
