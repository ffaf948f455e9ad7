"""Answer types besides yes and no: money, words, values, moments; and evidence."""

import pytest
from caller_kit.kennel import SCRIPT

from mivas_env.caller.scripted import ScriptedCaller
from mivas_env.caller.speech.compiled import compile_lexicon
from mivas_env.schema.script import CallerScript


def ask(**answer):
    partial = [
        {"when": when, "say": when.replace("_", " ")}
        for when in ("hedged", "bound_to_other", "contradictory", "not_checked")
    ]
    one = {
        "id": "it",
        "kind": "info",
        "in_opening": True,
        "say": ["Well?"],
        "answer": answer,
        "partial": partial,
    }
    return {"asks": [one], "responses": [], "consents": []}


def outcome(call, script, line) -> str:
    caller = call(**script)
    caller.hear(line)
    return caller.diagnostics()["short_of"].get("it", "none")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Grooming costs $40.", "closed"),
        ("It's $40 to $60.", "closed"),
        ("Boarding costs $90.", "bound_to_other"),
        ("Boarding is $90 and grooming is $40.", "closed"),
        ("$40 for grooming.", "closed"),
        ("Grooming is not $40.", "none"),
        ("Grooming was $40.", "none"),
        ("Grooming costs $40 and up.", "hedged"),
        ("Grooming costs from $40.", "hedged"),
        ("Maybe $40.", "hedged"),
        ("I'm not sure, but grooming costs $40.", "hedged"),
        ("Grooming costs $40. Let me double check that.", "hedged"),
        ("Does grooming cost $40?", "none"),
        ("You paid our van driver $40.", "hedged"),
        ("Grooming is in suite 40.", "none"),
        ("Grooming costs 40 to 60.", "closed"),
        ("The price is three fifty.", "closed"),
        ("$1, $2, $3, $4 or $5.", "contradictory"),
        ("One hundred to two hundred dollars for grooming.", "closed"),
    ],
)
def test_money(call, line, expected):
    assert outcome(call, ask(type="money", topic="grooming"), line) == expected


def test_money_with_evidence_and_binding(call):
    script = ask(type="money", topic="grooming", evidence="claimed", bind={"site": "elm"})
    assert outcome(call, script, "Grooming costs $40.") == "not_checked"
    assert outcome(call, script, "The book shows grooming at $40.") == "closed"
    assert outcome(call, script, "The book shows $40 for grooming at Oak Street.") == "hedged"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("We are at 12 Elm Street.", "closed"),
        ("We are at 12 Oak Street.", "bound_to_other"),
        ("Are you at 12 Elm Street?", "none"),
        ("I think it is 12 Elm Street.", "hedged"),
        ("Let me look up 12 Elm Street.", "none"),
    ],
)
def test_an_answer_in_words(call, line, expected):
    script = ask(type="text_key", predicate="address", bind={"site": "elm"})
    assert outcome(call, script, line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("It is a small kennel.", "closed"),
        ("It is a small kennel. It is a large kennel.", "contradictory"),
        ("It may be a small kennel.", "hedged"),
    ],
)
def test_one_value_among_several(call, line, expected):
    assert outcome(call, ask(type="enum", predicate="size", max_values=1), line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("You can pick up on Friday at 5 PM.", "closed"),
        ("On Friday.", "closed"),
        ("Pick up is at Oak Street on Friday.", "bound_to_other"),
        ("I think it's Friday.", "hedged"),
        ("Is Friday fine?", "none"),
        ("Pick up is easy.", "none"),
    ],
)
def test_a_moment(call, line, expected):
    script = ask(type="datetime", predicate="pick_up", bind={"site": "elm"})
    assert outcome(call, script, line) == expected


def test_a_plain_question_is_answered_by_a_bare_yes_only_while_it_is_fresh(call, talk):
    script = ask(type="polar", predicate="open_sunday")
    assert outcome(call, script, "Yes.") == "closed"
    assert outcome(call, script, "No, we are closed on Sunday.") == "closed"
    caller = call(**script)
    talk(caller, "What is your name?")
    caller.hear("Yes, thank you.")
    assert not caller.satisfied


