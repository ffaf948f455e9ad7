"""Cosmetic work: prices from the table, and a consult whose terms are heard before it is booked."""

from typing import Annotated, Any

from pydantic import Field

from mivas_env.authoring import Answer, Arguments, Effect, Minute, ToolContext, tool
from mivas_env.industries.healthcare.desks import Desk
from mivas_env.industries.healthcare.figures import DEPOSIT_CENTS
from mivas_env.industries.healthcare.new_patients import (
    NEW_PATIENT_ERRORS,
    NewPatientDob,
    NewPatientName,
    NewPatientPhone,
)
from mivas_env.industries.healthcare.preconditions import QUOTED, patient_on_the_line
from mivas_env.industries.healthcare.visits import (
    COSMETIC_CONSULT,
    SLOT_ERRORS,
    Visit,
    book,
    check_slot,
    dollars,
    read_visit,
    slot_by_id,
    visit_type_of,
)
from mivas_env.industries.healthcare.vocabulary import (
    CosmeticService,
    LocationId,
    ProviderId,
    SlotId,
)


class QuoteQuery(Arguments):
    """Which cosmetic service."""

    service: Annotated[CosmeticService, Field(description="The service the caller asks about.")]


class PriceRange(Answer):
    """From and to, in cents."""

    low_cents: int
    high_cents: int


class Quote(Answer):
    """The published range of one service."""

    service: str
    price_range: PriceRange
    note: str


@tool(
    desks=(Desk.COSMETIC,),
    effect=Effect.READ,
    errors={"UNKNOWN_SERVICE": "There is no table price for that. The consult settles it."},
)
def quote_cosmetic_service(ctx: ToolContext, args: QuoteQuery) -> Quote:
    """Look up the price range of one cosmetic service.

    Use it before stating any cosmetic price, once for each service asked about. Returns the range
    in cents and what the price depends on. Give the range as a range; the consult settles the
    figure. Insurance does not pay for cosmetic work.
    """
    [row] = ctx.rows("SELECT * FROM cosmetic_prices WHERE service = ?", args.service)
    ctx.session.note(QUOTED, row["high_cents"])
    return Quote(
        service=row["service"],
        price_range=PriceRange(low_cents=row["low_cents"], high_cents=row["high_cents"]),
        note=row["note"],
    )


class ConsultBooking(Arguments):
    """One opening for a consult, what it is about, and whether its terms were accepted."""

    service_interest: Annotated[
        list[CosmeticService],
        Field(min_length=1, max_length=4, description="What the caller wants to discuss."),
    ]
    location_id: Annotated[LocationId, Field(description="Office of the opening.")]
    provider_id: Annotated[ProviderId, Field(description="Provider of the opening.")]
    start: Annotated[Minute, Field(description="Start of the opening.")]
    slot_id: Annotated[
        SlotId | None, Field(description="The opening, from find_slots, if you have it.")
    ] = None
    policy_acknowledged: Annotated[
        bool,
        Field(
            description="True only after you spoke all policy lines and the caller then accepted."
        ),
    ] = False
    new_patient_name: NewPatientName = None
    new_patient_dob: NewPatientDob = None
    new_patient_phone: NewPatientPhone = None


class ConsultBooked(Answer):
    """The consult as it stands, and the deposit that is now due."""

    status: str
    appointment: Visit
    deposit_cents: int


@tool(
    desks=(Desk.COSMETIC,),
    effect=Effect.WRITE,
    errors={
        **SLOT_ERRORS,
        **NEW_PATIENT_ERRORS,
        "UNKNOWN_LOCATION": "There is no office of that name. Ask which one is meant.",
        "UNKNOWN_PROVIDER": "There is no such provider.",
        "UNKNOWN_SERVICE": "There is no such cosmetic service.",
        "COSMETIC_NOT_OFFERED": (
            "That office does no cosmetic work. Look up the offices and offer one that does."
        ),
        "POLICY_DISCLOSURE_REQUIRED": (
            "Nothing is booked yet. Speak the policy lines, wait for the caller's answer, and only "
            "if they accept call again with policy_acknowledged true."
        ),
    },
)
def book_cosmetic_consult(ctx: ToolContext, args: ConsultBooking) -> ConsultBooked:
    """Book a cosmetic consult into one free opening.

    Use it after the caller chose a time from find_slots and heard it read back. Office, provider
    and start must be those of the opening. The first call is refused with
    POLICY_DISCLOSURE_REQUIRED and four `policy_lines`: speak them, and call again with
    `policy_acknowledged` true only after the caller has accepted. The consult belongs to the
    verified patient; for a new patient name, date of birth and mobile number are needed, as the
    caller confirmed them. A deposit is due afterwards; send a payment link for it if the caller
    wants one.
    """
    [office] = ctx.rows("SELECT cosmetic FROM locations WHERE id = ?", args.location_id)
    if not office["cosmetic"]:
        ctx.refuse("COSMETIC_NOT_OFFERED")
    visit_type = visit_type_of(ctx, COSMETIC_CONSULT)
    slot = _opening(ctx, args)
    check_slot(ctx, slot, visit_type)
    if not (args.policy_acknowledged and ctx.heard_disclosure("cosmetic_policy", "consult")):
        ctx.note_disclosure("cosmetic_policy", "consult")
        ctx.refuse(
            "POLICY_DISCLOSURE_REQUIRED",
            data={
                "deposit_cents": DEPOSIT_CENTS,
                "policy_lines": policy_lines(visit_type["cancel_window_hours"]),
            },
        )
    interests = ", ".join(dict.fromkeys(args.service_interest))
    number = book(ctx, slot, visit_type, args, description=f"Consult: {interests}")
    ctx.clear_disclosure("cosmetic_policy")
    ctx.write(
        "INSERT INTO deposits (appointment_id, patient_id, amount_cents, status, created_at)"
        " VALUES (?, ?, ?, 'due', ?)",
        number,
        patient_on_the_line(ctx),
        DEPOSIT_CENTS,
        ctx.now,
    )
    return ConsultBooked(
        status="booked", appointment=read_visit(ctx, number), deposit_cents=DEPOSIT_CENTS
    )


def policy_lines(window_hours: int) -> list[str]:
    """Return the four facts that a caller hears before a consult is booked."""
    return [
        f"A {dollars(DEPOSIT_CENTS)} deposit holds the consult, paid by a secure link.",
        (
            f"You can cancel free of charge until {window_hours} hours before; "
            "moving it is free at any time."
        ),
        f"If you cancel or miss it inside {window_hours} hours, the deposit is not returned.",
        "Whatever remains of a treatment's price is due on the day.",
    ]


def _opening(ctx: ToolContext, args: ConsultBooking) -> dict[str, Any]:
    """Return the opening that was named, or the one with this provider at this start."""
    asked = (args.location_id, args.provider_id, args.start)
    if args.slot_id is None:
        found = ctx.one(
            "SELECT id FROM slots WHERE location_id = ? AND provider_id = ? AND start = ?"
            " ORDER BY id",
            *asked,
        )
        return slot_by_id(ctx, found["id"] if found else "")
    slot = slot_by_id(ctx, args.slot_id)
    if asked != (slot["location_id"], slot["provider_id"], slot["start"]):
        ctx.refuse("SLOT_MISMATCH")
    return slot


TOOLS = (quote_cosmetic_service, book_cosmetic_consult)
