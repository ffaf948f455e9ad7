"""The public functions that outside code calls by name (ENV section 10)."""

from collections.abc import Mapping
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any, Self, TypeVar, cast, get_args

from pydantic import BaseModel, ValidationError

from mivas_env.envs.parse_action import written_answer
from mivas_env.episode.decision_kit import decision_kit_of
from mivas_env.episode.decision_session import DecisionSession as _DecisionSession
from mivas_env.episode.kit import kit_of
from mivas_env.episode.session import CallSession as _CallSession
from mivas_env.episode.settings import CallerChoice, RewardMode, SessionSettings
from mivas_env.episode.task import Task
from mivas_env.errors import ConfigError, TaskError, TraceError
from mivas_env.registry import decision_industry_named, industry_named, resolve_task_name, suggest
from mivas_env.schema.decision import (
    MAX_REPLY_CHARS,
    DecisionContext,
    DecisionEpisode,
    DecisionScore,
    DecisionTarget,
    Findings,
    HardCode,
)
from mivas_env.schema.json_values import describe, printable
from mivas_env.schema.lockfile import Expectation
from mivas_env.schema.strict_json import JsonRefused, dump_json, load_json
from mivas_env.schema.strict_yaml import load_yaml
from mivas_env.schema.trajectory import Trajectory
from mivas_env.schema.verification import Verification
from mivas_env.tasks import load_episode, load_task, read_text_file
from mivas_env.verifier.chat import is_message, read_chat
from mivas_env.verifier.decisions.detectors import detect as _detect
from mivas_env.verifier.decisions.score import score as _score
from mivas_env.verifier.trace import says_cut_off
from mivas_env.verifier.verify import verify_call

MAX_TRACE_BYTES = 16 * 1024 * 1024
"""Largest file of a trace, or of a lockfile in JSON."""
MAX_YAML_BYTES = 1024 * 1024
"""Largest file of a lockfile in YAML."""
_MAX_TRACE_DEPTH = 64


class CallSession(_CallSession):
    """One locked call, opened by name: `CallSession("healthcare/C1-E1", seed=0)`.

    Args:
        task: a task name in any spelling, or a `Task`.
        seed: fixes the caller's wording; equal seeds play equal calls.
        caller: "scripted", "ticket", "llm", an `LlmCaller`, a Caller object, or
            `(task, seed) -> Caller`.
        reward_mode: "train", "eval" or "strict".
        discount: reward for a passing call with extra hops, strictly between 0 and 1.
        max_steps: agent actions until the call is cut off.
        max_tool_calls: tool calls until the call is cut off; None takes the task's own budget.

    Raises:
        ConfigError: an unknown task or an unusable setting.
        TaskError: the task file is not usable.
    """

    def __new__(cls, *_: object, **given: object) -> Self:
        """Refuse a misspelt setting with the nearest there is, before Python does without."""
        _refuse_unknown(cls, given)
        return super().__new__(cls)

    def __init__(
        self,
        task: str | Task,
        *,
        seed: int = 0,
        caller: CallerChoice = "scripted",
        reward_mode: RewardMode = "train",
        discount: float = 0.5,
        max_steps: int = 60,
        max_tool_calls: int | None = None,
    ) -> None:
        """Open the call; see the class for the arguments."""
        loaded = _task_of(task)
        settings = SessionSettings(
            caller=caller,
            reward_mode=reward_mode,
            discount=discount,
            max_steps=max_steps,
            max_tool_calls=max_tool_calls,
        )
        super().__init__(loaded, industry_named(loaded.industry), seed=seed, settings=settings)


@cache
def _keywords_of(opened: type[object]) -> tuple[str, ...]:
    return tuple(signature(opened.__init__).parameters)[1:]


def _refuse_unknown(opened: type[object], given: Mapping[str, object]) -> None:
    known = _keywords_of(cast("Any", opened))  # a class is hashable, whatever its objects are
    for name in given:
        if name not in known:
            near = suggest(name, known)
            near = near if near.startswith("did") else f"there are: {', '.join(known)}"
            message = f"{opened.__name__} takes no setting {name!r}; {near}"
            raise ConfigError(message)


def _task_of(task: object) -> Task:
    if isinstance(task, str):
        return load_task(task)
    if isinstance(task, Task):
        return task
    message = f"task={task!r} must be a task's name, such as 'healthcare/C1-E1', or a Task"
    raise ConfigError(message)


