"""The tool calls of an OpenAI-style chat, each with what was answered to it (VERIFIER rule 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mivas_env.errors import TraceError
from mivas_env.schema.json_values import describe

Entry = dict[str, object]


def read_chat(messages: Sequence[object]) -> list[object]:
    """Return the calls of a chat in order, in a form that `read_trace` takes.

    Only messages of the role `assistant` make calls. An answer belongs to the open call of its id;
    an answer or a call without an id goes by position, in the order of the message before.

    Raises:
        TraceError: an id that is open already, or an answer to a call that has been answered.
    """
    reading = _Reading()
    for place, message in enumerate(messages):
        if not isinstance(message, Mapping):
            continue
        if message.get("role") == "assistant" and message.get("tool_calls"):
            reading.take_calls(message["tool_calls"], place)
        elif message.get("role") == "tool":
            reading.take_answer(message, place)
    return reading.calls


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
            entry = _read_call(each)
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
        if found is not None:
            self.waiting.remove(found)
            self.answered.add(str(found.key if key is None else key))
            found.entry.setdefault("output", _text_of(message.get("content")))


def _key_of(call_id: object) -> str | None:
    return None if call_id is None else str(call_id)


def _read_call(call: object) -> Entry:
    if not isinstance(call, Mapping):
        return {"name": call}
    function = call.get("function")
    if isinstance(function, Mapping):
        return {"name": function.get("name"), "arguments": function.get("arguments")}
    return {str(key): value for key, value in call.items()}


def _text_of(content: object) -> object:
    """Return a message's content; text that comes in parts as one text."""
    if isinstance(content, (list, tuple)) and all(isinstance(part, Mapping) for part in content):
        texts = [part.get("text") for part in content]
        if all(isinstance(text, str) for text in texts):
            return "".join(map(str, texts))
    return content
