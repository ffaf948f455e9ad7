"""The identity gate: find a chart, verify the person, read the summary."""

from datetime import date
from typing import Annotated, Any, NoReturn

from pydantic import Field

from mivas_env.authoring import (
    Answer,
    Arguments,
    Date,
    Effect,
    NoArguments,
    ToolContext,
    ascii_digits,
    fold,
    tool,
)
from mivas_env.industries.healthcare.desks import Desk
from mivas_env.industries.healthcare.figures import (
    AGE_OF_MAJORITY,
    MAX_IDENTITY_FAILURES,
    MAX_LOOKUPS,
)
from mivas_env.industries.healthcare.people import may_be_called
from mivas_env.industries.healthcare.preconditions import (
    FAILED_AT,
    FAILURES,
    LOOKUPS,
    PATIENT,
    SPEAKERS,
    identity_verified,
    patient_on_the_line,
    verified_record,
)
from mivas_env.industries.healthcare.visits import Visit, read_visit
from mivas_env.industries.healthcare.vocabulary import (
    CARRIER_LABELS,
    CallerRelationship,
    PersonName,
    SecondFactor,
    Zip,
)

_MAX_CANDIDATES = 3
_ALREADY_VERIFIED = (
    "This call is verified for one patient and stays with that patient. "
    "Somebody else's record needs a call of its own."
)


class ChartQuery(Arguments):
    """What the caller said about who they are."""

    last_name: Annotated[PersonName, Field(description="Last name, as the caller spelled it.")]
    dob: Annotated[Date, Field(description="Date of birth.")]
    first_name: Annotated[
        PersonName | None, Field(description="First name; give it whenever you have it.")
    ] = None
    zip: Annotated[
        Zip | None,
        Field(description="ZIP code on file; only to tell several candidates apart."),
    ] = None


class Candidate(Answer):
    """As little of a chart as is needed to tell it from another one."""

    first_name: str
    last_initial: str
    dob_year: str


class Candidates(Answer):
    """Charts that fit, at most three, by first name."""

    count: int
    candidates: list[Candidate]


@tool(
    desks=(Desk.IDENTITY,),
    effect=Effect.READ,
    errors={
        "ALREADY_VERIFIED": _ALREADY_VERIFIED,
        "LOOKUP_LIMIT": (
            "No more charts can be searched on this call. "
            "Offer the front desk or a callback instead."
        ),
    },
)
def identify_patient(ctx: ToolContext, args: ChartQuery) -> Candidates:
    """Search for a patient's chart by last name and date of birth.

    First step of every identity check. All details given must match exactly, apart from case.
    Returns how many charts fit and the first name, last initial and birth year of each; none means
    that the spelling or the date should be asked again. It opens nothing: confirm name and date of
    birth with the caller, then verify. A call may search six times, and no longer once a patient is
    verified. For a child or another person, search with the patient's details.
    """
    if patient_on_the_line(ctx) is not None:
        ctx.refuse("ALREADY_VERIFIED")
    lookups = int(ctx.session.get(LOOKUPS, 0))
    if lookups >= MAX_LOOKUPS:
        ctx.refuse("LOOKUP_LIMIT")
    ctx.session.note(LOOKUPS, lookups + 1)
    fitting = [
        row
        for row in ctx.rows(
            "SELECT first_name, last_name, dob, zip FROM patients WHERE dob = ?"
            " ORDER BY first_name, id",
            args.dob,
        )
        if fold(row["last_name"]) == fold(args.last_name)
        and (args.first_name is None or fold(row["first_name"]) == fold(args.first_name))
        and (args.zip is None or row["zip"] == args.zip)
    ]
    return Candidates(
        count=len(fitting),
        candidates=[
            Candidate(
                first_name=row["first_name"],
                last_initial=row["last_name"][:1],
                dob_year=row["dob"][:4],
            )
            for row in fitting[:_MAX_CANDIDATES]
        ],
    )


class IdentityClaim(Arguments):
    """Who the patient is, and who is speaking for them."""

    full_name: Annotated[
        PersonName,
        Field(description="The patient's first and last name only; no middle name, no title."),
    ]
    dob: Annotated[Date, Field(description="The patient's date of birth.")]
    second_factor: Annotated[
        SecondFactor | None,
        Field(
            description=(
                "ZIP code (5 digits) or last 4 digits of the telephone number on file. "
                "Send it only after this tool has answered SECOND_FACTOR_REQUIRED."
            )
        ),
    ] = None
    caller_relationship: Annotated[
        CallerRelationship,
        Field(
            description=(
                "Who is speaking: the patient (self), a minor's parent or legal guardian "
                "(guardian), or an adult whom the patient authorized (authorized_representative)."
            )
        ),
    ] = "self"
    caller_name: Annotated[
        PersonName | None,
        Field(
            description=(
                "The speaker's own first and last name when it is not the patient; "
                "leave it out for self."
            )
        ),
    ] = None


