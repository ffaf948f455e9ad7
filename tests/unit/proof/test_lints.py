"""Lints that run nothing: lockfiles, caller lines, prompts, seed texts."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from toy_industry.industry import BICYCLES

from mivas_env.authoring import Arguments, Effect, Tool
from mivas_env.episode.kit import Kit, kit_of
from mivas_env.episode.task import Task
from mivas_env.industry import Industry
from mivas_env.proof.lints import lint_lockfile, lint_prompts, lint_script, lint_seed
from mivas_env.schema.lockfile import Lockfile


@pytest.fixture
def kit() -> Kit:
    return kit_of(BICYCLES)


def edited(task: Task, **changes: Any) -> Task:
    raw = {**task.lockfile.model_dump(mode="json", exclude_none=True), **changes}
    return Task(task.industry, Lockfile.model_validate(raw))


def with_lines(task: Task, **changes: Any) -> Task:
    raw = task.lockfile.model_dump(mode="json", exclude_none=True)
    raw["caller"]["script"].update(changes)
    return Task(task.industry, Lockfile.model_validate(raw))


def messages(findings: Any) -> list[tuple[str, str]]:
    return [(finding.check, finding.message) for finding in findings]


def test_fit_lockfiles_are_clean(repair: Task, kit: Kit) -> None:
    assert messages(lint_lockfile(repair, kit)) == []
    assert messages(lint_script(repair, kit)) == []


@pytest.mark.parametrize(
    ("changes", "check", "words"),
    [
        ({"exp_handoff_path": ["find_bike"]}, "lock-hop", "names find_bike, which is no hop"),
        ({"exp_tool_calls": [{"name": "fly"}]}, "lock-tool", "names fly, which does not exist"),
        (
            {"exp_tool_calls": [{"name": "find_bike", "parameters": {"owner": "x"}}]},
            "lock-output",
            "find_bike records no output",
        ),
        (
            {"exp_tool_calls": [{"name": "find_bike", "parameters": {"mood": "x"}}]},
            "lock-argument",
            "find_bike: the locked argument mood is not declared",
        ),
        (
            {"exp_db_state": {"changes": [{"insert": "bikes", "row": {"id": 1}}]}},
            "lock-table",
            "exp_db_state names bikes, which is no write table",
        ),
    ],
)
def test_lockfiles_that_lock_what_is_not_there(
    repair: Task, kit: Kit, changes: dict[str, Any], check: str, words: str
) -> None:
    found = messages(lint_lockfile(edited(repair, **changes), kit))
    assert any(name == check and words in text for name, text in found), found


def test_a_locked_argument_among_optionals_is_a_name_only_hit(repair: Task) -> None:
    class Loose(Arguments):
        """All optional."""

        colour: str | None = None

    tool = Tool("paint", "Paint.", ("counter",), Effect.READ, Loose, lambda _c, _a: None)
    kit = kit_of(dataclasses.replace(BICYCLES, tools=(*BICYCLES.tools, tool)))
    call = {"name": "paint", "parameters": {"colour": "red"}, "output": {"ok": True}}
    [(check, text)] = messages(lint_lockfile(edited(repair, exp_tool_calls=[call]), kit))
    assert check == "lock-argument"
    assert "all its arguments are optional" in text


@pytest.mark.parametrize(
    ("line", "check"),
    [
        ("Please call book_repair now.", "line-tool"),
        ("I mean shop_quay, please.", "line-id"),
        ("It must be the 2026-05-08, please.", "line-value"),
    ],
)
def test_callers_that_coach_are_found(repair: Task, kit: Kit, line: str, check: str) -> None:
    found = messages(lint_script(with_lines(repair, opening=[line]), kit))
    assert check in [name for name, _ in found], found


def test_a_fact_of_the_caller_may_be_said(repair: Task, kit: Kit) -> None:
    facts = {"day": {"value": "2026-05-08", "say": ["On 2026-05-08."]}}
    assert messages(lint_script(with_lines(repair, facts=facts), kit)) == []


def test_locked_values_are_found_at_any_depth(repair: Task, kit: Kit) -> None:
    call = {"name": "find_bike", "parameters": {"owner": {"any_of": [["A1"], "x"]}}}
    task = with_lines(edited(repair, exp_tool_calls=[call]), opening=["It is a1, thanks."])
    assert [name for name, _ in messages(lint_script(task, kit))] == ["line-value"]


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    (tmp_path / "prompts").mkdir()
    (tmp_path / "world").mkdir()
    for desk in BICYCLES.graph.names:
        (tmp_path / "prompts" / f"{desk}.md").write_text("Be kind.", encoding="utf-8")
    monkeypatch.setattr(Industry, "resources", property(lambda _self: tmp_path))
    return tmp_path


def test_prompts_name_what_their_desk_has(folder: Path) -> None:
    text = "Use find_bike with shop_id shop_mill; NO_BIKE may follow. Never book_repair or made_up."
    (folder / "prompts" / "counter.md").write_text(text, encoding="utf-8")
    found = messages(lint_prompts(kit_of(dataclasses.replace(BICYCLES))))
    assert [text.split(",")[0] for _, text in found] == [
        "the prompt names book_repair",
        "the prompt names made_up",
    ]


def test_values_of_lists_are_vocabulary(folder: Path) -> None:
    (folder / "prompts" / "workshop.md").write_text("Say bike_id and shop_quay.", encoding="utf-8")
    assert messages(lint_prompts(kit_of(dataclasses.replace(BICYCLES)))) == []


def test_seed_texts_hold_no_answer_and_no_placeholder(folder: Path) -> None:
    seed = "INSERT INTO bikes VALUES (1, 'The correct one', 'it''s a TODO', 'contest');"
    (folder / "world" / "seed.sql").write_text(seed, encoding="utf-8")
    found = messages(lint_seed(kit_of(dataclasses.replace(BICYCLES))))
    assert [check for check, _ in found] == ["seed-prose", "seed-prose"]
    assert "'correct'" in found[0][1]
