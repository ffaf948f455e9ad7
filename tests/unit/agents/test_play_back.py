"""Reference conversations that need a value which only the call itself can give."""

from pathlib import Path

from toy_industry.industry import BICYCLES

from mivas_env.agents.protocol import play_back
from mivas_env.agents.rollout import roll_out
from mivas_env.episode.session import CallSession
from mivas_env.episode.settings import SessionSettings
from mivas_env.tasks import load_task_file

TASK = Path(__file__).parents[2] / "toy_industry/tasks/bicycles/T1-E1.yaml"


def test_a_token_is_taken_from_the_latest_answer():
    task = load_task_file(TASK, industry="bicycles")
    session = CallSession(task, BICYCLES, settings=SessionSettings(caller="ticket"))
    token = {"from_answer": "confirmation_token"}
    actions = [
        {"tool": "transfer_to_accounts", "arguments": {}},
        {"tool": "hold_refund", "arguments": {"amount": 10}},
        {"tool": "hold_refund", "arguments": {"amount": 12.5}},
        {"tool": "confirm_refund", "arguments": {"confirmation_token": token}},
        {"tool": "end_call", "arguments": {"reason": "caller_done"}},
    ]
    roll_out(session, play_back(iter(actions)))
    calls = session.trajectory().calls
    assert [call.ok for call in calls] == [True] * 5
    assert isinstance(calls[3].parameters["confirmation_token"], str)
    assert session.trajectory().state["refunds"][-1]["amount_pence"] == 1250


def test_a_value_that_no_answer_holds_is_left_empty():
    task = load_task_file(TASK, industry="bicycles")
    session = CallSession(task, BICYCLES, settings=SessionSettings(caller="ticket"))
    actions = [
        {"tool": "find_bike", "arguments": {"owner": {"from_answer": "nothing"}}},
        {"tool": "end_call", "arguments": {"reason": "caller_done"}},
    ]
    roll_out(session, play_back(iter(actions)))
    assert session.trajectory().calls[0].error_code == "INVALID_ARGUMENTS"
