"""Openings put to the caller: which one it takes, what it asks back, and what is no offer."""

import pytest
from caller_kit import END, make_caller, say

BOOK = {
    "id": "booked",
    "kind": "action",
    "in_opening": True,
    "say": ["I'd like a visit on Tuesday the twenty-fifth, please.", "So, that visit, please?"],
    "answer": {"type": "done", "predicate": "booked"},
}
TEXT = {
    "id": "texted",
    "kind": "action",
    "after": ["booked"],
    "say": "Could you text me a confirmation?",
    "answer": {"type": "done", "predicate": "text_sent"},
}
TUESDAY = {
    "id": "tuesday",
    "on": {"act": "propose_slot"},
    "require": {"date": "2026-08-25"},
    "say": "That one is fine.",
    "else_say": "That won't do.",
}
AT_TIME = {**TUESDAY, "require": {"start": "2026-08-25T08:30"}}
TWO = (
    "I have Monday, August 24th at 9:40 with Doctor Hartwell, or Tuesday, August 25th at 8:30 with "
    "Kirsten Sorensen. Which would you prefer?"
)


def caller(consent=TUESDAY, opening="Hi, I'd like a visit on Tuesday the twenty-fifth.", seed=0):
    script = {
        "facts": {"full_name": {"value": "Dana Whitfield", "say": "Dana Whitfield."}},
        "opening": opening,
        "asks": [BOOK, TEXT],
        "consents": [consent],
        "end": END,
        "patience": {"start": 9},
    }
    return make_caller(script, seed=seed)


def consented(one) -> bool:
    return bool(one.diagnostics()["consented"])


@pytest.mark.parametrize("consent", [TUESDAY, AT_TIME])
@pytest.mark.parametrize("seed", range(4))
def test_of_several_openings_the_one_taken_is_named(consent, seed):
    one = caller(consent, seed=seed)
    assert "Tuesday the twenty-fifth at eight thirty" in say(one, TWO)
    assert consented(one)


@pytest.mark.parametrize("consent", [TUESDAY, AT_TIME])
@pytest.mark.parametrize(
    "question",
    [
        "Sorry, which one was that, Monday or Tuesday?",
        "Which one was that?",
        "What time was that?",
        "Was that Monday or Tuesday?",
    ],
)
def test_who_asks_which_one_that_was_hears_it_again(consent, question):
    one = caller(consent)
    say(one, TWO)
    before = one.diagnostics()["patience"]
    assert "Tuesday the twenty-fifth at eight thirty" in say(one, question)
    assert one.diagnostics()["patience"] == before


def test_what_was_taken_is_said_for_one_opening_too():
    one = caller()
    assert say(one, "How about Tuesday, August 25th at 8:30?") == "That one is fine."
    assert "Tuesday the twenty-fifth at eight thirty" in say(one, "Sorry, which one was that?")


def test_of_two_days_without_times_the_one_named_by_the_caller_is_wanted():
    one = caller(AT_TIME)
    assert "Tuesday the twenty-fifth" in say(one, "Would you rather come on Monday or Tuesday?")
    assert not consented(one)


@pytest.mark.parametrize("offer", ["8:20 or nine", "nine or 9:40", "8:20 and 9"])
def test_an_hour_beside_a_time_is_a_time(offer):
    one = caller({**TUESDAY, "require": {"start": "2026-08-25T09:00"}})
    line = f"On Tuesday the 25th I have {offer}. Which one would you like?"
    assert "Tuesday the twenty-fifth at nine o'clock" in say(one, line)
    assert consented(one)


def test_two_times_of_one_day():
    one = caller(AT_TIME)
    line = "On Tuesday the 25th I have 8:30 or 9:40. Which one would you like?"
    assert "Tuesday the twenty-fifth at eight thirty" in say(one, line)


@pytest.mark.parametrize(
    "line",
    [
        "I have 8:30 that day with Doctor Hartwell. Is that alright?",
        "There's one opening, 8:30 in the morning. Does that work?",
        "How about 8:30 that morning?",
        "Tuesday at 8:30, would that suit you?",
    ],
)
def test_the_day_that_the_caller_has_named_holds(line):
    one = caller(AT_TIME)
    assert say(one, line) == "That one is fine."
    assert consented(one)


def test_a_day_that_the_agent_has_named_since_holds_instead():
    one = caller(AT_TIME)
    line = "I've looked at Thursday the 27th. I have 8:30 that day. Is that okay?"
    assert say(one, line) == "That won't do."
    assert not consented(one)


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("I have 8:30 in the morning that day. Does that work?", "day"),
        ("I have Tuesday, August 26th at 8:30. Does that work?", "day"),
        ("I have an opening on Tuesday, August 25th. Does that work?", "time"),
    ],
)
def test_what_an_offer_leaves_out_is_asked_for(line, asked):
    one = caller(AT_TIME, "Hi, I'd like a visit as soon as possible.")
    assert asked in say(one, line)
    assert not consented(one)


