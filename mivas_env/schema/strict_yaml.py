"""The one YAML reader: JSON-like scalars, no aliases, no tags, no duplicate keys (PROOF S4)."""

import re
from collections.abc import Hashable
from typing import cast

import yaml

from mivas_env.errors import TaskError

MAX_SCRIPT_BYTES = 64 * 1024
MAX_DEPTH = 32


class _StrictLoader(yaml.SafeLoader):
    """SafeLoader without YAML 1.1 surprises: dates, clocks, octals, `yes` and `no` stay text."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Refuse aliases and deep nesting before any node is built."""
        if self.check_event(yaml.AliasEvent):
            line = _line_of(self._next_event())
            message = f"line {line}: aliases (*name) are not allowed; write the value out"
            raise TaskError(message)
        event = self._next_event()
        if getattr(event, "anchor", None):
            message = f"line {_line_of(event)}: anchors (&name) are not allowed"
            raise TaskError(message)
        if getattr(event, "tag", None) and not isinstance(event, yaml.DocumentStartEvent):
            message = f"line {_line_of(event)}: tags (!name) are not allowed"
            raise TaskError(message)
        depth = getattr(self, "_depth", 0)
        if depth > MAX_DEPTH:
            message = f"line {_line_of(event)}: nested deeper than {MAX_DEPTH} levels"
            raise TaskError(message)
        self._depth = depth + 1
        try:
            return super().compose_node(parent, index)
        finally:
            self._depth = depth

    def _next_event(self) -> yaml.Event:
        return cast("yaml.Event", self.peek_event())  # type: ignore[no-untyped-call]

    def construct_mapping(
        self,
        node: yaml.MappingNode,
        deep: bool = False,  # noqa: ARG002, FBT001, FBT002
    ) -> dict[Hashable, object]:
        """Build a mapping with text keys, each of which stands once."""
        seen: set[str] = set()
        for key_node, _ in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                message = f"line {line}: a key must be plain text"
                raise TaskError(message)
            if key_node.value == "<<" and key_node.style is None:
                message = f"line {line}: the merge key << is not allowed; write its keys out"
                raise TaskError(message)
            if key_node.value in seen:
                message = f"line {line}: the key {key_node.value!r} stands twice; keep one"
                raise TaskError(message)
            seen.add(key_node.value)
        values = [self.construct_object(value, deep=True) for _, value in node.value]
        return dict(zip((key.value for key, _ in node.value), values, strict=True))


def _line_of(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark is not None else 0


_DECIMAL_INT = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\Z")
_DECIMAL_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]{1,17}\Z")
for _tag, _pattern, _first in (
    ("bool", re.compile(r"(?:true|false)\Z"), "tf"),
    ("null", re.compile(r"(?:null|~|)\Z"), ["n", "~", ""]),
    ("int", _DECIMAL_INT, "-0123456789"),
    ("float", _DECIMAL_FLOAT, "-0123456789"),
):
    _StrictLoader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", _pattern, list(_first))


def _construct_number(loader: yaml.SafeLoader, node: yaml.Node) -> int | float:
    text = str(loader.construct_scalar(cast("yaml.ScalarNode", node)))
    return float(text) if "." in text else int(text)


_StrictLoader.add_constructor("tag:yaml.org,2002:int", _construct_number)
_StrictLoader.add_constructor("tag:yaml.org,2002:float", _construct_number)


def load_yaml(text: str, *, source: str, max_bytes: int = MAX_SCRIPT_BYTES) -> object:
    """Read one YAML document of JSON-like values.

    Only `true`, `false`, `null` and decimal numbers are typed; `1972-06-30`, `15:30`, `01011`,
    `no` and `1e5` stay text. `source` names the file in errors.

    Raises:
        TaskError: not YAML, aliases, tags, duplicate keys, too large or too deep.
    """
    if len(text.encode("utf-8", "surrogatepass")) > max_bytes:
        message = f"{source}: larger than {max_bytes} bytes; split it into smaller files"
        raise TaskError(message)
    _check_characters(text, source)
    loader = _StrictLoader(text)
    try:
        return loader.get_single_data()
    except TaskError as error:
        message = f"{source}: {error}"
        raise TaskError(message) from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        detail = " ".join(str(error).split())
        message = f"{source}: not readable as YAML: {detail}"
        raise TaskError(message) from None
    finally:
        loader.dispose()


def _check_characters(text: str, source: str) -> None:
    try:
        text.encode("utf-8")
        yaml.reader.Reader(text)
    except (UnicodeEncodeError, yaml.YAMLError) as error:
        detail = " ".join(str(error).split())
        message = f"{source}: holds characters that YAML does not allow: {detail}"
        raise TaskError(message) from None


class _FlowDumper(yaml.SafeDumper):
    """Quotes only what the strict loader would read as something other than text."""

    yaml_implicit_resolvers = _StrictLoader.yaml_implicit_resolvers


def dump_flow(value: object) -> str:
    """Return a value as one line of YAML that `load_yaml` reads back as the same value."""
    text = yaml.dump(
        value,
        Dumper=_FlowDumper,
        default_flow_style=True,
        sort_keys=False,
        width=10**6,
        allow_unicode=True,
    )
    return text.removesuffix("\n").removesuffix("...").strip()
