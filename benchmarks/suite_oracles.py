"""How fast the reference conversations of a whole suite run, task by task.

    python benchmarks/suite_oracles.py [--industry healthcare] [--seconds 0.3] [--json]

One easy call says little about a suite: hard calls speak longer and write more. Every task is
played on one core with `verbose_info=False`, in turns: as a training loop plays it, where lines
recur and their analysis is kept (`warm`); with every line of the agent heard for the first time in
each call, the callers' own lines being known (`fresh`); and the bare work of the call in plain
Python (`reference`, see call_env.py). Rates are medians over tasks; absolute figures are this
machine's, ratios matter.
"""

import argparse
import json
import statistics
from collections.abc import Callable

import gymnasium as gym
from call_env import in_turns, play, record_work, reference

import mivas_env
from mivas_env.episode.kit import kit_of
from mivas_env.registry import industry_named

FLOOR_EPISODES_PER_S = 400


def rates(task_name: str, seconds: float) -> dict[str, float]:
    """Return calls/s of each kind of play, and the steps of one call."""
    task = mivas_env.load_task(task_name)
    actions = mivas_env.oracle_actions(task)
    kit = kit_of(industry_named(task.industry))
    env = gym.make(task.gym_id, verbose_info=False, disable_env_checker=True)
    statements, messages = record_work(task_name)

    def fresh() -> None:
        kit.lexicon.analyses.clear()
        play(env, actions)

    works: dict[str, Callable[[], object]] = {
        "warm": lambda: play(env, actions),
        "fresh": fresh,
        "reference": lambda: reference(kit.template.image, statements, messages),
    }
    steps = play(env, actions)
    found = in_turns(works, seconds)
    env.close()
    return {**found, "steps": steps}


def main() -> None:
    """Play the suite and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--industry", default="healthcare")
    parser.add_argument("--seconds", type=float, default=0.3, help="for each task and kind")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    names = mivas_env.list_tasks(options.industry)
    table = {name: rates(name, options.seconds) for name in names}
    figures: dict[str, object] = {"tasks": len(table)}
    for kind in ("warm", "fresh", "reference"):
        figures[kind] = {
            "median_episodes_per_s": round(statistics.median(t[kind] for t in table.values())),
            "median_steps_per_s": round(
                statistics.median(t[kind] * t["steps"] for t in table.values())
            ),
            "each_once_episodes_per_s": round(
                len(table) / sum(1 / t[kind] for t in table.values())
            ),
            "tasks_below_floor": sum(t[kind] < FLOOR_EPISODES_PER_S for t in table.values()),
            "slowest": min(table, key=lambda name: table[name][kind]),
            "slowest_episodes_per_s": round(min(t[kind] for t in table.values())),
        }
    for kind in ("warm", "fresh"):
        ratio = statistics.median(t["reference"] / t[kind] for t in table.values())
        figures[f"reference_over_{kind}"] = round(ratio, 2)
    if options.json:
        print(json.dumps({**figures, "per_task": table}))
        return
    for key, value in figures.items():
        shown = value if isinstance(value, dict) else {"": value}
        for name, figure in shown.items():
            print(f"{f'{key} {name}'.strip():<34} {figure}")


if __name__ == "__main__":
    main()
