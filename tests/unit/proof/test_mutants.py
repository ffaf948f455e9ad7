"""Mutants: other values and spellings of each kind, and verifiers that mutants find out."""

from typing import Any

import pytest
from toy_industry.industry import SHOPS

from mivas_env.episode.task import Task
from mivas_env.errors import TaskError
from mivas_env.proof import mutation
from mivas_env.proof.mutants.breaking import breaking_mutants
from mivas_env.proof.mutants.harmless import harmless_mutants
from mivas_env.proof.mutants.model import Mutant, is_as_predicted, play_reference
from mivas_env.proof.mutants.replay import Replay
from mivas_env.proof.mutants.values import other_spellings, other_values
from mivas_env.schema.arguments import ArgumentRule, Kind, canonicalise
from mivas_env.schema.lockfile import Lockfile
from mivas_env.schema.verification import Verdict

SHOP = ArgumentRule(name="shop_id", alias=SHOPS, enum=("shop_mill", "shop_quay"))
PART = ArgumentRule(name="part", enum=("chain", "brake"))


@pytest.mark.parametrize(
    ("value", "rule", "others"),
    [
        ("shop_mill", SHOP, ["shop_quay"]),
        (True, ArgumentRule(name="x", kind=Kind.BOOLEAN), [False]),
        (4, ArgumentRule(name="x", kind=Kind.INTEGER), [5, 14]),
        (1, ArgumentRule(name="x", kind=Kind.INTEGER), [2, 11]),
        (
            "+12125550142",
            ArgumentRule(name="x", kind=Kind.PHONE),
            ["+12125550199", "+16465550198"],
        ),
        (
            "2026-03-01",
            ArgumentRule(name="x", kind=Kind.DATE),
            ["2026-02-28", "2026-03-02", "2026-03-08"],
        ),
        (
            "2026-03-01T00:00",
            ArgumentRule(name="x", kind=Kind.DATETIME),
            ["2026-02-28T23:59", "2026-03-01T00:01", "2026-03-02T00:00"],
        ),
        ("09999", ArgumentRule(name="x"), ["10000"]),
        ("slot_17", ArgumentRule(name="x"), ["slot_10"]),
        ("slot_10", ArgumentRule(name="x"), ["slot_11"]),
        ("Ana", ArgumentRule(name="x"), ["Imogen Fairweather", "Anas"]),
        (None, ArgumentRule(name="x"), []),
        (
            ["chain"],
            ArgumentRule(name="x", kind=Kind.LIST, items=PART),
            [["chain", "brake"], ["brake"]],
        ),
        (["chain", "brake"], ArgumentRule(name="x", kind=Kind.LIST, items=PART), [["brake"]]),
        (["a"], ArgumentRule(name="x", kind=Kind.LIST, items=ArgumentRule(name="y")), []),
    ],
)
def test_other_values_mean_something_else(
    value: object, rule: ArgumentRule, others: list[object]
) -> None:
    assert list(other_values(value, rule)) == others


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        ("shop_mill", SHOP),
        (True, ArgumentRule(name="x", kind=Kind.BOOLEAN)),
        (4, ArgumentRule(name="x", kind=Kind.INTEGER)),
        ("+12125550142", ArgumentRule(name="x", kind=Kind.PHONE)),
        ("2026-03-01T10:00", ArgumentRule(name="x", kind=Kind.DATETIME)),
        ("straße", ArgumentRule(name="x")),
    ],
)
def test_other_spellings_mean_the_same(value: object, rule: ArgumentRule) -> None:
    spellings = list(other_spellings(value, rule))
    assert spellings
    for spelling in spellings:
        assert canonicalise(spelling, rule) == canonicalise(value, rule), spelling


def test_sets_are_spelled_in_another_order_and_with_repeats() -> None:
    rule = ArgumentRule(name="x", kind=Kind.LIST, items=PART)
    spellings = list(other_spellings(["chain", "brake"], rule))
    assert spellings[0] == ["brake", "chain", "chain"]
    assert ["  CHAIN ", "brake"] in spellings
    assert list(other_spellings([], rule)) == []
    assert list(other_spellings(None, rule)) == []


def test_every_mutant_of_the_toy_does_as_predicted(repair: Task, storage: Task) -> None:
    for task in (repair, storage):
        count = mutation.mutate(task)
        assert count.findings == ()
        assert count.breaking > 10
        assert count.harmless > 10
        assert count.replayed > 0


def test_labels_tell_what_was_changed(repair: Task) -> None:
    reference = play_reference(repair)
    breaking = [mutant.label for mutant in breaking_mutants(reference)]
    assert "drop book_repair" in breaking
    assert "book_repair shop_id='shop_quay'" in breaking
    assert "repairs: an extra row" in breaking
    assert len(set(breaking)) == len(breaking)
    harmless = [mutant.label for mutant in harmless_mutants(reference)]
    assert "find_bike padded" in harmless
    assert any(label.startswith("extra hop") for label in harmless)


def test_an_oracle_that_fails_has_no_mutants(repair: Task) -> None:
    raw = repair.lockfile.model_dump(mode="json", exclude_none=True)
    raw["oracle"] = [{"tool": "end_call"}]
    with pytest.raises(TaskError, match="the oracle fails, so it has no mutants"):
        mutation.mutate(Task("bicycles", Lockfile.model_validate(raw)))


def test_a_verifier_that_lets_everything_pass_is_found_out(
    repair: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mivas_env.proof.mutants import model

    honest = model.verify_compiled

    def lax(*given: Any) -> Any:
        passed = {"T": True, "H": True, "D": True, "result": True, "verdict": Verdict.EXACT}
        return honest(*given).model_copy(update=passed)

    monkeypatch.setattr(model, "verify_compiled", lax)
    count = mutation.mutate(repair)
    found = [each for each in count.findings if each.check == "mutant-breaking"]
    assert len(found) == count.breaking
    assert "gates that fail: none, predicted: " in found[0].message
    # A detour that is called exact is found out as well.
    assert any(each.check == "mutant-harmless" for each in count.findings)


def test_a_tool_server_that_errs_is_found_out(
    repair: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    replays = [Replay("a", False, True), Replay("b", True, False), Replay("c", True, True)]
    monkeypatch.setattr(mutation, "replay_mutants", lambda _task: iter(replays))
    messages = [each.message for each in mutation.mutate(repair).findings]
    assert messages == [
        "replayed with a, the call passes",
        "replayed with b, the call fails",
    ]


def test_predictions_are_exact_or_at_least(repair: Task) -> None:
    reference = play_reference(repair)
    nothing = reference.judge((), reference.state)
    exactly = Mutant("x", (), reference.state, frozenset({"T"}))
    at_least = Mutant("x", (), reference.state, frozenset({"T"}), exactly=False)
    assert not is_as_predicted(exactly, nothing)
    assert is_as_predicted(at_least, nothing)
