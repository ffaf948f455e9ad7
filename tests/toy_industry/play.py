"""Short ways to start and play calls of the toy industry."""

import json
from typing import Any

from mivas_env.episode.session import CallSession
from mivas_env.episode.settings import SessionSettings
from mivas_env.episode.task import Task
from mivas_env.industry import Industry
from mivas_env.schema.action import Action, ToolCall
from mivas_env.tasks import load_task
from toy_industry.industry import BICYCLES

REPAIR = {"bike_id": 1, "shop_id": "shop_mill", "day": "2026-05-08", "parts": ["chain"]}
BOOKED = "The repair is booked at Mill Lane for May eighth."


def dial(
    task: Task | str = "bicycles/T1-E1",
    *,
    industry: Industry = BICYCLES,
    seed: int = 0,
    **settings: Any,
) -> CallSession:
    """Start a call with the given settings."""
    loaded = load_task(task) if isinstance(task, str) else task
    return CallSession(loaded, industry, seed=seed, settings=SessionSettings(**settings))


def message(*calls: tuple[str, dict[str, object]], say: str = "") -> Action:
    """Return one agent message of words and calls."""
    return Action(say=say, calls=tuple(ToolCall(name, arguments) for name, arguments in calls))


def answers(session: CallSession) -> list[dict[str, Any]]:
    """Return the JSON answers among what the agent saw last."""
    lines = session.observed[1].splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]


def book(session: CallSession) -> None:
    """Make the calls that a repair takes, without a word."""
    session.call_tool("find_bike", {"owner": "Ines Calloway"})
    session.call_tool("transfer_to_workshop", {"next_job": "repair"})
    session.call_tool("book_repair", REPAIR)
