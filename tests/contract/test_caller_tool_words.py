"""What tools order to be spoken is understood as it stands, and rules told are no wishes quoted."""

from typing import Any

import pytest
from caller_kit import END, HEARING, closed, load_probes, make_caller, say

OSCAR = {
    "id": "oscar",
    "kind": "info",
    "in_opening": True,
    "say": "Does Park Avenue take Oscar?",
    "answer": {
        "type": "polar",
        "predicate": "accepts_plan",
        "bind": {"office": "loc_park_ave"},
        "exclusive": {"carrier": "oscar_health"},
        "unconfirmed": True,
    },
}
FACTS = {
    "full_name": {"value": "Peter Langley", "say": "Peter Langley."},
    "dob": {"value": "1990-05-17", "say": "May seventeenth, nineteen ninety."},
    "preferred_time": {"value": "2026-08-24", "say": "From Monday the twenty-fourth on."},
    "carrier": {"value": "aetna", "say": "Aetna."},
}
BOOK = {
    "id": "booked",
    "kind": "action",
    "in_opening": True,
    "say": "I'd like a visit on Tuesday the first.",
    "answer": {"type": "done", "predicate": "booked"},
}
ANY_DAY = {**BOOK, "say": "I'd like that booked, please."}
THAT_TUESDAY = {
    "id": "that_tuesday",
    "on": {"act": "propose_slot"},
    "require": {"date": "2026-09-01"},
    "say": "Yes, that one.",
    "else_say": "It has to be Tuesday the first.",
}
THE_FEE = {
    "id": "the_fee",
    "on": {"act": "disclose_fee"},
    "require": {"amount_cents": 5000},
    "say": "Fifty dollars, all right.",
    "else_say": "How much would that be?",
}


def script(ask: dict[str, Any], *consents: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "facts": FACTS,
        "opening": "Hello there.",
        "asks": [ask],
        "consents": list(consents),
        "end": END,
        "patience": {"start": 50},
        **more,
    }


def closes(name: str, line: str) -> bool:
    """Say whether a line closes the ask of a hearing set."""
    caller = make_caller(script({**load_probes(HEARING / f"{name}.yaml")["ask"]}))
    caller.hear(line)
    return caller.satisfied


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("callback_created", "Our records team will call you back within 24 hours."),
        ("callback_created", "Our front desk will call you back within 1 hour."),
        ("callback_arranged", "Our cosmetic coordinator will call you back within 24 hours."),
        ("callback_arranged",
         "Our billing team will call you back within 24 hours. Is there anything else?"),
        ("review_opened",
         "I've asked our billing team to review that fee. You'll hear from them within two "
         "business days. I can't promise how they will decide."),
        ("message_left",
         "Your message is with our clinical team. They will answer by the end of tomorrow."),
        ("refill_sent",
         "I've sent the request to your provider. Please allow three business days; it is a "
         "request, not an approval."),
        ("refill_sent", "I've passed this to our biologic coordinator, who will follow up."),
    ],
)  # fmt: skip
def test_a_spoken_commitment_closes(name, line):
    assert closes(name, line)


@pytest.mark.parametrize(
    "line",
    [
        "Would you like our records team to call you back within 24 hours?",
        "If you want, our records team will call you back within 24 hours.",
        "I can note it, and then our records team will call you back within 24 hours.",
        "Our records team will call you back within 24 hours. What number should they use?",
        "Our records team will call you back within 24 hours once I have your number.",
        "Our records team won't call you back within 24 hours.",
        "Our records team will call you back at some point.",
    ],
)
def test_a_callback_that_is_only_offered_does_not(line):
    assert not closes("callback_created", line)


@pytest.mark.parametrize(
    "line",
    [
        "I can't confirm Oscar Health for Park Avenue from our records, so I can't tell you yes or "
        "no. Your plan can tell you, with the office's name.",
        "I'm sorry, I can't confirm whether Park Avenue takes Oscar.",
        "Our records don't show whether Park Avenue accepts Oscar, so I can't tell you yes or no.",
        "I can't turn that into a yes or a no.",
        "Oscar can't be confirmed from our records. I can't say yes or no.",
        "I can't say yes or no for Oscar at Park Avenue.",
        "I can't say yes or no for Oscar at Park Avenue, and I won't guess. Your plan can tell "
        "you.",
        "Oscar Health at Park Avenue can't be confirmed from our records. I can't say yes or no.",
        "Yes, Park Avenue takes Oscar.",
    ],
)
def test_not_to_be_confirmed_is_an_answer_where_the_script_takes_it(line):
    caller = make_caller(script(OSCAR))
    caller.hear(line)
    assert caller.satisfied


@pytest.mark.parametrize(
    "line",
    [
        "I can't confirm Oscar for Windermere from our records.",
        "Let me confirm Oscar at Park Avenue.",
        "I'd have to confirm Oscar at Park Avenue first.",
        "Can you confirm that you have Oscar?",
        "I can't say how long that takes.",
        "I can't hear you very well.",
    ],
)
def test_another_unknown_is_none(line):
    caller = make_caller(script(OSCAR))
    caller.hear(line)
    assert not caller.satisfied


