"""Waitlist places, allergy services, confirmation texts."""

import pytest
from healthcare_line import BETHANY, MARIA, NEW_PATIENT, PETER, SIMONE, Line

MOBILE = "+12125550188"

# ------------------------------------------------------------------ waitlist

WAIT = {
    "appointment_type_code": "NP_MED",
    "location_ids": ["Park Avenue", "loc_cobble_hill", "loc_park_ave"],
    "earliest": "2026-08-24",
}


def test_a_waitlist_place_holds_a_set_of_offices(line: Line) -> None:
    data = line.ok("scheduling", "join_waitlist", **WAIT, **NEW_PATIENT, latest="2026-09-30")
    assert data["status"] == "added"
    assert data["locations"] == ["Cobble Hill", "Park Avenue"]
    [row] = line.changes()["waitlist"]
    assert row["location_ids"] == '["loc_cobble_hill", "loc_park_ave"]'
    assert (row["patient_id"], row["earliest"], row["latest"]) == (
        None,
        "2026-08-24",
        "2026-09-30",
    )
    assert (row["new_patient_name"], row["new_patient_dob"], row["new_patient_phone"]) == (
        "Dana Whitfield",
        "1991-02-03",
        MOBILE,
    )


@pytest.mark.parametrize("missing", sorted(NEW_PATIENT))
def test_nobody_waits_without_a_name_a_birthday_and_a_mobile(line: Line, missing: str) -> None:
    arguments = {**WAIT, **NEW_PATIENT, missing: None}
    code = line.refused("scheduling", "join_waitlist", **arguments)
    assert code == "NEW_PATIENT_DETAILS_REQUIRED"


def test_what_the_booking_was_given_the_waitlist_knows(line: Line) -> None:
    slot_id = line.first_opening("loc_park_ave", "NP_MED")
    line.ok("scheduling", "book_appointment", **line.booking(slot_id, "NP_MED"))
    line.ok("scheduling", "join_waitlist", **WAIT)
    again = line.ok("scheduling", "join_waitlist", **WAIT, **NEW_PATIENT)
    assert again["status"] == "already_listed"
    [row] = line.rows("SELECT * FROM waitlist")
    assert (row["new_patient_name"], row["new_patient_phone"]) == ("Dana Whitfield", MOBILE)


@pytest.mark.parametrize(
    "more",
    [
        {"location_ids": ["loc_windermere"]},
        {"location_ids": ["loc_park_ave"]},
        {"earliest": "2026-08-25"},
        {"latest": "2026-09-30"},
    ],
)
def test_one_person_has_one_place_for_each_type_of_visit(
    line: Line, more: dict[str, object]
) -> None:
    line.ok("scheduling", "join_waitlist", **WAIT, **NEW_PATIENT)
    held = line.rows("SELECT * FROM waitlist")
    for spelling in ("Dana Whitfield", "DANA  whitfield"):
        other = {**WAIT, **NEW_PATIENT, **more, "new_patient_name": spelling}
        assert line.refused("scheduling", "join_waitlist", **other) == "ALREADY_WAITING"
    assert line.refused("scheduling", "join_waitlist", **{**WAIT, **more}) == "ALREADY_WAITING"
    assert line.rows("SELECT * FROM waitlist") == held
    assert line.ok("scheduling", "join_waitlist", **WAIT)["status"] == "already_listed"


def test_a_verified_patient_has_one_place_too(line: Line) -> None:
    line.verify(PETER)
    line.ok("scheduling", "join_waitlist", **WAIT)
    later = {**WAIT, "earliest": "2026-08-31"}
    assert line.refused("scheduling", "join_waitlist", **later) == "ALREADY_WAITING"
    follow_up = {**later, "appointment_type_code": "MED_FOLLOWUP"}
    assert line.ok("scheduling", "join_waitlist", **follow_up)["status"] == "added"
    assert len(line.rows("SELECT * FROM waitlist")) == 2


@pytest.mark.parametrize(
    "more",
    [
        {"new_patient_name": "Noel Whitfield"},
        {"new_patient_dob": "1991-02-04"},
        {"new_patient_phone": "+12125550189"},
    ],
)
@pytest.mark.parametrize("visit_type", ["NP_MED", "ALLERGY_EVAL"])
def test_one_call_puts_one_person_on_the_list(
    line: Line, more: dict[str, object], visit_type: str
) -> None:
    line.ok("scheduling", "join_waitlist", **WAIT, **NEW_PATIENT)
    other = {**WAIT, **NEW_PATIENT, **more, "appointment_type_code": visit_type}
    for _ in range(2):  # a refused name does not become the one that is known
        assert line.refused("scheduling", "join_waitlist", **other) == "ANOTHER_PERSON"
    assert len(line.rows("SELECT * FROM waitlist")) == 1
    assert line.ok("scheduling", "join_waitlist", **WAIT)["status"] == "already_listed"


