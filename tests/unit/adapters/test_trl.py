"""The TRL adapter, held against TRL's own rules of finding and calling tools; no TRL needed."""

import gc
import inspect
import json
import sys

import pytest

import mivas_env
from mivas_env.adapters import trl
from mivas_env.agents.protocol import play_back
from mivas_env.agents.rollout import roll_out
from mivas_env.episode.kit import kit_of
from mivas_env.episode.session import CallSession as Session
from mivas_env.episode.session import trajectory_json
from mivas_env.errors import ConfigError, Fault
from mivas_env.registry import industry_named
from mivas_env.world.store import World

HEALTHCARE = mivas_env.list_tasks("healthcare")
CALL = "healthcare/C1-E1"


def tools_of(environment):
    """Find the tools as TRL does: functions of the class by name, taken from the instance."""
    found = inspect.getmembers(type(environment), predicate=inspect.isfunction)
    return {
        name: getattr(environment, name)
        for name, _ in found
        if name not in ("reset", "get_reward") and not name.startswith("_")
    }


def as_call(action):
    if "say" in action:
        return "say", {"text": action["say"]}
    return action["tool"], action["arguments"]


def play(environment, actions, **row):
    """Reset and call tools one after another, as TRL's loop does; return all that was seen.

    `actions` play back as an agent does, so that tokens of this very call are filled in.
    """
    seen = [environment.reset(**row)]
    tools = tools_of(environment)
    agent = play_back(iter(actions))
    for _ in actions:
        name, arguments = as_call(agent(environment._session))
        seen.append(str(tools[name](**arguments)))
    return seen


def test_the_class_offers_every_tool_and_nothing_else() -> None:
    made = trl.make_environment(CALL)
    toolbox = kit_of(industry_named("healthcare")).toolbox
    assert set(tools_of(made())) == {"say", *(tool.name for tool in toolbox.tools)}
    assert made.__name__ == "healthcare-C1E1"


def test_tool_schemas_are_the_declared_ones() -> None:
    declared = {
        tool.name: tool.chat_definition
        for tool in kit_of(industry_named("healthcare")).toolbox.tools
    }
    offered = {name: dict(tool) for name, tool in tools_of(trl.make_environment(CALL)()).items()}
    assert offered.pop("say")["function"]["parameters"]["required"] == ["text"]
    assert offered == declared


@pytest.mark.parametrize("name", HEALTHCARE)
def test_oracles_earn_what_they_earn_in_the_environment(name) -> None:
    actions = mivas_env.oracle_actions(name)
    session = roll_out(mivas_env.CallSession(name, seed=5), play_back(iter(actions)))
    environment = trl.make_environment(name)()
    play(environment, actions, seed=5, prompt=[], task="unused")
    assert environment.get_reward() == (session.reward or 0.0)
    assert trajectory_json(environment._session.trajectory()) == trajectory_json(
        session.trajectory()
    )
    session.close()


def test_a_pooled_instance_is_clean_after_reset() -> None:
    # Three tasks write; a call is left in the middle, then the same instance plays another.
    for name in ("healthcare/C2-H1", "healthcare/C1-M1", CALL):
        actions = mivas_env.oracle_actions(name)
        made = trl.make_environment(name)
        used = made()
        play(used, actions[:-2], seed=1)
        play(used, [{"tool": "get_patient_summary", "arguments": {}}, *actions[:3]], seed=2)
        fresh = made()
        assert play(used, actions, seed=3) == play(fresh, actions, seed=3)
        assert used.get_reward() == fresh.get_reward()
        assert trajectory_json(used._session.trajectory()) == trajectory_json(
            fresh._session.trajectory()
        )


@pytest.fixture
def open_worlds(monkeypatch):
    """Count the databases that are open, by identity."""
    gc.collect()
    found: set[int] = set()
    opened, closed = World._open, World.close

    def count_open(self) -> None:
        opened(self)
        found.add(id(self))

    def count_close(self) -> None:
        closed(self)
        found.discard(id(self))

    monkeypatch.setattr(World, "_open", count_open)
    monkeypatch.setattr(World, "close", count_close)
    return found


