"""`DecisionEnv` under strain: copies, workers, hostile answers, thoughts, splits, the session."""

import copy
import json
import pickle
import random
from typing import Any, cast

import gymnasium as gym
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pydantic import BaseModel

import mivas_env
from mivas_env.envs.decision_env import MAX_OUTPUT_CHARACTERS, DecisionEnv, read_output
from mivas_env.envs.spaces import UnicodeText
from mivas_env.errors import ConfigError
from mivas_env.proof.hostile import hostile_values
from mivas_env.registry import decision_entry_points
from mivas_env.tasks import read_splits

INDUSTRIES = [name for name in decision_entry_points() if mivas_env.list_tasks(name)]
pytestmark = pytest.mark.skipif(not INDUSTRIES, reason="no industry of written decisions")
INDUSTRY = INDUSTRIES[0] if INDUSTRIES else ""
NAMES = mivas_env.list_tasks(INDUSTRY) if INDUSTRIES else []


def gold_of(name: str) -> list[str]:
    """Return the reference outputs of an episode, in order."""
    points = mivas_env.load_episode(name).points()
    return [json.dumps(point.gold.model_dump(mode="json")) for point in points]


def longest() -> str:
    return max(NAMES[:20], key=lambda name: len(gold_of(name)))


def finish(env: gym.Env[Any, Any], answers: list[Any]) -> list[tuple[Any, ...]]:
    return [copy.deepcopy(env.step(answer)) for answer in answers]


# ---------------------------------------------------------------- gold


@pytest.mark.parametrize("name", NAMES[::8])
def test_gold_answers_earn_one_in_either_mode(name: str) -> None:
    answers = gold_of(name)
    whole = DecisionEnv(name)
    whole.reset(seed=0)
    seen = finish(whole, answers)
    assert [entry[1] for entry in seen] == [0.0] * (len(answers) - 1) + [1.0]
    assert [entry[2] for entry in seen] == [False] * (len(answers) - 1) + [True]
    assert not any(entry[3] for entry in seen)
    assert seen[-1][4]["episode_failed"] is False
    each = DecisionEnv(name, reward_mode="decision")
    each.reset(seed=0)
    assert [entry[1] for entry in finish(each, answers)] == [1.0] * len(answers)


def test_a_violation_anywhere_fails_the_episode() -> None:
    answers = gold_of(longest())
    broken = json.loads(answers[0])
    broken["reply"] += " You should sell all of your shares today."
    env = DecisionEnv(longest())
    env.reset(seed=0)
    final = finish(env, [json.dumps(broken), *answers[1:]])[-1][4]
    assert final["episode_failed"] is True
    assert [entry.split("@")[1] for entry in final["failed_by"]] == ["d1"]
    assert final["composites"] == [0.0] + [1.0] * (len(answers) - 1)
    assert final["verification"] == final["trajectory"]["decisions"]


def test_answers_never_change_the_points_that_follow() -> None:
    answers = gold_of(longest())
    good, bad = DecisionEnv(longest()), DecisionEnv(longest())
    for env in (good, bad):
        env.reset(seed=0)
    for answer in answers:
        first, second = good.step(answer), bad.step("{}")
        assert first[0] == second[0]


# ---------------------------------------------------------------- thoughts


@pytest.mark.parametrize(
    ("output", "read"),
    [
        ("<think>a</think>{}", "{}"),
        ("<think>a</think>{}<think>b</think>", "{}"),
        ("<THINK>a</THINK>{}", "{}"),
        ("{}<think>never ends", "{}"),
        ("<think>never ends {}", ""),
        ({"content": "<think>a</think>{}"}, "{}"),
        ({"say": "<think>{}</think>"}, ""),
        ({"role": "assistant", "content": "{}", "tool_calls": []}, "{}"),
        ("no thoughts", "no thoughts"),
    ],
)
def test_thoughts_are_taken_out(output: object, read: str) -> None:
    assert read_output(output).strip() == read


def test_a_thought_about_the_answer_is_not_the_answer() -> None:
    [first, *_] = gold_of(NAMES[0])
    env = DecisionEnv(NAMES[0], reward_mode="decision")
    env.reset(seed=0)
    assert env.step(f"<think>{first}</think>")[1] == 0.0
    env.reset(seed=0)
    assert env.step(f"<think>Is it so? {{}}</think>{first}")[1] == 1.0


# ---------------------------------------------------------------- hostile answers