def test_a_booking_that_was_refused_lets_nobody_else_onto_the_list(line: Line) -> None:
    line.ok("scheduling", "join_waitlist", **WAIT, **NEW_PATIENT)
    slot_id = line.first_opening("loc_park_ave", "NP_MED")
    booking = line.booking(slot_id, "NP_MED")
    line.ok("scheduling", "book_appointment", **booking)
    line.refused("scheduling", "book_appointment", **booking | {"new_patient_name": "Noel White"})
    service = {"service": "patch_testing", "location_id": "loc_park_ave"}
    window = {"window_end": "2026-08-20"}
    others = {**NEW_PATIENT, "new_patient_name": "Noel White"}
    line.refused("scheduling", "schedule_allergy_service", **service, **window, **others)
    for more in ({}, others):
        code = line.refused("scheduling", "join_waitlist", **WAIT, **more)
        assert code == "ANOTHER_PERSON"
    assert len(line.rows("SELECT * FROM waitlist")) == 1


def test_a_new_patients_service_needs_the_same_three(line: Line) -> None:
    arguments = {"service": "skin_testing", "location_id": "loc_park_ave"}
    code = line.refused("scheduling", "schedule_allergy_service", **arguments)
    assert code == "NEW_PATIENT_DETAILS_REQUIRED"


def test_two_new_patients_do_not_share_one_service(line: Line) -> None:
    arguments = {"service": "skin_testing", "location_id": "loc_park_ave"}
    first = line.ok("scheduling", "schedule_allergy_service", **arguments, **NEW_PATIENT)
    again = line.ok("scheduling", "schedule_allergy_service", **arguments)
    assert (first["idempotent"], again["idempotent"]) == (False, True)
    other = {**NEW_PATIENT, "new_patient_name": "Noel Whitfield"}
    second = line.ok("scheduling", "schedule_allergy_service", **arguments, **other)
    assert second["idempotent"] is False


def test_the_same_place_is_taken_once(line: Line) -> None:
    line.verify(PETER)
    line.ok("scheduling", "join_waitlist", **WAIT)
    again = line.ok(
        "scheduling", "join_waitlist", **{**WAIT, "location_ids": ["loc_park_ave", "Cobble Hill"]}
    )
    assert again["status"] == "already_listed"
    [row] = line.rows("SELECT * FROM waitlist")
    assert row["patient_id"] == "pat_peter_langley"
    assert row["latest"] is None


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"location_ids": "loc_park_ave"}, "INVALID_ARGUMENTS"),
        ({"location_ids": ["Brooklyn"]}, "UNKNOWN_LOCATION"),
        ({"appointment_type_code": "COS_CONSULT"}, "INVALID_ARGUMENTS"),
        ({"appointment_type_code": "MED_FOLLOWUP"}, "NOT_VERIFIED"),
        ({"latest": "2026-08-23"}, "INVALID_DATE"),
        ({"earliest": "2026-08-18"}, "INVALID_DATE"),
        ({"earliest": "2026-02-30"}, "INVALID_ARGUMENTS"),
    ],
)
def test_bad_waitlist_requests_are_refused(line: Line, more: dict[str, object], code: str) -> None:
    arguments = {**WAIT, **NEW_PATIENT, **more}
    assert line.refused("scheduling", "join_waitlist", **arguments) == code


# ------------------------------------------------------------------ allergy services


def test_a_service_takes_the_first_clinic_time(line: Line) -> None:
    data = line.ok(
        "scheduling",
        "schedule_allergy_service",
        service="skin_testing",
        location_id="loc_park_ave",
        window_start="2026-08-24",
        window_end="2026-08-24",
        **NEW_PATIENT,
    )
    assert data["appointment"]["start"] == "2026-08-24T11:00"
    assert "antihistamines" in data["prep_instructions"]
    assert data["observation_minutes_after"] == 0
    assert data["idempotent"] is False
    [row] = line.changes()["appointments"]
    assert row["appointment_type_code"] == "ALLERGY_SKIN_TESTING"
    assert row["patient_id"] is None
    assert line.slot(row["slot_id"])["status"] == "booked"


def test_a_shot_for_the_child_of_a_guardian(line: Line) -> None:
    line.verify(
        ("Caleb Winters", "2016-10-05"),
        caller_relationship="guardian",
        caller_name="Adrian Winters",
    )
    arguments = {"service": "allergy_shot", "location_id": "Cobble Hill"}
    data = line.ok("scheduling", "schedule_allergy_service", **arguments)
    assert data["appointment"]["start"] == "2026-08-26T09:10"
    assert data["observation_minutes_after"] == 30
    assert line.ok("scheduling", "schedule_allergy_service", **arguments)["idempotent"] is True
    [row] = line.changes()["appointments"]
    assert row["patient_id"] == "pat_caleb_winters"


