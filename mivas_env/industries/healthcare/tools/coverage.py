"""Insurance: plan acceptance by office, live benefits, the card on file."""

from typing import Annotated, Any

from pydantic import Field

from mivas_env.authoring import Answer, Arguments, Date, Effect, ToolContext, tool
from mivas_env.industries.healthcare.desks import Desk
from mivas_env.industries.healthcare.preconditions import (
    identity_verified,
    patient_on_the_line,
    verified_record,
)
from mivas_env.industries.healthcare.vocabulary import (
    CARRIER_LABELS,
    CarrierSlug,
    GroupNumber,
    LocationId,
    MemberId,
    ProviderId,
    SubscriberRelationship,
)

_CARRIER = (
    "Insurance carrier as a slug, or its full name. Use other for a carrier that is not listed."
)


class PlanQuery(Arguments):
    """One carrier at one office, and one provider there if the caller named one."""

    carrier: Annotated[CarrierSlug, Field(description=_CARRIER)]
    location_id: Annotated[
        LocationId, Field(description="The one office the caller asks about, by id or exact name.")
    ]
    provider_id: Annotated[
        ProviderId | None, Field(description="Only if the caller asks about this provider.")
    ] = None


class PlanAnswer(Answer):
    """Whether the plan is taken; `accepted` is null where the record cannot say.

    `alternative_locations` names other offices that take the carrier, only after a no.
    """

    carrier: str
    location: str
    provider: str | None
    accepted: bool | None
    referral_required: bool | None
    must_not_assert: bool
    note: str
    required_script: str | None
    alternative_locations: list[str]


@tool(
    desks=(Desk.COVERAGE,),
    effect=Effect.READ,
    errors={
        "UNKNOWN_LOCATION": "There is no office of that name. Ask which one is meant.",
        "UNKNOWN_PROVIDER": "There is no such provider.",
    },
)
def check_plan_accepted(ctx: ToolContext, args: PlanQuery) -> PlanAnswer:
    """Check whether one office, or one provider there, takes one insurance carrier.

    Use it for every question about acceptance or referrals, once for each office asked about;
    acceptance differs between offices. Returns `accepted` true, false or null and whether a
    referral is needed (null: not known). When `must_not_assert` is true, say neither yes nor no:
    speak `required_script`. Name the office in your answer.
    """
    office = _row(ctx, "SELECT name FROM locations WHERE id = ?", args.location_id)["name"]
    provider, finding = _finding(ctx, args, office)
    accepted = _flag(finding["accepted"])
    label = CARRIER_LABELS[args.carrier]
    place = office if provider is None else f"{provider} at {office}"
    script = (
        f"I can't confirm {label} for {place} from our records, so I can't tell you yes or no. "
        "Your plan can tell you, with the office's name."
    )
    return PlanAnswer(
        carrier=label,
        location=office,
        provider=provider,
        accepted=accepted,
        referral_required=_flag(finding["referral_required"]),
        must_not_assert=accepted is None,
        note=finding["note"],
        required_script=script if accepted is None else None,
        alternative_locations=_accepting_offices(ctx, args.carrier) if accepted is False else [],
    )


def _finding(ctx: ToolContext, args: PlanQuery, office: str) -> tuple[str | None, dict[str, Any]]:
    """Return the provider's name, if one was asked for, and the record that decides.

    A provider's own record stands before the office's; a provider of another office has none.
    """
    sql = (
        "SELECT accepted, referral_required, note FROM plan_acceptance"
        " WHERE carrier = ? AND location_id = ? AND provider_id IS ?"
    )
    at_office = _row(ctx, sql, args.carrier, args.location_id, None)
    if args.provider_id is None:
        return None, at_office
    provider = _row(ctx, "SELECT name, location_id FROM providers WHERE id = ?", args.provider_id)
    name = provider["name"]
    if provider["location_id"] != args.location_id:
        note = f"{name} does not see patients at {office}."
        return name, {"accepted": None, "referral_required": None, "note": note}
    return name, ctx.one(sql, args.carrier, args.location_id, args.provider_id) or at_office


def _row(ctx: ToolContext, sql: str, *parameters: object) -> dict[str, Any]:
    """Return the one row that the world holds for a legal id."""
    [row] = ctx.rows(sql, *parameters)
    return row


def _flag(value: int | None) -> bool | None:
    return None if value is None else bool(value)


def _accepting_offices(ctx: ToolContext, carrier: str) -> list[str]:
    rows = ctx.rows(
        "SELECT l.name FROM plan_acceptance a JOIN locations l ON l.id = a.location_id"
        " WHERE a.carrier = ? AND a.provider_id IS NULL AND a.accepted = 1 ORDER BY l.name",
        carrier,
    )
    return [row["name"] for row in rows]


class EligibilityQuery(Arguments):
    """One insurance card and the day of the visit."""

    carrier: Annotated[CarrierSlug, Field(description=_CARRIER)]
    member_id: Annotated[
        MemberId, Field(description="Member ID from the card, read back character by character.")
    ]
    dob: Annotated[Date, Field(description="Date of birth of the member.")]
    service_date: Annotated[Date, Field(description="Day of the visit, today or later.")]


class Benefits(Answer):
    """What the payer says; the amounts are null when the plan is not active."""

    plan_active: bool
    plan_name: str
    service_date: str
    copay_cents: int | None
    deductible_remaining_cents: int | None
    coinsurance_pct: int | None


