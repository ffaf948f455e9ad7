"""`gym.make`: an id of one task plays that task alone, and a misspelt keyword is one sentence."""

import json
import pickle
from typing import Any

import gymnasium as gym
import pytest
from gymnasium.vector import AsyncVectorEnv

import mivas_env
from mivas_env.envs.call_env import CallEnv, make_call
from mivas_env.errors import ConfigError

ONE = "mivas/bicycles-T1E1"
SUITE = "mivas/bicycles"


def played(env_id: str, **given: object) -> str:
    env = gym.make(env_id, disable_env_checker=True, **given)
    env.reset(seed=0)
    inner = env.unwrapped
    assert isinstance(inner, CallEnv)
    assert inner.session is not None
    name = inner.session.task.name
    env.close()
    return name


@pytest.mark.parametrize(
    "task", ["T3-M1", "bicycles/T3-M1", "bicycles-T3M1", "mivas/bicycles-T3M1", "t3-m1"]
)
def test_an_id_of_one_task_plays_no_other(task: str) -> None:
    sentence = f"{ONE} plays bicycles/T1-E1 only; task='{task}' belongs to its own id or to the "
    with pytest.raises(ConfigError) as caught:
        gym.make(ONE, task=task)
    assert str(caught.value) == sentence + "suite's, mivas/bicycles"
    with pytest.raises(ConfigError, match=r"task='bicycles/T3-M1' belongs"):
        gym.make(ONE, task=mivas_env.load_task("bicycles/T3-M1"))


@pytest.mark.parametrize("task", ["T1-E1", "bicycles/T1-E1", "bicycles-t1e1", ONE])
def test_an_id_may_be_told_the_task_that_it_plays(task: str) -> None:
    assert played(ONE, task=task) == "bicycles/T1-E1"
    assert played(ONE, task=mivas_env.load_task("bicycles/T1-E1")) == "bicycles/T1-E1"


def test_a_task_that_does_not_exist_is_no_task_of_an_id() -> None:
    for env_id in (ONE, SUITE):
        with pytest.raises(ConfigError, match="there is no task 'bicycles/T9-E9'; did you mean"):
            gym.make(env_id, task="T9-E9")
        with pytest.raises(ConfigError, match="task=7 must be a task's name"):
            gym.make(env_id, task=7)


def test_a_suite_may_be_told_the_one_task_to_play() -> None:
    assert played(SUITE, task="T3-M1") == "bicycles/T3-M1"
    assert played(SUITE, task=mivas_env.load_task("bicycles/T3-M1")) == "bicycles/T3-M1"
    split = mivas_env.load_task("bicycles/T3-M1").split
    assert played(SUITE, task="T3-M1", split=split) == "bicycles/T3-M1"
    other = next(each for each in ("train", "dev", "eval") if each != split)
    with pytest.raises(ConfigError, match="T3-M1 is not in this suite or split"):
        gym.make(SUITE, task="T3-M1", split=other)
    with pytest.raises(ConfigError, match=r"healthcare/C1-E1 is not in this suite"):
        gym.make(SUITE, task="healthcare/C1-E1")


def test_a_suite_plays_its_own_industry() -> None:
    with pytest.raises(ConfigError, match="mivas/bicycles plays bicycles only; industry='health"):
        gym.make(SUITE, industry="healthcare")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"max_stpes": 7}, "takes no keyword 'max_stpes' for this environment; did you mean max_"),
        ({"rewardmode": "eval"}, "'rewardmode' for this environment; did you mean reward_mode"),
        ({"max_episode_step": 7}, "did you mean max_episode_steps or max_steps?"),
        ({"zzz": 7}, "'zzz' for this environment; there are: task, industry, split, caller, "),
        ({"seed": 7}, "takes no seed; give it to reset: reset(seed=0)"),
    ],
)
@pytest.mark.parametrize("make", [gym.make, mivas_env.make_vec])
def test_an_unknown_keyword_is_named_with_its_nearest(
    make: Any, given: dict[str, object], sentence: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        make(ONE, **given)
    assert sentence in str(caught.value)


def test_a_misspelt_keyword_of_a_vector_is_told_the_vectors_own() -> None:
    with pytest.raises(ConfigError, match=r"^make_vec takes no keyword .* mean group_size\?"):
        mivas_env.make_vec("bicycles", 4, group_sizes=2)


def test_written_decisions_name_their_own_keywords() -> None:
    with pytest.raises(ConfigError, match=r"'discount' .*; there are: task, industry, split, rew"):
        gym.make("mivas/brokerage-E017", discount=0.5)
    with pytest.raises(ConfigError, match="mivas/brokerage-E017 plays brokerage/E017 only; task="):
        gym.make("mivas/brokerage-E017", task="E018")
    env = gym.make("mivas/brokerage", task="E018", disable_env_checker=True)
    env.reset(seed=0)
    assert env.unwrapped.session.name == "brokerage/E018"  # type: ignore[attr-defined]


def test_gymnasiums_own_keywords_and_wrappers_work() -> None:
    env = gym.make(ONE, max_episode_steps=2, render_mode="ansi_list", disable_env_checker=True)
    assert isinstance(env, gym.wrappers.RenderCollection)
    env.reset(seed=0)
    env.step("Hello.")
    assert env.step("Hello.")[3]
    assert all(isinstance(frame, str) for frame in env.render())  # type: ignore[union-attr]
    envs = mivas_env.make_vec(ONE, 2, max_episode_steps=1, disable_env_checker=False)
    envs.reset(seed=0)
    assert envs.step(("Hello.",) * 2)[3].all()
    envs.close()
    assert make_call.metadata == CallEnv.metadata


def test_environments_of_ids_are_copied_and_made_anew_from_their_spec() -> None:
    env = gym.make(ONE, max_steps=5)
    env.reset(seed=3)
    env.step("Hello.")
    again = pickle.loads(pickle.dumps(env))  # noqa: S301  (made here)
    assert again.step("Hello?")[0] == env.step("Hello?")[0]
    spec = gym.envs.registration.EnvSpec.from_json(env.spec.to_json())  # type: ignore[union-attr]
    anew = gym.make(spec).unwrapped
    assert isinstance(anew, CallEnv)
    assert anew.settings.max_steps == 5
    assert json.loads(gym.spec(ONE).to_json())["kwargs"]["task"] == "bicycles/T1-E1"


# From Python 3.14 on, workers are asked for over a Unix socket, which the network's guard refuses.
@pytest.mark.usefixtures("socket_enabled")
def test_workers_make_environments_of_ids() -> None:
    makers = [lambda: gym.make(ONE, max_steps=1, disable_env_checker=True)] * 2
    envs = AsyncVectorEnv(makers, shared_memory=False)
    try:
        envs.reset(seed=0)
        assert envs.step(("Hello.",) * 2)[3].all()
    finally:
        envs.close()
