"""A span of days that is repeated gets a yes when it is right, and is put right when it is not."""

import datetime as dt

import pytest
from caller_kit import END, healthcare_lexicon, make_caller, say

from mivas_env.caller.speech.spans import Span, span_of

AGREES = ("correct", "right")


def caller(value="2026-08-24/2026-08-28", **more):
    script = {
        "facts": {
            "preferred_time": {"value": "2026-08-31", "say": "Monday the thirty-first."},
            "list_days": {
                "value": value,
                "say": "Those five days, from the twenty-fourth.",
                "after": ["booked"],
                "early": "The thirty-first only.",
            },
        },
        "opening": "Hello, I'd like a visit on Monday the thirty-first.",
        "asks": [
            {
                "id": "booked",
                "kind": "action",
                "in_opening": True,
                "say": "So, that visit, please?",
                "answer": {"type": "done", "predicate": "booked"},
            },
            {
                "id": "waitlisted",
                "kind": "action",
                "after": ["booked"],
                "say": "And the waitlist, please, the week before?",
                "answer": {"type": "done", "predicate": "waitlisted"},
            },
        ],
        "consents": [
            {
                "id": "slot",
                "on": {"act": "propose_slot"},
                "require": {"start": "2026-08-31T09:00"},
                "say": "That one is fine.",
                "else_say": "That won't do.",
            }
        ],
        "end": END,
        "patience": {"start": 9},
        **more,
    }
    return make_caller(script)


def booked(value="2026-08-24/2026-08-28"):
    one = caller(value)
    say(one, "You're booked for Monday, August 31st at 9:00.")
    return one


@pytest.mark.parametrize(
    "line",
    [
        "That would be Monday, August 24th to Friday, August 28th. Shall I add you?",
        "So I'd put you on the waitlist from Monday, August 24th to Friday, August 28th. Right?",
        "From August 24th through August 28th, at Park Avenue. Shall I add you?",
        "Between Monday the 24th and Friday the 28th, is that right?",
        "The week of August 24th, is that right?",
        "From August 24th to the 28th, is that right?",
        "From the 24th to the 28th of August, is that right?",
    ],
)
def test_the_right_span_is_confirmed(line):
    one = booked()
    before = one.diagnostics()["patience"]
    answer = say(one, line)
    assert any(word in answer for word in AGREES), answer
    assert one.diagnostics()["patience"] == before


@pytest.mark.parametrize(
    "line",
    [
        "From Monday, August 24th to Saturday, September 5th. Shall I add you?",
        "From Tuesday, August 25th to Friday, August 28th. Is that right?",
        "From Tuesday, August 24th to Friday, August 28th. Is that right?",
        "From Monday, August 24th on, with no last day. Is that right?",
        "Until August 26th, is that right?",
        "The week of August 17th, is that right?",
    ],
)
def test_another_span_is_put_right(line):
    answer = say(booked(), line)
    assert answer.startswith("No")
    assert "Those five days" in answer


def test_a_span_without_end():
    one = booked("2026-08-24/..")
    assert any(w in say(one, "From August 24th on. Shall I add you?") for w in AGREES)
    assert "Those five" in say(one, "From August 24th to August 28th. Shall I add you?")


@pytest.mark.parametrize(
    "line",
    [
        "We're open from Monday to Friday. Does that help?",
        "I have Monday the 24th at nine or Friday the 28th at ten. Which one?",
        "Shall I look at Monday, August 24th?",
    ],
)
def test_what_names_no_span_is_no_read_back(line):
    answer = say(booked(), line)
    assert "Those five days" not in answer
    assert not any(word in answer for word in AGREES)


def test_a_span_counts_only_once_it_is_wanted():
    answer = say(caller(), "From August 24th to August 28th there is nothing. Shall I go on?")
    assert "Those five days" not in answer
    assert not any(word in answer for word in AGREES)


@pytest.mark.parametrize(
    "question",
    [
        "Is there a last day you could come?",
        "What's the earliest day?",
        "Which dates should I put down?",
    ],
)
def test_its_days_can_be_asked_for(question):
    assert say(booked(), question) == "Those five days, from the twenty-fourth."
    assert say(caller(), question) == "Monday the thirty-first."


def test_a_span_may_be_what_a_consent_requires():
    consent = {
        "id": "those_days",
        "on": {"act": "read_back"},
        "require": {"list_days": "2026-08-24/2026-08-28"},
        "say": "Yes, any of them.",
    }
    one = caller(consents=[consent])
    say(one, "You're booked for Monday, August 31st at 9:00.")
    assert "any of them" not in say(one, "From August 25th to August 28th, right?")
    assert one.diagnostics()["consented"] == []
    assert say(one, "From August 24th to August 28th, right?") == "Yes, any of them."
    assert one.diagnostics()["consented"] == ["those_days"]


def test_the_month_said_of_one_day_is_that_of_both():
    one = booked("2026-09-21/2026-09-25")
    assert any(w in say(one, "September 21st to 25th. Is that a yes?") for w in AGREES)


def test_a_value_is_a_span_only_as_the_standard_writes_it():
    first, last = dt.date(2026, 8, 24), dt.date(2026, 8, 28)
    assert span_of("2026-08-24/2026-08-28") == Span(first, last)
    assert span_of("2026-08-24/..") == Span(first, None)
    assert span_of("2026-08-24") is None
    assert span_of("+17185550139") is None


def test_healthcare_knows_the_request_for_days():
    assert "list_days" in healthcare_lexicon().lexicon.requests["ask_days"].facts
