"""What an agent is: something that looks at a session and returns its next action."""

from collections.abc import Callable, Iterator, Mapping

from mivas_env.episode.session import CallSession
from mivas_env.episode.task import Task
from mivas_env.schema.strict_json import JsonRefused, load_json

Agent = Callable[[CallSession], object]
"""Called once per step with the running session; returns any form that `parse_action` reads."""

AgentFactory = Callable[[Task], Agent]
"""Makes a fresh agent for one call of a task."""

FROM_ANSWER = "from_answer"
"""Key of an argument that stands for a value of an earlier answer: `{from_answer: the_key}`.

Tokens depend on the call, so a reference conversation cannot write them out.
"""


def play_back(actions: Iterator[object]) -> Agent:
    """Return an agent that takes the given actions in order, then stays silent.

    Arguments of the form `{from_answer: key}` are filled with the latest tool answer's value.
    """

    def act(session: CallSession) -> object:
        return _fill_in(next(actions, {"say": ""}), session)

    return act


def _fill_in(action: object, session: CallSession) -> object:
    arguments = action.get("arguments") if isinstance(action, dict) else None
    if not isinstance(arguments, dict) or not any(_asked_key(v) for v in arguments.values()):
        return action
    filled = {
        name: _latest_value(key, session) if (key := _asked_key(value)) else value
        for name, value in arguments.items()
    }
    return {**action, "arguments": filled} if isinstance(action, dict) else action


def _asked_key(value: object) -> str | None:
    if isinstance(value, Mapping) and value.keys() == {FROM_ANSWER}:
        return str(value[FROM_ANSWER])
    return None


def _latest_value(key: str, session: CallSession) -> object:
    """Return the value of `key` in the latest answer that holds it, None when none does."""
    for message in reversed(session.messages):
        if message["role"] != "tool":
            continue
        try:
            answer = load_json(str(message["content"]))
        except JsonRefused:
            continue
        data = answer.get("data") if isinstance(answer, dict) else None
        if isinstance(data, dict) and key in data:
            found: object = data[key]
            return found
    return None
