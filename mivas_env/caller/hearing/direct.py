"""A yes or no with a whole clause behind it, or in the caller's own words (CALLER section 7).

"No, I'm not able to take it off.", "It does, with or without a text.", "Not even this once." Heard
only while the caller's own question is still in the air, so that it can be nothing else.
"""

from collections.abc import Sequence

from mivas_env.caller.hearing.own_words import GLUE, root
from mivas_env.caller.hearing.verdicts import acts_besides
from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.plain_words import word_set

_STRESS = word_set(
    "absolutely afraid certainly definitely frankly honestly i'm really simply sorry truly"
)
_SURE = word_set("absolutely certainly course gladly naturally sure")
_LEADS = (plain_words.LEADS | _STRESS) - {"yes", "no"}
_NO = frozenset({"no", "not", "never"})
_NO_ANSWER = word_set(
    """
    all always bother clue doubt enough entirely exactly hurry idea long many mind much
    necessarily need only problem problems quite rush soon sure thank thanks that to too
    trouble worries worry yet
    """
)
_CLUELESS = word_set("clue idea doubt")
_UNTIL = frozenset({"before", "till", "until", "without"})
_CALMING = word_set("fine good great okay perfect right welcome")
_SCRAPS = word_set("bit cent chance dime hope penny soul")
_DENIALS = plain_words.NEGATORS - {"no", "without"}
_MIND = word_set(
    """
    catch catching check checked checking find found forget hear heard know look looked looking
    mean mind need needs see sure think understand want worry yet
    """
)
_FOREIGN = frozenset({"announced", "undermine", "unknown"})
_NOTED = word_set("concern got noted point question")
_ASKED = frozenset({"find", "need", "see", "want"})
_SPEAKER = frozenset({"i", "we"})
_NOUNS = word_set("both one ones them all neither none nobody nothing that those office plan")
_LINKS = word_set("of the our these two either with at in on for and or to")
_VERBS = word_set("am are can could did do does had has have is may was were will would")
_MOST_BEFORE_VERB = 5
_STRESSED = frozenset({"do", "does"})
_NONE = frozenset({"neither", "none", "nobody", "nothing"})
_MOST_WORDS = 9
_LONG = frozenset({"day", "week", "month"})
_TAKING = word_set("business least need needs take takes usually working")
_CANNED = frozenset({"that"})


def direct_answer(
    utterance: Utterance,
    place: int,
    extra: frozenset[str],
    own: frozenset[str],
    *,
    bound: bool = True,
    leave: bool = False,
) -> bool | None:
    """Return what clause number `place` answers to the caller's question, or None for nothing.

    `extra` are words of the predicate and of the caller's name, `own` the roots of its own words.
    `bound`: the answer has to be about a thing that the caller names, so that its words alone give
    no yes. `leave`: the caller asks for leave, which "sure, any time" gives.
    """
    clause = utterance.clauses[place]
    if clause.question or clause.garbled or _framed(utterance, clause):
        return None
    if clause.joined == "so" or _acknowledged(utterance, place):
        return None
    words = utterance.words
    at = clause.start
    known = _Known(utterance, clause, extra, own, bound=bound)
    if leave and _surely(utterance, place, known):
        follow = utterance.clauses[place + 1 :]
        return None if any(c.question or "hold" in c.found for c in follow) else True
    at = next((m.end for m in clause.found.get("perform", ()) if m.start == at), at)
    while at < clause.end and (
        words[at] in _LEADS
        or (words[at] in extra and utterance.breaks[at] and words[at] not in _NONE)
    ):
        at += 1
    at = _after_agreement(utterance, clause, at)
    if at >= clause.end or not clause.alive(at):
        return None
    return _led(utterance, clause, at, known)


def _after_agreement(utterance: Utterance, clause: Clause, at: int) -> int:
    """Return where the "not" stands that agrees with a no: "right, not today"."""
    words = utterance.words
    i = at + 2 if list(words[at : at + 2]) in _THAT_IS else at
    agreed = words[i : i + 1] and words[i] in _AGREED and utterance.breaks[i] == ","
    return i + 1 if agreed and i + 1 < clause.end and words[i + 1] == "not" else at


_THAT_IS = (["that", "is"], ["that", "'s"], ["it", "is"], ["you", "are"])
_AGREED = frozenset({"correct", "exactly", "right", "true"})


def _surely(utterance: Utterance, place: int, known: "_Known") -> bool:
    """Say whether the clause gives leave at its head: "sure, any time", "of course, people do"."""
    words, clause = utterance.words, utterance.clauses[place]
    at = clause.start
    if words[at : at + 2] == ["of", "course"]:
        at += 1
    if words[at] not in _SURE or not _MIND.isdisjoint(words[at + 1 : clause.end]):
        return False
    reported = any(not clause.alive(m.start) for m in clause.found.get("quote", ()))
    rest = words[at + 1 : clause.end]
    told = utterance.breaks[at] == "," and len(rest) > 1 and not reported
    if not _NOTED.isdisjoint(rest):
        return False
    return told or known.all_of_question(at)


