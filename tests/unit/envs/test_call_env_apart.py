"""`CallEnv`: what a user kept, changed or interrupted reaches no other call."""

import copy
import pickle
from collections.abc import Iterator
from typing import Any, cast

import pytest
from toy_industry.play import REPAIR
from toy_industry.puppet import Puppet

import mivas_env
from mivas_env.envs.call_env import CallEnv
from mivas_env.errors import ResetNeeded
from mivas_env.tools.context import ToolContext

ORACLE = mivas_env.oracle_actions("bicycles/T1-E1")


@pytest.fixture
def env() -> Iterator[CallEnv]:
    made = CallEnv("bicycles/T1-E1")
    made.reset(seed=0)
    yield made
    made.close()


def kept(env: CallEnv) -> mivas_env.CallSession:
    return cast("mivas_env.CallSession", env.session)


def finish(env: CallEnv) -> float:
    return [env.step(action) for action in ORACLE][-1][1]


# ---------------------------------------------------------------- sessions of earlier calls


def test_a_session_kept_from_before_a_reset_writes_nothing_into_the_new_call(env: CallEnv) -> None:
    old = kept(env)
    env.reset(seed=0)
    old.call_tool("find_bike", {"owner": "Ines Calloway"})
    old.call_tool("transfer_to_workshop", {"next_job": "repair"})
    assert "CALL_ENDED" in old.call_tool("book_repair", REPAIR)
    assert finish(env) == 1.0


def test_a_session_kept_from_before_a_reset_closes_nothing_of_the_new_call(env: CallEnv) -> None:
    old = kept(env)
    env.reset(seed=0)
    old.close()
    assert finish(env) == 1.0


def test_a_session_kept_from_a_closed_environment_says_that_the_call_has_ended() -> None:
    env = CallEnv("bicycles/T1-E1")
    env.reset(seed=0)
    old = kept(env)
    env.close()
    assert "CALL_ENDED" in old.call_tool("find_bike", {"owner": "Ines Calloway"})


def test_a_call_that_cannot_begin_leaves_no_earlier_one_behind() -> None:
    class Refusing:
        calls = 0

        def __call__(self, _task: object, _seed: int) -> object:
            self.calls += 1
            return object() if self.calls > 1 else Puppet()

    env = CallEnv("bicycles/T1-E1", caller=cast("Any", Refusing()))
    env.reset(seed=0)
    with pytest.raises(mivas_env.ConfigError, match="lacks members of the Caller protocol"):
        env.reset(seed=0)
    with pytest.raises(ResetNeeded, match="has not started"):
        env.step("Hello.")


# ---------------------------------------------------------------- interrupts


def test_an_interrupted_action_is_not_taken_again_by_a_copy(
    env: CallEnv, monkeypatch: pytest.MonkeyPatch
) -> None:
    for action in ORACLE[:2]:
        env.step(action)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(ToolContext, "write", interrupt)
        with pytest.raises(KeyboardInterrupt):
            env.step({"tool": "book_repair", "arguments": REPAIR})
    with pytest.raises(ResetNeeded, match="has ended"):
        env.step("Hello.")
    for copied in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301
        assert [call.name for call in kept(copied).trajectory().calls] == [
            "find_bike",
            "transfer_to_workshop",
        ]
        assert [copied.step(action) for action in ORACLE[2:]][-1][1] == 1.0
