"""The recipes of docs/adapters, run against stand-ins of the frameworks' signatures."""

# ruff: noqa: D101, D102  (stand-ins carry the frameworks' names)

import asyncio
import json
import re
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import mivas_env
from mivas_env.agents.chat import chat_view

DOCS = Path(__file__).parents[3] / "docs" / "adapters"
CALL = "healthcare/C1-E1"


def blocks_of(page):
    return re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)


def run_blocks(page, monkeypatch, modules):
    """Execute a page's blocks of code in one namespace, with stand-in modules importable."""
    for name, members in modules.items():
        module = ModuleType(name)
        vars(module).update(members)
        monkeypatch.setitem(sys.modules, name, module)
    namespace = {"__name__": "recipe"}
    for block in blocks_of(page):
        exec(compile(block, page, "exec"), namespace)  # noqa: S102  (this project's own pages)
    return namespace


def as_message(action):
    if "say" in action:
        return {"role": "assistant", "content": action["say"]}
    function = {"name": action["tool"], "arguments": json.dumps(action["arguments"])}
    return {
        "role": "assistant",
        "tool_calls": [{"id": "x", "type": "function", "function": function}],
    }


def seen_by_the_environment(seed):
    session = mivas_env.CallSession(CALL, seed=seed)
    for action in mivas_env.oracle_actions(CALL):
        yield chat_view(session)
        session.act(mivas_env.parse_action(action))
    session.close()


class VerlLoop:
    """What the recipe uses of verl's AgentLoopBase; a token is one message, rendered as JSON."""

    def __init__(self, turns):
        self.rollout_config = SimpleNamespace(
            response_length=1_000, multi_turn=SimpleNamespace(format="stub")
        )
        self.tokenizer = None
        self.server_manager = self
        self.turns = iter(turns)
        self.tools = None

    async def ct_build_initial_tokens(self, messages, tools=None):
        self.tools = tools
        return [json.dumps(message) for message in messages]

    async def generate(self, request_id, prompt_ids, sampling_params):
        return SimpleNamespace(token_ids=[json.dumps(next(self.turns))], log_probs=[-0.5])

    async def ct_merge_assistant_token(self, ids, own, mask, logprobs, assistant_logprobs=None):
        merged = SimpleNamespace(token_ids=[*ids, *own])
        return merged, [*mask, *[1] * len(own)], [*logprobs, *assistant_logprobs]

    async def ct_merge_context_msg(self, before, after, ids, mask, logprobs=None, tools=None):
        assert after[: len(before)] == before
        assert tools is self.tools
        new = [json.dumps(message) for message in after[len(before) :]]
        assert new
        merged = SimpleNamespace(token_ids=[*ids, *new])
        return merged, [*mask, *[0] * len(new)], [*logprobs, *[0.0] * len(new)]


class VerlParser:
    @staticmethod
    def get_tool_parser(_name, _tokenizer):
        return VerlParser()

    async def extract_tool_calls(self, token_ids, _tools):
        message = json.loads(token_ids[0])
        calls = [SimpleNamespace(**call["function"]) for call in message.get("tool_calls", [])]
        return message.get("content", ""), calls


def test_the_verl_loop_plays_a_call(monkeypatch) -> None:
    agent_loop = {
        "AgentLoopBase": VerlLoop,
        "AgentLoopOutput": SimpleNamespace,
        "register": lambda _name: lambda loop: loop,
    }
    package = "verl.experimental.agent_loop"
    recipe = run_blocks(
        "verl.md",
        monkeypatch,
        {
            **{key: {} for key in ("verl", "verl.experimental", package)},
            f"{package}.agent_loop": agent_loop,
            f"{package}.tool_parser": {"ToolParser": VerlParser},
        },
    )
    turns = [as_message(action) for action in mivas_env.oracle_actions(CALL)]
    loop = recipe["CallLoop"](turns)
    output = asyncio.run(loop.run({}, extra_info={"task": CALL, "seed": 3}))
    assert output.reward_score == 1.0
    assert sum(output.response_mask) == len(turns)
    assert len(output.response_ids) == len(output.response_mask) == len(output.response_logprobs)
    said = [
        token for token, own in zip(output.response_ids, output.response_mask, strict=True) if own
    ]
    assert said == [json.dumps(turn) for turn in turns]
    opening = next(seen_by_the_environment(3))[0]
    assert output.prompt_ids == [json.dumps(message) for message in opening]
    names = {tool["function"]["name"] for tool in loop.tools}
    assert {"check_plan_accepted", "transfer_to_coverage", "end_call"} <= names
    assert "say" not in names
    assert {row["agent_name"] for row in recipe["rows"]} <= {"mivas_call"}


