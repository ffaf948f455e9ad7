"""The record of one call: events in order, the chat so far, what the agent has not seen yet."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from mivas_env.schema.action import MAX_ARGUMENT_CHARACTERS, Action, copy_arguments
from mivas_env.schema.strict_json import MAX_DEPTH, dump_json
from mivas_env.schema.text import is_blank
from mivas_env.schema.trajectory import CallRecord, Event

MS_PER_WORD = 400
"""How long a spoken word takes on the virtual clock, in milliseconds (ENV section 10)."""
MS_PER_TOOL_CALL = 300
"""How long a tool call takes on the virtual clock, in milliseconds."""

_UNNAMEABLE = re.compile(r"[^a-zA-Z0-9_-]")
_NAME_LENGTH = 64
"""Servers refuse a chat that holds other names, so one that no tool has is spelt anew in it."""

Source = Literal["caller", "tool", "system"]
_Kind = Literal["agent", "caller", "tool", "system"]
_Line = tuple[_Kind, int, str, int, str, int | None]
"""What an `Event` holds, in its order. Few calls are ever looked at, so events are made late."""
_Request = tuple[str, str, dict[str, Any] | None]
"""The id, name and arguments of a tool call, which the chat spells out late as well."""


@dataclass(slots=True)
class Recorder:
    """Keeps events, chat messages and the virtual clock of one call.

    `clock_ms` is milliseconds since the call was answered.
    """

    clock_ms: int = 0
    step: int = 0
    _chat: list[dict[str, Any] | tuple[str, list[_Request]]] = field(default_factory=list)
    _messages: list[dict[str, Any]] = field(default_factory=list)
    _lines: list[_Line] = field(default_factory=list)
    _events: list[Event] = field(default_factory=list)
    _unseen: list[str] = field(default_factory=list)
    _source: Source = "system"
    _call_ids: int = 0

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything recorded so far, in order; made of the noted lines when asked for."""
        for kind, step, desk, at_ms, content, call in self._lines[len(self._events) :]:
            self._events.append(
                Event.model_construct(
                    kind=kind, step=step, desk=desk, at_ms=at_ms, content=content, call=call
                )
            )
        return tuple(self._events)

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The chat in OpenAI form without the system prompt; do not change it.

        Entries are never changed once added. A silent step adds none of the agent's.
        """
        for noted in self._chat[len(self._messages) :]:
            self._messages.append(noted if isinstance(noted, dict) else _call_message(*noted))
        return self._messages

    def _add_event(self, kind: _Kind, desk: str, content: str, call: int | None = None) -> None:
        self._lines.append((kind, self.step, desk, self.clock_ms, content, call))

    def _show(self, source: Source, content: str) -> None:
        self._unseen.append(content)
        self._source = source

    def _advance_by_words(self, text: str) -> None:
        self.clock_ms += MS_PER_WORD * len(text.split())

    def agent_message(self, action: Action) -> list[str]:
        """Add the agent's message to the chat; return the ids given to its tool calls.

        Silence is no message: servers refuse one with neither content nor tool calls.
        """
        if action.malformed is not None:
            if not is_blank(action.raw):
                self._chat.append({"role": "assistant", "content": action.raw})
            return []
        if not action.say and not action.calls:
            return []
        ids = [f"call_{self._call_ids + k}" for k in range(1, len(action.calls) + 1)]
        self._call_ids += len(ids)
        if not ids:
            self._chat.append({"role": "assistant", "content": action.say})
            return ids
        named = zip(ids, action.calls, strict=True)
        requests = [(call_id, call.name, _keep(call.arguments)) for call_id, call in named]
        self._chat.append((action.say, requests))
        return ids

    def greeting(self, text: str, desk: str) -> None:
        """The agent's fixed first line."""
        self._chat.append({"role": "assistant", "content": text})
        self._add_event("agent", desk, text)
        self._advance_by_words(text)

    def agent_speech(self, text: str, desk: str) -> None:
        """Words of the agent, heard on the line."""
        self._add_event("agent", desk, text)
        self._advance_by_words(text)

    def caller_speech(self, text: str, desk: str) -> None:
        """Words of the caller."""
        self._add_event("caller", desk, text)
        self._advance_by_words(text)
        self._chat.append({"role": "user", "content": text})
        self._show("caller", text)

    def tool_answer(self, call_id: str, content: str, desk: str, call_index: int) -> None:
        """The answer to one tool call, as the agent sees it."""
        self._add_event("tool", desk, content, call_index)
        self.clock_ms += MS_PER_TOOL_CALL
        self._chat.append({"role": "tool", "tool_call_id": call_id, "content": content})
        self._show("tool", content)

    def refused_call(self, call_id: str, content: str, desk: str) -> None:
        """The answer to a call that the frame refused before any tool ran."""
        self._add_event("system", desk, content)
        self._chat.append({"role": "tool", "tool_call_id": call_id, "content": content})
        self._show("tool", content)

    def notice(self, content: str, desk: str) -> None:
        """A notice of the frame, such as an unreadable action."""
        self._add_event("system", desk, content)
        self._chat.append({"role": "user", "content": content})
        self._show("system", content)

    def take_unseen(self) -> tuple[Source, str]:
        """Return everything shown since the last call of this, joined in order, with the source."""
        content = "\n".join(self._unseen)
        source = self._source
        self._unseen.clear()
        self._source = "system"
        return source, content


def copy_message(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return a chat message that may be changed without changing the record."""
    fresh = dict(message)
    calls = fresh.get("tool_calls")
    if calls:
        fresh["tool_calls"] = [{**call, "function": dict(call["function"])} for call in calls]
    return fresh


def _keep(arguments: Mapping[str, object] | None) -> dict[str, Any] | None:
    """Return arguments as they are now; None where they are no JSON, as what cannot be copied."""
    try:
        return copy_arguments(arguments or {})
    except Exception:  # noqa: BLE001  (whatever an agent's own object raises is its mistake)
        return None


def _call_message(say: str, requests: list[_Request]) -> dict[str, Any]:
    calls = [
        {
            "id": call_id,
            "type": "function",
            "function": {
                "name": _UNNAMEABLE.sub("_", name)[:_NAME_LENGTH] or "_",
                "arguments": _spell(arguments),
            },
        }
        for call_id, name, arguments in requests
    ]
    return {"role": "assistant", "content": say, "tool_calls": calls}


def _spell(arguments: Mapping[str, object] | None) -> str:
    try:
        text = dump_json(arguments or {}, max_depth=MAX_DEPTH)
    except (ValueError, TypeError):
        return "{}"
    if len(text) > MAX_ARGUMENT_CHARACTERS:
        return "{}"
    return text.encode("utf-8", "replace").decode("utf-8")


def copy_call(call: CallRecord) -> CallRecord:
    """Return a call's record that stays what it is when the arguments of this one are changed."""
    return call.model_copy(update={"parameters": copy_arguments(call.parameters)})


def copy_state(state: Mapping[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """Return a dump, table -> rows, in fresh containers."""
    return {table: [dict(row) for row in rows] for table, rows in state.items()}
