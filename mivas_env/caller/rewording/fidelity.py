"""Whether a reworded line says what the rule's line says, and nothing that it does not (CALLER 6).

Pure: two texts and what must not be said go in, the first deviation comes out. When in doubt it is
a deviation, for then the rule's own line is spoken and nothing is lost.
"""

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum

from mivas_env.caller.hearing.own_words import root
from mivas_env.caller.rewording.said import MOST_WORDS, Said, holds, read_line
from mivas_env.caller.speech.compiled import CompiledLexicon
from mivas_env.caller.speech.plain_words import FUNCTION_WORDS, NEGATORS, word_set
from mivas_env.caller.speech.wording import read_words
from mivas_env.schema.script import CallerScript


class Deviation(StrEnum):
    """Why a wording is not spoken; the rule's line is, instead."""

    NO_ANSWER = "no_answer"
    NOT_ONE_LINE = "not_one_line"
    FOREIGN_CHARACTER = "foreign_character"
    TOO_LONG = "too_long"
    SPEAKER_LABEL = "speaker_label"
    FIGURE = "figure"
    NAME = "name"
    FACT_LOST = "fact_lost"
    FACT_ADDED = "fact_added"
    ACT = "act"
    GUARDED = "guarded"
    FAREWELL = "farewell"
    POLARITY = "polarity"
    QUESTION = "question"


Phrase = tuple[str, ...]

_MOST_CHARACTERS = 4_000
_TIMES_AS_LONG = 2
_MORE_WORDS = 6
_MORE_CHARACTERS = 40
_SHORTEST = 3
_QUOTES = str.maketrans("\u2018\u2019\u02bc\u201c\u201d\u00ab\u00bb", "'''" + '""""')
_PLAIN_MARKS = frozenset(".,;:?!'\"()-$%&\u2013\u2014\u2026 ")
_BLANKS = re.compile("  +")
_LABEL = re.compile(r"\s*[\"']?[^\W\d_]+(?: [^\W\d_]+)?\s?:")
_HEAD = re.compile(r"\(?([a-z'| ]+)")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_SENTENCE_ENDS = frozenset('.?!:;"(')
_TITLES = word_set("i miss mr mrs ms ok okay")
_COMMON = (
    FUNCTION_WORDS
    | NEGATORS
    | word_set(
        """
    actually also call check find get give go going good got hello help here hey hi information just
    know let like look make maybe much need no now okay other please really right say see sorry sure
    take tell thank thanks think time want way well yes
    """
    )
)
"""Words that give away nothing, whatever fact, tool or locked value they also stand in."""
_BYE = word_set("bye farewell goodbye")
_PARTING = (
    "take care", "see you", "see ya", "so long", "good night", "hang up", "hanging up",
    "have a good", "have a great", "have a nice", "have a lovely", "have a wonderful",
    "talk to you later", "talk to you soon", "talk later", "talk soon", "have to go", "need to go",
    "have to run", "need to run", "get going", "be going",
)  # fmt: skip
_CONTENT = (
    "all set", "that is all", "that is everything", "that is it", "that was all", "never mind",
    "nevermind", "forget it", "forget about it", "all i need", "everything i need", "nothing else",
    "no further questions", "no more questions", "satisfied", "am happy with", "am done",
    "are done", "has been answered", "have been answered", "answers my question",
    "answered my question", "answered everything", "answers everything", "no longer need",
    "changed my mind", "do not need anything", "end the call", "ending the call",
)  # fmt: skip
_LEAVING = tuple(tuple(read_words(text, 8).words) for text in (*_PARTING, *_CONTENT))


def clean_output(output: str) -> str:
    """Return a model's answer without its thinking, the quotes around it and double blanks."""
    text = output[-_MOST_CHARACTERS:].rpartition("</think>")[2].translate(_QUOTES).strip()
    text = _BLANKS.sub(" ", text)
    if len(text) > 1 and text[0] == text[-1] == '"' and text.count('"') == len('""'):
        text = text[1:-1].strip()
    return text


