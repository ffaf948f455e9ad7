"""The rLLM recipe behind the released gateway, which records the calls; rllm itself stands in."""

import importlib.util
import sys
import threading
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace

import pytest
from recipe_kit import next_turn, oracle_endpoint, play_alone, run_blocks

import mivas_env

HEALTHCARE = mivas_env.list_tasks("healthcare")
pytestmark = [
    pytest.mark.skipif(
        not all(map(importlib.util.find_spec, ("rllm_model_gateway", "openai"))),
        reason="needs rllm-model-gateway 0.1.0 and openai: pip install rllm-model-gateway openai",
    ),
    pytest.mark.filterwarnings("ignore"),  # the framework's own imports warn
]


@contextmanager
def gateway(worker):
    """Serve the gateway in front of an endpoint; yield its client."""
    import uvicorn
    from rllm_model_gateway import GatewayClient, GatewayConfig, create_app

    config = GatewayConfig(
        workers=[{"url": worker}], store_worker="memory", sync_traces=True, log_level="ERROR"
    )
    settings = uvicorn.Config(create_app(config), host="127.0.0.1", port=0, log_level="error")
    server = uvicorn.Server(settings)
    started = threading.Event()
    settings.load()
    startup = server.startup

    async def tell_when_started(sockets=None):
        await startup(sockets)
        started.set()

    server.startup = tell_when_started
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert started.wait(60)
    port = server.servers[0].sockets[0].getsockname()[1]
    with GatewayClient(f"http://127.0.0.1:{port}") as client:
        yield client
    server.should_exit = True
    thread.join()


def test_the_gateway_records_every_step_of_every_oracle(monkeypatch) -> None:
    rllm = ModuleType("rllm")
    plain = {key: lambda function: function for key in ("rollout", "evaluator")}
    shapes = dict.fromkeys(("Episode", "EvalOutput", "Trajectory"), SimpleNamespace)
    vars(rllm).update(plain | shapes)
    monkeypatch.setitem(sys.modules, "rllm", rllm)
    recipe = run_blocks("rllm.md")
    with oracle_endpoint() as (url, asked), gateway(url) as client:
        for name in HEALTHCARE:
            task = SimpleNamespace(metadata={"task": name, "seed": 3})
            session = client.create_session()
            config = SimpleNamespace(model=name, base_url=client.get_session_url(session))
            episode = recipe["play"](task, config)
            alone = play_alone(name, 3)
            assert episode.trajectories[0].reward == (alone.reward or 0.0), name
            judged = recipe["judge"](task, episode)
            assert (judged.reward, judged.is_correct) == (alone.reward, alone.reward == 1.0)
            traces = client.get_session_traces(session)
            assert len(traces) == alone.step_count == len(asked)
            for trace, request in zip(traces, asked, strict=True):
                assert trace.messages == request["messages"]
                assert trace.raw_request["tools"] == request["tools"]
                said = next_turn(name, trace.messages)
                assert {k: v for k, v in trace.response_message.items() if v is not None} == said
            asked.clear()
