"""VERIFIER rules 10 to 21: facts and prose, outcomes, aliases."""

import pytest

from mivas_env.schema.arguments import ArgumentRule, Kind, Match
from mivas_env.verifier.policy import GradingPolicy, ToolGrading

ANY = "any_of"


def call(name, **parameters):
    return {"name": name, "parameters": parameters}


@pytest.fixture
def matches(judge_calls):
    """Say whether one expected value accepts one live value, as an argument of a toy tool."""

    def compare(tool, key, expected, actual):
        return judge_calls([call(tool, **{key: expected})], [call(tool, **{key: actual})]).T

    return compare


@pytest.mark.parametrize(
    "rule",
    [
        ArgumentRule(name="x", enum=("a", "b")),
        ArgumentRule(name="x", pattern="^[ab]$"),
        ArgumentRule(name="x", kind=Kind.DATE),
        ArgumentRule(name="x", kind=Kind.DATETIME),
        ArgumentRule(name="x", kind=Kind.NUMBER),
        ArgumentRule(name="x", kind=Kind.INTEGER),
        ArgumentRule(name="x", kind=Kind.BOOLEAN),
        ArgumentRule(name="slot_id"),
        ArgumentRule(name="slot_ids"),
        ArgumentRule(name="mobile_e164"),
    ],
)
def test_rule_10_some_keys_are_facts_whatever_the_declaration_says(rule, judge_calls):
    prose = rule.model_copy(update={"match": Match.PROSE})
    policy = GradingPolicy(
        industry="x", version="1", tools={"t": ToolGrading(arguments={rule.name: prose})}
    )
    expected = call("t", **{rule.name: "a"})
    assert not judge_calls([expected], [call("t", **{rule.name: "b"})], policy=policy).T
    assert judge_calls([expected], [expected], policy=policy).T


def test_rule_10_prose_is_what_the_industry_declares_and_nothing_else(matches):
    assert matches("book_visit", "notes", "sore arm", "the arm hurts")
    assert not matches("verify_identity", "second_factor", "10016", "the zip")


def test_rule_11_a_fact_must_be_present_and_equal(judge_calls, matches):
    assert not matches("verify_identity", "full_name", "Maria Alvarez", "Mario Alvarez")
    expected = call("verify_identity", full_name="Maria Alvarez")
    assert not judge_calls([expected], [call("verify_identity", dob="1972-06-30")]).T


def test_rule_11_prose_may_be_absent_or_null_but_not_blank(judge_calls):
    expected = call("book_visit", notes="sore arm", rate=1)
    assert judge_calls([expected], [call("book_visit", rate=1)]).T
    assert judge_calls([expected], [call("book_visit", rate=1, notes=None)]).T
    blank = judge_calls([expected], [call("book_visit", rate=1, notes=" \t")])
    assert not blank.T
    assert blank.call_matches[0].candidates[0].reason == "notes is blank"


def test_rule_11_blank_prose_fails_even_where_nothing_else_is_left(judge_calls):
    expected = call("book_visit", notes="sore arm")
    assert not judge_calls([expected], [call("book_visit", notes="")]).T
    assert judge_calls([expected], [call("book_visit")]).T


def test_rule_11_prose_that_was_not_expected_may_be_blank(judge_calls):
    assert judge_calls([call("book_visit", rate=1)], [call("book_visit", rate=1, notes="")]).T


@pytest.mark.parametrize(
    ("expected", "actual", "passes"),
    [
        ({"ok": True}, {"ok": True}, True),
        ({"ok": True}, {"ok": False}, False),
        ({"ok": False}, {"ok": True}, False),
        ({"ok": True}, {}, True),
        ({}, {"ok": False}, True),
        ({"ok": None}, {"ok": False}, True),
        ({"ok": True}, {"ok": None}, True),
        ({"error_code": "LOCKED"}, {"error_code": "LOCKED"}, True),
        ({"error_code": "LOCKED"}, {"error_code": "MISMATCH"}, False),
        ({"error_code": "LOCKED"}, {"ok": False}, True),
        ({"ok": False, "error_code": "LOCKED"}, {"ok": False, "error_code": "OTHER"}, False),
    ],
)
@pytest.mark.parametrize("parameters", [{}, {"carrier": "aetna"}])
def test_rule_12_ok_and_error_code_are_compared_where_both_recorded_them(
    expected, actual, passes, parameters, judge_calls
):
    live = {"name": "check_plan_accepted", "parameters": parameters}
    for recorded in ({**live, **actual}, {**live, "output": actual}):
        verdict = judge_calls([{**live, "output": expected}], [recorded])
        assert verdict.T is passes


def test_rule_12_nested_data_is_never_compared(judge_calls):
    expected = {**call("check_plan_accepted"), "output": {"ok": True, "data": {"accepted": True}}}
    live = {**call("check_plan_accepted"), "output": {"ok": True, "data": {"accepted": False}}}
    assert judge_calls([expected], [live]).T


