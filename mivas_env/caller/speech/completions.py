"""Is an act told as done? "You're booked" is, "I'll book that" and "once it's booked" are not."""

from collections.abc import Sequence
from itertools import pairwise

from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.numerals import MONTHS
from mivas_env.caller.speech.phrases import Match
from mivas_env.caller.speech.plain_words import word_set

_UNDONE = word_set("not never will can could would should may might must no")
_MODALS = word_set("will would can could should may might to be getting must shall not never being")
_ABLE = frozenset({"able", "glad", "happy"})
_STOPS = frozenset(".?!;")
_RELATIVES = frozenset({"that", "which"})
_NONE = frozenset({"no", "nothing", "none"})
_BY_OTHERS = frozenset(
    {("by", "someone"), ("by", "somebody"), ("by", "another"), ("by", "other"), ("by", "a")}
)
_CHANNELS = frozenset({("through",), ("via",), ("by",)})
_FULL = frozenset({("solid",), ("up",)})
_NEXT_WORDS = 3
_PAST = word_set("once twice before last previously ago")
_SINCE = frozenset({"in", "from", "since"})
_HOLDS = word_set("accept deliver go hold keep let register save send stick take work")
_FAILED = word_set("bounced error failed kicked refused rejected undelivered undone")
_BYGONE = word_set("last previous prior")
_LATER = frozenset({"as", "each", "every", "once", "the", "until", "till", "whenever"})
_ANYBODY = word_set("anybody anyone everybody everyone folks others people")
_NO_ONE = frozenset({"nobody", "nowhere"})
_TAKING_BACK = frozenset(
    {("actually", "no"), ("oh", "no"), ("no", "wait"), ("hold", "on"), ("scratch", "that")}
)
_SEARCHING = word_set("checking looking searching trying working")
_SOMEBODY_ELSE = frozenset({("somebody", "else"), ("someone", "else"), ("another", "caller")})
_BAD_NEWS = frozenset({"unfortunately", "sorry", "afraid", "sadly"})
_DEFINITE = word_set("your the both all these those our his her you we they")
_NOBODY = word_set("nothing nobody anything everybody who which what")
_NEVER = frozenset({"not", "never", "no"})
_LOOSE = frozenset({"cond", "hedge", "undermine"})
_WORKING = frozenset({"business", "working"})
_ELSE = frozenset({"else", "more", "help", "further"})


