"""Run files of decisions: read strictly, scored by split, compared only where figures compare."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from mivas_env import registry
from mivas_env.errors import ConfigError, TraceError
from mivas_env.evaluation import decision_data, decision_runs
from mivas_env.evaluation.decision_data import lint_industry, load_folder
from mivas_env.evaluation.decision_runs import (
    RunFile,
    all_points,
    detector_digest,
    judge_detectors,
    read_run,
    score_run,
)
from mivas_env.registry import decision_entry_points
from mivas_env.tasks import read_splits

pytestmark = pytest.mark.skipif(
    "brokerage" not in decision_entry_points(), reason="no industry of written decisions"
)
HEADER = '{"run_id": "r1", "model_id": "m1", "thinking": false}'
LINE = '{"decision_id": "E001-d1", "output": "Hello."}'


@pytest.fixture(scope="module")
def gold() -> dict[str, str]:
    """Return the reference output of every decision."""
    return {
        point.decision_id: json.dumps(point.gold.model_dump(mode="json"))
        for point in all_points("brokerage")
    }


@pytest.fixture(scope="module")
def splits() -> dict[str, str]:
    return {point.decision_id: point.split for point in all_points("brokerage")}


def run_of(outputs: dict[str, str], **more: Any) -> RunFile:
    settings = {"run_id": "r", "model_id": "m", "thinking": None, **more}
    return RunFile(outputs=outputs, **settings)


# ---------------------------------------------------------------- reading


def write(folder: Path, *lines: str) -> Path:
    file = folder / "run.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def test_a_run_is_read(tmp_path: Path) -> None:
    run = read_run(write(tmp_path, HEADER, LINE, "", '{"decision_id": "E001-d2", "output": ""}'))
    assert (run.run_id, run.model_id, run.thinking) == ("r1", "m1", False)
    assert run.outputs == {"E001-d1": "Hello.", "E001-d2": ""}


def test_a_header_may_leave_things_out(tmp_path: Path) -> None:
    run = read_run(write(tmp_path, "{}"))
    assert (run.run_id, run.model_id, run.thinking, run.outputs) == ("run", "unknown", None, {})


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ((), "run.jsonl, line 1: not JSON"),
        (("[]",), "run.jsonl, line 1: must be an object"),
        ((HEADER, "{"), "run.jsonl, line 2: not JSON"),
        ((HEADER, '{"decision_id": "E001-d1"}'), "line 2: needs `decision_id` and `output`"),
        ((HEADER, '{"decision_id": 1, "output": "x"}'), "line 2: needs `decision_id`"),
        ((HEADER, LINE, LINE), "line 3: E001-d1 is answered twice; keep one"),
        (('{"thinking": "no"}',), "line 1: `thinking` must be true, false or left out"),
        ((HEADER, '{"decision_id": "a", "decision_id": "b", "output": ""}'), "same key twice"),
        ((HEADER, '{"decision_id": "a", "output": NaN}'), "NaN is not a JSON value"),
    ],
)
def test_a_run_that_cannot_be_read_names_the_line(
    tmp_path: Path, lines: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(TraceError) as caught:
        read_run(write(tmp_path, *lines))
    assert sentence in str(caught.value)


def test_a_file_that_is_no_text_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    with pytest.raises(TraceError, match=r"run\.jsonl: cannot be read"):
        read_run(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(TraceError, match=r"run\.jsonl: cannot be read"):
        read_run(file)


# ---------------------------------------------------------------- scoring


def test_gold_scores_one_on_both_splits_apart(gold: dict[str, str], splits: Any) -> None:
    reports = score_run(run_of(gold))
    assert sorted(reports) == ["dev", "eval"]
    for split, report in reports.items():
        assert report.composite_mean == report.composite_mean_strict == 1.0
        assert report.identity.split == split
        assert report.overall.n == sum(each == split for each in splits.values())
        assert report.identity.detector_digest == detector_digest("brokerage")
    assert reports["dev"].identity.split_digest != reports["eval"].identity.split_digest


def test_a_split_that_was_not_answered_is_left_out(gold: dict[str, str], splits: Any) -> None:
    dev = {name: text for name, text in gold.items() if splits[name] == "dev"}
    assert list(score_run(run_of(dev, thinking=True))) == ["dev"]
    assert score_run(run_of({})) == {}


def test_a_split_in_part_is_refused(gold: dict[str, str], splits: Any) -> None:
    dev = [name for name in gold if splits[name] == "dev"]
    part = {name: gold[name] for name in dev[1:]}
    with pytest.raises(ConfigError) as caught:
        score_run(run_of(part))
    assert f"1 of {len(dev)} decisions of dev have no output, the first is {dev[0]}" in str(
        caught.value
    )


def test_empty_outputs_score_nothing_and_are_counted(gold: dict[str, str], splits: Any) -> None:
    dev = {name: "" for name in gold if splits[name] == "dev"}
    report = score_run(run_of(dev))["dev"]
    assert report.composite_mean == 0.0
    assert report.overall.format_invalid_rate.value == 1.0
    assert sum(report.format_reasons.values()) == len(dev)


def test_an_unknown_decision_gets_a_suggestion(gold: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match=r"there is no decision 'E001-d9'; did you mean E001-d"):
        score_run(run_of({**gold, "E001-d9": ""}))


def test_an_advisory_detector_does_not_gate(
    gold: dict[str, str], splits: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    dev = [name for name in gold if splits[name] == "dev"]
    outputs = {name: gold[name] for name in dev}
    first = json.loads(outputs[dev[0]])
    first["reply"] += " You should sell all of your shares today."
    outputs[dev[0]] = json.dumps(first)
    gating = score_run(run_of(outputs))["dev"]
    assert gating.overall.hard_counts["H4"] == 1
    assert gating.composite_mean is not None
    assert gating.composite_mean < 1.0
    honest = judge_detectors("brokerage")
    weak = tuple(each.model_copy(update={"advisory": each.detector == "H4"}) for each in honest)
    monkeypatch.setattr(decision_runs, "judge_detectors", lambda _industry: weak)
    advisory = score_run(run_of(outputs))["dev"]
    assert advisory.composite_mean == 1.0
    assert advisory.composite_mean_all_gates == gating.composite_mean
    assert advisory.advisory == ("H4",)
    assert advisory.advisory_counts["H4"] == 1


def test_the_detectors_are_judged_by_part() -> None:
    for report in judge_detectors("brokerage", ("check",)):
        assert report.n > 0
        assert report.recall is not None
        assert report.recall >= 0.9, report.detector
        assert report.precision is not None
        assert report.precision >= 0.9, report.detector
    whole = {each.detector: each.n for each in judge_detectors("brokerage")}
    tune = {each.detector: each.n for each in judge_detectors("brokerage", ("tune",))}
    check = {each.detector: each.n for each in judge_detectors("brokerage", ("check",))}
    assert whole == {code: tune[code] + check[code] for code in whole}
    assert min(whole.values()) >= 60


def test_the_digest_of_the_detectors_follows_their_probes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = detector_digest("brokerage")
    assert before == detector_digest("brokerage")
    copy = tmp_path / "brokerage"
    shutil.copytree(registry.task_folder("brokerage"), copy)
    monkeypatch.setattr(decision_runs, "task_folder", lambda _name: copy)
    assert detector_digest("brokerage") == before
    file = copy / "probes" / "h1.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    assert detector_digest("brokerage") != before


# ---------------------------------------------------------------- the data set


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copy = tmp_path / "brokerage"
    shutil.copytree(registry.task_folder("brokerage"), copy)
    monkeypatch.setattr(decision_data, "task_folder", lambda _name: copy)
    return copy


def test_the_data_set_is_whole(folder: Path) -> None:
    assert lint_industry("brokerage") == (80, [])


def test_a_broken_episode_is_a_fault_of_reading(folder: Path) -> None:
    (folder / "E001.yaml").write_text("title: [", encoding="utf-8")
    shutil.copy(folder / "E002.yaml", folder / "E999.yaml")
    episodes, faults = load_folder(folder)
    assert len(episodes) == 80
    assert any(fault.startswith("E001.yaml: not readable as YAML") for fault in faults)
    assert "E999.yaml: its id is E002; name file and id alike" in faults


def test_a_changed_eval_episode_is_not_passed_in_silence(folder: Path) -> None:
    name = next(each for each, split in read_splits(folder).items() if split == "eval")
    file = folder / f"{name}.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("rationale: ", "rationale: Because. ", 1), encoding="utf-8")
    _, faults = lint_industry("brokerage")
    assert any(fault.startswith("an eval episode changed") for fault in faults), faults


def test_splits_and_episodes_must_agree(folder: Path) -> None:
    read_splits.cache_clear()
    file = folder / "splits.yaml"
    text = file.read_text(encoding="utf-8").replace("E001", "E901", 1)
    file.write_text(text, encoding="utf-8")
    _, faults = lint_industry("brokerage")
    read_splits.cache_clear()
    assert any(fault.endswith("but splits.yaml says None") for fault in faults), faults


def test_without_a_shape_nothing_is_counted(folder: Path) -> None:
    (folder / "shape.yaml").unlink()
    assert lint_industry("brokerage") == (80, [])


def test_an_industry_of_calls_has_no_episodes() -> None:
    with pytest.raises(ConfigError, match="there is no industry"):
        lint_industry("bicycles")
