"""A call as plain text, the way a person would read it."""

from mivas_env.schema.strict_json import dump_json
from mivas_env.schema.trajectory import CallRecord, Event, Trajectory

_SPEAKERS = {"agent": "AGENT", "caller": "CALLER", "system": "FRAME"}


def render_call(trajectory: Trajectory) -> str:
    """Return one line per event: time on the call's clock, desk, who, what."""
    lines = [_render_event(event, trajectory) for event in trajectory.events]
    if trajectory.ending is not None:
        lines.append(f"-- {trajectory.ending.replace('_', ' ')} --")
    return "\n".join(lines)


def _render_event(event: Event, trajectory: Trajectory) -> str:
    head = f"{clock(event.at_ms)}  {event.desk:<12}"
    if event.kind == "tool" and event.call is not None:
        return f"{head}  {render_tool_call(trajectory.calls[event.call])}\n{'':21}  {event.content}"
    return f"{head}  {_SPEAKERS[event.kind]}: {event.content}"


def render_tool_call(call: CallRecord) -> str:
    """Return a call as `name(key=value, …)` with its outcome."""
    arguments = ", ".join(f"{key}={dump_json(value)}" for key, value in call.parameters.items())
    outcome = "ok" if call.ok else call.error_code
    return f"> {call.name}({arguments}) -> {outcome}"


def clock(at_ms: int) -> str:
    """Return a moment of the virtual clock as minutes and seconds, `m:ss`."""
    seconds = at_ms // 1000
    return f"{seconds // 60}:{seconds % 60:02d}"
