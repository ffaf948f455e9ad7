"""What stands in quotation marks: a record that is read out, or somebody's words.

Reading a record out is telling: 'What the policy says is, "free of charge …"'. What the caller or
anybody else has said is not.
"""

from collections.abc import Sequence

from mivas_env.caller.speech.plain_words import word_set
from mivas_env.caller.speech.trade import TradeWords

Span = tuple[int, int]

READ_OUT = frozenset({'"', "quote", "unquote", "quoting", "reading"})
"""Words without which nothing is quoted or read out."""

_BEFORE = 8
_AFTER = 8
_ASIDE_WORDS = 8
_READING = word_set(
    """
    displays have list listed lists posted quote quoting read reading reads record says screen
    shows states system tells telling written
    """
)
_HEARERS = word_set(
    """
    asked asking email he i'm one person said say she somebody someone sticky
    they wrote
    """
)
_GIVING = word_set("give giving read reading show showing tell telling")
_SOURCE = word_set("got have here listed lists posted reads reading says see shows states written")
_ASIDE = word_set("quote quoting reading")
_AND_I_AM = ("and", "i", "am")
_BEHIND = frozenset({("is", "what"), ("it", "says"), ("it", "reads")})
_QUOTE_WORDS = frozenset({"quote", "unquote"})


def quoted_spans(words: Sequence[str], trade: TradeWords) -> list[Span]:
    """Return the stretches between quotation marks that are somebody's words, marks included."""
    return [span for span in _spans(words) if not _reads_out(words, span, trade)]


def _spans(words: Sequence[str]) -> list[Span]:
    marks = [i for i, word in enumerate(words) if word == '"']
    spans = list(zip(marks[::2], marks[1::2], strict=False))
    if len(marks) % 2:
        spans.append((marks[-1], len(words)))
    return spans


def _reads_out(words: Sequence[str], span: Span, trade: TradeWords) -> bool:
    """Say whether the frame before or behind the marks is that of a record."""
    before = words[max(0, span[0] - _BEFORE) : span[0]]
    if not _READING.isdisjoint(before) and not _heard(before, trade):
        return True
    after = words[span[1] + 1 : span[1] + 1 + _AFTER]
    behind = list(after[:2]) == ["is", "what"] or list(after[:2]) in (
        ["it", "says"],
        ["it", "reads"],
    )
    return behind and not _SOURCE.isdisjoint(after) and not _heard(after, trade)


def _heard(frame: Sequence[str], trade: TradeWords) -> bool:
    """Say whether a person is quoted; "let me read you" quotes nobody."""
    if not _HEARERS.isdisjoint(frame):
        return True
    if not trade.client.isdisjoint(frame) or not trade.clients.isdisjoint(frame):
        return True
    return any(w == "you" and (i == 0 or frame[i - 1] not in _GIVING) for i, w in enumerate(frame))


def read_out(words: list[str], breaks: list[str], trade: TradeWords) -> tuple[list[str], list[str]]:
    """Return the words and marks without the quotation marks of what is read from a record.

    Asides go as well (", quote,", ", and I'm reading,"). A colon before the marks ends a sentence,
    so that "let me read you this:" promises nothing about what follows.
    """
    gone = set(_asides(words, breaks))
    stops = []
    for start, end in _spans(words):
        if _reads_out(words, (start, end), trade):
            gone.update((start, end))
            if start and breaks[start - 1] == ":":
                stops.append(start - 1)
    if not gone:
        return words, breaks
    marks = list(breaks)
    for i in stops:
        marks[i] = ";"
    for i in sorted(gone & set(range(1, len(words)))):
        if marks[i] and words[i] == '"' and not marks[i - 1]:
            marks[i - 1] = marks[i]
    kept = [i for i in range(len(words)) if i not in gone]
    return [words[i] for i in kept], [marks[i] for i in kept]


def _asides(words: Sequence[str], breaks: Sequence[str]) -> list[int]:
    """Return the places of words that only say that something is being read out."""
    out: list[int] = []
    for i, word in enumerate(words):
        if word in _QUOTE_WORDS and (i == 0 or breaks[i - 1]) and breaks[i] == ",":
            out.append(i)
        elif word in _ASIDE and tuple(words[max(0, i - 3) : i]) == _AND_I_AM:
            first = i - 3
            last = next((k for k in range(i, len(words)) if breaks[k]), len(words) - 1)
            if first and breaks[first - 1] == "," and last - first < _ASIDE_WORDS:
                out.extend(range(first, last + 1))
    return out
