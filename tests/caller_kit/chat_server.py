"""A chat endpoint on loopback for tests: answers as it is told to, keeps what it was asked."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

Answer = Callable[[dict[str, Any]], dict[str, Any] | int]
"""Request body -> the assistant's message, or an HTTP status that refuses it."""


@dataclass
class ChatServer:
    """What a test needs of the server: its address, the requests it took, the keys it was shown."""

    url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    refused: int = 0
    keys: set[str] = field(default_factory=set)


@contextmanager
def chat_server(answer: Answer) -> Iterator[ChatServer]:
    """Serve until the block ends; a refusal quotes the key, as real servers do."""
    state = ChatServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            key = str(self.headers["Authorization"]).removeprefix("Bearer ")
            state.keys.add(key)
            message = answer(body)
            if isinstance(message, int):
                state.refused += 1
                error = {"message": f"Incorrect API key provided: {key}", "type": "refused"}
                self.send(message, {"error": error})
                return
            state.requests.append(body)
            choice = {"index": 0, "finish_reason": "stop", "message": message}
            usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
            completion = {"id": "c", "object": "chat.completion", "created": 0, "model": "stub"}
            self.send(200, {**completion, "choices": [choice], "usage": usage})

        def send(self, status: int, content: dict[str, Any]) -> None:
            payload = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)

        def log_message(self, *_args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
