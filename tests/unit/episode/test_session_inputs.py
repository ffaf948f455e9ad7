"""Whatever a policy's loop hands to a session is answered; what it is handed stays its own."""

import copy
import json
import pickle
from typing import Any

import pytest

import mivas_env
from mivas_env.errors import ConfigError, TaskError

NAME = "bicycles/T1-E1"


@pytest.fixture
def session() -> mivas_env.CallSession:
    return mivas_env.CallSession(NAME)


def answer(text: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(text)
    return read


def test_arguments_may_come_as_json_text(session: mivas_env.CallSession) -> None:
    named = answer(session.call_tool("find_bike", {"owner": "Ines Calloway"}))
    assert named["ok"]
    assert answer(session.call_tool("find_bike", '{"owner": "Ines Calloway"}')) == named


@pytest.mark.parametrize("arguments", [[1], "[1]", '{"owner"', 7, {1: "x"}])
def test_arguments_that_are_no_object_are_refused(
    session: mivas_env.CallSession, arguments: Any
) -> None:
    assert answer(session.call_tool("find_bike", arguments))["error_code"] == "INVALID_ARGUMENTS"
    assert not session.done


@pytest.mark.parametrize("given", [None, 3, {"say": "x"}, "hello", b"x"])
def test_what_is_no_action_costs_a_step_and_is_answered(
    session: mivas_env.CallSession, given: Any
) -> None:
    assert answer(session.act(given))["error_code"] == "MALFORMED_ACTION"
    assert answer(session.call_tool(given if not isinstance(given, str) else None))["ok"] is False  # type: ignore[arg-type]
    if not isinstance(given, str):
        assert answer(session.say(given))["error_code"] == "MALFORMED_ACTION"
    assert session.step_count == 2 + (not isinstance(given, str))
    assert not session.done


def test_messages_and_tools_are_the_reader_s_own(session: mivas_env.CallSession) -> None:
    session.call_tool("find_bike", {"owner": "Ines Calloway"})
    before = json.dumps(session.messages)
    [call] = next(m["tool_calls"] for m in session.messages if "tool_calls" in m)
    call["id"] = "changed"
    call["function"]["arguments"] = json.loads(call["function"]["arguments"])
    session.messages.append({"role": "user", "content": "never said"})
    session.tools.append({"type": "function"})
    assert json.dumps(session.messages) == before
    assert mivas_env.CallSession(NAME).tools == session.tools
    assert {"type": "function"} not in session.tools


def test_the_desk_is_plain_text() -> None:
    for name in (NAME, "healthcare/C1-E1"):
        with mivas_env.CallSession(name) as session:
            assert type(session.desk) is str
            for action in mivas_env.oracle_actions(name):
                session.act(mivas_env.parse_action(action))
                assert type(session.desk) is str


def test_a_session_does_not_travel(session: mivas_env.CallSession) -> None:
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(ConfigError, match="copy a CallEnv"):
            copied(session)


def test_a_context_frees_the_database() -> None:
    with mivas_env.CallSession(NAME) as session:
        assert not session.done
    session.close()
    assert answer(session.say("Hello?"))["error_code"] == "CALL_ENDED"
    assert answer(session.call_tool("find_bike", {}))["error_code"] == "CALL_ENDED"
    assert (session.ending, session.step_count) == (None, 0)


@pytest.mark.parametrize("odd", [3, None, ["bicycles/T1-E1"]])
def test_names_of_the_wrong_kind_get_a_sentence(odd: Any) -> None:
    with pytest.raises(ConfigError, match="must be a task's name"):
        mivas_env.CallSession(odd)
    with pytest.raises(ConfigError, match="must be a task's name"):
        mivas_env.oracle_actions(odd)
    with pytest.raises(TaskError, match="a lockfile is a task's name"):
        mivas_env.verify(odd, [], industry="bicycles")
    with pytest.raises(ConfigError, match="must be a name"):
        mivas_env.DecisionSession(odd)
    with pytest.raises(ConfigError, match="there is no industry"):
        mivas_env.verify(NAME, [], industry=odd)


def test_an_answer_that_is_no_text_fails_the_format() -> None:
    session = mivas_env.DecisionSession("brokerage/E001")
    odd: Any = {"reply": "x"}
    assert not session.answer(odd).format_valid
    assert session.record()["versions"] is not session.record()["versions"]