class LineCheck:
    """Compares wordings with rule lines for one script.

    `guarded` are texts that no line may bring in unless the rule's line holds them: names of tools
    and desks, locked values. Ids are read as their words, `like_this` as "like this".
    """

    def __init__(
        self, script: CallerScript, lexicon: CompiledLexicon, guarded: Iterable[str] = ()
    ) -> None:
        self._lexicon = lexicon
        values = [value for value in script.fact_values().values() if isinstance(value, str)]
        self._values: tuple[Phrase, ...] = tuple(
            dict.fromkeys(_words(value) for value in (*values, *script.persona.values()))
        )
        self._value_words = frozenset(_telling(word for value in self._values for word in value))
        self._fact_words = self._value_words | _fact_words(script)
        self._acts = _act_roots(lexicon.lexicon.offers.values())
        phrases = (_words(text) for text in guarded)
        self._guarded = tuple(
            dict.fromkeys(
                phrase for phrase in phrases if any(_telling(phrase)) and len(phrase) < MOST_WORDS
            )
        )

    def deviation(self, line: str, wording: str, *, leaving: bool = False) -> Deviation | None:
        """Return the first way in which a cleaned wording departs from the line, or None.

        `leaving` says that the rules let the caller say goodbye with this line.
        """
        found = _surface(line, wording)
        if found is not None:
            return found
        meant, said = read_line(line, self._lexicon), read_line(wording, self._lexicon)
        if said.figures != meant.figures:
            return Deviation.FIGURE
        if said.names != meant.names or not _same_capitals(line, meant, wording, said):
            return Deviation.NAME
        found = self._facts(meant, said)
        if found is not None:
            return found
        if not _partings_alike(meant, said, leaving=leaving):
            return Deviation.FAREWELL
        if said.stance != meant.stance:
            return Deviation.POLARITY
        asks = ("?" in line, line.rstrip().endswith("?"))
        if ("?" in wording, wording.endswith("?")) != asks:
            return Deviation.QUESTION
        return None

    def _facts(self, meant: Said, said: Said) -> Deviation | None:
        """Compare the words of facts; look for acts and guarded texts that are brought in."""
        lost = (meant.plain & self._value_words) - said.plain
        torn = (
            value
            for value in self._values
            if len(value) > 1 and holds(meant.words, value) and not holds(said.words, value)
        )
        if lost or any(not set(value) - meant.plain for value in torn):
            return Deviation.FACT_LOST
        if (said.plain & self._fact_words) - set(meant.words):
            return Deviation.FACT_ADDED
        if self._acts & (
            {root(word) for word in said.plain} - {root(word) for word in meant.words}
        ):
            return Deviation.ACT
        for phrase in self._guarded:
            if holds(said.words, phrase) and not holds(meant.words, phrase):
                return Deviation.GUARDED
        return None


def _surface(line: str, wording: str) -> Deviation | None:
    """Look at the letters: one utterance, of plain characters, about as long as the line."""
    if not wording:
        return Deviation.NO_ANSWER
    if "\n" in wording or "\r" in wording:
        return Deviation.NOT_ONE_LINE
    known = _PLAIN_MARKS | set(line)
    for char in wording:
        plain = char.isascii() and char.isalnum()
        if not plain and char not in known:
            return Deviation.FOREIGN_CHARACTER
    words, most_words = len(wording.split()), _TIMES_AS_LONG * len(line.split()) + _MORE_WORDS
    if words > most_words or len(wording) > _TIMES_AS_LONG * len(line) + _MORE_CHARACTERS:
        return Deviation.TOO_LONG
    if _LABEL.match(wording) and not _LABEL.match(line):
        return Deviation.SPEAKER_LABEL
    return None


def _words(text: str) -> Phrase:
    return tuple(read_words(text.replace("_", " "), MOST_WORDS).words)


def _telling(words: Iterable[str]) -> Iterator[str]:
    """Yield the words that tell something by themselves; digits and codes are figures."""
    return (
        word
        for word in words
        if len(word) >= _SHORTEST and word not in _COMMON and not any(c.isdigit() for c in word)
    )


def _act_roots(offers: Iterable[tuple[str, ...]]) -> frozenset[str]:
    """Return the roots of what acts are called: the words with which phrases of offers begin.

    A line that brings one in asks for something that the script does not ask for.
    """
    heads = (_HEAD.match(phrase) for phrases in offers for phrase in phrases)
    words = {way.split()[0] for head in heads if head for way in head[1].split("|") if way.strip()}
    return frozenset(root(word) for word in _telling(words)) - {root(word) for word in _COMMON}


def _fact_words(script: CallerScript) -> frozenset[str]:
    """Return the words that only the lines of facts hold: said elsewhere, they give a fact away."""
    facts = [line for fact in script.facts.values() for line in fact.say]
    others = list(script.lines())
    for line in facts:
        others.remove(line)
    told = {word for line in facts for word in _words(line)}
    return frozenset(_telling(told - {word for line in others for word in _words(line)}))


def _capitals(text: str, said: Said) -> frozenset[str]:
    """Return the words with a capital inside a sentence that are no name or figure: proper nouns.

    The first word of a sentence says nothing by its capital.
    """
    found = set()
    for match in _WORD.finditer(text):
        word = match[0]
        before = text[: match.start()].rstrip()[-1:]
        if word[0].isupper() and before and before not in _SENTENCE_ENDS:
            found.add(word.casefold().partition("'")[0])
    return frozenset((found & said.plain) - _TITLES)


def _same_capitals(line: str, meant: Said, wording: str, said: Said) -> bool:
    """Say whether every proper noun of the line is kept, and none is new."""
    kept = _capitals(line, meant) <= set(said.words)
    return kept and _capitals(wording, said) <= set(meant.words)


def _partings_alike(meant: Said, said: Said, *, leaving: bool) -> bool:
    """Say whether the wording says goodbye where the line does, and nowhere else."""
    if not _BYE.isdisjoint(meant.words) and _BYE.isdisjoint(said.words):
        return False
    if leaving:
        return True
    if not _BYE.isdisjoint(said.words) and _BYE.isdisjoint(meant.words):
        return False
    return not any(
        holds(said.words, phrase) and not holds(meant.words, phrase) for phrase in _LEAVING
    )
