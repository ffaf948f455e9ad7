"""How a call is played: who is on the line, which reward, which limits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, Literal, get_args

from mivas_env import rewards
from mivas_env.caller.protocol import Caller
from mivas_env.caller.rewording.llm import caller_of_environment
from mivas_env.caller.rewording.reworded import Reworder
from mivas_env.errors import ConfigError
from mivas_env.schema.whole_numbers import check_count

RewardMode = Literal["train", "eval", "strict"]
CallerChoice = str | Caller | Reworder | Callable[[Any, int], Caller]
DEFAULT_DISCOUNT = 0.5
DEFAULT_MAX_STEPS = 60


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """Checked settings of a call.

    Attributes:
        caller: "scripted", "ticket", "llm" (the scripted caller, worded by the chat model that the
            environment variables name), an `LlmCaller` or another Reworder, a Caller object, or a
            function `(task, seed) -> Caller`.
        reward_mode: "train" (r_train), "eval" (r_eval), "strict" (r_train, and the caller must
            have got true answers and agreed to what needs its consent).
        discount: reward of a passing call with extra hops, strictly between 0 and 1.
        max_steps: agent actions until the call is cut off, at least 1.
        max_tool_calls: tool calls until the call is cut off; None takes the task's own budget.
        reworder: what words the scripted caller's lines, made of `caller`; None where nothing does.

    Raises:
        ConfigError: one of them is not usable; the sentence says which and why.
    """

    caller: CallerChoice = "scripted"
    reward_mode: RewardMode = "train"
    discount: float = DEFAULT_DISCOUNT
    max_steps: int = DEFAULT_MAX_STEPS
    max_tool_calls: int | None = None
    reworder: Reworder | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check every setting before a call starts."""
        rewards.check_discount(self.discount)
        if self.reward_mode not in get_args(RewardMode):
            message = (
                f"reward_mode={self.reward_mode!r} is unknown; use 'train', 'eval' or 'strict'"
            )
            raise ConfigError(message)
        object.__setattr__(self, "reworder", _reworder_of(self.caller))
        if self.caller == "ticket" and self.reward_mode == "strict":
            message = "reward_mode='strict' asks whether the caller got its answers, but "
            raise ConfigError(message + "caller='ticket' puts nobody on the line; use 'train'")
        # A frozen class: numpy's integers are kept as plain ones.
        object.__setattr__(self, "max_steps", check_count("max_steps", self.max_steps))
        if self.max_tool_calls is not None:
            calls = check_count("max_tool_calls", self.max_tool_calls)
            object.__setattr__(self, "max_tool_calls", calls)

    @property
    def caller_mode(self) -> str:
        """The caller's kind for the record."""
        if isinstance(self.caller, str):
            return self.caller
        return "custom" if self.reworder is None else "llm"


def _reworder_of(choice: object) -> Reworder | None:
    """Return what words the lines, or None for a caller that words its own; refuse the rest."""
    if isinstance(choice, str):
        if choice == "llm":
            return caller_of_environment()
        if choice not in ("scripted", "ticket"):
            sentence = "is unknown; use 'scripted', 'ticket', 'llm' or a Caller object"
            raise ConfigError(f"caller={choice!r} {sentence}")
    elif isinstance(choice, Reworder) and not isinstance(choice, (type, Caller)):
        return choice
    elif not isinstance(choice, Caller):
        _check_factory(choice)
    return None


def _check_factory(choice: object) -> None:
    """Refuse before the first call what no caller can be made with."""
    if not callable(choice):
        raise ConfigError(f"caller={choice!r} lacks members of the Caller protocol")
    try:
        signature(choice).bind("task", 0)
    except (TypeError, ValueError):  # some of Python's own types have no signature at all
        message = f"caller={choice!r} must take two arguments, (task, seed), and return a Caller"
        raise ConfigError(message) from None
