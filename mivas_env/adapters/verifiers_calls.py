"""verifiers 0.4: a Taskset of locked calls and a Harness that plays one of them in process.

The harness drives the call: it asks the rollout's model endpoint for the next assistant message,
takes it as one step, and asks again until the call is over. World and caller live in this process,
so there is no tool server. See docs/adapters/verifiers.md.

Importing this module needs the extra `verifiers`.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from mivas_env.adapters import import_extra
from mivas_env.envs.parse_action import parse_action
from mivas_env.episode.session import CallSession as Session
from mivas_env.episode.settings import RewardMode
from mivas_env.errors import ConfigError, Fault
from mivas_env.facade import CallSession
from mivas_env.rewards import r_eval
from mivas_env.schema.strict_json import JsonRefused, load_json
from mivas_env.tasks import list_tasks

import_extra("verifiers.v1", "verifiers")

import httpx  # noqa: E402
import verifiers.v1 as vf  # noqa: E402

INFO = "mivas"
"""Key of `trace.info` under which the finished call stands."""

__all__ = ["CallEnv", "CallHarness", "CallTaskset"]


class CallData(vf.TaskData):
    """One row: a task, the seed of its caller and how it is played and paid.

    None of it reaches the model; what the model reads comes from the session. A `system_prompt`
    set by the run stands before every desk's own prompt.
    """

    task: str
    seed: int = 0
    caller: str = "scripted"
    reward_mode: RewardMode = "train"
    discount: float = 0.5
    max_steps: int = 60

    def open(self) -> CallSession:
        """Dial.

        Raises:
            ConfigError: an unknown task or an unusable setting.
        """
        return CallSession(
            self.task,
            seed=self.seed,
            caller=self.caller,
            reward_mode=self.reward_mode,
            discount=self.discount,
            max_steps=self.max_steps,
        )


class CallTask(vf.Task[CallData]):
    """A locked call; it is scored by what its session left in the trace."""

    @property
    def key(self) -> str:
        """The task's name and seed, e.g. `healthcare/C1-E1:0`; stable across releases."""
        return f"{self.data.task}:{self.data.seed}"

    @vf.reward(weight=1.0)
    async def verified(self, trace: Any) -> float:  # noqa: ANN401  (vf.Trace)
        """Return the reward at hangup; 0.0 for a call that was stopped before its end."""
        return float(trace.info.get(INFO, {}).get("reward") or 0.0)

    @vf.metric
    async def call(self, trace: Any) -> Mapping[str, float]:  # noqa: ANN401  (vf.Trace)
        """Return what is worth watching beside the reward; nothing of it is paid."""
        found: Mapping[str, float] = trace.info.get(INFO, {}).get("metrics", {})
        return dict(found)


class CallTasksetConfig(vf.TasksetConfig):
    """Which calls are loaded, under `--env.taskset.*`, and how they are played.

    Attributes:
        tasks: names such as `healthcare/C1-E1`; empty takes all of `industry` and `split`.
        industry: whose calls, where `tasks` is empty.
        split: train, dev, eval, or None for all three.
        seeds: each task is loaded once a seed; rollouts of one row meet the same caller.
        caller: "scripted" or "ticket".
        reward_mode: "train", "eval" or "strict".
        discount: reward of a passing call with extra hops, strictly between 0 and 1.
        max_steps: agent actions until a call is cut off.
    """

    tasks: tuple[str, ...] = ()
    industry: str = "healthcare"
    split: str | None = "train"
    seeds: tuple[int, ...] = (0,)
    caller: str = "scripted"
    reward_mode: RewardMode = "train"
    discount: float = 0.5
    max_steps: int = 60


class CallTaskset(vf.Taskset[CallTask, CallTasksetConfig]):
    """The calls of a suite, one row a task and seed."""

    def load(self) -> Iterable[CallTask]:
        """Yield the rows, in the order of the names and then of the seeds.

        Raises:
            ConfigError: an unknown task, industry or split, or no row at all.
        """
        config = self.config
        names = list(config.tasks) or list_tasks(config.industry, config.split)
        if not names or not config.seeds:
            message = "the taskset is empty: name tasks, a split that has some, and seeds"
            raise ConfigError(message)
        for name in names:
            for seed in config.seeds:
                yield CallTask(self._row(name, seed), config.task)

    def _row(self, name: str, seed: int) -> CallData:
        config = self.config
        row = CallData(
            task=name,
            seed=seed,
            caller=config.caller,
            reward_mode=config.reward_mode,
            discount=config.discount,
            max_steps=config.max_steps,
        )
        session = row.open()
        session.close()
        # A row needs a prompt for verifiers to run it; the harness reads the session instead.
        found: CallData = row.model_copy(
            update={
                "id": f"{session.task.name}:{seed}",
                "name": session.task.name,
                "task": session.task.name,
                "prompt": session.observed[1],
            }
        )
        return found


class CallHarnessConfig(vf.HarnessConfig):
    """The harness has no settings of its own; a call's settings stand in its row."""


