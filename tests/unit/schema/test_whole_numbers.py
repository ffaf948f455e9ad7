"""Counts: numpy's integers are whole numbers wherever one is asked for."""

from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import mivas_env
from mivas_env.errors import ConfigError
from mivas_env.schema.whole_numbers import check_count, read_whole_number

TWO = [2, np.int64(2), np.uint8(2), np.array(2)]
NONE = [True, np.True_, 2.0, np.float64(2), "2", None, [2], np.array([2, 3]), 2j]


@pytest.mark.parametrize("given", TWO)
def test_whole_numbers_are_taken_as_what_they_are(given: Any) -> None:
    for read in (read_whole_number(given), check_count("n", given)):
        assert (read, type(read)) == (2, int)
    envs: Any = mivas_env.make_vec("bicycles", given, group_size=given)
    assert (envs.num_envs, envs.group_size) == (2, 2)
    envs.close()
    env: Any = gym.make("mivas/bicycles-T1E1", max_steps=given, max_tool_calls=given)
    _, info = env.reset(seed=0)
    assert info["budget_left"] == {"steps": 2, "tool_calls": 2}
    assert {type(left) for left in info["budget_left"].values()} == {int}
    env.close()


@pytest.mark.parametrize("given", NONE)
def test_anything_else_is_none(given: Any) -> None:
    assert read_whole_number(given) is None
    with pytest.raises(ConfigError, match=r"^n=.* must be a whole number of at least 1$"):
        check_count("n", given)


@pytest.mark.parametrize("given", [0, -1, np.int64(0)])
def test_a_count_is_at_least_one(given: Any) -> None:
    with pytest.raises(ConfigError, match="of at least 1"):
        check_count("n", given)
