"""The words that tools and grader share: enums with their spellings, and patterned strings.

Each enum with a code of its own carries an alias table, so the tool server and the verifier read a
spelling alike, and a value outside the table is answered with that code (VERIFIER rules 14 to 16).
"""

from typing import Annotated, Literal, get_args

from pydantic import Field

from mivas_env.authoring import AliasTable, Holds, Kind, alias


def _table(name: str, enum: object, error_code: str) -> AliasTable:
    """Return a table without other spellings, for an enum whose misses have their own code."""
    return AliasTable.of(name, dict.fromkeys(get_args(enum), ()), error_code=error_code)


# ------------------------------------------------------------------ offices, people, plans

LOCATIONS = AliasTable.of(
    "office",
    {
        "loc_park_ave": ("Park Avenue",),
        "loc_cobble_hill": ("Cobble Hill",),
        "loc_montclair": ("Montclair",),
        "loc_windermere": ("Windermere",),
        "loc_coral_gables": ("Coral Gables",),
    },
    error_code="UNKNOWN_LOCATION",
)
"""An office is its id or its exact name; a longer description of it is no office (rule 15)."""
_Location = Literal[
    "loc_park_ave", "loc_cobble_hill", "loc_montclair", "loc_windermere", "loc_coral_gables"
]
LocationId = Annotated[_Location, alias(LOCATIONS)]
"""One of the five offices."""

_Provider = Literal[
    "prov_abbott",
    "prov_banfield",
    "prov_castell",
    "prov_delgado",
    "prov_ellery",
    "prov_fairbank",
    "prov_hartwell",
    "prov_montero",
    "prov_nakagawa",
    "prov_quigley",
    "prov_rigby",
    "prov_sorensen",
    "prov_tolland",
    "prov_vance",
]
PROVIDERS = _table("provider", _Provider, "UNKNOWN_PROVIDER")
ProviderId = Annotated[_Provider, alias(PROVIDERS)]
"""One of the fourteen providers."""

CARRIERS = AliasTable.of(
    "carrier",
    {
        "aetna": (),
        "unitedhealthcare": (),
        "cigna": (),
        "bcbs": ("Blue Cross", "Blue Cross Blue Shield"),
        "medicare": (),
        "medicaid": (),
        "oscar_health": ("Oscar",),
        "other": (),
    },
    fold_by="alphanumeric",
)
"""Case, spaces and punctuation do not matter; short forms such as "UHC" are not accepted."""
NAMED_CARRIERS = CARRIERS.model_copy(
    update={"entries": {name: slug for name, slug in CARRIERS.entries.items() if slug != "other"}}
)
"""The carriers that have a name; a caller who hears the word "other" has not heard a carrier."""
_Carrier = Literal[
    "aetna", "unitedhealthcare", "cigna", "bcbs", "medicare", "medicaid", "oscar_health", "other"
]
CarrierSlug = Annotated[_Carrier, alias(CARRIERS)]
"""An insurance carrier, as a slug."""

CARRIER_LABELS = {
    "aetna": "Aetna",
    "unitedhealthcare": "UnitedHealthcare",
    "cigna": "Cigna",
    "bcbs": "Blue Cross Blue Shield",
    "medicare": "Medicare",
    "medicaid": "Medicaid",
    "oscar_health": "Oscar Health",
    "other": "this plan",
}
"""How a carrier is said aloud."""

# ------------------------------------------------------------------ visits

