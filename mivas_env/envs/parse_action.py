"""One parser for whatever a policy emits, for training and evaluation alike (ENV section 3)."""

import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from mivas_env.schema.action import (
    MAX_ARGUMENT_CHARACTERS,
    MAX_ARGUMENT_DEPTH,
    MAX_NAME_CHARACTERS,
    NAMELESS,
    Action,
    ToolCall,
    read_arguments,
    read_name,
)
from mivas_env.schema.strict_json import JsonRefused, canonical_json, load_json
from mivas_env.schema.text import normalise, strip_unseen

MAX_ACTION_CHARACTERS = MAX_ARGUMENT_CHARACTERS
MAX_CALLS_PER_MESSAGE = 64
_RAW_KEPT = 2_000
_MAPPINGS = (dict, Mapping)  # dict first: an abstract class takes far longer to ask
_MAX_DEPTH = MAX_ARGUMENT_DEPTH
_OTHER_ROLES = ("user", "tool", "system", "developer", "function")
"""Whose messages a chat holds beside the agent's."""

_THOUGHT_TAG = re.compile(r"<(/?)think>", re.IGNORECASE)
_CALL_OPENER = "<tool_call>"
_CALL_CLOSER = "</tool_call>"
_FENCE = "```"
_FENCE_OPENER = re.compile(r"```[\w+-]*\s*")
_OBJECT_OR_LIST = re.compile(r"\{|\[\s*\{")


class _UnreadableError(Exception):
    """Why an action could not be read; becomes the sentence of MALFORMED_ACTION."""


def parse_action(action: object) -> Action:
    """Read an action in any accepted form; never raises.

    Accepted: `{"say": text}`, `{"tool": name, "arguments": {…}}` (mappings, pydantic objects or
    JSON text), an OpenAI-style tool call or whole assistant message, a list of tool calls, text
    with `<tool_call>{…}</tool_call>` blocks, and plain text, which is speech. A call's name may
    stand under `name`, its arguments under `parameters`; a code fence around the whole text is
    taken off where it holds JSON. The content of a message is read as text is; an assistant message
    without any is silence, and a message of another role is malformed. What stands inside
    `<think>…</think>` is neither spoken nor parsed. Text that starts with `{`, fenced or not, or
    holds `<tool_call>` but yields no action is malformed and never spoken.
    """
    try:
        return _parse(action)
    except _UnreadableError as error:
        return Action(malformed=str(error), raw=_keep_raw(action))
    except RecursionError:
        return Action(malformed="The action is nested too deeply.", raw=_keep_raw(action))
    except Exception:  # noqa: BLE001  (whatever a policy's own object raises is its mistake)
        return Action(malformed="The action cannot be read.", raw=_keep_raw(action))


def has_form(action: object) -> bool:
    """Say whether an action has a form that `parse_action` reads, however long its texts are.

    What stands inside of a text, and what a call's arguments hold, is not looked at.
    """
    try:
        return _has_form(action)
    except Exception:  # noqa: BLE001  (whatever a policy's own object raises is its mistake)
        return False


def _has_form(action: object) -> bool:
    if isinstance(action, str):
        return len(action) <= MAX_ACTION_CHARACTERS
    if isinstance(action, (list, tuple)):
        return _are_calls(action)
    fields = _fields_of(action)
    if fields is None or fields.get("role") in _OTHER_ROLES:
        return False
    if fields.get("tool_calls"):
        return _are_calls(fields["tool_calls"]) and _texts_of(fields.get("content")) is not None
    if _is_call(fields):
        return _has_name(fields) and _texts_of(fields.get("say")) is not None
    if "say" in fields:
        return _texts_of(fields["say"]) is not None
    return _is_message(fields) and _texts_of(fields.get("content")) is not None


def _are_calls(calls: object) -> bool:
    if not isinstance(calls, (list, tuple)) or len(calls) > MAX_CALLS_PER_MESSAGE:
        return False
    return all(_has_name(_fields_of(call)) for call in calls)


def _has_name(call: Mapping[str, Any] | None) -> bool:
    if call is None:
        return False
    fields = _function_of(call)
    name = fields.get("tool", fields.get("name"))
    return isinstance(name, str) and read_name(name[:MAX_NAME_CHARACTERS]) is not None


def _fields_of(action: object) -> Mapping[str, Any] | None:
    """Return what a mapping or a pydantic object holds, not copied; None for anything else."""
    if isinstance(action, BaseModel):
        return {key: value for key, value in action if value is not None}
    return action if isinstance(action, _MAPPINGS) else None


