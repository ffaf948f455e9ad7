"""What every test shares: Hypothesis profiles, the marker `slow`, tasks of the toy industry."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from mivas_env.episode.task import Task
from mivas_env.tasks import load_task

# Processes that a test starts find the toy industry as this one does.
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, (str(Path(__file__).parent), os.environ.get("PYTHONPATH")))
)
settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile("ci", max_examples=500, deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out unless the run selects by marker or names tests one by one."""
    if config.getoption("-m") or any("::" in argument for argument in config.args):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]


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
