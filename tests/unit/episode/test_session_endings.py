"""Every ending of a call, what it is worth, and what can be done after it."""

import dataclasses
from typing import Any

import pytest
from toy_industry.industry import BICYCLES
from toy_industry.play import BOOKED, answers, book, dial, message
from toy_industry.puppet import Puppet

from mivas_env.authoring import Effect, NoArguments, Tool, ToolContext
from mivas_env.caller.protocol import CallerEnding, CallerTurn
from mivas_env.episode.task import Task
from mivas_env.errors import Fault
from mivas_env.industry import Industry
from mivas_env.schema.lockfile import Lockfile
from mivas_env.tasks import load_task


def broken(*, effect: Effect = Effect.WRITE, name: str = "broken_tool") -> Industry:
    def handler(ctx: ToolContext, _args: NoArguments) -> None:
        if effect is Effect.WRITE:
            ctx.write("INSERT INTO notes (for_whom, body) VALUES ('x', 'y')")
        message = "a bug"
        raise ValueError(message)

    tool = Tool(name, "Break.", ("counter",), effect, NoArguments, handler)
    return dataclasses.replace(BICYCLES, tools=(*BICYCLES.tools, tool))


# ---------------------------------------------------------------- terminated


def test_the_caller_hangs_up_satisfied() -> None:
    session = dial()
    book(session)
    assert session.say(BOOKED) == "Lovely, thank you. Goodbye."
    assert not session.done
    assert session.reward is None
    assert session.verification is None
    session.say("You're welcome, goodbye.")
    assert session.ending == "caller_satisfied"
    assert (session.done, session.truncated, session.caller_satisfied) == (True, False, True)
    assert session.reward == 1.0
    assert session.verification is not None
    assert session.verification.verdict == "exact"


def test_after_the_goodbye_a_hangup_of_the_agent_is_satisfied_too() -> None:
    session = dial()
    book(session)
    session.say(BOOKED)
    session.hang_up()
    assert (session.ending, session.reward) == ("caller_satisfied", 1.0)


def test_after_the_goodbye_silence_ends_the_call_satisfied() -> None:
    session = dial()
    book(session)
    session.say(BOOKED)
    for _ in range(8):
        assert not session.done
        session.say("")
    assert (session.ending, session.reward) == ("caller_satisfied", 1.0)


def test_a_custom_caller_that_said_goodbye_makes_any_end_satisfied() -> None:
    puppet = Puppet()
    session = dial(caller=puppet)
    puppet.said_goodbye = True
    session.hang_up()
    assert session.ending == "caller_satisfied"


def test_the_agent_hangs_up() -> None:
    session = dial()
    session.hang_up()
    assert (session.ending, session.reward, session.caller_satisfied) == ("agent_ended", 0.0, False)
    assert session.verification is not None


def test_an_end_call_without_reason_still_ends_the_call() -> None:
    for arguments in ({}, {"reason": "no such reason"}, {"reason": None}):
        session = dial()
        session.call_tool("end_call", arguments)
        assert session.ending == "agent_ended"


def test_a_terminal_tool_passes_the_caller_on() -> None:
    session = dial("bicycles/T2-E1")
    session.call_tool("call_manager")
    assert session.ending == "transferred_to_human"
    assert (session.caller_satisfied, session.reward) == (True, 1.0)


def test_a_transfer_that_nobody_asked_for_is_no_answer() -> None:
    session = dial("bicycles/T1-E1")
    session.call_tool("call_manager")
    assert session.ending == "transferred_to_human"
    assert (session.caller_satisfied, session.reward) == (False, 0.0)


def test_a_refused_hangup_tool_does_not_end_the_call() -> None:
    def refuse(ctx: ToolContext, _args: NoArguments) -> None:
        ctx.refuse("BUSY")

    tool = Tool(
        "call_manager", "Ring.", ("counter",), Effect.HANGUP, NoArguments, refuse,
        errors={"BUSY": "Nobody answers."},
    )  # fmt: skip
    industry = dataclasses.replace(
        BICYCLES, tools=(*(t for t in BICYCLES.tools if t.name != "call_manager"), tool)
    )
    session = dial("bicycles/T2-E1", industry=industry)
    session.call_tool("call_manager")
    assert not session.done


