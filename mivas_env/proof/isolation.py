"""Nothing of the answer reaches the policy: canaries through everything it can see (PROOF C)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from mivas_env.agents.probes import PROBES
from mivas_env.agents.protocol import AgentFactory
from mivas_env.envs.call_env import CallEnv
from mivas_env.envs.parse_action import parse_action
from mivas_env.episode.task import Task
from mivas_env.proof.findings import Finding
from mivas_env.schema.lockfile import Lockfile

CANARY = "QZXCANARYVK"
"""Stands for locked text; appears nowhere else."""

VISIBLE_KEYS = frozenset({"step", "budget_left", "messages", "tools", "system_prompt"})
"""All that `info` may hold before the end of a call (PROOF C5)."""

FINAL_KEYS = VISIBLE_KEYS | {
    "verification",
    "r_eval",
    "r_train",
    "verdict",
    "ending",
    "caller_satisfied",
    "told_misses",
    "task",
    "trajectory",
}
PLAYERS = ("oracle", "read_spam", "crash_seeker", "wrong_node", "parrot")


def with_canaries(task: Task) -> Task:
    """Return the task with a canary in every locked text that no caller speaks.

    Title, category, reason, brief, the names of asks and consents, and an expected call that
    nothing can satisfy; the spoken lines stay as they are.
    """
    raw = task.lockfile.model_dump(mode="json", by_alias=True)
    raw["title"] = f"{CANARY} title"
    raw["why"] = f"{CANARY} why"
    raw["caller"]["brief"] = f"{CANARY} brief"
    raw["category"]["slug"] = CANARY.lower()
    raw["caller"]["script"]["persona"] = {"name": f"{CANARY} name"}
    raw["exp_tool_calls"].append({"name": CANARY, "parameters": {"key": CANARY}})
    return Task(task.industry, Lockfile.model_validate(raw), split=f"{CANARY}-split")


def check_isolation(
    task: Task, players: tuple[str, ...] = PLAYERS, *, seed: int = 0
) -> Iterator[Finding]:
    """Play a marked task in several ways and yield every leak seen before the end of the call."""
    marked = with_canaries(task)
    for player in players:
        for where, seen in _observe(marked, PROBES[player], seed):
            yield from _leaks(task, player, where, seen)


def _observe(task: Task, factory: AgentFactory, seed: int) -> Iterator[tuple[str, Any]]:
    """Yield everything a policy is shown: observations, infos, what is rendered."""
    env = CallEnv(task, render_mode="ansi")
    try:
        obs, info = env.reset(seed=seed)
        yield "observation", obs
        yield "info", info
        agent = factory(task)
        while env.session is not None and not env.session.done:
            action = agent(env.session)
            yield "parsed action", parse_action(action).malformed or ""
            obs, _, terminated, truncated, info = env.step(action)
            yield "observation", obs
            final = terminated or truncated
            yield "final info" if final else "info", info
            if not final:
                yield "rendering", env.render()
    finally:
        env.close()


def _leaks(task: Task, player: str, where: str, seen: object) -> Iterator[Finding]:
    if where == "final info" and isinstance(seen, Mapping):
        for key in sorted(set(seen) - FINAL_KEYS):
            yield Finding("isolation-key", task.name, f"{player}: undeclared {key} in {where}")
        return
    if where == "info" and isinstance(seen, Mapping):
        for key in sorted(set(seen) - VISIBLE_KEYS):
            yield Finding("isolation-key", task.name, f"{player}: undeclared {key} in {where}")
    text = seen if isinstance(seen, str) else json.dumps(seen, default=str)
    if CANARY.casefold() in text.casefold():
        yield Finding("isolation-canary", task.name, f"{player}: locked text shows in {where}")
    for label in (task.lockfile.id, task.name, task.gym_id):
        if label in text:
            yield Finding("isolation-label", task.name, f"{player}: {label} shows in {where}")
