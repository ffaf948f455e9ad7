"""Every example runs, and returns what it says."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import mivas_env

FOLDER = Path(__file__).parents[2] / "examples"
FILES = sorted(FOLDER.glob("*.py"))
KNOWN = ("01_one_call", "02_score_a_saved_call", "03_gymnasium")

pytestmark = pytest.mark.skipif(
    not mivas_env.list_tasks("healthcare"), reason="the examples play healthcare calls"
)


def load(name: str) -> ModuleType:
    """Import an example from its path."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_one_call_is_worth_one(capsys: pytest.CaptureFixture[str]) -> None:
    example = load("01_one_call")
    assert example.main(example.Args()) == 1.0
    shown = capsys.readouterr().out
    assert "verdict: exact  reward: 1.0" in shown
    assert example.main(example.Args(seed=2)) == 1.0


def test_saved_calls_fail_for_the_reasons_of_their_authors() -> None:
    example = load("02_score_a_saved_call")
    wrong_office, never_identified = example.main(example.Args())
    # The plan was checked at Windermere; the handoff is exact and nothing was written.
    assert (wrong_office.T, wrong_office.H, wrong_office.D) == (False, True, True)
    assert wrong_office.verdict == "exact"
    assert wrong_office.missing == ("check_plan_accepted",)
    assert wrong_office.r_eval == 0.0
    # Everything was done but the look-up of the patient.
    assert (never_identified.T, never_identified.H, never_identified.D) == (False, True, True)
    assert never_identified.missing == ("identify_patient",)
    assert never_identified.r_eval == 0.0


def test_a_vector_of_random_agents_has_statistics() -> None:
    example = load("03_gymnasium")
    found = example.main(example.Args(episodes=6, max_steps=8))
    assert found["episodes"] >= 6
    assert 0.0 <= found["mean_reward"] <= 1.0
    assert 1 <= found["mean_length"] <= 8
    assert found == example.main(example.Args(episodes=6, max_steps=8))


def test_a_random_agent_never_meets_eval_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    example = load("03_gymnasium")
    given = {}

    def make_vec(env_id: str, **more: object) -> object:
        given.update(more)
        raise LookupError(env_id)

    monkeypatch.setattr(example.gym, "make_vec", make_vec)
    with pytest.raises(LookupError):
        example.main(example.Args())
    assert given["split"] == "train"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_example_is_a_dataclass_of_arguments_and_a_main(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.startswith('"""')
    assert "class Args:" in text
    assert "def main(args: Args)" in text
    assert 'if __name__ == "__main__":' in text


def test_every_example_is_run_by_a_test() -> None:
    tested = {
        name
        for test in Path(__file__).parents[1].rglob("test_*.py")
        for name in (file.stem for file in FILES)
        if name in test.read_text(encoding="utf-8")
    }
    assert set(KNOWN) <= tested
    assert {file.stem for file in FILES} == tested
