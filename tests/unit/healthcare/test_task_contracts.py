"""What the locks of the calls hold: nothing unasked, nothing invented, people who fit."""

import pytest
from healthcare_line import Line

import mivas_env
from mivas_env.agents.protocol import play_back
from mivas_env.agents.rollout import roll_out
from mivas_env.episode.kit import kit_of
from mivas_env.industries.healthcare.grading import TABLES
from mivas_env.industries.healthcare.tools.cosmetic import policy_lines
from mivas_env.registry import industry_named
from mivas_env.tasks import load_task

KIT = kit_of(industry_named("healthcare"))
TASKS = [load_task(name) for name in mivas_env.list_tasks("healthcare")]
IDS = [task.lockfile.id for task in TASKS]
EFFECTS = {name for name, policy in TABLES.items() if not policy.always}


def play(name, change=lambda action: [action]):
    """Play a reference conversation in which each action becomes others."""
    actions = [new for old in mivas_env.oracle_actions(name) for new in change(old)]
    return roll_out(mivas_env.CallSession(name), play_back(iter(actions)))


def sending(tool, **more):
    """Return a change that adds arguments to the calls of one tool; None takes one away."""

    def change(action):
        if action.get("tool") != tool:
            return [action]
        arguments = {**action["arguments"], **more}
        kept = {key: value for key, value in arguments.items() if value is not None}
        return [{"tool": tool, "arguments": kept}]

    return change


def before_goodbye(*calls):
    """Return a change that makes further calls once, before the last words."""
    pending = list(calls)

    def change(action):
        if "oodbye" in action.get("say", ""):
            made = [{"tool": tool, "arguments": arguments} for tool, arguments in pending]
            pending.clear()
            return [*made, action]
        return [action]

    return change


# ------------------------------------------------------------------ nothing unasked


@pytest.mark.parametrize("task", TASKS, ids=IDS)
def test_every_effect_table_is_held(task):
    assert set(task.lockfile.constrained_tables) >= EFFECTS


CALLBACK = ("create_callback_task", {"callback_number": "212-555-0190", "queue": "front_desk"})


@pytest.mark.parametrize(
    "name", ["C1-E1", "C1-E1-BG", "C1-E3", "C2-E1", "C3-E1", "C3-E1-SIG", "C3-E3", "C3-M4"]
)
def test_a_callback_that_nobody_wanted_fails_an_answered_question(name):
    session = play(f"healthcare/{name}", before_goodbye(CALLBACK))
    assert session.verification.T
    assert session.verification.D is False


# ------------------------------------------------------------------ nothing invented


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("C1-H4", sending("create_callback_task", priority="urgent")),
        ("X-M3", sending("create_callback_task", priority="stat")),
        ("C3-M2", sending("capture_insurance_update", group_number="G1000")),
        ("C3-M2", sending("capture_insurance_update", subscriber_relationship="spouse")),
        ("C2-H1", sending("join_waitlist", latest="2026-09-30")),
        ("C3-H1", sending("join_waitlist", latest=None)),
        ("R-M1", sending("create_clinical_message", callback_number="+12125550190")),
        ("R-H3", sending("create_clinical_message", priority="urgent")),
        ("C1-M2", sending("book_appointment", new_patient_name="Wesley Crandell")),
        ("C1-M2", sending("book_appointment", new_patient_dob="1979-05-12")),
        ("C1-M2", sending("book_appointment", new_patient_phone="+19295550140")),
        ("C1-M3", sending("schedule_allergy_service", new_patient_dob="1996-02-04")),
        ("C4-M1", sending("book_cosmetic_consult", new_patient_name="Yolanda March")),
        ("C1-H1", sending("join_waitlist", new_patient_phone="+17185550190")),
    ],
)
def test_what_the_caller_never_said_fails(name, change):
    session = play(f"healthcare/{name}", change)
    assert session.verification.D is False


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("C3-M2", sending("capture_insurance_update", subscriber_relationship="self")),
        ("C1-M2", sending("book_appointment", new_patient_name="WESLEY CRANDALL")),
        ("C1-M2", sending("book_appointment", new_patient_phone="929.555.0104")),
        ("C1-H1", sending("join_waitlist", new_patient_name=None, new_patient_dob=None)),
        ("C1-H4", sending("create_callback_task", priority="routine")),
    ],
)
def test_what_the_caller_would_say_or_policy_gives_passes(name, change):
    assert play(f"healthcare/{name}", change).verification.result


