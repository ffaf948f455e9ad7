"""The chat loop, and the endpoint client against a stub on loopback."""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

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
    state = {"failures": 1, "requests": []}
    actions = [as_message(each) for each in mivas_env.oracle_actions("healthcare/C1-E1")]

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if state["failures"]:
                state["failures"] -= 1
                self.send_response(503)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            state["requests"].append(body)
            message = actions[len(state["requests"]) - 1]
            answer = {
                "id": "c",
                "object": "chat.completion",
                "created": 0,
                "model": "stub",
                "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10},
            }
            payload = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)

        def log_message(self, *_args):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1", state
    server.shutdown()
    server.server_close()
    thread.join()


def test_an_endpoint_plays_a_call_with_retries_and_token_counts(endpoint):
    url, state = endpoint
    chat = ChatEndpoint("stub", base_url=url, api_key="not-a-secret", options={"temperature": 0})
    session = run_episode(mivas_env.CallSession("healthcare/C1-E1"), chat)
    assert session.reward == 1.0
    assert state["failures"] == 0
    assert chat.requests == len(state["requests"]) == 5
    assert (chat.tokens.prompt, chat.tokens.completion) == (35, 15)
    assert state["requests"][0]["temperature"] == 0
    assert "not-a-secret" not in repr(chat)
    assert "not-a-secret" not in json.dumps(session.trajectory().model_dump(mode="json"))


def test_without_the_extra_one_sentence_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(ConfigError, match=r"mivas-env\[llm\]"):
        ChatEndpoint("any")
