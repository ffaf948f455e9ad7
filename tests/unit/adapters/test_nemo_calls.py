"""The NeMo Gym adapter: its rows and calls alone, and the template under the released nemo_gym."""

import asyncio
import importlib.util
import json
import socket
from pathlib import Path

import pytest

import mivas_env
from mivas_env.adapters import nemo_calls
from mivas_env.adapters.nemo_calls import Calls, make_rows, responses_tools, write_jsonl
from mivas_env.agents.rollout import roll_out
from mivas_env.agents.scripted import oracle
from mivas_env.episode.kit import kit_of
from mivas_env.episode.session import CallSession as Session
from mivas_env.episode.session import trajectory_json
from mivas_env.errors import ConfigError, Fault
from mivas_env.registry import industry_named
from mivas_env.schema.strict_yaml import load_yaml

TEMPLATE = Path(__file__).parents[3] / "docs" / "adapters" / "nemo_gym"
HEALTHCARE = mivas_env.list_tasks("healthcare")
CALL = "healthcare/C1-E1"

needs_nemo = pytest.mark.skipif(
    importlib.util.find_spec("nemo_gym") is None,
    reason="needs nemo-gym 0.7.0 on Python 3.13.14 or newer: pip install nemo-gym",
)


def play_alone(name, seed=0):
    """Play the oracle with no framework; return the session, closed."""
    session = mivas_env.CallSession(name, seed=seed)
    roll_out(session, oracle(session.task))
    session.close()
    return session


def as_output(action, number=0):
    """Return an action as the output items of a Responses answer."""
    if "say" in action:
        block = {"type": "output_text", "text": action["say"], "annotations": []}
        return [
            {
                "type": "message",
                "id": f"m{number}",
                "role": "assistant",
                "status": "completed",
                "content": [block],
            }
        ]
    arguments = json.dumps(action["arguments"])
    name = action["tool"]
    return [
        {"type": "function_call", "call_id": f"own_{number}", "name": name, "arguments": arguments}
    ]


def play(calls, name, seed=0, session_id="s"):
    """Reset and step through the oracle, then stay silent; return what the steps gave."""
    calls.reset({"task": name, "seed": seed}, session_id)
    script = iter(mivas_env.oracle_actions(name))
    steps = []
    while not steps or not (steps[-1][2] or steps[-1][3]):
        action = next(script, {"say": ""})
        steps.append(calls.step(as_output(action, len(steps)), session_id))
    return steps


def test_oracles_earn_what_they_earn_in_the_environment() -> None:
    calls = Calls()
    for name in HEALTHCARE:
        steps = play(calls, name, seed=5)
        alone = play_alone(name, seed=5)
        assert sum(reward for _, reward, *_ in steps) == (alone.reward or 0.0), name
        played = calls._open["s"].trajectory()
        assert trajectory_json(played) == trajectory_json(alone.trajectory()), name
        observation, _, _, _, info = steps[-1]
        assert observation is None
        assert (info["task"], info["ending"]) == (name, alone.ending)
    calls.close("s")
    calls.close("s")
    assert len(calls) == 0


def test_tools_are_the_declared_ones_in_the_form_of_responses() -> None:
    declared = [
        t.chat_definition["function"] for t in kit_of(industry_named("healthcare")).toolbox.tools
    ]
    listed = responses_tools("healthcare")
    assert [(each.pop("type"), each.pop("strict")) for each in listed] == [
        ("function", False) for _ in declared
    ]
    assert listed == declared


def test_sessions_are_separate_and_clean_after_reset() -> None:
    names = HEALTHCARE[:12]
    calls = Calls()
    for number, name in enumerate(names):
        calls.reset({"task": name, "seed": number}, str(number))
        calls.step(as_output({"tool": "get_patient_summary", "arguments": {}}), str(number))
    assert len(calls) == len(names)
    for number, name in enumerate(names):
        play(calls, name, seed=number, session_id=str(number))
    for number, name in enumerate(names):
        played = calls._open[str(number)].trajectory()
        assert trajectory_json(played) == trajectory_json(play_alone(name, number).trajectory())


def test_calls_are_answered_under_their_own_ids_and_a_handoff_shows_the_prompt() -> None:
    calls = Calls()
    opening, info = calls.reset({"task": CALL, "seed": 0}, "s")
    assert info == {"supports_explicit_close": True}
    assert "Aetna" in opening
    hop = mivas_env.oracle_actions(CALL)[1]
    two = [*as_output({"tool": "no_such_tool", "arguments": {}}, 1), *as_output(hop, 2)]
    observation, reward, *over, info = calls.step(two, "s")
    assert (reward, over) == (0.0, [False, False])
    assert [each["call_id"] for each in info["tool_outputs"]] == ["own_1", "own_2"]
    assert "UNKNOWN_TOOL" in info["tool_outputs"][0]["output"]
    assert json.loads(info["tool_outputs"][1]["output"])["data"] == {"desk": "coverage"}
    prompts = kit_of(industry_named("healthcare")).prompts
    for section in prompts["coverage"].split("\n## "):
        assert section in observation or section in prompts["reception"]
    observation, *_, info = calls.step(as_output({"say": "One moment, please."}), "s")
    assert observation
    assert info == {"tool_outputs": []}
    calls.close("s")


