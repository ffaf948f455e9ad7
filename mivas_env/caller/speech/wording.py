"""Spoken text as a short list of plain words: the first step of hearing (CALLER section 2).

Cleaning, cutting to what the caller hears, contractions, number words. No meaning is read here.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import NamedTuple

from mivas_env.caller.speech.numerals import NUMBER_WORDS, convert
from mivas_env.caller.speech.plain_words import word_set
from mivas_env.schema.text import normalise

_LETTERS_PER_WORD = 24
_TOKENS_PER_WORD = 2

_TOKEN = re.compile(
    r"(?P<abbr>\b(?:[Dd]r|[Mm]rs?|[Mm]s|[Vv]s)\.|\b(?:[Aa]ve|[Ss]t)\.(?=\s+[a-z])"
    r"|\b[AaPp]\.\s?[Mm]\b\.?)"
    r"|(?P<num>\$?\d+(?:[,:/.\-]\d+)*(?:st|nd|rd|th|am|pm|AM|PM|k)?\b)"
    r"|(?P<code>[A-Za-z]+\d[A-Za-z0-9]*)"
    r"|(?P<word>[^\W\d_]+(?:'[^\W\d_]+)*)"
    r"|(?P<mark>[.?!;:,\"])"
)
_DASH = "\u2012\u2013\u2014\u2015"
_DASHES = re.compile(rf"\s*[{_DASH}]\s*|\s+-+\s+|\s*--+\s*|\.\.\.+|\u2026")
_DASH_IN_RANGE = re.compile(rf"(\$\d[\d,]*(?:\.\d+)?)\s*[-{_DASH}]\s*(\$?\d)")
_DASH_IN_NUMBERS = re.compile(rf"(?<=\d)\s*[{_DASH}]\s*(?=\$?\d)")
_QUOTES = str.maketrans("\u2018\u2019\u02bc`\u201c\u201d\u00ab\u00bb", "''''" + '""""')

