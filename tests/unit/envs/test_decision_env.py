"""`DecisionEnv` and its session: one JSON answer a decision, scored apart, never an exception."""

import copy
import json
import warnings
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from gymnasium.utils.env_checker import check_env

import mivas_env
from mivas_env.envs.decision_env import DecisionEnv, read_output
from mivas_env.episode.decision_kit import DecisionKit, decision_kit_of
from mivas_env.errors import ConfigError, Fault, ResetNeeded, TaskError
from mivas_env.industry import DecisionIndustry
from mivas_env.registry import decision_entry_points, decision_industry_named
from mivas_env.schema.decision import MAX_REPLY_CHARS

NAMES = [name for industry in decision_entry_points() for name in mivas_env.list_tasks(industry)]
pytestmark = pytest.mark.skipif(not NAMES, reason="no industry of written decisions is installed")
NAME = NAMES[0] if NAMES else ""
INDUSTRY = NAME.split("/")[0]
ENV_ID = f"mivas/{NAME.replace('/', '-')}"
ANSWER = json.dumps(
    {
        "reply": "Thank you for writing. Please send your full legal name.",
        "action": {
            "type": "resolve",
            "queue": None,
            "escalate_to": None,
            "priority": "P3",
            "flags": [],
            "policy_ids": [],
        },
    }
)


def play(env: gym.Env[Any, Any], answer: object = ANSWER, **reset: Any) -> list[Any]:
    obs, info = env.reset(**reset)
    seen = [copy.deepcopy((obs, 0.0, False, False, info))]
    while not seen[-1][2]:
        seen.append(copy.deepcopy(env.step(answer)))
    return seen


def test_the_checker_of_gymnasium_is_content() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for env_id in (ENV_ID, f"mivas/{INDUSTRY}"):
            check_env(gym.make(env_id).unwrapped)


def test_the_mean_is_paid_at_the_end_or_each_decision_at_once() -> None:
    whole = play(gym.make(ENV_ID), seed=0)
    assert all(entry[1] == 0.0 for entry in whole[:-1])
    final = whole[-1][4]
    assert (
        whole[-1][1]
        == final["episode_score"]
        == pytest.approx(sum(final["composites"]) / len(final["composites"]))
    )
    each = play(gym.make(ENV_ID, reward_mode="decision"), seed=0)
    assert [entry[1] for entry in each[1:]] == final["composites"]
    assert not any(entry[3] for entry in whole)


def test_before_the_end_info_has_its_declared_keys_only() -> None:
    light = {"step", "budget_left"}
    running = light | {"messages", "tools", "system_prompt"}
    seen = play(gym.make(ENV_ID), seed=0)
    assert {frozenset(entry[4]) for entry in seen[:-1]} == {frozenset(running)}
    for entry in seen[:-1]:
        text = json.dumps([entry[0], entry[4]])
        for secret in (NAME, "rationale", "acceptable_policy_ids", "required_policy_ids"):
            assert secret not in text, secret
    assert set(seen[-1][4]) > running
    quiet = play(gym.make(ENV_ID, verbose_info=False), seed=0)
    assert {frozenset(entry[4]) for entry in quiet[:-1]} == {frozenset(light)}
    assert "trajectory" not in quiet[-1][4]


class Spiteful(dict[str, str]):
    """A mapping that raises when it is asked for anything."""

    def _refuse(self, key: object = None, default: object = None) -> str:
        raise RuntimeError(key, default)

    get = __getitem__ = __contains__ = __iter__ = keys = _refuse  # type: ignore[assignment]


@pytest.mark.parametrize(
    "answer",
    [
        *["", "no json", "{", "<think>never ends", "[]", "x" * 300_000, b"x", None, 7, {1: {2}}],
        Spiteful(content="x"),
    ],
)
def test_an_unreadable_answer_is_worth_nothing_and_raises_nothing(answer: object) -> None:
    final = play(gym.make(ENV_ID, disable_env_checker=True), answer, seed=0)[-1][4]
    assert final["episode_score"] == 0.0


def test_answers_come_in_every_form() -> None:
    decision = json.loads(ANSWER)
    for form in (
        ANSWER,
        f"<think>hm</think>{ANSWER}",
        {"content": ANSWER},
        {"say": ANSWER},
        decision,
    ):
        assert json.loads(read_output(form)) == decision
    assert read_output({"a": {1, 2}}) == ""
    assert read_output(None) == ""
    nested: list[object] = []
    for _ in range(98):
        nested = [nested]
    assert json.loads(read_output({"a": nested})) == {"a": nested}
    for _ in range(5_000):  # written or not as the limit says, not as a Python's stack allows
        nested = [nested]
        assert read_output({"a": nested}) == ""


def test_a_suite_draws_and_takes_episodes() -> None:
    env = gym.make(f"mivas/{INDUSTRY}")
    first = [copy.deepcopy(env.reset(seed=5))[0], *(copy.deepcopy(env.reset())[0] for _ in "abc")]
    again = [copy.deepcopy(env.reset(seed=5))[0], *(copy.deepcopy(env.reset())[0] for _ in "abc")]
    assert first == again
    short = NAMES[1].split("/")[1]
    for spelling in (short, NAMES[1]):
        env.reset(options={"task": spelling})
        assert env.unwrapped.session.name == NAMES[1]  # type: ignore[attr-defined]
    with pytest.raises(ConfigError, match="there is no task 'brokerage/E999'"):
        env.reset(options={"task": "E999"})
    with pytest.raises(ConfigError, match="reset knows the option 'task', not 'tusk'"):
        env.reset(options={"tusk": 1})


