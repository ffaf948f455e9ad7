"""One-to-one matching and the comparison of values, against brute force where that is possible."""

import itertools
import random

import pytest
from processor_time import processor_seconds

from mivas_env.schema.arguments import ArgumentRule, Kind, Match
from mivas_env.verifier.canonical import canonical_cell, canonical_row
from mivas_env.verifier.compare import freeze, is_plain, values_match
from mivas_env.verifier.matching import extend_matching

ANY = "any_of"
SET = ArgumentRule(name="x", kind=Kind.LIST, match=Match.SET)
FUZZY_SET = SET.model_copy(update={"items": ArgumentRule(name="y", match=Match.FUZZY)})


def largest(edges):
    rights = sorted({right for row in edges for right in row})
    for size in range(min(len(edges), len(rights)), 0, -1):
        for lefts in itertools.combinations(range(len(edges)), size):
            for chosen in itertools.permutations(rights, size):
                if all(r in edges[left] for left, r in zip(lefts, chosen, strict=True)):
                    return size
    return 0


def test_matching_is_as_large_as_brute_force_finds():
    chance = random.Random(5)  # noqa: S311  (a fixed sequence, not a secret)
    for _ in range(300):
        edges = [
            [right for right in range(4) if chance.random() < 0.4]
            for _ in range(chance.randint(0, 4))
        ]
        pairs = extend_matching(range(len(edges)), edges.__getitem__, {})
        assert all(right in edges[left] for left, right in pairs.items())
        assert len(set(pairs.values())) == len(pairs) == largest(edges)


def test_matching_grows_out_of_what_it_is_given_and_keeps_it():
    edges = [[0, 1], [0]]
    start = {0: 0}
    assert extend_matching(range(2), edges.__getitem__, start) == {0: 1, 1: 0}
    assert start == {0: 0}


def test_a_long_chain_of_exchanges_needs_no_recursion():
    size = 5_000
    edges = [[index, index + 1] for index in range(size)]
    start = {index: index for index in range(1, size)}
    # The last to come wants what the first has; everybody moves up by one.
    edges.append([1])
    pairs = extend_matching([*range(1, size), size], edges.__getitem__, start)
    assert len(set(pairs.values())) == size


def test_a_crowd_of_equal_candidates_is_matched():
    everyone = list(range(600))
    pairs = extend_matching(range(600), lambda _: everyone, {})
    too_few = extend_matching(range(600), lambda _: everyone[:300], {})
    assert (len(pairs), len(too_few)) == (600, 300)


@pytest.mark.timed
def test_a_crowd_of_equal_candidates_is_matched_in_time():
    assert processor_seconds(test_a_crowd_of_equal_candidates_is_matched) < 2.0


@pytest.mark.parametrize(
    ("expected", "actual", "same"),
    [
        ([], [], True),
        ([1, 1], [1], True),
        ([1], [1, 1, 1.0], True),
        ([1], [True], False),
        ([1, 2], [1], False),
        ([["a"], {"k": [1]}], [{"k": [1.0]}, ["A"]], True),
        ([{ANY: [1, 2]}, 1], [1], True),
        ([{ANY: [1, 2]}, 1], [2], False),
        ([{ANY: [1, 2]}, 1], [2, 1], True),
        ([{ANY: [1, 2]}, {ANY: [2, 3]}], [1, 3], True),
        ([{ANY: [1, 2]}, {ANY: [1, 2]}], [3, 1], False),
        ([{ANY: [1, 2]}, {ANY: [1, 2]}], [1, 2, 3], False),
        ([{ANY: []}], [], False),
    ],
)
def test_sets(expected, actual, same):
    assert values_match(expected, actual, SET) is same


def test_sets_of_names():
    assert values_match(["Daniel Okonkwo", "Ana"], ["Ana", "daniel oconquo"], FUZZY_SET)
    assert not values_match(["Daniel Okonkwo", "Ana"], ["Ana", "Ann"], FUZZY_SET)
    assert not values_match(["Dan"], ["Don"], FUZZY_SET)


@pytest.mark.parametrize(
    ("expected", "actual", "same"),
    [
        (None, None, True),
        ({"a": 1}, {"a": 1.0}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ({"a": {ANY: [1, 2]}}, [1], False),
        ({"a": {ANY: [1, 2]}}, {"b": 1}, False),
        ([{ANY: [1, 2]}], "1", False),
        ([1, 2], [2, 1], False),
        ({ANY: [], "a": 1}, {ANY: [], "a": 1}, True),
        ({ANY: "x"}, {ANY: "x"}, True),
        ({ANY: []}, None, False),
        ("a", object(), False),
        (1, float("nan"), False),
    ],
)
def test_values_without_a_rule(expected, actual, same):
    assert values_match(expected, actual, None) is same


def test_prose_and_presence_come_before_any_choice():
    prose = ArgumentRule(name="x", match=Match.PROSE)
    presence = ArgumentRule(name="x", match=Match.PRESENCE)
    for actual, said, present in (("hm", True, True), (None, True, False), (" ", False, False)):
        assert values_match({ANY: ["a"]}, actual, prose) is said
        assert values_match({ANY: ["a"]}, actual, presence) is present


@pytest.mark.parametrize(
    ("expected", "rule", "plain"),
    [
        ("a", None, True),
        (["a", {"b": 1}], None, True),
        ([{ANY: [1]}], None, False),
        ({"b": {ANY: [1]}}, None, False),
        ("a", ArgumentRule(name="x_id", match=Match.PROSE), True),
        ("a", ArgumentRule(name="x", match=Match.PROSE), False),
        (["a"], SET, False),
        (["a"], ArgumentRule(name="x", kind=Kind.LIST, items=FUZZY_SET.items), False),
    ],
)
def test_only_equality_can_be_prepared(expected, rule, plain):
    assert is_plain(expected, rule) is plain


def test_frozen_twins_are_equal_where_the_forms_are():
    forms = [["a"], {"a": ["b"]}, ("boolean", True), True, None, "list", ["list", "a"], []]
    assert len({freeze(form) for form in forms}) == len(forms)
    assert freeze({"a": 1, "b": 2}) == freeze({"b": 2, "a": 1})


@pytest.mark.parametrize(
    ("value", "rule", "form"),
    [
        (True, None, 1),
        (" A ", None, "a"),
        ("2026-08-21 15:30:59Z", None, "2026-08-21T15:30"),
        ([True, "B"], None, [1, "b"]),
        ({"k": [" V "]}, None, {"k": ["v"]}),
        ("true", ArgumentRule(name="x", kind=Kind.BOOLEAN), 1),
        ('["b", "A", "b"]', SET, ["a", "b"]),
        ('["b", "A"]', ArgumentRule(name="x", kind=Kind.LIST), ["b", "a"]),
        (b"blob", None, "bytes"),
    ],
)
def test_cells_have_one_form(value, rule, form):
    assert canonical_cell(value, rule) == form


def test_rows_lose_nulls_and_dropped_columns():
    assert canonical_row({"a": None, "b": 0, "c": 1}, {}, frozenset({"c"})) == {"b": 0}
