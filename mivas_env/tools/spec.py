"""The `@tool` declaration. Everything else about a tool is derived from this one object."""

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import UnionType
from typing import Annotated, Any, Union, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field

from mivas_env.errors import Fault
from mivas_env.schema.arguments import AliasTable, ArgumentRule, Kind, Match
from mivas_env.tools.context import ToolContext


class Effect(StrEnum):
    """What a tool may do. A READ tool that writes is undone, and our fault."""

    READ = "read"
    WRITE = "write"
    HANDOFF = "handoff"
    HANGUP = "hangup"


class Arguments(BaseModel):
    """Base of every tool's argument model: closed, frozen, strict after the exact coercion."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class NoArguments(Arguments):
    """For tools that take none."""


class Answer(BaseModel):
    """Base of every tool's answer model; its fields become the `data` of the outcome."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@dataclass(frozen=True, slots=True)
class Compare:
    """Marks how the grader compares an argument; without it facts compare exactly.

    Write `Annotated[str | None, Compare(Match.PROSE)]`; a marker inside a union would be lost.
    """

    match: Match


@dataclass(frozen=True, slots=True)
class Holds:
    """Marks what a text argument holds, e.g. a phone number."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Alias:
    """Marks the alias table of a type; server and grader resolve spellings through it."""

    table: AliasTable


def alias(table: AliasTable) -> Alias:
    """Mark the type it annotates as aliased by a table."""
    return Alias(table)


# [0-9] rather than \d, which would also take the digits of other scripts.
DATE_PATTERN = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
MINUTE_PATTERN = DATE_PATTERN.removesuffix("$") + r"T([01][0-9]|2[0-3]):[0-5][0-9]$"
E164_PATTERN = r"^\+[1-9][0-9]{7,14}$"

Date = Annotated[str, Field(pattern=DATE_PATTERN), Holds(Kind.DATE)]
"""A calendar day, `YYYY-MM-DD`."""
Minute = Annotated[str, Field(pattern=MINUTE_PATTERN), Holds(Kind.DATETIME)]
"""A local wall time to the minute, `YYYY-MM-DDTHH:MM`; seconds and zone are dropped on the way."""
Phone = Annotated[str, Field(pattern=E164_PATTERN), Holds(Kind.PHONE)]
"""A telephone number; punctuation is accepted, the handler sees E.164, `+12125550100`."""
Prose = Annotated[str, Field(max_length=1000), Compare(Match.PROSE)]
"""Free wording, graded only for not being blank. Only for required arguments."""


@dataclass(frozen=True, slots=True)
class Precondition:
    """A named check before a handler; failing it answers `code` with `message`."""

    code: str
    message: str
    holds: Callable[[ToolContext], bool]


def precondition(
    code: str, message: str
) -> Callable[[Callable[[ToolContext], bool]], Precondition]:
    """Declare a precondition from a function that says whether it holds."""

    def declare(holds: Callable[[ToolContext], bool]) -> Precondition:
        return Precondition(code, message, holds)

    return declare


_HANDLER_PARAMETERS = 2

Handler = Callable[[ToolContext, Any], Answer | dict[str, object] | None]


@dataclass(frozen=True, eq=False)
class Tool:
    """One tool as declared; identity is the object, the name is unique within an industry.

    `desks` own it, in declaration order. `requires` are checked in order. `errors` maps each code
    the handler may refuse with to its sentence. `leads_to` is the desk a HANDOFF opens.
    `lenient` tools run even when their arguments are invalid (hanging up needs no reason); an
    object these must be.
    """

    name: str
    description: str
    desks: tuple[str, ...]
    effect: Effect
    arguments: type[Arguments]
    handler: Handler = field(repr=False)
    requires: tuple[Precondition, ...] = ()
    errors: Mapping[str, str] = field(default_factory=dict)
    leads_to: str | None = None
    lenient: bool = False
    rules: Mapping[str, ArgumentRule] = field(init=False, repr=False)
    schema: Mapping[str, Any] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Derive rules and JSON Schema, and refuse declarations that would grade loosely."""
        schema = json_schema(self.arguments)
        object.__setattr__(self, "schema", schema)
        object.__setattr__(self, "rules", argument_rules(self.arguments, schema))
        for rule in self.rules.values():
            _check_rule(self.name, rule)
        if not re.fullmatch(r"[a-z][a-z0-9_]{1,63}", self.name):
            message = f"tool name {self.name!r}: use lower case, digits and underscores"
            raise Fault(message)
        if not self.description.strip():
            message = f"tool {self.name}: its docstring is what the agent reads; write one"
            if sys.flags.optimize > 1:
                message = "python -OO drops docstrings, which agents read; run without it"
            raise Fault(message)

    @property
    def chat_definition(self) -> dict[str, Any]:
        """The tool in the OpenAI chat-completions form (a fresh outer object)."""
        return {
            "type": "function",
            "function": {
                "name": self.name,
                "description": self.description,
                "parameters": self.schema,
            },
        }


