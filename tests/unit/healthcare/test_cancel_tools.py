"""Cancelling a visit: fees disclosed and accepted first, and nothing dodged."""

import pytest
from healthcare_line import (
    BETHANY,
    MARIA,
    PETER,
    Line,
    accept_fee_and_cancel,
    cancel,
    cancel_arguments,
    move,
    refuse_cancel,
)

JULIAN = ("Julian Ashby", "1993-01-28")
CAMILLE = ("Camille Renner", "1988-08-15")
MONICA = ("Monica Sandoval", "1989-09-18")


# ------------------------------------------------------------------ cancelling


def test_a_cancellation_in_time_is_free_at_once(line: Line) -> None:
    line.verify(BETHANY)
    data = cancel(line, "2128")
    assert (data["status"], data["fee_charged_cents"]) == ("cancelled", 0)
    changes = line.changes()
    assert sorted(changes) == ["appointments", "slots"]
    assert line.slot("slot_loc_windermere_23")["status"] == "open"


def test_a_freed_opening_is_offered_again(line: Line) -> None:
    line.verify(BETHANY)
    window = {"window_start": "2026-09-17", "window_end": "2026-09-17T09:45"}
    search = {"location_ids": ["loc_windermere"], "appointment_type_code": "MED_FOLLOWUP", **window}
    assert line.ok("scheduling", "find_slots", **search)["count"] == 0
    cancel(line, "2128")
    assert line.ok("scheduling", "find_slots", **search)["count"] == 1


def test_the_fee_is_disclosed_before_anything_happens(line: Line) -> None:
    line.verify(PETER)
    outcome = line.call("scheduling", "cancel_appointment", **cancel_arguments("2109"))
    assert outcome.error_code == "FEE_DISCLOSURE_REQUIRED"
    data = dict(outcome.data or {})
    assert data["fee_cents"] == 5000
    script = str(data["required_script"])
    assert "$50" in script
    assert len(script.split()) <= 60
    assert line.changes() == {}


@pytest.mark.parametrize("accepted", [True, "true"])
def test_acceptance_cannot_come_before_the_disclosure(line: Line, accepted: object) -> None:
    line.verify(PETER)
    assert refuse_cancel(line, "2109", accepted=accepted) == "FEE_DISCLOSURE_REQUIRED"
    # Still the same caller turn: nobody can have answered yet.
    assert refuse_cancel(line, "2109", accepted=accepted) == "FEE_DISCLOSURE_REQUIRED"
    line.caller_speaks()
    assert cancel(line, "2109", accepted=accepted)["fee_charged_cents"] == 5000


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        (False, "FEE_DISCLOSURE_REQUIRED"),
        ("false", "FEE_DISCLOSURE_REQUIRED"),
        (None, "FEE_DISCLOSURE_REQUIRED"),
        ("yes", "INVALID_ARGUMENTS"),
        (1, "INVALID_ARGUMENTS"),
    ],
)
def test_only_true_is_consent(line: Line, accepted: object, code: str) -> None:
    line.verify(PETER)
    assert refuse_cancel(line, "2109") == "FEE_DISCLOSURE_REQUIRED"
    line.caller_speaks()
    assert refuse_cancel(line, "2109", accepted=accepted) == code


def test_an_accepted_late_fee_goes_on_the_account(line: Line) -> None:
    line.verify(PETER)
    data = accept_fee_and_cancel(line, "2109")
    assert data == {
        "status": "cancelled",
        "appointment_id": "2109",
        "fee_charged_cents": 5000,
        "deposit_kept_cents": 0,
        "deposit_returned_cents": 0,
    }
    changes = line.changes()
    assert sorted(changes) == ["account_lines", "appointments", "fee_charges", "patients"]
    assert changes["patients"][0]["balance_cents"] == 19300
    assert changes["account_lines"][0]["line_item_id"] == "li_latecancel"
    total = line.one(
        "SELECT sum(amount_cents) AS n FROM account_lines WHERE patient_id = 'pat_peter_langley'"
    )
    assert total["n"] == 19300
    [line_item, *_] = line.ok("billing", "get_account_balance")["line_items"]
    assert line_item["line_item_id"] == "li_latecancel"
    script = line.ok("billing", "explain_charge", line_item_id="li_latecancel")["approved_script"]
    assert "24 hours" in script


def test_cancelling_again_charges_nothing_more(line: Line) -> None:
    line.verify(PETER)
    accept_fee_and_cancel(line, "2109")
    after = line.everything()
    assert cancel(line, "2109")["fee_charged_cents"] == 0
    assert cancel(line, "2109", accepted=True)["fee_charged_cents"] == 0
    assert line.everything() == after


@pytest.mark.parametrize(
    ("who", "visit", "is_free"),
    [
        (("Victor Haddad", "1966-12-09"), "2111", True),  # exactly 24 hours
        (("Denise Kramer", "1979-02-24"), "2112", True),  # 26.5 hours
        (("Nolan Prescott", "1998-04-10"), "2110", False),  # 21 hours
        (JULIAN, "2116", True),  # cosmetic, exactly 72 hours
        (CAMILLE, "2115", False),  # cosmetic, 71.5 hours
        (MARIA, "2114", False),  # cosmetic, 51 hours: free if it were medical
    ],
)
def test_the_window_is_strict(line: Line, who: tuple[str, str], visit: str, is_free: bool) -> None:
    line.verify(who)
    outcome = line.call("scheduling", "cancel_appointment", **cancel_arguments(visit))
    assert outcome.ok is is_free


