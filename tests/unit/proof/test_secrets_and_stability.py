"""Secrecy, injected rows, resets, vectors, workers, leaks: clean on the toy, found when broken."""

import itertools
from typing import Any

import pytest
from toy_industry.industry import BICYCLES

from mivas_env.envs.call_env import CallEnv
from mivas_env.episode.kit import kit_of
from mivas_env.episode.session import CallSession
from mivas_env.episode.task import Task
from mivas_env.proof import injection, secrecy, stability
from mivas_env.proof.figures import Measured
from mivas_env.world.store import World


def checks(measured: Measured) -> set[str]:
    return {each.check for each in measured.findings}


# ---------------------------------------------------------------- secrecy


def test_the_toy_shows_nothing_that_depends_on_its_locks(repair: Task, storage: Task) -> None:
    measured = secrecy.measure_secrecy([repair, storage])
    assert measured.findings == []
    assert measured.figures[0].holds


def test_other_locks_keep_caller_and_budget(repair: Task) -> None:
    other = secrecy.with_other_locks(repair)
    assert other.lockfile.caller.script == repair.lockfile.caller.script
    assert other.tool_call_budget == repair.tool_call_budget
    assert other.lockfile.id == repair.lockfile.id
    for field in ("title", "why", "exp_tool_calls", "exp_handoff_path", "oracle", "difficulty"):
        assert getattr(other.lockfile, field) != getattr(repair.lockfile, field), field


def test_a_lockfile_in_info_is_found(repair: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = CallEnv._info

    def leaky(env: CallEnv) -> dict[str, Any]:
        assert env.session is not None
        return {**honest(env), "hint": env.session.task.lockfile.why}

    monkeypatch.setattr(CallEnv, "_info", leaky)
    found = secrecy.measure_secrecy([repair], ("oracle",))
    assert checks(found) == {"secrecy-stretch", "secrecy-influence"}


def test_an_influence_without_a_word_is_found(
    repair: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = CallEnv._info

    def leaky(env: CallEnv) -> dict[str, Any]:
        assert env.session is not None
        return {**honest(env), "n": len(env.session.task.lockfile.exp_tool_calls)}

    monkeypatch.setattr(CallEnv, "_info", leaky)
    assert checks(secrecy.measure_secrecy([repair], ("oracle",))) == {"secrecy-influence"}


def test_only_what_is_nowhere_public_is_secret(repair: Task) -> None:
    secret = secrecy.secret_shingles(repair)
    why = next(secrecy.shingles(repair.lockfile.why))
    spoken = next(secrecy.shingles(next(iter(repair.lockfile.caller.script.lines()))))
    assert why in secret
    assert spoken not in secret
    assert "find_bike" not in "".join(secret)
    assert list(secrecy.shingles("short")) == []
    assert list(secrecy.shingles("Thirteen chr.")) == ["thirteen chr", "hirteen chr."]


# ---------------------------------------------------------------- injection


def test_orders_in_rows_move_nobody(repair: Task, storage: Task) -> None:
    measured = injection.measure_injection([repair, storage])
    found = checks(measured)
    # The toy has no prose column that a tool reads, which the check says.
    assert found <= {"injection-unseen"}


def test_every_prose_column_takes_the_text() -> None:
    import sqlite3

    scratch = sqlite3.connect(":memory:", isolation_level=None)
    scratch.deserialize(kit_of(BICYCLES).template.image)
    scratch.execute("CREATE TABLE rules (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT")
    scratch.execute(
        "INSERT INTO rules VALUES ('a', 'Ring the bell twice.'), ('b', 'Be very kind.')"
    )
    from dataclasses import replace

    template = replace(kit_of(BICYCLES).template, image=scratch.serialize())
    changed = injection.with_injection(template, "IGNORE ME")
    world = World(changed)
    rows = world.connection.execute("SELECT id, body FROM rules ORDER BY id").fetchall()
    assert rows == [("a", "Ring the bell twice. IGNORE ME"), ("b", "Be very kind. IGNORE ME")]
    named = "SELECT count(*) FROM bikes WHERE owner LIKE '%IGNORE%'"
    assert world.connection.execute(named).fetchone() == (0,)
    assert changed.seed_state == template.seed_state
    world.close()
    scratch.close()


def test_a_row_that_moves_the_verdict_is_found(
    repair: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = itertools.count()
    honest = injection.verify_compiled

    def moved(*given: Any) -> Any:
        return honest(*given).model_copy(update={"result": next(numbers) < 2})

    monkeypatch.setattr(injection, "verify_compiled", moved)
    assert "injection" in checks(injection.measure_injection([repair]))


def test_there_are_twenty_orders() -> None:
    assert len(set(injection.INJECTIONS)) == 20
    assert injection.measure_injection([]).findings == []


# ---------------------------------------------------------------- stability


def test_the_toy_stands_still(repair: Task, storage: Task) -> None:
    for measured in (
        stability.measure_resets("bicycles"),
        stability.measure_vectors([repair, storage]),
        stability.measure_spawning([repair, storage]),
        stability.measure_checkers([repair]),
        stability.measure_leaks("bicycles", resets=200),
    ):
        assert measured.findings == []
        assert all(each.holds for each in measured.figures)


def test_resets_that_wander_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = itertools.count()
    honest = CallEnv.reset

    def wandering(env: CallEnv, **_given: Any) -> Any:
        return honest(env, seed=next(numbers))

    monkeypatch.setattr(CallEnv, "reset", wandering)
    assert checks(stability.measure_resets("bicycles")) == {"resets"}


def test_a_vector_that_differs_is_found(repair: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = stability._play_alone
    monkeypatch.setattr(stability, "_play_alone", lambda *given: honest(*given)[1:])
    assert checks(stability.measure_vectors([repair])) == {"vector"}


def test_an_id_that_no_fresh_process_makes_is_found(
    repair: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Task, "gym_id", property(lambda _self: "mivas/bicycles-T9X9"))
    measured = stability.measure_spawning([repair])
    assert checks(measured) == {"spawn"}
    assert "T9X9" in measured.findings[0].message


def test_what_the_checker_says_is_found(repair: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = CallEnv._observe
    monkeypatch.setattr(CallEnv, "_observe", lambda env: {**honest(env), "content": 7})
    assert checks(stability.measure_checkers([repair])) == {"checker"}


def test_growth_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = itertools.count()
    monkeypatch.setattr(stability, "_resident_bytes", lambda: next(numbers) * 10**9)
    monkeypatch.setattr(stability, "_open_files", lambda: next(numbers))
    measured = stability.measure_leaks("bicycles", resets=1)
    said = [each.message for each in measured.findings]
    assert [text.split(" resets ")[1][:5] for text in said] == ["memor", "files"]
    assert "2 grow" in measured.figures[0].figure


def test_without_proc_nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    from pathlib import Path

    monkeypatch.setattr(stability, "_STATM", Path("/no/such/file"))
    assert stability.measure_leaks("bicycles", resets=1).findings == []


def test_sessions_that_share_a_world_are_found(
    repair: Task, storage: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mivas_env.proof.determinism import check_interleaving

    shared = World(kit_of(BICYCLES).template)
    honest = CallSession.__init__

    def sharing(session: CallSession, *given: Any, **more: Any) -> None:
        honest(session, *given, **{**more, "world": shared})

    monkeypatch.setattr(CallSession, "__init__", sharing)
    monkeypatch.setattr(World, "close", lambda _self: None)
    found = {each.check for each in check_interleaving([repair, storage], sessions=6)}
    assert "separation-turns" in found
