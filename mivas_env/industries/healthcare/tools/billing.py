"""A verified patient's account: balance, what a charge is, a review of a fee."""

from typing import Annotated, Any

from pydantic import Field

from mivas_env.authoring import Answer, Arguments, Effect, NoArguments, ToolContext, tool
from mivas_env.industries.healthcare.desks import Desk
from mivas_env.industries.healthcare.preconditions import (
    identity_verified,
    patient_on_the_line,
    verified_record,
)
from mivas_env.industries.healthcare.vocabulary import LineItemId

_UNKNOWN_LINE = "The account has no such line. Look the balance up and use one of its lines."


class AccountLine(Answer):
    """One charge that is part of the balance."""

    line_item_id: str
    description: str
    service_date: str
    amount_cents: int


class Balance(Answer):
    """What is owed; the lines add up to the balance, latest service first."""

    balance_cents: int
    line_items: list[AccountLine]


@tool(desks=(Desk.BILLING,), effect=Effect.READ, requires=(identity_verified,))
def get_account_balance(ctx: ToolContext, args: NoArguments) -> Balance:  # noqa: ARG001
    """Look up the verified patient's balance and the charges it is made of.

    Use it first in every talk about money. Returns the balance in cents and its lines, the latest
    service first; a balance of zero has none. State the amount before you explain anything.
    """
    lines = ctx.rows(
        "SELECT line_item_id, description, service_date, amount_cents FROM account_lines"
        " WHERE patient_id = ? ORDER BY service_date DESC, line_item_id",
        patient_on_the_line(ctx),
    )
    return Balance(
        balance_cents=verified_record(ctx)["balance_cents"],
        line_items=[AccountLine(**line) for line in lines],
    )


class ChargeQuery(Arguments):
    """Which line of the account."""

    line_item_id: Annotated[LineItemId, Field(description="The line, from get_account_balance.")]


class ChargeExplanation(Answer):
    """What a charge is, in approved words."""

    line_item_id: str
    amount_cents: int
    approved_script: str


@tool(
    desks=(Desk.BILLING,),
    effect=Effect.READ,
    requires=(identity_verified,),
    errors={"UNKNOWN_LINE_ITEM": _UNKNOWN_LINE},
)
def explain_charge(ctx: ToolContext, args: ChargeQuery) -> ChargeExplanation:
    """Look up why one line of the verified patient's account was charged.

    Use it when the caller asks what a charge is for, after stating the balance. Returns an
    `approved_script` to speak as it stands; add no opinion on insurance or on whether it is fair.
    """
    line = _own_line(ctx, args.line_item_id)
    return ChargeExplanation(
        line_item_id=line["line_item_id"],
        amount_cents=line["amount_cents"],
        approved_script=line["explanation"],
    )


def _own_line(ctx: ToolContext, line_item_id: str) -> dict[str, Any]:
    line = ctx.one(
        "SELECT * FROM account_lines WHERE patient_id = ? AND line_item_id = ?",
        patient_on_the_line(ctx),
        line_item_id,
    )
    return line if line is not None else ctx.refuse("UNKNOWN_LINE_ITEM")


class WaiverRequest(Arguments):
    """Which fee the caller disputes."""

    fee_line_item_id: Annotated[
        LineItemId,
        Field(description="A missed-visit or late-cancellation fee, from get_account_balance."),
    ]


class ReviewOpened(Answer):
    """A review is open; nothing is waived."""

    review_opened: bool
    sla: str
    spoken_commitment: str


@tool(
    desks=(Desk.BILLING,),
    effect=Effect.WRITE,
    requires=(identity_verified,),
    errors={
        "UNKNOWN_LINE_ITEM": _UNKNOWN_LINE,
        "NOT_WAIVABLE": (
            "Only missed-visit and late-cancellation fees can be reviewed; this line is a charge "
            "for care. Explain it instead."
        ),
    },
)
def request_fee_waiver(ctx: ToolContext, args: WaiverRequest) -> ReviewOpened:
    """Open a review of a missed-visit or late-cancellation fee on the verified patient's account.

    Use it when the caller disputes such a fee or asks to have it taken off. It opens a review by
    staff and promises nothing: never say that the fee is or will be waived. Speak the
    `spoken_commitment`. A fee that is under review already is not filed twice.
    """
    patient = patient_on_the_line(ctx)
    line = _own_line(ctx, args.fee_line_item_id)
    if not line["waivable"]:
        ctx.refuse("NOT_WAIVABLE")
    same = ctx.one(
        "SELECT id FROM waiver_requests WHERE patient_id = ? AND line_item_id = ?",
        patient,
        args.fee_line_item_id,
    )
    if same is None:
        ctx.write(
            "INSERT INTO waiver_requests (patient_id, line_item_id, created_at) VALUES (?, ?, ?)",
            patient,
            args.fee_line_item_id,
            ctx.now,
        )
    return ReviewOpened(
        review_opened=True,
        sla="two business days",
        spoken_commitment=(
            "I've asked our billing team to review that fee. You'll hear from them within two "
            "business days. I can't promise how they will decide."
        ),
    )


TOOLS = (get_account_balance, explain_charge, request_fee_waiver)
