"""Agents that speak the OpenAI chat form: one loop for all, and a client for any such endpoint.

`ChatEndpoint` is offered here for those who write agents; it stands in the caller's room, which may
ask one to word its lines.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mivas_env.agents.protocol import Agent
from mivas_env.agents.rollout import roll_out
from mivas_env.caller.rewording.endpoint import ChatEndpoint, Message, TokenCount
from mivas_env.episode.session import CallSession
from mivas_env.errors import ConfigError
from mivas_env.schema.json_values import describe

__all__ = [
    "ChatEndpoint",
    "ChatFunction",
    "Message",
    "TokenCount",
    "chat_agent",
    "chat_view",
    "run_episode",
]

ChatFunction = Callable[[Sequence[Message], Sequence[Mapping[str, Any]]], object]
"""(messages with the desk's system prompt first, tools of the desk) -> assistant message.

What is returned may be anything that `parse_action` reads: a message with `content` and
`tool_calls`, a canonical action, or text.
"""


def chat_view(session: CallSession) -> tuple[list[Message], Sequence[Mapping[str, Any]]]:
    """Return what a chat model needs now: the desk's prompt with the chat, and its tools."""
    system: Message = {"role": "system", "content": session.system_prompt}
    return [system, *session.messages], session.tools


def run_episode(session: CallSession, chat_fn: ChatFunction) -> CallSession:
    """Play a call to its end with a chat function; prompt and tools switch at each handoff.

    The session's own budget bounds the loop. Whatever `chat_fn` returns is one step; what cannot be
    read is answered to the model, not raised. What `chat_fn` raises passes through. A session that
    is over already, or closed on the way, is returned as it is.

    Raises:
        ConfigError: `session` is no CallSession, or `chat_fn` no function or an asynchronous one.
    """
    given: object = chat_fn
    if not callable(given):
        message = "chat_fn must be a function (messages, tools) -> assistant message, not "
        raise ConfigError(message + describe(given))
    return roll_out(session, chat_agent(chat_fn))


def chat_agent(chat_fn: ChatFunction) -> Agent:
    """Return an agent of the rollout protocol over a chat function."""

    def act(session: CallSession) -> object:
        return chat_fn(*chat_view(session))

    return act
