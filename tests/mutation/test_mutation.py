"""At least 95 % of the verifier's mutants are killed; the rest are explained (PROOF B5)."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SURVIVORS = HERE.parents[1] / "docs" / "proof_survivors.md"
SAMPLE = 240
MIN_KILLED = 0.95


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE))


def test_mutants_are_one_change_each_and_can_be_run() -> None:
    from mutants import all_mutants, sources

    texts = {module: ast.unparse(ast.parse(file.read_text("utf-8"))) for module, file in sources()}
    found = list(all_mutants())
    assert len(found) > 600
    assert {mutant.module for mutant in found} == set(texts)
    for mutant in found[::10]:
        compile(mutant.source, mutant.module, "exec")
        assert mutant.source != texts[mutant.module]


def test_the_sample_is_fixed_and_spread() -> None:
    from mutants import all_mutants, sample_mutants, sources

    sample = sample_mutants(SAMPLE)
    assert len(sample) == SAMPLE >= 150
    assert sample == sample_mutants(SAMPLE)
    assert {mutant.module for mutant in sample} == {module for module, _ in sources()}
    assert len(sample_mutants(10**6)) == len(list(all_mutants()))


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("def f(a, b):\n    return a == b\n", ["a == b -> NotEq", "return a == b -> None"]),
        ("def f(a):\n    return None\n", []),
        ("def f(a: int | None = None) -> None: ...\n", []),
        ("x = [a for a in b if a]\n", ["filter a -> dropped"]),
        ("def f(a):\n    if a and True:\n        pass\n",
         ["if a and True -> not", "a and True -> or", "True -> False"]),
        ("for a in b:\n    continue\n", ["continue -> break"]),
        ("raise ValueError('a')\n", []),
        ("message = 'wrong'\n", []),
        ("x = 'a key'\n", []),
        ("x = 'key'\n", ["'key' -> other text"]),
        ("x = 1 + 2\n", ["1 + 2 -> Sub", "1 -> 2", "2 -> 3"]),
        ("import a\n", []),
    ],
)  # fmt: skip
def test_what_is_changed_and_what_is_left_alone(text: str, changes: list[str]) -> None:
    from mutants import mutants_of

    assert sorted(mutant.change for mutant in mutants_of("m", text)) == sorted(changes)


@pytest.mark.slow
def test_the_tests_kill_the_mutants_of_the_verifier(tmp_path: Path) -> None:
    verdicts = tmp_path / "verdicts.json"
    ran = subprocess.run(
        [sys.executable, str(HERE / "run_mutants.py"), "--sample", str(SAMPLE), "--json", verdicts],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    rows = json.loads(verdicts.read_text("utf-8"))
    survivors = [row["mutant"] for row in rows if row["stage"] == 0]
    assert len(rows) == SAMPLE
    assert 1 - len(survivors) / len(rows) >= MIN_KILLED, survivors
    explained = SURVIVORS.read_text("utf-8")
    assert [name for name in survivors if f"`{name}`" not in explained] == []