def _parse(action: object) -> Action:
    if isinstance(action, str):
        return _parse_text(str(action))
    if not isinstance(action, dict) and isinstance(action, BaseModel):
        action = action.model_dump(exclude_none=True)
    if isinstance(action, _MAPPINGS):
        return _parse_mapping(action)
    if isinstance(action, (list, tuple)):
        return _message("", action)
    message = "An action is text, a mapping with `say` or `tool`, or an assistant message."
    raise _UnreadableError(message)


def _parse_text(text: str) -> Action:
    if len(text) > MAX_ACTION_CHARACTERS:
        message = f"An action holds at most {MAX_ACTION_CHARACTERS} characters."
        raise _UnreadableError(message)
    if "<" in text and (whole := _read_object(text)) is not None:
        return _parse_mapping(whole)
    spoken = without_thoughts(text)
    stripped = strip_unseen(spoken)
    bare = _unfence(stripped)
    if bare.startswith("{"):
        return _parse_mapping(_read_json(bare))
    if _CALL_OPENER in bare:
        words, blocks = _split_blocks(bare)
        return _message(words, [_read_json(_unfence(strip_unseen(block))) for block in blocks])
    if _OBJECT_OR_LIST.match(bare):
        try:
            return _message("", load_json(bare, max_depth=_MAX_DEPTH))
        except JsonRefused as error:
            if bare != stripped:
                raise _unreadable(error) from None
    return Action(say=normalise(spoken))


def _unfence(text: str) -> str:
    """Return what a code fence around the whole text holds, where that is JSON or a call.

    The closing fence may be missing, since servers are told to stop there. Prose with a fence in it
    is returned as it is.
    """
    opener = _FENCE_OPENER.match(text)
    if opener is None:
        return text
    inner = strip_unseen(text[opener.end() :])
    if not (_OBJECT_OR_LIST.match(inner) or inner.startswith(_CALL_OPENER)):
        return text
    inner = strip_unseen(inner.removesuffix(_FENCE))
    if _FENCE in inner:  # inside a string of the JSON, or a second fence
        try:
            load_json(inner, max_depth=_MAX_DEPTH)
        except JsonRefused:
            return text
    return inner


def written_answer(text: str) -> str:
    """Return a written answer without its thinking; what is one JSON object whole stays as it is.

    Inside such an object the tags of a thought are quoted, and nobody's thought.
    """
    return text if _read_object(text) is not None else without_thoughts(text)


def without_thoughts(text: str) -> str:
    """Drop thinking: closed blocks, an unclosed rest, and a start whose opener a template holds."""
    if "<" not in text:
        return text
    kept: list[str] = []
    depth = position = 0
    for tag in _THOUGHT_TAG.finditer(text):
        if depth == 0:
            kept.append(text[position : tag.start()])
        if not tag[1]:
            depth += 1
        elif depth == 0:
            kept.clear()
        else:
            depth -= 1
        position = tag.end()
    if depth == 0:
        kept.append(text[position:])
    return " ".join(kept)


def _split_blocks(text: str) -> tuple[str, list[str]]:
    """Return what stands around the `<tool_call>` blocks, and what stands in each of them."""
    words: list[str] = []
    blocks: list[str] = []
    position = 0
    while (start := text.find(_CALL_OPENER, position)) >= 0:
        end = text.find(_CALL_CLOSER, start)
        if end < 0:
            message = "A <tool_call> block is not closed by </tool_call>."
            raise _UnreadableError(message)
        words.append(text[position:start])
        blocks.append(text[start + len(_CALL_OPENER) : end])
        position = end + len(_CALL_CLOSER)
    words.append(text[position:])
    return " ".join(words), blocks


def _read_object(text: str) -> object:
    """Return the JSON object that the whole text is, None where it is none."""
    text = strip_unseen(text)
    if not text.startswith("{"):
        return None
    try:
        return load_json(text, max_depth=_MAX_DEPTH)
    except JsonRefused:
        return None


def _read_json(text: str) -> object:
    try:
        return load_json(text, max_depth=_MAX_DEPTH)
    except JsonRefused as error:
        raise _unreadable(error) from None


def _unreadable(error: JsonRefused) -> _UnreadableError:
    return _UnreadableError(f"The action is not readable: {error}.")


