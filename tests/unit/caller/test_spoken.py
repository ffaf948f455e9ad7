"""Days and times in words."""

import datetime as dt

import pytest

from mivas_env.caller.speech.spoken import say_moment


@pytest.mark.parametrize(
    ("date", "minute", "words"),
    [
        ("2026-08-25", 510, "Tuesday the twenty-fifth at eight thirty"),
        ("2026-09-01", 765, "Tuesday the first at twelve forty-five"),
        ("2026-08-31", 15 * 60, "Monday the thirty-first at three o'clock"),
        ("2026-08-20", 9 * 60 + 5, "Thursday the twentieth at nine oh five"),
        ("2026-08-12", None, "Wednesday the twelfth"),
        (None, 13 * 60 + 15, "one fifteen"),
        (None, 10, "twelve ten"),
        (None, None, ""),
    ],
)
def test_a_moment_in_words(date, minute, words):
    assert say_moment(dt.date.fromisoformat(date) if date else None, minute) == words
