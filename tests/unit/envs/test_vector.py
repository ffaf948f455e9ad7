"""`make_vec`: groups meet the same call, and what would silently break is refused."""

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import mivas_env
from mivas_env.envs.discrete import DiscreteActions, FlatObservation
from mivas_env.errors import ConfigError

TASK = "bicycles/T3-M1"
OPENINGS = 12


def openings(obs: dict[str, Any]) -> list[str]:
    return list(obs["content"])


def play_out(envs: Any, rounds: int) -> list[tuple[Any, ...]]:
    """Step everything with the same words and return all that comes back."""
    seen: list[tuple[Any, ...]] = []
    for step in range(rounds):
        action = {"tool": "end_call"} if step % 3 == 2 else "Hello."
        obs, rewards, terminated, truncated, _ = envs.step((action,) * envs.num_envs)
        seen.append((openings(obs), rewards.tolist(), terminated.tolist(), truncated.tolist()))
    return seen


# From Python 3.14 on, workers are asked for over a Unix socket, which the network's guard refuses.
@pytest.mark.usefixtures("socket_enabled")
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_processes_play_what_one_process_plays(mode: str) -> None:
    records = []
    for kind in ("sync", "async"):
        envs = mivas_env.make_vec(
            "bicycles", 4, vectorization_mode=kind, group_size=2, autoreset_mode=mode
        )
        try:
            obs, _ = envs.reset(seed=5)
            records.append([openings(obs), *play_out(envs, 7)])
        finally:
            envs.close()
    assert records[0] == records[1]


def test_a_group_meets_one_caller_and_groups_differ() -> None:
    envs = mivas_env.make_vec(TASK, 8, group_size=4)
    seen = set()
    for seed in range(OPENINGS):
        said = openings(envs.reset(seed=seed)[0])
        assert len(set(said[:4])) == len(set(said[4:])) == 1
        seen.add((said[0], said[4]))
    assert any(first != second for first, second in seen)
    envs.close()


def test_without_a_seed_a_group_still_meets_one_call() -> None:
    envs = mivas_env.make_vec("bicycles", 6, group_size=3)
    envs.reset(seed=3)
    drawn = [openings(envs.reset()[0]) for _ in range(OPENINGS)]
    for said in drawn:
        assert len(set(said[:3])) == len(set(said[3:])) == 1
    assert len({tuple(said) for said in drawn}) > 1
    envs.close()


def test_the_next_calls_of_a_group_are_the_same_too() -> None:
    envs = mivas_env.make_vec("bicycles", 4, group_size=4, autoreset_mode=AutoresetMode.SAME_STEP)
    envs.reset(seed=1)
    for _ in range(5):
        obs, *_ = envs.step(({"tool": "end_call"},) * 4)
        assert len(set(openings(obs))) == 1
    envs.close()


def test_seeds_may_be_given_per_group() -> None:
    envs = mivas_env.make_vec(TASK, 4, group_size=2)
    by_list = openings(envs.reset(seed=[7, 7])[0])
    assert len(set(by_list)) == 1
    assert by_list[0] == openings(envs.reset(seed=7)[0])[0]
    with pytest.raises(ConfigError, match="one for each of the 2 groups, not 4"):
        envs.reset(seed=[1, 2, 3, 4])
    envs.close()


def test_without_autoreset_whole_groups_are_reset() -> None:
    envs = mivas_env.make_vec(TASK, 4, group_size=2, autoreset_mode="Disabled")
    envs.reset(seed=0)
    _, _, terminated, _, _ = envs.step(({"tool": "end_call"},) * 2 + ("Hello.",) * 2)
    assert terminated.tolist() == [True, True, False, False]
    obs, _ = envs.reset(seed=9, options={"reset_mask": np.array([True, True, False, False])})
    assert len(set(openings(obs)[:2])) == 1
    with pytest.raises(ConfigError, match="cuts through a group of 2"):
        envs.reset(options={"reset_mask": np.array([True, False, False, False])})
    envs.close()