def _led(utterance: Utterance, clause: Clause, at: int, known: "_Known") -> bool | None:
    """Return the answer of a clause whose first telling word stands at `at`."""
    words = utterance.words
    head = words[at]
    after = at + 1 if head == "yes" else at
    while head == "yes" and after < clause.end and words[after] in _LEADS:
        after += 1
    echo = None if head in _NO else _verb_echo(utterance, clause, after)
    if echo is not None:
        own = echo and words[after] in _SPEAKER and head != "yes"
        return None if own and not _as_a_firm(words, after) else echo
    if any(not clause.alive(m.start) for m in clause.found.get("quote", ())):
        return None
    if head == "yes":
        return True if known.asserts(after) else None
    if head in _NONE and _ends_there(utterance, clause, at):
        return False
    if head in _NO:
        return False if _refuses(utterance, clause, at, known) else None
    return known.polarity(at)


_AT_ALL = (["at", "all"], ["whatever"], ["whatsoever"])


def _ends_there(utterance: Utterance, clause: Clause, at: int) -> bool:
    """Say whether "nothing" or "none at all" is all, up to a pause."""
    tail = next((t for t in _AT_ALL if utterance.words[at + 1 : at + 1 + len(t)] == t), [])
    last = at + len(tail)
    return last + 1 >= clause.end or bool(utterance.breaks[last])


def _as_a_firm(words: Sequence[str], at: int) -> bool:
    """Say whether "we do" answers for the firm; "I can" and "we will" only promise."""
    verb = next((w for w in words[at + 1 : at + _MOST_BEFORE_VERB] if w in _VERBS), "")
    return words[at] == "we" and verb in _HABITS


_HABITS = frozenset({"are", "do", "have", "would"})


def _framed(utterance: Utterance, clause: Clause) -> bool:
    """Say whether the clause promises, asks, offers or doubts instead of answering."""
    found = clause.found
    if not _FOREIGN.isdisjoint(found) or acts_besides(utterance, clause):
        return True
    words = utterance.words
    for match in found.get("promise", ()):
        denied = not _DENIALS.isdisjoint(words[clause.start : match.start])
        if not denied and not clause.alive(match.start):
            return True
    if any(words[m.end - 1] != "not" for m in found.get("hold", ())):
        return True
    return any(
        clause.alive(m.start) and not _gives_leave(utterance, clause, m.start)
        for kind in ("hedge", "soft")
        for m in found.get(kind, ())
    )


def _gives_leave(utterance: Utterance, clause: Clause, at: int) -> bool:
    """Say whether "could" is the whole verb: "sure you could"."""
    words, breaks = utterance.words, utterance.breaks
    before = at - 1
    while before > clause.start and words[before] in _BEFORE_VERB:
        before -= 1
    if before < clause.start or words[before] not in plain_words.SUBJECTS:
        return False
    last = at + 1 if words[at + 1 : at + 2] == ["not"] and not breaks[at] else at
    ends = last + 1 == clause.end or bool(breaks[last])
    return ends and (words[at] in ("could", "would") or (words[at] == "may" and last == at))


def _acknowledged(utterance: Utterance, place: int) -> bool:
    """Say whether the sentence goes on with "I understand": it took note and answers nothing."""
    if utterance.clauses[place].stop or place + 1 >= len(utterance.clauses):
        return False
    after = utterance.clauses[place + 1]
    return "quote" in after.found and after.joined not in plain_words.ADVERSATIVES


