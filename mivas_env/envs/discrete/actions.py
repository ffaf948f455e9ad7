"""`DiscreteActions`: a call as numbered, grounded actions with a mask."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.utils import RecordConstructorArgs
from numpy.typing import NDArray

from mivas_env.envs.discrete.candidate import TRAITS, Candidate
from mivas_env.envs.discrete.candidates import candidates
from mivas_env.envs.discrete.layout import layout_of
from mivas_env.envs.discrete.notebook import Notebook
from mivas_env.errors import ConfigError, ResetNeeded
from mivas_env.registry import industry_named
from mivas_env.schema.json_values import describe
from mivas_env.schema.whole_numbers import read_whole_number

Observation = dict[str, str]


class DiscreteActions(gym.Wrapper[Observation, Any, Observation, Any], RecordConstructorArgs):
    """Numbered actions over a call: tools with filled slots, sentences, hanging up.

    Args:
        env: a call environment, such as `gym.make("mivas/healthcare")`.
        industry: whose tools and phrasebook; None takes the environment's own.

    The action space is `Discrete(n)`, the same n for every task of an industry. `action_masks()`
    says which numbers are open now, as MaskablePPO asks for it; `info["action_mask"]` is the same
    as int8, the form that `Discrete.sample` takes. A number that is not open is answered as a
    silent step: it costs a step and does nothing. Once a call is over no candidate is left and the
    mask shows number 0 alone, for the action that a vector still takes with the step that resets.

    Candidates are made from observations and own actions alone: values that the caller said or a
    tool returned, sentences composed of tool answers.

    Raises:
        ConfigError: the environment is no call, so that its industry is unknown.
    """

    def __init__(self, env: gym.Env[Observation, Any], industry: str | None = None) -> None:
        """Number the actions of the environment's industry."""
        RecordConstructorArgs.__init__(self, industry=industry)
        gym.Wrapper.__init__(self, env)
        name = industry or getattr(env.unwrapped, "industry_name", None)
        if name is None:
            message = "DiscreteActions wraps a call, such as gym.make('mivas/healthcare-C1E1'); "
            raise ConfigError(message + "for another environment say which industry it plays")
        self.layout = layout_of(industry_named(name))
        self.action_space: gym.Space[Any] = gym.spaces.Discrete(self.layout.size)
        self._notes: Notebook | None = None
        self._open: dict[int, Candidate] = {}

    @property
    def notes(self) -> Notebook:
        """What is known of the running call.

        Raises:
            ResetNeeded: no call was started.
        """
        if self._notes is None:
            message = "the call has not started; call reset() first"
            raise ResetNeeded(message)
        return self._notes

    @property
    def candidates(self) -> Mapping[int, Candidate]:
        """The open actions by number."""
        return MappingProxyType(self._open)

    @property
    def action_names(self) -> tuple[str, ...]:
        """A readable name for each action number."""
        return self.layout.names

    @property
    def candidate_trait_names(self) -> tuple[str, ...]:
        """What the columns of `candidate_traits` mean."""
        return TRAITS

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are open, shape (n,)."""
        mask = np.zeros(self.layout.size, dtype=np.bool_)
        mask[list(self._open) or [0]] = True
        return mask

    def candidate_traits(self) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the open numbers, shape (k,), and their traits, shape (k, len(TRAITS))."""
        numbers = np.fromiter(self._open, dtype=np.int64, count=len(self._open))
        traits = np.array([each.traits for each in self._open.values()], dtype=np.float32)
        return numbers, traits.reshape(len(self._open), len(TRAITS))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Dial a new call with an empty notebook."""
        obs, info = self.env.reset(seed=seed, options=options)
        layout = self.layout
        self._notes = Notebook(layout.vocabulary, layout.book, layout.industry.now[:10])
        self._notes.see(obs)
        self._open = candidates(layout, self._notes)
        return obs, self._with_mask(info)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the action of that number.

        Raises:
            ConfigError: `action` is no whole number.
            ResetNeeded: the call is over, or none was started.
        """
        notes = self.notes
        chosen = self._open.get(_number_of(action))
        if chosen is None:
            obs, reward, terminated, truncated, info = self.env.step({"say": ""})
            notes.see(obs)
        else:
            notes.do(chosen.key, chosen.sentence, chosen.offer, chosen.code)
            obs, reward, terminated, truncated, info = self.env.step(chosen.action)
            notes.see(
                obs,
                tool=str(chosen.action.get("tool", "")),
                call=chosen.call,
                commits=chosen.commits,
            )
        over = terminated or truncated
        self._open = {} if over else candidates(self.layout, notes)
        return obs, float(reward), terminated, truncated, self._with_mask(info)

    def _with_mask(self, info: dict[str, Any]) -> dict[str, Any]:
        return {**info, "action_mask": self.action_masks().astype(np.int8)}


def _number_of(action: object) -> int:
    number = read_whole_number(action)
    if number is None:
        message = "a numbered action is one whole number, such as env.action_space.sample(), not "
        raise ConfigError(message + describe(action))
    return number
