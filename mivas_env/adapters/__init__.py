"""One file per training or evaluation framework, each behind an extra of its own.

No adapter imports another, and none imports its framework before it is used: the frameworks' pins
conflict, so at most one of them is installed next to this package.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from mivas_env.errors import ConfigError
from mivas_env.registry import suggest
from mivas_env.schema.json_values import describe


def import_extra(module: str, extra: str) -> Any:  # noqa: ANN401  (a framework's own module)
    """Import a framework's module when it is first needed.

    Args:
        module: import path, e.g. "datasets".
        extra: the extra of this package that brings it, e.g. "trl".

    Raises:
        ConfigError: it is not installed; one sentence names the extra.
    """
    try:
        return import_module(module)
    except ImportError:
        message = (
            f"{module} is not installed; it comes with the extra `{extra}`: "
            f"pip install 'mivas-env[{extra}]'"
        )
        raise ConfigError(message) from None


def read_settings(given: object, known: Sequence[str]) -> dict[str, Any]:
    """Return the settings that a data set's row gives; those that are None are left out.

    Raises:
        ConfigError: no mapping, or a name that is not known; the sentence names the nearest.
    """
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        message = f"settings must be a mapping, such as {{'discount': 0.5}}, not {describe(given)}"
        raise ConfigError(message)
    for name in given:
        if name not in known:
            near = suggest(str(name), known)
            near = near if near.startswith("did") else f"there are: {', '.join(known)}"
            message = f"a call has no setting {name!r}; {near}"
            raise ConfigError(message)
    return {name: value for name, value in given.items() if value is not None}
