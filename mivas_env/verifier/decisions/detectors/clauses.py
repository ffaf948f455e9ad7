# ruff: noqa: E501  (word lists and rule tables read better unbroken)
"""Clauses of one sentence, the words that join them, and what a condition governs."""

import re
from typing import NamedTuple

PRONOUN = (
    r"(?:i|we|you|he|she|they|it|there|this|that|these|those|nobody|no one|none|someone|somebody|everyone|yours|ours|mine|theirs|"
    r"anyone|nothing|everything|one of (?:us|ours|our \w+|my \w+)|both|all of \w+)(?:'\w+)?\b"
)
DETERMINER = (
    r"(?:our|your|my|the|this|that|an?|their|its|no|any|each|every|some|most|these|those|another)"
)
FINITE = (
    r"(?:will|won't|would|wouldn't|shall|should|shouldn't|can|can't|cannot|could|couldn't|may|might|"
    r"must|is|isn't|are|aren't|was|wasn't|were|weren't|has|hasn't|have|haven't|had|hadn't|do|don't|"
    r"does|doesn't|did|didn't|needs?|takes?|gets?|says?|said|told|promised|means?)"
)
_NOUN_PHRASE = (
    rf"{DETERMINER} (?:[\w$.,'-]+ ){{1,4}}?{FINITE}\b|{DETERMINER} (?:\w+ ){{0,2}}\w+'ll\b"
)
_NEW_SUBJECT = rf"(?:{PRONOUN}|{_NOUN_PHRASE}|please\b|let (?:me|us)\b|rest assured|expect an?\b)"
_CONDITION = (
    r"even if|even though|only if|if|unless|provid(?:ed|ing)(?= (?:that|you|we|the|it|your|all|no)\b)|assuming|"
    r"suppos(?:ing|e)|in case|(?:as|so) long as|on condition|in the event"
)
_SUBORDINATOR = (
    rf"{_CONDITION}|although|though|(?<!a )while|whereas|because|when|whenever|so that|"
    rf"once(?= (?:{PRONOUN}|{DETERMINER}\b|\w+ed\b))"
)
_SOFT = r"since|after|before|until|till|as"
_SPLIT = re.compile(
    rf"(?P<hard>\s*;\s*|:\s+|\s+-+\s+|\s*[()]\s*)"
    rf"|,?\s+(?P<contrast>but|however,?|yet(?= {PRONOUN}))\s+"
    rf"|,?\s+(?:and |but |or |so )?,?\s*(?P<sub>{_SUBORDINATOR})\s+"
    rf"|,?\s+(?P<coord>and|or|so|nor|then)\s+(?:then |therefore |also |so )?"
    rf"(?=(?:{_NEW_SUBJECT})|(?:will|shall|won't|should|plan|expect|promise|can|may|might|have|has)\b|(?:on|by|in|within|at|before|after|until) (?:[\w.:-]+ ){{1,4}}?(?:i|we|you|it|they|our|your|the|someone)\b)"
    rf"|(?<!quickly)(?<!soon)(?<!fast)(?<!far)(?<!well)(?<!much)(?<!long)(?<!swiftly),?\s+(?P<soft>{_SOFT})\s+(?=(?:{PRONOUN}|{DETERMINER} (?:[\w'-]+ ){{1,3}}?(?:{FINITE}|\w+ed)\b))"
    rf"|(?P<comma>,)\s+(?:then |so |therefore )?(?={_NEW_SUBJECT})"
)
_OPENING = re.compile(
    rf"\W*(?:(?:and|but|so|or|also|again|yes|no|ok|okay|well|now|then)[,:]?\s+){{0,2}}"
    rf"(?P<word>{_SUBORDINATOR}|{_SOFT})\s"
)
_INVERTED = re.compile(
    r"\W*(?:(?:and|but|so|or)\s+)?(?:had|were|should) (?:you|i|we|it|the|this|your|they|there|that|anything|any)\b"
)
_HAS_VERB = re.compile(
    rf"\b(?:(?!th(?:is|at|ese|ose) (?:\w+ )?(?:time|week|month|year|morning|afternoon|evening|day|point)\b){PRONOUN}|{FINITE}|please|let|send|call|expect)\b|'(?:ll|re|ve|d|m)\b"
)
CONDITIONS = frozenset(
    {"if", "only if", "unless", "provided", "providing", "assuming", "supposing", "suppose", "in case",
     "as long as", "so long as", "on condition", "in the event", "inverted"}
)  # fmt: skip
_COURTESY = re.compile(
    r"(?:that(?:'s| is| works| helps| suits| sounds| makes)|i may|it helps|it(?:'s| is) any|need be|"
    r"you (?:don't|do not) mind|not (?:sooner|earlier|before)|you(?:'re| are) (?:wondering|curious|asking)|"
    r"you (?:see|ask|must know)\b|you will\W*$|anything,)"
)
_REQUEST = re.compile(
    r"\W*(?:please|just|simply|feel free|do|don't|let|ask|call|write|contact|reply|tell|send|reach|message|"
    r"get in touch|say|use|visit|check|click|open|go|try|keep)\b"
)


