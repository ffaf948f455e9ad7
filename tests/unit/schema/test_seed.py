"""One rule for seeds and one sentence, wherever a call takes one."""

from collections.abc import Callable

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv

import mivas_env
from mivas_env.envs.call_env import CallEnv
from mivas_env.envs.vector import GroupSeeds
from mivas_env.errors import ConfigError
from mivas_env.schema.seed import check_seed, check_seed_list

TASK = "bicycles/T1-E1"
NO_SEEDS = [
    (-1, "seed=-1 must be a whole number from 0 to 2^53"),
    (True, "seed=True must be"),
    (np.True_, "must be a whole number from 0 to 2^53"),
    (1.0, "seed=1.0 must be"),
    (float("nan"), "seed=nan must be"),
    ("7", "seed='7' must be"),
    ({}, "seed={} must be"),
    (2**53 + 1, "seed=9007199254740993 must be"),
    (10**60, "seed=1000000000000000000000000000000000000000… must be"),
    (10**6_000, "seed=(a number of thousands of digits) must be"),
]


def reset_plain(seed: object) -> object:
    return CallEnv(TASK).reset(seed=seed)  # type: ignore[arg-type]


def reset_decisions(seed: object) -> object:
    return gym.make("mivas/brokerage-E017").reset(seed=seed)  # type: ignore[arg-type]


def reset_vector(seed: object) -> object:
    return mivas_env.make_vec(TASK, 2).reset(seed=seed)  # type: ignore[arg-type]


def reset_groups(seed: object) -> object:
    return mivas_env.make_vec(TASK, 2, group_size=2).reset(seed=seed)  # type: ignore[arg-type]


def reset_each(seed: object) -> object:
    envs = GroupSeeds(SyncVectorEnv([lambda: CallEnv(TASK)] * 2), 1)
    return envs.reset(seed=[0, seed])  # type: ignore[list-item]


def dial(seed: object) -> object:
    return mivas_env.CallSession(TASK, seed=seed)  # type: ignore[arg-type]


PLACES: list[Callable[[object], object]] = [
    check_seed, dial, reset_plain, reset_decisions, reset_vector, reset_groups, reset_each
]  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("seed", "sentence"), NO_SEEDS, ids=range(len(NO_SEEDS)))
def test_no_seed_is_refused_in_one_sentence(
    place: Callable[[object], object], seed: object, sentence: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        place(seed)
    assert sentence in str(caught.value)
    assert str(caught.value).endswith("must be a whole number from 0 to 2^53")


@pytest.mark.parametrize("seed", [None, [1, 2], np.array([1, 2])])
def test_a_call_has_one_seed(seed: object) -> None:
    with pytest.raises(ConfigError, match="must be a whole number from 0 to 2"):
        dial(seed)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("seed", [0, 2**53, np.int64(7), np.uint8(7)])
def test_whole_numbers_are_seeds(place: Callable[[object], object], seed: int) -> None:
    if int(seed) == 2**53 and place in (reset_vector, reset_groups):
        seed -= 1  # the second environment's seed is one more
    place(seed)


def test_a_seed_of_numpy_is_that_number() -> None:
    given = np.int64(5)
    session = mivas_env.CallSession(TASK, seed=given)  # type: ignore[arg-type]
    assert type(session.seed) is int
    assert session.trajectory() == mivas_env.CallSession(TASK, seed=5).trajectory()
    by_numpy = reset_vector(np.array([5, 6]))
    assert str(by_numpy) == str(reset_vector([5, 6])) == str(reset_vector(given))


@pytest.mark.usefixtures("socket_enabled")
def test_workers_are_not_even_asked() -> None:
    envs = mivas_env.make_vec(TASK, 2, vectorization_mode="async")
    try:
        for seed in (True, -1, [0, 1.5]):
            with pytest.raises(ConfigError, match="must be a whole number from 0 to 2"):
                envs.reset(seed=seed)  # type: ignore[arg-type]
        assert envs.reset(seed=1)[0]["desk"] == ("counter", "counter")
    finally:
        envs.close()


def test_seeds_of_a_data_set_are_seeds_each() -> None:
    assert check_seed_list(range(2)) == [0, 1]
    assert [type(each) for each in check_seed_list(np.arange(2))] == [int, int]
    for odd in (3, "12", None, b"1"):
        with pytest.raises(ConfigError, match="must be a list of seeds, such as range"):
            check_seed_list(odd)
    with pytest.raises(ConfigError, match=r"seed=1.5 must be a whole number"):
        check_seed_list([0, 1.5])
