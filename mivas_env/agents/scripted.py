"""Agents made from a task's reference conversation, and two that do next to nothing."""

from collections.abc import Iterator, Mapping, Sequence

from mivas_env.agents.protocol import Agent, AgentFactory, play_back
from mivas_env.episode.kit import kit_of
from mivas_env.episode.session import CallSession
from mivas_env.episode.task import Task
from mivas_env.errors import ConfigError
from mivas_env.registry import industry_named, suggest
from mivas_env.schema.lockfile import OracleStep
from mivas_env.schema.strict_json import canonical_json

_HANG_UP: Mapping[str, object] = {"tool": "end_call", "arguments": {"reason": "caller_done"}}


def oracle(task: Task) -> Agent:
    """Play the reference conversation to the caller's goodbye; where nobody calls, hang up."""
    return _to_the_end([step.to_action() for step in task.lockfile.oracle])


def _to_the_end(actions: Sequence[object]) -> Agent:
    """Take the actions, then wait for the caller to hang up, or do so where nobody is there to."""
    left = list(actions)
    play = play_back(iter(actions))

    def act(session: CallSession) -> object:
        if not left and session.caller_satisfied is None:
            return _HANG_UP
        del left[:1]
        return play(session)

    return act


def null(_task: Task) -> Agent:
    """Do nothing at all: silence at every step."""
    return play_back(iter(()))


def hang_up_at_once(_task: Task) -> Agent:
    """End the call with the first action."""
    return play_back(iter([_HANG_UP]))


def mute_oracle(task: Task) -> Agent:
    """Make the reference calls without a word, then hang up."""
    return play_back(_mute(task))


def _mute(task: Task) -> Iterator[object]:
    yield from (step.to_action() for step in task.lockfile.oracle if step.tool is not None)
    yield _HANG_UP


def wrong_argument(task: Task) -> Agent:
    """Play the reference conversation with one constrained argument changed.

    The last call with a changeable argument gets another legal value of it.
    """
    steps = list(task.lockfile.oracle)
    for index in reversed(range(len(steps))):
        changed = _change_argument(task, steps[index])
        if changed is not None:
            actions: list[object] = [step.to_action() for step in steps]
            actions[index] = changed
            return _to_the_end(actions)
    return oracle(task)


def _change_argument(task: Task, step: OracleStep) -> dict[str, object] | None:
    """Return the step's call with another legal value of a locked argument, None if it has none."""
    if step.tool is None:
        return None
    locked = {
        key
        for call in task.lockfile.exp_tool_calls
        if call.name == step.tool
        for key in call.parameters
    }
    rules = kit_of(industry_named(task.industry)).toolbox.by_name[step.tool].rules
    for key in step.arguments:
        rule = rules.get(key)
        others = [
            value
            for value in (rule.enum if rule and rule.enum else ())
            if canonical_json(value) != canonical_json(step.arguments[key])
        ]
        if key in locked and others:
            return {"tool": step.tool, "arguments": {**step.arguments, key: others[0]}}
    return None


def extra_hop(task: Task) -> Agent:
    """Play the reference conversation with one superfluous desk on the way, where a detour exists.

    Before the first hop that can be reached through another desk, the call passes through it.
    """
    return _to_the_end(_with_detour(task))


def _with_detour(task: Task) -> list[object]:
    graph = industry_named(task.industry).graph
    actions: list[object] = []
    desk = graph.entry
    found = False
    for step in task.lockfile.oracle:
        target = (step.tool or "").removeprefix("transfer_to_")
        if step.tool and target in graph.names:
            if not found:
                detour = next(
                    (
                        between
                        for between in graph.desk(desk).hands_to
                        if target in graph.desk(between).hands_to
                    ),
                    None,
                )
                if detour is not None:
                    found = True
                    actions.append(_hop(task, detour, target))
            desk = target
        actions.append(step.to_action())
    return actions


def _hop(task: Task, detour: str, target: str) -> dict[str, object]:
    """Return the transfer to `detour`, with its required arguments filled from their enums."""
    kit = kit_of(industry_named(task.industry))
    tool = kit.toolbox.by_name[kit.industry.graph.desk(detour).transfer_tool]
    arguments: dict[str, object] = {}
    for name, rule in tool.rules.items():
        if rule.required:
            choices = rule.enum or ("on the way",)
            arguments[name] = target if target in choices else choices[0]
    return {"tool": tool.name, "arguments": arguments}


SCRIPTED: Mapping[str, AgentFactory] = {
    "oracle": oracle,
    "null": null,
    "hang-up-at-once": hang_up_at_once,
    "mute-oracle": mute_oracle,
    "wrong-argument": wrong_argument,
    "extra-hop": extra_hop,
}
"""Every scripted agent by the name that the command line knows it by."""


def agent_named(name: str) -> AgentFactory:
    """Return a scripted agent's factory; underscores do for hyphens.

    Raises:
        ConfigError: there is none of that name; the sentence suggests the nearest.
    """
    spelled = name.replace("_", "-")
    if spelled not in SCRIPTED:
        message = f"there is no agent {name!r}; {suggest(spelled, tuple(SCRIPTED))}"
        raise ConfigError(message)
    return SCRIPTED[spelled]
