"""`gym.make("mivas/brokerage")`: text in, one JSON object out, a score per decision."""

from collections.abc import Mapping
from typing import Any, cast

import gymnasium as gym
from pydantic import BaseModel

from mivas_env.envs.checks import check_switches, read_wish
from mivas_env.envs.parse_action import words_of, written_answer
from mivas_env.envs.registered import Registered
from mivas_env.envs.spaces import UnicodeText
from mivas_env.episode.decision_session import DecisionSession
from mivas_env.errors import ConfigError, ResetNeeded
from mivas_env.registry import decision_industry_named, resolve_task_name
from mivas_env.schema.json_values import describe
from mivas_env.schema.seed import check_seed
from mivas_env.schema.strict_json import dump_json
from mivas_env.tasks import list_tasks, load_episode

Observation = dict[str, str]
_MAX_DEPTH = 100  # the format gate reads no deeper
MAX_OUTPUT_CHARACTERS = 262_144
_RESOLVED = (
    '{"reply":"Thank you for your message.","action":{"type":"resolve","queue":null,'
    '"escalate_to":null,"priority":"P3","flags":[],"policy_ids":[]}}'
)
_SAMPLES = (_RESOLVED, "Thank you for your message.")


class DecisionEnv(gym.Env[Observation, str]):
    """An episode of written decisions as a Gymnasium environment.

    Args:
        task: name of the one episode to play; leave it out to play a suite.
        industry: suite to draw an episode from at each reset.
        split: restricts a suite to dev or eval.
        reward_mode: "episode" (mean of the decisions, at the end) or "decision" (each at once).
        verbose_info: False leaves prompts, messages and records out of `info`.
        render_mode: "ansi" or None.

    The reward lies in [0, 1]. `info["episode_failed"]` is true when a hard criterion fired at any
    decision. An unreadable answer scores 0.0 and is an observation, never an exception.

    Raises:
        ConfigError: an argument is not usable; the sentence says which and why.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  (Gymnasium's own form)

    def __init__(
        self,
        task: str | None = None,
        *,
        industry: str | None = None,
        split: str | None = None,
        reward_mode: str = "episode",
        verbose_info: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """Check everything that can be checked before an episode."""
        if (task is None) == (industry is None):
            message = "give either a task or an industry, as the registered ids do"
            raise ConfigError(message)
        if task is not None and split is not None:
            message = f"split={split!r} restricts a suite, such as mivas/brokerage, not an episode"
            raise ConfigError(message)
        check_switches(render_mode, verbose_info)
        owner = str(industry)
        if task is not None:
            owner, episode = _resolve(task)
            self._names: tuple[str, ...] = (f"{owner}/{episode}",)
        else:
            self._names = tuple(list_tasks(industry, split))
        if not self._names:
            message = f"the industry {industry} has no episode in split {split!r}"
            raise ConfigError(message)
        self._industry = decision_industry_named(owner)
        self.render_mode = render_mode
        self.reward_mode = reward_mode
        self.verbose_info = verbose_info
        # Checks the reward mode now rather than at the first reset.
        DecisionSession(load_episode(self._names[0]), self._industry, reward_mode=reward_mode)
        self.action_space = UnicodeText(MAX_OUTPUT_CHARACTERS, samples=_SAMPLES)
        spaces: dict[str, gym.Space[Any]] = {
            "desk": UnicodeText(64, samples=(self._industry.desk,)),
            "source": UnicodeText(16, samples=("caller", "system")),
            "content": UnicodeText(),
        }
        self.observation_space = cast("gym.Space[Observation]", gym.spaces.Dict(spaces))
        self.session: DecisionSession | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Open an episode; a suite draws one from `np_random` or takes `options={"task": name}`.

        Raises:
            ConfigError: an unusable seed, an unknown option, or an episode of another suite or
                split.
        """
        super().reset(seed=None if seed is None else check_seed(seed))
        chosen = self._choose(options)
        self.session = DecisionSession(
            load_episode(chosen), self._industry, reward_mode=self.reward_mode
        )
        return self._observe(), self._info()

    def _choose(self, options: object) -> str:
        wanted = read_wish(options, self._industry.name)
        if wanted is None:
            if len(self._names) == 1:
                return self._names[0]
            return self._names[int(self.np_random.integers(len(self._names)))]
        name = wanted if isinstance(wanted, str) else wanted.name
        if name not in self._names:
            message = f"the episode {name} is not in this suite or split"
            raise ConfigError(message)
        return name

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:  # noqa: ANN401
        """Answer the current decision point.

        Raises:
            ResetNeeded: the episode is over, or none was started.
        """
        session = self.session
        if session is None or session.done:
            state = "has not started" if session is None else "has ended"
            message = f"the episode {state}; call reset() first"
            raise ResetNeeded(message)
        session.answer(read_output(action))
        over = not session.decisions_left
        reward = session.reward if over or self.reward_mode == "decision" else 0.0
        return self._observe(), reward, over, False, self._info()

    def render(self) -> str | None:
        """Return the decisions so far as text; None without a render mode."""
        if self.render_mode is None or self.session is None:
            return None
        blocks = [
            f"{each.point.turn}  composite {each.score.composite:.2f}  "
            f"{', '.join(each.score.hard_violations) or each.score.format_reason or 'clean'}\n"
            f"{each.output}"
            for each in self.session.answered
        ]
        return "\n\n".join([*blocks, self.session.observed]).strip()

    def _observe(self) -> Observation:
        session = cast("DecisionSession", self.session)
        source = "system" if session.done else "caller"
        return {"desk": self._industry.desk, "source": source, "content": session.observed}

    def _info(self) -> dict[str, Any]:
        session = cast("DecisionSession", self.session)
        info: dict[str, Any] = {
            "step": len(session.answered),
            "budget_left": {"decisions": session.decisions_left},
        }
        if self.verbose_info:
            info["messages"] = session.messages
            info["tools"] = []
            info["system_prompt"] = session.system_prompt
        if session.done:
            info["task"] = session.name
            info["ending"] = "answered"
            info["episode_score"] = session.episode_score
            info["episode_failed"] = bool(session.failed_by)
            info["failed_by"] = session.failed_by
            info["composites"] = [each.score.composite for each in session.answered]
            if self.verbose_info:
                record = session.record()
                info["verification"] = record["decisions"]
                info["trajectory"] = record
        return info


