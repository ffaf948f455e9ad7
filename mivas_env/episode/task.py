"""A task ready to be played: its lockfile, its names, its digest."""

import hashlib
from dataclasses import dataclass, field
from functools import cached_property

from mivas_env.schema.frozen import freeze
from mivas_env.schema.ids import gym_id
from mivas_env.schema.lockfile import Lockfile
from mivas_env.schema.strict_json import canonical_json

MIN_TOOL_CALLS = 20
ORACLE_FACTOR = 3


@dataclass(frozen=True, eq=False)
class Task:
    """One locked call of one industry.

    `split` is train, dev or eval, None for a task outside the splits. `digest` is twelve hex
    digits over the whole lockfile.
    """

    industry: str
    lockfile: Lockfile = field(repr=False)
    split: str | None = None
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        """Digest the lockfile, and let nobody change it under that digest."""
        freeze(self.lockfile)
        content = canonical_json(self.lockfile.model_dump(mode="json"))
        object.__setattr__(self, "digest", hashlib.sha256(content.encode()).hexdigest()[:12])

    @property
    def name(self) -> str:
        """Industry and task id, e.g. `healthcare/C1-E1`."""
        return f"{self.industry}/{self.lockfile.id}"

    @property
    def gym_id(self) -> str:
        """The Gymnasium id, e.g. `mivas/healthcare-C1E1`."""
        return gym_id(self.industry, self.lockfile.id)

    @cached_property
    def tool_call_budget(self) -> int:
        """How many tool calls a call may take: three times the oracle's, at least 20."""
        return max(ORACLE_FACTOR * self.lockfile.oracle_tool_calls(), MIN_TOOL_CALLS)


def show_calls_left(task: Task, made: int) -> int:
    """Return how many tool calls of a task's budget a policy is told are left, after `made` calls.

    The budget grows with the reference conversation, of which nobody may learn anything. So what is
    told is the least that any task allows, and 1 once that is spent for as long as any are left.
    """
    return min(max(0, task.tool_call_budget - made), max(1, MIN_TOOL_CALLS - made))
