"""Rows of a state dump in canonical form: one form per meaning (VERIFIER rules 26 to 28)."""

from collections.abc import Mapping

from mivas_env.schema.arguments import ArgumentRule, Kind, Match, canonicalise, to_minute
from mivas_env.schema.strict_json import JsonRefused, canonical_json, load_json
from mivas_env.schema.text import fold
from mivas_env.verifier.policy import RowRule, TablePolicy


def canonical_cell(value: object, rule: ArgumentRule | None) -> object:
    """Return one cell in canonical form.

    Text is trimmed and casefolded, datetimes end at the minute, phones are national digits,
    aliased columns hold their canonical value, JSON lists in columns of kind LIST are read, and
    lists whose rule is SET come sorted without repeats. Tables hold no booleans: true is 1.
    """
    if isinstance(value, str):
        if rule is None:
            return to_minute(fold(value))  # what the long way below comes to
        if rule.kind is Kind.LIST:
            value = _read_list(value)
    return _settle(canonicalise(value, rule), rule)


def _read_list(text: str) -> object:
    try:
        value = load_json(text)
    except JsonRefused:
        return text
    return value if isinstance(value, list) else text


def _settle(form: object, rule: ArgumentRule | None) -> object:
    if isinstance(form, str):
        return to_minute(form)
    if isinstance(form, tuple):  # a tag of `canonicalise`
        return int(form[1]) if isinstance(form[1], bool) else form[1]
    if isinstance(form, list):
        item = rule.items if rule is not None else None
        settled = [_settle(each, item) for each in form]
        if rule is not None and rule.match is Match.SET:
            by_text = {canonical_json(each): each for each in settled}
            return [by_text[text] for text in sorted(by_text)]
        return settled
    if isinstance(form, dict):
        return {key: _settle(each, None) for key, each in form.items()}
    return form


def dropped_columns(policy: TablePolicy) -> frozenset[str]:
    """Return the columns that neither side is compared on (rules 26, 28 and 29).

    Ignored columns; generated ids where the policy strips them, and always in CONSTRAINED tables.
    """
    strips = policy.strip_generated or policy.rule is RowRule.CONSTRAINED
    return frozenset(policy.ignored) | (frozenset(policy.generated) if strips else frozenset())


def canonical_row(
    row: Mapping[str, object], rules: Mapping[str, ArgumentRule], dropped: frozenset[str]
) -> dict[str, object]:
    """Return a row in canonical form, without dropped columns; a null column is an absent one."""
    return {
        column: canonical_cell(value, rules.get(column))
        for column, value in row.items()
        if value is not None and column not in dropped
    }
