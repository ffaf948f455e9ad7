"""Paying: a secure link by text, and whether financing is offered."""

from typing import Annotated, Any

from pydantic import Field

from mivas_env.authoring import Answer, Arguments, Effect, Phone, ToolContext, tool
from mivas_env.industries.healthcare.desks import Desk
from mivas_env.industries.healthcare.figures import FINANCING_ABOVE_CENTS
from mivas_env.industries.healthcare.preconditions import (
    NOT_VERIFIED,
    QUOTED,
    VISIT_MADE,
    patient_on_the_line,
    verified_record,
)
from mivas_env.industries.healthcare.visits import dollars


class PaymentLink(Arguments):
    """Where the link goes, and for how much."""

    mobile_e164: Annotated[
        Phone, Field(description="Mobile number, read back to the caller and confirmed.")
    ]
    amount_cents: Annotated[
        int | None,
        Field(
            ge=1,
            description=(
                "Amount in cents; left out, the whole amount due. Part of a balance may be paid, "
                "a deposit only whole."
            ),
        ),
    ] = None


class LinkSent(Answer):
    """The link that went out."""

    sent: bool
    channel: str
    purpose: str
    mobile_e164: str
    amount_cents: int


@tool(
    desks=(Desk.COSMETIC, Desk.BILLING),
    effect=Effect.WRITE,
    errors={
        "NOT_VERIFIED": NOT_VERIFIED,
        "NOTHING_DUE": (
            "Nothing is due that a link could be sent for: no balance, and no deposit of a consult "
            "booked on this call or by the verified patient."
        ),
        "AMOUNT_MISMATCH": (
            "That is not the amount due. A link is for at most the balance, or exactly the deposit."
        ),
    },
)
def send_payment_link(ctx: ToolContext, args: PaymentLink) -> LinkSent:
    """Text the caller a secure payment link.

    Use it only when the caller wants to pay and after reading the mobile number back. At the
    billing desk it is for the verified patient's balance, whole or in part; at the cosmetic desk
    for the deposit of a consult that is booked. Card numbers are never taken by voice. Nothing is
    paid until the caller opens the link. The same link is not sent twice.
    """
    patient = patient_on_the_line(ctx)
    if ctx.desk == Desk.BILLING:
        if patient is None:
            ctx.refuse("NOT_VERIFIED")
        purpose, due = "balance", int(verified_record(ctx)["balance_cents"])
        fits = args.amount_cents is None or args.amount_cents <= due
    else:
        purpose, due = "deposit", _deposit_due(ctx, patient)
        fits = args.amount_cents in (None, due)
    if due == 0:
        ctx.refuse("NOTHING_DUE")
    if not fits:
        ctx.refuse("AMOUNT_MISMATCH")
    row = (patient, purpose, args.mobile_e164, args.amount_cents or due)
    same = ctx.one(
        "SELECT id FROM payment_links WHERE patient_id IS ? AND purpose = ? AND mobile_e164 = ?"
        " AND amount_cents = ?",
        *row,
    )
    if same is None:
        ctx.write(
            "INSERT INTO payment_links (patient_id, purpose, mobile_e164, amount_cents, created_at)"
            " VALUES (?, ?, ?, ?, ?)",
            *row,
            ctx.now,
        )
    return LinkSent(
        sent=True,
        channel="sms",
        purpose=purpose,
        mobile_e164=args.mobile_e164,
        amount_cents=args.amount_cents or due,
    )


def _deposit_due(ctx: ToolContext, patient: str | None) -> int:
    """Return the unpaid deposit of this call's consult, else of the patient's next one, else 0."""
    row: dict[str, Any] | None = ctx.one(
        "SELECT d.amount_cents FROM deposits d JOIN appointments a ON a.id = d.appointment_id"
        " WHERE d.status = 'due' AND (a.id = ? OR d.patient_id = ?)"
        " ORDER BY a.id = ? DESC, a.start, a.id",
        ctx.session.get(VISIT_MADE),
        patient,
        ctx.session.get(VISIT_MADE),
    )
    return int(row["amount_cents"]) if row else 0


class FinancingQuery(Arguments):
    """The amount to be spread, if the caller names one."""

    amount_cents: Annotated[
        int | None,
        Field(
            ge=1,
            description=(
                "Amount in cents. Left out: the upper end of the price quoted last, or at the "
                "billing desk the balance."
            ),
        ),
    ] = None


class Financing(Answer):
    """Whether financing is offered for the amount."""

    eligible: bool
    provider: str
    amount_cents: int
    note: str


@tool(
    desks=(Desk.COSMETIC, Desk.BILLING),
    effect=Effect.READ,
    errors={
        "INVALID_ARGUMENTS": (
            "No amount is known yet. Quote the service or look the balance up, "
            "or give amount_cents."
        ),
    },
)
def offer_financing(ctx: ToolContext, args: FinancingQuery) -> Financing:
    """Check whether CareCredit is offered for an amount.

    Use it before saying anything about spreading a cost. Takes the amount given, otherwise the
    upper end of the price quoted last (cosmetic desk) or the verified patient's balance (billing
    desk). Offered above $250. It applies for nothing and writes nothing; CareCredit itself decides
    on an application.
    """
    amount = args.amount_cents or _amount_on_the_table(ctx)
    if not amount:
        ctx.refuse("INVALID_ARGUMENTS")
    eligible = amount > FINANCING_ABOVE_CENTS
    least = dollars(FINANCING_ABOVE_CENTS)
    return Financing(
        eligible=eligible,
        provider="CareCredit",
        amount_cents=amount,
        note=(
            f"CareCredit is available for amounts above {least}. They decide on the application."
            if eligible
            else f"CareCredit is offered only for amounts above {least}."
        ),
    )


def _amount_on_the_table(ctx: ToolContext) -> int:
    """Return the amount that this desk has been talking about, 0 when there is none."""
    if ctx.desk == Desk.BILLING and patient_on_the_line(ctx) is not None:
        return int(verified_record(ctx)["balance_cents"])
    return int(ctx.session.get(QUOTED, 0))


TOOLS = (send_payment_link, offer_financing)
