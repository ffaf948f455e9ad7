"""Every chat that a policy sees is one that a chat endpoint takes, whatever the policy did."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from toy_industry.play import dial, message
from toy_industry.puppet import Puppet

import mivas_env
from mivas_env.agents.chat import chat_view
from mivas_env.agents.scripted import oracle
from mivas_env.envs.call_env import CallEnv
from mivas_env.envs.parse_action import parse_action
from mivas_env.registry import industry_entry_points
from mivas_env.schema.action import Action

CALLS = [name for name in mivas_env.list_tasks() if name.split("/")[0] in industry_entry_points()]
LOOK = ("find_bike", {"owner": "Ines Calloway"})


def flaws(chat: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return what an endpoint would refuse: empty messages, calls and answers that do not meet."""
    found: list[str] = []
    waiting: list[str] = []
    for number, each in enumerate(chat):
        role, calls = each["role"], each.get("tool_calls", ())
        found += [f"{number}: {flaw}" for flaw in flaws_of_one(each)]
        if role == "tool":
            if not waiting or waiting.pop(0) != each["tool_call_id"]:
                found.append(f"{number}: an answer to no call")
        elif waiting:
            found.append(f"{number}: {role} before the answers to {waiting}")
        if role == "assistant" and number and chat[number - 1]["role"] == "assistant":
            found.append(f"{number}: two assistant messages on end")
        waiting += [call["id"] for call in calls]
    ids = [call["id"] for each in chat for call in each.get("tool_calls", ())]
    if waiting or len(ids) != len(set(ids)):
        found.append(f"no answer to {waiting}, or an id twice among {ids}")
    return found


def flaws_of_one(message: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with one message by itself."""
    role, content, calls = message["role"], message["content"], message.get("tool_calls")
    if role not in ("assistant", "user", "tool") or (calls and role != "assistant"):
        yield f"role {role}"
    if not isinstance(content, str) or (not content.strip() and not calls):
        yield "no content"
    if "tool_calls" in message and not calls:
        yield "an empty list of calls"
    for call in calls or ():
        if call["type"] != "function" or not call["function"]["name"].strip():
            yield f"a call without a name: {call}"
        if not isinstance(json.loads(call["function"]["arguments"]), dict):
            yield f"arguments that are no object: {call}"


def check_step(env: CallEnv, action: object) -> bool:
    """Take a step; return whether it left no message of the agent's."""
    session = env.session
    assert session is not None
    before = session.messages
    info = env.step(action)[4]
    chat = session.messages
    assert flaws(chat) == []
    assert info["messages"] == chat
    assert list(chat_view(session)[0][1:]) == chat
    assert chat[: len(before)] == before
    own, heard = session.messages_since(len(before))
    spoke = chat[len(before) : len(before) + 1] == [own]
    assert before + [own] * spoke + heard == chat
    assert all(each["role"] != "assistant" for each in heard)
    if not session.done:
        assert chat[-1]["role"] in ("user", "tool")
    return not spoke


@pytest.mark.parametrize("name", CALLS)
def test_the_chat_of_every_oracle_is_taken_by_an_endpoint(name: str) -> None:
    env = CallEnv(name)
    env.reset(seed=1)
    agent = oracle(mivas_env.load_task(name))
    rng = random.Random(name)  # noqa: S311  (repeatable, not secret)
    assert env.session is not None
    assert flaws(env.session.messages) == []
    while not env.session.done:
        if rng.random() < 0.2:
            silent = rng.choice(["", " ", "<think>hm</think>", {"say": "\u200b"}])
            if check_step(env, silent) and env.session.done:
                break
        check_step(env, agent(env.session))
    env.close()


PIECES = [
    "", " ", "Hello.", "{", "}", "[", "]", '"', "<think>", "</think>", "<tool_call>", "\x00",
    "</tool_call>", "```json\n", "```", '{"say": ""}', '{"say": "One moment."}', "\u200b",
    '{"tool": "fly"}',
    '{"name": "find_bike", "arguments": {"owner": "Ines Calloway"}}', '{"name": "find_bike", ',
    '"arguments": {}}', '{"name": "leave_note", "parameters": {"for_whom": "A", "text": "B"}}',
    '{"tool_calls": []}', '{"content": "", "tool_calls": [{"name": "end_call"}]}', "\ud800", ",",
]  # fmt: skip


def test_the_chat_of_five_hundred_strings_is_taken_by_an_endpoint() -> None:
    rng = random.Random(3)  # noqa: S311  (repeatable, not secret)
    env = CallEnv("bicycles/T1-E1", max_steps=25)
    env.reset(seed=0)
    silent = 0
    for _ in range(500):
        assert env.session is not None
        if env.session.done:
            env.reset(seed=rng.randrange(9))
        silent += check_step(env, "".join(rng.choices(PIECES, k=rng.randint(1, 3))))
    assert 20 < silent < 480
    env.close()


def test_a_silent_step_is_recorded_but_is_no_message() -> None:
    session = dial()
    before = session.messages
    for blank in ("", " \u200b \n"):
        session.say(blank)
        assert session.messages == before
        assert session.messages_since(len(before)) == ({"role": "assistant", "content": ""}, [])
    session.act(Action())
    assert (session.step_count, session.budget_left["steps"]) == (3, 57)
    session.say("")
    assert session.messages[: len(before)] == before
    assert [each["role"] for each in session.messages[len(before) :]] == ["user"]
    assert session.trajectory().events[-1].step == 4


def test_what_cannot_even_be_shown_leaves_its_notice_alone() -> None:
    session = dial()
    seen = len(session.messages)
    session.act(Action(malformed="What came is no action."))
    own, heard = session.messages_since(seen)
    assert own["content"] == ""
    assert [each["role"] for each in heard] == ["user"]
    session.act(parse_action("{"))
    assert session.messages[-2] == {"role": "assistant", "content": "{"}


def test_calls_without_a_word_stay_a_message() -> None:
    session = dial(caller=Puppet())
    seen = len(session.messages)
    session.act(message(LOOK, LOOK))
    own, heard = session.messages_since(seen)
    assert (own["content"], len(own["tool_calls"])) == ("", 2)
    assert [each["tool_call_id"] for each in heard] == [each["id"] for each in own["tool_calls"]]
    own["tool_calls"][0]["function"]["name"] = "changed"
    assert "changed" not in str(session.messages)
