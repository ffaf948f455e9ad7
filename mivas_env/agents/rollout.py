"""Let an agent play one call to its end."""

from mivas_env.agents.protocol import Agent
from mivas_env.envs.parse_action import parse_action
from mivas_env.episode.session import CallSession


def roll_out(session: CallSession, agent: Agent) -> CallSession:
    """Step until the call is over and return the session; the session's budget bounds this."""
    while not session.done:
        session.act(parse_action(agent(session)))
    return session
