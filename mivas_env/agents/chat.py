"""Agents that speak the OpenAI chat form: one loop for all, and a client for any such endpoint."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mivas_env.agents.protocol import Agent
from mivas_env.envs.parse_action import parse_action
from mivas_env.episode.session import CallSession
from mivas_env.errors import ConfigError

Message = Mapping[str, Any]
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
    read is answered to the model, not raised. What `chat_fn` raises passes through.
    """
    while not session.done:
        messages, tools = chat_view(session)
        session.act(parse_action(chat_fn(messages, tools)))
    return session


def chat_agent(chat_fn: ChatFunction) -> Agent:
    """Return an agent of the rollout protocol over a chat function."""

    def act(session: CallSession) -> object:
        return chat_fn(*chat_view(session))

    return act


@dataclass
class TokenCount:
    """Tokens that an endpoint reported; None where it never did, which is not zero."""

    prompt: int | None = None
    completion: int | None = None

    def add(self, usage: Any) -> None:  # noqa: ANN401  (a client library's object or None)
        """Add one response's usage, if it has one."""
        if usage is None:
            return
        prompt, completion = usage.prompt_tokens, usage.completion_tokens
        if prompt is not None:
            self.prompt = (self.prompt or 0) + int(prompt)
        if completion is not None:
            self.completion = (self.completion or 0) + int(completion)


@dataclass
class ChatEndpoint:
    """A chat function over any OpenAI-compatible endpoint (extra `llm`).

    Args:
        model: the model's name at the endpoint.
        base_url: where the endpoint is; None takes the client's default.
        api_key: None reads the environment variable OPENAI_API_KEY; never stored in a record.
        options: further request fields, such as temperature, seed or max_tokens.
        max_retries: transport errors and rate limits are retried with backoff this often.
        timeout_s: seconds until a request counts as failed.

    Raises:
        ConfigError: the extra `llm` is not installed, there is no key, or the endpoint's answer
            holds no message.
    """

    model: str
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    options: dict[str, Any] = field(default_factory=dict)
    max_retries: int = 5
    timeout_s: float = 120.0
    tokens: TokenCount = field(default_factory=TokenCount, init=False)
    requests: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        """Make the client; nothing is sent yet."""
        try:
            from openai import OpenAI, OpenAIError  # noqa: PLC0415  (an optional extra)
        except ImportError:
            message = "a chat endpoint needs the extra `llm`: pip install 'mivas-env[llm]'"
            raise ConfigError(message) from None
        try:
            self._client = OpenAI(
                base_url=self.base_url,
                api_key=self.api_key,
                max_retries=self.max_retries,
                timeout=self.timeout_s,
            )
        except OpenAIError:
            message = "a chat endpoint needs a key: set OPENAI_API_KEY or give api_key "
            raise ConfigError(message + "(a server of your own takes any text)") from None

    def __call__(
        self, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]]
    ) -> dict[str, Any]:
        """Ask for the next assistant message."""
        create: Callable[..., Any] = self._client.chat.completions.create
        request: dict[str, Any] = {"model": self.model, "messages": list(messages), **self.options}
        if tools:
            request["tools"] = list(tools)
        response = create(**request)
        self.requests += 1
        self.tokens.add(response.usage)
        if not response.choices or response.choices[0].message is None:
            sentence = f"the endpoint answered for the model {self.model!r} without a message"
            raise ConfigError(sentence)
        message: dict[str, Any] = response.choices[0].message.model_dump(exclude_none=True)
        return message