@pytest.mark.parametrize("rollouts", [120, pytest.param(2_000, marks=pytest.mark.slow)])
def test_no_rollout_leaves_a_session_open(open_worlds, rollouts) -> None:
    actions = mivas_env.oracle_actions(CALL)
    made = trl.make_environment(CALL)
    pool = [made() for _ in range(8)]
    scored = 0
    for number in range(rollouts):
        environment = pool[number % len(pool)]
        # Every third is given up after one action and never scored.
        cancelled = number % 3 == 2
        play(environment, actions[:1] if cancelled else actions, seed=number)
        if not cancelled:
            assert environment.get_reward() == 1.0
            scored += 1
        assert len(open_worlds) <= len(pool)
    assert scored == rollouts - rollouts // 3
    assert open_worlds  # the last ones that were given up
    del environment
    pool.clear()
    assert not open_worlds


def test_one_seed_is_one_caller() -> None:
    made = trl.make_environment(CALL)
    group = [made().reset(seed=11) for _ in range(8)]
    assert len(set(group)) == 1
    assert len({made().reset(seed=seed) for seed in range(12)}) > 1


def test_a_call_that_was_not_brought_to_its_end_earns_nothing() -> None:
    environment = trl.make_environment(CALL)()
    assert environment.get_reward() == 0.0
    assert "CALL_ENDED" in environment.say(text="Hello?")
    play(environment, mivas_env.oracle_actions(CALL)[:-1])
    assert environment.get_reward() == 0.0


def test_extra_hops_earn_the_discount() -> None:
    settings = trl.CallSettings(discount=0.25)
    environment = trl.make_environment(CALL, settings=settings)()
    first, hop, *rest = mivas_env.oracle_actions(CALL)
    detour = [
        {"tool": "transfer_to_identity", "arguments": {"next_intent": "coverage"}},
        {"tool": "transfer_to_coverage", "arguments": {}},
    ]
    play(environment, [first, *detour, *rest])
    assert (hop["tool"], environment.get_reward()) == ("transfer_to_coverage", 0.25)


def test_what_the_policy_gets_wrong_is_answered() -> None:
    environment = trl.make_environment(CALL)()
    environment.reset(seed=0)
    assert "TOOL_NOT_AVAILABLE" in environment.check_plan_accepted(carrier="aetna")
    environment.transfer_to_coverage(made_up=1)
    assert "INVALID_ARGUMENTS" in environment.check_plan_accepted(carrier=5, location_id=None)
    assert "MALFORMED_ACTION" in environment.say(text=5)
    assert environment.say() == ""
    assert environment._session.step_count == 5


def test_after_the_end_the_answer_says_so() -> None:
    environment = trl.make_environment(CALL)()
    seen = play(environment, mivas_env.oracle_actions(CALL))
    assert seen[-1] == trl.CALL_OVER
    assert all(trl.CALL_OVER not in each for each in seen[:-1])
    assert environment.get_reward() == 1.0
    assert "CALL_ENDED" in environment.say(text="Anyone there?")
    assert environment.get_reward() == 1.0


def test_a_fault_of_ours_is_left_out_and_not_paid_zero(monkeypatch) -> None:
    environment = trl.make_environment(CALL)()
    environment.reset()

    def break_down(*_args, **_kwargs):
        raise Fault("a defect")

    monkeypatch.setattr(Session, "_speak", break_down)
    with pytest.raises(Fault):
        environment.say(text="Hello.")
    assert environment.get_reward() is None


