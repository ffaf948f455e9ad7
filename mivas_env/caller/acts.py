"""What the agent does besides answering: offers, requests, disclosures, holds (CALLER 7)."""

from collections.abc import Sequence
from dataclasses import dataclass

from mivas_env.caller import plain_words
from mivas_env.caller.clauses import Clause, Utterance
from mivas_env.caller.compiled import CompiledLexicon
from mivas_env.caller.completions import completed
from mivas_env.caller.phrases import Match

_PERFECT = frozenset({"have", "has", "had", "was", "were", "been", "already"})
_IMPERATIVES = frozenset(
    {
        "confirm",
        "provide",
        "spell",
        "give",
        "tell",
        "verify",
        "share",
        "state",
        "repeat",
        "say",
        "go",
        "start",
        "please",
    }
)
_NEED = frozenset({"need", "have", "get", "ask", "grab", "with", "require", "want", "know", "take"})
_LOOKING = plain_words.word_set(
    "check checking look looking pull pulling verify verifying find moment second sec hold"
)
_MAY = frozenset({"may", "can", "could"})
_GIVE = _IMPERATIVES | _NEED | {"read", "let", "use", "reach"} - {"please", "start"}
_NO_WORK = frozenset(
    {"need", "be", "have", "want", "ask", "say", "tell", "let", "talk", "see", "know", "not"}
)
_SHORT = 7


@dataclass(frozen=True, slots=True)
class Acts:
    """The acts of one utterance.

    `offers`, `statements`, `completions` and `unsafe` are act names in the order heard. `requests`
    are request names in order. `hold` asks for time, `looking` does so to look something up.
    """

    offers: tuple[str, ...]
    statements: tuple[str, ...]
    completions: tuple[tuple[str, int], ...]
    requests: tuple[str, ...]
    unsafe: tuple[str, ...]
    hold: bool
    looking: bool
    greeting: bool
    correction: bool
    confirming: bool
    claim: bool
    question: bool


def read_acts(utterance: Utterance) -> Acts:
    """Collect the acts of an utterance, clause by clause."""
    offers: list[str] = []
    statements: list[str] = []
    completions: list[tuple[str, int]] = []
    requests: list[str] = []
    unsafe: list[str] = []
    hold = looking = greeting = correction = confirming = claim = False
    for place, clause in enumerate(utterance.clauses):
        if clause.garbled:
            continue
        found = clause.found
        if "act" in found or "announced" in found:
            _add(offers, _offers(utterance, clause))
        if "said" in found:
            _add(statements, [m.tag[1] for m in found["said"]])
        if "done" in found and not clause.question:
            completions.extend(
                (m.tag[1], place) for m in found["done"] if completed(utterance, clause, m)
            )
        if "ask" in found:
            _add(requests, _requests(utterance, clause))
        if "unsafe" in found:
            _add(unsafe, [m.tag[1] for m in found["unsafe"] if not _negated(utterance, clause, m)])
        hold = hold or ("hold" in found and not clause.question and _works(utterance, clause))
        looking = looking or ("hold" in found and not clause.question and _looks(utterance, clause))
        greeting = greeting or "greet" in found or "handover" in found
        correction = correction or "correct" in found
        confirming = confirming or (
            "confirming" in found and (clause.question or clause.stop != ".")
        )
        claim = claim or _claims(clause)
    return Acts(
        offers=tuple(offers),
        statements=tuple(statements),
        completions=tuple(completions),
        requests=tuple(requests),
        unsafe=tuple(unsafe),
        hold=hold,
        looking=looking,
        greeting=greeting,
        correction=correction,
        confirming=confirming or _confirm_fragment(utterance),
        claim=claim,
        question=any(c.question for c in utterance.clauses),
    )


def _add(into: list[str], names: list[str]) -> None:
    for name in names:
        if name not in into:
            into.append(name)


def _works(utterance: Utterance, clause: Clause) -> bool:
    """Say whether the agent is about to do something, not to ask or tell it."""
    words = utterance.words
    return any(words[m.end - 1] not in _NO_WORK for m in clause.found["hold"])


def _looks(utterance: Utterance, clause: Clause) -> bool:
    """Say whether the agent asks for time to look something up."""
    words = utterance.words
    return any(not _LOOKING.isdisjoint(words[m.start : m.end]) for m in clause.found["hold"])


