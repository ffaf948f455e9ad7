"""The full ordered record of one call, as it is saved, shown and scored again."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

CUT_OFF_ENDINGS = frozenset({"budget", "fault"})
"""Endings of calls that never came to a hangup: such a call is no pass, whatever it had reached."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True)


class CallRecord(_Frozen):
    """One tool call that the agent made, handoffs and hangup tools included.

    `agent` is the desk that held the call. `ok` and `error_code` are the recorded outcome; None
    where a foreign trace has none. `start_offset_ms` is milliseconds since the call was answered,
    None where unknown. `dropped` lists undeclared argument names that dispatch ignored.
    """

    name: str
    parameters: dict[str, Any] = Field(default_factory=dict)
    ok: bool | None = None
    error_code: str | None = None
    start_offset_ms: float | None = None
    agent: str | None = None
    dropped: tuple[str, ...] = ()


class Event(_Frozen):
    """One line of the record, in wall-clock order.

    `kind`: agent (spoken), caller (spoken), tool (`call` indexes into `Trajectory.calls`, `content`
    is the answer the agent saw), system (a notice of the frame). `step` counts agent actions from
    1; 0 is the opening.
    """

    kind: Literal["agent", "caller", "tool", "system"]
    step: int
    desk: str
    at_ms: int
    content: str
    call: int | None = None


class Trajectory(_Frozen):
    """One finished episode.

    `calls` holds every tool call in wall-clock order; `state` the write tables at hangup, None
    without one. `told_misses` are answers told falsely and consents not asked for, which the strict
    reward does not pay. `versions` carries what makes scores comparable: suite, verifier, prompts,
    tools.
    """

    trajectory: Literal[1] = 1
    task: str
    industry: str
    seed: int
    caller_mode: str
    versions: dict[str, str] = Field(default_factory=dict)
    events: tuple[Event, ...] = ()
    calls: tuple[CallRecord, ...] = ()
    state: dict[str, list[dict[str, Any]]] | None = None
    ending: str | None = None
    caller_satisfied: bool | None = None
    told_misses: tuple[str, ...] = ()
    caller_flags: tuple[str, ...] = ()