def test_rows_are_lines_of_json_that_name_neither_task_nor_answer_to_the_policy(tmp_path) -> None:
    file = tmp_path / "train.jsonl"
    assert (
        write_jsonl(file, [CALL, "healthcare/R-E1"], seeds=[0, 1], settings={"discount": 0.3}) == 4
    )
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert rows == list(
        make_rows([CALL, "healthcare/R-E1"], seeds=[0, 1], settings={"discount": 0.3})
    )
    assert [(row["task"], row["seed"]) for row in rows] == [
        (name, seed) for name in (CALL, "healthcare/R-E1") for seed in (0, 1)
    ]
    seen = [json.dumps(row["responses_create_params"]) for row in rows]
    assert len(set(seen)) == 1  # both begin at the same desk
    assert "Whitfield" not in seen[0]
    calls = Calls()
    calls.reset(rows[0], "s")
    assert calls._open["s"].settings.discount == 0.3


def test_what_cannot_be_used_is_refused_in_a_sentence(tmp_path, monkeypatch) -> None:
    calls = Calls()
    with pytest.raises(ConfigError, match="needs the column `task`"):
        calls.reset({}, "s")
    with pytest.raises(ConfigError, match="send /reset first"):
        calls.step([], "s")
    with pytest.raises(ConfigError, match=r"did you mean healthcare/C1-E1"):
        list(make_rows(["healthcare/C1-E1x"]))
    with pytest.raises(ConfigError, match="cannot be written"):
        write_jsonl(tmp_path, [CALL])
    file = tmp_path / "rows.jsonl"
    with pytest.raises(ConfigError, match=r"no setting 'discont'; did you mean discount\?"):
        write_jsonl(file, [CALL], settings={"discont": 0.5})
    with pytest.raises(ConfigError, match="no setting 'voice'; there are: caller, reward_mode"):
        calls.reset({"task": CALL, "settings": {"voice": 0.5}}, "s")
    with pytest.raises(ConfigError, match="settings must be a mapping"):
        write_jsonl(file, [CALL], settings="discount")
    with pytest.raises(ConfigError, match="seeds=3 must be a list of seeds"):
        write_jsonl(file, [CALL], seeds=3)
    for odd in ("x", 1.0, True):
        with pytest.raises(ConfigError, match=r"seed=.* must be a whole number"):
            write_jsonl(file, [CALL], seeds=[odd])
        with pytest.raises(ConfigError, match=r"seed=.* must be a whole number"):
            calls.reset({"task": CALL, "seed": odd}, "s")
    assert not file.exists()
    assert write_jsonl(file, [CALL], settings={"discount": 0.25, "caller": None}) == 1
    monkeypatch.setattr(nemo_calls, "RESERVED", frozenset({"check_plan_accepted"}))
    with pytest.raises(ConfigError, match="check_plan_accepted"):
        responses_tools("healthcare")

    def break_down(*_args, **_kwargs):
        raise Fault("a defect")

    calls.reset({"task": CALL}, "s")
    monkeypatch.setattr(Session, "_speak", break_down)
    with pytest.raises(Fault):
        calls.step(as_output({"say": "Hello."}), "s")


def test_the_page_s_code_writes_the_data_sets(tmp_path) -> None:
    page = (TEMPLATE.parent / "nemo.md").read_text(encoding="utf-8")
    found: dict = {}
    block = page.split("```python\n")[1].partition("```")[0]
    exec(compile(block, "nemo.md", "exec"), found)  # noqa: S102  (our own page)
    found["export"](tmp_path)
    assert len((tmp_path / "example.jsonl").read_text().splitlines()) == 5


def test_the_template_s_configuration_agrees_with_the_rows() -> None:
    read = load_yaml((TEMPLATE / "configs" / "mivas.yaml").read_text(), source="mivas.yaml")
    agent = read[nemo_calls.AGENT_NAME]["responses_api_agents"]["gymnasium_agent"]
    assert agent["resources_server"]["name"] in read
    assert agent["max_steps"] > 60


