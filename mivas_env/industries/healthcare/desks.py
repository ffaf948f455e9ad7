"""The seven desks and the one-way edges between them."""

from enum import StrEnum

from mivas_env.authoring import Desk as DeskNode
from mivas_env.authoring import DeskGraph


class Desk(StrEnum):
    """Names of the desks."""

    RECEPTION = "reception"
    IDENTITY = "identity"
    COVERAGE = "coverage"
    SCHEDULING = "scheduling"
    COSMETIC = "cosmetic"
    BILLING = "billing"
    CLINICAL = "clinical"


GRAPH = DeskGraph(
    (
        DeskNode(
            Desk.RECEPTION,
            "Answers the line: public office facts, published policies, and where a caller goes.",
            (Desk.IDENTITY, Desk.SCHEDULING, Desk.COVERAGE, Desk.COSMETIC),
        ),
        DeskNode(
            Desk.IDENTITY,
            "Finds and verifies an existing patient; the only way to billing and clinical.",
            (Desk.SCHEDULING, Desk.BILLING, Desk.CLINICAL, Desk.COVERAGE, Desk.COSMETIC),
        ),
        DeskNode(
            Desk.SCHEDULING,
            "The calendar: book, move and cancel visits, waitlist, allergy services, "
            "confirmation texts. A call cannot leave this desk again.",
        ),
        DeskNode(
            Desk.COVERAGE,
            "Insurance: whether one office takes one plan, live benefits, the card on file.",
            (Desk.SCHEDULING,),
        ),
        DeskNode(
            Desk.COSMETIC,
            "Cosmetic prices, consults, deposits and financing. "
            "A call cannot leave this desk again.",
        ),
        DeskNode(
            Desk.BILLING,
            "A verified patient's balance, charges, payment links, financing and fee reviews.",
            (Desk.SCHEDULING,),
        ),
        DeskNode(
            Desk.CLINICAL,
            "A verified patient's result status, refill requests, nurse messages and portal.",
            (Desk.SCHEDULING,),
        ),
    )
)
"""Reception answers; edges only run forward, so no call can go round in a circle."""
