"""Cosmetic: prices, a consult whose terms are heard first, deposit links, financing."""

from typing import Any

import pytest
from healthcare_line import MARIA, NEW_PATIENT, SIMONE, Line

MOBILE = "+12125550191"
CONSULT = {
    "service_interest": ["botox"],
    "location_id": "loc_park_ave",
    "provider_id": "prov_hartwell",
    "start": "2026-08-24T13:15",
    **NEW_PATIENT,
}


def refuse_consult(line: Line, **more: object) -> str:
    return line.refused("cosmetic", "book_cosmetic_consult", **{**CONSULT, **more})


def book_consult(line: Line, **more: object) -> dict[str, Any]:
    assert refuse_consult(line, **more) == "POLICY_DISCLOSURE_REQUIRED"
    line.caller_speaks()
    return line.ok(
        "cosmetic", "book_cosmetic_consult", **{**CONSULT, "policy_acknowledged": True, **more}
    )


# ------------------------------------------------------------------ prices


@pytest.mark.parametrize(
    ("service", "low", "high"),
    [
        ("botox", 30000, 60000),
        ("Filler", 60000, 120000),
        ("chemical_peel", 20000, 40000),
        ("microneedling", 35000, 70000),
    ],
)
def test_a_price_is_a_range(line: Line, service: str, low: int, high: int) -> None:
    data = line.ok("cosmetic", "quote_cosmetic_service", service=service)
    assert data["price_range"] == {"low_cents": low, "high_cents": high}
    assert "consult" in data["note"]


def test_there_is_no_price_for_anything_else(line: Line) -> None:
    code = line.refused("cosmetic", "quote_cosmetic_service", service="liposuction")
    assert code == "UNKNOWN_SERVICE"


# ------------------------------------------------------------------ consult


def test_the_policy_is_heard_before_a_consult_is_booked(line: Line) -> None:
    outcome = line.call("cosmetic", "book_cosmetic_consult", **CONSULT)
    assert outcome.error_code == "POLICY_DISCLOSURE_REQUIRED"
    data = dict(outcome.data or {})
    lines = data["policy_lines"]
    assert isinstance(lines, list)
    assert len(lines) == 4
    assert "$125" in lines[0]
    assert "72 hours" in lines[1]
    assert sum(len(each.split()) for each in lines) <= 60
    assert line.changes() == {}


def test_acknowledging_on_the_first_call_is_no_acknowledgment(line: Line) -> None:
    for _ in range(2):
        code = refuse_consult(line, policy_acknowledged=True)
        assert code == "POLICY_DISCLOSURE_REQUIRED"
    line.caller_speaks()
    assert refuse_consult(line, policy_acknowledged="false") == "POLICY_DISCLOSURE_REQUIRED"
    assert refuse_consult(line, policy_acknowledged="agreed") == "INVALID_ARGUMENTS"
    line.ok("cosmetic", "book_cosmetic_consult", **CONSULT, policy_acknowledged=True)


def test_a_consult_is_a_row_with_a_deposit_due(line: Line) -> None:
    data = book_consult(line)
    assert (data["status"], data["deposit_cents"]) == ("booked", 12500)
    changes = line.changes()
    assert sorted(changes) == ["appointments", "deposits", "slots"]
    [visit] = changes["appointments"]
    assert visit["appointment_type_code"] == "COS_CONSULT"
    assert visit["end"] == "2026-08-24T13:45"
    assert (visit["patient_id"], visit["new_patient_name"]) == (None, "Dana Whitfield")
    [deposit] = changes["deposits"]
    assert (deposit["appointment_id"], deposit["status"]) == (visit["id"], "due")
    assert deposit["amount_cents"] == 12500


@pytest.mark.parametrize("missing", sorted(NEW_PATIENT))
def test_the_terms_accepted_stand_while_a_detail_is_asked_for(line: Line, missing: str) -> None:
    assert refuse_consult(line, **{missing: None}) == "POLICY_DISCLOSURE_REQUIRED"
    line.caller_speaks()
    code = refuse_consult(line, policy_acknowledged=True, **{missing: None})
    assert code == "NEW_PATIENT_DETAILS_REQUIRED"
    line.ok("cosmetic", "book_cosmetic_consult", **CONSULT, policy_acknowledged=True)


def test_a_verified_patients_consult_is_theirs(line: Line) -> None:
    line.verify(SIMONE)
    book_consult(line, service_interest=["filler", "botox", "filler"])
    [visit] = line.changes()["appointments"]
    assert visit["patient_id"] == "pat_simone_fletcher"
    assert visit["description"] == "Consult: filler, botox"
    assert line.changes()["deposits"][0]["patient_id"] == "pat_simone_fletcher"


def test_each_consult_needs_its_own_acknowledgment(line: Line) -> None:
    book_consult(line)
    code = refuse_consult(line, start="2026-08-29T10:20", policy_acknowledged=True)
    assert code == "POLICY_DISCLOSURE_REQUIRED"


