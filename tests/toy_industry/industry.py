"""A bicycle repair line, small enough to hold in the head; core tests use it and nothing else."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from mivas_env.authoring import (
    AliasTable,
    Answer,
    Arguments,
    Compare,
    Date,
    Desk,
    DeskGraph,
    Effect,
    Industry,
    Match,
    Minute,
    NoArguments,
    Phone,
    Prose,
    RowRule,
    TablePolicy,
    ToolContext,
    alias,
    precondition,
    tool,
)


class At(StrEnum):
    """The desks."""

    COUNTER = "counter"
    WORKSHOP = "workshop"
    ACCOUNTS = "accounts"


GRAPH = DeskGraph(
    (
        Desk(At.COUNTER, "It answers and finds bicycles.", (At.WORKSHOP, At.ACCOUNTS)),
        Desk(At.WORKSHOP, "It books repairs.", (At.ACCOUNTS,)),
        Desk(At.ACCOUNTS, "It refunds."),
    )
)
SHOPS = AliasTable.of(
    "shop",
    {"shop_mill": ("Mill Lane",), "shop_quay": ("The Quay", "Quayside")},
    error_code="UNKNOWN_SHOP",
)
ShopId = Annotated[Literal["shop_mill", "shop_quay"], alias(SHOPS)]
Part = Literal["chain", "brake", "saddle"]


@precondition("OWNER_UNKNOWN", "Find the owner's bicycle first.")
def owner_known(ctx: ToolContext) -> bool:
    """The call has found a bicycle."""
    return ctx.session.get("owner") is not None


class BikeQuery(Arguments):
    """Who to look for."""

    owner: Annotated[str, Field(max_length=60, description="Full name of the owner.")]
    shop_id: Annotated[ShopId | None, Field(description="Where it was left.")] = None


class BikeFound(Answer):
    """A bicycle on file."""

    bike_id: int
    model: str


@tool(
    desks=(At.COUNTER, At.WORKSHOP),
    effect=Effect.READ,
    errors={"NO_BIKE": "There is no bicycle on file under that name."},
)
def find_bike(ctx: ToolContext, args: BikeQuery) -> BikeFound:
    """Find a bicycle by its owner's full name."""
    row = ctx.one(
        "SELECT id, model FROM bikes WHERE lower(owner) = lower(?) AND (? IS NULL OR shop_id = ?)",
        args.owner,
        args.shop_id,
        args.shop_id,
    )
    if row is None:
        ctx.session.note("misses", int(ctx.session.get("misses", 0)) + 1)
        ctx.refuse("NO_BIKE")
    ctx.session.note("owner", args.owner)
    return BikeFound(bike_id=row["id"], model=row["model"])


class RepairBooking(Arguments):
    """A repair to be booked."""

    bike_id: Annotated[int, Field(ge=1, description="The bicycle.")]
    shop_id: ShopId
    day: Annotated[Date, Field(description="Day of the repair.")]
    parts: Annotated[list[Part], Field(min_length=1, description="Parts to replace.")]
    pickup: Annotated[Minute | None, Field(description="When it is collected.")] = None
    phone: Annotated[Phone | None, Field(description="Whom to ring.")] = None
    express: Annotated[bool | None, Field(description="Same-day work.")] = None
    notes: Annotated[str | None, Field(max_length=200), Compare(Match.PROSE)] = None


@tool(
    desks=(At.WORKSHOP,),
    effect=Effect.WRITE,
    requires=(owner_known,),
    errors={"CLOSED": "The shop is closed on that day."},
)
def book_repair(ctx: ToolContext, args: RepairBooking) -> dict[str, object]:
    """Book a repair for a bicycle."""
    number = ctx.write(
        "INSERT INTO repairs (bike_id, shop_id, day, parts, notes) VALUES (?, ?, ?, ?, ?)",
        args.bike_id,
        args.shop_id,
        args.day,
        ",".join(sorted(set(args.parts))),
        args.notes,
    )
    # Checked after the write on purpose: a refused call must leave no row behind.
    if args.day.endswith("-25"):
        ctx.refuse("CLOSED", data={"next_day": "26"})
    return {"repair_id": number}


