"""`run_episode` and `roll_out` end with every session, and refuse what cannot be played."""

import asyncio
from typing import Any

import gymnasium as gym
import pytest

import mivas_env
from mivas_env.agents.chat import run_episode
from mivas_env.agents.rollout import roll_out
from mivas_env.errors import ConfigError, ResetNeeded

NAME = "bicycles/T1-E1"


def speak(_messages: object, _tools: object) -> str:
    return "Hello."


def test_a_closed_session_is_done_and_is_not_played() -> None:
    session = mivas_env.CallSession(NAME)
    session.close()
    assert session.done
    assert run_episode(session, speak) is session
    assert (session.step_count, session.reward, session.ending) == (0, None, None)
    assert session.trajectory().ending is None


def test_a_session_that_is_closed_on_the_way_ends_the_episode() -> None:
    session = mivas_env.CallSession(NAME)

    def leave(_messages: object, _tools: object) -> str:
        if session.step_count == 2:
            session.close()
        return "Hello."

    run_episode(session, leave)
    assert session.done
    assert (session.step_count, session.reward, session.truncated) == (2, None, False)


def test_what_ended_before_it_was_closed_stays_what_it_was() -> None:
    session = mivas_env.CallSession(NAME)
    session.hang_up()
    ended = session.trajectory()
    session.close()
    assert session.done
    assert session.ending == "agent_ended"
    assert session.trajectory() == ended


def test_an_environment_whose_session_was_closed_asks_for_a_reset() -> None:
    env = gym.make("mivas/bicycles-T1E1")
    env.reset(seed=0)
    env.unwrapped.session.close()  # type: ignore[attr-defined]
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step("Hello.")
    env.reset(seed=0)
    assert env.step("Hello.")[4]["step"] == 1
    env.close()


class _Asks:
    async def __call__(self, _messages: object, _tools: object) -> str:
        await asyncio.sleep(0)
        return "Hello."


async def _ask(_messages: object, _tools: object) -> str:
    await asyncio.sleep(0)
    return "Hello."


@pytest.mark.parametrize("chat", [_ask, _Asks(), lambda *_: _ask(0, 0)])
def test_an_asynchronous_function_is_refused_before_it_is_played(chat: Any) -> None:
    session = mivas_env.CallSession(NAME)
    with pytest.raises(ConfigError, match="asynchronously"):
        run_episode(session, chat)
    assert (session.step_count, session.done) == (0, False)


@pytest.mark.parametrize("chat", [None, "gpt", 3, {"role": "assistant"}])
def test_what_is_no_function_cannot_chat(chat: Any) -> None:
    with pytest.raises(ConfigError, match=r"chat_fn must be a function .*, not "):
        run_episode(mivas_env.CallSession(NAME), chat)
    with pytest.raises(ConfigError, match="an agent is a function, not "):
        roll_out(mivas_env.CallSession(NAME), chat)


@pytest.mark.parametrize("kind", ["None", "name", "environment", "decisions", "class"])
def test_only_a_call_session_is_played(kind: str) -> None:
    odd: Any = {
        "None": None,
        "name": NAME,
        "environment": gym.make("mivas/bicycles-T1E1"),
        "decisions": mivas_env.DecisionSession("brokerage/E017"),
        "class": mivas_env.CallSession,
    }[kind]
    with pytest.raises(ConfigError, match="only a CallSession can be played, not "):
        run_episode(odd, speak)
