"""A made-up industry that has one of everything the verifier is asked to grade.

Tables and tools resemble a clinic (exact and subset tables, texts that must not be sent), a law
office (fuzzy names, constrained tables) and a shop (exact tables, a reason nobody stated).
"""

from mivas_env.schema.arguments import AliasTable, ArgumentRule, Kind, Match
from mivas_env.verifier.policy import GradingPolicy, RowRule, TablePolicy, ToolGrading

OFFICES = AliasTable.of(
    "offices",
    {
        "loc_park_ave": ("Park Avenue",),
        "loc_windermere": ("Windermere",),
        "loc_montclair": ("Montclair",),
    },
    error_code="UNKNOWN_LOCATION",
)
CARRIERS = AliasTable.of(
    "carriers",
    {"aetna": (), "cigna": (), "bcbs": ("Blue Cross Blue Shield", "Blue Cross")},
    fold_by="alphanumeric",
)
STATES = AliasTable.of("states", {"CA": ("California",), "NY": ("New York",)})

OFFICE = ArgumentRule(name="location_id", alias=OFFICES, required=True)
OFFICE_SET = ArgumentRule(
    name="location_ids", kind=Kind.LIST, match=Match.SET, items=OFFICE, required=True
)
CARRIER = ArgumentRule(name="carrier", alias=CARRIERS)
PHONE = ArgumentRule(name="callback_number", kind=Kind.PHONE)


def rules(*arguments: ArgumentRule) -> dict[str, ArgumentRule]:
    """Index rules by the name of their argument."""
    return {argument.name: argument for argument in arguments}


TOOLS = {
    "transfer_to_identity": ToolGrading(effect="handoff", desks=("reception",)),
    "transfer_to_coverage": ToolGrading(effect="handoff", desks=("reception", "identity")),
    "transfer_to_billing": ToolGrading(effect="handoff", desks=("identity", "coverage")),
    "end_call": ToolGrading(effect="hangup"),
    "check_plan_accepted": ToolGrading(arguments=rules(CARRIER, OFFICE), desks=("coverage",)),
    "identify_patient": ToolGrading(
        arguments=rules(
            ArgumentRule(name="first_name"),
            ArgumentRule(name="last_name", required=True),
            ArgumentRule(name="dob", kind=Kind.DATE, required=True),
        ),
        desks=("identity",),
    ),
    "verify_identity": ToolGrading(
        arguments=rules(
            ArgumentRule(name="dob", kind=Kind.DATE),
            ArgumentRule(name="full_name"),
            ArgumentRule(name="second_factor"),
        ),
        desks=("identity",),
    ),
    "find_slots": ToolGrading(
        arguments=rules(
            OFFICE_SET, ArgumentRule(name="tags", kind=Kind.LIST), ArgumentRule(name="urgent")
        ),
    ),
    "book_visit": ToolGrading(
        arguments=rules(
            ArgumentRule(name="start", kind=Kind.DATETIME),
            ArgumentRule(name="amount_cents", kind=Kind.INTEGER),
            ArgumentRule(name="rate", kind=Kind.NUMBER),
            ArgumentRule(name="accepted", kind=Kind.BOOLEAN),
            ArgumentRule(name="priority", enum=("routine", "urgent"), match=Match.PROSE),
            ArgumentRule(name="slot_id", match=Match.PROSE),
            ArgumentRule(name="extras", kind=Kind.OBJECT),
            ArgumentRule(name="notes", match=Match.PROSE),
            PHONE,
        ),
        effect="write",
    ),
    "send_sms": ToolGrading(
        arguments=rules(ArgumentRule(name="mobile_e164", kind=Kind.PHONE)), effect="write"
    ),
    "check_conflict": ToolGrading(
        arguments=rules(ArgumentRule(name="opposing_party", match=Match.FUZZY)),
    ),
    "take_message": ToolGrading(
        arguments=rules(
            ArgumentRule(name="for_whom", match=Match.FUZZY),
            ArgumentRule(name="full_name", match=Match.PRESENCE),
            ArgumentRule(name="message", match=Match.PROSE),
            ArgumentRule(
                name="parties",
                kind=Kind.LIST,
                match=Match.SET,
                items=ArgumentRule(name="party", match=Match.FUZZY),
            ),
        ),
        effect="write",
    ),
    "escalate_to_human": ToolGrading(effect="hangup"),
    "ping": ToolGrading(),
}

TABLES = {
    "patients": TablePolicy(
        columns=rules(ArgumentRule(name="phone_e164", kind=Kind.PHONE), CARRIER)
    ),
    "appointments": TablePolicy(
        generated=("id",), ignored=("created_at", "description"), columns=rules(OFFICE)
    ),
    "waitlist": TablePolicy(
        rule=RowRule.SUBSET,
        generated=("id",),
        strip_generated=True,
        ignored=("created_at",),
        columns=rules(OFFICE_SET),
    ),
    "text_messages": TablePolicy(always=False, generated=("id",), ignored=("created_at",)),
    "intakes": TablePolicy(
        rule=RowRule.CONSTRAINED,
        generated=("id",),
        ignored=("created_at",),
        columns=rules(ArgumentRule(name="state", alias=STATES)),
    ),
    "messages": TablePolicy(
        rule=RowRule.CONSTRAINED,
        extra_rows=True,
        generated=("id",),
        columns=rules(
            ArgumentRule(name="for_whom", match=Match.FUZZY),
            ArgumentRule(name="full_name", match=Match.PRESENCE),
            ArgumentRule(name="message", match=Match.PROSE),
        ),
    ),
    "rmas": TablePolicy(generated=("rma_number",), unstated=("reason",)),
}

POLICY = GradingPolicy(
    industry="toy",
    version="1",
    tools=TOOLS,
    transfer_tools=(
        "transfer_to_identity",
        "transfer_to_coverage",
        "transfer_to_billing",
        "transfer_to_human",
    ),
    forbidden_unless_expected=("send_sms",),
    tables=TABLES,
)

OFFICE_POLICY = POLICY.model_copy(
    update={
        "industry": "toy-office",
        "transfer_tools": POLICY.transfer_tools[:3],
        "forbidden_unless_expected": (),
    }
)
"""The same tools where a person is no hop and texts are free, as outside a clinic."""

SEED = {
    "patients": [
        {
            "id": "pat_maria_alvarez",
            "first_name": "Maria",
            "zip": "10016",
            "phone_e164": "+12125550142",
            "carrier": "cigna",
            "member_id": "CG-1",
            "portal_active": 1,
        },
        {
            "id": "pat_omar_haddad",
            "first_name": "Omar",
            "zip": "07042",
            "phone_e164": "+19735550117",
            "carrier": None,
            "member_id": None,
            "portal_active": 0,
        },
    ],
    "appointments": [
        {
            "id": 1,
            "patient_id": "pat_maria_alvarez",
            "location_id": "loc_park_ave",
            "start": "2026-08-21T15:00",
            "status": "booked",
            "slot_id": None,
            "description": "consult",
            "created_at": "2026-08-01T09:00",
        },
        {
            "id": 2,
            "patient_id": "pat_omar_haddad",
            "location_id": "loc_montclair",
            "start": "2026-08-24T10:00",
            "status": "booked",
            "slot_id": "slot_7",
            "description": "rash",
            "created_at": "2026-08-02T09:00",
        },
    ],
    "waitlist": [],
    "text_messages": [],
    "intakes": [],
    "messages": [],
    "rmas": [],
}
"""The state of the toy world before a call."""
