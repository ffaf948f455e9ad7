"""How the state gate reads each write table (VERIFIER rules 26 to 28 and 32)."""

from mivas_env.authoring import ArgumentRule, Kind, Match, RowRule, TablePolicy
from mivas_env.industries.healthcare.vocabulary import CARRIERS, LOCATIONS

_OFFICE = ArgumentRule(name="location_id", alias=LOCATIONS)
_CARRIER = ArgumentRule(name="carrier", alias=CARRIERS)


def _phone(column: str) -> ArgumentRule:
    return ArgumentRule(name=column, kind=Kind.PHONE)


def _effect(
    *, unstated: tuple[str, ...] = (), columns: dict[str, ArgumentRule] | None = None
) -> TablePolicy:
    """Return the policy of a table that is compared only where a task constrains it."""
    return TablePolicy(
        rule=RowRule.EXACT,
        always=False,
        ignored=("created_at",),
        generated=("id",),
        strip_generated=True,
        unstated=unstated,
        columns=columns or {},
    )


TABLES: dict[str, TablePolicy] = {
    "patients": TablePolicy(
        columns={
            "carrier": _CARRIER,
            "home_office_id": _OFFICE,
            "phone_e164": _phone("phone_e164"),
        },
    ),
    "appointments": TablePolicy(
        ignored=("created_at", "description"),
        generated=("id",),
        unstated=("slot_id",),
        columns={
            "location_id": _OFFICE,
            "new_patient_phone": _phone("new_patient_phone"),
            "start": ArgumentRule(name="start", kind=Kind.DATETIME),
            "end": ArgumentRule(name="end", kind=Kind.DATETIME),
        },
    ),
    "waitlist": TablePolicy(
        rule=RowRule.SUBSET,
        ignored=("created_at",),
        generated=("id",),
        strip_generated=True,
        columns={
            "new_patient_phone": _phone("new_patient_phone"),
            "location_ids": ArgumentRule(
                name="location_ids", kind=Kind.LIST, match=Match.SET, items=_OFFICE
            ),
        },
    ),
    "account_lines": TablePolicy(always=False, ignored=("description", "explanation")),
    "deposits": _effect(unstated=("appointment_id",)),
    "visit_moves": _effect(),
    "fee_charges": _effect(),
    "insurance_updates": _effect(columns={"carrier": _CARRIER}),
    "payment_links": _effect(columns={"mobile_e164": _phone("mobile_e164")}),
    "waiver_requests": _effect(),
    "callbacks": _effect(columns={"callback_number": _phone("callback_number")}),
    "clinical_messages": _effect(columns={"callback_number": _phone("callback_number")}),
    "refill_requests": _effect(),
    "portal_activations": _effect(),
    "text_messages": _effect(
        unstated=("appointment_id",), columns={"mobile_e164": _phone("mobile_e164")}
    ),
    "transfers": _effect(),
}
"""The calendar's `slots` are not graded: an appointment names its times, and a slot follows it."""

HOP_TOOLS = ("transfer_to_human",)
"""Hops besides the transfers between desks (rule 22)."""

FORBIDDEN_UNLESS_EXPECTED = ("send_sms",)
"""A confirmation text is required when a task lists it and forbidden when it does not (rule 7)."""
