"""`CallEnv`: Gymnasium's contract, what a policy sees, determinism, errors in sentences."""

import copy
import pickle
import warnings
from typing import Any

import gymnasium as gym
import pytest
from gymnasium.utils.env_checker import check_env
from toy_industry.play import BOOKED, REPAIR, dial
from toy_industry.puppet import Puppet
from toy_industry.secrets import CANARY, spelled_out, with_canaries

import mivas_env
from mivas_env.envs.call_env import CallEnv
from mivas_env.episode.session import trajectory_json
from mivas_env.episode.task import Task
from mivas_env.errors import ConfigError, Fault, ResetNeeded

ORACLE = mivas_env.oracle_actions("bicycles/T1-E1")
LIGHT = {"step", "budget_left"}
RUNNING = LIGHT | {"messages", "tools", "system_prompt"}
LIGHT_END = {
    "r_eval",
    "r_train",
    "verdict",
    "ending",
    "caller_satisfied",
    "told_misses",
    "task",
}
END = LIGHT_END | {"verification", "trajectory"}
STRAY: list[object] = [
    "{",
    7,
    "Hello there.",
    {"tool": "fly"},
    {"tool": "book_repair", "arguments": REPAIR},
    {"tool": "find_bike", "arguments": {"owner": 7}},
    {"tool": "find_bike", "arguments": {"owner": "Ruben Calloway"}},
    {"tool": "transfer_to_workshop", "arguments": {"next_job": "fitting"}},
    {"say": ""},
]


def play(env: gym.Env[Any, Any], actions: list[Any], **reset: Any) -> list[Any]:
    """Return (obs, reward, terminated, truncated, info) of reset and steps, copied at once."""
    obs, info = env.reset(**reset)
    seen = [copy.deepcopy((obs, 0.0, False, False, info))]
    for action in actions:
        seen.append(copy.deepcopy(env.step(action)))
        if seen[-1][2] or seen[-1][3]:
            break
    return seen


@pytest.mark.parametrize("env_id", ["mivas/bicycles-T1E1", "mivas/bicycles-T3M1", "mivas/bicycles"])
def test_the_checker_of_gymnasium_is_content(env_id: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gym.make(env_id).unwrapped)
        check_env(gym.make(env_id, caller="ticket", verbose_info=False).unwrapped)


