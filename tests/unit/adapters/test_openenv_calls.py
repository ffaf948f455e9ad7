"""The OpenEnv adapter under the released openenv-core: its server, its socket, its client."""

import asyncio
import gc
import importlib.util
import json
import socket
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

import mivas_env
from mivas_env.agents.rollout import roll_out
from mivas_env.agents.scripted import oracle
from mivas_env.episode.kit import kit_of
from mivas_env.episode.session import CallSession as Session
from mivas_env.errors import ConfigError, Fault, ResetNeeded
from mivas_env.registry import industry_named
from mivas_env.tasks import load_task
from mivas_env.world.store import World

HEALTHCARE = mivas_env.list_tasks("healthcare")
CALL = "healthcare/C1-E1"

needs_openenv = pytest.mark.skipif(
    importlib.util.find_spec("openenv") is None, reason="needs the extra openenv"
)
# The framework's dependencies deprecate each other's names; not this project's warnings.
pytestmark = pytest.mark.filterwarnings("ignore")


def play_alone(name, seed=0):
    """Play the oracle with no framework; return the session, closed."""
    session = mivas_env.CallSession(name, seed=seed)
    roll_out(session, oracle(session.task))
    session.close()
    return session


@pytest.fixture(scope="module")
def url():
    """Serve all calls on loopback, sixteen sockets at once."""
    import uvicorn

    from mivas_env.adapters.openenv_calls import make_app

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    app = make_app(HEALTHCARE, max_sessions=16)
    server = uvicorn.Server(
        uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error", lifespan="off")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()
    gc.collect()


async def play(client, name, seed=0, **options):
    """Reset and step through the oracle, then stay silent; return results and the state."""
    from mivas_env.adapters.openenv_calls import CallAction

    script = iter(mivas_env.oracle_actions(name))
    results = [await client.reset(task=name, seed=seed, **options)]
    while not results[-1].done:
        action = next(script, {"say": ""})
        results.append(await client.step(CallAction(message=action)))
    return results, await client.state()


@needs_openenv
def test_oracles_earn_over_the_socket_what_they_earn_in_the_environment(url) -> None:
    from mivas_env.adapters.openenv_calls import CallClient

    async def play_all():
        async with CallClient(url) as client:  # one environment, reused for every call
            return [await play(client, name, seed=3) for name in HEALTHCARE]

    for name, (results, state) in zip(HEALTHCARE, asyncio.run(play_all()), strict=True):
        alone = play_alone(name, seed=3)
        assert sum(each.reward or 0.0 for each in results) == (alone.reward or 0.0), name
        assert results[-1].reward == alone.reward
        assert state.trajectory == alone.trajectory().model_dump(mode="json"), name
        assert state.verification == alone.verification.model_dump(mode="json"), name


@needs_openenv
def test_tools_and_prompts_are_the_declared_ones_of_the_desk(url) -> None:
    from mivas_env.adapters.openenv_calls import CallClient

    async def play_one():
        async with CallClient(url) as client:
            return (await play(client, CALL))[0], (await play(client, CALL, verbose=False))[0]

    kit = kit_of(industry_named("healthcare"))
    shown, bare = asyncio.run(play_one())
    assert {each.observation.desk for each in shown} == {"reception", "coverage"}
    for result in shown:
        seen = result.observation
        assert seen.tools == kit.definitions[seen.desk]
        assert seen.system_prompt == kit.prompts[seen.desk]
    assert shown[-1].observation.messages == play_alone(CALL).messages
    assert all(each.observation.tools == each.observation.messages == [] for each in bare)


@needs_openenv
def test_nothing_names_the_task_before_the_end(url) -> None:
    from mivas_env.adapters.openenv_calls import CallAction, CallClient

    async def look():
        async with CallClient(url) as client:
            first = await client.reset(task=CALL, seed=0)
            state = await client.state()
            end = await client.step(CallAction(message={"tool": "end_call", "arguments": {}}))
            return first, state, end, await client.state()

    first, state, end, over = asyncio.run(look())
    assert "C1-E1" not in first.observation.model_dump_json() + state.model_dump_json()
    assert (end.done, end.reward, over.task) == (True, 0.0, CALL)


@needs_openenv
def test_sixteen_sockets_are_separate_and_the_next_is_refused(url) -> None:
    from mivas_env.adapters.openenv_calls import CallClient

    names = HEALTHCARE[:16]

    async def play_all():
        clients = [CallClient(url) for _ in names]
        await asyncio.gather(*(client.connect() for client in clients))
        pairs = enumerate(zip(clients, names, strict=True))
        played = await asyncio.gather(
            *(play(client, name, seed=number) for number, (client, name) in pairs)
        )
        with pytest.raises(RuntimeError, match="CAPACITY_REACHED"):
            await CallClient(url).reset()
        late = CallClient(url)
        await late.connect()
        await late._ws.wait_closed()  # the server was quicker than the first message
        with pytest.raises(RuntimeError, match="CAPACITY_REACHED"):
            await late.reset()
        await asyncio.gather(*(client.close() for client in clients))
        return played

    for number, (name, (_, state)) in enumerate(zip(names, asyncio.run(play_all()), strict=True)):
        assert state.trajectory == play_alone(name, number).trajectory().model_dump(mode="json")


@needs_openenv
def test_any_client_may_send_bare_actions_and_bad_ones_are_answered(url) -> None:
    from openenv import GenericEnvClient

    first, hop, *rest = mivas_env.oracle_actions(CALL)

    def send_all():
        with GenericEnvClient(url).sync() as client:
            client.reset(task=CALL, seed=0)
            seen = [client.step({"message": first["say"]}), client.step({"message": '{"tool": '})]
            seen += [client.step({"name": "no_such_tool", "arguments": {}})]
            seen += [client.step({"message": 5}), client.step(hop)]
            seen += [client.step(action) for action in rest]
            return seen, client.step({"say": "Anyone there?"})

    seen, after = send_all()
    text = [each.observation["content"] for each in seen]
    assert "MALFORMED_ACTION" in text[1]
    assert "UNKNOWN_TOOL" in text[2]
    assert "MALFORMED_ACTION" in text[3]
    assert (seen[-1].done, seen[-1].reward) == (True, 1.0)
    assert "CALL_ENDED" in after.observation["content"]
    assert (after.done, after.reward) == (True, 0.0)  # never paid twice


@needs_openenv
def test_http_tells_schema_and_health_and_keeps_no_call(url) -> None:
    found = {}
    for path in ("schema", "health"):
        with urllib.request.urlopen(f"{url}/{path}") as answer:  # noqa: S310  (loopback)
            found[path] = json.load(answer)
    assert found["schema"]["action"]["required"] == ["message"]
    assert found["health"]["status"] == "healthy"


@needs_openenv
def test_a_seed_is_one_caller_and_one_task_and_settings_reach_the_call() -> None:
    from mivas_env.adapters.openenv_calls import CallAction, CallEnvironment

    environment = CallEnvironment(HEALTHCARE)
    group = {environment.reset(seed=11).model_dump_json() for _ in range(8)}
    assert len(group) == 1
    assert len({environment.reset(seed=seed).content for seed in range(12)}) > 6
    environment.reset()
    environment.reset(task="healthcare-C1E1", seed=0, max_steps=1)
    end = environment.step(CallAction(message=""))
    assert (end.done, end.truncated, end.reward, end.ending) == (True, True, 0.0, "budget")
    environment.close()
    environment.close()
    assert environment.state.episode_id is None


@needs_openenv
def test_no_reset_leaves_a_database_open(monkeypatch) -> None:
    from mivas_env.adapters.openenv_calls import CallAction, CallEnvironment

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
    environment = CallEnvironment(HEALTHCARE)
    for seed in range(2_000):
        environment.reset(seed=seed, verbose=False)
        if seed % 3:  # the rest are given up before their first step
            environment.step(CallAction(message={"tool": "end_call"}))
        assert len(found) == 1
    environment.close()
    assert not found


@needs_openenv
def test_what_cannot_be_used_is_refused_in_a_sentence(monkeypatch) -> None:
    from mivas_env.adapters.openenv_calls import CallAction, CallEnvironment, make_app

    environment = CallEnvironment([CALL])
    with pytest.raises(ResetNeeded, match="send reset first"):
        environment.step(CallAction(message="Hello."))
    with pytest.raises(ConfigError, match="does not play"):
        environment.reset(task="healthcare/C2-E1")
    with pytest.raises(ConfigError, match="discount"):
        environment.reset(task=CALL, discount=1.5)
    with pytest.raises(ConfigError, match=r"did you mean healthcare/C1-E1"):
        make_app(["healthcare/C1-E1x"])
    for odd in ("x", 1.5, True, -1):
        with pytest.raises(ConfigError, match=r"seed=.* must be a whole number"):
            environment.reset(odd)
    for odd in (0, "2", None):
        with pytest.raises(ConfigError, match=r"max_sessions=.* must be a whole number"):
            make_app([CALL], max_sessions=odd)

    def break_down(*_args, **_kwargs):
        raise Fault("a defect")

    environment.reset(task=CALL)
    monkeypatch.setattr(Session, "_speak", break_down)
    with pytest.raises(Fault):
        environment.step(CallAction(message="Hello."))
    assert (environment.state.ending, load_task(CALL).name) == ("fault", environment.state.task)


@needs_openenv
def test_the_page_s_code_can_be_read_in() -> None:
    page = (Path(__file__).parents[3] / "docs" / "adapters" / "openenv.md").read_text(
        encoding="utf-8"
    )
    blocks = [part.partition("```")[0] for part in page.split("```python\n")[1:]]
    assert blocks
    for block in blocks:
        exec(compile(block, "openenv.md", "exec"), {})  # noqa: S102  (our own page)


def test_without_the_extra_one_sentence_names_it(monkeypatch) -> None:
    monkeypatch.delitem(sys.modules, "mivas_env.adapters.openenv_calls", raising=False)
    monkeypatch.setitem(sys.modules, "openenv", None)
    monkeypatch.setitem(sys.modules, "openenv.core", None)
    with pytest.raises(ConfigError, match=r"mivas-env\[openenv\]"):
        importlib.import_module("mivas_env.adapters.openenv_calls")
