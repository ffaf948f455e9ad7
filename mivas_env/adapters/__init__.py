"""One file per training or evaluation framework, each behind an extra of its own.

No adapter imports another, and none imports its framework before it is used: the frameworks' pins
conflict, so at most one of them is installed next to this package.
"""

from importlib import import_module
from typing import Any

from mivas_env.errors import ConfigError


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
