"""Whatever is sent to whatever desk: an answer, no fault, and no write behind a refusal."""

import random

import pytest
from healthcare_line import MARIA, TOOLBOX, Line

from mivas_env.industries.healthcare.desks import Desk
from mivas_env.schema.arguments import ArgumentRule, Kind
from mivas_env.tools.spec import Effect, Tool

_ODD = [
    None,
    "",
    " ",
    "'; DROP TABLE patients; --",
    "\U0001d7ee\U0001d7ed09",
    "\u0662\u0661\u0660\u0669",
    True,
    0,
    -1,
    1.5,
    [],
    {},
]
_TEXTS = {
    "full_name": ["Maria Alvarez", "Peter Langley", "Caleb Winters", "Elena Alvarez"],
    "first_name": ["Maria", "Elena"],
    "last_name": ["Alvarez", "Langley"],
    "caller_name": ["Adrian Winters", "Maria Alvarez"],
    "second_factor": ["10016", "0105", "0000"],
    "zip": ["10016", "34786"],
    "member_id": ["C730164258", "C918240573", "W667104482", "C447290815"],
    "group_number": ["GRP1"],
    "appointment_id": ["2114", "2109", "2101", "1"],
    "slot_id": ["slot_loc_park_ave_1", "slot_loc_park_ave_3", "slot_loc_park_ave_10"],
    "new_slot_id": ["slot_loc_park_ave_3", "slot_loc_cobble_hill_1"],
    "new_patient_name": ["Dana Whitfield", "x" * 81],
}
_DAYS = ["1972-06-30", "1990-05-17", "2016-10-05", "2026-08-24", "2026-09-30", "2026-02-30"]
_MINUTES = ["2026-08-24T09:40", "2026-08-24T13:15", "2026-08-24T13:45:30", "2026-08-24T25:00"]


_KINDS: dict[Kind, list[object]] = {
    Kind.DATE: [*_DAYS],
    Kind.DATETIME: [*_MINUTES, *_DAYS],
    Kind.PHONE: ["+12125550147", "212-555-0147", "911"],
    Kind.BOOLEAN: [True, False, "true", "false", "yes"],
    Kind.INTEGER: [1, 6, 12500, 46500, "30000", 10**15],
}


def draw(rule: ArgumentRule, dice: random.Random) -> object:
    """Draw a value that is mostly legal, sometimes absurd."""
    if dice.random() < 0.12:
        return dice.choice(_ODD)
    if rule.enum is not None:
        return dice.choice([*rule.enum, rule.enum[0].upper()])
    if rule.items is not None:
        return [draw(rule.items, dice) for _ in range(dice.randint(1, 3))]
    return dice.choice(_KINDS.get(rule.kind) or _TEXTS[rule.name])


@pytest.mark.parametrize("is_verified", [False, True])
@pytest.mark.parametrize("tool", TOOLBOX.tools, ids=lambda tool: tool.name)
def test_drawn_arguments_never_break_a_tool(line: Line, tool: Tool, is_verified: bool) -> None:
    dice = random.Random(f"{tool.name}{is_verified}")  # noqa: S311  (a seeded draw)
    if is_verified:
        line.verify(MARIA)
    for _ in range(40):
        arguments = {
            name: draw(rule, dice)
            for name, rule in tool.rules.items()
            if rule.required or dice.random() < 0.5
        }
        before = line.everything()
        outcome = line.call(dice.choice(tool.desks), tool.name, **arguments)
        line.caller_speaks()
        if not outcome.ok or tool.effect is Effect.READ:
            assert line.everything() == before
        assert len(outcome.to_json()) < 8_000


@pytest.mark.parametrize("tool", TOOLBOX.tools, ids=lambda tool: tool.name)
def test_a_tool_works_at_its_own_desks_only(line: Line, tool: Tool) -> None:
    line.verify(MARIA)
    for desk in Desk:
        if desk not in tool.desks:
            assert line.refused(desk, tool.name) == "TOOL_NOT_AVAILABLE"


def test_booked_slots_and_appointments_stay_one_to_one(line: Line) -> None:
    dice = random.Random(7)  # noqa: S311  (a seeded draw)
    line.verify(MARIA)
    free = [
        row["id"] for row in line.rows("SELECT id FROM slots WHERE status = 'open' ORDER BY id")
    ]
    for _ in range(60):
        slot_id = dice.choice(free)
        code = dice.choice(["NP_MED", "MED_FOLLOWUP", "MOHS_CONSULT"])
        line.call("scheduling", "book_appointment", **line.booking(slot_id, code))
        mine = line.rows("SELECT id FROM appointments WHERE patient_id = 'pat_maria_alvarez'")
        visit = str(dice.choice(mine)["id"])
        slot = line.slot(dice.choice(free))
        line.call(
            "scheduling",
            "reschedule_appointment",
            appointment_id=visit,
            new_start=slot["start"],
            new_end=slot["end"],
            new_slot_id=slot["id"],
        )
        if dice.random() < 0.3:
            line.call(
                "scheduling",
                "cancel_appointment",
                appointment_id=visit,
                cancellation_reason_code="illness",
                fee_disclosed_and_accepted=True,
            )
        line.caller_speaks()
        booked = line.rows("SELECT id FROM slots WHERE status = 'booked' ORDER BY id")
        held = line.rows(
            "SELECT slot_id AS id FROM appointments WHERE status = 'booked'"
            " AND slot_id IS NOT NULL ORDER BY slot_id"
        )
        assert booked == held
