"""How fast the reference conversations of a whole suite run, task by task.

python benchmarks/suite_oracles.py [--industry healthcare] [--seconds 0.25]

One easy call says little about a suite: hard calls speak longer and write more. Every task is
played for a while on one core with `verbose_info=False`; the medians over tasks, the rate when
each task is played once, and the tasks under ENV's floor of 400 episodes/s are printed.
"""

from __future__ import annotations

import argparse
import statistics
import time

import gymnasium as gym

import mivas_env

FLOOR_EPISODES_PER_S = 400


def rates(task_id: str, seconds: float) -> tuple[float, float]:
    """Episodes/s and steps/s of one task's reference conversation."""
    industry, _, name = task_id.partition("/")
    env = gym.make(f"mivas/{industry}-{name.replace('-', '', 1)}", verbose_info=False).unwrapped
    actions = list(mivas_env.oracle_actions(task_id))
    episodes = steps = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        env.reset(seed=1)
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            steps += 1
            if terminated or truncated:
                break
        episodes += 1
    took = time.perf_counter() - begun
    env.close()
    return episodes / took, steps / took


def main() -> None:
    """Play the suite and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--industry", default="healthcare")
    parser.add_argument("--seconds", type=float, default=0.25)
    chosen = parser.parse_args()
    table = {task: rates(task, chosen.seconds) for task in mivas_env.list_tasks(chosen.industry)}
    once = sum(1 / episodes for episodes, _ in table.values())
    below = {task: each[0] for task, each in table.items() if each[0] < FLOOR_EPISODES_PER_S}
    print(f"tasks                  {len(table)}")
    print(f"median episodes/s      {statistics.median(each[0] for each in table.values()):.0f}")
    print(f"median steps/s         {statistics.median(each[1] for each in table.values()):.0f}")
    print(f"each once: episodes/s  {len(table) / once:.0f}")
    print(f"under {FLOOR_EPISODES_PER_S} episodes/s   {len(below)}")
    for task, rate in sorted(below.items(), key=lambda item: item[1]):
        print(f"  {task:<24} {rate:.0f}")


if __name__ == "__main__":
    main()
