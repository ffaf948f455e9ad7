"""The healthcare world is built once for all tests of its tools."""

import pytest
from healthcare_line import Line, make_template

from mivas_env.world.template import WorldTemplate


@pytest.fixture(scope="session")
def template() -> WorldTemplate:
    return make_template()


@pytest.fixture
def line(template: WorldTemplate) -> Line:
    """Return a fresh call."""
    return Line(template)
