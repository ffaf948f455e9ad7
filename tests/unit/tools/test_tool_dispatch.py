"""Dispatch: the one path of every tool call, step by step, and what each step refuses."""

import json
from collections.abc import Callable
from typing import Annotated, Any

import pytest
from pydantic import Field
from toy_industry.industry import SHOPS, RepairBooking
from toy_industry.line import Line

from mivas_env.authoring import (
    Answer,
    Arguments,
    Effect,
    NoArguments,
    Tool,
    ToolContext,
    alias,
    precondition,
)
from mivas_env.tools.dispatch import MAX_ITEMS, MAX_TEXT, Outcome

REPAIR = {"bike_id": 1, "shop_id": "shop_mill", "day": "2026-05-08", "parts": ["chain"]}


def make(
    handler: Callable[[ToolContext, Any], object],
    effect: Effect = Effect.READ,
    arguments: type[Arguments] = NoArguments,
    **more: Any,
) -> Tool:
    return Tool(
        name="probe_tool",
        description="Probe.",
        desks=("counter",),
        effect=effect,
        arguments=arguments,
        handler=handler,  # type: ignore[arg-type]
        **more,
    )


def ready() -> Line:
    line = Line()
    line.ok("counter", "find_bike", owner="Ines Calloway")
    return line


def complaint(**changes: object) -> tuple[str | None, str | None]:
    outcome = ready().call("workshop", "book_repair", **{**REPAIR, **changes})
    assert not outcome.ok
    return outcome.error_code, outcome.message


# ---------------------------------------------------------------- the order of the steps


def test_an_unknown_tool_comes_first() -> None:
    outcome = Line().send("counter", "fly", "no object at all")
    assert (outcome.ok, outcome.error_code, outcome.tool) == (False, "UNKNOWN_TOOL", None)


def test_scope_comes_before_validation() -> None:
    line = Line()
    outcome = line.send("counter", "book_repair", {"bike_id": "x"})
    assert outcome.error_code == "TOOL_NOT_AVAILABLE"
    assert line.refused("accounts", "book_repair", **REPAIR) == "TOOL_NOT_AVAILABLE"


def test_validation_comes_before_preconditions() -> None:
    line = Line()
    assert line.refused("workshop", "book_repair", **{**REPAIR, "bike_id": 0}) == (
        "INVALID_ARGUMENTS"
    )
    assert line.refused("workshop", "book_repair", **REPAIR) == "OWNER_UNKNOWN"


def test_preconditions_are_checked_in_order_before_the_handler() -> None:
    asked: list[str] = []

    def condition(code: str, *, holds: bool) -> Any:
        @precondition(code, f"{code}.")
        def check(_ctx: ToolContext) -> bool:
            asked.append(code)
            return holds

        return check

    def handler(_ctx: ToolContext, _args: NoArguments) -> None:
        asked.append("handler")

    line = Line(
        extra=(
            make(
                handler,
                requires=(
                    condition("A", holds=True),
                    condition("B", holds=False),
                    condition("C", holds=True),
                ),
            ),
        )
    )
    assert line.refused("counter", "probe_tool") == "B"
    assert asked == ["A", "B"]


def test_projection_comes_before_validation() -> None:
    line = ready()
    sent = {
        **REPAIR,
        "from": "counter",
        "to": "workshop",
        "mood": "good",
        "notes": " ",
        "phone": "",
    }
    outcome = line.send("workshop", "book_repair", sent)
    assert outcome.ok
    record = line.dispatcher.journal[-1]
    assert record.dropped == ("from", "to", "mood")
    assert record.parameters == sent
    assert line.tables()["repairs"][-1]["notes"] is None


# ---------------------------------------------------------------- coercion and validation


def test_the_exact_coercions_of_voice_harnesses() -> None:
    line = ready()
    line.ok(
        "workshop",
        "book_repair",
        bike_id="1",
        shop_id="  mill LANE ",
        day="2026-05-08",
        parts=["CHAIN"],
        pickup="2026-05-08 15:30:59Z",
        phone="(212) 555-0142",
        express="TRUE",
    )
    assert line.tables()["repairs"][-1] == {
        "id": 2,
        "bike_id": 1,
        "shop_id": "shop_mill",
        "day": "2026-05-08",
        "parts": "chain",
        "notes": None,
    }


