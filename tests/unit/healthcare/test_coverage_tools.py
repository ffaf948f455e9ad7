"""Plan acceptance, live benefits, the card on file."""

from typing import get_args

import pytest
from healthcare_line import MARIA, PETER, Line

from mivas_env.industries.healthcare.vocabulary import CARRIERS, LOCATIONS, CarrierSlug


def check(line: Line, carrier: str, location: str, **more: object) -> dict[str, object]:
    return line.ok("coverage", "check_plan_accepted", carrier=carrier, location_id=location, **more)


@pytest.mark.parametrize(
    ("carrier", "location", "accepted", "referral"),
    [
        ("aetna", "loc_park_ave", True, False),
        ("Aetna", "Park Avenue", True, False),
        ("aetna", "loc_coral_gables", True, True),
        ("aetna", "loc_windermere", False, None),
        ("Blue Cross Blue Shield", "Park Avenue", True, True),
        ("Blue Cross", "Cobble Hill", False, None),
        ("United Healthcare", "Cobble Hill", True, False),
        ("Oscar", "loc_windermere", None, None),
        ("other", "loc_park_ave", None, None),
        ("medicaid", "loc_park_ave", False, None),
    ],
)
def test_acceptance_is_by_office(
    line: Line, carrier: str, location: str, accepted: bool | None, referral: bool | None
) -> None:
    data = check(line, carrier, location)
    assert data["accepted"] is accepted
    assert data["referral_required"] is referral
    assert data["must_not_assert"] is (accepted is None)
    assert data["note"]


def test_what_cannot_be_confirmed_comes_with_its_script(line: Line) -> None:
    script = check(line, "oscar_health", "loc_park_ave")["required_script"]
    assert isinstance(script, str)
    assert "Oscar Health" in script
    assert "Park Avenue" in script
    assert len(script.split()) <= 60
    assert check(line, "aetna", "loc_park_ave")["required_script"] is None


def test_every_carrier_has_an_answer_at_every_office(line: Line) -> None:
    offices = set(LOCATIONS.entries.values())
    answers = {
        (carrier, office): check(line, carrier, office)["accepted"]
        for carrier in sorted(set(CARRIERS.entries.values()))
        for office in sorted(offices)
    }
    assert len(answers) == 40
    varying = {carrier for carrier, _ in answers if len({answers[carrier, o] for o in offices}) > 1}
    assert {"aetna", "unitedhealthcare", "cigna", "bcbs", "medicare"} <= varying


def test_a_no_names_the_offices_that_say_yes(line: Line) -> None:
    assert check(line, "unitedhealthcare", "loc_montclair")["alternative_locations"] == [
        "Cobble Hill",
        "Coral Gables",
        "Park Avenue",
        "Windermere",
    ]
    assert check(line, "medicaid", "loc_park_ave")["alternative_locations"] == []
    assert check(line, "aetna", "loc_park_ave")["alternative_locations"] == []


@pytest.mark.parametrize(
    ("carrier", "location", "provider", "accepted"),
    [
        ("aetna", "loc_coral_gables", "prov_montero", False),
        ("aetna", "loc_park_ave", "prov_delgado", None),
        ("aetna", "loc_park_ave", "prov_hartwell", True),
        ("cigna", "loc_montclair", "prov_tolland", True),
        ("aetna", "loc_park_ave", "prov_montero", None),
    ],
)
def test_a_provider_may_differ_from_the_office(
    line: Line, carrier: str, location: str, provider: str, accepted: bool | None
) -> None:
    data = check(line, carrier, location, provider_id=provider)
    assert data["accepted"] is accepted
    assert data["provider"] is not None


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"carrier": "UHC", "location_id": "loc_park_ave"}, "INVALID_ARGUMENTS"),
        ({"carrier": "United", "location_id": "loc_park_ave"}, "INVALID_ARGUMENTS"),
        ({"carrier": "aetna", "location_id": "all"}, "UNKNOWN_LOCATION"),
        ({"carrier": "aetna"}, "INVALID_ARGUMENTS"),
        (
            {"carrier": "aetna", "location_id": "loc_park_ave", "provider_id": "prov_nobody"},
            "UNKNOWN_PROVIDER",
        ),
    ],
)
def test_bad_plan_checks_are_refused(line: Line, arguments: dict[str, object], code: str) -> None:
    assert line.refused("coverage", "check_plan_accepted", **arguments) == code


# ------------------------------------------------------------------ eligibility

NEW_CARD = {"carrier": "aetna", "member_id": "W667104482", "dob": "1988-03-14"}
MARIAS_CARD = {"carrier": "cigna", "member_id": "C730164258", "dob": "1972-06-30"}


