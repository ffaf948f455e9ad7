"""The calendar: classify a request, search, book, keep a waitlist place, text a confirmation."""

import json
from typing import Annotated, Any, Literal

from pydantic import Field

from mivas_env.authoring import (
    Answer,
    Arguments,
    Date,
    Effect,
    Minute,
    Phone,
    ToolContext,
    fold,
    tool,
)
from mivas_env.industries.healthcare.desks import Desk
from mivas_env.industries.healthcare.new_patients import (
    NEW_PATIENT_ERRORS,
    NewPatientDob,
    NewPatientName,
    NewPatientPhone,
    new_patient_of,
)
from mivas_env.industries.healthcare.preconditions import (
    NEW_PATIENT,
    NOT_VERIFIED,
    VISIT_MADE,
    WAITING,
    patient_on_the_line,
    visit_made_on_this_call,
)
from mivas_env.industries.healthcare.visits import (
    COSMETIC_CONSULT,
    SLOT_ERRORS,
    Visit,
    book,
    check_slot,
    open_slots,
    read_visit,
    slot_by_id,
    unsuitable,
    visit_type_of,
)
from mivas_env.industries.healthcare.vocabulary import (
    AnyVisitType,
    BookableVisitType,
    LocationId,
    MedicalVisitType,
    ProviderId,
    SlotId,
    SmsTemplate,
    VisitClass,
    WindowBound,
)

FOLLOW_UP = "MED_FOLLOWUP"
"""The one visit type that only a known patient can have."""
_TYPE_OF_CLASS = {"mohs": "MOHS_CONSULT", "allergy": "ALLERGY_EVAL"}


class VisitRequest(Arguments):
    """What the caller wants to be seen for."""

    visit_class: Annotated[
        VisitClass,
        Field(
            description=(
                "mohs for a skin cancer that a clinician has diagnosed or suspects, or a referral "
                "for Mohs surgery; allergy for an allergy or asthma evaluation; medical for "
                "anything else about skin, hair or nails, also a caller's own worry about cancer."
            )
        ),
    ]
    is_new_patient: Annotated[
        bool | None,
        Field(description="True if never seen here. Left out: new unless verified on this call."),
    ] = None
    urgency: Annotated[
        Literal["routine", "urgent"] | None,
        Field(description="Only when the caller describes it; otherwise the class decides."),
    ] = None


class VisitClassification(Answer):
    """How such a request is booked."""

    visit_class: str
    appointment_type_code: str
    duration_min: int
    required_credential: str
    urgency: str
    is_new_patient: bool
    constraints: list[str]


@tool(
    desks=(Desk.SCHEDULING,),
    effect=Effect.READ,
    errors={"UNKNOWN_VISIT_CLASS": "There is no such class. Use mohs, allergy or medical."},
)
def classify_visit_request(ctx: ToolContext, args: VisitRequest) -> VisitClassification:
    """Turn a reason for a visit into the appointment type to search and book.

    Use it before searching, once you know what the visit is about. Returns the type code, its
    length in minutes, who may hold it (an MD, or any of MD, DO and PA), how urgent it is, and
    `constraints` that limit where it can be. Classifying is not a diagnosis; do not tell the caller
    the class.
    """
    is_new = args.is_new_patient
    if is_new is None:
        is_new = patient_on_the_line(ctx) is None
    code = _TYPE_OF_CLASS.get(args.visit_class) or ("NP_MED" if is_new else FOLLOW_UP)
    visit_type = visit_type_of(ctx, code)
    constraints = []
    if visit_type["md_only"]:
        without = ctx.rows(
            "SELECT name FROM locations l WHERE NOT EXISTS (SELECT 1 FROM providers p"
            " WHERE p.location_id = l.id AND p.md = 1) ORDER BY name"
        )
        constraints = [f"Needs an MD. No MD works at {row['name']}." for row in without]
    if code == FOLLOW_UP:
        constraints = ["For verified patients only."]
    return VisitClassification(
        visit_class=args.visit_class,
        appointment_type_code=code,
        duration_min=visit_type["duration_min"],
        required_credential="MD" if visit_type["md_only"] else "MD_DO_OR_PA",
        urgency=args.urgency or ("urgent" if args.visit_class == "mohs" else "routine"),
        is_new_patient=is_new,
        constraints=constraints,
    )


