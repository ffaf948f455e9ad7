"""Read, validate and split the task files of every industry."""

import hashlib
import stat
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import cast

from pydantic import ValidationError

from mivas_env import registry
from mivas_env.episode.task import Task
from mivas_env.errors import ConfigError, TaskError, TraceError
from mivas_env.schema.complaints import complain
from mivas_env.schema.decision import DecisionEpisode
from mivas_env.schema.frozen import freeze
from mivas_env.schema.lockfile import Lockfile
from mivas_env.schema.strict_yaml import load_yaml
from mivas_env.verifier.decisions.reading import read_episode

SPLITS = ("train", "dev", "eval")
_SPLITS_FILE = "splits.yaml"
MAX_TASK_BYTES = 1024 * 1024
"""Largest file of a task, an episode or the splits; readers may set narrower limits."""


@cache
def read_splits(folder: Path) -> dict[str, str]:
    """Return task id -> split; empty when the folder has no `splits.yaml`.

    Raises:
        TaskError: an unknown split, or a task in two splits.
    """
    file = folder / _SPLITS_FILE
    if not file.is_file():
        return {}
    raw = load_yaml(read_text_file(file), source=_SPLITS_FILE)
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


def read_text_file(
    file: Path,
    *,
    max_bytes: int = MAX_TASK_BYTES,
    error_type: type[TaskError] | type[TraceError] = TaskError,
) -> str:
    """Return the text of a plain file, of which no more than its size limit is ever read.

    Raises:
        TaskError: or what `error_type` says: no plain file, too large, or not text.
    """
    try:
        if not stat.S_ISREG(file.stat().st_mode):  # opening a pipe could wait for ever
            message = f"{file.name}: is no plain file; give the path of a file that holds text"
            raise error_type(message)
        with file.open("rb") as opened:
            content = opened.read(max_bytes + 1)
        if len(content) > max_bytes:
            message = f"{file.name}: larger than {max_bytes} bytes"
            raise error_type(message)
        text = content.decode("utf-8")
    except (OSError, ValueError) as error:
        message = f"{file.name}: cannot be read: {error}"
        raise error_type(message) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_lockfile(text: str, *, source: str) -> Lockfile:
    """Read one task file.

    Raises:
        TaskError: one line that names the file, and up to five fields with what is wrong.
    """
    raw = load_yaml(text, source=source)
    if not isinstance(raw, dict):
        message = f"{source}: a task file is one mapping that starts with `lockfile: 1`"
        raise TaskError(message)
    try:
        return Lockfile.model_validate(raw)
    except ValidationError as error:
        message = f"{source}: {complain(Lockfile, error)}"
        raise TaskError(message) from None


def read_task_file(file: Path) -> Lockfile:
    """Read a task file anywhere, whatever it is called.

    Raises:
        TaskError: it cannot be read, or is not a usable task.
    """
    return parse_lockfile(read_text_file(file), source=file.name)


def load_task_file(file: Path, *, industry: str, split: str | None = None) -> Task:
    """Read one task from a file anywhere.

    Raises:
        TaskError: the file cannot be read, is not a usable task, or its id is not its name.
    """
    lockfile = read_task_file(file)
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
        message = (
            f"{industry}/{task_id} is a written decision; use load_episode or DecisionSession, "
            f"on the command line `mivas show {industry}/{task_id}` and `mivas decisions`"
        )
        raise ConfigError(message)
    return _load(industry, task_id)


@cache
def _load_episode(industry: str, episode_id: str) -> DecisionEpisode:
    file = registry.task_folder(industry) / f"{episode_id}.yaml"
    episode = read_episode(read_text_file(file), source=file.name)
    if episode.episode_id != episode_id:
        message = f"{file.name}: its id is {episode.episode_id}; name file and id alike"
        raise TaskError(message)
    return cast("DecisionEpisode", freeze(episode))


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


def draw_task(names: Sequence[str], draw: Callable[[int], int]) -> Task:
    """Return the task of a suite that `draw(how many)` picks; one that is broken stops no other.

    A task whose file is not usable is left out with a warning that says why, and another one is
    drawn. Where all files are usable, exactly one number is drawn.

    Raises:
        TaskError: not one of the files is usable; the sentence is that of the last.
    """
    left = list(names)
    while True:
        at = draw(len(left))
        try:
            return load_task(left[at])
        except TaskError as error:
            name = left.pop(at)
            if not left:
                raise
            message = f"{error}; the suite goes on without {name}, which `mivas check` explains"
            warnings.warn(message, stacklevel=2)


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
            text = read_text_file(folder / f"{task_id}.yaml")
            hasher.update(f"{task_id}\0{text}\0".encode())
    return hasher.hexdigest()


def frozen_eval_digest(industry: str) -> str | None:
    """Return the digest that `splits.yaml` froze the eval tasks with, None when it froze none."""
    file = registry.task_folder(industry) / _SPLITS_FILE
    if not file.is_file():
        return None
    raw = load_yaml(read_text_file(file), source=_SPLITS_FILE)
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
