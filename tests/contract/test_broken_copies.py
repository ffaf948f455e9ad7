"""Deliberately broken copies of the package: each is caught, and it is said by which check.

Each break stands twice: patched into this process and shown to the one check that is made for it,
and (slow) written into a copy of the source on which the whole command runs.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import mivas_env
from mivas_env.envs.call_env import CallEnv
from mivas_env.episode.recorder import Recorder
from mivas_env.episode.task import Task
from mivas_env.proof.checks import check_task
from mivas_env.proof.determinism import check_interleaving
from mivas_env.proof.findings import Finding
from mivas_env.proof.isolation import check_isolation
from mivas_env.proof.mutation import mutate
from mivas_env.proof.probing import judge_probes, probe_suite
from mivas_env.proof.secrecy import measure_secrecy
from mivas_env.tools.dispatch import Dispatcher, Outcome
from mivas_env.world.store import World

ROOT = Path(__file__).parents[2]


def rules(findings: Any) -> set[str]:
    return {each.rule for each in findings}


def checks(findings: Any) -> set[str]:
    return {each.check for each in findings}


# ---------------------------------------------------------------- in this process


def test_without_node_scope_the_wrong_desk_is_found(
    repair: Task, storage: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Dispatcher.dispatch

    def everywhere(self: Dispatcher, desk: str, name: str, arguments: object, **more: Any) -> Any:
        tool = self.toolbox.by_name.get(name)
        return honest(self, tool.desks[0] if tool else desk, name, arguments, **more)

    monkeypatch.setattr(Dispatcher, "dispatch", everywhere)
    assert "mutant-replay" in checks(mutate(repair).findings)
    tasks = [repair, storage]
    rows = probe_suite(tasks, ["wrong_node"])
    assert "probe-wrong_node" in checks(judge_probes(tasks, rows))


def test_accepted_empty_arguments_are_found(repair: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Dispatcher._run

    def generous(self: Dispatcher, tool: Any, desk: str, arguments: Any, projected: Any) -> Any:
        if not projected and tool.rules:
            return Outcome(ok=True, data={}, tool=tool)
        return honest(self, tool, desk, arguments, projected)

    monkeypatch.setattr(Dispatcher, "_run", generous)
    rows = probe_suite([repair], ["empty_args", "undeclared_keys", "harness_keys"])
    assert all(repair.name in row.tools_held for row in rows)
    from mivas_env.proof.allowances import Allowances
    from mivas_env.proof.probe_figures import measure_probes

    measured = measure_probes([repair], rows, Allowances())
    assert {each.check for each in measured.figures if not each.holds} == {"A5"}
    assert "A5" in rules(measured.findings)


def test_a_ratio_of_likeness_is_found(repair: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    from rapidfuzz import fuzz

    from mivas_env.verifier.gates import tools

    def alike(fact: Any, live: Any) -> str | None:
        if fact.key not in live.arguments:
            return "absent"
        ratio = fuzz.token_set_ratio(str(fact.expected), str(live.arguments[fact.key]))
        return None if ratio >= 70 else "unlike"

    monkeypatch.setattr(tools, "_find_difference", alike)
    found = mutate(repair).findings
    assert "mutant-breaking" in checks(found)
    assert any("day=" in each.message for each in found)


def test_a_lockfile_in_info_is_found(repair: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = CallEnv._info

    def leaky(env: CallEnv) -> dict[str, Any]:
        assert env.session is not None
        return {**honest(env), "lockfile": env.session.task.lockfile.model_dump(mode="json")}

    monkeypatch.setattr(CallEnv, "_info", leaky)
    assert rules(check_isolation(repair, ("oracle",))) == {"C1", "C5", "C7"}
    assert rules(measure_secrecy([repair], ("oracle",)).findings) == {"C2"}


def test_a_wall_clock_is_found(repair: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    honest = Recorder.tool_answer

    def ticking(self: Recorder, *given: Any) -> None:
        honest(self, *given)
        self.clock_ms += time.perf_counter_ns() % 100_000

    monkeypatch.setattr(Recorder, "tool_answer", ticking)
    assert rules(check_interleaving([repair], sessions=8)) == {"D4"}


def test_a_shared_database_is_found(
    repair: Task, storage: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = World._open
    kept: list[World] = []

    def share(self: World) -> None:
        if not kept:
            honest(self)
            kept.append(self)
        self.__dict__.update(kept[0].__dict__)

    monkeypatch.setattr(World, "_open", share)
    monkeypatch.setattr(World, "close", lambda _self: None)
    monkeypatch.setattr(World, "__del__", lambda _self: None)
    assert "D4" in rules(check_interleaving([repair, storage], sessions=8))
    kept[0].connection.close()


def test_the_honest_package_is_clean(repair: Task, storage: Task) -> None:
    found: list[Finding] = []
    for task in (repair, storage):
        found += [*check_task(task, seeds=(0,)), *mutate(task).findings, *check_isolation(task)]
    found += check_interleaving([repair, storage], sessions=8)
    assert found == []


# ---------------------------------------------------------------- written into a copy


@dataclass(frozen=True)
class Break:
    """One edit of one file, and the rules of which at least one must be found broken."""

    name: str
    file: str
    before: str
    after: str
    caught_by: frozenset[str]


BREAKS = (
    Break(
        "node scope dropped",
        "tools/dispatch.py",
        "elif desk not in tool.desks:",
        "elif False:",
        frozenset({"B2"}),
    ),
    Break(
        "empty arguments accepted",
        "tools/dispatch.py",
        "        complaint = None if isinstance(arguments, dict) else _NOT_AN_OBJECT\n",
        "        if not projected and tool.rules:\n"
        "            return Outcome(ok=True, data={}, tool=tool)\n"
        "        complaint = None if isinstance(arguments, dict) else _NOT_AN_OBJECT\n",
        frozenset({"A5"}),
    ),
    Break(
        "a set ratio instead of equality",
        "verifier/gates/tools.py",
        "fact.canonical == live.canonical(fact.key):\n",
        "len(set(str(fact.canonical)) & set(str(live.canonical(fact.key)))) * 2 "
        ">= len(set(str(fact.canonical))):\n",
        frozenset({"B2"}),
    ),
    Break(
        "the lockfile in info",
        "envs/call_env.py",
        'info: dict[str, Any] = {"step": session.step_count, ',
        'info: dict[str, Any] = {"why": session.task.lockfile.why, "step": session.step_count, ',
        frozenset({"C1", "C2", "C5"}),
    ),
    Break(
        "the wall clock",
        "episode/recorder.py",
        "self.clock_ms += MS_PER_TOOL_CALL\n",
        'self.clock_ms += __import__("time").time_ns() % 100_000\n',
        frozenset({"D1", "D4"}),
    ),
    Break(
        "one database for all calls",
        "world/store.py",
        "        self._template = template\n        self._open()\n",
        "        self._template = template\n"
        "        if not hasattr(World, 'first'):\n"
        "            self._open()\n"
        "            World.first = self\n"
        "        self.__dict__.update(World.first.__dict__)\n",
        frozenset({"D4", "B1"}),
    ),
)


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Path]:
    """A copy of package and toy in which a test may break something."""
    shutil.copytree(ROOT / "mivas_env", tmp_path / "mivas_env")
    shutil.copytree(ROOT / "tasks", tmp_path / "tasks")
    return tmp_path


def prove_copy(folder: Path) -> set[str]:
    """Run `mivas check` of the copy on the toy and return the rules that it finds broken."""
    code = "import sys; sys.argv = ['mivas', *sys.argv[1:]]; from mivas_env.cli import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", code, "check", "--industry", "bicycles", "--json"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT / "tests")))},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert ran.stdout, ran.stderr
    return {finding["rule"] for proof in json.loads(ran.stdout) for finding in proof["findings"]}


def break_copy(folder: Path, flaw: Break) -> None:
    """Make one edit, which must change exactly one place."""
    file = folder / "mivas_env" / flaw.file
    text = file.read_text(encoding="utf-8")
    assert text.count(flaw.before) == 1, flaw.name
    file.write_text(text.replace(flaw.before, flaw.after), encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("flaw", BREAKS, ids=lambda flaw: flaw.name)
def test_a_broken_copy_is_caught(flaw: Break, copy: Path) -> None:
    break_copy(copy, flaw)
    assert prove_copy(copy) & flaw.caught_by


@pytest.mark.slow
def test_an_honest_copy_breaks_none_of_these_rules(copy: Path) -> None:
    caught = frozenset().union(*(flaw.caught_by for flaw in BREAKS))
    assert prove_copy(copy) & caught == set()


@pytest.mark.parametrize("flaw", BREAKS, ids=lambda flaw: flaw.name)
def test_every_break_still_fits_the_source(flaw: Break) -> None:
    text = (ROOT / "mivas_env" / flaw.file).read_text(encoding="utf-8")
    assert text.count(flaw.before) == 1
    compile(text.replace(flaw.before, flaw.after), flaw.file, "exec")


def test_the_package_that_is_tested_is_this_one() -> None:
    assert Path(str(mivas_env.__file__)).is_relative_to(ROOT)
