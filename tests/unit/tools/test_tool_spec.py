"""`@tool`: what a declaration derives, and every declaration that it refuses."""

from types import SimpleNamespace
from typing import Annotated, Literal, Optional

import pytest
from pydantic import BaseModel, Field
from toy_industry.industry import BICYCLES, SHOPS, ShopId, book_repair, find_bike

from mivas_env.authoring import (
    AliasTable,
    Arguments,
    Compare,
    Date,
    Effect,
    Holds,
    Kind,
    Match,
    Minute,
    NoArguments,
    Phone,
    Prose,
    Tool,
    ToolContext,
    alias,
    precondition,
    tool,
)
from mivas_env.errors import Fault
from mivas_env.tools.spec import argument_rules, json_schema


def declare(model: type[Arguments], *, name: str = "some_tool", text: str = "Do a thing.") -> Tool:
    return Tool(
        name=name,
        description=text,
        desks=("counter",),
        effect=Effect.READ,
        arguments=model,
        handler=lambda _ctx, _args: None,
    )


def rules_of(model: type[Arguments]) -> dict[str, object]:
    return argument_rules(model, json_schema(model))


def test_everything_follows_from_one_declaration() -> None:
    assert book_repair.name == "book_repair"
    assert book_repair.description == "Book a repair for a bicycle."
    assert book_repair.desks == ("workshop",)
    assert book_repair.effect is Effect.WRITE
    assert [condition.code for condition in book_repair.requires] == ["OWNER_UNKNOWN"]
    assert book_repair.errors == {"CLOSED": "The shop is closed on that day."}
    rules = book_repair.rules
    assert list(rules) == [
        "bike_id", "shop_id", "day", "parts", "pickup", "phone", "express", "notes"
    ]  # fmt: skip
    assert rules["bike_id"].kind is Kind.INTEGER
    assert rules["bike_id"].required
    assert rules["shop_id"].alias is SHOPS
    assert rules["shop_id"].enum == ("shop_mill", "shop_quay")
    assert rules["day"].kind is Kind.DATE
    assert rules["day"].pattern
    assert rules["parts"].match is Match.SET
    assert rules["parts"].items is not None
    assert rules["parts"].items.enum == ("chain", "brake", "saddle")
    assert rules["pickup"].kind is Kind.DATETIME
    assert not rules["pickup"].required
    assert rules["phone"].kind is Kind.PHONE
    assert rules["express"].kind is Kind.BOOLEAN
    assert rules["notes"].match is Match.PROSE
    assert rules["bike_id"].description == "The bicycle."


def test_an_optional_type_keeps_alias_enum_and_description() -> None:
    rule = find_bike.rules["shop_id"]
    assert rule.alias is SHOPS
    assert rule.enum == ("shop_mill", "shop_quay")
    assert rule.description == "Where it was left."
    assert not rule.required


def test_the_schema_is_closed_and_plain() -> None:
    schema = book_repair.schema
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["bike_id", "shop_id", "day", "parts"]
    shown = repr(schema)
    assert "title" not in shown
    assert "$ref" not in shown
    assert "null" not in shown
    assert schema["properties"]["shop_id"] == {
        "enum": ["shop_mill", "shop_quay"],
        "type": "string",
    }
    assert schema["properties"]["pickup"]["pattern"].startswith("^[0-9]{4}-")


def test_pattern_before_alias_keeps_the_pattern_in_the_schema() -> None:
    class Query(Arguments):
        """Takes a code."""

        code: Annotated[str, Field(pattern="^[A-Z]{2}$"), alias(SHOPS)]

    rule = rules_of(Query)["code"]
    assert rule.pattern == "^[A-Z]{2}$"
    assert rule.alias is SHOPS


def test_prose_inside_an_optional_keeps_its_marker_when_it_is_written_out() -> None:
    class Note(Arguments):
        """A note."""

        loose: Annotated[str | None, Compare(Match.PROSE)] = None
        nested: Prose | None = None

    rules = rules_of(Note)
    assert rules["loose"].match is Match.PROSE
    assert rules["nested"].match is Match.PROSE


def test_markers_are_found_in_every_spelling_of_an_optional() -> None:
    class Query(Arguments):
        """Takes many optionals."""

        first: ShopId | None = None
        second: Optional[ShopId] = None  # noqa: UP045  (the spelling under test)
        third: Annotated[ShopId | None, Field(description="Third.")] = None
        when: Annotated[Date | None, Field(description="Day.")] = None
        many: Annotated[list[ShopId] | None, Field(max_length=3)] = None
        pair: tuple[ShopId, ...] = ()

    rules = rules_of(Query)
    for name in ("first", "second", "third"):
        assert rules[name].alias is SHOPS, name
    assert rules["when"].kind is Kind.DATE
    assert rules["many"].items.alias is SHOPS
    assert rules["pair"].items.alias is SHOPS
    assert rules["pair"].match is Match.SET


def test_one_literal_becomes_an_enum_of_one() -> None:
    class Only(Arguments):
        """One word."""

        word: Literal["yes"]

    assert declare(Only).schema["properties"]["word"]["enum"] == ["yes"]
    assert declare(Only).rules["word"].enum == ("yes",)


def test_nested_models_are_written_out_and_a_wide_union_stays() -> None:
    class Part(BaseModel):
        """A part."""

        title: str
        label: str = "x"

    class Order(Arguments):
        """An order."""

        part: Part
        size: int | str
        anything: dict[str, int] | None = None

    schema = declare(Order).schema
    assert "$defs" not in schema
    # An argument that is itself called `title` is no schema title and stays.
    assert set(schema["properties"]["part"]["properties"]) == {"title", "label"}
    assert schema["properties"]["part"]["properties"]["label"]["default"] == "x"
    assert len(schema["properties"]["size"]["anyOf"]) == 2
    rules = rules_of(Order)
    assert rules["part"].kind is Kind.OBJECT
    assert rules["size"].kind is Kind.TEXT
    assert rules["anything"].kind is Kind.OBJECT


