"""One parser: every accepted form, every malformed one, thinking, limits of time."""

from collections.abc import Iterator, Mapping

import numpy as np
import pytest
from processor_time import processor_seconds
from pydantic import BaseModel

from mivas_env.envs.parse_action import (
    MAX_ACTION_CHARACTERS,
    MAX_CALLS_PER_MESSAGE,
    parse_action,
)
from mivas_env.schema.action import Action, ToolCall

CALL = ToolCall("look_up", {"a": 1})
JSON_CALL = '{"name": "look_up", "arguments": {"a": 1}}'
BLOCK = '<tool_call>{"name": "look_up", "arguments": {"a": 1}}</tool_call>'


class SayModel(BaseModel):
    """An utterance as a model."""

    say: str


class ToolModel(BaseModel):
    """A call as a model, with optional words."""

    tool: str
    arguments: dict[str, object] = {}
    say: str | None = None


class MessageModel(BaseModel):
    """An assistant message as client libraries hold it."""

    role: str = "assistant"
    content: str | None = None
    tool_calls: list[dict[str, object]] | None = None


FUNCTION = {"id": "x", "type": "function", "function": {"name": "look_up", "arguments": '{"a": 1}'}}


@pytest.mark.parametrize(
    "action",
    [
        {"tool": "look_up", "arguments": {"a": 1}},
        {"name": "look_up", "arguments": {"a": 1}},
        {"name": "look_up", "arguments": '{"a": 1}'},
        {"tool": "look_up", "parameters": {"a": 1}},
        {"tool": " look_up ", "arguments": '{"a": 1}'},
        ToolModel(tool="look_up", arguments={"a": 1}),
        '{"tool": "look_up", "arguments": {"a": 1}}',
        ' \n{"tool": "look_up", "arguments": "{\\"a\\": 1}"}\n',
        '{"name": "look_up", "arguments": {"a": 1}}',
        FUNCTION,
        {"function": {"name": "look_up", "arguments": {"a": 1}}},
        {"function": FUNCTION["function"], "id": "x"},
        {"role": "assistant", "content": None, "tool_calls": [FUNCTION]},
        {"role": "assistant", "content": "", "tool_calls": (FUNCTION,)},
        MessageModel(tool_calls=[FUNCTION]),
        [FUNCTION],
        ({"tool": "look_up", "arguments": {"a": 1}},),
        [ToolModel(tool="look_up", arguments={"a": 1})],
        '[{"name": "look_up", "arguments": {"a": 1}}]',
        BLOCK,
        f"  {BLOCK}\n",
        {"content": BLOCK},
        {"say": BLOCK},
        {"content": BLOCK, "tool_calls": []},
        f"<think>Should I?</think>{BLOCK}",
        '<think>{"say": "no"}</think> {"tool": "look_up", "arguments": {"a": 1}}',
        np.str_('{"tool": "look_up", "arguments": {"a": 1}}'),
        {"name": "look_up", "parameters": {"a": 1}},
        {"type": "function", "name": "look_up", "parameters": '{"a": 1}'},
        {"name": "look_up", "arguments": None, "parameters": {"a": 1}},
        {"name": "look_up", "arguments": {"a": 1}, "parameters": '{"a": 1}'},
        {"function": {"name": "look_up", "parameters": {"a": 1}}},
        {"tool_calls": [{"function": {"name": "look_up", "parameters": {"a": 1}}}]},
        '{"name": "look_up", "parameters": {"a": 1}}',
        '[\n  {"name": "look_up", "parameters": {"a": 1}}\n]',
        '<tool_call>{"name": "look_up", "parameters": {"a": 1}}</tool_call>',
        f"```json\n{JSON_CALL}\n```",
        f"```JSON\r\n{JSON_CALL}```\n",
        f"```\n{JSON_CALL}\n```",
        f"  ```json {JSON_CALL} ```  ",
        f"```tool_call\n{JSON_CALL}\n```",
        f"```json\n{JSON_CALL}\n",
        f"```json\n[{JSON_CALL}]\n```",
        f"```json\n[\n  {JSON_CALL}\n]\n```",
        f"```\n{BLOCK}\n```",
        f"<tool_call>\n```json\n{JSON_CALL}\n```\n</tool_call>",
        f"<think>```json\n{{}}\n```</think>\n```json\n{JSON_CALL}\n```",
        {"role": "assistant", "content": JSON_CALL},
        {"content": f"```json\n{JSON_CALL}\n```", "tool_calls": None},
        {"content": [{"type": "text", "text": JSON_CALL}]},
        {"content": JSON_CALL, "tool_calls": [FUNCTION]},
        {"content": f"<think>x</think>```json\n{JSON_CALL}\n```", "tool_calls": [FUNCTION]},
        {"content": f"[{JSON_CALL}]", "tool_calls": [FUNCTION]},
        MessageModel(content=f"```json\n{JSON_CALL}\n```"),
    ],
)
def test_every_form_of_one_call(action: object) -> None:
    assert parse_action(action) == Action(calls=(CALL,))


