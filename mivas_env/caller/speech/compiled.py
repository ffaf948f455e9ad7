"""A lexicon compiled for hearing: one prefix tree of phrases, one of names. Built once, shared."""

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mivas_env.caller.speech import moves, plain_words, stances, verdict_phrases
from mivas_env.caller.speech.figures import FIGURE_WORDS, Figure, read_figure
from mivas_env.caller.speech.phrases import PhraseTree, Tag
from mivas_env.caller.speech.trade import TradeWords, phrase_groups, trade_words
from mivas_env.caller.speech.wording import Wording, read_words
from mivas_env.errors import TaskError
from mivas_env.schema.lexicon import Lexicon

ASKED = "asked"
"""Mark of a cue that counts only while the caller's own question is about its matter."""
_ALIAS_WORDS = 20
_FUTURE = frozenset({"will"})
_WORDS = re.compile(r"[a-z]+")
_DENIED = frozenset({"no", "not", "nothing", "never", "nobody"})
_CLASS = re.compile(r"<([a-z_]+)>")
_OPTIONAL = re.compile(r"\([^()]*\)\??")

NameTree = dict[str, "NameTree | tuple[str, str]"]

_FRAMES: Mapping[str, tuple[str, ...]] = {
    "hedge": stances.HEDGE,
    "soft": stances.SOFT,
    "would_be": stances.WOULD_BE,
    "future": stances.FUTURE,
    "unknown": stances.UNKNOWN,
    "perform": stances.PERFORM,
    "promise": stances.PROMISE,
    "quote": stances.QUOTE,
    "cond": stances.CONDITION,
    "temporal": stances.TEMPORAL,
    "undermine": stances.UNDERMINE,
    "claim": stances.CLAIM,
    "others": stances.OTHERS,
    "allow": verdict_phrases.ALLOW,
    "refuse": verdict_phrases.REFUSE,
    "shrug": verdict_phrases.SHRUG,
    "offer": moves.OFFER,
    "hold": moves.HOLD,
    "handover": moves.HANDOVER,
    "greet": moves.GREET,
    "correct": moves.CORRECT,
    "confirming": moves.CONFIRMING,
    "reading_back": moves.READING_BACK,
    "check_me": moves.CHECK_ME,
    "repeat": moves.REPEAT,
    "again": moves.AGAIN,
}


@dataclass(frozen=True, slots=True)
class Named:
    """One thing named: its entity type and canonical id."""

    kind: str
    canonical: str


@dataclass(frozen=True, slots=True)
class CompiledLexicon:
    """What `compile_lexicon` makes of a `Lexicon`. Immutable after that; safe to share.

    `special` are the words with which a name or a figure may begin, figures in digits aside.
    `analyses` keeps what was worked out for a text (see `analysis`), `own_lines` the callers' lines
    as they would be heard (see `own_words`), `checked` the scripts that were found to use known
    words only (see `listening`), each up to a bound.
    """

    lexicon: Lexicon
    tree: PhraseTree
    names: NameTree
    today: dt.date
    trade: TradeWords
    special: frozenset[str]
    analyses: dict[tuple[str, int], object] = field(default_factory=dict, repr=False, compare=False)
    own_lines: dict[str, object] = field(default_factory=dict, repr=False, compare=False)
    checked: dict[int, object] = field(default_factory=dict, repr=False, compare=False)

    def filler(self, predicate: str) -> frozenset[str]:
        """Return the words that may stand in a bare answer about this predicate."""
        return self.trade.premises.union(self.lexicon.predicates[predicate].filler)

    def collapse(
        self, wording: Wording
    ) -> tuple[list[str], list[str], dict[int, Named | Figure], frozenset[int]]:
        """Replace names and figures by class words.

        Returns the words, the punctuation after each, the value of each class word by index, and
        the indices of garbled words.
        """
        words, breaks = wording.words, wording.breaks
        special = self.special
        places = [i for i, w in enumerate(words) if w in special or w[0] == "$" or w[0].isdigit()]
        out: list[str] = []
        marks: list[str] = []
        values: dict[int, Named | Figure] = {}
        garbled: list[int] = []
        done = 0
        for i in places:
            if i < done:
                continue
            value: Named | Figure | None
            value, used = self._name_at(words, breaks, i)
            if value is None:
                value, used = read_figure(words, breaks, i)
            if value is None:
                continue
            garbled += [g - done + len(out) for g in wording.garbled if done <= g < i]
            out += words[done:i]
            marks += breaks[done:i]
            values[len(out)] = value
            out.append(_class_word(value))
            marks.append(breaks[i + used - 1])
            done = i + used
        garbled += [g - done + len(out) for g in wording.garbled if done <= g]
        out += words[done:]
        marks += breaks[done:]
        return out, marks, values, frozenset(garbled)

    def _name_at(self, words: list[str], breaks: list[str], i: int) -> tuple[Named | None, int]:
        """Return the longest name that starts at word `i`, and the words it takes."""
        found: tuple[Named | None, int] = (None, 0)
        node = self.names
        j = i
        while j < len(words):
            step = node.get(words[j])
            if not isinstance(step, dict):
                break
            node = step
            j += 1
            end = node.get("")
            if isinstance(end, tuple):
                found = (Named(end[0], end[1]), j - i)
            if breaks[j - 1] not in ("", ","):
                break
        return found


