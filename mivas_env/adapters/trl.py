"""TRL: one environment class per task for `GRPOTrainer(environment_factory=…)`, and its dataset.

A rollout of TRL ends at the first assistant turn without a tool call, so speech is the tool `say`.
TRL lists an environment's tools once, at the start: every desk's tools are listed, and the desk
that has the call still decides which of them answer. See docs/adapters/trl.md.
"""

import inspect
import re
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

from mivas_env.adapters import import_extra
from mivas_env.envs.parse_action import parse_action
from mivas_env.episode.kit import kit_of
from mivas_env.episode.settings import CallerChoice, RewardMode
from mivas_env.episode.task import Task
from mivas_env.errors import ConfigError
from mivas_env.facade import CallSession
from mivas_env.registry import industry_named
from mivas_env.schema.seed import check_seed, check_seed_list
from mivas_env.tasks import load_task

EXTRA = "trl"
SAY = "say"
CALL_OVER = "(The call has ended. Close with a few plain words and no tool call.)"
"""What a tool's answer ends with once the call is over; TRL itself knows no such signal."""

DeskPrompts = Literal["handoff", "upfront", "entry"]
"""Where a desk's prompt is shown: with the handoff to it, all of them at the start, or only the
first desk's."""

_RESERVED = frozenset({SAY, "reset", "get_reward"})
_SECTION = re.compile(r"\n(?=## )")
_SAY_SCHEMA: Mapping[str, Any] = {
    "type": "function",
    "function": {
        "name": SAY,
        "description": "Say something to the caller and hear the reply.",
        "parameters": {
            "additionalProperties": False,
            "properties": {
                "text": {"type": "string", "description": "The words, as they are to be spoken."}
            },
            "required": ["text"],
            "type": "object",
        },
    },
}
_RULES = """## How you act in this call

- Every turn is one tool call. To speak, call `say`; its answer is what the caller replies.
- The tools of all desks are listed. Only those of the desk that has the call answer; the others \
answer TOOL_NOT_AVAILABLE until the call is handed over.
- When an answer says that the call has ended, close with a few plain words and no tool call. A \
plain turn before that abandons the call.
- The greeting has been spoken already: "{greeting}\""""


@dataclass(frozen=True, slots=True)
class CallSettings:
    """How the calls of an environment class are played; see `CallSession` for the meanings."""

    caller: CallerChoice = "scripted"
    reward_mode: RewardMode = "train"
    discount: float = 0.5
    max_steps: int = 60
    max_tool_calls: int | None = None
    desk_prompts: DeskPrompts = "handoff"

    def open(self, task: Task, seed: int) -> CallSession:
        """Dial."""
        return CallSession(
            task,
            seed=seed,
            caller=self.caller,
            reward_mode=self.reward_mode,
            discount=self.discount,
            max_steps=self.max_steps,
            max_tool_calls=self.max_tool_calls,
        )


class _Line:
    """The telephone line of one environment instance: at most one call at a time."""

    def __init__(self, task: Task, settings: CallSettings) -> None:
        self._task = task
        self._settings = settings
        self.session: CallSession | None = None
        self._shown: set[str] = set()

    def dial(self, seed: int) -> str:
        """Drop what is left of the call before, open the next, return the caller's opening."""
        self.hang_up()
        self.session = self._settings.open(self._task, seed)
        self._shown = set(_sections(self.session.system_prompt))
        return self.session.observed[1]

    def act(self, action: Mapping[str, object]) -> str:
        """Take one step; return what the policy now sees."""
        session = self.session
        if session is None:
            return '{"ok":false,"error_code":"CALL_ENDED","message":"No call is open."}'
        desk = session.desk
        seen = session.act(parse_action(dict(action)))
        if session.done:
            return f"{seen}\n{CALL_OVER}".lstrip("\n")
        if session.desk != desk and self._settings.desk_prompts == "handoff":
            return f"{seen}\n\n{self._unshown_prompt(session.system_prompt)}".rstrip()
        return seen

    def _unshown_prompt(self, prompt: str) -> str:
        """Return the sections of a desk's prompt that this call has not shown yet."""
        fresh = [section for section in _sections(prompt) if section not in self._shown]
        self._shown.update(fresh)
        return "\n".join(fresh)

    def reward(self) -> float | None:
        """Free the call's database and return the reward; None after a fault of ours."""
        session = self.session
        if session is None:
            return 0.0
        session.close()
        if session.ending == "fault":
            return None
        return float(session.reward or 0.0)

    def hang_up(self) -> None:
        """Free the database of a call, finished or not."""
        if self.session is not None:
            self.session.close()
            self.session = None


def _sections(prompt: str) -> list[str]:
    return _SECTION.split(prompt)


