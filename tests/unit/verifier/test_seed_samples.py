"""The two published sample calls, and the teaching example behind the first."""

import copy

import pytest
from toy_industry.policy import POLICY, SEED

from mivas_env import rewards
from mivas_env.schema.arguments import ArgumentRule, Kind
from mivas_env.schema.verification import FailureClass, Verdict
from mivas_env.verifier.policy import ToolGrading
from mivas_env.verifier.verify import verify_call

PLAN_AT_OFFICE = {
    "exp_handoff_path": ["transfer_to_coverage"],
    "exp_tool_calls": [
        {"name": "transfer_to_coverage"},
        {
            "name": "check_plan_accepted",
            "parameters": {"carrier": "aetna", "location_id": "loc_park_ave"},
            "output": {"ok": True, "data": {"accepted": True}},
        },
    ],
    "exp_db_state": "unchanged seed",
}
HOP = {"name": "transfer_to_coverage", "parameters": {"from": "reception", "to": "coverage"}}


def check_at(office, carrier="aetna"):
    return {
        "name": "check_plan_accepted",
        "parameters": {"carrier": carrier, "location_id": office},
        "output": {"ok": True, "data": {"accepted": office == "loc_park_ave"}},
    }


def judge(lockfile, calls, policy=POLICY):
    return verify_call(lockfile, calls, policy, seed_state=SEED, actual_state=copy.deepcopy(SEED))


def test_the_plan_checked_at_another_office():
    verdict = judge(PLAN_AT_OFFICE, [HOP, check_at("loc_windermere")])
    assert (verdict.T, verdict.H, verdict.D) == (False, True, True)
    assert verdict.verdict is Verdict.EXACT
    assert verdict.result is False
    assert verdict.r_eval == rewards.train_reward(verdict, 0.5) == 0.0
    assert verdict.missing == ("check_plan_accepted",)
    assert verdict.score_T == 0.5
    assert verdict.call_matches[1].candidates[0].argument == "location_id"
    assert verdict.failure_classes == (FailureClass.WRONG_ARGUMENT,)


def test_the_plan_checked_where_it_was_asked_for():
    verdict = judge(PLAN_AT_OFFICE, [HOP, check_at("Park Avenue", "Aetna"), {"name": "end_call"}])
    assert (verdict.T, verdict.H, verdict.D, verdict.result) == (True, True, True, True)
    assert rewards.train_reward(verdict, 0.5) == 1.0
    assert verdict.failure_classes == ()


def test_answered_from_memory_leaves_the_seed_unchanged_and_fails():
    verdict = judge(PLAN_AT_OFFICE, [HOP])
    assert (verdict.T, verdict.H, verdict.D, verdict.result) == (False, True, True, False)
    assert FailureClass.ANSWERED_FROM_MEMORY in verdict.failure_classes


def test_a_superfluous_desk_is_worth_the_discount():
    detour = {"name": "transfer_to_identity"}
    verdict = judge(PLAN_AT_OFFICE, [detour, HOP, check_at("loc_park_ave")])
    assert verdict.result
    assert rewards.train_reward(verdict, 0.3) == 0.3


COSMETIC = POLICY.model_copy(
    update={
        "transfer_tools": (*POLICY.transfer_tools, "transfer_to_cosmetic"),
        "tools": POLICY.tools
        | {
            "transfer_to_cosmetic": ToolGrading(effect="handoff"),
            "get_patient_summary": ToolGrading(),
            "quote_price": ToolGrading(arguments={"service": ArgumentRule(name="service")}),
            "financing_options": ToolGrading(
                arguments={"amount_cents": ArgumentRule(name="amount_cents", kind=Kind.INTEGER)}
            ),
        },
    }
)
EXISTING_VISIT = {
    "exp_handoff_path": ["transfer_to_identity", "transfer_to_cosmetic"],
    "exp_tool_calls": [
        {"name": "transfer_to_identity", "parameters": {"next_intent": "cosmetic"}},
        {
            "name": "identify_patient",
            "parameters": {"dob": "1972-06-30", "first_name": "Maria", "last_name": "Alvarez"},
        },
        {
            "name": "verify_identity",
            "parameters": {"dob": "1972-06-30", "full_name": "Maria Alvarez"},
            "output": {"ok": True, "data": {"verified": True}},
        },
        {"name": "get_patient_summary"},
        {"name": "transfer_to_cosmetic"},
        {"name": "quote_price", "parameters": {"service": "botox"}},
        {"name": "financing_options", "output": {"ok": True}},
    ],
    "exp_db_state": {"also_unchanged": ["text_messages"]},
}
PLAYED = [
    {"name": "transfer_to_identity", "parameters": {"from": "reception", "to": "identity"}},
    {
        "name": "verify_identity",
        "parameters": {"dob": "1972-06-30", "full_name": "Maria Alvarez", "second_factor": "10016"},
        "output": {"ok": True},
    },
    {"name": "get_patient_summary", "output": {"ok": True}},
    {"name": "transfer_to_cosmetic", "parameters": {"from": "identity", "to": "cosmetic"}},
    {"name": "quote_price", "parameters": {"service": "botox"}, "output": {"ok": True}},
    {
        "name": "financing_options",
        "parameters": {"amount_cents": 30000},
        "output": {"ok": True},
    },
    {"name": "end_call", "parameters": {"reason": "caller_done"}},
]


def test_the_call_that_never_identified_the_patient():
    verdict = judge(EXISTING_VISIT, PLAYED, COSMETIC)
    assert verdict.missing == ("identify_patient",)
    assert verdict.forbidden_extra == ()
    assert (verdict.T, verdict.H, verdict.D, verdict.result) == (False, True, True, False)
    assert verdict.verdict is Verdict.EXACT
    assert verdict.score_T == pytest.approx(6 / 7)
    assert verdict.r_eval == 0.0


def test_the_same_call_with_the_patient_identified_passes():
    identified = {
        "name": "identify_patient",
        "parameters": {"last_name": "ALVAREZ", "first_name": "Maria", "dob": "1972-06-30"},
        "ok": True,
    }
    verdict = judge(EXISTING_VISIT, [PLAYED[0], identified, *PLAYED[1:]], COSMETIC)
    assert verdict.result
    assert verdict.verdict is Verdict.EXACT
    grouped = {
        "tool_calls": [
            {"name": call["name"], "actual": [{**call, "start_offset_ms": 100 * place}]}
            for place, call in reversed(list(enumerate([PLAYED[0], identified, *PLAYED[1:]])))
        ]
    }
    assert judge(EXISTING_VISIT, grouped, COSMETIC) == verdict
