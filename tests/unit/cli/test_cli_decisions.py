"""`mivas decisions score | report | probe | lint`."""

import json
from pathlib import Path
from typing import Any

import pytest
from cli_runner import run_cli

from mivas_env.evaluation.decision_runs import all_points
from mivas_env.registry import decision_entry_points

pytestmark = pytest.mark.skipif(
    "brokerage" not in decision_entry_points(), reason="no industry of written decisions"
)


@pytest.fixture(scope="module")
def gold() -> dict[str, Any]:
    return {
        point.decision_id: point.gold.model_dump(mode="json")
        for point in all_points("brokerage")
        if point.split == "dev"
    }


@pytest.fixture
def output(tmp_path: Path, gold: dict[str, Any]) -> Path:
    file = tmp_path / "answer.json"
    file.write_text(json.dumps(gold["E001-d1"]), encoding="utf-8")
    return file


def test_a_gold_output_scores_one(output: Path) -> None:
    found = run_cli("decisions", "score", "E001-d1", str(output))
    assert found.code == 0
    lines = dict(line.split(maxsplit=1) for line in found.out.splitlines())
    assert (lines["format"], lines["hard"], lines["composite"]) == ("valid", "none", "1.0000")
    report = json.loads(run_cli("decisions", "score", "E001-d1", str(output), "--json").out)
    assert (report["composite"], report["format_valid"]) == (1.0, True)


def test_an_output_may_come_from_stdin(gold: dict[str, Any]) -> None:
    text = json.dumps(gold["E001-d1"])
    found = run_cli("decisions", "score", "E001-d1", "-", "--json", stdin=text)
    assert json.loads(found.out)["composite"] == 1.0


def test_an_unreadable_output_leaves_with_one(tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    file.write_text("no json", encoding="utf-8")
    found = run_cli("decisions", "score", "E001-d1", str(file))
    assert found.code == 1
    assert "format     not_json" in found.out
    assert "composite  0.0000" in found.out


def test_a_hard_violation_is_shown_with_its_words(
    output: Path, gold: dict[str, Any], tmp_path: Path
) -> None:
    answer = gold["E001-d1"]
    advice = "You should sell all of your shares today."
    changed = {**answer, "reply": f"{answer['reply']} {advice}"}
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(changed), encoding="utf-8")
    found = run_cli("decisions", "score", "E001-d1", str(file))
    assert found.code == 1
    assert "hard       H4" in found.out
    assert "sell" in found.out


@pytest.mark.parametrize("spelled", ["e001-D1", "brokerage/E001-d1", "mivas/brokerage-E001-d1"])
def test_a_decision_goes_by_its_industry_too(spelled: str) -> None:
    found = run_cli("decisions", "score", spelled, "-", stdin="{}")
    assert (found.code, found.err) == (1, "")
    assert found.out == run_cli("decisions", "score", "E001-d1", "-", stdin="{}").out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("score", "E001-d9", "-"), "there is no decision 'E001-d9'; did you mean E001-d"),
        (("score", "E001", "-"), "there is no decision 'E001'; E001 has E001-d1"),
        (("score", "brokerage/E017", "y"), "'brokerage/E017'; brokerage/E017 has E017-d1"),
        (("score", "mivas/brokerage-e017", "y"), "mivas/brokerage-e017 has E017-d1"),
        (("score", "e001-d1x", "-"), "did you mean E001-d1"),
        (("score", "E001-d1", "/no/such/file"), "file: cannot be read"),
        (("report", "/no/such/run.jsonl"), "run.jsonl: cannot be read"),
        (("lint", "--industry", "brokerag"), "did you mean brokerage"),
        (("probe", "--industry", "bicycles"), "there is no industry 'bicycles'"),
    ],
)
def test_bad_arguments_are_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    found = run_cli("decisions", *arguments)
    assert found.code == 2
    assert found.err.startswith("mivas: ")
    assert sentence in found.err
    assert len(found.err.splitlines()) == 1


def write_run(folder: Path, name: str, outputs: dict[str, Any]) -> Path:
    header = {"run_id": name, "model_id": "m", "thinking": False}
    rows = [{"decision_id": key, "output": text} for key, text in outputs.items()]
    file = folder / f"{name}.jsonl"
    text = "\n".join(json.dumps(each) for each in (header, *rows))
    file.write_text(text, encoding="utf-8")
    return file


def test_a_report_is_text_json_and_a_page(tmp_path: Path, gold: dict[str, Any]) -> None:
    run = write_run(tmp_path, "gold", {key: json.dumps(value) for key, value in gold.items()})
    page = tmp_path / "page.html"
    found = run_cli("decisions", "report", str(run), "--page", str(page))
    assert found.code == 0
    assert found.out.startswith("dev: m\n")
    assert "composite_mean            1.0000" in found.out
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    document = json.loads(run_cli("decisions", "report", str(run), "--json").out)
    assert document["comparisons"] == []
    assert document["reports"]["dev"]["composite_mean"] == 1.0