class SlotQuery(Arguments):
    """Where, when and for what an opening is wanted."""

    location_ids: Annotated[
        list[LocationId],
        Field(
            min_length=1,
            max_length=5,
            description="Offices to search; only those the caller would go to.",
        ),
    ]
    appointment_type_code: Annotated[
        AnyVisitType | None,
        Field(
            description=(
                "Show only openings that suit this visit: long enough, with a provider who does "
                "it. Give it whenever the type is known. An allergy service only to move one that "
                "the patient has."
            )
        ),
    ] = None
    window_start: Annotated[
        WindowBound | None, Field(description="Earliest start: a day or a local time.")
    ] = None
    window_end: Annotated[
        WindowBound | None, Field(description="Latest end: a day (inclusive) or a local time.")
    ] = None
    max_results: Annotated[int, Field(ge=1, le=12, description="At most this many openings.")] = 6


class Opening(Answer):
    """A time that can be booked; `focus` says what its provider mostly does."""

    slot_id: str
    location_id: str
    location: str
    provider_id: str
    provider: str
    focus: str
    start: str
    end: str


class Openings(Answer):
    """Free openings, earliest first, then by office and provider."""

    slots: list[Opening]
    count: int


@tool(
    desks=(Desk.SCHEDULING, Desk.COSMETIC),
    effect=Effect.READ,
    errors={
        "UNKNOWN_LOCATION": "There is no office of that name. Ask which one is meant.",
        "USE_ALLERGY_BOOKING": (
            "Openings of the allergy clinic are searched only to move a service that the verified "
            "patient has booked there. A new one is looked up and booked by "
            "schedule_allergy_service, which takes the first opening in the window and books "
            "nothing when there is none."
        ),
    },
)
def find_slots(ctx: ToolContext, args: SlotQuery) -> Openings:
    """Search free openings at one or more offices.

    Use it before offering any time. Give the appointment type so that only suitable openings come
    back; at the cosmetic desk only openings for a cosmetic consult are shown. Without a type it
    shows all visit openings, of any length and provider. Allergy services are not searched here,
    except to move one: schedule_allergy_service finds and books them by itself. Returns at most
    `max_results`, earliest first; none means nothing is free in that window. Times that are not in
    the result are not free.
    """
    code = COSMETIC_CONSULT if ctx.desk == Desk.COSMETIC else args.appointment_type_code
    visit_type = visit_type_of(ctx, code) if code is not None else None
    if visit_type is not None and visit_type["clinic"] and not _may_move(ctx, visit_type, args):
        ctx.refuse("USE_ALLERGY_BOOKING")
    found = [
        slot
        for location_id in dict.fromkeys(args.location_ids)
        for slot in open_slots(ctx, location_id, args.window_start, args.window_end)
        if (slot["kind"] == "visit" if visit_type is None else not unsuitable(slot, visit_type))
    ]
    found.sort(key=lambda slot: (slot["start"], slot["location"], slot["provider_id"]))
    openings = [
        Opening(
            slot_id=slot["id"],
            location_id=slot["location_id"],
            location=slot["location"],
            provider_id=slot["provider_id"],
            provider=slot["provider"],
            focus=slot["focus"],
            start=slot["start"],
            end=slot["end"],
        )
        for slot in found[: args.max_results]
    ]
    return Openings(slots=openings, count=len(openings))


def _may_move(ctx: ToolContext, visit_type: dict[str, Any], args: SlotQuery) -> bool:
    """Say whether the verified patient has such a visit ahead at one of the offices searched."""
    booked = ctx.rows(
        "SELECT location_id FROM appointments WHERE patient_id = ? AND appointment_type_code = ?"
        " AND status = 'booked' AND start > ?",
        patient_on_the_line(ctx),
        visit_type["code"],
        ctx.now,
    )
    return not {row["location_id"] for row in booked}.isdisjoint(args.location_ids)