def test_stepping_without_an_episode_asks_for_reset() -> None:
    env = gym.make(ENV_ID)
    with pytest.raises(ResetNeeded, match="the episode has not started"):
        env.step(ANSWER)
    play(env, seed=0)
    with pytest.raises(ResetNeeded, match="the episode has ended"):
        env.step(ANSWER)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({}, "give either a task or an industry"),
        ({"task": NAME, "industry": INDUSTRY}, "give either a task or an industry"),
        ({"task": NAME, "split": "dev"}, "restricts a suite"),
        ({"task": NAME, "render_mode": "human"}, "render_mode='human' is unknown"),
        ({"task": NAME, "reward_mode": "best"}, "reward_mode='best' is unknown; use episode or"),
        ({"industry": INDUSTRY, "split": "test"}, "split='test' is unknown"),
        ({"industry": "bicycles"}, "there is no industry 'bicycles'"),
    ],
)
def test_bad_arguments_fail_with_one_sentence(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        DecisionEnv(**arguments)
    assert sentence in str(caught.value)


def test_an_empty_split_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mivas_env.envs.decision_env.list_tasks", lambda *_given: [])
    with pytest.raises(ConfigError, match="has no episode in split 'dev'"):
        DecisionEnv(industry=INDUSTRY, split="dev")


def test_decisions_are_rendered() -> None:
    env = gym.make(ENV_ID, render_mode="ansi")
    env.reset(seed=0)
    assert "Conversation:" in str(env.render())
    play(env, seed=0)
    assert "composite" in str(env.render())
    silent = gym.make(ENV_ID).unwrapped
    silent.reset(seed=0)
    assert silent.render() is None


# ---------------------------------------------------------------- session and kit


def test_a_session_scores_each_decision_apart() -> None:
    session = mivas_env.DecisionSession(NAME)
    total = session.decisions_left
    assert session.episode_score is None
    assert (session.reward, session.failed_by) == (0.0, [])
    first = session.answer(ANSWER)
    while not session.done:
        session.answer("")
    assert session.episode_score == pytest.approx(first.composite / total)
    assert session.observed == ""
    assert session.messages == []
    record = session.record()
    assert (record["task"], len(record["decisions"])) == (NAME, total)
    assert set(record["versions"]) == {"industry", "pack", "prompts", "policies", "verifier"}
    json.dumps(record, allow_nan=False)
    with pytest.raises(ConfigError, match=r"every decision of .* has been answered"):
        session.answer(ANSWER)


def test_a_session_opens_from_a_model_too() -> None:
    episode = mivas_env.load_episode(NAME)
    session = mivas_env.DecisionSession(episode, reward_mode="decision", industry=INDUSTRY)
    assert session.reward == 0.0
    session.answer(ANSWER)
    assert session.reward == session.answered[0].score.composite


def test_the_prompt_is_filled_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    industry = decision_industry_named(INDUSTRY)
    kit = decision_kit_of(industry)
    assert kit is decision_kit_of(industry)
    assert "{{" not in kit.system_prompt
    assert kit.pack.firm in kit.system_prompt

    def broken(_self: object, *path: str) -> str:
        return "{{mystery}}" if path == ("prompt.md",) else original(industry, *path)

    original = DecisionIndustry.read_text
    monkeypatch.setattr(DecisionIndustry, "read_text", broken)
    with pytest.raises(Fault, match="holds an unknown placeholder"):
        _ = DecisionKit(industry).system_prompt


# ---------------------------------------------------------------- by name


def test_a_decision_is_scored_by_name() -> None:
    point = next(iter(mivas_env.load_episode(NAME).points()))
    score = mivas_env.score_decision(ANSWER, point.target, point.context, industry=INDUSTRY)
    assert score.format_valid
    plain = mivas_env.score_decision(
        ANSWER,
        point.target.model_dump(mode="json"),
        point.context.model_dump(mode="json"),
        industry=INDUSTRY,
    )
    assert plain == score
    assert not mivas_env.score_decision(7, point.target, point.context).format_valid  # type: ignore[arg-type]
    with pytest.raises(TaskError, match="the target cannot be read: "):
        mivas_env.score_decision(ANSWER, {"action_type": 7}, point.context)
    with pytest.raises(TaskError, match="the context cannot be read: "):
        mivas_env.score_decision(ANSWER, point.target, {"today": 7})


def test_a_detector_is_asked_by_name() -> None:
    point = next(iter(mivas_env.load_episode(NAME).points()))
    found = mivas_env.detect("H5", "You should sell all your shares now.", point.context)
    assert isinstance(found.fires, bool)
    with pytest.raises(ConfigError, match="there is no hard criterion 'H9'"):
        mivas_env.detect("H9", "Hello.", point.context)  # type: ignore[arg-type]
    for odd in (None, 5, b"x", ["x"]):
        with pytest.raises(ConfigError, match="the reply must be text, not "):
            mivas_env.detect("H5", odd, point.context)  # type: ignore[arg-type]


def test_a_detector_reads_no_more_than_a_reply_may_hold() -> None:
    point = next(iter(mivas_env.load_episode(NAME).points()))
    told = "Your balance is $2,000."
    assert mivas_env.detect("H1", told, point.context).fires
    long = "Thank you. " * (MAX_REPLY_CHARS // 11 + 1)
    assert not mivas_env.detect("H1", long + told, point.context).fires