_VisitClass = Literal["mohs", "allergy", "medical"]
VisitClass = Annotated[
    _VisitClass, alias(_table("visit class", _VisitClass, "UNKNOWN_VISIT_CLASS"))
]
MedicalVisitType = Literal["NP_MED", "MED_FOLLOWUP", "MOHS_CONSULT", "ALLERGY_EVAL"]
"""Visits of the medical calendar."""
BookableVisitType = Annotated[
    MedicalVisitType, alias(_table("bookable visit", MedicalVisitType, "USE_COSMETIC_BOOKING"))
]
"""What the calendar books; any other type, a cosmetic consult above all, is booked elsewhere."""
AnyVisitType = Literal[
    "NP_MED",
    "MED_FOLLOWUP",
    "MOHS_CONSULT",
    "ALLERGY_EVAL",
    "COS_CONSULT",
    "ALLERGY_SKIN_TESTING",
    "ALLERGY_PATCH_TESTING",
    "ALLERGY_FOOD_CHALLENGE",
    "ALLERGY_SHOT",
    "ALLERGY_DROPS_PICKUP",
    "ALLERGY_ASTHMA_EVAL",
    "ALLERGY_IMMUNOTHERAPY_BUILDUP",
]
"""Every type that an appointment may have."""
_AllergyService = Literal[
    "skin_testing",
    "patch_testing",
    "food_challenge",
    "allergy_shot",
    "drops_pickup",
    "asthma_eval",
    "immunotherapy_buildup",
]
AllergyService = Annotated[
    _AllergyService, alias(_table("allergy service", _AllergyService, "UNKNOWN_SERVICE"))
]
_CosmeticService = Literal["botox", "filler", "chemical_peel", "microneedling"]
COSMETIC_SERVICES = _table("cosmetic service", _CosmeticService, "UNKNOWN_SERVICE")
CosmeticService = Annotated[_CosmeticService, alias(COSMETIC_SERVICES)]
CancellationReason = Literal["patient_request", "provider_request", "weather", "illness", "other"]
_SmsTemplate = Literal["appointment_confirmation"]
SmsTemplate = Annotated[
    _SmsTemplate, alias(_table("text template", _SmsTemplate, "UNKNOWN_TEMPLATE"))
]
SlotId = Annotated[
    str,
    Field(
        pattern=r"^slot_loc_(park_ave|cobble_hill|montclair|windermere|coral_gables)_[1-9][0-9]{0,3}$"
    ),
]
"""The id of one opening, as a search returned it."""
AppointmentId = Annotated[str, Field(pattern=r"^[1-9][0-9]{0,8}$")]
"""The number of one appointment, in decimal digits without leading zeros."""
WindowBound = Annotated[
    str,
    Field(
        pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9])?$"
    ),
    Holds(Kind.DATETIME),
]
"""One end of a search window: a day, or a local time to the minute."""

# ------------------------------------------------------------------ people, money, care

PersonName = Annotated[str, Field(pattern=r"^[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ .'-]{0,79}$")]
"""A person's name, up to 80 letters, spaces, points, apostrophes and hyphens."""
Zip = Annotated[str, Field(pattern=r"^[0-9]{5}$")]
SecondFactor = Annotated[str, Field(pattern=r"^[0-9]{4,5}$")]
"""A ZIP code of five digits, or the last four digits of a telephone number."""
MemberId = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{4,20}$")]
GroupNumber = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{2,20}$")]
CallerRelationship = Literal["self", "guardian", "authorized_representative"]
SubscriberRelationship = Literal["self", "spouse", "child", "other"]
NextIntent = Literal["scheduling", "billing", "clinical", "coverage", "cosmetic"]

_LineItem = Literal["li_noshow", "li_visit", "li_lab", "li_latecancel", "li_latecancel_b"]
LineItemId = Annotated[_LineItem, alias(_table("account line", _LineItem, "UNKNOWN_LINE_ITEM"))]
_Medication = Literal[
    "triamcinolone",
    "isotretinoin",
    "accutane",
    "dupixent",
    "humira",
    "skyrizi",
    "xanax",
    "tramadol",
    "adderall",
    "oxycodone",
    "codeine",
]
MedicationName = Annotated[
    _Medication, alias(_table("medication", _Medication, "UNKNOWN_MEDICATION"))
]
OrderType = Literal["pathology", "lab", "allergy"]
MessageCategory = Literal["nurse_question", "results_followup", "rx_question", "other"]
Priority = Literal["stat", "urgent", "routine"]
PortalChannel = Literal["sms", "email"]
_CallbackQueue = Literal["billing", "clinical", "front_desk", "cosmetic", "records"]
CallbackQueue = Annotated[
    _CallbackQueue, alias(_table("callback queue", _CallbackQueue, "UNKNOWN_QUEUE"))
]
_StaffDestination = Literal[
    "patient_support_center",
    "billing_team",
    "location_front_desk",
    "cosmetic_coordinator",
    "clinical_triage",
    "records",
    "on_call",
]
StaffDestination = Annotated[
    _StaffDestination,
    alias(_table("staff destination", _StaffDestination, "UNKNOWN_DESTINATION")),
]
TransferReason = Literal["caller_request", "clinical_emergency", "identity_locked", "other"]
PolicyTopic = Literal[
    "card_by_phone",
    "card_on_file",
    "confirmation_texts",
    "cosmetic_cancellation",
    "cosmetic_deposit",
    "late_arrival",
    "medical_cancellation",
    "minors",
    "new_patient_paperwork",
    "payment_methods",
    "recording_privacy",
    "records_request",
    "refills",
    "self_pay",
]
"""Topics of the published policies."""
