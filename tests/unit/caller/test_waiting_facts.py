"""Facts that wait for something, and asks that wait for a fact."""

import copy
from typing import Any

import pytest
from caller_kit.kennel import SCRIPT
from pydantic import ValidationError

from mivas_env.caller import lines
from mivas_env.caller.protocol import EndedBy
from mivas_env.schema.script import CallerScript

PERSON = {
    "id": "person",
    "kind": "human",
    "in_opening": True,
    "after": ["fact_given:vet"],
    "say": ["A word for the keeper, please."],
}
FACTS: dict[str, Any] = {
    **SCRIPT["facts"],
    "vet": {
        "value": "limping",
        "say": "She is limping.",
        "after": ["fact_given:code"],
        "early": "I'd like to tell the keeper.",
    },
    "zip": {
        "value": "12203",
        "say": "One two two zero three.",
        "disclose": "once",
        "after": ["cats"],
        "early": "First the cats.",
    },
}
RESPONSES = [{"id": "no_person", "on": {"act": "offer_human"}, "say": "Nobody, thanks."}]
WAITING = {"asks": [PERSON, *SCRIPT["asks"]], "facts": FACTS, "responses": RESPONSES}
ASKED_VET = "Which vet?"
ASKED_CODE = "What is your member code?"


def test_a_fact_that_waits_is_put_off_with_words_of_its_own(call, talk):
    caller = call(**WAITING)
    assert talk(caller, ASKED_VET).text == "I'd like to tell the keeper."
    assert talk(caller, ASKED_CODE).text == "K B four zero two one seven."
    assert talk(caller, ASKED_VET).text == "She is limping."


def test_asked_for_together_with_what_it_waits_for_it_comes_behind_it(call, talk):
    said = talk(call(**WAITING), "May I have your vet and your member code?").text
    assert said == "K B four zero two one seven. She is limping."


def test_being_put_off_costs_no_patience_once_and_is_not_repeated_for_ever(call, talk):
    caller = call(**WAITING)
    before = caller.diagnostics()["patience"]
    assert talk(caller, ASKED_VET).text == "I'd like to tell the keeper."
    assert caller.diagnostics()["patience"] == before
    assert talk(caller, ASKED_VET).text == "I'd like to tell the keeper."
    assert talk(caller, ASKED_VET).text != "I'd like to tell the keeper."
    assert talk(caller, ASKED_CODE, ASKED_VET).text == "She is limping."


def test_a_fact_may_wait_for_an_ask_and_be_given_once(call, talk):
    caller = call(**WAITING)
    assert talk(caller, "What is your zip code?").text == "First the cats."
    talk(caller, "Elm Street takes cats.")
    assert "One two two zero three." in talk(caller, "What is your zip code?").text
    assert "One two two zero three." not in talk(caller, "What is your zip code?").text


def satisfied(caller) -> bool:
    caller.notice_end(EndedBy.TRANSFER)
    return "person" in caller.diagnostics()["closed_asks"]


def test_a_transfer_before_the_fact_is_out_does_not_satisfy(call, talk):
    early, told = call(**WAITING), call(**WAITING)
    talk(early, ASKED_CODE)
    assert not satisfied(early)
    talk(told, ASKED_CODE, ASKED_VET)
    assert satisfied(told)


def test_an_ask_of_the_opening_is_put_again_whatever_it_waits_for(call, talk):
    assert talk(call(**WAITING), "How can I help you?").text == "A word for the keeper, please."


def test_a_person_is_declined_until_the_ask_for_one_may_close(call, talk):
    caller = call(**WAITING)
    offer = "Shall I pass you to a manager?"
    assert talk(caller, offer).text.startswith("Nobody, thanks.")
    talk(caller, ASKED_CODE, ASKED_VET)
    assert "Nobody, thanks." not in talk(caller, offer).text


