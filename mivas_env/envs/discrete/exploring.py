"""Count-based exploration: go back to a situation that was seldom visited, go on from there.

For calls that a random policy all but never passes. The idea is that of Go-Explore (Ecoffet et al.,
2021): an archive of situations, each with the shortest way that led to it.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mivas_env.envs.discrete.notebook import Situation

_T = TypeVar("_T")


class Explorer:
    """What was tried in the calls of one task with one caller, and the ways to each situation.

    Going back relies on what holds for every call: the same task, seed and actions give the same
    call again. Nothing is rewarded here; rewards stay those of the environment.
    """

    FLOOR = -3.0
    BONUS = 2.0

    def __init__(self) -> None:
        """Begin with no situation known but the opening."""
        self.tried: dict[Situation, dict[int, int]] = {}
        self.paths: dict[Situation, tuple[int, ...]] = {}
        self.visits: dict[Situation, int] = {}
        self.branches: dict[frozenset[str], list[Situation]] = {}
        self.branch_visits: dict[frozenset[str], int] = {}

    def spread(
        self, situation: Situation, numbers: NDArray[Any], odds: NDArray[Any]
    ) -> NDArray[Any]:
        """Return odds that leave no candidate without a chance and favour what was tried less."""
        tried = self.tried.get(situation, {})
        logits = np.maximum(np.log(odds + 1e-12) - np.log(odds.max()), self.FLOOR)
        logits += [self.BONUS / np.sqrt(1 + tried.get(int(each), 0)) for each in numbers]
        powers = np.exp(logits - logits.max())
        return np.asarray(powers / powers.sum())

    def count(self, situation: Situation, number: int) -> None:
        """Note that a candidate was taken in a situation."""
        tried = self.tried.setdefault(situation, {})
        tried[number] = tried.get(number, 0) + 1

    def keep(self, situations: Sequence[Situation], numbers: Sequence[int]) -> None:
        """Keep the shortest way to each situation of a call; `numbers[i]` was taken in the i-th."""
        for at, situation in enumerate(situations):
            path = tuple(numbers[:at])
            if situation not in self.paths:
                self.branches.setdefault(situation[0], []).append(situation)
            if situation not in self.paths or len(path) < len(self.paths[situation]):
                self.paths[situation] = path

    def choose(self, rng: np.random.Generator) -> tuple[int, ...]:
        """Return the way to a situation: of a branch seldom taken, there one seldom visited."""
        if not self.paths:
            return ()
        branch = _rare(list(self.branches), self.branch_visits, rng)
        situation = _rare(self.branches[branch], self.visits, rng)
        return self.paths[situation]


def _rare(known: list[_T], visits: dict[_T, int], rng: np.random.Generator) -> _T:
    """Draw one of `known` by one over the root of its visits, and count the visit."""
    odds = np.array([1 / np.sqrt(1 + visits.get(each, 0)) for each in known])
    chosen = known[int(rng.choice(len(known), p=odds / odds.sum()))]
    visits[chosen] = visits.get(chosen, 0) + 1
    return chosen
