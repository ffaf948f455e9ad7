"""The strict YAML reader: scalars mean what they look like, and each trap is refused (S4)."""

import pytest

from mivas_env.errors import TaskError
from mivas_env.schema.strict_yaml import MAX_DEPTH, load_yaml

SCALARS = [
    ("true", True),
    ("false", False),
    ("null", None),
    ("~", None),
    ("", None),
    ("0", 0),
    ("-7", -7),
    ("30000", 30000),
    ("10016", 10016),
    ("2.50", 2.5),
    ("-0.5", -0.5),
    ("1972-06-30", "1972-06-30"),
    ("2026-08-19T12:00", "2026-08-19T12:00"),
    ("2001-12-14t21:59:43.10-05:00", "2001-12-14t21:59:43.10-05:00"),
    ("15:30", "15:30"),
    ("1:20:30", "1:20:30"),
    ("01011", "01011"),
    ("0o17", "0o17"),
    ("0x1F", "0x1F"),
    ("0b11", "0b11"),
    ("1_000", "1_000"),
    ("1e5", "1e5"),
    ("1.5e3", "1.5e3"),
    (".5", ".5"),
    ("5.", "5."),
    ("+5", "+5"),
    (".inf", ".inf"),
    ("-.INF", "-.INF"),
    (".nan", ".nan"),
    ("yes", "yes"),
    ("no", "no"),
    ("on", "on"),
    ("off", "off"),
    ("y", "y"),
    ("Yes", "Yes"),
    ("NO", "NO"),
    ("True", "True"),
    ("FALSE", "FALSE"),
    ("Null", "Null"),
    ("NULL", "NULL"),
    ("=", "="),
    ("<<", "<<"),
    ("+12125550142", "+12125550142"),
    ("12345678901234567890", "12345678901234567890"),
    ("-", [None]),
    ("'5'", "5"),
    ('"true"', "true"),
    ("loc_park_ave", "loc_park_ave"),
    ("0.1.2", "0.1.2"),
]


@pytest.mark.parametrize(("text", "value"), SCALARS)
def test_scalars(text, value):
    (read,) = load_yaml(f"key: {text}\n" if value != [None] else "key:\n  -\n", source="x").values()
    assert read == value
    assert type(read) is type(value)


def test_the_table_of_scalars_is_long_enough():
    assert len(SCALARS) >= 40


def test_keys_are_text_as_written():
    assert load_yaml("no: 1\n1: 2\n1972-06-30: 3\n", source="x") == {
        "no": 1,
        "1": 2,
        "1972-06-30": 3,
    }


def test_structures():
    text = "a: [x, {b: 1}]\nc: >\n  two\n  lines\nd: {}\n"
    assert load_yaml(text, source="x") == {"a": ["x", {"b": 1}], "c": "two lines\n", "d": {}}
    assert load_yaml("", source="x") is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a: &n 1\nb: 2\n", "anchors"),
        ("a: [1, *n]\n", "aliases"),
        ("a: &n [1]\nb: *n\n", "anchors"),
        ("a: !!int '3'\n", "tags"),
        ("a: !!python/name:builtins.len x\n", "tags"),
        ("!!map {a: 1}\n", "tags"),
        ("a: 1\na: 2\n", "line 2: the key 'a' stands twice"),
        ("x:\n  b: 1\n  'b': 2\n", "the key 'b' stands twice"),
        ("? [a, b]\n: 1\n", "a key must be plain text"),
        ("a: [1\n", "not readable as YAML"),
        ("a: b: c\n", "not readable as YAML"),
        ("\ta: 1\n", "not readable as YAML"),
        ("a: 1\n---\nb: 2\n", "not readable as YAML"),
        ("a: \x00\n", "characters that YAML does not allow"),
        ("a: \ud800\n", "characters that YAML does not allow"),
        ("[" * 40 + "]" * 40, f"deeper than {MAX_DEPTH}"),
        ("[" * 30_000, f"deeper than {MAX_DEPTH}"),
        ("a: " + "x" * 70_000, "larger than 65536 bytes"),
    ],
)
def test_each_trap_is_refused_with_the_name_of_the_file(text, sentence):
    with pytest.raises(TaskError, match=sentence) as caught:
        load_yaml(text, source="C1-E1.yaml")
    assert str(caught.value).startswith("C1-E1.yaml: ")


def test_the_size_may_be_set():
    assert load_yaml("a: 1", source="x", max_bytes=4) == {"a": 1}
    with pytest.raises(TaskError, match="larger than 3 bytes"):
        load_yaml("a: 1", source="x", max_bytes=3)
