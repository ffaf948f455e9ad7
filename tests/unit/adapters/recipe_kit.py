"""What the tests of the recipes share: a page's code, run; and the oracle as a chat model."""

import json
import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import mivas_env
from mivas_env.agents.rollout import roll_out
from mivas_env.agents.scripted import oracle

DOCS = Path(__file__).parents[3] / "docs" / "adapters"


def blocks_of(page):
    """Return the Python blocks of a page of docs/adapters."""
    return re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)


def run_blocks(page, name="recipe"):
    """Execute a page's blocks of code in one namespace; return it."""
    namespace = {"__name__": name}
    for block in blocks_of(page):
        exec(compile(block, page, "exec"), namespace)  # noqa: S102  (this project's own pages)
    return namespace


def as_message(action, call_id="x"):
    """Return an action of the oracle as an assistant message."""
    if "say" in action:
        return {"role": "assistant", "content": action["say"]}
    function = {"name": action["tool"], "arguments": json.dumps(action["arguments"])}
    return {
        "role": "assistant",
        "tool_calls": [{"id": call_id, "type": "function", "function": function}],
    }


def play_alone(task, seed):
    """Play the oracle with no framework; return the session, closed."""
    session = mivas_env.CallSession(task, seed=seed)
    roll_out(session, oracle(session.task))
    session.close()
    return session


def next_turn(task, messages):
    """Return the oracle's next message, given the chat so far; silent when it has no more."""
    turn = sum(each["role"] == "assistant" for each in messages) - 1  # less the greeting
    script = mivas_env.oracle_actions(task)
    return as_message(script[turn] if turn < len(script) else {"say": ""}, f"own-{turn}")


@contextmanager
def oracle_endpoint():
    """Serve the oracles on loopback as chat models named like their tasks; yield URL, requests."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            """Answer that the server is well: gateways ask."""
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append(body)
            message = next_turn(body["model"], body["messages"])
            finish = "tool_calls" if "tool_calls" in message else "stop"
            answer = {
                "id": f"c-{len(asked)}",
                "object": "chat.completion",
                "created": 0,
                "model": body["model"],
                "choices": [
                    {
                        "index": 0,
                        "message": {"content": None, **message},
                        "finish_reason": finish,
                    }
                ],
                "usage": {"prompt_tokens": 2, "completion_tokens": 1, "total_tokens": 3},
            }
            sent = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_args):
            """Keep the test's output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
