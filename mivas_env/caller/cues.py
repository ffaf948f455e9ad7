"""The cues of a yes/no matter: which of them a clause asserts, turns, or leaves unknown."""

from mivas_env.caller import plain_words
from mivas_env.caller.clauses import Clause, Utterance
from mivas_env.caller.compiled import ASKED
from mivas_env.caller.phrases import Match

_STOPS = frozenset(".?!;")
_BEFORE_IMPERATIVE = plain_words.LEADS | {"just", "please", "simply", "absolutely", "definitely"}


def find_cue(
    utterance: Utterance, clause: Clause, predicate: str, *, asked: bool
) -> tuple[bool | None, bool, bool] | None:
    """Return (positive, firm, known) for the clause's asserted cue, or None without one.

    `positive` is None when the clause says both. `asked`: the caller's own question is about the
    predicate, so that its general cues count too.
    """
    poles: dict[bool, bool] = {}
    unknown = False
    denials = _cues(clause, "no", predicate, asked=asked)
    for match in denials:
        if clause.alive(match.start):
            poles[False] = True
        unknown = unknown or unknown_to_speaker(clause, match)
    for kind in ("firm", "yes", "told"):
        for match in _cues(clause, kind, predicate, asked=asked):
            if kind == "told" and not _heads(utterance, match):
                continue
            if clause.alive(match.start):
                if any(d.start < match.end and match.start < d.end for d in denials):
                    continue
                positive = not _negated(utterance, clause, match)
                poles[positive] = poles.get(positive, False) or kind == "firm"
            unknown = unknown or unknown_to_speaker(clause, match)
    if len(poles) > 1:
        return None, False, True
    if poles:
        positive, firm = next(iter(poles.items()))
        return positive, firm, True
    return (True, False, False) if unknown else None


def _cues(clause: Clause, kind: str, predicate: str, *, asked: bool) -> list[Match]:
    """Return the cues of one kind that count and that no neighbouring matter's phrase touches."""
    apart = neighbours(clause, predicate)
    return [
        m
        for m in clause.found.get(kind, ())
        if m.tag[1] == predicate
        and (asked or m.tag[2] != ASKED)
        and not any(a.start <= m.end and m.start <= a.end for a in apart)
    ]


def neighbours(clause: Clause, predicate: str) -> list[Match]:
    """Return the phrases by which a clause speaks of a matter next to this one."""
    return [m for m in clause.found.get("apart", ()) if m.tag[1] == predicate]


def _heads(utterance: Utterance, match: Match) -> bool:
    """Say whether an imperative stands at the head of its sentence: "sure, just bring it up"."""
    words, breaks = utterance.words, utterance.breaks
    i = match.start
    while i and breaks[i - 1] not in _STOPS and words[i - 1] in _BEFORE_IMPERATIVE:
        i -= 1
    return i == 0 or bool(breaks[i - 1])


def unknown_to_speaker(clause: Clause, match: Match) -> bool:
    """Say whether what `match` says is said not to be known, in words that are asserted."""
    outer = [s for s in clause.dead if s not in clause.unknown]
    return any(
        a <= match.start < b and not any(c < a < d for c, d in outer) for a, b in clause.unknown
    )


def _negated(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether a negator stands before the end of the cue, within the clause."""
    words, breaks = utterance.words, utterance.breaks
    ends = match.start if match.tag[2] == "denied" else match.end
    for i in range(clause.start, ends):
        if words[i] in plain_words.NEGATORS and not (words[i] == "no" and breaks[i]):
            if i == match.start and words[i] == "nothing":
                continue  # "nothing has changed" is the cue itself
            after = words[i + 1] if i + 1 < len(words) else ""
            if after not in ("only", "problem", "worries"):
                return True
    return False