def oracle_actions(task: str | Task) -> list[dict[str, object]]:
    """Return the canonical actions of a task's reference conversation.

    For checks and demonstrations; a policy that reads this learns nothing.

    Raises:
        ConfigError: an unknown task.
        TaskError: the task file is not usable.
    """
    oracle = _task_of(task).lockfile.oracle
    text = dump_json([step.to_action() for step in oracle])
    return cast("list[dict[str, object]]", load_json(text))  # a copy, theirs to change


def seed_state(industry: str) -> dict[str, list[dict[str, Any]]]:
    """Return the write tables of an industry's seed world, table -> rows; a fresh copy.

    This is the dump of a call that wrote nothing.

    Raises:
        ConfigError: an unknown industry.
    """
    tables = kit_of(industry_named(industry)).template.seed_state
    return {table: [dict(row) for row in rows] for table, rows in tables.items()}


def verify(
    lockfile: Task | Expectation | Mapping[str, object] | str | Path,
    trace: Trajectory | Mapping[str, object] | list[object] | str | Path,
    *,
    industry: str,
    expected_state: Mapping[str, Any] | None = None,
    actual_state: Mapping[str, Any] | None = None,
) -> Verification:
    """Score a finished call, wherever it was made.

    Args:
        lockfile: a `Task`, a lockfile model, a mapping, a task name or a path to YAML or JSON.
        trace: a trajectory, a list of calls, a mapping with `calls` or grouped `tool_calls`, or a
            path to JSON holding one of these; also what `mivas run --json` prints, the final `info`
            of an environment, and a chat whose assistant messages carry `tool_calls`.
        industry: name of the industry, e.g. "healthcare".
        expected_state: table -> rows; overrides what `exp_db_state` and the seed give.
        actual_state: the dump at hangup, table -> rows; a trajectory brings its own. Without a dump
            D is not evaluated and the result is T and H.

    Raises:
        ConfigError: an unknown industry or task name.
        TaskError: the lockfile is not usable.
        TraceError: the trace cannot be read.
    """
    kit = kit_of(industry_named(industry))
    return verify_call(
        _read_lockfile(lockfile),
        _read_trace(trace),
        kit.policy,
        seed_state=kit.template.seed_state,
        expected_state=expected_state,
        actual_state=actual_state,
    )


class DecisionSession(_DecisionSession):
    """One episode of written decisions, opened by name: `DecisionSession("brokerage/E017")`.

    Args:
        episode: an episode name in any spelling, or a `DecisionEpisode` of the brokerage.
        reward_mode: "episode" (the mean, at the end) or "decision" (each decision's own).
        industry: name of the industry that an episode given as a model belongs to.

    Raises:
        ConfigError: an unknown episode or reward mode.
        TaskError: the episode's file is not usable.
    """

    def __new__(cls, *_: object, **given: object) -> Self:
        """Refuse a misspelt setting with the nearest there is, before Python does without."""
        _refuse_unknown(cls, given)
        return super().__new__(cls)

    def __init__(
        self,
        episode: str | DecisionEpisode,
        *,
        reward_mode: str = "episode",
        industry: str = "brokerage",
    ) -> None:
        """Open the episode; see the class for the arguments."""
        given: object = episode
        if not isinstance(given, (str, DecisionEpisode)):
            message = f"episode={episode!r} must be a name, such as 'brokerage/E017', or a model"
            raise ConfigError(message)
        loaded = load_episode(episode) if isinstance(episode, str) else episode
        owner = resolve_task_name(episode)[0] if isinstance(episode, str) else industry
        super().__init__(loaded, decision_industry_named(owner), reward_mode=reward_mode)


def score_decision(
    output_text: str,
    target: DecisionTarget | Mapping[str, object],
    context: DecisionContext | Mapping[str, object],
    *,
    industry: str = "brokerage",
) -> DecisionScore:
    """Score one written decision in three stages: format, hard criteria, graded parts (seed 004).

    Args:
        output_text: what the model returned; a thinking trace around it is removed, as the
            Gymnasium environment does. What is not text fails the format.
        target: what the decision requires.
        context: what the detectors may know beside the reply.
        industry: whose policy pack applies.

    Raises:
        ConfigError: an unknown industry.
        TaskError: target or context cannot be read.
    """
    return _score(
        written_answer(output_text) if isinstance(output_text, str) else "",
        _read_model(DecisionTarget, target, "target"),
        _read_model(DecisionContext, context, "context"),
        decision_kit_of(decision_industry_named(industry)).pack,
    )