def test_a_new_callers_own_card_needs_no_verification(line: Line) -> None:
    data = line.ok("coverage", "run_eligibility_check", **NEW_CARD, service_date="2026-08-24")
    assert data == {
        "plan_active": True,
        "plan_name": "Managed Choice POS",
        "service_date": "2026-08-24",
        "copay_cents": 3500,
        "deductible_remaining_cents": 50000,
        "coinsurance_pct": 20,
    }


def test_a_patients_card_answers_only_for_that_patient(line: Line) -> None:
    arguments = {**MARIAS_CARD, "service_date": "2026-08-24"}
    assert line.refused("coverage", "run_eligibility_check", **arguments) == "NOT_VERIFIED"
    line.verify(MARIA)
    assert line.ok("coverage", "run_eligibility_check", **arguments)["copay_cents"] == 2000
    peters = {"carrier": "aetna", "member_id": "W204715936", "dob": "1990-05-17"}
    code = line.refused("coverage", "run_eligibility_check", **peters, service_date="2026-08-24")
    assert code == "NOT_VERIFIED"


def test_an_inactive_plan_has_no_figures(line: Line) -> None:
    line.verify(("Terrence Boyd", "1977-05-05"))
    data = line.ok(
        "coverage",
        "run_eligibility_check",
        carrier="cigna",
        member_id="c902336714",
        dob="1977-05-05",
        service_date="2026-08-19",
    )
    assert data["plan_active"] is False
    assert data["copay_cents"] is None


def test_a_silent_payer_gives_nothing(line: Line) -> None:
    code = line.refused(
        "coverage",
        "run_eligibility_check",
        carrier="cigna",
        member_id="C447290815",
        dob="1992-10-19",
        service_date="2026-08-24",
    )
    assert code == "PAYER_UNAVAILABLE"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"member_id": "W667104483"}, "MEMBER_NOT_FOUND"),
        ({"dob": "1988-03-15"}, "MEMBER_NOT_FOUND"),
        ({"carrier": "cigna"}, "MEMBER_NOT_FOUND"),
        ({"member_id": "W6"}, "INVALID_ARGUMENTS"),
        ({"service_date": "2026-08-18"}, "INVALID_DATE"),
        ({"service_date": "2026-09-31"}, "INVALID_ARGUMENTS"),
        ({"service_date": "tomorrow"}, "INVALID_ARGUMENTS"),
    ],
)
def test_bad_eligibility_checks_are_refused(line: Line, more: dict[str, object], code: str) -> None:
    arguments = {**NEW_CARD, "service_date": "2026-08-24", **more}
    assert line.refused("coverage", "run_eligibility_check", **arguments) == code


# ------------------------------------------------------------------ the card on file

PETERS_NEW = {"carrier": "Cigna", "member_id": "c918240573"}


def test_a_card_needs_a_verified_patient(line: Line) -> None:
    assert line.refused("coverage", "capture_insurance_update", **PETERS_NEW) == "NOT_VERIFIED"


def test_a_new_card_replaces_carrier_member_and_plan(line: Line) -> None:
    line.verify(PETER)
    data = line.ok("coverage", "capture_insurance_update", **PETERS_NEW)
    assert data == {
        "updated": True,
        "carrier": "Cigna",
        "plan_name": "LocalPlus",
        "member_id_last4": "0573",
    }
    changes = line.changes()
    assert sorted(changes) == ["insurance_updates", "patients"]
    [patient] = changes["patients"]
    assert (patient["carrier"], patient["member_id"]) == ("cigna", "C918240573")
    assert patient["plan_name"] == "LocalPlus"
    [update] = changes["insurance_updates"]
    assert update["group_number"] is None


def test_the_same_card_again_changes_nothing(line: Line) -> None:
    line.verify(PETER)
    line.ok("coverage", "capture_insurance_update", **PETERS_NEW, group_number="GRP77")
    data = line.ok("coverage", "capture_insurance_update", **PETERS_NEW)
    assert data["updated"] is False
    assert data["plan_name"] == "LocalPlus"
    assert line.one("SELECT group_number FROM insurance_updates")["group_number"] == "GRP77"


def test_a_card_unknown_to_the_payer_has_no_plan_name(line: Line) -> None:
    line.verify(PETER)
    data = line.ok(
        "coverage",
        "capture_insurance_update",
        carrier="other",
        member_id="ZZ12345",
        subscriber_relationship="spouse",
    )
    assert data["plan_name"] is None
    [patient] = line.changes()["patients"]
    assert patient["plan_name"] is None, "the old plan's name does not outlive its card"


def test_another_patients_member_id_is_refused(line: Line) -> None:
    line.verify(PETER)
    code = line.refused(
        "coverage", "capture_insurance_update", carrier="cigna", member_id="C730164258"
    )
    assert code == "MEMBER_ID_IN_USE"


def test_carriers_of_schema_and_table_agree() -> None:
    assert set(get_args(get_args(CarrierSlug)[0])) == set(CARRIERS.entries.values())
