"""Splits are whole: every task stands in one, variants stay together, eval is frozen."""

import shutil
from pathlib import Path

import pytest

from mivas_env import registry
from mivas_env.errors import TaskError
from mivas_env.proof.checks import check_splits
from mivas_env.tasks import eval_digest, frozen_eval_digest, read_splits


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the toy's task files that a test may change."""
    copy = tmp_path / "bicycles"
    shutil.copytree(registry.task_folder("bicycles"), copy)

    def ids(_industry: str) -> tuple[str, ...]:
        return tuple(sorted(file.stem for file in copy.glob("T*.yaml")))

    for place in ("mivas_env.registry", "mivas_env.proof.checks"):
        monkeypatch.setattr(f"{place}.task_folder", lambda _industry: copy)
    monkeypatch.setattr("mivas_env.proof.checks.task_ids", ids)
    return copy


def write(folder: Path, text: str) -> None:
    (folder / "splits.yaml").write_text(text, encoding="utf-8")
    read_splits.cache_clear()


def found() -> list[tuple[str, str, str]]:
    return [(each.check, each.subject, each.message) for each in check_splits("bicycles")]


def test_whole_splits_are_clean(folder: Path) -> None:
    assert found() == []


def test_without_splits_there_is_nothing_to_say(folder: Path) -> None:
    (folder / "splits.yaml").unlink()
    read_splits.cache_clear()
    assert found() == []
    assert frozen_eval_digest("bicycles") is None


def test_tasks_outside_the_splits_and_splits_without_files(folder: Path) -> None:
    write(folder, "train: [T1-E1]\neval: [T3-M1, T9-E9]\neval_digest: old\n")
    assert found() == [
        ("split", "bicycles/T2-E1", "stands in no split; add it to splits.yaml"),
        ("split", "bicycles/T9-E9", "stands in splits.yaml but has no file"),
    ]
    with pytest.raises(TaskError, match=r"T9-E9\.yaml: cannot be read"):
        eval_digest("bicycles")


def test_variants_of_one_task_stay_together(folder: Path) -> None:
    shutil.copy(folder / "T1-E1.yaml", folder / "T1-E1-BG.yaml")
    write(folder, "train: [T1-E1, T2-E1, T3-M1]\neval: [T1-E1-BG]\n")
    [(check, subject, message)] = found()
    assert (check, subject) == ("split", "bicycles/T1-E1-BG")
    assert message == "is a variant of T1-E1 but stands in another split"


def test_a_frozen_eval_task_may_not_change_in_silence(folder: Path) -> None:
    digest = eval_digest("bicycles")
    splits = "train: [T1-E1]\ndev: [T2-E1]\neval: [T3-M1]\n"
    write(folder, f"{splits}eval_digest: {digest}\n")
    assert found() == []
    file = folder / "T3-M1.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    [(check, subject, message)] = found()
    assert (check, subject) == ("split-frozen", "bicycles")
    assert f"set eval_digest: {eval_digest('bicycles')}" in message
    write(folder, f"{splits}eval_digest: {eval_digest('bicycles')}\n")
    assert found() == []
