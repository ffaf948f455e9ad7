"""One-to-one matching: as many pairs as possible, whatever the order (VERIFIER rules 28 and 29).

Rows and sets are matched so; tool calls are not, they are greedy by contract (rule 5).
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping

Neighbours = Callable[[int], Iterable[int]]
"""Left index -> the right indices that it may be paired with."""


def extend_matching(
    left: Iterable[int], neighbours: Neighbours, pairs: Mapping[int, int]
) -> dict[int, int]:
    """Return a maximum matching, left index -> right index, that grows out of valid `pairs`.

    Each unpaired left index looks for an augmenting path, breadth first, so nothing recurses.
    Right indices that a failed search has reached can never help a later one and are set aside.
    """
    partner = dict(pairs)
    owner = {right: index for index, right in partner.items()}
    exhausted: set[int] = set()
    known: dict[int, tuple[int, ...]] = {}
    for root in left:
        if root in partner:
            continue
        reached_from: dict[int, int] = {}
        queue = deque([root])
        free: int | None = None
        while queue and free is None:
            current = queue.popleft()
            if current not in known:
                known[current] = tuple(neighbours(current))
            for right in known[current]:
                if right in reached_from or right in exhausted:
                    continue
                reached_from[right] = current
                if right not in owner:
                    free = right
                    break
                queue.append(owner[right])
        if free is None:
            exhausted.update(reached_from)
            continue
        _flip_path(free, reached_from, partner, owner)
    return partner


def _flip_path(
    free: int, reached_from: Mapping[int, int], partner: dict[int, int], owner: dict[int, int]
) -> None:
    right: int | None = free
    while right is not None:
        index = reached_from[right]
        previous = partner.get(index)
        partner[index] = right
        owner[right] = index
        right = previous
