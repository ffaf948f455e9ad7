"""What every test shares: Hypothesis profiles, the markers, tasks of the toy industry."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from mivas_env.episode.task import Task
from mivas_env.tasks import load_task

# Processes that a test starts find the toy industry as this one does.
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, (str(Path(__file__).parent), os.environ.get("PYTHONPATH")))
)
# How long an example takes is the machine's affair: neither check may fail a busy one.
_UNTIMED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("dev", max_examples=50, **_UNTIMED)
settings.register_profile("ci", max_examples=500, derandomize=True, **_UNTIMED)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow and timed tests out unless the run selects by marker or names tests one by one.

    A busy machine must not decide whether a change may land, so no default test reads a clock.
    """
    if config.getoption("-m") or any("::" in argument for argument in config.args):
        return
    kept, left_out = [], []
    for item in items:
        marked = item.get_closest_marker("slow") or item.get_closest_marker("timed")
        (left_out if marked else kept).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


@pytest.fixture
def repair() -> Task:
    """A repair to be booked: a look-up, a handoff, a write."""
    return load_task("bicycles/T1-E1")


@pytest.fixture
def manager() -> Task:
    """A person is asked for; a tool ends the call."""
    return load_task("bicycles/T2-E1")


@pytest.fixture
def storage() -> Task:
    """A fee must be heard of before it is charged; three wordings of the opening."""
    return load_task("bicycles/T3-M1")
