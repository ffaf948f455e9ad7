"""Workers of every kind make the ids, whether or not they imported the package (PROOF D6)."""

import multiprocessing
import sys
from typing import Any

import gymnasium as gym
import pytest
from registered import call_tasks, sampled

import mivas_env
from mivas_env.registry import register_gymnasium_ids


def open_call(name: str) -> tuple[str, float]:
    """Make an environment by its id alone and play two steps."""
    env: gym.Env[Any, Any] = gym.make(f"mivas_env:{name}", disable_env_checker=True)
    obs, _ = env.reset(seed=3)
    _, reward, _, _, _ = env.step("One moment, please.")
    env.close()
    return obs["content"], float(reward)


def ids() -> list[str]:
    return [mivas_env.load_task(name).gym_id for name in sampled(call_tasks())[:4]]


@pytest.mark.enable_socket  # a fork server listens on a socket file
@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_every_kind_of_worker_makes_the_ids(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system cannot {method}")
    if method == "fork" and sys.version_info >= (3, 12):
        pytest.skip("forking a process with threads warns from 3.12 on")
    names = ids()
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(open_call, names) == [open_call(name) for name in names]


def test_registering_twice_changes_nothing() -> None:
    before = dict(gym.registry)
    register_gymnasium_ids()
    assert dict(gym.registry) == before
