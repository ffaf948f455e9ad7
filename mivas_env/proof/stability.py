"""Environments stand still: resets, vectors, workers, checkers, leaks (PROOF D2, D5 to D8)."""

import copy
import gc
import os
import resource
import subprocess
import sys
import threading
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium as gym
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from mivas_env.envs.call_env import CallEnv
from mivas_env.episode.task import Task
from mivas_env.proof.figures import Figure, Measured
from mivas_env.proof.findings import Finding

RESETS = 6
MAX_GROWTH_BYTES = 20 * 1024 * 1024
_STATM = Path("/proc/self/statm")
_FILES = Path("/proc/self/fd")


def measure_resets(industry: str) -> Measured:
    """One seeded reset fixes the resets that follow; observations are copied when seen (D2)."""

    def opened() -> list[object]:
        env = CallEnv(industry=industry)
        try:
            seen = [copy.deepcopy(env.reset(seed=11))]
            seen += [copy.deepcopy(env.reset()) for _ in range(RESETS - 1)]
        finally:
            env.close()
        return list(seen)

    first = opened()
    findings = []
    if opened() != first:
        message = "a seeded reset and five more open other calls the second time"
        findings.append(Finding("resets", industry, message))
    measured = Measured()
    measured.count("D2", "sequences of resets that are not fixed by their seed", "2", findings)
    return measured


def measure_vectors(tasks: Sequence[Task]) -> Measured:
    """A vector of environments shows and pays what each would alone, in every mode (D5)."""
    findings: list[Finding] = []
    for task in tasks:
        actions = [step.to_action() for step in task.lockfile.oracle]
        alone = [_play_alone(task, actions, seed) for seed in range(2)]
        for mode in AutoresetMode:
            played = _play_together(task, actions, mode)
            if played != alone:
                message = f"in a vector with {mode.value} the calls differ from those alone"
                findings.append(Finding("vector", task.name, message))
    measured = Measured()
    looked_at = f"{len(tasks)} tasks by {len(AutoresetMode)} modes"
    measured.count("D5", "vectors that differ from single environments", looked_at, findings)
    return measured


Seen = list[tuple[str, float]]


def _play_alone(task: Task, actions: Sequence[object], seed: int) -> Seen:
    env = CallEnv(task)
    try:
        seen: Seen = [(env.reset(seed=seed)[0]["content"], 0.0)]
        for action in actions:
            obs, reward, terminated, _, _ = env.step(action)
            seen.append((obs["content"], float(reward)))
            if terminated:
                break
    finally:
        env.close()
    return seen


def _play_together(task: Task, actions: Sequence[object], mode: AutoresetMode) -> list[Seen]:
    envs: Any = SyncVectorEnv([lambda: CallEnv(task)] * 2, autoreset_mode=mode)
    try:
        obs, _ = envs.reset(seed=[0, 1])
        seen: list[Seen] = [[(obs["content"][index], 0.0)] for index in range(2)]
        for action in actions:
            obs, rewards, terminated, _, infos = envs.step((action, action))
            for index, record in enumerate(seen):
                ended = bool(terminated[index])
                kept = ended and mode is AutoresetMode.SAME_STEP
                content = infos["final_obs"][index]["content"] if kept else obs["content"][index]
                record.append((content, float(rewards[index])))
            if terminated.any():
                break
    finally:
        envs.close()
    return seen


def measure_spawning(tasks: Sequence[Task]) -> Measured:
    """A fresh interpreter that never imported the package makes every id (D6)."""
    ids = [task.gym_id for task in tasks]
    code = (
        "import sys, gymnasium as gym\n"
        "for name in sys.argv[1:]:\n"
        "    gym.make('mivas_env:' + name).reset(seed=0)\n"
        "import mivas_env\n"
        "from mivas_env.registry import register_gymnasium_ids\n"
        "before = len(gym.registry); register_gymnasium_ids()\n"
        "print(len(gym.registry) - before)\n"
    )
    ran = subprocess.run(  # noqa: S603  (this very interpreter and package)
        [sys.executable, "-W", "ignore", "-c", code, *ids],
        cwd=os.sep,
        capture_output=True,
        text=True,
        check=False,
    )
    findings = []
    if ran.stdout.strip() != "0":
        message = f"ids do not work in a fresh process: {ran.stderr.strip()[-200:]}"
        findings.append(Finding("spawn", "suite", message))
    measured = Measured()
    measured.count("D6", "ids that a fresh process cannot make", f"{len(ids)} ids", findings)
    return measured


def measure_checkers(tasks: Sequence[Task]) -> Measured:
    """Gymnasium's own checker has nothing to say, warnings included (D7)."""
    findings = []
    for task in tasks:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                check_env(gym.make(f"mivas_env:{task.gym_id}").unwrapped)
            except Exception as error:  # noqa: BLE001  (whatever the checker raises)
                message = f"the checker says: {type(error).__name__}: {error}"
                findings.append(Finding("checker", task.name, message))
    measured = Measured()
    looked_at = f"{len(tasks)} environments"
    measured.count("D7", "complaints and warnings of Gymnasium's checker", looked_at, findings)
    return measured


def measure_leaks(industry: str, *, resets: int) -> Measured:
    """Resets without `close` keep memory, open files and threads where they are (D8)."""
    findings: list[Finding] = []
    if _STATM.exists():
        env = CallEnv(industry=industry)
        _reset_often(env, max(100, resets // 10))
        memory, files, threads = _resident_bytes(), _open_files(), threading.active_count()
        _reset_often(env, resets)
        grown = _resident_bytes() - memory
        env.close()
        for what, is_wrong in (
            (f"memory grows by {grown // 1024} KiB", grown >= MAX_GROWTH_BYTES),
            ("files stay open", _open_files() > files),
            ("threads stay alive", threading.active_count() > threads),
        ):
            if is_wrong:
                message = f"over {resets} resets {what}"
                findings.append(Finding("leak", industry, message))
    measured = Measured()
    measured.figures.append(
        Figure(
            "D8",
            "growth of memory, open files and threads without `close`",
            f"{resets} resets: {len(findings)} grow",
            "< 20 MB, no file, no thread",
            not findings,
        )
    )
    measured.findings.extend(findings)
    return measured


def _reset_often(env: CallEnv, count: int) -> None:
    for seed in range(count):
        env.reset(seed=seed)
        env.step("One moment, please.")


def _resident_bytes() -> int:
    gc.collect()
    pages = int(_STATM.read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def _open_files() -> int:
    return sum(1 for _ in _FILES.iterdir())
