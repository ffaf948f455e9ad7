"""What a line of the caller says, read as the caller reads the agent: figures, names, yes and no.

Two wordings of one line compare equal here when they give the same facts. Pure, and read by the
project's own reading, so that "one zero zero one six" and "10016" are one value.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from mivas_env.caller.speech.compiled import CompiledLexicon, Named
from mivas_env.caller.speech.figures import Figure
from mivas_env.caller.speech.plain_words import word_set
from mivas_env.caller.speech.wording import read_words

MOST_WORDS = 400
"""Words of a line that are read; longer than any line that a script may hold."""

Value = tuple[str, object, bool]

_NO = word_set(
    """
    cannot decline declining hardly incorrect neither never no nobody none nor not nothing refuse
    refusing unable without wrong
    """
)
_YES = word_set(
    """
    absolutely affirmative agree agreed certainly correct definitely fine okay right sure yes
    """
)
_TURNED = word_set("all entirely exactly quite really so")
"""Words that may stand between a negator and the yes that it takes back: "not quite right"."""
_NO_YES = word_set("away here now there")
"""Words after which "right" is no yes."""
_PLAIN_LETTERS = word_set("a i")
_SPELLED_RUN = 2


@dataclass(frozen=True, slots=True)
class Said:
    """What one line says.

    `words` are its words in order, contractions spelt out; `plain` those that are no name, figure
    or piece of a code. `figures` are money, dates, times and the like as (kind, value, exact), and
    digits and codes as ("code", text, True). `names` are (type, canonical id). `stance` is its yes
    and no in order, repeats left out.
    """

    words: tuple[str, ...]
    plain: frozenset[str]
    figures: frozenset[Value]
    names: frozenset[tuple[str, str]]
    stance: tuple[str, ...]


def read_line(text: str, lexicon: CompiledLexicon) -> Said:
    """Read one line; linear in its length."""
    wording = read_words(text, MOST_WORDS)
    words, breaks, values, _ = lexicon.collapse(wording)
    figures: set[Value] = set(_codes(words, breaks, values))
    names: set[tuple[str, str]] = set()
    for value in values.values():
        if isinstance(value, Named):
            names.add((value.kind, value.canonical))
        elif value.kind != "num":
            figures.add((value.kind, value.value, value.exact))
    return Said(
        words=tuple(wording.words),
        plain=frozenset(
            word for i, word in enumerate(words) if i not in values and not _code_piece(word, None)
        ),
        figures=frozenset(figures),
        names=frozenset(names),
        stance=_stance(wording.words),
    )


def holds(words: tuple[str, ...], phrase: tuple[str, ...]) -> bool:
    """Say whether the words hold a phrase, its words side by side."""
    size = len(phrase)
    return any(words[i : i + size] == phrase for i in range(len(words) - size + 1))


def _codes(
    words: list[str], breaks: list[str], values: dict[int, Named | Figure]
) -> Iterator[Value]:
    """Yield digits and codes, pieces said in a row joined: "K B 4 0 2", "KB402", "555-0117"."""
    run, pieces, broken = "", 0, False
    for i, word in enumerate(words):
        piece = _code_piece(word, values.get(i))
        if broken or not piece:
            yield from _whole_code(run, pieces)
            run, pieces = "", 0
        if piece:
            run, pieces = run + piece, pieces + 1
        broken = breaks[i] not in ("", ",")
    yield from _whole_code(run, pieces)


def _whole_code(run: str, pieces: int) -> Iterator[Value]:
    """Yield a finished run if it is a code: one letter alone is none."""
    if pieces >= _SPELLED_RUN or any(c.isdigit() for c in run):
        yield ("code", run, True)


def _code_piece(word: str, value: Named | Figure | None) -> str:
    """Return what a word adds to a code that is said piece by piece, or nothing."""
    if isinstance(value, Figure) and value.kind == "num":
        return "".join(c for c in str(value.value) if c.isalnum())
    if value is not None or not word.isalnum():
        return ""
    spelled = len(word) == 1 and word not in _PLAIN_LETTERS
    return word if spelled or any(c.isdigit() for c in word) else ""


def _stance(words: list[str]) -> tuple[str, ...]:
    """Return the yes and no of a line in order: "No, that's not right" is one no."""
    found: list[str] = []
    for i, word in enumerate(words):
        if word in _NO:
            sign = "no"
        elif word in _YES and not _taken_back(words, i):
            sign = "yes"
        else:
            continue
        if not found or found[-1] != sign:
            found.append(sign)
    return tuple(found)


def _taken_back(words: list[str], i: int) -> bool:
    """Say whether the yes at word `i` is none: "not quite right", "right away"."""
    if words[i] == "right" and i + 1 < len(words) and words[i + 1] in _NO_YES:
        return True
    j = i - 1
    while j >= 0 and words[j] in _TURNED:
        j -= 1
    return j >= 0 and words[j] in ("not", "never", "hardly")