class _Known:
    """The words of one clause, sorted into those of the caller's question and all others."""

    def __init__(
        self,
        utterance: Utterance,
        clause: Clause,
        extra: frozenset[str],
        own: frozenset[str],
        *,
        bound: bool,
    ) -> None:
        self._bound = bound
        self._words = utterance.words
        self._clause = clause
        self._extra = extra
        self._own = own

    def all_of_question(self, at: int, more: frozenset[str] = frozenset()) -> bool:
        """Say whether from `at` on nothing stands but the question's own words, names and glue."""
        refs = self._clause.found.get("ref", ())
        return all(
            word in GLUE
            or word in self._extra
            or word in more
            or word[:1] == "<"
            or root(word) in self._own
            or any(m.start <= i < m.end for m in refs)
            for i, word in enumerate(self._words[at : self._clause.end], at)
        )

    def echoes(self, at: int) -> int:
        """Return the first word from `at` on that is one of the question's own, or -1."""
        span = range(at, self._clause.end)
        return next((i for i in span if root(self._words[i]) in self._own), -1)

    def asserts(self, at: int) -> bool:
        """Say whether the question is repeated as a statement: "you can use it for that"."""
        said = self._words[at : self._clause.end]
        if self._bound or not self.all_of_question(at) or not _DENIALS.isdisjoint(said):
            return False
        first = self.echoes(at)
        verb = next((i for i in range(at, self._clause.end) if self._words[i] in _VERBS), -1)
        return at < verb < first

    def polarity(self, at: int) -> bool | None:
        """Return the polarity of a statement in the question's own words."""
        said = self._words[at : self._clause.end]
        if not self.all_of_question(at) or not _MIND.isdisjoint(set(said) - _ASKED):
            return None
        first = self.echoes(at)
        denial = next((i for i in range(at, self._clause.end) if self._words[i] in _DENIALS), -1)
        if at < denial < first:
            return False
        if self._bound or denial >= 0 or first < 0:
            return None
        stressed = self._words[first - 1] in _STRESSED or "yes" in said
        return True if stressed else None


def _refuses(utterance: Utterance, clause: Clause, at: int, known: _Known) -> bool:
    """Say whether a clause that begins with no, not or never is a refusal or a denial."""
    words, breaks = utterance.words, utterance.breaks
    after = at + 1
    if after >= clause.end:
        return True
    if words[at] != "no" or not breaks[at]:
        return _denies(words, clause, at, known)
    rest = words[after : clause.end]
    while rest and rest[0] in _LEADS and rest[0] not in _NO_ANSWER:
        rest = rest[1:]
    if not rest or (rest[0] in _NO and rest[1:2] and rest[1] not in _NO_ANSWER):
        return True
    if rest[0] in _NO_ANSWER - _CANNED or not _MIND.isdisjoint(rest):
        return False
    if not _DENIALS.isdisjoint(rest) or _verb_echo(utterance, clause, after) is False:
        return True
    told = rest[0] not in _SPEAKER and _CALMING.isdisjoint(rest)
    more = _TAKING if _takes_days(utterance, clause) else frozenset()
    return told and known.all_of_question(after, more)


def _takes_days(utterance: Utterance, clause: Clause) -> bool:
    """Say whether days are told: "no, it takes three days", not "no, this takes a minute"."""
    return any(
        isinstance(figure.value, tuple) and figure.value[-1] in _LONG
        for _, figure in utterance.figures(clause, "duration")
    )


def _denies(words: Sequence[str], clause: Clause, at: int, known: _Known) -> bool:
    """Say whether no verb follows: "not even this once", "not until they have looked at it"."""
    after = at + 1
    rest = words[after : clause.end]
    short = clause.end - at <= _MOST_WORDS
    if words[after] in _NO_ANSWER or not short or not _CLUELESS.isdisjoint(rest):
        return False
    if words[at] == "not" and words[after] in _UNTIL:
        return True
    verbless = plain_words.AUXILIARIES.isdisjoint(rest)
    return verbless and (words[after] == "even" or known.all_of_question(after, _SCRAPS))


def _verb_echo(utterance: Utterance, clause: Clause, at: int) -> bool | None:
    """Return the answer of a subject with its bare verb: "both of them do", "it doesn't, no"."""
    words, breaks = utterance.words, utterance.breaks
    end = min(clause.end, at + 1 + _MOST_BEFORE_VERB)
    verb = next((i for i in range(at + 1, end) if words[i] in _VERBS and not breaks[i - 1]), -1)
    if verb < 0:
        return None
    heads = verb
    while heads > at + 1 and words[heads - 1] in _BEFORE_VERB:
        heads -= 1
    subject = words[at:heads]
    if len(subject) > 1 and subject[-1] == "it" and subject[-2][:1] == "<":
        return None  # "Park Avenue it is."
    if not all(
        w in plain_words.SUBJECTS or w in _NOUNS or w in _LINKS or w[:1] == "<" for w in subject
    ):
        return None
    after = verb + 1
    if breaks[verb] == "" and after < clause.end and words[after] == "not":
        after += 1
    while after < clause.end and not breaks[after - 1] and words[after] in _AFTER:
        after += 1
    if after < clause.end and not breaks[after - 1]:
        return None
    denied = words[verb + 1 : verb + 2] == ["not"] and not breaks[verb]
    return not (denied or _negative(subject))


_BEFORE_VERB = _STRESS | word_set("also always just most naturally sure too")
_AFTER = word_set(
    "absolutely actually afraid at all both certainly definitely either indeed too unfortunately"
)


def _negative(subject: Sequence[str]) -> bool:
    return not _NONE.isdisjoint(subject)
