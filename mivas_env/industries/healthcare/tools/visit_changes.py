"""Visits that exist: move them or cancel them, and what that costs."""

from typing import Annotated, Any

from pydantic import Field

from mivas_env.authoring import Answer, Arguments, Effect, Minute, ToolContext, tool
from mivas_env.industries.healthcare.desks import Desk
from mivas_env.industries.healthcare.preconditions import (
    CANCELLED_FOR,
    VISIT_MADE,
    identity_verified,
)
from mivas_env.industries.healthcare.visits import (
    COSMETIC_CONSULT,
    SLOT_ERRORS,
    Visit,
    check_slot,
    dollars,
    free_slot,
    open_slots,
    owes_late_fee,
    own_appointment,
    read_visit,
    slot_by_id,
    starts_inside_window,
    unsuitable,
    visit_type_of,
)
from mivas_env.industries.healthcare.vocabulary import (
    AppointmentId,
    CancellationReason,
    SlotId,
)

_APPOINTMENT_ERRORS = {
    "NOT_FOUND": "The verified patient has no such appointment. Check the patient summary.",
    "NOT_BOOKED": "That visit is over or cancelled, so it can no longer be moved or cancelled.",
}


class Move(Arguments):
    """Which visit goes to which free opening."""

    appointment_id: Annotated[
        AppointmentId, Field(description="Number of the visit, from the patient summary.")
    ]
    new_start: Annotated[Minute, Field(description="Start of the new opening.")]
    new_end: Annotated[Minute, Field(description="End of the new opening.")]
    new_slot_id: Annotated[
        SlotId | None,
        Field(description="The new opening, from find_slots; give it whenever you have it."),
    ] = None


class Moved(Answer):
    """The visit at its new time. `late_cancellation_fee_cents` is what cancelling it would cost."""

    status: str
    appointment: Visit
    fee_cents: int
    late_cancellation_fee_cents: int


@tool(
    desks=(Desk.SCHEDULING,),
    effect=Effect.WRITE,
    requires=(identity_verified,),
    errors={
        **SLOT_ERRORS,
        **_APPOINTMENT_ERRORS,
        "DIFFERENT_OFFICE": (
            "A visit is moved within its office. For another office, book there and cancel here."
        ),
    },
)
def reschedule_appointment(ctx: ToolContext, args: Move) -> Moved:
    """Move one of the verified patient's visits to a free opening at the same office.

    Use it after reading the new day, time and provider back and hearing a clear yes. Search with
    the visit's type first and copy the opening. Moving is free at any time; but a visit that was
    moved inside its cancellation window still owes the late fee if it is cancelled later. The old
    time is given back. Refuses an opening that is not free, does not suit the visit, or is at
    another office; and visits that are over or cancelled.
    """
    row = own_appointment(ctx, args.appointment_id)
    if row["status"] != "booked":
        ctx.refuse("NOT_BOOKED")
    if not _was_moved_there(ctx, row, args):
        _move(ctx, row, args)
        ctx.session.note(VISIT_MADE, row["id"])
    now = own_appointment(ctx, args.appointment_id)
    return Moved(
        status="rescheduled",
        appointment=read_visit(ctx, row["id"]),
        fee_cents=0,
        late_cancellation_fee_cents=now["late_fee_cents"] if owes_late_fee(ctx, now) else 0,
    )


def _was_moved_there(ctx: ToolContext, row: dict[str, Any], args: Move) -> bool:
    """Say whether the same request has moved the visit already; it then changes nothing more."""
    times = (row["start"], row["end"])
    return (
        times == (args.new_start, args.new_end)
        and args.new_slot_id in (None, row["slot_id"])
        and ctx.one("SELECT 1 FROM visit_moves WHERE appointment_id = ?", row["id"]) is not None
    )


