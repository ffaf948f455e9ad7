"""Industries and tasks are found by strings; near misses are suggested; ids are registered once."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from toy_industry.industry import BICYCLES

from mivas_env import registry
from mivas_env.errors import ConfigError
from mivas_env.schema.ids import gym_id


@pytest.fixture
def points(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, str]]]:
    """Entry points of call industries that a test may choose: (name, value)."""
    chosen: list[tuple[str, str]] = []

    def entry_points(*, group: str) -> list[EntryPoint]:
        found = chosen if group == registry.CALLS_GROUP else []
        return [EntryPoint(name, value, group) for name, value in found]

    def forget() -> None:
        for each in vars(registry).values():
            getattr(each, "cache_clear", lambda: None)()

    monkeypatch.setattr(registry, "entry_points", entry_points)
    forget()
    yield chosen
    monkeypatch.undo()
    forget()


def test_the_toy_industry_is_found_like_any_third_partys() -> None:
    assert registry.industry_entry_points()["bicycles"] == "toy_industry.industry:BICYCLES"
    assert registry.industry_named("bicycles") is BICYCLES
    assert registry.task_folder("bicycles") == Path(str(BICYCLES.resources)) / "tasks" / "bicycles"
    assert registry.task_ids("bicycles") == ("T1-E1", "T2-E1", "T3-M1")
    assert registry.task_names("bicycles")[0] == "bicycles/T1-E1"


def test_names_are_sorted_over_all_industries() -> None:
    names = registry.task_names()
    assert names == sorted(names)
    assert {"bicycles/T1-E1", "healthcare/C1-E1"} <= set(names)


@pytest.mark.parametrize(
    "name",
    [
        "bicycles/T1-E1",
        "bicycles-T1E1",
        "mivas/bicycles-T1E1",
        "mivas_env:mivas/bicycles-T1E1",
        "bicycles/T1E1",
        "bicycles-T1-E1",
        "Bicycles/t1-e1",
        "BICYCLES-t1e1",
        "T1-E1",
        "t1e1",
    ],
)
def test_a_task_is_found_in_every_spelling(name: str) -> None:
    assert registry.resolve_task_name(name) == ("bicycles", "T1-E1")


@pytest.mark.parametrize(
    ("industry", "task_id", "expected"),
    [
        ("healthcare", "C1-E1", "mivas/healthcare-C1E1"),
        ("healthcare", "C1-E1-BG", "mivas/healthcare-C1E1-BG"),
        ("healthcare", "R-E1", "mivas/healthcare-RE1"),
        ("customer-support", "C1-E1", "mivas/customer-support-C1E1"),
        ("brokerage", "E017", "mivas/brokerage-E017"),
    ],
)
def test_gymnasium_ids_drop_the_first_hyphen(industry: str, task_id: str, expected: str) -> None:
    assert gym_id(industry, task_id) == expected


HOSTILE = [
    "../../etc/passwd",
    "/etc/passwd",
    "bicycles/../../industry",
    "bicycles/T1-E1.yaml",
    "bicycles/T1-E1\n",
    "bicycles/T-1E1",
    "bicycle\u017f/T1-E1",
    "bicycles/T1-E1\x00",
    "%2e%2e/x",
    "CON",
    "x" * 5_000,
    "",
    "bicycles",
    "\uff42icycles/T1-E1",
]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_a_name_is_looked_up_and_never_becomes_a_path(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_given: object, **_more: object) -> Any:
        message = "a file was touched"
        raise AssertionError(message)

    registry.task_names()
    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(ConfigError, match="there is no task"):
        registry.resolve_task_name(name)


def test_an_id_of_several_industries_needs_one_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    twice = {"t1-e1": (("bicycles", "T1-E1"), ("trams", "T1-E1"))}
    monkeypatch.setattr(registry, "_names_by_spelling", lambda: twice)
    with pytest.raises(ConfigError, match="write bicycles/T1-E1 or trams/T1-E1"):
        registry.resolve_task_name("T1-E1")


@pytest.mark.parametrize("name", ["bicycles", "Bicycles", "mivas/bicycles"])
def test_a_suite_is_no_task(name: str) -> None:
    with pytest.raises(ConfigError) as caught:
        registry.resolve_task_name(name)
    assert str(caught.value) == (
        f"there is no task {name!r}, which names a suite; "
        "there are: bicycles/T1-E1, bicycles/T2-E1, bicycles/T3-M1"
    )


def test_what_is_suggested_lies_in_the_industry_or_among_calls() -> None:
    for name, near in (
        ("healthcare/T1-E1", "healthcare/"),
        ("healthcare-Z9Z9Z9", "there are: healthcare/"),
        ("T1-E7", "bicycles/T1-E1"),
        ("bicicles/T1-E1", "there is no industry 'bicicles'; did you mean bicycles?"),
    ):
        with pytest.raises(ConfigError) as caught:
            registry.resolve_task_name(name)
        assert near in str(caught.value)
        assert "brokerage/" not in str(caught.value)


def test_near_misses_are_suggested() -> None:
    with pytest.raises(
        ConfigError, match=r"there is no industry 'bicicles'; did you mean bicycles\?"
    ):
        registry.industry_named("bicicles")
    with pytest.raises(ConfigError, match="did you mean bicycles/T1-E1"):
        registry.resolve_task_name("bicycles/T1-E11")
    with pytest.raises(ConfigError, match="there is no industry 'zzz'; there are: "):
        registry.task_names("zzz")
    assert registry.suggest("q", ("a1", "b2")) == "there are: a1, b2"
    assert registry.suggest("q", tuple("abcdefg")).endswith("a, b, c, d, e …")


def test_registering_again_changes_nothing() -> None:
    before = {name: spec for name, spec in gym.registry.items() if name.startswith("mivas/")}
    registry.register_gymnasium_ids()
    after = {name: spec for name, spec in gym.registry.items() if name.startswith("mivas/")}
    assert before == after
    assert all(before[name] is after[name] for name in before)
    assert {"mivas/bicycles", "mivas/bicycles-T1E1", "mivas/healthcare-C1E1"} <= set(before)
    assert before["mivas/bicycles"].entry_point == registry.CALL_ENV


def test_two_packages_of_one_name_are_refused(points: list[tuple[str, str]]) -> None:
    points += [("trains", "one.place:X"), ("trains", "other.place:X")]
    with pytest.raises(ConfigError, match="two packages register the industry trains"):
        registry.industry_entry_points()


def test_one_package_found_twice_is_one(points: list[tuple[str, str]]) -> None:
    points += [("trains", "one.place:X"), ("trains", "one.place:X")]
    assert registry.industry_entry_points() == {"trains": "one.place:X"}


@pytest.mark.parametrize("name", ["Trains", "my trains", "trains/fast", "-trains", "träins", ""])
def test_names_that_fit_no_id_are_refused(points: list[tuple[str, str]], name: str) -> None:
    points.append((name, "one.place:X"))
    with pytest.raises(ConfigError, match="is not lower case with hyphens"):
        registry.industry_entry_points()


def test_an_entry_point_that_leads_elsewhere_is_refused(points: list[tuple[str, str]]) -> None:
    points.append(("trains", "toy_industry.industry:BICYCLES"))
    with pytest.raises(ConfigError, match="of trains leads to the industry bicycles"):
        registry.industry_named("trains")


def test_a_package_without_tasks_has_none(points: list[tuple[str, str]]) -> None:
    points += [("trains", "no_such_package_anywhere:X"), ("ships", "json:X"), ("cars", "os:X")]
    points.append(("planes", "mivas_env.nowhere:X"))
    for name in ("trains", "ships", "cars", "planes"):
        assert registry.task_ids(name) == ()
        assert registry.task_names(name) == []
    registry.register_gymnasium_ids()
    assert "mivas/trains" not in gym.registry


def test_bundled_tasks_lie_beside_or_inside_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "mivas_env"
    package.mkdir()
    monkeypatch.setattr(registry, "__file__", str(package / "registry.py"))
    registry._bundled_folder.cache_clear()
    try:
        assert registry._bundled_folder() == tmp_path / "tasks"
        registry._bundled_folder.cache_clear()
        (package / "_tasks").mkdir()
        assert registry._bundled_folder() == package / "_tasks"
    finally:
        monkeypatch.undo()
        registry._bundled_folder.cache_clear()


def test_calls_and_decisions_are_told_apart() -> None:
    if not registry.decision_entry_points():
        pytest.skip("no industry of written decisions is installed")
    name = next(iter(registry.decision_entry_points()))
    assert registry.decision_industry_named(name).name == name
    with pytest.raises(ConfigError, match="holds written decisions, not calls"):
        registry.industry_named(name)
    with pytest.raises(ConfigError, match="there is no industry 'bicycles'"):
        registry.decision_industry_named("bicycles")
