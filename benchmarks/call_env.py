"""How fast calls run, next to a reference loop that does only the bare work of one.

    python benchmarks/call_env.py [--task healthcare/C1-E1] [--seconds 3] [--json]

The reference copies the same database, runs the very SQL statements that the call's tools run,
reads and writes the same JSON and splits the same words, with no framework around it. Environment
and reference are timed in turns, several rounds each; medians and their ratio are printed. Ratios
matter; absolute figures are this machine's.
"""

import argparse
import json
import os
import platform
import re
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium as gym

import mivas_env
from mivas_env.episode.kit import kit_of
from mivas_env.registry import industry_named
from mivas_env.verifier.verify import verify_compiled

ROUNDS = 5
WORDS = re.compile(r"[\w'-]+")


def rate(work: Callable[[], object], seconds: float) -> float:
    """Return units of work per second over at least the given time."""
    done = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        work()
        done += 1
    return done / elapsed


def in_turns(works: dict[str, Callable[[], object]], seconds: float) -> dict[str, float]:
    """Time several kinds of work in turns and return the median rate of each."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            found[name].append(rate(work, seconds / ROUNDS))
    return {name: statistics.median(rates) for name, rates in found.items()}


def play(env: gym.Env, actions: list[dict[str, Any]]) -> int:
    """Play one call; return its steps."""
    env.reset(seed=0)
    for steps, action in enumerate(actions, 1):
        _, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            return steps
    return len(actions)


def record_work(task: str) -> tuple[list[str], list[str]]:
    """Return the SQL statements and the messages of one oracle's call."""
    session = mivas_env.CallSession(task)
    statements: list[str] = []
    session._world.connection.set_trace_callback(statements.append)  # noqa: SLF001
    mivas_env.run_episode(session, _replay(task))
    messages = [json.dumps(message) for message in session.messages]
    session.close()
    return statements, messages


def _replay(task: str) -> Callable[..., object]:
    actions = iter(mivas_env.oracle_actions(task))
    return lambda _messages, _tools: next(actions)


def reference(image: bytes, statements: list[str], messages: list[str]) -> None:
    """Do the bare work of a call."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.deserialize(image)
    rows = []
    for statement in statements:
        cursor = connection.execute(statement)
        if cursor.description:
            columns = [column[0] for column in cursor.description]
            rows.append([dict(zip(columns, row, strict=True)) for row in cursor])
    for message in messages:
        read = json.loads(message)
        WORDS.findall(str(read["content"]).casefold())
        json.dumps(read)
    json.dumps(rows)
    connection.close()


def import_ms() -> dict[str, float]:
    """Return import times in milliseconds, each the median of five fresh processes."""
    code = "import time; s=time.perf_counter(); import {}; print((time.perf_counter()-s)*1000)"
    found = {}
    for name, modules in (("gymnasium", "gymnasium"), ("with mivas_env", "gymnasium, mivas_env")):
        command = [sys.executable, "-c", code.format(modules)]
        runs = [float(subprocess.check_output(command)) for _ in range(5)]  # noqa: S603
        found[name] = round(statistics.median(runs), 1)
    return found


def resident_kib() -> float:
    """Return the resident memory of this process, in KiB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024


def session_kib(task: str, count: int = 300) -> float:
    """Return the memory that one idle session takes, in KiB.

    Only right in a fresh process: elsewhere memory that was freed before is taken again.
    """
    mivas_env.CallSession(task).close()
    before = resident_kib()
    idle = [mivas_env.CallSession(task, seed=number) for number in range(count)]
    grown = resident_kib() - before
    for session in idle:
        session.close()
    return grown / count


def _in_a_fresh_process(task: str) -> float:
    command = [sys.executable, __file__, "--task", task, "--memory"]
    return float(subprocess.check_output(command))  # noqa: S603


def measure(task_name: str, seconds: float) -> dict[str, object]:
    """Measure everything for one task."""
    task = mivas_env.load_task(task_name)
    actions = mivas_env.oracle_actions(task)
    kit = kit_of(industry_named(task.industry))
    env = gym.make(task.gym_id, verbose_info=False, disable_env_checker=True)
    steps = play(env, actions)
    statements, messages = record_work(task_name)
    image = kit.template.image
    per_second = in_turns(
        {
            "environment": lambda: play(env, actions),
            "reference": lambda: reference(image, statements, messages),
        },
        seconds,
    )
    session = env.unwrapped.session
    calls = session.trajectory().calls
    dump = session._final_state  # noqa: SLF001  (a copy would share no row with the seed)
    compiled = kit.expectation(task)
    resets = rate(lambda: env.reset(seed=0), seconds / 4)
    judged = rate(lambda: verify_compiled(compiled, calls, dump), seconds / 4)
    return {
        "python": platform.python_version(),
        "task": task.name,
        "steps_per_episode": steps,
        "episodes_per_s": round(per_second["environment"]),
        "steps_per_s": round(per_second["environment"] * steps),
        "reference_episodes_per_s": round(per_second["reference"]),
        "reference_over_environment": round(per_second["reference"] / per_second["environment"], 2),
        "reset_ms": round(1000 / resets, 3),
        "verification_ms": round(1000 / judged, 4),
        "session_kib": round(_in_a_fresh_process(task_name)),
        "world_kib": round(len(image) / 1024),
        "import_ms": import_ms(),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--task", action="append", help="a task; may be given several times")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--memory", action="store_true", help="print KiB of an idle session, no more"
    )
    options = parser.parse_args()
    if options.memory:
        print(session_kib(options.task[0]))
        return
    for task in options.task or ["healthcare/C1-E1", "healthcare/C4-H2", "healthcare/C2-H1"]:
        figures = measure(task, options.seconds)
        if options.json:
            print(json.dumps(figures))
        else:
            for key, value in figures.items():
                print(f"{key:<28} {value}")
            print()


if __name__ == "__main__":
    main()
