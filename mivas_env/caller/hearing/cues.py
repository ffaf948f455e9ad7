"""The cues of a yes/no matter: which of them a clause asserts, turns, or leaves unknown."""

from collections.abc import Sequence

from mivas_env.caller.hearing.verdicts import unsettled
from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.compiled import ASKED
from mivas_env.caller.speech.phrases import Match
from mivas_env.caller.speech.plain_words import word_set

_STOPS = frozenset(".?!;")
_BEFORE_IMPERATIVE = plain_words.LEADS | {"just", "please", "simply", "absolutely", "definitely"}


def find_cue(
    utterance: Utterance,
    clause: Clause,
    predicate: str,
    *,
    asked: bool,
    refused: int | None = None,
) -> tuple[bool | None, bool, bool] | None:
    """Return (positive, firm, known) for the clause's asserted cue, or None without one.

    `positive` is None when the clause says both. `asked`: the caller's own question is about the
    predicate, so that its general cues count too. `refused`: the number of the clause, where not to
    tell is to refuse ("I can't tell you that").
    """
    poles: dict[bool, bool] = {}
    unknown = False
    denials = _denials(clause, predicate, asked=asked)
    for match in denials:
        told = refused is not None and _refuses(utterance, refused, match)
        if told or clause.alive(match.start):
            poles[_turned(utterance, clause, match)] = True
        unknown = unknown or unknown_to_speaker(clause, match)
    for kind in ("firm", "yes", "told"):
        for match in _cues(clause, kind, predicate, asked=asked):
            if kind == "told" and not _heads(utterance, match):
                continue
            if clause.alive(match.start):
                denied = any(d.start < match.end and match.start < d.end for d in denials)
                if denied or _says_which(utterance, clause, match):
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


def _says_which(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether the cue only tells which are served at all: "I can only book a time that's open".

    "The only time that's open is eleven" does tell of a time.
    """
    words, at = utterance.words, match.start
    if words[at] not in _RELATIVES or at == clause.start or utterance.breaks[at - 1]:
        return False
    before = words[clause.start : at]
    if "only" not in before:
        return False
    only = before.index("only")
    if not _DEFINITE.isdisjoint(before[max(0, only - 1) : only]):
        return False
    return before[-2:-1] != [] and (before[-2] in _ANY or before[-1][-1] == "s")


_RELATIVES = frozenset({"that", "which"})
_DEFINITE = frozenset({"her", "his", "my", "our", "the", "your"})
_ANY = frozenset({"a", "an", "any"})


def _refuses(utterance: Utterance, place: int, match: Match) -> bool:
    """Say whether the cue itself says that something is not told: "I can't tell you that"."""
    clause = utterance.clauses[place]
    unknown = clause.found.get("unknown", ())
    if not any(match.start <= u.start and u.end <= match.end for u in unknown):
        return False
    outer = any(a <= match.start < b for a, b in clause.dead if (a, b) not in clause.unknown)
    wonders = not _LATER.isdisjoint(utterance.words[match.end : clause.end])
    return not (outer or wonders or unsettled(utterance, place))


_LATER = plain_words.WH | {"yet"}


def _denials(clause: Clause, predicate: str, *, asked: bool) -> list[Match]:
    """Return the cues of a no, without those that a longer double negation turns into a yes.

    "You can't be seen without a referral" holds "without a referral".
    """
    turning = [m for m in _cues(clause, "yes", predicate, asked=asked) if m.tag[2] == "denied"]
    return [
        d
        for d in _cues(clause, "no", predicate, asked=asked)
        if not any(
            t.start <= d.start and d.end <= t.end and d.end - d.start < t.end - t.start
            for t in turning
        )
    ]


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
            if _calms(words, breaks, i) or _set_apart(utterance, clause, i, match):
                continue
            return True
    return False


def _calms(words: Sequence[str], breaks: Sequence[str], at: int) -> bool:
    """Say whether a negator denies trouble or gives more: "no problem", "not only", "no need"."""
    if words[at + 1 : at + 2] == ["only"]:
        return True
    for i in range(at + 1, min(at + _MOST_BEFORE_TROUBLE, len(words))):
        if breaks[i - 1]:
            return False
        if words[i] in _TROUBLE:
            return True
        if words[i] not in _BEFORE_TROUBLE:
            return False
    return False


def _set_apart(utterance: Utterance, clause: Clause, at: int, match: Match) -> bool:
    """Say whether a whole statement with the negator ends before the cue's own one begins.

    "Nothing about that has changed, Windermere takes it"; a mere "not there, …" goes on.
    """
    words, breaks = utterance.words, utterance.breaks
    for comma in range(at + 1, match.start):
        if breaks[comma] != ",":
            continue
        before, own = words[clause.start : comma + 1], words[comma + 1 : match.end]
        whole = before[0] == "nothing" or not plain_words.AUXILIARIES.isdisjoint(before)
        head = own[0]
        if head[:1] != "<" and head not in _OWN_SUBJECTS:
            continue
        verb = any(w in plain_words.AUXILIARIES or w == "'s" or w[-1] == "s" for w in own[1:])
        return whole and verb and _ELSEWHERE.isdisjoint(own)
    return False


def _turned(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether a denial is itself denied: "it's not free", "that isn't taken"."""
    words, breaks = utterance.words, utterance.breaks
    span = words[match.start : match.end]
    if not plain_words.NEGATORS.isdisjoint(span):
        return False
    for i in range(match.start - 1, max(clause.start, match.start - _MOST_BEFORE_DENIAL) - 1, -1):
        if breaks[i] or words[i] in plain_words.SUBJECTS:
            return False
        if words[i] in _TURNS:
            return not _calms(words, breaks, i)
    return False


_TROUBLE = word_set(
    "difficulty doubt hassle issue issues problem problems question trouble worries worry"
)
_BEFORE_TROUBLE = word_set(
    """
    a an any at be been big encounter even ever have having into meet much need of ran real really
    run see single slightest the there to
    """
)
_MOST_BEFORE_TROUBLE = 6
_OWN_SUBJECTS = plain_words.SUBJECTS | word_set("a an her his my our the your")
_ELSEWHERE = frozenset({"other", "another", "different"})
_MOST_BEFORE_DENIAL = 7
_TURNS = frozenset({"cannot", "never", "nobody", "not"})
