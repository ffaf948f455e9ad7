"""OpenEnv: calls behind its server (HTTP and WebSocket), and a client for them.

One WebSocket is one environment with one call at a time; plain HTTP keeps no call between requests.
Whoever holds the socket is the trainer: it names tasks and reads rewards. See
docs/adapters/openenv.md.

Importing this module needs the extra `openenv`.
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import Field, model_validator

from mivas_env.adapters import import_extra
from mivas_env.envs.parse_action import parse_action
from mivas_env.episode.settings import RewardMode
from mivas_env.errors import ConfigError, ResetNeeded
from mivas_env.facade import CallSession
from mivas_env.rewards import r_eval
from mivas_env.schema.seed import check_seed
from mivas_env.schema.whole_numbers import check_count
from mivas_env.tasks import list_tasks, load_task

import_extra("openenv.core", "openenv")

from openenv.core.client_types import StepResult  # noqa: E402
from openenv.core.env_client import EnvClient  # noqa: E402
from openenv.core.env_server.http_server import create_app  # noqa: E402
from openenv.core.env_server.interfaces import Environment  # noqa: E402
from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State  # noqa: E402

_ConnectionClosed: Any = import_extra("websockets.exceptions", "openenv").ConnectionClosed
_MAX_SEED = 2**31


class CallAction(Action):
    """One step: `message` is anything that `parse_action` reads.

    A canonical action or an assistant message may also stand here as it is:
    `{"say": …}`, `{"tool": …, "arguments": {…}}`, `{"content": …, "tool_calls": […]}`.
    """

    message: Any = Field(description="Plain speech, or an action as an object or JSON text.")

    @model_validator(mode="before")
    @classmethod
    def _take_bare_actions(cls, data: Any) -> Any:  # noqa: ANN401
        if not isinstance(data, Mapping) or "message" in data:
            return data
        action = {key: value for key, value in data.items() if key != "metadata"}
        return {"message": action, "metadata": data.get("metadata") or {}}


class CallObservation(Observation):
    """What the policy may see, with the reward of the step in `reward` and the end in `done`.

    `source` and `content` are everything since the policy's last action. `messages`, `tools` and
    `system_prompt` are those of the desk that has the call; empty where `reset(verbose=False)` was
    asked for. `ending`, `verdict`, `r_eval` and `caller_satisfied` are None before the end.
    """

    desk: str
    source: str
    content: str
    system_prompt: str = ""
    messages: list[dict[str, Any]] = Field(default_factory=list)
    tools: list[dict[str, Any]] = Field(default_factory=list)
    budget_left: dict[str, int] = Field(default_factory=dict)
    ending: str | None = None
    truncated: bool = False
    verdict: str | None = None
    r_eval: float | None = None
    caller_satisfied: bool | None = None


class CallState(State):
    """Where the call stands; task, verification and trajectory only once it is over."""

    ending: str | None = None
    task: str | None = None
    verification: dict[str, Any] | None = None
    trajectory: dict[str, Any] | None = None


class CallEnvironment(Environment[CallAction, CallObservation, CallState]):
    """One telephone line: `reset` dials, `step` is one message of the agent.

    Args:
        tasks: what `reset` may be asked for, and what it picks from by its seed.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, tasks: Sequence[str]) -> None:
        """Hold the suite; no call is open."""
        super().__init__()
        self._tasks = tuple(tasks)
        self._session: CallSession | None = None
        self._episode_id: str | None = None
        self._episodes = 0
        self._verbose = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        *,
        task: str | None = None,
        caller: str = "scripted",
        reward_mode: RewardMode = "train",
        discount: float = 0.5,
        max_steps: int = 60,
        verbose: bool = True,
    ) -> CallObservation:
        """Drop the call before, if one is open, and dial.

        One seed is one caller and, where no task is named, one task; without a seed one is drawn.

        Raises:
            ConfigError: an unknown task, or a seed or setting that is not usable.
        """
        self.close()
        chosen = secrets.randbelow(_MAX_SEED) if seed is None else check_seed(seed)
        self._session = CallSession(
            self._choose(task, chosen),
            seed=chosen,
            caller=caller,
            reward_mode=reward_mode,
            discount=discount,
            max_steps=max_steps,
        )
        self._episodes += 1
        self._episode_id = episode_id or f"call-{self._episodes}"
        self._verbose = verbose
        return self._observe(self._session, reward=None)

    def _choose(self, task: str | None, seed: int) -> str:
        if task is None:
            return self._tasks[seed % len(self._tasks)]
        name = load_task(task).name
        if name not in self._tasks:
            message = f"this server does not play {name}; it was started with other tasks"
            raise ConfigError(message)
        return name

    def step(
        self,
        action: CallAction,
        timeout_s: float | None = None,  # noqa: ARG002  (a step takes no time to speak of)
        **_more: Any,  # noqa: ANN401
    ) -> CallObservation:
        """Take one step; the reward comes once, with the observation that ends the call.

        Raises:
            ResetNeeded: no call was dialled yet.
            Fault: a defect of ours; the call is over and has no reward.
        """
        session = self._session
        if session is None:
            message = "no call is open; send reset first (plain HTTP keeps none, use /ws)"
            raise ResetNeeded(message)
        was_over = session.done
        content = session.act(parse_action(action.message))
        reward = 0.0 if was_over or session.reward is None else session.reward
        observation = self._observe(session, reward=reward)
        if was_over:
            observation.source, observation.content = "system", content
        return observation

    def _observe(self, session: CallSession, *, reward: float | None) -> CallObservation:
        source, content = session.observed
        seen: dict[str, Any] = {"desk": session.desk, "source": source, "content": content}
        if self._verbose:
            seen["messages"] = session.messages
            seen["tools"] = list(session.tools)
            seen["system_prompt"] = session.system_prompt
        verification = session.verification
        if verification is not None:
            seen["verdict"] = verification.verdict.value
            seen["r_eval"] = 0.0 if session.truncated else r_eval(verification)
            seen["caller_satisfied"] = session.caller_satisfied
        return CallObservation(
            done=session.done,
            reward=reward,
            budget_left=session.budget_left,
            ending=session.ending,
            truncated=session.truncated,
            **seen,
        )

    @property
    def state(self) -> CallState:
        """The state of the call; an empty one before the first reset."""
        session = self._session
        if session is None:
            return CallState()
        state = CallState(
            episode_id=self._episode_id, step_count=session.step_count, ending=session.ending
        )
        if session.done:
            state.task = session.task.name
            state.trajectory = session.trajectory().model_dump(mode="json")
            if session.verification is not None:
                state.verification = session.verification.model_dump(mode="json")
        return state

    def get_metadata(self) -> EnvironmentMetadata:
        """Return what the server says of itself."""
        return EnvironmentMetadata(
            name="mivas", description="Telephone calls that a voice agent answers, verified."
        )

    def close(self) -> None:
        """Free the call's database; closing twice is harmless."""
        if self._session is not None:
            self._session.close()
            self._session = None


