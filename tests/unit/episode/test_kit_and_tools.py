"""What is built once per industry: session tools, prompts, grading policy, lexicon, digests."""

import dataclasses
from pathlib import Path

import pytest
from toy_industry.industry import BICYCLES, WorkshopHandoff

from mivas_env.authoring import Arguments, Effect, NoArguments, Tool
from mivas_env.episode.kit import Kit, kit_of
from mivas_env.episode.recorder import Recorder
from mivas_env.episode.session_tools import make_session_tools
from mivas_env.episode.task import Task
from mivas_env.errors import Fault
from mivas_env.industry import Industry
from mivas_env.schema.action import Action, ToolCall
from mivas_env.schema.arguments import AliasTable
from mivas_env.schema.strict_json import MAX_DEPTH
from mivas_env.tasks import load_task


def test_transfer_tools_are_made_from_the_edges() -> None:
    tools = {tool.name: tool for tool in make_session_tools(BICYCLES)}
    assert list(tools) == ["transfer_to_workshop", "transfer_to_accounts", "end_call"]
    accounts = tools["transfer_to_accounts"]
    assert accounts.desks == ("counter", "workshop")
    assert (accounts.effect, accounts.leads_to) == (Effect.HANDOFF, "accounts")
    assert "It refunds." in accounts.description
    assert tools["transfer_to_workshop"].arguments is WorkshopHandoff
    assert tools["end_call"].desks == BICYCLES.graph.names
    assert tools["end_call"].rules["reason"].enum == ("caller_done", "spam", "wrong_number")
    assert tools["end_call"].rules["reason"].required


def test_the_policy_follows_from_the_tools() -> None:
    industry = dataclasses.replace(BICYCLES, hop_tools=("call_manager",))
    policy = kit_of(industry).policy
    assert policy.transfer_tools == ("transfer_to_workshop", "transfer_to_accounts", "call_manager")
    assert policy.tools["book_repair"].effect == "write"
    assert policy.tools["book_repair"].desks == ("workshop",)
    assert policy.tools["leave_note"].arguments["text"].match == "prose"
    assert set(policy.tables) == {"repairs", "refunds", "notes"}


def test_a_kit_is_built_once() -> None:
    kit = kit_of(BICYCLES)
    assert kit is kit_of(BICYCLES)
    assert kit.template is kit.template
    task = load_task("bicycles/T1-E1")
    assert kit.expectation(task) is kit.expectation(Task("bicycles", task.lockfile))


def test_digests_tell_versions_apart() -> None:
    versions = kit_of(BICYCLES).versions
    assert versions["industry"] == "1.0.0"
    other = kit_of(dataclasses.replace(BICYCLES, tools=BICYCLES.tools[:-1], version="2.0.0"))
    assert other.versions["industry"] == "2.0.0"
    assert other.versions["tools"] != versions["tools"]
    assert other.versions["world"] == versions["world"]
    assert other.versions["caller"] == versions["caller"]


def test_a_word_more_or_another_rule_is_another_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    before = kit_of(BICYCLES).versions["caller"]
    names = {**BICYCLES.entities, "shop": AliasTable.of("shop", {"shop_shed": ("the shed",)})}
    assert Kit(dataclasses.replace(BICYCLES, entities=names)).versions["caller"] != before
    monkeypatch.setattr("mivas_env.episode.kit.HEARING_VERSION", 0)
    assert Kit(BICYCLES).versions["caller"] != before


def test_an_industry_without_tools_is_a_fault() -> None:
    with pytest.raises(Fault, match="the industry bicycles declares no tool"):
        kit_of(dataclasses.replace(BICYCLES, tools=()))


def test_an_industry_tool_may_not_take_the_name_of_a_session_tool() -> None:
    def handler(_ctx: object, _args: Arguments) -> None:
        return None

    tool = Tool("end_call", "Hang up.", ("counter",), Effect.HANGUP, NoArguments, handler)
    kit = kit_of(dataclasses.replace(BICYCLES, tools=(*BICYCLES.tools, tool)))
    with pytest.raises(Fault, match="declared twice: end_call"):
        _ = kit.toolbox


