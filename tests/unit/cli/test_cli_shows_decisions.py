"""`mivas list` and `mivas show` for an industry of written decisions."""

import json

import pytest
from cli_runner import run_cli

from mivas_env.registry import decision_entry_points

pytestmark = pytest.mark.skipif(
    "brokerage" not in decision_entry_points(), reason="brokerage is not installed"
)


def test_episodes_are_listed_with_their_decisions() -> None:
    rows = json.loads(run_cli("list", "brokerage", "--json").out)
    first = next(row for row in rows if row["task"] == "brokerage/E001")
    assert first["id"].startswith("mivas/brokerage-")
    assert (first["decisions"], first["split"]) == (len(first["families"]), "dev")


def test_an_episode_is_shown_decision_by_decision() -> None:
    found = run_cli("show", "brokerage/E001")
    assert found.code == 0
    lines = found.out.splitlines()
    assert lines[0].startswith("E001  A margin call is looked up")
    assert "d1  identity, easy" in lines
    # The newest message of the customer, and what is right then and why.
    assert any(
        line.startswith("  customer: Hi, I got an alert about a margin call") for line in lines
    )
    assert "  expected: ask_verification, no destination, P3, no flags, IDV-02" in lines
    assert any(
        line.startswith("  why: The amount and the due date are account facts") for line in lines
    )
    assert sum(line.startswith("  customer: ") for line in lines) == sum(
        line.startswith("  expected: ") for line in lines
    )


def test_a_shown_episode_is_one_document_for_programs() -> None:
    shown = json.loads(run_cli("show", "brokerage/E001", "--json").out)
    assert shown["task"] == "brokerage/E001"
    assert [turn["turn"] for turn in shown["episode"]["decisions"]][:2] == ["d1", "d2"]
    assert shown["decisions"] == len(shown["episode"]["decisions"])