def detect(
    code: HardCode,
    reply: str,
    context: DecisionContext | Mapping[str, object],
    *,
    industry: str = "brokerage",
) -> Findings:
    """Run one text detector (H1, H4 or H5) over a reply; H2 and H3 need the action and never fire.

    Only as much of a reply is read as one may hold, 6,000 characters.

    Raises:
        ConfigError: an unknown criterion or industry, or a reply that is not text.
        TaskError: the context cannot be read.
    """
    if code not in get_args(HardCode):
        message = f"there is no hard criterion {code!r}; there are {', '.join(get_args(HardCode))}"
        raise ConfigError(message)
    given: object = reply
    if not isinstance(given, str):
        message = f"the reply must be text, not {describe(given)}"
        raise ConfigError(message)
    pack = decision_kit_of(decision_industry_named(industry)).pack
    reply = given[:MAX_REPLY_CHARS]  # the format gate takes no longer one
    return _detect(code, reply, _read_model(DecisionContext, context, "context"), pack)


_Model = TypeVar("_Model", bound=BaseModel)


def _read_model(model: type[_Model], value: _Model | Mapping[str, object], what: str) -> _Model:
    if isinstance(value, model):
        return value
    plain = value.model_dump() if isinstance(value, BaseModel) else value
    try:
        return model.model_validate(plain)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        message = f"the {what} cannot be read: {where}: {first['msg']}"
        raise TaskError(message) from None


def _read_lockfile(
    source: Task | Expectation | Mapping[str, object] | str | Path,
) -> Expectation | Mapping[str, object]:
    if isinstance(source, Task):
        return source.lockfile
    if isinstance(source, (Expectation, Mapping)):
        return source
    given: object = source
    if not isinstance(given, (str, Path)):
        message = f"a lockfile is a task's name, a path, a mapping or a Task, not {source!r:.60}"
        raise TaskError(message)
    path = Path(source)
    if isinstance(source, str) and path.suffix.lower() not in (".yaml", ".yml", ".json"):
        return load_task(source).lockfile
    raw = _load_lockfile(path)
    if not isinstance(raw, dict):
        message = f"{_shown(path)}: a lockfile is one mapping with exp_tool_calls and its siblings"
        raise TaskError(message)
    return cast("dict[str, object]", raw)


def _load_lockfile(path: Path) -> object:
    """Read a lockfile from JSON, or from YAML, whose reader is too slow for anything large."""
    if path.suffix.lower() != ".json":
        text = _read_file(path, MAX_YAML_BYTES, TaskError)
        return load_yaml(text, source=_shown(path), max_bytes=MAX_YAML_BYTES)
    return _read_json(path, TaskError)


def _shown(path: Path) -> str:
    """Return a file's name as a sentence shows it: printable, whatever bytes it is made of."""
    return printable(path.name)


def _read_file(path: Path, max_bytes: int, error_type: type[TaskError] | type[TraceError]) -> str:
    """Read a file, without the mark that some editors put before its first character."""
    try:
        text = read_text_file(path, max_bytes=max_bytes, error_type=error_type)
    except error_type as error:
        raise error_type(printable(str(error))) from None
    return text.removeprefix("\ufeff")


def _read_json(path: Path, error_type: type[TaskError] | type[TraceError]) -> object:
    try:
        text = _read_file(path, MAX_TRACE_BYTES, error_type)
        return load_json(text, max_depth=_MAX_TRACE_DEPTH)
    except JsonRefused as error:
        message = f"{_shown(path)}: {error}"
        raise error_type(message) from None


def _read_trace(
    source: Trajectory | Mapping[str, object] | list[object] | str | Path,
) -> Trajectory | Mapping[str, object] | list[object]:
    if not isinstance(source, (str, Path)):
        return _unpack(source)
    read = _read_json(Path(source), TraceError)
    return _unpack(cast("dict[str, object] | list[object]", read))


def _unpack(
    trace: Trajectory | Mapping[str, object] | list[object],
) -> Trajectory | Mapping[str, object] | list[object]:
    """Return the trajectory inside a report of a run, or the calls inside a chat; else the same.

    What the report says of a call that was cut off stays with it.
    """
    if isinstance(trace, Mapping):
        inner = trace.get("trajectory")
        if isinstance(inner, Trajectory):
            return inner
        if isinstance(inner, Mapping):
            return {**inner, "truncated": True} if says_cut_off(trace) else inner
        if isinstance(trace.get("messages"), list) and not trace.keys() & {"calls", "tool_calls"}:
            calls = read_chat(cast("list[object]", trace["messages"]))
            return {"calls": calls, "truncated": says_cut_off(trace)}
    elif isinstance(trace, list) and any(map(is_message, trace)):
        return read_chat(trace)
    return trace
