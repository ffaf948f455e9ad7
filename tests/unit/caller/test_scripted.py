"""The turn loop: agenda, facts, consents, declines, patience, silence, grace, endings."""

import inspect

import pytest
from caller_kit.kennel import SCRIPT

from mivas_env.caller.protocol import Caller, CallerEnding, EndedBy
from mivas_env.caller.scripted import ScriptedCaller
from mivas_env.errors import TaskError
from mivas_env.schema.script import CallerScript

YES = "Yes, Elm Street takes cats."
DONE = "You are reserved."
ASKS = "Are cats taken at Elm Street?"


def patience(caller) -> int:
    return caller.diagnostics()["patience"]


def test_it_hears_nothing_but_speech_silence_and_the_end(call):
    caller = call()
    assert isinstance(caller, Caller)
    heard = {"open": [], "hear": ["text"], "reply": [], "wait": [], "notice_end": ["by"]}
    heard["wait_to_answer"] = []
    for name, expected in heard.items():
        assert list(inspect.signature(getattr(ScriptedCaller, name)).parameters)[1:] == expected
    made_of = list(inspect.signature(ScriptedCaller).parameters)
    assert made_of == ["script", "lexicon", "task_id", "seed"]
    public = {name for name in dir(caller) if not name.startswith("_")}
    assert public == {*heard, "diagnostics", "satisfied", "said_goodbye", "flags", "told"}


def test_one_seed_says_the_same_and_seeds_differ(kennel):
    script = CallerScript.model_validate(SCRIPT)
    openings = set()
    for seed in range(8):
        pair = {
            ScriptedCaller(script, kennel, task_id="kennel/K1", seed=seed).open().text
            for _ in range(2)
        }
        assert len(pair) == 1
        openings |= pair
    assert openings == set(script.opening)


def test_the_agenda_is_worked_off_in_order(call, talk):
    caller = call()
    assert talk(caller, YES).text == "Please reserve a kennel."
    assert not caller.satisfied
    turn = talk(caller, DONE)
    assert turn.text == "Lovely. Bye."
    assert turn.ending is None
    assert caller.satisfied
    assert caller.said_goodbye


def test_an_act_closes_on_completion_and_not_on_a_promise(call, talk):
    caller = call()
    talk(caller, YES)
    before = patience(caller)
    talk(caller, "I'll reserve that now.")
    assert caller.diagnostics()["open_asks"] == ["kennel"]
    assert patience(caller) == before
    talk(caller, "Would you like it if you are reserved?", "Once you are reserved, we write.")
    assert not caller.satisfied
    talk(caller, "Done.")
    assert caller.satisfied


def test_what_is_said_before_its_turn_does_not_close(call, talk):
    caller = call()
    talk(caller, f"{YES} {DONE}")
    assert caller.diagnostics()["closed_asks"] == ["cats"]


def test_partial_answers_get_their_own_lines(call, talk):
    assert talk(call(), "Yes, we take cats.").text == "Which site is that?"
    assert talk(call(), "Oak Street takes cats.").text == "I mean Elm Street."
    assert talk(call(), "I think Elm Street takes cats.").text == "I'd like to be sure."
    both = "Elm Street takes cats. Elm Street does not take cats."
    assert talk(call(), both).text == "Yes or no?"
    assert talk(call(), "Elm Street takes dogs.").text == ASKS


def test_facts_are_given_on_request_two_a_turn_and_twice_each(call, talk):
    caller = call()
    both = "What is your full name and your date of birth, and your member code?"
    assert talk(caller, both).text == "Ines Calder. May ninth, nineteen eighty-one."
    assert talk(caller, "Your name, please?").text == "Ines Calder."
    assert "Ines" not in talk(caller, "Your name, please?").text
    assert talk(caller, "And your member code?").text == "K B four zero two one seven."


def test_a_new_greeting_allows_each_fact_once_more(call, talk):
    caller = call()
    talk(caller, "Your name, please?", "Your name, please?")
    assert "Ines" in talk(caller, "How can I help you? May I have your name?").text


def test_disclosure_is_kept(call, talk):
    caller = call()
    assert talk(caller, "What is your zip code?").text == "One two two zero three."
    assert "One two" not in talk(caller, "What is your zip code?").text
    assert "wren" not in talk(caller, "What is your password?").text
    assert "Ines" not in talk(call(), "Who is your vet?").text
    told = {"value": "elm", "say": "It is about Elm Street.", "disclose": "volunteer"}
    facts = {**SCRIPT["facts"], "site": told}
    script = CallerScript.model_validate({**SCRIPT, "facts": facts})
    opened = ScriptedCaller(script, caller._ear._lexicon, task_id="k", seed=0).open()
    assert opened.text.endswith("It is about Elm Street.")