def test_a_handoff_shows_what_the_new_prompt_adds() -> None:
    prompts = kit_of(industry_named("healthcare")).prompts
    environment = trl.make_environment(CALL)()
    environment.reset()
    answer = environment.transfer_to_coverage()
    known = prompts["reception"]
    for section in prompts["coverage"].split("\n## "):
        assert section in known or section in answer
    assert json.loads(answer.partition("\n\n")[0])["data"] == {"desk": "coverage"}
    shared = [each for each in known.split("\n## ") if each in prompts["coverage"]]
    assert shared
    assert all(section not in answer for section in shared)
    bare = trl.make_environment(CALL, settings=trl.CallSettings(desk_prompts="entry"))()
    bare.reset()
    assert json.loads(bare.transfer_to_coverage()) == json.loads(answer.partition("\n\n")[0])


def test_prompts_at_the_start_hold_every_section_once() -> None:
    prompts = kit_of(industry_named("healthcare")).prompts
    whole = trl.system_prompt(CALL, desk_prompts="upfront")
    sections = [each.strip() for prompt in prompts.values() for each in prompt.split("\n## ")]
    assert all(section in whole for section in sections)
    shown = [each.partition("\n\n# When the ")[0].strip() for each in whole.split("\n## ")]
    assert len(set(sections)) < len(sections)
    assert len(set(shown)) == len(shown)
    assert whole.endswith(trl.system_prompt(CALL, desk_prompts="entry")[-200:])


def test_rows_name_neither_the_task_nor_its_answer_to_the_policy() -> None:
    rows = trl.prompt_rows([CALL, "healthcare/R-E1"], seeds=range(3))
    assert [(row["environment"], row["seed"]) for row in rows] == [
        (name, seed) for name in (CALL, "healthcare/R-E1") for seed in range(3)
    ]
    first, last = rows[0]["prompt"], rows[-1]["prompt"]
    assert first == last  # both begin at the same desk
    assert first[-1] == {"role": "user", "content": ""}
    assert "Whitfield" not in first[0]["content"]


def test_functions_carry_signatures_and_docstrings() -> None:
    made = trl.make_environment(CALL)
    signature = inspect.signature(made.check_plan_accepted)
    assert list(signature.parameters) == ["self", "carrier", "location_id", "provider_id"]
    assert signature.parameters["provider_id"].default is None
    assert "    carrier: Insurance carrier" in made.check_plan_accepted.__doc__
    consent = inspect.signature(made.cancel_appointment).parameters["fee_disclosed_and_accepted"]
    assert (consent.annotation, consent.default) == (bool, False)


def test_what_cannot_be_used_is_refused_in_a_sentence() -> None:
    with pytest.raises(ConfigError, match=r"did you mean healthcare/C1-E1"):
        trl.environment_factory(["healthcare/C1-E1x"])
    with pytest.raises(ConfigError, match="no task to train on"):
        trl.environment_factory([])
    with pytest.raises(ConfigError, match="desk_prompts='never'"):
        trl.make_environment(CALL, settings=trl.CallSettings(desk_prompts="never"))
    with pytest.raises(ConfigError, match="discount"):
        trl.make_environment(CALL, settings=trl.CallSettings(discount=1.5))
    with pytest.raises(ConfigError, match="desk_prompts='x' is unknown; use one of handoff, upf"):
        trl.make_dataset([CALL], desk_prompts="x")
    with pytest.raises(ConfigError, match="seeds=3 must be a list of seeds"):
        trl.prompt_rows([CALL], seeds=3)
    for odd in (1.9, True, "x"):
        with pytest.raises(ConfigError, match=r"seed=.* must be a whole number"):
            trl.prompt_rows([CALL], seeds=[odd])
        with pytest.raises(ConfigError, match=r"seed=.* must be a whole number"):
            trl.make_environment(CALL)().reset(seed=odd)


def test_rows_and_environments_go_by_the_task_s_full_name() -> None:
    spelled = ["c1-e1", "mivas/healthcare-C1E1", "healthcare-C1E1"]
    assert list(trl.environment_factory(spelled)) == [CALL]
    assert {row["environment"] for row in trl.prompt_rows(spelled)} == {CALL}


def test_without_the_extra_one_sentence_names_it(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(ConfigError, match=r"mivas-env\[trl\]"):
        trl.make_dataset([CALL])