def completed(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether a completion phrase is asserted: no promise, no modal, no negation, no doubt."""
    if match.tag[2] == "pledge":
        return _pledged(utterance, clause, match)
    performed = any(p.start <= match.start < p.end + 2 for p in clause.found.get("perform", ()))
    if not clause.alive(match.start) and not performed:
        return False
    if any(clause.alive(m.start) for m in clause.found.get("hedge", ())):
        return False
    words = utterance.words
    if any(
        match.start < m.start < match.end - 1
        for kind in ("cond", "temporal")
        for m in clause.found.get(kind, ())
    ):
        return False  # "the link expires once it's sent"
    said = words[clause.start : clause.end]
    if ("yet" in said and "not" in said) or not _NO_ONE.isdisjoint(said):
        return False
    if any(pair in _SOMEBODY_ELSE for pair in pairwise(said)) or _withdrawn(utterance, match.end):
        return False
    if _undone(words[match.start : match.end]) or _consequence(utterance, clause, match):
        return False
    return (
        _has_subject(utterance, clause, match)
        and not _failed_after(utterance, clause)
        and not _modal(words, clause, match)
        and not _of_others(utterance, clause, match)
        and not _relative(utterance, clause, match)
        and not _rule(utterance, clause, match)
    )


def _withdrawn(utterance: Utterance, at: int) -> bool:
    """Say whether the speaker corrects itself after word `at`: "I've texted, sorry, typed it in".

    "Sorry" alone does, not "sorry about the wait"; so does "still looking".
    """
    words, breaks = utterance.words, utterance.breaks
    for i in range(at, len(words)):
        apart = i > 0 and breaks[i - 1] != "" and breaks[i] != ""
        if words[i] == "sorry" and apart:
            return True
        pair = tuple(words[i - 1 : i + 1]) if i > at else ()
        if pair in _TAKING_BACK and breaks[i] in (",", ".", "!"):
            return True
        if words[i] in _SEARCHING and "still" in words[max(at, i - 2) : i]:
            return True
    return False


def _undone(span: Sequence[str]) -> bool:
    """Say whether the phrase denies or defers itself; "no longer booked" does neither."""
    return any(
        word in _UNDONE and not (word == "no" and span[i + 1 : i + 2] == ["longer"])
        for i, word in enumerate(span)
    )


def _consequence(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether a condition comes before in the same sentence: "if ten works, you're booked"."""
    words = utterance.words
    if any(m.start < match.start and words[m.start] != "in" for m in clause.found.get("cond", ())):
        return True
    if any(
        m.start < match.start and words[m.start] in _LATER for m in clause.found.get("temporal", ())
    ):
        return True
    if clause.start == 0 or utterance.breaks[clause.start - 1] in _STOPS:
        return False
    place = next(i for i, other in enumerate(utterance.clauses) if other is clause)
    before = utterance.clauses[place - 1]
    # "In case something opens" gives a reason; "if something opens" makes a condition.
    if any(words[m.start] != "in" for m in before.found.get("cond", ())):
        return True
    return any(words[m.start] in _LATER for m in before.found.get("temporal", ()))


def _modal(words: Sequence[str], clause: Clause, match: Match) -> bool:
    """Say whether a modal, or "nothing", stands just before the phrase."""
    told = clause.found.get("perform", ())  # "just to confirm, …" tells
    before = range(max(clause.start, match.start - 3), match.start)
    near = [words[i] for i in before if not any(p.start <= i < p.end for p in told)]
    if near and near[-1] in _NONE:
        return True
    return bool(_MODALS & set(near)) and not _ABLE & set(near)


def _of_others(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether it is a time that is taken, or an act of long ago ("moved once before")."""
    words, trade = utterance.words, utterance.trade
    after = tuple(words[match.end : match.end + 2])
    full = match.tag[1] in trade.making and after[:1] in _FULL
    if after in _BY_OTHERS or full:
        return True
    if after == ("in", "<num>") or _long_ago(words[match.end : clause.end]):
        return True
    dated = after[-1:] == ("the",) or not plain_words.FIGURE_CLASSES.isdisjoint(after[-1:])
    if after[:1] in _CHANNELS and not dated and _habitual(words[match.start : match.end]):
        return True
    if not _ANYBODY.isdisjoint(after) or not trade.clients.isdisjoint(after):
        return True
    if not _BYGONE.isdisjoint(words[match.start : match.end]):
        return True
    past = {"was", "were"} & set(words[match.start : match.end])
    said = words[clause.start : clause.end]
    if past and any(a in _SINCE and b in MONTHS for a, b in pairwise(said)):
        return True
    if after and after[0] in trade.client and after[-1] not in trade.appointments:
        return True
    return match.tag[1] in trade.making and bool(_BAD_NEWS & set(words[clause.start : match.start]))


def _long_ago(after: Sequence[str]) -> bool:
    """Say whether "once before", "last week" follows; "before the 26th" is another matter."""
    return after[-1:] in (["before"], ["previously"]) or any(
        word in _PAST and not (word in ("before", "once") and _goes_on(after[i + 1 :]))
        for i, word in enumerate(after[:_NEXT_WORDS])
    )


def _goes_on(after: Sequence[str]) -> bool:
    """Say whether a time to come follows: "before the 26th", "once there is a number"."""
    return after[:1] != [] and after[0] not in ("before", "already")


def _failed_after(utterance: Utterance, clause: Clause) -> bool:
    """Say whether the next words tell that it did not work: "…, but the system didn't keep it"."""
    place = next(i for i, other in enumerate(utterance.clauses) if other is clause)
    after = utterance.clauses[place + 1 : place + 2]
    if not after or after[0].joined not in plain_words.ADVERSATIVES:
        return False
    said = utterance.words[after[0].start : after[0].end]
    denied = any(a == "not" and b in _HOLDS for a, b in pairwise(said))
    return denied or not _FAILED.isdisjoint(said)


def _habitual(span: Sequence[str]) -> bool:
    """Say whether the phrase may tell what is always done: "is sent", "are arranged"."""
    verb = span[-1][-2:] == "ed" or span[-1] in ("sent", "set", "made")
    return verb and "now" not in span and not {"is", "are"}.isdisjoint(span)


def _has_subject(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether a phrase that begins with its verb has one free word, a first name, before it."""
    words, at = utterance.words, match.start
    if not utterance.trade.of_a_day(match.tag[1]) or words[at] not in ("is", "has"):
        return True
    before = words[at - 1] if at > clause.start else ""
    if not before.isalpha() or before in plain_words.FILLER or before in plain_words.SUBJECTS:
        return False
    if before in _NOBODY:
        return False
    return all(words[i] in plain_words.LEADS for i in range(clause.start, at - 1))


def _relative(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether the phrase hangs on a noun: "a visit that is cancelled late costs …"."""
    words, at = utterance.words, match.start
    inner = range(at + 1, match.end - 1)
    if any(words[k] in _RELATIVES and words[k + 1] in plain_words.AUXILIARIES for k in inner):
        return True
    if words[at] not in _RELATIVES or at == clause.start or utterance.breaks[at - 1]:
        return False
    return words[at - 1] not in plain_words.LEADS and words[at - 1] not in plain_words.SUBJECTS


def _rule(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether a rule is told: "new cards are saved to …", "it is sent after the visit"."""
    words, at = utterance.words, match.start
    span = words[at : match.end]
    first = words[at - 1] if at > clause.start else words[at]
    if "are" in span and not _DEFINITE & {first, *span}:
        return True
    if not {"is", "are"} & set(span) or "now" in span:
        return False
    return any(
        m.start >= match.end
        and not any(utterance.breaks[match.end - 1 : m.start])
        and m.end < clause.end
        for kind in ("temporal", "cond")
        for m in clause.found.get(kind, ())
    )


def _pledged(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether a commitment in the future tense is given as it stands, with its time.

    "Our team will call you back within 24 hours" is one; offered, asked about or on a condition it
    is none, nor while something is still asked for it.
    """
    words, clauses = utterance.words, utterance.clauses
    place = next(i for i, other in enumerate(clauses) if other is clause)
    first = place
    while first and not clauses[first - 1].stop:
        first -= 1
    timed = utterance.figures(clause, "duration", "date", "near_day", "weekday", "time")
    if not timed and _WORKING.isdisjoint(words[clause.start : clause.end]):
        return False
    denied = _NEVER & set(words[match.start : match.end])
    if denied or any(a < match.start < b for a, b in clause.dead):
        return False
    sentence = clauses[first : place + 1]
    if any(_LOOSE & c.found.keys() for c in sentence):
        return False
    offers = [m for c in sentence for m in c.found.get("offer", ())]
    if any(m.start >= match.end or m.end <= match.start for m in offers):
        return False  # "you'll get a call" is itself in words of an offer
    waits = [m for c in sentence for m in c.found.get("temporal", ()) if m.end < c.end]
    if any(words[m.end][:1] != "<" for m in waits):
        return False
    return all(_closes_politely(words, c) for c in clauses if c.question)


def _closes_politely(words: Sequence[str], clause: Clause) -> bool:
    """Say whether a question asks for nothing: "is that all right?", "anything else?"."""
    said = words[clause.start : clause.end]
    return bool(_ELSE & set(said)) or all(w in plain_words.COURTESY for w in said)
