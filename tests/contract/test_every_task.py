"""The contract of every registered task: playable exactly, never by doing nothing.

The default run takes a few tasks of each industry; `-m slow` takes all of them.
"""

import warnings

import gymnasium as gym
import pytest
from gymnasium.utils.env_checker import check_env
from registered import task_params

import mivas_env
from mivas_env.agents.rollout import roll_out
from mivas_env.agents.scripted import (
    extra_hop,
    hang_up_at_once,
    mute_oracle,
    null,
    oracle,
    wrong_argument,
)
from mivas_env.episode.kit import kit_of
from mivas_env.proof.checks import check_industry, check_task
from mivas_env.registry import industry_entry_points, industry_named
from mivas_env.schema.script import AskKind
from mivas_env.tools.spec import Effect

every_task = pytest.mark.parametrize("name", task_params())
every_industry = pytest.mark.parametrize("industry", industry_entry_points())
SEEDS = range(5)


def play(name: str, agent: object, seed: int = 0, **settings: object) -> mivas_env.CallSession:
    task = mivas_env.load_task(name)
    session = mivas_env.CallSession(task, seed=seed, **settings)  # type: ignore[arg-type]
    roll_out(session, agent(task))  # type: ignore[operator]
    session.close()
    return session


def asks_for_a_person_only(name: str) -> bool:
    asks = mivas_env.load_task(name).lockfile.caller.script.asks
    return all(ask.kind is AskKind.HUMAN for ask in asks)


@every_task
def test_the_checker_of_gymnasium_is_content(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gym.make(mivas_env.load_task(name).gym_id).unwrapped)


@every_task
def test_no_check_finds_anything(name: str) -> None:
    assert list(check_task(mivas_env.load_task(name))) == []


@every_task
def test_the_oracle_is_exact_for_every_seed_and_satisfies(name: str) -> None:
    for seed in SEEDS:
        session = play(name, oracle, seed, reward_mode="strict")
        assert session.verification is not None
        assert session.verification.verdict == "exact", seed
        assert (session.reward, session.caller_satisfied) == (1.0, True), seed


@every_task
def test_agents_that_do_nothing_fail(name: str) -> None:
    for agent in (null, hang_up_at_once):
        session = play(name, agent)
        assert session.reward == 0.0
        assert session.verification is not None
        assert session.verification.r_eval == 0.0


@every_task
def test_a_silent_oracle_satisfies_nobody(name: str) -> None:
    if asks_for_a_person_only(name):
        pytest.skip("putting the caller through is all that was asked for")
    session = play(name, mute_oracle, reward_mode="strict")
    assert session.caller_satisfied is False
    assert session.reward == 0.0


@every_task
def test_a_detour_costs_the_discount_and_a_wrong_argument_everything(name: str) -> None:
    task = mivas_env.load_task(name)
    session = play(name, extra_hop, discount=0.375)
    assert session.verification is not None
    extra = len(session.verification.actual_path) - len(task.lockfile.exp_handoff_path)
    assert session.reward == (0.375 if extra else 1.0)
    changed = play(name, wrong_argument)
    made = [call.parameters for call in play(name, oracle).trajectory().calls]
    if [call.parameters for call in changed.trajectory().calls] != made:
        assert changed.reward == 0.0


@every_task
def test_the_budget_leaves_room_for_the_oracle(name: str) -> None:
    task = mivas_env.load_task(name)
    assert task.tool_call_budget >= 3 * task.lockfile.oracle_tool_calls()
    assert len(task.lockfile.oracle) <= 30


@every_task
def test_a_ticket_tells_what_the_oracle_needs_to_say(name: str) -> None:
    session = mivas_env.CallSession(name, caller="ticket")
    assert session.observed[1]
    assert session.observed[0] == "caller"
    session.close()


@every_industry
def test_prompts_and_seed_are_clean(industry: str) -> None:
    assert list(check_industry(industry)) == []


@every_industry
def test_every_read_tool_leaves_graded_tables_alone(industry: str) -> None:
    """Fire every tool that reads fifty times with sampled arguments (PROOF B11)."""
    kit = kit_of(industry_named(industry))
    names = mivas_env.list_tasks(industry)
    if not names:
        pytest.skip("no task to play")
    session = mivas_env.CallSession(names[0], max_tool_calls=1_000_000)
    dispatcher, world = session._dispatcher, session._world
    from mivas_env.envs.spaces import ActionSpace

    for tool in kit.toolbox.tools:
        if tool.effect is not Effect.READ:
            continue
        space = ActionSpace([tool], seed=0)
        for _ in range(50):
            action = space.sample()
            dispatcher.dispatch(tool.desks[0], tool.name, action.get("arguments", {}), at_ms=0)
        world.mark_written()
        assert world.dump() == kit.template.seed_state, tool.name
    session.close()
