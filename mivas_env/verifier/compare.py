"""Whether a live value is what a lockfile expects (VERIFIER rules 10, 11 and 14 to 21)."""

from collections.abc import Iterable, Sequence

from mivas_env.schema.arguments import ArgumentRule, Match, canonicalise, is_prose
from mivas_env.schema.names import names_match
from mivas_env.schema.text import is_blank
from mivas_env.verifier.matching import extend_matching

ANY_OF = "any_of"


def alternatives(expected: object) -> Sequence[object] | None:
    """Return the alternatives of `{any_of: [...]}`, None for any other value (rule 18)."""
    if isinstance(expected, dict) and expected.keys() == {ANY_OF}:
        options = expected[ANY_OF]
        if isinstance(options, (list, tuple)):
            return options
    return None


def is_blank_text(value: object) -> bool:
    """Say whether a value is text that says nothing; null and empty lists are absence instead."""
    return isinstance(value, str) and is_blank(value)


def is_plain(expected: object, rule: ArgumentRule | None) -> bool:
    """Say whether equality of canonical forms is the whole comparison, so it can be prepared."""
    if alternatives(expected) is not None:
        return False
    if (
        rule is not None
        and rule.match is not Match.EXACT
        and (rule.match is not Match.PROSE or is_prose(rule))
    ):
        return False
    if isinstance(expected, (list, tuple)):
        item = rule.items if rule is not None else None
        return all(is_plain(each, item) for each in expected)
    if isinstance(expected, dict):
        return all(is_plain(each, None) for each in expected.values())
    return True


def values_match(expected: object, actual: object, rule: ArgumentRule | None) -> bool:
    """Say whether a live value satisfies an expected one under the argument's rule.

    Prose: absent (None) or not blank. Presence: not blank. Otherwise `{any_of: [...]}` is an or,
    also inside lists and objects; lists whose rule is SET compare as sets, other lists in order;
    fuzzy text token by token; everything else by canonical form. An empty `any_of` accepts nothing.
    """
    if is_prose(rule):
        return not is_blank_text(actual)
    if rule is not None and rule.match is Match.PRESENCE:
        return not is_blank(actual)
    options = alternatives(expected)
    if options is not None:
        return any(values_match(option, actual, rule) for option in options)
    if isinstance(expected, (list, tuple)):
        return isinstance(actual, (list, tuple)) and _lists_match(expected, actual, rule)
    if isinstance(expected, dict):
        return (
            isinstance(actual, dict)
            and expected.keys() == actual.keys()
            and all(values_match(value, actual[key], None) for key, value in expected.items())
        )
    if rule is not None and rule.match is Match.FUZZY:
        return texts_match(expected, actual)
    return canonicalise(expected, rule) == canonicalise(actual, rule)


def texts_match(expected: object, actual: object) -> bool:
    """Compare two names as heard (rule 19); what is not text never matches."""
    return isinstance(expected, str) and isinstance(actual, str) and names_match(expected, actual)


def _lists_match(
    expected: Sequence[object], actual: Sequence[object], rule: ArgumentRule | None
) -> bool:
    item = rule.items if rule is not None else None
    if rule is not None and rule.match is Match.SET:
        return _sets_match(expected, actual, item)
    return len(expected) == len(actual) and all(
        values_match(one, other, item) for one, other in zip(expected, actual, strict=True)
    )


def _sets_match(
    expected: Sequence[object], actual: Sequence[object], item: ArgumentRule | None
) -> bool:
    """Compare as sets: some choice among the alternatives gives exactly the live values."""
    distinct: dict[object, object] = {}
    for each in actual:
        distinct.setdefault(freeze(canonicalise(each, item)), each)
        if len(distinct) > len(expected):
            return False
    if all(is_plain(each, item) for each in expected):
        return {freeze(canonicalise(each, item)) for each in expected} == distinct.keys()
    live = list(distinct.values())
    accepted_by = [
        [index for index, value in enumerate(live) if values_match(each, value, item)]
        for each in expected
    ]
    if not all(accepted_by):
        return False
    pairs = extend_matching(range(len(expected)), accepted_by.__getitem__, {})
    return len(pairs) == len(live)


def freeze(value: object) -> object:
    """Return a hashable twin of a canonical form; equal forms have equal twins."""
    if isinstance(value, list):
        return ("list", *_frozen(value))
    if isinstance(value, dict):
        return ("object", frozenset(zip(value, _frozen(value.values()), strict=True)))
    return value


def _frozen(values: Iterable[object]) -> tuple[object, ...]:
    return tuple(freeze(value) for value in values)
