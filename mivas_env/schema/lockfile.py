"""A task as it is locked: the caller's script, what is expected, and one reference conversation."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from mivas_env.schema.script import CallerScript
from mivas_env.schema.state import ExpectedState, StateChanges
from mivas_env.schema.told import ExpectedTold, find_misplaced


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ExpectedOutput(_Frozen):
    """The recorded outcome of a call; only what both sides recorded is compared (rule 12)."""

    ok: bool | None = None
    error_code: str | None = None


def _name_to_call(value: object) -> object:
    return {"name": value} if isinstance(value, str) else value


class ExpectedCall(_Frozen):
    """One call that must fire, with the arguments that the task locks."""

    name: str = Field(min_length=1)
    parameters: dict[str, Any] = Field(default_factory=dict)
    output: ExpectedOutput = ExpectedOutput()


class Expectation(_Frozen):
    """The three locked fields that the verifier reads (rule 32: a missing state is refused)."""

    exp_handoff_path: tuple[str, ...]
    exp_tool_calls: tuple[Annotated[ExpectedCall, BeforeValidator(_name_to_call)], ...]
    exp_db_state: ExpectedState

    @property
    def constrained_tables(self) -> tuple[str, ...]:
        """Tables that this task constrains beyond those always compared, in lockfile order."""
        if not isinstance(self.exp_db_state, StateChanges):
            return ()
        touched = (change.table for change in self.exp_db_state.changes)
        return tuple(dict.fromkeys((*touched, *self.exp_db_state.also_unchanged)))


class Category(_Frozen):
    """The taxonomy entry of a task, e.g. C1 new-patient-access."""

    code: str = Field(pattern=r"^[A-Z][0-9]?$")
    slug: str = Field(pattern=r"^[a-z0-9-]+$")


class CallerSection(_Frozen):
    """Who is on the line: a brief for people and models, a public ticket, the script."""

    brief: str = Field(min_length=1)
    ticket: str = Field(min_length=1)
    script: CallerScript


class OracleStep(_Frozen):
    """One action of the reference conversation: words, or a tool call, or both in one message."""

    say: str | None = None
    tool: str | None = None
    arguments: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _is_one_action(self) -> "OracleStep":
        if (self.say is None) == (self.tool is None):
            message = "an oracle step is either `say` or `tool`"
            raise ValueError(message)
        if self.say is not None and self.arguments:
            message = "`arguments` belong to a `tool` step"
            raise ValueError(message)
        return self

    def to_action(self) -> dict[str, object]:
        """Return the canonical action of ENV section 3."""
        if self.say is not None:
            return {"say": self.say}
        return {"tool": self.tool, "arguments": dict(self.arguments)}


Difficulty = Literal["easy", "medium", "hard"]
AudioCondition = Literal["perfect", "background_noise", "bad_signal"]


class Lockfile(Expectation):
    """One task file, whole (TASKS section 1)."""

    lockfile: Literal[1]
    id: str = Field(pattern=r"^[A-Z][0-9]?-[A-Z][0-9]+(-[A-Z]+)?$")
    title: str = Field(min_length=1)
    category: Category
    difficulty: Difficulty
    audio_condition: AudioCondition
    why: str = Field(min_length=1)
    caller: CallerSection
    exp_told: ExpectedTold = ExpectedTold()
    oracle: tuple[OracleStep, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _tells_what_is_asked(self) -> "Lockfile":
        flaw = find_misplaced(self.exp_told, self.caller.script)
        if flaw is not None:
            raise ValueError(flaw)
        return self

    def oracle_tool_calls(self) -> int:
        """Count the tool calls of the reference conversation."""
        return sum(step.tool is not None for step in self.oracle)
