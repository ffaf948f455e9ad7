"""From text to words: cleaning, contractions, number words, figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mivas_env.caller.speech.figures import read_figure
from mivas_env.caller.speech.wording import read_words


def words(text: str, limit: int = 150) -> list[str]:
    return read_words(text, limit).words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We can't, won't and don't.", "we can not will not and do not"),
        ("You're set; it's done", "you are set it is done"),
        ("It's been sent", "it has been sent"),
        ("The text's been sent", "the text has been sent"),
        ("Dr. Vane is in-network", "dr vane is in network"),
        ("yeah, nope", "yes no"),
        ("three hundred to six hundred dollars", "300 to 600 dollars"),
        ("one thousand two hundred and fifty", "1250"),
        ("a hundred and twenty-five", "125"),
        ("nineteen seventy-two", "1972"),
        ("twenty twenty-six", "2026"),
        ("nine thirty", "9:30"),
        ("nine oh five", "9:05"),
        ("June thirtieth", "june 30th"),
        ("August twenty-first", "august 21th"),
        ("the thirtieth of June", "the 30th of june"),
        ("one zero zero one six", "10016"),
        ("two one two, five five five, oh one three three", "2125550133"),
        ("double five double oh", "5500"),
        ("one moment, my first name", "one moment my first name"),
        ("two hundred and six hundred", "200 and 600"),
        ("five hundred and", "500 and"),
        ("$300-$600", "$300 to $600"),
        ("300\u2013600", "300 to 600"),
        ("at 9 a.m. sharp", "at 9 am sharp"),
        ("Okay, sent you the link.", "okay i sent you the link"),
        ("I can call, put you down or text you", "i can call put you down or text you"),
        ("Is accepted, yes", "it is accepted yes"),
        ("Is Aetna accepted", "is aetna accepted"),
        ("I've got you down", "i have you down"),
        ("We did book it", "we booked it"),
    ],
)
def test_text_becomes_plain_words(text, expected):
    assert " ".join(words(text)) == expected


@pytest.mark.parametrize(
    "text",
    ["Yes, I'm here.", "Yes, I'm still here, Bethany.", "Hello, yes, I am right here.",
     "Yes, still with you."],
)  # fmt: skip
def test_a_yes_that_says_somebody_is_there_is_no_answer(text):
    assert "yes" not in read_words(text, 20).words


def test_a_yes_before_anything_else_stays():
    for text in ("Yes, it's here.", "Yes, we are here for you.", "Yes, still covered."):
        assert read_words(text, 20).words[0] == "yes", text


def test_only_the_first_words_are_heard():
    text = " ".join(f"w{'x' * (i % 5)}" for i in range(400))
    assert len(words(text, 150)) == 150
    assert words("a" * 10_000, 20) == ["a" * 480]


def test_foreign_letters_are_reported_and_invisible_ones_are_healed():
    heard = read_words("Yes, P\u0430rk Avenue", 150)
    assert [heard.words[i] for i in heard.garbled] == ["p\u0430rk"]
    assert words("Pa\u200brk") == ["park"]
    assert not read_words("Caf\u00e9 Ren\u00e9", 150).garbled
    assert read_words("\u0430 three hundred", 150).garbled


def test_the_stronger_mark_wins():
    heard = read_words("Right, is it? Yes.", 150)
    assert heard.breaks == [",", "", "?", "."]


@given(st.text(max_size=300))
def test_any_text_is_readable(text):
    heard = read_words(text, 60)
    assert len(heard.words) == len(heard.breaks)
    assert all(heard.words)


def figures(text: str) -> list[tuple[str, object]]:
    heard = read_words(text, 150)
    out, i = [], 0
    while i < len(heard.words):
        figure, used = read_figure(heard.words, heard.breaks, i)
        if figure is not None:
            out.append((figure.kind, figure.value))
        i += max(used, 1)
    return out


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("$1,200.50", "money", 120_050),
        ("300 dollars", "money", 30_000),
        ("$2k", "money", 200_000),
        ("June 30th, 1972", "date", (1972, 6, 30)),
        ("June the 30th", "date", (None, 6, 30)),
        ("30 June 1972", "date", (1972, 6, 30)),
        ("the 30th of June", "date", (None, 6, 30)),
        ("the 24th", "date", (None, None, 24)),
        ("1972-06-30", "date", (1972, 6, 30)),
        ("06/30/72", "date", (1972, 6, 30)),
        ("6/30", "date", (None, 6, 30)),
        ("Friday", "weekday", 4),
        ("tomorrow", "near_day", 1),
        ("noon", "time", 720),
        ("9 AM", "time", 540),
        ("9pm", "time", 1260),
        ("12 am", "time", 0),
        ("11:30", "time", 690),
        ("nine in the morning", "time", 540),
        ("3 o'clock", "time", 180),
        ("at 9", "time", 540),
        ("24 hours", "duration", (24, "hour")),
        ("two business days", "duration", (2, "day")),
        ("10016", "num", "10016"),
        ("212-555-0133", "num", "212-555-0133"),
        ("five seventeen nineteen ninety", "date", (1990, 5, 17)),
        ("five, seventeen, nineteen ninety", "date", (1990, 5, 17)),
        ("the twenty-third of September '85", "date", (1985, 9, 23)),
        ("March 5th, '09", "date", (2009, 3, 5)),
        ("May seventeenth of ninety", "date", (1990, 5, 17)),
        ("nine twenty-three eighty-five", "date", (1985, 9, 23)),
        ("ten past two", "time", 130),
        ("ten past two in the afternoon", "time", 850),
        ("half past ten", "time", 630),
        ("ten past one", "time", 70),
        ("Suite six ten", "num", "610"),
        ("the sixth floor", "num", "6th"),
        ("quarter to four pm", "time", 945),
        ("at ten to four", "time", 230),
        ("two nineteen Pacific Court", "num", "219"),
    ],
)
def test_figures(text, kind, value):
    assert figures(text) == [(kind, value)]


def test_what_only_looks_like_a_year_an_hour_or_a_house():
    minutes = [("date", (None, 9, 23)), ("duration", (45, "minute"))]
    assert figures("September 23rd, 45 minutes before") == minutes
    assert figures("open ten to four") == [("num", "10"), ("num", "4")]
    assert ("num", "10") in figures("10 past 12345")
    assert figures("two nineteen tomorrow") == [("time", 139), ("near_day", 1)]


@pytest.mark.parametrize("text", ["$x", "June", "13/45/2020x", "99:99", "may I", "$1.234"])
def test_what_is_no_figure_of_its_kind(text):
    assert all(kind == "num" for kind, _ in figures(text))