class Verified(Answer):
    """The patient is verified; `speaking_for` is set when somebody else is on the line."""

    verified: bool
    speaking_for: str | None


@tool(
    desks=(Desk.IDENTITY,),
    effect=Effect.READ,
    errors={
        "NO_MATCH": (
            "These details match no record. Do not say which one was wrong; "
            "ask for the name and date of birth once more."
        ),
        "SECOND_FACTOR_REQUIRED": (
            "Ask for the ZIP code or the last four digits of the telephone number on file, "
            "then verify again with that second factor."
        ),
        "GUARDIAN_REQUIRED": (
            "The patient is a minor, so a guardian on file has to speak. Ask for the caller's own "
            "name and verify again with caller_relationship guardian and caller_name."
        ),
        "CALLER_IS_NOT_PATIENT": (
            "The caller's own name is not the patient's, so this is not the patient speaking. "
            "Say in caller_relationship what the caller claims to be; self is closed for this "
            "patient on this call."
        ),
        "PROXY_NOT_AUTHORIZED": (
            "This person is not on file as allowed to speak for the patient. Open nothing: this "
            "patient's record stays closed for the rest of the call, whoever speaks. "
            "The patient can call, or sign an authorization at the office."
        ),
        "ASK_THE_CALLER_FIRST": (
            "Nothing was checked and nothing was counted. The last attempt failed, and the caller "
            "has not answered since: ask for the name and date of birth again, then verify."
        ),
        "IDENTITY_LOCKED": (
            "Verification is locked for the rest of this call. "
            "Offer the office's front desk or a callback."
        ),
        "ALREADY_VERIFIED": _ALREADY_VERIFIED,
    },
)
def verify_identity(ctx: ToolContext, args: IdentityClaim) -> Verified:
    """Verify the patient and open the record for the rest of this call.

    Use it after the caller said yes to the name and date of birth you read back; both must be as on
    file. Some records also need a second factor; the tool says so. A minor's record opens only for
    a guardian on file, an adult's for another adult only with an authorization on file: then give
    `caller_relationship` and `caller_name`. Whoever was refused for a patient stays refused on this
    call, also as somebody else. After a failed attempt the caller has to answer before the next
    one. Three failed attempts lock verification for the call. Once verified, the call cannot change
    to another patient.
    """
    verified = patient_on_the_line(ctx)
    if verified is None:
        _check_attempt(ctx)
    matches = [
        row
        for row in ctx.rows("SELECT * FROM patients WHERE dob = ? ORDER BY id", args.dob)
        if fold(f"{row['first_name']} {row['last_name']}") == fold(args.full_name)
        and (args.second_factor is None or _is_second_factor(row, args.second_factor))
    ]
    if verified is not None:
        if [row["id"] for row in matches] != [verified]:
            ctx.refuse("ALREADY_VERIFIED")
        return Verified(verified=True, speaking_for=None)
    if not matches:
        _fail(ctx, "NO_MATCH")
    patient = matches[0]
    speaking_for = None
    # Before the second factor: asking somebody without permission for more would tell them
    # that there is such a record.
    _check_story(ctx, patient, args)
    if args.caller_relationship != "self":
        speaking_for = _check_speaker(ctx, patient, args)
    is_flagged = bool(patient["second_factor_required"])
    if len(matches) > 1 or (is_flagged and args.second_factor is None):
        ctx.refuse("SECOND_FACTOR_REQUIRED")
    if args.caller_relationship == "self" and _is_minor(patient, ctx.now):
        ctx.refuse("GUARDIAN_REQUIRED")
    ctx.session.note(PATIENT, patient["id"])
    return Verified(verified=True, speaking_for=speaking_for)


def _is_second_factor(row: dict[str, Any], given: str) -> bool:
    return given in (row["zip"], ascii_digits(row["phone_e164"])[-4:])


def _check_attempt(ctx: ToolContext) -> None:
    """Refuse an attempt on a locked call, and one that the caller was not asked for."""
    if int(ctx.session.get(FAILURES, 0)) >= MAX_IDENTITY_FAILURES:
        ctx.refuse("IDENTITY_LOCKED")
    if ctx.caller_turn is not None and ctx.session.get(FAILED_AT) == ctx.caller_turn:
        ctx.refuse("ASK_THE_CALLER_FIRST")


def _fail(ctx: ToolContext, code: str) -> NoReturn:
    """Count a failed verification and refuse."""
    failures = int(ctx.session.get(FAILURES, 0)) + 1
    ctx.session.note(FAILURES, failures)
    ctx.session.note(FAILED_AT, ctx.caller_turn)
    ctx.refuse(code, data={"attempts_left": MAX_IDENTITY_FAILURES - failures})


