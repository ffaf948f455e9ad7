"""The journal: whatever a call was named and held, its record can be written and scored again."""

import json
from typing import Any

import pytest
from toy_industry.line import Line

import mivas_env
from mivas_env.episode.session import trajectory_json
from mivas_env.schema.action import MAX_ARGUMENTS, Action, ToolCall, read_arguments
from mivas_env.tools.dispatch import MAX_UNDECLARED

NAME = "bicycles/T1-E1"
INVISIBLE = ["", " ", "\u200b", "\ufeff\u2060", "\ud800", "\n\t"]


def answer(text: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(text.splitlines()[0])
    return read


def play(session: mivas_env.CallSession) -> mivas_env.CallSession:
    for action in mivas_env.oracle_actions(NAME):
        session.act(mivas_env.parse_action(action))
    return session


@pytest.mark.parametrize("name", INVISIBLE)
def test_a_name_in_which_nothing_can_be_seen_is_no_name(name: str) -> None:
    assert mivas_env.parse_action({"tool": name, "arguments": {}}).malformed is not None
    session = mivas_env.CallSession(NAME)
    assert answer(session.call_tool(name))["error_code"] == "MALFORMED_ACTION"
    assert session.trajectory().calls == ()


@pytest.mark.parametrize("name", [*INVISIBLE, "fly\u200b", "\ud800fly", "f" * 5_000])
def test_a_call_of_any_name_leaves_a_record_that_scores_like_the_call(name: str) -> None:
    session = mivas_env.CallSession(NAME)
    assert answer(session.act(Action(calls=(ToolCall(name),))))["error_code"] == "UNKNOWN_TOOL"
    play(session)
    record = session.trajectory()
    assert len(record.calls[0].name) <= 200
    trajectory_json(record).encode()
    for trace in (record, json.loads(record.model_dump_json()), session.messages):
        assert mivas_env.verify(NAME, trace, industry="bicycles").result


def test_a_name_is_looked_up_as_it_is_recorded() -> None:
    session = mivas_env.CallSession(NAME)
    assert answer(session.call_tool("find\u200b_bike", {"owner": "Ines Calloway"}))["ok"]
    assert session.trajectory().calls[0].name == "find_bike"


def test_undeclared_arguments_are_kept_up_to_a_number_and_counted_beyond() -> None:
    line = Line()
    strays = {f"x{number}": number for number in range(MAX_UNDECLARED + 7)}
    line.ok("counter", "find_bike", **strays, owner="Ines Calloway")
    line.call("counter", "fly", **strays)
    found, unknown = line.dispatcher.journal
    kept = {key: strays[key] for key in list(strays)[:MAX_UNDECLARED]}
    assert found.parameters == {**kept, "owner": "Ines Calloway"}
    assert found.dropped == (*kept, "(7 more)")
    assert (unknown.parameters, unknown.dropped) == (kept, ("(7 more)",))


def test_a_call_of_countless_arguments_is_refused() -> None:
    session = mivas_env.CallSession(NAME)
    many = {str(number): number for number in range(250_000)}
    sent = session.call_tool("find_bike", {**many, "owner": "Ines Calloway"})
    assert answer(sent)["error_code"] == "INVALID_ARGUMENTS"
    play(session)
    for trace in (session.trajectory(), session.messages):
        assert mivas_env.verify(NAME, trace, industry="bicycles").result


def test_arguments_that_are_too_large_for_a_chat_are_left_out_of_it() -> None:
    session = mivas_env.CallSession(NAME)
    session.call_tool("find_bike", {"x": ["y" * 1_000] * 10_000})
    assert len(json.dumps(session.messages)) < 10_000


def test_as_many_arguments_as_are_read() -> None:
    for size, is_read in ((MAX_ARGUMENTS, True), (MAX_ARGUMENTS + 1, False)):
        given = {str(number): 1 for number in range(size)}
        assert (read_arguments(given) is not None) is is_read
        assert (read_arguments(json.dumps(given)) is not None) is is_read


def test_what_cannot_be_copied_is_no_argument() -> None:
    class Stubborn(list[object]):
        def __deepcopy__(self, _memo: object) -> object:
            raise RuntimeError

    assert read_arguments({"a": Stubborn()}) is None
    assert read_arguments({1: "a"}) is None
