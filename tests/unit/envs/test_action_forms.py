"""Forms of actions: what belongs to the action space is what a step acts on, whatever holds it."""

from typing import Any

import gymnasium as gym
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

import mivas_env
from mivas_env.envs.parse_action import (
    MAX_ACTION_CHARACTERS,
    MAX_CALLS_PER_MESSAGE,
    has_form,
    parse_action,
)
from mivas_env.envs.spaces import ActionSpace
from mivas_env.schema.action import Action, ToolCall


class Function(BaseModel):
    """A tool call's function as client libraries hold it."""

    name: str
    arguments: str


class Call(BaseModel):
    """A tool call as client libraries hold it."""

    id: str = "x"
    function: Function
    type: str = "function"


class Part(BaseModel):
    """A part of a message's content."""

    type: str = "text"
    text: str | None = None


class ChatMessage(BaseModel):
    """An assistant message as client libraries hold it."""

    role: str = "assistant"
    content: str | list[Part] | None = None
    refusal: str | None = None
    function_call: None = None
    tool_calls: list[Call] | None = None


CALL = ToolCall("look_up", {"a": 1})
SDK_CALL = Call(function=Function(name="look_up", arguments='{"a": 1}'))
DICT_CALL = {"tool": "look_up", "arguments": {"a": 1}}


@pytest.mark.parametrize(
    ("action", "read"),
    [
        (ChatMessage(), Action()),
        (ChatMessage().model_dump(), Action()),
        (ChatMessage().model_dump(exclude_none=True), Action()),
        (ChatMessage(content="Hello."), Action(say="Hello.")),
        (
            ChatMessage(content=[Part(text="Hello,"), Part(text="Dana.")]),
            Action(say="Hello, Dana."),
        ),
        ({"content": [Part(text="Hello.")]}, Action(say="Hello.")),
        (ChatMessage(tool_calls=[SDK_CALL]), Action(calls=(CALL,))),
        (ChatMessage(content="Hi.", tool_calls=[SDK_CALL]), Action(say="Hi.", calls=(CALL,))),
        ({"role": "assistant", "tool_calls": [SDK_CALL]}, Action(calls=(CALL,))),
        ([SDK_CALL, DICT_CALL], Action(calls=(CALL, CALL))),
        (SDK_CALL, Action(calls=(CALL,))),
        ({"function": Function(name="look_up", arguments='{"a": 1}')}, Action(calls=(CALL,))),
        ({"role": "assistant", "say": "Hi."}, Action(say="Hi.")),
        ({"say": [{"type": "image", "url": "x"}, {"text": "Hi."}]}, Action(say="Hi.")),
        ([], Action()),
    ],
)
def test_every_form_is_read_and_belongs(action: object, read: Action) -> None:
    assert parse_action(action) == read
    assert action in ActionSpace([])


@pytest.mark.parametrize("role", ["user", "tool", "system", "developer", "function"])
@pytest.mark.parametrize("more", [{"content": "I am Dana."}, {"say": "Hi."}, {"tool": "look_up"}])
def test_a_message_of_another_role_is_malformed(role: str, more: dict[str, str]) -> None:
    message = {"role": role, **more}
    read = parse_action(message)
    assert (read.say, read.calls) == ("", ())
    assert f"role `{role}`" in (read.malformed or "")
    assert message not in ActionSpace([])


class Odd(dict[str, Any]):
    """A mapping whose every look raises."""

    def get(self, key: str, default: object = None) -> Any:
        """Refuse."""
        raise RuntimeError(key, default)


@pytest.mark.parametrize(
    "action",
    [
        {"say": 5},
        {"say": ["Hello."]},
        {"say": [{"text": 5}]},
        {"say": "Hi.", "tool": 5},
        {"name": "look_up"},
        {"tool": ""},
        {"tool": "\u200b"},
        {"tool": None, "name": "look_up"},
        {"function": {}},
        {"tool": "look_up", "say": 5},
        {"content": 5},
        {"tool_calls": 5},
        {"tool_calls": [5]},
        {"tool_calls": [DICT_CALL], "content": 5},
        {"role": "assistant", "content": 5},
        {"role": "narrator"},
        {},
        Part(),
        Odd(),
        [5],
        [DICT_CALL, {"say": "Hi."}],
        [DICT_CALL] * (MAX_CALLS_PER_MESSAGE + 1),
        "x" * (MAX_ACTION_CHARACTERS + 1),
        7,
        None,
    ],
)
def test_what_no_step_acts_on_does_not_belong(action: object) -> None:
    assert parse_action(action).malformed is not None
    assert not has_form(action)


_LEAVES = st.none() | st.booleans() | st.integers(-1, 1) | st.sampled_from(["", "Hi.", "look_up"])
_PARTS = st.lists(
    st.dictionaries(st.sampled_from(["type", "text"]), _LEAVES, max_size=2), max_size=2
)
_FUNCTIONS = st.dictionaries(st.sampled_from(["name", "arguments"]), _LEAVES, max_size=2)
_FIELDS = ("say", "tool", "name", "arguments", "content", "function", "role")
_CALLS = st.dictionaries(st.sampled_from(_FIELDS), _LEAVES | _PARTS | _FUNCTIONS, max_size=3)


@given(
    st.lists(_CALLS, max_size=2)
    | st.builds(
        lambda fields, calls: {**fields, **({} if calls is None else {"tool_calls": calls})},
        _CALLS,
        st.none() | st.lists(_CALLS, max_size=2),
    )
)
def test_an_action_belongs_exactly_when_it_is_read(action: Any) -> None:
    assert has_form(action) is (parse_action(action).malformed is None)


def test_a_step_with_an_empty_message_object_is_silence() -> None:
    env = gym.make("mivas/bicycles-T1E1")
    seen = []
    for action in (ChatMessage(), {"say": ""}):
        env.reset(seed=0)
        obs, *_, info = env.step(action)
        seen.append((obs, info["messages"]))
    assert seen[0] == seen[1]
    env.close()


def test_a_client_that_leaves_none_out_is_silent_too() -> None:
    def chat(_messages: object, _tools: object) -> dict[str, Any]:
        return ChatMessage().model_dump(exclude_none=True)

    session = mivas_env.run_episode(mivas_env.CallSession("bicycles/T1-E1"), chat)
    assert "MALFORMED_ACTION" not in str(session.messages)
