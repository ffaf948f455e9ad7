"""The proof that is committed: every rule with its figure, none below its bar, fresh by version."""

import json
import re
from pathlib import Path

import pytest

from mivas_env.episode.kit import kit_of
from mivas_env.proof.references import ELSEWHERE, REFERENCES
from mivas_env.registry import industry_entry_points, industry_named, task_ids

DOCS = Path(__file__).parents[2] / "docs"
RULES = [
    *(f"A{number}" for number in range(1, 14)),
    *(f"B{number}" for number in range(1, 12)),
    *("C1", "C2", "C5", "C6", "C7", "C8"),
    *(f"D{number}" for number in range(1, 9)),
    *("E1", "E3", "E5", "E6", "F"),
    *("S2", "S4", "S5", "S6", "S7", "S8", "S9", "S10", "S12", "S13"),
]


@pytest.fixture
def page() -> str:
    return (DOCS / "proof.md").read_text(encoding="utf-8")


@pytest.fixture
def proofs() -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads((DOCS / "proof.json").read_text(encoding="utf-8"))
    return found


def test_every_rule_has_a_figure_or_a_test(page: str) -> None:
    rows = set(re.findall(r"^\| ([A-FS][0-9]{0,2}) \|", page, flags=re.MULTILINE))
    assert [rule for rule in RULES if rule not in rows] == []
    assert {each.check for each in REFERENCES} <= rows
    for rules, _ in ELSEWHERE:
        assert f"- {rules}: " in page


def test_no_figure_is_below_its_bar_and_nothing_was_found(page: str, proofs: list[object]) -> None:
    assert "**no**" not in page
    for proof in proofs:
        assert isinstance(proof, dict)
        assert proof["thorough"] is True
        assert proof["findings"] == []
        assert [each for each in proof["figures"] if not each["holds"]] == []


def test_the_page_holds_no_clock_and_no_place(page: str) -> None:
    assert not re.search(r"\d{4}-\d{2}-\d{2}|\d{2}:\d{2}:\d{2}|/home/|/root/|/tmp/|seconds", page)


def test_the_survivors_stand_beside_it(page: str) -> None:
    assert "](proof_survivors.md)" in page
    text = (DOCS / "proof_survivors.md").read_text(encoding="utf-8")
    killed, judged = map(int, re.findall(r"(\d+) of (\d+) mutants", text)[0])
    assert judged >= 150
    assert killed / judged >= 0.95


@pytest.mark.slow
def test_the_page_is_of_this_version(proofs: list[dict[str, object]]) -> None:
    proved = {str(proof["industry"]): proof["versions"] for proof in proofs}
    for name, point in industry_entry_points().items():
        if point.startswith("mivas_env.") and task_ids(name):
            assert proved[name] == kit_of(industry_named(name)).versions, (
                "prompts, tools or world have changed: run `mivas check --all --report docs`"
            )
