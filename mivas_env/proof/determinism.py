"""One seed is one call, byte for byte, wherever and however it is played (PROOF D1, D4)."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from mivas_env.agents.rollout import roll_out
from mivas_env.agents.scripted import oracle
from mivas_env.envs.parse_action import parse_action
from mivas_env.episode.session import CallSession, trajectory_json
from mivas_env.episode.task import Task
from mivas_env.errors import Fault
from mivas_env.proof.findings import Finding
from mivas_env.registry import industry_named
from mivas_env.tasks import load_task

SURROUNDINGS: Sequence[dict[str, str]] = (
    {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "1", "TZ": "Asia/Kolkata", "LC_ALL": "C.UTF-8"},
    {"PYTHONHASHSEED": "random", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8"},
)
"""Environments of processes that must not change a byte."""


def digest_call(task: Task, seed: int) -> str:
    """Return the SHA-256 of the trajectory of the oracle's call."""
    session = CallSession(task, industry_named(task.industry), seed=seed)
    try:
        trajectory = roll_out(session, oracle(task)).trajectory()
    finally:
        session.close()
    return hashlib.sha256(trajectory_json(trajectory).encode()).hexdigest()


def digest_suite(names: Sequence[str], seeds: Sequence[int]) -> str:
    """Return one SHA-256 over the calls of all tasks and seeds, in the given order."""
    hasher = hashlib.sha256()
    for name in names:
        for seed in seeds:
            hasher.update(f"{name}:{seed}:{digest_call(load_task(name), seed)}\n".encode())
    return hasher.hexdigest()


def check_determinism(names: Sequence[str], seeds: Sequence[int]) -> Iterator[Finding]:
    """Compare this process with others of other hash seeds, time zones, locales and folders."""
    here = digest_suite(names, seeds)
    code = (
        "import sys; from mivas_env.proof.determinism import digest_suite; "
        "print(digest_suite(sys.argv[1].split(','), [int(s) for s in sys.argv[2].split(',')]))"
    )
    arguments = [",".join(names), ",".join(str(seed) for seed in seeds)]
    for surroundings in SURROUNDINGS:
        found = subprocess.run(  # noqa: S603  (this very interpreter and package)
            [sys.executable, "-c", code, *arguments],
            env={**os.environ, **surroundings},
            cwd=os.sep,
            capture_output=True,
            text=True,
            check=False,
        )
        if found.stdout.strip() != here:
            where = ", ".join(f"{key}={value}" for key, value in surroundings.items())
            message = f"another digest under {where}: {found.stderr.strip()[-200:]}"
            yield Finding("determinism-process", "suite", message)


def check_interleaving(tasks: Sequence[Task], *, sessions: int = 64) -> Iterator[Finding]:
    """Play many calls in turns of one step each, and in threads: each as if it were alone."""
    players = [tasks[index % len(tasks)] for index in range(sessions)]
    alone = [digest_call(task, index) for index, task in enumerate(players)]
    running = [
        CallSession(task, industry_named(task.industry), seed=index)
        for index, task in enumerate(players)
    ]
    agents = [oracle(task) for task in players]
    while not all(session.done for session in running):
        for session, agent in zip(running, agents, strict=True):
            if not session.done:
                with suppress(Fault):  # the record then differs, which is told below
                    session.act(parse_action(agent(session)))
    differing = []
    for index, session in enumerate(running):
        text = trajectory_json(session.trajectory())
        if hashlib.sha256(text.encode()).hexdigest() != alone[index]:
            differing.append(players[index].name)
        session.close()
    for name in differing:
        yield Finding("separation-turns", name, "differs when calls take turns")
    if differing:
        return  # calls that share something may wait for each other in threads for ever
    with ThreadPoolExecutor(8) as pool:
        threaded = list(pool.map(_digest_or_fault, players, range(sessions)))
    for index, digest in enumerate(threaded):
        if digest != alone[index]:
            yield Finding("separation-threads", players[index].name, "differs between threads")


def _digest_or_fault(task: Task, seed: int) -> str:
    try:
        return digest_call(task, seed)
    except Fault as fault:
        return str(fault)
