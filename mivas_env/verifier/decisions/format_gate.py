"""Stage 1: the output is one JSON object of the contract's shape and words, or it scores 0."""

from collections.abc import Mapping
from typing import NamedTuple, cast

from mivas_env.schema.decision import (
    ACTION_TYPES,
    MAX_REPLY_CHARS,
    PRIORITIES,
    Action,
    Decision,
    FormatReason,
    PolicyPack,
)
from mivas_env.schema.strict_json import JsonRefused, load_json
from mivas_env.schema.text import normalise

TOP_KEYS = frozenset({"reply", "action"})
ACTION_KEYS = frozenset({"type", "queue", "escalate_to", "priority", "flags", "policy_ids"})
_MAX_DEPTH = 100


class GateResult(NamedTuple):
    """Either a decision, or the reason why there is none; never both."""

    decision: Decision | None
    reason: FormatReason | None


def check_format(raw_text: str, pack: PolicyPack) -> GateResult:
    """Read one output; the first failure in contract order gives the reason.

    Whitespace around the object is allowed, anything else around it is not. Case matters in every
    vocabulary and nothing is trimmed. Policy ids are free text here; whether they exist is graded.
    """
    try:
        value = load_json(raw_text.strip(), max_depth=_MAX_DEPTH, any_number=True)
    except JsonRefused:
        return GateResult(None, "not_json")
    if not isinstance(value, dict):
        return GateResult(None, "not_object")
    action = value.get("action")
    reason = _key_fault(value, TOP_KEYS)
    if reason is None and isinstance(action, dict):
        reason = _key_fault(action, ACTION_KEYS)
    if reason is None:
        reason = _type_fault(value["reply"], action)
    if reason is None:
        words = cast("dict[str, object]", action)
        reason = _reply_fault(value["reply"]) or _word_fault(words, pack)
    if reason is not None:
        return GateResult(None, reason)
    return GateResult(_build(value["reply"], cast("dict[str, object]", action)), None)


def _key_fault(found: Mapping[str, object], expected: frozenset[str]) -> FormatReason | None:
    if not expected <= found.keys():
        return "missing_key"
    return None if len(found) == len(expected) else "extra_key"


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _type_fault(reply: object, action: object) -> FormatReason | None:
    if not isinstance(reply, str) or not isinstance(action, dict):
        return "bad_type"
    well_typed = (
        isinstance(action["type"], str)
        and isinstance(action["priority"], str)
        and isinstance(action["queue"], str | None)
        and isinstance(action["escalate_to"], str | None)
        and _is_texts(action["flags"])
        and _is_texts(action["policy_ids"])
    )
    return None if well_typed else "bad_type"


def _reply_fault(reply: str) -> FormatReason | None:
    # Invisible characters say nothing either, so they count as blank.
    if not normalise(reply):
        return "blank_reply"
    return "reply_too_long" if len(reply) > MAX_REPLY_CHARS else None


def _word_fault(action: Mapping[str, object], pack: PolicyPack) -> FormatReason | None:
    known = (
        action["type"] in ACTION_TYPES
        and action["priority"] in PRIORITIES
        and (action["queue"] is None or action["queue"] in pack.queues)
        and (action["escalate_to"] is None or action["escalate_to"] in pack.escalations)
        and all(flag in pack.flags for flag in cast("list[str]", action["flags"]))
    )
    return None if known else "bad_vocab"


def _build(reply: str, action: Mapping[str, object]) -> Decision:
    # The gate has checked every field, so the models need not check them again.
    fields = dict(action)
    for key in ("flags", "policy_ids"):
        fields[key] = tuple(dict.fromkeys(cast("list[str]", action[key])))
    return Decision.model_construct(reply=reply, action=Action.model_construct(**fields))  # type: ignore[arg-type]
