"""A small phrase language over words, matched in one pass by a shared prefix tree.

A phrase is a row of elements separated by blanks:

- ``word`` that word; ``<office>`` a class word (an entity or a figure);
- ``(a|b c|d)`` one of several words or rows of words; ``{name}`` a named group of the lexicon;
- ``x?`` the element before the mark may be absent;
- ``..`` up to four words of any kind, ``..2`` up to two, ``_`` exactly one.

No regular expression is involved, so matching is linear in the words for a given set of phrases.
"""

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mivas_env.errors import TaskError

DEFAULT_GAP = 4
_ELEMENT = re.compile(r"\([^()]*\)\??|\.\.\d?|[^\s(){}]+")
_GROUP = re.compile(r"\{([a-z_0-9]+)\}")
_WORD = re.compile(r"(?:<[a-z_]+>|'s|[^\W\d_][\w']*|\d\S*|_)\Z")

Tag = tuple[str, str, str]
Element = frozenset[str] | int
"""A set of words, or the longest gap in words. A gap of -1 stands for exactly one word."""


@dataclass(frozen=True, slots=True)
class Match:
    """One phrase found: its tag, the first word and the word after the last."""

    tag: Tag
    start: int
    end: int


class _Node:
    """One place in the tree: where words lead, which gaps may follow, which phrases end here."""

    __slots__ = ("by_element", "edges", "gaps", "tags")

    def __init__(self) -> None:
        self.by_element: dict[Element, _Node] = {}
        self.edges: dict[str, tuple[_Node, ...]] = {}
        self.gaps: tuple[tuple[int, int, _Node], ...] = ()
        self.tags: tuple[Tag, ...] = ()


class PhraseTree:
    """Phrases compiled together. Build with `add`, close with `freeze`, then `find`."""

    def __init__(self) -> None:
        self._root = _Node()

    def add(self, phrase: str, tag: Tag, groups: Mapping[str, Sequence[str]]) -> None:
        """Add one phrase. Raise `TaskError` with a sentence when it cannot be read."""
        for row in expand(phrase, groups):
            node = self._root
            for element in row:
                node = node.by_element.setdefault(element, _Node())
            if tag not in node.tags:
                node.tags = (*node.tags, tag)

    def freeze(self) -> "PhraseTree":
        """Turn the elements of every node into direct word edges; call once, after all `add`."""
        stack = [self._root]
        while stack:
            node = stack.pop()
            edges: dict[str, list[_Node]] = {}
            gaps: list[tuple[int, int, _Node]] = []
            for element, child in node.by_element.items():
                stack.append(child)
                if isinstance(element, int):
                    gaps.append((1, 1, child) if element < 0 else (0, element, child))
                else:
                    for word in sorted(element):
                        edges.setdefault(word, []).append(child)
            node.edges = {word: tuple(nodes) for word, nodes in edges.items()}
            node.gaps = tuple(gaps)
        return self

    def find(self, words: Sequence[str], start: int, end: int) -> list[Match]:
        """Return every phrase found within ``words[start:end]``, by first word."""
        out: list[Match] = []
        roots = self._root.edges
        for i in range(start, end):
            nodes = roots.get(words[i])
            if nodes is not None:
                for node in nodes:
                    _walk(node, words, i, i + 1, end, out)
        return out


def _walk(
    node: _Node, words: Sequence[str], first: int, at: int, end: int, out: list[Match]
) -> None:
    for tag in node.tags:
        out.append(Match(tag, first, at))
    if at >= end:
        return
    for child in node.edges.get(words[at], ()):
        _walk(child, words, first, at + 1, end, out)
    for least, most, child in node.gaps:
        for skip in range(least, most + 1):
            after = at + skip
            if after >= end:
                if least and after == end:
                    _walk(child, words, first, after, end, out)
                break
            if least:
                _walk(child, words, first, after, end, out)
                continue
            for grandchild in child.edges.get(words[after], ()):
                _walk(grandchild, words, first, after + 1, end, out)


def expand(phrase: str, groups: Mapping[str, Sequence[str]]) -> Iterable[tuple[Element, ...]]:
    """Return the rows of elements that a phrase stands for. Raise `TaskError` when unreadable."""
    choices: list[list[tuple[Element, ...]]] = []
    written, phrase = phrase, _spell_groups(phrase, groups)
    pieces = _ELEMENT.findall(phrase)
    if "".join("".join(pieces).split()) != "".join(phrase.split()):
        raise TaskError(f"The phrase {written!r} cannot be read; check its brackets.")
    choices.extend(_choices(piece, written) for piece in pieces)
    rows = [tuple(itertools.chain(*combination)) for combination in itertools.product(*choices)]
    kept = [_without_tail(row) for row in rows]
    if not all(kept) or any(isinstance(row[0], int) for row in kept):
        raise TaskError(f"The phrase {written!r} must begin with a word, not with a gap.")
    return kept


def _without_tail(row: tuple[Element, ...]) -> tuple[Element, ...]:
    """Drop a gap at the end, which would mean nothing."""
    while row and isinstance(row[-1], int) and row[-1] >= 0:
        row = row[:-1]
    return row


def _spell_groups(phrase: str, groups: Mapping[str, Sequence[str]]) -> str:
    """Replace ``{name}`` by its words, in brackets of their own where there are none."""

    def spell(match: re.Match[str]) -> str:
        name = match[1]
        if name not in groups:
            raise TaskError(f"The phrase {phrase!r} uses the group {name!r}, which is not defined.")
        words = "|".join(groups[name])
        before = phrase[: match.start()]
        return words if before.count("(") > before.count(")") else f"({words})"

    return _GROUP.sub(spell, phrase)


def _choices(piece: str, phrase: str) -> list[tuple[Element, ...]]:
    if piece.startswith(".."):
        return [(int(piece[2:] or DEFAULT_GAP),)]
    if piece == "_":
        return [(-1,)]
    optional = piece.endswith("?")
    body = piece.removesuffix("?")
    alternatives = body[1:-1].split("|") if body.startswith("(") else [body]
    single: set[str] = set()
    rows: list[tuple[Element, ...]] = []
    for alternative in alternatives:
        row = alternative.split()
        if not row or not all(_WORD.match(word) for word in row):
            raise TaskError(f"The phrase {phrase!r} has an empty or unreadable part.")
        if len(row) == 1 and row[0] != "_":
            single.add(row[0])
        else:
            rows.append(tuple(-1 if word == "_" else frozenset({word}) for word in row))
    if single:
        rows.insert(0, (frozenset(single),))
    if optional:
        rows.append(())
    return rows
