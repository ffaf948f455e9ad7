"""Attempts to pass without doing the work, or to bring the verifier down. One per hole."""

import copy
from functools import partial

import pytest
from processor_time import processor_seconds
from toy_industry.policy import OFFICES, POLICY, SEED

from mivas_env.errors import TraceError
from mivas_env.schema.arguments import ArgumentRule, Match
from mivas_env.schema.trajectory import CallRecord
from mivas_env.verifier.expectation import read_expectation
from mivas_env.verifier.gates import state as state_gate
from mivas_env.verifier.policy import GradingPolicy, RowRule, TablePolicy, ToolGrading
from mivas_env.verifier.verify import compile_expectation, verify_call, verify_compiled

PLAN = {
    "name": "check_plan_accepted",
    "parameters": {"carrier": "aetna", "location_id": "loc_park_ave"},
    "output": {"ok": True},
}


def live(parameters, name="check_plan_accepted", **fields):
    return {"name": name, "parameters": parameters, **fields}


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"carrier": "", "location_id": []},
        {"undeclared": "aetna"},
        {"from": "reception", "to": "coverage"},
        {"Carrier": "aetna", "Location_ID": "loc_park_ave"},
    ],
)
def test_calls_that_the_server_refused_for_saying_nothing(parameters, judge_calls):
    refused = live(parameters, ok=False, error_code="INVALID_ARGUMENTS")
    assert not judge_calls([PLAN], [refused]).T


@pytest.mark.parametrize(
    "office",
    [
        ["loc_park_ave", "loc_windermere"],
        ["loc_park_ave"],
        {"any_of": ["loc_park_ave", "loc_windermere"]},
        "loc_park_ave loc_windermere",
        "loc_park_ave,",
        "loc_p\u0430rk_ave",
        "*",
        "%",
        True,
        0,
    ],
)
def test_hedging_inside_one_argument(office, judge_calls):
    assert not judge_calls([PLAN], [live({"carrier": "aetna", "location_id": office})]).T


def test_spellings_that_hide_nothing_are_the_same_office(judge_calls):
    for office in ("loc_park_ave\u200b", "\uff4coc_park_ave", "\u202eloc_park_ave"):
        assert judge_calls([PLAN], [live({"carrier": "aetna", "location_id": office})]).T


def test_naming_a_tool_nearly_right(judge_calls):
    for name in ("Check_Plan_Accepted", "check_plan_accepted\u200b", "check plan accepted"):
        assert not judge_calls([PLAN], [{**PLAN, "name": name}]).T


def test_blank_prose_in_every_spelling_of_blank(judge_calls):
    expected = live({"notes": "sore arm", "rate": 1}, "book_visit")
    for blank in ("", " ", "\n\t", "\u200b", "\u2060\ufeff", "\u3000", "\ud800"):
        record = CallRecord(name="book_visit", parameters={"rate": 1, "notes": blank})
        compiled = compile_expectation(
            read_expectation(
                {"exp_handoff_path": [], "exp_tool_calls": [expected], "exp_db_state": "unchanged"}
            ),
            POLICY,
        )
        assert not verify_compiled(compiled, [record]).T


def test_one_as_true_and_true_as_one(judge_calls):
    for key, expected, sent in (
        ("accepted", True, 1),
        ("accepted", False, 0),
        ("accepted", False, 0.0),
        ("rate", 1, True),
        ("amount_cents", 0, False),
    ):
        assert not judge_calls(
            [live({key: expected}, "book_visit")], [live({key: sent}, "book_visit")]
        ).T


def test_a_flag_in_a_table_is_one_or_true(judge_state, seed):
    seed["patients"][0]["portal_active"] = True  # how an export may write what the table holds as 1
    assert judge_state("unchanged", seed).D
    seed["patients"][0]["portal_active"] = "1"
    assert not judge_state("unchanged", seed).D


def test_two_phones_without_digits_are_not_one_phone(judge_calls):
    expected = live({"callback_number": "mobile"}, "book_visit")
    assert not judge_calls([expected], [live({"callback_number": "none"}, "book_visit")]).T
    assert judge_calls([expected], [live({"callback_number": "Mobile"}, "book_visit")]).T


