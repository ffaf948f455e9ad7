"""Which facts the agent asks its caller for (CALLER 7): by a noun in a request, by a question."""

from collections.abc import Container, Iterable, Mapping, Sequence

from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.compiled import CompiledLexicon
from mivas_env.caller.speech.phrases import Match

_IMPERATIVES = plain_words.word_set(
    "confirm give go please provide repeat say share spell start state tell verify"
)
_NEED = plain_words.word_set("ask get grab have know need require take want with")
_ASK_ME = plain_words.word_set("ask get grab have know need reach take use")
_MAY = frozenset({"may", "can", "could"})
_GIVE = (_IMPERATIVES | {"let", "read"}) - {"please"}
_LET = plain_words.word_set("begin get grab have know note start take write")
_AFTER = plain_words.word_set("again as exactly now please then though today too well")
_NEGATED_NEED = frozenset({"need", "require", "have"})
_ASKING = frozenset({"ask", "asking", "call", "calling", "contact", "on"})
_BE = plain_words.word_set("am are is was were")
_PAST = plain_words.word_set("did had has have")
_DO = plain_words.word_set("do does")
_HOLDING = plain_words.word_set(
    "happen have know like list mind need prefer read recall remember say see show use want"
)
"""What is asked of who may have it: "do you have …", "does the card show …"."""
_TELLING = plain_words.word_set(
    "catch get give given got hear leave left mention say tell told write"
)
_DETERMINERS = plain_words.word_set(
    "a an any his her my other our that the their there these this those your"
)
_INTO = plain_words.word_set("about at by for from in near of on to with")
_AROUND = (
    plain_words.LEADS
    | _DETERMINERS
    | plain_words.word_set("again first for full just last me more name on once please too us")
    | plain_words.word_set("file finally lastly next record well")
)
"""Words that may stand beside the noun of a request without a verb: "and your cell, please"."""
_KIN: Mapping[str, tuple[str, ...]] = {
    **{
        word: (word,)
        for word in plain_words.word_set(
            """
            aunt boss brother colleague cousin daughter father friend husband mother neighbor
            nephew niece roommate sister son uncle wife
            """
        )
    },
    "boy": ("son",),
    "boyfriend": ("friend",),
    "child": ("son", "daughter"),
    "dad": ("father",),
    "girl": ("daughter",),
    "girlfriend": ("friend",),
    "kid": ("son", "daughter"),
    "mom": ("mother",),
    "parent": ("mother", "father"),
    "partner": ("husband", "wife"),
    "spouse": ("husband", "wife"),
}
"""Who may be spoken for ("what is your son's name?"), and who that may be in other words."""


def requested(utterance: Utterance, clause: Clause) -> list[Match]:
    """Return what the clause asks the caller for: what is all that it says, the rest as heard."""
    words, found = utterance.words, clause.found.get("ask", [])
    out = [
        m
        for m in clause.found.get("alone", ())
        if (clause.question or "please" in words[m.end : clause.end])
        and stands_alone(utterance, clause, m)
    ]
    framed = bool(found) and _request_frame(utterance, clause)
    for match in found:
        if _within_another(match, found, words) or _conditional(clause, match, words):
            continue
        if match.tag[2] == "direct":
            told = not framed and _told(utterance, clause, match)
            if not told and not _offered(match, words, clause.start):
                out.append(match)
        elif (
            framed
            and not _asked_elsewhere(utterance, clause, match)
            and not _asked_about(utterance, clause, match)
        ):
            out.append(match)
    return out


