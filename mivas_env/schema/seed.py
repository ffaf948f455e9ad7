"""What a seed may be: one rule and one sentence, wherever a call takes one."""

import operator
from typing import SupportsIndex, cast

from mivas_env.errors import ConfigError
from mivas_env.schema.strict_json import MAX_SAFE_INTEGER

_SHOWN = 40


def check_seed(seed: object) -> int:
    """Return a seed as a plain whole number; numpy's integers count as what they are.

    The upper bound is that of the records, which hold the seed as a JSON number.

    Raises:
        ConfigError: not a whole number from 0 to 2^53; truth values are none.
    """
    number = -1
    if not isinstance(seed, bool) and hasattr(seed, "__index__"):
        try:
            number = operator.index(cast("SupportsIndex", seed))
        except TypeError:  # an array of several numbers has an __index__ that refuses
            number = -1
    if not 0 <= number <= MAX_SAFE_INTEGER:
        message = f"seed={_show(seed)} must be a whole number from 0 to 2^53"
        raise ConfigError(message)
    return number


def _show(seed: object) -> str:
    try:
        shown = repr(seed)
    except ValueError:  # Python writes no number of thousands of digits
        return "(a number of thousands of digits)"
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