def test_a_neglected_caller_leaves() -> None:
    session = dial()
    while not session.done:
        session.say("The weather is fine in May.")
    assert (session.ending, session.reward) == ("caller_impatient", 0.0)
    assert session.observed == ("caller", "I will ring again. Goodbye.")


def test_a_silent_line_wears_patience_down() -> None:
    session = dial()
    steps = 0
    while not session.done:
        session.say("")
        steps += 1
    assert session.ending == "caller_impatient"
    assert steps == 24  # six points of patience, one for every four silent steps


def test_the_caller_has_only_so_many_turns() -> None:
    puppet = Puppet("Go on.", CallerTurn("I have to go.", CallerEnding.MAX_TURNS))
    session = dial(caller=puppet)
    session.say("One.")
    session.say("Two.")
    assert (session.ending, session.truncated, session.reward) == ("max_turns", False, 0.0)


def test_the_script_sets_the_limit_of_turns() -> None:
    raw = load_task("bicycles/T1-E1").lockfile.model_dump(mode="json")
    raw["caller"]["script"]["limits"]["max_turns"] = 3
    raw["caller"]["script"]["patience"]["start"] = 50
    session = dial(Task("bicycles", Lockfile.model_validate(raw)))
    for _ in range(3):
        session.say("The weather is fine in May.")
    assert session.ending == "max_turns"


@pytest.mark.parametrize("ending", list(CallerEnding))
def test_a_caller_may_end_the_call_while_the_agent_is_silent(ending: CallerEnding) -> None:
    puppet = Puppet()
    puppet.silences = [CallerTurn("Bye.", ending)]
    session = dial(caller=puppet)
    session.call_tool("find_bike", {"owner": "Ines Calloway"})
    assert session.ending == ending.value


def test_a_caller_may_end_the_call_with_its_first_words() -> None:
    class Hasty(Puppet):
        """Hangs up at once."""

        def open(self) -> CallerTurn:
            """Leave."""
            return CallerTurn("Wrong number.", CallerEnding.IMPATIENT)

    session = dial(caller=Hasty())
    assert session.done
    assert session.reward == 0.0


# ---------------------------------------------------------------- truncated


def test_the_step_budget_cuts_the_call_off() -> None:
    session = dial(max_steps=2)
    session.say("")
    assert session.budget_left["steps"] == 1
    session.say("")
    assert (session.ending, session.truncated, session.done) == ("budget", True, True)
    assert session.reward == 0.0
    assert session.verification is not None
    assert (session.verification.cut_off, session.verification.result) == (True, False)


def test_a_call_that_ends_with_its_last_step_is_not_cut_off() -> None:
    session = dial(max_steps=1)
    session.hang_up()
    assert session.ending == "agent_ended"
    assert session.verification is not None
    assert session.verification.cut_off is False


def test_the_tool_call_budget_cuts_the_call_off() -> None:
    session = dial(max_tool_calls=2)
    for _ in range(2):
        session.call_tool("find_bike", {"owner": "Ines Calloway"})
    assert session.budget_left["tool_calls"] == 0
    assert not session.done
    session.call_tool("find_bike", {"owner": "Ines Calloway"})
    assert answers(session)[0]["error_code"] == "BUDGET_SPENT"
    assert (session.ending, session.truncated, session.reward) == ("budget", True, 0.0)
    assert len(session.trajectory().calls) == 2


def test_one_message_may_spend_the_budget() -> None:
    session = dial(max_tool_calls=2)
    look = ("find_bike", {"owner": "Ines Calloway"})
    session.act(message(look, look, look, ("end_call", {"reason": "caller_done"})))
    assert [a.get("error_code") for a in answers(session)] == [
        None, None, "BUDGET_SPENT", "BUDGET_SPENT"
    ]  # fmt: skip
    assert session.ending == "budget"


def test_the_default_budget_is_three_times_the_oracle_at_least_twenty() -> None:
    assert dial().budget_left == {"steps": 60, "tool_calls": 20}


