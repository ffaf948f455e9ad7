"""The chat loop, and the endpoint client against a stub on loopback."""

import json
import sys

import pytest
from caller_kit.chat_server import chat_server

import mivas_env
from mivas_env.agents.chat import ChatEndpoint, run_episode
from mivas_env.errors import ConfigError


def as_message(action):
    if "say" in action:
        return {"role": "assistant", "content": action["say"]}
    function = {"name": action["tool"], "arguments": json.dumps(action["arguments"])}
    call = {"id": "x", "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def test_prompt_and_tools_switch_at_each_handoff():
    session = mivas_env.CallSession("healthcare/C1-E1")
    actions = iter(mivas_env.oracle_actions("healthcare/C1-E1"))
    seen = []

    def chat(messages, tools):
        assert messages[0]["role"] == "system"
        seen.append((messages[0]["content"], {tool["function"]["name"] for tool in tools}))
        return as_message(next(actions))

    run_episode(session, chat)
    assert session.reward == 1.0
    assert "check_plan_accepted" not in seen[0][1]
    assert "check_plan_accepted" in seen[-1][1]
    assert seen[0][0] != seen[-1][0]


def test_what_the_model_gets_wrong_is_answered_and_charged():
    session = mivas_env.CallSession("healthcare/C1-E1", max_steps=5)
    run_episode(session, lambda _messages, _tools: '{"tool": ')
    assert session.truncated
    assert session.step_count == 5
    assert "MALFORMED_ACTION" in session.messages[-1]["content"]


@pytest.fixture
def endpoint():
    """Serve scripted completions; the first request fails once, to be retried."""
    pytest.importorskip("openai", reason="needs the extra llm")
    actions = [as_message(each) for each in mivas_env.oracle_actions("healthcare/C1-E1")]

    def answer(_body):
        return 503 if not server.refused else actions[len(server.requests)]

    with chat_server(answer) as server:
        yield server


def test_an_endpoint_plays_a_call_with_retries_and_token_counts(endpoint):
    options = {"temperature": 0}
    chat = ChatEndpoint("stub", base_url=endpoint.url, api_key="not-a-secret", options=options)
    session = run_episode(mivas_env.CallSession("healthcare/C1-E1"), chat)
    assert session.reward == 1.0
    assert endpoint.refused == 1
    assert chat.requests == len(endpoint.requests) == 5
    assert (chat.tokens.prompt, chat.tokens.completion) == (35, 15)
    assert endpoint.requests[0]["temperature"] == 0
    assert endpoint.keys == {"not-a-secret"}
    assert "not-a-secret" not in repr(chat)
    assert "not-a-secret" not in json.dumps(session.trajectory().model_dump(mode="json"))


def test_without_the_extra_one_sentence_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(ConfigError, match=r"mivas-env\[llm\]"):
        ChatEndpoint("any")
