"""The call of the mission, from `gym.make`: Aetna at the Park Avenue office."""

from typing import Any

import gymnasium as gym
import pytest

import mivas_env

NAME, ENV_ID = "healthcare/C1-E1", "mivas/healthcare-C1E1"
pytestmark = pytest.mark.skipif(
    NAME not in mivas_env.list_tasks(), reason="healthcare is not installed"
)

HOP = {"tool": "transfer_to_coverage", "arguments": {}}
YES = {"say": "Yes, the Park Avenue office accepts Aetna. I have just checked."}
BYE = {"say": "You're welcome. Goodbye."}
END = {"tool": "end_call", "arguments": {"reason": "caller_done"}}


def look_up(office: str = "loc_park_ave", carrier: str = "aetna") -> dict[str, Any]:
    return {
        "tool": "check_plan_accepted",
        "arguments": {"carrier": carrier, "location_id": office},
    }


def play(actions: list[Any], **settings: Any) -> tuple[float, dict[str, Any]]:
    env = gym.make(ENV_ID, **settings)
    env.reset(seed=0)
    reward, info, over = 0.0, {}, False
    for action in actions:
        assert not over, action
        _, step_reward, terminated, truncated, info = env.step(action)
        reward, over = reward + float(step_reward), terminated or truncated
    assert over
    env.close()
    return reward, info


def gates(info: dict[str, Any]) -> tuple[bool, bool, bool]:
    found = info["verification"]
    return found["T"], found["H"], found["D"]


def test_the_oracle_gets_one() -> None:
    for mode in ("train", "eval", "strict"):
        reward, info = play(mivas_env.oracle_actions(NAME), reward_mode=mode)
        assert (reward, info["verdict"], info["ending"]) == (1.0, "exact", "caller_satisfied")
        assert gates(info) == (True, True, True)


@pytest.mark.parametrize("discount", [0.5, 0.25, 0.9])
def test_a_superfluous_desk_costs_exactly_the_discount(discount: float) -> None:
    from mivas_env.agents.scripted import extra_hop

    agent = extra_hop(mivas_env.load_task(NAME))
    detour = agent(None)  # type: ignore[arg-type]
    while not (isinstance(detour, dict) and detour.get("tool")):
        detour = agent(None)  # type: ignore[arg-type]
    reward, info = play([detour, HOP, look_up(), YES, BYE], discount=discount)
    assert reward == discount
    assert info["verdict"] == "in_order_with_extras"
    assert (info["r_eval"], info["r_train"]) == (1.0, discount)
    assert play([detour, HOP, look_up(), YES, BYE], reward_mode="eval")[0] == 1.0


def test_a_plan_checked_at_the_wrong_office_fails_the_tools_alone() -> None:
    reward, info = play([HOP, look_up("loc_windermere"), YES, BYE])
    assert reward == 0.0
    assert gates(info) == (False, True, True)
    assert info["verification"]["failure_classes"] == ["wrong_argument"]
    assert info["caller_satisfied"] is True


def test_another_carrier_fails_the_tools_alone() -> None:
    reward, info = play([HOP, look_up(carrier="cigna"), YES, BYE])
    assert (reward, gates(info)) == (0.0, (False, True, True))


def test_an_answer_from_memory_gets_nothing() -> None:
    reward, info = play([YES, BYE])
    assert reward == 0.0
    assert gates(info) == (False, False, True)
    assert "answered_from_memory" in info["verification"]["failure_classes"]
    assert info["caller_satisfied"] is True


def test_an_answer_from_memory_at_the_right_desk_gets_nothing() -> None:
    reward, info = play([HOP, YES, BYE])
    assert (reward, gates(info)) == (0.0, (False, True, True))


def test_everything_right_without_a_word_passes_by_contract_and_not_strictly() -> None:
    assert play([HOP, look_up(), END])[0] == 1.0
    reward, info = play([HOP, look_up(), END], reward_mode="strict")
    assert (reward, info["r_eval"], info["caller_satisfied"]) == (0.0, 1.0, False)


@pytest.mark.parametrize("spelling", ["Park Avenue", "park avenue", "LOC_PARK_AVE"])
def test_an_office_may_be_spelled_as_people_do(spelling: str) -> None:
    assert play([HOP, look_up(spelling), YES, BYE])[0] == 1.0


def test_a_look_up_from_the_wrong_desk_does_not_count() -> None:
    reward, info = play([look_up(), HOP, YES, BYE])
    assert (reward, gates(info)) == (0.0, (False, True, True))


def test_calls_as_chat_models_write_them() -> None:
    chat = [
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "a", "type": "function", "function": {
                "name": "transfer_to_coverage", "arguments": "{}"}}]},
        (
            '<think>Park Avenue.</think><tool_call>{"name": "check_plan_accepted", "arguments": '
            '{"carrier": "Aetna", "location_id": "loc_park_ave"}}</tool_call>'
        ),
        "Yes, the Park Avenue office accepts Aetna. I have just checked.",
        '{"say": "Goodbye."}',
    ]  # fmt: skip
    assert play(chat)[0] == 1.0


def test_a_lie_is_named_and_not_paid_strictly() -> None:
    lie = {"say": "No, I checked, and Park Avenue does not take Aetna."}
    reward, info = play([HOP, look_up(), lie, BYE], reward_mode="strict")
    assert (reward, info["r_train"], info["caller_satisfied"]) == (0.0, 1.0, True)
    sentence = "plan_at_office: the caller was told no, where it is yes"
    assert info["told_misses"] == list(info["trajectory"]["told_misses"]) == [sentence]
