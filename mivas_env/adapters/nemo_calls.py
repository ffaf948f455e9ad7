"""NeMo Gym: what a resources server needs to play calls, and the JSONL rows of its datasets.

NeMo Gym's servers live in folders of its own tree, so the server itself is a template,
docs/adapters/nemo_gym; it hands everything to `Calls` here. Nothing in this module imports
NeMo Gym. See docs/adapters/nemo.md.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mivas_env.adapters import read_settings
from mivas_env.envs.parse_action import parse_action
from mivas_env.episode.kit import kit_of
from mivas_env.errors import ConfigError
from mivas_env.facade import CallSession
from mivas_env.registry import industry_named
from mivas_env.rewards import r_eval
from mivas_env.schema.seed import check_seed, check_seed_list
from mivas_env.schema.strict_json import dump_json

AGENT_NAME = "mivas_agent"
"""The agent that rows name; the template's configuration defines it."""
RESERVED = frozenset({"verify", "seed_session", "close_session", "aggregate_metrics", "mcp"})
"""Routes of a resources server, which no tool may be named like."""
SETTINGS = ("caller", "reward_mode", "discount", "max_steps", "max_tool_calls")
"""What a row's `settings` may hold; see `CallSession`."""

_SECTION = re.compile(r"\n(?=## )")
_RULES = """## How you act in this call

- Plain words are spoken to the caller.
- The tools of all desks are listed. Only those of the desk that has the call answer; the others \
answer TOOL_NOT_AVAILABLE until the call is handed over.
- The greeting has been spoken already: "{greeting}\""""

StepResult = tuple[str | None, float, bool, bool, dict[str, Any]]
"""(observation, reward, terminated, truncated, info), as `GymnasiumServer.step` returns it."""


class Calls:
    """The open calls of a resources server, by session id."""

    def __init__(self) -> None:
        """Hold no call."""
        self._open: dict[str | None, CallSession] = {}
        self._shown: dict[str | None, set[str]] = {}

    def __len__(self) -> int:
        """Return how many calls are open."""
        return len(self._open)

    def reset(self, row: Mapping[str, Any], session_id: str | None) -> tuple[str, dict[str, Any]]:
        """Drop what is left of a session's call, dial, and return the caller's first words.

        Args:
            row: the extra columns of a JSONL row: `task`, `seed` and, if any, `settings`.
            session_id: whose call.

        Raises:
            ConfigError: no or an unknown task, or a setting that is not usable.
        """
        self.close(session_id)
        if not row.get("task"):
            message = "a row needs the column `task`, e.g. healthcare/C1-E1; see make_rows"
            raise ConfigError(message)
        settings = read_settings(row.get("settings"), SETTINGS)
        session = CallSession(str(row["task"]), seed=_seed_of(row), **settings)
        self._open[session_id] = session
        self._shown[session_id] = set(_SECTION.split(session.system_prompt))
        return session.observed[1], {"supports_explicit_close": True}

    def step(self, output: Sequence[Mapping[str, Any]], session_id: str | None) -> StepResult:
        """Take one step with the output items of a Responses answer.

        Answers to tool calls are in `info["tool_outputs"]`; the observation is what the caller
        said and, after a handoff, what the next desk's prompt adds. It is None at the end.

        Raises:
            ConfigError: the session has no open call.
            Fault: a defect of ours; the call is over and has no reward.
        """
        session = self._open.get(session_id)
        if session is None:
            message = "this session has no open call; send /reset first"
            raise ConfigError(message)
        calls = [item for item in output if item.get("type") == "function_call"]
        known, desk = len(session.messages), session.desk
        session.act(parse_action({"content": _text_of(output), "tool_calls": calls}))
        recorded, answers = session.messages_since(known)
        if session.done:
            return None, float(session.reward or 0.0), *_ending(session)
        own_ids = [str(call.get("call_id")) for call in calls]
        ids = dict(
            zip((each["id"] for each in recorded.get("tool_calls", ())), own_ids, strict=False)
        )
        outputs, said = [], []
        for answer in answers:
            own = ids.get(answer.get("tool_call_id", ""))
            if own is None:
                said.append(str(answer["content"]))
            else:
                outputs.append({"call_id": own, "output": answer["content"]})
        if session.desk != desk:
            said.append(self._unshown_prompt(session, session_id))
        observation = "\n\n".join(said) or None
        return observation, 0.0, False, False, {"tool_outputs": outputs}

    def _unshown_prompt(self, session: CallSession, session_id: str | None) -> str:
        shown = self._shown[session_id]
        fresh = [each for each in _SECTION.split(session.system_prompt) if each not in shown]
        shown.update(fresh)
        return "\n".join([f"(The call is at the {session.desk} desk now.)", *fresh])

    def close(self, session_id: str | None) -> None:
        """Free a session's call, finished or not; closing twice is harmless."""
        session = self._open.pop(session_id, None)
        self._shown.pop(session_id, None)
        if session is not None:
            session.close()


