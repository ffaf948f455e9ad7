"""The one JSON reader and writer: no NaN, no duplicate keys, no surprises (PROOF S5, S6)."""

import json
from collections.abc import Callable

MAX_DEPTH = 16
MAX_SAFE_INTEGER = 2**53


class JsonRefused(ValueError):  # noqa: N818  (a reason, not a failure of the program)
    """The text is JSON-like but holds something that no tool argument or trace may hold."""


def _refuse_constant(name: str) -> object:
    message = f"{name} is not a JSON value"
    raise JsonRefused(message)


def _unique_pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        message = "an object holds the same key twice"
        raise JsonRefused(message)
    return found


def _read_int(text: str) -> int:
    if len(text) > 17 or abs(number := int(text)) > MAX_SAFE_INTEGER:  # noqa: PLR2004
        message = "an integer lies outside ±2^53"
        raise JsonRefused(message)
    return number


def _read_float(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        message = "a number is too large"
        raise JsonRefused(message)
    return number


def _check_depth(text: str, limit: int) -> None:
    depth = 0
    in_string = escaped = False
    for char in text:
        if in_string:
            if escaped:
                escaped = False
            elif char == "\\":
                escaped = True
            elif char == '"':
                in_string = False
        elif char == '"':
            in_string = True
        elif char in "{[":
            depth += 1
            if depth > limit:
                message = f"nested deeper than {limit} levels"
                raise JsonRefused(message)
        elif char in "}]":
            depth -= 1


_decoder = json.JSONDecoder(
    parse_constant=_refuse_constant,
    object_pairs_hook=_unique_pairs,
    parse_int=_read_int,
    parse_float=_read_float,
)

# For readers that look at the shape only: every number is let through, as a float.
_any_number_decoder = json.JSONDecoder(
    parse_constant=_refuse_constant,
    object_pairs_hook=_unique_pairs,
    parse_int=float,
    parse_float=float,
)


def load_json(text: str, *, max_depth: int = MAX_DEPTH, any_number: bool = False) -> object:
    """Read one JSON value.

    With `any_number`, numbers of every size are let through and all of them come back as floats
    (infinite where too large): for gates that report a number as a wrong type, not as bad JSON.

    Raises:
        JsonRefused: not JSON, NaN or infinities, duplicate keys, integers beyond ±2^53, lone
            surrogates, or nesting beyond `max_depth`.
    """
    # More openers than the limit is rare; only then is the exact depth worth counting.
    if text.count("{") + text.count("[") > max_depth:
        _check_depth(text, max_depth)
    try:
        decoder = _any_number_decoder if any_number else _decoder
        value: object = decoder.decode(text)
        if "\\u" in text or not text.isascii():
            json.dumps(value, ensure_ascii=False, allow_nan=any_number).encode("utf-8")
    except UnicodeEncodeError:
        message = "a string holds half of a surrogate pair"
        raise JsonRefused(message) from None
    except (json.JSONDecodeError, RecursionError) as error:
        message = f"not JSON: {error}"
        raise JsonRefused(message) from None
    return value


_compact: Callable[[object], str] = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":")
).encode
_sorted: Callable[[object], str] = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True
).encode


def dump_json(value: object, *, max_depth: int | None = None) -> str:
    """Write a value as compact JSON in its own key order; refuses NaN (ValueError).

    Raises:
        JsonRefused: nesting beyond `max_depth`, where one is given: without it, how deep is too
            deep depends on the Python.
    """
    if max_depth is None:
        return _compact(value)
    try:
        text = _compact(value)
    except RecursionError:
        message = f"nested deeper than {max_depth} levels"
        raise JsonRefused(message) from None
    if text.count("{") + text.count("[") > max_depth:
        _check_depth(text, max_depth)
    return text


def canonical_json(value: object) -> str:
    """Write a value as compact JSON with sorted keys: one text per value."""
    return _sorted(value)
