"""Forms of a name that are still the same person, and those that are not."""

import pytest

from mivas_env.industries.healthcare.people import may_be_called


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("Pete Langley", "Peter", "Langley"),
        ("P. Langley", "Peter", "Langley"),
        ("Liz Ward", "Elizabeth", "Ward"),
        ("Edie", "Edith", "McAvoy"),
        ("Stan Decker", "Stanley", "Decker"),
        ("Maria Castellano", "Maria", "Alvarez"),
        ("Decker", "Lorraine", "Decker"),
        ("Jo Park", "Joanna", "Park"),
    ],
)
def test_the_same_person(said: str, first: str, last: str) -> None:
    assert may_be_called(said, first, last)


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("Stanley Decker", "Lorraine", "Decker"),
        ("Marta Alvarez", "Maria", "Alvarez"),
        ("Elena Alvarez", "Maria", "Alvarez"),
        ("Paul Langley", "Peter", "Langley"),
        ("Pauline", "Paul", "Langley"),
        ("Ie Ward", "Elizabeth", "Ward"),
        ("A. Langley", "Peter", "Langley"),
    ],
)
def test_another_person(said: str, first: str, last: str) -> None:
    assert not may_be_called(said, first, last)
