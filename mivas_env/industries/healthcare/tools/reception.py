"""Reception's look-ups: the offices, and what the practice has published."""

from typing import Annotated

from pydantic import Field

from mivas_env.authoring import Answer, Arguments, Effect, ToolContext, tool
from mivas_env.industries.healthcare.desks import Desk
from mivas_env.industries.healthcare.vocabulary import LocationId, PolicyTopic, Zip


class OfficeQuery(Arguments):
    """Which office, or near which ZIP code."""

    zip: Annotated[
        Zip | None,
        Field(description="The caller's five-digit ZIP code; offices are listed nearest first."),
    ] = None
    location_id: Annotated[
        LocationId | None,
        Field(description="The office asked about, by id or exact name; it is listed first."),
    ] = None


class Office(Answer):
    """What any passer-by may know of one office."""

    location_id: str
    name: str
    zip: str
    address: str
    floor: str
    suite: str
    hours: str
    services: str
    transit: str
    parking: str
    cosmetic: bool


class Offices(Answer):
    """All offices, best match first."""

    locations: list[Office]


@tool(
    desks=(Desk.RECEPTION, Desk.SCHEDULING, Desk.COVERAGE, Desk.COSMETIC),
    effect=Effect.READ,
    errors={
        "INVALID_ARGUMENTS": (
            "Name the office that is asked about, or give the caller's ZIP code to see the "
            "offices by distance."
        ),
        "UNKNOWN_LOCATION": "There is no office of that name. Ask which one is meant.",
    },
)
def list_locations(ctx: ToolContext, args: OfficeQuery) -> Offices:
    """Look up offices: address, floor, suite, hours, services, transit, parking, cosmetic or not.

    Use it before stating any fact about an office. Give `location_id` when an office is named, or
    the caller's `zip` to find the nearest; at least one of them. Returns all offices: the one you
    named first, then by numerical distance of the ZIP code. Say only what was asked about.
    Insurance, prices and free times are not in it.
    """
    if args.location_id is None and args.zip is None:
        ctx.refuse("INVALID_ARGUMENTS")
    rows = ctx.rows(
        "SELECT id, name, zip, address, city, state, floor, suite, hours, services, transit,"
        " parking, cosmetic FROM locations ORDER BY name"
    )
    named = [row["zip"] for row in rows if row["id"] == args.location_id]
    near = int(args.zip or named[0])
    rows.sort(key=lambda row: (row["id"] != args.location_id, abs(int(row["zip"]) - near)))
    return Offices(
        locations=[
            Office(
                location_id=row["id"],
                name=row["name"],
                zip=row["zip"],
                address=f"{row['address']}, {row['city']}, {row['state']} {row['zip']}",
                floor=row["floor"],
                suite=row["suite"],
                hours=row["hours"],
                services=row["services"],
                transit=row["transit"],
                parking=row["parking"],
                cosmetic=bool(row["cosmetic"]),
            )
            for row in rows
        ]
    )


class PolicyQuery(Arguments):
    """Which published policy."""

    topic: Annotated[PolicyTopic, Field(description="The topic whose published wording is wanted.")]


class PublishedPolicy(Answer):
    """The wording that the practice has published."""

    topic: str
    text: str


@tool(desks=(Desk.RECEPTION,), effect=Effect.READ)
def read_published_policy(ctx: ToolContext, args: PolicyQuery) -> PublishedPolicy:
    """Read one published policy of the practice.

    Use it before answering a question about cancelling, fees, deposits, confirmation texts, cards,
    payment, self-pay, refills, records, minors, late arrival, paperwork or recording. Returns the
    published wording; give the part that was asked for, with its own figures. Which insurance an
    office takes and what cosmetic work costs are never among these policies.
    """
    [row] = ctx.rows("SELECT topic, body FROM published_policies WHERE topic = ?", args.topic)
    return PublishedPolicy(topic=row["topic"], text=row["body"])


TOOLS = (list_locations, read_published_policy)