class Booking(Arguments):
    """One opening, copied from a search result, and the type of the visit."""

    slot_id: Annotated[SlotId, Field(description="The opening, from find_slots.")]
    appointment_type_code: Annotated[
        BookableVisitType, Field(description="From classify_visit_request.")
    ]
    location_id: Annotated[LocationId, Field(description="Office of that opening.")]
    provider_id: Annotated[ProviderId, Field(description="Provider of that opening.")]
    start: Annotated[Minute, Field(description="Start of that opening.")]
    end: Annotated[Minute, Field(description="End of that opening.")]
    new_patient_name: NewPatientName = None
    new_patient_dob: NewPatientDob = None
    new_patient_phone: NewPatientPhone = None


class Booked(Answer):
    """The visit as it now stands in the calendar."""

    status: str
    appointment: Visit


@tool(
    desks=(Desk.SCHEDULING,),
    effect=Effect.WRITE,
    errors={
        **SLOT_ERRORS,
        **NEW_PATIENT_ERRORS,
        "NOT_VERIFIED": NOT_VERIFIED,
        "USE_COSMETIC_BOOKING": (
            "Only medical visits are booked here; cosmetic consults are booked by the cosmetic "
            "desk, allergy services with their own tool."
        ),
        "UNKNOWN_LOCATION": "There is no office of that name. Ask which one is meant.",
        "UNKNOWN_PROVIDER": "There is no such provider.",
    },
)
def book_appointment(ctx: ToolContext, args: Booking) -> Booked:
    """Book a medical visit into one free opening.

    Use it after reading day, time, office with its floor and provider back and hearing a clear yes.
    Opening, office, provider, start and end must all come from one search result. The visit belongs
    to the verified patient; for a new patient name, date of birth and mobile number are needed, as
    the caller confirmed them. A follow-up needs a verified patient. Refuses an opening that is
    gone, too short, or with a provider who does not do this kind of visit. An opening is booked
    once.
    """
    if args.appointment_type_code == FOLLOW_UP and patient_on_the_line(ctx) is None:
        ctx.refuse("NOT_VERIFIED")
    slot = slot_by_id(ctx, args.slot_id)
    asked = (args.location_id, args.provider_id, args.start, args.end)
    if asked != (slot["location_id"], slot["provider_id"], slot["start"], slot["end"]):
        ctx.refuse("SLOT_MISMATCH")
    visit_type = visit_type_of(ctx, args.appointment_type_code)
    check_slot(ctx, slot, visit_type)
    number = book(ctx, slot, visit_type, args, description=visit_type["label"])
    return Booked(status="booked", appointment=read_visit(ctx, number))


class WaitlistRequest(Arguments):
    """What the caller would take if it came free."""

    appointment_type_code: Annotated[
        MedicalVisitType, Field(description="Type of the visit that is waited for.")
    ]
    location_ids: Annotated[
        list[LocationId],
        Field(min_length=1, max_length=5, description="Offices the caller would go to."),
    ]
    earliest: Annotated[Date, Field(description="First day that suits, today or later.")]
    latest: Annotated[
        Date | None, Field(description="Last day that suits, if the caller sets one.")
    ] = None
    new_patient_name: NewPatientName = None
    new_patient_dob: NewPatientDob = None
    new_patient_phone: NewPatientPhone = None


class WaitlistPlace(Answer):
    """The place on the list."""

    status: str
    appointment_type_code: str
    locations: list[str]
    earliest: str
    latest: str | None


