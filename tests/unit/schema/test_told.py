"""What the strict reward holds against what the caller heard (`exp_told`)."""

from typing import Any

import pytest
from pydantic import ValidationError

import mivas_env
from mivas_env.schema.lockfile import Lockfile
from mivas_env.schema.told import ExpectedTold, Told, find_misses


@pytest.mark.parametrize(
    ("right", "heard", "false"),
    [
        ("yes", "yes", False),
        ("yes", "no", True),
        ("yes", "unconfirmed", True),
        ("no", "yes", True),
        ("no", "unconfirmed", False),
        ("unconfirmed", "yes", True),
        ("unconfirmed", "no", False),
        ("any", "yes", False),
        ([30000, 60000], [30000], False),
        ([30000, 60000], [60000, 12500], False),
        ([5000], [7500], True),
        (["pending_review"], ["not_back", "pending_review"], False),
        (["pending_review"], ["not_back"], True),
        ("yes", [5000], True),
    ],
)
def test_an_answer_is_held_against_the_true_one(right: Any, heard: Any, false: bool) -> None:
    expected = ExpectedTold.model_validate({"answers": {"a": right}})
    assert bool(find_misses(expected, Told.model_validate({"answers": {"a": heard}}))) is false


def test_an_ask_that_has_not_closed_is_no_false_answer() -> None:
    expected = ExpectedTold.model_validate({"answers": {"a": "yes"}})
    assert find_misses(expected, Told.model_validate({"answers": {"b": "no"}})) == ()


def test_the_sentences_name_ask_answer_and_truth() -> None:
    expected = ExpectedTold.model_validate(
        {"answers": {"fee": [5000]}, "consents": ["slot", ["early", "late"]]}
    )
    told = Told.model_validate({"answers": {"fee": [7550, 900000]}})
    assert find_misses(expected, told) == (
        "fee: the caller was told $75.50 and $9000.00, where it is $50.00",
        "slot: the caller never agreed to it",
        "early or late: the caller never agreed to it",
    )


def test_one_of_several_consents_is_enough() -> None:
    expected = ExpectedTold.model_validate({"consents": ["slot", ["early", "late"]]})
    assert find_misses(expected, Told(consents=("late", "slot"))) == ()
    assert len(find_misses(expected, Told(consents=("late",)))) == 1


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({"answers": {"nobody_asks": "yes"}}, "'nobody_asks' is no ask that is answered by"),
        ({"answers": {"address": "yes"}}, "'address' is no ask that is answered by"),
        ({"answers": {"price": "yes"}}, "'price' is an ask of type money"),
        ({"answers": {"price": []}}, "'price' is an ask of type money"),
        ({"answers": {"price": ["35000"]}}, "'price' is an ask of type money"),
        ({"consents": ["the_moon"]}, "'the_moon' is no consent of the script"),
        ({"consents": [["the_policy", "the_moon"]]}, "'the_moon' is no consent of the script"),
    ],
)
def test_an_entry_that_fits_no_ask_is_refused(entry: dict[str, Any], sentence: str) -> None:
    raw = mivas_env.load_task("healthcare/C4-M1").lockfile.model_dump(mode="json", by_alias=True)
    assert Lockfile.model_validate({**raw, "exp_told": {}})
    with pytest.raises(ValidationError, match=sentence):
        Lockfile.model_validate({**raw, "exp_told": entry})