def _move(ctx: ToolContext, row: dict[str, Any], args: Move) -> None:
    slot = _new_opening(ctx, row, args)
    ctx.write(
        "INSERT INTO visit_moves (appointment_id, patient_id, from_start, to_start, inside_window,"
        " created_at) VALUES (?, ?, ?, ?, ?, ?)",
        row["id"],
        row["patient_id"],
        row["start"],
        slot["start"],
        int(starts_inside_window(ctx, row)),
        ctx.now,
    )
    free_slot(ctx, row["slot_id"])
    ctx.write("UPDATE slots SET status = 'booked' WHERE id = ?", slot["id"])
    ctx.write(
        'UPDATE appointments SET start = ?, "end" = ?, provider_id = ?, slot_id = ? WHERE id = ?',
        slot["start"],
        slot["end"],
        slot["provider_id"],
        slot["id"],
        row["id"],
    )


def _new_opening(ctx: ToolContext, row: dict[str, Any], args: Move) -> dict[str, Any]:
    """Return the opening that was named, or the one at those times; the same provider first."""
    visit_type = visit_type_of(ctx, row["appointment_type_code"])
    times = (args.new_start, args.new_end)
    if args.new_slot_id is not None:
        slot = slot_by_id(ctx, args.new_slot_id)
        if slot["location_id"] != row["location_id"]:
            ctx.refuse("DIFFERENT_OFFICE")
        if (slot["start"], slot["end"]) != times:
            ctx.refuse("SLOT_MISMATCH")
        check_slot(ctx, slot, visit_type)
        return slot
    there = [
        slot
        for slot in open_slots(ctx, row["location_id"], *times)
        if (slot["start"], slot["end"]) == times
    ]
    there.sort(key=lambda slot: slot["provider_id"] != row["provider_id"])
    suitable = next((slot for slot in there if not unsuitable(slot, visit_type)), None)
    if suitable is not None:
        return suitable
    if there:
        check_slot(ctx, there[0], visit_type)
    return ctx.refuse("UNKNOWN_SLOT")


class Cancellation(Arguments):
    """Which visit, why, and whether a late fee was disclosed and accepted."""

    appointment_id: Annotated[
        AppointmentId, Field(description="Number of the visit, from the patient summary.")
    ]
    cancellation_reason_code: Annotated[
        CancellationReason,
        Field(
            description=(
                "patient_request unless the caller names illness or weather, or the office "
                "itself called the visit off."
            )
        ),
    ]
    fee_disclosed_and_accepted: Annotated[
        bool,
        Field(
            description=(
                "True only after you spoke the required script and the caller then said yes."
            )
        ),
    ] = False


class Cancelled(Answer):
    """The visit is cancelled; what it cost."""

    status: str
    appointment_id: str
    fee_charged_cents: int
    deposit_kept_cents: int
    deposit_returned_cents: int


@tool(
    desks=(Desk.SCHEDULING,),
    effect=Effect.WRITE,
    requires=(identity_verified,),
    errors={
        **_APPOINTMENT_ERRORS,
        "FEE_DISCLOSURE_REQUIRED": (
            "Nothing is cancelled yet. Speak the required script, wait for the caller's answer, "
            "and only if they accept call again with fee_disclosed_and_accepted true."
        ),
        "ALREADY_CANCELLED": (
            "The visit is cancelled already, for another reason, which stays on the record. There "
            "is nothing more to do; tell the caller that it is cancelled."
        ),
    },
)
def cancel_appointment(ctx: ToolContext, args: Cancellation) -> Cancelled:
    """Cancel one of the verified patient's visits.

    Offer to move the visit first; moving is free. Outside the cancellation window it is cancelled
    at once and free. Inside it (24 hours, cosmetic 72), or if the visit was moved inside it, the
    first call is refused with FEE_DISCLOSURE_REQUIRED and a `required_script`: speak it, and call
    again only after the caller has accepted. The fee goes on the balance; a deposit that was paid
    is kept instead, never both. The time becomes free again. Cancelling twice charges nothing more.
    """
    row = own_appointment(ctx, args.appointment_id)
    charged = kept = returned = 0
    reasons: dict[str, str] = ctx.session.get(CANCELLED_FOR) or {}
    if row["status"] == "completed":
        ctx.refuse("NOT_BOOKED")
    if reasons.get(str(row["id"])) not in (None, args.cancellation_reason_code):
        ctx.refuse("ALREADY_CANCELLED")
    if row["status"] == "booked":
        deposit = ctx.one(
            "SELECT * FROM deposits WHERE appointment_id = ? AND status IN ('due', 'paid')",
            row["id"],
        )
        paid = deposit["amount_cents"] if deposit and deposit["status"] == "paid" else 0
        is_late = owes_late_fee(ctx, row)
        if is_late:
            _require_accepted_fee(ctx, row, paid, accepted=args.fee_disclosed_and_accepted)
        charged, kept, returned = _settle(ctx, row, paid, is_late=is_late)
        ctx.write("UPDATE appointments SET status = 'cancelled' WHERE id = ?", row["id"])
        ctx.session.note(CANCELLED_FOR, {**reasons, str(row["id"]): args.cancellation_reason_code})
        free_slot(ctx, row["slot_id"])
    return Cancelled(
        status="cancelled",
        appointment_id=str(row["id"]),
        fee_charged_cents=charged,
        deposit_kept_cents=kept,
        deposit_returned_cents=returned,
    )


