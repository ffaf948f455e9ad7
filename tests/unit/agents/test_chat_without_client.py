"""The chat endpoint over a stub of the client library: what it asks for, and what it counts."""

import json
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import mivas_env
from mivas_env.agents.chat import ChatEndpoint, chat_agent
from mivas_env.agents.rollout import roll_out
from mivas_env.errors import ConfigError

TOOL = {"type": "function", "function": {"name": "find_bike", "parameters": {}}}
HELLO = {"role": "user", "content": "Hello."}


class _Stub:
    """Stands for the client: keeps the settings and requests, answers with the next usage."""

    def __init__(self, usages: list[object]) -> None:
        self.settings: dict[str, Any] = {}
        self.requests: list[dict[str, Any]] = []
        self.usages = usages
        self.chat = SimpleNamespace(completions=SimpleNamespace(create=self.create))

    def make(self, **settings: Any) -> "_Stub":
        self.settings = settings
        return self

    def create(self, **request: Any) -> object:
        self.requests.append(request)
        message = SimpleNamespace(model_dump=self.dump)
        return SimpleNamespace(usage=self.usages.pop(0), choices=[SimpleNamespace(message=message)])

    def dump(self, *, exclude_none: bool) -> dict[str, Any]:
        whole = {"role": "assistant", "content": "Hi.", "tool_calls": None}
        return {key: value for key, value in whole.items() if value is not None or not exclude_none}


class _KeyMissingError(Exception):
    pass


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> _Stub:
    client = _Stub([None, SimpleNamespace(prompt_tokens=7, completion_tokens=3)] * 2)
    module = ModuleType("openai")
    module.OpenAI = client.make  # type: ignore[attr-defined]
    module.OpenAIError = _KeyMissingError  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "openai", module)
    return client


def test_a_request_holds_the_model_the_options_and_tools_only_when_there_are_any(
    stub: _Stub,
) -> None:
    ask = ChatEndpoint("m", base_url="http://x", api_key="k", options={"seed": 4}, max_retries=2)
    assert stub.settings == {
        "base_url": "http://x", "api_key": "k", "max_retries": 2, "timeout": 120.0,
    }  # fmt: skip
    assert ask([HELLO], []) == {"role": "assistant", "content": "Hi."}
    ask([HELLO], [TOOL])
    assert stub.requests == [
        {"model": "m", "messages": [HELLO], "seed": 4},
        {"model": "m", "messages": [HELLO], "seed": 4, "tools": [TOOL]},
    ]


def test_tokens_that_were_never_reported_are_unknown_and_not_zero(stub: _Stub) -> None:
    ask = ChatEndpoint("m")
    ask([HELLO], [])
    assert (ask.requests, ask.tokens.prompt, ask.tokens.completion) == (1, None, None)
    for _ in range(3):
        ask([HELLO], [])
    assert (ask.requests, ask.tokens.prompt, ask.tokens.completion) == (4, 14, 6)


def test_half_a_usage_is_counted_as_half(stub: _Stub) -> None:
    stub.usages = [SimpleNamespace(prompt_tokens=None, completion_tokens=3)]
    ask = ChatEndpoint("m")
    ask([HELLO], [])
    assert (ask.tokens.prompt, ask.tokens.completion) == (None, 3)


@pytest.mark.parametrize("choices", [None, [], [SimpleNamespace(message=None)]])
def test_an_answer_without_a_message_gets_a_sentence(
    stub: _Stub, monkeypatch: pytest.MonkeyPatch, choices: object
) -> None:
    ask = ChatEndpoint("m")
    answer = SimpleNamespace(usage=None, choices=choices)
    monkeypatch.setattr(stub.chat.completions, "create", lambda **_: answer)
    with pytest.raises(ConfigError, match="the model 'm' without a message"):
        ask([HELLO], [])


@pytest.mark.parametrize("page", ["<html>Not here.</html>", None])
def test_a_page_instead_of_an_answer_gets_a_sentence(
    stub: _Stub, monkeypatch: pytest.MonkeyPatch, page: str | None
) -> None:
    def create(**_: object) -> str:
        if page is None:
            return str(json.loads("<html>"))
        return page

    ask = ChatEndpoint("m")
    monkeypatch.setattr(stub.chat.completions, "create", create)
    with pytest.raises(ConfigError, match="'m' with no completion; base_url is where"):
        ask([HELLO], [])
    assert ask.requests == 1


def test_options_that_cannot_be_sent_get_a_sentence(
    stub: _Stub, monkeypatch: pytest.MonkeyPatch
) -> None:
    for odd in (None, "x", 3):
        options: Any = odd
        with pytest.raises(ConfigError, match="options is a mapping of request fields"):
            ChatEndpoint("m", options=options)

    def create(*, model: str, messages: object) -> None: ...

    ask = ChatEndpoint("m", options={"temprature": 0})
    monkeypatch.setattr(stub.chat.completions, "create", create)
    with pytest.raises(ConfigError, match=r"with temprature: .*; further fields go under"):
        ask([HELLO], [])


def test_a_missing_key_gets_a_sentence(stub: _Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise _KeyMissingError

    monkeypatch.setattr(sys.modules["openai"], "OpenAI", refuse)
    with pytest.raises(ConfigError, match="set OPENAI_API_KEY"):
        ChatEndpoint("m")
    assert stub.requests == []


def test_a_chat_function_plays_as_an_agent() -> None:
    seen = []
    actions = iter(mivas_env.oracle_actions("bicycles/T1-E1"))

    def chat(messages: Any, tools: Any) -> object:
        seen.append((messages[0]["role"], bool(tools)))
        return next(actions)

    session = roll_out(mivas_env.CallSession("bicycles/T1-E1"), chat_agent(chat))
    assert session.reward == 1.0
    assert set(seen) == {("system", True)}