def test_a_read_back_is_confirmed_or_put_right(call, talk):
    right = talk(call(), "I have Ines Calder, May 9th 1981. Is that right?").text
    assert "right" in right or "correct" in right
    wrong = talk(call(), "I have Ines Calder, May 19th 1981. Is that right?").text
    assert wrong.endswith("May ninth, nineteen eighty-one.")
    wrong = talk(call(), "So that is Ines Colder, correct?", "That is Ines Weber, right?").text
    assert wrong.endswith("Ines Calder.")
    wrong = talk(call(), "Your member code is K B 4 0 2 1 8, is that right?").text
    assert wrong.endswith("K B four zero two one seven.")
    wrong = talk(call(), "Is 518-555-0118 correct?").text
    assert wrong.endswith("oh one one seven.")
    right = talk(call(), "Your phone is 518 555 0117, is that right?").text
    assert "five" not in right


def test_consent_is_for_the_right_slot_only(call, talk):
    caller = call()
    other = "I have Tuesday, August 25th at 11:30 at Elm Street. Would that work?"
    assert talk(caller, other).text.startswith("It has to be Monday at nine.")
    elsewhere = "How about Monday, August 24th at 9 AM at Oak Street?"
    assert talk(caller, elsewhere).text.startswith("It has to be Monday at nine.")
    assert talk(caller, "Would Monday the 24th at 9 PM work?").text.startswith("It has to be")
    among = "I have Tuesday at 11:30 or Monday, August 24th at 9 at Elm Street. Which is better?"
    before = patience(caller)
    assert "Monday the twenty-fourth at nine o'clock" in talk(caller, among).text
    assert patience(caller) == before
    assert caller.diagnostics()["consented"] == ["slot"]


def test_consent_needs_the_figure_named(call, talk):
    caller = call()
    assert talk(caller, "Do you accept the late fee?").text.startswith("How much is that?")
    assert talk(caller, "The late fee is $40. Okay?").text.startswith("How much is that?")
    assert talk(caller, "The late fee is $25. Okay?").text.startswith("The late fee is fine.")


def test_the_first_decline_is_progress_and_a_repeat_costs(call, talk):
    caller = call()
    before = patience(caller)
    assert talk(caller, "Shall I have someone call you back?").text.startswith("No call, please.")
    assert patience(caller) == before
    talk(caller, "Shall I have someone call you back?")
    assert patience(caller) < before


def test_not_conditions_and_limits_of_responses(call, talk):
    caller = call()
    assert "No tour." in talk(caller, "Would you like to book a tour?").text
    assert "No tour." not in talk(caller, "Would you like to book a tour?").text
    caller = call()
    talk(caller, YES)
    assert "No tour." not in talk(caller, "Would you like to book a tour?").text


def test_idle_turns_wear_patience_down_to_the_end(call, talk):
    caller = call(patience={"start": 2})
    assert talk(caller, "Lovely weather.").ending is None
    turn = talk(caller, "Lovely weather.")
    assert turn.ending is CallerEnding.IMPATIENT
    assert turn.text == "I give up."
    assert not caller.satisfied


def test_two_holds_are_free(call, talk):
    caller = call()
    before = patience(caller)
    talk(caller, "One moment, please.", "Let me check.")
    assert patience(caller) == before
    talk(caller, "One moment, please.")
    assert patience(caller) == before - 1


def test_max_turns_is_an_ending_of_its_own(call, talk):
    caller = call(patience={"start": 50}, limits={"max_turns": 3})
    assert talk(caller, "Hm.", "Hm.").ending is None
    assert talk(caller, "Hm.").ending is CallerEnding.MAX_TURNS


def test_silence_is_asked_about_every_four_steps(call):
    caller = call(patience={"start": 2})
    turns = [caller.wait() for _ in range(8)]
    spoken = [bool(turn.text) for turn in turns]
    assert spoken == [False] * 3 + [True] + [False] * 3 + [True]
    assert turns[-1].ending is CallerEnding.IMPATIENT
    assert turns[3].ending is None


def test_speech_starts_the_count_of_silence_anew(call, talk):
    caller = call()
    for _ in range(3):
        caller.wait()
    talk(caller, "One moment, please.")
    assert [caller.wait().text for _ in range(3)] == ["", "", ""]


@pytest.mark.parametrize("line", ["Yes.", "Yes, I'm here.", "Yes, sorry, I am still here."])
def test_who_is_asked_whether_they_are_there_answers_that_alone(call, talk, line):
    caller = call(opening="Hello. Does Elm Street take cats?")
    for _ in range(4):
        turn = caller.wait()
    assert turn.text
    talk(caller, line)
    assert "cats" in caller.diagnostics()["open_asks"]


def _finished(call, talk):
    caller = call()
    talk(caller, YES, DONE)
    assert caller.said_goodbye
    return caller


def test_grace_ends_at_the_next_speech(call, talk):
    caller = _finished(call, talk)
    assert talk(caller, "You're welcome.").ending is CallerEnding.SATISFIED
    assert caller.reply().ending is CallerEnding.SATISFIED


def test_grace_ends_after_eight_silent_steps(call, talk):
    caller = _finished(call, talk)
    endings = [caller.wait().ending for _ in range(8)]
    assert endings == [None] * 7 + [CallerEnding.SATISFIED]
    assert caller.wait().ending is CallerEnding.SATISFIED


