"""Which industries and tasks there are: a table of strings, imported late.

Industries of calls come from the entry-point group `mivas_env.industries`, industries of written
decisions from `mivas_env.decisions`; this package's own stand there too, so a third party's are
found the same way. Task ids come from file names. Nothing heavy is imported here, because
`import mivas_env` runs this.
"""

import difflib
import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gymnasium

from mivas_env.errors import ConfigError
from mivas_env.schema.ids import gym_id

if TYPE_CHECKING:
    from mivas_env.industry import DecisionIndustry, Industry

CALLS_GROUP = "mivas_env.industries"
DECISIONS_GROUP = "mivas_env.decisions"
CALL_ENV = "mivas_env.envs.call_env:make_call"
DECISION_ENV = "mivas_env.envs.decision_env:make_decisions"
OWN_TASK = "own_task"
"""Keyword by which an id of one task tells its maker which; a `task` may come from the user."""
OWN_INDUSTRY = "own_industry"
"""The same for the id of a suite."""
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@cache
def entry_points_of(group: str) -> dict[str, str]:
    """Return industry name -> `module:attribute` of one entry-point group, sorted by name.

    Raises:
        ConfigError: two distributions claim one name, or a name is not usable in an id.
    """
    found: dict[str, str] = {}
    for point in sorted(entry_points(group=group), key=lambda p: (p.name, p.value)):
        if not _NAME.fullmatch(point.name):
            message = f"the industry name {point.name!r} is not lower case with hyphens"
            raise ConfigError(message)
        if found.setdefault(point.name, point.value) != point.value:
            message = f"two packages register the industry {point.name}: uninstall one of them"
            raise ConfigError(message)
    return found


def industry_entry_points() -> dict[str, str]:
    """Return the industries of calls: name -> `module:attribute`, sorted by name."""
    return entry_points_of(CALLS_GROUP)


def decision_entry_points() -> dict[str, str]:
    """Return the industries of written decisions: name -> `module:attribute`, sorted by name."""
    return entry_points_of(DECISIONS_GROUP)


def all_industries() -> tuple[str, ...]:
    """Return the names of all industries, of calls first."""
    return tuple(_all_entry_points())


def _all_entry_points() -> dict[str, str]:
    calls, decisions = industry_entry_points(), decision_entry_points()
    both = sorted(calls.keys() & decisions.keys())
    if both:
        message = f"{both[0]} is registered both for calls and for decisions; choose one group"
        raise ConfigError(message)
    return {**calls, **decisions}


def industry_named(name: str) -> "Industry":
    """Import and return an industry of calls.

    Raises:
        ConfigError: there is none of that name; the sentence suggests the nearest.
    """
    if isinstance(name, str) and name in decision_entry_points():
        message = f"{name} holds written decisions, not calls; use mivas_env.DecisionSession"
        raise ConfigError(message)
    industry: Industry = _import(name, industry_entry_points())
    return industry


def decision_industry_named(name: str) -> "DecisionIndustry":
    """Import and return an industry of written decisions.

    Raises:
        ConfigError: there is none of that name; the sentence suggests the nearest.
    """
    industry: DecisionIndustry = _import(name, decision_entry_points())
    return industry


def _import(name: str, points: dict[str, str]) -> Any:  # noqa: ANN401  (two kinds of industry)
    module, _, attribute = _entry_point(name, points).partition(":")
    industry = getattr(import_module(module), attribute)
    if industry.name != name:
        message = f"the entry point of {name} leads to the industry {industry.name}"
        raise ConfigError(message)
    return industry


def _entry_point(industry: str, points: dict[str, str]) -> str:
    if not isinstance(industry, str) or industry not in points:
        message = f"there is no industry {industry!r}; {suggest(industry, tuple(points))}"
        raise ConfigError(message)
    return points[industry]


@cache
def _bundled_folder() -> Path:
    """Return the folder of the task files that ship with this package."""
    package = Path(__file__).parent
    inside = package / "_tasks"
    return inside if inside.is_dir() else package.parent / "tasks"


@cache
def task_folder(industry: str) -> Path:
    """Return the folder with an industry's task files, which need not exist.

    Third parties ship `tasks/<industry>` inside their own top-level package, which is looked up
    without being imported.
    """
    bundled = _bundled_folder() / industry
    top = _entry_point(industry, _all_entry_points()).partition(":")[0].partition(".")[0]
    if bundled.is_dir() or top == "mivas_env":
        return bundled
    spec = find_spec(top)
    places = (spec.submodule_search_locations or []) if spec is not None else []
    return next((Path(place) / "tasks" / industry for place in places), bundled)


