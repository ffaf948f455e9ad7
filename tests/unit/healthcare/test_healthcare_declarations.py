"""What the industry declares fits together: desks, tools, words, tables, figures."""

import re
from typing import get_args

import pytest
from healthcare_line import TOOLBOX, Line

from mivas_env.industries.healthcare import figures, vocabulary
from mivas_env.industries.healthcare.desks import Desk
from mivas_env.industries.healthcare.industry import INDUSTRY
from mivas_env.industries.healthcare.tools.cosmetic import policy_lines
from mivas_env.industries.healthcare.visits import dollars, minutes_between
from mivas_env.schema.arguments import Match
from mivas_env.schema.strict_yaml import load_yaml
from mivas_env.tools.context import MAX_SPOKEN_WORDS
from mivas_env.tools.spec import Effect, Tool

OWNED = {
    "reception": {"list_locations", "read_published_policy"},
    "identity": {"identify_patient", "verify_identity", "get_patient_summary"},
    "scheduling": {
        "classify_visit_request",
        "list_locations",
        "find_slots",
        "book_appointment",
        "reschedule_appointment",
        "cancel_appointment",
        "join_waitlist",
        "schedule_allergy_service",
        "send_sms",
    },
    "coverage": {
        "list_locations",
        "check_plan_accepted",
        "run_eligibility_check",
        "capture_insurance_update",
    },
    "cosmetic": {
        "quote_cosmetic_service",
        "list_locations",
        "find_slots",
        "book_cosmetic_consult",
        "send_payment_link",
        "offer_financing",
    },
    "billing": {
        "get_account_balance",
        "explain_charge",
        "send_payment_link",
        "offer_financing",
        "request_fee_waiver",
    },
    "clinical": {
        "get_results_status",
        "request_rx_refill",
        "create_clinical_message",
        "send_portal_activation",
    },
}
EVERYWHERE = {"create_callback_task", "transfer_to_human"}


@pytest.mark.parametrize("desk", list(Desk))
def test_each_desk_owns_its_tools_and_no_others(desk: str) -> None:
    assert {tool.name for tool in TOOLBOX.at(desk)} == OWNED[desk] | EVERYWHERE


def test_the_graph_has_no_circle_and_two_sinks() -> None:
    graph = INDUSTRY.graph
    assert graph.entry == "reception"
    assert {desk.name for desk in graph.desks if not desk.hands_to} == {"scheduling", "cosmetic"}
    for source, target in graph.edges():
        assert source not in graph.reachable_from(target), (source, target)
    assert graph.owners_of_edge_to("billing") == ("identity",)
    assert graph.owners_of_edge_to("clinical") == ("identity",)
    assert graph.owners_of_edge_to("reception") == ()


@pytest.mark.parametrize("tool", INDUSTRY.tools, ids=lambda tool: tool.name)
def test_a_tool_tells_the_agent_what_it_needs(tool: Tool) -> None:
    words = tool.description.split()
    assert 15 <= len(words) <= 130, len(words)
    assert tool.description.endswith(".")
    for name, rule in tool.rules.items():
        assert rule.description, f"{tool.name}.{name} has no description"
    for code, sentence in tool.errors.items():
        assert re.fullmatch(r"[A-Z_]+", code)
        assert sentence.endswith(".")
        assert len(sentence.split()) <= MAX_SPOKEN_WORDS


def test_nothing_is_prose() -> None:
    prose = {
        name
        for tool in INDUSTRY.tools
        for name, rule in tool.rules.items()
        if rule.match is not Match.EXACT and rule.match is not Match.SET
    }
    assert prose == set()


def test_all_optional_tools_refuse_what_means_nothing(line: Line) -> None:
    optional = {
        tool.name
        for tool in INDUSTRY.tools
        if tool.rules and not any(rule.required for rule in tool.rules.values())
    }
    assert optional == {"list_locations", "offer_financing"}
    assert line.refused("reception", "list_locations") == "INVALID_ARGUMENTS"
    # Without an amount it means the amount talked about, and there is none yet.
    assert line.refused("cosmetic", "offer_financing") == "INVALID_ARGUMENTS"


def test_the_agent_never_handles_patient_ids(line: Line) -> None:
    for tool in INDUSTRY.tools:
        assert "patient_id" not in tool.rules
    line.verify(("Maria Alvarez", "1972-06-30"))
    for outcome in (
        line.call("identity", "verify_identity", full_name="Maria Alvarez", dob="1972-06-30"),
        line.call("identity", "get_patient_summary"),
        line.call("billing", "get_account_balance"),
    ):
        assert "pat_" not in outcome.to_json()


# ------------------------------------------------------------------ words and the world


def column(line: Line, sql: str) -> set[object]:
    return {value for row in line.rows(sql) for value in row.values()}


@pytest.mark.parametrize(
    ("type_name", "sql"),
    [
        ("_Location", "SELECT id FROM locations"),
        ("_Provider", "SELECT id FROM providers"),
        ("_Carrier", "SELECT DISTINCT carrier FROM plan_acceptance"),
        ("AnyVisitType", "SELECT code FROM appointment_types"),
        ("_AllergyService", "SELECT service FROM allergy_services"),
        ("_CosmeticService", "SELECT service FROM cosmetic_prices"),
        ("_Medication", "SELECT name FROM medications"),
        ("OrderType", "SELECT DISTINCT order_type FROM orders"),
        ("PolicyTopic", "SELECT topic FROM published_policies"),
    ],
)
def test_enums_are_what_the_world_holds(line: Line, type_name: str, sql: str) -> None:
    assert set(get_args(getattr(vocabulary, type_name))) == column(line, sql)


