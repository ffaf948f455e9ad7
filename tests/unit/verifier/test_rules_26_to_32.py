"""VERIFIER rules 26 to 32: the state gate and its policies, the expected state."""

import copy
from typing import ClassVar

import pytest
from toy_industry.policy import SEED, TABLES

from mivas_env.errors import TaskError, TraceError
from mivas_env.verifier.policy import GradingPolicy, RowRule, TablePolicy
from mivas_env.verifier.verify import verify_call

WAIT = {
    "patient_id": "pat_maria_alvarez",
    "appointment_type_code": "NEW",
    "location_ids": '["loc_park_ave"]',
    "earliest": "2026-08-20",
}
NEW_VISIT = {
    "patient_id": "pat_omar_haddad",
    "location_id": "loc_park_ave",
    "start": "2026-08-22T09:00",
    "status": "booked",
    "slot_id": "slot_9",
}


def inserting(table, *rows):
    return {"changes": [{"insert": table, "row": row} for row in rows]}


def with_rows(state, table, *rows):
    state[table] = [*state[table], *copy.deepcopy(list(rows))]
    return state


def test_rule_26_only_write_tables_count(judge_state, seed):
    seed["locations"] = [{"id": "loc_new"}]
    assert judge_state("unchanged", seed).D


def test_rule_26_ignored_columns_are_dropped(judge_state, seed):
    seed["appointments"][0] |= {"created_at": "2030-01-01T00:00", "description": "anything"}
    assert judge_state("unchanged", seed).D
    seed["appointments"][0]["status"] = "cancelled"
    assert not judge_state("unchanged", seed).D


def test_rule_26_the_order_of_rows_and_columns_does_not_matter(judge_state, seed):
    for table in seed:
        seed[table] = [dict(reversed(row.items())) for row in reversed(seed[table])]
    assert judge_state("unchanged", seed).D


def test_rule_26_rows_are_counted_not_merely_found(judge_state, seed):
    seed["patients"][1] = copy.deepcopy(seed["patients"][0])
    verdict = judge_state("unchanged", seed)
    assert not verdict.D
    diff = verdict.state_diff["patients"]
    assert [row["id"] for row in diff.missing] == ["pat_omar_haddad"]
    assert [row["id"] for row in diff.unexpected] == ["pat_maria_alvarez"]


def test_rule_26_differences_come_in_canonical_form_and_order(judge_state, seed):
    seed["patients"] = [
        {"id": "B ", "phone_e164": "(212) 555-0199", "at": "2026-08-21 15:30:59Z"},
        {"id": "a"},
    ]
    diff = judge_state("unchanged", seed).state_diff["patients"]
    assert diff.unexpected == (
        {"at": "2026-08-21T15:30", "id": "b", "phone_e164": "2125550199"},
        {"id": "a"},
    )


@pytest.mark.parametrize(
    ("column", "spelling"),
    [
        ("start", "2026-08-21T15:00:59.5"),
        ("start", "2026-08-21 15:00-04:00"),
        ("start", "2026-08-21T15:00Z"),
        ("start", "2026-08-21 15:00:59.1234567890 UTC"),
        ("status", " BOOKED "),
        ("patient_id", "PAT_Maria_Alvarez"),
        ("location_id", "Park Avenue"),
    ],
)
def test_rule_27_equal_after_normalisation(column, spelling, judge_state, seed):
    seed["appointments"][0][column] = spelling
    assert judge_state("unchanged", seed).D


def test_rule_27_clock_times_lose_seconds_and_zone():
    policy = GradingPolicy(industry="x", version="1", tables={"t": TablePolicy()})
    lockfile = {"exp_handoff_path": [], "exp_tool_calls": [], "exp_db_state": "unchanged"}
    states = {"seed_state": {"t": [{"at": "15:30"}]}}
    for actual, same in (
        ("15:30:59.5", True),
        ("15:30:59+02:00", True),
        ("15:30Z", True),
        ("15:31", False),
        ("15:31Z", False),
    ):
        dump = {"t": [{"at": actual}]}
        assert verify_call(lockfile, [], policy, actual_state=dump, **states).D is same


