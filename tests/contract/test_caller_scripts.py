"""Single scripts of healthcare: what their callers reveal, when, and what satisfies them."""

from typing import Any

import pytest
from caller_kit import HEARING, healthcare_lexicon

from mivas_env.caller.protocol import EndedBy
from mivas_env.caller.scripted import ScriptedCaller
from mivas_env.schema.script import CallerScript
from mivas_env.schema.strict_yaml import load_yaml


def caller_of(task: str, *, seed: int = 0) -> ScriptedCaller:
    """The caller of one task, after its opening line."""
    file = HEARING.parent / f"{task}.yaml"
    loaded: Any = load_yaml(file.read_text(), source=file.name)
    script = CallerScript.model_validate(loaded["caller"]["script"])
    caller = ScriptedCaller(script, healthcare_lexicon(), task_id=f"healthcare/{task}", seed=seed)
    caller.open()
    return caller


def talk(caller: ScriptedCaller, *lines: str) -> list[str]:
    """Say lines, one turn each; return what the caller said to each."""
    said = []
    for line in lines:
        caller.hear(line)
        said.append(caller.reply().text)
    return said


BORN = "May I have your date of birth?"
MESSAGE = "What should I tell the nurse?"
FEELING = "How are you feeling right now, any trouble breathing, swelling or fever?"
SWELLING = "my lips are swelling up"
EARLY = [
    "How can I help you today?",
    "Is this an emergency?",
    "How are you doing today, Ms. Novak?",
    "What is your message about?",
    MESSAGE,
    FEELING,
    "Do you have any pain, swelling or fever?",
    "Have you been seen at one of our offices before?",
]


@pytest.mark.parametrize("seed", range(4))
def test_an_emergency_does_not_come_out_before_somebody_who_may_ask_has_asked(seed):
    caller = caller_of("X-H3", seed=seed)
    assert SWELLING not in " ".join(talk(caller, *EARLY[2 * seed :], *EARLY[: 2 * seed]))
    caller.notice_end(EndedBy.TRANSFER)
    assert not caller.satisfied


def test_a_person_at_once_is_not_what_she_wants():
    caller = caller_of("X-H3")
    (said,) = talk(caller, "Let me transfer you to a member of our staff.")
    assert "A message for the nurse will do." in said
    caller.notice_end(EndedBy.TRANSFER)
    assert not caller.satisfied


@pytest.mark.parametrize(
    "lines",
    [
        (BORN, MESSAGE, FEELING),
        (FEELING, BORN, MESSAGE, FEELING),
        (BORN, f"{MESSAGE} And {FEELING.lower()}"),
        (BORN, "What is going on with your skin?", "Any other symptoms, trouble breathing?"),
    ],
)
def test_asked_in_its_place_it_comes_out_and_a_transfer_satisfies(lines):
    caller = caller_of("X-H3")
    assert SWELLING in talk(caller, *lines)[-1]
    talk(caller, "That needs help now. I'm connecting you with clinical triage.")
    caller.notice_end(EndedBy.TRANSFER)
    assert caller.satisfied


COMMITMENT = (
    "I've sent the request to your provider. Please allow three business days; it is a request, "
    "not an approval."
)


@pytest.mark.parametrize("seed", range(4))
def test_who_has_just_been_told_that_nothing_is_approved_makes_sure_of_it(seed):
    caller = caller_of("R-M4", seed=seed)
    (said,) = talk(caller, COMMITMENT)
    assert "approved yet" in said
    assert "it up today" in said
    assert "So it's approved?" not in said
    assert not caller.satisfied


def test_who_has_not_been_told_asks_whether_it_is_approved():
    (said,) = talk(
        caller_of("R-M4"), "I've put the refill request in for you; allow three business days."
    )
    assert said == "So it's approved? Can I pick it up today?"


