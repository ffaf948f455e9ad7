"""`FlatObservation`: what was seen of a call as one float32 vector."""

from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.utils import RecordConstructorArgs
from numpy.typing import NDArray

from mivas_env.envs.discrete.actions import DiscreteActions
from mivas_env.envs.discrete.layout import Layout
from mivas_env.envs.discrete.notebook import Notebook
from mivas_env.errors import ConfigError

_SOURCES = ("caller", "tool", "system")
_FACTS = ("name", "birth_date", "day", "phone", "zip", "code")
_STEPS = 60.0
_REPEATS = 3.0

Flat = NDArray[np.float32]


class FlatObservation(gym.ObservationWrapper[Flat, Any, dict[str, str]], RecordConstructorArgs):
    """One vector per step, each entry in [0, 1].

    In order: the desk, one-hot; the last speaker, one-hot; the phrasebook's cues in the caller's
    last line, then in any line so far; for each tool whether it has answered ok, and whether its
    last answer was a refusal; for each action key how often it was taken (a third each, up to
    one); the last key, one-hot; which facts are known; the share of steps taken; how many
    candidates are open, of 64. `feature_names` names every entry.

    Raises:
        ConfigError: there is no `DiscreteActions` inside.
    """

    def __init__(self, env: gym.Env[dict[str, str], Any]) -> None:
        """Find the numbered actions inside and lay the vector out."""
        RecordConstructorArgs.__init__(self)
        gym.ObservationWrapper.__init__(self, env)
        inner: Any = env
        while not isinstance(inner, DiscreteActions) and isinstance(inner, gym.Wrapper):
            inner = inner.env
        if not isinstance(inner, DiscreteActions):
            message = "FlatObservation reads what DiscreteActions has noted; write "
            raise ConfigError(message + "FlatObservation(DiscreteActions(env))")
        self.discrete: DiscreteActions = inner
        self.feature_names = _feature_names(inner.layout)
        self._places = {name: index for index, name in enumerate(self.feature_names)}
        size = (len(self.feature_names),)
        self.observation_space = gym.spaces.Box(0.0, 1.0, shape=size, dtype=np.float32)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are open, shape (n,)."""
        return self.discrete.action_masks()

    def observation(self, observation: dict[str, str]) -> Flat:  # noqa: ARG002  (the notes hold it)
        """Return the vector of what has been seen so far."""
        vector = np.zeros(len(self.feature_names), dtype=np.float32)
        places = self._places
        notes = self.discrete.notes
        for name, value in _features(notes):
            vector[places[name]] = value
        vector[places["steps"]] = min(notes.steps / _STEPS, 1.0)
        vector[places["candidates"]] = min(len(self.discrete.candidates) / 64.0, 1.0)
        return vector


def _feature_names(layout: Layout) -> tuple[str, ...]:
    keys = [key.name for key in layout.keys]
    tools = [tool.name for tool in layout.tools]
    return (
        "always",
        *(f"desk:{desk}" for desk in layout.industry.graph.names),
        *(f"source:{source}" for source in _SOURCES),
        *(f"cue:{cue}" for cue in layout.book.cues),
        *(f"cue_ever:{cue}" for cue in layout.book.cues),
        *(f"ok:{tool}" for tool in tools),
        *(f"refused:{tool}" for tool in tools),
        *(f"count:{key}" for key in keys),
        *(f"last:{key}" for key in keys),
        *(f"known:{fact}" for fact in _FACTS),
        "steps",
        "candidates",
    )


def _features(notes: Notebook) -> list[tuple[str, float]]:
    """Return the entries that are not zero, but for the last two."""
    found: list[tuple[str, float]] = [
        ("always", 1.0),
        (f"desk:{notes.desk}", 1.0),
        (f"source:{notes.source}", 1.0),
    ]
    found += [(f"cue:{cue}", 1.0) for cue in notes.cues]
    found += [(f"cue_ever:{cue}", 1.0) for cue in notes.all_cues]
    found += [(f"ok:{tool}", 1.0) for tool in notes.answers]
    found += [(f"refused:{tool}", 1.0) for tool in notes.refused]
    found += [(f"count:{k}", min(n / _REPEATS, 1.0)) for k, n in notes.key_counts.items()]
    if notes.last_key:
        found.append((f"last:{notes.last_key}", 1.0))
    found += [(f"known:{fact}", 1.0) for fact in _FACTS if notes.values(fact)]
    return found