def _claims(clause: Clause) -> bool:
    if clause.question:
        return False
    return any(
        clause.alive(m.start) or any(p.start <= m.start for p in clause.found.get("perform", ()))
        for m in clause.found.get("claim", ())
    )


_CHECKS = frozenset({"accurate", "correct", "okay", "right", "yes"})


def _confirm_fragment(utterance: Utterance) -> bool:
    """Say whether the utterance ends in "correct?" or "right?"."""
    if not utterance.clauses:
        return False
    last = utterance.clauses[-1]
    return last.stop == "?" and utterance.words[last.end - 1] in _CHECKS


def _offers(utterance: Utterance, clause: Clause) -> list[str]:
    names = [
        m.tag[1] for m in clause.found.get("announced", ()) if not _negated(utterance, clause, m)
    ]
    frames = clause.found.get("offer", ())
    for match in clause.found.get("act", ()):
        framed = any(frame.start <= match.end for frame in frames) or clause.question
        if (
            framed
            and not _negated(utterance, clause, match)
            and not _perfect(utterance, clause, match)
        ):
            names.append(match.tag[1])
    return names


def _negated(utterance: Utterance, clause: Clause, match: Match) -> bool:
    words, breaks = utterance.words, utterance.breaks
    return any(
        words[i] in plain_words.NEGATORS and not (words[i] == "no" and breaks[i])
        for i in range(clause.start, match.end)
    ) and not (clause.question and utterance.words[clause.start] in ("why", "do", "would", "can"))


def _perfect(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether the act is told as done: "I have booked", "was sent"."""
    near = utterance.words[max(clause.start, match.start - 3) : match.start]
    return bool(_PERFECT & set(near)) and not clause.question and "to" not in near


def _requests(utterance: Utterance, clause: Clause) -> list[str]:
    direct = [m.tag[1] for m in clause.found["ask"] if m.tag[2] == "direct"]
    nouns = [
        m
        for m in clause.found["ask"]
        if m.tag[2] == "noun" and not _asked_elsewhere(utterance, clause, m)
    ]
    if nouns and _request_frame(utterance, clause):
        direct.extend(m.tag[1] for m in nouns if not _within_another(m, clause.found["ask"]))
    return direct


def _within_another(match: Match, others: Sequence[Match]) -> bool:
    """Say whether the noun is part of a longer one: "the name" of "the name on the label"."""
    return any(
        o.tag[1] != match.tag[1]
        and o.start <= match.end - 1 < o.end
        and o.end - o.start > match.end - match.start
        for o in others
    )


def _asked_elsewhere(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether the noun is somebody to ask, or to answer: "I can ask your insurance"."""
    words = utterance.words
    near = words[max(clause.start, match.start - 2) : match.start]
    if _ASKING & set(near) or ("with" in near and "check" in words[clause.start : match.start]):
        return not clause.question
    return words[match.end : match.end + 1] in (["can"], ["will"], ["would"], ["could"])


_ASKING = frozenset({"ask", "asking", "call", "calling", "contact", "on"})


def _request_frame(utterance: Utterance, clause: Clause) -> bool:
    words = utterance.words
    said = words[clause.start : clause.end]
    if _NEGATED_NEED & set(said) and "not" in said and not clause.question:
        return False
    if clause.question:
        return True
    first = next((w for w in said if w not in plain_words.LEADS), "")
    if first in _IMPERATIVES or said[0] == "please" or "please" in said:
        return True
    if ("i" in said or "we" in said) and _NEED & set(said) and "promise" in clause.found:
        return True
    if ("i" in said or "we" in said) and "need" in said:
        return True
    if _MAY & set(said) and ("i" in said or "you" in said) and _GIVE & set(said):
        return True
    return (
        len(said) <= _SHORT
        and not (plain_words.AUXILIARIES & set(said))
        and first in ("your", "the", "date", "full", "first", "zip", "and")
    )


_NEGATED_NEED = frozenset({"need", "require", "have"})


def asked_values(lexicon: CompiledLexicon, requests: tuple[str, ...]) -> list[str]:
    """Return the fact ids that these requests ask for, in order, each once."""
    facts: list[str] = []
    for name in requests:
        _add(facts, list(lexicon.lexicon.requests[name].facts))
    return facts
