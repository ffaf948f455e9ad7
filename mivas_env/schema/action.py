"""What the agent does in one step, after parsing: words, tool calls, or something unreadable."""

from collections.abc import Mapping
from dataclasses import dataclass, field

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
    if isinstance(given, Mapping) and all(isinstance(key, str) for key in given):
        return {str(key): value for key, value in given.items()}
    return None