@pytest.mark.parametrize("task", TASKS, ids=IDS)
def test_rows_of_new_patients_hold_the_facts_of_the_caller(task):
    facts = task.lockfile.caller.script.fact_values()
    for change in getattr(task.lockfile.exp_db_state, "changes", ()):
        if change.insert in ("appointments", "waitlist") and "patient_id" not in change.row:
            said = [change.row[f"new_patient_{key}"] for key in ("name", "dob", "phone")]
            assert said == [facts["full_name"], facts["dob"], facts["phone"]]


# ------------------------------------------------------------------ look-ups and refusals


def test_the_full_week_is_looked_up_before_another_is_booked():
    first = []

    def skip(action):
        if action.get("tool") == "schedule_allergy_service" and not first:
            first.append(action)
            return []
        return [action]

    session = play("healthcare/X-M1", skip)
    assert session.verification.D
    assert session.verification.missing == ("schedule_allergy_service",)


def test_a_search_by_hand_leads_to_the_allergy_clinics_own_booking():
    week = {"window_start": "2026-08-31", "window_end": "2026-09-04"}
    what = {"location_ids": ["loc_montclair"], "appointment_type_code": "ALLERGY_PATCH_TESTING"}
    tried = []

    def search_first(action):
        if action.get("tool") != "schedule_allergy_service" or tried:
            return [action]
        tried.append(action)
        return [{"tool": "find_slots", "arguments": {**what, **week}}, action]

    session = play("healthcare/X-M1", search_first)
    assert session.verification.result
    codes = [c.error_code for c in session.trajectory().calls if not c.ok]
    assert codes == ["USE_ALLERGY_BOOKING", "NO_AVAILABILITY"]
    assert "`find_slots` shows their openings only for moving" in KIT.prompts["scheduling"]


def test_three_guesses_in_one_breath_lock_nothing():
    def in_one_breath(action):
        return [] if action.get("say", "").startswith("I'm sorry, I couldn't") else [action]

    session = play("healthcare/X-M4", in_one_breath)
    codes = [call.error_code for call in session.trajectory().calls if call.error_code]
    assert codes == ["NO_MATCH", "ASK_THE_CALLER_FIRST", "NO_MATCH"]
    assert not session.verification.result


def test_a_daughter_who_was_refused_is_not_her_father():
    as_harold = {"full_name": "Harold Pruitt", "dob": "1947-08-29", "caller_name": "Harold Pruitt"}
    change = before_goodbye(("verify_identity", as_harold), ("get_patient_summary", {}))
    codes = [call.error_code for call in play("healthcare/X-H2", change).trajectory().calls]
    assert codes[-2:] == ["PROXY_NOT_AUTHORIZED", "NOT_VERIFIED"]


def test_a_rash_that_spreads_and_hurts_is_urgent():
    change = sending("classify_visit_request", urgency=None)
    session = play("healthcare/C1-H2", change)
    assert session.verification.missing == ("classify_visit_request",)


# ------------------------------------------------------------------ fitting people and figures


def test_a_visit_is_with_somebody_who_does_that(line: Line):
    focus = {row["id"]: row["focus"] for row in line.rows("SELECT id, focus FROM providers")}
    for task in TASKS:
        for change in getattr(task.lockfile.exp_db_state, "changes", ()):
            if change.insert == "appointments":
                kind, person = change.row["appointment_type_code"], change.row["provider_id"]
                is_surgeon = "skin cancer" in focus[person]
                assert is_surgeon is (kind == "MOHS_CONSULT"), task.name


def test_nobody_with_a_plan_pays_the_price_of_those_without(line: Line):
    rows = line.rows(
        "SELECT l.description, l.explanation FROM account_lines l"
        " JOIN patients p ON p.id = l.patient_id WHERE p.carrier IS NOT NULL"
    )
    assert rows
    assert not [row for row in rows if "self-pay" in f"{row['description']}{row['explanation']}"]