def make_app(
    tasks: Iterable[str] = (),
    *,
    industry: str = "healthcare",
    split: str | None = "train",
    max_sessions: int = 64,
) -> Any:  # noqa: ANN401  (fastapi.FastAPI)
    """Return the FastAPI application of a suite.

    Args:
        tasks: names such as `healthcare/C1-E1`; empty takes all of `industry` and `split`.
        industry: whose calls, where `tasks` is empty.
        split: train, dev, eval, or None for all three.
        max_sessions: open sockets at once; more are refused with CAPACITY_REACHED.

    Raises:
        ConfigError: an unknown name, no task at all, or a count of sessions that is none.
    """
    max_sessions = check_count("max_sessions", max_sessions)
    names = [load_task(name).name for name in tasks] or list_tasks(industry, split)
    if not names:
        message = f"the industry {industry} has no task in split {split!r}"
        raise ConfigError(message)
    return create_app(
        lambda: CallEnvironment(names),
        CallAction,
        CallObservation,
        env_name="mivas",
        max_concurrent_envs=max_sessions,
    )


class CallClient(EnvClient[CallAction, CallObservation, CallState]):
    """Client of a server of calls: `await client.reset(task=…, seed=…)`, `await client.step(…)`.

    `step` takes a `CallAction(message=…)`. `client.sync()` gives the same without `await`.
    """

    async def _send(self, message: dict[str, Any]) -> None:
        # A server that has no line free says so and closes at once. Where that is quicker than the
        # first message, what it said is still there to be received, and says more than "closed".
        try:
            await super()._send(message)
        except _ConnectionClosed:
            return

    def _step_payload(self, action: CallAction) -> dict[str, Any]:
        return {"message": action.message}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[CallObservation]:
        reward, done = payload.get("reward"), bool(payload.get("done"))
        seen = CallObservation(reward=reward, done=done, **payload.get("observation", {}))
        return StepResult(observation=seen, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> CallState:
        state: CallState = CallState.model_validate(payload)
        return state