def test_a_list_without_element_type_has_no_item_rule() -> None:
    class Loose(Arguments):
        """A loose list."""

        values: Annotated[list, Field(max_length=3)]

    assert rules_of(Loose)["values"].kind is Kind.LIST


def test_no_arguments_is_an_empty_closed_object() -> None:
    schema = declare(NoArguments).schema
    assert schema["properties"] == {}
    assert schema["required"] == []
    assert schema["additionalProperties"] is False


def test_chat_definitions_carry_the_docstring() -> None:
    function = find_bike.chat_definition["function"]
    assert function["name"] == "find_bike"
    assert function["description"] == "Find a bicycle by its owner's full name."
    assert function["parameters"] is find_bike.schema


class _Holder:
    """Models whose one argument is a fact that claims to be prose."""

    class Listed(Arguments):
        """An enum."""

        word: Annotated[Literal["a", "b"], Compare(Match.PROSE)]

    class Patterned(Arguments):
        """A pattern."""

        word: Annotated[str, Field(pattern="^a+$"), Compare(Match.PROSE)]

    class Aliased(Arguments):
        """An alias."""

        word: Annotated[str, alias(SHOPS), Compare(Match.PROSE)]

    class Dated(Arguments):
        """A date."""

        word: Annotated[str, Holds(Kind.DATE), Compare(Match.PROSE)]

    class Timed(Arguments):
        """A minute."""

        word: Annotated[Minute, Compare(Match.PROSE)]

    class Phoned(Arguments):
        """A phone."""

        word: Annotated[Phone, Compare(Match.PROSE)]

    class Numbered(Arguments):
        """A number."""

        word: Annotated[int, Compare(Match.PROSE)]

    class Flagged(Arguments):
        """A boolean."""

        word: Annotated[bool, Compare(Match.PROSE)]

    class Identified(Arguments):
        """An id."""

        bike_id: Annotated[str, Compare(Match.PROSE)]

    class ManyIdentified(Arguments):
        """Ids."""

        bike_ids: Annotated[str, Compare(Match.PROSE)]

    class Dialled(Arguments):
        """A number by its name."""

        mobile_e164: Annotated[str, Compare(Match.PROSE)]


@pytest.mark.parametrize(
    "model",
    [each for each in vars(_Holder).values() if isinstance(each, type)],
    ids=lambda model: model.__name__,
)
def test_a_fact_is_never_prose(model: type[Arguments]) -> None:
    with pytest.raises(Fault, match=r"tool some_tool, argument \w+: .* cannot be graded as prose"):
        declare(model)


@pytest.mark.parametrize("name", ["Book", "book-it", "b", "", "9lives", "a" * 65, "find\n"])
def test_a_tool_name_is_lower_case(name: str) -> None:
    with pytest.raises(Fault, match="use lower case, digits and underscores"):
        declare(NoArguments, name=name)


@pytest.mark.parametrize("text", ["", "  \n "])
def test_a_tool_needs_a_docstring(text: str) -> None:
    with pytest.raises(Fault, match="its docstring is what the agent reads; write one"):
        declare(NoArguments, text=text)


def test_where_docstrings_are_dropped_the_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    without = SimpleNamespace(flags=SimpleNamespace(optimize=2))
    monkeypatch.setattr("mivas_env.tools.spec.sys", without)
    with pytest.raises(Fault, match="python -OO drops docstrings"):
        declare(NoArguments, text="")


def test_a_handler_takes_context_and_arguments() -> None:
    decorate = tool(desks=("counter",), effect=Effect.READ)

    def no_arguments(ctx: ToolContext) -> None:
        """Lack arguments."""

    def too_many(ctx: ToolContext, args: NoArguments, more: int) -> None:
        """Take too much."""

    def plain_model(ctx: ToolContext, args: BaseModel) -> None:
        """Take a model that is not closed."""

    def not_a_class(ctx: ToolContext, args: int | None) -> None:
        """Take no model at all."""

    def not_annotated(ctx: ToolContext, args) -> None:  # type: ignore[no-untyped-def]
        """Say nothing of its arguments."""

    for handler in (no_arguments, too_many, plain_model, not_a_class, not_annotated):
        expected = rf"tool {handler.__name__}: take \(ctx, args\)"
        with pytest.raises(Fault, match=expected):
            decorate(handler)


def test_a_handler_without_docstring_is_refused() -> None:
    def silent(ctx: ToolContext, args: NoArguments) -> None:
        pass

    with pytest.raises(Fault, match="write one"):
        tool(desks=("counter",), effect=Effect.READ)(silent)


def test_an_alias_table_refuses_a_spelling_of_two_values() -> None:
    with pytest.raises(ValueError, match="'X' means two values"):
        AliasTable.of("twice", {"a": ("x",), "b": ("X",)})


def test_a_precondition_keeps_code_and_sentence() -> None:
    @precondition("NOT_YET", "Wait.")
    def ready(_ctx: ToolContext) -> bool:
        return False

    assert (ready.code, ready.message) == ("NOT_YET", "Wait.")


def test_the_toy_industry_names_no_tool_twice() -> None:
    assert len({each.name for each in BICYCLES.tools}) == len(BICYCLES.tools)
