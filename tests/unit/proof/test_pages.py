"""Proofs as pages: figures by rule, no clock; findings name their rule; named tests exist."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mivas_env.proof.allowances import Allowances
from mivas_env.proof.figures import Figure, Measured, share
from mivas_env.proof.findings import PROOF_IDS, Finding
from mivas_env.proof.foreign import CrossMatrix, CrossPass
from mivas_env.proof.luck import SpamRow
from mivas_env.proof.mutation import MutationCount
from mivas_env.proof.pages import render_proof, render_proofs
from mivas_env.proof.probing import ProbeRow
from mivas_env.proof.references import ELSEWHERE, REFERENCES
from mivas_env.proof.suite import Proof, in_order
from mivas_env.proof.trainability import SkillRow

TESTS = Path(__file__).parents[2]
PROOF = TESTS.parent / "mivas_env" / "proof"


@pytest.fixture
def proof() -> Proof:
    found = Proof(
        "bicycles",
        {"industry": "1.0.0"},
        3,
        figures=[
            Figure("B10", "later", "1", "1", holds=True),
            Figure("B2", "earlier | or not", "0 of 9", "0", holds=False),
            Figure("F", "last", "1", "1", holds=True),
        ],
        mutations=[MutationCount("bicycles/T1-E1", 30, 12, 9, ())],
        probes=[ProbeRow("oracle", 3, ("a", "b", "c"), 1.0, 3, 3)],
        spam=[SpamRow("bicycles/T1-E1", 4_000, 20, 0, 40), SpamRow("bicycles/T2-E1", 1, 20, 9, 40)],
        skill=[SkillRow(0.3, 0.25, 2, 3)],
        cross=CrossMatrix(6, (CrossPass("bicycles/T1-E1-BG", "bicycles/T2-E1"),)),
        allowances=Allowances(
            cheap_to_spam={"T2-E1": "One of two values."},
            foreign_oracles={"T1-E1 > T2-E1": "The same question."},
        ),
    )
    found.findings.append(Finding("skill-order", "bicycles", "rewards do not fall"))
    return found


def test_a_proof_is_a_page_without_a_date(proof: Proof) -> None:
    page = render_proof(proof)
    for line in (
        "## bicycles",
        "industry `1.0.0`  ",
        (
            "3 tasks, a sample looked at, 1 findings. Mutants: 30 breaking and 12 harmless ones on "
            "edited calls, 9 played again on the tool server."
        ),
        "| B2 | earlier \\| or not | 0 of 9 | 0 | **no** |",
        "| oracle | 3 of 3 | 1.000 | 3 | 3 |",
        "| bicycles/T2-E1 | 1 | 20 | 9 of 40 | One of two values. |",
        "| bicycles/T1-E1 | 4000 | 20 | 0 of 40 |  |",
        "| 0.3 | 0.250 | 2 of 3 |",
        "1 of 6 pass, each for a reason:",
        "- T1-E1 > T2-E1: The same question.",
        "- bicycles: E1 skill-order: rewards do not fall",
    ):
        assert line in page.splitlines(), line
    assert page.index("| B2 ") < page.index("| B10 ") < page.index("| F ")
    assert render_proof(proof) == page
    assert not re.search(r"20\d\d-\d\d-\d\d", page)


def test_an_empty_proof_is_a_short_page() -> None:
    page = render_proof(Proof("bicycles", {}, 0, thorough=True))
    assert "everything looked at" in page
    assert "|" not in page
    assert Proof("bicycles", {}, 0).to_json()["cross"] is None


def test_the_whole_page_names_tests_and_what_is_missing(proof: Proof) -> None:
    page = render_proofs([proof, proof])
    assert page.startswith("# Proof\n")
    assert page.count("## bicycles\n") == 2
    assert "[proof_survivors.md](proof_survivors.md)" in page
    for rules, _ in ELSEWHERE:
        assert f"- {rules}: " in page


def test_json_holds_everything_in_order(proof: Proof) -> None:
    document = proof.to_json()
    assert [each["rule"] for each in document["figures"]] == ["B2", "B10", "F"]
    assert document["cross"] == {"pairs": 6, "passes": [["bicycles/T1-E1-BG", "bicycles/T2-E1"]]}
    assert document["spam"]["bicycles/T2-E1"] == {
        "cost": 1, "budget": 20, "passed": 9, "orders": 40,
    }  # fmt: skip
    assert document["findings"][0]["rule"] == "E1"
    assert in_order([]) == []


@pytest.mark.parametrize(
    "test", sorted({test for reference in REFERENCES for test in reference.tests})
)
def test_every_test_that_the_page_names_exists(test: str) -> None:
    file, _, function = test.partition("::")
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    assert function in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def checks_in_source() -> Iterator[str]:
    """Yield the name of every check that a finding is made with, f-strings up to their field."""
    for file in sorted(PROOF.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            is_call = isinstance(node, ast.Call) and node.args
            if not is_call or not isinstance(node.func, ast.Name):
                continue
            if node.func.id not in ("Finding", "finding"):
                continue
            first = node.args[0]
            if isinstance(first, ast.JoinedStr):
                first = first.values[0]
            if isinstance(first, ast.Constant):
                yield str(first.value)


def test_every_finding_belongs_to_a_rule() -> None:
    names = set(checks_in_source())
    assert len(names) > 40
    assert [name for name in sorted(names) if not Finding(name, "", "").rule] in ([], ["-fails"])
    assert Finding("nobody-knows", "", "").rule == ""


def test_every_named_rule_has_a_form() -> None:
    rules = {*PROOF_IDS.values(), *(each.check for each in REFERENCES)}
    assert all(re.fullmatch(r"[A-FS][0-9]{0,2}", rule) for rule in rules)


def test_counting_adds_a_figure_and_its_findings() -> None:
    measured = Measured()
    measured.count("A1", "wrong things", "5 looked at", [])
    measured.count("A1", "wrong things", "5 looked at", [Finding("a", "b", "c")])
    assert [(each.figure, each.holds) for each in measured.figures] == [
        ("5 looked at: 0 wrong", True),
        ("5 looked at: 1 wrong", False),
    ]
    assert len(measured.findings) == 1


def test_shares_are_written_with_their_whole() -> None:
    assert share(3, 80) == "3 of 80 (3.8 %)"
    assert share(0, 0) == "0 of 0"
