"""Chats of other frameworks: who made a call, and which answer belongs to it."""

import json
from typing import Any

import pytest

from mivas_env.errors import TraceError
from mivas_env.verifier.chat import read_chat
from mivas_env.verifier.trace import read_trace

YES = '{"ok":true}'
NO = '{"ok":false,"error_code":"TOOL_NOT_AVAILABLE"}'


def makes(*calls: tuple[str | None, str]) -> dict[str, Any]:
    made = [
        {**({} if key is None else {"id": key}), "function": {"name": name, "arguments": "{}"}}
        for key, name in calls
    ]
    return {"role": "assistant", "tool_calls": made}


def answers(content: object, key: str | None = None) -> dict[str, Any]:
    return {
        "role": "tool",
        "content": content,
        **({} if key is None else {"tool_call_id": key}),
    }


def outcomes(*messages: object) -> list[tuple[str, bool | None]]:
    return [(call.name, call.ok) for call in read_trace(read_chat(messages)).calls]


def test_ids_that_start_anew_in_each_message() -> None:
    chat = [
        makes(("call_0", "hop")), answers(NO, "call_0"),
        makes(("call_0", "look")), answers(YES, "call_0"),
    ]  # fmt: skip
    assert outcomes(*chat) == [("hop", False), ("look", True)]


def test_calls_without_ids_are_answered_in_their_order() -> None:
    chat = [
        makes((None, "hop"), (None, "look")), answers(NO), answers(YES),
        makes((None, "write")), {"role": "user", "content": "Well?"}, answers(NO),
    ]  # fmt: skip
    assert outcomes(*chat) == [("hop", False), ("look", True), ("write", False)]


def unmade(place: int, which: str) -> str:
    return f"message {place} of the chat answers {which} which no message before it makes"


def test_an_answer_never_reaches_calls_of_an_earlier_message_by_position() -> None:
    for first, second in ((None, None), ("a", "b")):
        chat = [makes((first, "hop")), makes((second, "look")), answers(YES)]
        assert outcomes(*chat) == [("hop", None), ("look", True)]
        with pytest.raises(TraceError, match=unmade(3, "a call")):
            read_chat([*chat, answers(NO)])


def test_an_id_on_one_side_only_goes_by_position() -> None:
    assert outcomes(makes(("a", "hop"), ("b", "look")), answers(NO), answers(YES)) == [
        ("hop", False),
        ("look", True),
    ]
    assert outcomes(makes((None, "hop")), answers(NO, "a")) == [("hop", False)]


def test_an_id_is_found_wherever_it_waits() -> None:
    chat = [makes(("a", "hop"), ("b", "look")), answers(YES, "b"), makes(("c", "end")),
            answers(NO, "a"), answers(YES, "c")]  # fmt: skip
    assert outcomes(*chat) == [("hop", False), ("look", True), ("end", True)]


def test_an_answer_to_nothing_is_refused() -> None:
    with pytest.raises(TraceError, match=unmade(0, "the call 'z'")):
        read_chat([answers(NO, "z"), makes(("a", "hop"))])
    with pytest.raises(TraceError, match=unmade(1, "the call 'y'")):
        read_chat([makes(("a", "hop")), answers(NO, "y")])
    with pytest.raises(TraceError, match=unmade(0, "a call")):
        read_chat([answers(NO), makes(("a", "hop"))])


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("no message", "needs a `role`"),
        ({"type": "function_call", "name": "hop", "arguments": "{}"}, "needs a `role`"),
        ({**makes(("a", "hop")), "role": None}, "needs a `role`"),
        ({"role": "assistant", "name": "hop", "arguments": "{}"}, "is a call and no message"),
        ({"role": "assistant", "name": "hop"}, "is a call and no message"),
        ({"role": "assistant", "name": "hop", "args": {}, "content": ""}, "is a call and no"),
        ({**makes(("a", "hop")), "role": "tool"}, "only the role assistant makes calls, not 't"),
        ({**makes(("a", "hop")), "role": "agent"}, "only the role assistant makes calls, not 'a"),
        ({"role": "assistant", "content": "", "function_call": {"name": "hop"}}, "not read; give"),
        ({"role": "function", "name": "hop", "content": NO}, "in a form that is not read"),
        ({"role": "assistant", "content": [{"type": "tool_use", "name": "hop"}]}, "not read"),
        ({"role": "user", "content": ({"type": "tool_result", "content": NO},)}, "not read"),
    ],
)
def test_what_would_be_lost_among_messages_is_refused(message: object, sentence: str) -> None:
    chat = [{"role": "user", "content": "Hello?"}, message]
    with pytest.raises(TraceError, match="message 1 of the chat.*" + sentence):
        read_chat(chat)


