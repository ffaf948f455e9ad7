"""The verifiers adapter under the released verifiers: its loader, its environment, its traces."""

import asyncio
import importlib.util
import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import mivas_env
from mivas_env.agents.rollout import roll_out
from mivas_env.agents.scripted import oracle
from mivas_env.episode.kit import kit_of
from mivas_env.episode.session import CallSession as Session
from mivas_env.errors import ConfigError, Fault
from mivas_env.registry import industry_named
from mivas_env.world.store import World

HUB = Path(__file__).parents[3] / "docs" / "adapters" / "verifiers_hub"
HEALTHCARE = mivas_env.list_tasks("healthcare")
CALL = "healthcare/C1-E1"

needs_verifiers = pytest.mark.skipif(
    importlib.util.find_spec("verifiers") is None, reason="needs the extra verifiers"
)
# The framework and its dependencies deprecate each other's names; not this project's warnings.
pytestmark = pytest.mark.filterwarnings("ignore")


def as_message(action):
    if "say" in action:
        return {"role": "assistant", "content": action["say"]}
    function = {"name": action["tool"], "arguments": json.dumps(action["arguments"])}
    call = {"id": "x", "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def play_alone(name, seed=0):
    """Play the oracle with no framework; return the session, closed."""
    session = mivas_env.CallSession(name, seed=seed)
    roll_out(session, oracle(session.task))
    session.close()
    return session


def batches(names):
    """Split tasks so that no two of a batch open with the same words."""
    found: list[dict[str, str]] = []
    for name in names:
        session = mivas_env.CallSession(name)
        session.close()
        opening = session.observed[1]
        batch = next((each for each in found if opening not in each), None)
        if batch is None:
            batch = {}
            found.append(batch)
        batch[opening] = name
    return [list(batch.values()) for batch in found]


class Model:
    """A stub endpoint: the caller's opening says which script, the assistant turns how far."""

    def __init__(self) -> None:
        self.scripts: dict[str, list[dict]] = {}
        self.requests: list[dict] = []
        self.delay_s = 0.0

    def learn(self, name, seed=0, actions=None):
        """Hold the oracle of a task, or other actions, as the script for its opening."""
        session = mivas_env.CallSession(name, seed=seed)
        session.close()
        script = mivas_env.oracle_actions(name) if actions is None else actions
        self.scripts[session.observed[1]] = [as_message(action) for action in script]

    def answer(self, body):
        """Return the next message of the script that the request belongs to."""
        self.requests.append(body)
        time.sleep(self.delay_s)
        chat = [each for each in body["messages"] if each["role"] != "system"]
        opening = next(each["content"] for each in chat if each["role"] == "user")
        position = sum(each["role"] == "assistant" for each in chat) - 1
        script = self.scripts[opening]
        return script[position] if position < len(script) else {"role": "assistant", "content": ""}


@pytest.fixture
def model(monkeypatch):
    """Serve a stub model on loopback."""
    stub = Model()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 65_536  # head and body in one packet

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            message = stub.answer(body)
            answer = {
                "id": "c",
                "object": "chat.completion",
                "created": 0,
                "model": "stub",
                "choices": [
                    {
                        "index": 0,
                        "finish_reason": "tool_calls" if "tool_calls" in message else "stop",
                        "message": message,
                    }
                ],
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

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 256  # every call of a suite asks at once

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    stub.url = f"http://127.0.0.1:{server.server_port}/v1"
    monkeypatch.setenv("PRIME_API_KEY", "unused")
    monkeypatch.syspath_prepend(str(HUB))
    yield stub
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def open_worlds(monkeypatch):
    """Count the databases that are open, by identity."""
    found: set[int] = set()
    opened, closed = World._open, World.close

    def count_open(self) -> None:
        opened(self)
        found.add(id(self))

    def count_close(self) -> None:
        closed(self)
        found.discard(id(self))

    monkeypatch.setattr(World, "_open", count_open)
    monkeypatch.setattr(World, "close", count_close)
    return found


def run(model, *, rollouts=1, agent=None, **taskset):
    """Run every row of a taskset as `vf-eval` does, without its uploads; return the traces."""
    import verifiers.v1 as vf
    from verifiers.v1.utils.loaders import load_environment, resolve_env_config

    config = resolve_env_config(
        {"taskset": {"id": "mivas-vf", **taskset}, "agent": {"max_turns": None, **(agent or {})}}
    )
    env = load_environment(config)
    client = vf.EvalClientConfig(base_url=model.url, api_key_var="STUB_KEY")
    context = vf.ModelContext(client=client, model="stub", sampling=vf.SamplingConfig())

    async def finish(_episode):
        pass

    async def play():
        async with env.serving():
            slots = [slot for task in env.taskset for slot in env.slots(task, rollouts)]
            return await asyncio.gather(
                *(env.run_slot(slot, context, None, finish) for slot in slots)
            )

    episodes = asyncio.run(play())
    return [trace for episode in episodes for trace in episode.traces]


@needs_verifiers
def test_oracles_earn_what_they_earn_in_the_environment(model) -> None:
    played = 0
    for names in batches(HEALTHCARE):
        for name in names:
            model.learn(name)
        for trace, name in zip(run(model, tasks=names), names, strict=True):
            alone = play_alone(name)
            assert trace.errors == [], name
            assert trace.reward == (alone.reward or 0.0), name
            assert trace.info["mivas"]["trajectory"] == alone.trajectory().model_dump(mode="json")
            played += 1
    assert played == len(HEALTHCARE)


@needs_verifiers
def test_rows_are_tasks_times_seeds_and_tools_are_the_declared_ones(model) -> None:
    names = [CALL, "healthcare/C2-E1"]
    for name in names:
        for seed in (0, 1):
            model.learn(name, seed)
    traces = run(model, tasks=names, seeds=[0, 1], rollouts=2)
    assert len(traces) == 8
    assert {trace.reward for trace in traces} == {1.0}
    assert sorted({trace.task.key for trace in traces}) == sorted(
        f"{name}:{seed}" for name in names for seed in (0, 1)
    )
    kit = kit_of(industry_named("healthcare"))
    prompts = {prompt: desk for desk, prompt in kit.prompts.items()}
    desks = set()
    for request in model.requests:
        desk = prompts[request["messages"][0]["content"]]
        desks.add(desk)
        assert request["tools"] == kit.definitions[desk]
    assert {"reception", "coverage"} <= desks


@needs_verifiers
def test_a_handoff_starts_a_branch(model) -> None:
    model.learn(CALL)
    (trace,) = run(model, tasks=[CALL])
    assert trace.num_turns == len(mivas_env.oracle_actions(CALL))
    assert len(trace.branches) == 2  # one a desk: the model's own messages come back unchanged
    assert trace.metrics["r_eval"] == 1.0
    assert trace.metrics["extra_hops"] == 0.0


@needs_verifiers
def test_calls_in_the_text_and_broken_arguments_are_sent_back_readable(model) -> None:
    first, hop, *rest = mivas_env.oracle_actions(CALL)
    session = mivas_env.CallSession(CALL)
    model.learn(CALL)
    broken = as_message(hop)
    broken["tool_calls"][0]["function"]["arguments"] = '{"a":'
    block = json.dumps({"name": hop["tool"], "arguments": hop["arguments"]})
    model.scripts[session.observed[1]] = [
        as_message(first),
        broken,
        {"role": "assistant", "content": f"<tool_call>{block}</tool_call>"},
        *map(as_message, rest),
    ]
    session.close()
    (trace,) = run(model, tasks=[CALL])
    assert trace.reward == 1.0
    last = model.requests[-1]["messages"]
    calls = [call for each in last for call in each.get("tool_calls") or []]
    answered = [each["tool_call_id"] for each in last if each["role"] == "tool"]
    assert [call["id"] for call in calls] == answered
    assert [json.loads(call["function"]["arguments"]) for call in calls][:2] == [{}, {}]


@needs_verifiers
def test_sixty_calls_at_once_are_separate(model) -> None:
    names = batches(HEALTHCARE)[0][:60]
    assert len(names) == 60
    for name in names:
        model.learn(name)
    for trace, name in zip(run(model, tasks=names), names, strict=True):
        kept = trace.info["mivas"]
        assert kept["task"] == name
        assert kept["trajectory"] == play_alone(name).trajectory().model_dump(mode="json")


@needs_verifiers
def test_calls_that_are_stopped_or_cancelled_earn_nothing_and_are_closed(
    model, open_worlds
) -> None:
    model.learn(CALL)
    (trace,) = run(model, tasks=[CALL], agent={"max_turns": 2})
    assert trace.stop_condition == "max_turns"
    assert trace.reward == 0.0
    assert trace.info["mivas"]["ending"] is None
    assert not open_worlds
    model.delay_s = 2.0
    (trace,) = run(model, tasks=[CALL], agent={"timeout": {"rollout": 0.3}})
    assert "timeout" in trace.stop_condition
    assert trace.reward == 0.0
    assert not open_worlds
    model.delay_s = 0.0
    # The same environment's classes play the next one from the start.
    assert run(model, tasks=[CALL])[0].reward == 1.0


@needs_verifiers
def test_settings_reach_the_call(model) -> None:
    first, _, *rest = mivas_env.oracle_actions(CALL)
    detour = [
        {"tool": "transfer_to_identity", "arguments": {"next_intent": "coverage"}},
        {"tool": "transfer_to_coverage", "arguments": {}},
    ]
    model.learn(CALL, actions=[first, *detour, *rest])
    (trace,) = run(model, tasks=[CALL], discount=0.25)
    assert (trace.reward, trace.metrics["extra_hops"]) == (0.25, 1.0)
    (trace,) = run(model, tasks=[CALL], max_steps=3)
    assert (trace.reward, trace.info["mivas"]["ending"]) == (0.0, "budget")


@needs_verifiers
def test_a_fault_of_ours_fails_the_rollout_and_is_not_paid_zero(model, monkeypatch) -> None:
    model.learn(CALL)

    def break_down(*_args, **_kwargs):
        raise Fault("a defect")

    monkeypatch.setattr(Session, "_speak", break_down)
    (trace,) = run(model, tasks=[CALL])
    assert trace.rewards.get("verified") is None
    assert "a defect" in trace.errors[-1].message


@needs_verifiers
def test_a_prompt_of_the_run_stands_before_the_desks(model, tmp_path) -> None:
    model.learn(CALL)
    prompt = tmp_path / "best.txt"
    prompt.write_text("Be brief.", encoding="utf-8")
    run(model, tasks=[CALL], system_prompt=prompt)
    assert all(
        each["messages"][0]["content"].startswith("Be brief.\n\n") for each in model.requests
    )


@needs_verifiers
def test_what_cannot_be_used_is_refused_in_a_sentence(model) -> None:
    with pytest.raises(ConfigError, match=r"did you mean healthcare/C1-E1"):
        run(model, tasks=["healthcare/C1-E1x"])
    with pytest.raises(ConfigError, match="the taskset is empty"):
        run(model, tasks=[CALL], seeds=[])
    with pytest.raises(ConfigError, match="discount"):
        run(model, tasks=[CALL], discount=1.5)


def test_without_the_extra_one_sentence_names_it(monkeypatch) -> None:
    for name in ("verifiers", "verifiers.v1", "mivas_env.adapters.verifiers_calls"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "verifiers.v1", None)
    monkeypatch.setitem(sys.modules, "verifiers", None)
    with pytest.raises(ConfigError, match=r"mivas-env\[verifiers\]"):
        importlib.import_module("mivas_env.adapters.verifiers_calls")
