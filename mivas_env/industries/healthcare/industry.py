"""The industry, assembled: what `mivas` finds under the name `healthcare`."""

from typing import Annotated

from pydantic import Field

from mivas_env.authoring import Arguments, Industry
from mivas_env.industries.healthcare.desks import GRAPH, Desk
from mivas_env.industries.healthcare.grading import FORBIDDEN_UNLESS_EXPECTED, HOP_TOOLS, TABLES
from mivas_env.industries.healthcare.tools import (
    allergy,
    billing,
    clinical,
    cosmetic,
    coverage,
    everywhere,
    identity,
    payments,
    reception,
    scheduling,
    visit_changes,
)
from mivas_env.industries.healthcare.vocabulary import (
    COSMETIC_SERVICES,
    LOCATIONS,
    NAMED_CARRIERS,
    PROVIDERS,
    NextIntent,
)


class IdentityHandoff(Arguments):
    """What the identity desk needs to know when it takes the call over."""

    next_intent: Annotated[
        NextIntent,
        Field(
            description=(
                "Where the caller goes once verified. With several errands, the first one that "
                "is not calendar work."
            )
        ),
    ]


INDUSTRY = Industry(
    name="healthcare",
    title="Straus Dermatology, front desk",
    version="1.2.1",
    package="mivas_env.industries.healthcare",
    now="2026-08-19T12:00",
    greeting=(
        "Thanks for calling Straus Dermatology. This is Robin, the AI assistant at the front "
        "desk. How can I help you today?"
    ),
    graph=GRAPH,
    tools=(
        *identity.TOOLS,
        *coverage.TOOLS,
        cosmetic.quote_cosmetic_service,
        scheduling.classify_visit_request,
        *reception.TOOLS,
        scheduling.find_slots,
        scheduling.book_appointment,
        cosmetic.book_cosmetic_consult,
        *visit_changes.TOOLS,
        scheduling.join_waitlist,
        *allergy.TOOLS,
        scheduling.send_sms,
        *billing.TOOLS[:2],
        *clinical.TOOLS,
        *payments.TOOLS,
        *billing.TOOLS[2:],
        *everywhere.TOOLS,
    ),
    tables=TABLES,
    handoff_arguments={Desk.IDENTITY: IdentityHandoff},
    hop_tools=HOP_TOOLS,
    terminal_tools=("transfer_to_human",),
    spoken_fields=(
        "approved_script",
        "must_not_assert",
        "policy_lines",
        "required_script",
        "spoken_commitment",
    ),
    forbidden_unless_expected=FORBIDDEN_UNLESS_EXPECTED,
    entities={
        "office": LOCATIONS,
        "carrier": NAMED_CARRIERS,
        "service": COSMETIC_SERVICES,
        "provider": PROVIDERS,
    },
)
"""Healthcare; the entry point `mivas_env.industries` names this object."""
