"""`mivas run` and `mivas play`."""

import json

import pytest
from cli_runner import run_cli

from mivas_env.agents.scripted import SCRIPTED

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


@pytest.mark.parametrize("agent", SCRIPTED)
def test_run_leaves_with_zero_only_for_a_pass(agent: str) -> None:
    found = run_cli("run", "bicycles/T1-E1", "--agent", agent, "--json")
    report = json.loads(found.out)
    assert found.code == (0 if report["verification"]["result"] else 1)
    assert (found.code == 0) == (agent in ("oracle", "mute-oracle", "extra-hop"))


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


@pytest.mark.parametrize("typed", ["/quit\n", ""])
def test_play_may_be_left(typed: str) -> None:
    found = run_cli("play", "bicycles/T1-E1", stdin=typed)
    assert found.code == 1
    assert "left without finishing; nothing was scored" in found.out
