"""Probes that play the reference conversation with something wrong, or harmlessly different."""

import json
from collections.abc import Iterator, Mapping

from mivas_env.agents.protocol import Agent, play_back
from mivas_env.episode.kit import kit_of
from mivas_env.episode.task import Task
from mivas_env.registry import industry_named
from mivas_env.schema.lockfile import OracleStep
from mivas_env.tools.spec import Effect, Tool

_HANG_UP = {"tool": "end_call", "arguments": {"reason": "caller_done"}}


def from_memory(task: Task) -> Agent:
    """Say the right words and call nothing."""
    return play_back(iter([step.to_action() for step in task.lockfile.oracle if step.say]))


def _with_arguments(task: Task, arguments: dict[str, object]) -> Agent:
    """Make every reference call with the given arguments instead of its own."""
    actions: list[object] = [
        {"tool": step.tool, "arguments": dict(arguments)} if step.tool else step.to_action()
        for step in task.lockfile.oracle
    ]
    return play_back(iter([*actions, _HANG_UP]))


def empty_arguments(task: Task) -> Agent:
    """Make every reference call without arguments."""
    return _with_arguments(task, {})


def undeclared_keys_only(task: Task) -> Agent:
    """Make every reference call with a key that no tool declares."""
    return _with_arguments(task, {"note_to_self": "x"})


def harness_keys_only(task: Task) -> Agent:
    """Make every reference call with routing keys only."""
    return _with_arguments(task, {"from": "reception", "to": "anywhere"})


def blank_arguments(task: Task) -> Agent:
    """Make every reference call with its own keys and nothing in them."""
    actions: list[object] = [
        {
            "tool": step.tool,
            "arguments": {
                key: [] if isinstance(value, list) else "" for key, value in step.arguments.items()
            },
        }
        if step.tool
        else step.to_action()
        for step in task.lockfile.oracle
    ]
    return play_back(iter([*actions, _HANG_UP]))


def wrong_desk(task: Task) -> Agent:
    """Make every other call at the entry desk and all the hops afterwards."""
    names = kit_of(industry_named(task.industry)).toolbox.by_name
    calls = [step for step in task.lockfile.oracle if step.tool]
    moved = [step for step in calls if names[str(step.tool)].leads_to is not None]
    others = [step for step in calls if names[str(step.tool)].leads_to is None]
    ending = [s for s in others if names[str(s.tool)].effect is Effect.HANGUP]
    early = [step for step in others if step not in ending]
    return play_back(iter([*(s.to_action() for s in (*early, *moved, *ending)), _HANG_UP]))


def hedge(task: Task) -> Agent:
    """Play the reference conversation, but try every value of one enum at the last such call."""
    kit = kit_of(industry_named(task.industry))
    steps = list(task.lockfile.oracle)
    actions: list[object] = [step.to_action() for step in steps]
    for index in reversed(range(len(steps))):
        step = steps[index]
        tool = kit.toolbox.by_name.get(str(step.tool))
        if tool is None or tool.effect is not Effect.READ:
            continue
        for key, value in step.arguments.items():
            choices = tool.rules[key].enum
            if choices and isinstance(value, str):
                tried: list[object] = [
                    {"tool": tool.name, "arguments": {**step.arguments, key: choice}}
                    for choice in choices
                ]
                return play_back(iter([*actions[:index], *tried, *actions[index + 1 :]]))
    return play_back(iter(actions))


def crash_seeker(task: Task) -> Agent:
    """Send what parsers and databases choke on, then finish with a wrong call."""
    return play_back(_crash(task))


def _crash(task: Task) -> Iterator[object]:
    tool = next((step.tool for step in task.lockfile.oracle if step.tool), "end_call")
    yield '{"tool": "'
    yield "<tool_call>{</tool_call>"
    yield json.dumps({"tool": tool, "arguments": {"x": "A" * 100_000}})
    yield {"tool": tool, "arguments": {"a": float("nan"), "b": 10**400, "c": "\ud800"}}
    yield {"tool": tool, "arguments": {"a": [[[[[[[[1]]]]]]]], "'; DROP TABLE patients; --": 1}}
    yield {"tool": "\x00", "arguments": None}
    yield {"tool_calls": [{"function": {"name": tool, "arguments": "[1, 2"}}] * 3}
    yield None
    yield b"bytes"
    yield {"say": "\u202e" + "z" * 50_000}
    yield _HANG_UP


def verbose_oracle(task: Task) -> Agent:
    """Play the reference conversation with a polite phrase around everything that is said."""

    def wordier(step: OracleStep) -> object:
        return {"say": f"Of course. {step.say}"} if step.say else step.to_action()

    return play_back(iter([wordier(step) for step in task.lockfile.oracle]))


def reordered_oracle(task: Task) -> Agent:
    """Play the reference conversation with two neighbouring look-ups exchanged.

    Look-ups are reads that nothing gates and that gate nothing; the first and last of a chain such
    as identify, verify, summary stay where they are because the chain's end has a precondition.
    """
    names = kit_of(industry_named(task.industry)).toolbox.by_name
    steps = list(task.lockfile.oracle)
    for index in range(len(steps) - 1):
        first, second = steps[index], steps[index + 1]
        reads = [
            each.tool is not None
            and names[each.tool].effect is Effect.READ
            and not names[each.tool].requires
            for each in (first, second)
        ]
        gated = index + 2 < len(steps) and _is_gated(steps[index + 2], names)
        if all(reads) and first.tool != second.tool and not gated:
            steps[index], steps[index + 1] = second, first
            break
    return play_back(iter([step.to_action() for step in steps]))


def _is_gated(step: OracleStep, names: Mapping[str, Tool]) -> bool:
    return step.tool is not None and bool(names[step.tool].requires)
