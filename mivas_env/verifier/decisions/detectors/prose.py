# ruff: noqa: E501  (word lists and rule tables read better unbroken)
"""The shared front end of the detectors: a normalised copy of a reply, cut into sentences.

The copy keeps an offset map, so that every finding can point into the reply as it was written.
"""

import re
import unicodedata
from typing import NamedTuple

from mivas_env.verifier.decisions.detectors.clauses import Clause, split_clauses

# Letters of other scripts that are drawn like Latin ones, folded so that they hide nothing.
_LOOK_ALIKES = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u0410\u0412"
    "\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0405\u03bf\u03b1\u03bd\u03c1"
    "\u0391\u0392\u0395\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a7",
    "aeopcyxijshdqABEKMHOPCTXISoavpABEHIKMNOPTX",
)
_QUOTES = str.maketrans("\u2018\u2019\u201a\u201b\u2032\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u0060\u00b4",
                        "''''" + "'" + '"""""' + '""' + "''")  # fmt: skip
_FRACTION_SLASH = "\u2044"
_DASHES = frozenset("\u2012\u2013\u2014\u2015\u2212")
_LONG_GAP = re.compile(r"[^\w$]{9,}")
_KEPT_GAP = 8
_NEEDS_MAP = re.compile(r"[^\w$]{9}|[^\x00-\x7f]|[*_`]|\$ +\d|\d ,|\d (?=\d(?: |\b))")
_LOOSE_DIGITS = re.compile(r"\$ +(?=\d)|(?<![\d.,])\d(?: ?, ?\d| \d){2,}(?!\d)")
_BULLET = re.compile(r"[ \t]*(?:[-\u2022+\u25e6\u00b7]|\(?\d{1,2}[.)]|[a-h]\))[ \t]+")
_STAR_BULLET = re.compile(r"(?m)^([ \t]*)\*(?=[ \t])")
_STOP = re.compile(r"[.!?]+[\"')\]]*(?=\s|$)")
_CLIPPED = re.compile(
    r"(?:\b(?:a\.m|p\.m|u\.s|e\.g|i\.e|vs|approx|no|max|min|hrs?|mins?|est|ref|acct|dept|tel|ext|bus|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thurs?|fri|sat|sun))\.\Z"
)
_TITLE = re.compile(r"(?:\b(?:mr|mrs|ms|dr|st|inc|ltd|corp|co))\.\Z")
_DATE_NEXT = re.compile(
    r"\s+(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|et\b|est\b|"
    r"edt\b|eastern|pt\b|ct\b|utc|gmt)"
)
_DOUBLE_QUOTED = re.compile(r'"([^"\n]*)"')
_SINGLE_QUOTED = re.compile(r"(?<![\w'])'(?=\S)([^\n]{2,300}?)(?<=\S)'(?!\w)")
_COURTESY = re.compile(
    r"\bunless (?:i'm|i am|we're|we are) (?:very much )?(?:mistaken|wrong)\b,?|,? ?(?:even )?\bif (?:you ask me|i'm honest|that(?:'s| is)? (?:helps|works|suits|ok|okay|fine|all right|any (?:help|comfort|use))(?: (?:for|with|to) you)?|i may(?: say so)?|it helps|you (?:like|wish|prefer|don't mind|do not mind)|"
    r"not (?:sooner|earlier|before)|need be|it(?:'s| is) not too much(?: trouble| to ask)?|it isn't too much(?: trouble| to ask)?|i(?:'m| am) not mistaken|i remember (?:rightly|correctly))\b,?"
)
_OWN_WORDS = re.compile(
    r"(?:\b(?:i|we)(?: will|'ll| shall| promise| guarantee| recommend| suggest| would|'d)(?: \w+){0,1}"
    r"|\b(?:my|our) (?:promise|word|answer|commitment|advice|recommendation)(?: is| to you is)?)\s*[:,]?\s*\Z"
)
_INTERROGATIVE = re.compile(
    r"(?:\W*(?:so|and|but|or|ok|okay|well|also|then|please|sorry|thanks|thank you|now|first)[,:]?\s+){0,2}\W*"
    r"(?:who|whom|whose|what|when|where|why|which|how|is|are|am|was|were|do|does|did|don't|doesn't|"
    r"didn't|can|can't|could|couldn't|will|won't|would|wouldn't|shall|should|shouldn't|may|might|"
    r"have|has|had|haven't|hasn't|isn't|aren't|wasn't|on which|at which|in which|by when|to whom|for which|"
    r"from which|any)\b"
)
_TAG = re.compile(
    r",\s*(?:ok|okay|right|all right|alright|fine|deal|yes|no|sound good|sounds good|does that (?:work|help|suit)"
    r"[\w ]*|is that (?:ok|okay|fine|all right)[\w ]*|(?:wo|is|does|are|do|ca)n't \w+|will \w+)\?"
)


