"""The calendar: classify, search, book, waitlist, allergy services, texts."""

from typing import Any

import pytest
from healthcare_line import NEW_PATIENT, SIMONE, Line

MOBILE = "+12125550188"

# ------------------------------------------------------------------ classify


@pytest.mark.parametrize(
    ("arguments", "code", "minutes", "credential", "urgency"),
    [
        ({"visit_class": "mohs", "is_new_patient": True}, "MOHS_CONSULT", 45, "MD", "urgent"),
        ({"visit_class": "allergy"}, "ALLERGY_EVAL", 40, "MD", "routine"),
        ({"visit_class": "medical"}, "NP_MED", 30, "MD_DO_OR_PA", "routine"),
        (
            {"visit_class": "medical", "is_new_patient": "false", "urgency": "urgent"},
            "MED_FOLLOWUP",
            20,
            "MD_DO_OR_PA",
            "urgent",
        ),
        ({"visit_class": "mohs", "urgency": "routine"}, "MOHS_CONSULT", 45, "MD", "routine"),
    ],
)
def test_a_request_becomes_a_visit_type(
    line: Line,
    arguments: dict[str, object],
    code: str,
    minutes: int,
    credential: str,
    urgency: str,
) -> None:
    data = line.ok("scheduling", "classify_visit_request", **arguments)
    assert data["appointment_type_code"] == code
    assert data["duration_min"] == minutes
    assert data["required_credential"] == credential
    assert data["urgency"] == urgency


def test_a_verified_caller_is_no_new_patient(line: Line) -> None:
    line.verify(SIMONE)
    data = line.ok("scheduling", "classify_visit_request", visit_class="medical")
    assert data["is_new_patient"] is False
    assert data["appointment_type_code"] == "MED_FOLLOWUP"


def test_constraints_name_offices_without_an_md(line: Line) -> None:
    data = line.ok("scheduling", "classify_visit_request", visit_class="mohs")
    assert any("Windermere" in each for each in data["constraints"])


def test_an_unknown_class_is_refused(line: Line) -> None:
    code = line.refused("scheduling", "classify_visit_request", visit_class="dental")
    assert code == "UNKNOWN_VISIT_CLASS"


# ------------------------------------------------------------------ search


def slots(line: Line, desk: str = "scheduling", **arguments: object) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = line.ok(desk, "find_slots", **arguments)["slots"]
    return found


def test_openings_are_free_and_in_order(line: Line) -> None:
    found = slots(line, location_ids=["Park Avenue", "loc_cobble_hill"], max_results=12)
    assert len(found) == 12
    keys = [(slot["start"], slot["location"], slot["provider_id"]) for slot in found]
    assert keys == sorted(keys)
    for slot in found:
        row = line.slot(slot["slot_id"])
        assert (row["status"], row["kind"]) == ("open", "visit")
    assert len(slots(line, location_ids=["loc_park_ave"])) == 6


@pytest.mark.parametrize(
    ("code", "least"),
    [("MED_FOLLOWUP", 20), ("NP_MED", 30), ("MOHS_CONSULT", 45), ("ALLERGY_EVAL", 40)],
)
def test_a_type_leaves_only_suitable_openings(line: Line, code: str, least: int) -> None:
    found = slots(line, location_ids=["loc_park_ave"], appointment_type_code=code, max_results=12)
    assert found
    for slot in found:
        minutes = line.one(
            "SELECT (unixepoch(?) - unixepoch(?)) / 60 AS n", slot["end"], slot["start"]
        )["n"]
        assert minutes >= least
        if code in ("MOHS_CONSULT", "ALLERGY_EVAL"):
            provider = line.one("SELECT md FROM providers WHERE id = ?", slot["provider_id"])
            assert provider["md"] == 1


def test_no_md_means_no_opening(line: Line) -> None:
    found = slots(line, location_ids=["loc_windermere"], appointment_type_code="MOHS_CONSULT")
    assert found == []


