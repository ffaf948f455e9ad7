"""What may pass although nobody was served: few passes, each named with its reason in a file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mivas_env.errors import TaskError
from mivas_env.registry import task_folder
from mivas_env.schema.strict_yaml import load_yaml

FILE = "allowances.yaml"
_SECTIONS = (
    "escalate_at_once",
    "walked_routes",
    "foreign_oracles",
    "cheap_to_spam",
    "no_decoy",
)


@dataclass(frozen=True)
class Allowances:
    """The passes that an industry's suite explains, subject -> reason.

    Subjects are families: `C1-E1` stands for its audio variants as well.

    Attributes:
        escalate_at_once: family -> why passing the caller on at once is all that it asks for (A2).
        walked_routes: family -> why its route is the walk through all desks (A8).
        foreign_oracles: `player > task` -> why the two are equivalent (A13).
        cheap_to_spam: family -> why reading at random hits it more than one time in twenty (A7).
        no_decoy: family -> why the world holds nothing to mistake its answer for (C6).
    """

    escalate_at_once: Mapping[str, str] = field(default_factory=dict)
    walked_routes: Mapping[str, str] = field(default_factory=dict)
    foreign_oracles: Mapping[str, str] = field(default_factory=dict)
    cheap_to_spam: Mapping[str, str] = field(default_factory=dict)
    no_decoy: Mapping[str, str] = field(default_factory=dict)


def read_allowances(industry: str) -> Allowances:
    """Read `allowances.yaml` beside an industry's tasks; none allows nothing.

    Raises:
        TaskError: an unknown section, or an entry without a reason.
    """
    file: Path = task_folder(industry) / FILE
    if not file.is_file():
        return Allowances()
    raw = load_yaml(file.read_text(encoding="utf-8"), source=FILE)
    if not isinstance(raw, dict) or not set(raw) <= set(_SECTIONS):
        message = f"{FILE}: use the sections {', '.join(_SECTIONS)}, no others"
        raise TaskError(message)
    sections: dict[str, dict[str, str]] = {}
    for name, entries in raw.items():
        if not isinstance(entries, dict) or not all(
            isinstance(reason, str) and reason.strip() for reason in entries.values()
        ):
            message = f"{FILE}: {name} maps each subject to the reason why it is allowed"
            raise TaskError(message)
        sections[name] = {str(key): str(reason) for key, reason in entries.items()}
    return Allowances(**sections)


def short_family(name: str) -> str:
    """Return the family of a task name as the allowances name it: `C1-E1` of `x/C1-E1-BG`."""
    return "-".join(name.rpartition("/")[2].split("-")[:2])
