"""Gymnasium's generator of random numbers, made when it is first asked for."""

import gymnasium as gym
import numpy as np
from gymnasium.core import ActType, ObsType
from gymnasium.utils import seeding


class LateRandom(gym.Env[ObsType, ActType]):
    """Base of environments whose seeded episodes draw nothing, so that most need no generator.

    Making one takes as long as several steps of a call. What Gymnasium promises holds: `np_random`
    and `np_random_seed` are those of the last seed, whenever they are asked for.
    """

    _made: np.random.Generator | None = None
    _waiting: int | None = None

    @property
    def _np_random(self) -> np.random.Generator | None:
        if self._waiting is not None:
            self._made, _ = seeding.np_random(self._waiting)
            self._waiting = None
        return self._made

    @_np_random.setter
    def _np_random(self, generator: np.random.Generator | None) -> None:
        self._made = generator
        self._waiting = None

    def _seed_later(self, seed: int | None) -> None:
        """Do what `gym.Env.reset` does with a checked seed, once somebody draws."""
        if seed is not None:
            self._waiting = self._np_random_seed = seed
