"""Spaces: any Unicode text belongs, samples are valid actions of the entry desk."""

import json
from typing import Annotated, Literal

import numpy as np
import pytest
from pydantic import BaseModel, Field
from toy_industry.industry import SHOPS, Part
from toy_industry.play import dial

import mivas_env
from mivas_env.authoring import Arguments, Date, Effect, Minute, Phone, Tool, alias
from mivas_env.envs.call_env import CallEnv
from mivas_env.envs.parse_action import parse_action
from mivas_env.envs.spaces import ActionSpace, UnicodeText
from mivas_env.registry import industry_entry_points


class Everything(Arguments):
    """One argument of each kind."""

    text: str
    choice: Literal["a", "b"]
    number: float
    count: int
    flag: bool
    day: Date
    at: Minute
    phone: Phone
    parts: list[Part]
    words: list[str] | None = None
    extras: dict[str, int] | None = None
    coded: Annotated[str | None, Field(pattern="^[A-Z]{2}$")] = None


class NeedsCode(Arguments):
    """An argument that nobody can guess."""

    code: Annotated[str, Field(pattern="^[A-Z]{2}$")]


class NeedsShop(Arguments):
    """A spelling that nobody can guess."""

    shop_id: Annotated[str, alias(SHOPS)]


class NeedsObject(Arguments):
    """An object."""

    extras: dict[str, int]


def tool(name: str, arguments: type[Arguments]) -> Tool:
    return Tool(name, "Do.", ("counter",), Effect.READ, arguments, lambda _ctx, _args: None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "hello world",
        "Dana's",
        "🚲☎️",
        "\x00",
        "\ud800",
        "\u202e",
        "\u0627",
        "x" * 100_000,
        np.str_("a"),
    ],
)
def test_any_text_belongs(text: str) -> None:
    assert UnicodeText().contains(text)
    assert text in ActionSpace([])


@pytest.mark.parametrize("value", [None, 7, b"x", ["a"], {"a": 1}])
def test_other_things_are_no_text(value: object) -> None:
    assert not UnicodeText().contains(value)


def test_text_has_a_limit() -> None:
    space = UnicodeText(3)
    assert space.contains("abc")
    assert not space.contains("abcd")


def test_text_spaces_are_compared_by_their_limit() -> None:
    assert UnicodeText(3) == UnicodeText(3, samples=("x",))
    assert UnicodeText(3) != UnicodeText(4)
    assert UnicodeText(3) != "UnicodeText(3)"
    assert repr(UnicodeText(3)) == "UnicodeText(3)"
    assert not UnicodeText().is_np_flattenable
    with pytest.raises(TypeError, match="unhashable"):
        hash(UnicodeText())


def test_text_samples_are_the_given_ones_and_follow_the_seed() -> None:
    space = UnicodeText(samples=("a", "b", "c"))
    space.seed(1)
    first = [space.sample() for _ in range(20)]
    space.seed(1)
    assert [space.sample() for _ in range(20)] == first
    assert set(first) == {"a", "b", "c"}


@pytest.mark.parametrize(
    ("action", "belongs"),
    [
        ({"say": ""}, True),
        ({"tool": "x"}, True),
        ({"content": None, "tool_calls": []}, True),
        ({"name": "x", "arguments": {}}, True),
        ({"function": {"name": "x"}}, True),
        ({}, False),
        ({"words": "x"}, False),
        (None, False),
        (7, False),
        (b"x", False),
    ],
)
def test_what_has_the_form_of_an_action(action: object, belongs: bool) -> None:
    assert ActionSpace([]).contains(action) is belongs


def test_action_spaces_are_compared_by_their_tools() -> None:
    one, two = tool("one", Everything), tool("two", Everything)
    assert ActionSpace([one]) == ActionSpace([tool("one", NeedsObject), one])
    assert ActionSpace([one]) != ActionSpace([one, two])
    assert ActionSpace([one]) != "ActionSpace(one)"
    assert repr(ActionSpace([one, two])) == "ActionSpace(one, two)"
    assert not ActionSpace([]).is_np_flattenable
    with pytest.raises(TypeError, match="unhashable"):
        hash(ActionSpace([]))


def test_tools_whose_arguments_cannot_be_guessed_are_not_sampled() -> None:
    models = (NeedsCode, NeedsShop, NeedsObject)
    tools = [tool(f"needs_{index}", model) for index, model in enumerate(models)]
    assert ActionSpace(tools).tools == {}
    assert set(ActionSpace(tools).sample()) == {"say"}


def test_samples_of_every_kind_fit_their_declaration() -> None:
    space = ActionSpace([tool("everything", Everything)], seed=0)
    sampled = [space.sample() for _ in range(200)]
    calls = [action["arguments"] for action in sampled if "tool" in action]
    assert len(calls) > 50
    for arguments in calls:
        assert "extras" not in arguments
        assert "coded" not in arguments
        Everything.model_validate(arguments)
    assert any("words" in arguments for arguments in calls)
    assert any("words" not in arguments for arguments in calls)
    assert any("say" in action for action in sampled)


def test_where_all_is_optional_one_argument_is_given() -> None:
    class Either(Arguments):
        """Two ways to ask."""

        day: Date | None = None
        count: int | None = None

    space = ActionSpace([tool("either", Either)], seed=0)
    seen = [a["arguments"] for a in (space.sample() for _ in range(100)) if "tool" in a]
    assert {frozenset(arguments) for arguments in seen} == {
        frozenset({"day"}),
        frozenset({"count"}),
        frozenset({"day", "count"}),
    }


def sampled_codes(name: str, count: int) -> set[str]:
    env = CallEnv(name)
    env.action_space.seed(0)
    codes = set()
    for number in range(count):
        action = env.action_space.sample()
        assert env.action_space.contains(action)
        session = dial(env._fixed, industry=env._industry, seed=number)  # type: ignore[arg-type]
        session.act(parse_action(json.dumps(action)))
        for call in session.trajectory().calls:
            assert call.name == action["tool"]
            codes.add(str(call.error_code))
        assert not any(
            '"MALFORMED_ACTION"' in event.content for event in session.trajectory().events
        )
        session.close()
    return codes


FRAME = {"INVALID_ARGUMENTS", "UNKNOWN_TOOL", "TOOL_NOT_AVAILABLE", "MALFORMED_ACTION"}


@pytest.mark.parametrize("industry", industry_entry_points())
def test_five_hundred_samples_are_valid_at_the_entry_desk(industry: str) -> None:
    codes = sampled_codes(mivas_env.list_tasks(industry)[0], 500)
    assert not codes & FRAME
    assert "None" in codes


def test_models_are_read_like_mappings() -> None:
    class Speech(BaseModel):
        """Words."""

        say: str

    assert parse_action(Speech(say="Hello.")).say == "Hello."