def test_hostile_answers_are_worth_nothing_and_raise_nothing() -> None:
    env = DecisionEnv(industry=INDUSTRY, reward_mode="decision", verbose_info=False)
    env.reset(seed=0)
    over = False
    for value in hostile_values():
        for action in (value, {"content": value}, {"say": value}, {"reply": value}, [value]):
            if over:
                env.reset()
            obs, reward, over, cut, _ = env.step(action)
            assert (reward, cut) == (0.0, False)
            assert env.observation_space.contains(obs)


def test_mutants_of_gold_are_scores() -> None:
    dice = random.Random(7)  # noqa: S311  (a fixed sample)
    pieces = ['"', "{", "}", "[", "null", "NaN", "\\", ",", ":", "\x00", "\ud800", "1e999", "P0"]
    env = DecisionEnv(NAMES[0], reward_mode="decision", verbose_info=False)
    env.reset(seed=0)
    over = False
    for _ in range(1_000):
        text = gold_of(NAMES[0])[0]
        at = dice.randrange(len(text))
        cut = text[at + dice.randint(0, 4) :]
        if over:
            env.reset()
        _, reward, over, _, _ = env.step(text[:at] + dice.choice(pieces) + cut)
        assert 0.0 <= reward <= 1.0


def test_an_answer_without_end_is_cut() -> None:
    assert len(read_output("x" * (MAX_OUTPUT_CHARACTERS + 5))) == MAX_OUTPUT_CHARACTERS
    nested: dict[str, Any] = {}
    for _ in range(10_000):
        nested = {"a": nested}
    assert read_output(nested) == ""


# ---------------------------------------------------------------- copies and workers


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])  # noqa: S301
def test_a_running_episode_travels_and_goes_on_the_same(copied: Any) -> None:
    name = longest()
    answers = gold_of(name)
    env = DecisionEnv(name, reward_mode="decision")
    env.reset(seed=0)
    env.step(answers[0])
    twin = copied(env)
    assert finish(twin, answers[1:]) == finish(env, answers[1:])


def test_an_environment_that_was_never_reset_travels() -> None:
    env = pickle.loads(pickle.dumps(DecisionEnv(industry=INDUSTRY)))  # noqa: S301
    assert env.session is None
    env.reset(seed=3)
    other = DecisionEnv(industry=INDUSTRY)
    other.reset(seed=3)
    assert env.session.name == other.session.name  # type: ignore[union-attr]


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_a_vector_equals_the_sequential_run(mode: AutoresetMode) -> None:
    name = longest()
    answers = gold_of(name)
    alone = DecisionEnv(name)
    texts = [alone.reset(seed=0)[0]["content"]]
    texts += [alone.step(answer)[0]["content"] for answer in answers]
    envs: Any = SyncVectorEnv([lambda: DecisionEnv(name)] * 2, autoreset_mode=mode)
    obs, _ = envs.reset(seed=[0, 1])
    seen = [obs["content"][0]]
    for answer in answers:
        obs, rewards, terminated, _, infos = envs.step((answer, answer))
        last = terminated[0] and mode is AutoresetMode.SAME_STEP
        seen.append(infos["final_obs"][0]["content"] if last else obs["content"][0])
    assert seen == texts
    assert list(rewards) == [1.0, 1.0]
    envs.close()


# ---------------------------------------------------------------- suites and splits


@pytest.mark.parametrize("split", ["dev", "eval"])
def test_a_split_restricts_a_suite(split: str) -> None:
    from mivas_env.registry import task_folder

    splits = read_splits(task_folder(INDUSTRY))
    env = gym.make(f"mivas/{INDUSTRY}", split=split)
    drawn = set()
    for seed in range(25):
        env.reset(seed=seed)
        drawn.add(env.unwrapped.session.name)  # type: ignore[attr-defined]
    assert len(drawn) > 5
    assert {splits[name.split("/")[1]] for name in drawn} == {split}
    outside = next(name for name, each in splits.items() if each != split)
    with pytest.raises(ConfigError, match="is not in this suite or split"):
        env.reset(options={"task": outside})


def test_every_episode_has_an_id() -> None:
    for name in NAMES:
        assert f"mivas/{name.replace('/', '-')}" in gym.registry


def test_the_spaces_hold_what_is_seen_and_sent() -> None:
    env = DecisionEnv(NAMES[0])
    env.action_space.seed(0)
    obs, _ = env.reset(seed=0)
    over = False
    while not over:
        assert env.observation_space.contains(obs)
        action = env.action_space.sample()
        assert env.action_space.contains(action)
        obs, _, over, _, _ = env.step(action)
    assert isinstance(env.action_space, UnicodeText)
    assert not env.action_space.contains("x" * (MAX_OUTPUT_CHARACTERS + 1))


