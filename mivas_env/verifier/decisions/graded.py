"""Stage 3: six components in [0, 1] and their weighted sum."""

import math

from mivas_env.schema.decision import WEIGHTS, Action, Component, Decision, PolicyPack, TargetFields
from mivas_env.verifier.decisions.questions import asked_keys


def grade(decision: Decision, target: TargetFields, pack: PolicyPack) -> dict[Component, float]:
    """Return every component of one format-valid decision, each in [0, 1].

    Computed also when a hard criterion fired: the components are diagnostics then.
    """
    action = decision.action
    right_type = action.type == target.action_type
    right_pair = action.queue == target.queue and action.escalate_to == target.escalate_to
    return {
        "action_type": float(right_type),
        "destination": float(right_type and right_pair),
        "priority": float(action.priority == target.priority),
        "flags": score_flags(action, target),
        "policy_citation": score_citations(action, target, pack),
        "must_ask": score_asks(decision.reply, target, pack),
    }


def weigh(components: dict[Component, float]) -> float:
    """Return the weighted sum of the components; exactly 1.0 when all of them are 1.

    Rounded once, at the end: what `sum` makes of floats differs between Python 3.11 and later.
    """
    if all(value == 1.0 for value in components.values()):
        return 1.0
    return math.fsum(WEIGHTS[name] * value for name, value in components.items())


def score_flags(action: Action, target: TargetFields) -> float:
    """Return F1 of the emitted flags against the required ones; 0 when a forbidden one is there."""
    emitted, required = set(action.flags), set(target.required_flags)
    if emitted & set(target.forbidden_flags):
        return 0.0
    hits = len(emitted & required)
    denominator = 2 * hits + len(emitted - required) + len(required - emitted)
    return 1.0 if denominator == 0 else 2 * hits / denominator


def score_citations(action: Action, target: TargetFields, pack: PolicyPack) -> float:
    """Return recall over required ids times precision against acceptable ids.

    0 when an id is cited that the pack does not have. Ids are compared exactly.
    """
    cited, required = set(action.policy_ids), set(target.required_policy_ids)
    if not cited <= pack.policy_ids:
        return 0.0
    acceptable = set(target.acceptable_policy_ids) | required
    recall = len(cited & required) / len(required) if required else 1.0
    precision = len(cited & acceptable) / len(cited) if cited else 1.0
    return recall * precision


def score_asks(reply: str, target: TargetFields, pack: PolicyPack) -> float:
    """Return the share of the target's question keys that the reply asks for; 1 without keys."""
    keys = frozenset(target.must_ask)
    return len(asked_keys(reply, keys, pack)) / len(keys) if keys else 1.0