def _class_word(value: Named | Figure) -> str:
    """Return the word that stands for a name or a figure: "<office>", "<date>"."""
    return f"<{'date' if value.kind == 'near_day' else value.kind}>"


def compile_lexicon(lexicon: Lexicon) -> CompiledLexicon:
    """Compile a lexicon. Raise `TaskError` with a sentence for a phrase that cannot be read."""
    trade = trade_words(lexicon)
    tree, groups = PhraseTree(), phrase_groups(lexicon)
    for words in lexicon.groups.values():
        _check_classes(words, lexicon)
    for tag, phrases in _tagged(lexicon):
        _check_classes(phrases, lexicon)
        for phrase in phrases:
            tree.add(phrase, tag, groups)
    names = _name_tree(lexicon)
    return CompiledLexicon(
        lexicon=lexicon,
        tree=tree.freeze(),
        names=names,
        special=FIGURE_WORDS | names.keys(),
        today=dt.date.fromisoformat(lexicon.today),
        trade=trade,
    )


def _check_classes(phrases: tuple[str, ...], lexicon: Lexicon) -> None:
    """Raise `TaskError` for a class word that stands for nothing: its phrase would never match."""
    for phrase in phrases:
        for name in _CLASS.findall(phrase):
            if f"<{name}>" not in plain_words.FIGURE_CLASSES and name not in lexicon.entities:
                known = ", ".join(sorted(lexicon.entities)) or "none"
                raise TaskError(
                    f"The phrase {phrase!r} uses <{name}>, which is no figure and no entity type "
                    f"of the lexicon; it has: {known}."
                )


def _tagged(lexicon: Lexicon) -> Iterator[tuple[Tag, tuple[str, ...]]]:
    """Yield every group of phrases with the tag that its matches carry."""
    for kind, phrases in _FRAMES.items():
        yield (kind, "", ""), phrases
    for stance, phrases in lexicon.stances.items():
        yield (stance, "", ""), phrases
    yield ("price", "", ""), lexicon.price_cues
    for key, predicate in lexicon.predicates.items():
        denials = tuple(p for p in predicate.yes if _DENIED & set(_OPTIONAL.sub("", p).split()))
        yield ("yes", key, "denied"), denials
        yield ("yes", key, ""), tuple(p for p in predicate.yes if p not in denials)
        yield ("no", key, ""), predicate.no
        yield ("firm", key, ""), predicate.firm
        yield ("told", key, ""), predicate.imperative
        yield ("vague", key, ""), predicate.vague
        yield ("apart", key, ""), predicate.apart
        yield ("yes", key, ASKED), predicate.asked.yes
        yield ("no", key, ASKED), predicate.asked.no
        yield ("firm", key, ASKED), predicate.asked.firm
    for key, request in lexicon.requests.items():
        yield ("ask", key, "noun"), request.nouns
        yield ("ask", key, "direct"), request.direct
        yield ("alone", key, ""), request.whole
    for key, unsafe in lexicon.unsafe.items():
        yield ("unsafe", key, ""), unsafe.phrases
    yield from _tables(lexicon)


def _tables(lexicon: Lexicon) -> Iterator[tuple[Tag, tuple[str, ...]]]:
    for kind, table in (
        ("topic", lexicon.topics),
        ("text", lexicon.texts),
        ("moment", lexicon.moments),
        ("zero", lexicon.zero),
        ("brief", lexicon.brief),
        ("act", lexicon.offers),
        ("announced", lexicon.announced),
        ("said", lexicon.statements),
        ("pron", lexicon.pronouns),
    ):
        for key, phrases in table.items():
            yield (kind, key, ""), phrases
    for key, phrases in lexicon.completions.items():
        # A commitment that a tool orders word for word is spoken in the future tense.
        pledges = tuple(p for p in phrases if _FUTURE & set(_WORDS.findall(p)))
        yield ("done", key, "pledge"), pledges
        yield ("done", key, ""), tuple(p for p in phrases if p not in pledges)
    for kind, nested in (("ref", lexicon.referents), ("enum", lexicon.enums)):
        for key, values in nested.items():
            for value, phrases in values.items():
                yield (kind, key, value), phrases


def _name_tree(lexicon: Lexicon) -> NameTree:
    root: NameTree = {}
    for kind in sorted(lexicon.entities):
        for canonical in sorted(lexicon.entities[kind]):
            for alias in lexicon.entities[kind][canonical]:
                node = root
                for word in read_words(alias.replace("_", " "), _ALIAS_WORDS).words:
                    step = node.setdefault(word, {})
                    if isinstance(step, dict):
                        node = step
                if node is not root:
                    node.setdefault("", (kind, canonical))
    return root