def test_a_weekday_of_some_week_is_asked_for_its_date():
    consent = {**TUESDAY, "require": {"date": "2026-09-08"}}
    one = caller(consent, "Hi, I'd like a visit on a Tuesday.")
    assert "day" in say(one, "I have Tuesday at 8:30. Is that okay?")
    assert not consented(one)
    assert say(one, "That's Tuesday, September 8th at 8:30. Is that okay?") == "That one is fine."


def test_the_weekday_tells_the_month_of_a_date():
    consent = {**TUESDAY, "require": {"date": "2026-09-08"}}
    assert say(caller(consent), "Would Tuesday the 8th at nine work?") == "That one is fine."
    assert say(caller(consent), "Would Wednesday the 23rd at nine work?") == "That won't do."


def test_a_clock_time_after_opening_hours_is_an_opening():
    one = caller(AT_TIME)
    assert say(one, "We open at 8. 8:30 on Tuesday, would that suit you?") == "That one is fine."


def test_an_office_named_last_by_the_caller_holds():
    consent = {**TUESDAY, "require": {"date": "2026-08-25", "office": "loc_park_ave"}}
    there = "Hi, I'd like a visit on Tuesday the twenty-fifth at Park Avenue."
    offer = "I have Tuesday, August 25th at 8:30. Is that okay?"
    assert say(caller(consent, there), offer) == "That one is fine."
    one = caller(consent, there)
    assert say(one, "At Cobble Hill I have the 25th at 8:30. Is that okay?") == "That won't do."
    one = caller(consent, there)
    say(one, "I'll look at Cobble Hill, then.")
    assert "office" in say(one, offer)
    assert not consented(one)


@pytest.mark.parametrize(
    "line",
    [
        "Which Tuesday would you like?",
        "Do you have a particular Tuesday in mind?",
        "Any Tuesday at all?",
        "I'm sorry, Tuesday, August 25th at 8:30 is taken. Would another day do?",
        "I don't have anything on Tuesday the 25th. Would another day do?",
        "I see it, tomorrow at ten with Doctor Hartwell. What day would you like to move it to?",
        "Your visit is tomorrow at ten. Would you like to keep it?",
        "Take the train to 25th Street. Is that near you?",
        "I'll see what I have on Tuesday the 25th, one moment.",
        "I'm sorry, Tuesday, August 25th is fully booked. Is there another day?",
        "We're closed on Tuesday, August 25th. Shall I look at another day?",
        "Nobody is in on Tuesday, August 25th. Would you prefer another day?",
        "What would you like to do on Tuesday the 25th?",
        "I can only offer a callback about Tuesday the 25th. Would you like that?",
        "Is it Tuesday, August 25th that you want?",
        "Is there anything else I can help you with today?",
        "Can I help you with anything else today?",
        "I'd be happy to help you with that today, Dana! What's your date of birth?",
        "Thank you for calling today. Is the rash spreading or painful?",
    ],
)
def test_what_offers_nothing_is_neither_taken_nor_refused(line):
    one = caller()
    text = say(one, line)
    assert "fine" not in text
    assert "won't" not in text
    assert not consented(one)


@pytest.mark.parametrize(
    "line",
    [
        "There's nothing before Tuesday, August 25th at 8:30. Does that suit you?",
        "I can move your visit from Friday to Tuesday, August 25th at 8:30. Shall I?",
        "So your visit would be Tuesday, August 25th at 8:30. Shall I book it?",
        "The first is 8:30 in the morning on Tuesday the 25th. Can you make that?",
        "I have 8:30. That's on Tuesday, August 25th. Is it okay?",
    ],
)
def test_other_words_that_offer_the_opening(line):
    one = caller(AT_TIME)
    assert "won't" not in say(one, line)
    assert consented(one)


@pytest.mark.parametrize(
    "line",
    [
        "I have 8:30 on Monday the 24th, or Tuesday the 25th at ten. Which one?",
        "I have Monday the 24th at 8:30. Does that work?",
        "I have Tuesday the 25th at ten. Does that work?",
    ],
)
def test_no_other_opening_is_taken(line):
    one = caller(AT_TIME)
    assert say(one, line) == "That won't do."
    assert not consented(one)


