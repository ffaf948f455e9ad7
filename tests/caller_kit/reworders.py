"""Reworders for tests: a function in place of a model, and a stand-in for the client library."""

import json
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

from mivas_env.caller.rewording.reworded import LineRequest


class FakeReworder:
    """Words lines by a function of the request; keeps every request."""

    name = "fake"

    def __init__(self, word: Callable[[LineRequest], str | None]) -> None:
        self.word = word
        self.requests: list[LineRequest] = []

    def reword(self, request: LineRequest) -> str | None:
        """Word one line."""
        self.requests.append(request)
        return self.word(request)


def told(request: LineRequest) -> dict[str, Any]:
    """What the user's message of a request holds."""
    loaded: dict[str, Any] = json.loads(request.messages[-1]["content"])
    return loaded


class StatusError(Exception):
    """A refusal of the endpoint, as the client library raises it."""

    def __init__(self, status_code: int, message: str = "refused") -> None:
        super().__init__(message)
        self.status_code = status_code


class FakeClient(ModuleType):
    """Stands for the client library: `answer` gets each request; what it raises is raised."""

    OpenAIError = StatusError

    def __init__(self, answer: Callable[[dict[str, Any]], str | None]) -> None:
        super().__init__("openai")
        self.answer = answer
        self.requests: list[dict[str, Any]] = []
        self.settings: list[dict[str, Any]] = []

    def OpenAI(self, **settings: Any) -> SimpleNamespace:  # noqa: N802  (the library's name)
        """Make a client."""
        self.settings.append(settings)
        return SimpleNamespace(chat=SimpleNamespace(completions=SimpleNamespace(create=self.ask)))

    def ask(self, **request: Any) -> SimpleNamespace:
        """Answer one request."""
        self.requests.append(request)
        content = self.answer(request)
        message = SimpleNamespace(model_dump=lambda **_: {"role": "assistant", "content": content})
        return SimpleNamespace(usage=None, choices=[SimpleNamespace(message=message)])