def test_rule_12_the_reason_names_the_outcome(judge_calls):
    expected = {"name": "ping", "output": {"ok": True, "error_code": "A"}}
    refused = judge_calls([expected], [{"name": "ping", "ok": False}])
    assert refused.call_matches[0].candidates[0].reason == "ok is false, expected true"
    coded = judge_calls([expected], [{"name": "ping", "error_code": "B"}])
    assert coded.call_matches[0].candidates[0].reason == "ok is false, expected true"
    expected = {"name": "ping", "output": {"error_code": "A"}}
    coded = judge_calls([expected], [{"name": "ping", "error_code": "B"}])
    assert coded.call_matches[0].candidates[0].reason == "error_code is 'B', expected 'A'"


def test_rule_13_a_refused_call_without_arguments_is_no_name_only_hit(judge_calls):
    expected = {
        **call("check_plan_accepted", carrier="aetna", location_id="loc_park_ave"),
        "output": {"ok": True},
    }
    empty = {"name": "check_plan_accepted", "ok": False, "error_code": "INVALID_ARGUMENTS"}
    assert not judge_calls([expected], [empty]).T
    assert judge_calls([{**expected, "output": {}}], [empty]).T  # the hole that recording closes


@pytest.mark.parametrize(
    ("recorded", "unrecorded"),
    [({"ok": True}, False), ({}, True), ({"error_code": "X"}, False)],
)
def test_rule_13_a_trace_without_outcomes_is_visibly_marked(recorded, unrecorded, judge_calls):
    expected = {"name": "ping", "output": {"ok": True}}
    assert judge_calls([expected], [{"name": "ping", **recorded}]).unrecorded is unrecorded
    assert not judge_calls(["ping"], [{"name": "ping"}]).unrecorded
    assert not judge_calls([expected], [{"name": "ping", "ok": True}, {"name": "x"}]).unrecorded


@pytest.mark.parametrize(
    "spelling", ["loc_park_ave", "LOC_PARK_AVE", "Park Avenue", " park  avenue "]
)
def test_rule_14_15_an_office_is_its_id_or_its_exact_name(spelling, matches):
    assert matches("check_plan_accepted", "location_id", "loc_park_ave", spelling)
    assert matches("check_plan_accepted", "location_id", spelling, "loc_park_ave")


@pytest.mark.parametrize(
    "spelling",
    ["Park Avenue office in Manhattan", "Park", "Windermere", "loc_park", "", "Avenue Park"],
)
def test_rule_15_anything_near_an_office_fails(spelling, judge_calls):
    expected = call("check_plan_accepted", carrier="aetna", location_id="loc_park_ave")
    live = call("check_plan_accepted", carrier="aetna", location_id=spelling)
    assert not judge_calls([expected], [live]).T


@pytest.mark.parametrize(
    ("expected", "actual", "passes"),
    [
        (["loc_park_ave"], ["Park Avenue"], True),
        (["loc_park_ave"], ["loc_park_ave", "Park Avenue"], True),
        (["loc_park_ave", "loc_windermere"], ["Windermere", "park avenue"], True),
        (["loc_park_ave"], ["loc_park_ave", "loc_windermere"], False),
        (["loc_park_ave", "loc_windermere"], ["loc_park_ave"], False),
        (["loc_park_ave"], "loc_park_ave", False),
    ],
)
def test_rule_15_location_sets_are_exact_after_aliasing(expected, actual, passes, matches):
    assert matches("find_slots", "location_ids", expected, actual) is passes


@pytest.mark.parametrize(
    "spelling", ["bcbs", "BCBS", "Blue Cross Blue Shield", "blue-cross blueshield", "Blue Cross"]
)
def test_rule_16_carriers_collapse_to_a_slug(spelling, matches):
    assert matches("check_plan_accepted", "carrier", "bcbs", spelling)
    assert not matches("check_plan_accepted", "carrier", "aetna", spelling)


@pytest.mark.parametrize(
    "spelling", ["+12125550142", "(212) 555-0142", "1 212 555 0142", "2125550142"]
)
def test_rule_17_phones_compare_national_digits_by_declared_type(spelling, matches):
    for tool, key in (("book_visit", "callback_number"), ("send_sms", "mobile_e164")):
        assert matches(tool, key, "212-555-0142", spelling)
        assert not matches(tool, key, "212-555-0143", spelling)


def test_rule_17_text_that_only_looks_like_a_phone_stays_text(matches):
    assert not matches("verify_identity", "second_factor", "212-555-0142", "2125550142")


@pytest.mark.parametrize(
    "spelling",
    [
        "2026-08-21T15:00",
        "2026-08-21 15:00",
        "2026-08-21T15:00:59.5",
        "2026-08-21t15:00:00z",
        "2026-08-21T15:00-04:00",
        "2026-08-21T15:00:30+0200",
        "2026-08-21T15:00-04",
    ],
)
def test_rule_17_datetimes_collapse_to_the_minute(spelling, matches):
    assert matches("book_visit", "start", "2026-08-21T15:00", spelling)
    assert not matches("book_visit", "start", "2026-08-21T15:01", spelling)