def _seed_of(row: Mapping[str, Any]) -> int:
    return 0 if row.get("seed") is None else check_seed(row["seed"])


def _text_of(output: Sequence[Mapping[str, Any]]) -> str:
    parts: list[str] = []
    for item in output:
        if item.get("type") == "message":
            content = item.get("content")
            blocks = [content] if isinstance(content, str) else content or ()
            parts += [
                block if isinstance(block, str) else str(block.get("text") or "")
                for block in blocks
            ]
    return " ".join(part for part in parts if part)


def _ending(session: CallSession) -> tuple[bool, bool, dict[str, Any]]:
    verification = session.verification
    info: dict[str, Any] = {"task": session.task.name, "ending": session.ending}
    if verification is not None:
        extra = len(verification.actual_path) - len(verification.expected_path)
        info["verdict"] = verification.verdict.value
        info["r_eval"] = 0.0 if session.truncated else r_eval(verification)
        info["extra_hops"] = extra
        info["caller_satisfied"] = session.caller_satisfied
    return not session.truncated, session.truncated, info


# ------------------------------------------------------------------ JSONL


def make_rows(
    tasks: Iterable[str],
    *,
    seeds: Sequence[int] = (0,),
    settings: Mapping[str, Any] | None = None,
    agent: str = AGENT_NAME,
) -> Iterator[dict[str, Any]]:
    """Yield one row per task and seed.

    The model's input holds the first desk's prompt; the caller's first words come from `reset`.
    Every desk's tools are listed, in the form of the Responses API.

    Raises:
        ConfigError: an unknown task or setting, or a tool named like a route of the server.
    """
    played, known = check_seed_list(seeds), read_settings(settings, SETTINGS)
    for name in tasks:
        for seed in played:
            session = CallSession(name, seed=seed, **known)
            session.close()
            task = session.task
            rules = _RULES.format(greeting=session.messages[0]["content"])
            system = f"{session.system_prompt}\n\n{rules}"
            row: dict[str, Any] = {
                "responses_create_params": {
                    "input": [{"role": "system", "content": system}],
                    "tools": responses_tools(task.industry),
                    "parallel_tool_calls": False,
                },
                "task": task.name,
                "seed": seed,
                "agent_ref": {"type": "responses_api_agents", "name": agent},
            }
            yield {**row, "settings": dict(settings)} if settings else row


def responses_tools(industry: str) -> list[dict[str, Any]]:
    """Return every tool of an industry as the Responses API lists it, schemas as declared.

    Raises:
        ConfigError: an unknown industry, or a tool named like a route of the server.
    """
    tools = kit_of(industry_named(industry)).toolbox.tools
    taken = sorted(RESERVED & {each.name for each in tools})
    if taken:
        message = f"NeMo Gym cannot offer tools named {', '.join(taken)}; rename them"
        raise ConfigError(message)
    return [
        {"type": "function", **each.chat_definition["function"], "strict": False} for each in tools
    ]


def write_jsonl(
    path: str | Path,
    tasks: Iterable[str],
    *,
    seeds: Sequence[int] = (0,),
    settings: Mapping[str, Any] | None = None,
) -> int:
    """Write rows to a file, one line of JSON each; return how many.

    Raises:
        ConfigError: an unknown task or setting, or the file cannot be written.
    """
    lines = [f"{dump_json(row)}\n" for row in make_rows(tasks, seeds=seeds, settings=settings)]
    try:
        Path(path).write_text("".join(lines), encoding="utf-8", newline="\n")
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror}"
        raise ConfigError(message) from None
    return len(lines)