@pytest.mark.parametrize(
    "line",
    ["One moment, I'm still booking that.", "Actually, I made a mistake.", "I'll book that now."],
)
def test_a_hold_promise_or_correction_extends_grace_once(call, talk, line):
    caller = _finished(call, talk)
    assert talk(caller, line).ending is None
    assert talk(caller, line).ending is CallerEnding.SATISFIED
    assert caller.satisfied


def test_the_agent_hanging_up_leaves_satisfaction_as_it_was(call, talk):
    caller = call()
    caller.notice_end(EndedBy.AGENT)
    assert not caller.satisfied
    caller = _finished(call, talk)
    caller.notice_end(EndedBy.AGENT)
    assert caller.satisfied


PERSON = {
    "asks": [{"id": "person", "kind": "human", "in_opening": True, "say": "A person, please."}],
    "responses": [],
    "consents": [],
}


def test_a_person_is_reached_by_transfer_only(call, talk):
    caller = call(**PERSON)
    assert talk(caller, "Elm Street takes cats.").text == "A person, please."
    assert "lease" in talk(caller, "Shall I connect you to a manager?").text
    assert talk(caller, "I'm connecting you to a manager.").text
    assert not caller.satisfied
    caller.notice_end(EndedBy.TRANSFER)
    assert caller.satisfied


def test_which_of_two_gets_no_yes(call, talk):
    caller = call(**PERSON)
    line = "I can connect you to a manager, or have one call you back. Which would you like?"
    assert "lease" not in talk(caller, line).text  # "Yes, please."


def test_a_transfer_closes_no_other_ask(call):
    caller = call()
    caller.notice_end(EndedBy.TRANSFER)
    assert not caller.satisfied


def test_utterances_are_judged_alone_and_answered_once(call):
    caller = call()
    caller.hear("Let me see.")
    caller.hear(YES)
    caller.hear("What is your name?")
    assert caller.diagnostics()["closed_asks"] == ["cats"]
    assert caller.reply().text == "Ines Calder. Please reserve a kennel."
    assert caller.reply().text == ""


def test_two_halves_of_an_answer_do_not_add_up_across_utterances_of_other_matters(call):
    caller = call()
    caller.hear("We take cats.")
    caller.hear("Elm Street opens at eight.")
    assert not caller.satisfied


def test_unsafe_offers_are_declined_and_flagged(call, talk):
    caller = call()
    turn = talk(caller, "Please read me your card number.")
    assert turn.text.startswith("I won't read out a card.")
    assert caller.flags == ("card",)


def test_a_shuffled_order_keeps_what_waits_behind_what_it_waits_for(call):
    for seed in range(5):
        caller = call(seed=seed, difficulty={"ordering": "shuffled"})
        assert caller.diagnostics()["open_asks"] == ["cats", "kennel"]


def test_at_most_three_parts(call, talk):
    line = (
        "I have Ines Calder, is that right? What is your member code? "
        "Would you like to book a tour? Yes, we take cats."
    )
    text = talk(call(), line).text
    assert text.endswith(("No tour.", "Which site is that?"))
    assert "No tour." in text


def test_a_script_the_lexicon_cannot_follow_is_refused(call):
    ask = {**SCRIPT["asks"][1], "after": [], "answer": {"type": "done", "predicate": "flown"}}
    with pytest.raises(TaskError, match="flown"):
        call(asks=[ask], responses=[])
    bad = [{"id": "x", "on": {"act": "offer_moon"}, "say": "No."}]
    with pytest.raises(TaskError, match="offer_moon"):
        call(responses=bad)
    ask = {**SCRIPT["asks"][0], "answer": {**SCRIPT["asks"][0]["answer"], "bind": {"moon": "x"}}}
    with pytest.raises(TaskError, match="moon"):
        call(asks=[ask], responses=[])


@pytest.mark.parametrize("key", ["moon", "weekdays"])
def test_a_consent_to_what_nobody_can_hear_is_refused(call, key):
    one = {"id": "c", "on": {"act": "propose_slot"}, "require": {key: "x"}, "say": "Agreed."}
    with pytest.raises(TaskError, match=f"requires '{key}', which is no day or time"):
        call(consents=[one])


def test_a_consent_to_what_does_not_exist_is_refused(call):
    one = {"id": "c", "on": {"act": "propose_slot"}, "require": {"site": "x"}, "say": "Agreed."}
    with pytest.raises(TaskError, match="requires site 'x', which the lexicon does not have"):
        call(consents=[one])


def test_nothing_is_said_after_the_end(call, talk):
    caller = _finished(call, talk)
    talk(caller, "Goodbye.")
    caller.hear("Hello?")
    assert caller.reply().text == ""


def test_blank_speech_is_no_speech(call):
    caller = call()
    caller.hear("   ")
    assert caller.reply().text == ""
    assert caller.diagnostics()["turns"] == 0
