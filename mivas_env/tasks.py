"""Read, validate and split the task files of every industry."""

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import cast

from pydantic import ValidationError

from mivas_env import registry
from mivas_env.episode.task import Task
from mivas_env.errors import ConfigError, TaskError
from mivas_env.schema.decision import DecisionEpisode
from mivas_env.schema.lockfile import Lockfile
from mivas_env.schema.strict_yaml import load_yaml
from mivas_env.verifier.decisions.reading import read_episode

SPLITS = ("train", "dev", "eval")
_SPLITS_FILE = "splits.yaml"
_FORM = re.compile(r"\[|\AStateChanges\Z")
"""Parts of a place in a file that name a form of a field and not the field itself."""


@cache
def read_splits(folder: Path) -> dict[str, str]:
    """Return task id -> split; empty when the folder has no `splits.yaml`.

    Raises:
        TaskError: an unknown split, or a task in two splits.
    """
    file = folder / _SPLITS_FILE
    if not file.is_file():
        return {}
    raw = load_yaml(_read_text(file), source=_SPLITS_FILE)
    if not isinstance(raw, dict) or not set(raw) <= {*SPLITS, "eval_digest"}:
        message = f"{_SPLITS_FILE}: use the keys {', '.join(SPLITS)} and eval_digest, no others"
        raise TaskError(message)
    found: dict[str, str] = {}
    for split in SPLITS:
        listed = raw.get(split) or []
        if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
            message = f"{_SPLITS_FILE}: {split} must be a list of task ids, e.g. [C1-E1]"
            raise TaskError(message)
        for task_id in cast("list[str]", listed):
            if task_id in found:
                message = f"{_SPLITS_FILE}: {task_id} stands in {found[task_id]} and in {split}"
                raise TaskError(message)
            found[task_id] = split
    return found


def _read_text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"{file.name}: cannot be read: {error}"
        raise TaskError(message) from None


def parse_lockfile(text: str, *, source: str) -> Lockfile:
    """Read one task file.

    Raises:
        TaskError: one sentence that names the file, the field and what is wrong with it.
    """
    raw = load_yaml(text, source=source)
    if not isinstance(raw, dict):
        message = f"{source}: a task file is one mapping that starts with `lockfile: 1`"
        raise TaskError(message)
    try:
        return Lockfile.model_validate(raw)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False)
        # Where a field may take several forms, the form that was tried is the one that fits best.
        field = found[0]["loc"][:1]
        best = max(
            (each for each in found if each["loc"][:1] == field), key=lambda e: len(e["loc"])
        )
        named = (str(part) for part in best["loc"] if not _FORM.search(str(part)))
        where = ".".join(named) or "the file"
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        said = best["msg"].removeprefix("Value error, ")
        message = f"{source}: {where}: {said}{more}"
        raise TaskError(message) from None


def load_task_file(file: Path, *, industry: str, split: str | None = None) -> Task:
    """Read one task from a file anywhere.

    Raises:
        TaskError: the file cannot be read, is not a usable task, or its id is not its name.
    """
    lockfile = parse_lockfile(_read_text(file), source=file.name)
    if lockfile.id != file.stem:
        message = f"{file.name}: its id is {lockfile.id}; name file and id alike"
        raise TaskError(message)
    return Task(industry, lockfile, split)


@cache
def _load(industry: str, task_id: str) -> Task:
    folder = registry.task_folder(industry)
    split = read_splits(folder).get(task_id)
    return load_task_file(folder / f"{task_id}.yaml", industry=industry, split=split)


def load_task(name: str) -> Task:
    """Return a task by `healthcare/C1-E1`, `healthcare-C1E1` or its Gymnasium id.

    Read once, shared, frozen.

    Raises:
        ConfigError: there is none of that name; the sentence suggests the nearest.
        TaskError: its file is not usable.
    """
    industry, task_id = registry.resolve_task_name(name)
    if industry in registry.decision_entry_points():
        message = f"{industry}/{task_id} is a written decision; use load_episode or DecisionSession"
        raise ConfigError(message)
    return _load(industry, task_id)


@cache
def _load_episode(industry: str, episode_id: str) -> DecisionEpisode:
    file = registry.task_folder(industry) / f"{episode_id}.yaml"
    episode = read_episode(file.read_text(encoding="utf-8"), source=file.name)
    if episode.episode_id != episode_id:
        message = f"{file.name}: its id is {episode.episode_id}; name file and id alike"
        raise TaskError(message)
    return episode


def load_episode(name: str) -> DecisionEpisode:
    """Return an episode of written decisions by `brokerage/E017` or its Gymnasium id.

    Read once, shared, frozen.

    Raises:
        ConfigError: there is none of that name.
        TaskError: its file is not usable.
    """
    industry, episode_id = registry.resolve_task_name(name)
    if industry not in registry.decision_entry_points():
        message = f"{industry}/{episode_id} is a call; use load_task or CallSession"
        raise ConfigError(message)
    return _load_episode(industry, episode_id)


def list_tasks(industry: str | None = None, split: str | None = None) -> list[str]:
    """Return task names such as `healthcare/C1-E1`, sorted, without reading a task file.

    Raises:
        ConfigError: an unknown industry or split.
        TaskError: a `splits.yaml` is not usable.
    """
    names = registry.task_names(industry)
    if split is None:
        return names
    check_split(split)
    resolved = [(name, *name.split("/", 1)) for name in names]
    return [
        name
        for name, owner, task_id in resolved
        if read_splits(registry.task_folder(owner)).get(task_id) == split
    ]


def eval_digest(industry: str) -> str:
    """Return the SHA-256 over the contents of an industry's eval tasks, in order of their ids.

    Raises:
        TaskError: an eval task has no readable file.
    """
    hasher = hashlib.sha256()
    folder = registry.task_folder(industry)
    for task_id, split in sorted(read_splits(folder).items()):
        if split == "eval":
            text = _read_text(folder / f"{task_id}.yaml")
            hasher.update(f"{task_id}\0{text}\0".encode())
    return hasher.hexdigest()


def frozen_eval_digest(industry: str) -> str | None:
    """Return the digest that `splits.yaml` froze the eval tasks with, None when it froze none."""
    file = registry.task_folder(industry) / _SPLITS_FILE
    if not file.is_file():
        return None
    raw = load_yaml(_read_text(file), source=_SPLITS_FILE)
    found = raw.get("eval_digest") if isinstance(raw, dict) else None
    return None if found is None else str(found)


def check_split(split: str) -> str:
    """Return the split as it is.

    Raises:
        ConfigError: it is none of train, dev, eval.
    """
    if split not in SPLITS:
        message = f"split={split!r} is unknown; use one of {', '.join(SPLITS)}"
        raise ConfigError(message)
    return split
