"""Spaces for Unicode text and for actions; the stock `Text` space holds neither blanks nor `""`."""

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np

from mivas_env.envs.parse_action import has_form
from mivas_env.schema.arguments import ArgumentRule, Kind
from mivas_env.tools.spec import Tool

DEFAULT_MAX_CHARACTERS = 1_000_000


class UnicodeText(gym.Space[str]):
    """Any Unicode text of at most `max_characters`; membership is checked in constant time."""

    def __init__(
        self,
        max_characters: int = DEFAULT_MAX_CHARACTERS,
        *,
        samples: Sequence[str] = ("",),
        seed: int | np.random.Generator | None = None,
    ) -> None:
        """Create the space; `samples` are what `sample` draws from."""
        self.max_characters = max_characters
        self.samples = tuple(samples)
        super().__init__(shape=None, dtype=None, seed=seed)

    @property
    def is_np_flattenable(self) -> bool:
        """Text has no fixed-size array form."""
        return False

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> str:  # noqa: ANN401, ARG002
        """Return one of the sample texts; masks are not supported and are ignored."""
        return self.samples[int(self.np_random.integers(len(self.samples)))]

    def contains(self, x: object) -> bool:
        """Say whether `x` is text of a legal length."""
        return isinstance(x, str) and len(x) <= self.max_characters

    def __eq__(self, other: object) -> bool:
        """Equal when the limits are."""
        return isinstance(other, UnicodeText) and other.max_characters == self.max_characters

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Return how the space was made."""
        return f"UnicodeText({self.max_characters})"


class ActionSpace(gym.Space[Any]):
    """Whatever `parse_action` reads. `sample` is a valid random action.

    Samples come from the tools of the entry desk, with arguments that their schemas allow, and
    from a few short phrases.
    """

    def __init__(
        self, tools: Sequence[Tool], *, seed: int | np.random.Generator | None = None
    ) -> None:
        """Create the space over the tools of one desk."""
        # Names and rules alone: plain data, so that the space can be sent to worker processes.
        self.tools = {tool.name: dict(tool.rules) for tool in tools if _can_sample(tool)}
        super().__init__(shape=None, dtype=None, seed=seed)

    @property
    def is_np_flattenable(self) -> bool:
        """Actions have no fixed-size array form."""
        return False

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> dict[str, Any]:  # noqa: ANN401, ARG002
        """Return a canonical action; masks are not supported and are ignored."""
        choice = int(self.np_random.integers(len(self.tools) + 1))
        if choice == len(self.tools):
            return {"say": _PHRASES[int(self.np_random.integers(len(_PHRASES)))]}
        name, rules = list(self.tools.items())[choice]
        legal = {key: rule for key, rule in rules.items() if _can_sample_value(rule)}
        chosen = [key for key in legal if legal[key].required or self.np_random.integers(2)]
        if legal and not chosen:
            # Where every argument is optional, a call mostly needs one of them all the same.
            chosen = [list(legal)[int(self.np_random.integers(len(legal)))]]
        arguments = {key: _sample_value(legal[key], self.np_random) for key in chosen}
        return {"tool": name, "arguments": arguments}

    def contains(self, x: object) -> bool:
        """Say whether `x` has a form that a step acts on, in constant time."""
        return has_form(x)

    def __eq__(self, other: object) -> bool:
        """Equal when the sampled tools are."""
        return isinstance(other, ActionSpace) and list(other.tools) == list(self.tools)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Return the tools that are sampled."""
        return f"ActionSpace({', '.join(self.tools)})"


_PHRASES = (
    "One moment, please.",
    "How can I help you today?",
    "May I have your full name, please?",
    "Thank you for calling.",
)


def _can_sample(tool: Tool) -> bool:
    return all(_can_sample_value(rule) for rule in tool.rules.values() if rule.required)


def _can_sample_value(rule: ArgumentRule) -> bool:
    if rule.kind is Kind.LIST:
        return rule.items is not None and _can_sample_value(rule.items)
    if rule.kind is Kind.TEXT:
        return rule.enum is not None or (rule.pattern is None and rule.alias is None)
    return rule.kind is not Kind.OBJECT


def _sample_value(rule: ArgumentRule, random: np.random.Generator) -> object:
    if rule.enum is not None:
        return rule.enum[int(random.integers(len(rule.enum)))]
    if rule.kind is Kind.LIST and rule.items is not None:
        return [_sample_value(rule.items, random)]
    day = f"2026-{int(random.integers(1, 13)):02d}-{int(random.integers(1, 29)):02d}"
    return {
        Kind.BOOLEAN: bool(random.integers(2)),
        Kind.INTEGER: int(random.integers(1, 13)),
        Kind.NUMBER: float(random.integers(1, 13)),
        Kind.DATE: day,
        Kind.DATETIME: f"{day}T{int(random.integers(8, 18)):02d}:00",
        Kind.PHONE: f"+1212555{int(random.integers(100, 200)):04d}",
    }.get(rule.kind, _PHRASES[int(random.integers(len(_PHRASES)))])
