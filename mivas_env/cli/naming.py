"""What commands are told to work on: a task's name, a task file anywhere, an industry."""

from pathlib import Path

from mivas_env.episode.kit import kit_of
from mivas_env.episode.task import Task
from mivas_env.errors import ConfigError
from mivas_env.registry import (
    decision_entry_points,
    industry_entry_points,
    industry_named,
    resolve_task_name,
)
from mivas_env.schema.lockfile import Lockfile
from mivas_env.tasks import load_task, read_task_file


def is_file(name: str) -> bool:
    """Say whether a task is given as a file rather than by name."""
    return Path(name).suffix in (".yaml", ".yml")


def refuse_place(name: str) -> None:
    """Let names pass, and refuse what is a place of a file or folder that is no task file.

    Raises:
        ConfigError: it is one; the sentence names the task file beside it, if there is one.
    """
    if name.startswith((".", "/", "~")) or name.count("/") > 1:
        file = Path(f"{name}.yaml")
        hint = f"did you mean {file}?" if file.is_file() else "that ends in .yaml"
        message = f"{name} is neither a task's name, such as healthcare/C1-E1, nor a task file; "
        raise ConfigError(message + hint)


def load_call(name: str, industry: str | None = None) -> Task:
    """Return the call of a name or of a task file; a file belongs to the industry it fits.

    That is `industry` where it is given; else the industry that the file's folder is named after;
    else the only one that has every tool of the file.

    Raises:
        ConfigError: there is none, it is a written decision, or the industry cannot be told.
        TaskError: the task file is not usable.
    """
    if is_file(name):
        lockfile = read_task_file(Path(name))
        return Task(_industry_of(Path(name), lockfile, industry), lockfile)
    refuse_place(name)
    owner, task_id = resolve_task_name(name)
    if owner in decision_entry_points():
        message = (
            f"{owner}/{task_id} is a written decision, not a call: see it with "
            f"`mivas show {owner}/{task_id}`, score an answer with `mivas decisions score`, "
            "check the data with `mivas decisions lint`"
        )
        raise ConfigError(message)
    return load_task(name)


def _industry_of(file: Path, lockfile: Lockfile, given: str | None) -> str:
    if given is not None:
        return call_industry(given)
    folder = file.absolute().parent.name
    if folder in industry_entry_points():
        return folder
    named = {step.tool for step in lockfile.oracle if step.tool is not None}
    fitting = [
        name
        for name in industry_entry_points()
        if named <= kit_of(industry_named(name)).toolbox.by_name.keys()
    ]
    if len(fitting) != 1:
        message = (
            f"{file.name}: its tools are those of {' and '.join(fitting) or 'no one industry'}; "
            f"say which it belongs to, e.g. --industry {next(iter(industry_entry_points()))}"
        )
        raise ConfigError(message)
    return fitting[0]


def call_industry(name: str) -> str:
    """Return the name of an industry of calls as it is.

    Raises:
        ConfigError: there is none, or it holds written decisions.
    """
    if name in decision_entry_points():
        message = (
            f"{name} holds written decisions, not calls: `mivas decisions lint` checks them, "
            "`mivas decisions probe` measures their detectors"
        )
        raise ConfigError(message)
    return industry_named(name).name
