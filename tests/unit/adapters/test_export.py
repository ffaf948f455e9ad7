"""The lines that `mivas export` writes."""

import json

import pytest

import mivas_env
from mivas_env.adapters import trl
from mivas_env.agents.chat import chat_view
from mivas_env.envs.parse_action import parse_action
from mivas_env.episode.task import Task
from mivas_env.errors import ConfigError, TaskError
from mivas_env.export import export_lines, tasks_to_export
from mivas_env.tasks import load_task

CALL = "healthcare/C1-E1"


def rows_of(name, form, **named):
    return [json.loads(line) for line in export_lines([name], form, **named)]


def views(name, seed):
    """Return what a chat model is shown at each step, and what it then does."""
    session = mivas_env.CallSession(name, seed=seed)
    found = []
    for action in mivas_env.oracle_actions(name):
        messages, tools = chat_view(session)
        found.append((messages, tools, action))
        session.act(parse_action(action))
    whole = session.messages
    session.close()
    return found, whole


def test_jsonl_gives_back_what_the_model_saw_at_every_step() -> None:
    row = rows_of(CALL, "jsonl", seed=4)[0]
    seen, whole = views(CALL, 4)
    assert (row["task"], row["seed"], row["reward"], row["verdict"]) == (CALL, 4, 1.0, "exact")
    assert row["messages"] == whole
    assert len(row["steps"]) == len(seen)
    for step, (messages, tools, action) in zip(row["steps"], seen, strict=True):
        desk = row["desks"][step["desk"]]
        system = {"role": "system", "content": desk["system_prompt"]}
        assert [system, *row["messages"][: step["seen"]]] == messages
        assert desk["tools"] == tools
        assert step["action"] == action


def test_openai_has_one_line_per_visit_and_teaches_each_turn_once() -> None:
    rows = rows_of(CALL, "openai")
    seen, whole = views(CALL, 0)
    assert len(rows) == 2
    taught = []
    for row in rows:
        system, *chat = row["messages"]
        assert system["role"] == "system"
        assert chat[-1]["role"] == "assistant"
        assert row["parallel_tool_calls"] is False
        at = [view for view in seen if view[0][0]["content"] == system["content"]]
        assert row["tools"] == at[0][1]
        taught += [each for each in chat if each["role"] == "assistant" and "weight" not in each]
        stripped = [{k: v for k, v in each.items() if k != "weight"} for each in chat]
        assert stripped == whole[: len(chat)]
    # All of the agent's messages but the fixed greeting, which is weighed 0.
    assert taught == [each for each in whole if each["role"] == "assistant"][1:]
    assert rows[0]["messages"][1]["weight"] == 0


def test_trl_rows_hold_the_call_as_the_adapter_plays_it() -> None:
    (row,) = rows_of(CALL, "trl", seed=2)
    environment = trl.make_environment(CALL)()
    assert row["prompt"][1]["content"] == environment.reset(seed=2)
    assert row["prompt"][0]["content"] == trl.system_prompt(CALL)
    *turns, last = row["completion"]
    for message, answer in zip(turns[::2], turns[1::2], strict=True):
        function = message["tool_calls"][0]["function"]
        assert answer["name"] == function["name"]
        assert answer["content"] == getattr(environment, function["name"])(**function["arguments"])
    assert environment.get_reward() == 1.0
    assert last["role"] == "assistant"
    assert "tool_calls" not in last
    assert json.loads(row["tools"]) == trl.tool_definitions(load_task(CALL))


@pytest.mark.parametrize("form", ["openai", "jsonl", "trl"])
def test_lines_are_equal_for_equal_seeds_and_hide_the_lockfile(form) -> None:
    first = list(export_lines([CALL], form))
    assert first == list(export_lines([CALL], form))
    assert list(export_lines([CALL], form, seed=1)) != first
    text = "".join(first)
    assert "exp_tool_calls" not in text
    assert load_task(CALL).lockfile.caller.brief[:60] not in text


def test_an_oracle_that_does_not_pass_is_refused(monkeypatch) -> None:
    task = load_task("bicycles/T1-E1")
    spoiled = task.lockfile.model_copy(update={"oracle": task.lockfile.oracle[-1:]})
    monkeypatch.setattr(
        "mivas_env.export.load_task", lambda _name: Task(task.industry, spoiled, task.split)
    )
    for form in ("openai", "jsonl", "trl"):
        with pytest.raises(TaskError, match=r"bicycles/T1-E1: its oracle earns"):
            rows_of("bicycles/T1-E1", form)


def test_splits_and_industries_choose_the_calls() -> None:
    assert tasks_to_export("bicycles") == ["bicycles/T1-E1"]
    assert tasks_to_export("bicycles", "eval") == ["bicycles/T3-M1"]
    everything = tasks_to_export(None, None)
    assert {"bicycles/T1-E1", CALL} <= set(everything)
    assert not any(name.startswith("brokerage/") for name in everything)
    with pytest.raises(ConfigError, match="unknown"):
        tasks_to_export("bicycles", "test")
    with pytest.raises(ConfigError, match="format='csv'"):
        rows_of(CALL, "csv")


@pytest.mark.parametrize("form", ["openai", "jsonl", "trl"])
def test_what_an_oracle_takes_from_an_answer_is_filled_in(form, monkeypatch) -> None:
    task = load_task("bicycles/T1-E1")
    steps = [
        step.model_copy(
            update={"arguments": {**step.arguments, "bike_id": {"from_answer": "bike_id"}}}
        )
        if step.tool == "book_repair"
        else step
        for step in task.lockfile.oracle
    ]
    lockfile = task.lockfile.model_copy(update={"oracle": tuple(steps)})
    expected = list(export_lines([task.name], form))
    monkeypatch.setattr(
        "mivas_env.export.load_task", lambda _name: Task(task.industry, lockfile, task.split)
    )
    lines = list(export_lines([task.name], form))
    assert "from_answer" not in "".join(lines)
    assert [_without_versions(line) for line in lines] == [_without_versions(e) for e in expected]


def _without_versions(line):
    return {key: value for key, value in json.loads(line).items() if key != "versions"}
