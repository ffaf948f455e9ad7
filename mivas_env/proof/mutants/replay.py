"""Mutants that are played again on the real tool server, not edited into a trace."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mivas_env.agents.protocol import play_back
from mivas_env.agents.rollout import roll_out
from mivas_env.episode.kit import kit_of
from mivas_env.episode.session import CallSession
from mivas_env.episode.session_tools import END_CALL
from mivas_env.episode.settings import SessionSettings
from mivas_env.episode.task import Task
from mivas_env.proof.mutants.values import other_spellings, other_values
from mivas_env.registry import industry_named
from mivas_env.schema.arguments import Kind, Match
from mivas_env.schema.lockfile import OracleStep
from mivas_env.tools.spec import Tool

Steps = Sequence[OracleStep]
_END: dict[str, Any] = {"tool": END_CALL, "arguments": {"reason": "caller_done"}}


@dataclass(frozen=True, slots=True)
class Replay:
    """One changed conversation: what was changed, what must come of it, what came of it."""

    label: str
    should_pass: bool
    passed: bool


def replay_mutants(task: Task) -> Iterator[Replay]:
    """Play every changed conversation of a task; nobody is on the line, so the ticket consents."""
    steps = [step for step in task.lockfile.oracle if step.tool not in (None, END_CALL)]
    for label, changed, should_pass in (*_broken(task, steps), *_respelled(task, steps)):
        yield Replay(label, should_pass, _passes(task, changed))


def _passes(task: Task, steps: Steps) -> bool:
    settings = SessionSettings(caller="ticket", max_steps=200, max_tool_calls=200)
    session = CallSession(task, industry_named(task.industry), settings=settings)
    try:
        roll_out(session, play_back(iter([*(step.to_action() for step in steps), _END])))
        return session.verification is not None and session.verification.result
    finally:
        session.close()


Change = tuple[str, list[OracleStep], bool]


def _locked_steps(task: Task, steps: Steps) -> Iterator[tuple[int, OracleStep, set[str]]]:
    """Yield the steps that the lockfile requires, with the arguments that it locks.

    A step whose tool is called more than once counts only at its last call, which is the one that
    completes a two-step write.
    """
    locked: dict[str, set[str]] = {}
    for call in task.lockfile.exp_tool_calls:
        locked.setdefault(call.name, set()).update(call.parameters)
    expected = [call.name for call in task.lockfile.exp_tool_calls]
    for index, step in enumerate(steps):
        name = str(step.tool)
        later = sum(other.tool == name for other in steps[index + 1 :])
        if name in locked and later == 0 and expected.count(name) == 1:
            yield index, step, locked[name] & set(step.arguments)


def _broken(task: Task, steps: Steps) -> Iterator[Change]:
    tools = _tools(task)
    for index, step, locked in _locked_steps(task, steps):
        rest = [*steps[:index], *steps[index + 1 :]]
        yield f"{step.tool} left out", rest, False
        moved = _at_wrong_desk(task, steps, index)
        if moved is not None:
            yield f"{step.tool} at another desk", moved, False
        for key in sorted(locked):
            rule = tools[str(step.tool)].rules[key]
            if rule.match in (Match.PROSE, Match.PRESENCE):
                continue
            accepted = _accepted(task, str(step.tool), key)
            for value in other_values(step.arguments[key], rule):
                if value not in accepted:
                    changed = {**step.arguments, key: value}
                    label = f"{step.tool} {key}={value!r}"
                    yield label, _with(steps, index, changed), False


def _respelled(task: Task, steps: Steps) -> Iterator[Change]:
    tools = _tools(task)
    for index, step, locked in _locked_steps(task, steps):
        for key in sorted(locked):
            rule = tools[str(step.tool)].rules[key]
            if rule.pattern is not None and rule.kind is Kind.TEXT:
                # Ids are copied from an answer; the server takes them as they were given.
                continue
            for spelling in other_spellings(step.arguments[key], rule):
                changed = {**step.arguments, key: spelling}
                label = f"{step.tool} {key} spelled {spelling!r}"
                yield label, _with(steps, index, changed), True


def _tools(task: Task) -> Mapping[str, Tool]:
    return kit_of(industry_named(task.industry)).toolbox.by_name


def _accepted(task: Task, name: str, key: str) -> list[object]:
    values: list[object] = []
    for call in task.lockfile.exp_tool_calls:
        if call.name == name and key in call.parameters:
            value = call.parameters[key]
            values.extend(value["any_of"] if isinstance(value, dict) else [value])
    return values


def _with(steps: Steps, index: int, arguments: dict[str, Any]) -> list[OracleStep]:
    changed = OracleStep(tool=steps[index].tool, arguments=arguments)
    return [*steps[:index], changed, *steps[index + 1 :]]


def _at_wrong_desk(task: Task, steps: Steps, index: int) -> list[OracleStep] | None:
    """Make a call one desk too early, where all but the desk is right; None where none lacks it.

    The call moves in front of the last handoff from a desk that does not own its tool.
    """
    tools = _tools(task)
    desk = industry_named(task.industry).graph.entry
    place: int | None = None
    for number, step in enumerate(steps[:index]):
        leads_to = tools[str(step.tool)].leads_to
        if leads_to is not None:
            if desk not in tools[str(steps[index].tool)].desks:
                place = number
            desk = leads_to
    if place is None:
        return None
    return [*steps[:place], steps[index], *steps[place:index], *steps[index + 1 :]]