def test_what_cannot_be_confirmed_may_be_an_answer(call):
    line = "I can't confirm that Elm Street takes cats."
    answer = {"type": "polar", "predicate": "boards", "bind": {"site": "elm"}}
    assert outcome(call, ask(**answer), line) == "hedged"
    assert outcome(call, ask(**answer, unconfirmed=True), line) == "closed"


def test_an_act_at_the_wrong_place_does_not_count(call):
    script = ask(type="done", predicate="reserved", bind={"site": "elm"})
    script["asks"][0]["kind"] = "action"
    assert outcome(call, script, "You are reserved at Oak Street.") == "bound_to_other"
    assert outcome(call, script, "You are reserved at Elm Street.") == "closed"
    assert outcome(call, script, "You are not reserved.") == "none"
    assert outcome(call, script, "I think you are reserved.") == "none"
    assert outcome(call, script, "The form is not done.") == "none"
    assert outcome(call, script, "Is it done?") == "none"


@pytest.mark.parametrize(
    ("require", "line", "agrees"),
    [
        ({"weekday": "monday"}, "How about Monday?", True),
        ({"weekday": "monday"}, "How about Friday?", False),
        ({"start": "2026-08-24T09:00"}, "How about 9 AM on August 24th?", True),
        ({"time": "09:00"}, "How about 9 AM on Friday?", True),
        ({"date": "2026-08-20"}, "How about tomorrow?", True),
        ({"date": "2026-08-21"}, "How about tomorrow?", False),
        ({"weekday": "thursday"}, "How about tomorrow?", True),
        ({"full_name": "Ines Calder", "weekday": "monday"}, "Monday for Ines Weber?", False),
        ({"full_name": "Ines Calder", "weekday": "monday"}, "Monday for Ines Calder?", True),
        ({"stay": "booked", "weekday": "monday"}, "Is your existing stay on Monday?", True),
    ],
)
def test_consent_requirements(call, talk, require, line, agrees):
    one = {"id": "c", "on": {"act": "propose_slot"}, "require": require, "say": "Agreed."}
    text = talk(call(consents=[one]), line).text
    assert ("Agreed." in text) is agrees


def test_a_read_back_of_the_slot_is_not_one_of_identity(call, talk):
    one = {
        "id": "c",
        "on": {"act": "read_back"},
        "require": {"weekday": "monday"},
        "say": "Agreed.",
        "else_say": "Not that one.",
    }
    caller = call(consents=[one])
    assert "Not that" not in talk(caller, "I have Ines Calder, is that right?").text
    assert "Not that one." in talk(caller, "So that is Friday at 9, is that right?").text
    assert "Agreed." in talk(caller, "So that is Monday at 9, is that right?").text
    free = call(consents=[{**one, "require": {}}])
    assert "Agreed." in talk(free, "So that is Friday, is that right?").text


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("Your name is spelled C-A-L-D-E-R, is that right?", True),
        ("That is Ines Calder, C-A-L-D-O-R, correct?", False),
        ("Your zip is 12203, correct?", True),
        ("Your zip is 12208, correct?", False),
        ("Born May 9th, correct?", True),
        ("Your date of birth is May 8th, correct?", False),
        ("Is Oak Street correct?", False),
        ("Is Elm Street correct?", True),
        ("Your code is KB40217, correct?", True),
    ],
)
def test_values_read_back(call, talk, line, right):
    text = talk(call(), line).text
    assert ("isn't quite right" in text or "not right" in text) is not right


def test_a_topic_within_a_longer_one_is_part_of_it(kennel):
    topics = {"grooming": ["grooming", "bath costs"], "boarding": ["missing a bath costs"]}
    lexicon = compile_lexicon(kennel.lexicon.model_copy(update={"topics": topics}))
    for topic, expected in (("boarding", True), ("grooming", False)):
        script = CallerScript.model_validate(
            {**SCRIPT, **ask(type="money", topic=topic)}  # the fee is for what was missed
        )
        caller = ScriptedCaller(script, lexicon, task_id="k/1", seed=0)
        caller.open()
        caller.hear("Missing a bath costs $40.")
        assert caller.satisfied is expected
