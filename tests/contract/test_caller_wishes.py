"""What is done for another day, amount or test than the caller asked for leaves the ask open."""

import pytest
from caller_kit import END, closed, make_caller


def ask(kind: str, key: str, *lines: str):
    return {
        "id": "wish",
        "kind": "action" if kind == "done" else "info",
        "in_opening": True,
        "say": list(lines),
        "answer": {"type": kind, "predicate": key},
    }


def hears(of, line):
    caller = make_caller({"facts": {}, "opening": "Hello there.", "asks": [of], "end": END})
    caller.hear(line)
    return closed(caller) == ["wish"]


TUESDAY = ask("done", "booked", "I'd like a visit on Tuesday the twenty-fifth.")
MOVE = ask("done", "moved", "I'd like it moved to Friday, August twenty-eighth.")
OPEN = ask("done", "booked", "I'm away until September fifteenth, so a visit after that.")
WEEK = ask("done", "booked", "In the week of September twenty-first, please.")
LINK = ask("done", "payment_link_sent", "I'll pay the two hundred and sixty-four. Text me a link?")
BIOPSY = ask("enum", "result_status", "Is my biopsy back?")


@pytest.mark.parametrize(
    ("of", "line", "closes"),
    [
        (TUESDAY, "You're booked for Tuesday the 25th at nine.", True),
        (TUESDAY, "You're booked for Tuesday at nine.", True),
        (TUESDAY, "You're booked for August 25th.", True),
        (TUESDAY, "You're booked.", True),
        (TUESDAY, "You're booked for Wednesday the 26th at nine.", False),
        (TUESDAY, "You're booked for Wednesday.", False),
        (TUESDAY, "You're booked for August 26th.", False),
        (MOVE, "I've moved your visit to Friday the 28th.", True),
        (MOVE, "I've moved tomorrow's visit to the 28th.", True),
        (MOVE, "I've moved tomorrow's visit for you.", True),
        (MOVE, "I've moved your visit to Monday the 31st.", False),
        (OPEN, "You're booked for Saturday, September 19th.", True),
        (WEEK, "You're booked for Tuesday, September 22nd.", True),
        (LINK, "I've texted you the link for $264.", True),
        (LINK, "I've texted you the link.", True),
        (LINK, "I've texted you a link for the full $314.", False),
        (BIOPSY, "Your biopsy is back, and the doctor is reviewing it.", True),
        (BIOPSY, "It's back, and the doctor is reviewing it.", True),
        (BIOPSY, "Your blood test is back.", False),
    ],
)
def test_only_what_was_asked_for_closes(of, line, closes):
    assert hears(of, line) is closes


@pytest.mark.parametrize(
    ("line", "closes"),
    [
        ("You're all fixed up for Tuesday the 25th.", True),
        ("You're with Doctor Hartwell on the 25th.", True),
        ("Tuesday the 25th at nine is yours.", True),
        ("Then we have you with Doctor Hartwell, Tuesday the 25th.", True),
        ("You're all fixed up for Wednesday the 26th.", False),
        ("You have two choices on Tuesday the 25th.", False),
        ("You have Tuesday the 25th at nine. Would that suit you?", False),
        ("You have not got Tuesday the 25th yet.", False),
        ("You'd have Tuesday the 25th at nine.", False),
        ("You asked for Tuesday the 25th.", False),
        ("If you like, you have Tuesday the 25th.", False),
        ("I have Tuesday the 25th at nine.", False),
        ("You're looking at Tuesday the 25th.", False),
    ],
)
def test_the_very_day_asked_for_told_as_had_closes(line, closes):
    assert hears(TUESDAY, line) is closes
