"""One message is one step: order of speech and calls, refusals, deferred replies, silence."""

import pytest
from toy_industry.play import BOOKED, REPAIR, answers, book, dial, message
from toy_industry.puppet import Puppet

from mivas_env.caller.protocol import CallerEnding, CallerTurn, EndedBy
from mivas_env.envs.parse_action import parse_action
from mivas_env.schema.action import Action, ToolCall

LOOK = ("find_bike", {"owner": "Ines Calloway"})
HAND_OVER = ("transfer_to_workshop", {"next_job": "repair"})


def test_calls_of_one_message_run_in_order_in_one_step() -> None:
    session = dial()
    session.act(message(LOOK, ("leave_note", {"for_whom": "Ana", "text": "Ring."}), HAND_OVER))
    assert [a["ok"] for a in answers(session)] == [True, True, True]
    assert session.desk == "workshop"
    assert (session.step_count, session.budget_left["tool_calls"]) == (1, 17)


def test_a_handoff_answers_with_the_desk() -> None:
    session = dial()
    session.call_tool(*HAND_OVER)
    assert answers(session) == [{"ok": True, "data": {"desk": "workshop"}}]


def test_a_refused_handoff_stays_at_the_desk_and_is_recorded() -> None:
    session = dial()
    session.call_tool("transfer_to_workshop", {"next_job": "sleep"})
    assert session.desk == "counter"
    session.call_tool("transfer_to_workshop")
    assert session.desk == "counter"
    session.hang_up()
    assert [(c.name, c.ok) for c in session.trajectory().calls] == [
        ("transfer_to_workshop", False),
        ("transfer_to_workshop", False),
        ("end_call", True),
    ]
    assert session.verification is not None
    assert session.verification.actual_path == ()


def test_calls_after_a_handoff_in_one_message_are_refused_charged_and_recorded() -> None:
    session = dial()
    session.act(message(LOOK, HAND_OVER, ("book_repair", REPAIR), LOOK))
    codes = [answer.get("error_code") for answer in answers(session)]
    assert codes == [None, None, "TOOL_NOT_AVAILABLE", "TOOL_NOT_AVAILABLE"]
    assert session.budget_left["tool_calls"] == 16
    assert [call.ok for call in session.trajectory().calls] == [True, True, False, False]
    state = session._world.dump()
    assert len(state["repairs"]) == 1
    session.call_tool("book_repair", REPAIR)
    assert answers(session)[0]["ok"]


def test_even_a_hangup_after_a_handoff_in_one_message_is_refused() -> None:
    session = dial()
    session.act(message(HAND_OVER, ("end_call", {"reason": "caller_done"})))
    assert not session.done


def test_calls_before_a_hangup_run_and_calls_after_it_are_answered() -> None:
    session = dial()
    note = ("leave_note", {"for_whom": "Ana", "text": "Ring."})
    session.act(message(note, ("end_call", {"reason": "caller_done"}), note))
    assert [a.get("error_code") for a in answers(session)] == [None, None, "CALL_ENDED"]
    assert session.trajectory().state is not None
    assert len(session.trajectory().state["notes"]) == 1  # type: ignore[index]
    assert [c.name for c in session.trajectory().calls] == ["leave_note", "end_call"]


def test_speech_comes_before_the_calls_of_its_message() -> None:
    puppet = Puppet("Yes?")
    session = dial(caller=puppet)
    session.act(message(LOOK, say="One moment."))
    kinds = [(event.kind, event.step) for event in session.trajectory().events]
    assert kinds == [("agent", 0), ("caller", 0), ("agent", 1), ("tool", 1)]


def test_the_reply_to_speech_with_calls_waits_for_speech_alone() -> None:
    puppet = Puppet("I heard you.")
    session = dial(caller=puppet)
    session.act(message(LOOK, say="One moment."))
    assert session.observed[0] == "tool"
    assert "I heard you" not in session.observed[1]
    session.say("There it is.")
    assert session.observed == ("caller", "I heard you.")
    assert [entry[0] for entry in puppet.received] == ["open", "hear", "hear", "reply"]


def test_each_utterance_is_judged_alone_when_it_is_spoken() -> None:
    session = dial()
    book(session)
    # Neither half closes the ask; heard as one utterance they would.
    session.act(message(LOOK, say="The repair"))
    assert session.diagnostics()["open_asks"] == ["repair"]
    session.act(message(LOOK, say=BOOKED))
    assert session.diagnostics()["open_asks"] == []
    assert session.caller_satisfied
    assert session.say("There.") == "Lovely, thank you. Goodbye."


def test_a_message_in_the_grace_runs_its_calls_before_the_caller_goes() -> None:
    session = dial()
    session.call_tool(*LOOK)
    session.call_tool(*HAND_OVER)
    session.say(BOOKED)
    assert not session.done
    session.act(message(("book_repair", REPAIR), say="Goodbye, thank you."))
    assert session.ending == "caller_satisfied"
    assert answers(session)[0]["ok"]
    assert session.reward == 1.0


def test_calls_alone_are_a_silent_step() -> None:
    puppet = Puppet()
    session = dial(caller=puppet)
    session.act(message(LOOK))
    session.say("")
    session.say(" \u200b \n")
    session.act(Action())
    assert [entry[0] for entry in puppet.received] == ["open", "wait", "wait", "wait", "wait"]
    assert session.step_count == 4
    assert session.observed == ("system", "")


def test_a_caller_asks_into_the_silence() -> None:
    session = dial()
    for _ in range(3):
        assert session.say("") == ""
    assert session.say("")
    assert session.observed[0] == "caller"


