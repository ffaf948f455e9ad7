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


# ---------------------------------------------------------------- what was handed out


def test_a_tool_definition_that_somebody_edits_is_his_own(env: CallEnv) -> None:
    fresh = mivas_env.CallSession("bicycles/T1-E1").tools
    tools = env.reset(seed=0)[1]["tools"]
    tools[0]["function"]["name"] = "poison"
    tools[0]["function"]["parameters"]["properties"]["evil"] = {"type": "string"}
    tools.clear()
    assert CallEnv("bicycles/T1-E1").reset(seed=1)[1]["tools"] == fresh
    assert mivas_env.CallSession("bicycles/T1-E1").tools == fresh
    versions = kept(env).trajectory().versions
    assert versions == mivas_env.CallSession("bicycles/T1-E1").trajectory().versions


def test_the_tool_definitions_of_one_environment_are_made_once(env: CallEnv) -> None:
    before = env.reset(seed=0)[1]["tools"]
    after = env.reset(seed=1)[1]["tools"]
    assert all(one is other for one, other in zip(before, after, strict=True))


def test_a_list_that_is_used_again_changes_no_copy_of_the_call(env: CallEnv) -> None:
    for action in ORACLE[:2]:
        env.step(action)
    parts, nested = ["chain"], [["chain"]]
    env.step({"tool": "book_repair", "arguments": {**REPAIR, "parts": parts}})
    env.step({"tool": "find_bike", "arguments": {"owner": (nested,)}})
    parts[0], nested[0][0] = "frame", "frame"
    for copied in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301
        assert kept(copied).messages == kept(env).messages
        assert kept(copied).trajectory() == kept(env).trajectory()


def test_mending_the_record_of_a_running_call_mends_no_call(env: CallEnv) -> None:
    for action in ORACLE[:2]:
        env.step(action)
    env.step({"tool": "book_repair", "arguments": {**REPAIR, "parts": ["brake"]}})
    wrong = kept(env).trajectory().calls[-1].parameters
    wrong["parts"][0] = "chain"
    wrong["day"] = "2026-05-09"
    shown = kept(env).trajectory().calls[-1].parameters
    assert (shown["parts"], shown["day"]) == (["brake"], REPAIR["day"])


def test_the_reference_conversation_is_everybodys_own_copy() -> None:
    again = mivas_env.oracle_actions("bicycles/T1-E1")
    booked = next(cast("dict[str, Any]", each["arguments"]) for each in again if "tool" in each)
    booked["owner"] = "Nobody"
    for each in again:
        arguments = cast("dict[str, Any]", each.get("arguments", {}))
        arguments.get("parts", []).append("frame")
    assert mivas_env.oracle_actions("bicycles/T1-E1") == ORACLE


def test_a_shared_task_cannot_be_changed_under_its_digest() -> None:
    task = mivas_env.load_task("bicycles/T1-E1")
    call = task.lockfile.exp_tool_calls[0]
    changes: list[Any] = [
        lambda: call.parameters.update(owner="Nobody"),
        lambda: call.parameters.pop("owner"),
        lambda: call.parameters.setdefault("owner", "Nobody"),
        task.lockfile.caller.script.facts.clear,
        lambda: task.lockfile.exp_tool_calls[-1].parameters["parts"].append("frame"),
        task.lockfile.exp_tool_calls[-1].parameters["parts"].sort,
    ]
    for change in changes:
        with pytest.raises(TypeError, match="shared by every call"):
            change()
    assert copy.deepcopy(task).lockfile == task.lockfile
    travelled = pickle.loads(pickle.dumps(task))  # noqa: S301  (our own bytes)
    assert (travelled.lockfile, travelled.digest) == (task.lockfile, task.digest)
    with pytest.raises(TypeError, match="shared by every call"):
        travelled.lockfile.exp_tool_calls[-1].parameters["parts"][0] = "frame"
    plain = task.lockfile.model_dump()
    plain["exp_tool_calls"][-1]["parameters"]["parts"].append("frame")
    assert plain != task.lockfile.model_dump()