@cache
def task_ids(industry: str) -> tuple[str, ...]:
    """Return the ids of an industry's tasks in order, from file names alone."""
    folder = task_folder(industry)
    if not folder.is_dir():
        return ()
    return tuple(sorted(path.stem for path in folder.glob("*.yaml") if path.name[0].isupper()))


def task_names(industry: str | None = None) -> list[str]:
    """Return task names such as `healthcare/C1-E1`, sorted, without reading a task file.

    Raises:
        ConfigError: an unknown industry; the sentence suggests the nearest.
    """
    points = _all_entry_points()
    chosen = tuple(sorted(points)) if industry is None else (industry,)
    for each in chosen:
        _entry_point(each, points)
    return [f"{each}/{task_id}" for each in chosen for task_id in task_ids(each)]


@cache
def _names_by_spelling() -> dict[str, tuple[tuple[str, str], ...]]:
    """Return every spelling in lower case -> the tasks that it may mean."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for industry in sorted(_all_entry_points()):
        for task_id in task_ids(industry):
            short = task_id.replace("-", "", 1)
            bare = dict.fromkeys((task_id, short))
            spellings = [
                f"{head}{each}" for head in (f"{industry}/", f"{industry}-") for each in bare
            ]
            for spelling in (*spellings, *bare):
                key = spelling.lower()
                found[key] = (*found.get(key, ()), (industry, task_id))
    return found


def resolve_task_name(name: str) -> tuple[str, str]:
    """Return industry and task id of `healthcare/C1-E1`, `healthcare-C1E1` or a Gymnasium id.

    Case does not matter, nor whether the first hyphen of the id is there; an id alone will do
    where only one industry has it.

    Raises:
        ConfigError: there is no such task, or there are several; the sentence names the nearest.
    """
    spelled = str(name).removeprefix("mivas_env:").removeprefix("mivas/")
    meant = _names_by_spelling().get(spelled.lower(), ()) if spelled.isascii() else ()
    if len(meant) > 1:
        each = " or ".join(f"{industry}/{task_id}" for industry, task_id in meant)
        message = f"the task {name!r} stands in several industries; write {each}"
        raise ConfigError(message)
    if spelled.lower() in _all_entry_points():
        known = suggest("", task_names(spelled.lower()))
        message = f"there is no task {name!r}, which names a suite; {known}"
        raise ConfigError(message)
    if not meant:
        message = f"there is no task {name!r}; {_suggest_task(spelled)}"
        raise ConfigError(message)
    return meant[0]


def _suggest_task(spelled: str) -> str:
    """Return a clause with the nearest tasks: of the industry that is named, else of calls."""
    industries = tuple(_all_entry_points())
    owner = next((i for i in industries if re.match(rf"{i}[/-]", spelled.lower())), None)
    head, slash, rest = spelled.partition("/")
    if owner is None and slash:
        return f"there is no industry {head!r}; {suggest(head, industries)}"
    wanted = spelled[len(owner) + 1 :] if owner else rest or spelled
    owners = (owner,) if owner else tuple(industry_entry_points())
    by_id = {task_id: f"{each}/{task_id}" for each in owners for task_id in task_ids(each)}
    near = difflib.get_close_matches(wanted.upper()[:80], tuple(by_id), n=3, cutoff=0.5)
    known = tuple(by_id.values())
    return f"did you mean {' or '.join(by_id[i] for i in near)}?" if near else suggest("", known)


def suggest(wanted: str, known: Sequence[str]) -> str:
    """Return a clause that names the nearest known names, or the first few."""
    near = difflib.get_close_matches(str(wanted), known, n=3, cutoff=0.5)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"there are: {', '.join(known[:5])}{' …' if len(known) > 5 else ''}"  # noqa: PLR2004


def register_gymnasium_ids() -> None:
    """Register one id per task and one per industry; calling it again changes nothing."""
    for entry_point, points in (
        (CALL_ENV, industry_entry_points()),
        (DECISION_ENV, decision_entry_points()),
    ):
        for industry in points:
            ids = task_ids(industry)
            if ids:
                kwargs = {"industry": industry, OWN_INDUSTRY: industry}
                _register(f"mivas/{industry}", entry_point, kwargs)
            for task_id in ids:
                name = f"{industry}/{task_id}"
                kwargs = {"task": name, OWN_TASK: name}
                _register(gym_id(industry, task_id), entry_point, kwargs)


def _register(env_id: str, entry_point: str, kwargs: dict[str, str]) -> None:
    if env_id not in gymnasium.registry:
        # A step in the wrong order raises our own ResetNeeded, with a sentence.
        gymnasium.register(id=env_id, entry_point=entry_point, kwargs=kwargs, order_enforce=False)