@pytest.mark.parametrize(
    "action",
    [
        "Hello there.",
        {"say": "Hello there."},
        {"content": "Hello there."},
        {"role": "assistant", "content": "Hello there.", "tool_calls": None},
        {"content": [{"type": "text", "text": "Hello"}, {"text": "there."}, {"type": "image"}]},
        SayModel(say="Hello there."),
        MessageModel(content="Hello there."),
        '{"say": "Hello there."}',
        '{"content": "Hello  there.\\n"}',
        "<think>Say hello.</think>Hello there.",
        "<THINK>Say hello.</Think> Hello there.",
        "Hello <think>a <think>b</think> c</think> there.",
        "The template opened this thought. </think> Hello there.",
        "One. </think> Two. </think> Hello there.",
        "{draft </think> Hello there.",
        "Hello there. <think>and this never ends",
        {"say": "<think>hm</think> Hello there."},
        {"content": "a thought </think> Hello there."},
        '{"say": "a thought </think> Hello there."}',
        "\u200bHello\tthere.\u00ad",
        '```json\n{"say": "Hello there."}\n```',
        '```\n{"content": "Hello there."}\n```',
        {"content": '{"say": "Hello there."}'},
    ],
)
def test_every_form_of_one_utterance(action: object) -> None:
    assert parse_action(action) == Action(say="Hello there.")


@pytest.mark.parametrize(
    "action",
    [
        {"say": "One moment.", "tool": "look_up", "arguments": {"a": 1}},
        ToolModel(say="One moment.", tool="look_up", arguments={"a": 1}),
        {"content": "One moment.", "tool_calls": [FUNCTION]},
        {"content": f"One moment. {BLOCK}", "tool_calls": [FUNCTION]},
        f"One {BLOCK} moment.",
        f"One moment.{BLOCK}",
        f"{BLOCK} <think>x</think> One moment.",
    ],
)
def test_words_together_with_a_call(action: object) -> None:
    parsed = parse_action(action)
    assert parsed.calls == (CALL,)
    assert parsed.say in ("One moment.", "")
    if not (isinstance(action, dict) and BLOCK in str(action.get("content"))):
        assert parsed.say == "One moment."


def test_several_calls_keep_their_order() -> None:
    two = '<tool_call>{"name": "b"}</tool_call>'
    for action in (
        f"{BLOCK}{two}",
        [FUNCTION, {"name": "b"}],
        {"tool_calls": [FUNCTION, {"name": "b"}]},
    ):
        assert parse_action(action).calls == (CALL, ToolCall("b", {}))


@pytest.mark.parametrize("unseen", ["\ufeff", "\u200b ", "\n\u2060", "\x00"])
def test_json_behind_something_invisible_is_read_and_never_spoken(unseen: str) -> None:
    fenced = f"```json\n{unseen}{JSON_CALL}\n{unseen}```"
    block = f"<tool_call>{unseen}{JSON_CALL}{unseen}</tool_call>"
    for text in (
        JSON_CALL,
        fenced,
        block,
        f"[{JSON_CALL}]",
        f"<think>x</think>{unseen}{JSON_CALL}",
    ):
        assert parse_action(f"{unseen}{text}{unseen}") == Action(calls=(CALL,))
        assert parse_action({"content": f"{unseen}{text}"}) == Action(calls=(CALL,))
    assert parse_action(f"{unseen}{{no json").malformed is not None
    beside = {"content": f"{unseen}{JSON_CALL}", "tool_calls": [FUNCTION]}
    assert parse_action(beside) == Action(calls=(CALL,))
    assert parse_action(f'{unseen}{{"say": "a <THINK> b"}}') == parse_action({"say": "a <THINK> b"})


@pytest.mark.parametrize(
    "text", ["", " ", "\n", "<think>only thinking</think>", "\u200b", "\ud800"]
)
def test_nothing_to_hear_is_silence(text: str) -> None:
    assert parse_action(text) == Action()
    assert parse_action({"say": text}) == Action()


@pytest.mark.parametrize(
    "text",
    [
        "[Laughs] Hello.",
        "[1, 2]",
        "[{not json",
        "null",
        "42",
        '"quoted"',
        "Use the tool look_up, please.",
        "</tool_call>",
        "I think> not",
        f"Here it is: ```json {JSON_CALL} ```",
        f"```json {JSON_CALL} ``` I have checked.",
        f"```json {JSON_CALL} ``` ```json {JSON_CALL} ```",
        "```json ```",
        "``` Hello there. ```",
        "```json [1, 2] ```",
        "````json {} ````",
    ],
)
def test_anything_else_is_speech(text: str) -> None:
    parsed = parse_action(text)
    assert parsed.malformed is None
    assert parsed.calls == ()
    assert parsed.say == text


