"""What the agent does in one step, after parsing: words, tool calls, or something unreadable."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mivas_env.schema.strict_json import JsonRefused, load_json

MAX_ARGUMENT_CHARACTERS = 262_144
"""Longest JSON text of one call's arguments."""
MAX_ARGUMENT_DEPTH = 16
"""Deepest nesting of one call's arguments."""


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


def read_arguments(given: object) -> dict[str, object] | None:
    """Return a call's arguments as an object, from a mapping or from JSON text.

    Nothing and blank text are no arguments. None for what is not an object: such a call is refused
    when it is made, never raised.
    """
    if given is None:
        return {}
    if isinstance(given, str):
        if not given.strip():
            return {}
        if len(given) > MAX_ARGUMENT_CHARACTERS:
            return None
        try:
            given = load_json(given, max_depth=MAX_ARGUMENT_DEPTH)
        except JsonRefused:
            return None
        return given if isinstance(given, dict) else None
    if isinstance(given, Mapping) and all(isinstance(key, str) for key in given):
        try:
            return copy_arguments(given)
        except Exception:  # noqa: BLE001  (what cannot be copied is no JSON either)
            return None
    return None


def copy_arguments(given: Mapping[str, object]) -> dict[str, Any]:
    """Return arguments that stay what they are when the lists and objects given are changed."""
    return {
        str(key): copy.deepcopy(value) if isinstance(value, _NESTED) else value
        for key, value in given.items()
    }


_NESTED = (dict, list, tuple)