def test_not_to_be_confirmed_closes_no_ordinary_question():
    plain = {**OSCAR, "answer": {**OSCAR["answer"], "unconfirmed": False}}
    caller = make_caller(script(plain))
    caller.hear("I can't confirm Oscar Health for Park Avenue from our records.")
    assert not caller.satisfied


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("card_by_phone", "I can't take your card over the phone."),
        ("card_by_phone", "I won't take a card number by phone."),
        ("result_told", "I can't see what it says."),
        ("result_told", "I won't read it out."),
        ("proxy_allowed", "I couldn't open that record for you."),
        ("refill_by_phone", "I can't refill that by phone."),
        ("fee_removed", "I can't promise how they'll decide."),
        ("time_is_free", "That hour has already been taken."),
        ("time_is_free", "I can't put you in at a time that's taken."),
        ("time_is_free", "I couldn't find anything at eleven."),
        ("cancel_window", "You need to give us at least 24 hours' notice."),
        ("cancel_window", "You'd need to cancel at least a day before, so 24 hours in advance."),
        ("cancel_window", "You have to cancel at least 24 hours before it."),
        ("cancel_window", "Please let us know at least 24 hours before."),
        ("card_needed", "You need to have a card on file, yes."),
        ("program_first", "You need a visit before a refill."),
    ],
)  # fmt: skip
def test_denials_and_rules_in_the_first_and_second_person_are_heard(name, line):
    assert closes(name, line)


@pytest.mark.parametrize(
    "line",
    [
        "Your balance is zero.",
        "You don't owe anything.",
        "You owe nothing.",
        "There's no balance on your account.",
        "Nothing is due.",
        "Your balance is zero dollars.",
        "It looks like there's nothing owed at the moment.",
    ],
)
def test_a_zero_balance_is_an_amount(line):
    balance = {
        "id": "balance",
        "kind": "info",
        "in_opening": True,
        "say": "What do I owe?",
        "answer": {"type": "money", "topic": "balance"},
    }
    caller = make_caller(script(balance))
    caller.hear(line)
    assert caller.satisfied


@pytest.mark.parametrize(
    "line",
    [
        "You don't owe a fee for that visit, but let me look at the balance.",
        "Do you owe nothing?",
        "There's no balance due at the time of booking, as a rule we bill later.",
        "If nothing is due, I'll tell you.",
        "Nothing is due until the plan has answered, so let me look up your balance.",
    ],
)
def test_no_balance_was_told(line):
    price = {
        "id": "price",
        "kind": "info",
        "in_opening": True,
        "say": "What does Botox cost?",
        "answer": {"type": "money", "topic": "botox"},
    }
    caller = make_caller(script(price))
    caller.hear(line)
    assert not caller.satisfied


@pytest.mark.parametrize(
    "line",
    [
        "So that's Peter Langley, born May 17th, 1990, mobile 929 555 0187. Is that right?",
        "I have Peter Langley, born May 17th. Is that right?",
        "Your birth date is May 17th, correct?",
    ],
)
def test_a_birth_date_read_back_is_no_slot_and_no_other_date(line):
    caller = make_caller(script(BOOK, THAT_TUESDAY))
    words = say(caller, line)
    assert "Tuesday" not in words
    assert "twenty-fourth" not in words
    assert "May" not in words


def test_another_date_of_the_same_turn_still_is_a_slot():
    caller = make_caller(script(BOOK, THAT_TUESDAY))
    line = "Peter Langley, born May 17th, 1990, and you'd like Tuesday, September 1st at 9. Right?"
    assert "Yes, that one." in say(caller, line)
    caller = make_caller(script(BOOK, THAT_TUESDAY))
    line = "Peter Langley, born May 17th, 1990. I have Wednesday, September 2nd at 9, shall I?"
    assert "It has to be Tuesday" in say(caller, line)


@pytest.mark.parametrize(
    "line",
    [
        "Cobble Hill is open Monday through Friday from half past eight in the morning to half "
        "past five. Does that help?",
        "Park Avenue is open Monday through Friday from eight to five, and on Saturday from nine "
        "to one.",
        "Our hours there are Monday to Friday, eight to five. Anything else?",
        "The office is closed on Sundays. Anything else?",
        "You're on the waitlist from Tuesday the 25th to Thursday the 27th. Anything else?",
        "Shall I put you on the waitlist for Tuesday the 25th?",
    ],
)
def test_opening_hours_and_waitlist_days_are_no_slot(line):
    caller = make_caller(script(BOOK, THAT_TUESDAY))
    assert "It has to be" not in say(caller, line)


@pytest.mark.parametrize(
    "line",
    [
        "Wednesday the 2nd at nine is open. Shall I book it?",
        "I have an opening on Wednesday the 2nd at nine.",
        "Would Wednesday the 2nd at nine work?",
    ],
)
def test_an_open_time_is_a_slot(line):
    caller = make_caller(script(BOOK, THAT_TUESDAY))
    assert "It has to be Tuesday the first." in say(caller, line)


