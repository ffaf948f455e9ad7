"""`mivas list` and `mivas show`."""

import json
from typing import Any

import pytest
from cli_runner import run_cli
from rich.console import Console
from toy_industry.industry import BICYCLES

from mivas_env.cli.catalogue import desk_tree
from mivas_env.episode.task import Task
from mivas_env.errors import TaskError
from mivas_env.schema.lockfile import Lockfile
from mivas_env.tasks import list_tasks, load_episode, load_task


def test_list_prints_a_table() -> None:
    found = run_cli("list", "bicycles")
    assert found.code == 0
    assert found.out.splitlines()[0].split() == [
        "task",
        "id",
        "difficulty",
        "audio",
        "split",
        "title",
    ]
    assert "bicycles/T1-E1  mivas/bicycles-T1E1  easy" in found.out


@pytest.mark.skipif(not list_tasks("brokerage"), reason="brokerage is not installed")
def test_a_piped_list_has_one_line_a_task() -> None:
    lines = run_cli("list").out.splitlines()[1:]
    assert [line.split()[0] for line in lines] == list_tasks()
    longest = max((load_episode(name).title for name in list_tasks("brokerage")), key=len)
    assert any(line.rstrip().endswith(longest) for line in lines)


def test_list_prints_json() -> None:
    rows = json.loads(run_cli("list", "bicycles", "--json").out)
    assert [row["task"] for row in rows] == ["bicycles/T1-E1", "bicycles/T2-E1", "bicycles/T3-M1"]
    assert rows[0]["id"] == "mivas/bicycles-T1E1"
    assert rows[0]["split"] == "train"
    assert len(rows[0]["digest"]) == 12


def test_list_of_one_split() -> None:
    rows = json.loads(run_cli("list", "bicycles", "--split", "eval", "--json").out)
    assert [row["task"] for row in rows] == ["bicycles/T3-M1"]


def test_an_unknown_industry_is_one_sentence() -> None:
    found = run_cli("list", "bicycels")
    assert (found.code, found.out) == (2, "")
    assert found.err == "mivas: there is no industry 'bicycels'; did you mean bicycles?\n"


def test_show_tells_what_a_task_expects_and_draws_the_desks() -> None:
    found = run_cli("show", "bicycles/T1-E1")
    assert found.code == 0
    assert "A new chain at Mill Lane" in found.out
    assert 'book_repair(bike_id=1, shop_id="shop_mill"' in found.out
    assert 'insert repairs {"row":{"bike_id":1' in found.out
    assert "0 counter (1 tools)" in found.out
    assert "1 workshop (2 tools)" in found.out
    assert "accounts (3 tools)" in found.out


def test_show_of_a_task_that_ends_with_a_person() -> None:
    assert "insert notes" in run_cli("show", "bicycles/T2-E1").out


def test_show_prints_json() -> None:
    shown = json.loads(run_cli("show", "bicycles-T1E1", "--json").out)
    assert shown["exp_handoff_path"] == ["transfer_to_workshop"]
    assert shown["why"]
    assert "oracle" not in shown
    assert "caller" not in shown


def test_one_broken_task_does_not_hide_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> Task:
        if name == "bicycles/T2-E1":
            message = "T2-E1.yaml: title: is required"
            raise TaskError(message)
        return load_task(name)

    monkeypatch.setattr("mivas_env.cli.catalogue.load_task", load)
    found = run_cli("list", "bicycles")
    assert found.code == 1
    assert [line.split()[0] for line in found.out.splitlines()[1:]] == [
        "bicycles/T1-E1", "bicycles/T3-M1",
    ]  # fmt: skip
    assert found.err == "mivas: T2-E1.yaml: title: is required\n"
    rows = json.loads(run_cli("list", "bicycles", "--json").out)
    assert rows[-1] == {"task": "bicycles/T2-E1", "error": "T2-E1.yaml: title: is required"}
    assert len(rows) == 3


@pytest.mark.parametrize("name", ["T1-E1", "t1e1", "bicycles/T1E1", "BICYCLES-t1-e1"])
def test_show_finds_a_task_by_any_spelling(name: str) -> None:
    assert "bicycles/T1-E1" in run_cli("show", name).out


def test_show_suggests_a_near_name() -> None:
    found = run_cli("show", "bicycles/T1-E7")
    assert found.code == 2
    assert "did you mean bicycles/T1-E1" in found.err


def edited(task: Task, **changes: Any) -> Task:
    raw = {**task.lockfile.model_dump(mode="json", exclude_none=True), **changes}
    return Task(task.industry, Lockfile.model_validate(raw))


def drawn(task: Task) -> list[str]:
    console = Console(width=80, no_color=True)
    with console.capture() as capture:
        console.print(desk_tree(task, BICYCLES))
    return [line.strip(" │├└─") for line in capture.get().splitlines()]


def test_desks_are_drawn_with_the_path_in_numbers(storage: Task) -> None:
    longer = edited(storage, exp_handoff_path=["transfer_to_workshop", "transfer_to_accounts"])
    assert drawn(longer) == [
        "0 counter (1 tools)",
        "1 workshop (2 tools)",
        "2 accounts (3 tools)",
    ]
    assert drawn(edited(storage, exp_handoff_path=["call_manager"])) == [
        "0 counter (1 tools)",
        "workshop (2 tools)",
        "accounts (3 tools)",
        "accounts (3 tools)",
        "1 call_manager",
    ]


def test_an_unchanged_database_is_said(storage: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    for state, shown in (
        ("unchanged", "  unchanged"),
        (
            {"changes": [{"delete": "repairs", "where": {"id": 1}}], "also_unchanged": ["notes"]},
            '  delete repairs {"where":{"id":1}}\n  notes unchanged',
        ),
    ):
        task = edited(storage, exp_db_state=state)
        monkeypatch.setattr("mivas_env.cli.catalogue.load_call", lambda _name, task=task: task)
        assert shown in run_cli("show", "bicycles/T3-M1").out