@pytest.mark.parametrize("raw", ["{", "<tool_call>", '{"tool": 7}', 7])
def test_a_malformed_action_is_a_charged_step_and_never_spoken(raw: object) -> None:
    puppet = Puppet()
    session = dial(caller=puppet)
    session.act(parse_action(raw))
    [answer] = answers(session)
    assert (answer["ok"], answer["error_code"]) == (False, "MALFORMED_ACTION")
    assert answer["message"]
    assert session.observed[0] == "system"
    assert session.step_count == 1
    assert session.budget_left == {"steps": 59, "tool_calls": 20}
    assert [entry[0] for entry in puppet.received] == ["open", "wait"]


def test_errors_of_the_frame() -> None:
    session = dial()
    for name, arguments, code in (
        ("fly", {}, "UNKNOWN_TOOL"),
        ("book_repair", REPAIR, "TOOL_NOT_AVAILABLE"),
        ("find_bike", {"owner": 7}, "INVALID_ARGUMENTS"),
        ("find_bike", {"owner": "Ines Calloway", "shop_id": "Highgate"}, "UNKNOWN_SHOP"),
    ):
        session.call_tool(name, arguments)  # type: ignore[arg-type]
        assert answers(session)[0]["error_code"] == code
    session.act(Action(calls=(ToolCall("find_bike", None),)))
    assert answers(session)[0]["error_code"] == "INVALID_ARGUMENTS"
    assert session.budget_left["tool_calls"] == 15


# ---------------------------------------------------------------- what reaches the caller


def test_a_caller_hears_speech_silence_and_the_end_and_nothing_else() -> None:
    puppet = Puppet("Go on.", "Yes.")
    session = dial(caller=puppet)
    session.act(message(LOOK, say="One moment."))
    session.call_tool(*HAND_OVER)
    session.call_tool("book_repair", {**REPAIR, "bike_id": 99})
    session.act(parse_action("{"))
    session.say("Here we are.")
    session.act(message(("leave_note", {"for_whom": "Ana", "text": "Secret."}), say="Noted."))
    session.hang_up("spam")
    assert puppet.received == [
        ("open",),
        ("hear", "One moment."),
        ("wait",),
        ("wait",),
        ("wait",),
        ("hear", "Here we are."),
        ("reply",),
        ("hear", "Noted."),
        ("notice_end", EndedBy.AGENT),
    ]


def test_words_behind_calls_that_no_tool_answers_are_replied_to() -> None:
    puppet = Puppet("Go on.", "Yes?")
    session = dial(caller=puppet)
    session.act(message(("fly", {}), ("fall", {}), say="One moment."))
    assert session.observed == ("caller", session.observed[1])
    assert session.observed[1].endswith("Go on.")
    roles = [each["role"] for each in session.messages[-4:]]
    assert roles == ["assistant", "tool", "tool", "user"]
    session.act(message(("fly", {}), LOOK, say="One moment."))
    session.act(message(("fly", {})))
    assert puppet.received[1:] == [
        ("hear", "One moment."),
        ("reply",),
        ("hear", "One moment."),
        ("wait",),
    ]


def test_a_caller_that_is_talked_over_loses_patience() -> None:
    session = dial(max_tool_calls=60)
    for _ in range(40):
        session.act(message(LOOK, say="The weather is nice today."))
        if session.done:
            break
    assert (session.ending, session.reward) == ("caller_impatient", 0.0)


def test_a_transfer_to_a_person_is_noticed_as_such() -> None:
    puppet = Puppet()
    session = dial(caller=puppet)
    session.call_tool("call_manager")
    assert puppet.received[-1] == ("notice_end", EndedBy.TRANSFER)


def test_very_long_speech_is_cut_for_the_caller() -> None:
    puppet = Puppet("Too long.")
    session = dial(caller=puppet)
    session.say("word " * 50_000)
    assert len(str(puppet.received[1][1])) == 20_000
    assert len(session.trajectory().events[-2].content) == 20_000


def test_caller_turns_count_replies_to_speech_only() -> None:
    session = dial("bicycles/T3-M1")
    session.call_tool("transfer_to_accounts")
    context = session._dispatcher.context
    assert context.caller_turn == 0
    session.act(message(("charge_storage", {}), say="A storage fee of ten pounds applies."))
    session.say("")
    assert context.caller_turn == 0
    session.call_tool("charge_storage")
    assert answers(session)[0]["error_code"] == "DISCLOSURE_REQUIRED"
    session.say("A storage fee of ten pounds applies. Shall I charge it?")
    assert context.caller_turn == 1
    session.call_tool("charge_storage")
    assert answers(session)[0]["ok"]


def test_deferred_replies_may_end_the_call() -> None:
    puppet = Puppet(CallerTurn("Bye.", CallerEnding.IMPATIENT))
    session = dial(caller=puppet)
    session.act(message(LOOK, say="One moment."))
    assert not session.done
    session.say("Hello?")
    assert session.ending == "caller_impatient"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("find bike", "find_bike"),
        ("functions.find_bike", "functions_find_bike"),
        ("fahrräder", "fahrr_der"),
        ("x" * 200, "x" * 64),
        ("", "_"),
        ("find-bike_2", "find-bike_2"),
    ],
)
def test_the_chat_holds_names_that_servers_take(name: str, shown: str) -> None:
    session = dial()
    session.act(message((name, {})))
    [call] = session.messages[-2]["tool_calls"]
    assert call["function"]["name"] == shown
    assert answers(session)[0]["error_code"] == "UNKNOWN_TOOL"
    assert session.trajectory().calls[0].name == (name or "(no name)")