def test_nothing_of_a_target_shows_before_the_end() -> None:
    for name in NAMES[::10]:
        episode = mivas_env.load_episode(name)
        env = DecisionEnv(name)
        obs, info = env.reset(seed=0)
        shown = [json.dumps([obs, info])]
        for _ in gold_of(name)[:-1]:
            obs, _, _, _, info = env.step("{}")
            shown.append(json.dumps([obs, info]))
        text = "\n".join(shown)
        for point in episode.points():
            assert point.target.rationale not in text
        assert episode.title not in text
        assert name not in text


# ---------------------------------------------------------------- the session


def test_a_session_refuses_an_unknown_reward_mode() -> None:
    with pytest.raises(ConfigError, match="reward_mode='best' is unknown; use episode or decision"):
        mivas_env.DecisionSession(NAMES[0], reward_mode="best")


def test_a_session_counts_down_and_shows_one_point_at_a_time() -> None:
    session = mivas_env.DecisionSession(longest())
    total = session.decisions_left
    seen = []
    for answer in gold_of(longest()):
        assert session.messages == [{"role": "user", "content": session.observed}]
        seen.append(session.observed)
        assert session.answer(answer).composite == 1.0
        total -= 1
        assert session.decisions_left == total
    assert session.done
    assert len(set(seen)) == len(seen)
    assert session.episode_score == session.reward == 1.0
    assert session.failed_by == []


def test_a_session_equals_its_environment() -> None:
    name = longest()
    session = mivas_env.DecisionSession(name)
    env = DecisionEnv(name)
    obs, info = env.reset(seed=0)
    for answer in gold_of(name):
        assert obs["content"] == session.observed
        assert info["system_prompt"] == session.system_prompt
        session.answer(answer)
        obs, reward, over, _, info = env.step(answer)
    assert over
    assert (reward, info["trajectory"]) == (session.reward, session.record())


def test_a_tag_quoted_inside_the_answer_is_no_thought() -> None:
    """Through Gymnasium and by name alike: no thought there, none around it."""
    answer = json.loads(gold_of(NAMES[0])[0])
    point = next(iter(mivas_env.load_episode(NAMES[0]).points()))
    for words in ("the text <think> by mistake", "<THINK>this</THINK>", "a stray </think>"):
        quoted = json.dumps({**answer, "reply": f"Your page shows {words}."})
        for output in (quoted, f"<think>So?</think>{quoted}", f"So? </think> {quoted} <think>"):
            env = DecisionEnv(NAMES[0], reward_mode="decision")
            env.reset(seed=0)
            env.step(output)
            session = env.session
            assert session is not None
            by_name = mivas_env.score_decision(output, point.target, point.context)
            assert session.answered[0].score == by_name
            assert by_name.format_valid or output != quoted
    plain = json.dumps(answer)
    for output in (plain, f"<think>So?</think>{plain}", f"So? </think> {plain}"):
        assert mivas_env.score_decision(output, point.target, point.context).format_valid


def test_a_shared_episode_cannot_be_changed() -> None:
    episode = mivas_env.load_episode(NAMES[0])
    before = episode.model_dump()
    with pytest.raises(TypeError, match="shared by every call"):
        cast("dict[str, Any]", episode.account)["balance"] = 1
    for point in episode.points():
        point.account.clear()
        point.context.account_facts.clear()
    assert mivas_env.load_episode(NAMES[0]).model_dump() == before


# ---------------------------------------------------------------- objects and parts


class _Part(BaseModel):
    type: str = "text"
    text: str = ""


class _ChatMessage(BaseModel):
    role: str = "assistant"
    content: str | list[_Part] | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    type: str
    queue: str | None
    escalate_to: str | None
    priority: str
    flags: list[str]
    policy_ids: list[str]


class _Decision(BaseModel):
    reply: str
    action: _Choice


def test_objects_and_content_in_parts_are_worth_what_their_text_is() -> None:
    [text, *_] = gold_of(NAMES[0])
    half = len(text) // 2
    parts = [{"type": "text", "text": f"<think>So.</think>{text}"}]
    env = DecisionEnv(NAMES[0], reward_mode="decision")
    for action in (
        _ChatMessage(content=text),
        _ChatMessage(content=[_Part(text=text)]),
        {"role": "assistant", "content": parts},
        {"say": parts},
        _Decision.model_validate_json(text),
    ):
        env.reset(seed=0)
        assert env.step(action)[1] == 1.0
    env.reset(seed=0)
    assert env.step(_ChatMessage(content=text[:half]))[1] == 0.0


def test_a_message_without_content_is_no_answer() -> None:
    assert read_output(_ChatMessage()) == ""
    assert read_output({"role": "assistant", "content": None}) == ""
