"""The caller's bar: few misses, hardly a wrong close, on labelled sets (CALLER section 6)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from caller_kit import END, HEARING, load_probes, make_caller

SETS = sorted(HEARING.glob("*.yaml"))
MAX_MISSED = 0.10
MAX_WRONG = 0.02
LEAST = 60
FULL = (
    "accepts_plan",
    "booked",
    "cancelled",
    "card_updated",
    "discuss_topic",
    "financing_available",
    "payment_link_sent",
    "price",
    "text_sent",
    "waitlisted",
)
"""The sets that hold at least `LEAST` answers and as many near-misses."""


def _entries(group: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    for items in group.values():
        for item in items:
            yield item if isinstance(item, dict) else {"say": item}


def _closes(probes: dict[str, Any], entry: dict[str, Any]) -> bool:
    """Say whether the last utterance, and no earlier one, closes the ask."""
    script = {
        "facts": probes.get("facts", {}),
        "opening": probes["question"],
        "asks": [probes["ask"]],
        "end": END,
        "patience": {"start": 50},
    }
    caller = make_caller(script)
    for line in entry.get("before", []):
        caller.hear(line)
        caller.reply()
        assert not caller.satisfied, f"closed early by {line!r}"
    caller.hear(entry["say"])
    return caller.satisfied


@pytest.mark.parametrize("part", ["tune", "check"])
@pytest.mark.parametrize("file", SETS, ids=lambda file: file.stem)
def test_a_probe_set_meets_the_bar(file: Path, part: str):
    probes = load_probes(file)
    answers = list(_entries(probes[part]["closes"]))
    near = list(_entries(probes[part]["stays_open"]))
    missed = [e["say"] for e in answers if not _closes(probes, e)]
    wrong = [e["say"] for e in near if _closes(probes, e)]
    assert len(missed) <= MAX_MISSED * len(answers), missed
    assert len(wrong) <= MAX_WRONG * len(near), wrong


@pytest.mark.parametrize("name", FULL)
def test_a_full_probe_set_is_large_enough(name: str):
    probes = load_probes(HEARING / f"{name}.yaml")
    for label in ("closes", "stays_open"):
        count = sum(len(list(_entries(probes[part][label]))) for part in ("tune", "check"))
        assert count >= LEAST, f"{name} has {count} entries under {label}"


def test_every_form_of_speech_is_in_the_plan_set():
    probes = load_probes(HEARING / "accepts_plan.yaml")
    kinds = {kind for label in ("closes", "stays_open") for kind in probes["tune"][label]}
    wanted = "assertion negation question hedge promise other_office quoted elliptical long terse"
    assert set(wanted.split()) <= kinds
