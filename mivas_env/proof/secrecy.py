"""What a policy sees does not depend on what is locked (PROOF C2, C7).

Two ways: no stretch of locked text shows that is not public anyway; and the same actions on the
same call with everything locked replaced are answered byte for byte the same.
"""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from mivas_env.agents.probes import PROBES
from mivas_env.envs.call_env import CallEnv
from mivas_env.episode.kit import Kit, kit_of
from mivas_env.episode.task import Task
from mivas_env.industry import Industry
from mivas_env.proof.figures import Measured
from mivas_env.proof.findings import Finding
from mivas_env.proof.tables import columns_of
from mivas_env.registry import industry_named
from mivas_env.schema.lockfile import Lockfile
from mivas_env.schema.text import fold
from mivas_env.tools.spec import Tool
from mivas_env.world.store import World

LENGTH = 12
"""Characters of a stretch of text that may not show."""
PLAYERS = ("read_spam", "write_spam", "crash_seeker", "parrot", "oracle")
_OTHER = "Wobbegong Quixotry Zymurgy"


def measure_secrecy(tasks: Sequence[Task], players: Sequence[str] = PLAYERS) -> Measured:
    """Play every task in several ways and compare what is seen with what is locked."""
    findings: list[Finding] = []
    seen = 0
    for task in tasks:
        secret = secret_shingles(task)
        other = with_other_locks(task)
        for player in players:
            actions, shown = _watch(task, player)
            seen += len(shown)
            again = _replay(other, actions)
            findings.extend(_stretches(task, player, shown, again, secret))
            if shown != again:
                message = f"{player}: what is seen changes with what is locked"
                findings.append(Finding("secrecy-influence", task.name, message))
    measured = Measured()
    what = f"{LENGTH} characters of locked text, or any influence of it"
    looked_at = f"{len(tasks)} tasks by {len(players)} agents, {seen} outputs"
    measured.count("C2", what, looked_at, findings)
    return measured


def shingles(text: str) -> Iterator[str]:
    """Yield every stretch of `LENGTH` characters of a folded text."""
    folded = fold(text)
    for start in range(len(folded) - LENGTH + 1):
        yield folded[start : start + LENGTH]


def secret_shingles(task: Task) -> frozenset[str]:
    """Return the stretches of a lockfile that stand nowhere in public.

    The reference conversation is left out: what an agent says and sends itself is no secret to it.
    """
    raw = task.lockfile.model_dump(mode="json", exclude={"oracle"})
    script = task.lockfile.caller.script
    spoken = frozenset(each for line in script.lines() for each in shingles(line))
    locked = {each for text in _texts(raw) for each in shingles(text)}
    return frozenset(locked - spoken - public_shingles(industry_named(task.industry)))


@cache
def public_shingles(industry: Industry) -> frozenset[str]:
    """Return every stretch of what any agent may read: prompts, schemas, tool texts, seed rows."""
    kit = kit_of(industry)
    texts: list[str] = [industry.greeting, *kit.prompts.values(), *_seed_texts(kit)]
    texts += [json.dumps(tool.schema) for tool in kit.toolbox.tools]
    for tool in kit.toolbox.tools:
        texts += [tool.name, tool.description, *tool.errors.values(), *tool.errors]
        texts += [condition.message for condition in tool.requires]
        texts += _source_texts(tool)
    return frozenset(each for text in texts for each in shingles(text))


def _seed_texts(kit: Kit) -> list[str]:
    world = World(kit.template)
    try:
        return [str(each) for _, _, values in columns_of(world.connection) for each in values]
    finally:
        world.close()


def _source_texts(tool: Tool) -> list[str]:
    """Return the source of a tool's module: the sentences that it may answer with."""
    code = getattr(tool.handler, "__code__", None)
    file = Path(code.co_filename) if code is not None else None
    return [file.read_text(encoding="utf-8")] if file is not None and file.is_file() else []


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield str(key)
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def with_other_locks(task: Task) -> Task:
    """Return a task with the same caller and budget in which all else that is locked differs.

    Title, reason, brief, category, difficulty, condition, split, the expected path, calls and
    state, and the words of the reference conversation.
    """
    raw = task.lockfile.model_dump(mode="json", by_alias=True)
    raw.update(title=_OTHER, why=_OTHER, exp_handoff_path=[], exp_db_state="unchanged")
    raw["caller"].update(brief=_OTHER)
    raw["category"].update(slug="wobbegong")
    raw["difficulty"] = "easy" if raw["difficulty"] != "easy" else "hard"
    raw["audio_condition"] = (
        "perfect" if raw["audio_condition"] != "perfect" else "background_noise"
    )
    raw["exp_tool_calls"] = [{"name": "wobbegong", "parameters": {"key": _OTHER}}]
    # As many calls as before, because the budget follows from their number.
    raw["oracle"] = [
        {"say": _OTHER} if step.say is not None else {"tool": "wobbegong"}
        for step in task.lockfile.oracle
    ]
    return Task(task.industry, Lockfile.model_validate(raw), split="wobbegong")


def _watch(task: Task, player: str) -> tuple[list[object], list[str]]:
    """Let a probe play; return its actions and everything that it was shown before the end."""
    actions: list[object] = []
    env = CallEnv(task)
    agent = PROBES[player](task)
    try:
        shown = [_spell(*env.reset(seed=0))]
        while env.session is not None and not env.session.done:
            actions.append(agent(env.session))
            obs, _, terminated, truncated, info = env.step(actions[-1])
            shown.append(_spell(obs, {} if terminated or truncated else info))
    finally:
        env.close()
    return actions, shown


def _replay(task: Task, actions: Sequence[object]) -> list[str]:
    env = CallEnv(task)
    try:
        shown = [_spell(*env.reset(seed=0))]
        for action in actions:
            obs, _, terminated, truncated, info = env.step(action)
            shown.append(_spell(obs, {} if terminated or truncated else info))
            if terminated or truncated:
                break
    finally:
        env.close()
    return shown


def _spell(obs: dict[str, str], info: dict[str, Any]) -> str:
    """Write one output; of the chat so far only what others than the agent have added last."""
    last = [each for each in info.get("messages", [])[-1:] if each["role"] != "assistant"]
    shown = {key: value for key, value in info.items() if key not in _PUBLIC_KEYS}
    return json.dumps([obs, last, shown], ensure_ascii=False, sort_keys=True)


_PUBLIC_KEYS = ("messages", "tools", "system_prompt")


def _stretches(
    task: Task, player: str, shown: Sequence[str], again: Sequence[str], secret: frozenset[str]
) -> Iterator[Finding]:
    """Yield the first locked stretch that shows, and does not show where other text is locked.

    Everyday words of a tool's answer stand in a brief or a reason as well, by chance.
    """
    for number, text in enumerate(shown):
        suspects = [each for each in shingles(text) if each in secret]
        if not suspects:
            continue
        harmless = set(shingles(again[number])) if number < len(again) else set()
        leaked = next((each for each in suspects if each not in harmless), None)
        if leaked is not None:
            message = f"{player}: {leaked!r} is locked, and shows"
            yield Finding("secrecy-stretch", task.name, message)
            return
