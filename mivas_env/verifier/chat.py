"""The tool calls of an OpenAI-style chat, each with what was answered to it (VERIFIER rule 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mivas_env.errors import TraceError
from mivas_env.schema.json_values import describe
from mivas_env.schema.text import is_blank
from mivas_env.verifier.call_fields import ARGUMENT_KEYS

Entry = dict[str, object]

_CALLERS = frozenset({"user", "system", "developer"})
"""Roles of which every word is talk, whatever it holds."""
_OUTCOME = ("ok", "error_code", "output", "start_offset_ms", "agent")
_OTHER_FORMS = frozenset({"tool_use", "tool_result", "function_call", "function_call_output"})
"""Kinds of content in which other frameworks put calls and answers."""


def is_message(entry: object) -> bool:
    """Say whether an entry of a list is a message of a chat; a call may have a `role` as well."""
    if not isinstance(entry, Mapping) or "role" not in entry:
        return False
    if "name" in entry and any(key in entry for key in ARGUMENT_KEYS):
        return False
    return "content" in entry or "tool_calls" in entry


def read_chat(messages: Sequence[object]) -> list[object]:
    """Return the calls of a chat in order, in a form that `read_trace` takes.

    Only messages of the role `assistant` make calls. An answer belongs to the open call of its id;
    an answer or a call without an id goes by position, in the order of the message before.

    Raises:
        TraceError: an id that is open already, an answer to a call that has been answered or that
            nobody made, calls in another form, or an entry that is no message.
    """
    reading = _Reading()
    for place, message in enumerate(messages):
        role, made = _read_role(message, place)
        assert isinstance(message, Mapping)  # noqa: S101  (it has a role)
        if role == "assistant" and made:
            reading.take_calls(made, place)
        elif role == "tool":
            reading.take_answer(message, place)
    return reading.calls


def _read_role(message: object, place: int) -> tuple[str, object]:
    """Return a message's role and its calls; refuse what would be lost among messages."""
    where = f"message {place} of the chat"
    role = message.get("role") if isinstance(message, Mapping) else None
    if not isinstance(message, Mapping) or not isinstance(role, str):
        sentence = f"{where} needs a `role`, such as assistant, user or tool"
        raise TraceError(sentence)
    if "name" in message and not is_message(message):
        sentence = f"{where} is a call and no message; put it under `tool_calls` of an assistant"
        raise TraceError(sentence)
    content = message.get("content")
    parts = content if isinstance(content, (list, tuple)) else ()
    kinds = [part.get("type") for part in parts if isinstance(part, Mapping)]
    if (
        role == "function"
        or not is_blank(message.get("function_call"))
        or any(isinstance(kind, str) and kind in _OTHER_FORMS for kind in kinds)
    ):
        sentence = (
            f"{where} holds a call or an answer in a form that is not read; give calls as "
            "`tool_calls` of the role assistant and answers as messages of the role tool"
        )
        raise TraceError(sentence)
    made = message.get("tool_calls")
    if not is_blank(made) and role not in {"assistant", *_CALLERS}:
        sentence = f"{where}: only the role assistant makes calls, not {describe(role)}"
        raise TraceError(sentence)
    return role, made


@dataclass(frozen=True, slots=True)
class _OpenCall:
    """A call that waits for its answer: its id as text, and the place of the message it is in."""

    key: str | None
    message: int
    entry: Entry


@dataclass(slots=True)
class _Reading:
    """The calls so far, those that wait, the ids that need not, and who made calls last."""

    calls: list[object] = field(default_factory=list)
    waiting: list[_OpenCall] = field(default_factory=list)
    answered: set[str] = field(default_factory=set)
    latest: int = 0

    def take_calls(self, made: object, place: int) -> None:
        self.latest = place
        self.waiting = [call for call in self.waiting if call.key is not None]
        for each in made if isinstance(made, (list, tuple)) else [made]:
            key = _key_of(each.get("id")) if isinstance(each, Mapping) else None
            if key is not None and any(call.key == key for call in self.waiting):
                message = (
                    f"message {place} of the chat: the call id {describe(key)} is that of a call "
                    "which has no answer yet; give every call an id of its own"
                )
                raise TraceError(message)
            entry = _read_call(each, place)
            self.calls.append(entry)
            self.waiting.append(_OpenCall(key, place, entry))
            self.answered.discard(str(key))

    def take_answer(self, message: Mapping[object, object], place: int) -> None:
        key = _key_of(message.get("tool_call_id"))
        found = next((c for c in self.waiting if key is not None and c.key == key), None)
        if found is None and key in self.answered:
            sentence = f"message {place} of the chat answers the call {describe(key)} once more"
            raise TraceError(sentence)
        if found is None:
            by_place = (
                c for c in self.waiting if c.message == self.latest and None in (key, c.key)
            )
            found = next(by_place, None)
        if found is None:
            sentence = (
                f"message {place} of the chat answers "
                f"{'a call' if key is None else f'the call {describe(key)}'} which no message "
                "before it makes; give an answer the id of its call, or leave it out"
            )
            raise TraceError(sentence)
        self.waiting.remove(found)
        self.answered.add(str(found.key if key is None else key))
        found.entry.setdefault("output", _text_of(message.get("content")))


def _key_of(call_id: object) -> str | None:
    return None if call_id is None else str(call_id)


def _read_call(call: object, place: int) -> Entry:
    """Return a call as one entry: a `function` with what stands beside it of call and outcome."""
    if not isinstance(call, Mapping):
        return {"name": call}
    function = call.get("function")
    if not isinstance(function, Mapping):
        return {str(key): value for key, value in call.items()}
    entry: Entry = {key: call[key] for key in (*ARGUMENT_KEYS, *_OUTCOME) if key in call}
    for key, value in function.items():
        if key in entry and entry[key] != value:
            sentence = (
                f"message {place} of the chat has {describe(key)} inside a `function` and beside "
                "it; keep one"
            )
            raise TraceError(sentence)
        entry[str(key)] = value
    return entry


def _text_of(content: object) -> object:
    """Return a message's content; text that comes in parts as one text."""
    if isinstance(content, (list, tuple)) and all(isinstance(part, Mapping) for part in content):
        texts = [part.get("text") for part in content]
        if all(isinstance(text, str) for text in texts):
            return "".join(map(str, texts))
    return content