@pytest.mark.parametrize(
    "line",
    [
        "This visit starts in less than 24 hours, so cancelling it costs $50, which goes on your "
        "balance. Moving it instead is free. Would you still like to cancel it on those terms?",
        "If you cancel now it costs fifty dollars. Is that all right?",
        "Cancelling this late means $50 on your account.",
        "To cancel it today would cost you $50.",
        "There's a $50 late fee. Shall I go ahead?",
        "Fifty dollars will be added to your balance if you cancel.",
    ],
)
def test_a_charge_for_cancelling_is_a_fee_disclosed(line):
    caller = make_caller(script(BOOK, THE_FEE))
    assert "Fifty dollars, all right." in say(caller, line)


@pytest.mark.parametrize(
    ("task", "hours", "cost"),
    [("C2-H1", 24, "$50"), ("C2-H3", 72, "$125"), ("C2-H4", 24, "$50")],
)
def test_the_callers_of_late_cancellations_agree_to_the_tools_own_words(task, hours, cost):
    file = load_probes(HEARING.parent / f"{task}.yaml")
    caller = make_caller(file["caller"]["script"])
    say(
        caller,
        f"This visit starts in less than {hours} hours, so cancelling it costs {cost}, which goes "
        "on your balance. Moving it instead is free. Would you still like to cancel it on those "
        "terms?",
    )
    assert caller.diagnostics()["consented"] == ["the_fee"]


@pytest.mark.parametrize(
    "line",
    [
        "Cancelling it is free.",
        "Botox costs $50 a unit.",
        "Your balance is $50.",
        "The visit has been cancelled.",
    ],
)
def test_another_amount_is_none(line):
    caller = make_caller(script(BOOK, THE_FEE))
    words = say(caller, line)
    assert "Fifty dollars" not in words
    assert "How much" not in words


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("Your plan can tell you, with the office's name.", False),
        ("I can ask your insurance about that. What's your full name?", False),
        ("That depends on your insurance. May I have your name?", False),
        ("Your insurance can tell you that.", False),
        ("Which plan do you have?", True),
        ("And your insurance?", True),
        ("Could you tell me your insurance carrier?", True),
        ("I'll need your insurance carrier, please.", True),
        ("What insurance is it?", True),
    ],
)
def test_the_carrier_is_given_when_it_is_asked_for(line, given):
    caller = make_caller(script(BOOK))
    assert ("Aetna." in say(caller, line)) is given


@pytest.mark.parametrize(
    "line",
    [
        "Your skin testing is booked for Thursday, August 27th at 9:30.",
        "Your son's allergy shot is booked for Thursday at 9:30.",
        "The patch test is scheduled for Thursday.",
        "The injection is set for Thursday at nine.",
        "I've booked the skin test for Thursday.",
        "I've booked your shot for Thursday.",
        "I have the test down for Thursday at nine.",
        "I've booked him for Wednesday at nine.",
        "I've booked your son for Wednesday at nine.",
        "I've booked Caleb for Wednesday at nine.",
        "Caleb is booked for Wednesday at nine.",
        "He's booked for Wednesday at nine.",
        "Her visit is booked for Wednesday at nine.",
        "Caleb's shot is booked for Wednesday.",
    ],
)
def test_bookings_for_somebody_and_for_a_service_close(line):
    caller = make_caller(script(ANY_DAY))
    caller.hear(line)
    assert closed(caller) == ["booked"]


@pytest.mark.parametrize(
    "line",
    [
        "He isn't booked yet.",
        "Is Caleb booked for Wednesday?",
        "Nine is booked by somebody else.",
        "Dr. Hartwell is booked on Wednesday.",
        "Wednesday is booked solid.",
        "I'll get him booked for Wednesday.",
        "Skin tests are booked for thirty minutes.",
        "Once Caleb is booked for Wednesday, you get a text.",
        "Shots are booked through the allergy desk.",
    ],
)
def test_what_is_booked_otherwise_does_not(line):
    caller = make_caller(script(ANY_DAY))
    caller.hear(line)
    assert closed(caller) == []


@pytest.mark.parametrize(
    "line",
    [
        "If ten works, you're booked.",
        "The visit that's booked for Friday stays.",
        "Your visit was booked in June.",
        "I'm sorry, that slot has been booked.",
        "I booked a patient there a minute ago.",
    ],
)
def test_conditions_relatives_and_old_bookings_do_not_close(line):
    assert not closes("booked", line)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("text_sent", "Texted you the details."),
        ("text_sent", "I did send the text."),
        ("cancelled", "Is cancelled now, your visit."),
        ("cancelled", "I have cancel your appointment."),
        ("booked", "Got you in on Tuesday at ten."),
    ],
)
def test_dropped_subjects_and_plain_tenses_are_understood(name, line):
    assert closes(name, line)


@pytest.mark.parametrize(
    "line",
    [
        "I've moved him to Friday at ten.",
        "His visit has been moved to Friday at ten.",
        "Caleb's appointment is now on Friday at ten.",
        "Caleb is moved to Friday at ten.",
        "I've moved your son's visit to Friday at ten.",
    ],
)
def test_moves_for_somebody_close(line):
    assert closes("moved", line)
