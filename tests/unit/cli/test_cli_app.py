"""The command itself: its version, its module, and output or files that cannot be written."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runner import run_cli

import mivas_env


def ran(*arguments: str, **more: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "mivas_env", *arguments]
    return subprocess.run(command, text=True, check=False, stderr=subprocess.PIPE, **more)  # type: ignore[call-overload,no-any-return]


def test_the_version_is_told() -> None:
    found = run_cli("--version")
    assert (found.code, found.out) == (0, f"mivas-env {mivas_env.__version__}\n")


def test_the_package_is_a_command() -> None:
    found = ran("list", "bicycles", "--json", stdout=subprocess.PIPE)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith('[{"task":"bicycles/T1-E1"')


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")  # noqa: PTH110
def test_a_full_output_is_one_sentence() -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123  (a device)
        found = ran("list", "bicycles", stdout=full)
    assert found.returncode == 2
    assert found.stderr.startswith("mivas: the output cannot be written: No space left")
    assert len(found.stderr.splitlines()) == 1


@pytest.mark.skipif(os.name == "nt", reason="descriptors are closed otherwise there")
def test_a_closed_output_is_one_sentence() -> None:
    command = f"'{sys.executable}' -m mivas_env list bicycles >&-"
    found = subprocess.run(
        ["/bin/sh", "-c", command], text=True, check=False, stderr=subprocess.PIPE
    )
    assert found.returncode == 2
    assert found.stderr.startswith("mivas: standard output is closed")
    assert len(found.stderr.splitlines()) == 1


@pytest.mark.skipif(os.name == "nt", reason="descriptors are closed otherwise there")
@pytest.mark.parametrize("more", ["", "--json"])
def test_a_closed_input_is_one_sentence(more: str) -> None:
    command = f"'{sys.executable}' -m mivas_env play bicycles/T1-E1 {more} <&-"
    found = subprocess.run(["/bin/sh", "-c", command], text=True, check=False, capture_output=True)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.startswith("mivas: standard input is closed, but `play` reads there")
    assert len(found.stderr.splitlines()) == 1


ASCII = {**os.environ, "PYTHONIOENCODING": "ascii"}


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_terminal_that_knows_few_characters_is_written_to(more: tuple[str, ...]) -> None:
    said = '{"say": "Caf\\u00e9 \\u2014 \\ud83d\\udeb2"}\n/end_call\n'
    found = ran("play", "bicycles/T1-E1", *more, input=said, stdout=subprocess.PIPE, env=ASCII)
    assert found.returncode == 1
    assert "Traceback" not in found.stderr
    assert "\\u2026" in found.stderr + found.stdout  # the help's own three dots
    if more:
        events = json.loads(found.stdout)["trajectory"]["events"]
        assert [each["content"] for each in events if each["kind"] == "agent"][-1] == "Café — 🚲"
    else:
        assert "AGENT: Caf\\u00e9 \\u2014 \\ud83d\\udeb2" in found.stdout


def test_what_cannot_be_read_in_that_encoding_is_one_sentence() -> None:
    found = ran("play", "bicycles/T1-E1", input="Café\n", stdout=subprocess.PIPE, env=ASCII)
    assert found.returncode == 2
    assert found.stderr == (
        "mivas: what was typed is not readable as ascii; set PYTHONIOENCODING=utf-8\n"
    )


def test_a_reader_that_leaves_early_is_no_error_to_talk_about() -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        found = ran("list", "bicycles", "--json", stdout=write)
    finally:
        os.close(write)
    assert (found.returncode, found.stderr) == (1, "")


@pytest.fixture
def blocked(tmp_path: Path) -> Path:
    """A place below which nothing can be written, whoever asks: a file stands in its way."""
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    return file / "below"


def sentence(*arguments: str) -> str:
    found = run_cli(*arguments)
    assert found.code == 2
    assert found.err.startswith("mivas: ")
    assert len(found.err.splitlines()) == 1
    return found.err


def test_places_that_cannot_be_written_are_one_sentence(blocked: Path) -> None:
    # The place is tried before anything is checked, which takes long.
    said = sentence("check", "--industry", "bicycles", "--report", str(blocked))
    assert f"{blocked} cannot be read or written: Not a directory" in said
    assert "cannot be read or written" in sentence("docs", "--root", str(blocked))


def test_a_task_file_that_cannot_be_written_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Path("tests/toy_industry/tasks/bicycles/T1-E1.yaml").resolve()
    copy = tmp_path / "mine.yaml"
    copy.write_bytes(text.read_bytes())

    def refuse(self: Path, *_given: object, **_more: object) -> int:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "write_text", refuse)
    assert "mine.yaml cannot be read or written: Permission denied" in sentence(
        "lock", str(copy), "--write"
    )
