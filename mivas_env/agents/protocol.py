"""What an agent is: something that looks at a session and returns its next action."""

from collections.abc import Callable, Iterator

from mivas_env.episode.session import CallSession
from mivas_env.episode.task import Task

Agent = Callable[[CallSession], object]
"""Called once per step with the running session; returns any form that `parse_action` reads."""

AgentFactory = Callable[[Task], Agent]
"""Makes a fresh agent for one call of a task."""


def play_back(actions: Iterator[object]) -> Agent:
    """Return an agent that takes the given actions in order, then stays silent."""

    def act(_session: CallSession) -> object:
        return next(actions, {"say": ""})

    return act
