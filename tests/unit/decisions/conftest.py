"""The brokerage pack, its data set and its probes, read once for the decision tests."""

from pathlib import Path

import pytest

from mivas_env.evaluation.decision_data import load_folder
from mivas_env.schema.decision import DecisionEpisode, PolicyPack
from mivas_env.verifier.decisions.reading import read_pack

ROOT = Path(__file__).parents[3]
PACK_FILE = ROOT / "mivas_env/industries/brokerage/policy_pack.yaml"


@pytest.fixture(scope="session")
def pack() -> PolicyPack:
    return read_pack(PACK_FILE.read_text(encoding="utf-8"), source=PACK_FILE.name)


@pytest.fixture(scope="session")
def tasks_folder() -> Path:
    return ROOT / "tasks/brokerage"


@pytest.fixture(scope="session")
def episodes(tasks_folder: Path) -> list[DecisionEpisode]:
    found, faults = load_folder(tasks_folder)
    assert faults == []
    return found