def _check_story(ctx: ToolContext, patient: dict[str, Any], args: IdentityClaim) -> None:
    """Refuse a claim that contradicts what was claimed for this patient before, or itself.

    A guardian who is passed off as the child hears GUARDIAN_REQUIRED instead, which counts nothing.
    """
    told = ctx.session.get(SPEAKERS, {}).get(patient["id"])
    if told == "refused" or (told is not None and args.caller_relationship == "self"):
        _fail(ctx, "PROXY_NOT_AUTHORIZED")
    is_other = args.caller_name is not None and not may_be_called(
        args.caller_name, patient["first_name"], patient["last_name"]
    )
    if args.caller_relationship == "self" and is_other and not _is_minor(patient, ctx.now):
        _note_speaker(ctx, patient, "other")
        _fail(ctx, "CALLER_IS_NOT_PATIENT")


def _note_speaker(ctx: ToolContext, patient: dict[str, Any], told: str) -> None:
    """Remember that somebody else spoke for this patient (`other`), or was `refused`."""
    ctx.session.note(SPEAKERS, {**ctx.session.get(SPEAKERS, {}), patient["id"]: told})


def _check_speaker(ctx: ToolContext, patient: dict[str, Any], args: IdentityClaim) -> str:
    """Return whom somebody else speaks for; refuse who may not."""
    is_minor = _is_minor(patient, ctx.now)
    as_guardian = args.caller_relationship == "guardian"
    on_file = [
        row
        for row in ctx.rows(
            "SELECT person_name, relation FROM representatives"
            " WHERE patient_id = ? AND authorised = 1 ORDER BY person_name",
            patient["id"],
        )
        if fold(row["person_name"]) == fold(args.caller_name or "")
        and (row["relation"] in ("guardian", "parent")) is is_minor
    ]
    if as_guardian is not is_minor or not on_file:
        # Without a name the claim may be made again with one; it is never the patient again.
        _note_speaker(ctx, patient, "other" if args.caller_name is None else "refused")
        _fail(ctx, "PROXY_NOT_AUTHORIZED")
    return f"{patient['first_name']} {patient['last_name']}"


def _is_minor(patient: dict[str, Any], now: str) -> bool:
    return _age(patient["dob"], now) < AGE_OF_MAJORITY


def _age(dob: str, now: str) -> int:
    born, today = date.fromisoformat(dob), date.fromisoformat(now[:10])
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


class InsuranceOnFile(Answer):
    """The card in the chart, as much of it as may be said."""

    carrier: str
    plan_name: str | None
    member_id_last4: str


class OpenOrder(Answer):
    """An order whose result is not released yet."""

    order_type: str
    ordered_on: str


class Summary(Answer):
    """What the next desk needs to know about the verified patient."""

    name: str
    language: str
    home_office: str
    upcoming_appointments: list[Visit]
    visit_notes: dict[str, str]
    balance_cents: int
    insurance: InsuranceOnFile | None
    portal_active: bool
    open_orders: list[OpenOrder]
    clinical_flags: list[str]


@tool(desks=(Desk.IDENTITY,), effect=Effect.READ, requires=(identity_verified,))
def get_patient_summary(ctx: ToolContext, args: NoArguments) -> Summary:  # noqa: ARG001
    """Read the verified patient's summary: upcoming visits, balance, insurance, portal, orders.

    Use it once, right after verification, so that the next desk knows the caller. Upcoming visits
    come earliest first with the number that moving or cancelling needs; `visit_notes` says what
    each is about. `insurance` is null for self-pay. It is for orientation, not for reciting.
    """
    patient = verified_record(ctx)
    [office] = ctx.rows("SELECT name FROM locations WHERE id = ?", patient["home_office_id"])
    visits = ctx.rows(
        "SELECT id, description FROM appointments"
        " WHERE patient_id = ? AND status = 'booked' AND start > ? ORDER BY start, id",
        patient["id"],
        ctx.now,
    )
    orders = ctx.rows(
        "SELECT order_type, ordered_on FROM orders"
        " WHERE patient_id = ? AND status <> 'reviewed_and_released' ORDER BY ordered_on, id",
        patient["id"],
    )
    flags = ctx.rows(
        "SELECT flag FROM clinical_flags WHERE patient_id = ? ORDER BY flag", patient["id"]
    )
    return Summary(
        name=f"{patient['first_name']} {patient['last_name']}",
        language=patient["language"],
        home_office=office["name"],
        upcoming_appointments=[read_visit(ctx, row["id"]) for row in visits],
        visit_notes={str(row["id"]): row["description"] for row in visits},
        balance_cents=patient["balance_cents"],
        insurance=_insurance(patient),
        portal_active=bool(patient["portal_active"]),
        open_orders=[OpenOrder(**row) for row in orders],
        clinical_flags=[row["flag"] for row in flags],
    )


def _insurance(patient: dict[str, Any]) -> InsuranceOnFile | None:
    if patient["carrier"] is None:
        return None
    return InsuranceOnFile(
        carrier=CARRIER_LABELS[patient["carrier"]],
        plan_name=patient["plan_name"],
        member_id_last4=patient["member_id"][-4:],
    )


TOOLS = (identify_patient, verify_identity, get_patient_summary)
