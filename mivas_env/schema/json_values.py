"""What may stand inside a trace, a lockfile or a dump: plain JSON-like values (PROOF S5)."""

from collections.abc import Iterable

from mivas_env.schema.strict_json import MAX_DEPTH, MAX_SAFE_INTEGER

MAX_VALUES = 200_000
"""Values inside one value beyond which it is refused."""

_SHOWN = 60
_GLANCE = 100


def find_flaw(value: object, *, max_depth: int = MAX_DEPTH) -> str | None:
    """Return what makes a value unfit for JSON as a short phrase, None when it is fit.

    Fit are None, booleans, finite numbers within ±2^53 (floats of any size), text without halves
    of surrogate pairs, and lists, tuples and text-keyed dicts of these, `max_depth` levels at most.
    Iterative, so no nesting can exhaust the stack; a value that holds itself is too deep or too
    large.
    """
    if max_depth > 0 and isinstance(value, dict) and _is_plain(value):
        return None
    waiting: list[tuple[object, int]] = [(value, 0)]
    seen = 0
    while waiting:
        current, depth = waiting.pop()
        seen += 1
        if seen > MAX_VALUES:
            return f"more than {MAX_VALUES} values"
        if isinstance(current, dict):
            if not all(isinstance(key, str) for key in current):
                return "a key that is not text"
            children: Iterable[object] = (*current, *current.values())
        elif isinstance(current, (list, tuple)):
            children = current
        else:
            flaw = _find_scalar_flaw(current)
            if flaw is not None:
                return flaw
            continue
        if depth >= max_depth:
            return f"nesting deeper than {max_depth} levels"
        waiting.extend((child, depth + 1) for child in children)
    return None


def _is_plain(value: dict[object, object]) -> bool:
    """Say at a glance that a small dict of ASCII text and whole numbers is fit, as rows are."""
    return len(value) <= _GLANCE and all(
        type(key) is str
        and key.isascii()
        and (
            each is None
            or (type(each) is str and each.isascii())
            or (type(each) is int and -MAX_SAFE_INTEGER <= each <= MAX_SAFE_INTEGER)
        )
        for key, each in value.items()
    )


def _find_scalar_flaw(value: object) -> str | None:
    if value is None or isinstance(value, bool):
        return None
    if isinstance(value, str):
        return None if is_encodable(value) else "half of a surrogate pair"
    if isinstance(value, int):
        return None if abs(value) <= MAX_SAFE_INTEGER else "an integer beyond ±2^53"
    if isinstance(value, float):
        is_finite = value - value == 0.0
        return None if is_finite else "a number that is not finite (NaN or infinity)"
    return f"a value of type {type(value).__name__}"


def is_encodable(text: str) -> bool:
    """Say whether text holds no lone surrogate, so that it can be written as UTF-8."""
    if text.isascii():
        return True
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def printable(text: str) -> str:
    """Return text with each half of a surrogate pair written out, so that it can be printed."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def describe(value: object) -> str:
    """Return a value as a sentence shows it: at most 60 characters, whatever it holds."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > MAX_SAFE_INTEGER:
        return "a huge integer"
    if isinstance(value, (list, tuple, dict)):
        if find_flaw(value) is not None:
            return f"an unreadable {type(value).__name__}"
    elif not (value is None or isinstance(value, (str, bool, int, float))):
        return f"a {type(value).__name__}"
    # Only a head of long text is written out; ascii() keeps the sentence encodable.
    shown = ascii(value[: _SHOWN + 1]) if isinstance(value, str) else ascii(value)
    return shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"
