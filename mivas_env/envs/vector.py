"""`make_vec`: a vector of calls, one seed per group; it refuses what would silently break."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from difflib import get_close_matches
from functools import partial
from multiprocessing import get_all_start_methods
from typing import Any, Literal, cast

import gymnasium as gym
import numpy as np
from gymnasium.envs.registration import VectorizeMode, load_env_creator
from gymnasium.utils import seeding
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv, VectorEnv, VectorWrapper
from pydantic import BaseModel

from mivas_env.caller.protocol import Caller
from mivas_env.envs.checks import check_options
from mivas_env.envs.registered import Registered, refuse_unknown
from mivas_env.envs.resting import Resting
from mivas_env.errors import ConfigError
from mivas_env.registry import (
    decision_entry_points,
    industry_entry_points,
    resolve_task_name,
)
from mivas_env.schema.ids import gym_id
from mivas_env.schema.json_values import describe
from mivas_env.schema.seed import check_seed
from mivas_env.schema.whole_numbers import check_count

_MAX_SEED = 2**31
_NEARLY = 0.7
"""How alike a name and an industry's must be for the one to be a misspelling of the other."""
EnvWrapper = Callable[[gym.Env[Any, Any]], gym.Env[Any, Any]]
Seeds = int | Sequence[int | None] | None


def check_seeds(seed: Seeds) -> Any:  # noqa: ANN401  (gymnasium names fewer kinds than it takes)
    """Return the seeds of a vector's reset as plain numbers: none, one, or one each.

    Raises:
        ConfigError: one is no seed; alone, Gymnasium would count on from True or a fraction.
    """
    if seed is None:
        return None
    given: Any = seed
    if isinstance(given, (Sequence, np.ndarray)) and np.ndim(given):  # an array may hold one number
        return [None if each is None else check_seed(each) for each in given]
    return check_seed(given)


def check_actions(actions: object, num_envs: int) -> Any:  # noqa: ANN401  (as Gymnasium has it)
    """Return the actions of a vector's step as they are, one for each environment.

    Raises:
        ConfigError: it is one action, whose keys or letters would be dealt out, or a wrong number.
    """
    given: Any = list(actions) if isinstance(actions, Iterator) else actions
    one = isinstance(given, (str, bytes, Mapping, AbstractSet, BaseModel)) or not hasattr(
        given, "__len__"
    )
    if one or getattr(given, "ndim", 1) == 0:  # an array of no dimension is one number
        message = f"step takes a list of actions, one for each of {num_envs} environments; "
        raise ConfigError(message + f"this is {describe(given)}")
    if len(given) != num_envs:
        message = f"step takes one action for each of the {num_envs} environments, not {len(given)}"
        raise ConfigError(message)
    return given


def check_vector_options(options: object, num_envs: int) -> dict[str, Any] | None:
    """Return the options of a vector's reset in a mapping of their own; a list does for a mask.

    Raises:
        ConfigError: they are no mapping, or `reset_mask` is no mask of these environments.
    """
    if options is None:
        return None
    given = check_options(options)
    if given.get("reset_mask") is None:
        given.pop("reset_mask", None)
        return given
    if np.shape(given["reset_mask"]) != (num_envs,):
        message = f"reset_mask needs one truth value for each of {num_envs} calls"
        raise ConfigError(message)
    given["reset_mask"] = mask = np.asarray(given["reset_mask"], dtype=np.bool_)
    if not mask.any():
        message = "reset_mask is False for every call, so that there is nothing to reset"
        raise ConfigError(message)
    return given