def test_the_cosmetic_desk_sees_cosmetic_openings_only(line: Line) -> None:
    found = slots(line, "cosmetic", location_ids=["loc_park_ave"], appointment_type_code="NP_MED")
    assert {slot["provider_id"] for slot in found} == {"prov_hartwell"}
    assert slots(line, "cosmetic", location_ids=["loc_windermere"]) == []


CLINIC = {
    "appointment_type_code": "ALLERGY_IMMUNOTHERAPY_BUILDUP",
    "location_ids": ["loc_cobble_hill"],
}
INGRID = ("Ingrid Novak", "1980-11-06")


def test_the_allergy_clinic_is_searched_only_to_move_what_is_booked_there(line: Line) -> None:
    code = "USE_ALLERGY_BOOKING"
    assert line.refused("scheduling", "find_slots", **CLINIC) == code
    line.verify(INGRID)
    found = slots(line, **CLINIC)
    assert found
    assert {line.slot(slot["slot_id"])["kind"] for slot in found} == {"allergy"}
    for other in ({"location_ids": ["loc_windermere"]}, {"appointment_type_code": "ALLERGY_SHOT"}):
        assert line.refused("scheduling", "find_slots", **{**CLINIC, **other}) == code
    where = {"new_start": found[0]["start"], "new_end": found[0]["end"]}
    moved = line.ok("scheduling", "reschedule_appointment", appointment_id="2129", **where)
    assert moved["appointment"]["start"] == found[0]["start"]


def test_a_clinic_visit_that_is_over_cannot_be_moved(line: Line) -> None:
    line.verify(
        ("Caleb Winters", "2016-10-05"),
        caller_relationship="guardian",
        caller_name="Adrian Winters",
    )
    shot = {**CLINIC, "appointment_type_code": "ALLERGY_SHOT"}
    assert line.refused("scheduling", "find_slots", **shot) == "USE_ALLERGY_BOOKING"


def test_every_allergy_service_has_its_own_booking_and_an_evaluation_has_none(line: Line) -> None:
    codes = [row["appointment_type_code"] for row in line.rows("SELECT * FROM allergy_services")]
    assert len(codes) == 7
    for code in codes:
        where = {**CLINIC, "appointment_type_code": code}
        assert line.refused("scheduling", "find_slots", **where) == "USE_ALLERGY_BOOKING"
    assert slots(line, **{**CLINIC, "appointment_type_code": "ALLERGY_EVAL"})


def test_the_cosmetic_desk_passes_over_the_type(line: Line) -> None:
    where = {"location_ids": ["loc_cobble_hill"]}
    assert slots(line, "cosmetic", **CLINIC) == slots(line, "cosmetic", **where) != []


def test_a_window_limits_both_ends(line: Line) -> None:
    day = slots(
        line, location_ids=["loc_park_ave"], window_start="2026-08-24", window_end="2026-08-24"
    )
    assert day
    assert {slot["start"][:10] for slot in day} == {"2026-08-24"}
    minute = slots(
        line,
        location_ids=["loc_park_ave"],
        window_start="2026-08-24T09:40:59",
        window_end="2026-08-24 10:10",
    )
    assert [slot["start"] for slot in minute] == ["2026-08-24T09:40"]
    before = slots(line, location_ids=["loc_park_ave"], window_end="2026-08-24T10:09")
    assert before == []


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"location_ids": ["loc_nowhere"]}, "UNKNOWN_LOCATION"),
        ({"location_ids": "loc_park_ave"}, "INVALID_ARGUMENTS"),
        ({"location_ids": []}, "INVALID_ARGUMENTS"),
        ({}, "INVALID_ARGUMENTS"),
        ({"location_ids": ["loc_park_ave"], "max_results": 0}, "INVALID_ARGUMENTS"),
        ({"location_ids": ["loc_park_ave"], "max_results": 13}, "INVALID_ARGUMENTS"),
        ({"location_ids": ["loc_park_ave"], "window_start": "soon"}, "INVALID_ARGUMENTS"),
        ({"location_ids": ["loc_park_ave"], "appointment_type_code": "X"}, "INVALID_ARGUMENTS"),
    ],
)
def test_bad_searches_are_refused(line: Line, arguments: dict[str, object], code: str) -> None:
    assert line.refused("scheduling", "find_slots", **arguments) == code