def stands_alone(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether the clause is this phrase and no more, put as a question or a request."""
    words = utterance.words
    return _AROUND.issuperset(words[clause.start : match.start]) and _AFTER.issuperset(
        words[match.end : clause.end]
    )


def owner(utterance: Utterance, match: Match) -> str:
    """Return the person whose thing is asked for: "mother" of "your mother's phone", else ""."""
    words = utterance.words
    for i in range(max(1, match.start - 1), match.end):
        if words[i] == "'s" and words[i - 1] in _KIN:
            return words[i - 1]
    return ""


def asked_values(lexicon: CompiledLexicon, requests: Iterable[str]) -> list[str]:
    """Return the fact ids that these requests ask for, in order, each once."""
    facts = (fact for name in requests for fact in lexicon.lexicon.requests[name].facts)
    return list(dict.fromkeys(facts))


def kin_of(words: Iterable[str]) -> frozenset[str]:
    """Return the kin that these words of a caller speak of."""
    return frozenset(kin for word in words for kin in _KIN.get(word, ()))


def asked_of(
    lexicon: CompiledLexicon,
    requests: Sequence[str],
    of_others: Sequence[tuple[str, str]],
    facts: Container[str],
    kin: frozenset[str],
) -> list[str]:
    """Return the fact ids asked of a caller that knows `facts` and speaks of `kin`.

    What belongs to anybody else it is not asked for. A caller without the fact about its errand
    has nothing to look for: what it wants is the answer.
    """
    named = [name for name, person in of_others if not kin.isdisjoint(_KIN[person])]
    table = lexicon.lexicon.requests
    return asked_values(
        lexicon,
        [
            name
            for name in dict.fromkeys([*requests, *named])
            if not table[name].errand or any(fact in facts for fact in table[name].facts)
        ],
    )


def _within_another(match: Match, others: Sequence[Match], words: Sequence[str]) -> bool:
    """Say whether the noun is part of a longer one: "the name" of "the name on the label".

    What follows an "and" is another noun: "name and date of birth".
    """
    return any(
        o.tag[1] != match.tag[1]
        and o.start <= match.end - 1 < o.end
        and (o.end - o.start > match.end - match.start or o.end > match.end)
        and not (match.start < o.start and "and" in words[match.start : o.start])
        for o in others
    )


def _told(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether the words of a question stand in a statement: "I see which office you mean"."""
    words = utterance.words
    first, before = words[match.start], words[clause.start : match.start]
    if first in _IMPERATIVES | _QUESTS:
        return False
    if first in plain_words.WH:
        if plain_words.LEADS.issuperset(before):
            return False
        return _WONDER.isdisjoint(before) or not plain_words.NEGATORS.isdisjoint(before)
    said = words[clause.start : clause.end]
    return len(said) > _SCRAP or not plain_words.AUXILIARIES.isdisjoint(said)


_SCRAP = 7
"""Longest clause without a verb of its own that still asks: "any fever or swelling."."""
_QUESTS = plain_words.word_set("describe pull some")
_WONDER = plain_words.word_set("ask curious hear idea know remind sure tell wonder wondering")


def _offered(match: Match, words: Sequence[str], start: int) -> bool:
    """Say whether the agent would tell it: "would you like to know what it is for?"."""
    before = words[start : match.start]
    return "you" in before and list(before[-2:]) in (["to", "know"], ["to", "hear"])


def _conditional(clause: Clause, match: Match, words: Sequence[str]) -> bool:
    """Say whether it stands in a condition, not a polite one: "if you get a fever, call us"."""
    return not clause.question and any(
        c.start < match.start and _MODAL.isdisjoint(words[c.start : match.start])
        for c in clause.found.get("cond", ())
    )


_MODAL = plain_words.word_set("can could may mind might would")
"""Words of a polite "if": "if you could tell me when you were born"."""


def _asked_elsewhere(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether the noun is somebody to ask, or to answer: "I can ask your insurance"."""
    words = utterance.words
    near = words[max(clause.start, match.start - 2) : match.start]
    if near and near[-1] in ("no", "without") and not utterance.breaks[match.start - 1]:
        return True
    if _ASKING & set(near) or ("with" in near and "check" in words[clause.start : match.start]):
        return not clause.question
    return words[match.end : match.end + 1] in (["can"], ["will"], ["would"], ["could"])


def _asked_about(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether a yes or a no is wanted about the noun, not the noun: "is your plan active?"."""
    words = utterance.words
    i = _first(utterance, clause)
    if i < clause.end and words[i] in plain_words.WH:
        i += 1
        if i >= clause.end or words[i] not in _DO | _PAST:
            return False
        return _is_subject(utterance, match, i)  # "what does your insurance say?"
    if i >= match.start or words[i] not in plain_words.AUXILIARIES:
        return False
    verb, rest = words[i], set(words[i + 1 : clause.end])
    if _is_subject(utterance, match, i):
        valued = any(match.end <= at < clause.end for at in utterance.values)
        return not (verb in _BE and valued)
    if verb in _BE:
        there = words[i + 1] == "there"
        return there and not _INTO.isdisjoint(words[i + 2 : match.start])
    if verb in _PAST:
        return _TELLING.isdisjoint(rest)
    return verb in _DO and _HOLDING.isdisjoint(rest)


def _first(utterance: Utterance, clause: Clause) -> int:
    """Return the index of the first word that is no lead-in."""
    i = clause.start
    while i < clause.end and utterance.words[i] in plain_words.LEADS:
        i += 1
    return i


def _is_subject(utterance: Utterance, match: Match, verb: int) -> bool:
    """Say whether the noun follows the verb at index `verb` as its subject."""
    between = utterance.words[verb + 1 : match.start]
    return "there" not in between and _DETERMINERS.issuperset(between)


def _request_frame(utterance: Utterance, clause: Clause) -> bool:
    """Say whether the clause asks: by its form, or by words such as "I'll need …"."""
    words = utterance.words
    said = words[clause.start : clause.end]
    here = set(said)
    if clause.question:
        return True
    if _NEGATED_NEED & here and plain_words.NEGATORS & here:
        return False
    start = _first(utterance, clause)
    first = words[start] if start < clause.end else ""
    if first in _IMPERATIVES or _pleads(said):
        return True
    last = max(m.end for m in clause.found["ask"])
    ends = (_AROUND | _INTO).issuperset(words[last : clause.end])
    if "whichever" in here or (first == "let" and _LET & here and ends):
        return True
    mine = "i" in here or "we" in here
    if mine and ("need" in here or (_NEED & here and "promise" in clause.found)):
        return True
    if _MAY & here and ((mine and _ASK_ME & here) or ("you" in here and _GIVE & here)):
        return True
    nouns = {i for m in clause.found["ask"] for i in range(m.start, m.end)}
    return said[0] != "as" and all(
        i in nouns or words[i] in _AROUND or (i > min(nouns) and words[i] in _AFTER)
        for i in range(clause.start, clause.end)
    )


def _pleads(said: Sequence[str]) -> bool:
    """Say whether the clause says "please", and not to have something done: "please call us"."""
    return any(
        word == "please" and _ERRANDS.isdisjoint(said[i + 1 : i + 2]) for i, word in enumerate(said)
    )


_ERRANDS = plain_words.word_set(
    "allow arrive bring call check come hang hold keep note remember see stay visit wait"
)
