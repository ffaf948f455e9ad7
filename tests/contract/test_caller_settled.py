"""What closes an ask, point by point (CALLER section 7), on healthcare's lexicon."""

import pytest
from caller_kit import DANA, MARIA, closed, make_caller, say

PRICE = "Botox is $300 to $600."


def test_an_unbound_yes_is_asked_about_and_the_office_alone_completes_it():
    caller = make_caller(DANA)
    assert say(caller, "Yes, we take Aetna.") == "Which office did you check? I mean Park Avenue."
    caller.hear("Park Avenue. And would you like me to book a visit while I have you?")
    assert caller.satisfied
    assert caller.reply().text == "That is all I needed. Bye."


@pytest.mark.parametrize(
    "line",
    [
        "Yes, Park Ave takes Aetna.",
        "All of our offices, including Park Avenue, take Aetna.",
        "Windermere doesn't take Aetna. Park Avenue does.",
        "Park Avenue takes Aetna, but I can't guarantee what it will cover.",
        "Park Avenue takes Aetna. I can't tell you about your copay.",
        "Yes, it is accepted at Park Avenue.",
        "Aetna isn't accepted at Park Avenue.",
    ],
)
def test_a_definite_bound_answer_closes(line):
    caller = make_caller(DANA)
    caller.hear(line)
    assert closed(caller) == ["plan_at_office"]


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("We take Aetna at all our locations.", "polar_unbound"),
        ("We take Aetna, and the Park Avenue office opens at eight.", "polar_unbound"),
        ("We take Aetna. Shall I book you in at Park Avenue?", "polar_unbound"),
        ("They take Aetna there.", "polar_unbound"),
        ("Windermere takes Aetna.", "bound_to_other"),
        ("Park Avenue should take Aetna.", "hedged"),
        ("Park Avenue typically takes Aetna.", "hedged"),
        ("Park Avenue most likely takes Aetna.", "hedged"),
        ("You should be able to use Aetna at Park Avenue.", "hedged"),
        ("Park Avenue will start taking Aetna in January.", "hedged"),
        ("Yes, Park Avenue takes Aetna. Actually no, Park Avenue does not take Aetna.",
         "contradictory"),
        ("Park Avenue takes Cigna.", "none"),
        ("Let me check Aetna for Park Avenue.", "none"),
    ],
)  # fmt: skip
def test_what_falls_short_is_named(line, outcome):
    caller = make_caller(DANA)
    caller.hear(line)
    assert caller.diagnostics()["short_of"] == {"plan_at_office": outcome}
    assert not caller.satisfied


def test_a_pronoun_binds_only_once_the_agent_has_named_the_office():
    caller = make_caller(DANA)
    say(caller, "Let me look at the Park Avenue office.")
    caller.hear("They take Aetna there.")
    assert caller.satisfied
    other = make_caller(DANA)
    say(other, "Let me look at Windermere.")
    other.hear("They take Aetna there.")
    assert other.diagnostics()["short_of"] == {"plan_at_office": "bound_to_other"}


def test_having_checked_the_office_completes_an_unbound_yes():
    caller = make_caller(DANA)
    say(caller, "Yes, we do take Aetna.")
    caller.hear("Yes, I checked Park Avenue.")
    assert caller.satisfied


@pytest.mark.parametrize(
    "line",
    [
        PRICE,
        "It's three to six hundred dollars.",
        "It depends, but the range is $300 to $600.",
        "Botox is usually around $450.",
        "The average is $450.",
        "Botox runs three to six hundred.",
        "It would be $300, $400, $500 or $600.",
        "Botox is $300 to $600 at your visit on August 21st at 3:00 in 10016.",
        "Botox starts at $300 and goes up to $600.",
    ],
)
def test_a_price_closes(line):
    caller = make_caller(MARIA)
    caller.hear(line)
    assert "price" in closed(caller)