def test_build_up_brings_return_visits(line: Line) -> None:
    line.verify(("Ingrid Novak", "1980-11-06"))
    data = line.ok(
        "scheduling",
        "schedule_allergy_service",
        service="immunotherapy_buildup",
        location_id="loc_cobble_hill",
    )
    assert data["idempotent"] is True, "she has one booked at this office already"
    assert "weekly" in data["linked_return_visits"]
    assert line.changes() == {}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"service": "dancing", "location_id": "loc_park_ave"}, "UNKNOWN_SERVICE"),
        ({"service": "skin_testing", "location_id": "loc_nowhere"}, "UNKNOWN_LOCATION"),
        ({"service": "allergy_shot", "location_id": "loc_park_ave"}, "NOT_VERIFIED"),
        (
            {
                "service": "skin_testing",
                "location_id": "loc_park_ave",
                "window_end": "2026-08-23",
            },
            "NO_AVAILABILITY",
        ),
        (
            {
                "service": "skin_testing",
                "location_id": "loc_park_ave",
                "window_start": "2026-12-01",
            },
            "NO_AVAILABILITY",
        ),
    ],
)
def test_bad_service_requests_are_refused(
    line: Line, arguments: dict[str, object], code: str
) -> None:
    code_of = line.refused("scheduling", "schedule_allergy_service", **arguments, **NEW_PATIENT)
    assert code_of == code


def test_a_food_challenge_fits_only_where_the_clinic_is_long_enough(line: Line) -> None:
    line.verify(SIMONE)
    code = line.refused(
        "scheduling",
        "schedule_allergy_service",
        service="food_challenge",
        location_id="loc_cobble_hill",
    )
    assert code == "NO_AVAILABILITY"
    data = line.ok(
        "scheduling",
        "schedule_allergy_service",
        service="food_challenge",
        location_id="loc_park_ave",
    )
    assert data["observation_minutes_after"] == 240


# ------------------------------------------------------------------ texts

TEXT = {"mobile_e164": "212.555.0188", "template_id": "appointment_confirmation"}


def test_a_text_needs_a_visit_made_on_this_call(line: Line) -> None:
    line.verify(MARIA)
    assert line.refused("scheduling", "send_sms", **TEXT) == "NOTHING_TO_CONFIRM"


def test_a_text_confirms_the_visit_once(line: Line) -> None:
    slot_id = line.first_opening("loc_park_ave", "NP_MED")
    line.ok("scheduling", "book_appointment", **line.booking(slot_id, "NP_MED"))
    data = line.ok("scheduling", "send_sms", **TEXT)
    assert data == {
        "sent": True,
        "template_id": "appointment_confirmation",
        "mobile_e164": MOBILE,
    }
    line.ok("scheduling", "send_sms", **{**TEXT, "mobile_e164": MOBILE})
    [row] = line.rows("SELECT * FROM text_messages")
    booked = line.one("SELECT max(id) AS id FROM appointments")["id"]
    assert (row["appointment_id"], row["patient_id"]) == (booked, None)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"template_id": "birthday"}, "UNKNOWN_TEMPLATE"),
        ({"mobile_e164": "5550188"}, "INVALID_ARGUMENTS"),
        ({"mobile_e164": None}, "INVALID_ARGUMENTS"),
    ],
)
def test_bad_texts_are_refused(line: Line, more: dict[str, object], code: str) -> None:
    slot_id = line.first_opening("loc_park_ave", "NP_MED")
    line.ok("scheduling", "book_appointment", **line.booking(slot_id, "NP_MED"))
    assert line.refused("scheduling", "send_sms", **{**TEXT, **more}) == code


def test_an_idempotent_service_gives_nothing_to_confirm(line: Line) -> None:
    line.verify(("Ingrid Novak", "1980-11-06"))
    line.ok(
        "scheduling",
        "schedule_allergy_service",
        service="immunotherapy_buildup",
        location_id="loc_cobble_hill",
    )
    assert line.refused("scheduling", "send_sms", **TEXT) == "NOTHING_TO_CONFIRM"


def test_a_second_visit_of_one_patient_gets_its_own_row(line: Line) -> None:
    line.verify(BETHANY)
    for _ in range(2):
        slot_id = line.first_opening("loc_windermere", "MED_FOLLOWUP")
        line.ok("scheduling", "book_appointment", **line.booking(slot_id, "MED_FOLLOWUP"))
    assert len(line.changes()["appointments"]) == 2
