"""Task files by path, wherever they lie: `show`, `run`, `check`, `lock`."""

from pathlib import Path

import pytest
from cli_runner import run_cli

from mivas_env import registry
from mivas_env.proof.lock import EXPECTATIONS
from mivas_env.tasks import read_splits, read_task_file

TOY = registry.task_folder("bicycles") / "T1-E1.yaml"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.yaml"
    file.write_bytes(TOY.read_bytes())
    return file


def test_a_task_file_is_shown_played_and_checked(mine: Path) -> None:
    assert "A new chain at Mill Lane" in run_cli("show", str(mine)).out
    assert '"task":"bicycles/T1-E1"' in run_cli("show", str(mine), "--json").out
    assert run_cli("run", str(mine)).code == 0
    found = run_cli("check", str(mine))
    assert (found.code, found.out) == (0, "1 tasks checked, 0 findings\n")
    assert run_cli("check", str(mine), "--industry", "bicycles").code == 0


def test_what_a_file_belongs_to_is_told_or_asked_for(mine: Path, tmp_path: Path) -> None:
    mine.write_text(TOY.read_text("utf-8").replace("tool: find_bike", "tool: find_bi"), "utf-8")
    found = run_cli("check", str(mine))
    assert found.code == 1
    assert "its tools are those of no one industry; say which it belongs to" in found.out
    folder = tmp_path / "bicycles"
    folder.mkdir()
    inside = folder / "mine.yaml"
    inside.write_bytes(mine.read_bytes())
    assert "UNKNOWN_TOOL" in run_cli("check", str(inside)).out
    said = run_cli("lock", str(mine), "--industry", "brokerage").err
    assert "brokerage holds written decisions, not calls: `mivas decisions lint`" in said
    assert run_cli("lock", "bicycles/T1-E1", "--industry", "bicycles").code == 2


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    for command in ("show", "run", "lock", "play"):
        found = run_cli(command, str(tmp_path / "none.yaml"))
        assert found.code == 2
        assert found.err.startswith("mivas: none.yaml: cannot be read: ")


@pytest.mark.parametrize("command", ["show", "run", "play"])
def test_a_place_that_is_no_task_file_is_named_as_one(command: str, mine: Path) -> None:
    found = run_cli(command, str(mine.parent))
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith(f"mivas: {mine.parent} is neither a task's name")
    assert found.err.endswith("nor a task file; that ends in .yaml\n")
    found = run_cli(command, str(mine.with_suffix("")))
    assert found.err.endswith(f"did you mean {mine}?\n")


def test_lock_says_where_it_wrote(mine: Path) -> None:
    head = "exp_handoff_path: [transfer_to_workshop]"
    mine.write_text(TOY.read_text("utf-8").replace(head, "exp_handoff_path: []"), "utf-8")
    found = run_cli("lock", str(mine), "--write")
    assert (found.code, found.err) == (0, f"written: {mine}\n")
    assert read_task_file(mine).exp_handoff_path == ("transfer_to_workshop",)
    written = {line.partition(":")[0] for line in found.out.splitlines()}
    assert {*EXPECTATIONS} - {"exp_told"} <= written


def test_what_is_installed_is_only_written_by_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site-packages" / "toy" / "tasks" / "bicycles"
    folder.mkdir(parents=True)
    file = folder / "T1-E1.yaml"
    file.write_bytes(TOY.read_bytes())
    monkeypatch.setattr("mivas_env.cli.proving.task_folder", lambda _industry: folder)
    found = run_cli("lock", "bicycles/T1-E1", "--write")
    assert found.code == 2
    assert "belongs to an installed package" in found.err
    assert "mivas lock ./T1-E1.yaml --write" in found.err
    assert file.read_bytes() == TOY.read_bytes()
    assert run_cli("lock", str(file), "--write").code == 0
    assert file.read_bytes() != TOY.read_bytes()


@pytest.mark.parametrize(
    ("option", "value"), [("--all", None), ("--report", "docs"), ("--industry", "bicycles")]
)
def test_options_for_whole_suites_are_refused_beside_tasks(
    option: str, value: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = run_cli("check", "bicycles/T1-E1", option, *([value] if value else []))
    assert found.code == 2
    assert found.err.startswith(f"mivas: {option} goes with a check of whole suites")
    assert list(tmp_path.iterdir()) == []


def test_a_task_that_no_split_lists_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "splits.yaml").write_text("train: [T2-E1]\neval: [T3-M1]\n", encoding="utf-8")
    monkeypatch.setattr("mivas_env.proof.checks.task_folder", lambda _industry: tmp_path)
    read_splits.cache_clear()
    found = run_cli("check", "bicycles/T1-E1")
    assert found.code == 1
    assert "bicycles/T1-E1: A13 split: stands in no split; add it to splits.yaml" in found.out
    assert run_cli("check", "bicycles/T2-E1").code == 0
