"""What the agent repeats in a question is confirmed, or put right, whatever the question."""

import pytest
from caller_kit import END, make_caller, say

SCRIPT = {
    "facts": {
        "full_name": {"value": "Peter Langley", "say": "It's Peter Langley."},
        "dob": {"value": "1990-05-17", "say": "May seventeenth, nineteen ninety."},
        "phone": {
            "value": "+16465550118",
            "say": "Six four six, five five five, zero one one eight.",
        },
        "member_id": {
            "value": "C918240573",
            "say": "C, nine one eight, two four zero, five seven three.",
        },
        "office": {"value": "loc_park_ave", "say": "Park Avenue."},
    },
    "opening": "Hello there.",
    "asks": [
        {
            "id": "texted",
            "kind": "action",
            "in_opening": True,
            "say": "Could you text me a confirmation?",
            "answer": {"type": "done", "predicate": "text_sent"},
        }
    ],
    "end": END,
    "patience": {"start": 50},
}
AGREES = ("correct", "right", "Yes", "yes")


@pytest.mark.parametrize(
    "line",
    [
        "Should it go to 646 555 0118?",
        "Shall I text it to six four six, five five five, zero one one eight?",
        "So 646 555 0118?",
        "And that's 646 555 0118, yes?",
        "Is it C 918 240 573?",
        "Peter Langley, May seventeenth, nineteen ninety?",
        "Peter Langley, L-A-N-G-L-E-Y?",
        "I have a Peter Langley, born May 17th, 1990. Is that you?",
        "Thank you. Peter Langley, five seventeen nineteen ninety, yes?",
        "Peter Langley, born five, seventeen, nineteen ninety. Is that right?",
        "Peter Langley, and it's the seventeenth of May '90, correct?",
        "Let me read that back: Peter Langley, May seventeenth, nineteen ninety. All good?",
        "Let me read that back: six four six, five five five, zero one one eight.",
        "Let me read that back: six four six, five five five, zero one one eight. Is that it?",
        "I heard Peter Langley, born May seventeenth, 1990; please tell me if that's right.",
        "Peter Langley, born May seventeenth, nineteen ninety. Did I get all that?",
        "Peter Langley, P-E-T-E-R L-A-N-G-L-E-Y, May 17th, 1990. Did I get everything right?",
        "Peter, P-E-T-E-R, Langley, L-A-N-G-L-E-Y, May 17th, 1990. Is that right?",
        "C as in Charlie, 9-1-8, 2-4-0, 5-7-3. Is that correct?",
        "Perfect. C-918-240-573, is that right?",
        "Just to confirm, that's Peter Langley, May seventeenth nineteen ninety.",
    ],
)
def test_what_is_repeated_rightly_is_confirmed(line):
    answer = say(make_caller(SCRIPT), line)
    assert any(word in answer for word in AGREES), answer


@pytest.mark.parametrize(
    ("line", "put_right"),
    [
        ("Should it go to 646 555 0199?", "zero one one eight"),
        ("Shall I text it to 212 555 0118?", "Six four six"),
        ("Is it C 9 1 8 2 4 0 5 7 4?", "five seven three"),
        ("Let me read that back: C 9 1 8, 2 4 0, 5 7 4. Is that right?", "five seven three"),
        ("Peter Langley, May eighteenth, nineteen ninety?", "May seventeenth"),
    ],
)
def test_what_is_repeated_wrongly_is_put_right(line, put_right):
    assert put_right in say(make_caller(SCRIPT), line)


@pytest.mark.parametrize(
    "line",
    [
        "Hi Peter, what would you like to know?",
        "Would Tuesday, September 1st at nine suit you?",
        "Would you like to come to Park Avenue?",
        "It costs $50, would you like to go on?",
    ],
)
def test_other_questions_are_no_read_back(line):
    answer = say(make_caller(SCRIPT), line)
    assert "That's" not in answer, answer
    assert "Langley" not in answer


PLAN = {
    **SCRIPT,
    "facts": {
        **SCRIPT["facts"],
        "full_name": {"value": "Hedda Solberg", "say": "Hedda Solberg, S, O, L, B, E, R, G."},
        "plan_name": {"value": "Managed Choice POS", "say": "Managed Choice POS."},
    },
}


@pytest.mark.parametrize(
    "line",
    [
        "That's Hedda Solberg, S-O-L-B-E-R-G, born May 17th, 1990. Correct?",
        "So Hedda Solberg, spelled S, O, L, B, E, R, G. Did I get that right?",
        "Hedda Solberg, S-O-L-B-E-R-G, mobile 646 555 0118. Is that right?",
        "S-O-L-B-E-R-G, is that right?",
    ],
)
def test_the_letters_of_one_name_contradict_no_other(line):
    answer = say(make_caller(PLAN), line)
    assert any(word in answer for word in AGREES), answer
    assert "Managed" not in answer


@pytest.mark.parametrize(
    ("line", "put_right"),
    [
        ("That's Hedda Solberg, S-O-L-B-U-R-G. Correct?", "S, O, L, B, E, R, G"),
        ("S-O-L-B-U-R-G, is that right?", "S, O, L, B, E, R, G"),
        ("Hedda Solberg, W-I-N-T-E-R-S, is that right?", "S, O, L, B, E, R, G"),
        ("And the plan is Managed Care POS, correct?", "Managed Choice POS"),
        ("The plan is Managed Choice, C-H-O-Y-C-E, correct?", "Managed Choice POS"),
    ],
)
def test_a_name_that_is_misspelled_is_put_right(line, put_right):
    answer = say(make_caller(PLAN), line)
    assert put_right in answer
    assert answer.startswith("No")


@pytest.mark.parametrize(
    "line",
    [
        "Of course, Peter. Could you confirm your date of birth for me?",
        "Thanks, Peter Langley. Can you please confirm your date of birth and phone number?",
    ],
)
def test_what_is_asked_for_is_told_and_not_agreed_to(line):
    answer = say(make_caller(SCRIPT), line)
    assert "nineteen ninety" in answer
    assert not any(word in answer for word in AGREES), answer


def test_a_name_beside_right_now_is_not_read_back():
    answer = say(make_caller(SCRIPT), "I'm sorry, Peter, nothing works right now. Shall I go on?")
    assert not any(word in answer for word in AGREES), answer


@pytest.mark.parametrize(
    ("line", "letters"),
    [
        ("Could you spell your last name for me?", "L, A, N, G, L, E, Y."),
        ("How do you spell Langley?", "L, A, N, G, L, E, Y."),
        ("Please spell your first name.", "P, E, T, E, R."),
        ("Could you please spell that out, letter by letter?", "L, A, N, G, L, E, Y."),
        ("How do you spell your last name? And your date of birth?", "L, A, N, G, L, E, Y. May"),
    ],
)
def test_a_name_is_spelled_for_who_asks_for_its_letters(line, letters):
    answer = say(make_caller(SCRIPT), line)
    assert letters in answer, answer
    assert "Peter Langley" not in answer