def test_a_string_inside_fenced_json_may_hold_a_fence() -> None:
    words = '```json\n{"say": "Type ```x``` please."}\n```'
    assert parse_action(words) == Action(say="Type ```x``` please.")


def test_what_a_call_says_for_itself_is_compared_as_json() -> None:
    for one, other in (({"a": 1}, {"a": True}), ({"a": 1}, {"a": 1.0}), ({}, {"a": None})):
        parsed = parse_action({"name": "look_up", "arguments": one, "parameters": other})
        assert parsed.malformed is not None
    assert parse_action(
        {"name": "look_up", "arguments": {"a": 1, "b": 2}, "parameters": {"b": 2, "a": 1}}
    ).calls == (ToolCall("look_up", {"a": 1, "b": 2}),)


def test_a_call_inside_a_thought_does_not_fire() -> None:
    fenced = f"```json\n{JSON_CALL}\n```"
    for call in (BLOCK, JSON_CALL, fenced, f"[{JSON_CALL}]"):
        for text in (f"<think>{call}</think>Hello.", f"{call}</think>Hello."):
            assert parse_action(text) == Action(say="Hello.")
            assert parse_action({"content": text}) == Action(say="Hello.")
        assert parse_action(f"<think>{call}") == Action()
    assert parse_action(f"```json\n<think>{JSON_CALL}</think>\n```").calls == ()
    assert parse_action(f"<think>{BLOCK}") == Action()
    assert parse_action({"content": f"<think>{BLOCK}</think>Hello."}) == Action(say="Hello.")


@pytest.mark.parametrize(
    ("arguments", "read"),
    [
        (None, {}),
        ("", {}),
        ("  ", {}),
        ({}, {}),
        ("{}", {}),
        ([], None),
        ("[]", None),
        ("not json", None),
        ('{"a": 1, "a": 2}', None),
        ('{"a": NaN}', None),
        (7, None),
        (True, None),
        ({1: 2}, None),
        ({10**6000: 2}, None),
        ("x" * (MAX_ACTION_CHARACTERS + 1), None),
    ],
)
def test_arguments_that_are_no_object_are_left_to_dispatch(
    arguments: object, read: dict[str, object] | None
) -> None:
    parsed = parse_action({"tool": "look_up", "arguments": arguments})
    assert parsed == Action(calls=(ToolCall("look_up", read),))


