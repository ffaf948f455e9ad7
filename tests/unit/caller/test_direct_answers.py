"""Answers that lean on the question: led by yes or no, bare figures, general words, conditions."""

from typing import Any

import pytest
from caller_kit.kennel import LEXICON, SCRIPT

from mivas_env.caller.hearing.own_words import own_roots, root
from mivas_env.caller.scripted import ScriptedCaller
from mivas_env.caller.speech.compiled import compile_lexicon
from mivas_env.caller.speech.quoting import quoted_spans, read_out
from mivas_env.caller.speech.wording import read_words
from mivas_env.schema.lexicon import Lexicon
from mivas_env.schema.script import CallerScript

PREDICATES = {
    **LEXICON["predicates"],
    "boards": {**LEXICON["predicates"]["boards"], "general": ["leave", "refusal"]},
    "walks": {"yes": ["(can|will) walk (him|her|them)"], "general": ["refusal"]},
    "visits": {"yes": ["visits are open"], "general": ["leave", "refusal"]},
}
KENNEL = compile_lexicon(
    Lexicon.model_validate(
        {
            **LEXICON,
            "predicates": PREDICATES,
            "texts": {
                **LEXICON["texts"],
                "stay": ["stay .. <duration>"],
                "way": ["take the <num>", "garage"],
            },
            "values": {"stay": {"of": ["duration"], "units": ["day", "week"], "words": ["least"]}},
        }
    )
)


def outcome(answer: dict[str, Any], say: str, line: str, opening: str = "Hello.") -> str:
    one = {"id": "it", "kind": "info", "in_opening": True, "say": [say], "answer": answer}
    script = CallerScript.model_validate(
        {**SCRIPT, "opening": [opening], "asks": [one], "responses": [], "consents": []}
    )
    caller = ScriptedCaller(script, KENNEL, task_id="kennel/K1", seed=0)
    caller.open()
    caller.hear(line)
    return caller.diagnostics()["short_of"].get("it", "none")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("No, I'm not able to walk the dog.", "closed"),
        ("Not even this once.", "closed"),
        ("Not until he has settled in.", "closed"),
        ("Nothing.", "closed"),
        ("It doesn't, I'm afraid.", "closed"),
        ("Yes, you can have him walked.", "closed"),
        ("You do walk him, yes.", "closed"),
        ("That's out of the question.", "closed"),
        ("We can't do that.", "closed"),
        ("No, let me ask about that.", "none"),
        ("No problem.", "none"),
        ("No, that's fine.", "none"),
        ("Not yet, I'm looking.", "none"),
        ("Not sure.", "hedged"),
        ("No idea.", "none"),
        ("Yes, I can look that up.", "none"),
        ("I do, one moment.", "none"),
        ("That's fine.", "none"),
    ],
)
def test_a_yes_or_no_with_more_behind_it(line, expected):
    assert (
        outcome({"type": "polar", "predicate": "walks"}, "Can you walk my dog?", line) == expected
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Sure, any time.", "closed"),
        ("Of course, people do.", "closed"),
        ("By all means.", "closed"),
        ("Nobody would turn you away.", "closed"),
        ("Sure, let me ask.", "none"),
        ("Sure, got it.", "none"),
        ("That's no problem, I'll ask the manager.", "none"),
    ],
)
def test_leave_is_given(line, expected):
    say = "May I come and visit?"
    assert outcome({"type": "polar", "predicate": "visits"}, say, line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Cats are no problem at Elm Street.", "closed"),
        ("Elm Street is on board with cats.", "closed"),
        ("Cats at Elm Street? That one's a go.", "closed"),
        ("Both of them do, Elm Street and Oak Street.", "closed"),
        ("If you come to Elm Street, cats are welcome.", "closed"),
        ("As long as it's Elm Street you want, cats are welcome.", "closed"),
        ('What the book says is, "Elm Street takes cats."', "closed"),
        ('"Cats are welcome" is what I have here for Elm Street.', "closed"),
        ("Elm Street is fine.", "none"),
        ("Elm Street it is.", "none"),
        ('"Elm Street takes cats" is what you heard.', "none"),
        ("As long as they have their shots, Elm Street takes cats.", "hedged"),
        ("If Elm Street takes cats, you're in luck.", "none"),
        ("My sister's cats are welcome at Elm Street.", "bound_to_other"),
    ],
)
def test_a_bound_answer_in_general_words(line, expected):
    answer = {
        "type": "polar",
        "predicate": "boards",
        "bind": {"site": "elm"},
        "exclusive": {"pet": "cat"},
    }
    assert outcome(answer, "Are cats taken at Elm Street?", line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("I couldn't tell you.", "closed"),
        ("I'm in the dark on that.", "closed"),
        ("That's not something I can see.", "closed"),
        ("I don't know, hold on.", "none"),
        ("I couldn't tell you how sorry I am.", "none"),
        ("I can't say how long the drive is.", "none"),
        ("I don't have your phone number yet.", "none"),
    ],
)
def test_not_knowing_is_an_answer_where_the_script_takes_it(line, expected):
    answer = {"type": "polar", "predicate": "walks", "unconfirmed": True}
    assert outcome(answer, "Can you walk my dog?", line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Five days.", "closed"),
        ("At least five days, Ines.", "closed"),
        ("The dog has to stay five days for that.", "closed"),
        ("Not five days.", "none"),
        ("Five days?", "none"),
        ("Five days, is that right?", "none"),
        ("Five minutes.", "none"),
        ("The van needs five days.", "none"),
        ("Five days, I think.", "hedged"),
        ("Five days at Oak Street.", "none"),
    ],
)
def test_a_figure_with_little_else(line, expected):
    say = "How long does a dog stay?"
    assert outcome({"type": "text_key", "predicate": "stay"}, say, line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("If you take the 6 there, it's two blocks.", "closed"),
        ("If you take the 6, will that do?", "none"),
        ("There's a garage, I couldn't tell you where.", "hedged"),
        ("There's a garage, and the street may be easier.", "closed"),
        ("My neighbor's garage is free.", "none"),
    ],
)
def test_the_way_is_told_in_a_condition(line, expected):
    assert outcome({"type": "text_key", "predicate": "way"}, "How do I come?", line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("We're open Sunday.", "closed"),
        ("We're open Saturday.", "bound_to_other"),
    ],
)
def test_another_day_is_no_yes(line, expected):
    answer = {"type": "polar", "predicate": "open_sunday"}
    assert outcome(answer, "Are you open on Sunday?", line) == expected


def test_words_are_one_by_their_roots():
    assert {root(w) for w in ("takes", "taken", "took", "taking", "take")} == {"tak"}
    assert root("stopped") == root("stops") == "stop"
    assert own_roots(("Can you walk my dog?",)) == {"walk", "dog"}


def test_what_is_read_out_loses_its_marks():
    words = read_words('The list says, and I\'m reading, "cats, yes."', 20)
    assert '"' not in read_out(words.words, words.breaks, KENNEL.trade)[0]
    assert "reading" not in read_out(words.words, words.breaks, KENNEL.trade)[0]
    told = read_words('She said, "cats, yes."', 20)
    assert quoted_spans(told.words, KENNEL.trade) == [(2, 5)]
