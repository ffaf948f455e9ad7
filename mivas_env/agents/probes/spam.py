"""Probes that try everything: each read, each write, random legal calls, writes without an end."""

import itertools
import random
import re
import zlib
from collections.abc import Iterator

import numpy as np

from mivas_env.agents.protocol import Agent, AgentFactory
from mivas_env.envs.spaces import ActionSpace
from mivas_env.episode.kit import Kit, kit_of
from mivas_env.episode.session import CallSession
from mivas_env.episode.task import Task
from mivas_env.registry import industry_named
from mivas_env.schema.arguments import ArgumentRule, Kind
from mivas_env.tools.spec import Effect, Tool

_MAX_VALUES = 8
_MAX_COMBINATIONS = 200
_SEEN_VALUES = re.compile(r'"([^"\\]{1,80})"')


def read_spam(task: Task) -> Agent:
    """Call every read tool with every value that it can see, from desk to desk, in random order."""
    return read_spam_in(0)(task)


def read_spam_in(order: int) -> AgentFactory:
    """Return `read_spam` in another random order for each number; 0 is the probe itself."""
    return lambda task: _Spammer(task, (Effect.READ,), order)


def write_spam(task: Task) -> Agent:
    """Call every write tool, and every read tool for its values, in random order."""
    return _Spammer(task, (Effect.WRITE, Effect.READ))


def stall_after_write(task: Task) -> Agent:
    """Write whatever can be written, then keep talking and never end the call."""
    spam = _Spammer(task, (Effect.WRITE, Effect.READ))

    def act(session: CallSession) -> object:
        if session.step_count < 8:  # noqa: PLR2004  (a few writes are enough)
            return spam(session)
        return {"say": "One moment, I'm still working on that for you."}

    return act


def random_valid(task: Task) -> Agent:
    """Take random legal actions of whatever desk holds the call."""
    return random_valid_in(0)(task)


def random_valid_in(order: int) -> AgentFactory:
    """Return `random_valid` with other dice for each number; 0 is the probe itself."""

    def make(task: Task) -> Agent:
        toolbox = kit_of(industry_named(task.industry)).toolbox
        generator = np.random.Generator(np.random.PCG64(_seed(task, order)))
        spaces: dict[str, ActionSpace] = {}

        def act(session: CallSession) -> object:
            if session.desk not in spaces:
                spaces[session.desk] = ActionSpace(toolbox.at(session.desk), seed=generator)
            return spaces[session.desk].sample()

        return act

    return make


def _seed(task: Task, order: int) -> int:
    return zlib.crc32(task.name.encode()) + order * 2**32


class _Spammer:
    """Works through a shuffled list of calls at each desk, then moves on, then hangs up."""

    def __init__(self, task: Task, effects: tuple[Effect, ...], order: int = 0) -> None:
        self._kit: Kit = kit_of(industry_named(task.industry))
        self._effects = effects
        self._random = random.Random(_seed(task, order))  # noqa: S311  (order only)
        self._desk = ""
        self._queue: Iterator[object] = iter(())
        self._budget_a_desk = max(4, task.tool_call_budget // 4)

    def __call__(self, session: CallSession) -> object:
        if session.desk != self._desk:
            self._desk = session.desk
            self._queue = iter(self._plan(session))
        return next(self._queue, {"tool": "end_call", "arguments": {"reason": "caller_done"}})

    def _plan(self, session: CallSession) -> list[object]:
        tools = self._kit.toolbox.at(session.desk)
        seen = _values_seen(session)
        calls: list[object] = [
            {"tool": tool.name, "arguments": arguments}
            for tool in tools
            if tool.effect in self._effects
            for arguments in _combinations(tool, seen)
        ]
        self._random.shuffle(calls)
        onward = [tool for tool in tools if tool.leads_to is not None]
        moves: list[object] = []
        if onward:
            tool = self._random.choice(onward)
            moves.append(
                {"tool": tool.name, "arguments": next(iter(_combinations(tool, seen)), {})}
            )
        return [*calls[: self._budget_a_desk], *moves]


def _values_seen(session: CallSession) -> list[str]:
    """Return texts of tool answers and words of the caller, the latest first."""
    found: dict[str, None] = {}
    for message in reversed(session.messages):
        content = str(message.get("content") or "")
        if message["role"] == "tool":
            found.update(dict.fromkeys(_SEEN_VALUES.findall(content)))
        elif message["role"] == "user":
            words = content.replace(",", " ").replace(".", " ").split()
            found.update(dict.fromkeys([" ".join(pair) for pair in itertools.pairwise(words)]))
    return list(found)


def _combinations(tool: Tool, seen: list[str]) -> Iterator[dict[str, object]]:
    required = [rule for rule in tool.rules.values() if rule.required]
    choices = [_choices(rule, seen) for rule in required]
    for values in itertools.islice(itertools.product(*choices), _MAX_COMBINATIONS):
        yield {rule.name: value for rule, value in zip(required, values, strict=True)}


def _choices(rule: ArgumentRule, seen: list[str]) -> list[object]:
    if rule.enum is not None:
        return list(rule.enum)
    if rule.kind is Kind.LIST:
        return [[value] for value in (_choices(rule.items, seen) if rule.items else [])]
    if rule.kind is Kind.BOOLEAN:
        return [True, False]
    if rule.kind in (Kind.INTEGER, Kind.NUMBER):
        return [1, 12_500]
    fitting = [value for value in seen if rule.pattern is None or re.search(rule.pattern, value)]
    return list(fitting[:_MAX_VALUES]) or ["Dana Whitfield"]
