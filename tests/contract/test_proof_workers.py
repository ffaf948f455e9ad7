"""Workers of every kind make the ids, whether or not they imported the package (PROOF D6).

The pools are opened by a process of their own: one that forks while threads of an earlier test are
alive may wait for ever for a lock that nobody holds.
"""

import multiprocessing
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from registered import call_tasks, sampled

import mivas_env
from mivas_env.registry import register_gymnasium_ids

TIMEOUT_S = 120


def open_call(name: str) -> tuple[str, float]:
    """Make an environment by its id alone and play two steps."""
    env: gym.Env[Any, Any] = gym.make(f"mivas_env:{name}", disable_env_checker=True)
    obs, _ = env.reset(seed=3)
    _, reward, _, _, _ = env.step("One moment, please.")
    env.close()
    return obs["content"], float(reward)


def open_calls(method: str, names: list[str]) -> list[tuple[str, float]]:
    """Open each call in a worker of one kind, two at a time."""
    with multiprocessing.get_context(method).Pool(2) as pool:
        return pool.map(open_call, names)


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_every_kind_of_worker_makes_the_ids(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system cannot {method}")
    names = [mivas_env.load_task(name).gym_id for name in sampled(call_tasks())[:4]]
    ran = subprocess.run(
        [sys.executable, str(Path(__file__)), method, *names],
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT_S,
    )
    assert ran.stdout.strip() == repr([open_call(name) for name in names]), ran.stderr


def test_registering_twice_changes_nothing() -> None:
    before = dict(gym.registry)
    register_gymnasium_ids()
    assert dict(gym.registry) == before


if __name__ == "__main__":
    sys.stdout.write(repr(open_calls(sys.argv[1], sys.argv[2:])))
