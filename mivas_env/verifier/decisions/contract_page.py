"""The page that states the output contract, generated from the models and one policy pack."""

from pydantic import BaseModel

from mivas_env.schema.decision import (
    ACTION_TYPES,
    MAX_REPLY_CHARS,
    PRIORITIES,
    WEIGHTS,
    DecisionEpisode,
    DecisionTurn,
    PolicyPack,
    TargetFields,
)

_HEAD = """# Decision contract

Generated from the models and the policy pack; do not edit. A test compares this page with them.

## Output

One JSON object for each decision point, with nothing but whitespace around it. Both objects hold
exactly the keys listed; a key twice, `NaN`, a code fence, a byte-order mark or prose around the
object fail the format gate.

| key | type | values |
|---|---|---|
"""


def _join(names: object) -> str:
    return " ".join(f"`{name}`" for name in names)  # type: ignore[attr-defined]


def _fields(model: type[BaseModel]) -> list[str]:
    rows = ["| key | required | default |", "|---|---|---|"]
    for name, field in model.model_fields.items():
        default = "" if field.is_required() else f"`{field.default!r}`"
        rows.append(f"| `{name}` | {'yes' if field.is_required() else 'no'} | {default} |")
    return rows


def render_contract(pack: PolicyPack) -> str:
    """Return the whole page as Markdown, ending in a newline."""
    rows = [
        f"| `reply` | string | 1 to {MAX_REPLY_CHARS:,} characters, not blank |",
        "| `action` | object | exactly the six keys below |",
        f"| `action.type` | string | {_join(ACTION_TYPES)} |",
        f"| `action.queue` | string or null | {_join(pack.queues)} |",
        f"| `action.escalate_to` | string or null | {_join(pack.escalations)} |",
        f"| `action.priority` | string | {_join(PRIORITIES)} |",
        f"| `action.flags` | array of strings | {_join(pack.flags)} |",
        "| `action.policy_ids` | array of strings | ids of the pack; unknown ids are graded |",
    ]
    weights = [f"| `{name}` | {weight:.2f} |" for name, weight in WEIGHTS.items()]
    rules = [f"| {p.id} | {p.title} | {', '.join(p.timelines)} |" for p in pack.policies]
    asks = [f"| `{ask.key}` | {ask.label} |" for ask in pack.asks]
    parts = [
        _HEAD + "\n".join(rows),
        "## Graded components\n\n| component | weight |\n|---|---|\n" + "\n".join(weights),
        "## Questions that a target can require\n\n| key | asks for |\n|---|---|\n"
        + "\n".join(asks),
        f"## Policy pack {pack.version} ({len(pack.policies)} policies)\n\n"
        "| id | title | windows |\n|---|---|---|\n" + "\n".join(rules),
        "## Episode files\n\n" + "\n".join(_fields(DecisionEpisode)),
        "### Each entry of `decisions`\n\n" + "\n".join(_fields(DecisionTurn)),
        "### `target`\n\n" + "\n".join(_fields(TargetFields)),
        f"Families: {_join(pack.families)}\n\nTraps: {_join(pack.traps)}",
    ]
    return "\n\n".join(parts) + "\n"
