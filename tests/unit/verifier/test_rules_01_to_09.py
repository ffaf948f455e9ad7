"""VERIFIER rules 1 to 9: inputs, result, order of the calls, greedy matching, projection."""

import copy

import pytest
from toy_industry.policy import OFFICE_POLICY, SEED

from mivas_env.schema.arguments import HARNESS_KEYS
from mivas_env.schema.trajectory import CallRecord, Event, Trajectory
from mivas_env.schema.verification import Verdict
from mivas_env.verifier.verify import verify_call

PLAN = {
    "name": "check_plan_accepted",
    "parameters": {"carrier": "aetna", "location_id": "loc_park_ave"},
}


def lockfile(calls, path=()):
    return {
        "exp_handoff_path": list(path),
        "exp_tool_calls": list(calls),
        "exp_db_state": "unchanged",
    }


@pytest.mark.parametrize("tools", [True, False])
@pytest.mark.parametrize("hops", [True, False])
@pytest.mark.parametrize("state", [True, False])
def test_rule_01_result_is_the_logical_and_of_three_gates(tools, hops, state, seed):
    calls = [PLAN] if tools else []
    calls += [{"name": "transfer_to_coverage"}] if hops else []
    if not state:
        seed["appointments"].pop()
    expected = lockfile([PLAN], ["transfer_to_coverage"])
    verdict = verify_call(expected, calls, OFFICE_POLICY, seed_state=SEED, actual_state=seed)
    assert (tools, hops, state) == (verdict.T, verdict.H, verdict.D)
    assert verdict.result is (tools and hops and state)


@pytest.mark.parametrize(("calls", "result"), [([PLAN], True), ([], False)])
def test_rule_01_without_a_dump_d_is_not_evaluated(calls, result, judge_calls):
    verdict = judge_calls([PLAN], calls)
    assert verdict.D is None
    assert verdict.state_diff == {}
    assert verdict.result is result


def test_rule_02_nothing_expected_passes_both_halves(judge_calls):
    verdict = judge_calls([], [])
    assert (verdict.T, verdict.H, verdict.score_T, verdict.score_H) == (True, True, 1.0, 1.0)
    busy = judge_calls([], [PLAN, {"name": "transfer_to_coverage"}])
    assert (busy.T, busy.H, busy.score_T, busy.score_H) == (True, True, 1.0, 1.0)


def test_rule_02_t_and_h_are_evaluated_when_the_state_fails(seed, judge_state):
    seed["patients"].clear()
    verdict = judge_state("unchanged", seed)
    assert (verdict.T, verdict.H, verdict.D) == (True, True, False)


def test_rule_03_the_transcript_is_never_read():
    calls = (CallRecord(name="ping"),)
    words = Event(kind="agent", step=1, desk="reception", at_ms=1, content="I did it all.")
    told, silent = (
        Trajectory(task="t", industry="toy", seed=0, caller_mode="x", calls=calls, events=events)
        for events in ((words,), ())
    )
    expected = lockfile([PLAN])
    assert verify_call(expected, told, OFFICE_POLICY) == verify_call(
        expected, silent, OFFICE_POLICY
    )


def test_rule_04_grouped_actuals_are_put_back_in_wall_clock_order(judge_calls):
    trace = {
        "tool_calls": [
            {
                "name": "transfer_to_billing",
                "actual": [{"name": "transfer_to_billing", "start_offset_ms": 900}],
            },
            {
                "name": "transfer_to_identity",
                "actual": {"name": "transfer_to_identity", "start_offset_ms": 100},
            },
        ]
    }
    path = ("transfer_to_identity", "transfer_to_billing")
    for shape in (trace, trace["tool_calls"]):
        verdict = judge_calls([], shape, path)
        assert verdict.actual_path == path
        assert verdict.verdict is Verdict.EXACT


