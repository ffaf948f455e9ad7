"""The calendar's rules: which opening suits which visit, what a late cancellation costs.

Shared by the desks that book. An appointment takes the times of its opening; an opening is booked
by exactly one appointment and is free again when that one is cancelled or moved away.
"""

from datetime import datetime
from typing import Any

from mivas_env.authoring import Answer, ToolContext
from mivas_env.industries.healthcare.new_patients import NewPatientDetails, new_patient_of
from mivas_env.industries.healthcare.preconditions import VISIT_MADE, patient_on_the_line

COSMETIC_CONSULT = "COS_CONSULT"

SLOT_ERRORS = {
    "UNKNOWN_SLOT": "There is no such opening. Search again and use one of the openings returned.",
    "SLOT_TAKEN": "That opening is no longer free. Search again and offer another one.",
    "SLOT_MISMATCH": (
        "Office, provider, start or end differ from that opening. "
        "Copy all of them from one search result."
    ),
    "SLOT_NOT_SUITABLE": (
        "That opening is too short for this kind of visit, or kept for another kind. "
        "Search again with the appointment type."
    ),
    "PROVIDER_NOT_QUALIFIED": (
        "That provider does not do this kind of visit. "
        "Search again with the appointment type and offer one of those openings."
    ),
}
"""Codes that booking and moving share."""


class Visit(Answer):
    """An appointment as it is read back: times are local, the floor helps to find the office."""

    appointment_id: str
    visit_type: str
    location: str
    floor: str
    provider: str
    start: str
    end: str
    status: str


def dollars(cents: int) -> str:
    """Return an amount as it is written in a line to be spoken, `$125` or `$62.50`."""
    return f"${cents // 100}" if cents % 100 == 0 else f"${cents / 100:.2f}"


def minutes_between(start: str, end: str) -> int:
    """Return the whole minutes from one local wall time to another."""
    span = datetime.fromisoformat(end) - datetime.fromisoformat(start)
    return int(span.total_seconds()) // 60


_SLOT = (
    "SELECT s.*, l.name AS location, p.name || ', ' || p.credentials AS provider,"
    " p.md, p.cosmetic, p.focus"
    " FROM slots s JOIN locations l ON l.id = s.location_id"
    " JOIN providers p ON p.id = s.provider_id"
)


_NEVER = "9999-12-31"


def slot_by_id(ctx: ToolContext, slot_id: str) -> dict[str, Any]:
    """Return one opening with its office's and provider's names, or refuse UNKNOWN_SLOT."""
    slot = ctx.one(f"{_SLOT} WHERE s.id = ?", slot_id)
    return slot if slot is not None else ctx.refuse("UNKNOWN_SLOT")


def open_slots(
    ctx: ToolContext, location_id: str, start: str | None = None, end: str | None = None
) -> list[dict[str, Any]]:
    """Return the free openings of one office from now on, earliest first, then by provider.

    `start` and `end` bound the window, each a day (inclusive) or a minute; no bound, no limit.
    """
    latest = end or _NEVER
    return ctx.rows(
        f"{_SLOT} WHERE s.location_id = ? AND s.status = 'open' AND s.start > ?"
        " AND s.start >= ? AND substr(s.end, 1, ?) <= ?"
        " ORDER BY s.start, s.provider_id, s.id",
        location_id,
        ctx.now,
        start or "",
        len(latest),
        latest,
    )


def visit_type_of(ctx: ToolContext, code: str) -> dict[str, Any]:
    """Return a visit type's row, with `clinic` saying whether the allergy clinic does it."""
    [row] = ctx.rows(
        "SELECT t.*, EXISTS (SELECT 1 FROM allergy_services a"
        " WHERE a.appointment_type_code = t.code) AS clinic"
        " FROM appointment_types t WHERE t.code = ?",
        code,
    )
    return row


