"""Every reason code of the format gate."""

import json

import pytest

from mivas_env.schema.decision import PolicyPack
from mivas_env.verifier.decisions.format_gate import check_format

ACTION = {
    "type": "route",
    "queue": "cash_ops",
    "escalate_to": None,
    "priority": "P2",
    "flags": ["wire_recall"],
    "policy_ids": ["FND-05"],
}
GOOD = {"reply": "Thank you.", "action": ACTION}


def with_action(**changes: object) -> str:
    return json.dumps({"reply": "Thank you.", "action": ACTION | changes})


def without(key: str) -> str:
    return json.dumps({"reply": "x", "action": {k: v for k, v in ACTION.items() if k != key}})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not_json"),
        ("not json", "not_json"),
        ("```json\n" + json.dumps(GOOD) + "\n```", "not_json"),
        ("Here you go: " + json.dumps(GOOD), "not_json"),
        (json.dumps(GOOD) + " Hope this helps.", "not_json"),
        (json.dumps(GOOD) + json.dumps(GOOD), "not_json"),
        ("\ufeff" + json.dumps(GOOD), "not_json"),
        ('{"reply": "x", "reply": "y", "action": {}}', "not_json"),
        (json.dumps(GOOD)[:-2] + ', "flags": []}}', "not_json"),
        ('{"reply": NaN, "action": {}}', "not_json"),
        ('{"reply": -Infinity, "action": {}}', "not_json"),
        ("<think>no end " + json.dumps(GOOD), "not_json"),
        ("{'reply': 'x'}", "not_json"),
        ('{"reply": "\\ud800", "action": {}}', "not_json"),
        ("[" * 5000, "not_json"),
        ("[]", "not_object"),
        ('"text"', "not_object"),
        ("null", "not_object"),
        ("1e999", "not_object"),
        ('{"reply": "x"}', "missing_key"),
        ("{}", "missing_key"),
        (json.dumps(GOOD | {"note": 1}), "extra_key"),
        (without("queue"), "missing_key"),
        (without("policy_ids"), "missing_key"),
        (with_action(reason="x"), "extra_key"),
        ('{"reply": 1, "action": null}', "bad_type"),
        (json.dumps({"reply": "x", "action": "route"}), "bad_type"),
        (json.dumps({"reply": None, "action": ACTION}), "bad_type"),
        ('{"reply": 99999999999999999999999, "action": []}', "bad_type"),
        (with_action(flags=None), "bad_type"),
        (with_action(flags="wire_recall"), "bad_type"),
        (with_action(flags=[1]), "bad_type"),
        (with_action(policy_ids=[None]), "bad_type"),
        (with_action(priority=2), "bad_type"),
        (with_action(queue=False), "bad_type"),
        (with_action(type=None), "bad_type"),
        (json.dumps({"reply": "  \n", "action": ACTION}), "blank_reply"),
        (json.dumps({"reply": "\u200b", "action": ACTION}), "blank_reply"),
        (json.dumps({"reply": "a" * 6001, "action": ACTION}), "reply_too_long"),
        (with_action(type="Route"), "bad_vocab"),
        (with_action(queue="null"), "bad_vocab"),
        (with_action(queue="compliance"), "bad_vocab"),
        (with_action(escalate_to="margin_desk"), "bad_vocab"),
        (with_action(priority="p1"), "bad_vocab"),
        (with_action(priority=" P1"), "bad_vocab"),
        (with_action(flags=["wire_recall", "panic"]), "bad_vocab"),
    ],
)
def test_every_failure_has_its_reason(text: str, reason: str, pack: PolicyPack) -> None:
    assert check_format(text, pack) == (None, reason)


def test_whitespace_around_the_object_and_unknown_policies_pass(pack: PolicyPack) -> None:
    result = check_format("\n\t " + with_action(policy_ids=["XYZ-99", "frd-01"]) + " \n", pack)
    assert result.reason is None
    assert result.decision is not None
    assert result.decision.action.policy_ids == ("XYZ-99", "frd-01")


def test_duplicates_collapse_and_odd_destinations_pass(pack: PolicyPack) -> None:
    text = with_action(type="resolve", flags=["complaint", "complaint"], policy_ids=["FND-05"] * 3)
    decision = check_format(text, pack).decision
    assert decision is not None
    assert decision.action.flags == ("complaint",)
    assert decision.action.policy_ids == ("FND-05",)
    assert decision.action.destination is None


def test_a_reply_of_6000_characters_passes(pack: PolicyPack) -> None:
    text = json.dumps({"reply": "a" * 6000, "action": ACTION})
    assert check_format(text, pack).reason is None
