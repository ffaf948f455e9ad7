"""Arguments of a tool: project, coerce, canonicalise. One piece of code for server and verifier.

An `ArgumentRule` is what a tool declaration says about one argument, reduced to plain data. The
tool server coerces live arguments by it before validation; the verifier compares by it, so a call
that the server honoured cannot be scored as missing (VERIFIER rules 8, 10, 14 to 17, 21).
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from mivas_env.schema.strict_json import MAX_DEPTH
from mivas_env.schema.text import ascii_digits, fold, is_blank, keep_alphanumerics, normalise

HARNESS_KEYS = frozenset({"from", "to"})
"""Routing keys that voice harnesses add to any call; never industry arguments (rule 8)."""


class Kind(StrEnum):
    """What a declared argument holds."""

    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    DATE = "date"
    DATETIME = "datetime"
    PHONE = "phone"
    LIST = "list"
    OBJECT = "object"


class Match(StrEnum):
    """How an expected value is compared with the live one."""

    EXACT = "exact"
    PROSE = "prose"
    PRESENCE = "presence"
    FUZZY = "fuzzy"
    SET = "set"


class AliasTable(BaseModel):
    """Spellings that mean one canonical value, e.g. an exact office name for its id.

    `entries` maps a folded spelling to the canonical value; canonical values map to themselves.
    `fold` says how a spelling is folded before look-up. `error_code` is what the tool server
    answers for a value outside the table.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    fold: Literal["casefold", "alphanumeric"] = "casefold"
    entries: dict[str, str]
    error_code: str = "INVALID_ARGUMENTS"

    def __hash__(self) -> int:
        """Hash by name, so that a table may stand in `Annotated` unions."""
        return hash(self.name)

    @classmethod
    def of(
        cls,
        name: str,
        canonical: Mapping[str, tuple[str, ...]],
        *,
        fold_by: Literal["casefold", "alphanumeric"] = "casefold",
        error_code: str = "INVALID_ARGUMENTS",
    ) -> "AliasTable":
        """Build a table from canonical value -> its other spellings."""
        folding = fold if fold_by == "casefold" else keep_alphanumerics
        entries: dict[str, str] = {}
        for value, spellings in canonical.items():
            for spelling in (value, *spellings):
                if entries.setdefault(folding(spelling), value) != value:
                    message = f"alias table {name}: {spelling!r} means two values"
                    raise ValueError(message)
        return cls(name=name, fold=fold_by, entries=entries, error_code=error_code)

    def resolve(self, text: str) -> str | None:
        """Return the canonical value of a spelling, None when it is not in the table."""
        return self.entries.get(fold(text) if self.fold == "casefold" else keep_alphanumerics(text))