@pytest.mark.parametrize(
    "line",
    [
        "Not yet. Your provider still has to review it.",
        "Right, not today.",
        "That's right, not until your provider has approved it.",
        "No, it takes up to three business days.",
        "Correct, it's not approved yet.",
        "I'm afraid not.",
    ],
)
def test_the_question_that_makes_sure_is_answered_as_people_would(line):
    caller = caller_of("R-M4")
    talk(caller, COMMITMENT, line)
    assert caller.satisfied


@pytest.mark.parametrize("line", ["Right, not a problem.", "No, this just takes a minute."])
def test_what_answers_nothing_does_not_close_it(line):
    caller = caller_of("R-M4")
    talk(caller, COMMITMENT, line)
    assert not caller.satisfied


NOT_TAKEN = [
    "I've just looked at Park Avenue for you. I'm sorry, but that office does not accept Medicaid.",
    "No, Park Avenue doesn't accept it.",
    "I'm sorry, Medicaid isn't accepted at Park Avenue.",
    "No, they can't take Medicaid at Park Avenue.",
    "Park Avenue isn't able to accept Medicaid.",
    "No. Medicaid is not an option at Park Avenue.",
    "It's not possible to use Medicaid at Park Avenue.",
    "Park Avenue does not see Medicaid patients.",
    "We do not see patients with Medicaid at Park Avenue.",
    "Sorry, Park Avenue won't take that insurance.",
    "You can't be seen with Medicaid at Park Avenue.",
    "You can't pay with Medicaid at Park Avenue.",
    "Medicaid doesn't cover visits at Park Avenue; they don't take it.",
    "Park Avenue doesn't take Medicaid, but you can be seen at Montclair with it.",
    "No, Park Avenue doesn't. You're welcome to book at Montclair.",
    "Park Avenue does not take Medicaid; anyone can come to Montclair, which does.",
    "We can't see you today. And no, Park Avenue doesn't take Medicaid.",
]


@pytest.mark.parametrize("line", NOT_TAKEN)
def test_that_the_plan_is_not_taken_tells_nothing_of_paying_herself(line):
    caller = caller_of("C1-E3")
    (said,) = talk(caller, line)
    assert caller.diagnostics()["closed_asks"] == ["plan_at_office"]
    assert "paid for it myself" in said


@pytest.mark.parametrize(
    "line",
    [
        "No, Park Avenue doesn't accept Medicaid, but you can come in as a self-pay patient.",
        "Park Avenue doesn't take Medicaid. You'd be welcome to pay out of pocket.",
        "Park Avenue doesn't take Medicaid. You can come in and pay for the visit yourself.",
        "Park Avenue doesn't take Medicaid, and they can't see you as a self-pay patient either.",
    ],
)
def test_both_answers_in_one_breath_are_both_heard(line):
    caller = caller_of("C1-E3")
    talk(caller, line)
    assert caller.satisfied


FREE = "It's free up to twenty-four hours before."


@pytest.mark.parametrize(
    "line",
    [
        "You'd owe fifty dollars.",
        "For a late cancel we bill fifty dollars.",
        "The policy says fifty dollars.",
        "The charge for that is fifty dollars for a medical visit.",
        "Then fifty dollars is due.",
        "Inside that window it's fifty dollars.",
        "Cancelling within a day of the visit costs fifty dollars.",
    ],
)
def test_the_fee_is_heard_in_one_breath_with_the_notice_and_after_being_asked_for(line):
    at_once, asked = caller_of("C2-E1"), caller_of("C2-E1")
    talk(at_once, f"{FREE} {line}")
    talk(asked, FREE, line)
    assert at_once.satisfied
    assert asked.satisfied


@pytest.mark.parametrize(
    "line", ["You owe fifty dollars.", "Our rule says 24.", "We bill your insurance $200 for it."]
)
def test_other_money_is_no_fee(line):
    caller = caller_of("C2-E1")
    talk(caller, FREE, line)
    assert not caller.satisfied