def test_refused_transfers_and_refused_texts_neither_help_nor_hurt(judge_calls):
    calls = [{"name": "transfer_to_coverage", "ok": False}, {"name": "send_sms", "ok": False}]
    assert not judge_calls([], calls, ("transfer_to_coverage",)).H
    assert judge_calls([], calls).T
    listed = [{"name": "send_sms", "output": {"ok": True}}]
    assert not judge_calls(listed, calls).T


def test_duplicates_cannot_share_one_row_in_any_policy():
    row = {"a": "x"}
    for rule in RowRule:
        policy = GradingPolicy(
            industry="x", version="1", tables={"t": TablePolicy(rule=rule, extra_rows=True)}
        )
        for count, passes in ((1, False), (2, True)):
            verdict = verify_call(
                {
                    "exp_handoff_path": [],
                    "exp_tool_calls": [],
                    "exp_db_state": [{"insert": "t", "row": row}] * 2,
                },
                [],
                policy,
                seed_state={"t": []},
                actual_state={"t": [row] * count},
            )
            assert verdict.D is passes


def test_a_soft_rule_is_asked_even_where_rows_are_equal():
    table = TablePolicy(columns={"who": ArgumentRule(name="who", match=Match.PRESENCE)})
    policy = GradingPolicy(industry="x", version="1", tables={"t": table})
    lockfile = {"exp_handoff_path": [], "exp_tool_calls": [], "exp_db_state": "unchanged"}
    rows = {"t": [{"who": ""}]}
    assert verify_call(lockfile, [], policy, seed_state=rows, actual_state=rows).D is False


def test_soft_columns_are_matched_as_a_whole_not_row_by_row():
    table = TablePolicy(columns={"who": ArgumentRule(name="who", match=Match.FUZZY)})
    policy = GradingPolicy(industry="x", version="1", tables={"t": table})
    chain = ["Peterson", "Petersen", "Pederson", "Pedersen"]
    lockfile = {
        "exp_handoff_path": [],
        "exp_tool_calls": [],
        "exp_db_state": [{"insert": "t", "row": {"who": name}} for name in chain],
    }
    for shift in range(4):
        names = chain[shift:] + chain[:shift]
        dump = {"t": [{"who": name} for name in names]}
        assert verify_call(lockfile, [], policy, seed_state={"t": []}, actual_state=dump).D


def test_lists_in_cells_of_the_seed_are_compared(judge_state, seed):
    listed = copy.deepcopy(SEED)
    listed["patients"][0]["tags"] = ["b", "a"]
    live_state = copy.deepcopy(listed)
    assert judge_state("unchanged", live_state, seed_state=listed).D
    live_state["patients"][1]["zip"] = " 07042"
    assert judge_state("unchanged", live_state, seed_state=listed).D
    live_state["patients"][0]["tags"] = ["a", "b"]
    assert not judge_state("unchanged", live_state, seed_state=listed).D


def test_text_that_reads_like_json_is_not_a_list_unless_declared(judge_state, seed):
    seed["patients"][0]["member_id"] = '["CG-1"]'
    assert not judge_state("unchanged", seed).D


def deep(levels):
    value = "x"
    for _ in range(levels):
        value = [value]
    return value


class _Odd:
    """Something that no JSON can hold, and that objects to being compared."""

    __hash__ = None

    def __eq__(self, other):
        raise RuntimeError


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        10**5000,
        -(10**400),
        "x\ud800",
        "x" * 1_000_000,
        b"x",
        {1, 2},
        deep(30),
        deep(100_000),
        {"a": deep(30)},
        _Odd(),
        {"any_of": ["aetna"]},
        {1: 2},
        (1, "x"),
        [10**5000, float("nan")],
        True,
        0,
        -0.0,
        1e308,
    ],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize(
    ("tool", "key", "expected"),
    [
        ("check_plan_accepted", "carrier", "aetna"),
        ("check_plan_accepted", "location_id", {"any_of": ["loc_park_ave"]}),
        ("find_slots", "location_ids", ["loc_park_ave"]),
        ("find_slots", "location_ids", [{"any_of": ["loc_park_ave", "loc_windermere"]}]),
        ("book_visit", "amount_cents", 300),
        ("book_visit", "extras", {"a": 1}),
        ("book_visit", "start", "2026-08-21T15:00"),
        ("book_visit", "callback_number", "+12125550142"),
        ("check_conflict", "opposing_party", "Daniel Okonkwo"),
    ],
)
def test_no_live_value_raises_or_matches_by_accident(tool, key, expected, value):
    lockfile = {
        "exp_handoff_path": [],
        "exp_tool_calls": [live({key: expected}, tool)],
        "exp_db_state": "unchanged",
    }
    compiled = compile_expectation(read_expectation(lockfile), POLICY)
    record = CallRecord.model_construct(name=tool, parameters={key: value})
    verdict = verify_compiled(compiled, [record])
    assert verdict.T is False
    verdict.model_dump_json()
    try:
        foreign = verify_call(lockfile, [record], POLICY)
    except TraceError:
        return
    assert foreign == verdict


