"""The desk graph: who may hand the call to whom, and graphs that no call could use."""

import pytest
from toy_industry.industry import GRAPH

from mivas_env.desks.graph import Desk, DeskGraph
from mivas_env.errors import Fault


def test_the_first_desk_answers() -> None:
    assert GRAPH.entry == "counter"
    assert GRAPH.names == ("counter", "workshop", "accounts")


def test_edges_in_both_directions() -> None:
    assert GRAPH.owners_of_edge_to("accounts") == ("counter", "workshop")
    assert GRAPH.owners_of_edge_to("counter") == ()
    assert list(GRAPH.edges()) == [
        ("counter", "workshop"),
        ("counter", "accounts"),
        ("workshop", "accounts"),
    ]
    assert GRAPH.reachable_from("counter") == ("counter", "workshop", "accounts")
    assert GRAPH.reachable_from("accounts") == ("accounts",)


def test_a_desk_is_found_by_name() -> None:
    assert GRAPH.desk("workshop").transfer_tool == "transfer_to_workshop"
    with pytest.raises(KeyError, match="attic"):
        GRAPH.desk("attic")


def test_circles_are_walked_once() -> None:
    ring = DeskGraph((Desk("a", "A.", ("b",)), Desk("b", "B.", ("c",)), Desk("c", "C.", ("a",))))
    assert ring.reachable_from("b") == ("b", "c", "a")


@pytest.mark.parametrize(
    ("desks", "sentence"),
    [
        ((Desk("a", "A."), Desk("a", "B.")), "two desks share a name: a, a"),
        ((Desk("a", "A.", ("attic",)),), "desk a hands to attic, which is no other desk"),
        ((Desk("a", "A.", ("a",)),), "desk a hands to a, which is no other desk"),
        ((Desk("a", "A."), Desk("b", "B.", ("a",))), "no path from a leads to b"),
    ],
)
def test_a_graph_that_no_call_could_use(desks: tuple[Desk, ...], sentence: str) -> None:
    with pytest.raises(Fault, match=sentence):
        DeskGraph(desks)