class Completions:
    """An endpoint that plays the oracle and keeps what it was asked."""

    def __init__(self):
        self.asked = []
        self.turns = iter(mivas_env.oracle_actions(CALL))
        self.chat = SimpleNamespace(completions=self)

    async def create(self, *, model, messages, tools):
        self.asked.append((list(messages), list(tools)))
        message = as_message(next(self.turns))
        dumped = SimpleNamespace(model_dump=lambda exclude_none: message)
        return SimpleNamespace(choices=[SimpleNamespace(message=dumped, own=message)])


def test_the_art_rollout_plays_a_call_with_a_history_per_desk(monkeypatch) -> None:
    modules = {
        "art": {"Trajectory": SimpleNamespace, "TrajectoryGroup": list},
        "art.trajectories": {"History": SimpleNamespace},
    }
    recipe = run_blocks("art.md", monkeypatch, modules)
    client = Completions()
    model = SimpleNamespace(openai_client=lambda: client, get_inference_name=lambda: "stub")
    found = asyncio.run(recipe["rollout"](model, CALL, 3))
    assert (found.reward, found.metadata) == (1.0, {"task": CALL, "seed": 3})
    assert client.asked == [(list(m), list(t)) for m, t in seen_by_the_environment(3)]
    histories = [(found.messages_and_choices, found.tools)]
    histories += [(each.messages_and_choices, each.tools) for each in found.additional_histories]
    assert len(histories) == 2
    asked = iter(client.asked)
    for chat, tools in histories:
        # Up to each choice, a history is what the model was asked, earlier choices included.
        shown = []
        for entry in chat:
            if isinstance(entry, dict):
                shown.append(entry)
                continue
            messages, offered = next(asked)
            assert offered == tools
            assert len(messages) == len(shown)
            assert [m["role"] for m in messages] == [m["role"] for m in shown]
            plain = [m for m in messages if m["role"] != "assistant"]
            assert plain == [m for m in shown if m["role"] != "assistant"]
            shown.append(entry.own)
    assert next(asked, None) is None


def test_the_rllm_rollout_plays_a_call(monkeypatch) -> None:
    turns = iter(mivas_env.oracle_actions(CALL))
    recipe = run_blocks(
        "rllm.md",
        monkeypatch,
        {
            "rllm": {
                "rollout": lambda function: function,
                "evaluator": lambda function: function,
                **dict.fromkeys(("Episode", "EvalOutput", "Trajectory"), SimpleNamespace),
            }
        },
    )
    monkeypatch.setattr(
        mivas_env, "ChatEndpoint", lambda *_, **__: lambda _m, _t: as_message(next(turns))
    )
    task = SimpleNamespace(metadata={"task": CALL, "seed": 0})
    episode = recipe["play"](task, SimpleNamespace(model="stub", base_url="http://127.0.0.1/v1"))
    judged = recipe["judge"](task, episode)
    assert (judged.reward, judged.is_correct, judged.signals) == (1.0, True, {"satisfied": 1.0})
    assert episode.trajectories[0].reward == 1.0


@pytest.mark.parametrize("page", ["trl.md", "verl.md", "art.md", "rllm.md"])
def test_blocks_of_code_compile(page) -> None:
    blocks = blocks_of(page)
    assert blocks
    for block in blocks:
        compile(block, page, "exec")
