"""What a seed may be: one rule and one sentence, wherever a call takes one."""

from mivas_env.errors import ConfigError
from mivas_env.schema.strict_json import MAX_SAFE_INTEGER
from mivas_env.schema.whole_numbers import read_whole_number, show_number


def check_seed(seed: object) -> int:
    """Return a seed as a plain whole number; numpy's integers count as what they are.

    The upper bound is that of the records, which hold the seed as a JSON number.

    Raises:
        ConfigError: not a whole number from 0 to 2^53; truth values are none.
    """
    number = read_whole_number(seed)
    if number is None or not 0 <= number <= MAX_SAFE_INTEGER:
        message = f"seed={show_number(seed)} must be a whole number from 0 to 2^53"
        raise ConfigError(message)
    return number


def check_seed_list(seeds: object) -> list[int]:
    """Return the seeds of a data set as plain whole numbers.

    Raises:
        ConfigError: no list of seeds, or one of them is none.
    """
    if isinstance(seeds, (str, bytes)) or not hasattr(seeds, "__iter__"):
        message = f"seeds={show_number(seeds)} must be a list of seeds, such as range(4)"
        raise ConfigError(message)
    return [check_seed(seed) for seed in seeds]
