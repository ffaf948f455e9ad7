"""Mutants of calls that go through several desks: each fails, or passes, as it was predicted."""

import pytest

import mivas_env
from mivas_env.proof.mutants.breaking import breaking_mutants
from mivas_env.proof.mutants.harmless import harmless_mutants
from mivas_env.proof.mutants.model import is_as_predicted, play_reference

TASKS = ("healthcare/C1-M1", "healthcare/C2-H1", "healthcare/C4-H2", "healthcare/R-H3")

pytestmark = pytest.mark.skipif(
    not mivas_env.list_tasks("healthcare"), reason="healthcare is not installed"
)


@pytest.mark.parametrize("name", TASKS)
def test_the_gates_judge_every_mutant_as_predicted(name: str) -> None:
    reference = play_reference(mivas_env.load_task(name))
    breaking, harmless = list(breaking_mutants(reference)), list(harmless_mutants(reference))
    assert all(mutant.fails for mutant in breaking)
    assert not any(mutant.fails for mutant in harmless)
    wrong = [
        mutant.label
        for mutant in (*breaking, *harmless)
        if not is_as_predicted(mutant, reference.judge(mutant.calls, mutant.state))
    ]
    assert wrong == []


def test_every_kind_of_mutant_is_made_by_one_of_these_calls() -> None:
    labels = [
        mutant.label
        for name in TASKS
        for mutant in breaking_mutants(play_reference(mivas_env.load_task(name)))
    ]
    for kind in (
        "drop ",
        "swap ",
        "add ",
        "no arguments",
        "blank",
        "undone",
        "an extra row",
        "bystander",
    ):
        assert any(kind in label for label in labels), kind