def test_rule_04_calls_without_offset_come_last_and_ties_keep_their_order(judge_calls):
    hops = [
        ("transfer_to_billing", None),
        ("transfer_to_identity", 5),
        ("transfer_to_coverage", 5),
        ("transfer_to_human", -3.5),
    ]
    verdict = judge_calls([], [{"name": n, "start_offset_ms": at} for n, at in hops])
    assert verdict.actual_path == (
        "transfer_to_human",
        "transfer_to_identity",
        "transfer_to_coverage",
        "transfer_to_billing",
    )


def test_rule_04_without_any_offset_the_recorded_order_stands(judge_calls):
    names = ["transfer_to_billing", "transfer_to_identity"]
    assert judge_calls([], [{"name": n} for n in names]).actual_path == tuple(names)


def test_rule_04_an_empty_call_is_not_filled_in_from_its_group(judge_calls):
    group = {
        "name": "check_plan_accepted",
        "parameters": {"carrier": "cigna", "location_id": "loc_windermere"},
        "start_offset_ms": 1,
        "ok": False,
        "actual": [{}],
    }
    verdict = judge_calls([{**PLAN, "output": {"ok": True}}], {"tool_calls": [group]})
    assert verdict.T  # a name-only hit: the group's arguments and outcome are not the call's


def test_rule_05_the_first_unused_acceptable_call_is_taken(judge_calls):
    loose = {"name": "check_plan_accepted", "parameters": {"carrier": "aetna"}}
    windermere = {
        "name": "check_plan_accepted",
        "parameters": {"carrier": "aetna", "location_id": "loc_windermere"},
    }
    verdict = judge_calls([loose, PLAN], [windermere, PLAN])
    assert [match.actual_index for match in verdict.call_matches] == [0, 1]


def test_rule_05_greedy_by_contract_a_loose_call_may_take_what_a_later_one_needs(judge_calls):
    loose = {"name": "check_plan_accepted", "parameters": {"carrier": "aetna"}}
    windermere = {
        "name": "check_plan_accepted",
        "parameters": {"carrier": "aetna", "location_id": "loc_windermere"},
    }
    verdict = judge_calls([loose, PLAN], [PLAN, windermere])
    assert verdict.hit == ("check_plan_accepted",)
    assert verdict.missing == ("check_plan_accepted",)
    assert not verdict.T


def test_rule_05_one_live_call_satisfies_one_expected_call(judge_calls):
    assert not judge_calls([PLAN, PLAN], [PLAN]).T
    assert judge_calls([PLAN, PLAN], [PLAN, PLAN]).T


def test_rule_05_each_failed_candidate_gives_its_reason(judge_calls):
    other = {
        "name": "check_plan_accepted",
        "parameters": {"carrier": "aetna", "location_id": "loc_windermere"},
    }
    verdict = judge_calls([PLAN, PLAN], [other, PLAN])
    wrong, used = verdict.call_matches[1].candidates
    assert (wrong.actual_index, wrong.argument) == (0, "location_id")
    assert wrong.reason == "location_id is 'loc_windermere', expected 'loc_park_ave'"
    assert (used.actual_index, used.argument) == (1, None)
    assert used.reason == "already satisfies expected call 0"


@pytest.mark.parametrize(("fired", "score"), [(0, 0.0), (1, 0.25), (3, 0.75), (4, 1.0)])
def test_rule_06_score_counts_hits_and_t_needs_them_all(fired, score, judge_calls):
    verdict = judge_calls([PLAN] * 4, [PLAN] * fired)
    assert verdict.score_T == score
    assert verdict.T is (fired == 4)
    assert (len(verdict.hit), len(verdict.missing)) == (fired, 4 - fired)


def test_rule_06_a_forbidden_extra_fails_t_but_not_the_score(judge_calls):
    verdict = judge_calls([PLAN], [PLAN, {"name": "send_sms"}])
    assert (verdict.T, verdict.score_T) == (False, 1.0)
    assert judge_calls([], [{"name": "send_sms"}]).score_T == 1.0


