"""A task ready to be played: its lockfile, its names, its digest."""

import hashlib
from dataclasses import dataclass, field

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

    @property
    def tool_call_budget(self) -> int:
        """How many tool calls a call may take: three times the oracle's, at least 20."""
        return max(ORACLE_FACTOR * self.lockfile.oracle_tool_calls(), MIN_TOOL_CALLS)
