"""`mivas check`, `probe`, `docs` and `export` over a whole suite."""

import json
from pathlib import Path

import pytest
from cli_runner import run_cli

from mivas_env.errors import TaskError
from mivas_env.proof.allowances import Allowances
from mivas_env.proof.findings import Finding
from mivas_env.registry import decision_entry_points


@pytest.mark.slow
def test_check_writes_its_proof(tmp_path: Path) -> None:
    found = run_cli("check", "--industry", "bicycles", "--all", "--report", str(tmp_path / "docs"))
    # The toy tasks are too few, too small and too easily hit for the bar of a real suite.
    assert found.code == 1
    assert "bicycles: 3 tasks, " in found.out
    page = (tmp_path / "docs" / "proof.md").read_text(encoding="utf-8")
    assert page.startswith("# Proof\n")
    assert "| oracle |" in page or "| oracle |" in page
    [proof] = json.loads((tmp_path / "docs" / "proof.json").read_text(encoding="utf-8"))
    assert proof["cross"]["pairs"] == 6
    assert proof["cross"]["passes"] == []
    kinds = {finding["check"].split("-")[0] for finding in proof["findings"]}
    assert kinds <= {"mutant", "skill", "random", "injection", "spam"}
    again = run_cli("check", "--industry", "bicycles", "--all", "--report", str(tmp_path / "again"))
    assert again.code == 1
    for name in ("proof.md", "proof.json"):
        first, second = ((tmp_path / each / name).read_bytes() for each in ("docs", "again"))
        assert first == second


def test_check_names_a_suite_that_does_not_load(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_name: str) -> object:
        message = "T1-E1.yaml: broken"
        raise TaskError(message)

    monkeypatch.setattr("mivas_env.cli.proving.load_task", refuse)
    found = run_cli("check", "--industry", "bicycles")
    assert found.code == 1
    assert "bicycles/T1-E1: B1 loads: T1-E1.yaml: broken" in found.out


def test_check_prints_findings_of_chosen_tasks_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "mivas_env.cli.proving.check_task", lambda task: [Finding("a", task.name, "Bad.")]
    )
    found = run_cli("check", "bicycles/T1-E1", "--json")
    assert json.loads(found.out) == {
        "tasks": 1,
        "findings": [{"check": "a", "subject": "bicycles/T1-E1", "message": "Bad."}],
    }


def test_probe_prints_who_passes_what() -> None:
    found = run_cli("probe", "--industry", "bicycles", "--agent", "do_nothing", "--agent", "oracle")
    assert found.code == 0
    lines = {line.split()[0]: line.split()[1] for line in found.out.splitlines() if "/3" in line}
    assert lines == {"do_nothing": "0/3", "oracle": "3/3"}


def test_a_pass_that_nothing_allows_fails_the_probes(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("probe", "--industry", "bicycles", "--agent", "escalate_at_once")
    assert run_cli(*arguments).code == 0
    monkeypatch.setattr("mivas_env.cli.proving.read_allowances", lambda _name: Allowances())
    found = run_cli(*arguments)
    assert found.code == 1
    assert "bicycles/T2-E1: A2 probe-escalate_at_once: " in found.out


def test_probe_prints_json() -> None:
    found = run_cli("probe", "--industry", "bicycles", "--agent", "oracle", "--json")
    passed = json.loads(found.out)["bicycles"]["oracle"]
    assert passed == ["bicycles/T1-E1", "bicycles/T2-E1", "bicycles/T3-M1"]


def test_probe_knows_its_probes() -> None:
    found = run_cli("probe", "--agent", "nobody")
    assert found.code == 2
    assert "there is no probe 'nobody'" in found.err


@pytest.mark.parametrize("name", ["mute-oracle", "mute_gold"])
def test_probe_knows_every_spelling(name: str) -> None:
    found = run_cli("probe", "--industry", "bicycles", "--agent", name, "--json")
    assert list(json.loads(found.out)["bicycles"]) == ["mute_oracle"]


def test_decisions_have_their_own_checks() -> None:
    if "brokerage" not in decision_entry_points():
        pytest.skip("no industry of written decisions")
    for arguments in (("check",), ("probe",), ("export", "--out", "-")):
        found = run_cli(*arguments, "--industry", "brokerage")
        assert found.code == 2
        assert "`mivas decisions lint` checks them" in found.err


def test_docs_are_written_once_and_then_fresh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mivas_env.report.documents.render_card", lambda name: f"# {name}\n")
    found = run_cli("docs", "--root", str(tmp_path))
    assert found.code == 0
    assert "written: tasks/lockfile.schema.json" in found.out
    json.loads((tmp_path / "tasks" / "lockfile.schema.json").read_text(encoding="utf-8"))
    assert "all generated pages are fresh" in run_cli("docs", "--root", str(tmp_path)).out
    (tmp_path / "tasks" / "lockfile.schema.json").write_text("{}", encoding="utf-8")
    stale = run_cli("docs", "--root", str(tmp_path), "--check", "--json")
    assert stale.code == 1
    assert json.loads(stale.out) == {"stale": ["tasks/lockfile.schema.json"]}
    assert (tmp_path / "tasks" / "lockfile.schema.json").read_text(encoding="utf-8") == "{}"


@pytest.mark.parametrize("form", ["openai", "jsonl", "trl"])
def test_export_writes_one_readable_line_each(tmp_path: Path, form: str) -> None:
    out = tmp_path / "train.jsonl"
    found = run_cli("export", "--industry", "bicycles", "--out", str(out), "--format", form)
    assert found.code == 0, found.err
    lines = out.read_text(encoding="utf-8").splitlines()
    assert lines
    for line in lines:
        assert isinstance(json.loads(line), dict)


def test_export_says_what_it_wrote_as_json(tmp_path: Path) -> None:
    out = tmp_path / "all.jsonl"
    found = run_cli(
        "export", "--industry", "bicycles", "--split", "all", "--out", str(out), "--json"
    )
    assert json.loads(found.out)["calls"] == 3


def test_export_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    for arguments in (
        ("--out", str(tmp_path / "no" / "such" / "folder.jsonl")),
        ("--out", str(tmp_path / "x"), "--format", "csv"),
        ("--out", str(tmp_path / "x"), "--split", "test"),
    ):
        found = run_cli("export", "--industry", "bicycles", *arguments)
        assert found.code == 2, arguments
        assert found.err.startswith("mivas: ")
        assert len(found.err.splitlines()) == 1