# ------------------------------------------------------------------ book


def test_a_new_patient_books_without_a_chart(line: Line) -> None:
    slot_id = line.first_opening("loc_park_ave", "NP_MED")
    data = line.ok(
        "scheduling", "book_appointment", **line.booking(slot_id, "NP_MED", **NEW_PATIENT)
    )
    assert data["status"] == "booked"
    assert data["appointment"]["location"] == "Park Avenue"
    assert data["appointment"]["floor"] == "6th floor"
    changes = line.changes()
    assert sorted(changes) == ["appointments", "slots"]
    [row] = changes["appointments"]
    assert row["patient_id"] is None
    assert row["new_patient_name"] == "Dana Whitfield"
    assert row["new_patient_phone"] == MOBILE
    assert (row["status"], row["slot_id"], row["created_at"]) == (
        "booked",
        slot_id,
        "2026-08-19T12:00",
    )
    [slot] = changes["slots"]
    assert (slot["id"], slot["status"]) == (slot_id, "booked")


@pytest.mark.parametrize("missing", sorted(NEW_PATIENT))
def test_a_new_patient_is_a_name_a_birthday_and_a_mobile(line: Line, missing: str) -> None:
    slot_id = line.first_opening("loc_park_ave", "NP_MED")
    arguments = line.booking(slot_id, "NP_MED", **{missing: None})
    code = line.refused("scheduling", "book_appointment", **arguments)
    assert code == "NEW_PATIENT_DETAILS_REQUIRED"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"new_patient_name": "x"}, "NEW_PATIENT_DETAILS_IMPLAUSIBLE"),
        ({"new_patient_name": "Dana"}, "NEW_PATIENT_DETAILS_IMPLAUSIBLE"),
        ({"new_patient_name": "Dana W."}, "NEW_PATIENT_DETAILS_IMPLAUSIBLE"),
        ({"new_patient_name": "New 1"}, "INVALID_ARGUMENTS"),
        ({"new_patient_dob": "1900-01-01"}, "NEW_PATIENT_DETAILS_IMPLAUSIBLE"),
        ({"new_patient_dob": "1900-12-31"}, "NEW_PATIENT_DETAILS_IMPLAUSIBLE"),
        ({"new_patient_dob": "2026-08-19"}, "NEW_PATIENT_DETAILS_IMPLAUSIBLE"),
        ({"new_patient_dob": "2031-02-03"}, "NEW_PATIENT_DETAILS_IMPLAUSIBLE"),
        ({"new_patient_phone": "555"}, "INVALID_ARGUMENTS"),
    ],
)
def test_no_person_is_called_or_born_like_that(
    line: Line, more: dict[str, object], code: str
) -> None:
    slot_id = line.first_opening("loc_park_ave", "NP_MED")
    arguments = line.booking(slot_id, "NP_MED", **more)
    assert line.refused("scheduling", "book_appointment", **arguments) == code


@pytest.mark.parametrize("dob", ["1901-01-01", "2026-08-18"])
def test_the_oldest_and_the_youngest_may_come(line: Line, dob: str) -> None:
    slot_id = line.first_opening("loc_park_ave", "NP_MED")
    arguments = line.booking(slot_id, "NP_MED", new_patient_dob=dob)
    line.ok("scheduling", "book_appointment", **arguments)