def tool(
    *,
    desks: Iterable[str],
    effect: Effect,
    requires: Iterable[Precondition] = (),
    errors: Mapping[str, str] | None = None,
) -> Callable[[Callable[[ToolContext, Any], Any]], Tool]:
    """Declare a tool from a handler `(ctx: ToolContext, args: SomeArguments) -> SomeAnswer`.

    The docstring becomes the description the agent reads. Refuse with `ctx.refuse(code)`; each
    code must be listed in `errors` with its sentence.

    Raises:
        Fault: the declaration is not usable; the sentence says why.
    """

    def declare(handler: Callable[[ToolContext, Any], Any]) -> Tool:
        name = handler.__name__
        hints = get_type_hints(handler)
        parameters = list(inspect.signature(handler).parameters)
        model = hints.get(parameters[1]) if len(parameters) == _HANDLER_PARAMETERS else None
        if not (isinstance(model, type) and issubclass(model, Arguments)):
            message = f"tool {name}: take (ctx, args), `args` annotated with an Arguments subclass"
            raise Fault(message)
        return Tool(
            name=name,
            description=inspect.cleandoc(handler.__doc__ or ""),
            desks=tuple(str(desk) for desk in desks),
            effect=effect,
            arguments=model,
            handler=cast("Handler", handler),
            requires=tuple(requires),
            errors=dict(errors or {}),
        )

    return declare


def json_schema(model: type[Arguments]) -> dict[str, Any]:
    """Return a model's JSON Schema without titles and null branches, refs written out."""
    raw = model.model_json_schema()
    definitions = raw.pop("$defs", {})
    schema = cast("dict[str, Any]", _tidy(raw, definitions))
    schema.pop("description", None)
    schema.setdefault("properties", {})
    schema.setdefault("required", [])
    return schema


def _tidy(node: object, definitions: Mapping[str, object]) -> object:
    if isinstance(node, list):
        return [_tidy(each, definitions) for each in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _tidy(definitions[str(node["$ref"]).rsplit("/", 1)[1]], definitions)
    tidy: dict[str, object] = {}
    for key, value in node.items():
        if (key == "title" and isinstance(value, str)) or (key == "default" and value is None):
            continue
        if key == "properties":
            tidy[key] = {name: _tidy(each, definitions) for name, each in value.items()}
        elif key == "const":
            tidy["enum"] = [value]
        else:
            tidy[key] = _tidy(value, definitions)
    branches = tidy.get("anyOf")
    if isinstance(branches, list):
        filled = [branch for branch in branches if branch != {"type": "null"}]
        if len(filled) == 1:
            del tidy["anyOf"]
            tidy = {**filled[0], **tidy}
    return tidy


def argument_rules(model: type[Arguments], schema: Mapping[str, Any]) -> dict[str, ArgumentRule]:
    """Derive the grading and coercion rule of every argument from its declaration."""
    required = set(schema["required"])
    return {
        name: _rule(
            name,
            schema["properties"][name],
            (*_markers(info.annotation), *info.metadata),
            _item_type(info.annotation),
            required=name in required,
        )
        for name, info in model.model_fields.items()
    }


def _rule(
    name: str,
    schema: Mapping[str, Any],
    markers: tuple[object, ...],
    item_type: object,
    *,
    required: bool,
) -> ArgumentRule:
    kind = next((m.kind for m in markers if isinstance(m, Holds)), None)
    table = next((m.table for m in markers if isinstance(m, Alias)), None)
    kind = kind or _KINDS.get(str(schema.get("type")), Kind.TEXT)
    default = Match.SET if kind is Kind.LIST else Match.EXACT
    enum = schema.get("enum")
    return ArgumentRule(
        name=name,
        kind=kind,
        match=next((m.match for m in markers if isinstance(m, Compare)), default),
        required=required,
        enum=tuple(str(value) for value in enum) if enum else None,
        alias=table,
        pattern=schema.get("pattern"),
        items=(
            _rule(name, schema["items"], _markers(item_type), None, required=True)
            if kind is Kind.LIST and "items" in schema
            else None
        ),
        description=str(schema.get("description", "")),
    )


_KINDS = {
    "string": Kind.TEXT,
    "integer": Kind.INTEGER,
    "number": Kind.NUMBER,
    "boolean": Kind.BOOLEAN,
    "array": Kind.LIST,
    "object": Kind.OBJECT,
}


def _markers(annotation: object) -> tuple[object, ...]:
    """Collect the markers of an annotation, through unions and nested `Annotated`."""
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *found = get_args(annotation)
        return (*_markers(inner), *found)
    if origin in (Union, UnionType):
        return tuple(marker for part in get_args(annotation) for marker in _markers(part))
    return ()


def _item_type(annotation: object) -> object:
    origin = get_origin(annotation)
    if origin in (list, tuple):
        return get_args(annotation)[0]
    if origin is Annotated or origin in (Union, UnionType):
        parts = get_args(annotation)
        parts = parts[:1] if origin is Annotated else parts
        return next((found for part in parts if (found := _item_type(part)) is not None), None)
    return None


def _check_rule(tool_name: str, rule: ArgumentRule) -> None:
    is_fact = (
        rule.enum is not None
        or rule.pattern is not None
        or rule.alias is not None
        or rule.kind is not Kind.TEXT
        or rule.name.endswith(("_id", "_ids", "_e164"))
    )
    if is_fact and rule.match is Match.PROSE:
        message = (
            f"tool {tool_name}, argument {rule.name}: enums, patterns, dates, numbers and ids are "
            "facts and cannot be graded as prose"
        )
        raise Fault(message)