def test_a_proposal_is_no_longer_heard_when_its_ask_is_closed():
    one = caller(AT_TIME)
    say(one, "You're booked for Tuesday, August 25th at 8:30.")
    text = say(one, "Is there anything on Wednesday the 26th at 9:00 that you would like as well?")
    assert "won't" not in text
    assert "Tuesday" not in say(one, "Sorry, which one was that?")


FEE = {
    "id": "the_fee",
    "on": {"act": "disclose_fee"},
    "require": {"amount_cents": 5000},
    "say": "Fifty dollars, all right.",
    "else_say": "How much is that?",
}


@pytest.mark.parametrize(
    "line",
    [
        "Would moving it to another day be better? There's no charge for that.",
        "There's no fee for rescheduling. Would you rather move it?",
        "The late fee is waived for you. Is that alright?",
    ],
)
def test_who_denies_a_charge_discloses_none(line):
    one = caller(FEE)
    assert "How much" not in say(one, line)
    assert not consented(one)


def test_a_charge_without_its_amount_is_asked_for_its_amount():
    one = caller(FEE)
    assert "How much is that?" in say(one, "There's a late fee for that. Do you accept it?")
    assert "Fifty" in say(one, "There's a fee of fifty dollars, not a cent more. Is that okay?")


@pytest.mark.parametrize(
    "line",
    [
        "There is no $50 fee. Shall I cancel it?",
        "The $50 fee has been waived for you. Shall I go ahead?",
        "You won't be charged the $50 fee. Do you accept?",
        "The $50 fee is optional. Do you accept the fee?",
        "Nobody pays the $50 fee. Shall I cancel it?",
        "The fee for that is $5, $50 or $500. Shall I go ahead?",
    ],
)
def test_an_amount_that_is_denied_or_left_open_is_not_agreed_to(line):
    one = caller(FEE)
    assert "Fifty" not in say(one, line)
    assert not consented(one)


@pytest.mark.parametrize(
    "line",
    [
        "I can't cancel it without the $50 late fee. Is that okay?",
        "I'm not able to waive the $50 fee. Do you accept it?",
        "It's inside the window, so there's a $50 fee, and no way around it. Shall I go ahead?",
        "It's not free any more: the fee is fifty dollars. Is that all right?",
        "The fee is $50, or nothing if you keep the visit. Shall I cancel it?",
    ],
)
def test_an_amount_that_is_told_is_agreed_to(line):
    assert "Fifty" in say(caller(FEE), line)


def test_a_consent_given_before_is_not_repeated_when_what_it_was_for_is_done():
    one = caller(FEE)
    say(one, "There's a fee of fifty dollars. Do you accept it?")
    done = "You're booked. The fifty dollar fee goes on your balance. Is there anything else?"
    assert "Fifty" not in say(one, done)


WITH_HARTWELL = {**TUESDAY, "require": {"date": "2026-08-25", "provider": "prov_hartwell"}}


@pytest.mark.parametrize("title", ["Dr. Hartwell", "Doctor Miriam Hartwell", "Miriam Hartwell"])
def test_the_provider_that_is_wanted_is_taken(title):
    one = caller(WITH_HARTWELL)
    say(one, f"I have Tuesday, August 25th at 8:30 with {title}. Would that work?")
    assert consented(one)


@pytest.mark.parametrize("title", ["Dr. Vance", "Kirsten Sorensen", "Doctor Corinne Banfield"])
def test_another_provider_is_refused(title):
    one = caller(WITH_HARTWELL)
    heard = say(one, f"I have Tuesday, August 25th at 8:30 with {title}. Would that work?")
    assert not consented(one)
    assert "That won't do." in heard


@pytest.mark.parametrize(
    "line",
    [
        "That's Tuesday, August 25th at 8:30, instead of September seventeenth. Shall I move it?",
        "Tuesday the 25th at half past eight, in place of tomorrow's visit. Okay to do that?",
    ],
)
def test_the_day_that_is_given_up_is_no_second_opening(line):
    answer = say(caller(), line)
    assert "That one is fine." in answer, answer


@pytest.mark.parametrize("line", ["Could you come in today?", "I have an opening today at nine."])
def test_an_opening_on_the_day_of_the_call_is_one(line):
    assert "won't" in say(caller(), line)


def test_who_takes_what_is_offered_does_not_ask_for_it_as_well():
    link = {
        "id": "yes_text",
        "on": {"act": "offer_text", "not": ["ask_closed:texted"]},
        "say": "Yes, please, to my cell.",
    }
    one = caller({**link})
    done = "You're booked for Tuesday the 25th. Shall I text you the confirmation?"
    assert say(one, done) == "Yes, please, to my cell."
    say(one, "Done.")
    assert one.satisfied
