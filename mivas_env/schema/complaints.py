"""What pydantic finds wrong with a file, as sentences for the person who wrote the file."""

import re
from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

MAX_SENTENCES = 5
_MAX_SHOWN = 60
_FORM = re.compile(r"\[|\A[A-Z][A-Za-z]*\Z")
"""Parts of a place in a file that name a form of a field (`literal[…]`, a model) and no key."""

_PHRASES: Mapping[str, str] = {
    "missing": "is required",
    "string_too_short": "must not be empty",
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "tuple_type": "must be a list",
    "list_type": "must be a list",
    "dict_type": "must be a mapping",
    "mapping_type": "must be a mapping",
    "model_type": "must be a mapping",
    "model_attributes_type": "must be a mapping",
}


def complain(model: type[BaseModel], error: ValidationError) -> str:
    """Return up to five complaints as one line, each with the place in the file, then a count."""
    found = list(dict.fromkeys(_sentences(model, error)))
    more = f" (and {len(found) - MAX_SENTENCES} more)" if len(found) > MAX_SENTENCES else ""
    return "; ".join(found[:MAX_SENTENCES]) + more


def _sentences(model: type[BaseModel], error: ValidationError) -> Iterator[str]:
    for each in _likeliest_forms(error.errors(include_url=False)):
        keys = [str(part) for part in each["loc"] if not _FORM.search(str(part))]
        if each["type"] == "extra_forbidden":
            place = ".".join(keys[:-1])
            known = ", ".join(_known_keys(model, each["loc"][:-1]))
            said = f"the key {keys[-1]!r} is not known here; known keys: {known}"
        else:
            place = ".".join(keys)
            said = _phrase(each)
        yield f"{place}: {said}" if place or each["type"] != "extra_forbidden" else said


def _likeliest_forms(found: list[Any]) -> Iterator[Any]:
    """Leave out complaints of a form that the field hardly has: the deepest one tells the form."""
    depth: dict[tuple[Any, ...], dict[str, int]] = {}
    for each in found:
        for prefix, form in _forms(each["loc"]):
            forms = depth.setdefault(prefix, {})
            forms[form] = max(forms.get(form, 0), len(each["loc"]))
    places = [each["loc"] for each in found]
    for each in found:
        loc = each["loc"]
        # A list whose only entry is refused also counts as too short.
        inside = any(len(loc) < len(other) and other[: len(loc)] == loc for other in places)
        fits = all(form == max(depth[at], key=depth[at].__getitem__) for at, form in _forms(loc))
        if fits and not (each["type"] == "too_short" and inside):
            yield each


def _forms(loc: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    for at, part in enumerate(loc):
        if _FORM.search(str(part)):
            yield loc[:at], str(part)


def _phrase(found: Mapping[str, Any]) -> str:
    kind, context = found["type"], found.get("ctx") or {}
    if kind in _PHRASES:
        return _PHRASES[kind]
    given = found["input"]
    shown = f", not {given!r}" if isinstance(given, (str, int, float)) else ""
    shown = shown if len(shown) <= _MAX_SHOWN else ""
    if kind in ("literal_error", "enum"):
        return f"must be {context['expected']}{shown}"
    if kind == "string_pattern_mismatch":
        return f"must fit the pattern {context['pattern']}{shown}"
    if kind == "too_short":
        return f"needs {context['min_length']} or more entries"
    said = str(found["msg"]).removeprefix("Value error, ")
    return said.replace("Input should be", "must be")


def _known_keys(model: type[BaseModel], loc: tuple[Any, ...]) -> list[str]:
    """Return the keys that a place of a file takes, in the order of the contract."""
    kinds: list[Any] = [model]
    for part in loc:
        if not _FORM.search(str(part)):
            kinds = [inner for kind in kinds for inner in _step(kind, part)]
    found = [name for kind in kinds for name in _fields(kind)]
    return list(dict.fromkeys(found))


def _fields(kind: Any) -> Iterator[str]:  # noqa: ANN401  (any annotation)
    for each in _flatten(kind):
        if isinstance(each, type) and issubclass(each, BaseModel):
            yield from each.model_fields


def _step(kind: Any, part: object) -> Iterator[Any]:  # noqa: ANN401  (any annotation)
    """Yield what stands below one key or place of an annotation."""
    for each in _flatten(kind):
        arguments = [given for given in get_args(each) if given is not Ellipsis]
        if isinstance(each, type) and issubclass(each, BaseModel) and part in each.model_fields:
            yield each.model_fields[str(part)].annotation
        elif arguments and get_origin(each) not in (Annotated, Union, UnionType):
            yield arguments[-1]


def _flatten(kind: Any) -> Iterator[Any]:  # noqa: ANN401  (any annotation)
    """Yield the members of unions, annotations without what is attached to them."""
    origin = get_origin(kind)
    if origin is Annotated:
        yield from _flatten(get_args(kind)[0])
    elif origin in (Union, UnionType):
        for member in get_args(kind):
            yield from _flatten(member)
    else:
        yield kind