def test_what_is_left_of_the_budget_tells_nothing_of_the_task() -> None:
    task = load_task("bicycles/T1-E1")
    steps = tuple(step for step in task.lockfile.oracle if step.tool) * 3
    longer = Task("bicycles", task.lockfile.model_copy(update={"oracle": steps}))
    assert (task.tool_call_budget, longer.tool_call_budget) == (20, 27)
    look = ("find_bike", {"owner": "Ines Calloway"})

    def left(played: Task, made: int) -> int:
        session = dial(played)
        session.act(message(*[look] * made))
        return session.budget_left["tool_calls"]

    for made in range(20):
        assert left(task, made) == left(longer, made) == 20 - made
    assert [left(longer, made) for made in range(20, 28)] == [1] * 7 + [0]
    assert left(task, 20) == 0
    assert dial(longer, max_tool_calls=33).budget_left["tool_calls"] == 33


def test_a_perfect_call_that_is_cut_off_is_worth_nothing() -> None:
    session = dial(max_steps=4)
    book(session)
    session.say(BOOKED)
    assert session.truncated
    found = session.verification
    assert found is not None
    assert (found.T, found.H, found.D, found.verdict) == (True, True, True, "exact")
    assert (found.result, found.r_eval, found.cut_off) == (False, 0.0, True)
    assert session.reward == 0.0


# ---------------------------------------------------------------- fault


def test_a_broken_tool_is_our_exception_and_never_a_zero() -> None:
    session = dial(industry=broken())
    with pytest.raises(Fault, match="the tool broken_tool failed: ValueError: a bug"):
        session.call_tool("broken_tool")
    assert (session.ending, session.done, session.truncated) == ("fault", True, False)
    assert session.reward is None
    assert session.verification is not None
    assert session.verification.cut_off, "a call that a defect ended came to no hangup"
    assert session.trajectory().ending == "fault"
    assert session.trajectory().state is not None
    assert "CALL_ENDED" in session.say("Hello?")


def test_a_broken_caller_is_a_fault_too() -> None:
    class Broken(Puppet):
        """Cannot answer."""

        def reply(self) -> CallerTurn:
            """Break."""
            message = "a bug"
            raise RuntimeError(message)

    session = dial(caller=Broken())
    with pytest.raises(Fault, match="the frame failed: RuntimeError: a bug"):
        session.say("Hello.")
    assert session.ending == "fault"


def test_a_fault_of_the_verifier_keeps_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object, **_more: object) -> Any:
        message = "a bug"
        raise ZeroDivisionError(message)

    session = dial()
    monkeypatch.setattr("mivas_env.episode.session.verify_compiled", fail)
    with pytest.raises(Fault, match="ZeroDivisionError"):
        session.hang_up()
    assert (session.ending, session.reward, session.verification) == ("fault", None, None)
    assert session.trajectory().calls


# ---------------------------------------------------------------- after the end


def test_after_the_end_every_action_is_answered() -> None:
    session = dial()
    session.hang_up()
    before = session.trajectory()
    steps = session.step_count
    for answer in (session.say("Hello?"), session.call_tool("find_bike"), session.hang_up()):
        assert answer == '{"ok":false,"error_code":"CALL_ENDED","message":"The call has ended."}'
    assert session.trajectory() is before
    assert session.step_count == steps


# ---------------------------------------------------------------- reward modes


@pytest.mark.parametrize(
    ("mode", "detour", "satisfied", "reward"),
    [
        ("train", False, False, 1.0),
        ("train", True, True, 0.25),
        ("eval", True, False, 1.0),
        ("strict", False, False, 0.0),
        ("strict", False, True, 1.0),
        ("strict", True, True, 0.25),
    ],
)
def test_rewards(mode: str, detour: bool, satisfied: bool, reward: float) -> None:
    session = dial("bicycles/T3-M1", reward_mode=mode, discount=0.25)
    session.call_tool("find_bike", {"owner": "Ines Calloway"})
    if detour:
        session.call_tool("transfer_to_workshop", {"next_job": "repair"})
    session.call_tool("transfer_to_accounts")
    session.call_tool("charge_storage")
    session.say("A storage fee of ten pounds applies. Shall I charge it?")
    session.call_tool("charge_storage")
    if satisfied:
        session.say("Your storage fee has been charged.")
    session.hang_up()
    assert session.caller_satisfied is satisfied
    assert session.reward == reward
    assert type(session.reward) is float