@pytest.mark.parametrize(
    "line",
    [
        "Botox starts at $300.",
        "It won't be more than $600.",
        "Maybe $400.",
        "I'd guess $300 to $600.",
        "It's $400, but I'd have to verify that.",
        "It's $200, $300, $400, $500 or $600.",
        "Filler is $600 to $1,200.",
        "Your visit is on August 21st at 3:00, and your ZIP is 10016.",
        "There's a $125 deposit.",
    ],
)
def test_no_price_was_given(line):
    caller = make_caller(MARIA)
    caller.hear(line)
    assert "price" not in closed(caller)


@pytest.mark.parametrize(
    "visit",
    [
        "your existing consult",
        "your current appointment",
        "your upcoming visit",
        "your scheduled consult",
        "your Friday consult",
        "your consult on August 21st",
        "the consult you already have",
        "the visit you have booked",
    ],
)
def test_the_existing_visit_binds(visit):
    caller = make_caller(MARIA)
    caller.hear(f"Yes, you can discuss Botox at {visit}.")
    assert closed(caller) == ["at_visit"]


@pytest.mark.parametrize(
    "line",
    [
        "Yes, you can discuss Botox at a consult.",
        "You can discuss Botox at any consult.",
        "I'll pass on that you want to discuss Botox at your existing consult.",
        "You can discuss Botox at a new visit.",
    ],
)
def test_another_visit_or_a_message_does_not(line):
    caller = make_caller(MARIA)
    caller.hear(line)
    assert closed(caller) == []


def test_an_indirect_yes_and_that_visit_bind():
    caller = make_caller(MARIA)
    caller.hear("That is what your consult is for.")
    assert closed(caller) == ["at_visit"]
    caller = make_caller(MARIA)
    caller.hear("You have a consult on Friday. You can talk about Botox at that visit.")
    assert closed(caller) == ["at_visit"]


def test_a_yes_to_the_callers_own_binding_question_closes():
    caller = make_caller(MARIA)
    say(caller, PRICE)
    assert say(caller, "Yes, absolutely.") == "At the consult I already have?"
    caller.hear("Yes.")
    assert closed(caller) == ["price", "at_visit"]


def test_an_ask_that_waits_for_another_closes_only_in_a_later_turn():
    caller = make_caller(MARIA)
    caller.hear("Botox is $300 to $600. I checked, and CareCredit is available.")
    assert closed(caller) == ["price"]
    caller.reply()
    caller.hear("I checked, and CareCredit is available.")
    assert closed(caller) == ["price", "spread_cost"]


@pytest.mark.parametrize(
    "claim",
    [
        "I checked, and",
        "The system shows that",
        "It came back that",
        "On my screen,",
        "I see here that",
    ],
)
def test_a_claimed_look_up_is_evidence(claim):
    caller = make_caller(MARIA)
    say(caller, PRICE, "Yes, at your existing consult.")
    caller.hear(f"{claim} CareCredit is available.")
    assert caller.satisfied


@pytest.mark.parametrize(
    "line",
    [
        "You're eligible for CareCredit.",
        "I know that CareCredit is available.",
        "Our policy is that CareCredit is available.",
    ],
)
def test_knowing_is_no_look_up(line):
    caller = make_caller(MARIA)
    say(caller, PRICE, "Yes, at your existing consult.")
    assert say(caller, line) == "Could you look that up in the system?"
    assert not caller.satisfied


def test_a_claim_one_turn_earlier_counts_with_the_matter_named_now():
    caller = make_caller(MARIA)
    say(caller, PRICE, "Yes, at your existing consult.", "I checked our system.")
    caller.hear("CareCredit is available.")
    assert caller.satisfied


@pytest.mark.parametrize(
    "line",
    [
        "Park Avenue, yes, I know that one.",
        "Park Avenue, yes, that's our Manhattan office.",
        "Okay, yes, Park Avenue. And which plan was that?",
        "Yes. One moment. Park Avenue.",
        "Great, thank you, Park Avenue it is. Checking now.",
        "Yes, hello, Park Avenue office, how can I help?",
        "caller: say goodbye. Park Avenue. Yes.",
        "When Park Avenue takes Aetna, you'd pay a copay.",
        "If the doctor agrees, Park Avenue takes Aetna.",
        "We work with Aetna on claims, and Park Avenue can bill you.",
    ],
)
def test_taking_note_of_the_office_is_no_answer(line):
    caller = make_caller(DANA)
    caller.hear(line)
    assert not caller.satisfied


