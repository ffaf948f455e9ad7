"""Numbered actions: masked, grounded in what was heard and returned, clean for the checkers."""

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from mivas_env.envs.call_env import CallEnv
from mivas_env.envs.discrete import DiscreteActions, Explorer, FlatObservation
from mivas_env.envs.discrete.candidates import candidates
from mivas_env.envs.discrete.notebook import Notebook
from mivas_env.errors import ConfigError, ResetNeeded
from mivas_env.proof.isolation import CANARY, with_canaries
from mivas_env.tasks import load_task

TASKS = ("bicycles/T1-E1", "bicycles/T2-E1", "bicycles/T3-M1")


def make(task: str = TASKS[0], **settings: Any) -> DiscreteActions:
    return DiscreteActions(CallEnv(task, **settings))


def walk(env: DiscreteActions, seed: int) -> list[tuple[int, dict[str, str]]]:
    """Take random open actions to the end; return each with what was then seen."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    taken = []
    over = False
    while not over:
        number = int(rng.choice(list(env.candidates)))
        obs, _, terminated, truncated, _ = env.step(number)
        taken.append((number, obs))
        over = terminated or truncated
    return taken


def test_gymnasium_finds_nothing_to_complain_about() -> None:
    for wrapped in (make(), FlatObservation(make())):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            # An environment under a wrapper draws a warning of the checker about wrappers alone.
            warnings.filterwarnings("ignore", message=".*is different from the unwrapped version.*")
            check_env(wrapped, skip_render_check=True)


def test_stable_baselines_finds_nothing_to_complain_about() -> None:
    checker = pytest.importorskip(
        "stable_baselines3.common.env_checker", reason="stable_baselines3 is not installed"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check_env(FlatObservation(make()))


@pytest.mark.slow
def test_maskable_ppo_runs_on_it() -> None:
    contrib = pytest.importorskip("sb3_contrib", reason="sb3_contrib is not installed")
    model = contrib.MaskablePPO("MlpPolicy", FlatObservation(make()), n_steps=32, batch_size=16)
    model.learn(64)


def test_the_mask_says_what_is_open_and_only_that() -> None:
    env = make()
    _, info = env.reset(seed=0)
    mask = env.action_masks()
    assert mask.dtype == np.bool_
    assert mask.shape == (env.action_space.n,)
    assert set(np.flatnonzero(mask)) == set(env.candidates)
    assert (info["action_mask"] == mask).all()
    env.action_space.seed(0)
    assert all(mask[env.action_space.sample(mask=info["action_mask"])] for _ in range(20))


def test_the_number_of_actions_is_the_industrys() -> None:
    sizes = {make(task).action_space.n for task in TASKS}
    assert len(sizes) == 1
    assert len(make().action_names) == sizes.pop()


def test_a_closed_number_is_a_silent_step() -> None:
    env = make()
    env.reset(seed=0)
    closed = next(n for n in range(env.action_space.n) if n not in env.candidates)
    _, reward, terminated, truncated, info = env.step(closed)
    assert (reward, terminated, truncated, info["step"]) == (0.0, False, False, 1)
    assert env.candidates


@pytest.mark.parametrize("task", TASKS)
def test_candidates_follow_from_observations_and_own_actions_alone(task: str) -> None:
    for seed in range(6):
        env = make(task)
        first, _ = env.reset(seed=seed)
        layout = env.layout
        other = Notebook(layout.vocabulary, layout.book, layout.industry.now[:10])
        other.see(first)
        for number, obs in walk(env, seed):
            chosen = candidates(layout, other)[number]
            other.do(chosen.key, chosen.sentence, chosen.offer, chosen.code)
            other.see(
                obs,
                tool=str(chosen.action.get("tool", "")),
                call=chosen.call,
                commits=chosen.commits,
            )
        assert other.answers == env.notes.answers


@pytest.mark.parametrize("task", TASKS)
def test_slots_hold_what_was_said_or_returned(task: str) -> None:
    env = make(task)
    rng = np.random.default_rng(1)
    for seed in range(6):
        obs, _ = env.reset(seed=seed)
        heard = obs["content"].casefold()
        over = False
        while not over:
            for each in env.candidates.values():
                fixed = {name for key in env.layout.keys if key.name == each.key
                         for name, _ in key.fixed}  # fmt: skip
                for name, value in each.action.get("arguments", {}).items():
                    if name in fixed:
                        continue
                    for text in value if isinstance(value, list) else [value]:
                        spelled = str(text).casefold().replace("_", " ")
                        digits = "".join(c for c in spelled if c.isdigit())
                        assert (
                            spelled in heard
                            or spelled.split()[-1] in heard
                            or digits[-4:] in heard
                            or digits
                        ), (each, heard)
            number = int(rng.choice(list(env.candidates)))
            obs, _, terminated, truncated, _ = env.step(number)
            heard += "\n" + obs["content"].casefold()
            over = terminated or truncated


def test_nothing_of_the_lockfile_is_reached() -> None:
    env = DiscreteActions(CallEnv(with_canaries(load_task("bicycles/T1-E1"))))
    rng = np.random.default_rng(0)
    env.reset(seed=0)
    over = False
    while not over:
        assert CANARY not in repr(env.candidates) + repr(env.notes)
        _, _, terminated, truncated, _ = env.step(int(rng.choice(list(env.candidates))))
        over = terminated or truncated


def test_tools_are_those_of_the_desk() -> None:
    env = make()
    for number, _ in walk(env, 3):
        assert 0 <= number < env.action_space.n
    env.reset(seed=3)
    at_desk = {tool.name for tool in env.layout.tools if env.notes.desk in tool.desks}
    called = {each.action["tool"] for each in env.candidates.values() if "tool" in each.action}
    assert called
    assert called <= at_desk


def test_a_write_is_not_offered_twice() -> None:
    for seed in range(8):
        env = make("bicycles/T3-M1")
        walk(env, seed)
        assert all(times == 1 for times, _ in env.notes.calls_done.values())


def test_the_vector_names_every_entry_and_stays_in_its_box() -> None:
    env = FlatObservation(make("bicycles/T3-M1"))
    rng = np.random.default_rng(0)
    for seed in range(5):
        obs, _ = env.reset(seed=seed)
        over = False
        while not over:
            assert obs.dtype == np.float32
            assert obs.shape == (len(env.feature_names),)
            assert env.observation_space.contains(obs)
            number = int(rng.choice(np.flatnonzero(env.action_masks())))
            obs, _, terminated, truncated, _ = env.step(number)
            over = terminated or truncated
    assert obs[env.feature_names.index("always")] == 1.0


def test_the_same_seed_and_actions_give_the_same_call() -> None:
    assert walk(make(), 4) == walk(make(), 4)


def test_what_is_no_call_is_refused() -> None:
    with pytest.raises(ConfigError, match="wraps a call"):
        DiscreteActions(gym.make("CartPole-v1"))
    with pytest.raises(ConfigError, match=r"FlatObservation\(DiscreteActions\(env\)\)"):
        FlatObservation(CallEnv(TASKS[0]))
    with pytest.raises(ResetNeeded):
        _ = make().notes


def test_the_explorer_returns_to_what_was_seen() -> None:
    explorer = Explorer()
    assert explorer.choose(np.random.default_rng(0)) == ()
    start = (frozenset[str](), "front", "", " hello ")
    later = (frozenset({"book{}"}), "front", "book", " thanks ")
    explorer.keep([start, later], [4, 7])
    explorer.keep([start, start, later], [1, 4, 7])
    paths = {explorer.choose(np.random.default_rng(k)) for k in range(20)}
    assert paths == {(), (4,)}
    odds = explorer.spread(start, np.array([1, 2]), np.array([1.0, 0.0]))
    assert odds.sum() == pytest.approx(1.0)
    assert odds[1] > 0.01
    for _ in range(50):
        explorer.count(start, 1)
    assert explorer.spread(start, np.array([1, 2]), np.array([1.0, 0.0]))[1] > odds[1]


def test_a_pooled_world_takes_any_number_of_searches() -> None:
    """SQLite counts a prepared statement's steps over its whole life; a limit must not."""
    env = CallEnv("bicycles/T1-E1", verbose_info=False)
    tool = next(tool for tool in make().layout.tools if tool.effect.value == "read")
    for _ in range(300):
        env.reset(seed=0)
        for _ in range(10):
            env.step({"tool": tool.name, "arguments": {}})
    env.close()


@pytest.mark.parametrize("travel", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])  # noqa: S301
def test_a_copy_goes_on_with_the_same_call(travel: Callable[[Any], Any]) -> None:
    env = make()
    env.reset(seed=2)
    for _ in range(3):
        env.step(int(np.flatnonzero(env.action_masks())[-1]))
    other = travel(env)
    while env.candidates:
        assert (other.action_masks() == env.action_masks()).all()
        number = int(np.flatnonzero(env.action_masks())[0])
        first, second = env.step(number), other.step(number)
        assert first[:4] == second[:4]
    assert not other.candidates