@pytest.mark.parametrize(
    ("tool", "key", "expected", "actual", "passes"),
    [
        ("check_plan_accepted", "carrier", {ANY: ["aetna", "bcbs"]}, "Blue Cross", True),
        ("check_plan_accepted", "carrier", {ANY: ["aetna", "bcbs"]}, "cigna", False),
        (
            "find_slots",
            "location_ids",
            {ANY: [["loc_park_ave"], ["loc_windermere"]]},
            ["Windermere"],
            True,
        ),
        (
            "find_slots",
            "location_ids",
            {ANY: [["loc_park_ave"], ["loc_windermere"]]},
            ["loc_park_ave", "loc_windermere"],
            False,
        ),
        (
            "find_slots",
            "location_ids",
            [{ANY: ["loc_park_ave", "loc_windermere"]}, "loc_montclair"],
            ["Montclair", "Windermere"],
            True,
        ),
        (
            "find_slots",
            "location_ids",
            [{ANY: ["loc_park_ave", "loc_windermere"]}, "loc_montclair"],
            ["loc_park_ave", "loc_windermere"],
            False,
        ),
        ("find_slots", "tags", ["a", {ANY: ["b", "c"]}], ["A", "c"], True),
        ("find_slots", "tags", ["a", {ANY: ["b", "c"]}], ["c", "a"], False),
        ("book_visit", "rate", {ANY: [{ANY: [1, 2]}, 3]}, "2", True),
        ("book_visit", "extras", {"size": {ANY: [1, 2]}}, {"size": 2}, True),
        ("book_visit", "extras", {"size": {ANY: [1, 2]}}, {"size": 3}, False),
    ],
)
def test_rule_18_any_of_is_an_or_also_in_and_around_lists(
    tool, key, expected, actual, passes, matches
):
    assert matches(tool, key, expected, actual) is passes


@pytest.mark.parametrize(
    ("expected", "actual", "passes"),
    [
        ("Daniel Okonkwo", "Daniel Oconquo", True),
        ("Dr. Daniel Okonkwo", "daniel okonkwo", True),
        ("Okonkwo Daniel", "Daniel Okonkwo", False),
        ("new cases intake", "New cases", False),
        ("New cases", "new cases intake", False),
        ("Dan", "Don", False),
        ("Acme Freight, Inc.", "Acme Freight LLC", True),
        (7, "7", False),
    ],
)
def test_rule_19_names_match_as_heard(expected, actual, passes, matches):
    assert matches("check_conflict", "opposing_party", expected, actual) is passes
    assert matches("take_message", "for_whom", expected, actual) is passes


def test_rule_20_presence_only_where_the_industry_says_so(judge_calls):
    expected = call("take_message", full_name="Daniel Okonkwo", for_whom="New cases")
    assert judge_calls([expected], [call("take_message", full_name="X", for_whom="New cases")]).T
    for absent in ({}, {"full_name": ""}, {"full_name": None}):
        assert not judge_calls([expected], [call("take_message", for_whom="New cases", **absent)]).T


def test_rule_20_elsewhere_a_full_name_is_exact_after_casefold_and_trimming(matches):
    assert matches("verify_identity", "full_name", "Maria Alvarez", "  maria   ALVAREZ ")
    assert not matches("verify_identity", "full_name", "Maria Alvarez", "Maria J Alvarez")


@pytest.mark.parametrize(
    ("key", "expected", "actual", "passes"),
    [
        ("amount_cents", 300, 300.0, True),
        ("amount_cents", 300, "300", True),
        ("amount_cents", 300, "300.0", True),
        ("amount_cents", "300", 300, True),
        ("rate", 25, " 25.0 ", True),
        ("rate", 25.5, "25.50", True),
        ("rate", 25, "25a", False),
        ("rate", 1, True, False),
        ("rate", True, 1, False),
        ("accepted", True, "TRUE", True),
        ("accepted", True, "false", False),
        ("accepted", True, 1, False),
        ("accepted", False, 0, False),
        ("accepted", True, "yes", False),
    ],
)
def test_rule_21_numbers_and_booleans_by_declared_type(key, expected, actual, passes, matches):
    assert matches("book_visit", key, expected, actual) is passes


@pytest.mark.parametrize(
    ("expected", "actual", "passes"),
    [
        ("0123", "123", False),
        ("0123", 123, False),
        ("01", "1", False),
        (" Ab ", "aB", True),
        ("caf\u00e9", "cafe\u0301", True),
        ("true", True, False),
    ],
)
def test_rule_21_text_that_looks_like_a_number_stays_text(expected, actual, passes, matches):
    assert matches("verify_identity", "second_factor", expected, actual) is passes
