"""One output in, one score out: format gate, hard criteria, graded components."""

from collections.abc import Collection

from mivas_env.schema.decision import (
    WEIGHTS,
    DecisionContext,
    DecisionScore,
    DecisionTarget,
    HardCode,
    PolicyPack,
)
from mivas_env.verifier.decisions.format_gate import check_format
from mivas_env.verifier.decisions.graded import grade, weigh
from mivas_env.verifier.decisions.hard import check_hard


def score(
    raw_text: str,
    target: DecisionTarget,
    context: DecisionContext,
    pack: PolicyPack,
    *,
    advisory: Collection[HardCode] = (),
) -> DecisionScore:
    """Score the raw output text of one decision point; pure, the same bytes every time.

    `advisory` names criteria whose detector fell short on its probes: they are counted and listed
    but do not gate `composite`. A thinking trace must have been removed by the caller.
    """
    decision, reason = check_format(raw_text, pack)
    if decision is None:
        return DecisionScore(
            format_valid=False,
            format_reason=reason,
            components=dict.fromkeys(WEIGHTS),
            composite=0.0,
            composite_all_gates=0.0,
        )
    violations, findings = check_hard(decision, target, context, pack)
    components = grade(decision, target, pack)
    graded = weigh(components)
    gating = [code for code in violations if code not in advisory]
    return DecisionScore.model_construct(
        format_valid=True,
        format_reason=None,
        components=dict(components),
        hard_violations=violations,
        advisory_violations=tuple(code for code in violations if code in advisory),
        graded=graded,
        composite=0.0 if gating else graded,
        composite_all_gates=0.0 if violations else graded,
        findings=findings,
        decision=decision,
    )
