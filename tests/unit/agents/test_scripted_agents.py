"""Scripted agents: what each does, and what it is worth."""

import dataclasses
from typing import Annotated, Any

import pytest
from pydantic import Field
from toy_industry.industry import BICYCLES
from toy_industry.play import dial

from mivas_env.agents.probes import PROBES, any_agent_named, probe_name
from mivas_env.agents.protocol import play_back
from mivas_env.agents.rollout import roll_out
from mivas_env.agents.scripted import (
    SCRIPTED,
    agent_named,
    extra_hop,
    hang_up_at_once,
    mute_oracle,
    null,
    oracle,
    wrong_argument,
)
from mivas_env.authoring import Arguments, Desk, DeskGraph
from mivas_env.episode.session import CallSession
from mivas_env.episode.task import Task
from mivas_env.errors import ConfigError
from mivas_env.schema.lockfile import Lockfile


def play(task: Task, factory: Any, **settings: Any) -> CallSession:
    return roll_out(dial(task, **settings), factory(task))


def edited(task: Task, **changes: Any) -> Task:
    raw = {**task.lockfile.model_dump(mode="json", exclude_none=True), **changes}
    return Task(task.industry, Lockfile.model_validate(raw))


def test_the_oracle_is_exact(repair: Task, manager: Task, storage: Task) -> None:
    for task, ending in (
        (repair, "caller_satisfied"),
        (manager, "transferred_to_human"),
        (storage, "caller_satisfied"),
    ):
        for seed in range(5):
            session = play(task, oracle, seed=seed, reward_mode="strict")
            assert (session.reward, session.ending) == (1.0, ending)


def test_agents_that_do_nothing_get_nothing(repair: Task) -> None:
    session = play(repair, null)
    assert (session.ending, session.reward) == ("caller_impatient", 0.0)
    session = play(repair, hang_up_at_once)
    assert (session.ending, session.step_count, session.reward) == ("agent_ended", 1, 0.0)


def test_the_mute_oracle_passes_the_contract_and_fails_the_caller(repair: Task) -> None:
    session = play(repair, mute_oracle)
    assert (session.reward, session.caller_satisfied) == (1.0, False)
    assert not any(e.kind == "agent" for e in session.trajectory().events if e.step)
    assert play(repair, mute_oracle, reward_mode="strict").reward == 0.0


def test_a_wrong_argument_fails_the_gates_that_it_must(repair: Task) -> None:
    session = play(repair, wrong_argument)
    found = session.verification
    assert found is not None
    assert (found.T, found.H, found.D) == (False, True, False)
    booked = session.trajectory().calls[2].parameters
    assert booked["shop_id"] == "shop_quay"


def test_without_a_changeable_argument_the_oracle_is_played(storage: Task, repair: Task) -> None:
    assert play(storage, wrong_argument).reward == 1.0
    # Arguments that the task leaves open are not changed, nor those outside its expectations.
    opened = edited(
        repair,
        exp_tool_calls=[{"name": "find_bike", "output": {"ok": True}}],
        exp_db_state=repair.lockfile.model_dump(mode="json", exclude_none=True)["exp_db_state"],
    )
    assert play(opened, wrong_argument).reward == 1.0


def test_an_extra_hop_costs_exactly_the_discount(storage: Task) -> None:
    session = play(storage, extra_hop, discount=0.3)
    found = session.verification
    assert found is not None
    assert found.actual_path == ("transfer_to_workshop", "transfer_to_accounts")
    assert found.verdict == "in_order_with_extras"
    assert (session.reward, session.caller_satisfied) == (0.3, True)


def test_without_a_detour_the_oracle_is_played(repair: Task) -> None:
    assert play(repair, extra_hop, discount=0.3).reward == 1.0


def test_a_detour_fills_its_arguments(storage: Task) -> None:
    hop = play(storage, extra_hop).trajectory().calls[1]
    assert (hop.name, hop.parameters) == ("transfer_to_workshop", {"next_job": "repair"})


def test_only_the_first_hop_gets_a_detour(storage: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    class Reason(Arguments):
        """Why."""

        reason: str
        target: Annotated[str | None, Field(description="Where to.")] = None

    graph = DeskGraph(
        (
            Desk("counter", "A.", ("workshop", "accounts")),
            Desk("workshop", "B.", ("accounts",)),
            Desk("accounts", "C.", ("counter", "workshop")),
        )
    )
    industry = dataclasses.replace(BICYCLES, graph=graph, handoff_arguments={"workshop": Reason})
    monkeypatch.setattr("mivas_env.agents.scripted.industry_named", lambda _name: industry)
    twice = edited(
        storage,
        oracle=[
            {"tool": "transfer_to_accounts"},
            {"tool": "transfer_to_counter"},
            {"tool": "transfer_to_accounts"},
            {"tool": "end_call"},
        ],
    )
    session = roll_out(dial(twice, industry=industry), extra_hop(twice))
    assert [call.name for call in session.trajectory().calls] == [
        "transfer_to_workshop",
        "transfer_to_accounts",
        "transfer_to_counter",
        "transfer_to_accounts",
        "end_call",
    ]
    assert session.trajectory().calls[0].parameters == {"reason": "on the way"}


def test_an_agent_that_has_no_more_actions_is_silent() -> None:
    agent = play_back(iter([{"say": "Hello."}]))
    session = dial(max_steps=3)
    roll_out(session, agent)
    assert session.ending == "budget"
    assert [e.content for e in session.trajectory().events if e.kind == "agent"][1:] == ["Hello."]


def test_agents_are_found_by_name() -> None:
    assert list(SCRIPTED) == [
        "oracle", "null", "hang-up-at-once", "mute-oracle", "wrong-argument", "extra-hop"
    ]  # fmt: skip
    assert agent_named("oracle") is oracle
    with pytest.raises(ConfigError, match="there is no agent 'orakle'; did you mean oracle"):
        agent_named("orakle")


@pytest.mark.parametrize("name", ["mute-oracle", "mute_oracle", "mute_gold", "mute-gold"])
def test_every_spelling_of_an_agent_leads_to_it(name: str) -> None:
    assert any_agent_named(name) is mute_oracle
    assert probe_name(name) == "mute_oracle"


def test_probes_and_scripted_agents_know_each_others_names() -> None:
    assert agent_named("extra_hop") is extra_hop
    assert [probe_name(name) for name in ("null", "hang-up-at-once", "gold", "gold_verbose")] == [
        "do_nothing", "mute_hangup", "oracle", "oracle_verbose",
    ]  # fmt: skip
    assert any_agent_named("do-nothing") is null
    assert any_agent_named("write_spam") is PROBES["write_spam"]
    assert any_agent_named("wrong_argument") is SCRIPTED["wrong-argument"]
    with pytest.raises(ConfigError, match="there is no agent 'parott'; did you mean parrot"):
        any_agent_named("parott")
    with pytest.raises(ConfigError, match="there is no probe 'orakle'; did you mean oracle"):
        probe_name("orakle")
