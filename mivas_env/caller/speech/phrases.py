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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mivas_env.errors import TaskError

DEFAULT_GAP = 4
_MOST_STATES = 50_000
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

    __slots__ = ("any_word", "children", "edges", "gaps", "lives", "tags")

    def __init__(self) -> None:
        self.children: dict[Element, _Node] = {}
        self.edges: dict[str, tuple[_Node, ...]] = {}
        self.any_word: tuple[_Node, ...] = ()
        self.gaps: tuple[tuple[int, _Node], ...] = ()
        self.tags: tuple[Tag, ...] = ()
        self.lives = True


class _State:
    """Every place in the tree where the words read so far may lead, and where the next word leads.

    An item is (node, skips): -1 for a node that was reached, else the node behind a gap of which
    `skips` words are left. `moves` fills up as words come by.
    """

    __slots__ = ("items", "moves", "tags")

    def __init__(self, items: tuple[tuple[_Node, int], ...]) -> None:
        self.items = items
        self.moves: dict[str, _State | None] = {}
        self.tags = tuple(dict.fromkeys(t for node, left in items if left < 0 for t in node.tags))


class PhraseTree:
    """Phrases compiled together. Build with `add`, close with `freeze`, then `find`.

    Finding follows sets of places in the tree, word by word; what was worked out once for a set
    and a word is kept, up to a bound. The result does not depend on what is kept.
    """

    def __init__(self) -> None:
        self._root = _Node()
        self._vocabulary: frozenset[str] = frozenset()
        self._states: dict[tuple[tuple[_Node, int], ...], _State] = {}
        self._start = _State(((self._root, -1),))

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
        words: set[str] = set()
        _freeze(self._root, words)
        self._vocabulary = frozenset(words)
        self._start = _State(((self._root, -1),))
        return self

    def find(self, words: Sequence[str], start: int, end: int) -> list[Match]:
        """Return every phrase found within ``words[start:end]``, by first word, shorter first."""
        known = self._vocabulary
        said = [w if w in known else "" for w in words[start:end]]
        out: list[Match] = []
        begin, size = self._start, len(said)
        openings = begin.moves
        for first, opening in enumerate(said):
            state = openings[opening] if opening in openings else self._move(begin, opening)
            at = first
            while state is not None:
                at += 1
                if state.tags:
                    for tag in state.tags:
                        out.append(Match(tag, start + first, start + at))  # noqa: PERF401
                if at == size:
                    break
                word, moves = said[at], state.moves
                state = moves[word] if word in moves else self._move(state, word)
        return out

    def _move(self, state: _State, word: str) -> _State | None:
        """Work out where `word` leads from `state`, and keep it."""
        items = dict.fromkeys(
            item for node, left in state.items for item in _steps(node, left, word)
        )
        live = tuple(item for item in items if item[1] >= 0 or item[0].lives)
        if not live:
            state.moves[word] = None
            return None
        if len(self._states) >= _MOST_STATES:
            self._states = {}
            self._start.moves.clear()
        target = self._states.get(live)
        if target is None:
            target = self._states[live] = _State(live)
        state.moves[word] = target
        return target


def _steps(node: _Node, left: int, word: str) -> Iterator[tuple[_Node, int]]:
    """Yield the items that `word` leads to from one item."""
    for child in node.edges.get(word, ()):
        yield child, -1
    if left >= 0:
        if left:
            yield node, left - 1
        return
    for child in node.any_word:
        yield child, -1
    for most, behind in node.gaps:
        for child in behind.edges.get(word, ()):
            yield child, -1
        if most:
            yield behind, most - 1


def _freeze(node: _Node, vocabulary: set[str]) -> None:
    """Build the edges of a node after those below it; absent optional elements fold into it."""
    edges: dict[str, list[_Node]] = {}
    any_word: list[_Node] = []
    gaps: list[tuple[int, _Node]] = []
    tags = list(node.tags)
    for element, child in node.children.items():
        _freeze(child, vocabulary)
        if element.gap:
            gaps.append((element.gap, child))
            tags.extend(tag for tag in child.tags if tag not in tags)
        for row in sorted(element.rows):
            vocabulary.update(row)
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
    node.lives = bool(node.tags or node.edges or node.any_word or node.gaps)


def _add_row(
    edges: dict[str, list[_Node]], any_word: list[_Node], row: tuple[str, ...], child: _Node
) -> None:
    """Lead a row of words to `child`, through nodes of its own when it has several words."""
    target = child
    for word in reversed(row[1:]):
        step = _Node()
        if word == "_":
            step.any_word = (target,)
        else:
            step.edges = {word: (target,)}
        target = step
    if row[0] == "_":
        any_word.append(target)
    else:
        edges.setdefault(row[0], []).append(target)


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