def test_office_names_are_the_worlds(line: Line) -> None:
    for row in line.rows("SELECT id, name FROM locations"):
        assert vocabulary.LOCATIONS.resolve(row["name"]) == row["id"]
    assert len(vocabulary.LOCATIONS.entries) == 10, "exact names only"


@pytest.mark.parametrize(
    ("spelling", "slug"),
    [
        ("Blue Cross Blue Shield", "bcbs"),
        ("blue-cross", "bcbs"),
        ("OSCAR", "oscar_health"),
        ("Oscar Health", "oscar_health"),
        ("United Healthcare", "unitedhealthcare"),
        ("UnitedHealthcare", "unitedhealthcare"),
        ("UHC", None),
        ("United", None),
        ("Blue", None),
        ("", None),
    ],
)
def test_carriers_fold_to_slugs(spelling: str, slug: str | None) -> None:
    assert vocabulary.CARRIERS.resolve(spelling) == slug


def test_every_carrier_can_be_said() -> None:
    assert set(vocabulary.CARRIER_LABELS) == set(vocabulary.CARRIERS.entries.values())


def test_the_word_other_is_no_carrier_to_the_ear() -> None:
    assert "other" not in INDUSTRY.entities["carrier"].entries.values()


def test_line_items_of_the_world_can_be_named(line: Line) -> None:
    lines = column(line, "SELECT DISTINCT line_item_id FROM account_lines")
    assert lines <= set(get_args(vocabulary._LineItem))


def test_slot_ids_of_the_world_fit_their_pattern(line: Line) -> None:
    pattern = TOOLBOX.by_name["book_appointment"].rules["slot_id"].pattern
    assert pattern is not None
    assert all(re.search(pattern, str(each)) for each in column(line, "SELECT id FROM slots"))


# ------------------------------------------------------------------ grading


def test_every_graded_column_exists(line: Line) -> None:
    for table, policy in INDUSTRY.tables.items():
        cursor = line.world.connection.execute(f"SELECT * FROM {table} LIMIT 0")  # noqa: S608
        columns = {column[0] for column in cursor.description}
        named = {*policy.ignored, *policy.generated, *policy.unstated, *policy.columns}
        assert named <= columns, (table, named - columns)


def test_every_table_that_tools_write_is_graded_or_the_calendar(line: Line) -> None:
    """Tables whose rows a call can change: all but catalog, people's other records and slots."""
    read_only = {
        "locations", "providers", "appointment_types", "allergy_services", "cosmetic_prices",
        "medications", "plan_acceptance", "published_policies", "representatives",
        "clinical_flags", "eligibility", "orders", "prescriptions", "slots", "session_facts",
    }  # fmt: skip
    tables = column(line, "SELECT name FROM sqlite_schema WHERE type = 'table'")
    assert set(INDUSTRY.tables) == tables - read_only


def test_three_tables_are_always_compared() -> None:
    always = {name for name, policy in INDUSTRY.tables.items() if policy.always}
    assert always == {"patients", "appointments", "waitlist"}


def test_the_hidden_rules_of_the_verifier_are_declared() -> None:
    assert INDUSTRY.hop_tools == ("transfer_to_human",)
    assert INDUSTRY.forbidden_unless_expected == ("send_sms",)
    assert TOOLBOX.by_name["transfer_to_human"].effect is Effect.HANGUP


# ------------------------------------------------------------------ figures


def test_figures_agree_with_what_prompts_say(line: Line) -> None:
    said = load_yaml(INDUSTRY.read_text("figures.yaml"), source="figures.yaml")
    assert isinstance(said, dict)
    assert said["deposit_cosmetic"] == dollars(figures.DEPOSIT_CENTS)
    assert said["portal_link_life"] == f"{figures.PORTAL_LINK_HOURS} hours"
    assert said["age_of_majority"] == str(figures.AGE_OF_MAJORITY)
    assert said["identity_attempts"] == {3: "three"}[figures.MAX_IDENTITY_FAILURES]
    for priority in ("stat", "urgent", "routine"):
        hours = figures.CALLBACK_HOURS[priority]
        assert said[f"callback_{priority}"] == ("1 hour" if hours == 1 else f"{hours} hours")
    financing = [value for key, value in said.items() if key.startswith("financing")]
    assert financing == [dollars(figures.FINANCING_ABOVE_CENTS)]
    types = line.rows("SELECT * FROM appointment_types")
    for row in types:
        kind = "cosmetic" if row["code"] == "COS_CONSULT" else "medical"
        assert said[f"fee_{kind}"] == dollars(row["late_fee_cents"])
        assert said[f"window_{kind}"] == f"{row['cancel_window_hours']} hours"


def test_the_policy_lines_agree_with_the_published_policy(line: Line) -> None:
    policy = line.ok("reception", "read_published_policy", topic="cosmetic_deposit")["text"]
    lines = " ".join(policy_lines(72))
    for figure in (dollars(figures.DEPOSIT_CENTS), "72 hours"):
        assert figure in policy
        assert figure in lines
    assert len(lines.split()) <= MAX_SPOKEN_WORDS


def test_amounts_and_spans() -> None:
    assert dollars(12500) == "$125"
    assert dollars(6250) == "$62.50"
    assert minutes_between("2026-08-19T12:00", "2026-08-20T11:59") == 24 * 60 - 1


def test_the_greeting_discloses_the_ai_once() -> None:
    assert INDUSTRY.greeting.count("AI") == 1
    assert "Robin" in INDUSTRY.greeting
    assert "Straus Dermatology" in INDUSTRY.greeting