_WHOLE = {
    "can't": ("can", "not"),
    "cannot": ("can", "not"),
    "cant": ("can", "not"),
    "won't": ("will", "not"),
    "wont": ("will", "not"),
    "shan't": ("will", "not"),
    "ain't": ("is", "not"),
    "dont": ("do", "not"),
    "doesnt": ("does", "not"),
    "didnt": ("did", "not"),
    "isnt": ("is", "not"),
    "arent": ("are", "not"),
    "hasnt": ("has", "not"),
    "havent": ("have", "not"),
    "wouldnt": ("would", "not"),
    "couldnt": ("could", "not"),
    "shouldnt": ("should", "not"),
    "youre": ("you", "are"),
    "theyre": ("they", "are"),
    "ive": ("i", "have"),
    "youve": ("you", "have"),
    "weve": ("we", "have"),
    "im": ("i", "am"),
    "thats": ("that", "is"),
    "let's": ("let", "us"),
    "lets": ("let", "us"),
    "gonna": ("going", "to"),
    "wanna": ("want", "to"),
    "gotta": ("have", "to"),
    "y'all": ("you",),
    "yeah": ("yes",),
    "yep": ("yes",),
    "yup": ("yes",),
    "yea": ("yes",),
    "nope": ("no",),
    "nah": ("no",),
    "ok": ("okay",),
    "alright": ("okay",),
    "o'clock": ("o'clock",),
    "ma'am": ("ma'am",),
    "canceled": ("cancelled",),
    "canceling": ("cancelling",),
    "innetwork": ("in", "network"),
    "whilst": ("while",),
}
_TAILS = {
    "re": "are",
    "ve": "have",
    "ll": "will",
    "m": "am",
    "d": "would",
}
_IS_HEADS = word_set(
    """
    anything everyone everything he here how it nothing she something that there this what when
    where which who
    """
)


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of one utterance, in order.

    `words[i]` is lower case; `breaks[i]` is the punctuation right after it ("" when none, else one
    of ``, . ? ! ; : "``). `garbled` holds the indices of words in letters that are not Latin.
    """

    words: list[str]
    breaks: list[str]
    garbled: frozenset[int]


def read_words(text: str, heard_words: int) -> Wording:
    """Clean `text` and return its first `heard_words` words, contractions and numbers spelt out.

    Invisible characters go (a zero-width letter inside a word is healed); homoglyphs stay foreign
    and are reported as garbled, so that nothing is understood from them. Linear in the text that
    is heard; what lies beyond is not looked at.
    """
    text = text[: heard_words * _LETTERS_PER_WORD]
    text = " ".join(normalise(text).translate(_QUOTES).split(" ", heard_words)[:heard_words])
    if "-" in text or not text.isascii() or ".." in text:
        text = _DASH_IN_RANGE.sub(r"\1 to \2", text)
        text = _DASH_IN_NUMBERS.sub(" to ", text)
        text = _DASHES.sub(" , ", text)
    words, breaks = _tokens(text, _TOKENS_PER_WORD * heard_words)
    garbled: list[int] = []
    if not text.isascii():
        garbled = [i for i, word in enumerate(words) if not word.isascii() and _foreign(word)]
    if not garbled and not NUMBER_WORDS.isdisjoint(words):
        words, breaks = convert(words, breaks)
    if not garbled and not _DROPPERS.isdisjoint(words):
        _supply_subjects(words, breaks)
    if "second" in words:
        _say_further(words)
    if "ago" in words:
        _say_just_now(words, breaks)
    if "yes" in words[:_GREETING] and ("here" in words or "still" in words):
        _drop_presence(words, breaks)
    if not garbled and not _LEVELLED.isdisjoint(words):
        _level_tenses(words, breaks)
    return Wording(words, breaks, frozenset(garbled))


def _tokens(text: str, most: int) -> tuple[list[str], list[str]]:
    """Return about `most` words of cleaned text at most, contractions spelt out, with marks."""
    words: list[str] = []
    breaks: list[str] = []
    for chunk in text.split(" "):
        piece = _PIECES.get(chunk) or _read_piece(chunk)
        if piece.in_context:
            words, breaks = _scan(text, most)
            break
        for mark in piece.lead:
            _mark(mark, words, breaks)
        words += piece.words
        breaks += piece.breaks
    if len(words) >= most:
        words, breaks = _scan(text, most)
    if "been" in words or "gone" in words:
        for i in range(len(words) - 1):
            if words[i + 1] in ("been", "gone") and words[i] in ("is", "'s"):
                words[i] = "has"
    return words, breaks


class _Piece(NamedTuple):
    """What stands between two blanks: marks for the word before, then words with their marks.

    `in_context` says that it cannot be read without what stands beside it.
    """

    lead: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    breaks: tuple[str, ...] = ()
    in_context: bool = False


_MOST_PIECES = 20_000
_LONGEST_PIECE = 40
_NEEDS_CONTEXT = re.compile(r"(?i)(?:.*\b)?(?:ave|st|a|p)\.\Z")
_PIECES: dict[str, _Piece] = {}
"""Pieces read before, up to a bound. What is kept hangs on the piece alone, never on a call."""


def _read_piece(chunk: str) -> _Piece:
    """Read one piece, and keep what it says."""
    if len(chunk) > _LONGEST_PIECE or _NEEDS_CONTEXT.match(chunk):
        return _Piece(in_context=True)
    lead: list[str] = []
    rest = 0
    for match in _TOKEN.finditer(chunk):
        if match.lastgroup != "mark" or match[0] == '"':
            break
        lead.append(match[0])
        rest = match.end()
    words, breaks = _scan(chunk[rest:], _LONGEST_PIECE)
    if len(_PIECES) >= _MOST_PIECES:
        _PIECES.clear()
    piece = _PIECES[chunk] = _Piece(tuple(lead), tuple(words), tuple(breaks))
    return piece


def _scan(text: str, most: int) -> tuple[list[str], list[str]]:
    """Return about `most` words of a text at most, read token by token."""
    words: list[str] = []
    breaks: list[str] = []
    for match in _TOKEN.finditer(text):
        if len(words) >= most:
            break
        kind = match.lastgroup
        raw = match[0]
        if kind == "mark":
            _mark(raw, words, breaks)
        elif kind == "word":
            _word(raw.casefold(), words, breaks)
        else:
            words.append(raw.casefold().replace(".", "") if kind == "abbr" else raw.casefold())
            breaks.append("")
    return words, breaks


def _mark(raw: str, words: list[str], breaks: list[str]) -> None:
    """Attach a punctuation mark to the word before it; the stronger mark wins."""
    if raw == '"':
        words.append('"')
        breaks.append("")
    elif breaks and (breaks[-1] in ("", ",", ":") or raw == "?"):
        breaks[-1] = raw


def _word(word: str, words: list[str], breaks: list[str]) -> None:
    whole = _WHOLE.get(word)
    if whole is not None:
        words.extend(whole)
        breaks.extend("" for _ in whole)
        return
    if "'" not in word:
        words.append(word)
        breaks.append("")
        return
    head, _, tail = word.rpartition("'")
    if tail == "t" and head.endswith("n"):
        pair = (head[:-1], "not")
    elif tail in _TAILS:
        pair = (head, _TAILS[tail])
    elif tail == "s":
        pair = (head, "is" if head in _IS_HEADS else "'s")
    else:
        pair = (head.replace("'", ""), tail)
    # A contraction that was torn off its word ("n't" alone) leaves nothing before it.
    parts = [part for part in pair if part]
    words.extend(parts)
    breaks.extend("" for _ in parts)


def _supply_subjects(words: list[str], breaks: list[str]) -> None:
    """Put back a subject left out at the head of a clause: "sent you the link", "is accepted"."""
    for i in range(len(words) - 2, -1, -1):
        word, after = words[i], words[i + 1]
        if word not in _DROPPERS or breaks[i]:
            continue
        if not (after in _OBJECTS if word in _DONE else after in _STATES or after[-2:] == "ed"):
            continue
        j = i
        while j and breaks[j - 1] in ("", ",") and words[j - 1] in _BEFORE_VERB:
            j -= 1
        if j == 0 or breaks[j - 1] not in ("", ","):
            words.insert(i, "i" if word in _DONE else "it")
            breaks.insert(i, "")


def _level_tenses(words: list[str], breaks: list[str]) -> None:
    """Say "have got" as "have", "I did send" as "I sent", "is going to call" as "will call"."""
    for i in range(len(words) - 2, 0, -1):
        word = words[i]
        if word == "got" and words[i - 1] in ("have", "has") and words[i + 1] != "to":
            del words[i], breaks[i]
        elif word == "going" and words[i - 1] in _BEING and words[i + 1] == "to":
            if i + 2 < len(words) and words[i + 2] not in _PLACES:
                words[i - 1] = "will"
                del words[i : i + 2], breaks[i : i + 2]
        elif word == "did" and words[i - 1] in ("i", "we"):
            verb = i + 2 if words[i + 1] in _BEFORE_VERB else i + 1
            past = _PASTS.get(words[verb]) if verb < len(words) else None
            if past is not None:
                words[verb] = past
                del words[i], breaks[i]
        elif word == "have" and words[i - 1] in ("i", "we") and words[i + 1] in _PASTS:
            words[i + 1] = _PASTS[words[i + 1]]


def _say_just_now(words: list[str], breaks: list[str]) -> None:
    """Say "a second ago" as "just now": nobody waits, and nothing is long past."""
    i = len(words) - 1
    while i > 1:
        start = i
        if words[i] == "ago" and words[i - 1] in _INSTANTS:
            start = i - 1
            while start and words[start - 1] in _FEW and not breaks[start - 1]:
                start -= 1
            words[start : i + 1] = ["just", "now"]
            breaks[start : i + 1] = ["", breaks[i]]
        i = start - 1


def _drop_presence(words: list[str], breaks: list[str]) -> None:
    """Drop the yes of "Yes, I'm here": it says that somebody listens, and answers nothing else."""
    at = words.index("yes")
    rest = [word for word in words[at + 1 : at + 5] if word not in ("i", "am", "right", "sorry")]
    here = rest[:1] == ["here"] or rest[:2] == ["still", "here"]
    if here or rest[:2] == ["still", "with"]:
        del words[at], breaks[at]


_GREETING = 4


def _say_further(words: list[str]) -> None:
    """Say "a second time" as "a further time": nobody waits."""
    for i in range(len(words) - 1):
        if words[i] == "second" and words[i + 1] in _FURTHER:
            words[i] = "further"


_FURTHER = frozenset({"opinion", "time"})
_INSTANTS = word_set("instant minute minutes moment moments sec second seconds secs")
_FEW = word_set("a an couple few half of one two 2 3")
_LEVELLED = frozenset({"got", "did", "going", "have"})
_BEING = frozenset({"are", "is", "'s"})
_PLACES = word_set("a an any her his my our the their your")
_PASTS = {
    "add": "added",
    "book": "booked",
    "cancel": "cancelled",
    "change": "changed",
    "move": "moved",
    "reserve": "reserved",
    "save": "saved",
    "schedule": "scheduled",
    "send": "sent",
    "submit": "submitted",
    "text": "texted",
    "update": "updated",
}
_DONE = word_set(
    """
    added arranged asked booked cancelled changed checked created emailed filed got left
    logged moved noted opened passed placed put removed requested rescheduled reserved routed saved
    scheduled sent submitted switched texted took updated verified
    """
)
_BEFORE_VERB = word_set(
    "already also and done good great just now okay perfect right so sure thanks then yes"
)
_OBJECTS = word_set("a an everything her him it our that the them this you your")
_STATES = word_set("all already available been done fine in no not now okay possible sent set")
_DROPPERS = _DONE | {"is", "has"}


def _foreign(word: str) -> bool:
    return any(not unicodedata.name(c, "").startswith("LATIN") for c in word if c.isalpha())