def unsuitable(slot: dict[str, Any], visit_type: dict[str, Any]) -> str | None:
    """Return the code that says why an opening does not suit a visit type, None when it does.

    Allergy clinic openings are made to one length; other openings may be longer than the visit.
    """
    length = minutes_between(slot["start"], slot["end"])
    if visit_type["clinic"]:
        suits = slot["kind"] == "allergy" and length == visit_type["duration_min"]
    else:
        suits = slot["kind"] == "visit" and length >= visit_type["duration_min"]
    if not suits:
        return "SLOT_NOT_SUITABLE"
    if visit_type["md_only"] and not slot["md"]:
        return "PROVIDER_NOT_QUALIFIED"
    if visit_type["code"] == COSMETIC_CONSULT and not slot["cosmetic"]:
        return "PROVIDER_NOT_QUALIFIED"
    return None


def check_slot(ctx: ToolContext, slot: dict[str, Any], visit_type: dict[str, Any]) -> None:
    """Refuse an opening that is taken or does not suit the visit."""
    if slot["status"] != "open":
        ctx.refuse("SLOT_TAKEN")
    complaint = unsuitable(slot, visit_type)
    if complaint is not None:
        ctx.refuse(complaint)


def book(
    ctx: ToolContext,
    slot: dict[str, Any],
    visit_type: dict[str, Any],
    details: NewPatientDetails,
    description: str,
) -> int:
    """Write the appointment and close its opening; return the appointment's number."""
    name, dob, phone = new_patient_of(ctx, details)
    number = ctx.write(
        "INSERT INTO appointments (patient_id, new_patient_name, new_patient_dob,"
        ' new_patient_phone, location_id, provider_id, appointment_type_code, start, "end",'
        " slot_id, description, status, created_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'booked', ?)",
        patient_on_the_line(ctx),
        name,
        dob,
        phone,
        slot["location_id"],
        slot["provider_id"],
        visit_type["code"],
        slot["start"],
        slot["end"],
        slot["id"],
        description,
        ctx.now,
    )
    ctx.write("UPDATE slots SET status = 'booked' WHERE id = ?", slot["id"])
    ctx.session.note(VISIT_MADE, number)
    return number


def free_slot(ctx: ToolContext, slot_id: str | None) -> None:
    """Give an opening back to the calendar; visits made long ago have none."""
    if slot_id is not None:
        ctx.write("UPDATE slots SET status = 'open' WHERE id = ?", slot_id)


def read_visit(ctx: ToolContext, number: int) -> Visit:
    """Return one appointment as it is read back."""
    [row] = ctx.rows(
        "SELECT a.*, t.label, l.name AS location, l.floor,"
        " p.name || ', ' || p.credentials AS provider FROM appointments a"
        " JOIN appointment_types t ON t.code = a.appointment_type_code"
        " JOIN locations l ON l.id = a.location_id JOIN providers p ON p.id = a.provider_id"
        " WHERE a.id = ?",
        number,
    )
    return Visit(
        appointment_id=str(row["id"]),
        visit_type=row["label"],
        location=row["location"],
        floor=row["floor"],
        provider=row["provider"],
        start=row["start"],
        end=row["end"],
        status=row["status"],
    )


def own_appointment(ctx: ToolContext, appointment_id: str) -> dict[str, Any]:
    """Return an appointment of the verified patient, or refuse NOT_FOUND."""
    row = ctx.one(
        "SELECT a.*, t.label, t.cancel_window_hours, t.late_fee_cents FROM appointments a"
        " JOIN appointment_types t ON t.code = a.appointment_type_code"
        " WHERE a.id = ? AND a.patient_id = ?",
        int(appointment_id),
        patient_on_the_line(ctx),
    )
    return row if row is not None else ctx.refuse("NOT_FOUND")


def starts_inside_window(ctx: ToolContext, row: dict[str, Any]) -> bool:
    """Say whether less than the cancellation window is left; exactly the window is still free."""
    left = minutes_between(ctx.now, row["start"])
    return bool(left < row["cancel_window_hours"] * 60)


def owes_late_fee(ctx: ToolContext, row: dict[str, Any]) -> bool:
    """Say whether cancelling this visit costs its fee.

    It does inside the window, and also when the visit was moved out of its window: moving is
    free, but does not make a late cancellation free afterwards.
    """
    return starts_inside_window(ctx, row) or (
        ctx.one(
            "SELECT 1 FROM visit_moves WHERE appointment_id = ? AND inside_window = 1", row["id"]
        )
        is not None
    )
