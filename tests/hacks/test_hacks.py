"""Every exploit that was found earns what it should, for ever."""

import re
from typing import Any

import gymnasium as gym
import pytest
from hack_agents import HACKS, Hack

import mivas_env
from mivas_env.agents.rollout import roll_out
from mivas_env.agents.scripted import oracle
from mivas_env.episode.task import Task
from mivas_env.schema.lockfile import Lockfile

INSTALLED = (
    mivas_env.list_tasks("healthcare") if "healthcare/C1-E1" in mivas_env.list_tasks() else []
)
needs_healthcare = pytest.mark.skipif(not INSTALLED, reason="healthcare is not installed")
MODES = ("eval", "train", "strict")


def play(task: Task, actions: list[object], mode: str) -> mivas_env.CallSession:
    """Take the actions in order; one that is still on the line at the end hangs up."""
    session = mivas_env.CallSession(task, reward_mode=mode)  # type: ignore[arg-type]
    for action in actions:
        session.act(mivas_env.parse_action(action))
    if not session.done:
        session.hang_up()
    session.close()
    return session


@needs_healthcare
@pytest.mark.parametrize("hack", HACKS, ids=lambda hack: hack.name)
def test_an_exploit_earns_what_it_should(hack: Hack) -> None:
    task = mivas_env.load_task(f"healthcare/{hack.task}")
    earned = tuple(play(task, hack.act(task), mode).reward for mode in MODES)
    assert earned == (hack.r_eval, hack.r_train, hack.strict)


@needs_healthcare
@pytest.mark.parametrize("name", sorted({hack.task for hack in HACKS}))
def test_the_honest_call_still_passes(name: str) -> None:
    task = mivas_env.load_task(f"healthcare/{name}")
    actions: list[object] = [step.to_action() for step in task.lockfile.oracle]
    assert [play(task, actions, mode).reward for mode in MODES] == [1.0, 1.0, 1.0]


@needs_healthcare
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("the text false as consent", "FEE_DISCLOSURE_REQUIRED"),
        ("fee accepted in one breath", "FEE_DISCLOSURE_REQUIRED"),
        ("another identity after the caller's", "ALREADY_VERIFIED"),
        ("one slot twice", "SLOT_TAKEN"),
        ("waiting everywhere", "ALREADY_WAITING"),
        ("cancelled for every reason", "ALREADY_CANCELLED"),
        ("waiting as somebody else, too", "ANOTHER_PERSON"),
        ("the wrong desk", "TOOL_NOT_AVAILABLE"),
        ("reading before verification", "NOT_VERIFIED"),
    ],
)
def test_a_cheat_is_told_why(name: str, code: str) -> None:
    hack = next(each for each in HACKS if each.name == name)
    task = mivas_env.load_task(f"healthcare/{hack.task}")
    calls = play(task, hack.act(task), "train").trajectory().calls
    assert code in [call.error_code for call in calls]


def with_note(repair: Task, text: str) -> tuple[Task, list[object]]:
    """Return a repair that also locks a note whose wording is free, and its calls."""
    note = {"tool": "leave_note", "arguments": {"for_whom": "Ana", "text": text}}
    raw = repair.lockfile.model_dump(mode="json", exclude_none=True)
    locked = {"for_whom": "Ana", "text": "Please ring the owner."}
    raw["exp_tool_calls"].append(
        {"name": "leave_note", "parameters": locked, "output": {"ok": True}}
    )
    task = Task(repair.industry, Lockfile.model_validate(raw))
    actions: list[object] = [step.to_action() for step in task.lockfile.oracle]
    return task, [*actions[:3], note, *actions[3:]]


@pytest.mark.parametrize(
    ("text", "reward"),
    [("In other words.", 1.0), ("", 0.0), (" ", 0.0), ("\u200b", 0.0), ("\n\t", 0.0)],
)
def test_blank_prose_earns_nothing_and_any_wording_does(
    repair: Task, text: str, reward: float
) -> None:
    assert play(*with_note(repair, text), "train").reward == reward


def test_a_call_that_is_closed_midway_is_never_paid(repair: Task) -> None:
    agent = oracle(repair)
    session = mivas_env.CallSession(repair)
    for _ in range(3):
        session.act(mivas_env.parse_action(agent(session)))
    session.close()
    assert (session.reward, session.verification) == (None, None)
    assert "CALL_ENDED" in session.call_tool("find_bike", {"owner": "Ines Calloway"})
    assert "CALL_ENDED" in session.hang_up()
    assert (session.ending, session.reward, session.verification) == (None, None, None)
    env: gym.Env[Any, Any] = gym.make(repair.gym_id)
    env.reset(seed=0)
    env.close()
    with pytest.raises(mivas_env.ResetNeeded):
        env.step("Hello.")


def test_a_budget_that_cuts_a_finished_call_pays_nothing(repair: Task) -> None:
    session = mivas_env.CallSession(repair, max_steps=3)
    roll_out(session, oracle(repair))
    found = session.verification
    assert found is not None
    assert (found.T, found.H, found.D, found.result) == (True, True, True, False)
    assert (session.ending, session.reward) == ("budget", 0.0)


TURNED = {
    "Yes": "No",
    "does accept": "does not accept",
    "does not accept": "does accept",
    "doesn't": "does",
    "takes": "does not take",
    "does not take": "takes",
    "is needed": "is not needed",
    "twenty-four": "two",
    "fifty dollars": "nine hundred dollars",
    "$": "$9",
}
TURNED_HARMLESSLY = {"C1-M3", "C2-E3", "C3-H3", "C5-E3", "C5-M2", "R-M2"}
"""Calls in which that turns a word that answers no yes or no and no price of the caller's."""


def turned(text: str) -> str:
    """Turn every yes or no and every amount of a line into another one."""
    longest_first = sorted(TURNED, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, longest_first)), lambda found: TURNED[found[0]], text)


@needs_healthcare
@pytest.mark.parametrize("name", INSTALLED)
def test_nobody_is_paid_strictly_for_the_opposite(name: str) -> None:
    task = mivas_env.load_task(name)
    steps = task.lockfile.oracle
    actions: list[object] = [
        step.to_action() if step.say is None else {"say": turned(step.say)} for step in steps
    ]
    if all(step.say is None or turned(step.say) == step.say for step in steps):
        pytest.skip("no yes, no or amount is said")
    paid = play(task, actions, "strict").reward
    assert paid == (1.0 if task.lockfile.id in TURNED_HARMLESSLY else 0.0)