@pytest.mark.parametrize(
    ("table", "column", "other"),
    [
        ("appointments", "start", "2026-08-21T15:01"),
        ("appointments", "slot_id", "slot_1"),
        ("appointments", "id", 3),
        ("patients", "zip", "10017"),
        ("patients", "zip", 10016),
        ("patients", "portal_active", 0),
        ("patients", "carrier", None),
        ("patients", "member_id", ""),
        ("patients", "phone_e164", "+12125550143"),
    ],
)
def test_rule_27_different_after_normalisation(table, column, other, judge_state, seed):
    seed[table][0][column] = other
    assert not judge_state("unchanged", seed).D


def test_rule_27_phone_columns_compare_national_digits(judge_state, seed):
    seed["patients"][0]["phone_e164"] = "(212) 555-0142"
    seed["patients"][0]["carrier"] = "CIGNA"
    assert judge_state("unchanged", seed).D


def test_rule_28_patients_and_appointments_are_exact(judge_state, seed):
    expected = inserting("appointments", NEW_VISIT)
    assert not judge_state(expected, seed).D
    booked = with_rows(seed, "appointments", {"id": 31, **NEW_VISIT, "created_at": "x"})
    assert judge_state(expected, booked).D
    twice = with_rows(booked, "appointments", {"id": 32, **NEW_VISIT})
    verdict = judge_state(expected, twice)
    assert not verdict.D
    assert len(verdict.state_diff["appointments"].unexpected) == 1


def test_rule_28_a_generated_id_may_be_anything_unless_it_is_stated(judge_state, seed):
    live = with_rows(seed, "appointments", {"id": 77, **NEW_VISIT})
    assert judge_state(inserting("appointments", NEW_VISIT), live).D
    assert judge_state(inserting("appointments", {"id": 77, **NEW_VISIT}), live).D
    assert not judge_state(inserting("appointments", {"id": 78, **NEW_VISIT}), live).D


def test_rule_28_a_column_that_a_row_lacks_is_null(judge_state, seed):
    slotless = {key: value for key, value in NEW_VISIT.items() if key != "slot_id"}
    live = with_rows(seed, "appointments", {"id": 3, **NEW_VISIT})
    assert not judge_state(inserting("appointments", slotless), live).D
    live["appointments"][-1]["slot_id"] = None
    assert judge_state(inserting("appointments", slotless), live).D


def test_rule_28_waitlist_is_a_subset_where_rows_are_expected(judge_state, seed):
    other = {**WAIT, "patient_id": "pat_omar_haddad"}
    live = with_rows(seed, "waitlist", {"id": 1, **other}, {"id": 2, **WAIT, "created_at": "x"})
    assert judge_state(inserting("waitlist", WAIT), live).D
    assert judge_state(inserting("waitlist", {"id": 9, **WAIT}), live).D  # ids are stripped
    assert not judge_state(inserting("waitlist", {**WAIT, "latest": "2026-09-01"}), live).D


def test_rule_28_waitlist_must_be_empty_where_it_is_locked_empty(judge_state, seed):
    verdict = judge_state("unchanged", with_rows(seed, "waitlist", {"id": 1, **WAIT}))
    assert not verdict.D
    assert "id" not in verdict.state_diff["waitlist"].unexpected[0]


def test_rule_28_two_equal_expected_rows_need_two_live_ones(judge_state, seed):
    expected = inserting("waitlist", WAIT, WAIT)
    once = with_rows(seed, "waitlist", {"id": 1, **WAIT})
    assert not judge_state(expected, once).D
    assert judge_state(expected, with_rows(once, "waitlist", {"id": 2, **WAIT})).D


@pytest.mark.parametrize(
    ("offices", "same"),
    [
        ('["loc_windermere", "loc_park_ave"]', True),
        ('["Park Avenue","Windermere","loc_park_ave"]', True),
        (["loc_park_ave", "loc_windermere"], True),
        ('["loc_park_ave"]', False),
        ('["loc_park_ave","loc_windermere","loc_montclair"]', False),
        ("loc_park_ave, loc_windermere", False),
        ('["loc_park_ave"', False),
        ('{"loc_park_ave": 1}', False),
    ],
)
def test_rule_28_lists_of_offices_compare_as_sets(offices, same, judge_state, seed):
    both = {**WAIT, "location_ids": ["loc_park_ave", "loc_windermere"]}
    live = with_rows(seed, "waitlist", {"id": 1, **WAIT, "location_ids": offices})
    assert judge_state(inserting("waitlist", both), live).D is same


