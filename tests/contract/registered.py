"""Which registered tasks a test looks at: a spread sample by default, all of them when slow."""

from collections.abc import Sequence
from typing import Any

import pytest

import mivas_env
from mivas_env.registry import industry_entry_points

SAMPLE = 5
"""Tasks of each industry in the default run."""


def call_tasks() -> list[str]:
    """Return all registered tasks that are calls."""
    return [name for industry in industry_entry_points() for name in mivas_env.list_tasks(industry)]


def sampled(names: Sequence[str]) -> list[str]:
    """Return a few names from the start to the end."""
    stride = max(1, -(-len(names) // SAMPLE))
    return list(names[::stride])


def task_params() -> list[Any]:
    """Return every task as a parameter; those outside the sample are marked slow."""
    found = []
    for industry in industry_entry_points():
        names = mivas_env.list_tasks(industry)
        few = set(sampled(names))
        found += [
            name if name in few else pytest.param(name, marks=pytest.mark.slow) for name in names
        ]
    return found