class Hostile(Mapping[str, object]):
    """A mapping whose every look-up breaks."""

    def __getitem__(self, key: str) -> object:
        """Break, or never end."""
        message = "no"
        raise RuntimeError(message)

    def __iter__(self) -> Iterator[str]:
        """Name the keys."""
        return iter(())

    def __len__(self) -> int:
        """Count the keys."""
        return 0


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("{", "The action is not readable: not JSON"),
        ('{"say": "a"} and more', "The action is not readable: not JSON"),
        ('{"say": "a", "say": "b"}', "holds the same key twice"),
        ('{"tool": "x", "arguments": {"a": NaN}}', "NaN is not a JSON value"),
        ('{"tool": "x", "arguments": {"a": 1e999}}', "a number is too large"),
        ('{"tool": "x", "arguments": {"a": 99999999999999999999}}', "outside ±2^53"),
        ('{"say": "\\ud800"}', "half of a surrogate pair"),
        ('{"a":' * 5_000 + "1" + "}" * 5_000, "nested deeper than 16 levels"),
        ("{}", "An action needs `say` with text, or `tool` with a name."),
        ({}, "An action needs `say`"),
        ({"words": "Hello."}, "An action needs `say`"),
        ({"name": "look_up"}, "An action needs `say`"),
        ({"tool_calls": []}, "An action needs `say`"),
        ({"tool": ""}, "A tool call needs the tool's name."),
        ({"tool": "  "}, "A tool call needs the tool's name."),
        ({"tool": 7}, "A tool call needs the tool's name."),
        ({"tool": None}, "A tool call needs the tool's name."),
        ({"function": {}}, "A tool call needs the tool's name."),
        ({"function": "look_up"}, "A tool call needs the tool's name."),
        ({"tool_calls": ["look_up"]}, "A tool call is one object with a name and arguments."),
        ({"tool_calls": {"name": "look_up"}}, "`tool_calls` must be a list."),
        ({"tool_calls": "look_up"}, "`tool_calls` must be a list."),
        ([{}], "A tool call needs the tool's name."),
        ([7], "A tool call is one object"),
        ({"say": 7}, "What is said must be text."),
        ({"say": ["a"]}, "What is said must be text."),
        ({"content": [{"type": "text", "text": 7}]}, "What is said must be text."),
        ({"content": [{"type": "text"}]}, "What is said must be text."),
        ("<tool_call>", "A <tool_call> block is not closed by </tool_call>."),
        ("</tool_call><tool_call>", "A <tool_call> block is not closed"),
        (f"{BLOCK}<tool_call>{{}}", "A <tool_call> block is not closed"),
        ("<tool_call></tool_call>", "The action is not readable"),
        ("<tool_call>look_up(a=1)</tool_call>", "The action is not readable"),
        ("<tool_call>[]</tool_call>", "A tool call is one object"),
        ("<tool_call>{}</tool_call>", "A tool call needs the tool's name."),
        ({"name": "x", "arguments": {}, "parameters": {"a": 1}}, "`parameters` that differ"),
        ({"name": "x", "arguments": 7, "parameters": 7}, "`parameters` that differ"),
        ({"name": "x", "arguments": "[]", "parameters": {"a": 1}}, "`parameters` that differ"),
        ({"tool": "x", "arguments": {"a": {1}}, "parameters": {"a": {1}}}, "cannot be read"),
        ({"name": "look_up", "description": "Looks up."}, "An action needs `say`"),
        ("```json\n{\n```", "The action is not readable: not JSON"),
        ('```json\n{"name": "look_up", "arguments": {"a"', "The action is not readable"),
        ("```\n{'name': 'look_up', 'arguments': {}}\n```", "The action is not readable"),
        ("```json\n{}\n```", "An action needs `say`"),
        ("```json\n[{not json\n```", "The action is not readable: not JSON"),
        ("```json\n[{}]\n```", "A tool call needs the tool's name."),
        ("```\n<tool_call>\n```", "A <tool_call> block is not closed"),
        ({"content": "{"}, "The action is not readable"),
        ({"content": "```json\n{\n```"}, "The action is not readable"),
        ({"say": "<tool_call>"}, "A <tool_call> block is not closed"),
        ("x" * (MAX_ACTION_CHARACTERS + 1), "An action holds at most 262144 characters."),
        ([{"name": "x"}] * (MAX_CALLS_PER_MESSAGE + 1), "One message holds at most 64 tool calls."),
        (None, "An action is text, a mapping with `say` or `tool`, or an assistant message."),
        (7, "An action is text"),
        (b"Hello.", "An action is text"),
        ({"say", "b"}, "An action is text"),
        (np.array([1, 2]), "An action is text"),
        (object(), "An action is text"),
        (Hostile(), "The action cannot be read."),
        ({"tool_calls": np.array([1, 2])}, "The action cannot be read."),
    ],
)
def test_what_yields_no_action_is_malformed_with_a_sentence(action: object, sentence: str) -> None:
    parsed = parse_action(action)
    assert parsed.malformed is not None
    assert sentence in parsed.malformed
    assert (parsed.say, parsed.calls) == ("", ())
    assert len(parsed.raw) <= 2_000
    parsed.raw.encode()


def test_deep_python_values_are_malformed() -> None:
    class Loop(Mapping[str, object]):
        """A mapping that never ends."""

        def __getitem__(self, key: str) -> object:
            """Break, or never end."""
            return self[key]

        def __iter__(self) -> Iterator[str]:
            """Name the keys."""
            return iter(("tool",))

        def __len__(self) -> int:
            """Count the keys."""
            return 1

    assert parse_action(Loop()).malformed == "The action is nested too deeply."


def test_the_raw_text_is_kept_writable() -> None:
    assert parse_action("{\ud800").raw == "{?"
    assert parse_action(7).raw == "int"


def test_names_are_normalised_and_capped() -> None:
    assert (
        parse_action({"tool": "".join(chr(ord(c) + 0xFEE0) for c in "look_up")}).calls[0].name
        == "look_up"
    )
    assert len(parse_action({"tool": "x" * 5_000}).calls[0].name) == 200


@pytest.mark.parametrize(
    "unit",
    [
        "<think>",
        "</think>",
        "<think></think>",
        "<tool_call>",
        "</tool_call>",
        BLOCK,
        "<",
        "{",
        "[{",
        "```",
        "```json\n",
        "```json\n{",
        "```json\n[{",
        "[\n",
        "\u0301",
        '{"',
    ],
)
@pytest.mark.timed
def test_hostile_repetition_is_read_in_linear_time(unit: str) -> None:
    text = (unit * (MAX_ACTION_CHARACTERS // len(unit)))[:MAX_ACTION_CHARACTERS]
    nested = "<think>" * 18_000 + "</think>" * 16_000
    assert processor_seconds(lambda: (parse_action(text), parse_action(nested))) < 2.0