INTAKE = {"practice_area": "auto_accident", "state": "CA", "incident_date": ""}


@pytest.mark.parametrize("date", ["2026-06-03", "", None])
@pytest.mark.parametrize("state", ["CA", "California", "california "])
def test_rule_29_an_expected_blank_constrains_nothing(date, state, judge_state, seed):
    row = {"id": 4, "practice_area": "Auto_Accident", "state": state, "incident_date": date}
    row |= {"summary": "anything", "caller_id": "c_9"}
    assert judge_state(inserting("intakes", INTAKE), with_rows(seed, "intakes", row)).D


def test_rule_29_constrained_columns_have_to_match(judge_state, seed):
    live = with_rows(seed, "intakes", {"id": 4, **INTAKE, "practice_area": "employment"})
    verdict = judge_state(inserting("intakes", INTAKE), live)
    assert not verdict.D
    assert verdict.state_diff["intakes"].missing == (
        {"practice_area": "auto_accident", "state": "ca", "incident_date": ""},
    )


def test_rule_29_intakes_are_counted(judge_state, seed):
    twice = with_rows(seed, "intakes", {"id": 1, **INTAKE}, {"id": 2, **INTAKE})
    assert not judge_state(inserting("intakes", INTAKE), twice).D
    assert not judge_state("unchanged", twice).D


def test_rule_29_messages_may_have_extra_rows_also_when_none_is_expected(judge_state, seed):
    live = with_rows(seed, "messages", {"id": 1, "for_whom": "New cases", "message": "hi"})
    assert judge_state("unchanged", live).D
    assert not judge_state(inserting("messages", {"for_whom": "Daniel Okonkwo"}), live).D


def test_rule_29_rows_match_one_to_one(judge_state, seed):
    expected = inserting("messages", {"for_whom": "Daniel Okonkwo"}, {"for_whom": "Okonkwo"})
    one = with_rows(seed, "messages", {"id": 1, "for_whom": "Daniel Okonkwo"})
    assert not judge_state(expected, one).D
    assert judge_state(expected, with_rows(one, "messages", {"for_whom": "Oconquo"})).D


def test_rule_29_generated_ids_are_never_constrained(judge_state, seed):
    live = with_rows(seed, "messages", {"id": 2, "for_whom": "New cases"})
    assert judge_state(inserting("messages", {"id": 1, "for_whom": "New cases"}), live).D


@pytest.mark.parametrize(
    ("expected", "row", "same"),
    [
        ({"for_whom": "Daniel Okonkwo"}, {"for_whom": "daniel oconquo"}, True),
        ({"for_whom": "new cases intake"}, {"for_whom": "New cases"}, False),
        ({"for_whom": "New cases"}, {"for_whom": None}, False),
        ({"full_name": "Ana Lima"}, {"full_name": "somebody"}, True),
        ({"full_name": "Ana Lima"}, {"full_name": " "}, False),
        ({"full_name": "Ana Lima"}, {}, False),
        ({"message": "call me"}, {"message": "she wants a call"}, True),
        ({"message": "call me"}, {}, True),
        ({"message": "call me"}, {"message": ""}, False),
    ],
)
def test_rule_29_columns_compare_by_the_rule_of_their_argument(
    expected, row, same, judge_state, seed
):
    live = with_rows(seed, "messages", row)
    assert judge_state(inserting("messages", expected), live).D is same


def test_rule_29_no_order_of_rows_can_fail_a_match(judge_state, seed):
    loose, tight = {"for_whom": "New cases"}, {"for_whom": "New cases", "caller_id": "c_1"}
    rows = [{"for_whom": "New cases", "caller_id": caller} for caller in ("c_1", "c_2")]
    for expected in ((loose, tight), (tight, loose)):
        for live in (rows, rows[::-1]):
            state = with_rows(copy.deepcopy(seed), "messages", *live)
            assert judge_state(inserting("messages", *expected), state).D


RMA = {"order_number": "4417", "sku": "lamp"}


def test_rule_30_exact_and_empty_means_empty(judge_state, seed):
    live = with_rows(seed, "rmas", {"rma_number": "RMA-1", **RMA})
    assert not judge_state("unchanged", live).D
    assert judge_state(inserting("rmas", RMA), live).D
    assert not judge_state(inserting("rmas", RMA), with_rows(live, "rmas", {**RMA, "sku": "x"})).D