class Clause(NamedTuple):
    """One clause: its span, the word that joins it (`link`), and whether a condition governs it."""

    start: int
    end: int
    link: str
    conditional: bool


def split_clauses(text: str, start: int, end: int) -> list[Clause]:
    """Cut `text[start:end]` (masked, folded) into clauses, in order.

    `link` is "" for the first clause unless it opens with a subordinator; ";", ":", "-" and
    brackets are reported as themselves, a comma as ",". Fragments without a verb stay with the
    clause before them. A that-clause stays inside the clause that governs it.
    """
    opening = _OPENING.match(text, start, end)
    link = " ".join(opening["word"].split()) if opening else ""
    if not opening and _INVERTED.match(text, start, end) and text[end - 1 : end] != "?":
        link = "inverted"
    spans: list[tuple[int, int, str]] = []
    first = start
    for found in _SPLIT.finditer(text, opening.end() if opening else start, end):
        if found.start() > first:
            spans.append((first, found.start(), link))
            first = found.end()
        link = _name_link(found)
    spans.append((first, end, link))
    return _mark_conditions(text, _join_fragments(text, spans))


def _name_link(found: re.Match[str]) -> str:
    for group in ("contrast", "sub", "coord", "soft", "comma"):
        if found[group]:
            return " ".join(found[group].strip(" ,").split()) or ","
    return found["hard"].strip()[:1]


def _join_fragments(text: str, spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    joined: list[tuple[int, int, str]] = []
    for first, last, link in spans:
        fragment = not _HAS_VERB.search(text, first, last)
        label = (
            bool(joined)
            and link == ":"
            and not _HAS_VERB.search(text, joined[-1][0], joined[-1][1])
        )
        if (
            len(joined) == 1
            and link in {",", ""}
            and not _HAS_VERB.search(text, joined[0][0], joined[0][1])
        ):
            joined[0] = (joined[0][0], last, joined[0][2])
        elif joined and (
            label or (fragment and link in {"and", "or", "so", "-", "(", ")", ",", "but", ":"})
        ):
            joined[-1] = (joined[-1][0], last, joined[-1][2])
        else:
            joined.append((first, last, link))
    return joined


def _mark_conditions(text: str, spans: list[tuple[int, int, str]]) -> list[Clause]:
    governed: set[int] = set()
    for index, (first, last, link) in enumerate(spans):
        if link not in CONDITIONS:
            continue
        governed.add(index)
        if _COURTESY.match(text, first, last):
            continue
        leads = index == 0 or link_is_hard(spans[index][2]) or _is_tiny(text, spans[index - 1])
        if not leads:
            governed.add(index - 1)
            continue
        for later in range(index + 1, len(spans)):
            joins = spans[later][2]
            if later > index + 1 and (link_is_hard(joins) or joins in {"but", "however", "yet"}):
                break
            if link_is_hard(joins) or (later in governed and later > index + 1):
                break
            governed.add(later)
            if _REQUEST.match(text, spans[later][0], spans[later][1]):
                break
    return [Clause(*span, index in governed) for index, span in enumerate(spans)]


def link_is_hard(link: str) -> bool:
    """Say whether a joint ends every scope to its left."""
    return link in {";", ":", "-", "(", ")"}


def _is_tiny(text: str, span: tuple[int, int, str]) -> bool:
    return len(text[span[0] : span[1]].split()) <= 2  # noqa: PLR2004  (a discourse marker)


def clause_at(clauses: list[Clause], place: int) -> int:
    """Return the index of the clause that holds `place`; between clauses, the one before it."""
    index = 0
    for number, clause in enumerate(clauses):
        if clause.start <= place:
            index = number
    return index
