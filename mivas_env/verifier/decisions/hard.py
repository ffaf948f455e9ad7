"""Stage 2: the five hard criteria. H2 and H3 compare the action, H1, H4 and H5 read the reply."""

from mivas_env.schema.decision import (
    HARD_CODES,
    Action,
    Decision,
    DecisionContext,
    DestinationRule,
    Findings,
    HardCode,
    PolicyPack,
    TargetFields,
)
from mivas_env.verifier.decisions.detectors import detect_all


def breaks_destination_rule(rule: DestinationRule, action: Action, target: TargetFields) -> bool:
    """Say whether a matter that must land somewhere at once was put anywhere else."""
    if rule.flag not in target.required_flags:
        return False
    lands = (
        action.destination == rule.destination
        and action.priority == rule.priority
        and (rule.action_type is None or action.type == rule.action_type)
        and (not rule.needs_flag or rule.flag in action.flags)
    )
    return not lands


def check_hard(
    decision: Decision, target: TargetFields, context: DecisionContext, pack: PolicyPack
) -> tuple[tuple[HardCode, ...], dict[HardCode, Findings]]:
    """Return every code that fires, in order H1 to H5, and what the detectors found.

    The target decides what may be disclosed and which windows are allowed; the context's own
    values of those two are replaced by the target's.
    """
    findings = detect_all(
        decision.reply,
        context.model_copy(
            update={
                "may_disclose": target.may_disclose_account_details,
                "allowed_timeline_claims": target.allowed_timeline_claims,
            }
        ),
        pack,
    )
    fired = {code for code, found in findings.items() if found.fires}
    fired |= {
        rule.code
        for rule in pack.destination_rules
        if breaks_destination_rule(rule, decision.action, target)
    }
    return tuple(code for code in HARD_CODES if code in fired), findings
