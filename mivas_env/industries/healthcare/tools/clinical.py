"""Clinical errands of a verified patient: result status, refills, messages, the portal."""

from datetime import datetime, timedelta
from typing import Annotated

from pydantic import Field

from mivas_env.authoring import Answer, Arguments, Effect, Phone, ToolContext, tool
from mivas_env.industries.healthcare.desks import Desk
from mivas_env.industries.healthcare.figures import MESSAGE_WINDOWS, PORTAL_LINK_HOURS
from mivas_env.industries.healthcare.preconditions import (
    identity_verified,
    patient_on_the_line,
    verified_record,
)
from mivas_env.industries.healthcare.vocabulary import (
    MedicationName,
    MessageCategory,
    OrderType,
    PortalChannel,
    Priority,
)

_STATUS_SCRIPTS = {
    "collected": (
        "Your sample has been taken and is on its way to the lab. Nothing has come back yet."
    ),
    "in_process": "The lab is still working on it. There is no result yet.",
    "resulted_pending_review": (
        "The result has come back and your provider is reviewing it. I can't see or share what it "
        "says; your provider's team will contact you when the review is done."
    ),
    "reviewed_and_released": (
        "Your provider has reviewed the result and released it to the patient portal. "
        "I can't read it out, but a nurse can answer questions about it."
    ),
}


class ResultsQuery(Arguments):
    """Which kind of result."""

    order_type: Annotated[
        OrderType,
        Field(description="pathology for a biopsy or removal, lab for blood work, allergy tests."),
    ]


class OrderStatus(Answer):
    """How far one order has come; never what it found."""

    name: str
    ordered_on: str
    status: str
    approved_script: str


class ResultsStatus(Answer):
    """Orders of that kind, latest first, and whether the portal is open to the patient."""

    orders: list[OrderStatus]
    portal_active: bool


@tool(
    desks=(Desk.CLINICAL,),
    effect=Effect.READ,
    requires=(identity_verified,),
    errors={"NO_SUCH_ORDER": "The chart holds no order of this kind. Say so; do not guess why."},
)
def get_results_status(ctx: ToolContext, args: ResultsQuery) -> ResultsStatus:
    """Look up how far the verified patient's tests have come.

    Use it for any question about results, once for each kind asked about. Returns each order,
    latest first, with its status and an `approved_script` to speak as it stands. Findings are not
    in it and may not be guessed or hinted at. If `portal_active` is false, offer an activation
    link, where a released result can be read.
    """
    rows = ctx.rows(
        "SELECT name, ordered_on, status FROM orders WHERE patient_id = ? AND order_type = ?"
        " ORDER BY ordered_on DESC, id",
        patient_on_the_line(ctx),
        args.order_type,
    )
    if not rows:
        ctx.refuse("NO_SUCH_ORDER")
    return ResultsStatus(
        orders=[OrderStatus(**row, approved_script=_STATUS_SCRIPTS[row["status"]]) for row in rows],
        portal_active=bool(verified_record(ctx)["portal_active"]),
    )


class RefillRequest(Arguments):
    """Which medication."""

    medication_name: Annotated[
        MedicationName,
        Field(description="The medication the caller names; brand names as they are."),
    ]


class RefillRouted(Answer):
    """Where the request went. It is never an approval."""

    medication_name: str
    route: str
    hard_stop: bool
    approved: bool
    prescription_on_file: bool
    note: str
    spoken_commitment: str | None


_REFILL_COMMITMENTS = {
    "routed_to_provider": (
        "I've sent the request to your provider. Please allow three business days; "
        "it is a request, not an approval."
    ),
    "biologic_coordinator": "I've passed this to our biologic coordinator, who will follow up.",
}
_SAME_DRUG = {"accutane": "isotretinoin"}
"""Brand -> the name under which the chart holds it."""


@tool(
    desks=(Desk.CLINICAL,),
    effect=Effect.WRITE,
    requires=(identity_verified,),
    errors={
        "UNKNOWN_MEDICATION": (
            "That medication is not on the refill list. "
            "Send a clinical message of category rx_question instead."
        ),
    },
)
def request_rx_refill(ctx: ToolContext, args: RefillRequest) -> RefillRouted:
    """Register a refill request of the verified patient and say where it goes.

    Use it at once when a medication is named, before talking about it, also for prior
    authorizations. It never approves anything. When `hard_stop` is true, the medication is not
    refilled through this call: speak the `note` and do not promise otherwise. A medication that is
    not on the list gets a clinical message of category rx_question instead. The same request again
    is not registered twice.
    """
    patient = patient_on_the_line(ctx)
    [medication] = ctx.rows("SELECT * FROM medications WHERE name = ?", args.medication_name)
    on_file = ctx.one(
        "SELECT id FROM prescriptions WHERE patient_id = ? AND medication = ?",
        patient,
        _SAME_DRUG.get(args.medication_name, args.medication_name),
    )
    same = ctx.one(
        "SELECT id FROM refill_requests WHERE patient_id = ? AND medication_name = ?",
        patient,
        args.medication_name,
    )
    if same is None:
        ctx.write(
            "INSERT INTO refill_requests (patient_id, medication_name, route, hard_stop,"
            " created_at) VALUES (?, ?, ?, ?, ?)",
            patient,
            args.medication_name,
            medication["route"],
            medication["hard_stop"],
            ctx.now,
        )
    return RefillRouted(
        medication_name=args.medication_name,
        route=medication["route"],
        hard_stop=bool(medication["hard_stop"]),
        approved=False,
        prescription_on_file=on_file is not None,
        note=medication["note"],
        spoken_commitment=_REFILL_COMMITMENTS.get(medication["route"]),
    )


