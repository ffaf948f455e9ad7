"""Reception: offices and published policies."""

from typing import get_args

import pytest
from healthcare_line import Line

from mivas_env.industries.healthcare.vocabulary import PolicyTopic


def names(data: dict[str, object]) -> list[str]:
    offices = data["locations"]
    assert isinstance(offices, list)
    return [office["name"] for office in offices]


@pytest.mark.parametrize("arguments", [{}, {"zip": ""}, {"location_id": None}, {"city": "Miami"}])
def test_a_look_up_of_nothing_is_refused(line: Line, arguments: dict[str, object]) -> None:
    assert line.refused("reception", "list_locations", **arguments) == "INVALID_ARGUMENTS"


def test_the_named_office_comes_first_and_the_nearest_follow(line: Line) -> None:
    data = line.ok("reception", "list_locations", location_id="loc_windermere")
    assert names(data) == ["Windermere", "Coral Gables", "Cobble Hill", "Park Avenue", "Montclair"]
    data = line.ok("reception", "list_locations", location_id="loc_windermere", zip="10016")
    assert names(data)[:2] == ["Windermere", "Park Avenue"]


@pytest.mark.parametrize("spelling", ["loc_park_ave", "Park Avenue", " park  AVENUE "])
def test_one_office_by_id_or_exact_name(line: Line, spelling: str) -> None:
    office = line.ok("reception", "list_locations", location_id=spelling)["locations"][0]
    assert office["location_id"] == "loc_park_ave"
    assert office["address"].endswith("New York, NY 10016")
    assert office["floor"]
    assert office["suite"]
    assert office["cosmetic"] is True


@pytest.mark.parametrize(
    "spelling", ["Park Avenue office in Manhattan", "Park", "a", "Brooklyn", "loc_elsewhere"]
)
def test_a_description_is_no_office(line: Line, spelling: str) -> None:
    assert line.refused("reception", "list_locations", location_id=spelling) == "UNKNOWN_LOCATION"


@pytest.mark.parametrize(
    ("zip_code", "nearest"),
    [("10010", "Park Avenue"), ("11217", "Cobble Hill"), ("33146", "Coral Gables")],
)
def test_nearest_zip_comes_first(line: Line, zip_code: str, nearest: str) -> None:
    listed = names(line.ok("coverage", "list_locations", zip=zip_code))
    assert listed[0] == nearest
    assert len(listed) == 5


def test_windermere_does_no_cosmetic_work(line: Line) -> None:
    office = line.ok("cosmetic", "list_locations", location_id="Windermere")["locations"][0]
    assert office["cosmetic"] is False


@pytest.mark.parametrize("topic", get_args(PolicyTopic))
def test_every_topic_is_published(line: Line, topic: str) -> None:
    data = line.ok("reception", "read_published_policy", topic=topic)
    assert data["topic"] == topic
    assert len(data["text"].split()) > 10


def test_topics_and_table_agree(line: Line) -> None:
    published = {row["topic"] for row in line.rows("SELECT topic FROM published_policies")}
    assert published == set(get_args(PolicyTopic))


def test_an_unpublished_topic_is_refused(line: Line) -> None:
    code = line.refused("reception", "read_published_policy", topic="plan_acceptance")
    assert code == "INVALID_ARGUMENTS"
    assert line.refused("reception", "read_published_policy") == "INVALID_ARGUMENTS"
    elsewhere = line.refused("billing", "read_published_policy", topic="self_pay")
    assert elsewhere == "TOOL_NOT_AVAILABLE"