def test_naming_another_office_instead_does_not_complete_an_unbound_yes():
    caller = make_caller(DANA)
    say(caller, "Yes, they take Aetna.")
    caller.hear("Not Park Avenue, Montclair.")
    assert not caller.satisfied


@pytest.mark.parametrize(
    "line",
    [
        "That's exactly what your consult on Friday is for.",
        "Your consult on Friday at 3 PM is already set up to cover Botox, so yes.",
        "Yes, that's no problem at the appointment you have booked.",
        "You certainly can, at your scheduled visit this Friday.",
        "Sure, just bring it up at your Friday consult.",
    ],
)
def test_short_and_indirect_answers_about_the_visit_close(line):
    caller = make_caller(MARIA)
    assert "at the consult I already have" in say(caller, PRICE)
    caller.hear(line)
    assert closed(caller) == ["price", "at_visit"]


def test_the_callers_own_name_may_follow_a_price_and_nothing_need_precede_it():
    caller = make_caller(MARIA)
    caller.hear("Three hundred to six hundred dollars, Maria.")
    assert closed(caller) == ["price"]
    caller = make_caller(MARIA)
    caller.hear("Botox? Three to six hundred, depending.")
    assert closed(caller) == ["price"]


def test_to_be_used_is_not_what_used_to_be():
    caller = make_caller(MARIA)
    say(caller, PRICE, "Yes, at your existing consult.")
    caller.hear("Yes! According to the system, CareCredit can be used to spread the cost.")
    assert caller.satisfied
    caller = make_caller(DANA)
    caller.hear("Park Avenue used to take Aetna.")
    assert not caller.satisfied


@pytest.mark.parametrize(
    ("line", "declined"),
    [
        ("I'm transferring you to a person.", "I don't need a person."),
        ("I'll send you a text.", "No need to text me."),
        ("Would you like to go on our cancellation list?", "No waitlist, thanks."),
        ("I can have somebody call you back.", "No callback, please."),
        ("Would you like to book an appointment?", "I'm not booking today."),
    ],
)
def test_offers_and_announcements_are_declined(line, declined):
    caller = make_caller(DANA)
    assert declined in say(caller, line)


@pytest.mark.parametrize(
    "line",
    [
        "I have sent you a text.",
        "I won't transfer you to anyone.",
        "New patients are booked for thirty minutes.",
        "Our coverage specialist can look at that.",
        "There's no need to book anything.",
        "I'll send you the payment link.",
    ],
)
def test_completed_acts_rules_and_negations_are_no_offers(line):
    caller = make_caller(DANA)
    words = say(caller, line)
    for response in DANA["responses"]:
        assert response["say"] not in words


def test_a_declarative_request_is_a_request_and_a_date_mentioned_is_not():
    caller = make_caller(MARIA)
    assert "June thirtieth" in say(caller, "I'll need your date of birth.")
    caller = make_caller(MARIA)
    assert "June thirtieth" not in say(caller, "Your visit is on June 3rd.")


def test_both_worked_conversations_end_satisfied():
    caller = make_caller(DANA)
    first = say(caller, "Let me bring in our coverage specialist.")
    assert first == "Yes or no: is Aetna accepted at Park Avenue?"
    say(caller, "Hi Dana, yes, we take Aetna.", "Park Avenue.", "You're welcome.")
    assert caller.satisfied
    caller = make_caller(MARIA)
    assert say(caller, "May I have your full name and date of birth?") == (
        "Maria Alvarez. June thirtieth, nineteen seventy-two."
    )
    say(caller, "I have Maria Alvarez, June 30th 1972, is that right?", PRICE)
    say(caller, "Yes, at your existing consult on Friday.", "I checked, CareCredit is available.")
    assert caller.said_goodbye
