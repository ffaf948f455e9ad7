"""What `gym.make` calls: it checks the keywords, and an id of one task plays that task alone."""

import inspect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import gymnasium as gym

from mivas_env.episode.task import Task
from mivas_env.errors import ConfigError
from mivas_env.registry import (
    OWN_INDUSTRY,
    OWN_TASK,
    all_industries,
    resolve_task_name,
    suggest,
    task_names,
)
from mivas_env.schema.ids import gym_id
from mivas_env.tasks import list_tasks

GYMNASIUM_KEYWORDS = ("disable_env_checker", "max_episode_steps")
"""Keywords that Gymnasium takes for itself; they never reach an environment."""


@dataclass(frozen=True)
class Registered:
    """Makes the environments of one class for `gym.make`, as the registered ids ask for them.

    Attributes:
        env_class: what is made.
    """

    env_class: type[gym.Env[Any, Any]]

    @property
    def metadata(self) -> dict[str, Any]:
        """The class's own, by which Gymnasium finds the render modes."""
        return self.env_class.metadata

    @property
    def keywords(self) -> tuple[str, ...]:
        """What the class takes, in its order."""
        return tuple(inspect.signature(self.env_class).parameters)

    def __call__(self, **given: Any) -> gym.Env[Any, Any]:  # noqa: ANN401  (checked here)
        """Make an environment.

        Raises:
            ConfigError: an unknown keyword, one of another task than the id's, or one that the
                class refuses.
        """
        task = given.pop(OWN_TASK, None)
        industry = given.pop(OWN_INDUSTRY, None)
        refuse_unknown("gym.make", given, self.keywords)
        if task is not None:
            given = _of_task(str(task), given)
        elif industry is not None:
            given = _of_suite(str(industry), given)
        return self.env_class(**given)


def refuse_unknown(what: str, given: Iterable[str], known: Sequence[str]) -> None:
    """Let keywords pass that are known.

    Raises:
        ConfigError: one is not; the sentence names it, and the nearest or all that there are.
    """
    for name in given:
        if name in known or name in GYMNASIUM_KEYWORDS:
            continue
        if name == "seed":
            message = f"{what} takes no seed; give it to reset: reset(seed=0)"
            raise ConfigError(message)
        near = suggest(name, (*known, *GYMNASIUM_KEYWORDS))
        if not near.startswith("did you mean"):
            near = f"there are: {', '.join(known)}"
        message = f"{what} takes no keyword {name!r} for this environment; {near}"
        raise ConfigError(message)


def _of_task(own: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of an id that plays one task; what names none is left to the class."""
    owner, _, task_id = own.partition("/")
    wanted = given["task"]
    if not isinstance(wanted, (str, Task)):
        return dict(given)
    if full_name(wanted, owner) != own:
        shown = wanted.name if isinstance(wanted, Task) else wanted
        message = (
            f"{gym_id(owner, task_id)} plays {own} only; task={shown!r} belongs to its own id "
            f"or to the suite's, mivas/{owner}"
        )
        raise ConfigError(message)
    return {**given, "task": wanted if isinstance(wanted, Task) else own}


def _of_suite(own: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a suite's id, which may be told the one task to play."""
    industry, wanted = given["industry"], given.get("task")
    if industry != own and industry in all_industries():
        message = f"mivas/{own} plays {own} only; industry={industry!r} has an id of its own"
        raise ConfigError(message)
    if not isinstance(wanted, (str, Task)) or industry != own:
        return dict(given)
    name, split = full_name(wanted, own), given.get("split")
    known = wanted.industry == own if isinstance(wanted, Task) else name in task_names(own)
    if not known or (split is not None and name not in list_tasks(own, split)):
        message = f"the task {name} is not in this suite or split"
        raise ConfigError(message)
    rest = {key: value for key, value in given.items() if key not in ("industry", "split")}
    return {**rest, "task": wanted if isinstance(wanted, Task) else name}


def full_name(wanted: str | Task, industry: str) -> str:
    """Return the full name of a task that is given by name, in any spelling, or as a `Task`.

    Raises:
        ConfigError: there is none of that name; the sentence suggests the nearest.
    """
    if isinstance(wanted, Task):
        return wanted.name
    bare = "/" not in wanted and not wanted.lower().startswith(f"{industry}-")
    return "/".join(resolve_task_name(f"{industry}/{wanted}" if bare else wanted))
