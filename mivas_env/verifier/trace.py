"""Reading what an agent did: this project's trajectories and foreign traces (VERIFIER rule 4).

Every shape ends as call records in wall-clock order. What cannot be read is a `TraceError` that
names the entry; nothing else is ever raised.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mivas_env.errors import TraceError
from mivas_env.schema.json_values import describe, is_encodable
from mivas_env.schema.strict_json import MAX_SAFE_INTEGER, JsonRefused, load_json
from mivas_env.schema.text import fold, is_blank, strip_unseen
from mivas_env.schema.trajectory import CUT_OFF_ENDINGS, CallRecord, Trajectory
from mivas_env.verifier.call_fields import ARGUMENT_KEYS, find_unread, take_arguments

MAX_CALLS = 20_000
"""Calls beyond which a trace is refused."""

_FIELDS = frozenset(
    {"name", *ARGUMENT_KEYS, "ok", "error_code", "output", "start_offset_ms", "agent", "dropped"}
)
"""What a call may be told with; other fields are let be where they hold no object."""


@dataclass(frozen=True, slots=True)
class Trace:
    """A trace as the gates see it: calls in wall-clock order, and the dump if it holds one.

    `cut_off` is true where the record says that the call never came to a hangup.
    """

    calls: tuple[CallRecord, ...]
    state: object | None = None
    cut_off: bool = False


def wall_clock_order(calls: Sequence[CallRecord]) -> tuple[CallRecord, ...]:
    """Sort by `start_offset_ms`, stably, calls without one last (rule 4)."""
    return tuple(sorted(calls, key=_offset_of))


def _offset_of(call: CallRecord) -> float:
    return math.inf if call.start_offset_ms is None else call.start_offset_ms


def says_cut_off(record: Mapping[str, object]) -> bool:
    """Say whether a record says of itself that its call never came to a hangup (rule 35).

    By `truncated: true`, or by an `ending` of that kind; a record with neither says nothing.

    Raises:
        TraceError: `truncated` is neither true nor false.
    """
    truncated = record.get("truncated")
    if truncated is not None and not isinstance(truncated, bool):
        message = f"`truncated` of the trace must be true or false, not {describe(truncated)}"
        raise TraceError(message)
    ending = record.get("ending")
    return truncated is True or (isinstance(ending, str) and fold(ending) in CUT_OFF_ENDINGS)


def read_trace(value: object) -> Trace:
    """Read a trace.

    Args:
        value: a `Trajectory`, a saved one as a dict, `{"calls": [...]}`, a list of calls, or the
            grouped shape `{"tool_calls": [{"name", "actual"}]}`, also as a bare list of groups;
            `actual` is a list of calls, one call, or null. An object may say that the call was
            cut off (see `says_cut_off`).

    Raises:
        TraceError: with a sentence naming what cannot be read.
    """
    state: object | None = None
    cut_off = False
    if isinstance(value, Trajectory):
        entries: object = value.calls
        state = value.state
        cut_off = value.ending in CUT_OFF_ENDINGS
    elif isinstance(value, Mapping):
        key = next((key for key in ("calls", "tool_calls") if value.get(key) is not None), None)
        if key is None:
            message = "a trace is a list of calls, or an object with `calls` or `tool_calls`"
            raise TraceError(message)
        entries = value[key]
        state = value.get("state") if key == "calls" else None
        cut_off = says_cut_off(value)
    else:
        entries = value
    if not isinstance(entries, (list, tuple)):
        message = f"the calls of a trace must be a list, not a {type(entries).__name__}"
        raise TraceError(message)
    calls: list[CallRecord] = []
    for index, entry in enumerate(entries):
        calls.extend(_read_entry(entry, f"entry {index}"))
        if len(calls) > MAX_CALLS:
            message = f"a trace of more than {MAX_CALLS} calls is not one telephone call"
            raise TraceError(message)
    return Trace(wall_clock_order(calls), state, cut_off)


def _read_entry(entry: object, place: str) -> list[CallRecord]:
    if isinstance(entry, CallRecord):
        return [_read_call(dict(entry), None, place)]
    if not isinstance(entry, Mapping):
        message = f"{place} of the trace must be an object with a `name`, not {describe(entry)}"
        raise TraceError(message)
    if "actual" not in entry:
        return [_read_call(entry, None, place)]
    actual = entry["actual"]
    if actual is None:
        return []
    members = [actual] if isinstance(actual, Mapping) else actual
    if not isinstance(members, (list, tuple)):
        message = f"{place}: `actual` must be a call or a list of calls, not {describe(actual)}"
        raise TraceError(message)
    calls: list[CallRecord] = []
    for index, member in enumerate(members):
        where = f"{place}, actual {index}"
        if isinstance(member, CallRecord):
            calls.append(_read_call(dict(member), entry.get("name"), where))
        elif isinstance(member, Mapping):
            calls.append(_read_call(member, entry.get("name"), where))
        else:
            message = f"{where} must be an object, not {describe(member)}"
            raise TraceError(message)
    return calls


def _read_call(entry: Mapping[object, object], group: object, place: str) -> CallRecord:
    """Read one call. Only the name may come from its group; arguments are never filled in."""
    name = entry.get("name")
    name = group if name is None else name
    if not isinstance(name, str) or not name.strip() or not is_encodable(name):
        message = f"{place} of the trace needs a `name` that is readable text"
        raise TraceError(message)
    place = f"{place} ({describe(name)})"
    unread = find_unread(entry, _FIELDS)
    if unread is not None:
        message = f"{place}: {unread}"
        raise TraceError(message)
    output = _read_output(entry.get("output"), place)
    try:
        arguments = take_arguments(entry)
    except ValueError as error:
        message = f"{place}: {error}"
        raise TraceError(message) from None
    ok = _read_ok(entry.get("ok"), output.get("ok"), place)
    error_code = _read_error_code(entry.get("error_code"), output.get("error_code"), place)
    return CallRecord(
        name=name.strip(),
        parameters=arguments,
        # A code of an error says what became of the call where nothing else does.
        ok=False if ok is None and not is_blank(error_code) else ok,
        error_code=error_code,
        start_offset_ms=_read_offset(entry.get("start_offset_ms"), place),
        agent=_read_text(entry.get("agent"), "agent", place),
    )


def _read_output(output: object, place: str) -> Mapping[object, object]:
    """Return the recorded outcome; spoken text, lists and numbers record neither ok nor code."""
    text = strip_unseen(output) if isinstance(output, str) else ""
    if text.startswith("{"):
        try:
            output = load_json(text)
        except JsonRefused as error:
            message = f"{place}: `output` is not readable as JSON: {error}"
            raise TraceError(message) from None
    return output if isinstance(output, Mapping) else {}


def _read_ok(outer: object, inner: object, place: str) -> bool | None:
    for ok in (outer, inner):
        if ok is not None and not isinstance(ok, bool):
            message = f"{place}: `ok` must be true or false, not {describe(ok)}"
            raise TraceError(message)
    if outer is not None and inner is not None and outer != inner:
        message = f"{place}: `ok` and `output.ok` contradict each other"
        raise TraceError(message)
    return bool(outer if inner is None else inner) if (outer, inner) != (None, None) else None


def _read_error_code(outer: object, inner: object, place: str) -> str | None:
    codes = {
        code
        for code in (_read_text(outer, "error_code", place), _read_text(inner, "error_code", place))
        if code
    }
    if len(codes) > 1:
        message = f"{place}: `error_code` and `output.error_code` contradict each other"
        raise TraceError(message)
    return codes.pop() if codes else None


def _read_text(value: object, field: str, place: str) -> str | None:
    if value is None or (isinstance(value, str) and is_encodable(value)):
        return value
    message = f"{place}: `{field}` must be readable text, not {describe(value)}"
    raise TraceError(message)


def _read_offset(value: object, place: str) -> float | None:
    if value is None:
        return None
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, float))
        or not -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER
    ):
        message = (
            f"{place}: `start_offset_ms` must be a finite number of milliseconds, "
            f"not {describe(value)}"
        )
        raise TraceError(message)
    return float(value)
