"""What the agent does in one step, after parsing: words, tool calls, or something unreadable."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mivas_env.schema.strict_json import JsonRefused, load_json
from mivas_env.schema.text import normalise

MAX_ARGUMENT_CHARACTERS = 262_144
"""Longest JSON text of one call's arguments."""
MAX_ARGUMENT_DEPTH = 16
"""Deepest nesting of one call's arguments."""
MAX_ARGUMENTS = 1_000
"""Most arguments of one call, those that no tool declares included."""
MAX_NAME_CHARACTERS = 200
"""Longest name of a tool that is kept whole."""
NAMELESS = "A tool call needs the tool's name."
"""What is answered where `read_name` finds none."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One requested call. `arguments` is None when what was sent is not an object."""

    name: str
    arguments: dict[str, object] | None = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Action:
    """One agent message, which is one step however many calls it holds (ENV section 3).

    `say` is empty for silence. `malformed` is the sentence that explains why nothing could be
    read; then there are neither words nor calls. `raw` is the text as it came, for the record.
    """

    say: str = ""
    calls: tuple[ToolCall, ...] = ()
    malformed: str | None = None
    raw: str = ""


def read_name(given: object) -> str | None:
    """Return a tool's name without what nobody can see in it, cut; None where nothing is left."""
    name = normalise(given)[:MAX_NAME_CHARACTERS].strip() if isinstance(given, str) else ""
    return name or None


def read_arguments(given: object) -> dict[str, object] | None:
    """Return a call's arguments as an object, from a mapping or from JSON text.

    Nothing and blank text are no arguments. None for what is not an object, or too large a one:
    such a call is refused when it is made, never raised.
    """
    if given is None:
        return {}
    if isinstance(given, str):
        given = _read_text(given)
    elif isinstance(given, Mapping) and len(given) <= MAX_ARGUMENTS:
        try:
            given = copy_arguments(given)
        except Exception:  # noqa: BLE001  (what cannot be copied is no JSON either)
            return None
    if not isinstance(given, dict) or len(given) > MAX_ARGUMENTS:
        return None
    return given if all(isinstance(key, str) for key in given) else None


def _read_text(text: str) -> object:
    if not text.strip():
        return {}
    if len(text) > MAX_ARGUMENT_CHARACTERS:
        return None
    try:
        return load_json(text, max_depth=MAX_ARGUMENT_DEPTH)
    except JsonRefused:
        return None


def copy_arguments(given: Mapping[str, object]) -> dict[str, Any]:
    """Return arguments that stay what they are when the lists and objects given are changed."""
    return {
        key: copy.deepcopy(value) if isinstance(value, _NESTED) else value
        for key, value in given.items()
    }


_NESTED = (dict, list, tuple)