make_decisions = Registered(DecisionEnv)
"""What the registered ids of written decisions lead to."""


def _resolve(task: object) -> tuple[str, str]:
    if not isinstance(task, str):
        message = f"task={describe(task)} must be an episode's name, such as 'brokerage/E017'"
        raise ConfigError(message)
    return resolve_task_name(task)


def read_output(action: object) -> str:
    """Return the text that a policy answered with, whatever form it came in.

    Text as it is; an assistant message's or a `say` action's text, which may come in parts; a
    decision given as an object is written out as JSON. Messages and decisions may be mappings or
    pydantic objects. A thinking trace is removed, which inside of the JSON is none; an unclosed one
    leaves nothing.
    """
    if isinstance(action, str):
        return written_answer(action)[:MAX_OUTPUT_CHARACTERS]
    try:
        if isinstance(action, BaseModel):
            action = action.model_dump(mode="json", warnings=False)
        return _read_fields(action) if isinstance(action, Mapping) else ""
    except Exception:  # noqa: BLE001  (whatever a policy's own object raises is its mistake)
        return ""


def _read_fields(fields: Mapping[str, Any]) -> str:
    for key in ("content", "say"):
        words = words_of(fields[key]) if key in fields else None
        if words is not None:
            return written_answer(words)[:MAX_OUTPUT_CHARACTERS]
    return dump_json(dict(fields), max_depth=_MAX_DEPTH)