class CallHarness(vf.Harness[CallHarnessConfig]):
    """Plays a call against the rollout's model endpoint; shared by rollouts, keeps nothing.

    Prompt and tools are those of the desk that has the call. A handoff changes both, which starts
    a new branch of the trace: one training sample a desk.
    """

    APPENDS_SYSTEM_PROMPT = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: Any,  # noqa: ANN401
        trace: Any,  # noqa: ANN401
        runtime: Any,  # noqa: ANN401, ARG002
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],  # noqa: ARG002
        data: CallData,
    ) -> Any:  # noqa: ANN401
        """Play the call of a row to its end; `trace.info["mivas"]` holds what came of it.

        A fault of ours fails the rollout, so that it is retried or left out, never paid zero.
        """
        session = data.open()
        chat = Chat(session, data.system_prompt)
        try:
            async with httpx.AsyncClient(timeout=_NO_LIMIT) as client:
                while not session.done:
                    request = {"model": ctx.model, **chat.request()}
                    chat.take(await _ask(client, endpoint, secret, request))
        except Fault as fault:
            message = f"the call {data.task} failed by a defect of ours: {fault}"
            raise vf.HarnessError(message) from fault
        finally:
            trace.info[INFO] = summarise(session)
            session.close()
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")


_NO_LIMIT = None
"""Seconds that a model may take; the rollout itself bounds the time."""


async def _ask(
    client: Any,  # noqa: ANN401  (httpx.AsyncClient)
    endpoint: str,
    secret: str,
    request: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the model's next message."""
    response = await client.post(
        f"{endpoint}/chat/completions",
        headers={"Authorization": f"Bearer {secret}"},
        json=request,
    )
    if response.is_error:
        message = f"the model's endpoint answered {response.status_code}: {response.text[:500]}"
        raise vf.HarnessError(message)
    found: dict[str, Any] = response.json()["choices"][0]["message"]
    return found


class Chat:
    """A session's chat with the model's own messages in it, word for word.

    The trace joins a request to the one before it by equal messages, and a message that comes back
    changed, if only by the id of a tool call, would start a new branch.
    """

    def __init__(self, session: Session, run_prompt: str | None) -> None:
        """Begin with what was said before the model's first turn."""
        self._session = session
        self._run_prompt = run_prompt
        self._messages: list[Mapping[str, Any]] = list(session.messages)

    def request(self) -> dict[str, Any]:
        """Return messages and tools for the desk that has the call."""
        prompts = [text for text in (self._run_prompt, self._session.system_prompt) if text]
        system = {"role": "system", "content": "\n\n".join(prompts)}
        return {"messages": [system, *self._messages], "tools": list(self._session.tools)}

    def take(self, message: Mapping[str, Any]) -> None:
        """Take a step with the model's message and add what came of it."""
        known = len(self._session.messages)
        self._session.act(parse_action(message))
        recorded, answers = self._session.messages_since(known)
        ids = _matching_ids(message, recorded)
        self._messages.append(recorded if ids is None else message)
        for answer in answers:
            own = (ids or {}).get(answer.get("tool_call_id", ""))
            self._messages.append(answer if own is None else {**answer, "tool_call_id": own})


def _matching_ids(own: Mapping[str, Any], recorded: Mapping[str, Any]) -> dict[str, str] | None:
    """Return recorded id -> the model's id of each tool call; None where they do not correspond.

    They do not when the calls stood in the text, or when arguments are not JSON, which the next
    request must not hold.
    """
    calls, known = own.get("tool_calls") or [], recorded.get("tool_calls") or []
    if len(calls) != len(known):
        return None
    try:
        for call in calls:
            load_json(call["function"]["arguments"])
        return {there["id"]: str(here["id"]) for here, there in zip(calls, known, strict=True)}
    except (JsonRefused, KeyError, TypeError, AttributeError):
        return None


class CallEnvConfig(vf.SingleAgentEnvConfig):
    """One agent, played in this process: the calls need no sandbox and no tunnel."""

    agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class CallEnv(vf.SingleAgentEnv, vf.Env[CallEnvConfig]):
    """The single-agent environment with this harness's runtime as its default."""


def summarise(session: Session) -> dict[str, Any]:
    """Return what a trace keeps of a call: reward, ending, metrics, and the trajectory once over.

    `reward` is None before the end and after a fault.
    """
    verification = session.verification
    kept: dict[str, Any] = {
        "task": session.task.name,
        "seed": session.seed,
        "reward": session.reward,
        "ending": session.ending,
    }
    if verification is None:
        return kept
    kept["verdict"] = verification.verdict.value
    kept["trajectory"] = session.trajectory().model_dump(mode="json")
    kept["metrics"] = {
        "r_eval": 0.0 if session.truncated else r_eval(verification),
        "tools_score": verification.score_T,
        "handoffs_score": verification.score_H,
        "extra_hops": float(len(verification.actual_path) - len(verification.expected_path)),
        "caller_satisfied": float(bool(session.caller_satisfied)),
        "steps": float(session.step_count),
    }
    return kept
