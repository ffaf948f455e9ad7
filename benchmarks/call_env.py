"""How fast calls run, next to a reference loop that does only the bare work of one.

    python benchmarks/call_env.py [--task healthcare/C1-E1] [--seconds 2] [--json]

The reference copies the same database, runs the same SQL statements and writes and reads the same
JSON, with no framework around them. Ratios matter; absolute figures are this machine's.
"""

import argparse
import json
import platform
import sqlite3
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable

import gymnasium as gym

import mivas_env
from mivas_env.episode.kit import kit_of
from mivas_env.registry import industry_named
from mivas_env.verifier.verify import verify_compiled
from mivas_env.world.store import World


def rate(work: Callable[[], int], seconds: float) -> float:
    """Return units of work per second: the best of three runs of a third of the time each."""
    best = 0.0
    for _ in range(3):
        done = 0
        start = time.perf_counter()
        while time.perf_counter() - start < seconds / 3:
            done += work()
        best = max(best, done / (time.perf_counter() - start))
    return best


def episode(env: gym.Env, actions: list[dict[str, object]]) -> int:
    """Play one call; return its steps."""
    env.reset(seed=0)
    for steps, action in enumerate(actions, 1):
        _, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            return steps
    return len(actions)


def reference_episode(image: bytes, actions: list[dict[str, object]], statement: str) -> int:
    """Do the bare work of a call: a database, a statement per tool call, JSON in and out."""
    connection = sqlite3.connect(":memory:")
    connection.deserialize(image)
    messages = []
    for action in actions:
        text = json.dumps(action)
        parsed = json.loads(text)
        if "tool" in parsed:
            rows = [
                dict(zip("abcdefgh", row, strict=False)) for row in connection.execute(statement)
            ]
            messages.append(json.dumps({"ok": True, "data": rows}))
        else:
            words = str(parsed["say"]).casefold().split()
            messages.append(" ".join(words))
    connection.close()
    return len(actions)


def import_ms() -> dict[str, float]:
    """Return import times in milliseconds, each the median of five fresh processes."""
    code = "import time; s=time.perf_counter(); import {}; print((time.perf_counter()-s)*1000)"
    found = {}
    for name, statement in (("gymnasium", "gymnasium"), ("mivas_env", "gymnasium, mivas_env")):
        runs = sorted(
            float(subprocess.check_output([sys.executable, "-c", code.format(statement)]))  # noqa: S603
            for _ in range(5)
        )
        found[name] = runs[2]
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--task", default="healthcare/C1-E1")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()

    task = mivas_env.load_task(options.task)
    actions = mivas_env.oracle_actions(task)
    kit = kit_of(industry_named(task.industry))
    env = gym.make(task.gym_id, verbose_info=False, disable_env_checker=True)
    steps = episode(env, actions)
    episodes = rate(lambda: 1 if episode(env, actions) else 0, options.seconds)
    image = kit.template.image
    statement = "SELECT * FROM plan_acceptance LIMIT 8"
    reference = rate(
        lambda: 1 if reference_episode(image, actions, statement) else 0, options.seconds
    )
    resets = rate(lambda: 1 if env.reset(seed=0) else 0, options.seconds / 2)
    session = mivas_env.CallSession(task)
    for action in actions:
        if "tool" in action:
            session.call_tool(str(action["tool"]), action["arguments"])
    journal, state = (
        session.trajectory().calls,
        session.trajectory().state or kit.template.seed_state,
    )
    compiled = kit.expectation(task)
    verifications = rate(
        lambda: 1 if verify_compiled(compiled, journal, state) else 0, options.seconds / 2
    )

    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    idle = [mivas_env.CallSession(task, seed=k) for k in range(64)]
    heap = (tracemalloc.get_traced_memory()[0] - before) / len(idle)
    tracemalloc.stop()
    figures: dict[str, object] = {
        "python": platform.python_version(),
        "task": task.name,
        "steps_per_episode": steps,
        "episodes_per_s": round(episodes),
        "steps_per_s": round(episodes * steps),
        "reference_episodes_per_s": round(reference),
        "reference_over_environment": round(reference / episodes, 2),
        "reset_ms": round(1000 / resets, 3),
        "verification_ms": round(1000 / verifications, 4),
        "session_kib": round((heap + len(image)) / 1024),
        "world_kib": round(len(image) / 1024),
        "import_ms": {key: round(value, 1) for key, value in import_ms().items()},
    }
    for each in idle:
        each.close()
    World(kit.template).close()
    if options.json:
        print(json.dumps(figures))
    else:
        for key, value in figures.items():
            print(f"{key:<28} {value}")


if __name__ == "__main__":
    main()
