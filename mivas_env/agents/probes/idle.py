"""Probes that know nothing of the task: words, echoes, escalation, wandering."""

from collections.abc import Iterator

from mivas_env.agents.protocol import Agent, play_back
from mivas_env.episode.kit import Kit, kit_of
from mivas_env.episode.session import CallSession
from mivas_env.episode.task import Task
from mivas_env.registry import industry_named
from mivas_env.tools.spec import Tool

_SORRY = "I'm so sorry for the trouble, I completely understand, and I'm here to help you."
_HANG_UP = {"tool": "end_call", "arguments": {"reason": "caller_done"}}


def _kit(task: Task) -> Kit:
    return kit_of(industry_named(task.industry))


def minimal_arguments(tool: Tool, *, prefer: str | None = None) -> dict[str, object]:
    """Fill a tool's required arguments with the first legal value each, `prefer` where it fits."""
    filled: dict[str, object] = {}
    for name, rule in tool.rules.items():
        if rule.required:
            choices = rule.enum or ("caller asked",)
            filled[name] = prefer if prefer in choices else choices[0]
    return filled


def apologise(_task: Task) -> Agent:
    """Say one kind sentence for ever."""

    def act(_session: CallSession) -> object:
        return {"say": _SORRY}

    return act


def parrot(_task: Task) -> Agent:
    """Say back whatever was said last."""

    def act(session: CallSession) -> object:
        source, content = session.observed
        return {"say": content if source == "caller" else _SORRY}

    return act


def soup(task: Task) -> Agent:
    """Say every answer at once, over and over: yes, no, every name, every kind of figure."""
    names = [
        spelling
        for table in _kit(task).industry.entities.values()
        for spelling in sorted(table.entries)
        if "_" not in spelling
    ]
    answers = (
        "Yes, no, it is accepted, it is not accepted, you're booked, it's cancelled, it's done, "
        "I checked, the system shows it, three hundred to six hundred dollars, fifty dollars, "
        f"Monday, Tuesday, nine thirty, {', '.join(names)}."
    )

    def act(_session: CallSession) -> object:
        return {"say": answers}

    return act


def escalate_at_once(task: Task) -> Agent:
    """Pass the caller on to a person with the first action."""
    kit = _kit(task)
    calls = [
        {"tool": name, "arguments": minimal_arguments(kit.toolbox.by_name[name])}
        for name in kit.industry.terminal_tools
    ]
    return play_back(iter([*calls, _HANG_UP]))


def transfer_cycle(task: Task) -> Agent:
    """Walk through as many desks as the graph allows, then hang up."""
    return play_back(_walk(_kit(task)))


def _walk(kit: Kit) -> Iterator[object]:
    graph = kit.industry.graph
    desk = graph.entry
    seen = {desk}
    while True:
        onward = [each for each in graph.desk(desk).hands_to if each not in seen]
        if not onward:
            break
        # The neighbour from which most desks can still be reached makes the longest walk.
        desk = max(onward, key=lambda each: len(graph.reachable_from(each)))
        seen.add(desk)
        tool = kit.toolbox.by_name[graph.desk(desk).transfer_tool]
        yield {"tool": tool.name, "arguments": minimal_arguments(tool)}
    yield _HANG_UP