def test_thousands_of_calls_are_judged(judge_calls):
    wrong = live({"carrier": "cigna", "location_id": "loc_windermere"})
    verdict = judge_calls([PLAN] * 20, [wrong] * 5_000 + [PLAN] * 20)
    assert verdict.T
    missed = judge_calls([PLAN] * 5, [wrong] * 5_000)
    assert len(missed.call_matches[4].candidates) == 5_000


def test_a_huge_list_is_compared_as_a_set(judge_calls):
    expected = live(
        {"location_ids": ["loc_park_ave", {"any_of": list(OFFICES.entries)}]}, "find_slots"
    )
    for offices in (["Park Avenue"] * 50_000, [f"loc_{number}" for number in range(50_000)]):
        assert judge_calls([expected], [live({"location_ids": offices}, "find_slots")]).T is (
            len(set(offices)) == 1
        )


def test_thousands_of_rows_are_compared(judge_state, seed):
    seed["appointments"] += [{"id": 100 + n, "start": f"slot {n % 50}"} for n in range(5_000)]
    choice = {"start": {"any_of": ["slot 1", "slot 2"]}}
    expected = [{"insert": "appointments", "row": {"id": n, **choice}} for n in range(20)]
    verdict = judge_state(expected, seed)
    assert len(verdict.state_diff["appointments"].unexpected) == 5_000


def test_a_dump_of_too_many_rows_is_refused(judge_state, seed, monkeypatch):
    monkeypatch.setattr(state_gate, "MAX_ROWS", 2)
    assert judge_state("unchanged", seed).D
    monkeypatch.setattr(state_gate, "MAX_ROWS", len(seed["patients"]) + 1)
    seed["patients"].append({**seed["patients"][0], "id": "pat_one_more"})
    assert judge_state("unchanged", seed).D is False  # just as many as may be
    monkeypatch.setattr(state_gate, "MAX_ROWS", 2)
    seed["patients"] *= 2
    with pytest.raises(TraceError, match="more than 2 rows"):
        judge_state("unchanged", seed)


def test_a_name_of_a_million_letters_is_compared(judge_calls):
    expected = live({"opposing_party": "Daniel Okonkwo"}, "check_conflict")
    for party in ("o" * 1_000_000, "Daniel " * 100_000):
        assert not judge_calls([expected], [live({"opposing_party": party}, "check_conflict")]).T


@pytest.mark.timed
def test_large_input_is_judged_in_time(judge_calls, judge_state, seed):
    in_calls = (
        (test_thousands_of_calls_are_judged, 10.0),
        (test_a_huge_list_is_compared_as_a_set, 6.0),
        (test_a_name_of_a_million_letters_is_compared, 3.0),
    )
    for judge, seconds in in_calls:
        assert processor_seconds(partial(judge, judge_calls)) < seconds
    compare = partial(test_thousands_of_rows_are_compared, judge_state, seed)
    assert processor_seconds(compare) < 10.0


def test_a_policy_without_tools_or_tables_still_judges():
    policy = GradingPolicy(industry="x", version="1", tools={"ping": ToolGrading()})
    lockfile = {"exp_handoff_path": [], "exp_tool_calls": ["ping"], "exp_db_state": "unchanged"}
    verdict = verify_call(lockfile, [live({}, "ping")], policy, seed_state={}, actual_state={})
    assert verdict.result
