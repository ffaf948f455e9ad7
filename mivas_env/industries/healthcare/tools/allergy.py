"""The allergy clinic's own booking: a service fixes length, preparation and observation."""

from typing import Annotated, Any

from pydantic import Field

from mivas_env.authoring import Answer, Arguments, Effect, ToolContext, tool
from mivas_env.industries.healthcare.desks import Desk
from mivas_env.industries.healthcare.new_patients import (
    NEW_PATIENT_ERRORS,
    NewPatientDob,
    NewPatientName,
    NewPatientPhone,
    new_patient_of,
)
from mivas_env.industries.healthcare.preconditions import NOT_VERIFIED, patient_on_the_line
from mivas_env.industries.healthcare.visits import (
    Visit,
    book,
    open_slots,
    read_visit,
    unsuitable,
    visit_type_of,
)
from mivas_env.industries.healthcare.vocabulary import AllergyService, LocationId, WindowBound

_UNDER_WAY = frozenset({"allergy_shot", "drops_pickup", "food_challenge", "immunotherapy_buildup"})
"""Steps of a treatment that an allergist here has begun, so the patient must be verified."""


class ServiceRequest(Arguments):
    """Which service, where, and within which days."""

    service: Annotated[AllergyService, Field(description="The allergy or asthma service.")]
    location_id: Annotated[LocationId, Field(description="The office the caller wants.")]
    window_start: Annotated[
        WindowBound | None, Field(description="Earliest start: a day or a local time.")
    ] = None
    window_end: Annotated[
        WindowBound | None, Field(description="Latest end: a day (inclusive) or a local time.")
    ] = None
    new_patient_name: NewPatientName = None
    new_patient_dob: NewPatientDob = None
    new_patient_phone: NewPatientPhone = None


class ServiceBooked(Answer):
    """The visit, how to prepare, how long to stay, and what follows."""

    status: str
    appointment: Visit
    idempotent: bool
    prep_instructions: str
    observation_minutes_after: int
    linked_return_visits: str


@tool(
    desks=(Desk.SCHEDULING,),
    effect=Effect.WRITE,
    errors={
        **NEW_PATIENT_ERRORS,
        "NOT_VERIFIED": NOT_VERIFIED,
        "UNKNOWN_SERVICE": "There is no such service. Use one of the listed services.",
        "UNKNOWN_LOCATION": "There is no office of that name. Ask which one is meant.",
        "NO_AVAILABILITY": (
            "That office has nothing free for this service in that window. "
            "Offer other days or another office."
        ),
    },
)
def schedule_allergy_service(ctx: ToolContext, args: ServiceRequest) -> ServiceBooked:
    """Book an allergy or asthma service into the first free clinic time at one office.

    Use it for testing, shots, drops, food challenges, asthma evaluations and build-up injections;
    it takes the earliest time in the window by itself, so ask first which days suit. Returns the
    visit, the preparation to read out, the minutes to stay afterwards, and return visits. Shots,
    drops, food challenges and build-up injections need a verified patient; for the rest a new
    patient's name, date of birth and mobile number are needed. If the patient already
    has this service booked at this office, that visit is returned (`idempotent` true) and nothing
    is booked.
    """
    patient = patient_on_the_line(ctx)
    if args.service in _UNDER_WAY and patient is None:
        ctx.refuse("NOT_VERIFIED")
    [service] = ctx.rows("SELECT * FROM allergy_services WHERE service = ?", args.service)
    name, dob, _ = new_patient_of(ctx, args)
    held = ctx.one(
        "SELECT id FROM appointments WHERE patient_id IS ? AND new_patient_name IS ?"
        " AND new_patient_dob IS ? AND location_id = ?"
        " AND appointment_type_code = ? AND status = 'booked' AND start > ? ORDER BY start",
        patient,
        name,
        dob,
        args.location_id,
        service["appointment_type_code"],
        ctx.now,
    )
    number = held["id"] if held else _book_first(ctx, service, args)
    return ServiceBooked(
        status="booked",
        appointment=read_visit(ctx, number),
        idempotent=held is not None,
        prep_instructions=service["prep"],
        observation_minutes_after=service["observation_min"],
        linked_return_visits=service["linked_visits"],
    )


def _book_first(ctx: ToolContext, service: dict[str, Any], args: ServiceRequest) -> int:
    visit_type = visit_type_of(ctx, service["appointment_type_code"])
    for slot in open_slots(ctx, args.location_id, args.window_start, args.window_end):
        if not unsuitable(slot, visit_type):
            return book(ctx, slot, visit_type, args, description=visit_type["label"])
    return ctx.refuse("NO_AVAILABILITY")


TOOLS = (schedule_allergy_service,)