def test_an_ask_that_waits_for_a_fact_closes_only_after_it(call, talk):
    cats = {**SCRIPT["asks"][0], "after": ["fact_given:code"]}
    caller = call(asks=[cats])
    talk(caller, "Elm Street takes cats.")
    assert not caller.satisfied
    talk(caller, ASKED_CODE, "Elm Street takes cats.")
    assert caller.satisfied


def test_shuffled_asks_may_wait_for_facts(call):
    asks = [{**PERSON, "in_opening": False, "id": f"p{i}"} for i in range(3)]
    caller = call(asks=asks, facts=FACTS | {"zip": SCRIPT["facts"]["zip"]}, responses=[],
                  difficulty={"ordering": "shuffled"})  # fmt: skip
    assert sorted(caller.diagnostics()["open_asks"]) == ["p0", "p1", "p2"]


def test_the_words_for_who_asks_too_early_are_lines_of_the_caller():
    script = CallerScript.model_validate({**SCRIPT, **WAITING})
    assert "First the cats." in list(script.lines())


def with_fact(**changes: Any) -> dict[str, Any]:
    facts = copy.deepcopy(FACTS)
    facts["vet"] |= changes
    return {**SCRIPT, **WAITING, "facts": facts}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"early": None}, "needs words for who asks too early"),
        ({"after": []}, "only such a fact does"),
        ({"disclose": "volunteer"}, "given on_ask or once"),
        ({"disclose": "never"}, "given on_ask or once"),
        ({"after": ["fact_given:horse"]}, "'fact_given:horse', which is no ask and no fact"),
        ({"after": ["dogs"]}, "'dogs', which is no ask and no fact"),
        ({"after": ["person"]}, "never be reached: fact_given:vet, person"),
        ({"after": ["given:code"]}, "String should match"),
    ],
)
def test_a_fact_that_can_never_be_reached_is_refused(changes, says):
    with pytest.raises(ValidationError, match=says):
        CallerScript.model_validate(with_fact(**changes))


SUNDAY = {
    "id": "sunday",
    "kind": "info",
    "after": ["cats"],
    "say": ["And on Sunday, are you open?", "On Sunday?"],
    "told": ["Open on Sunday, you say?"],
    "answer": {"type": "polar", "predicate": "open_sunday"},
}
TWO = {"asks": [SCRIPT["asks"][0], SUNDAY]}


def test_who_was_told_while_the_ask_had_to_wait_makes_sure(call, talk):
    caller = call(**TWO)
    said = talk(caller, "Elm Street takes cats. We are open on Sunday.").text
    assert said == "Open on Sunday, you say?"
    assert not caller.satisfied
    assert talk(caller, "That is a lovely cat.").text == "On Sunday?"


def test_who_was_not_told_asks(call, talk):
    said = talk(call(**TWO), "Elm Street takes cats.").text
    assert said == "And on Sunday, are you open?"


def test_told_before_what_it_waits_for_it_is_remembered(call, talk):
    caller = call(**TWO)
    talk(caller, "We are open on Sunday.")
    assert talk(caller, "Elm Street takes cats.").text == "Open on Sunday, you say?"


def test_the_words_that_make_sure_are_lines_and_belong_to_an_ask_that_waits():
    script = CallerScript.model_validate({**SCRIPT, **TWO})
    assert "Open on Sunday, you say?" in list(script.lines())
    for changes in ({"after": []}, {"kind": "human", "answer": None}):
        wrong = {**SUNDAY, **changes}
        with pytest.raises(ValidationError, match="leave out 'told' or say what it waits for"):
            CallerScript.model_validate({**SCRIPT, "asks": [SCRIPT["asks"][0], wrong]})


@pytest.mark.parametrize("seed", range(6))
def test_who_asks_for_a_moment_gets_it_and_other_promises_are_noted(call, talk, seed):
    assert talk(call(seed=seed), "One moment, please.").text in lines.WAITING
    assert talk(call(seed=seed), "I'll add that for you.").text in lines.ACKNOWLEDGE
    assert not any(line == "Sure." for line in (*lines.WAITING, *lines.ACKNOWLEDGE))
