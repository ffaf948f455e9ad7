"""Arguments of another kind: each is one sentence, of an environment and of a vector."""

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium import VectorizeMode

import mivas_env
from mivas_env.envs.call_env import CallEnv
from mivas_env.envs.decision_env import DecisionEnv
from mivas_env.envs.discrete import DiscreteActions
from mivas_env.errors import ConfigError
from mivas_env.tasks import load_task

ONE = "mivas/bicycles-T1E1"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"what": 3}, "make_vec needs an industry, a task, or several .*, not 3"),
        ({"what": None}, "make_vec needs an industry, a task"),
        ({"what": {"bicycles"}}, "make_vec needs an industry, a task"),
        ({"what": "bicycle"}, r"there is no industry 'bicycle'; did you mean bicycles\?"),
        ({"what": "Healthcar"}, r"there is no industry 'Healthcar'; did you mean healthcare\?"),
        ({"what": "healthcare_C1E1"}, "there is no task 'healthcare_C1E1'"),
        ({"wrappers": None}, "wrappers is a list of functions .*, not None"),
        ({"wrappers": DiscreteActions}, "wrappers is a list of functions"),
        ({"wrappers": ["x"]}, "wrappers is a list of functions"),
        ({"vector_kwargs": {}}, r"takes no keyword 'vector_kwargs' .*; there are: task, industry"),
        ({"vectorization_mode": VectorizeMode.VECTOR_ENTRY_POINT}, "use 'sync' or 'async'"),
        ({"vectorization_mode": 3}, "vectorization_mode=3 is unknown"),
    ],
)
def test_what_no_vector_takes(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence) as caught:
        mivas_env.make_vec(**{"what": "bicycles", "num_envs": 2, **given})
    assert "kwargs?" not in str(caught.value)


def test_gymnasiums_name_of_a_mode_is_taken() -> None:
    envs = mivas_env.make_vec("bicycles", 2, vectorization_mode=VectorizeMode.SYNC)
    assert isinstance(envs, gym.vector.SyncVectorEnv)
    envs.close()


# From Python 3.14 on, workers are asked for over a Unix socket, which the network's guard refuses.
@pytest.mark.usefixtures("socket_enabled")
@pytest.mark.parametrize("kind", ["sync", "async"])
def test_options_of_a_vector_are_checked_and_left_as_they_are(kind: Any) -> None:
    for group_size in (1, 2):
        envs = mivas_env.make_vec(
            "bicycles",
            2,
            group_size=group_size,
            vectorization_mode=kind,
            autoreset_mode="Disabled",
        )
        try:
            envs.reset(seed=0, options={})
            for options, sentence in (
                (5, "options must be a mapping, such as .*, not 5"),
                ("task", "options must be a mapping"),
                ({"reset_mask": np.ones(3, dtype=bool)}, "one truth value for each of 2 calls"),
                ({"reset_mask": True}, "one truth value for each of 2 calls"),
                ({"reset_mask": [False, False]}, "there is nothing to reset"),
            ):
                given: Any = options
                with pytest.raises(ConfigError, match=sentence):
                    envs.reset(options=given)
            mask = {"reset_mask": [True, True]}
            envs.reset(options=mask)
            assert mask == {"reset_mask": [True, True]}
            envs.reset(options={"reset_mask": None, "task": "T2-E1"})
            assert (
                envs.step([{"tool": "end_call"}] * 2)[4]["task"].tolist() == ["bicycles/T2-E1"] * 2
            )
        finally:
            envs.close()


@pytest.mark.parametrize("name", [ONE, "mivas/bicycles", "mivas/brokerage", "mivas/brokerage-E017"])
def test_options_of_an_environment_are_a_mapping_with_a_task(name: str) -> None:
    env = gym.make(name)
    for options, sentence in (
        (5, "options must be a mapping, such as .*, not 5"),
        ([], "options must be a mapping"),
        ({"task": 5}, "the option 'task' is a task's name or a Task, not 5"),
        ({"task": ["T1-E1"]}, "the option 'task' is a task's name"),
        ({5: 5}, "reset knows the option 'task', not 5"),
    ):
        given: Any = options
        with pytest.raises(ConfigError, match=sentence):
            env.reset(options=given)
    env.close()


def test_a_suite_takes_a_task_itself() -> None:
    suite: Any = gym.make("mivas/bicycles", split="dev")
    task = load_task("bicycles/T2-E1")
    suite.reset(options={"task": task})
    assert suite.unwrapped.session.task is task
    with pytest.raises(ConfigError, match="bicycles/T1-E1 is not in this suite or split"):
        suite.reset(options={"task": load_task("bicycles/T1-E1")})
    with pytest.raises(ConfigError, match="plays bicycles/T1-E1 only"):
        gym.make(ONE).reset(options={"task": task})
    suite.close()


def test_a_written_decision_is_found_in_any_spelling() -> None:
    env: Any = gym.make("mivas/brokerage")
    for spelled in ("e017", "E017", "brokerage-E017", "mivas/brokerage-E017", "brokerage/e017"):
        env.reset(options={"task": spelled})
        assert env.unwrapped.session.name == "brokerage/E017"
        assert DecisionEnv(spelled)._names == ("brokerage/E017",)
    with pytest.raises(ConfigError, match="there is no task 'brokerage/E999'"):
        env.reset(options={"task": "E999"})
    with pytest.raises(ConfigError, match="bicycles/T1-E1 is not in this suite or split"):
        env.reset(options={"task": "bicycles/T1-E1"})
    env.close()


@pytest.mark.parametrize("make", [DecisionEnv, lambda **given: gym.make(ONE, **given)])
def test_switches_are_switches(make: Any) -> None:
    given: dict[str, Any] = {"task": "E017"} if make is DecisionEnv else {}
    with pytest.raises(ConfigError, match="verbose_info='no' must be True or False"):
        make(**given, verbose_info="no")


@pytest.mark.parametrize("make", [DecisionEnv, CallEnv])
@pytest.mark.parametrize("mode", [3, ["ansi"], "human"])
def test_a_render_mode_is_known(make: Any, mode: Any) -> None:
    with pytest.raises(ConfigError, match="is unknown; use 'ansi' or None"):
        make("E017" if make is DecisionEnv else "T1-E1", render_mode=mode)


def test_an_episode_is_a_name() -> None:
    odd: Any = 3
    with pytest.raises(ConfigError, match="task=3 must be an episode's name"):
        DecisionEnv(odd)


@pytest.mark.parametrize("odd", [int, lambda: None, lambda task: task, len])
def test_a_factory_of_callers_takes_a_task_and_a_seed(odd: Any) -> None:
    with pytest.raises(ConfigError, match="must take two arguments, "):
        gym.make(ONE, caller=odd)