def test_a_run_without_an_answer_is_one_sentence(tmp_path: Path) -> None:
    file, page = tmp_path / "run.jsonl", tmp_path / "page.html"
    for text, said in (
        ('{"a":1}', "answers no decision"),
        ('{"decision_id": "E001-d1", "output": ""}', "line 1: is an answer; a run begins with"),
    ):
        file.write_text(text, encoding="utf-8")
        found = run_cli("decisions", "report", str(file), "--page", str(page))
        assert (found.code, found.out) == (2, "")
        assert said in found.err
        assert len(found.err.splitlines()) == 1
        assert not page.exists()


def test_a_page_that_cannot_be_written_is_one_sentence(
    tmp_path: Path, gold: dict[str, Any]
) -> None:
    run = write_run(tmp_path, "run", {key: json.dumps(value) for key, value in gold.items()})
    found = run_cli("decisions", "report", str(run), "--page", str(run / "page.html"))
    assert found.code == 2
    assert "page.html cannot be read or written: Not a directory" in found.err
    assert len(found.err.splitlines()) == 1


def test_an_unknown_part_of_the_probes_is_refused() -> None:
    found = run_cli("decisions", "probe", "--part", "x")
    assert found.code == 2
    assert "'x' is no part of the probes; use tune or check" in found.err


def test_a_regression_is_the_first_line_and_leaves_with_one(
    tmp_path: Path, gold: dict[str, Any]
) -> None:
    texts = {key: json.dumps(value) for key, value in gold.items()}
    worse = dict.fromkeys(gold, "")
    name = next(iter(gold))
    advice = f"{gold[name]['reply']} You should sell all of your shares today."
    better = {**texts, name: json.dumps({**gold[name], "reply": advice})}
    before, after = write_run(tmp_path, "a", worse), write_run(tmp_path, "b", better)
    found = run_cli("decisions", "report", str(after), "--before", str(before))
    assert found.code == 1
    assert found.out.splitlines()[0].startswith("REGRESSION: H4 0 -> 1 (composite .00 -> ")
    document = json.loads(
        run_cli("decisions", "report", str(after), "--before", str(before), "--json").out
    )
    assert document["comparisons"][0]["exit_code"] == 1
    assert run_cli("decisions", "report", str(before), "--before", str(after)).code == 0


def test_runs_without_a_split_in_common_are_refused(tmp_path: Path, gold: dict[str, Any]) -> None:
    run = write_run(tmp_path, "a", {key: json.dumps(value) for key, value in gold.items()})
    empty = write_run(tmp_path, "b", {})
    found = run_cli("decisions", "report", str(run), "--before", str(empty))
    assert found.code == 2
    assert "a.jsonl and b.jsonl have no split in common" in found.err


def test_the_probes_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    found = run_cli("decisions", "probe", "--part", "tune")
    assert found.out.splitlines()[0].split()[:3] == ["detector", "n", "recall"]
    assert [line.split()[0] for line in found.out.splitlines()[1:4]] == ["H1", "H4", "H5"]
    rows = json.loads(run_cli("decisions", "probe", "--json").out)
    assert [row["detector"] for row in rows] == ["H1", "H4", "H5"]
    assert found.code == (1 if any(row["advisory"] for row in rows) else 0)


def test_an_advisory_detector_and_wrong_probes_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from mivas_env.cli import decisions

    honest = decisions.judge_detectors

    def weak(*given: Any) -> Any:
        return tuple(
            each.model_copy(update={"advisory": True, "wrong": ("h5-007",)})
            for each in honest(*given)
        )

    monkeypatch.setattr(decisions, "judge_detectors", weak)
    found = run_cli("decisions", "probe")
    assert found.code == 1
    assert "H5 wrong on: h5-007" in found.out
    assert "no, advisory" in found.out


def test_the_data_set_is_linted(monkeypatch: pytest.MonkeyPatch) -> None:
    from mivas_env.cli import decisions

    found = run_cli("decisions", "lint")
    assert (found.code, found.out) == (0, "80 episodes, 0 faults\n")
    monkeypatch.setattr(decisions, "lint_industry", lambda _name: (3, ["E001: wrong"]))
    found = run_cli("decisions", "lint")
    assert (found.code, found.out) == (1, "E001: wrong\n3 episodes, 1 faults\n")
    assert json.loads(run_cli("decisions", "lint", "--json").out) == {
        "episodes": 3,
        "faults": ["E001: wrong"],
    }
