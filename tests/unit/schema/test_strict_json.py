"""The strict JSON reader: each refusal, and what it lets through (S5, S6)."""

import pytest

from mivas_env.schema.strict_json import (
    MAX_SAFE_INTEGER,
    JsonRefused,
    canonical_json,
    dump_json,
    load_json,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None),
        (" true ", True),
        ("-0", 0),
        ("12.50", 12.5),
        ("1e3", 1000.0),
        (str(MAX_SAFE_INTEGER), MAX_SAFE_INTEGER),
        (f"-{MAX_SAFE_INTEGER}", -MAX_SAFE_INTEGER),
        ('"caf\\u00e9"', "caf\u00e9"),
        ('"\\ud83d\\ude00"', "\U0001f600"),
        ('"\U0001f600"', "\U0001f600"),
        ('{"a": {"a": 1}}', {"a": {"a": 1}}),
        ('"[[[[[[[[[[[[[[[[[[[["', "[[[[[[[[[[[[[[[[[[[["),
        ('["\\"[[[[[[[[[[[[[[[[[["]', ['"[[[[[[[[[[[[[[[[[[']),
        ("[" * 16 + "]" * 16, [[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]),
        ("[" + "[]," * 20 + "[]]", [[]] * 21),
    ],
)
def test_read(text, value):
    assert load_json(text) == value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("{'a': 1}", "not JSON"),
        ("[1,]", "not JSON"),
        ("1 2", "not JSON"),
        ("01", "not JSON"),
        ('"\n"', "not JSON"),
        ("NaN", "NaN is not"),
        ("[Infinity]", "Infinity is not"),
        ("-Infinity", "-Infinity is not"),
        ("1e999", "too large"),
        ("-1e999", "too large"),
        (str(MAX_SAFE_INTEGER + 1), "2\\^53"),
        ("9" * 5_000, "2\\^53"),
        ('{"a": 1, "a": 1}', "twice"),
        ('[{"b": {"a": 1, "a": 2}}]', "twice"),
        ('"\\ud800"', "surrogate"),
        ('{"\\udc00": 1}', "surrogate"),
        ('"\ud800"', "surrogate"),
        ("[" * 17 + "]" * 17, "deeper than 16"),
        ('{"a":' * 17 + "1" + "}" * 17, "deeper than 16"),
        ("[" * 100_000, "deeper than 16"),
    ],
)
def test_refuse(text, reason):
    with pytest.raises(JsonRefused, match=reason):
        load_json(text)


def test_the_depth_may_be_set():
    assert load_json("[[]]", max_depth=2) == [[]]
    with pytest.raises(JsonRefused, match="deeper than 1"):
        load_json("[[]]", max_depth=1)


def test_any_number_lets_every_size_through_as_a_float():
    assert load_json(f"[1, {10**30}, 1e999]", any_number=True) == [1.0, 1e30, float("inf")]
    assert load_json('["\u00e9", 1e999]', any_number=True) == ["\u00e9", float("inf")]
    with pytest.raises(JsonRefused, match="NaN"):
        load_json("NaN", any_number=True)


def test_write():
    assert dump_json({"b": 1, "a": ["\u00e9", None, True]}) == '{"b":1,"a":["\u00e9",null,true]}'
    assert canonical_json({"b": 1, "a": {"d": 1, "c": 2}}) == '{"a":{"c":2,"d":1},"b":1}'
    assert dump_json({"a": ["[", []]}, max_depth=3) == '{"a":["[",[]]}'
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for nested in ({"a": [[]]}, deep):
        with pytest.raises(JsonRefused, match="nested deeper than 2 levels"):
            dump_json(nested, max_depth=2)
    for write in (dump_json, canonical_json):
        with pytest.raises(ValueError, match="not JSON compliant"):
            write(float("nan"))
