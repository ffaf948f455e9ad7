"""Which facts a reply asks the customer for: request units and the pack's question lexicon."""

import re
from functools import lru_cache

from mivas_env.schema.decision import AskKey, PolicyPack
from mivas_env.schema.text import fold

_LINE_END = re.compile(r"[\r\n]+")
_BULLET = re.compile(r"\s*(?:[-*\u2022\u2013]|\(?\d{1,2}[.)])\s+")
_STOP = re.compile(r"(?<=[.!?])[\"')\]]*\s+")
_CUE = re.compile(
    r"\b(?:please|could you|can you|we need|send|confirm|tell us|let us know|provide|reply with)\b"
)
_DECLINED = re.compile(
    r"(?:\bnot|n't|\bnever|\bno need|\bneedn't|\bwithout|\brather than|\binstead of)\s+"
    r"(?:[a-z]+\s+){0,3}?(?:need|have to|send|shar|provid|giv|tell|confirm|post|includ|enter|reply|"
    r"ask|requir|want|repeat|type|disclos)[a-z]*\b"
)
_SCOPE_END = re.compile(
    r"[;:]|\b(?:but|however|instead|just|only|please)\b|\band (?:could|can|tell|send|confirm)\b"
)
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|a\.m|p\.m|u\.s|no|approx|vs|mr|ms|mrs|dr)\.$")


def request_units(reply: str) -> tuple[str, ...]:
    """Return the folded sentences and list items of a reply that ask for something.

    A unit is a sentence with a question mark or a request cue, or a list item below a request line
    that ends in a colon.
    """
    units: list[str] = []
    list_is_request = False
    for line in _LINE_END.split(reply):
        bullet = _BULLET.match(line)
        if not bullet:
            list_is_request = list_is_request and not line.strip()
        for sentence in _sentences(fold(line[bullet.end() :] if bullet else line)):
            asks = "?" in sentence or _CUE.search(sentence) is not None
            if asks or (bullet and list_is_request):
                units.append(sentence)
            if asks and not bullet and sentence.endswith(":"):
                list_is_request = True
    return tuple(units)


def _sentences(line: str) -> list[str]:
    pieces: list[str] = []
    for piece in _STOP.split(line):
        if pieces and _ABBREVIATION.search(pieces[-1]):
            pieces[-1] += " " + piece
        elif piece:
            pieces.append(piece)
    return pieces


@lru_cache(maxsize=256)
def _lexicon(ask: AskKey) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(ask.patterns) + r")\b")


def asked_keys(reply: str, keys: frozenset[str], pack: PolicyPack) -> frozenset[str]:
    """Return those of `keys` that some request unit of the reply asks for and does not decline."""
    units = request_units(reply) if keys else ()
    found = {
        ask.key
        for ask in pack.asks
        if ask.key in keys and any(_asks_for(unit, _lexicon(ask)) for unit in units)
    }
    return frozenset(found)


def _asks_for(unit: str, lexicon: re.Pattern[str]) -> bool:
    hits = list(lexicon.finditer(unit))
    if not hits:
        return False
    declined: list[tuple[int, int]] = []
    for refusal in _DECLINED.finditer(unit):
        stop = _SCOPE_END.search(unit, refusal.end())
        declined.append((refusal.end(), stop.start() if stop else len(unit)))
    return any(not any(a <= hit.start() < b for a, b in declined) for hit in hits)