@pytest.mark.parametrize("reason", ["changed my mind", "", None])
def test_rule_30_a_reason_nobody_stated_is_ignored(reason, judge_state, seed):
    live = with_rows(seed, "rmas", {"rma_number": "RMA-1", **RMA, "reason": reason})
    for unstated in ({}, {"reason": None}, {"reason": ""}):
        assert judge_state(inserting("rmas", {**RMA, **unstated}), live).D


def test_rule_30_a_reason_that_was_stated_is_compared(judge_state, seed):
    expected = inserting("rmas", {**RMA, "reason": "defective"})
    live = with_rows(seed, "rmas", {**RMA, "reason": "changed my mind"})
    assert not judge_state(expected, live).D
    live["rmas"][0]["reason"] = "Defective"
    assert judge_state(expected, live).D


def test_rule_30_a_seed_row_that_the_task_leaves_alone_is_compared_whole(judge_state, seed):
    stored = {**SEED, "rmas": [{"rma_number": "RMA-7", **RMA, "reason": None}]}
    seed["rmas"] = [{**stored["rmas"][0], "reason": "changed my mind"}]
    assert not judge_state("unchanged", seed, seed_state=stored).D
    touched = [{"update": "rmas", "where": {"sku": "lamp"}, "set": {"order_number": "4418"}}]
    seed["rmas"][0]["order_number"] = "4418"
    assert judge_state(touched, seed, seed_state=stored).D


class _OneTable:
    """The same rows under each policy: the policy alone decides."""

    seed: ClassVar = {"t": [{"id": 1, "a": "x"}]}

    @staticmethod
    def judge(policy: TablePolicy, rows) -> bool:
        grading = GradingPolicy(industry="any", version="1", tables={"t": policy})
        lockfile = {"exp_handoff_path": [], "exp_tool_calls": [], "exp_db_state": "unchanged"}
        dump = {"t": rows}
        verdict = verify_call(lockfile, [], grading, seed_state=_OneTable.seed, actual_state=dump)
        return verdict.D is True


@pytest.mark.parametrize(
    ("policy", "passes"),
    [
        (TablePolicy(), False),
        (TablePolicy(rule=RowRule.SUBSET), True),
        (TablePolicy(rule=RowRule.CONSTRAINED), False),
        (TablePolicy(rule=RowRule.CONSTRAINED, extra_rows=True), True),
        (TablePolicy(always=False), True),
    ],
)
def test_rule_31_policies_are_data(policy, passes):
    assert _OneTable.judge(policy, [{"id": 1, "a": "x"}, {"id": 2, "a": "y"}]) is passes
    assert _OneTable.judge(policy, [{"id": 1, "a": "x"}])
    assert _OneTable.judge(policy, [{"id": 1, "a": "y"}]) is (not policy.always)


@pytest.mark.parametrize("unchanged", ["unchanged", "unchanged seed", "Unchanged Seed", []])
def test_rule_32_unchanged_means_the_seed(unchanged, judge_state, seed):
    assert judge_state(unchanged, seed).D
    seed["appointments"][0]["status"] = "cancelled"
    assert not judge_state(unchanged, seed).D


def test_rule_32_changes_are_applied_to_the_seed(judge_state, seed):
    expected = {
        "changes": [
            {"insert": "appointments", "row": NEW_VISIT},
            {"update": "appointments", "where": {"id": 1}, "set": {"status": "cancelled"}},
            {"delete": "appointments", "where": {"slot_id": "SLOT_7"}},
        ]
    }
    seed["appointments"] = [
        {"id": 3, **NEW_VISIT},
        {**seed["appointments"][0], "status": "cancelled"},
    ]
    assert judge_state(expected, seed).D
    assert judge_state(expected["changes"], seed).D


