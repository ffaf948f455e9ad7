"""The caller's core knows no industry's words: neither its keys nor the names of its things."""

import ast
import re
from collections.abc import Iterator
from typing import Any

import pytest
from source_tree import ROOT, Source, read

from mivas_env.schema.strict_yaml import load_yaml

GENERAL_ACTS = {
    # Acts of the field, fixed by the script's design: a script may react to them in any industry.
    "offer_human": "a `human` ask takes it for an answer",
    "propose_slot": "heard from the days and times themselves, not from a phrase",
    "read_back": "heard by comparing with the caller's facts",
}
ENGLISH = {
    # (file, word): here the word is plain English, whatever an industry calls its things.
    ("answers.py", "existing"): "what there was before",
    ("answers.py", "new"): "what there was not before",
    ("cutting.py", "office"): "a noun that may follow a name",
    ("figures.py", "hours"): "a unit of time",
    ("moments.py", "hours"): "opening hours, whoever opens",
    ("money.py", "balance"): "zero balance",
    ("money.py", "floor"): "a unit behind a number",
    ("money.py", "office"): "another office, somebody else's price",
    ("wording.py", "booked"): "past tense of book",
    ("wording.py", "cancelled"): "past tense of cancel",
    ("wording.py", "moved"): "past tense of move",
}
NESTED = ("entities", "referents", "enums")
FLAT = (
    "predicates", "completions", "brief", "offers", "announced", "statements", "requests", "topics",
    "zero", "texts", "values", "moments", "unsafe", "pronouns",
)  # fmt: skip


def lexicons() -> Iterator[dict[str, Any]]:
    """Yield every industry's lexicon, the toy's included."""
    files = [*ROOT.glob("mivas_env/industries/*/lexicon.yaml"), *ROOT.glob("tests/*/lexicon.yaml")]
    for file in sorted(files):
        loaded: Any = load_yaml(file.read_text(), source=file.name, max_bytes=400_000)
        yield loaded


def keys(lexicon: dict[str, Any]) -> set[str]:
    """Return every key of a lexicon by which scripts and rules could name its things."""
    out = {key for part in FLAT for key in lexicon.get(part, ())}
    for part in NESTED:
        for kind, names in lexicon.get(part, {}).items():
            out |= {kind, *names}
    return out


def literals(source: Source) -> Iterator[str]:
    """Yield every text that code uses; one that stands alone is for the reader."""
    told = {id(node.value) for node in ast.walk(source.tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def named(source: Source, known: set[str]) -> set[str]:
    """Return the keys that a file's literals are, or name between angle brackets."""
    found: set[str] = set()
    for text in literals(source):
        found |= {text} & known
        found |= {word for word in re.findall(r"<([a-z_]+)>", text) if word in known}
    return found


def test_lexicons_are_found_and_have_keys() -> None:
    found = list(lexicons())
    assert len(found) >= 2
    assert {"booked", "accepts_plan", "office", "loc_park_ave", "existing"} <= keys(found[0])


def test_no_literal_of_the_caller_is_a_key_of_an_industry() -> None:
    known = set[str]().union(*(keys(lexicon) for lexicon in lexicons()))
    found = {
        (source.name.rpartition("/")[2], word)
        for source in read("mivas_env/caller")
        for word in named(source, known)
        if word not in GENERAL_ACTS
    }
    assert found == set(ENGLISH)


TRADE = re.compile(
    r"\b(patients?|doctors?|dr|physicians?|dermatolog\w*|clinics?|nurses?|syringes?|botox|biops\w+|"
    r"insur\w+|copay\w*|refills?|prescri\w+|cosmetic|medical|medication|bicycles?|chains?)\b"
)


def test_no_phrase_and_no_word_list_of_the_caller_is_of_one_trade() -> None:
    found = {
        (source.name, match[0])
        for source in read("mivas_env/caller")
        for text in literals(source)
        for match in TRADE.finditer(text)
    }
    assert found == set()


@pytest.mark.parametrize(
    ("body", "caught"),
    [
        ('KEY = "booked"', {"booked"}),
        ('PHRASES = ("(it|<office>) would be",)', {"office"}),
        ('WORDS = "it was booked"', set()),
        ('"""Docstrings may name <office>."""', set()),
    ],
)
def test_the_rule_on_literals_catches_what_it_must(body: str, caught: set[str]) -> None:
    assert named(Source("probe.py", body, ast.parse(body)), {"booked", "office"}) == caught
