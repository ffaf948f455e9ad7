"""Thousands of calls without `close` leave no memory, file or thread behind (PROOF D8)."""

import gc
import resource
import tempfile
import threading
import weakref
from pathlib import Path

import gymnasium as gym
import pytest
from toy_industry.play import dial

from mivas_env.episode.kit import kit_of
from mivas_env.registry import industry_named

LINUX = Path("/proc/self/statm").exists()
needs_proc = pytest.mark.skipif(not LINUX, reason="memory and files are read from /proc")


def resident_bytes() -> int:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


@needs_proc
def test_five_thousand_resets_leak_nothing() -> None:
    env = gym.make("mivas/bicycles", disable_env_checker=True)

    def play(count: int) -> None:
        for seed in range(count):
            env.reset(seed=seed)
            env.step({"tool": "find_bike", "arguments": {"owner": "Ines Calloway"}})
            env.step("Hello.")

    play(300)
    memory, files, threads = resident_bytes(), open_files(), threading.active_count()
    play(5_000)
    assert resident_bytes() - memory < 20 * 1024 * 1024
    assert open_files() == files
    assert threading.active_count() == threads


@needs_proc
def test_dropped_sessions_and_environments_are_freed() -> None:
    def play(count: int) -> None:
        for seed in range(count):
            dial(seed=seed).say("Hello.")
            gym.make("mivas/bicycles-T1E1", disable_env_checker=True).reset(seed=seed)

    play(50)
    memory, files = resident_bytes(), open_files()
    play(500)
    assert resident_bytes() - memory < 20 * 1024 * 1024
    assert open_files() == files


def test_a_dropped_session_frees_its_world_at_once() -> None:
    gc.collect()
    gc.disable()
    try:
        session = dial()
        world = weakref.ref(session._world)
        del session
        assert world() is None
    finally:
        gc.enable()


def test_no_temporary_file_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for seed in range(20):
        session = dial(seed=seed)
        session.call_tool("leave_note", {"for_whom": "Ana", "text": "Ring."})
        session.hang_up()
        session.close()
    assert list(tmp_path.iterdir()) == []


def test_no_file_is_opened_in_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    session = dial()
    session.say("Hello.")

    def refuse(*_given: object, **_more: object) -> object:
        message = "a file was opened in a step"
        raise AssertionError(message)

    monkeypatch.setattr("builtins.open", refuse)
    monkeypatch.setattr("io.open", refuse)
    session.call_tool("find_bike", {"owner": "Ines Calloway"})
    session.say("Hello again.")
    session.hang_up()


@pytest.mark.parametrize("name", ["bicycles", "healthcare"])
def test_an_idle_session_is_small(name: str) -> None:
    assert len(kit_of(industry_named(name)).template.image) < 384 * 1024
