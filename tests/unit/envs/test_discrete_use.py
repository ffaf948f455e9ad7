"""Numbered actions in other hands: made again from a spec, chosen by a mask, of another kind."""

import warnings
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import mivas_env
from mivas_env.envs.discrete import DiscreteActions, FlatObservation
from mivas_env.errors import ConfigError

ONE = "mivas/bicycles-T1E1"


def test_the_checker_takes_them_over_a_registered_id() -> None:
    env = FlatObservation(DiscreteActions(gym.make(ONE)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # An environment under a wrapper draws a warning of the checker about wrappers alone.
        warnings.filterwarnings("ignore", message=".*is different from the unwrapped version.*")
        check_env(env, skip_render_check=True)
    env.close()


@pytest.mark.parametrize("industry", [None, "bicycles"])
def test_they_are_made_again_from_their_spec(industry: str | None) -> None:
    env: Any = FlatObservation(DiscreteActions(gym.make(ONE, max_steps=7), industry))
    again: Any = gym.make(env.spec)
    assert isinstance(again, FlatObservation)
    assert again.action_space == env.action_space
    assert (again.reset(seed=3)[0] == env.reset(seed=3)[0]).all()
    assert again.unwrapped.settings.max_steps == 7
    env.close()
    again.close()


def test_the_environments_of_a_vector_are_made_again_too() -> None:
    envs: Any = mivas_env.make_vec("bicycles", 1, autoreset_mode="Disabled")
    again = gym.make(envs.envs[0].spec)
    again.reset(seed=0)
    again.step({"tool": "end_call"})
    assert again.step("Hello?")[2]
    envs.close()
    again.close()


def test_after_the_end_a_mask_leaves_one_number() -> None:
    env = DiscreteActions(gym.make(ONE, max_steps=1))
    env.reset(seed=0)
    _, _, terminated, truncated, info = env.step(int(np.argmax(env.action_masks())))
    assert terminated or truncated
    assert len(env.candidates) == 0
    assert np.flatnonzero(env.action_masks()).tolist() == [0]
    assert np.flatnonzero(info["action_mask"]).tolist() == [0]
    env.close()


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_a_loop_that_samples_by_the_mask_runs_through_every_end(mode: str) -> None:
    envs: Any = mivas_env.make_vec(
        "bicycles", 2, autoreset_mode=mode, wrappers=[DiscreteActions], max_steps=4
    )
    _, infos = envs.reset(seed=0)
    rng = np.random.default_rng(0)
    ends = 0
    for _ in range(15):
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in infos["action_mask"]]
        _, _, terminated, truncated, infos = envs.step(np.array(actions))
        ends += int((terminated | truncated).sum())
    assert ends > 2
    envs.close()


@pytest.mark.parametrize("odd", [None, [0], np.array([0]), float("nan"), 1.5, "0", {"say": "Hi."}])
def test_what_is_no_number_gets_a_sentence(odd: Any) -> None:
    env = DiscreteActions(gym.make(ONE))
    env.reset(seed=0)
    with pytest.raises(ConfigError, match=r"one whole number, such as .*, not "):
        env.step(odd)
    for number in (np.int64(0), np.array(0), 0):
        env.step(number)  # type: ignore[arg-type]
    env.close()
