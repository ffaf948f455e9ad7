"""Let an agent play one call to its end."""

from inspect import isawaitable, iscoroutine

from mivas_env.agents.protocol import Agent
from mivas_env.envs.parse_action import parse_action
from mivas_env.episode.session import CallSession
from mivas_env.errors import ConfigError
from mivas_env.schema.json_values import describe


def roll_out(session: CallSession, agent: Agent) -> CallSession:
    """Step until the call is over and return the session; the session's budget bounds this.

    Raises:
        ConfigError: there is no call or no agent, or the agent answers asynchronously.
    """
    given: object = session
    if not isinstance(given, CallSession):
        message = f"only a CallSession can be played, not {describe(given)}; "
        raise ConfigError(message + "open one: mivas_env.CallSession('healthcare/C1-E1')")
    if not callable(agent):
        raise ConfigError(f"an agent is a function, not {describe(agent)}")
    while not session.done:
        action = agent(session)
        if isawaitable(action):
            _refuse_awaitable(action)
        session.act(parse_action(action))
    return session


def _refuse_awaitable(action: object) -> None:
    if iscoroutine(action):
        action.close()  # nobody will await it
    message = "the agent answers asynchronously and is played in one thread; give a function that "
    message += "waits for its answer, or drive the session: session.act(parse_action(await ask(…)))"
    raise ConfigError(message)