def test_another_time_after_the_policy_needs_no_second_reading(line: Line) -> None:
    assert refuse_consult(line) == "POLICY_DISCLOSURE_REQUIRED"
    line.caller_speaks()
    line.ok(
        "cosmetic",
        "book_cosmetic_consult",
        **{**CONSULT, "start": "2026-08-29T10:20", "policy_acknowledged": True},
    )


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"location_id": "loc_windermere"}, "COSMETIC_NOT_OFFERED"),
        ({"location_id": "loc_nowhere"}, "UNKNOWN_LOCATION"),
        ({"provider_id": "prov_nobody"}, "UNKNOWN_PROVIDER"),
        ({"provider_id": "prov_montero"}, "UNKNOWN_SLOT"),
        ({"start": "2030-01-01T03:17"}, "UNKNOWN_SLOT"),
        ({"slot_id": "slot_loc_park_ave_999"}, "UNKNOWN_SLOT"),
        ({"slot_id": "slot_loc_park_ave_1"}, "SLOT_MISMATCH"),
        ({"service_interest": ["hair"]}, "UNKNOWN_SERVICE"),
        ({"service_interest": "botox"}, "INVALID_ARGUMENTS"),
        ({"service_interest": []}, "INVALID_ARGUMENTS"),
        (
            {"provider_id": "prov_sorensen", "start": "2026-08-24T09:40"},
            "PROVIDER_NOT_QUALIFIED",
        ),
    ],
)
def test_bad_consults_are_refused(line: Line, more: dict[str, object], code: str) -> None:
    assert refuse_consult(line, **more) == code


def test_a_taken_time_is_refused(line: Line) -> None:
    book_consult(line, slot_id="slot_loc_park_ave_3")
    assert refuse_consult(line) == "SLOT_TAKEN"
    assert refuse_consult(line, slot_id="slot_loc_park_ave_3") == "SLOT_TAKEN"


# ------------------------------------------------------------------ the deposit's link


def test_the_deposit_of_this_calls_consult_can_be_linked(line: Line) -> None:
    book_consult(line)
    data = line.ok("cosmetic", "send_payment_link", mobile_e164="212 555 0191")
    assert (data["purpose"], data["amount_cents"]) == ("deposit", 12500)
    line.ok("cosmetic", "send_payment_link", mobile_e164=MOBILE, amount_cents=12500)
    [row] = line.rows("SELECT * FROM payment_links")
    assert (row["patient_id"], row["mobile_e164"]) == (None, MOBILE)


def test_a_deposit_is_paid_whole(line: Line) -> None:
    book_consult(line)
    arguments = {"mobile_e164": MOBILE, "amount_cents": 5000}
    assert line.refused("cosmetic", "send_payment_link", **arguments) == "AMOUNT_MISMATCH"


def test_a_verified_patients_open_deposit_can_be_linked(line: Line) -> None:
    line.verify(("Julian Ashby", "1993-01-28"))
    data = line.ok("cosmetic", "send_payment_link", mobile_e164=MOBILE)
    assert data["amount_cents"] == 12500


@pytest.mark.parametrize("who", [None, MARIA])
def test_without_a_deposit_nothing_is_due(line: Line, who: tuple[str, str] | None) -> None:
    if who is not None:
        line.verify(who)
    code = line.refused("cosmetic", "send_payment_link", mobile_e164=MOBILE)
    assert code == "NOTHING_DUE"


@pytest.mark.parametrize("amount", [0, -100, "12,500", 1.5])
def test_amounts_are_whole_cents(line: Line, amount: object) -> None:
    book_consult(line)
    arguments = {"mobile_e164": MOBILE, "amount_cents": amount}
    assert line.refused("cosmetic", "send_payment_link", **arguments) == "INVALID_ARGUMENTS"


# ------------------------------------------------------------------ financing


def test_financing_takes_the_upper_end_of_the_last_quote(line: Line) -> None:
    line.verify(MARIA)
    line.ok("cosmetic", "quote_cosmetic_service", service="botox")
    data = line.ok("cosmetic", "offer_financing")
    assert (data["eligible"], data["amount_cents"]) == (True, 60000)
    assert data["provider"] == "CareCredit"
    line.ok("cosmetic", "quote_cosmetic_service", service="chemical_peel")
    assert line.ok("cosmetic", "offer_financing")["amount_cents"] == 40000
    assert line.ok("cosmetic", "offer_financing")["eligible"] is True
    assert line.changes() == {}


@pytest.mark.parametrize(("amount", "eligible"), [(25000, False), (25001, True), ("30000", True)])
def test_financing_begins_above_the_least_amount(
    line: Line, amount: object, eligible: bool
) -> None:
    data = line.ok("cosmetic", "offer_financing", amount_cents=amount)
    assert data["eligible"] is eligible
    assert "$250" in data["note"]


def test_financing_needs_an_amount(line: Line) -> None:
    outcome = line.call("cosmetic", "offer_financing")
    assert outcome.error_code == "INVALID_ARGUMENTS"
    assert "quote" in str(outcome.message).casefold()
    # A balance is not what this desk has been talking about.
    line.verify(MARIA)
    assert line.refused("cosmetic", "offer_financing") == "INVALID_ARGUMENTS"
