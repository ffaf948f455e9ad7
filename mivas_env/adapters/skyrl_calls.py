"""SkyRL: a text environment for `skyrl_gym`, and the rows of its dataset.

A SkyRL environment hears the model's raw text and answers with chat messages. Tools and prompts
therefore stand in the text: the first desk's in the system message, every other desk's in the
message that follows the handoff to it. See docs/adapters/skyrl.md.

Importing this module needs the extra `skyrl`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mivas_env.adapters import import_extra, read_settings
from mivas_env.envs.parse_action import parse_action
from mivas_env.episode.session import CallSession as Session
from mivas_env.errors import ConfigError
from mivas_env.facade import CallSession
from mivas_env.rewards import r_eval
from mivas_env.schema.seed import check_seed, check_seed_list
from mivas_env.schema.strict_json import dump_json
from mivas_env.schema.whole_numbers import check_count

import_extra("skyrl_gym", "skyrl")

import skyrl_gym  # noqa: E402
from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput  # noqa: E402
from skyrl_gym.envs.registration import registry  # noqa: E402

ENV_ID = "mivas"
"""The environment's id at SkyRL and the value of a row's `env_class`."""
SETTINGS = ("caller", "reward_mode", "discount", "max_steps", "max_tool_calls")
"""What the environment's configuration and a row's `settings` may hold; see `CallSession`."""

_RULES = """## How you act in this call

- Plain words are spoken to the caller. To call a tool, write \
<tool_call>{{"name": "…", "arguments": {{…}}}}</tool_call>, one block a call.
- Tool answers come back in <tool_response> blocks; anything else is what the caller says.
- The tools of the desk that has the call are listed. A handoff brings the next desk's.
- The greeting has been spoken already: "{greeting}\""""

Conversation = list[dict[str, str]]


def register_environment() -> str:
    """Make the environment known to `skyrl_gym` and return its id; again changes nothing."""
    if ENV_ID not in registry:
        skyrl_gym.register(id=ENV_ID, entry_point=f"{__name__}:CallTextEnv")
    return ENV_ID


class CallTextEnv(BaseTextEnv):
    """One call as SkyRL plays it: `init` dials, `step` takes one message of the model.

    Args:
        env_config: settings for every call, a mapping or OmegaConf node; may be empty.
        extras: a dataset row: `task`, `seed` and, where a call differs, `settings`.

    Raises:
        ConfigError: no or an unknown task, or a setting that is not usable.
    """

    def __init__(self, env_config: Any = None, extras: Mapping[str, Any] | None = None) -> None:  # noqa: ANN401
        """Check the row; the call is dialled by `init`."""
        super().__init__()
        row = extras or {}
        if not row.get("task"):
            message = "a row needs the column `task`, e.g. healthcare/C1-E1; see dataset_rows"
            raise ConfigError(message)
        self._task = str(row["task"])
        self._seed = 0 if row.get("seed") is None else check_seed(row["seed"])
        own = read_settings(row.get("settings"), SETTINGS)
        self._settings = {**_settings_of(env_config), **own}
        self._session: CallSession | None = None
        self.max_turns = check_count("max_steps", self._settings.get("max_steps", 60))

    def init(self, prompt: Conversation) -> tuple[Conversation, dict[str, Any]]:
        """Drop what is left of a call before, dial, and return the first messages.

        A system message of the row's `prompt` that is not this environment's own stands first.
        """
        self.close()
        self.turns = 0
        session = self._session = CallSession(self._task, seed=self._seed, **self._settings)
        opening = opening_messages(session)
        given = [each["content"] for each in prompt or () if each.get("role") == "system"]
        own = opening[0]["content"]
        opening[0]["content"] = "\n\n".join([*(text for text in given if text != own), own])
        return opening, {}

    def step(self, action: str) -> BaseTextEnvStepOutput:
        """Take one step; the reward comes once, with the step that ends the call.

        Raises:
            ConfigError: `init` was not called.
            Fault: a defect of ours; the call is over and has no reward.
        """
        session = self._session
        if session is None:
            message = "no call is open; call init first"
            raise ConfigError(message)
        self.turns += 1
        was_over, desk, known = session.done, session.desk, len(session.messages)
        session.act(parse_action(action))
        content = _render(session.messages_since(known)[1])
        if session.desk != desk:
            content = f"{content}\n\n{desk_text(session)}"
        done = session.done
        return BaseTextEnvStepOutput(
            observations=[] if done else [{"role": "user", "content": content}],
            reward=0.0 if was_over or session.reward is None else float(session.reward),
            done=done,
            metadata=self.get_metrics(),
        )

    def get_metrics(self) -> dict[str, Any]:
        """Return figures of a finished call that SkyRL averages; empty before the end."""
        session = self._session
        if session is None or session.verification is None:
            return {}
        verification = session.verification
        extra = len(verification.actual_path) - len(verification.expected_path)
        return {
            "r_eval": 0.0 if session.truncated else r_eval(verification),
            "extra_hops": float(extra),
            "caller_satisfied": float(bool(session.caller_satisfied)),
            "steps": float(session.step_count),
        }

    def close(self) -> None:
        """Free the call's database; closing twice is harmless."""
        if self._session is not None:
            self._session.close()

    @property
    def session(self) -> CallSession | None:
        """The call, for tests and for whoever logs more than the reward."""
        return self._session


def _settings_of(given: Any) -> dict[str, Any]:  # noqa: ANN401  (a mapping, OmegaConf's or none)
    """Return what is ours of a configuration, which SkyRL may keep its own keys in."""
    found = {str(key): given[key] for key in given} if given else {}
    return {key: value for key, value in found.items() if key in SETTINGS and value is not None}


def opening_messages(session: Session) -> Conversation:
    """Return the system message and the caller's first words."""
    greeting = session.messages[0]["content"]
    rules = _RULES.format(greeting=greeting)
    return [
        {"role": "system", "content": f"{rules}\n\n{desk_text(session)}"},
        {"role": "user", "content": session.observed[1]},
    ]


def desk_text(session: Session) -> str:
    """Return the prompt of the desk that has the call, and its tools as declared, one a line."""
    tools = "\n".join(dump_json(tool) for tool in session.tools)
    return f"{session.system_prompt}\n\n<tools>\n{tools}\n</tools>"


def _render(messages: Sequence[Mapping[str, Any]]) -> str:
    return "\n".join(
        f"<tool_response>\n{each['content']}\n</tool_response>"
        if each["role"] == "tool"
        else str(each["content"])
        for each in messages
    )


def dataset_rows(
    tasks: Iterable[str],
    *,
    seeds: Sequence[int] = (0,),
    settings: Mapping[str, Any] | None = None,
) -> list[dict[str, Any]]:
    """Return one row per task and seed, for SkyRL's parquet or JSON datasets.

    `prompt` is what `init` will return, so that SkyRL's length filter sees it. SkyRL repeats a row
    for each rollout of its group, seed included: a group meets one caller.

    Raises:
        ConfigError: an unknown task, or a setting that is not usable.
    """
    rows = []
    played, known = check_seed_list(seeds), read_settings(settings, SETTINGS)
    for name in tasks:
        for seed in played:
            session = CallSession(name, seed=seed, **known)
            session.close()
            row = {
                "data_source": ENV_ID,
                "env_class": ENV_ID,
                "prompt": opening_messages(session),
                "task": session.task.name,
                "seed": seed,
            }
            rows.append({**row, "settings": dict(settings)} if settings else row)
    return rows