def test_rule_32_where_reads_the_seed_whatever_was_changed_before(judge_state, seed):
    expected = [
        {"update": "patients", "where": {"carrier": "cigna"}, "set": {"carrier": "bcbs"}},
        {"update": "patients", "where": {"carrier": "Cigna"}, "set": {"zip": "11201"}},
    ]
    seed["patients"][0] |= {"carrier": "Blue Cross", "zip": "11201"}
    assert judge_state(expected, seed).D


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            [{"update": "appointments", "where": {"id": 9}, "set": {"status": "x"}}],
            "selects 0 seed rows",
        ),
        ([{"delete": "appointments", "where": {"status": "booked"}}], "selects 2 seed rows"),
        (
            [
                {"delete": "appointments", "where": {"id": 1}},
                {"update": "appointments", "where": {"id": 1}, "set": {"status": "x"}},
            ],
            "deleted already",
        ),
        ([{"insert": "invoices", "row": {"id": 1}}], "names the table 'invoices'"),
        ({"also_unchanged": ["invoices"]}, "names the table 'invoices'"),
    ],
)
def test_rule_32_changes_that_cannot_follow_from_the_seed_are_refused(
    changes, sentence, judge_state, seed
):
    with pytest.raises(TaskError, match=sentence):
        judge_state(changes, seed)


def test_rule_32_further_tables_are_compared_only_where_a_task_constrains_them(judge_state, seed):
    live = with_rows(seed, "text_messages", {"id": 1, "mobile_e164": "+12125550142"})
    assert judge_state("unchanged", live).D
    assert not judge_state({"also_unchanged": ["text_messages"]}, live).D
    text = {"mobile_e164": "+12125550142"}
    assert judge_state(inserting("text_messages", text), live).D
    assert not judge_state(inserting("text_messages", {"mobile_e164": "+12125550143"}), live).D


@pytest.mark.parametrize("dump", [None, SEED])
def test_rule_32_a_lockfile_without_expected_state_never_passes(dump):
    lockfile = {"exp_handoff_path": [], "exp_tool_calls": []}
    for broken in (lockfile, {**lockfile, "exp_db_state": None}):
        with pytest.raises(TaskError, match="no exp_db_state"):
            verify_call(broken, [], GradingPolicy(industry="x", version="1"), actual_state=dump)


def test_rule_32_a_given_expected_state_overrides_lockfile_and_seed(judge_state, seed):
    given = copy.deepcopy(SEED)
    given["appointments"].pop()
    assert not judge_state("unchanged", seed, expected_state=given).D
    seed["appointments"].pop()
    assert judge_state("unchanged", seed, expected_state=given).D
    assert judge_state(None, seed, expected_state=given, seed_state=None).D


def test_rule_32_a_table_that_a_given_state_lacks_is_expected_empty(judge_state):
    given = {"waitlist": [WAIT]}
    assert judge_state("unchanged", {"waitlist": [{"id": 3, **WAIT}]}, expected_state=given).D
    verdict = judge_state("unchanged", SEED | {"waitlist": [WAIT]}, expected_state=given)
    assert set(verdict.state_diff) == {"patients", "appointments"}


def test_rule_32_a_given_state_brings_its_own_further_tables(judge_state, seed):
    live = with_rows(seed, "text_messages", {"id": 1})
    assert not judge_state("unchanged", live, expected_state=SEED).D
    assert TABLES["text_messages"].always is False


def test_rule_32_a_dump_without_a_compared_table_is_refused(judge_state, seed):
    del seed["waitlist"]
    assert judge_state("unchanged", seed).D  # empty is expected there
    del seed["patients"]
    with pytest.raises(TraceError, match="no table 'patients'"):
        judge_state("unchanged", seed)


def test_rule_32_any_of_may_stand_in_a_cell(judge_state, seed):
    expected = inserting(
        "appointments", {**NEW_VISIT, "slot_id": {"any_of": ["slot_8", "slot_9", None]}}
    )
    live = with_rows(seed, "appointments", {"id": 3, **NEW_VISIT})
    for slot, same in (("slot_8", True), ("SLOT_9", True), (None, True), ("slot_1", False)):
        live["appointments"][-1]["slot_id"] = slot
        assert judge_state(expected, live).D is same
    assert judge_state(expected, live).state_diff["appointments"].missing[0]["slot_id"] == {
        "any_of": ["slot_8", "slot_9", None]
    }


def test_rule_32_a_choice_without_null_is_not_met_by_null(judge_state, seed):
    choice = {"any_of": ["slot_8", "slot_9"]}
    live = with_rows(seed, "appointments", {"id": 3, **NEW_VISIT, "slot_id": None})
    assert not judge_state(inserting("appointments", {**NEW_VISIT, "slot_id": choice}), live).D
