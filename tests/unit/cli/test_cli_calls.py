"""`mivas run` and `mivas play`."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from caller_kit.reworders import FakeClient
from cli_runner import run_cli

from mivas_env.agents.scripted import SCRIPTED
from mivas_env.registry import decision_entry_points

ORACLE = """/find_bike {"owner": "Ines Calloway"}
/transfer_to_workshop {"next_job": "repair"}
/book_repair {"bike_id": 1, "shop_id": "shop_mill", "day": "2026-05-08", "parts": ["chain"]}
The repair is booked at Mill Lane for May eighth.
You're welcome, goodbye.
"""


def test_run_prints_the_call_the_gates_and_the_reward() -> None:
    found = run_cli("run", "bicycles/T1-E1")
    assert found.code == 0
    assert "CALLER: Hello, Ines Calloway here." in found.out
    assert "-- caller satisfied --" in found.out
    for line in ("T  tool calls pass", "H  handoffs   pass", "D  database   pass"):
        assert line in found.out
    assert "verdict        exact" in found.out
    assert "caller content yes" in found.out
    assert found.out.rstrip().endswith("reward         1.0")


def test_run_prints_json() -> None:
    found = run_cli("run", "bicycles-T1E1", "--json", "--seed", "3")
    report = json.loads(found.out)
    assert found.code == 0
    assert (report["reward"], report["r_eval"], report["r_train"]) == (1.0, 1.0, 1.0)
    assert (report["seed"], report["ending"]) == (3, "caller_satisfied")
    assert report["verification"]["verdict"] == "exact"
    assert report["trajectory"]["task"] == "bicycles/T1-E1"


@pytest.mark.parametrize("seed", ["-1", str(2**60)])
def test_commands_refuse_what_is_no_seed_in_one_sentence(seed: str) -> None:
    for command in (
        ("run", "bicycles/T1-E1"),
        ("play", "bicycles/T1-E1"),
        ("export", "--out", "-"),
    ):
        found = run_cli(*command, "--seed", seed)
        assert (found.code, found.out) == (2, "")
        assert found.err == f"mivas: seed={seed} must be a whole number from 0 to 2^53\n"


@pytest.mark.parametrize("agent", SCRIPTED)
def test_run_leaves_with_zero_only_for_a_pass(agent: str) -> None:
    found = run_cli("run", "bicycles/T1-E1", "--agent", agent, "--json")
    report = json.loads(found.out)
    assert found.code == (0 if report["verification"]["result"] else 1)
    assert (found.code == 0) == (agent in ("oracle", "mute-oracle", "extra-hop"))


def test_run_leaves_with_one_where_the_mode_pays_nothing() -> None:
    arguments = ("run", "bicycles/T1-E1", "--agent", "mute-oracle", "--reward-mode")
    assert run_cli(*arguments, "train").code == 0
    found = run_cli(*arguments, "strict")
    assert found.code == 1
    assert found.out.rstrip().endswith("reward         0.0")


@pytest.mark.parametrize("agent", ["mute-oracle", "mute_oracle", "mute_gold", "extra_hop"])
def test_run_knows_every_spelling_of_an_agent(agent: str) -> None:
    assert run_cli("run", "bicycles/T1-E1", "--agent", agent).code == 0


def test_run_plays_probes_too() -> None:
    assert run_cli("run", "bicycles/T1-E1", "--agent", "do_nothing").code == 1


@pytest.mark.skipif(
    "brokerage" not in decision_entry_points(), reason="no industry of written decisions"
)
@pytest.mark.parametrize("command", ["run", "play", "lock"])
def test_a_written_decision_leads_to_its_own_commands(command: str) -> None:
    found = run_cli(command, "brokerage/E017")
    assert found.code == 2
    assert "`mivas show brokerage/E017`" in found.err
    assert "`mivas decisions score`" in found.err
    assert "DecisionSession" not in found.err


def test_run_takes_discount_and_reward_mode() -> None:
    found = run_cli("run", "bicycles/T3-M1", "--agent", "extra-hop", "--discount", "0.3", "--json")
    assert json.loads(found.out)["reward"] == 0.3
    found = run_cli(
        "run", "bicycles/T1-E1", "--agent", "mute-oracle", "--reward-mode", "strict", "--json"
    )
    assert json.loads(found.out)["reward"] == 0.0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("run", "bicycles/T1-E1", "--discount", "2"), "discount must be a number"),
        (("run", "bicycles/T1-E1", "--reward-mode", "best"), "reward_mode='best' is unknown"),
        (("run", "bicycles/T1-E1", "--agent", "orakle"), "did you mean oracle"),
        (("run", "bicycles/T1"), "there is no task 'bicycles/T1'"),
        (("play", "bicycles/T1"), "there is no task 'bicycles/T1'"),
        (
            ("run", "bicycles"),
            "there is no task 'bicycles', which names a suite; there are: ",
        ),
    ],
)
def test_bad_arguments_are_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    found = run_cli(*arguments)
    assert found.code == 2
    assert found.err.startswith("mivas: ")
    assert sentence in found.err
    assert len(found.err.splitlines()) == 1


def test_a_failed_run_says_why() -> None:
    found = run_cli("run", "bicycles/T1-E1", "--agent", "wrong-argument")
    assert found.code == 1
    assert "missing        book_repair" in found.out
    assert "book_repair: shop_id is 'shop_quay', expected 'shop_mill'" in found.out
    assert '+ repairs {"id":2' in found.out
    assert '- repairs {"bike_id":1' in found.out
    assert "why            wrong_argument" in found.out


def test_a_wrong_path_is_shown() -> None:
    found = run_cli("run", "bicycles/T1-E1", "--agent", "null")
    assert "expected path  transfer_to_workshop" in found.out
    assert "actual path    (none)" in found.out


def test_play_takes_a_person_through_a_call() -> None:
    found = run_cli("play", "bicycles/T1-E1", stdin=f"/tools\n/prompt\n{ORACLE}")
    assert found.code == 0
    assert "/find_bike (owner, shop_id?)  Find a bicycle by its owner's full name." in found.out
    assert "Work as the counter of Larkspur Bicycles." in found.out
    assert "caller: Hello, Ines Calloway here." in found.out
    assert found.out.rstrip().endswith("reward         1.0")


def test_play_reads_actions_as_an_environment_does() -> None:
    lines = [
        '{"tool": "find_bike", "arguments": {"owner": "Ines Calloway"}}',
        '<tool_call>{"name": "transfer_to_workshop", "arguments": {"next_job": "repair"}}'
        "</tool_call>",
        '{"tool": "book_repair", "arguments": '
        '{"bike_id": 1, "shop_id": "shop_mill", "day": "2026-05-08", "parts": ["chain"]}}',
        '{"say": "The repair is booked at Mill Lane for May eighth."}',
        "You're welcome, goodbye.",
    ]
    found = run_cli("play", "bicycles/T1-E1", "--json", stdin="\n".join(lines) + "\n")
    assert found.code == 0
    report = json.loads(found.out)
    assert report["reward"] == 1.0
    spoken = [e["content"] for e in report["trajectory"]["events"] if e["kind"] == "agent"]
    assert not [words for words in spoken if "{" in words]


def test_play_prints_json_on_its_own() -> None:
    found = run_cli("play", "bicycles/T1-E1", "--json", stdin=ORACLE)
    assert json.loads(found.out)["reward"] == 1.0


def test_play_answers_mistakes_and_silence() -> None:
    typed = "\n/find_bike not json\n/fly\n/end_call\n"
    found = run_cli("play", "bicycles/T1-E1", stdin=typed)
    assert found.code == 1
    assert "(silence)" in found.out
    assert "INVALID_ARGUMENTS" in found.out
    assert "UNKNOWN_TOOL" in found.out


def test_play_tells_apart_who_answered() -> None:
    typed = "Hello.\n" * 3 + "\n" * 3 + "/find_bike not json\n/quit\n"
    found = run_cli("play", "bicycles/T1-E1", stdin=typed)
    refused = '{"ok":false,"error_code":"INVALID_ARGUMENTS","message":"Arguments must be one object'
    at = found.out.index(f"tool: {refused}")
    # The fourth silent step: the tool's refusal is not in the caller's mouth, who speaks after it.
    assert "\ncaller: " in found.out[at:]
    assert f"caller: {refused}" not in found.out


def test_play_shows_one_tool_in_full() -> None:
    typed = "/tools find_bike\n/tools /leave_note\n/tools find_bikes\n/quit\n"
    found = run_cli("play", "bicycles/T1-E1", stdin=typed)
    assert "/find_bike\nFind a bicycle by its owner's full name." in found.out
    assert "  shop_id (optional): " in found.out
    assert "  for_whom: string" in found.out
    assert "there is no tool find_bikes at this desk; did you mean find_bike?" in found.out


@pytest.mark.parametrize("typed", ["/quit\n", ""])
def test_play_may_be_left(typed: str) -> None:
    found = run_cli("play", "bicycles/T1-E1", stdin=typed)
    assert found.code == 1
    assert "left without finishing; nothing was scored" in found.out


def test_a_model_may_word_the_caller_and_a_record_replays_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(request: dict[str, Any]) -> str:
        line = json.loads(request["messages"][-1]["content"])["line"]
        return "Bye." if line.startswith("Hello") else f"Well, {line}"

    monkeypatch.setitem(sys.modules, "openai", FakeClient(answer))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-1234567890")
    record = str(tmp_path / "r.jsonl")
    command = ("run", "bicycles/T1-E1", "--caller", "llm")
    found = run_cli(*command, "--caller-model", "m", "--record", record)
    assert (found.code, found.err) == (0, "")
    assert "CALLER: Well, Lovely, thank you. Goodbye." in found.out
    assert "lines reworded 1; as scripted: 1 figure" in found.out
    monkeypatch.setitem(sys.modules, "openai", None)
    again = run_cli(*command, "--replay", record)
    assert again == found
    report = json.loads(run_cli(*command, "--replay", record, "--json").out)
    assert (report["reworded"], report["kept"]) == (1, {"figure": 1})
    assert report["trajectory"]["versions"]["wording"].startswith("m, prompt ")
    assert "canary" not in found.out + json.dumps(report)


@pytest.mark.parametrize(("agent", "reward"), [("oracle", 1.0), ("extra-hop", 0.5)])
@pytest.mark.parametrize("task", ["bicycles/T1-E1", "healthcare/C1-E1"])
def test_where_nobody_calls_the_reference_agent_hangs_up(
    task: str, agent: str, reward: float
) -> None:
    if task.startswith("bicycles") and agent == "extra-hop":
        reward = 1.0  # two desks leave no way round
    found = run_cli("run", task, "--caller", "ticket", "--agent", agent, "--json")
    report = json.loads(found.out)
    assert found.code == 0
    assert (report["ending"], report["reward"]) == ("agent_ended", reward)


def test_play_takes_a_caller_too() -> None:
    found = run_cli("play", "bicycles/T1-E1", "--caller", "ticket", stdin="/quit\n")
    assert "Ines Calloway wants a new chain fitted at Mill Lane on 8 May 2026." in found.out


def test_options_of_a_model_are_refused_without_one() -> None:
    found = run_cli("run", "bicycles/T1-E1", "--replay", "r.jsonl")
    sentence = "mivas: --caller-model, --record and --replay are for --caller llm\n"
    assert (found.code, found.out, found.err) == (2, "", sentence)
    found = run_cli("run", "bicycles/T1-E1", "--caller", "robot")
    assert found.err.startswith("mivas: caller='robot' is unknown; use 'scripted', 'ticket', 'llm'")
