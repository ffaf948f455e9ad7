"""Proofs of a suite: isolation, determinism, probes, skill, foreign oracles, and their pages."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from mivas_env.envs.call_env import CallEnv
from mivas_env.episode.task import Task
from mivas_env.errors import Fault
from mivas_env.proof import determinism, isolation, probing, suite
from mivas_env.proof.probing import ProbeRow, judge_probes
from mivas_env.proof.suite import count_steps, prove
from mivas_env.proof.trainability import SkillRow, judge_skill, measure_skill, noisy_oracle


def row(probe: str, *passed: str, **more: Any) -> ProbeRow:
    settings: dict[str, Any] = {"mean_reward": 0.0, "satisfied": 0, "strict_passes": 0, **more}
    return ProbeRow(probe, 3, passed, **settings)


def messages(findings: Iterator[Any]) -> list[tuple[str, str]]:
    return [(finding.check, finding.subject) for finding in findings]


# ---------------------------------------------------------------- isolation


def test_the_toy_shows_nothing_of_its_answers(repair: Task, storage: Task) -> None:
    for task in (repair, storage):
        assert list(isolation.check_isolation(task)) == []


def test_a_leak_is_found(repair: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = CallEnv._info

    def leaky(env: CallEnv) -> dict[str, Any]:
        info = honest(env)
        assert env.session is not None
        return {**info, "hint": env.session.task.lockfile.title, "name": env.session.task.name}

    monkeypatch.setattr(CallEnv, "_info", leaky)
    found = list(isolation.check_isolation(repair, ("oracle",)))
    assert {each.check for each in found} == {
        "isolation-key",
        "isolation-canary",
        "isolation-label",
    }
    said = {each.message for each in found}
    assert "oracle: undeclared hint in info" in said
    assert "oracle: undeclared hint in final info" in said
    assert "oracle: bicycles/T1-E1 shows in info" in said


# ---------------------------------------------------------------- determinism


@pytest.fixture
def one_surrounding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(determinism, "SURROUNDINGS", determinism.SURROUNDINGS[:1])


@pytest.mark.usefixtures("one_surrounding")
def test_the_toy_is_deterministic(repair: Task, storage: Task) -> None:
    assert list(determinism.check_determinism([repair.name], (0, 1))) == []
    assert list(determinism.check_interleaving([repair, storage], sessions=6)) == []


@pytest.mark.usefixtures("one_surrounding")
def test_another_digest_is_found(repair: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(determinism, "digest_suite", lambda *_given: "another")
    found = list(determinism.check_determinism([repair.name], (0,)))
    assert [each.check for each in found] == ["determinism-process"]
    assert "PYTHONHASHSEED=0" in found[0].message


def test_calls_that_differ_in_company_are_found(
    repair: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = itertools.count()
    monkeypatch.setattr(determinism, "digest_call", lambda *_given: str(next(numbers)))
    found = [each.check for each in determinism.check_interleaving([repair], sessions=2)]
    assert found == ["separation-turns"] * 2


def test_calls_that_differ_between_threads_are_found(
    repair: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(determinism, "_digest_or_fault", lambda *_given: "another")
    found = [each.check for each in determinism.check_interleaving([repair], sessions=2)]
    assert found == ["separation-threads"] * 2


def test_a_fault_in_company_is_a_finding(repair: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object) -> str:
        message = "the database is locked"
        raise Fault(message)

    alone = [determinism.digest_call(repair, seed) for seed in range(2)]
    answers = iter(alone)
    monkeypatch.setattr(determinism, "digest_call", lambda *given: next(answers, None) or fail())
    found = [each.check for each in determinism.check_interleaving([repair], sessions=2)]
    assert found == ["separation-threads"] * 2


# ---------------------------------------------------------------- probes


def test_passes_that_must_not_be_are_found(repair: Task, manager: Task, storage: Task) -> None:
    tasks = [repair, manager, storage]
    name = repair.name
    found = messages(
        judge_probes(
            tasks,
            [
                row("oracle", repair.name, storage.name),
                row("do_nothing", name, manager.name),
                row("wrong_node", name),
                row("read_spam", name, strict_passes=1),
                row("mute_oracle", satisfied=2),
                row("hedge", name),
            ],
        )
    )
    assert found == [
        ("probe-oracle", manager.name),
        ("probe-do_nothing", name),
        ("probe-wrong_node", name),
        ("probe-read_spam", "suite"),
        ("probe-read_spam", name),
        ("probe-mute_oracle", "suite"),
    ]


def test_variants_are_one_family(repair: Task) -> None:
    assert probing.family_of(repair) == "bicycles/T1-E1"


# ---------------------------------------------------------------- skill


def test_the_reward_tells_skill_apart(repair: Task, storage: Task) -> None:
    rows = measure_skill([repair, storage], (0.0, 0.9))
    assert rows[0].mean_reward == 1.0
    assert rows[0].mean_reward > rows[1].mean_reward
    assert measure_skill([], (0.0,)) == [SkillRow(0.0, 0.0, 0, 0)]


def test_rewards_that_tell_nothing_are_found() -> None:
    rows = [SkillRow(0.0, 0.5, 0, 10), SkillRow(0.3, 0.5, 5, 10)]
    assert messages(judge_skill("bicycles", rows)) == [
        ("skill-order", "bicycles"),
        ("skill-variance", "bicycles"),
    ]


def test_a_noisy_oracle_follows_its_seed(repair: Task) -> None:
    def actions(seed: int) -> list[object]:
        agent = noisy_oracle(repair, 0.6, seed)
        return [agent(None) for _ in range(8)]  # type: ignore[arg-type]

    assert actions(1) == actions(1)
    assert len({repr(actions(seed)) for seed in range(12)}) > 4


# ---------------------------------------------------------------- whole suites


def test_a_task_that_faults_is_a_finding(repair: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_task: Task) -> Iterator[Any]:
        message = "a tool failed"
        raise Fault(message)
        yield

    monkeypatch.setattr(suite, "check_task", broken)
    proof = prove("bicycles", [repair])
    assert [(each.check, each.message) for each in proof.findings] == [("loads", "a tool failed")]
    assert proof.probes == []


def test_steps_are_counted_for_the_progress_bar(
    repair: Task, storage: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suite, "check_determinism", lambda *_given: iter(()))
    steps = itertools.count()
    prove("bicycles", [repair, storage], on_step=lambda: next(steps))
    assert next(steps) == count_steps(2, thorough=False)
