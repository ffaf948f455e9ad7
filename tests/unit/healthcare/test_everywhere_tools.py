"""What every desk has: callbacks and the way to a person."""

import pytest
from healthcare_line import MARIA, Line

from mivas_env.industries.healthcare.desks import Desk

NUMBER = "+12125550187"


@pytest.mark.parametrize("desk", list(Desk))
def test_every_desk_takes_a_callback(line: Line, desk: str) -> None:
    data = line.ok(desk, "create_callback_task", callback_number=NUMBER, queue="front_desk")
    assert data["sla_hours"] == 24
    assert "24 hours" in data["spoken_commitment"]
    row = line.one("SELECT * FROM callbacks")
    assert (row["patient_id"], row["callback_number"]) == (None, NUMBER)
    assert (row["queue"], row["priority"]) == ("front_desk", "routine")


@pytest.mark.parametrize(
    ("priority", "hours", "words"),
    [("stat", 1, "1 hour."), ("urgent", 4, "4 hours."), ("routine", 24, "24 hours.")],
)
def test_priority_decides_the_wait(line: Line, priority: str, hours: int, words: str) -> None:
    line.verify(MARIA)
    data = line.ok(
        "clinical",
        "create_callback_task",
        callback_number="212-555-0187",
        queue="clinical",
        priority=priority,
    )
    assert data["sla_hours"] == hours
    assert data["spoken_commitment"].endswith(words)
    row = line.one("SELECT * FROM callbacks")
    assert row["callback_number"] == NUMBER
    assert row["patient_id"] == "pat_maria_alvarez"


def test_the_same_callback_is_queued_once(line: Line) -> None:
    for number in (NUMBER, "(212) 555-0187", "1-212-555-0187"):
        line.ok("reception", "create_callback_task", callback_number=number, queue="records")
    assert line.count("callbacks") == 1
    line.ok("reception", "create_callback_task", callback_number=NUMBER, queue="billing")
    assert line.count("callbacks") == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"queue": "vip", "callback_number": NUMBER}, "UNKNOWN_QUEUE"),
        ({"queue": "billing", "callback_number": "call me"}, "INVALID_ARGUMENTS"),
        ({"queue": "billing"}, "INVALID_ARGUMENTS"),
        ({}, "INVALID_ARGUMENTS"),
        (
            {"queue": "billing", "callback_number": NUMBER, "priority": "whenever"},
            "INVALID_ARGUMENTS",
        ),
    ],
)
def test_bad_callbacks_are_refused(line: Line, arguments: dict[str, object], code: str) -> None:
    assert line.refused("reception", "create_callback_task", **arguments) == code


@pytest.mark.parametrize("desk", list(Desk))
def test_every_desk_reaches_a_person(line: Line, desk: str) -> None:
    data = line.ok(
        desk,
        "transfer_to_human",
        destination="patient_support_center",
        reason="caller_request",
    )
    assert data == {"transferred": True, "destination": "patient_support_center"}
    row = line.one("SELECT * FROM transfers")
    assert (row["patient_id"], row["reason"]) == (None, "caller_request")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"destination": "the_boss", "reason": "other"}, "UNKNOWN_DESTINATION"),
        ({"destination": "records", "reason": "bored"}, "INVALID_ARGUMENTS"),
        ({"destination": "records"}, "INVALID_ARGUMENTS"),
    ],
)
def test_bad_transfers_are_refused(line: Line, arguments: dict[str, object], code: str) -> None:
    assert line.refused("reception", "transfer_to_human", **arguments) == code
