"""`mivas verify`, `mivas lock` and `mivas check`."""

import json
from pathlib import Path

import gymnasium as gym
import pytest
from cli_runner import run_cli
from toy_industry.play import BOOKED, book, dial

import mivas_env
from mivas_env import registry, tasks
from mivas_env.episode.session import trajectory_json
from mivas_env.proof.findings import Finding
from mivas_env.schema.strict_yaml import load_yaml


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A finished call, saved."""
    session = dial()
    book(session)
    session.say(BOOKED)
    session.say("Goodbye.")
    file = tmp_path / "call.json"
    file.write_text(trajectory_json(session.trajectory()), encoding="utf-8")
    return file


@pytest.fixture
def lockfile() -> Path:
    return registry.task_folder("bicycles") / "T1-E1.yaml"


def test_a_saved_call_is_scored(saved: Path) -> None:
    found = run_cli("verify", "bicycles/T1-E1", str(saved))
    assert found.code == 0
    assert "T  tool calls pass" in found.out
    report = json.loads(run_cli("verify", "bicycles/T1-E1", str(saved), "--json").out)
    assert report["result"] is True


def test_a_call_that_was_cut_off_is_no_pass(saved: Path) -> None:
    record = json.loads(saved.read_text(encoding="utf-8"))
    saved.write_text(json.dumps({**record, "ending": "budget"}), encoding="utf-8")
    found = run_cli("verify", "bicycles/T1-E1", str(saved))
    assert found.code == 1
    assert "D  database   pass" in found.out
    assert "the call was cut off before a hangup, so it is no pass" in found.out
    assert "why            cut_off" in found.out


def test_what_run_and_environments_tell_is_scored(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    file.write_text(run_cli("run", "bicycles/T1-E1", "--json").out, encoding="utf-8")
    report = json.loads(run_cli("verify", "bicycles/T1-E1", str(file), "--json").out)
    assert (report["result"], report["D"]) == (True, True)
    env = gym.make("mivas/bicycles-T1E1")
    env.reset(seed=0)
    for action in mivas_env.oracle_actions("bicycles/T1-E1"):
        info = env.step(action)[-1]
    file.write_text(json.dumps(info), encoding="utf-8")
    assert run_cli("verify", "bicycles/T1-E1", str(file)).code == 0


def test_a_lockfile_from_a_path_needs_its_industry(saved: Path, lockfile: Path) -> None:
    found = run_cli("verify", str(lockfile), str(saved))
    assert found.code == 2
    assert "needs --industry" in found.err
    assert run_cli("verify", str(lockfile), str(saved), "--industry", "bicycles").code in (0, 2)


def test_a_lockfile_in_capitals_is_a_file_too(saved: Path, lockfile: Path, tmp_path: Path) -> None:
    seed = tmp_path / "SEED.YAML"
    seed.write_bytes(lockfile.read_bytes())
    assert "needs --industry" in run_cli("verify", str(seed), str(saved)).err
    assert run_cli("verify", str(seed), str(saved), "--industry", "bicycles").code == 0


def test_a_foreign_trace_without_outcomes_or_dump_says_so(tmp_path: Path) -> None:
    trace = tmp_path / "trace.json"
    trace.write_text('[{"name": "find_bike", "parameters": {"owner": "x"}}]', encoding="utf-8")
    found = run_cli("verify", "bicycles/T1-E1", str(trace))
    assert found.code == 1
    assert "D  database   not evaluated" in found.out
    assert "the trace records no outcomes, so none were compared" in found.out


def test_a_forbidden_call_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from toy_industry.industry import BICYCLES

    strict = replace(BICYCLES, forbidden_unless_expected=("leave_note",))
    monkeypatch.setattr("mivas_env.facade.industry_named", lambda _name: strict)
    trace = tmp_path / "trace.json"
    trace.write_text('[{"name": "leave_note", "ok": true}]', encoding="utf-8")
    found = run_cli("verify", "bicycles/T1-E1", str(trace))
    assert "forbidden      leave_note" in found.out


def test_a_dump_may_come_from_a_file(tmp_path: Path, saved: Path) -> None:
    state = tmp_path / "state.json"
    state.write_text(json.dumps(mivas_env.seed_state("bicycles")), encoding="utf-8")
    for encoding in ("utf-8", "utf-8-sig"):
        state.write_text(json.dumps(mivas_env.seed_state("bicycles")), encoding=encoding)
        found = run_cli("verify", "bicycles/T1-E1", str(saved), "--state", str(state))
        assert found.code == 1
        assert "D  database   fail" in found.out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "state.json: a state dump is one object of table -> rows"),
        ("{", "state.json: cannot be read as a state dump: not JSON"),
        (None, "state.json: cannot be read as a state dump"),
    ],
)
def test_a_dump_that_cannot_be_read(
    tmp_path: Path, saved: Path, text: str | None, sentence: str
) -> None:
    state = tmp_path / "state.json"
    if text is not None:
        state.write_text(text, encoding="utf-8")
    found = run_cli("verify", "bicycles/T1-E1", str(saved), "--state", str(state))
    assert found.code == 2
    assert sentence in found.err


def test_lock_prints_what_follows_from_the_oracle() -> None:
    found = run_cli("lock", "bicycles/T1-E1")
    assert found.code == 0
    read = load_yaml(found.out, source="out")
    assert json.loads(run_cli("lock", "bicycles/T1-E1", "--json").out) == read


def test_lock_writes_into_the_task_file(
    tmp_path: Path, lockfile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "T1-E1.yaml"
    text = lockfile.read_text(encoding="utf-8")
    copy.write_text(
        text.replace("exp_handoff_path: [transfer_to_workshop]", "exp_handoff_path: []")
    )
    monkeypatch.setattr("mivas_env.cli.proving.task_folder", lambda _industry: tmp_path)
    assert run_cli("lock", "bicycles/T1-E1", "--write").code == 0
    written = tasks.load_task_file(copy, industry="bicycles")
    assert written.lockfile.exp_handoff_path == ("transfer_to_workshop",)


def test_check_of_one_task() -> None:
    found = run_cli("check", "bicycles/T1-E1")
    assert (found.code, found.out) == (0, "1 tasks checked, 0 findings\n")


def test_check_of_an_industry() -> None:
    found = run_cli("check", "--industry", "bicycles", "--json")
    [proof] = json.loads(found.out)
    assert (proof["industry"], proof["tasks"]) == ("bicycles", 3)
    # The toy is too small for many mutants, hit by chance, and without prose for a tool to read.
    kinds = {finding["check"] for finding in proof["findings"]}
    assert kinds == {"mutant-count", "random-valid", "injection-unseen"}
    assert {each["rule"] for each in proof["figures"]} >= {"A1", "B6", "C2", "D8", "E1", "F", "S7"}
    assert found.code == 1


def test_check_leaves_with_one_where_something_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "mivas_env.cli.proving.check_task", lambda task: [Finding("a", task.name, "Bad.")]
    )
    found = run_cli("check", "bicycles/T1-E1")
    assert found.code == 1
    assert found.out.splitlines()[0] == "bicycles/T1-E1: a: Bad."


def test_check_reports_a_task_that_does_not_load() -> None:
    found = run_cli("check", "bicycles/T9-E9")
    assert found.code == 1
    assert "bicycles/T9-E9: B1 loads: there is no task 'bicycles/T9-E9'" in found.out


def test_the_command_without_arguments_shows_its_help() -> None:
    found = run_cli()
    assert "Usage" in found.out + found.err
