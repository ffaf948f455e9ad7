"""No lower bound is older than the versions that were tried together."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def version(text: str) -> tuple[int, ...]:
    """Return a version as numbers, zeros at its end left out: 2.10 and 2.10.0 are one."""
    parts = [int(part) for part in text.split(".")]
    while parts and parts[-1] == 0:
        parts.pop()
    return tuple(parts)


def test_lower_bounds_are_the_versions_that_were_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    bounds = dict(re.findall(r"^([\w-]+)>=([\d.]+)", "\n".join(wanted), re.MULTILINE))
    text = (Path(__file__).parent / "lower-bounds.txt").read_text("utf-8")
    tried = dict(re.findall(r"^([\w-]+)==([\d.]+)$", text, re.MULTILINE))
    assert {name: version(bound) for name, bound in bounds.items()} == {
        name: version(bound) for name, bound in tried.items()
    }
    assert len(bounds) == len(wanted)