def test_one_rule_for_moving_in_the_same_words(line: Line):
    policies = line.rows("SELECT topic, body FROM published_policies WHERE body LIKE '%hours%'")
    about = {row["topic"]: row["body"] for row in policies if "ancel" in row["body"]}
    assert sorted(about) == ["cosmetic_cancellation", "cosmetic_deposit", "medical_cancellation"]
    for text in (*about.values(), policy_lines(72)[1]):
        assert "free at any time" in text
        assert "moved or cancelled" not in text
        assert "move or cancel" not in text
        assert "change" not in text


def test_a_needed_referral_is_said_unasked(line: Line):
    assert "A referral is needed there" in KIT.prompts["coverage"]
    needed = 0
    for task in TASKS:
        steps = task.lockfile.oracle
        for place, step in enumerate(steps):
            if step.tool != "check_plan_accepted":
                continue
            record = line.one(
                "SELECT referral_required FROM plan_acceptance"
                " WHERE carrier = ? AND location_id = ? AND provider_id IS NULL",
                step.arguments["carrier"],
                step.arguments["location_id"],
            )
            answer = next(each.say for each in steps[place:] if each.say)
            needed += record["referral_required"] == 1
            assert record["referral_required"] != 1 or "referral" in answer, task.name
    assert needed >= 2


def test_whether_a_referral_is_needed_stands_in_what_is_looked_up(line: Line):
    [call] = [
        call
        for call in load_task("healthcare/C3-E3").lockfile.exp_tool_calls
        if call.name == "check_plan_accepted"
    ]
    found = line.ok("coverage", "check_plan_accepted", **call.parameters)
    assert (found["accepted"], found["referral_required"]) == (True, True)
    unknown = {**call.parameters, "carrier": "oscar_health"}
    assert line.ok("coverage", "check_plan_accepted", **unknown)["referral_required"] is None


def test_whoever_the_search_lists_takes_a_routine_visit(line: Line):
    where = {"location_ids": ["loc_park_ave"], "max_results": 12}
    found = line.ok("scheduling", "find_slots", **where, appointment_type_code="MED_FOLLOWUP")
    special = {s["focus"] for s in found["slots"]} & {
        "allergy and asthma",
        "skin cancer and Mohs surgery",
    }
    assert len(special) == 2, "the openings that mislead who picks by name of the specialty"
    said = "Any provider whom the search lists takes a routine visit"
    assert said in KIT.prompts["scheduling"]


def test_a_call_from_the_care_team_is_a_message_at_the_clinical_desk():
    said = "that is a message too, never a `create_callback_task`"
    assert said in KIT.prompts["clinical"]
    wanted = [t for t in TASKS if any(a.id == "team_calls" for a in t.lockfile.caller.script.asks)]
    assert [task.lockfile.id for task in wanted] == ["R-H1", "R-M1"]
    for task in wanted:
        made = [call.name for call in task.lockfile.exp_tool_calls]
        assert "create_clinical_message" in made
        assert "create_callback_task" not in made


def test_no_example_asks_about_two_matters():
    """Two short details of one matter may go together; where an example does, a rule says so."""
    shared = KIT.prompts["billing"]
    assert "one matter at a time" in shared
    for rule, desk, example in (
        ("a mobile number with an amount", "billing", "Which mobile number is it, and is it the"),
        ("a carrier with an office", "coverage", "Which carrier is it, and which of our offices"),
        ("a full name with a date of birth", "reception", "first and last name and your date of"),
    ):
        assert rule in shared
        assert example in KIT.prompts[desk]
    assert not [desk for desk, text in KIT.prompts.items() if "one question at a time" in text]


def test_suspected_cancer_means_the_same_to_prompt_and_tool():
    tool = KIT.toolbox.by_name["classify_visit_request"]
    for text in (KIT.prompts["scheduling"], str(tool.schema)):
        assert "clinician has diagnosed" in text
        assert "suspects" in text
        assert "own worry" in text


def test_a_do_may_hold_what_needs_no_md(line: Line):
    data = line.ok("scheduling", "classify_visit_request", visit_class="medical")
    assert data["required_credential"] == "MD_DO_OR_PA"
    castell = line.one("SELECT credentials, md FROM providers WHERE id = 'prov_castell'")
    assert (castell["credentials"], castell["md"]) == ("DO", 0)
    slot_id = "slot_loc_windermere_11"
    line.ok("scheduling", "book_appointment", **line.booking(slot_id, "NP_MED"))