class SyncCalls(SyncVectorEnv):
    """Gymnasium's vector of one process, which checks what it deals out."""

    def step(self, actions: Any) -> Any:  # noqa: ANN401  (what Gymnasium returns)
        """Step every environment; without an autoreset, those that have ended rest."""
        if self.autoreset_mode is AutoresetMode.DISABLED:
            self._autoreset_envs[:] = False  # an assertion of the base class bars such steps
        return super().step(check_actions(actions, self.num_envs))

    def reset(
        self, *, seed: Seeds = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a call in every environment."""
        given = check_vector_options(options, self.num_envs)
        return super().reset(seed=check_seeds(seed), options=given)


class AsyncCalls(AsyncVectorEnv):
    """The same in several processes."""

    def step_async(self, actions: Any) -> None:  # noqa: ANN401  (as Gymnasium has it)
        """Send every environment its action; without an autoreset, those that have ended rest."""
        super().step_async(check_actions(actions, self.num_envs))

    def reset(
        self, *, seed: Seeds = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a call in every environment."""
        given = check_vector_options(options, self.num_envs)
        return super().reset(seed=check_seeds(seed), options=given)


class GroupSeeds(VectorWrapper):
    """Gives every environment of a group the same seed, and so the same task and the same caller.

    Environments `g * group_size` to `(g + 1) * group_size - 1` form group g. `reset(seed=s)` seeds
    group g with `s + g`; a sequence seeds one group each; without a seed the groups' seeds are
    drawn from a generator that the last whole seed began. After an autoreset the k-th call of every
    environment of a group is again the same call, since their generators started alike.
    """

    def __init__(self, env: VectorEnv, group_size: int) -> None:
        """Wrap a vector whose size the group size divides."""
        super().__init__(env)
        self.group_size = group_size
        self.groups = env.num_envs // group_size
        self._random, _ = seeding.np_random()

    def reset(
        self,
        *,
        seed: Seeds = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a call in every environment, or in the groups that `reset_mask` names.

        Raises:
            ConfigError: an unusable seed, a wrong number of seeds, or a mask that cuts through a
                group.
        """
        options = check_vector_options(options, self.num_envs)
        if options is not None and "reset_mask" in options:
            by_group = options["reset_mask"].reshape(self.groups, self.group_size)
            if (by_group.any(axis=1) != by_group.all(axis=1)).any():
                message = f"reset_mask cuts through a group of {self.group_size}, whose calls "
                message += "would then differ; reset whole groups, and step on until the last of a "
                raise ConfigError(message + "group has ended: those that have ended rest")
        # The base class names one seed, its vectors take a list.
        seeds: Any = self._spread(check_seeds(seed))
        return self.env.reset(seed=seeds, options=options)

    @property
    def _vector(self) -> SyncVectorEnv:
        """The vector as what reaches its environments; the base class does not declare that."""
        return cast("SyncVectorEnv", self.env)

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:  # noqa: ANN401
        """Call a method of every environment, such as `action_masks`; return one result each."""
        return self._vector.call(name, *args, **kwargs)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Return an attribute of every environment."""
        return self._vector.get_attr(name)

    def set_attr(self, name: str, values: Any) -> None:  # noqa: ANN401
        """Set an attribute of every environment, to one value or to one each."""
        self._vector.set_attr(name, values)

    def _spread(self, seed: Seeds) -> list[int | None]:
        """Return one seed per environment."""
        per_group: list[int | None]
        if seed is None:
            drawn = self._random.integers(_MAX_SEED, size=self.groups)
            per_group = [int(each) for each in drawn]
        elif isinstance(seed, int):
            self._random, _ = seeding.np_random(seed)
            per_group = [seed + group for group in range(self.groups)]
        else:
            per_group = list(seed)
        if len(per_group) != self.groups:
            message = f"reset takes one seed, or one for each of the {self.groups} groups, "
            raise ConfigError(message + f"not {len(per_group)}")
        return [each for each in per_group for _ in range(self.group_size)]


def make_vec(
    what: str | Sequence[str],
    num_envs: int = 1,
    *,
    vectorization_mode: Literal["sync", "async"] | VectorizeMode = "sync",
    group_size: int = 1,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    wrappers: Sequence[EnvWrapper] = (),
    shared_memory: bool = False,
    context: str | None = None,
    **kwargs: Any,  # noqa: ANN401  (whatever the environments take)
) -> VectorEnv:
    """Return a vector of environments.

    Args:
        what: an industry, whose tasks are drawn at each reset; a task or Gymnasium id; or several,
            dealt out to the groups in turn.
        num_envs: how many environments, at least 1.
        vectorization_mode: "sync" steps them one after the other in this process, "async" each in
            a process of its own; or Gymnasium's `VectorizeMode`.
        group_size: environments that meet the same task and caller, as GRPO compares them; divides
            `num_envs`. 1 leaves every environment its own seed.
        autoreset_mode: "NextStep", "SameStep" or "Disabled", or Gymnasium's `AutoresetMode`. With
            NextStep the step after an end is ignored. With Disabled an environment that has ended
            rests until it is reset: it takes any action, repeats its last observation and the
            flags of its end, and pays 0.0. For groups that is the simplest: step until all have
            ended, then reset.
        wrappers: applied to every environment in order, e.g. `DiscreteActions`.
        shared_memory: must stay False: shared memory has no place for text.
        context: how worker processes start: "fork", "spawn" or "forkserver".
        kwargs: for every environment, e.g. `split="train"`, `verbose_info=False`.

    Raises:
        ConfigError: a combination that would break, most of them silently; the sentence says why.
    """
    num_envs, group_size = _check_sizes(num_envs, group_size)
    _check_workers(context, shared_memory)
    in_one_process = _is_sync(vectorization_mode)
    if num_envs > 1 and isinstance(kwargs.get("caller"), Caller):
        message = "one Caller object cannot be on several lines at once; give a factory "
        raise ConfigError(message + "(task, seed) -> Caller")
    wrappers = _check_wrappers(wrappers)
    ids = _ids_of(what, num_envs // group_size)
    _check_keywords(ids[0], kwargs)
    mode = _autoreset(autoreset_mode)
    if mode is AutoresetMode.DISABLED:
        wrappers = (*wrappers, Resting)
    makers = [
        partial(_make_one, ids[(place // group_size) % len(ids)], dict(kwargs), tuple(wrappers))
        for place in range(num_envs)
    ]
    envs: VectorEnv = (
        SyncCalls(makers, autoreset_mode=mode)
        if in_one_process
        else AsyncCalls(makers, shared_memory=False, context=context, autoreset_mode=mode)
    )
    return envs if group_size == 1 else GroupSeeds(envs, group_size)


def episode_records(infos: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    """Return the last `info` of each episode that a vector's step ended, by environment number.

    A vector folds the infos of its environments into arrays with a mask each, mappings inside them
    too, and with SameStep puts those of an end under `final_info`. This takes them out again: what
    the environment itself returned, in every autoreset mode, and what wrappers added beside it.
    An episode that only a wrapper's time limit cut off has no ending of its own and is left out.
    """
    ended = infos.get("final_info", infos)
    over = ended.get("_ending", ())
    return {int(place): _info_of(ended, int(place)) for place in np.flatnonzero(over)}


def _info_of(infos: Mapping[str, Any], place: int) -> dict[str, Any]:
    found = {}
    for key, value in infos.items():
        if key.startswith("_") and key[1:] in infos:
            continue
        mask = infos.get(f"_{key}")
        if mask is not None and not mask[place]:
            continue
        if isinstance(value, Mapping):
            found[key] = _info_of(value, place)
        else:
            own = value[place]
            found[key] = own.item() if isinstance(own, np.generic) else own
    return found


def _make_one(
    env_id: str, kwargs: dict[str, Any], wrappers: tuple[EnvWrapper, ...]
) -> gym.Env[Any, Any]:
    kwargs = {"disable_env_checker": True, **kwargs}
    env: gym.Env[Any, Any] = gym.make(f"mivas_env:{env_id}", **kwargs)
    for wrap in wrappers:
        env = wrap(env)
    return env


def _check_keywords(env_id: str, kwargs: dict[str, Any]) -> None:
    """Refuse a misspelt keyword here, where the vector's own are among the suggestions."""
    creator = load_env_creator(str(gym.spec(env_id).entry_point))
    known = cast("Registered", creator).keywords
    own = inspect.signature(make_vec).parameters.values()
    named = [each.name for each in own if each.kind is inspect.Parameter.KEYWORD_ONLY]
    refuse_unknown("make_vec", kwargs, (*known, *named))


def _check_sizes(num_envs: object, group_size: object) -> tuple[int, int]:
    """Return both as plain whole numbers, the second of which divides the first."""
    calls, size = check_count("num_envs", num_envs), check_count("group_size", group_size)
    if calls % size:
        message = f"group_size={size} does not divide num_envs={calls}, so that one group "
        raise ConfigError(message + "would be short; change one of them")
    return calls, size


def _check_workers(context: object, shared_memory: object) -> None:
    if context not in (None, *get_all_start_methods()):
        message = f"context={context!r} is unknown here; use {', '.join(get_all_start_methods())}"
        raise ConfigError(message)
    if shared_memory:
        message = "shared_memory=True has no place for text and would return garbled observations; "
        raise ConfigError(message + "leave it False")


def _is_sync(mode: object) -> bool:
    """Say whether the environments share this process; Gymnasium's enum spells the same modes."""
    spelled = mode.value if isinstance(mode, VectorizeMode) else mode
    if spelled not in ("sync", "async"):
        message = f"vectorization_mode={mode!r} is unknown; use 'sync' or 'async'"
        raise ConfigError(message)
    return bool(spelled == "sync")


def _check_wrappers(wrappers: object) -> tuple[EnvWrapper, ...]:
    if not isinstance(wrappers, (list, tuple)) or not all(map(callable, wrappers)):
        message = "wrappers is a list of functions that wrap an environment, such as "
        raise ConfigError(message + f"[DiscreteActions], not {describe(wrappers)}")
    return tuple(wrappers)


def _ids_of(what: object, groups: int) -> list[str]:
    """Return the Gymnasium ids that the groups take in turn."""
    names = [what] if isinstance(what, str) else what
    if not isinstance(names, (list, tuple)) or not names:
        message = "make_vec needs an industry, a task, or several tasks, such as 'healthcare', "
        raise ConfigError(message + f"not {describe(what)}")
    if groups % len(names):
        message = f"{len(names)} tasks cannot be dealt out evenly to {groups} groups; "
        raise ConfigError(message + "change num_envs, group_size or the tasks")
    suites = {*industry_entry_points(), *decision_entry_points()}
    ids = []
    industries = set()
    for name in names:
        bare = str(name).removeprefix("mivas_env:").removeprefix("mivas/")
        if bare in suites:
            industries.add(bare)
            ids.append(f"mivas/{bare}")
        else:
            _refuse_misspelt_suite(bare, suites)
            industry, task_id = resolve_task_name(bare)
            industries.add(industry)
            ids.append(gym_id(industry, task_id))
    if len(industries) > 1:
        message = f"one vector plays one industry, not {' and '.join(sorted(industries))}: "
        raise ConfigError(message + "their actions differ; make a vector for each")
    return ids


def _refuse_misspelt_suite(name: str, suites: Iterable[str]) -> None:
    """Suggest a suite for what is nearly its name; what may be a task's is left alone."""
    spelled = name.lower()
    if any(letter.isdigit() or letter == "/" for letter in spelled):
        return
    near = get_close_matches(spelled, tuple(suites), n=1, cutoff=_NEARLY)
    if near:
        message = f"there is no industry {name!r}; did you mean {near[0]}?"
        raise ConfigError(message)


def _autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    by_name = {each.value.casefold(): each for each in AutoresetMode}
    found = by_name.get(str(mode).replace("_", "").casefold())
    if found is None:
        known = ", ".join(each.value for each in AutoresetMode)
        message = f"autoreset_mode={mode!r} is unknown; use one of {known}"
        raise ConfigError(message)
    return found
