"""What the agent does besides answering: offers, requests, disclosures, holds (CALLER 7)."""

from dataclasses import dataclass

from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.completions import completed
from mivas_env.caller.speech.figures import Figure
from mivas_env.caller.speech.phrases import Match
from mivas_env.caller.speech.requests import owner, requested, stands_alone

_PERFECT = frozenset({"have", "has", "had", "was", "were", "been", "already"})
_LOOKING = plain_words.word_set(
    "check checking look looking pull pulling verify verifying find moment second sec hold"
)
_NO_WORK = frozenset(
    {"need", "be", "have", "want", "ask", "say", "tell", "let", "talk", "see", "know", "not"}
)


@dataclass(frozen=True, slots=True)
class Acts:
    """The acts of one utterance.

    `offers`, `statements`, `completions` and `unsafe` are act names in the order heard. `requests`
    are request names in order, `of_others` those for the things of a person named, with that
    person. `repeat` asks the caller to say its last words again. `hold` asks for time, `looking`
    does so to look something up, `choice` wants one of several things,
    `spelling` is the "first" or "last" name where its letters are asked for, else "".
    """

    offers: tuple[str, ...]
    statements: tuple[str, ...]
    completions: tuple[tuple[str, int], ...]
    requests: tuple[str, ...]
    of_others: tuple[tuple[str, str], ...]
    repeat: bool
    unsafe: tuple[str, ...]
    hold: bool
    looking: bool
    greeting: bool
    correction: bool
    confirming: bool
    claim: bool
    question: bool
    choice: bool
    spelling: str


def read_acts(utterance: Utterance) -> Acts:
    """Collect the acts of an utterance, clause by clause."""
    offers: list[str] = []
    statements: list[str] = []
    completions: list[tuple[str, int]] = []
    requests: list[str] = []
    of_others: list[tuple[str, str]] = []
    unsafe: list[str] = []
    hold = looking = greeting = correction = confirming = claim = repeat = False
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
        if "ask" in found or "alone" in found:
            for match in requested(utterance, clause):
                person = owner(utterance, match)
                if person:
                    of_others.append((match.tag[1], person))
                else:
                    _add(requests, [match.tag[1]])
        if "unsafe" in found:
            _add(unsafe, [m.tag[1] for m in found["unsafe"] if not _negated(utterance, clause, m)])
        repeat = repeat or _asks_again(utterance, clause)
        hold = hold or ("hold" in found and not clause.question and _works(utterance, clause))
        looking = looking or ("hold" in found and not clause.question and _looks(utterance, clause))
        greeting = greeting or "greet" in found or "handover" in found
        correction = correction or "correct" in found
        confirming = confirming or _confirms(utterance, clause)
        claim = claim or _claims(clause)
    return Acts(
        offers=tuple(offers),
        statements=tuple(statements),
        completions=tuple(completions),
        requests=tuple(requests),
        of_others=tuple(of_others),
        repeat=repeat and not requests,
        unsafe=tuple(unsafe),
        hold=hold,
        looking=looking,
        greeting=greeting,
        correction=correction,
        confirming=confirming or _confirm_fragment(utterance),
        claim=claim,
        question=any(c.question for c in utterance.clauses),
        choice=any(_offers_choice(utterance, c) for c in utterance.clauses),
        spelling=_asks_letters(utterance),
    )


def _offers_choice(utterance: Utterance, clause: Clause) -> bool:
    """Say whether a question wants one of several: "which would you like?", "this or that?"."""
    return clause.question and not _CHOOSING.isdisjoint(utterance.words[clause.start : clause.end])


def _asks_letters(utterance: Utterance) -> str:
    """Return which name is to be spelled, "" for none: "could you spell your last name?"."""
    for clause in utterance.clauses:
        said = utterance.words[clause.start : clause.end]
        if "spell" in said and (clause.question or "please" in said):
            return "first" if "first" in said and "last" not in said else "last"
    return ""


_CHOOSING = frozenset({"or", "which"})


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


def _asks_again(utterance: Utterance, clause: Clause) -> bool:
    """Say whether the caller's last words are wanted again: "could you say that once more?"."""
    words = utterance.words
    for match in clause.found.get("again", ()):
        apology = words[match.start] == "sorry"
        if stands_alone(utterance, clause, match) and (clause.question or not apology):
            return True
    for match in clause.found.get("repeat", ()):
        before = list(words[clause.start : match.start])
        if "sorry" in before:
            before = before[before.index("sorry") + 1 :]
        if _SELF.isdisjoint(before) and (clause.question or not before or "please" in before):
            return True
    return False


_SELF = frozenset({"i", "me", "us", "we"})


def _claims(clause: Clause) -> bool:
    if clause.question:
        return False
    return any(
        clause.alive(m.start) or any(p.start <= m.start for p in clause.found.get("perform", ()))
        for m in clause.found.get("claim", ())
    )


def _confirms(utterance: Utterance, clause: Clause) -> bool:
    """Say whether a clause wants a yes to what was read back.

    Asked to "confirm your date of birth", the caller has nothing yet to say yes to.
    """
    found = clause.found
    if "check_me" in found:
        return True
    if any(_told_after(utterance, clause, m) for m in found.get("reading_back", ())):
        return True
    asked = [m for m in found.get("confirming", ()) if not _right_now(utterance, m)]
    if not asked or not (clause.question or clause.stop != "."):
        return False
    last = asked[-1]
    return not any(
        last.end <= ask.start + 1 and _is_whole(utterance, clause, ask.end)
        for ask in found.get("ask", ())
    )


def _right_now(utterance: Utterance, match: Match) -> bool:
    """Say whether "right" only tells when or where: "right now", "right here"."""
    words = utterance.words
    return (
        match.end - match.start == 1
        and words[match.start] == "right"
        and words[match.end : match.end + 1] != []
        and not utterance.breaks[match.start]
        and words[match.end] in _WHEN_OR_WHERE
    )


def _told_after(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether a value of the caller's own follows in the clause."""
    values = (utterance.values.get(i) for i in range(match.end, clause.end))
    return any(isinstance(v, Figure) and v.kind in _OWN_FIGURES for v in values)


def _is_whole(utterance: Utterance, clause: Clause, at: int) -> bool:
    """Say whether nothing follows what is asked for, but courtesy or another thing asked for."""
    return at >= clause.end or (
        utterance.words[at] in _AFTER_ASKED
        and not any(i in utterance.values for i in range(at, clause.end))
    )


_WHEN_OR_WHERE = plain_words.word_set("after at away before here in now on then there")
_OWN_FIGURES = frozenset({"date", "num"})
_AFTER_ASKED = frozenset({"again", "and", "first", "for", "please", "so", "then", "to", "with"})
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
