"""Tasks that are full of canaries: strings that no policy may ever see before the end."""

import json

from mivas_env.episode.task import Task
from mivas_env.schema.lockfile import Lockfile
from mivas_env.tasks import load_task

CANARY = "zqx-canary"


def with_canaries(name: str = "bicycles/T1-E1") -> Task:
    """Return a copy of a task with a canary in everything that a policy must not see."""
    raw = load_task(name).lockfile.model_dump(mode="json", exclude_none=True)
    raw["title"] = raw["why"] = f"{CANARY} title"
    raw["category"]["slug"] = CANARY
    caller = raw["caller"]
    caller["brief"] = caller["ticket"] = f"{CANARY} brief"
    script = caller["script"]
    script["persona"]["mood"] = f"{CANARY} persona"
    script["facts"]["secret"] = {
        "value": f"{CANARY} value",
        "say": [f"{CANARY} fact"],
        "disclose": "never",
    }
    for ask in script["asks"]:
        ask["say"] = [f"{CANARY} repeat"]
    script["end"]["impatient"] = [f"{CANARY} last words"]
    raw["exp_tool_calls"].append(
        {"name": "leave_note", "parameters": {"for_whom": CANARY, "text": CANARY}}
    )
    for step in raw["oracle"]:
        if "say" in step:
            step["say"] = f"{CANARY} said"
    raw["exp_db_state"] = {
        "changes": [{"insert": "repairs", "row": {"bike_id": 1, "shop_id": CANARY}}]
    }
    return Task("bicycles", Lockfile.model_validate(raw), "eval")


def spelled_out(*values: object) -> str:
    """Return values as one text to be searched."""
    return json.dumps(values, default=str, ensure_ascii=False)
