"""`mivas list` and `mivas show`."""

import json

from cli_runner import run_cli


def test_list_prints_a_table() -> None:
    found = run_cli("list", "bicycles")
    assert found.code == 0
    assert found.out.splitlines()[0].split() == ["task", "id", "difficulty", "audio", "title"]
    assert "bicycles/T1-E1  mivas/bicycles-T1E1  easy" in found.out


def test_list_prints_json() -> None:
    rows = json.loads(run_cli("list", "bicycles", "--json").out)
    assert [row["task"] for row in rows] == ["bicycles/T1-E1", "bicycles/T2-E1", "bicycles/T3-M1"]
    assert rows[0]["id"] == "mivas/bicycles-T1E1"
    assert rows[0]["split"] == "train"
    assert len(rows[0]["digest"]) == 12


def test_list_of_one_split() -> None:
    rows = json.loads(run_cli("list", "bicycles", "--split", "eval", "--json").out)
    assert [row["task"] for row in rows] == ["bicycles/T3-M1"]


def test_an_unknown_industry_is_one_sentence() -> None:
    found = run_cli("list", "bicycels")
    assert (found.code, found.out) == (2, "")
    assert found.err == "mivas: there is no industry 'bicycels'; did you mean bicycles?\n"


def test_show_tells_what_a_task_expects_and_draws_the_desks() -> None:
    found = run_cli("show", "bicycles/T1-E1")
    assert found.code == 0
    assert "A new chain at Mill Lane" in found.out
    assert 'book_repair(bike_id=1, shop_id="shop_mill"' in found.out
    assert 'insert repairs {"row":{"bike_id":1' in found.out
    assert "0 counter (1 tools)" in found.out
    assert "1 workshop (2 tools)" in found.out
    assert "accounts (3 tools)" in found.out


def test_show_of_a_task_that_ends_with_a_person() -> None:
    assert "insert notes" in run_cli("show", "bicycles/T2-E1").out


def test_show_prints_json() -> None:
    shown = json.loads(run_cli("show", "bicycles-T1E1", "--json").out)
    assert shown["exp_handoff_path"] == ["transfer_to_workshop"]
    assert shown["why"]
    assert "oracle" not in shown
    assert "caller" not in shown


def test_show_suggests_a_near_name() -> None:
    found = run_cli("show", "bicycles/T1-E7")
    assert found.code == 2
    assert "did you mean bicycles/T1-E1" in found.err