def test_a_verified_patients_visit_is_theirs(line: Line) -> None:
    line.verify(SIMONE)
    slot_id = line.first_opening("loc_cobble_hill", "MED_FOLLOWUP")
    arguments = line.booking(slot_id, "MED_FOLLOWUP", **NEW_PATIENT)
    line.ok("scheduling", "book_appointment", **arguments)
    [row] = line.changes()["appointments"]
    assert row["patient_id"] == "pat_simone_fletcher"
    assert row["new_patient_name"] is None


def test_times_may_carry_seconds_and_the_office_its_name(line: Line) -> None:
    slot_id = line.first_opening("loc_park_ave", "NP_MED")
    arguments = line.booking(slot_id, "NP_MED")
    arguments["start"] += ":59"
    arguments["location_id"] = "park avenue"
    line.ok("scheduling", "book_appointment", **arguments)


def test_an_opening_is_booked_once(line: Line) -> None:
    slot_id = line.first_opening("loc_park_ave", "MOHS_CONSULT")
    arguments = line.booking(slot_id, "NP_MED")
    line.ok("scheduling", "book_appointment", **arguments)
    assert slot_id not in [slot["slot_id"] for slot in slots(line, location_ids=["loc_park_ave"])]
    assert line.refused("scheduling", "book_appointment", **arguments) == "SLOT_TAKEN"
    again = line.booking(slot_id, "MOHS_CONSULT")
    assert line.refused("scheduling", "book_appointment", **again) == "SLOT_TAKEN"


def test_a_follow_up_needs_a_known_patient(line: Line) -> None:
    slot_id = line.first_opening("loc_park_ave", "MED_FOLLOWUP")
    arguments = line.booking(slot_id, "MED_FOLLOWUP")
    assert line.refused("scheduling", "book_appointment", **arguments) == "NOT_VERIFIED"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("location_id", "loc_windermere"),
        ("provider_id", "prov_hartwell"),
        ("start", "2026-08-24T09:45"),
        ("end", "2026-08-24T10:00"),
    ],
)
def test_every_field_must_be_the_openings(line: Line, field: str, value: str) -> None:
    arguments = {**line.booking("slot_loc_park_ave_1", "NP_MED"), field: value}
    assert line.refused("scheduling", "book_appointment", **arguments) == "SLOT_MISMATCH"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"slot_id": "slot_loc_park_ave_999"}, "UNKNOWN_SLOT"),
        ({"slot_id": "slot_loc_atlantis_1"}, "INVALID_ARGUMENTS"),
        ({"appointment_type_code": "COS_CONSULT"}, "USE_COSMETIC_BOOKING"),
        ({"appointment_type_code": "ALLERGY_SHOT"}, "USE_COSMETIC_BOOKING"),
        ({"location_id": "loc_nowhere"}, "UNKNOWN_LOCATION"),
        ({"provider_id": "prov_nobody"}, "UNKNOWN_PROVIDER"),
        ({"start": None}, "INVALID_ARGUMENTS"),
        ({"appointment_type_code": "MOHS_CONSULT"}, "SLOT_NOT_SUITABLE"),
    ],
)
def test_bad_bookings_are_refused(line: Line, more: dict[str, object], code: str) -> None:
    arguments = {**line.booking("slot_loc_park_ave_1", "NP_MED"), **more}
    assert line.refused("scheduling", "book_appointment", **arguments) == code


def test_mohs_needs_an_md_however_long_the_opening(line: Line) -> None:
    line.context.write(
        "UPDATE slots SET \"end\" = '2026-08-24T11:10' WHERE id = 'slot_loc_park_ave_1'"
    )
    arguments = line.booking("slot_loc_park_ave_1", "MOHS_CONSULT")
    assert line.refused("scheduling", "book_appointment", **arguments) == "PROVIDER_NOT_QUALIFIED"


def test_the_allergy_clinics_openings_are_not_for_visits(line: Line) -> None:
    arguments = line.booking("slot_loc_park_ave_2", "NP_MED")
    assert line.refused("scheduling", "book_appointment", **arguments) == "SLOT_NOT_SUITABLE"
