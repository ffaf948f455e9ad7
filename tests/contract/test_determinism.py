"""One seed is one call, byte for byte, whatever surrounds the process (PROOF D1, D2)."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from digest_calls import digest_call, digest_calls
from registered import call_tasks, sampled

import mivas_env

SCRIPT = Path(__file__).with_name("digest_calls.py")
SURROUNDINGS = [
    {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "4242", "TZ": "Asia/Kolkata", "LC_ALL": "tr_TR.UTF-8", "PYTHONUTF8": "0"},
]


def digests_elsewhere(
    surroundings: dict[str, str], names: list[str], seeds: int, cwd: Path
) -> dict[str, str]:
    ran = subprocess.run(
        [sys.executable, str(SCRIPT), str(seeds), *names],
        env={**os.environ, **surroundings},
        cwd=cwd,
        capture_output=True,
        text=True,
        check=True,
    )
    pairs = (line.rsplit(" ", 1) for line in ran.stdout.splitlines())
    return dict(pair for pair in pairs)  # type: ignore[misc]


def compare(names: list[str], seeds: int, tmp_path: Path) -> None:
    here = digest_calls(names, range(seeds))
    assert len(here) == len(names) * seeds
    for surroundings, cwd in zip(SURROUNDINGS, (tmp_path, Path("/")), strict=True):
        assert digests_elsewhere(surroundings, names, seeds, cwd) == here, surroundings


def test_one_digest_in_every_process(tmp_path: Path) -> None:
    compare(sampled(call_tasks()), 2, tmp_path)


@pytest.mark.slow
def test_one_digest_for_every_task_in_every_process(tmp_path: Path) -> None:
    compare(call_tasks(), 4, tmp_path)


def test_the_order_of_calls_does_not_matter() -> None:
    names = sampled(call_tasks())
    forward = digest_calls(names, range(2))
    backward = {
        f"{name}:{seed}": digest_call(name, seed) for name in names[::-1] for seed in (1, 0)
    }
    assert backward == forward


def test_wall_clock_and_global_random_are_never_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    import random
    import time

    import numpy as np

    names = sampled(call_tasks())
    before = digest_calls(names, range(1))
    state = random.getstate()

    def refuse(*_given: object) -> Any:
        message = "a clock was asked"
        raise AssertionError(message)

    with monkeypatch.context() as patched:
        for name in ("time", "time_ns", "localtime", "strftime"):
            patched.setattr(time, name, refuse)
        random.seed(99)
        np.random.seed(99)  # noqa: NPY002  (the global state is the point)
        after_seeding = random.getstate()
        assert digest_calls(names, range(1)) == before
        assert random.getstate() == after_seeding
    random.setstate(state)


def test_a_suite_follows_its_seed() -> None:
    def texts() -> list[str]:
        env = gym.make("mivas/healthcare")
        found = [env.reset(seed=7)[0]["content"]]
        found += [env.reset()[0]["content"] for _ in range(5)]
        env.close()
        return found

    if not mivas_env.list_tasks("healthcare"):
        pytest.skip("healthcare has no tasks")
    assert texts() == texts()
