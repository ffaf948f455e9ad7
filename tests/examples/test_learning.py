"""The learning example learns: 05_train_grpo_numpy, and 05_draw_learning_curves draws it."""

import importlib.util
import json
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

import mivas_env

FOLDER = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.skipif(
    not mivas_env.list_tasks("healthcare"), reason="the example plays healthcare calls"
)


def load(name: str) -> ModuleType:
    """Import an example from its path, so that its classes can be sent to worker processes."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_three_tasks_are_learned_from_the_reward_alone() -> None:
    example = load("05_train_grpo_numpy")
    args = replace(example.Args().quick(), iterations=20, measure_every=20)
    run = example.train(args, 0)
    rewards = [reward for _, _, reward in run["curve"]]
    assert rewards[0] <= 0.34
    assert rewards[-1] >= 0.6
    assert run["never_passed"] == []


def test_training_is_the_same_for_the_same_seed() -> None:
    example = load("05_train_grpo_numpy")
    args = replace(example.Args().quick(), iterations=3, measure_every=3)
    first, second = (example.train(args, 3) for _ in range(2))
    assert first["curve"] == second["curve"]
    assert first["decisions"] == second["decisions"]


def test_the_interquartile_mean_leaves_extremes_out() -> None:
    mean = load("05_train_grpo_numpy").interquartile_mean
    assert mean([0.0, 1.0, 2.0, 3.0, 100.0]) == pytest.approx(2.0)
    assert mean([4.0]) == pytest.approx(4.0)
    assert mean([0.0, 10.0]) == pytest.approx(5.0)


def test_the_drawing_shows_both_pairs_of_curves_on_axes_from_zero(tmp_path: Path) -> None:
    draw = load("05_draw_learning_curves")
    nan = float("nan")
    results = {
        "runs": [{"curve": [[0, 0, 0.0], [25, 900, 0.5]]}, {"curve": [[0, 0, 0.1], [25, 9, 0.7]]}],
        "detours": {
            "eval": [[[0, nan, 0.0], [10, 0.4, 1.0]]],
            "train": [[[0, 1.0, 0], [10, 0, 1]]],
        },
    }
    file = tmp_path / "results.json"
    file.write_text(json.dumps(results))
    out = draw.main(draw.Args(results=str(file), out=str(tmp_path / "curves.svg")))
    svg = Path(out).read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    assert svg.count("Extra hops") == 1
    assert ">0.0<" in svg
    assert ">1.0<" in svg
    assert "nan" not in svg


def test_results_that_are_not_there_are_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = load("05_draw_learning_curves")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="run this from the repository's root, after 05_train"):
        draw.main(draw.Args())


@pytest.mark.slow
def test_most_easy_and_medium_tasks_are_learned() -> None:
    example = load("05_train_grpo_numpy")
    args = replace(example.Args(), iterations=250, measure_every=50)
    run = example.train(args, 0)
    rewards = [reward for _, _, reward in run["curve"]]
    assert rewards[0] < 0.1
    assert max(rewards[-2:]) > 0.8


@pytest.mark.slow
def test_extra_hops_fall_under_the_discount() -> None:
    example = load("05_train_grpo_numpy")
    curves = {
        mode: example.train_with_detours(example.Args(), 0, mode) for mode in ("eval", "train")
    }
    assert curves["train"][-1][1] < 0.1
    assert curves["eval"][-1][1] > curves["train"][-1][1]
    assert curves["train"][-1][2] > 0.9