class ArgumentRule(BaseModel):
    """What one argument's declaration says, as plain data that travels with a grading policy.

    `items` is the rule of a list's elements. `enum` holds the legal canonical values. `error_code`
    is the code of the tool server for a value outside enum or alias table.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    kind: Kind = Kind.TEXT
    match: Match = Match.EXACT
    required: bool = False
    enum: tuple[str, ...] | None = None
    alias: AliasTable | None = None
    pattern: str | None = None
    items: "ArgumentRule | None" = None
    description: str = Field(default="", repr=False)

    @cached_property
    def _enum_by_fold(self) -> dict[str, str]:
        return {fold(value): value for value in self.enum or ()}

    def enum_member(self, text: str) -> str | None:
        """Return the enum value that `text` spells, whatever its case."""
        return self._enum_by_fold.get(fold(text))


Rules = Mapping[str, ArgumentRule]

_FACT_KINDS = frozenset(
    {Kind.INTEGER, Kind.NUMBER, Kind.BOOLEAN, Kind.DATE, Kind.DATETIME, Kind.PHONE}
)
_FACT_ENDINGS = ("_id", "_ids", "_e164")


def must_be_fact(rule: ArgumentRule) -> bool:
    """Say whether an argument can never be prose, whatever its declaration claims (rule 10).

    True for enums, aliases, patterns, dates, numbers, booleans and phones, and for names ending in
    `_id`, `_ids` or `_e164`.
    """
    return (
        rule.enum is not None
        or rule.alias is not None
        or rule.pattern is not None
        or rule.kind in _FACT_KINDS
        or rule.name.endswith(_FACT_ENDINGS)
    )


def is_prose(rule: ArgumentRule | None) -> bool:
    """Say whether the wording of an argument is ignored (rules 10 and 11)."""
    return rule is not None and rule.match is Match.PROSE and not must_be_fact(rule)


def project(arguments: Mapping[str, object], rules: Rules) -> dict[str, object]:
    """Keep declared, non-empty arguments in their own order (rule 8).

    Harness routing keys and undeclared keys go; None, blank strings, empty lists and objects count
    as absent; False and 0 stay.
    """
    return {
        key: value
        for key, value in arguments.items()
        if key in rules and key not in HARNESS_KEYS and not is_blank(value)
    }


_DECIMAL = re.compile(r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?")
_SECONDS = r":[0-9]{2}(?:[.,][0-9]+)?"
_OFFSET = r"[+-][0-9]{2}(?::?[0-9]{2})?"
_ZONE = rf" ?(?:Z|(?:UTC|GMT)(?:{_OFFSET})?|{_OFFSET})(?:\[[a-z0-9_+/-]+\])?"
_MINUTE = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2})" rf"(?:{_SECONDS})?(?:{_ZONE})?",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    # Without seconds, what follows a hyphen may be the end of a span, 09:00-17:00, and no zone.
    rf"([0-9]{{2}}:[0-9]{{2}})(?:{_SECONDS}(?:{_ZONE})?| ?(?:Z|UTC|GMT|\+[0-9]{{2}}:?[0-9]{{2}}))",
    re.IGNORECASE,
)
_NATIONAL_LENGTH = 10


def to_minute(text: str) -> str:
    """Return a datetime without seconds and zone, any other text as it is (rules 17, 27).

    A bare clock time loses both as well: `15:30:59.5` and `15:30Z` are `15:30`.
    """
    if ":" not in text:
        return text
    if found := _MINUTE.fullmatch(text):
        return f"{found[1]}T{found[2]}"
    clock = _CLOCK.fullmatch(text)
    return clock[1] if clock else text


def national_digits(text: str) -> str:
    """Return the national digits of a phone number: a leading US 1 of 11 digits goes (rule 17)."""
    digits = ascii_digits(text)
    if len(digits) == _NATIONAL_LENGTH + 1 and digits.startswith("1"):
        return digits[1:]
    return digits


def to_e164(text: str) -> str:
    """Return a phone number as the tables hold it: `+1` before ten digits, `+` before others."""
    if not _PHONE_LIKE.fullmatch(normalise(text)):
        return text
    digits = national_digits(text)
    return f"+1{digits}" if len(digits) == _NATIONAL_LENGTH else f"+{digits}"


_PHONE_LIKE = re.compile(r"\+?[0-9(][0-9 ().\-/]{5,30}")


def coerce(value: object, rule: ArgumentRule) -> object:
    """Return the value that the tool server honours for what was sent.

    The exact coercion: "true"/"false" and decimal strings are read where the declaration says
    boolean or number; aliases and enum spellings become canonical; phones become E.164, datetimes
    end at the minute; text is normalised. What fits none of these comes back unchanged, for
    validation to refuse.
    """
    if isinstance(value, str):
        return _coerce_text(value, rule)
    if rule.kind is Kind.LIST and isinstance(value, list):
        item = rule.items
        return value if item is None else [coerce(each, item) for each in value]
    if rule.kind in (Kind.INTEGER, Kind.NUMBER):
        return _coerce_number(value)
    return value


def _coerce_text(value: str, rule: ArgumentRule) -> object:
    if rule.alias is not None:
        canonical = rule.alias.resolve(value)
        if canonical is not None:
            return canonical
    text = normalise(value)
    if rule.enum is not None:
        return rule.enum_member(text) or text
    if rule.kind is Kind.BOOLEAN:
        return {"true": True, "false": False}.get(text.casefold(), text)
    if rule.kind in (Kind.INTEGER, Kind.NUMBER):
        return (
            _coerce_number(float(text) if "." in text else int(text))
            if (_DECIMAL.fullmatch(text))
            else text
        )
    if rule.kind is Kind.PHONE:
        return to_e164(text)
    if rule.kind is Kind.DATETIME:
        return to_minute(text)
    return text


def _coerce_number(value: object) -> object:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def canonicalise(value: object, rule: ArgumentRule | None) -> object:
    """Return the form in which two equal values are equal: coerced, then folded. Never raises.

    Strings fold their case; phones become national digits; booleans become a tagged pair, so that
    `True` never equals `1` (rule 21). Without a rule the value's own type decides. What no tool
    argument can hold (other types, nesting beyond 16 levels) comes back as a tag that equals no
    readable value.
    """
    return _canonicalise(value, rule, MAX_DEPTH)


def _canonicalise(value: object, rule: ArgumentRule | None, levels: int) -> object:
    if rule is not None:
        value = coerce(value, rule)
    if isinstance(value, str):
        if rule is not None and rule.kind is Kind.PHONE:
            return national_digits(value) or fold(value)
        return fold(value)
    if isinstance(value, bool):
        return ("boolean", value)
    if value is None or isinstance(value, (int, float)):
        return _coerce_number(value)
    if levels == 0:
        return ("unreadable", "deep")
    if isinstance(value, (list, tuple)):
        item = rule.items if rule is not None else None
        return [_canonicalise(each, item, levels - 1) for each in value]
    if isinstance(value, dict):
        return {key: _canonicalise(each, None, levels - 1) for key, each in value.items()}
    return ("unreadable", type(value).__name__)