def test_rule_07_a_text_is_required_when_listed_and_forbidden_when_not(judge_calls):
    text = {"name": "send_sms", "ok": True}
    assert judge_calls(["send_sms"], [text]).T
    assert not judge_calls(["send_sms"], []).T
    unasked = judge_calls([], [text])
    assert not unasked.T
    assert unasked.forbidden_extra == ("send_sms",)


def test_rule_07_a_refused_text_was_not_sent_and_an_unrecorded_one_was(judge_calls):
    assert judge_calls([], [{"name": "send_sms", "ok": False}]).T
    assert not judge_calls([], [{"name": "send_sms"}]).T


def test_rule_07_every_other_extra_is_fine_and_other_industries_forbid_nothing(judge_calls):
    extras = [{"name": name} for name in ("ping", "end_call", "book_visit", "no_such_tool")]
    assert judge_calls([PLAN], [*extras, PLAN, *extras]).T
    assert judge_calls([], [{"name": "send_sms"}], policy=OFFICE_POLICY).T


def test_rule_08_undeclared_and_routing_keys_are_dropped(judge_calls):
    assert frozenset({"from", "to"}) == HARNESS_KEYS
    noisy = copy.deepcopy(PLAN)
    noisy["parameters"] |= {"from": "reception", "to": "coverage", "mood": "kind"}
    assert judge_calls([PLAN], [noisy]).T
    only_noise = {"name": PLAN["name"], "parameters": {"from": "a", "to": "b", "mood": "kind"}}
    assert judge_calls([PLAN], [only_noise]).T  # nothing left: a name-only hit


def test_rule_08_routing_keys_of_a_lockfile_constrain_nothing(judge_calls):
    expected = {
        "name": "check_plan_accepted",
        "parameters": {"from": "reception", "carrier": "aetna"},
    }
    assert judge_calls([expected], [PLAN]).T


@pytest.mark.parametrize("empty", [None, "", "  ", "\u200b", [], {}])
def test_rule_08_empty_values_count_as_absent(empty, judge_calls):
    live = {"name": PLAN["name"], "parameters": {"carrier": "aetna", "location_id": empty}}
    verdict = judge_calls([PLAN], [live])
    assert not verdict.T
    assert verdict.call_matches[0].candidates[0].reason == (
        "location_id is absent, expected 'loc_park_ave'"
    )
    expected = {"name": PLAN["name"], "parameters": {"carrier": "aetna", "location_id": empty}}
    assert judge_calls([expected], [PLAN]).T


@pytest.mark.parametrize(("key", "value"), [("accepted", False), ("amount_cents", 0)])
def test_rule_08_false_and_zero_are_values(key, value, judge_calls):
    expected = {"name": "book_visit", "parameters": {key: value}}
    assert judge_calls([expected], [expected]).T
    absent = {"name": "book_visit", "parameters": {"rate": 1}}
    assert not judge_calls([expected], [absent]).T
    lone = {"name": "book_visit", "parameters": {key: value}}
    needs_rate = {"name": "book_visit", "parameters": {"rate": 1}}
    assert not judge_calls([needs_rate], [lone]).T  # the live call is not empty


def test_rule_09_either_side_without_arguments_is_a_name_only_hit(judge_calls):
    assert judge_calls(["check_plan_accepted"], [PLAN]).T
    assert judge_calls([PLAN], [{"name": "check_plan_accepted"}]).T
    assert not judge_calls(["check_plan_accepted"], [{"name": "ping"}]).T


def test_rule_09_a_tool_that_the_policy_does_not_know_matches_by_name(judge_calls):
    expected = {"name": "mystery", "parameters": {"x": 1}}
    assert judge_calls([expected], [{"name": "mystery", "parameters": {"x": 2}}]).T


def test_rule_09_a_locked_key_that_is_not_declared_is_never_satisfied(judge_calls):
    typo = {"name": "check_plan_accepted", "parameters": {"carier": "aetna"}}
    live = {"name": "check_plan_accepted", "parameters": {"carier": "aetna", "carrier": "aetna"}}
    verdict = judge_calls([typo], [live])
    assert not verdict.T
    assert verdict.call_matches[0].candidates[0].argument == "carier"
