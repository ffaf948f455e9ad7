"""The tools of one industry by name and by desk."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mivas_env.errors import Fault
from mivas_env.tools.spec import Tool


@dataclass(frozen=True, eq=False)
class Toolbox:
    """Every tool of an industry, its session tools included; built once, shared by all calls."""

    tools: tuple[Tool, ...]
    by_name: Mapping[str, Tool] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Index by name; two tools of one name are refused."""
        by_name = {each.name: each for each in self.tools}
        if len(by_name) != len(self.tools):
            names = [each.name for each in self.tools]
            twice = sorted({name for name in names if names.count(name) > 1})
            message = f"declared twice: {', '.join(twice)}; a tool is one function with many desks"
            raise Fault(message)
        object.__setattr__(self, "by_name", by_name)

    def at(self, desk: str) -> tuple[Tool, ...]:
        """Return the tools that a desk owns, in declaration order."""
        return tuple(each for each in self.tools if desk in each.desks)

    def chat_definitions(self, desks: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
        """Return desk -> its tools in chat form; made once and shared, so do not change them."""
        return {desk: [each.chat_definition for each in self.at(desk)] for desk in desks}