class DeclaredTool(dict[str, Any]):
    """A tool as TRL's chat template shall see it, the declared schema, that can also be called.

    TRL names its tools by the functions of the class but takes them from the instance, and a tool
    that is a mapping goes into the template as it stands. A schema derived from the function's
    signature would lack patterns, limits and defaults.
    """

    def __init__(self, definition: Mapping[str, Any], line: _Line) -> None:
        """Hold a chat definition and the line that the tool acts on."""
        super().__init__(definition)
        self.__name__: str = definition["function"]["name"]
        self.__doc__ = definition["function"]["description"]
        self._line = line

    def __call__(self, /, **arguments: object) -> str:
        """Take one step with this tool; what is wrong with it is answered, never raised."""
        return self._line.act(_action(self.__name__, arguments))


def _action(name: str, arguments: Mapping[str, object]) -> dict[str, object]:
    if name == SAY:
        return {"say": arguments.get("text")}
    return {"tool": name, "arguments": dict(arguments)}


class CallEnvironment:
    """Base of the environment classes; TRL makes one instance per concurrent rollout and reuses it.

    Its public functions are `reset`, `get_reward` and the tools, and nothing else: TRL offers every
    other public function of the class to the model.
    """

    _task: ClassVar[Task]
    _settings: ClassVar[CallSettings]
    _definitions: ClassVar[Sequence[Mapping[str, Any]]]

    def __init__(self) -> None:
        """Make an instance with no call open."""
        self._line = _Line(self._task, self._settings)
        self._finalizer = weakref.finalize(self, self._line.hang_up)
        for definition in self._definitions:
            tool = DeclaredTool(definition, self._line)
            setattr(self, tool.__name__, tool)

    def reset(self, **row: Any) -> str:  # noqa: ANN401  (whatever columns a dataset has)
        """Open the call of a dataset row and return the caller's first words.

        Equal `seed`s meet the same caller, so the rollouts of a group, which share a row, do too.
        """
        seed = row.get("seed")
        return self._line.dial(0 if seed is None else check_seed(seed))

    def get_reward(self) -> float | None:
        """Return the reward of the call; 0.0 for one that was never brought to its end.

        After a fault of ours it is None: TRL leaves such a rollout out of the loss.
        """
        return self._line.reward()

    @property
    def _session(self) -> CallSession | None:
        """The call, for tests and reward functions that log more than the reward."""
        return self._line.session


def make_environment(
    task: str | Task, *, settings: CallSettings | None = None
) -> type[CallEnvironment]:
    """Return the environment class of one task, to be passed to TRL as a factory.

    It is named like the task's Gymnasium id (`healthcare-C1E1`), which is what TRL logs its reward
    under.

    Raises:
        ConfigError: an unknown task or setting, or a tool whose name TRL or this adapter needs.
    """
    loaded = load_task(task) if isinstance(task, str) else task
    settings = settings or CallSettings()
    _check_desk_prompts(settings.desk_prompts)
    settings.open(loaded, 0).close()
    definitions = tool_definitions(loaded)
    functions = {
        definition["function"]["name"]: _make_function(definition["function"])
        for definition in definitions
    }
    name = loaded.gym_id.removeprefix("mivas/")
    body = {
        "__doc__": f"The call {loaded.name}.",
        "__module__": __name__,
        "_task": loaded,
        "_settings": settings,
        "_definitions": definitions,
        **functions,
    }
    return type(name, (CallEnvironment,), body)


def _check_desk_prompts(choice: object) -> None:
    known = get_args(DeskPrompts)
    if choice not in known:
        message = f"desk_prompts={choice!r} is unknown; use one of {', '.join(known)}"
        raise ConfigError(message)


def environment_factory(
    tasks: Iterable[str], *, settings: CallSettings | None = None
) -> dict[str, Callable[[], CallEnvironment]]:
    """Return task name -> environment class, for `GRPOTrainer(environment_factory=…)`.

    Names are the full ones, `healthcare/C1-E1`, however the tasks were spelt; so they are in the
    rows of `prompt_rows` and in what `mivas export --format trl` writes.

    Raises:
        ConfigError: no task, an unknown one, or an unusable setting.
    """
    loaded = [load_task(name) for name in tasks]
    made = {task.name: make_environment(task, settings=settings) for task in loaded}
    if not made:
        message = "there is no task to train on; name some, e.g. healthcare/C1-E1"
        raise ConfigError(message)
    return dict(made)


def tool_definitions(task: Task) -> list[Mapping[str, Any]]:
    """Return `say` and every tool of every desk in chat form, as declared.

    Raises:
        ConfigError: a tool has a name that TRL or this adapter needs.
    """
    tools = kit_of(industry_named(task.industry)).toolbox.tools
    taken = sorted(_RESERVED & {each.name for each in tools})
    if taken:
        message = f"TRL cannot offer tools named {', '.join(taken)}; rename them in the industry"
        raise ConfigError(message)
    return [_SAY_SCHEMA, *(each.chat_definition for each in tools)]


