"""What every desk can do: take a callback, and hand the caller to a person."""

from typing import Annotated

from pydantic import Field

from mivas_env.authoring import Answer, Arguments, Effect, Phone, ToolContext, tool
from mivas_env.industries.healthcare.desks import Desk
from mivas_env.industries.healthcare.figures import CALLBACK_HOURS
from mivas_env.industries.healthcare.preconditions import patient_on_the_line
from mivas_env.industries.healthcare.vocabulary import (
    CallbackQueue,
    Priority,
    StaffDestination,
    TransferReason,
)

_QUEUE_NAMES = {
    "billing": "billing team",
    "clinical": "clinical team",
    "front_desk": "front desk",
    "cosmetic": "cosmetic coordinator",
    "records": "records team",
}


class CallbackRequest(Arguments):
    """A callback that the caller asked for or accepted."""

    callback_number: Annotated[
        Phone, Field(description="The number to call, read back to the caller and confirmed.")
    ]
    queue: Annotated[
        CallbackQueue,
        Field(
            description=(
                "Who calls back: billing for money, clinical for care, cosmetic for cosmetic "
                "visits, records for copies and forms, front_desk for anything else."
            )
        ),
    ]
    priority: Annotated[
        Priority,
        Field(description="How soon. Use routine unless the caller describes urgency."),
    ] = "routine"


class CallbackPromise(Answer):
    """What was queued, and the sentence that promises it."""

    queue: str
    priority: str
    sla_hours: int
    spoken_commitment: str


@tool(
    desks=Desk,
    effect=Effect.WRITE,
    errors={"UNKNOWN_QUEUE": "There is no such queue. Use one of the listed queues."},
)
def create_callback_task(ctx: ToolContext, args: CallbackRequest) -> CallbackPromise:
    """Queue a call back from staff to the caller.

    Use it only when the caller asks to be called back, accepts that offer, or the work cannot be
    finished on this call. Read the number back first. Returns how soon somebody calls (1 hour for
    stat, 4 for urgent, 24 for routine) and a `spoken_commitment` to say as it stands. Asking for
    the same callback again does not queue it twice. No identity check is needed.
    """
    patient = patient_on_the_line(ctx)
    hours = CALLBACK_HOURS[args.priority]
    same = ctx.one(
        "SELECT id FROM callbacks WHERE callback_number = ? AND queue = ? AND priority = ?",
        args.callback_number,
        args.queue,
        args.priority,
    )
    if same is None:
        ctx.write(
            "INSERT INTO callbacks (patient_id, callback_number, queue, priority, sla_hours,"
            " created_at) VALUES (?, ?, ?, ?, ?, ?)",
            patient,
            args.callback_number,
            args.queue,
            args.priority,
            hours,
            ctx.now,
        )
    span = "1 hour" if hours == 1 else f"{hours} hours"
    return CallbackPromise(
        queue=args.queue,
        priority=args.priority,
        sla_hours=hours,
        spoken_commitment=f"Our {_QUEUE_NAMES[args.queue]} will call you back within {span}.",
    )


class HumanTransfer(Arguments):
    """Where the caller goes, and why."""

    destination: Annotated[
        StaffDestination,
        Field(
            description=(
                "patient_support_center when the caller just wants a person; the named team when "
                "they ask for billing, an office's front desk, the cosmetic coordinator or "
                "records; clinical_triage for a medical emergency; location_front_desk when "
                "identity is locked; on_call only for clinicians calling about a patient."
            )
        ),
    ]
    reason: Annotated[
        TransferReason,
        Field(
            description=(
                "caller_request when they asked for a person, clinical_emergency for danger to "
                "health, identity_locked after too many failed checks, otherwise other."
            )
        ),
    ]


@tool(
    desks=Desk,
    effect=Effect.HANGUP,
    errors={"UNKNOWN_DESTINATION": "There is no such team. Use one of the listed destinations."},
)
def transfer_to_human(ctx: ToolContext, args: HumanTransfer) -> dict[str, object]:
    """Connect the caller to a person and end your part of the call.

    Use it at the first request for a person, and at once in a medical emergency, after telling the
    caller to dial 911. Announce the transfer in one sentence before you call this. Do not use it
    for a hard question, a complaint or a refusal. Nothing can be done on the call afterwards.
    """
    ctx.write(
        "INSERT INTO transfers (patient_id, destination, reason, created_at) VALUES (?, ?, ?, ?)",
        patient_on_the_line(ctx),
        args.destination,
        args.reason,
        ctx.now,
    )
    return {"transferred": True, "destination": args.destination}


TOOLS = (create_callback_task, transfer_to_human)
