"""The generator of a call's environment: Gymnasium's own, but made only for those who draw."""

import copy

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils import seeding

ID = "mivas/bicycles-T1E1"


def draws_after(seed: int) -> list[int]:
    generator, _ = seeding.np_random(seed)
    return generator.integers(2**31, size=4).tolist()


def test_a_seeded_call_makes_no_generator(monkeypatch: pytest.MonkeyPatch) -> None:
    env = gym.make(ID)
    made: list[int | None] = []
    real = seeding.np_random
    monkeypatch.setattr(seeding, "np_random", lambda seed=None: made.append(seed) or real(seed))
    for seed in (3, 4):
        env.reset(seed=seed)
        env.step({"say": "Hello there."})
    assert made == []
    assert env.np_random.integers(2**31, size=4).tolist() == draws_after(4)
    assert made == [4, 4]  # the second one is the test's own


def test_whoever_draws_gets_gymnasiums_numbers() -> None:
    env = gym.make(ID)
    env.reset(seed=7)
    assert env.unwrapped.np_random_seed == 7
    assert env.np_random.integers(2**31, size=4).tolist() == draws_after(7)
    env.reset(seed=8)
    expected, _ = seeding.np_random(8)
    env.reset()
    assert env.unwrapped.session.seed == int(expected.integers(2**31))
    assert env.unwrapped.np_random_seed == 8


def test_a_generator_of_ones_own_is_kept_until_the_next_seed() -> None:
    env = gym.make(ID)
    env.reset(seed=7)
    env.unwrapped.np_random = np.random.default_rng(1)
    assert env.unwrapped.np_random_seed == -1
    expected = int(np.random.default_rng(1).integers(2**31))
    env.reset()
    assert env.unwrapped.session.seed == expected
    env.reset(seed=7)
    assert env.np_random.integers(2**31, size=4).tolist() == draws_after(7)


def test_a_copy_draws_what_the_original_draws() -> None:
    env = gym.make(ID)
    env.reset(seed=9)
    twin = copy.deepcopy(env)
    assert twin.np_random.integers(2**31, size=4).tolist() == draws_after(9)
    assert env.np_random.integers(2**31, size=4).tolist() == draws_after(9)


def test_without_any_seed_a_generator_is_made_at_random() -> None:
    env = gym.make(ID)
    env.reset()
    assert isinstance(env.np_random, np.random.Generator)
    assert env.unwrapped.np_random_seed >= 0
