"""Vectors of environments: the same text as the sequential run, in every mode."""

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv

import mivas_env
from mivas_env.envs.call_env import CallEnv

ENV_ID = "mivas/bicycles-T3M1"
ORACLE: list[Any] = [*mivas_env.oracle_actions("bicycles/T3-M1")]
WANDERING: list[Any] = ["Hello.", {"tool": "fly"}, "{", "", {"tool": "end_call"}]
SCRIPTS = (ORACLE, WANDERING, [*WANDERING[:3], *ORACLE])


def make() -> gym.Env[Any, Any]:
    return CallEnv("bicycles/T3-M1")


def sequential(script: list[Any], seed: int) -> list[tuple[dict[str, str], float, bool]]:
    env = make()
    seen = [(env.reset(seed=seed)[0], 0.0, False)]
    for action in script:
        obs, reward, terminated, _, _ = env.step(action)
        seen.append((obs, float(reward), terminated))
        if terminated:
            break
    return seen


def unbatch(obs: Any, index: int) -> dict[str, str]:
    return {key: obs[key][index] for key in ("desk", "source", "content")}


def run(envs: Any) -> list[list[tuple[dict[str, str], float, bool]]]:
    """Play every script to its end, whatever the others do meanwhile."""
    obs, _ = envs.reset(seed=[0, 1, 2])
    seen = [[(unbatch(obs, index), 0.0, False)] for index in range(3)]
    for step in range(max(map(len, SCRIPTS))):
        actions = tuple(
            script[step] if step < len(script) else "Nothing more." for script in SCRIPTS
        )
        obs, rewards, terminated, _, infos = envs.step(actions)
        for index, record in enumerate(seen):
            if record[-1][2]:
                continue
            if terminated[index] and envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP:
                record.append((infos["final_obs"][index], float(rewards[index]), True))
                continue
            record.append((unbatch(obs, index), float(rewards[index]), bool(terminated[index])))
    return seen


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_a_synchronous_vector_equals_the_sequential_run(mode: AutoresetMode) -> None:
    envs = SyncVectorEnv([make] * 3, autoreset_mode=mode)
    assert run(envs) == [sequential(script, seed) for seed, script in enumerate(SCRIPTS)]
    envs.close()


def test_without_autoreset_the_caller_resets_by_mask() -> None:
    envs = SyncVectorEnv([make] * 2, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=[0, 1])
    actions: tuple[Any, ...] = ({"tool": "end_call"}, "Hello.")
    _, _, terminated, _, infos = envs.step(actions)
    assert list(terminated) == [True, False]
    assert infos["ending"][0] == "agent_ended"
    assert list(infos["_ending"]) == [True, False]
    obs, _ = envs.reset(seed=[5, None], options={"reset_mask": np.array([True, False])})
    assert unbatch(obs, 0) == sequential([], 5)[0][0]
    envs.step(("Hello.", "Hello."))
    envs.close()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_final_infos_survive_the_merging(mode: AutoresetMode) -> None:
    envs = SyncVectorEnv([make] * 2, autoreset_mode=mode)
    envs.reset(seed=[0, 1])
    _, _, terminated, _, infos = envs.step(({"tool": "end_call"}, {"tool": "call_manager"}))
    assert all(terminated)
    final = infos["final_info"] if mode is AutoresetMode.SAME_STEP else infos
    assert list(final["ending"]) == ["agent_ended", "transferred_to_human"]
    assert list(final["r_train"]) == [0.0, 0.0]
    assert final["trajectory"]["seed"].tolist() == [0, 1]
    assert final["verification"]["T"].tolist() == [False, False]
    assert final["messages"][0][0]["role"] == "assistant"
    envs.close()


def test_the_steps_after_an_autoreset_play_a_new_call() -> None:
    envs = SyncVectorEnv([make] * 2, autoreset_mode=AutoresetMode.NEXT_STEP)
    envs.reset(seed=[0, 1])
    envs.step(({"tool": "end_call"}, "Hello."))
    obs, rewards, terminated, truncated, _ = envs.step(("ignored", "Hello again."))
    assert obs["source"][0] == "caller"
    assert (rewards[0], terminated[0], truncated[0]) == (0.0, False, False)
    envs.close()


def test_make_vec_and_statistics_work() -> None:
    envs: Any = gym.make_vec("mivas/bicycles", num_envs=3, vectorization_mode="sync", max_steps=6)
    envs = gym.wrappers.vector.RecordEpisodeStatistics(envs)
    envs.reset(seed=0)
    envs.single_action_space.seed(0)
    lengths: list[int] = []
    while len(lengths) < 6:
        actions = tuple(envs.single_action_space.sample() for _ in range(3))
        _, _, terminated, truncated, infos = envs.step(actions)
        lengths += [int(infos["episode"]["l"][i]) for i in np.flatnonzero(terminated | truncated)]
    assert max(lengths) <= 6
    envs.close()


def test_the_batched_action_space_yields_actions_that_run() -> None:
    envs = SyncVectorEnv([make] * 2)
    envs.action_space.seed(0)
    envs.reset(seed=0)
    for _ in range(5):
        actions = envs.action_space.sample()
        assert envs.action_space.contains(actions)
        envs.step(actions)
    envs.close()


def test_spawned_workers_play_the_same_calls() -> None:
    envs: Any = gym.make_vec(
        f"mivas_env:{ENV_ID}",
        num_envs=3,
        vectorization_mode="async",
        vector_kwargs={"shared_memory": False, "context": "spawn"},
    )
    try:
        assert run(envs) == [sequential(script, seed) for seed, script in enumerate(SCRIPTS)]
    finally:
        envs.close()


def test_shared_memory_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="disable this feature with `shared_memory=False`"):
        AsyncVectorEnv([make] * 2, context="spawn")
