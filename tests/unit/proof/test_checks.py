"""`mivas check`: a fit task has no findings; each kind of unfit task has its own."""

from typing import Any

import pytest

import mivas_env
from mivas_env.caller.scripted import ScriptedCaller
from mivas_env.episode.task import Task
from mivas_env.errors import Fault
from mivas_env.proof.checks import check_industry, check_task
from mivas_env.schema.lockfile import Lockfile
from mivas_env.verifier.verify import verify_compiled


def edited(task: Task, **changes: Any) -> Task:
    raw = {**task.lockfile.model_dump(mode="json", exclude_none=True), **changes}
    return Task(task.industry, Lockfile.model_validate(raw))


def found(task: Task) -> dict[str, str]:
    return {finding.check: finding.message for finding in check_task(task, seeds=(0,))}


def test_the_toy_tasks_are_fit(repair: Task, manager: Task, storage: Task) -> None:
    for task in (repair, manager, storage):
        assert list(check_task(task)) == []


def test_the_toy_industry_is_fit() -> None:
    assert list(check_industry("bicycles")) == []


def test_an_oracle_that_fails_is_described(repair: Task) -> None:
    oracle = [*repair.lockfile.model_dump(mode="json", exclude_none=True)["oracle"]]
    del oracle[2]
    findings = found(edited(repair, oracle=oracle))
    assert "T=False, H=True, D=False" in findings["oracle-passes"]
    assert "missing ['book_repair']" in findings["oracle-passes"]


def test_a_failing_oracle_is_reported_once_with_the_reason(repair: Task) -> None:
    oracle = repair.lockfile.model_dump(mode="json", exclude_none=True)["oracle"]
    oracle[2]["arguments"] = {**oracle[2]["arguments"], "shop_id": "shop_quay"}
    findings = list(check_task(edited(repair, oracle=oracle)))
    [fails] = [each for each in findings if each.check == "oracle-passes"]
    assert fails.message.startswith("seeds 0, 1, 2: the oracle fails. T=False")
    assert "book_repair: shop_id is 'shop_quay', expected 'shop_mill'" in fails.message
    oracle[2] = {"tool": "book_repair", "arguments": {"bike_id": 99}}
    [fails] = [e for e in check_task(edited(repair, oracle=oracle)) if e.check == "oracle-passes"]
    assert fails.message.endswith("book_repair was refused with INVALID_ARGUMENTS")


def test_an_oracle_that_takes_a_detour_is_not_exact(storage: Task) -> None:
    oracle = storage.lockfile.model_dump(mode="json", exclude_none=True)["oracle"]
    hop = {"tool": "transfer_to_workshop", "arguments": {"next_job": "repair"}}
    findings = found(edited(storage, oracle=[hop, *oracle]))
    assert (
        findings["oracle-exact"] == "seed 0: the oracle's route is in_order_with_extras, not exact"
    )


def test_an_oracle_that_leaves_the_caller_waiting(repair: Task) -> None:
    oracle = repair.lockfile.model_dump(mode="json", exclude_none=True)["oracle"][:3]
    findings = found(edited(repair, oracle=[*oracle, {"tool": "end_call"}]))
    assert findings == {
        "oracle-satisfies": "seed 0: the oracle's call ends agent_ended; open: ['repair']"
    }


def test_a_task_that_expects_nothing_passes_the_idle(repair: Task) -> None:
    nothing = {"exp_handoff_path": [], "exp_tool_calls": [], "exp_db_state": "unchanged"}
    findings = found(edited(repair, **nothing))
    assert findings["lock-empty"] == "nothing is expected, so an agent that does nothing passes"
    assert findings["null-fails"] == "an agent of kind null passes"
    assert findings["hang-up-fails"] == "an agent of kind hang-up passes"


def test_where_no_argument_is_locked_empty_calls_may_pass(manager: Task) -> None:
    assert not any(call.parameters for call in manager.lockfile.exp_tool_calls)
    assert "empty-fails" not in found(manager)


def test_a_task_whose_empty_calls_pass_is_found(
    repair: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lax(*given: Any, **more: Any) -> Any:
        return verify_compiled(*given, **more).model_copy(update={"result": True})

    monkeypatch.setattr("mivas_env.episode.session.verify_compiled", lax)
    findings = found(repair)
    assert findings["empty-fails"] == "an agent of kind empty passes"


def test_a_caller_that_silence_satisfies_is_found(
    repair: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ScriptedCaller, "satisfied", property(lambda _self: True))
    findings = found(repair)
    assert findings["mute-unsatisfied"] == "a silent agent leaves the caller satisfied"


def test_a_broken_tool_raises(repair: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object) -> object:
        message = "a bug"
        raise ZeroDivisionError(message)

    monkeypatch.setattr("mivas_env.tools.dispatch.project", fail)
    with pytest.raises(Fault):
        list(check_task(repair))


@pytest.mark.skipif(
    "healthcare/C1-E1" not in mivas_env.list_tasks(), reason="healthcare is not installed"
)
@pytest.mark.parametrize(
    ("told", "check", "sentence"),
    [
        ({}, "lock-told", "exp_told has no answer for plan_at_office"),
        (
            {"answers": {"plan_at_office": "no"}},
            "oracle-tells",
            "plan_at_office: the caller was told yes, where it is no",
        ),
    ],
)
def test_what_the_caller_must_be_told_follows_from_the_oracle(
    told: dict[str, Any], check: str, sentence: str
) -> None:
    task = mivas_env.load_task("healthcare/C1-E1")
    raw = {**task.lockfile.model_dump(mode="json", by_alias=True), "exp_told": told}
    found = list(check_task(Task(task.industry, Lockfile.model_validate(raw))))
    assert [each.check for each in found] == [check]
    assert sentence in found[0].message
