"""Write reference calls as training data: prompts, tools and the oracle's actions (for SFT)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, cast, get_args

from mivas_env.adapters import trl
from mivas_env.agents.scripted import oracle
from mivas_env.envs.parse_action import parse_action
from mivas_env.episode.task import Task
from mivas_env.errors import ConfigError, TaskError
from mivas_env.facade import CallSession
from mivas_env.registry import industry_entry_points
from mivas_env.schema.strict_json import dump_json
from mivas_env.tasks import list_tasks, load_task

ExportFormat = Literal["openai", "jsonl", "trl"]
"""`openai`: one line per visit of a desk, in the form of chat fine-tuning. `jsonl`: one line per
call with everything in it. `trl`: one line per call as the TRL adapter plays it."""

_LAST_WORDS = "The call is over."


@dataclass(frozen=True, slots=True)
class _Step:
    """One action of the oracle: at which desk, after how many messages, and the action."""

    desk: str
    seen: int
    action: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _PlayedCall:
    """A reference call, played: its steps, the desks on its way and the whole chat."""

    session: CallSession
    steps: tuple[_Step, ...]
    desks: Mapping[str, Mapping[str, Any]]

    @property
    def messages(self) -> list[dict[str, Any]]:
        return self.session.messages


def tasks_to_export(industry: str | None = None, split: str | None = "train") -> list[str]:
    """Return the calls of a split, of one industry or of all; None takes every split.

    Raises:
        ConfigError: an unknown industry or split, or one without a call.
    """
    calls = industry_entry_points()
    listed = list_tasks(industry, split)
    names = [name for name in listed if industry is not None or name.partition("/")[0] in calls]
    if not names:
        message = f"no call of {industry or 'any industry'} is in the split {split or 'all'}"
        raise ConfigError(message)
    return names


def export_lines(tasks: Iterable[str], form: ExportFormat, *, seed: int = 0) -> Iterator[str]:
    """Play each task's oracle with a seed and yield its lines of JSON.

    The same tasks and seed give the same lines.

    Raises:
        ConfigError: an unknown format or task.
        TaskError: an oracle does not pass its own task.
    """
    if form not in get_args(ExportFormat):
        message = f"format={form!r} is unknown; use one of {', '.join(get_args(ExportFormat))}"
        raise ConfigError(message)
    write = _WRITERS[form]
    for name in tasks:
        for row in write(load_task(name), seed):
            yield dump_json(row)


def _play(task: Task, seed: int) -> _PlayedCall:
    session = CallSession(task, seed=seed)
    steps: list[_Step] = []
    desks: dict[str, dict[str, Any]] = {}
    for action in _oracle_actions(task, session):
        desks[session.desk] = {"system_prompt": session.system_prompt, "tools": session.tools}
        steps.append(_Step(session.desk, len(session.messages), action))
        session.act(parse_action(action))
    session.close()
    _check_passed(task, session.reward)
    return _PlayedCall(session, tuple(steps), desks)


def _oracle_actions(task: Task, session: CallSession) -> Iterator[dict[str, Any]]:
    """Yield the reference actions as the running call makes them: with its own tokens filled in."""
    agent = oracle(task)
    for _ in task.lockfile.oracle:
        if session.done:
            return
        yield cast("dict[str, Any]", agent(session))


def _check_passed(task: Task, reward: float | None) -> None:
    if reward != 1.0:
        message = f"{task.name}: its oracle earns {reward}, not 1.0; run `mivas check` on it"
        raise TaskError(message)


def _write_openai(task: Task, seed: int) -> Iterator[dict[str, Any]]:
    """Yield one row per visit of a desk, whose prompt and tools are those of the row.

    Assistant messages before the visit have weight 0: they were made under another prompt.
    """
    call = _play(task, seed)
    for desk, visit in groupby(call.steps, key=lambda step: step.desk):
        steps = list(visit)
        first, end = steps[0].seen, steps[-1].seen + 1
        messages = call.messages
        earlier = [
            {**each, "weight": 0} if each["role"] == "assistant" else each
            for each in messages[:first]
        ]
        chat = [*earlier, *messages[first:end]]
        at = call.desks[desk]
        yield {
            "messages": [{"role": "system", "content": at["system_prompt"]}, *chat],
            "tools": at["tools"],
            "parallel_tool_calls": False,
        }


def _write_jsonl(task: Task, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the whole call.

    The model's input at a step is the prompt of `desks[step.desk]` and the first `step.seen`
    messages; its target is `step.action`.
    """
    call = _play(task, seed)
    session = call.session
    verification = session.verification
    assert verification is not None  # noqa: S101  (a passing call is verified)
    yield {
        "task": task.name,
        "industry": task.industry,
        "split": task.split,
        "difficulty": task.lockfile.difficulty,
        "seed": seed,
        "versions": dict(session.trajectory().versions),
        "ending": session.ending,
        "reward": session.reward,
        "verdict": verification.verdict.value,
        "desks": call.desks,
        "steps": [
            {"desk": each.desk, "seen": each.seen, "action": each.action} for each in call.steps
        ],
        "messages": call.messages,
    }


def _write_trl(task: Task, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the call as the TRL adapter plays it: speech as a tool, all desks' tools listed."""
    environment = trl.make_environment(task)()
    opening = environment.reset(seed=seed)
    completion: list[dict[str, Any]] = []
    session = environment._session  # noqa: SLF001  (the oracle needs the running call)
    assert session is not None  # noqa: S101  (reset has opened it)
    for action in _oracle_actions(task, session):
        name = str(action.get("tool", trl.SAY))
        arguments = action["arguments"] if "tool" in action else {"text": action["say"]}
        call = {"type": "function", "function": {"name": name, "arguments": arguments}}
        completion.append({"role": "assistant", "content": "", "tool_calls": [call]})
        answer = getattr(environment, name)(**arguments)
        completion.append({"role": "tool", "name": name, "content": answer})
    completion.append({"role": "assistant", "content": _LAST_WORDS})
    _check_passed(task, environment.get_reward())
    yield {
        "environment": task.name,
        "seed": seed,
        "prompt": [
            {"role": "system", "content": trl.system_prompt(task)},
            {"role": "user", "content": opening},
        ],
        "completion": completion,
        # As text, which TRL reads: columns of unlike objects would be padded with nulls.
        "tools": dump_json(trl.tool_definitions(task)),
    }


_WRITERS: Mapping[str, Callable[[Task, int], Iterator[dict[str, Any]]]] = {
    "openai": _write_openai,
    "jsonl": _write_jsonl,
    "trl": _write_trl,
}
