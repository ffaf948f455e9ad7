"""A telephone line for tests: call any tool at any desk, let the caller answer, read the tables."""

from dataclasses import dataclass, field
from typing import Any

from mivas_env.industries.healthcare.industry import INDUSTRY
from mivas_env.tools.context import SessionFacts, ToolContext
from mivas_env.tools.dispatch import Dispatcher, Outcome
from mivas_env.tools.spec import Effect
from mivas_env.tools.toolbox import Toolbox
from mivas_env.world.store import World
from mivas_env.world.template import WorldTemplate, build_template

TOOLBOX = Toolbox(INDUSTRY.tools)

MARIA = ("Maria Alvarez", "1972-06-30")
PETER = ("Peter Langley", "1990-05-17")
SIMONE = ("Simone Fletcher", "1985-09-23")
BETHANY = ("Bethany Marsh", "1995-11-12")

NEW_PATIENT = {
    "new_patient_name": "Dana Whitfield",
    "new_patient_dob": "1991-02-03",
    "new_patient_phone": "(212) 555-0188",
}
"""What somebody without a chart gives before anything is written for them."""


def make_template() -> WorldTemplate:
    """Build the healthcare world once."""
    return build_template(
        INDUSTRY.read_text("world", "schema.sql"),
        INDUSTRY.read_text("world", "seed.sql"),
        now=INDUSTRY.now,
        write_tables=INDUSTRY.tables,
    )


@dataclass
class Line:
    """One call, without any caller script or desk graph in the way."""

    template: WorldTemplate
    world: World = field(init=False)
    context: ToolContext = field(init=False)
    dispatcher: Dispatcher = field(init=False)

    def __post_init__(self) -> None:
        """Open the call's own world."""
        self.world = World(self.template)
        self.context = ToolContext(
            db=self.world.connection,
            session=SessionFacts(),
            now=self.template.now,
            call_key="test",
            caller_turn=1,
        )
        self.dispatcher = Dispatcher(TOOLBOX, self.world, self.context)

    def call(self, desk: str, name: str, /, **arguments: object) -> Outcome:
        """Call a tool from a desk; a READ tool must leave every table as it was."""
        reads = TOOLBOX.by_name[name].effect is Effect.READ
        before = self.everything() if reads else None
        outcome = self.dispatcher.dispatch(desk, name, arguments, at_ms=0)
        assert before is None or self.everything() == before, f"{name} wrote"
        return outcome

    def ok(self, desk: str, name: str, /, **arguments: object) -> dict[str, Any]:
        """Call a tool that must succeed; return its data."""
        outcome = self.call(desk, name, **arguments)
        assert outcome.ok, (outcome.error_code, outcome.message)
        return dict(outcome.data or {})

    def refused(self, desk: str, name: str, /, **arguments: object) -> str:
        """Call a tool that must refuse and must change nothing; return its code."""
        before = self.everything()
        outcome = self.call(desk, name, **arguments)
        assert not outcome.ok, outcome.data
        assert self.everything() == before, "a refused call changed a table"
        assert outcome.error_code is not None
        assert outcome.message
        return outcome.error_code

    def verify(self, who: tuple[str, str], **more: object) -> None:
        """Verify a patient."""
        self.ok("identity", "verify_identity", full_name=who[0], dob=who[1], **more)

    def caller_speaks(self) -> None:
        """Let the caller reply."""
        assert self.context.caller_turn is not None
        self.context.caller_turn += 1

    def rows(self, sql: str, *parameters: object) -> list[dict[str, Any]]:
        """Query the call's database."""
        return self.context.rows(sql, *parameters)

    def one(self, sql: str, *parameters: object) -> dict[str, Any]:
        """Query one row that must exist."""
        [row] = self.context.rows(sql, *parameters)
        return row

    def count(self, table: str) -> int:
        """Return how many rows a table has."""
        return int(self.one(f"SELECT count(*) AS n FROM {table}")["n"])  # noqa: S608

    def everything(self) -> dict[str, list[dict[str, Any]]]:
        """Return all graded tables and the calendar, whatever dispatch believes was written."""
        return {
            table: self.rows(f'SELECT * FROM "{table}" ORDER BY 1, 2')  # noqa: S608
            for table in (*INDUSTRY.tables, "slots")
        }

    def changes(self) -> dict[str, list[dict[str, Any]]]:
        """Return table -> rows that are not as in the seed, with the calendar's."""
        seed = Line(self.template).everything()
        now = self.everything()
        return {
            table: [row for row in rows if row not in seed[table]]
            for table, rows in now.items()
            if rows != seed[table]
        }

    def slot(self, slot_id: str) -> dict[str, Any]:
        """Return one slot's row."""
        return self.one("SELECT * FROM slots WHERE id = ?", slot_id)

    def booking(self, slot_id: str, code: str, **more: object) -> dict[str, Any]:
        """Return the arguments that book a slot, for a new patient where nobody is verified."""
        slot = self.slot(slot_id)
        keys = ("location_id", "provider_id", "start", "end")
        return {
            "slot_id": slot_id,
            "appointment_type_code": code,
            **{key: slot[key] for key in keys},
            **NEW_PATIENT,
            **more,
        }

    def first_opening(self, location: str, code: str) -> str:
        """Return the id of the first opening that suits a visit type."""
        search = {"location_ids": [location], "appointment_type_code": code}
        slot_id: str = self.ok("scheduling", "find_slots", **search)["slots"][0]["slot_id"]
        return slot_id


def move_arguments(line: Line, visit: str, slot_id: str, **more: object) -> dict[str, Any]:
    """Return the arguments that move a visit to a slot."""
    slot = line.slot(slot_id)
    return {
        "appointment_id": visit,
        "new_start": slot["start"],
        "new_end": slot["end"],
        "new_slot_id": slot_id,
        **more,
    }


def move(line: Line, visit: str, slot_id: str, **more: object) -> dict[str, Any]:
    """Move a visit to a slot."""
    return line.ok(
        "scheduling", "reschedule_appointment", **move_arguments(line, visit, slot_id, **more)
    )


def cancel_arguments(visit: str, *, accepted: object = None) -> dict[str, Any]:
    """Return the arguments that cancel a visit."""
    arguments: dict[str, Any] = {
        "appointment_id": visit,
        "cancellation_reason_code": "patient_request",
    }
    if accepted is not None:
        arguments["fee_disclosed_and_accepted"] = accepted
    return arguments


def cancel(line: Line, visit: str, *, accepted: object = None) -> dict[str, Any]:
    """Cancel a visit."""
    return line.ok("scheduling", "cancel_appointment", **cancel_arguments(visit, accepted=accepted))


def refuse_cancel(line: Line, visit: str, *, accepted: object = None) -> str:
    """Try to cancel a visit in vain; return the code."""
    arguments = cancel_arguments(visit, accepted=accepted)
    return line.refused("scheduling", "cancel_appointment", **arguments)


def accept_fee_and_cancel(line: Line, visit: str) -> dict[str, Any]:
    """Hear the fee, accept it, cancel."""
    assert refuse_cancel(line, visit) == "FEE_DISCLOSURE_REQUIRED"
    line.caller_speaks()
    return cancel(line, visit, accepted=True)
