"""Inspect AI: the calls of a suite as one task, found as `mivas_env/calls` by its entry point.

The solver asks the model for one assistant message at a time and takes it as one step of the call,
tool calls included, so that a message is judged exactly as in the environment. See
docs/adapters/inspect.md.

Importing this module needs the extra `inspect`.
"""

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import PrivateAttr, model_serializer

from mivas_env.adapters import import_extra
from mivas_env.envs.parse_action import parse_action
from mivas_env.episode.session import CallSession as Session
from mivas_env.episode.session import trajectory_json
from mivas_env.episode.settings import RewardMode
from mivas_env.errors import ConfigError
from mivas_env.facade import CallSession
from mivas_env.schema.strict_json import load_json
from mivas_env.schema.whole_numbers import check_count
from mivas_env.tasks import list_tasks

import_extra("inspect_ai", "inspect")

from inspect_ai import Epochs, Task, task  # noqa: E402
from inspect_ai.dataset import MemoryDataset, Sample  # noqa: E402
from inspect_ai.model import (  # noqa: E402
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    get_model,
)
from inspect_ai.scorer import Score, mean, scorer, stderr  # noqa: E402
from inspect_ai.solver import solver  # noqa: E402
from inspect_ai.tool import ToolCall, ToolInfo, ToolParams  # noqa: E402

CALL = "mivas_call"
"""Key of a sample's store under which its finished call stands."""

_UNREADABLE = "<unreadable>"


@task(name="calls")
def calls(  # noqa: PLR0913, PLR0917  (each is a `-T` flag of the command line)
    tasks: str | list[str] = "",
    industry: str = "healthcare",
    split: Literal["train", "dev", "eval", "all"] = "eval",
    seed: int = 0,
    epochs: int = 1,
    caller: str = "scripted",
    reward_mode: RewardMode = "eval",
    discount: float = 0.5,
    max_steps: int = 60,
) -> Task:
    """Play every call of a suite, `epochs` times each.

    With several epochs the scores are `mean`, `pass_k_<epochs>` (a call is passed every time) and
    `pass_at_<epochs>` (at least once). All epochs of a call meet the same caller.

    Args:
        tasks: names such as `healthcare/C1-E1`, a list or separated by commas; empty takes all of
            `industry` and `split`.
        industry: whose calls, where `tasks` is empty.
        split: train, dev, eval or all.
        seed: fixes the caller's wording.
        epochs: how often each call is played, at least 1.
        caller: "scripted" or "ticket".
        reward_mode: "eval", "train" or "strict"; what a call's score is.
        discount: reward of a passing call with extra hops, where the mode is not "eval".
        max_steps: agent messages until a call is cut off.

    Raises:
        ConfigError: an unknown name, or a setting that is not usable.
    """
    epochs = check_count("epochs", epochs)
    settings = {
        "caller": caller,
        "reward_mode": reward_mode,
        "discount": discount,
        "max_steps": max_steps,
    }
    names = _names(tasks, industry, split)
    reducers = ["mean", f"pass_k_{epochs}", f"pass_at_{epochs}"] if epochs > 1 else ["mean"]
    return Task(
        dataset=MemoryDataset([make_sample(name, seed, settings) for name in names], name="calls"),
        solver=play_call(),
        scorer=verified(),
        epochs=Epochs(epochs, reducers),
        version=1,
    )


def _names(tasks: str | Sequence[str], industry: str, split: str) -> list[str]:
    listed = tasks.split(",") if isinstance(tasks, str) else list(tasks)
    names = [name.strip() for name in listed if name.strip()]
    names = names or list_tasks(industry, None if split == "all" else split)
    if not names:
        message = f"the industry {industry} has no task in split {split!r}"
        raise ConfigError(message)
    return names


def make_sample(name: str, seed: int, settings: Mapping[str, Any]) -> Sample:
    """Return one call as a sample: its opening as input; how to play it as metadata.

    The model never sees id or metadata.
    """
    session = CallSession(name, seed=seed, **settings)
    session.close()
    return Sample(
        id=session.task.name,
        input=[_as_chat(message) for message in session.messages],
        metadata={"task": session.task.name, "seed": seed, "settings": dict(settings)},
    )


@solver
def play_call() -> Any:  # noqa: ANN401  (inspect_ai.solver.Solver)
    """Play a sample's call to its end with the model under evaluation."""

    async def solve(state: Any, generate: Any) -> Any:  # noqa: ANN401, ARG001
        given = state.metadata
        session = CallSession(given["task"], seed=given["seed"], **given["settings"])
        state.messages = [_as_chat(message) for message in session.messages]
        known = len(session.messages)
        try:
            while not session.done:
                state.tools = []
                prompt = ChatMessageSystem(content=session.system_prompt)
                tools = [DeclaredTool.of(each["function"]) for each in session.tools]
                output = await get_model().generate([prompt, *state.messages], tools=tools)
                state.output = output
                session.act(parse_action(_as_action(output.message)))
                recorded, answers = session.messages_since(known)
                known = len(session.messages)
                state.messages.extend(_exchange(output.message, recorded, answers))
        finally:
            # What a limit cut off is scored as it stands; a fault of ours errs the sample.
            state.store.set(CALL, summarise(session))
            session.close()
        state.completed = True
        return state

    return solve