@pytest.mark.parametrize("value", [1.0, "1", "1.0", " 1 "])
def test_a_whole_number_in_any_spelling_is_an_integer(value: object) -> None:
    assert ready().call("workshop", "book_repair", **{**REPAIR, "bike_id": value}).ok


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"bike_id": True}, "bike_id: Input should be a valid integer."),
        ({"bike_id": "one"}, "bike_id: Input should be a valid integer."),
        ({"bike_id": 1.5}, "bike_id: Input should be a valid integer"),
        ({"bike_id": 2**60}, "bike_id: the number is out of range."),
        ({"bike_id": -(2**60)}, "bike_id: the number is out of range."),
        ({"bike_id": float("nan")}, "bike_id: the number is out of range."),
        ({"bike_id": float("inf")}, "bike_id: the number is out of range."),
        ({"bike_id": 10**5000}, "bike_id: the number is out of range."),
        ({"bike_id": {1, 2}}, "bike_id: not a JSON value."),
        ({"bike_id": b"1"}, "bike_id: not a JSON value."),
        ({"bike_id": [1]}, "bike_id: Input should be a valid integer."),
        ({"day": "2026-13-01"}, "day: there is no such day."),
        ({"day": "2026-02-30"}, "day: there is no such day."),
        ({"day": "tomorrow"}, "day: String should match pattern"),
        ({"day": 20260508}, "day: Input should be a valid string."),
        ({"pickup": "2026-02-30T10:00"}, "pickup: there is no such day."),
        ({"pickup": "2026-05-08T25:00"}, "pickup: String should match pattern"),
        ({"phone": "call me"}, "phone: String should match pattern"),
        ({"express": "yes"}, "express: Input should be a valid boolean."),
        ({"express": 1}, "express: Input should be a valid boolean."),
        ({"parts": ["wheel"]}, "parts is one of chain, brake, saddle."),
        ({"parts": "chain"}, "parts: Input should be a valid list."),
        ({"parts": ["chain"] * (MAX_ITEMS + 1)}, "parts: too many or too deeply nested values."),
        ({"parts": [[[[[]]]], []]}, "parts: too many or too deeply nested values."),
        ({"parts": [{"a": object()}]}, "parts: not a JSON value."),
        ({"parts": [None]}, "parts.0: Input should be"),
        ({"notes": "x" * (MAX_TEXT + 1)}, f"notes: at most {MAX_TEXT} characters."),
        ({"notes": "x" * 201}, "notes: String should have at most 200 characters."),
        ({"parts": []}, "parts: required."),
        ({"day": None}, "day: required."),
        ({"day": "  "}, "day: required."),
    ],
)
def test_what_the_schema_does_not_allow_is_refused(
    changes: dict[str, object], sentence: str
) -> None:
    code, message = complaint(**changes)
    assert code == "INVALID_ARGUMENTS"
    assert str(message).startswith(sentence), message


def test_a_type_may_have_an_error_code_of_its_own() -> None:
    code, message = complaint(shop_id="Highgate")
    assert code == "UNKNOWN_SHOP"
    assert message == "shop_id is one of shop_mill, shop_quay."


def test_an_alias_without_enum_still_refuses_strangers() -> None:
    class Where(Arguments):
        """A shop as free text."""

        shop_id: Annotated[str, Field(max_length=40), alias(SHOPS)]

    seen: list[str] = []
    line = Line(extra=(make(lambda _ctx, args: seen.append(args.shop_id), arguments=Where),))
    line.ok("counter", "probe_tool", shop_id="Quayside")
    assert seen == ["shop_quay"]
    assert line.refused("counter", "probe_tool", shop_id="Highgate") == "UNKNOWN_SHOP"


def test_a_bounded_object_is_let_through() -> None:
    class Loose(Arguments):
        """Takes an object."""

        extras: dict[str, object]
        rate: float = 0.0

    seen: list[object] = []
    line = Line(extra=(make(lambda _ctx, args: seen.append(args.extras), arguments=Loose),))
    line.ok("counter", "probe_tool", extras={"a": [1, None, True]}, rate="2.5")
    assert seen == [{"a": [1, None, True]}]
    assert line.refused("counter", "probe_tool", extras={("a",): 1}) == "INVALID_ARGUMENTS"


@pytest.mark.parametrize("arguments", [None, [], "text", 7, [("owner", "x")]])
def test_arguments_must_be_an_object(arguments: object) -> None:
    line = Line()
    outcome = line.send("counter", "find_bike", arguments)
    assert outcome.error_code == "INVALID_ARGUMENTS"
    assert outcome.message == "Arguments must be one object of names and values."
    assert line.dispatcher.journal[-1].parameters == {}


def test_a_complaint_never_echoes_what_was_sent() -> None:
    for key in ("bike_id", "day", "phone", "shop_id"):
        assert "zebra" not in str(complaint(**{key: "zebra"})[1])


def test_false_in_words_is_never_consent() -> None:
    class Consent(Arguments):
        """Takes a consent."""

        agreed: bool

    heard: list[bool] = []
    line = Line(extra=(make(lambda _ctx, args: heard.append(args.agreed), arguments=Consent),))
    for said in ("false", "False", False, "true"):
        line.ok("counter", "probe_tool", agreed=said)
    assert heard == [False, False, False, True]


# ---------------------------------------------------------------- journal and answers


