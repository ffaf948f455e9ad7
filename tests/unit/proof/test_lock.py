"""`mivas lock`: expectations follow from the oracle's run and replace those of the file."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from toy_industry.industry import BICYCLES

from mivas_env.authoring import Effect, NoArguments, Tool, ToolContext
from mivas_env.episode.task import Task
from mivas_env.errors import TaskError
from mivas_env.proof.lock import (
    EXPECTATIONS,
    expectations_yaml,
    project_expectations,
    replace_expectations,
)
from mivas_env.registry import task_folder
from mivas_env.schema.lockfile import Lockfile
from mivas_env.schema.strict_yaml import load_yaml
from mivas_env.tasks import parse_lockfile


def edited(task: Task, **changes: Any) -> Task:
    raw = {**task.lockfile.model_dump(mode="json", exclude_none=True), **changes}
    return Task(task.industry, Lockfile.model_validate(raw))


def test_what_follows_from_the_oracle(repair: Task) -> None:
    assert project_expectations(repair) == {
        "exp_handoff_path": ["transfer_to_workshop"],
        "exp_tool_calls": [
            {
                "name": "find_bike",
                "parameters": {"owner": "Ines Calloway"},
                "output": {"ok": True},
            },
            {
                "name": "transfer_to_workshop",
                "parameters": {"next_job": "repair"},
                "output": {"ok": True},
            },
            {
                "name": "book_repair",
                "parameters": {
                    "bike_id": 1,
                    "shop_id": "shop_mill",
                    "day": "2026-05-08",
                    "parts": ["chain"],
                },
                "output": {"ok": True},
            },
        ],
        "exp_db_state": {
            "changes": [
                {
                    "insert": "repairs",
                    "row": {
                        "bike_id": 1,
                        "shop_id": "shop_mill",
                        "day": "2026-05-08",
                        "parts": "chain",
                    },
                }
            ]
        },
    }


def test_refused_calls_hangups_and_spellings_are_not_locked(storage: Task, repair: Task) -> None:
    found = project_expectations(storage)
    assert [call["name"] for call in found["exp_tool_calls"]] == [
        "find_bike",
        "transfer_to_accounts",
        "charge_storage",
    ]
    spoken = [
        {"tool": "find_bike", "arguments": {"owner": "INES calloway", "shop_id": "Mill Lane"}},
        {"tool": "end_call", "arguments": {"reason": "caller_done"}},
    ]
    found = project_expectations(edited(repair, oracle=spoken))
    assert [call["name"] for call in found["exp_tool_calls"]] == ["find_bike"]
    assert found["exp_tool_calls"][0]["parameters"]["shop_id"] == "shop_mill"
    assert found["exp_db_state"] == "unchanged"
    assert found["exp_handoff_path"] == []


def test_updates_and_deletes_are_written_as_changes(
    repair: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    def change(ctx: ToolContext, _args: NoArguments) -> None:
        ctx.write("INSERT INTO refunds (amount_pence) VALUES (5)")
        ctx.write("UPDATE repairs SET day = '2026-06-01', notes = 'private'")

    def delete(ctx: ToolContext, _args: NoArguments) -> None:
        ctx.write("DELETE FROM repairs")

    tools = [
        Tool(name, "Change.", ("counter",), Effect.WRITE, NoArguments, handler)
        for name, handler in (("change_all", change), ("delete_all", delete))
    ]
    industry = dataclasses.replace(BICYCLES, tools=(*BICYCLES.tools, *tools))
    monkeypatch.setattr("mivas_env.proof.lock.industry_named", lambda _name: industry)

    def changes(name: str) -> Any:
        task = edited(repair, oracle=[{"tool": name}, {"tool": "end_call"}])
        return project_expectations(task)["exp_db_state"]

    assert changes("change_all") == {
        "changes": [
            {"update": "repairs", "where": {"id": 1}, "set": {"day": "2026-06-01"}},
            {"insert": "refunds", "row": {"amount_pence": 5}},
        ]
    }
    assert changes("delete_all") == {"changes": [{"delete": "repairs", "where": {"id": 1}}]}


def test_tokens_are_never_locked(repair: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ToolContext, "redeem_token", lambda *_given: {"amount": 5})
    task = edited(
        repair,
        oracle=[
            {"tool": "transfer_to_accounts"},
            {"tool": "confirm_refund", "arguments": {"confirmation_token": "A1B2"}},
            {"tool": "end_call"},
        ],
    )
    call = project_expectations(task)["exp_tool_calls"][1]
    assert call == {"name": "confirm_refund", "output": {"ok": True}}


def test_an_oracle_that_never_ends_cannot_be_locked(repair: Task) -> None:
    caller = repair.lockfile.caller.model_dump(mode="json", exclude_none=True)
    caller["script"]["patience"]["silence"] = 0
    endless = edited(repair, caller=caller, oracle=[{"tool": "find_bike"}])
    with pytest.raises(TaskError, match="bicycles/T1-E1: the oracle never ends the call"):
        project_expectations(endless)


def test_the_written_yaml_reads_back_as_it_was() -> None:
    expectations = {
        "exp_handoff_path": ["transfer_to_x"],
        "exp_tool_calls": [
            {
                "name": "x",
                "parameters": {
                    "zip": "01011",
                    "day": "1972-06-30",
                    "at": "15:30",
                    "word": "no",
                    "number": "1_000",
                    "text": "a: b, {c} # d",
                    "amount": 12.5,
                    "flag": True,
                    "nothing": None,
                    "name": "Zoë",
                },
            }
        ],
        "exp_db_state": {"changes": [{"delete": "t", "where": {"id": 1}}], "also_unchanged": ["u"]},
    }
    text = expectations_yaml(expectations)
    assert load_yaml(text, source="x") == expectations
    nothing = {"exp_handoff_path": [], "exp_tool_calls": [], "exp_db_state": "unchanged"}
    assert load_yaml(expectations_yaml(nothing), source="x") == nothing


@pytest.mark.parametrize("name", ["T1-E1", "T2-E1", "T3-M1"])
def test_relocking_a_file_keeps_everything_else(name: str) -> None:
    text = (task_folder("bicycles") / f"{name}.yaml").read_text(encoding="utf-8")
    before = parse_lockfile(text, source=name)
    expectations = project_expectations(Task("bicycles", before))
    written = replace_expectations(text, expectations)
    after = parse_lockfile(written, source=name)
    kept = set(type(before).model_fields) - set(EXPECTATIONS)
    assert after.model_dump(include=kept) == before.model_dump(include=kept)
    assert after.exp_handoff_path == before.exp_handoff_path
    assert replace_expectations(written, expectations) == written


def test_expectations_are_written_before_the_oracle_when_there_are_none() -> None:
    text = "# A task\nid: X\noracle:\n  - {say: Hello.}\n"
    nothing = {"exp_handoff_path": [], "exp_tool_calls": [], "exp_db_state": "unchanged"}
    assert replace_expectations(text, nothing) == (
        "# A task\nid: X\nexp_handoff_path: []\nexp_tool_calls: []\nexp_db_state: unchanged\n"
        "oracle:\n  - {say: Hello.}\n"
    )


@pytest.mark.parametrize("text", ["", "id: X\ntitle: Y\n"])
def test_a_file_without_oracle_cannot_be_locked(text: str) -> None:
    with pytest.raises(TaskError, match="has no `oracle`; write the reference conversation first"):
        replace_expectations(text, {})


def test_lockfiles_of_the_toy_industry_follow_from_their_oracles() -> None:
    for file in sorted(Path(task_folder("bicycles")).glob("T*.yaml")):
        task = Task("bicycles", parse_lockfile(file.read_text(encoding="utf-8"), source=file.name))
        made = project_expectations(task)
        assert list(task.lockfile.exp_handoff_path) == made["exp_handoff_path"]
        for call in task.lockfile.exp_tool_calls:
            [match] = [each for each in made["exp_tool_calls"] if each["name"] == call.name]
            assert call.parameters.items() <= match.get("parameters", {}).items()
