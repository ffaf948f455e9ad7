"""Who is on the line: scripted, ticket, an object, a factory; and what the record holds."""

import json

import pytest
from toy_industry.industry import BICYCLES
from toy_industry.play import BOOKED, answers, book, dial
from toy_industry.puppet import Puppet

from mivas_env.caller.protocol import Caller
from mivas_env.envs.parse_action import parse_action
from mivas_env.episode.kit import kit_of
from mivas_env.episode.session import CallSession, trajectory_json
from mivas_env.episode.settings import SessionSettings
from mivas_env.episode.task import Task
from mivas_env.errors import ConfigError
from mivas_env.tasks import load_task


def test_nobody_is_on_the_line_in_ticket_mode() -> None:
    session = dial(caller="ticket")
    ticket = "Ines Calloway wants a new chain fitted at Mill Lane on 8 May 2026."
    assert session.observed == ("caller", ticket)
    assert session.caller_satisfied is None
    assert session.diagnostics() == {"ending": None}
    book(session)
    assert session.say(BOOKED) == ""
    assert session.say("") == ""
    assert not session.done
    session.hang_up()
    assert (session.ending, session.reward) == ("agent_ended", 1.0)
    assert session.trajectory().caller_mode == "ticket"


def test_the_ticket_counts_as_consent() -> None:
    session = dial("bicycles/T3-M1", caller="ticket")
    session.call_tool("find_bike", {"owner": "Ines Calloway"})
    session.call_tool("transfer_to_accounts")
    session.call_tool("charge_storage")
    assert answers(session)[0]["error_code"] == "DISCLOSURE_REQUIRED"
    session.call_tool("charge_storage")
    assert answers(session)[0]["ok"]
    session.hang_up()
    assert session.reward == 1.0


def test_a_person_may_be_asked_for_in_ticket_mode() -> None:
    session = dial("bicycles/T2-E1", caller="ticket")
    session.call_tool("call_manager")
    assert session.ending == "transferred_to_human"


def test_a_caller_object_takes_the_part() -> None:
    puppet = Puppet("Yes?", opening="Good day.")
    assert isinstance(puppet, Caller)
    session = dial(caller=puppet)
    assert session.observed == ("caller", "Good day.")
    assert session.say("Hello.") == "Yes?"
    assert session.diagnostics() == {"open_asks": ["secret-ask"], "patience": 3, "ending": None}
    assert session.trajectory().caller_mode == "custom"


def test_a_factory_gets_task_and_seed() -> None:
    given: list[object] = []

    def factory(task: Task, seed: int) -> Puppet:
        given.extend((task.name, seed))
        return Puppet()

    dial(caller=factory, seed=7)
    assert given == ["bicycles/T1-E1", 7]


def test_a_factory_must_make_a_caller() -> None:
    with pytest.raises(ConfigError, match="lacks members of the Caller protocol"):
        dial(caller=lambda _task, _seed: "nobody")


def test_the_seed_chooses_the_wording_and_equal_seeds_are_equal() -> None:
    openings = {dial("bicycles/T3-M1", seed=seed).observed[1] for seed in range(12)}
    assert len(openings) == 3
    for seed in range(3):
        first, second = (dial("bicycles/T3-M1", seed=seed) for _ in range(2))
        assert first.observed == second.observed


def test_the_policy_sees_tools_prompt_and_messages_of_its_desk() -> None:
    session = dial()
    assert session.system_prompt == kit_of(BICYCLES).prompts["counter"]
    names = [tool["function"]["name"] for tool in session.tools]
    assert names == [
        "find_bike",
        "leave_note",
        "call_manager",
        "transfer_to_workshop",
        "transfer_to_accounts",
        "end_call",
    ]
    session.call_tool("transfer_to_workshop", {"next_job": "repair"})
    assert "workshop" in session.system_prompt
    names = [tool["function"]["name"] for tool in session.tools]
    assert "book_repair" in names
    assert "transfer_to_workshop" not in names
    assert session.tools is not session.tools
    assert session.tools[0] is session.tools[0]


def test_messages_are_chat_form_without_system_prompt() -> None:
    session = dial()
    session.call_tool("find_bike", {"owner": "Ines Calloway"})
    session.say("Hello.")
    session.act(parse_action("{"))
    messages = session.messages
    assert [m["role"] for m in messages] == [
        "assistant", "user", "assistant", "tool", "assistant", "user", "assistant", "user"
    ]  # fmt: skip
    assert messages[0]["content"] == BICYCLES.greeting
    call = messages[2]["tool_calls"][0]
    assert call["type"] == "function"
    assert json.loads(call["function"]["arguments"]) == {"owner": "Ines Calloway"}
    assert messages[3]["tool_call_id"] == call["id"] == "call_1"
    assert messages[6]["content"] == "{"
    assert session.messages is not messages


def test_the_record_of_a_call() -> None:
    session = dial(seed=4)
    partial = session.trajectory()
    assert (partial.ending, partial.state) == (None, None)
    assert session.trajectory() is not partial
    book(session)
    session.say(BOOKED)
    session.say("Goodbye.")
    record = session.trajectory()
    assert record is session.trajectory()
    assert (record.task, record.industry, record.seed) == ("bicycles/T1-E1", "bicycles", 4)
    assert record.caller_mode == "scripted"
    assert set(record.versions) == {
        *("caller", "industry", "prompts", "tools", "world", "task", "verifier")
    }
    assert record.ending == "caller_satisfied"
    assert record.caller_satisfied is True
    assert record.state is not None
    assert record.state["repairs"][-1]["bike_id"] == 1
    assert [event.kind for event in record.events] == [
        "agent", "caller", "tool", "tool", "tool", "agent", "caller", "agent"
    ]  # fmt: skip
    assert [event.call for event in record.events if event.kind == "tool"] == [0, 1, 2]
    assert [event.desk for event in record.events if event.kind == "tool"] == [
        "counter", "counter", "workshop"
    ]  # fmt: skip
    assert json.loads(trajectory_json(record)) == record.model_dump(mode="json")


def test_the_virtual_clock_counts_words_and_calls() -> None:
    session = dial()
    opening = len(BICYCLES.greeting.split()) + len(session.observed[1].split())
    session.call_tool("find_bike", {"owner": "Ines Calloway"})
    session.call_tool("find_bike", {"owner": "Ines Calloway"})
    session.say("One two three.")
    offsets = [call.start_offset_ms for call in session.trajectory().calls]
    assert offsets == [400 * opening, 400 * opening + 300]
    spoken = session.trajectory().events[4]
    assert spoken.at_ms == 400 * opening + 600


def test_the_final_state_is_a_copy_that_outlives_the_world() -> None:
    session = dial()
    book(session)
    session.hang_up()
    session._world.reset()
    record = session.trajectory()
    assert record.state is not None
    assert len(record.state["repairs"]) == 2
    record.state["repairs"].clear()
    assert len(kit_of(BICYCLES).template.seed_state["repairs"]) == 1


def test_an_untouched_world_is_recorded_as_the_seed() -> None:
    session = dial()
    session.hang_up()
    state = session.trajectory().state
    assert state == kit_of(BICYCLES).template.seed_state
    assert state is not kit_of(BICYCLES).template.seed_state


def test_closing_twice_is_harmless() -> None:
    session = dial()
    session.close()
    session.close()


def test_default_settings_are_the_published_ones() -> None:
    session = CallSession(load_task("bicycles/T1-E1"), BICYCLES)
    assert session.settings == SessionSettings()
    assert session.seed == 0