class ClinicalMessage(Arguments):
    """What the message is about, and how soon an answer is needed."""

    category: Annotated[
        MessageCategory,
        Field(
            description=(
                "results_followup about a result, rx_question about a medication or a prior "
                "authorization, nurse_question about symptoms or care, otherwise other."
            )
        ),
    ]
    priority: Annotated[
        Priority, Field(description="Use routine unless the caller describes urgency.")
    ] = "routine"
    callback_number: Annotated[
        Phone | None,
        Field(description="Number to answer on; left out, the number on file is used."),
    ] = None


class MessageQueued(Answer):
    """The message is with the clinical team."""

    queued: bool
    category: str
    priority: str
    callback_window: str
    spoken_commitment: str


@tool(desks=(Desk.CLINICAL,), effect=Effect.WRITE, requires=(identity_verified,))
def create_clinical_message(ctx: ToolContext, args: ClinicalMessage) -> MessageQueued:
    """Send the clinical team a message from the verified patient.

    Use it when the caller has a question for a nurse or provider, wants to be called about a
    result, or needs a medication that cannot be requested here. Returns when the team answers
    (stat within 1 hour, urgent within 4, routine by the end of the next business day) and a
    `spoken_commitment` to say. The same message again is not sent twice.
    """
    patient = patient_on_the_line(ctx)
    row = (patient, args.category, args.priority, args.callback_number)
    same = ctx.one(
        "SELECT id FROM clinical_messages WHERE patient_id = ? AND category = ? AND priority = ?"
        " AND callback_number IS ?",
        *row,
    )
    if same is None:
        ctx.write(
            "INSERT INTO clinical_messages (patient_id, category, priority, callback_number,"
            " created_at) VALUES (?, ?, ?, ?, ?)",
            *row,
            ctx.now,
        )
    window = MESSAGE_WINDOWS[args.priority]
    return MessageQueued(
        queued=True,
        category=args.category,
        priority=args.priority,
        callback_window=window,
        spoken_commitment=f"Your message is with our clinical team. They will answer {window}.",
    )


class PortalActivation(Arguments):
    """How the activation link is sent."""

    channel: Annotated[
        PortalChannel, Field(description="Ask the caller: text message or email, as on file.")
    ]


class ActivationSent(Answer):
    """The link is out, to the contact on file."""

    sent: bool
    channel: str
    expires_at: str


@tool(
    desks=(Desk.CLINICAL,),
    effect=Effect.WRITE,
    requires=(identity_verified,),
    errors={"PORTAL_ALREADY_ACTIVE": "The patient's portal is active already; no link is needed."},
)
def send_portal_activation(ctx: ToolContext, args: PortalActivation) -> ActivationSent:
    """Send the verified patient a link that activates the patient portal.

    Use it when the portal is not active and the caller wants access, as on every call about
    results. The link goes to the contact on file and works for 72 hours. The same link is not sent
    twice.
    """
    patient = verified_record(ctx)
    if patient["portal_active"]:
        ctx.refuse("PORTAL_ALREADY_ACTIVE")
    until = datetime.fromisoformat(ctx.now) + timedelta(hours=PORTAL_LINK_HOURS)
    expires_at = until.isoformat(timespec="minutes")
    same = ctx.one(
        "SELECT id FROM portal_activations WHERE patient_id = ? AND channel = ?",
        patient["id"],
        args.channel,
    )
    if same is None:
        ctx.write(
            "INSERT INTO portal_activations (patient_id, channel, expires_at, created_at)"
            " VALUES (?, ?, ?, ?)",
            patient["id"],
            args.channel,
            expires_at,
            ctx.now,
        )
    return ActivationSent(sent=True, channel=args.channel, expires_at=expires_at)


TOOLS = (get_results_status, request_rx_refill, create_clinical_message, send_portal_activation)
