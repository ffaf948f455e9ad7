"""The recipes of docs/adapters, run against stand-ins of the frameworks' signatures."""

# ruff: noqa: D101, D102, D105  (stand-ins carry the frameworks' names)

import asyncio
import json
import sys
from types import ModuleType, SimpleNamespace

import pytest
import recipe_kit
from recipe_kit import as_message, blocks_of

import mivas_env
from mivas_env.agents.chat import chat_view

CALL = "healthcare/C1-E1"


def run_blocks(page, monkeypatch, modules):
    """Execute a page's blocks of code in one namespace, with stand-in modules importable."""
    for name, members in modules.items():
        module = ModuleType(name)
        vars(module).update(members)
        monkeypatch.setitem(sys.modules, name, module)
    return recipe_kit.run_blocks(page)


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
        self.tokenizer = SimpleNamespace(all_special_tokens=["<|im_end|>"])
        self.server_manager = self
        self.turns = iter(turns)
        self.tools = None

    async def ct_build_initial_tokens(self, messages, tools=None):
        self.tools = tools
        return [json.dumps(message) for message in messages]

    async def generate(self, request_id, prompt_ids, sampling_params):
        token = json.dumps(next(self.turns))
        extra = {"max_global_steps": 4}
        return SimpleNamespace(token_ids=[token], log_probs=[-0.5], extra_fields=extra)

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
    stop_token_ids = ()

    @staticmethod
    def get_tool_parser(_name, _tokenizer):
        return VerlParser()

    async def extract_tool_calls(self, token_ids, tools):
        assert {"end_call"} <= {tool["function"]["name"] for tool in tools}
        message = json.loads(token_ids[0])
        calls = [SimpleNamespace(**call["function"]) for call in message.get("tool_calls", [])]
        return message.get("content", "") + "<|im_end|>", calls


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
            "verl.tools": {},
            "verl.tools.schemas": {
                "OpenAIFunctionToolSchema": SimpleNamespace(model_validate=lambda tool: tool)
            },
        },
    )
    turns = [as_message(action) for action in mivas_env.oracle_actions(CALL)]
    loop = recipe["CallLoop"](turns)
    output = asyncio.run(loop.run({}, extra_info={"task": CALL, "seed": 3}))
    assert output.reward_score == 1.0
    assert output.extra_fields["max_global_steps"] == 4
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
        message = as_message(next(self.turns), f"own-{len(self.asked)}")
        dumped = SimpleNamespace(model_dump=lambda exclude_none: message)
        return SimpleNamespace(choices=[SimpleNamespace(message=dumped)])


class Trajectory:
    """What the recipe uses of ART's trajectory."""

    def __init__(self):
        self.reward, self.metrics, self.metadata = 0.0, {}, {}

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        return None


def test_the_art_rollout_plays_a_call_and_repeats_what_the_model_said(monkeypatch) -> None:
    recipe = run_blocks("art.md", monkeypatch, {"art": {"Trajectory": Trajectory}})
    client = Completions()
    model = SimpleNamespace(openai_client=lambda: client, get_inference_name=lambda: "stub")
    found = asyncio.run(recipe["rollout"](model, CALL, 3))
    assert (found.reward, found.metadata) == (1.0, {"task": CALL, "seed": 3})

    def without_ids(messages):
        # The recorded messages have the session's ids, and its own spelling of an empty text.
        return [
            {key: value for key, value in each.items() if key not in ("tool_call_id", "tool_calls")}
            | {"content": each.get("content") or ""}
            for each in messages
        ]

    visits = 1
    expected = list(seen_by_the_environment(3))
    for number, ((messages, tools), (seen, offered)) in enumerate(
        zip(client.asked, expected, strict=True)
    ):
        assert (without_ids(messages), tools) == (without_ids(seen), list(offered))
        if number:
            before = client.asked[number - 1][0]
            if messages[: len(before)] != before:
                visits += 1
                assert messages == list(seen)  # a new desk's history, as recorded
            else:
                known = {call["id"] for m in messages for call in m.get("tool_calls", ())}
                answered = {m["tool_call_id"] for m in messages if m["role"] == "tool"}
                assert answered <= known
    assert visits == 2


def test_the_art_rollout_sends_back_what_could_not_be_read_as_recorded(monkeypatch) -> None:
    recipe = run_blocks("art.md", monkeypatch, {"art": {"Trajectory": Trajectory}})
    calls = [{"id": "own", "type": "function", "function": {"name": "f", "arguments": "{"}}]
    recorded = [{"role": "assistant", "content": "f {"}, {"role": "user", "content": "refused"}]
    message = {"role": "assistant", "tool_calls": calls}
    assert recipe["heard_after"](message, recorded[0], recorded[1:]) == recorded


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