@tool(
    desks=(Desk.COVERAGE,),
    effect=Effect.READ,
    errors={
        "NOT_VERIFIED": (
            "This card belongs to a patient who has not been verified on this call, "
            "so its benefits may not be read out."
        ),
        "MEMBER_NOT_FOUND": (
            "The payer knows no member with this carrier, member ID and date of birth. "
            "Read all three back once; do not guess."
        ),
        "PAYER_UNAVAILABLE": (
            "The payer is not answering. Give no figures and no guess; offer a callback."
        ),
        "INVALID_DATE": "The day of the visit is over. Ask for a day from today on.",
    },
)
def run_eligibility_check(ctx: ToolContext, args: EligibilityQuery) -> Benefits:
    """Ask the payer for the live benefits of one card on one day.

    Use it for copay, deductible or coinsurance, only with a member ID the caller gave, and after
    reading ID and date of birth back. Returns amounts in cents. A card of one of our patients
    answers only when that patient is verified on this call; a new caller's own card needs no
    check. Refuses when the payer is silent or does not know the member; never estimate instead.
    """
    if args.service_date < ctx.now[:10]:
        ctx.refuse("INVALID_DATE")
    card = ctx.one(
        "SELECT * FROM eligibility WHERE carrier = ? AND member_id = ? AND dob = ?",
        args.carrier,
        args.member_id.upper(),
        args.dob,
    )
    if card is None:
        ctx.refuse("MEMBER_NOT_FOUND")
    holder = _chart_of_card(ctx, args.carrier, args.member_id)
    if holder is not None and holder != patient_on_the_line(ctx):
        ctx.refuse("NOT_VERIFIED")
    if card["payer_status"] == "unavailable":
        ctx.refuse("PAYER_UNAVAILABLE")
    return Benefits(
        plan_active=card["payer_status"] == "active",
        plan_name=card["plan_name"],
        service_date=args.service_date,
        copay_cents=card["copay_cents"],
        deductible_remaining_cents=card["deductible_remaining_cents"],
        coinsurance_pct=card["coinsurance_pct"],
    )


def _chart_of_card(ctx: ToolContext, carrier: str, member_id: str) -> str | None:
    """Return the patient whose chart holds a card, None when no chart does."""
    row = ctx.one(
        "SELECT id FROM patients WHERE carrier = ? AND member_id = ?", carrier, member_id.upper()
    )
    return row["id"] if row else None


class NewCard(Arguments):
    """The card that replaces the one on file."""

    carrier: Annotated[CarrierSlug, Field(description=_CARRIER)]
    member_id: Annotated[
        MemberId, Field(description="Member ID from the card, read back character by character.")
    ]
    group_number: Annotated[
        GroupNumber | None, Field(description="If the caller has it; never insist on it.")
    ] = None
    subscriber_relationship: Annotated[
        SubscriberRelationship | None,
        Field(description="Whose plan it is, seen from the patient, if the caller says so."),
    ] = None


class CardUpdate(Answer):
    """What the chart holds now; `updated` is false when it already was that card."""

    updated: bool
    carrier: str
    plan_name: str | None
    member_id_last4: str


@tool(
    desks=(Desk.COVERAGE,),
    effect=Effect.WRITE,
    requires=(identity_verified,),
    errors={
        "MEMBER_ID_IN_USE": (
            "Another patient's chart holds this member ID. "
            "Read it back character by character; if it stands, take a callback."
        ),
    },
)
def capture_insurance_update(ctx: ToolContext, args: NewCard) -> CardUpdate:
    """Put the verified patient's new insurance card on file, in place of the old one.

    Use it after reading the member ID back. Carrier and member ID are enough; a missing group
    number never holds it up. The plan name comes from the payer, and is null when the payer does
    not know the card. Being on file does not mean that an office takes the plan. The same card
    again changes nothing.
    """
    patient = verified_record(ctx)
    member_id = args.member_id.upper()
    holder = _chart_of_card(ctx, args.carrier, member_id)
    if holder not in (None, patient["id"]):
        ctx.refuse("MEMBER_ID_IN_USE")
    card = ctx.one(
        "SELECT plan_name FROM eligibility WHERE carrier = ? AND member_id = ? AND dob = ?",
        args.carrier,
        member_id,
        patient["dob"],
    )
    plan_name = card["plan_name"] if card else None
    is_new = holder is None
    if is_new:
        ctx.write(
            "UPDATE patients SET carrier = ?, member_id = ?, plan_name = ? WHERE id = ?",
            args.carrier,
            member_id,
            plan_name,
            patient["id"],
        )
        ctx.write(
            "INSERT INTO insurance_updates (patient_id, carrier, member_id, group_number,"
            " subscriber_relationship, created_at) VALUES (?, ?, ?, ?, ?, ?)",
            patient["id"],
            args.carrier,
            member_id,
            args.group_number,
            args.subscriber_relationship,
            ctx.now,
        )
    return CardUpdate(
        updated=is_new,
        carrier=CARRIER_LABELS[args.carrier],
        plan_name=plan_name if is_new else patient["plan_name"],
        member_id_last4=member_id[-4:],
    )


TOOLS = (check_plan_accepted, run_eligibility_check, capture_insurance_update)