def test_a_paid_deposit_is_kept_instead_of_the_fee(line: Line) -> None:
    line.verify(CAMILLE)
    outcome = line.call("scheduling", "cancel_appointment", **cancel_arguments("2115"))
    disclosed = dict(outcome.data or {})
    assert (disclosed["fee_cents"], disclosed["deposit_kept_cents"]) == (0, 12500)
    line.caller_speaks()
    data = cancel(line, "2115", accepted=True)
    assert (data["fee_charged_cents"], data["deposit_kept_cents"]) == (0, 12500)
    changes = line.changes()
    assert sorted(changes) == ["appointments", "deposits"]
    assert changes["deposits"][0]["status"] == "forfeited"


def test_a_late_cosmetic_cancellation_without_deposit_costs_the_fee(line: Line) -> None:
    line.verify(MARIA)
    outcome = line.call("scheduling", "cancel_appointment", **cancel_arguments("2114"))
    script = str(dict(outcome.data or {})["required_script"])
    assert "$125" in script
    assert "No deposit was paid" in script
    line.caller_speaks()
    assert cancel(line, "2114", accepted=True)["fee_charged_cents"] == 12500
    assert line.changes()["patients"][0]["balance_cents"] == 59000


def test_a_free_cosmetic_cancellation_settles_the_deposit(line: Line) -> None:
    line.verify(JULIAN)
    assert cancel(line, "2116")["deposit_returned_cents"] == 0
    assert line.changes()["deposits"][0]["status"] == "void"


def test_a_paid_deposit_is_returned_in_time(line: Line) -> None:
    line.verify(MONICA)
    assert cancel(line, "2126")["deposit_returned_cents"] == 12500
    assert line.changes()["deposits"][0]["status"] == "returned"


def test_moving_out_of_the_window_does_not_dodge_the_fee(line: Line) -> None:
    line.verify(PETER)
    move(line, "2109", "slot_loc_park_ave_1")
    outcome = line.call("scheduling", "cancel_appointment", **cancel_arguments("2109"))
    assert outcome.error_code == "FEE_DISCLOSURE_REQUIRED"
    assert "moved" in str(dict(outcome.data or {})["required_script"])
    move(line, "2109", "slot_loc_park_ave_3")
    line.caller_speaks()
    assert cancel(line, "2109", accepted=True)["fee_charged_cents"] == 5000
    assert line.slot("slot_loc_park_ave_3")["status"] == "open"


def test_moving_in_time_and_cancelling_is_free(line: Line) -> None:
    line.verify(BETHANY)
    move(line, "2128", "slot_loc_windermere_2")
    assert cancel(line, "2128")["fee_charged_cents"] == 0


def test_a_disclosure_is_for_one_visit(line: Line) -> None:
    line.context.write(
        "UPDATE appointments SET start = '2026-08-20T09:00', \"end\" = '2026-08-20T09:30'"
        " WHERE id IN (2122, 2126)"
    )
    line.verify(MONICA)
    refuse_cancel(line, "2122")
    line.caller_speaks()
    assert refuse_cancel(line, "2126", accepted=True) == "FEE_DISCLOSURE_REQUIRED"
    # The second disclosure took the place of the first.
    assert refuse_cancel(line, "2122", accepted=True) == "FEE_DISCLOSURE_REQUIRED"


def test_a_second_late_fee_gets_a_line_of_its_own(line: Line) -> None:
    line.context.write("UPDATE deposits SET status = 'due' WHERE appointment_id = 2126")
    line.context.write(
        "UPDATE appointments SET start = '2026-08-20T09:00', \"end\" = '2026-08-20T09:30'"
        " WHERE id IN (2122, 2126)"
    )
    line.verify(MONICA)
    accept_fee_and_cancel(line, "2122")
    accept_fee_and_cancel(line, "2126")
    lines = {row["line_item_id"]: row["amount_cents"] for row in line.changes()["account_lines"]}
    assert lines == {"li_latecancel": 5000, "li_latecancel_b": 12500}
    assert line.changes()["patients"][0]["balance_cents"] == 27500 + 17500


def test_an_accepted_fee_is_used_up(line: Line) -> None:
    line.verify(PETER)
    accept_fee_and_cancel(line, "2109")
    assert line.context.session.get("disclosed:late_fee") is None


def test_in_ticket_mode_the_ticket_is_the_consent(line: Line) -> None:
    line.context.caller_turn = None
    line.verify(PETER)
    assert refuse_cancel(line, "2109", accepted=True) == "FEE_DISCLOSURE_REQUIRED"
    assert cancel(line, "2109", accepted=True)["fee_charged_cents"] == 5000


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"appointment_id": "2114"}, "NOT_FOUND"),
        ({"appointment_id": "2107"}, "NOT_BOOKED"),
        ({"appointment_id": "abc"}, "INVALID_ARGUMENTS"),
        ({"cancellation_reason_code": "travelling"}, "INVALID_ARGUMENTS"),
        ({"cancellation_reason_code": None}, "INVALID_ARGUMENTS"),
    ],
)
def test_bad_cancellations_are_refused(line: Line, arguments: dict[str, object], code: str) -> None:
    line.verify(PETER)
    arguments = {**cancel_arguments("2109"), **arguments}
    assert line.refused("scheduling", "cancel_appointment", **arguments) == code


def test_cancelling_needs_a_verified_patient(line: Line) -> None:
    assert refuse_cancel(line, "2128") == "NOT_VERIFIED"
