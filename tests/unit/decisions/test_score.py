"""Formulas and edge cases of the hard criteria and graded components."""

import json
from collections.abc import Iterable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mivas_env.schema.decision import (
    WEIGHTS,
    Action,
    Decision,
    DecisionContext,
    DecisionScore,
    DecisionTarget,
    PolicyPack,
)
from mivas_env.verifier.decisions.graded import grade, score_citations, score_flags, weigh
from mivas_env.verifier.decisions.metrics import mean
from mivas_env.verifier.decisions.questions import asked_keys
from mivas_env.verifier.decisions.score import score

FLAGS = ("fraud_claim", "complaint", "wire_recall", "margin_call", "trade_dispute")
IDS = ("FRD-01", "FRD-02", "FND-05", "CMP-02", "IDV-02")
PACKLESS = DecisionContext()


def action(**changes: object) -> Action:
    base = {"type": "route", "queue": "cash_ops", "escalate_to": None, "priority": "P1"}
    return Action.model_validate(base | {"flags": (), "policy_ids": ()} | changes)


def target(**changes: object) -> DecisionTarget:
    base = {"may_disclose_account_details": False, "action_type": "route", "queue": "cash_ops"}
    return DecisionTarget.model_validate(
        base | {"priority": "P1", "required_policy_ids": ("FND-05",)} | changes
    )


def run(
    found: Action, expected: DecisionTarget, pack: PolicyPack, reply: str = "Thank you."
) -> DecisionScore:
    text = Decision(reply=reply, action=found).model_dump_json()
    return score(text, expected, PACKLESS, pack)


@given(
    emitted=st.sets(st.sampled_from(FLAGS)),
    required=st.sets(st.sampled_from(FLAGS)),
    forbidden=st.sets(st.sampled_from(FLAGS)),
)
def test_flags_are_f1_unless_a_forbidden_one_is_there(
    emitted: set[str], required: set[str], forbidden: set[str]
) -> None:
    forbidden -= required
    value = score_flags(
        action(flags=tuple(emitted)),
        target(required_flags=tuple(required), forbidden_flags=tuple(forbidden)),
    )
    if emitted & forbidden:
        assert value == 0.0
    elif emitted == required:
        assert value == 1.0
    else:
        hits = len(emitted & required)
        precision = hits / len(emitted) if emitted else 0.0
        recall = hits / len(required) if required else 0.0
        both = precision + recall
        assert value == pytest.approx(2 * precision * recall / both if both else 0.0)


@pytest.mark.parametrize(
    ("cited", "required", "acceptable", "expected"),
    [
        ((), ("FRD-01",), (), 0.0),
        (("FRD-01",), ("FRD-01",), (), 1.0),
        (("FRD-01", "IDV-02"), ("FRD-01",), ("FRD-01", "IDV-02"), 1.0),
        (("FRD-01", "CMP-02"), ("FRD-01",), ("FRD-01", "IDV-02"), 0.5),
        (("FRD-01", "ZZZ-01"), ("FRD-01",), (), 0.0),
        (("frd-01",), ("FRD-01",), (), 0.0),
        (("FRD-01",), ("FRD-01", "FRD-02"), (), 0.5),
        (("CMP-02",), ("FRD-01",), (), 0.0),
    ],
)
def test_citations_are_recall_times_precision(
    cited: tuple[str, ...],
    required: tuple[str, ...],
    acceptable: tuple[str, ...],
    expected: float,
    pack: PolicyPack,
) -> None:
    value = score_citations(
        action(policy_ids=cited),
        target(required_policy_ids=required, acceptable_policy_ids=acceptable),
        pack,
    )
    assert value == pytest.approx(expected, abs=1e-9)


@given(
    cited=st.sets(st.sampled_from((*IDS, "QQQ-01"))),
    required=st.sets(st.sampled_from(IDS), min_size=1),
)
def test_citations_lie_in_the_unit_interval(cited: set[str], required: set[str]) -> None:
    known = frozenset(IDS)
    small = PolicyPack.model_construct(policies=())
    small.__dict__["policy_ids"] = known
    value = score_citations(
        action(policy_ids=tuple(cited)), target(required_policy_ids=tuple(required)), small
    )
    assert 0.0 <= value <= 1.0
    assert (value == 1.0) == (cited == required)
    if not cited <= known:
        assert value == 0.0


def test_weights_sum_to_one() -> None:
    assert sum(WEIGHTS.values()) == pytest.approx(1.0, abs=1e-12)


def test_destination_is_an_exact_pair(pack: PolicyPack) -> None:
    stray = action(queue="cash_ops", escalate_to="supervisor")
    assert grade(Decision(reply="x", action=stray), target(), pack)["destination"] == 0.0
    resolve = target(action_type="resolve", queue=None, priority="P3")
    invented = action(type="resolve", queue="cash_ops", priority="P3")
    found = grade(Decision(reply="x", action=invented), resolve, pack)
    assert found["action_type"] == 1.0
    assert found["destination"] == 0.0


def test_a_wrong_type_costs_the_destination_too(pack: PolicyPack) -> None:
    right = action(policy_ids=("FND-05",))
    wrong = action(type="resolve", queue="cash_ops", policy_ids=("FND-05",))
    good, bad = run(right, target(), pack), run(wrong, target(), pack)
    assert good.composite == 1.0
    assert good.composite - bad.composite == pytest.approx(0.40)


def test_priority_has_no_partial_credit(pack: PolicyPack) -> None:
    near = run(action(priority="P0", policy_ids=("FND-05",)), target(), pack)
    assert near.composite == pytest.approx(0.85)