def _require_accepted_fee(
    ctx: ToolContext, row: dict[str, Any], paid: int, *, accepted: bool
) -> None:
    """Refuse until the fee was disclosed, the caller has answered, and the answer was yes."""
    subject = f"{row['id']}:{row['late_fee_cents']}:{paid}"
    if accepted and ctx.heard_disclosure("late_fee", subject):
        ctx.clear_disclosure("late_fee")
        return
    ctx.note_disclosure("late_fee", subject)
    fee, window = dollars(row["late_fee_cents"]), f"{row['cancel_window_hours']} hours"
    because = (
        f"This visit starts in less than {window}"
        if starts_inside_window(ctx, row)
        else f"This visit was moved less than {window} before it was due"
    )
    cost = (
        f"the {dollars(paid)} deposit is kept and nothing else is charged"
        if paid
        else f"cancelling it costs {fee}, which goes on your balance"
    )
    no_deposit = row["appointment_type_code"] == COSMETIC_CONSULT and not paid
    script = (
        f"{because}, so {cost}. {'No deposit was paid for it. ' if no_deposit else ''}"
        "Moving it instead is free. Would you still like to cancel it on those terms?"
    )
    ctx.refuse(
        "FEE_DISCLOSURE_REQUIRED",
        data={
            "fee_cents": 0 if paid else row["late_fee_cents"],
            "deposit_kept_cents": paid,
            "required_script": script,
        },
    )


def _settle(
    ctx: ToolContext, row: dict[str, Any], paid: int, *, is_late: bool
) -> tuple[int, int, int]:
    """Deal with fee and deposit; return the cents charged, kept and returned."""
    outcome = "void" if not paid else "forfeited" if is_late else "returned"
    ctx.write(
        "UPDATE deposits SET status = ? WHERE appointment_id = ? AND status IN ('due', 'paid')",
        outcome,
        row["id"],
    )
    if paid:
        return (0, paid, 0) if is_late else (0, 0, paid)
    if is_late:
        _charge_late_fee(ctx, row)
        return row["late_fee_cents"], 0, 0
    return 0, 0, 0


def _charge_late_fee(ctx: ToolContext, row: dict[str, Any]) -> None:
    patient, fee = row["patient_id"], row["late_fee_cents"]
    earlier = ctx.one(
        "SELECT 1 FROM account_lines WHERE patient_id = ? AND line_item_id = 'li_latecancel'",
        patient,
    )
    line = "li_latecancel" if earlier is None else "li_latecancel_b"
    ctx.write(
        "INSERT INTO account_lines (patient_id, line_item_id, description, service_date,"
        " amount_cents, waivable, explanation) VALUES (?, ?, ?, ?, ?, 1, ?)",
        patient,
        line,
        "late cancellation fee",
        row["start"][:10],
        fee,
        f"This is the fee for cancelling a {row['label']} with less than "
        f"{row['cancel_window_hours']} hours' notice. It was named and accepted on the call.",
    )
    ctx.write(
        "INSERT INTO fee_charges (patient_id, appointment_id, line_item_id, amount_cents,"
        " created_at) VALUES (?, ?, ?, ?, ?)",
        patient,
        row["id"],
        line,
        fee,
        ctx.now,
    )
    ctx.write("UPDATE patients SET balance_cents = balance_cents + ? WHERE id = ?", fee, patient)


TOOLS = (reschedule_appointment, cancel_appointment)
