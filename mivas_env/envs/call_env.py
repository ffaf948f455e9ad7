"""`gym.make("mivas/…")`: one episode is one call, one step one message of the agent."""

from contextlib import suppress
from typing import Any, cast

import gymnasium as gym

from mivas_env import rewards
from mivas_env.caller.protocol import Caller
from mivas_env.envs.checks import check_switches, read_wish
from mivas_env.envs.late_random import LateRandom
from mivas_env.envs.parse_action import parse_action
from mivas_env.envs.registered import Registered
from mivas_env.envs.spaces import ActionSpace, UnicodeText
from mivas_env.envs.transcript import render_call
from mivas_env.episode.kit import Kit, kit_of
from mivas_env.episode.session import CallSession
from mivas_env.episode.settings import CallerChoice, RewardMode, SessionSettings
from mivas_env.episode.task import Task
from mivas_env.errors import ConfigError, Fault, ResetNeeded
from mivas_env.registry import industry_named
from mivas_env.schema.action import Action
from mivas_env.schema.seed import check_seed
from mivas_env.tasks import draw_task, list_tasks, load_task
from mivas_env.world.store import World

Observation = dict[str, str]
_MAX_SEED = 2**31


class CallEnv(LateRandom[Observation, Any]):
    """A locked call as a Gymnasium environment.

    Args:
        task: name of the one task to play; leave it out to play a suite.
        industry: suite to draw a task from at each reset.
        split: restricts a suite to train, dev or eval.
        caller: "scripted"; "ticket" (nobody on the line); "llm" (the scripted caller, worded by the
            chat model that MIVAS_CALLER_MODEL and the client's variables name) or an `LlmCaller`;
            or an object or factory of the Caller protocol.
        reward_mode: "train" (r_train), "eval" (r_eval), "strict" (r_train, and the caller must
            have got true answers and agreed to what needs its consent).
        discount: reward of a passing call with extra hops, strictly between 0 and 1.
        max_steps: agent actions until truncation.
        max_tool_calls: tool calls until truncation; None takes the task's own budget.
        verbose_info: False leaves messages, tools, prompts and records out of `info`, for speed.
        render_mode: "ansi" or None.

    An observation is `{"desk", "source", "content"}`: where the call is, who spoke last (caller,
    tool or system) and everything since the agent's last action, events joined by line breaks.
    The reward comes once, at hangup, as a float in [0, 1] (VERIFIER rules 33 to 35).

    Raises:
        ConfigError: an argument is not usable; the sentence says which and why.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  (Gymnasium's own form)

    def __init__(  # noqa: PLR0913  (gym.make passes each setting by keyword)
        self,
        task: str | Task | None = None,
        *,
        industry: str | None = None,
        split: str | None = None,
        caller: CallerChoice = "scripted",
        reward_mode: RewardMode = "train",
        discount: float = 0.5,
        max_steps: int = 60,
        max_tool_calls: int | None = None,
        verbose_info: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """Check everything that can be checked before a call."""
        self._arguments: dict[str, Any] = {
            "task": task,
            "industry": industry,
            "split": split,
            "caller": caller,
            "reward_mode": reward_mode,
            "discount": discount,
            "max_steps": max_steps,
            "max_tool_calls": max_tool_calls,
            "verbose_info": verbose_info,
            "render_mode": render_mode,
        }
        self.settings = SessionSettings(
            caller=caller,
            reward_mode=reward_mode,
            discount=discount,
            max_steps=max_steps,
            max_tool_calls=max_tool_calls,
        )
        check_switches(render_mode, verbose_info)
        self.render_mode = render_mode
        self.verbose_info = verbose_info
        given: object = task
        if given is not None and not isinstance(given, (str, Task)):
            message = f"task={given!r} must be a task's name, such as 'healthcare/C1-E1', or a Task"
            raise ConfigError(message)
        self._fixed = load_task(task) if isinstance(task, str) else task
        self._suite = self._find_suite(industry, split)
        owner = self._fixed.industry if self._fixed is not None else str(industry)
        self._industry = industry_named(owner)
        self._kit: Kit = kit_of(self._industry)
        entry = self._industry.graph.entry
        self.action_space = ActionSpace(self._kit.toolbox.at(entry))
        spaces: dict[str, gym.Space[Any]] = {
            "desk": UnicodeText(64, samples=self._industry.graph.names),
            "source": UnicodeText(16, samples=("caller", "tool", "system")),
            "content": UnicodeText(samples=(self._industry.greeting,)),
        }
        self.observation_space = cast("gym.Space[Observation]", gym.spaces.Dict(spaces))
        self._world: World | None = None
        self._definitions: dict[str, list[dict[str, Any]]] = {}
        self._actions: list[Action] = []
        self.session: CallSession | None = None

    def _find_suite(self, industry: str | None, split: str | None) -> tuple[str, ...]:
        if (self._fixed is None) == (industry is None):
            message = "give either a task or an industry, as the registered ids do"
            raise ConfigError(message)
        if self._fixed is not None:
            if split is not None:
                message = f"split={split!r} restricts a suite, such as mivas/healthcare, not a task"
                raise ConfigError(message)
            return ()
        names = tuple(list_tasks(industry, split))
        if not names:
            message = f"the industry {industry} has no task in split {split!r}"
            raise ConfigError(message)
        return names

    @property
    def industry_name(self) -> str:
        """The industry whose calls are played, e.g. `healthcare`."""
        return self._industry.name

    # ------------------------------------------------------------------ Gymnasium's interface

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Dial a new call.

        `seed` fixes everything and equals `CallSession(task, seed=seed)`; without one the seed
        (and a suite's task) is drawn from `np_random`. `options={"task": name}` picks a suite's
        task, in any spelling or as a `Task`.

        Raises:
            ConfigError: an unusable seed, an unknown option or a task of another suite.
        """
        seed = None if seed is None else check_seed(seed)
        self._seed_later(seed)
        task = self._choose_task(options)
        self._dial(task, int(self.np_random.integers(_MAX_SEED)) if seed is None else seed)
        return self._observe(), self._info()

    def _dial(self, task: Task, seed: int) -> None:
        if self._world is None:
            self._world = World(self._kit.template)
        if self.session is not None:
            self.session.leave()  # whoever kept it must not reach the new call's world
            self.session = None
        self._actions = []
        self.session = CallSession(
            task,
            self._industry,
            seed=seed,
            settings=self.settings,
            world=self._world,
            definitions=self._definitions,
        )

    def _choose_task(self, options: object) -> Task:
        wanted = read_wish(options, self._industry.name)
        name = wanted.name if isinstance(wanted, Task) else wanted
        if self._fixed is not None:
            if name not in (None, self._fixed.name):
                message = f"this environment plays {self._fixed.name} only; make the suite's id"
                raise ConfigError(message)
            return wanted if isinstance(wanted, Task) else self._fixed
        if name is None:
            return draw_task(self._suite, lambda n: int(self.np_random.integers(n)))
        if name not in self._suite:
            message = f"the task {name} is not in this suite or split"
            raise ConfigError(message)
        return wanted if isinstance(wanted, Task) else load_task(name)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:  # noqa: ANN401
        """Take one step with an action in any form that `parse_action` reads.

        Raises:
            ResetNeeded: the call is over, or none was started.
            ConfigError: what words the caller is gone, or its replay lacks a line; the call is
                over and has no reward.
            Fault: a defect of ours; the call is over and has no reward.
        """
        session = self.session
        if session is None or session.done:
            state = "has not started" if session is None else "has ended"
            message = f"the call {state}; call reset() first"
            raise ResetNeeded(message)
        parsed = parse_action(action)
        try:
            session.act(parsed)
        except (Fault, ConfigError):
            self._actions.append(parsed)
            raise
        self._actions.append(parsed)
        reward = session.reward if session.reward is not None else 0.0
        cut = session.truncated
        return self._observe(), reward, _is_over(session) and not cut, cut, self._info()

    def render(self) -> str | None:
        """Return the call so far as a person would read it; None without a render mode.

        Gymnasium allows text for the mode "ansi", which its annotation does not say.
        """
        if self.render_mode is None or self.session is None:
            return None
        return render_call(self.session.trajectory())

    def close(self) -> None:
        """Free the call's database; closing twice is harmless."""
        if self.session is not None:
            self.session.leave()
        if self._world is not None:
            self._world.close()
            self._world = None
        self.session = None

    # ------------------------------------------------------------------ copies and workers

    def __getstate__(self) -> dict[str, Any]:
        """Return what another process needs to go on with this very call.

        A running call travels as its actions, which `__setstate__` takes again.

        Raises:
            ConfigError: a call with a Caller object is running, which cannot be begun again.
        """
        session = self.session
        caller = self.settings.caller
        if session is not None and not isinstance(caller, str) and isinstance(caller, Caller):
            message = "a running call with a Caller object cannot be copied; give a factory instead"
            raise ConfigError(message)
        return {
            "arguments": self._arguments,
            "spec": self.spec,
            "random": (self._np_random, self._np_random_seed),
            "call": None if session is None else (session.task, session.seed, self._actions),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make the environment anew and bring its call to where it was."""
        type(self).__init__(self, **state["arguments"])
        self.spec = state["spec"]
        self._np_random, self._np_random_seed = state["random"]
        if state["call"] is not None:
            task, seed, actions = state["call"]
            self._dial(task, seed)
            for action in actions:
                with suppress(Fault, ConfigError):
                    cast("CallSession", self.session).act(action)
            self._actions = list(actions)

    # ------------------------------------------------------------------ what the policy may see

    def _observe(self) -> Observation:
        session = cast("CallSession", self.session)
        source, content = session.observed
        return {"desk": session.desk, "source": source, "content": content}

    def _info(self) -> dict[str, Any]:
        session = cast("CallSession", self.session)
        info: dict[str, Any] = {"step": session.step_count, "budget_left": session.budget_left}
        if self.verbose_info:
            info["messages"] = session.messages
            info["tools"] = session.tools
            info["system_prompt"] = session.system_prompt
        if session.done:
            info.update(self._final_info(session))
        return info

    def _final_info(self, session: CallSession) -> dict[str, Any]:
        verification = session.verification
        assert verification is not None  # noqa: S101  (a fault raises before it gets here)
        cut = session.truncated
        final: dict[str, Any] = {
            "r_eval": 0.0 if cut else rewards.r_eval(verification),
            "r_train": 0.0 if cut else rewards.train_reward(verification, self.settings.discount),
            "verdict": verification.verdict.value,
            "ending": session.ending,
            "caller_satisfied": session.caller_satisfied,
            "told_misses": list(session.told_misses),
            "task": session.task.name,
        }
        if self.verbose_info:
            final["verification"] = verification.model_dump(mode="json")
            final["trajectory"] = session.trajectory().model_dump(mode="json")
        return final


make_call = Registered(CallEnv)
"""What the registered ids of calls lead to."""


def _is_over(session: CallSession) -> bool:
    """Ask anew: the type checker takes `done` for settled by the check before the step."""
    return session.done