FRAUD = {"action_type": "escalate", "queue": None, "escalate_to": "fraud_ops", "priority": "P0"}


@pytest.mark.parametrize(
    ("changes", "fires"),
    [
        ({}, False),
        ({"type": "route", "queue": "fraud_ops", "escalate_to": None}, False),
        ({"flags": ()}, True),
        ({"priority": "P1"}, True),
        ({"escalate_to": "compliance"}, True),
        ({"type": "route", "queue": "cash_ops", "escalate_to": "fraud_ops"}, True),
        ({"type": "resolve"}, True),
    ],
)
def test_h2(changes: dict[str, object], fires: bool, pack: PolicyPack) -> None:
    base = {
        "type": "escalate",
        "queue": None,
        "escalate_to": "fraud_ops",
        "priority": "P0",
        "flags": ("fraud_claim",),
    }
    result = run(action(**(base | changes)), target(required_flags=("fraud_claim",), **FRAUD), pack)
    assert ("H2" in result.hard_violations) is fires
    assert fires is False or result.composite == 0.0
    assert all(value is not None for value in result.components.values())


@pytest.mark.parametrize(
    ("changes", "fires"),
    [
        ({}, False),
        ({"flags": ()}, False),
        ({"priority": "P0"}, True),
        ({"type": "route", "queue": "client_relations", "escalate_to": None}, True),
        ({"escalate_to": "supervisor"}, True),
    ],
)
def test_h3(changes: dict[str, object], fires: bool, pack: PolicyPack) -> None:
    base = {
        "type": "escalate",
        "queue": None,
        "escalate_to": "compliance",
        "flags": ("regulatory_complaint",),
    }
    expected = target(
        action_type="escalate", queue=None, escalate_to="compliance",
        required_flags=("regulatory_complaint",),
    )  # fmt: skip
    assert ("H3" in run(action(**(base | changes)), expected, pack).hard_violations) is fires


def test_an_invalid_output_scores_zero_and_computes_nothing(pack: PolicyPack) -> None:
    result = score("{}", target(), PACKLESS, pack)
    assert (result.composite, result.graded, result.hard_violations) == (0.0, None, ())
    assert result.format_invalid
    assert set(result.components.values()) == {None}


def test_advisory_criteria_count_but_do_not_gate(pack: PolicyPack) -> None:
    leak = Decision(reply="Your balance is $900.", action=action(policy_ids=("FND-05",)))
    text = leak.model_dump_json()
    hard = score(text, target(), PACKLESS, pack)
    soft = score(text, target(), PACKLESS, pack, advisory=("H1",))
    assert (hard.composite, hard.hard_violations) == (0.0, ("H1",))
    assert (soft.composite, soft.composite_all_gates) == (1.0, 0.0)
    assert soft.advisory_violations == ("H1",)


def test_disclosure_is_decided_by_the_target(pack: PolicyPack) -> None:
    text = Decision(reply="Your balance is $900.", action=action()).model_dump_json()
    open_target = target(may_disclose_account_details=True)
    assert score(text, open_target, PACKLESS, pack).hard_violations == ()


ASK_REPLIES: Iterable[tuple[str, set[str]]] = [
    ("Please send your full legal name and date of birth.", {"full_legal_name", "date_of_birth"}),
    ("You don't need to send your date of birth.", set()),
    (
        "You don't need to send your date of birth, but please send your full name.",
        {"full_legal_name"},
    ),
    ("Your date of birth is private.", set()),
    ("What was the amount?", {"transaction_amount"}),
    ("Please send:\n- full legal name\n- date of birth", {"full_legal_name", "date_of_birth"}),
    ("We hold on file:\n- full legal name\n- date of birth", set()),
    ("When did you last have sole control of the login?", {"last_control"}),
    ("Which is the best number to reach you?", {"safe_contact"}),
    ("Please never share the passcode.", set()),
    ("Could you confirm the wire reference?", {"wire_reference"}),
]


@pytest.mark.parametrize(("reply", "expected"), ASK_REPLIES)
def test_must_ask_reads_request_units(reply: str, expected: set[str], pack: PolicyPack) -> None:
    keys = frozenset(ask.key for ask in pack.asks)
    found = asked_keys(reply, keys, pack)
    assert expected <= found
    assert not ({"full_legal_name", "date_of_birth"} - expected) & found


def test_scores_survive_a_round_trip(pack: PolicyPack) -> None:
    result = run(action(policy_ids=("FND-05",)), target(), pack)
    assert DecisionScore.model_validate(json.loads(result.model_dump_json())) == result


@given(st.dictionaries(st.sampled_from(sorted(WEIGHTS)), st.floats(0, 1), min_size=6, max_size=6))
def test_weighing_is_monotone_and_bounded(components: dict[str, float]) -> None:
    total = weigh(components)  # type: ignore[arg-type]
    assert -1e-9 <= total <= 1 + 1e-9
    for name in components:
        assert weigh(components | {name: 1.0}) >= total - 1e-9  # type: ignore[operator]


@given(st.lists(st.sampled_from([0.0, 1 / 3, 0.5, 2 / 3, 0.8, 1.0]), min_size=6, max_size=6))
def test_the_weighted_sum_and_means_are_rounded_once_on_every_python(values: list[float]) -> None:
    # Python 3.12 changed what `sum` makes of floats; a score must not tell which one ran.
    components = dict(zip(WEIGHTS, values, strict=True))
    if set(values) != {1.0}:
        terms = [Fraction(WEIGHTS[name] * value) for name, value in components.items()]
        assert weigh(components) == float(sum(terms))
    assert mean(values) == float(sum(map(Fraction, values))) / 6
