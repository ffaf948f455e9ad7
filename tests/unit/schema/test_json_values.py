"""Plain values: what may stand in a trace, and how a sentence shows what may not."""

import pytest

from mivas_env.schema.json_values import describe, find_flaw, is_encodable


@pytest.mark.parametrize(
    "value", [None, True, 0, -(2**53), 1e308, "x", "\U0001f600", [], {}, [{"a": (1, [2])}]]
)
def test_fit_values(value):
    assert find_flaw(value) is None


@pytest.mark.parametrize(
    ("value", "flaw"),
    [
        (2**53 + 1, "integer beyond"),
        (float("nan"), "not finite"),
        (float("-inf"), "not finite"),
        ("a\udc00", "surrogate"),
        ({"\udc00": 1}, "surrogate"),
        ({3: 1}, "not text"),
        (object(), "of type object"),
        ([[1]], "deeper than 1 levels"),
        ([[]], "deeper than 1 levels"),
        ({"a": {}}, "deeper than 1 levels"),
        ([0] * 200_001, "more than 200000 values"),
    ],
)
def test_flaws(value, flaw):
    assert flaw in str(find_flaw(value, max_depth=1))


def test_encodable():
    assert is_encodable("caf\u00e9 \U0001f600")
    assert not is_encodable("\ud83d")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("loc", "'loc'"),
        (True, "True"),
        (None, "None"),
        (-(10**400), "a huge integer"),
        (b"x", "a bytes"),
        ([1, "a"], "[1, 'a']"),
        ({1: 2}, "an unreadable dict"),
        ("\ud800", r"'\ud800'"),
        (float("inf"), "inf"),
    ],
)
def test_descriptions(value, shown):
    assert describe(value) == shown


def test_an_integer_too_long_to_be_written_is_described():
    assert describe(10**5000) == "a huge integer"
    assert describe([10**5000]) == "an unreadable list"


@pytest.mark.parametrize("value", ["x" * 10_000, ["x" * 500] * 9, "\u00e9" * 100])
def test_descriptions_stay_short(value):
    assert len(describe(value)) == 60
    assert describe(value).endswith("\u2026")