@scorer(metrics=[mean(), stderr()])
def verified() -> Any:  # noqa: ANN401  (inspect_ai.scorer.Scorer)
    """Score a call by its reward at hangup; 0.0 where it was cut off before its end."""

    async def score(state: Any, target: Any) -> Score:  # noqa: ANN401, ARG001
        call = state.store.get(CALL) or {}
        return Score(
            value=float(call.get("reward") or 0.0),
            answer=call.get("verdict"),
            explanation=_explain(call),
            metadata={key: call.get(key) for key in ("ending", "caller_satisfied", "failures")},
        )

    return score


def _explain(call: Mapping[str, Any]) -> str:
    if call.get("verdict") is None:
        return "The call was cut off before its end."
    failures = ", ".join(call["failures"]) or "none"
    return f"Ending: {call['ending']}. Route: {call['verdict']}. Failures: {failures}."


def summarise(session: Session) -> dict[str, Any]:
    """Return what a log keeps of a call; `trajectory` is canonical JSON, None before the end."""
    verification = session.verification
    return {
        "task": session.task.name,
        "reward": session.reward,
        "ending": session.ending,
        "caller_satisfied": session.caller_satisfied,
        "verdict": verification.verdict.value if verification else None,
        "failures": [each.value for each in verification.failure_classes] if verification else [],
        "trajectory": trajectory_json(session.trajectory()) if session.done else None,
    }


# ------------------------------------------------------------------ Inspect's forms and ours


class DeclaredParams(ToolParams):
    """Parameters that are written out as declared; Inspect's own model drops some keywords."""

    _declared: dict[str, Any] = PrivateAttr(default_factory=dict)

    @classmethod
    def of(cls, schema: Mapping[str, Any]) -> "DeclaredParams":
        """Return the parameters of a declared schema."""
        made: DeclaredParams = cls.model_validate(schema)
        made._declared = dict(schema)
        return made

    @model_serializer(mode="plain")
    def _as_declared(self) -> dict[str, Any]:
        # A copy: some of Inspect's providers strip keywords from what they get.
        return copy.deepcopy(self._declared)


class DeclaredTool(ToolInfo):
    """A tool of a desk as Inspect's providers read it, with its schema as declared."""

    @classmethod
    def of(cls, function: Mapping[str, Any]) -> "DeclaredTool":
        """Return the tool of a chat definition's `function`."""
        made: DeclaredTool = cls(
            name=function["name"],
            description=function["description"],
            parameters=DeclaredParams.of(function["parameters"]),
        )
        return made

    @model_serializer(mode="plain")
    def _as_declared(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "description": self.description,
            "parameters": self.parameters.model_dump(),
        }


def _as_action(message: Any) -> dict[str, Any]:  # noqa: ANN401  (ChatMessageAssistant)
    """Return a model's message as an action; what Inspect could not read is refused by dispatch."""
    calls = [
        {"name": call.function, "arguments": _UNREADABLE if call.parse_error else call.arguments}
        for call in message.tool_calls or []
    ]
    return {"content": message.text, "tool_calls": calls}


def _exchange(
    own: Any,  # noqa: ANN401  (ChatMessageAssistant)
    recorded: Mapping[str, Any],
    answers: Sequence[Mapping[str, Any]],
) -> list[Any]:
    """Return the model's message and what came of it as Inspect's messages.

    The model's own message stays as it is, unless its calls stood in its text.
    """
    calls = recorded.get("tool_calls") or []
    own_calls = own.tool_calls or []
    if not calls and not recorded["content"]:  # silence, which providers take for no message
        return [_as_chat(message) for message in answers]
    if len(calls) != len(own_calls):
        return [_as_chat(message) for message in (recorded, *answers)]
    own_ids = {call["id"]: mine.id for call, mine in zip(calls, own_calls, strict=True)}
    names = {mine.id: mine.function for mine in own_calls}
    made = [own]
    for answer in answers:
        if answer["role"] == "tool":
            call_id = own_ids[answer["tool_call_id"]]
            content = answer["content"]
            made.append(
                ChatMessageTool(content=content, tool_call_id=call_id, function=names[call_id])
            )
        else:
            made.append(_as_chat(answer))
    return made


def _as_chat(message: Mapping[str, Any]) -> Any:  # noqa: ANN401  (a ChatMessage)
    """Return a message of a session's chat as Inspect's."""
    content = message["content"] or ""
    if message["role"] == "user":
        return ChatMessageUser(content=content)
    if message["role"] == "tool":
        return ChatMessageTool(content=content, tool_call_id=message["tool_call_id"])
    calls = [
        ToolCall(
            id=call["id"],
            function=call["function"]["name"],
            arguments=load_json(call["function"]["arguments"]),
        )
        for call in message.get("tool_calls") or []
    ]
    return ChatMessageAssistant(content=content, tool_calls=calls or None)