class Sentence(NamedTuple):
    """One sentence or list item; `frame` is the folded lead-in line that ended in a colon."""

    start: int
    end: int
    is_question: bool
    is_item: bool
    frame: str


class Prose:
    """A reply, normalised: `cased` and `folded` have one length; `masked` hides quotations.

    `sentences` are in order and do not overlap.
    """

    __slots__ = ("_clauses", "_joined", "_origin", "cased", "folded", "masked", "raw", "sentences")

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.cased, self._origin = _normalise(raw)
        # One to one: the only letter with a longer small form (a dotted capital I) is respelled.
        self.folded = self.cased.lower()
        self.masked = _drop_courtesies(_mask_quotations(self.folded))
        self.sentences = tuple(_split_sentences(self.cased, self.masked))
        self._clauses: dict[int, list[Clause]] = {}
        self._joined: str | None = None

    def clauses(self, sentence: Sentence) -> list[Clause]:
        """Return the clauses of one sentence, cut once."""
        found = self._clauses.get(sentence.start)
        if found is None:
            found = split_clauses(self.masked, sentence.start, sentence.end)
            self._clauses[sentence.start] = found
        return found

    @property
    def clause_lines(self) -> str:
        """Every clause on a line of its own: rules that match nowhere here match in no clause."""
        if self._joined is None:
            self._joined = "\n".join(
                self.masked[clause.start : clause.end]
                for sentence in self.sentences
                for clause in self.clauses(sentence)
            )
        return self._joined

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Translate offsets of the normalised copy into offsets of the reply as written."""
        if self._origin is None:
            return start, end
        last = self._origin[end - 1] + 1 if end > start else self._origin[start]
        return self._origin[start], last


def _normalise(raw: str) -> tuple[str, list[int] | None]:
    if not _NEEDS_MAP.search(raw):
        return raw, None
    chars: list[str] = []
    origin: list[int] = []
    for index, char in enumerate(_STAR_BULLET.sub(r"\1-", raw)):
        for piece in _respell(char):
            chars.append(piece)
            origin.append(index)
    text = "".join(chars)
    drop = {
        place
        for found in _LOOSE_DIGITS.finditer(text)
        for place in range(found.start(), found.end())
        if text[place] == " "
    }
    drop |= {
        place
        for found in _LONG_GAP.finditer(text)
        for place in range(found.start() + _KEPT_GAP, found.end())
    }
    if drop:
        origin = [place for index, place in enumerate(origin) if index not in drop]
        text = "".join(char for index, char in enumerate(text) if index not in drop)
    return text, origin


def _respell(char: str) -> str:
    if char.isascii():
        return "" if char in "*_" else char.translate(_QUOTES)
    if char in _DASHES:
        return " - "
    char = char.translate(_QUOTES).translate(_LOOK_ALIKES)
    if char.isascii():
        return char
    if char.isspace():
        return " "
    if unicodedata.category(char) in {"Cf", "Cc", "Mn"}:
        return ""
    # Accents are dropped: a marked letter must not hide a word.
    wide = unicodedata.normalize("NFKD", char)
    if _FRACTION_SLASH in wide:
        return " " + wide.replace(_FRACTION_SLASH, "/")
    return "".join(c for c in wide if not unicodedata.combining(c)).translate(_LOOK_ALIKES)


def _drop_courtesies(masked: str) -> str:
    """Blank out polite parentheses that look like conditions ("if that helps")."""
    if "if " not in masked and "unless " not in masked:
        return masked
    return _COURTESY.sub(lambda found: " " * len(found.group()), masked)


def _mask_quotations(folded: str) -> str:
    if '"' not in folded and "'" not in folded:
        return folded
    hidden: list[tuple[int, int]] = []
    for pattern in (_DOUBLE_QUOTED, _SINGLE_QUOTED):
        for found in pattern.finditer(folded):
            line_start = folded.rfind("\n", 0, found.start()) + 1
            line_end = folded.find("\n", found.end())
            line = folded[line_start : line_end if line_end >= 0 else len(folded)]
            if pattern is _DOUBLE_QUOTED and line.count('"') % 2:
                continue
            if _OWN_WORDS.search(folded[max(line_start, found.start() - 60) : found.start()]):
                continue
            hidden.append(found.span(1))
    chars = list(folded)
    for start, end in hidden:
        # A closing stop stays visible: it may end the sentence around the quotation.
        stop = end - 1 if folded[end - 1] in ".!?" else end
        for place in range(start, stop):
            if not chars[place].isspace():
                chars[place] = "\u00a4"
    return "".join(chars)


def _split_sentences(cased: str, masked: str) -> list[Sentence]:
    found: list[Sentence] = []
    frame = ""
    place = 0
    for line in masked.split("\n"):
        start, end = place, place + len(line)
        place = end + 1
        if not line.strip():
            continue
        bullet = _BULLET.match(line)
        if bullet is None:
            frame = ""
        body = start + (bullet.end() if bullet else 0)
        for first, last in _cut(cased, masked, body, end):
            text = masked[first:last]
            asks = text.rstrip("\"') ").endswith("?") and not _TAG.search(text)
            found.append(Sentence(first, last, asks, bullet is not None, frame))
        if bullet is None and line.rstrip().endswith(":"):
            frame = masked[found[-1].start : end] if found else ""
    return found


def _cut(cased: str, masked: str, start: int, end: int) -> list[tuple[int, int]]:
    pieces: list[tuple[int, int]] = []
    first = start
    for stop in _STOP.finditer(masked, start, end):
        if not _is_boundary(cased, masked, first, stop):
            continue
        pieces.append((first, stop.end()))
        first = stop.end()
    if masked[first:end].strip():
        pieces.append((first, end))
    return [(a + len(masked[a:b]) - len(masked[a:b].lstrip()), b) for a, b in pieces]


def _is_boundary(cased: str, masked: str, first: int, stop: re.Match[str]) -> bool:
    after = cased[stop.end() : stop.end() + 2].strip()
    if not after:
        return True
    if stop.group().startswith(".") and stop.group()[1:2] in {"", '"', "'"}:
        before = masked[max(first, stop.start() - 7) : stop.start() + 1]
        if _TITLE.search(before):
            return False
        if _CLIPPED.search(before):
            goes_on = not after.isalpha() or after.islower()
            return not (goes_on or _DATE_NEXT.match(masked, stop.end()))
    # A stop inside a quotation ends the sentence only when a new one begins after it.
    return not (len(stop.group()) > 1 and stop.group()[-1] in "\"')" and after.islower())


_ASKS_ON = re.compile(
    r",\s+(?:and |or |so |but )?(?:is|isn't|was|are|aren't|do|does|don't|did|didn't|can|could|would|will|have|has|which|what|when|where|who|how|why|may|shall|should)\b"
)


def is_asked(text: str, sentence: Sentence, start: int, end: int, place: int) -> bool:
    """Say whether the clause `start:end` of a question asks at `place` rather than states.

    A statement may stand before the question that is joined to it by a comma.
    """
    if opens_question(text[sentence.start : sentence.end]) or opens_question(text[start:end]):
        return True
    turn = _ASKS_ON.search(text, sentence.start, sentence.end)
    if turn is not None and place < turn.start():
        return False
    return end >= sentence.end - 2


def line_form(pattern: re.Pattern[str]) -> re.Pattern[str]:
    """Return the pattern in the form that finds it among `Prose.clause_lines`."""
    source = pattern.pattern.replace(r"\A", "^").replace(r"\Z", "$")
    return re.compile(source, pattern.flags | re.MULTILINE)


def opens_question(sentence_text: str) -> bool:
    """Say whether a folded sentence begins like a question (auxiliary or question word first)."""
    return _INTERROGATIVE.match(sentence_text) is not None
