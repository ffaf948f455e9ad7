"""Does the reward tell skill apart? Policies of graded skill, in groups (PROOF E1, E3)."""

import itertools
import random
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mivas_env import rewards
from mivas_env.agents.protocol import Agent, play_back
from mivas_env.agents.rollout import roll_out
from mivas_env.episode.kit import kit_of
from mivas_env.episode.session import CallSession
from mivas_env.episode.task import Task
from mivas_env.proof.findings import Finding
from mivas_env.proof.mutants.values import other_values
from mivas_env.registry import industry_named
from mivas_env.schema.lockfile import OracleStep
from mivas_env.world.store import World

ERROR_RATES = (0.0, 0.1, 0.3, 0.6)
GROUP = 8
DISCOUNT = 0.5
MIN_VARIED_SHARE = 0.6
"""Share of tasks whose groups must hold passes and failures at an error rate of 0.3."""


@dataclass(frozen=True, slots=True)
class SkillRow:
    """What policies of one error rate earn. `varied` counts tasks with 0 < mean < 1 in a group."""

    error_rate: float
    mean_reward: float
    varied: int
    tasks: int


def noisy_oracle(task: Task, error_rate: float, seed: int) -> Agent:
    """Play the reference conversation, spoiling each tool call with the given probability.

    A spoiled call is left out, gets another legal value of an argument, or is made twice.
    """
    generator = random.Random(zlib.crc32(task.name.encode()) * 1_000 + seed)  # noqa: S311
    actions: list[object] = []
    for step in task.lockfile.oracle:
        if step.tool is None or generator.random() >= error_rate:
            actions.append(step.to_action())
        else:
            actions.extend(_spoil(task, step, generator))
    return play_back(iter(actions))


def _spoil(task: Task, step: OracleStep, generator: random.Random) -> list[object]:
    way = generator.choice(("skip", "change", "twice"))
    if way == "change" and step.arguments:
        rules = kit_of(industry_named(task.industry)).toolbox.by_name[str(step.tool)].rules
        key = generator.choice(sorted(step.arguments))
        others = list(other_values(step.arguments[key], rules[key]))
        if others:
            changed = {**step.arguments, key: generator.choice(others)}
            return [{"tool": step.tool, "arguments": changed}]
    return [step.to_action()] * 2 if way == "twice" else []


def measure_skill(
    tasks: Sequence[Task],
    error_rates: Sequence[float] = ERROR_RATES,
    *,
    group: int = GROUP,
    on_step: Callable[[], None] = lambda: None,
) -> list[SkillRow]:
    """Play a group of calls per task and error rate; every call of a group meets one caller."""
    rows = []
    worlds: dict[str, World] = {}
    for rate in error_rates:
        total = 0.0
        varied = 0
        for task in tasks:
            earned = [_play(task, rate, number, worlds) for number in range(group)]
            total += sum(earned) / group
            varied += 0.0 < sum(earned) / group < 1.0
            on_step()
        rows.append(SkillRow(rate, total / len(tasks) if tasks else 0.0, varied, len(tasks)))
    for world in worlds.values():
        world.close()
    return rows


def _play(task: Task, error_rate: float, number: int, worlds: dict[str, World]) -> float:
    industry = industry_named(task.industry)
    if task.industry not in worlds:
        worlds[task.industry] = World(kit_of(industry).template)
    session = CallSession(task, industry, world=worlds[task.industry])
    roll_out(session, noisy_oracle(task, error_rate, number))
    if session.verification is None or session.truncated:
        return 0.0
    return rewards.train_reward(session.verification, DISCOUNT)


def judge_skill(industry: str, rows: Sequence[SkillRow]) -> Iterator[Finding]:
    """Yield where the mean reward does not fall with the error rate, or groups hold no contrast."""
    for better, worse in itertools.pairwise(rows):
        if worse.mean_reward >= better.mean_reward:
            message = (
                f"mean reward {worse.mean_reward:.3f} at error rate {worse.error_rate} "
                f"is not below {better.mean_reward:.3f} at {better.error_rate}"
            )
            yield Finding("skill-order", industry, message)
    for row in rows:
        if row.error_rate == 0.3 and row.varied < MIN_VARIED_SHARE * row.tasks:  # noqa: PLR2004
            message = f"only {row.varied} of {row.tasks} tasks show passes and failures at 0.3"
            yield Finding("skill-variance", industry, message)