@tool(
    desks=(Desk.SCHEDULING,),
    effect=Effect.WRITE,
    errors={
        **NEW_PATIENT_ERRORS,
        "NOT_VERIFIED": NOT_VERIFIED,
        "INVALID_DATE": (
            "The first day has to be today or later, and the last may not be before the first."
        ),
        "UNKNOWN_LOCATION": "There is no office of that name. Ask which one is meant.",
        "ALREADY_WAITING": (
            "This person waits for such a visit already, at other offices or on other days. A "
            "place cannot be changed or taken twice. Say what is on the list, and offer a "
            "front-desk callback for anything else."
        ),
        "ANOTHER_PERSON": (
            "Somebody else was put on the list on this call, and one call does so for one person. "
            "Offer a front-desk callback for anybody else."
        ),
    },
)
def join_waitlist(ctx: ToolContext, args: WaitlistRequest) -> WaitlistPlace:
    """Put the caller on the waitlist for an earlier or any opening.

    Use it only when the caller wants it. A place on the list is not a booking, and a visit that is
    booked stays booked. A new patient needs name, date of birth and mobile number here too, unless
    this call has booked with them already. A follow-up needs a verified patient. One person has one
    place for each type of visit, which this tool cannot change, so confirm offices and days first.
    """
    if args.appointment_type_code == FOLLOW_UP and patient_on_the_line(ctx) is None:
        ctx.refuse("NOT_VERIFIED")
    if not ctx.now[:10] <= args.earliest <= (args.latest or args.earliest):
        ctx.refuse("INVALID_DATE")
    offices = sorted(set(args.location_ids))
    person = _one_person(ctx, args)
    wanted = (json.dumps(offices), args.earliest, args.latest)
    held = ctx.one(
        "SELECT location_ids, earliest, latest FROM waitlist WHERE patient_id IS ?"
        " AND new_patient_name IS ? AND new_patient_dob IS ? AND new_patient_phone IS ?"
        " AND appointment_type_code = ?",
        *person,
        args.appointment_type_code,
    )
    if held is None:
        ctx.write(
            "INSERT INTO waitlist (patient_id, new_patient_name, new_patient_dob,"
            " new_patient_phone, appointment_type_code, location_ids, earliest, latest,"
            " created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            *person,
            args.appointment_type_code,
            *wanted,
            ctx.now,
        )
        ctx.session.note(WAITING, person)
    elif wanted != (held["location_ids"], held["earliest"], held["latest"]):
        ctx.refuse("ALREADY_WAITING")
    names = {row["id"]: row["name"] for row in ctx.rows("SELECT id, name FROM locations")}
    return WaitlistPlace(
        status="added" if held is None else "already_listed",
        appointment_type_code=args.appointment_type_code,
        locations=[names[office] for office in offices],
        earliest=args.earliest,
        latest=args.latest,
    )


def _one_person(ctx: ToolContext, args: WaitlistRequest) -> list[str | None]:
    """Return patient, name, date of birth and mobile of whoever waits, the same all call long.

    Somebody else is refused: otherwise details that nobody gave could be tried one after another,
    with a place on the list for each.
    """
    first: list[str | None] | None = ctx.session.get(WAITING)
    known = ctx.session.get(NEW_PATIENT)
    person = [patient_on_the_line(ctx), *new_patient_of(ctx, args)]
    if first is not None and [fold(each or "") for each in person] != [
        fold(each or "") for each in first
    ]:
        ctx.session.note(NEW_PATIENT, known)
        ctx.refuse("ANOTHER_PERSON")
    return person if first is None else first


class ConfirmationText(Arguments):
    """Where the confirmation goes."""

    mobile_e164: Annotated[
        Phone, Field(description="Mobile number, read back to the caller and confirmed.")
    ]
    template_id: Annotated[SmsTemplate, Field(description="The text to send.")]


class TextSent(Answer):
    """The text that went out."""

    sent: bool
    template_id: str
    mobile_e164: str


@tool(
    desks=(Desk.SCHEDULING,),
    effect=Effect.WRITE,
    requires=(visit_made_on_this_call,),
    errors={"UNKNOWN_TEMPLATE": "There is no such text. Use appointment_confirmation."},
)
def send_sms(ctx: ToolContext, args: ConfirmationText) -> TextSent:
    """Text a confirmation of the visit that this call booked or moved.

    Use it only when the caller explicitly asks for a text, never on your own initiative; automatic
    confirmations go out by themselves. Read the number back first. Refuses when nothing was booked
    or moved on this call. The same text to the same number goes out once.
    """
    number = int(ctx.session.get(VISIT_MADE))
    same = ctx.one(
        "SELECT id FROM text_messages WHERE appointment_id = ? AND mobile_e164 = ?",
        number,
        args.mobile_e164,
    )
    if same is None:
        ctx.write(
            "INSERT INTO text_messages (patient_id, appointment_id, mobile_e164, template_id,"
            " created_at) VALUES (?, ?, ?, ?, ?)",
            patient_on_the_line(ctx),
            number,
            args.mobile_e164,
            args.template_id,
            ctx.now,
        )
    return TextSent(sent=True, template_id=args.template_id, mobile_e164=args.mobile_e164)


TOOLS = (classify_visit_request, find_slots, book_appointment, join_waitlist, send_sms)