def test_figures_reach_the_prompts_as_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path
    (folder / "prompts").mkdir()
    (folder / "figures.yaml").write_text("fee: 25\n", encoding="utf-8")
    for desk in BICYCLES.graph.names:
        (folder / "prompts" / f"{desk}.md").write_text("Fee {{figure: fee}}.", encoding="utf-8")
    monkeypatch.setattr(Industry, "resources", property(lambda _self: folder))
    assert kit_of(dataclasses.replace(BICYCLES)).prompts["counter"] == "Fee 25."


def test_a_lexicon_that_does_not_fit_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "lexicon.yaml").write_text("lexicon: 1\ntoday: soon\n", encoding="utf-8")
    monkeypatch.setattr(Industry, "resources", property(lambda _self: tmp_path))
    with pytest.raises(Fault, match=r"lexicon\.yaml of bicycles: today: "):
        _ = kit_of(dataclasses.replace(BICYCLES)).lexicon


def test_the_entities_of_the_industry_are_known_to_the_caller() -> None:
    assert kit_of(BICYCLES).lexicon is kit_of(BICYCLES).lexicon


# ---------------------------------------------------------------- task and recorder


def test_names_digest_and_budget_of_a_task() -> None:
    task = load_task("bicycles/T1-E1")
    assert (task.name, task.gym_id) == ("bicycles/T1-E1", "mivas/bicycles-T1E1")
    assert (task.tool_call_budget, task.split) == (20, "train")
    assert len(task.digest) == 12
    changed = task.lockfile.model_copy(update={"title": "Another title"})
    assert Task("bicycles", changed).digest != task.digest
    steps = tuple(step for step in task.lockfile.oracle if step.tool) * 4
    longer = task.lockfile.model_copy(update={"oracle": steps})
    assert Task("bicycles", longer).tool_call_budget == 36


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 900, 1_200, 5_000, 100_000])
def test_how_deep_arguments_may_nest_is_the_same_on_every_python(depth) -> None:
    deep: list[object] = []
    for _ in range(depth - 2):
        deep = [deep]
    recorder = Recorder()
    kept = deep
    for _ in range(max(0, depth - MAX_DEPTH)):
        kept = kept[0]
    calls = (ToolCall("x", {"a": deep}), ToolCall("x", {"a": kept}))
    recorder.agent_message(Action(calls=calls))
    spelled = [c["function"]["arguments"] for c in recorder.messages[0]["tool_calls"]]
    brackets = MAX_DEPTH - 1
    assert spelled == ["{}", '{"a":' + "[" * brackets + "]" * brackets + "}"]


def test_arguments_that_are_no_json_are_spelled_as_an_empty_object() -> None:
    recorder = Recorder()
    deep: dict[str, object] = {}
    for _ in range(MAX_DEPTH):  # Pythons differ in how deep is too deep; the limit is ours
        deep = {"a": deep}
    calls = tuple(
        ToolCall("x", arguments)
        for arguments in ({"a": float("nan")}, {"a": {1, 2}}, {"a": "b\ud800"}, None, deep)
    )
    recorder.agent_message(Action(calls=calls))
    spelled = [c["function"]["arguments"] for c in recorder.messages[0]["tool_calls"]]
    assert spelled == ["{}", "{}", '{"a":"b?"}', "{}", "{}"]


def test_unseen_events_are_taken_once() -> None:
    recorder = Recorder()
    recorder.caller_speech("Hello.", "counter")
    recorder.notice("Careful.", "counter")
    assert recorder.take_unseen() == ("system", "Hello.\nCareful.")
    assert recorder.take_unseen() == ("system", "")
    recorder.refused_call("call_1", "No.", "counter")
    assert recorder.take_unseen() == ("tool", "No.")