def system_prompt(task: str | Task, *, desk_prompts: DeskPrompts = "handoff") -> str:
    """Return what the policy reads before the call: the first desk's prompt and how to act.

    With `desk_prompts="upfront"` the prompts of the other desks follow, shared sections once.

    Raises:
        ConfigError: an unknown task or way to show the prompts.
    """
    _check_desk_prompts(desk_prompts)
    loaded = load_task(task) if isinstance(task, str) else task
    industry = industry_named(loaded.industry)
    prompts = kit_of(industry).prompts
    entry = industry.graph.entry
    parts = [prompts[entry]]
    if desk_prompts == "upfront":
        shown = set(_sections(prompts[entry]))
        for desk in industry.graph.names:
            fresh = [each for each in _sections(prompts[desk]) if each not in shown]
            shown.update(fresh)
            if fresh:
                parts.append(f"# When the {desk} desk has the call\n\n" + "\n".join(fresh))
    parts.append(_RULES.format(greeting=industry.greeting))
    return "\n\n".join(parts)


def prompt_rows(
    tasks: Iterable[str], *, seeds: Sequence[int] = (0,), desk_prompts: DeskPrompts = "handoff"
) -> list[dict[str, Any]]:
    """Return one dataset row per task and seed: `prompt`, `environment`, `seed`.

    The user message is empty: TRL appends to it what `reset` returns, the caller's first words.

    Raises:
        ConfigError: an unknown task or way to show the prompts, or an unusable seed.
    """
    rows = []
    played = check_seed_list(seeds)
    for task in map(load_task, tasks):
        prompt = system_prompt(task, desk_prompts=desk_prompts)
        for seed in played:
            messages = [{"role": "system", "content": prompt}, {"role": "user", "content": ""}]
            rows.append({"prompt": messages, "environment": task.name, "seed": seed})
    return rows


def make_dataset(
    tasks: Iterable[str], *, seeds: Sequence[int] = (0,), desk_prompts: DeskPrompts = "handoff"
) -> Any:  # noqa: ANN401  (datasets.Dataset)
    """Return the rows of `prompt_rows` as a `datasets.Dataset` for `GRPOTrainer(train_dataset=…)`.

    TRL repeats a row for each rollout of its group, seed included.

    Raises:
        ConfigError: what `prompt_rows` refuses, or the extra `trl` is not installed.
    """
    rows = prompt_rows(tasks, seeds=seeds, desk_prompts=desk_prompts)
    return import_extra("datasets", EXTRA).Dataset.from_list(rows)


# ---------------------------------------------------------------- the functions that TRL finds


def _make_function(definition: Mapping[str, Any]) -> Callable[..., str]:
    """Return the function of one tool, with signature and docstring made from its schema.

    TRL looks for functions on the class; the instances' `DeclaredTool`s stand before them. The
    signature and the Google docstring serve whoever reads or lists the class.
    """
    name: str = definition["name"]
    schema: Mapping[str, Any] = definition["parameters"]
    required = set(schema["required"])

    def call(self: CallEnvironment, /, **arguments: object) -> str:
        return self._line.act(_action(name, arguments))

    keys = sorted(schema["properties"], key=lambda key: key not in required)
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [
        inspect.Parameter(
            key,
            kind,
            annotation=_hint(schema["properties"][key]),
            default=inspect.Parameter.empty
            if key in required
            else schema["properties"][key].get("default"),
        )
        for key in keys
    ]
    receiver = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    call.__name__ = call.__qualname__ = name
    call.__doc__ = _docstring(definition, keys)
    call.__annotations__ = {each.name: each.annotation for each in parameters} | {"return": str}
    signature = inspect.Signature([receiver, *parameters], return_annotation=str)
    call.__signature__ = signature  # type: ignore[attr-defined]
    return call


_HINTS: Mapping[str, Any] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "object": dict,
}


def _hint(schema: Mapping[str, Any]) -> Any:  # noqa: ANN401  (a type)
    """Return the Python type that spells as much of a JSON Schema as types can."""
    if "enum" in schema:
        return Literal[tuple(schema["enum"])]
    if schema.get("type") == "array":
        return list[_hint(schema["items"])] if "items" in schema else list  # type: ignore[misc]
    return _HINTS.get(str(schema.get("type")), str)


def _docstring(definition: Mapping[str, Any], keys: Sequence[str]) -> str:
    lines = [definition["description"].strip(), ""]
    if keys:
        lines.append("Args:")
    for key in keys:
        words = str(definition["parameters"]["properties"][key].get("description") or key)
        lines.append(f"    {key}: {' '.join(words.split())}")
    return "\n".join([*lines, "", "Returns:", "    What is seen after this step."])