@pytest.mark.parametrize(
    "message",
    [
        {"role": "assistant", "content": None, "tool_calls": None, "function_call": None},
        {"role": "assistant", "content": [{"type": "text", "text": "Yes."}, "x", {"type": []}]},
        {"role": "assistant", "refusal": "I will not."},
        {"role": "user", "name": "dana", "content": "Hello?"},
    ],
)
def test_talk_makes_no_calls(message: object) -> None:
    assert read_chat([message]) == []


@pytest.mark.parametrize("key", ["arguments", "parameters", "args", "params", "input"])
def test_a_function_has_its_arguments_under_any_of_their_names(key: str) -> None:
    made = {"id": "a", "function": {"name": "hop", key: {"x": 1}}, "extra_content": {"x": 2}}
    [call] = read_trace(read_chat([{"role": "assistant", "tool_calls": [made]}])).calls
    assert (call.name, call.parameters) == ("hop", {"x": 1})


def test_what_stands_beside_a_function_counts_too() -> None:
    made = {"function": {"name": "hop"}, "arguments": {"x": 1}, "ok": False, "id": "a"}
    [call] = read_trace(read_chat([{"role": "assistant", "tool_calls": [made]}])).calls
    assert (call.parameters, call.ok) == ({"x": 1}, False)
    for inner in ({"arguments": {"x": 2}}, {"ok": True}):
        both = {**made, "function": {"name": "hop", **inner}}
        with pytest.raises(TraceError, match=r"message 0 .* inside a `function` and beside it"):
            read_chat([{"role": "assistant", "tool_calls": [both]}])


def test_an_object_inside_a_function_that_nobody_reads_is_refused() -> None:
    made = {"function": {"name": "hop", "kwargs": {"x": 1}}}
    calls = read_chat([{"role": "assistant", "tool_calls": [made]}])
    with pytest.raises(TraceError, match="nobody reads the object under 'kwargs'"):
        read_trace(calls)


@pytest.mark.parametrize(
    "chat",
    [
        [makes(("a", "hop"), ("a", "look"))],
        [makes(("a", "hop")), makes(("a", "look")), answers(YES, "a")],
    ],
)
def test_an_id_that_is_open_already_is_refused(chat: list[object]) -> None:
    with pytest.raises(TraceError, match="the call id 'a' is that of a call which has no answer"):
        read_chat(chat)


def test_a_second_answer_to_one_call_is_refused() -> None:
    with pytest.raises(TraceError, match="message 2 of the chat answers the call 'a' once more"):
        read_chat([makes(("a", "hop")), answers(NO, "a"), answers(YES, "a")])


def test_a_call_that_was_answered_without_its_id_is_answered() -> None:
    with pytest.raises(TraceError, match="message 2 of the chat answers the call 'a' once more"):
        read_chat([makes(("a", "hop")), answers(NO), answers(YES, "a")])


@pytest.mark.parametrize("role", ["user", "system", "developer"])
def test_only_an_assistant_makes_calls(role: str | None) -> None:
    assert read_chat([{**makes(("a", "hop")), "role": role}]) == []


@pytest.mark.parametrize(
    "content",
    [
        NO,
        f"\ufeff {NO}\u200b",
        [{"type": "text", "text": NO}],
        ({"type": "text", "text": NO[:9]}, {"type": "text", "text": NO[9:]}),
        json.loads(NO),
    ],
)
def test_an_answer_is_read_in_every_form_of_text(content: object) -> None:
    [call] = read_trace(read_chat([makes(("a", "hop")), answers(content, "a")])).calls
    assert (call.ok, call.error_code) == (False, "TOOL_NOT_AVAILABLE")


@pytest.mark.parametrize("content", [None, "", "Done.", [], [{"type": "image"}], ["x"], 7])
def test_an_answer_that_records_no_outcome_leaves_none(content: object) -> None:
    assert outcomes(makes(("a", "hop")), answers(content, "a")) == [("hop", None)]


def test_a_call_that_is_no_function_keeps_what_it_says_of_itself() -> None:
    bare = {"role": "assistant", "tool_calls": {"id": "a", "name": "hop", "args": {"x": 1}}}
    [call] = read_trace(read_chat([bare, answers(NO, "a")])).calls
    assert (call.name, call.parameters, call.ok) == ("hop", {"x": 1}, False)
    own = {"role": "assistant", "tool_calls": [{"id": "a", "name": "hop", "output": {"ok": True}}]}
    assert outcomes(own, answers(NO, "a")) == [("hop", True)]
    assert read_chat([{"role": "assistant", "tool_calls": [7]}]) == [{"name": 7}]


@pytest.mark.parametrize(
    ("entry", "ok"),
    [
        ({"error_code": "LOCKED"}, False),
        ({"output": {"error_code": "LOCKED"}}, False),
        ({"error_code": " "}, None),
        ({"error_code": "LOCKED", "ok": True}, True),
        ({"error_code": None}, None),
    ],
)
def test_an_error_code_alone_says_that_the_call_was_refused(
    entry: dict[str, object], ok: bool | None
) -> None:
    [call] = read_trace([{"name": "hop", **entry}]).calls
    assert call.ok is ok