def _parse_mapping(action: object) -> Action:
    if not isinstance(action, _MAPPINGS):
        message = "A JSON action is one object."
        raise _UnreadableError(message)
    if action.get("role") in _OTHER_ROLES:
        message = f"A message of the role `{action['role']}` is not the agent's own."
        raise _UnreadableError(message)
    if action.get("tool_calls"):
        return _message(_beside_calls(action.get("content")), action["tool_calls"])
    if _is_call(action):
        return _message(action.get("say"), [action])
    if "say" in action:
        return _message(action["say"], [])
    if _is_message(action):
        return _parse_text(_words(action.get("content")))
    message = "An action needs `say` with text, or `tool` with a name."
    raise _UnreadableError(message)


def _is_call(action: Mapping[str, object]) -> bool:
    named = "name" in action and ("arguments" in action or "parameters" in action)
    return named or "tool" in action or "function" in action


def _is_message(action: Mapping[str, object]) -> bool:
    """Say whether this is an assistant message; clients leave content that is None out."""
    return "content" in action or action.get("role") == "assistant"


def _message(words: object, calls: object) -> Action:
    if not isinstance(calls, (list, tuple)):
        message = "`tool_calls` must be a list."
        raise _UnreadableError(message)
    if len(calls) > MAX_CALLS_PER_MESSAGE:
        message = f"One message holds at most {MAX_CALLS_PER_MESSAGE} tool calls."
        raise _UnreadableError(message)
    parsed = tuple(_parse_call(call) for call in calls)
    spoken = _words(words)
    if parsed and _CALL_OPENER in spoken:
        spoken = ""
    elif _CALL_OPENER in spoken:
        return _parse_text(spoken)
    return Action(say=normalise(without_thoughts(spoken)), calls=parsed)


def _beside_calls(content: object) -> str:
    """Return what a message says beside its tool calls: JSON in its text is not for the ear."""
    words = _words(content)
    return "" if _OBJECT_OR_LIST.match(_unfence(strip_unseen(without_thoughts(words)))) else words


def _words(content: object) -> str:
    """Return the text of `say` or of a message's content, which may come in parts."""
    words = words_of(content)
    if words is None:
        message = "What is said must be text."
        raise _UnreadableError(message)
    return words[:MAX_ACTION_CHARACTERS]


def words_of(content: object) -> str | None:
    """Return a message's content as one text, its parts joined; None where it is no text."""
    texts = _texts_of(content)
    return None if texts is None else " ".join(texts)


def _texts_of(content: object) -> list[str] | None:
    """Return the texts of some content, none where it is None; None where it is no text."""
    if content is None:
        return []
    if isinstance(content, str):
        return [content]
    if not isinstance(content, (list, tuple)):
        return None
    parts = [_fields_of(part) for part in content]
    texts = [None if part is None else _text_of(part) for part in parts]
    return None if None in texts else [text for text in texts if text]


def _text_of(part: Mapping[str, Any]) -> str | None:
    """Return a part's text, blank for a picture or the like; None where its text is none."""
    text = part.get("text") if part.get("type", "text") == "text" else ""
    return text if isinstance(text, str) else None


def _parse_call(call: object) -> ToolCall:
    if not isinstance(call, dict) and isinstance(call, BaseModel):
        call = call.model_dump(exclude_none=True)
    if not isinstance(call, _MAPPINGS):
        message = "A tool call is one object with a name and arguments."
        raise _UnreadableError(message)
    call = _function_of(call)
    name = read_name(call.get("tool", call.get("name")))
    if name is None:
        raise _UnreadableError(NAMELESS)
    return ToolCall(name, _arguments_of(call))


def _function_of(call: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return where the name and arguments of a call stand: under `function`, or in itself."""
    function = _fields_of(call.get("function"))
    return call if function is None else function


def _arguments_of(call: Mapping[str, object]) -> dict[str, object] | None:
    """Return what stands under `arguments`, or under `parameters`, as some models write it."""
    arguments, parameters = call.get("arguments"), call.get("parameters")
    if arguments is None or parameters is None:
        return read_arguments(parameters if arguments is None else arguments)
    read, other = read_arguments(arguments), read_arguments(parameters)
    if read is None or other is None or canonical_json(read) != canonical_json(other):
        message = "A tool call has `arguments` and `parameters` that differ; write one of them."
        raise _UnreadableError(message)
    return read


def _keep_raw(action: Any) -> str:  # noqa: ANN401  (anything a policy may emit)
    text = action if isinstance(action, str) else type(action).__name__
    return text[:_RAW_KEPT].encode("utf-8", "replace").decode("utf-8")
