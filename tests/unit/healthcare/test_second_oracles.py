"""Quite differently worded conversations that must satisfy the same callers and pass."""

from pathlib import Path

import pytest

import mivas_env
from mivas_env.agents.protocol import play_back
from mivas_env.agents.rollout import roll_out
from mivas_env.schema.lockfile import OracleStep
from mivas_env.schema.strict_yaml import load_yaml

FILES = sorted((Path(__file__).parent / "second_oracles").glob("*.yaml"))


def test_there_are_at_least_twelve():
    assert len(FILES) >= 12


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_another_wording_passes_and_satisfies(file, seed):
    steps = load_yaml(file.read_text(encoding="utf-8"), source=file.name)
    actions = [OracleStep.model_validate(step).to_action() for step in steps]
    session = mivas_env.CallSession(f"healthcare/{file.stem}", seed=seed)
    roll_out(session, play_back(iter(actions)))
    assert session.verification.result, session.verification.failure_classes
    assert session.verification.verdict == "exact"
    assert session.caller_satisfied, session.diagnostics()
