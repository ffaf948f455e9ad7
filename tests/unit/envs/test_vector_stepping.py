"""A vector's steps: groups are played to their end without autoreset, and actions are counted."""

from typing import Any

import numpy as np
import pytest

import mivas_env
from mivas_env.envs.discrete import DiscreteActions
from mivas_env.envs.vector import episode_records
from mivas_env.errors import ConfigError

TASK = "bicycles/T3-M1"
HANG_UP = {"tool": "end_call"}
KINDS = ("sync", "async")


def seen(obs: dict[str, Any], place: int) -> dict[str, str]:
    return {key: obs[key][place] for key in obs}


# From Python 3.14 on, workers are asked for over a Unix socket, which the network's guard refuses.
@pytest.mark.usefixtures("socket_enabled")
@pytest.mark.parametrize("kind", KINDS)
def test_without_autoreset_a_group_is_played_until_its_last_call_has_ended(kind: Any) -> None:
    envs = mivas_env.make_vec(
        TASK, 4, group_size=4, autoreset_mode="Disabled", vectorization_mode=kind
    )
    try:
        first, _ = envs.reset(seed=0)
        last = [0, 2, 1, 3]  # the step at which each of them hangs up
        ends: dict[int, dict[str, str]] = {}
        records: dict[int, str] = {}
        for step in range(4):
            actions = [HANG_UP if step >= at else "Hello." for at in last]
            obs, rewards, terminated, truncated, infos = envs.step(actions)
            assert rewards.tolist() == [0.0] * 4
            assert not truncated.any()
            assert terminated.tolist() == [step >= at for at in last]
            for place, record in episode_records(infos).items():
                assert place not in records
                records[place] = record["ending"]
                ends[place] = seen(obs, place)
            for place, end in ends.items():
                assert seen(obs, place) == end
                assert infos["messages"][place]
        assert records == dict.fromkeys(range(4), "agent_ended")
        again, _ = envs.reset(seed=0, options={"reset_mask": terminated})
        assert [seen(again, place) for place in range(4)] == [
            seen(first, place) for place in range(4)
        ]
        _, _, terminated, _, _ = envs.step(["Hello."] * 4)
        assert not terminated.any()
    finally:
        envs.close()


def test_what_an_ended_call_earned_is_paid_once() -> None:
    envs = mivas_env.make_vec(TASK, 2, group_size=2, autoreset_mode="Disabled")
    envs.reset(seed=0)
    paid = np.zeros(2)
    for action in [*mivas_env.oracle_actions(TASK), HANG_UP, HANG_UP, HANG_UP]:
        _, rewards, _, _, _ = envs.step([action, "Hello."])
        paid += rewards
    assert paid.tolist() == [1.0, 0.0]
    envs.close()


def test_a_cut_off_call_rests_as_truncated() -> None:
    envs = mivas_env.make_vec(TASK, 2, group_size=2, autoreset_mode="Disabled", max_steps=2)
    envs.reset(seed=0)
    envs.step([HANG_UP, "Hello."])
    for _ in range(2):
        _, _, terminated, truncated, _ = envs.step(["Hello."] * 2)
        assert terminated.tolist() == [True, False]
        assert truncated.tolist() == [False, True]
    envs.close()


def test_numbered_actions_rest_too() -> None:
    envs = mivas_env.make_vec(
        TASK, 2, group_size=2, autoreset_mode="Disabled", wrappers=[DiscreteActions], max_steps=2
    )
    _, infos = envs.reset(seed=0)
    for _ in range(4):
        assert infos["_action_mask"].all()
        chosen = [int(np.argmax(mask)) for mask in infos["action_mask"]]
        _, _, terminated, truncated, infos = envs.step(np.array(chosen))
    assert (terminated | truncated).all()
    envs.close()


NO_LIST_OF_TWO: tuple[tuple[Any, str], ...] = (
    ({"tool": "end_call", "arguments": {}}, "a list of actions, one for each of 2 environments"),
    ("ab", "a list of actions.*this is 'ab'"),
    (b"ab", "a list of actions"),
    ({"a", "b"}, "a list of actions"),
    (3, "a list of actions.*this is 3"),
    (np.array(3), "a list of actions"),
    (None, "a list of actions"),
    (["Hello."], "one action for each of the 2 environments, not 1"),
    (["Hello."] * 3, "one action for each of the 2 environments, not 3"),
    (np.zeros(3), "one action for each of the 2 environments, not 3"),
)


@pytest.mark.usefixtures("socket_enabled")
@pytest.mark.parametrize("group_size", [1, 2])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_list_of_actions_is_refused(kind: Any, group_size: int) -> None:
    envs = mivas_env.make_vec(TASK, 2, group_size=group_size, vectorization_mode=kind)
    try:
        envs.reset(seed=0)
        for actions, sentence in NO_LIST_OF_TWO:
            with pytest.raises(ConfigError, match=sentence):
                envs.step(actions)
        # Nothing was stepped: the vector goes on.
        _, _, terminated, _, infos = envs.step(each for each in ["Hello.", HANG_UP])
        assert infos["step"].tolist() == [1, 1]
        assert terminated.tolist() == [False, True]
    finally:
        envs.close()


def test_one_action_given_to_a_vector_of_one_is_not_spoken() -> None:
    envs = mivas_env.make_vec(TASK, 1)
    envs.reset(seed=0)
    with pytest.raises(ConfigError, match="a list of actions"):
        envs.step({"say": "Hello."})
    envs.close()