def test_several_tasks_are_dealt_out_to_the_groups() -> None:
    envs = mivas_env.make_vec(["bicycles/T1-E1", "mivas/bicycles-T2E1"], 8, group_size=2)
    envs.reset(seed=0)
    _, _, _, _, infos = envs.step(({"tool": "end_call"},) * 8)
    assert infos["task"].tolist() == 2 * (["bicycles/T1-E1"] * 2 + ["bicycles/T2-E1"] * 2)
    envs.close()


def test_numbered_actions_work_in_a_vector() -> None:
    envs = mivas_env.make_vec(
        TASK, 4, group_size=2, wrappers=(DiscreteActions, FlatObservation), verbose_info=False
    )
    obs, infos = envs.reset(seed=0)
    assert obs.shape == (4, *envs.single_observation_space.shape)
    assert (obs[0] == obs[1]).all()
    assert infos["action_mask"].shape == (4, envs.single_action_space.n)
    for _ in range(6):
        chosen = [
            int(np.flatnonzero(mask)[0]) if mask.any() else 0 for mask in infos["action_mask"]
        ]
        _, _, _, _, infos = envs.step(np.array(chosen))
    envs.close()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"shared_memory": True}, "no place for text"),
        ({"num_envs": 6, "group_size": 4}, "does not divide num_envs=6"),
        ({"num_envs": 0}, "whole number of at least 1"),
        ({"num_envs": 4, "group_size": True}, "whole number of at least 1"),
        ({"vectorization_mode": "threads"}, "use 'sync' or 'async'"),
        ({"autoreset_mode": "sometimes"}, "use one of NextStep, SameStep, Disabled"),
        ({"what": []}, "needs an industry, a task"),
        ({"what": ["bicycles/T1-E1", "bicycles/T2-E1"], "num_envs": 3}, "dealt out evenly"),
        ({"what": "bicycles/T9-E9"}, "there is no task"),
        ({"what": "bicycles", "split": "trial"}, "trial"),
    ],
)
def test_what_would_break_is_refused(arguments: dict[str, Any], sentence: str) -> None:
    settings = {"what": TASK, "num_envs": 2, **arguments}
    with pytest.raises(ConfigError, match=sentence):
        mivas_env.make_vec(**settings)


def test_one_caller_object_is_not_put_on_several_lines() -> None:
    class Mute:
        satisfied = False
        said_goodbye = False
        flags: tuple[str, ...] = ()

        def open(self) -> None: ...
        def hear(self, text: str) -> None: ...
        def reply(self) -> None: ...
        def wait(self) -> None: ...
        def notice_end(self, by: object) -> None: ...
        def diagnostics(self) -> dict[str, Any]:
            return {}

    with pytest.raises(ConfigError, match="give a factory"):
        mivas_env.make_vec(TASK, 2, caller=Mute())


def test_a_group_vector_reaches_its_environments() -> None:
    envs = mivas_env.make_vec(TASK, 4, group_size=2, wrappers=[DiscreteActions])
    envs.reset(seed=1)
    masks = envs.call("action_masks")
    assert len(masks) == 4
    assert (masks[0] == masks[1]).all()
    assert envs.get_attr("industry_name") == ("bicycles",) * 4
    envs.set_attr("note", [1, 2, 3, 4])
    assert envs.get_attr("note") == (1, 2, 3, 4)
    envs.close()


def test_a_mask_of_another_length_and_an_unknown_start_method_get_a_sentence() -> None:
    envs = mivas_env.make_vec(TASK, 4, group_size=2)
    envs.reset(seed=1)
    with pytest.raises(ConfigError, match="one truth value for each of 4 calls"):
        envs.reset(options={"reset_mask": np.ones(3, dtype=bool)})
    envs.close()
    with pytest.raises(ConfigError, match="context='x' is unknown here; use"):
        mivas_env.make_vec(TASK, 2, context="x")
    nothing: Any = None
    with pytest.raises(ConfigError, match="needs an industry"):
        mivas_env.make_vec(nothing)
