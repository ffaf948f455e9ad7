"""A client for any OpenAI-compatible chat endpoint (extra `llm`), for agents and callers alike.

It stands in this room because the caller is the lowest one that speaks to a model.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mivas_env.errors import ConfigError
from mivas_env.schema.json_values import describe

Message = Mapping[str, Any]


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
        ConfigError: the extra `llm` is not installed, there is no key, the client cannot send such
            options, or the endpoint's answer holds no message.
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
        options: object = self.options
        if not isinstance(options, Mapping):
            message = "options is a mapping of request fields, such as {'temperature': 0}, not "
            raise ConfigError(message + describe(options))
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
        return self.ask(messages, {"tools": list(tools)} if tools else {})

    def ask(self, messages: Sequence[Message], fields: Mapping[str, Any]) -> dict[str, Any]:
        """Ask for the next assistant message with further request fields for this one alone."""
        response = self._complete(messages, {**self.options, **fields})
        self.requests += 1
        if not hasattr(response, "choices"):  # a page of a web server reaches here as text
            sentence = f"the endpoint answered for the model {self.model!r} with no completion; "
            raise ConfigError(sentence + "base_url is where /chat/completions lies, mostly …/v1")
        self.tokens.add(response.usage)
        if not response.choices or response.choices[0].message is None:
            sentence = f"the endpoint answered for the model {self.model!r} without a message"
            raise ConfigError(sentence)
        message: dict[str, Any] = response.choices[0].message.model_dump(exclude_none=True)
        return message

    def _complete(self, messages: Sequence[Message], fields: Mapping[str, Any]) -> Any:  # noqa: ANN401  (the client's object)
        create: Callable[..., Any] = self._client.chat.completions.create
        try:
            return create(model=self.model, messages=list(messages), **fields)
        except TypeError as error:
            message = f"the client cannot send a request with {', '.join(fields) or 'no options'}: "
            raise ConfigError(f"{message}{error}; further fields go under 'extra_body'") from None
        except ValueError:  # no JSON, although it was said to be
            return None