class RefundOffer(Arguments):
    """What is to be refunded."""

    amount: Annotated[float, Field(gt=0, le=500, description="Pounds.")]


@tool(desks=(At.ACCOUNTS,), effect=Effect.READ)
def hold_refund(ctx: ToolContext, args: RefundOffer) -> dict[str, object]:
    """Offer a refund; confirm it with the token."""
    return {"confirmation_token": ctx.issue_token("refund", {"amount": args.amount})}


class Confirmation(Arguments):
    """The token of an offer."""

    confirmation_token: Annotated[str, Field(max_length=40)]


@tool(
    desks=(At.ACCOUNTS,),
    effect=Effect.WRITE,
    errors={"BAD_TOKEN": "That token is wrong, old or used."},
)
def confirm_refund(ctx: ToolContext, args: Confirmation) -> dict[str, object]:
    """Pay out a refund that was offered."""
    offer = ctx.redeem_token("refund", args.confirmation_token)
    if offer is None:
        ctx.refuse("BAD_TOKEN")
    ctx.write("INSERT INTO refunds (amount_pence) VALUES (?)", round(offer["amount"] * 100))
    return {"paid": offer["amount"]}


@tool(
    desks=(At.ACCOUNTS,),
    effect=Effect.WRITE,
    errors={"DISCLOSURE_REQUIRED": "Say that a storage fee of ten pounds applies."},
)
def charge_storage(ctx: ToolContext, _args: NoArguments) -> None:
    """Charge the storage fee, once the caller has heard of it."""
    if not ctx.heard_disclosure("storage", "fee"):
        ctx.note_disclosure("storage", "fee")
        ctx.refuse("DISCLOSURE_REQUIRED")
    ctx.clear_disclosure("storage")
    ctx.write("INSERT INTO refunds (amount_pence) VALUES (?)", -1000)


class Message(Arguments):
    """Words for somebody."""

    for_whom: Annotated[str, Compare(Match.FUZZY), Field(max_length=60)]
    text: Prose


@tool(desks=tuple(At), effect=Effect.WRITE)
def leave_note(ctx: ToolContext, args: Message) -> None:
    """Leave a note for a colleague."""
    ctx.write("INSERT INTO notes (for_whom, body) VALUES (?, ?)", args.for_whom, args.text)


@tool(desks=tuple(At), effect=Effect.HANGUP)
def call_manager(ctx: ToolContext, _args: NoArguments) -> None:
    """Put the caller through to the manager, which ends the call here."""
    ctx.write("INSERT INTO notes (for_whom, body) VALUES ('manager', 'put through')")


class WorkshopHandoff(Arguments):
    """Why the call goes on to the workshop."""

    next_job: Annotated[Literal["repair", "fitting"], Field(description="What comes next.")]


BICYCLES = Industry(
    name="bicycles",
    title="Larkspur Bicycles",
    version="1.0.0",
    package="toy_industry",
    now="2026-05-04T09:30",
    greeting="Larkspur Bicycles, this is the automated line. How can I help?",
    graph=GRAPH,
    tools=(
        find_bike,
        book_repair,
        hold_refund,
        confirm_refund,
        charge_storage,
        leave_note,
        call_manager,
    ),
    tables={
        "repairs": TablePolicy(generated=("id",), ignored=("notes",)),
        "refunds": TablePolicy(generated=("id",)),
        "notes": TablePolicy(
            rule=RowRule.CONSTRAINED, generated=("id",), ignored=("body",), always=False
        ),
    },
    handoff_arguments={At.WORKSHOP: WorkshopHandoff},
    terminal_tools=("call_manager",),
    entities={"shop": SHOPS},
)
