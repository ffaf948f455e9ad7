"""`Resting`: an environment that can be stepped on with after its end, until it is reset."""

from typing import Any

import gymnasium as gym
from gymnasium.utils import RecordConstructorArgs


class Resting(gym.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """After its end an environment takes any action for nothing, and stays as it ended.

    A vector steps all of its environments or none, so that without an autoreset those that have
    ended must bear the steps that the others still need. Such a step repeats the last observation
    and the flags of the end, and pays 0.0. Its `info` repeats what a running episode's holds, such
    as `messages` or an action mask; the record of the end was given with the end, once.
    """

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        """Wrap an environment; nothing rests yet."""
        RecordConstructorArgs.__init__(self)
        gym.Wrapper.__init__(self, env)
        self._keys: frozenset[str] = frozenset()
        self._end: tuple[Any, bool, bool, dict[str, Any]] | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode."""
        obs, info = self.env.reset(seed=seed, options=options)
        self._keys = frozenset(info)
        self._end = None
        return obs, info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:  # noqa: ANN401
        """Take a step; after the end, repeat what was seen last."""
        if self._end is not None:
            obs, terminated, truncated, info = self._end
            return obs, 0.0, terminated, truncated, dict(info)
        obs, reward, terminated, truncated, info = self.env.step(action)
        if terminated or truncated:
            rest = {key: value for key, value in info.items() if key in self._keys}
            self._end = (obs, terminated, truncated, rest)
        return obs, reward, terminated, truncated, info
