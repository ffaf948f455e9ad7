"""What a whole number may be given as, wherever a person or a program gives one."""

import operator
from typing import SupportsIndex, cast

from mivas_env.errors import ConfigError

_SHOWN = 40


def read_whole_number(given: object) -> int | None:
    """Return a whole number as a plain one; None for anything else.

    The integers of numpy and the like count as what they are, truth values and fractions do not.
    """
    if isinstance(given, bool) or not hasattr(given, "__index__"):
        return None
    try:
        return operator.index(cast("SupportsIndex", given))
    except TypeError:  # an array of several numbers has an __index__ that refuses
        return None


def check_count(name: str, given: object) -> int:
    """Return a count as a plain whole number.

    Raises:
        ConfigError: not a whole number of at least 1; `name` is what the sentence calls it.
    """
    number = read_whole_number(given)
    if number is None or number < 1:
        message = f"{name}={show_number(given)} must be a whole number of at least 1"
        raise ConfigError(message)
    return number


def show_number(given: object) -> str:
    """Return what was given for a number as a sentence shows it, whatever it is."""
    try:
        shown = repr(given)
    except ValueError:  # Python writes no number of thousands of digits
        return "(a number of thousands of digits)"
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
