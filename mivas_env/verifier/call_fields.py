"""The fields of a call as others write them: which hold its arguments, and which nobody reads."""

from collections.abc import Iterable, Mapping

from mivas_env.schema.json_values import describe, find_flaw
from mivas_env.schema.strict_json import JsonRefused, load_json
from mivas_env.schema.text import is_blank, keep_alphanumerics, strip_unseen

ARGUMENT_KEYS = ("parameters", "arguments", "args", "params", "input")
"""Spellings of the arguments; a call has one of them."""


def take_arguments(entry: Mapping[object, object]) -> dict[str, object]:
    """Return the arguments of a call under whichever key they stand, empty where none are given.

    Raises:
        ValueError: the phrase says what is wrong, to follow the place of the call.
    """
    given = [key for key in ARGUMENT_KEYS if not is_blank(entry.get(key))]
    if len(given) > 1:
        message = f"keep one of {', '.join(given)}; they mean the same"
        raise ValueError(message)
    if not given:
        return {}
    try:
        return _read_arguments(entry[given[0]])
    except ValueError as error:
        message = f"`{given[0]}` {error}"
        raise ValueError(message) from None


def _read_arguments(value: object) -> dict[str, object]:
    """Read an object or its JSON text; the phrase of an error follows the name of the field."""
    if isinstance(value, str):
        try:
            value = load_json(value)
        except JsonRefused as error:
            message = f"is text that is not readable as JSON: {error}"
            raise ValueError(message) from None
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        message = f"must be an object, not {describe(value)}"
        raise ValueError(message)  # noqa: TRY004  (the callers turn it into their own error)
    plain = dict(value)
    flaw = find_flaw(plain)
    if flaw is not None:
        message = f"holds {flaw}"
        raise ValueError(message)
    return plain


def find_unread(entry: Mapping[object, object], known: Iterable[str]) -> str | None:
    """Return what is wrong with a field that would be lost in silence, None when there is none.

    That is a field which is a known one spelled otherwise, and an object under any other key: it
    may be the arguments, without which a call counts for its name alone, or the outcome.
    """
    by_letters = {keep_alphanumerics(key): key for key in known}
    for key, value in entry.items():
        if key in by_letters.values() or is_blank(value):
            continue
        meant = by_letters.get(keep_alphanumerics(key)) if isinstance(key, str) else None
        if meant is not None:
            return f"write `{meant}` instead of {describe(key)}"
        if isinstance(value, Mapping) or (
            isinstance(value, str) and strip_unseen(value).startswith("{")
        ):
            return (
                f"nobody reads the object under {describe(key)}; put arguments under `parameters`, "
                "an outcome under `output`, and leave out the rest"
            )
    return None
