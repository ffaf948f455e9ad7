"""VERIFIER rules 22 to 25: hops, the single pointer, the verdict."""

import pytest
from toy_industry.policy import OFFICE_POLICY

from mivas_env.schema.verification import Verdict

ID, COV, BIL, HUMAN = (
    "transfer_to_identity",
    "transfer_to_coverage",
    "transfer_to_billing",
    "transfer_to_human",
)


@pytest.fixture
def walk(judge_calls):
    """Judge an expected path against live tool names."""

    def judge(expected, actual, **options):
        return judge_calls([], [{"name": name} for name in actual], tuple(expected), **options)

    return judge


def test_rule_22_only_the_industrys_transfer_tools_are_hops(walk):
    verdict = walk([ID], ["end_call", ID, "ping", "escalate_to_human", "transfer_to_nowhere"])
    assert verdict.actual_path == (ID,)
    assert verdict.verdict is Verdict.EXACT


def test_rule_22_a_person_is_a_hop_only_where_the_industry_says_so(walk):
    assert walk([HUMAN], [HUMAN]).H
    elsewhere = walk([HUMAN], [HUMAN], policy=OFFICE_POLICY)
    assert not elsewhere.H
    assert elsewhere.actual_path == ()


def test_rule_22_an_escalation_outside_the_set_does_not_move_the_pointer(walk):
    assert not walk(["escalate_to_human"], ["escalate_to_human"], policy=OFFICE_POLICY).H


def test_rule_23_a_refused_transfer_is_no_hop(judge_calls):
    refused = {"name": ID, "ok": False, "error_code": "TOOL_NOT_AVAILABLE"}
    assert not judge_calls([], [refused], (ID,)).H
    assert judge_calls([], [refused, {"name": ID, "output": {"ok": True}}], (ID,)).H
    assert judge_calls([], [{**refused, "name": COV}, {"name": ID}], (ID,)).verdict is Verdict.EXACT


@pytest.mark.parametrize(
    ("expected", "actual", "score", "verdict"),
    [
        ([], [], 1.0, "exact"),
        ([ID], [ID], 1.0, "exact"),
        ([ID, BIL], [ID, BIL], 1.0, "exact"),
        ([ID, BIL], [ID, COV, BIL], 1.0, "in_order_with_extras"),
        ([ID, BIL], [COV, ID, BIL], 1.0, "in_order_with_extras"),
        ([ID, BIL], [ID, BIL, ID], 1.0, "in_order_with_extras"),
        ([ID, BIL], [BIL, ID], 0.5, "incomplete"),
        ([ID, BIL], [BIL, ID, BIL], 1.0, "in_order_with_extras"),
        ([ID, BIL], [ID], 0.5, "incomplete"),
        ([ID, BIL], [BIL], 0.0, "incomplete"),
        ([ID, BIL], [], 0.0, "incomplete"),
        ([ID, ID], [ID], 0.5, "incomplete"),
        ([ID, ID], [ID, ID], 1.0, "exact"),
        ([ID], [ID, ID], 1.0, "in_order_with_extras"),
        ([ID, COV, ID], [ID, COV, COV], 2 / 3, "incomplete"),
    ],
)
def test_rule_24_single_pointer(expected, actual, score, verdict, walk):
    judged = walk(expected, actual)
    assert judged.score_H == score
    assert judged.H is (score == 1.0)
    assert judged.verdict == verdict
    assert judged.expected_path == tuple(expected)
    assert judged.actual_path == tuple(actual)


def test_rule_25_empty_path_with_hops_passes_with_extras(walk):
    judged = walk([], [ID])
    assert (judged.H, judged.score_H) == (True, 1.0)
    assert judged.verdict is Verdict.IN_ORDER_WITH_EXTRAS