def test_every_call_is_recorded_in_order_whatever_came_of_it() -> None:
    line = Line()
    line.dispatcher.dispatch("counter", "fly", {}, at_ms=1)
    line.dispatcher.dispatch("counter", "book_repair", REPAIR, at_ms=2)
    line.dispatcher.dispatch("counter", "find_bike", {"owner": 7}, at_ms=3)
    line.dispatcher.dispatch("workshop", "book_repair", REPAIR, at_ms=4)
    line.dispatcher.dispatch("counter", "find_bike", {"owner": "Ines Calloway"}, at_ms=5)
    line.dispatcher.refuse("counter", "find_bike", [], "BUSY", "Wait.", at_ms=6)
    found = [
        (c.name, c.agent, c.ok, c.error_code, c.start_offset_ms) for c in line.dispatcher.journal
    ]
    assert found == [
        ("fly", "counter", False, "UNKNOWN_TOOL", 1),
        ("book_repair", "counter", False, "TOOL_NOT_AVAILABLE", 2),
        ("find_bike", "counter", False, "INVALID_ARGUMENTS", 3),
        ("book_repair", "workshop", False, "OWNER_UNKNOWN", 4),
        ("find_bike", "counter", True, None, 5),
        ("find_bike", "counter", False, "BUSY", 6),
    ]


def test_whatever_was_sent_is_recorded_as_writable_json() -> None:
    deep: list[object] = []
    for _ in range(5_000):
        deep = [deep]
    sent: dict[Any, Any] = {
        "owner": "a\ud800b",
        "nan": float("nan"),
        "huge": 10**6000,
        "deep": deep,
        "tuple": (1, 2.5),
        "object": object(),
        "nest": {"a": {"b": {"c": {"d": {"e": 10**6000}}}}, 7: 1},
        "long": "x" * 10_000,
        "many": list(range(1_000)),
        "none": None,
        "yes": True,
        (1, 2): "tuple key",
    }
    line = Line()
    line.send("counter", "find_bike", sent)
    kept = line.dispatcher.journal[-1].parameters
    text = json.dumps(kept, allow_nan=False)
    text.encode()
    assert "0x" not in text
    assert kept["owner"] == "a?b"
    assert kept["nan"] == kept["huge"] == "(number out of range)"
    assert kept["tuple"] == [1, 2.5]
    assert kept["object"] == "(object)"
    assert kept["nest"] == {"a": {"b": {"c": {"d": "(dict)"}}}, "(int)": 1}
    assert len(kept["long"]) == 2 * MAX_TEXT
    assert len(kept["many"]) == 2 * MAX_ITEMS
    assert kept["none"] is None
    assert kept["yes"] is True
    assert kept["(tuple)"] == "tuple key"


def test_answers_as_the_agent_sees_them() -> None:
    assert Outcome(ok=True).to_json() == '{"ok":true,"data":{}}'
    assert Outcome(ok=True, data={"a": "é"}).to_json() == '{"ok":true,"data":{"a":"é"}}'
    refused = Outcome(ok=False, error_code="X", message="No.", data={"lines": ["a"]})
    assert json.loads(refused.to_json()) == {
        "ok": False,
        "error_code": "X",
        "message": "No.",
        "data": {"lines": ["a"]},
    }
    assert "data" not in json.loads(Outcome(ok=False, error_code="X", message="No.").to_json())


def test_models_dictionaries_and_nothing_are_answers() -> None:
    class Found(Answer):
        """An answer."""

        size: float

    line = Line(extra=(make(lambda _ctx, _args: Found(size=2.5)),))
    assert line.ok("counter", "probe_tool") == {"size": 2.5}
    assert line.ok("counter", "find_bike", owner="Ines Calloway")["bike_id"] == 1
    assert line.ok("counter", "leave_note", for_whom="Ana", text="Hello.") == {}


def test_a_lenient_tool_runs_whatever_its_arguments_but_an_object_they_are() -> None:
    for arguments in ({}, {"reason": "because"}, {"reason": 7}):
        assert Line().send("counter", "end_call", arguments).ok
    for arguments in (None, [1], "caller_done"):
        assert Line().send("counter", "end_call", arguments).error_code == "INVALID_ARGUMENTS"


def test_the_handler_sees_desk_clock_and_its_own_errors() -> None:
    seen: list[object] = []

    def look(ctx: ToolContext, _args: NoArguments) -> None:
        seen.extend((ctx.desk, ctx.now, dict(ctx.errors)))

    line = Line(extra=(make(look, errors={"A": "a"}),))
    line.ok("counter", "probe_tool")
    assert seen == ["counter", "2026-05-04T09:30", {"A": "a"}]


def test_arguments_are_frozen() -> None:
    booking = RepairBooking(**REPAIR)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="frozen"):
        booking.day = "2026-05-09"  # type: ignore[misc]
