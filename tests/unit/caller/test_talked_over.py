"""Speech that leaves no room for a reply: free in ordinary amounts, and never a second answer."""

import pytest
from caller_kit.kennel import SCRIPT
from caller_kit.reworders import FakeReworder
from toy_industry.puppet import Puppet

from mivas_env.caller.protocol import CallerEnding, CallerTurn, NoticesTalk
from mivas_env.caller.rewording.fidelity import LineCheck
from mivas_env.caller.rewording.reworded import RewordedCaller
from mivas_env.caller.scripted import ScriptedCaller
from mivas_env.schema.script import CallerScript

YES = "Yes, Elm Street takes cats."
NO = "No, Elm Street does not take cats."
DONE = "You are reserved."
TALK = "The weather is nice today."


def patience(caller) -> int:
    return caller.diagnostics()["patience"]


def ride(caller, *lines):
    """Say lines on the way, none of which is waited for; return the last reaction."""
    turn = CallerTurn()
    for line in lines:
        caller.hear(line)
        turn = caller.wait_to_answer()
    return turn


def test_each_fourth_utterance_that_leads_nowhere_costs_like_silence(call):
    caller = call(patience={"start": 9, "silence": 2})
    before = patience(caller)
    seen = []
    for _ in range(9):
        assert ride(caller, TALK) == CallerTurn()
        seen.append(before - patience(caller))
    assert seen == [0, 0, 0, 2, 2, 2, 2, 4, 4]


def test_the_caller_leaves_when_it_is_talked_over_for_too_long(call):
    caller = call(patience={"start": 2})
    assert ride(caller, *[TALK] * 7).ending is None
    last = ride(caller, TALK)
    assert (last.ending, bool(last.text)) == (CallerEnding.IMPATIENT, True)
    assert ride(caller, TALK) == CallerTurn("", CallerEnding.IMPATIENT)


def test_a_reply_and_what_leads_somewhere_begin_the_count_anew(call, talk):
    caller = call()
    start = patience(caller)
    ride(caller, *[TALK] * 3)
    ride(caller, YES)
    ride(caller, *[TALK] * 3)
    assert patience(caller) == start
    assert talk(caller, DONE).text == "Please reserve a kennel."
    spent = start - patience(caller)
    ride(caller, *[TALK] * 3)
    talk(caller, "What is your full name?")
    ride(caller, *[TALK] * 3)
    assert start - patience(caller) == spent
    ride(caller, TALK)
    assert start - patience(caller) == spent + 1


def test_silence_between_utterances_does_not_begin_the_count_anew(call):
    caller = call()
    start = patience(caller)
    for _ in range(4):
        ride(caller, TALK)
        caller.wait()
    assert start - patience(caller) == 1


def test_after_the_goodbye_nothing_is_counted(call, talk):
    caller = call()
    talk(caller, YES, DONE)
    assert caller.said_goodbye
    start = patience(caller)
    ride(caller, *[TALK] * 9)
    assert patience(caller) == start


@pytest.mark.parametrize(("first", "then"), [(YES, NO), (NO, YES)])
def test_yes_and_no_before_a_reply_are_no_answer(call, talk, first, then):
    caller = call()
    ride(caller, first)
    assert caller.diagnostics()["closed_asks"] == ["cats"]
    ride(caller, then)
    state = caller.diagnostics()
    assert (state["open_asks"], state["closed_asks"]) == (["cats", "kennel"], [])
    assert state["short_of"]["cats"] == "contradictory"
    assert dict(caller.told.answers) == {}
    ride(caller, first)
    assert talk(caller, TALK).text == "Yes or no?"
    assert talk(caller, then).text == "Please reserve a kennel."
    assert caller.told.answers["cats"] == ("yes" if then == YES else "no")


def test_saying_the_same_twice_or_only_half_of_the_opposite_leaves_an_answer(call, talk):
    for then in (YES, "No.", "No, Ash Street does not take cats.", "Does Elm Street take cats?"):
        caller = call()
        ride(caller, YES, then)
        assert talk(caller, TALK).text == "Please reserve a kennel."


def test_what_closes_by_an_act_stays_closed(call, talk):
    caller = call()
    talk(caller, YES)
    ride(caller, DONE, "You are not reserved.", NO)
    assert talk(caller, TALK).text == "Lovely. Bye."


def test_a_reworded_caller_is_talked_over_like_its_rules(kennel):
    script = CallerScript.model_validate({**SCRIPT, "patience": {"start": 1}})

    def reworded(rules):
        return RewordedCaller(
            rules,
            FakeReworder(lambda request: f"Well, {request.line}"),
            LineCheck(script, kennel),
            persona={},
            brief="",
            opening_words="Kennel, good morning.",
            task_id="kennel/K1",
            seed=0,
        )

    caller = reworded(ScriptedCaller(script, kennel, task_id="kennel/K1", seed=0))
    caller.open()
    assert ride(caller, *[TALK] * 3) == CallerTurn()
    last = ride(caller, TALK)
    assert (last.text[:5], last.ending) == ("Well,", CallerEnding.IMPATIENT)
    puppet = Puppet("Go on.")
    assert not isinstance(puppet, NoticesTalk)
    assert ride(reworded(puppet), *[TALK] * 9) == CallerTurn()
