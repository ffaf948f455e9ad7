"""Whatever a policy emits is one observation and one charged step, never an exception (E5)."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium as gym
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mivas_env
from mivas_env.envs.call_env import CallEnv
from mivas_env.envs.parse_action import parse_action
from mivas_env.registry import industry_entry_points

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4)
    ),
    max_leaves=12,
)
KEYS = st.sampled_from(
    ["say", "tool", "arguments", "name", "function", "tool_calls", "content", "parameters", "role"]
)
NAMES = st.sampled_from(["find_bike", "transfer_to_workshop", "end_call", "leave_note", "fly", ""])
CALLS = st.fixed_dictionaries({"tool": NAMES}, optional={"arguments": JSON, "say": JSON})
ACTIONS = (
    st.text()
    | JSON
    | st.dictionaries(KEYS, JSON | NAMES | CALLS, max_size=5)
    | CALLS
    | CALLS.map(lambda call: json.dumps(call, default=str))
    | st.lists(CALLS, max_size=3)
    | st.text().map(lambda text: f"<tool_call>{text}</tool_call>")
    | st.text().map(lambda text: f"```json\n{text}\n```")
    | CALLS.map(lambda call: f"```json\n{json.dumps(call, default=str)}\n```")
    | st.binary(max_size=20)
)


def check_step(env: gym.Env[Any, Any], action: object) -> None:
    """Take one step, starting a new call where the last one is over."""
    inner = env.unwrapped
    assert isinstance(inner, CallEnv)
    if inner.session is None or inner.session.done:
        env.reset(seed=0)
    assert inner.session is not None
    steps = inner.session.step_count
    obs, reward, terminated, truncated, info = env.step(action)
    assert env.observation_space.contains(obs)
    assert isinstance(reward, float)
    assert info["step"] == steps + 1
    assert not (terminated and truncated)
    assert info["budget_left"]["tool_calls"] >= 0
    json.dumps([obs, info], allow_nan=False).encode()


@pytest.fixture(scope="module")
def env() -> gym.Env[Any, Any]:
    return gym.make("mivas/bicycles-T1E1", disable_env_checker=True)


@given(action=ACTIONS)
def test_any_value_is_one_observation(action: object) -> None:
    check_step(gym.make("mivas/bicycles-T1E1", disable_env_checker=True), action)


@given(action=ACTIONS)
def test_parsing_never_raises_and_is_exclusive(action: object) -> None:
    parsed = parse_action(action)
    if parsed.malformed is not None:
        assert (parsed.say, parsed.calls) == ("", ())
    parsed.say.encode()
    assert parsed == parse_action(action)


@given(text=st.text(alphabet=st.sampled_from('<think></ol_ca>{}[]":, aé\n')))
def test_texts_of_marks_alone_are_read(text: str) -> None:
    parsed = parse_action(text)
    if text.strip().startswith("{") and "think>" not in text.lower():
        assert parsed.say == ""


@given(text=st.text(alphabet=st.sampled_from('{}[]":, json\n')), closed=st.booleans())
def test_a_fence_that_holds_an_object_is_never_spoken(text: str, closed: bool) -> None:
    held = "{" + text
    parsed = parse_action(f"```json\n{held}\n```" if closed else f"```json\n{held}")
    assert parsed.say == ""
    alone = parse_action(held)
    assert (parsed.calls, parsed.malformed) == (alone.calls, alone.malformed)


BASES: list[object] = [
    *mivas_env.oracle_actions("bicycles/T1-E1"),
    {"role": "assistant", "content": "One moment.", "tool_calls": [
        {"id": "a", "type": "function", "function": {
            "name": "leave_note", "arguments": '{"for_whom": "Ana", "text": "Ring."}'}}]},
    '<think>hm</think><tool_call>{"name": "hold_refund", "arguments": {"amount": 5}}</tool_call>',
    {"tool": "find_bike", "arguments": {"owner": "Ruben Calloway", "shop_id": "The Quay"}},
    '```json\n{"name": "find_bike", "parameters": {"owner": "Ruben Calloway"}}\n```',
    {"content": '[{"name": "leave_note", "arguments": {"for_whom": "Ana", "text": "Ring."}}]'},
]  # fmt: skip
INSERTS = [
    "<think>", "</think>", "<tool_call>", "</tool_call>", "```", '"', "{", "}", "[", "]", ":", ",",
    "\\",
    "\\u0000", "\\ud800", "\x00", "\ud800", "🚲", "NaN", "1e999", "9" * 30, "null", "\u202e",
]  # fmt: skip


def mutate_text(text: str, rng: random.Random) -> str:
    """Return a text with a few characters dropped, doubled, swapped in or cut off."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        choice = rng.randrange(4)
        if choice == 0:
            text = text[:at] + text[at + rng.randint(1, 5) :]
        elif choice == 1:
            text = text[:at] + rng.choice(INSERTS) + text[at:]
        elif choice == 2:
            text = text[:at] + text[at // 2 : at] + text[at:]
        else:
            text = text[: rng.randrange(len(text) + 1)]
    return text


def mutate_value(value: object, rng: random.Random) -> object:
    """Return a structure with one part replaced by something hostile."""
    hostile: list[Callable[[], object]] = [
        lambda: None, list, dict, lambda: "", lambda: float("nan"), lambda: 2**70,
        lambda: "x" * 3_000, lambda: {"a": {"b": {"c": {"d": {"e": 1}}}}}, lambda: [[]] * 60,
        lambda: True, lambda: b"x", lambda: {1: 2}, lambda: "\ud800", lambda: -0.0,
    ]  # fmt: skip
    if rng.random() < 0.3 or not isinstance(value, (dict, list)) or not value:
        return rng.choice(hostile)()
    if isinstance(value, list):
        index = rng.randrange(len(value))
        return [mutate_value(v, rng) if i == index else v for i, v in enumerate(value)]
    key = rng.choice(list(value))
    return {k: mutate_value(v, rng) if k == key else v for k, v in value.items()}


def mutants(count: int, seed: int) -> Iterator[object]:
    """Yield seeded mutants of valid actions, as text and as structures."""
    rng = random.Random(seed)  # noqa: S311  (repeatable, not secret)
    for _ in range(count):
        base = rng.choice(BASES)
        if isinstance(base, str) or rng.random() < 0.6:
            yield mutate_text(base if isinstance(base, str) else json.dumps(base), rng)
        else:
            yield mutate_value(base, rng)


@pytest.mark.parametrize("seed", range(4))
def test_ten_thousand_mutants_of_valid_actions(env: gym.Env[Any, Any], seed: int) -> None:
    for action in mutants(2_500, seed):
        check_step(env, action)


@given(steps=st.lists(st.sampled_from(["Hello.", "", "{"]), max_size=12), limit=st.integers(1, 8))
def test_the_end_is_truncation_or_termination_and_stepping_on_is_refused(
    steps: list[str], limit: int
) -> None:
    env = CallEnv("bicycles/T1-E1", max_steps=limit, verbose_info=False)
    env.reset(seed=0)
    over = False
    for number, action in enumerate(steps, 1):
        if over:
            with pytest.raises(mivas_env.ResetNeeded):
                env.step(action)
            continue
        _, reward, terminated, truncated, info = env.step(action)
        over = terminated or truncated
        assert truncated == (number == limit and not terminated)
        assert reward == 0.0
        assert ("ending" in info) == over


CALL_TASKS = [
    name for name in mivas_env.list_tasks() if name.split("/")[0] in industry_entry_points()
]
WORDS = sorted(
    {
        word
        for name in CALL_TASKS
        for action in mivas_env.oracle_actions(name)
        for word in str(action.get("say", "")).split()
    }
)
PIECES = [
    "n't", "'s", "''", '"', "$", "$.", "%", "1/2", "0", "00", "1,000,000,000", "12:60", "25:00",
    "half", "quarter", "past", "to", "and", "point", "hundred", "-", "--", "…", "?!", ".", "a.m.",
    "first", "31st", "february", "no", "not", "never", "if", "unless", "or", "@", "#", "½",
    "²", "é",
    "\u0301", "\u200d", "ß", "İ", "1e9", "+1", "(", ")", "::", "00:00", "2026-02-30",
    "nineteen",
    "oh", "double", "zero", "dollars", "cents", "bucks", "k",
]  # fmt: skip
SPEECH = st.lists(st.sampled_from([*WORDS, *PIECES]), min_size=1, max_size=30).map(" ".join)


@given(name=st.sampled_from(CALL_TASKS), lines=st.lists(SPEECH | st.text(), max_size=6))
def test_whatever_is_said_the_caller_answers_or_is_silent(name: str, lines: list[str]) -> None:
    session = mivas_env.CallSession(name)
    for line in lines:
        session.say(line)
    session.close()