def test_the_oracle_is_paid_once_at_the_hangup() -> None:
    env = gym.make("mivas/bicycles-T1E1")
    seen = play(env, ORACLE, seed=0)
    assert [entry[1] for entry in seen] == [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    assert [entry[2] for entry in seen] == [False] * 5 + [True]
    assert not any(entry[3] for entry in seen)
    assert all(type(entry[1]) is float for entry in seen[1:])
    final = seen[-1][4]
    assert (final["r_eval"], final["r_train"], final["verdict"]) == (1.0, 1.0, "exact")
    assert (final["ending"], final["caller_satisfied"]) == ("caller_satisfied", True)
    assert final["task"] == "bicycles/T1-E1"
    assert final["verification"]["T"] is True
    assert final["trajectory"]["ending"] == "caller_satisfied"


def test_an_episode_equals_the_session_of_its_seed() -> None:
    for task in ("T1-E1", "T3-M1"):
        env = gym.make(f"mivas/bicycles-{task.replace('-', '')}")
        for seed in range(4):
            session = dial(f"bicycles/{task}", seed=seed)
            obs, _ = env.reset(seed=seed)
            assert obs["content"] == session.observed[1]
            for action in STRAY:
                session.act(mivas_env.parse_action(action))
                obs, *_ = env.step(action)
                assert (obs["source"], obs["content"]) == session.observed
                assert obs["desk"] == session.desk
            session.hang_up()
            final = env.step({"tool": "end_call"})[4]
            session_record = session.trajectory().model_dump(mode="json")
            # The two hung up with different arguments; everything else is equal.
            for record in (session_record, final["trajectory"]):
                record["calls"][-1]["parameters"] = {}
            assert final["trajectory"] == session_record


def test_reset_with_a_seed_fixes_the_resets_that_follow() -> None:
    def sequence() -> list[object]:
        env = gym.make("mivas/bicycles")
        found = [copy.deepcopy(env.reset(seed=11))]
        found += [copy.deepcopy(env.reset()) for _ in range(8)]
        return found

    first = sequence()
    assert first == sequence()
    assert len({entry[0]["content"] for entry in first}) > 2


def test_a_seeded_reset_does_not_depend_on_what_came_before() -> None:
    env = gym.make("mivas/bicycles")
    fresh = play(env, STRAY, seed=3, options={"task": "T3-M1"})
    for _ in range(3):
        env.reset()
        env.step("Hello.")
    assert play(env, STRAY, seed=3, options={"task": "T3-M1"}) == fresh
    assert play(gym.make("mivas/bicycles-T3M1"), STRAY, seed=3) == fresh


def test_before_the_end_info_has_its_declared_keys_only() -> None:
    env = gym.make("mivas/bicycles-T1E1", max_steps=len(STRAY) + 1)
    for obs, _, _, _, info in play(env, STRAY, seed=0):
        assert set(info) == RUNNING
        assert set(obs) == {"desk", "source", "content"}
        assert set(info["budget_left"]) == {"steps", "tool_calls"}
        assert env.observation_space.contains(obs)
    _, _, _, truncated, info = env.step("")
    assert truncated
    assert set(info) == RUNNING | END
    light = gym.make("mivas/bicycles-T1E1", verbose_info=False)
    seen = play(light, [*STRAY, {"tool": "end_call"}], seed=0)
    assert {frozenset(entry[4]) for entry in seen[:-1]} == {frozenset(LIGHT)}
    assert set(seen[-1][4]) == LIGHT | LIGHT_END


@pytest.mark.parametrize("caller", ["scripted", "ticket"])
def test_nothing_of_the_lockfile_shows_before_the_end(caller: str) -> None:
    env = CallEnv(with_canaries(), caller=caller, max_steps=40, render_mode="ansi")
    raw = with_canaries().lockfile
    seen = play(env, [*STRAY, *STRAY[:6]], seed=0)
    assert not any(entry[2] or entry[3] for entry in seen)
    for number, entry in enumerate(seen):
        text = spelled_out(entry)
        if caller == "ticket":
            # The ticket is public, and stands in the first message.
            text = text.replace(raw.caller.ticket, "")
        else:
            text = text.replace(f"{CANARY} repeat", "")
        assert CANARY not in text, number
        for secret in ("T1-E1", "T1E1", "eval", "easy", "perfect", "patience", "open_asks"):
            assert secret not in text, (number, secret)
    final = env.step({"tool": "end_call"})[4]
    assert final["task"] == "bicycles/T1-E1"


def test_nothing_of_the_callers_mind_shows() -> None:
    env = CallEnv(mivas_env.load_task("bicycles/T1-E1"), caller=lambda _t, _s: Puppet("Yes?"))
    for entry in play(env, STRAY, seed=0):
        assert "secret-ask" not in spelled_out(entry)


def test_what_a_user_keeps_of_a_step_never_changes() -> None:
    env = gym.make("mivas/bicycles-T1E1")
    kept: list[Any] = [env.reset(seed=0)]
    copies = [copy.deepcopy(kept[0])]
    for action in [*STRAY, {"tool": "end_call"}]:
        kept.append(env.step(action))
        copies.append(copy.deepcopy(kept[-1]))
    env.reset(seed=1)
    env.step("Something else.")
    assert kept == copies
    assert len({id(entry[-1]) for entry in kept}) == len(kept)


def test_a_user_who_changes_what_it_keeps_changes_nothing_of_ours() -> None:
    env = gym.make("mivas/bicycles-T1E1")
    fresh = play(env, ORACLE, seed=0)
    obs, info = env.reset(seed=0)
    for action in ORACLE:
        obs.clear()
        for message in info["messages"]:
            message["content"] = "changed"
        info["messages"].clear()
        info["budget_left"].clear()
        obs, _, _, _, info = env.step(action)
    assert info == fresh[-1][4]


def test_messages_grow_and_tools_follow_the_desk() -> None:
    env = gym.make("mivas/bicycles-T1E1")
    _, info = env.reset(seed=0)
    assert [m["role"] for m in info["messages"]] == ["assistant", "user"]
    assert all(m["role"] != "system" for m in info["messages"])
    before = info["tools"]
    obs, _, _, _, info = env.step(
        {"tool": "transfer_to_workshop", "arguments": {"next_job": "repair"}}
    )
    assert obs["desk"] == "workshop"
    assert info["tools"] is not before
    assert "workshop" in info["system_prompt"]
    assert (info["step"], info["budget_left"]) == (1, {"steps": 59, "tool_calls": 19})


def test_several_events_are_joined_and_the_source_is_that_of_the_last() -> None:
    env = gym.make("mivas/bicycles-T1E1")
    env.reset(seed=0)
    for _ in range(3):
        obs = env.step({"tool": "find_bike", "arguments": {"owner": "Ines Calloway"}})[0]
        assert obs["source"] == "tool"
    obs = env.step({"tool": "find_bike", "arguments": {"owner": "Ines Calloway"}})[0]
    first, second = obs["content"].split("\n")
    assert first.startswith('{"ok":true')
    assert (obs["source"], second[:1].isupper()) == ("caller", True)
    assert env.step("")[0] == {"desk": "counter", "source": "system", "content": ""}


# ---------------------------------------------------------------- endings


def test_a_spent_budget_is_truncation() -> None:
    env = gym.make("mivas/bicycles-T1E1", max_steps=5)
    seen = play(env, [*ORACLE[:4], "", ""], seed=0)
    _, reward, terminated, truncated, info = seen[-1]
    assert (terminated, truncated, reward) == (False, True, 0.0)
    assert info["ending"] == "budget"
    assert (info["r_eval"], info["r_train"]) == (0.0, 0.0)
    verification = info["verification"]
    assert [verification[gate] for gate in "THD"] == [True, True, True], "how far it got"
    assert (verification["result"], verification["r_eval"]) == (False, 0.0)
    assert (verification["cut_off"], verification["failure_classes"]) == (True, ["cut_off"])
    assert info["trajectory"]["state"] is not None
    again = mivas_env.verify("bicycles/T1-E1", info["trajectory"], industry="bicycles")
    assert again.model_dump(mode="json") == verification
    calls = gym.make("mivas/bicycles-T1E1", max_tool_calls=1)
    assert play(calls, ORACLE, seed=0)[-1][3]


def test_stepping_without_a_call_asks_for_reset() -> None:
    env = gym.make("mivas/bicycles-T1E1")
    with pytest.raises(ResetNeeded, match=r"the call has not started; call reset\(\) first"):
        env.step("Hello.")
    play(env, ORACLE, seed=0)
    for _ in range(2):
        with pytest.raises(ResetNeeded, match=r"the call has ended; call reset\(\) first"):
            env.step("Hello.")
    env.reset()
    env.step("Hello.")


def test_a_fault_is_our_exception_and_the_next_reset_works(monkeypatch: pytest.MonkeyPatch) -> None:
    env = gym.make("mivas/bicycles-T1E1")
    env.reset(seed=0)

    def fail(*_given: object) -> object:
        message = "a bug"
        raise ZeroDivisionError(message)

    with monkeypatch.context() as patched:
        patched.setattr("mivas_env.tools.dispatch.project", fail)
        with pytest.raises(Fault, match="ZeroDivisionError"):
            env.step({"tool": "find_bike", "arguments": {"owner": "Ines Calloway"}})
    with pytest.raises(ResetNeeded):
        env.step("Hello.")
    assert play(env, ORACLE, seed=0)[-1][1] == 1.0


def test_reward_modes_and_discount() -> None:
    detour = [
        {"tool": "transfer_to_workshop", "arguments": {"next_job": "repair"}},
        *mivas_env.oracle_actions("bicycles/T3-M1"),
    ]
    mute = [action for action in detour if "tool" in action]
    for mode, actions, reward in (
        ("train", detour, 0.3),
        ("eval", detour, 1.0),
        ("strict", detour, 0.3),
        ("strict", [*mute, {"tool": "end_call"}], 0.0),
    ):
        env = gym.make("mivas/bicycles-T3M1", reward_mode=mode, discount=0.3)
        final = play(env, actions, seed=0)[-1]
        assert final[1] == reward, mode
    assert final[4]["ending"] == "agent_ended"


# ---------------------------------------------------------------- suites


def test_a_suite_draws_its_tasks_and_takes_one_by_option() -> None:
    env = gym.make("mivas/bicycles")
    env.reset(seed=0)
    drawn = set()
    for _ in range(40):
        env.reset()
        drawn.add(env.unwrapped.session.task.name)  # type: ignore[attr-defined]
    assert drawn == {"bicycles/T1-E1", "bicycles/T2-E1", "bicycles/T3-M1"}
    for spelling in ("T2-E1", "bicycles/T2-E1", "bicycles-T2E1", "mivas/bicycles-T2E1"):
        env.reset(options={"task": spelling})
        assert env.unwrapped.session.task.name == "bicycles/T2-E1"  # type: ignore[attr-defined]


def test_a_split_restricts_a_suite() -> None:
    env = gym.make("mivas/bicycles", split="dev")
    for seed in range(6):
        env.reset(seed=seed)
        assert env.unwrapped.session.task.name == "bicycles/T2-E1"  # type: ignore[attr-defined]
    with pytest.raises(ConfigError, match="the task bicycles/T1-E1 is not in this suite or split"):
        env.reset(options={"task": "T1-E1"})


def test_options_that_fit_no_suite() -> None:
    suite, single = gym.make("mivas/bicycles"), gym.make("mivas/bicycles-T1E1")
    with pytest.raises(ConfigError, match="reset knows the option 'task', not 'tusk'"):
        suite.reset(options={"tusk": "T1-E1"})
    with pytest.raises(ConfigError, match=r"there is no task 'bicycles/T9-E9'; did you mean"):
        suite.reset(options={"task": "T9-E9"})
    with pytest.raises(ConfigError, match="plays bicycles/T1-E1 only; make the suite's id"):
        single.reset(options={"task": "T2-E1"})
    single.reset(options={"task": "T1-E1"})
    single.reset(options={})


def test_a_task_object_is_played_as_it_is() -> None:
    task = mivas_env.load_task("bicycles/T1-E1")
    changed = Task("bicycles", task.lockfile.model_copy(update={"exp_tool_calls": ()}))
    env = CallEnv(changed)
    env.reset(seed=0)
    info = env.step({"tool": "end_call"})[4]
    assert info["verification"]["T"] is True
    assert info["verification"]["D"] is False


# ---------------------------------------------------------------- bad arguments


@pytest.mark.parametrize(
    ("env_id", "arguments", "sentence"),
    [
        ("mivas/bicycles-T1E1", {"discount": 1.5}, "discount must be a number strictly between"),
        ("mivas/bicycles-T1E1", {"reward_mode": "x"}, "reward_mode='x' is unknown"),
        ("mivas/bicycles-T1E1", {"caller": "x"}, "caller='x' is unknown"),
        ("mivas/bicycles-T1E1", {"verbose_info": "no"}, "verbose_info='no' must be True or False"),
        ("mivas/bicycles-T1E1", {"max_steps": 0}, "max_steps=0 must be a whole number"),
        ("mivas/bicycles-T1E1", {"max_tool_calls": -1}, "max_tool_calls=-1 must be"),
        ("mivas/bicycles-T1E1", {"split": "train"}, "split='train' restricts a suite"),
        (
            "mivas/bicycles-T1E1",
            {"task": "bicycles/T1-E9"},
            "there is no task 'bicycles/T1-E9'; did",
        ),
        ("mivas/bicycles-T1E1", {"task": 7}, "task=7 must be a task's name"),
        ("mivas/bicycles-T1E1", {"task": None}, "give either a task or an industry"),
        ("mivas/bicycles-T1E1", {"industry": "bicycles"}, "give either a task or an industry"),
        (
            "mivas/bicycles",
            {"split": "test"},
            "split='test' is unknown; use one of train, dev, eval",
        ),
        (
            "mivas/bicycles",
            {"industry": "bicycels"},
            "there is no industry 'bicycels'; did you mean",
        ),
    ],
)
def test_bad_arguments_fail_in_make_with_one_sentence(
    env_id: str, arguments: dict[str, object], sentence: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        gym.make(env_id, **arguments)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_render_mode_fails_with_a_sentence() -> None:
    with pytest.raises(ConfigError, match="render_mode='human' is unknown; use 'ansi' or None"):
        CallEnv("bicycles/T1-E1", render_mode="human")


def test_an_empty_split_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mivas_env.envs.call_env.list_tasks", lambda *_given: [])
    with pytest.raises(ConfigError, match="bicycles has no task in split 'dev'"):
        gym.make("mivas/bicycles", split="dev")


def test_a_near_miss_of_an_id_gets_a_suggestion() -> None:
    with pytest.raises(gym.error.Error, match="bicycles-T1E1"):
        gym.make("mivas/bicycle-T1E1")


# ---------------------------------------------------------------- rendering, closing, copying


def test_a_call_is_rendered_as_a_person_reads_it() -> None:
    env = gym.make("mivas/bicycles-T1E1", render_mode="ansi")
    play(env, ORACLE, seed=0)
    shown = str(env.render())
    assert shown.splitlines()[0].startswith("0:00  counter       AGENT: Larkspur Bicycles")
    assert "CALLER: Hello, Ines Calloway here." in shown
    assert '> find_bike(owner="Ines Calloway") -> ok' in shown
    assert shown.endswith("-- caller satisfied --")
    env.reset(seed=0)
    env.step("{")
    env.step({"tool": "fly"})
    shown = str(env.render())
    assert "FRAME: " in shown
    assert "> fly() -> UNKNOWN_TOOL" in shown


def test_without_a_mode_or_a_call_nothing_is_rendered() -> None:
    env = gym.make("mivas/bicycles-T1E1").unwrapped
    env.reset(seed=0)
    assert env.render() is None
    assert gym.make("mivas/bicycles-T1E1", render_mode="ansi").unwrapped.render() is None


def test_a_closed_environment_opens_again() -> None:
    env = gym.make("mivas/bicycles-T1E1").unwrapped
    env.close()
    first = play(env, ORACLE, seed=0)
    env.close()
    env.close()
    with pytest.raises(ResetNeeded, match="has not started"):
        env.step("Hello.")
    assert play(env, ORACLE, seed=0) == first


def travel(env: gym.Env[Any, Any]) -> gym.Env[Any, Any]:
    copied: gym.Env[Any, Any] = pickle.loads(pickle.dumps(env))  # noqa: S301  (our own bytes)
    return copied


def test_an_environment_that_was_never_reset_travels() -> None:
    assert play(travel(gym.make("mivas/bicycles-T1E1")), ORACLE, seed=0)[-1][1] == 1.0


@pytest.mark.parametrize("copied", [travel, copy.deepcopy])
def test_a_running_call_travels_and_goes_on_the_same(copied: Any) -> None:
    env = gym.make("mivas/bicycles", discount=0.25)
    env.reset(seed=3, options={"task": "T1-E1"})
    for action in (ORACLE[0], "Hello.", ORACLE[1], "{"):
        env.step(action)
    other = copied(env)
    for action in ORACLE[2:]:
        ours, theirs = env.step(action), other.step(action)
        assert ours == theirs
    assert ours[1] == 1.0
    assert env.reset()[0] == other.reset()[0]
    assert env.unwrapped.settings == other.unwrapped.settings  # type: ignore[attr-defined]


def test_an_ended_call_travels_ended() -> None:
    env = gym.make("mivas/bicycles-T1E1")
    play(env, ORACLE, seed=0)
    with pytest.raises(ResetNeeded, match="has ended"):
        travel(env).step("Hello.")


def test_a_running_call_with_a_caller_object_does_not_travel() -> None:
    env = CallEnv("bicycles/T1-E1", caller=Puppet())
    assert travel(env).reset(seed=0)
    env.reset(seed=0)
    with pytest.raises(ConfigError, match="give a factory instead"):
        pickle.dumps(env)


def test_one_trajectory_text_for_one_seed() -> None:
    texts = set()
    for _ in range(2):
        env = CallEnv("bicycles/T1-E1")
        play(env, ORACLE, seed=5)
        assert env.session is not None
        texts.add(trajectory_json(env.session.trajectory()))
    assert len(texts) == 1
    assert BOOKED in texts.pop()
