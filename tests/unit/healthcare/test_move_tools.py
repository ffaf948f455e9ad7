"""Moving a visit: to a free, suitable opening at its office, and free of charge."""

import pytest
from healthcare_line import (
    BETHANY,
    MARIA,
    PETER,
    Line,
    cancel,
    move,
    move_arguments,
)

JULIAN = ("Julian Ashby", "1993-01-28")
CAMILLE = ("Camille Renner", "1988-08-15")
MONICA = ("Monica Sandoval", "1989-09-18")


# ------------------------------------------------------------------ moving


def test_a_move_takes_one_opening_and_gives_back_the_other(line: Line) -> None:
    line.verify(BETHANY)
    data = move(line, "2128", "slot_loc_windermere_2")
    assert (data["status"], data["fee_cents"]) == ("rescheduled", 0)
    assert data["late_cancellation_fee_cents"] == 0
    changes = line.changes()
    assert sorted(changes) == ["appointments", "slots", "visit_moves"]
    [visit] = changes["appointments"]
    assert visit["start"] == "2026-08-25T13:45"
    assert visit["provider_id"] == "prov_rigby", "the provider is the new opening's"
    assert {row["id"]: row["status"] for row in changes["slots"]} == {
        "slot_loc_windermere_2": "booked",
        "slot_loc_windermere_23": "open",
    }
    [moved] = changes["visit_moves"]
    assert (moved["from_start"], moved["inside_window"]) == ("2026-09-17T09:15", 0)


def test_a_late_move_is_free_and_says_what_cancelling_would_cost(line: Line) -> None:
    line.verify(PETER)
    data = move(line, "2109", "slot_loc_park_ave_1")
    assert (data["fee_cents"], data["late_cancellation_fee_cents"]) == (0, 5000)
    assert "patients" not in line.changes()


def test_the_same_move_again_changes_nothing_more(line: Line) -> None:
    line.verify(PETER)
    move(line, "2109", "slot_loc_park_ave_1")
    after = line.everything()
    move(line, "2109", "slot_loc_park_ave_1")
    move(line, "2109", "slot_loc_park_ave_1", new_slot_id=None)
    assert line.everything() == after


def test_a_move_to_where_the_visit_is_anyway_is_no_move(line: Line) -> None:
    line.verify(BETHANY)
    arguments = move_arguments(line, "2128", "slot_loc_windermere_23")
    assert line.refused("scheduling", "reschedule_appointment", **arguments) == "SLOT_TAKEN"


def test_without_a_slot_id_the_times_decide(line: Line) -> None:
    line.verify(PETER)
    data = move(line, "2109", "slot_loc_park_ave_3", new_slot_id=None)
    assert data["appointment"]["start"] == "2026-08-24T13:15"
    assert data["appointment"]["provider"].startswith("Dr. Miriam Hartwell")


def test_of_two_openings_at_once_the_same_provider_comes_first(line: Line) -> None:
    line.context.write(
        "INSERT INTO slots VALUES ('slot_loc_park_ave_900', 'loc_park_ave', 'prov_banfield',"
        " 'visit', '2026-08-24T13:15', '2026-08-24T13:45', 'open')"
    )
    line.verify(PETER)
    data = move(line, "2109", "slot_loc_park_ave_3", new_slot_id=None)
    assert data["appointment"]["provider"].startswith("Dr. Miriam Hartwell")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (
            {
                "new_start": "1999-01-01T09:00",
                "new_end": "1999-01-01T08:00",
                "new_slot_id": None,
            },
            "UNKNOWN_SLOT",
        ),
        (
            {
                "new_start": "2026-08-24T03:17",
                "new_end": "2026-08-24T03:47",
                "new_slot_id": None,
            },
            "UNKNOWN_SLOT",
        ),
        ({"new_slot_id": "slot_loc_park_ave_999"}, "UNKNOWN_SLOT"),
        ({"new_slot_id": "slot_loc_park_ave_3"}, "SLOT_MISMATCH"),
        ({"new_end": "2026-08-24T10:00"}, "SLOT_MISMATCH"),
        ({"new_slot_id": "slot_loc_cobble_hill_1"}, "DIFFERENT_OFFICE"),
        ({"appointment_id": "2114"}, "NOT_FOUND"),
        ({"appointment_id": "999"}, "NOT_FOUND"),
        ({"appointment_id": "2107"}, "NOT_BOOKED"),
        ({"appointment_id": "abc"}, "INVALID_ARGUMENTS"),
        ({"appointment_id": "02109"}, "INVALID_ARGUMENTS"),
    ],
)
def test_bad_moves_are_refused(line: Line, arguments: dict[str, object], code: str) -> None:
    line.verify(PETER)
    arguments = move_arguments(line, "2109", "slot_loc_park_ave_1", **arguments)
    assert line.refused("scheduling", "reschedule_appointment", **arguments) == code


def test_a_move_obeys_length_provider_and_openness(line: Line) -> None:
    line.verify(MARIA)
    for named in (True, False):
        to_a_pa = move_arguments(line, "2114", "slot_loc_park_ave_1")
        to_the_clinic = move_arguments(line, "2114", "slot_loc_park_ave_2")
        taken = move_arguments(line, "2114", "slot_loc_park_ave_10")
        if not named:
            for arguments in (to_a_pa, to_the_clinic, taken):
                del arguments["new_slot_id"]
        refuse = line.refused
        assert refuse("scheduling", "reschedule_appointment", **to_a_pa) == "PROVIDER_NOT_QUALIFIED"
        assert (
            refuse("scheduling", "reschedule_appointment", **to_the_clinic) == "SLOT_NOT_SUITABLE"
        )
        expected = "SLOT_TAKEN" if named else "UNKNOWN_SLOT"
        assert refuse("scheduling", "reschedule_appointment", **taken) == expected


def test_moving_needs_a_verified_patient(line: Line) -> None:
    arguments = move_arguments(line, "2109", "slot_loc_park_ave_1")
    assert line.refused("scheduling", "reschedule_appointment", **arguments) == "NOT_VERIFIED"


def test_a_cancelled_visit_is_not_brought_back(line: Line) -> None:
    line.verify(BETHANY)
    cancel(line, "2128")
    arguments = move_arguments(line, "2128", "slot_loc_windermere_2")
    assert line.refused("scheduling", "reschedule_appointment", **arguments) == "NOT_BOOKED"


def test_an_allergy_service_moves_within_the_clinic(line: Line) -> None:
    line.verify(("Ingrid Novak", "1980-11-06"))
    data = move(line, "2129", "slot_loc_cobble_hill_5")
    assert data["appointment"]["start"] == "2026-08-26T09:10"


def test_a_moved_visit_can_be_confirmed_by_text(line: Line) -> None:
    line.verify(PETER)
    move(line, "2109", "slot_loc_park_ave_1")
    line.ok(
        "scheduling",
        "send_sms",
        mobile_e164="+16465550118",
        template_id="appointment_confirmation",
    )
    assert line.one("SELECT appointment_id FROM text_messages")["appointment_id"] == 2109
