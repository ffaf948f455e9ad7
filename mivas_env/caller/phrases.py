"""A small phrase language over words, matched in one pass by a shared prefix tree.

A phrase is a row of elements separated by blanks:

- ``word`` that word; ``<office>`` a class word (an entity or a figure);
- ``(a|b c|d)`` one of several words or rows of words; ``{name}`` a named group of the lexicon;
- ``x?`` the element before the mark may be absent;
- ``..`` up to four words of any kind, ``..2`` up to two, ``_`` exactly one.

No regular expression is involved in matching, which is linear in the words for a given set of
phrases.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mivas_env.errors import TaskError

DEFAULT_GAP = 4
_ELEMENT = re.compile(r"\([^()]*\)\??|\.\.\d?|[^\s()]+")
_GROUP = re.compile(r"\{([a-z_0-9]+)\}")
_WORD = re.compile(r"(?:<[a-z_]+>|'s|[^\W\d_][\w']*|\d\S*|_)\Z")

Tag = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Element:
    """One element: the rows of words that may stand here, or a gap of up to `gap` words.

    A row is a tuple of words in which ``_`` is any word. `optional` says that nothing may stand.
    """

    rows: frozenset[tuple[str, ...]]
    optional: bool = False
    gap: int = 0


class Match(NamedTuple):
    """One phrase found: its tag, the first word and the word after the last."""

    tag: Tag
    start: int
    end: int


class _Node:
    """One place in the tree: where words lead, which gaps may follow, which phrases end here."""

    __slots__ = ("any_word", "children", "edges", "gaps", "open_ended", "tags")

    def __init__(self) -> None:
        self.children: dict[Element, _Node] = {}
        self.edges: dict[str, tuple[_Node, ...]] = {}
        self.any_word: tuple[_Node, ...] = ()
        self.gaps: tuple[tuple[int, _Node], ...] = ()
        self.tags: tuple[Tag, ...] = ()
        self.open_ended = False


class PhraseTree:
    """Phrases compiled together. Build with `add`, close with `freeze`, then `find`."""

    def __init__(self) -> None:
        self._root = _Node()

    def add(self, phrase: str, tag: Tag, groups: Mapping[str, Sequence[str]]) -> None:
        """Add one phrase. Raise `TaskError` with a sentence when it cannot be read."""
        node = self._root
        for element in parse_phrase(phrase, groups):
            child = node.children.get(element)
            if child is None:
                child = node.children[element] = _Node()
            node = child
        if tag not in node.tags:
            node.tags = (*node.tags, tag)

    def freeze(self) -> "PhraseTree":
        """Turn the elements of every node into direct word edges; call once, after all `add`."""
        _freeze(self._root)
        return self

    def find(self, words: Sequence[str], start: int, end: int) -> list[Match]:
        """Return every phrase found within ``words[start:end]``, by first word."""
        out: dict[tuple[Tag, int, int], None] = {}
        roots = self._root.edges
        for i in range(start, end):
            nodes = roots.get(words[i])
            if nodes is not None:
                for node in nodes:
                    _walk(node, words, i, i + 1, end, out)
        return [Match._make(key) for key in out]


def _freeze(node: _Node) -> None:
    """Build the edges of a node after those below it; absent optional elements fold into it."""
    edges: dict[str, list[_Node]] = {}
    any_word: list[_Node] = []
    gaps: list[tuple[int, _Node]] = []
    tags = list(node.tags)
    for element, child in node.children.items():
        _freeze(child)
        if element.gap:
            gaps.append((element.gap, child))
            tags.extend(tag for tag in child.tags if tag not in tags)
        for row in sorted(element.rows):
            _add_row(edges, any_word, row, child)
        if element.optional:
            tags.extend(tag for tag in child.tags if tag not in tags)
            for word, nodes in child.edges.items():
                edges.setdefault(word, []).extend(nodes)
            any_word.extend(child.any_word)
            gaps.extend(child.gaps)
    node.edges = {word: tuple(dict.fromkeys(nodes)) for word, nodes in edges.items()}
    node.any_word = tuple(dict.fromkeys(any_word))
    node.gaps = tuple(gaps)
    node.tags = tuple(tags)
    node.open_ended = bool(node.any_word or node.gaps)


def _add_row(
    edges: dict[str, list[_Node]], any_word: list[_Node], row: tuple[str, ...], child: _Node
) -> None:
    """Lead a row of words to `child`, through nodes of its own when it has several words."""
    target = child
    for word in reversed(row[1:]):
        step = _Node()
        if word == "_":
            step.any_word = (target,)
            step.open_ended = True
        else:
            step.edges = {word: (target,)}
        target = step
    if row[0] == "_":
        any_word.append(target)
    else:
        edges.setdefault(row[0], []).append(target)


def _walk(  # noqa: C901 - one hot loop; split into functions it would cost time
    node: _Node,
    words: Sequence[str],
    first: int,
    at: int,
    end: int,
    out: dict[tuple[Tag, int, int], None],
) -> None:
    if node.tags:
        for tag in node.tags:
            out[tag, first, at] = None
    if at >= end:
        return
    nodes = node.edges.get(words[at])
    if nodes is not None:
        after = at + 1
        for child in nodes:
            _walk(child, words, first, after, end, out)
    if not node.open_ended:
        return
    for child in node.any_word:
        _walk(child, words, first, at + 1, end, out)
    for most, child in node.gaps:
        edges = child.edges
        for after in range(at, min(at + most + 1, end)):
            nodes = edges.get(words[after])
            if nodes is not None:
                for grandchild in nodes:
                    _walk(grandchild, words, first, after + 1, end, out)


def parse_phrase(phrase: str, groups: Mapping[str, Sequence[str]]) -> tuple[Element, ...]:
    """Return the elements of a phrase. Raise `TaskError` with a sentence when unreadable."""
    spelled = _spell_groups(phrase, groups)
    pieces = _ELEMENT.findall(spelled)
    if "".join("".join(pieces).split()) != "".join(spelled.split()):
        raise TaskError(f"The phrase {phrase!r} cannot be read; check its brackets.")
    elements = [_element(piece, phrase) for piece in pieces]
    while elements and elements[-1].gap:
        elements.pop()
    solid = next((e for e in elements if not e.optional), None)
    first = elements[: elements.index(solid) + 1] if solid is not None else []
    if solid is None or any(e.gap or any(row[0] == "_" for row in e.rows) for e in first):
        raise TaskError(f"The phrase {phrase!r} must begin with a word, not with a gap.")
    return tuple(elements)


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


def _element(piece: str, phrase: str) -> Element:
    if piece.startswith(".."):
        return Element(frozenset(), gap=int(piece[2:] or DEFAULT_GAP))
    optional = piece.endswith("?")
    body = piece.removesuffix("?")
    alternatives = body[1:-1].split("|") if body.startswith("(") else [body]
    rows = set()
    for alternative in alternatives:
        row = tuple(alternative.split())
        if not row or not all(_WORD.match(word) for word in row):
            raise TaskError(f"The phrase {phrase!r} has an empty or unreadable part.")
        rows.add(row)
    return Element(frozenset(rows), optional=optional)