def load_template():
    spec = importlib.util.spec_from_file_location("mivas_nemo_app", TEMPLATE / "app.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def as_answer(output):
    """Return output items as a whole answer of the Responses API."""
    answer = {"id": "r", "created_at": 0.0, "model": "m", "object": "response", "output": output}
    return answer | {"parallel_tool_calls": False, "tool_choice": "auto", "tools": []}


@needs_nemo
@pytest.mark.filterwarnings("ignore")
def test_the_template_plays_under_the_released_server() -> None:
    from unittest.mock import MagicMock

    from fastapi.testclient import TestClient
    from nemo_gym.base_resources_server import BaseResourcesServerConfig
    from nemo_gym.server_utils import ServerClient

    module = load_template()
    config = BaseResourcesServerConfig(host="", port=0, entrypoint="", name="mivas")
    server = module.MivasServer(config=config, server_client=MagicMock(spec=ServerClient))
    app = server.setup_webserver()
    for row in make_rows(HEALTHCARE):
        with TestClient(app) as client:
            opened = client.post("/reset", json=row).json()
            assert opened["observation"]
            total, script = 0.0, iter(mivas_env.oracle_actions(row["task"]))
            step = {"terminated": False, "truncated": False}
            while not (step["terminated"] or step["truncated"]):
                answer = as_answer(as_output(next(script, {"say": ""})))
                step = client.post("/step", json={**row, "response": answer}).json()
                total += step["reward"]
        assert total == (play_alone(row["task"]).reward or 0.0), row["task"]
        assert len(server._calls) == 0
    with TestClient(app) as client:
        client.post("/reset", json=row)
        assert len(server._calls) == 1
        assert client.post("/close", json={}).json() == {"status": "closed"}
    assert len(server._calls) == 0
    asyncio.run(server.close_session("unknown"))


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def make_servers(config, script):
    """Make the template's server, the released agent and a model that plays the script."""
    from nemo_gym.base_resources_server import BaseResourcesServerConfig
    from nemo_gym.base_responses_api_model import BaseResponsesAPIModelConfig
    from nemo_gym.base_responses_api_model import SimpleResponsesAPIModel as Model
    from nemo_gym.openai_utils import NeMoGymResponse
    from nemo_gym.server_utils import ServerClient
    from omegaconf import OmegaConf
    from responses_api_agents.gymnasium_agent.app import GymnasiumAgent, GymnasiumAgentConfig

    class OracleModel(Model):
        async def responses(self, body):
            script["asked"].append(body)
            action = next(script["actions"], {"say": ""})
            output = as_output(action, len(script["asked"]))
            return NeMoGymResponse.model_validate(as_answer(output))

        async def chat_completions(self, body):
            raise NotImplementedError

    for name, kinds in config.items():
        ((_, instance),) = next(iter(kinds.values())).items()
        instance |= {"host": "127.0.0.1", "port": free_port(), "name": name}
    head = {"host": "127.0.0.1", "port": free_port()}
    client = ServerClient(head_server_config=head, global_config_dict=OmegaConf.create(config))
    mine = config["mivas"]["resources_servers"]["mivas"]
    agent = config["mivas_agent"]["responses_api_agents"]["gymnasium_agent"]
    model = config["policy_model"]["responses_api_models"]["oracle"]
    return client, {
        "mivas": load_template().MivasServer(
            config=BaseResourcesServerConfig(**mine), server_client=client
        ),
        "mivas_agent": GymnasiumAgent(config=GymnasiumAgentConfig(**agent), server_client=client),
        "policy_model": OracleModel(
            config=BaseResponsesAPIModelConfig(**model), server_client=client
        ),
    }


@needs_nemo
@pytest.mark.filterwarnings("ignore")
def test_the_released_agent_plays_the_oracles_over_loopback() -> None:
    import uvicorn
    from nemo_gym.server_utils import GlobalAIOHTTPAsyncClientConfig as ClientConfig
    from nemo_gym.server_utils import get_response_json, set_global_aiohttp_client

    config = load_yaml((TEMPLATE / "configs" / "mivas.yaml").read_text(), source="mivas.yaml")
    config["policy_model"] = {"responses_api_models": {"oracle": {"entrypoint": "app.py"}}}
    script = {"asked": [], "actions": iter(())}
    client, servers = make_servers(config, script)

    async def play_all():
        session = set_global_aiohttp_client(ClientConfig())
        running = []
        for name, server in servers.items():
            ((_, where),) = next(iter(config[name].values())).items()
            app = server.setup_webserver()
            served = uvicorn.Server(
                uvicorn.Config(app, host="127.0.0.1", port=where["port"], log_level="warning")
            )
            running.append((served, asyncio.create_task(served.serve())))
        while not all(served.started for served, _ in running):  # noqa: ASYNC110  (no event for it)
            await asyncio.sleep(0.05)
        found = []
        for row in make_rows(HEALTHCARE, seeds=[5]):
            script["actions"] = iter(mivas_env.oracle_actions(row["task"]))
            answer = await client.post("mivas_agent", "/run", json=row)
            assert answer.status == 200, await answer.text()
            found.append(await get_response_json(answer))
            assert len(servers["mivas"]._calls) == 0
        for served, _ in running:
            served.should_exit = True
        await asyncio.gather(*(task for _, task in running))
        await session.close()
        return found

    found = asyncio.run(play_all())
    for name, result in zip(HEALTHCARE, found, strict=True):
        alone = play_alone(name, seed=5)
        assert result["reward"] == (alone.reward or 0.0), name
        assert (result["terminated"], result["truncated"]) == (True, False)
        assert result["info"]["ending"] == alone.ending
    assert len(script["asked"]) == sum(play_alone(name, seed=5).step_count for name in HEALTHCARE)
    assert list(script["asked"][0].tools) == responses_tools("healthcare")
