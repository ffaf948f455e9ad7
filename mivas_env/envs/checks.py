"""What both kinds of environments check of what they are given: switches, options of a reset."""

from collections.abc import Mapping
from typing import Any

from mivas_env.envs.registered import full_name
from mivas_env.episode.task import Task
from mivas_env.errors import ConfigError
from mivas_env.schema.json_values import describe


def check_switches(render_mode: object, verbose_info: object) -> None:
    """Let switches pass that an environment knows.

    Raises:
        ConfigError: one is of another kind.
    """
    if render_mode not in (None, "ansi"):
        message = f"render_mode={render_mode!r} is unknown; use 'ansi' or None"
        raise ConfigError(message)
    if not isinstance(verbose_info, bool):
        message = f"verbose_info={verbose_info!r} must be True or False"
        raise ConfigError(message)


def check_options(options: object) -> dict[str, Any]:
    """Return the options of a reset in a fresh mapping, empty where none are given.

    Raises:
        ConfigError: they are no mapping.
    """
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        message = f"options must be a mapping, such as {{'task': name}}, not {describe(options)}"
        raise ConfigError(message)
    return dict(options)


def read_wish(options: object, industry: str) -> str | Task | None:
    """Return the task that the options of a reset ask for: its full name, a `Task`, or None.

    Raises:
        ConfigError: an unknown option, or a task that is none of any industry.
    """
    given = check_options(options)
    unknown = set(given) - {"task"}
    if unknown:
        message = f"reset knows the option 'task', not {', '.join(sorted(map(repr, unknown)))}"
        raise ConfigError(message)
    wanted: object = given.get("task")
    if wanted is None or isinstance(wanted, Task):
        return wanted
    if not isinstance(wanted, str):
        message = f"the option 'task' is a task's name or a Task, not {describe(wanted)}"
        raise ConfigError(message)
    return full_name(wanted, industry)
