"""`mivas export`."""

import json

import pytest
from cli_runner import run_cli


@pytest.mark.parametrize("form", ["openai", "jsonl", "trl"])
def test_the_command_writes_one_file(tmp_path, form) -> None:
    out = tmp_path / "calls.jsonl"
    ran = run_cli(
        *("export", "--format", form, "--industry", "bicycles", "--split", "all"),
        *("--out", str(out), "--json"),
    )
    assert (ran.code, ran.err) == (0, "")
    lines = out.read_text(encoding="utf-8").splitlines()
    assert json.loads(ran.out) == {"out": str(out), "calls": 3, "lines": len(lines)}
    assert len(lines) >= 3
    assert all(json.loads(line) for line in lines)


def test_a_dash_prints_the_lines(tmp_path) -> None:
    out = tmp_path / "calls.jsonl"
    arguments = ("export", "--industry", "bicycles", "--split", "all", "--out")
    assert run_cli(*arguments, str(out)).code == 0
    printed = run_cli(*arguments, "-")
    assert (printed.code, printed.err) == (0, "")
    assert printed.out == out.read_text(encoding="utf-8")


def test_the_command_says_what_it_cannot_do(tmp_path) -> None:
    out = str(tmp_path / "calls.jsonl")
    assert "format='csv'" in run_cli("export", "--format", "csv", "--out", out).err
    missing = str(tmp_path / "nowhere" / "calls.jsonl")
    ran = run_cli("export", "--industry", "bicycles", "--out", missing)
    assert ran.code == 2
    assert "cannot be written" in ran.err
    plain = run_cli("export", "--industry", "bicycles", "--out", out)
    assert plain.out.startswith("written: ")
