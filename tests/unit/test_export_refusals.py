"""What an export refuses: nothing to export, a form nobody knows, an oracle that fails."""

from typing import Any

import pytest

from mivas_env import export
from mivas_env.errors import ConfigError, TaskError


def test_a_split_without_a_call_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert export.tasks_to_export("bicycles", None)
    # Written decisions are no calls: alone they leave nothing to export.
    monkeypatch.setattr(export, "list_tasks", lambda *_: ["brokerage/E001"])
    with pytest.raises(ConfigError, match=r"no call of any industry is in the split dev"):
        export.tasks_to_export(None, "dev")


def test_an_unknown_form_names_the_known_ones() -> None:
    form: Any = "csv"
    with pytest.raises(ConfigError, match=r"format='csv' is unknown; use one of .*openai"):
        list(export.export_lines(["bicycles/T1-E1"], form))


def test_a_call_whose_oracle_fails_is_no_example(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(export.export_lines(["bicycles/T1-E1"], "openai"))
    monkeypatch.setattr(export, "_oracle_actions", lambda *_: iter([{"say": "Goodbye."}]))
    with pytest.raises(TaskError, match=r"bicycles/T1-E1: its oracle earns .*, not 1\.0"):
        list(export.export_lines(["bicycles/T1-E1"], "openai"))
