"""The one normaliser: what is folded together, what is kept apart, what counts as blank (S12)."""

import pytest

from mivas_env.schema.text import (
    ascii_digits,
    fold,
    is_blank,
    keep_alphanumerics,
    normalise,
)


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("Dana", "Dana"),
        ("  Dana \t Whitfield\n", "Dana Whitfield"),
        ("Dana\u00a0Whitfield", "Dana Whitfield"),
        ("Dana\u2003\u3000Whitfield", "Dana Whitfield"),
        ("Dana\r\n\x0bWhitfield", "Dana Whitfield"),
        ("Da\u200bna", "Dana"),
        ("\ufeffDana\u2060", "Dana"),
        ("\u202eanaD\u202c", "anaD"),
        ("Da\u00adna", "Dana"),
        ("Da\x00na", "Dana"),
        ("Da\ud800na", "Dana"),
        ("Da\ue000na", "Dana"),
        ("\uff24\uff41\uff4e\uff41", "Dana"),
        ("\ufb01n", "fin"),
        ("cafe\u0301", "caf\u00e9"),
        ("\u2460", "1"),
        ("x\u00b2", "x2"),
        ("\u2126", "\u03a9"),
        ("D\u0430na", "D\u0430na"),
        ("", ""),
        (" \u200b ", ""),
    ],
)
def test_normal_form(text, normal):
    assert normalise(text) == normal
    assert normalise(normal) == normal


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("PARK Avenue", "park avenue"),
        ("Stra\u00dfe", "STRASSE"),
        ("\u00c9mile", "e\u0301mile"),
        (
            "\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2",
            "\u03c3\u03af\u03c3\u03c5\u03c6\u03bf\u03c3",
        ),
        ("\ufb03", "FFI"),
        ("\u1e9e", "ss"),
        ("\u0130", "i\u0307"),
    ],
)
def test_spellings_that_fold_together(first, second):
    assert fold(first) == fold(second)
    assert fold(fold(first)) == fold(first)


@pytest.mark.parametrize(
    ("first", "second"),
    [("a", "\u0430"), ("l", "1"), ("O", "0"), ("i", "\u0131"), ("Zoe", "Zo\u00eb"), ("a b", "ab")],
)
def test_look_alikes_stay_apart(first, second):
    assert fold(first) != fold(second)


def test_only_letters_and_digits_are_kept_for_loose_tables():
    assert keep_alphanumerics(" Blue-Cross / Blue Shield! ") == "bluecrossblueshield"
    assert keep_alphanumerics("A\u00e9 9_\u200b") == "a\u00e99"


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("(212) 555-0142", "2125550142"),
        ("\uff12\uff11\uff12", "212"),
        ("\u0661\u0662", ""),
        ("x\u00b2", "2"),
        ("none", ""),
    ],
)
def test_only_ascii_digits_count(text, digits):
    assert ascii_digits(text) == digits


@pytest.mark.parametrize("value", [None, "", " \n", "\u200b\u3000", "\ud800", [], (), {}])
def test_blank(value):
    assert is_blank(value)


@pytest.mark.parametrize("value", [False, 0, 0.0, "0", ".", [None], {"a": None}, object()])
def test_not_blank(value):
    assert not is_blank(value)
