"""One environment's record comes out of a vector's infos as that environment returned it."""

from collections.abc import Iterator, Mapping
from typing import Any

import gymnasium as gym
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import mivas_env
from mivas_env.envs.vector import episode_records

ENVS = 3
SEEDS = (4, 5, 6)
ORACLE = mivas_env.oracle_actions("bicycles/T1-E1")
BOOKING = {"tool": "leave_note", "arguments": {"for_whom": "Ana", "text": "Ring."}}
HANGUP = {"tool": "end_call", "arguments": {"reason": "caller_done"}}
SCRIPTS: tuple[list[Any], ...] = (
    [*ORACLE, "Goodbye."],
    ["Hello.", HANGUP, "{", {"tool": "call_manager"}, HANGUP, "Hello.", HANGUP],
    [BOOKING, HANGUP, BOOKING, BOOKING, BOOKING, HANGUP, "Hello."],
)
STEPS = 7


def plain(value: Any) -> Any:
    """Return mappings as dicts all the way down, with the kinds of their values."""
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return type(value), value


def alone(mode: str, seed: int, script: list[Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Play one environment as a vector of that mode would; yield (step, info) of each end."""
    env = gym.make("mivas/bicycles-T1E1", max_steps=6, disable_env_checker=True)
    env.reset(seed=seed)
    over = False
    for step, action in enumerate(script[:STEPS]):
        if over:  # NextStep
            env.reset()
            over = False
            continue
        *_, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            yield step, info
            over = mode != "SameStep"
            if mode == "SameStep":
                env.reset()
            elif mode == "Disabled":
                env.reset()
                over = False


# From Python 3.14 on, workers are asked for over a Unix socket, which the network's guard refuses.
@pytest.mark.usefixtures("socket_enabled")
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("kind", ["sync", "async"])
def test_records_are_what_each_environment_returns(kind: Any, mode: str) -> None:
    scripts = [(script * 2)[:STEPS] for script in SCRIPTS]
    expected = [
        (step, number, plain(info))
        for number, script in enumerate(scripts)
        for step, info in alone(mode, SEEDS[number], script)
    ]
    envs = mivas_env.make_vec(
        "bicycles/T1-E1", ENVS, vectorization_mode=kind, autoreset_mode=mode, max_steps=6
    )
    found = []
    try:
        envs.reset(seed=list(SEEDS))
        for step in range(STEPS):
            *_, terminated, truncated, infos = envs.step(tuple(s[step] for s in scripts))
            records = episode_records(infos)
            over = terminated | truncated
            assert sorted(records) == [int(n) for n in over.nonzero()[0]]
            found += [(step, number, plain(record)) for number, record in records.items()]
            if mode == "Disabled" and over.any():
                envs.reset(options={"reset_mask": over})
    finally:
        envs.close()
    assert found == sorted(expected, key=lambda each: each[:2])
    assert {number for _, number, _ in found} == {0, 1, 2}
    verdicts = {record["verification"]["result"] for _, _, record in found}
    assert len(verdicts) == 2
    assert any(record["verification"]["state_diff"] for _, _, record in found)


def test_a_step_without_an_end_has_no_records() -> None:
    envs = mivas_env.make_vec("bicycles", 2)
    assert episode_records(envs.reset(seed=0)[1]) == {}
    assert episode_records(envs.step(("Hello.",) * 2)[4]) == {}
    envs.close()


def test_what_wrappers_add_stays_with_its_environment() -> None:
    envs = RecordEpisodeStatistics(mivas_env.make_vec("bicycles", 2, verbose_info=False))
    envs.reset(seed=0)
    *_, infos = envs.step((HANGUP, "Hello."))
    records = episode_records(infos)
    assert list(records) == [0]
    assert (records[0]["episode"]["l"], records[0]["episode"]["r"]) == (1, 0.0)
    assert "trajectory" not in records[0]
    envs.close()


def test_written_decisions_have_records_too() -> None:
    envs = mivas_env.make_vec("mivas/brokerage-E017", 2)
    envs.reset(seed=0)
    records: dict[int, dict[str, Any]] = {}
    while not records:
        records = episode_records(envs.step(("Thank you.",) * 2)[4])
    assert [record["episode_score"] for record in records.values()] == [0.0, 0.0]
    assert records[0]["verification"] == records[1]["verification"]
    envs.close()
