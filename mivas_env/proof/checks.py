"""Run the checks of one task: it can be played, exactly, and not by doing nothing."""

from collections.abc import Iterator

from mivas_env.agents.protocol import Agent, AgentFactory, play_back
from mivas_env.agents.rollout import roll_out
from mivas_env.agents.scripted import hang_up_at_once, mute_oracle, null, oracle
from mivas_env.episode.kit import Kit, kit_of
from mivas_env.episode.session import CallSession
from mivas_env.episode.task import Task
from mivas_env.proof.findings import Finding
from mivas_env.proof.lints import lint_lockfile, lint_prompts, lint_script, lint_seed
from mivas_env.registry import industry_named, task_folder, task_ids
from mivas_env.schema.script import AskKind
from mivas_env.schema.verification import Verdict
from mivas_env.tasks import eval_digest, frozen_eval_digest, read_splits

DEFAULT_SEEDS = (0, 1, 2)
"""Caller wordings that the oracle must satisfy."""


def check_industry(name: str) -> Iterator[Finding]:
    """Yield what is wrong with an industry's prompts and seed."""
    kit = kit_of(industry_named(name))
    yield from lint_prompts(kit)
    yield from lint_seed(kit)
    yield from check_splits(name)


def check_splits(name: str) -> Iterator[Finding]:
    """Yield tasks outside the splits, families torn apart, and eval tasks that were changed."""
    splits = read_splits(task_folder(name))
    if not splits:
        return
    ids = task_ids(name)
    for task_id in ids:
        if task_id not in splits:
            yield Finding("split", f"{name}/{task_id}", "stands in no split; add it to splits.yaml")
    for task_id in splits:
        if task_id not in ids:
            yield Finding("split", f"{name}/{task_id}", "stands in splits.yaml but has no file")
        family = "-".join(task_id.split("-")[:2])
        if splits.get(family, splits[task_id]) != splits[task_id]:
            message = f"is a variant of {family} but stands in another split"
            yield Finding("split", f"{name}/{task_id}", message)
    frozen = frozen_eval_digest(name) if set(splits) <= set(ids) else None
    if frozen is not None and frozen != eval_digest(name):
        message = (
            "an eval task changed: say so in CHANGELOG.md under Scores, bump the industry's "
            f"version and set eval_digest: {eval_digest(name)}"
        )
        yield Finding("split-frozen", name, message)


def check_task(task: Task, *, seeds: tuple[int, ...] = DEFAULT_SEEDS) -> Iterator[Finding]:
    """Yield what is wrong with a task; nothing when it may ship (PROOF A1, A3 to A6, B1)."""
    kit = kit_of(industry_named(task.industry))
    yield from lint_lockfile(task, kit)
    yield from lint_script(task, kit)
    yield from _check_oracle(task, seeds)
    idle: dict[str, AgentFactory] = {"null": null, "hang-up": hang_up_at_once}
    if any(call.parameters for call in task.lockfile.exp_tool_calls):
        idle["empty"] = _empty_calls
    for label, factory in idle.items():
        session = _play(task, factory)
        if session.verification is not None and session.verification.result:
            yield Finding(f"{label}-fails", task.name, f"an agent of kind {label} passes")
    yield from _check_mute(task, kit)


def _play(task: Task, factory: AgentFactory, seed: int = 0) -> CallSession:
    session = CallSession(task, industry_named(task.industry), seed=seed)
    try:
        return roll_out(session, factory(task))
    finally:
        session.close()


def _empty_calls(task: Task) -> Agent:
    """Make every call of the oracle without arguments."""
    calls = [
        {"tool": step.tool, "arguments": {}}
        for step in task.lockfile.oracle
        if step.tool is not None
    ]
    return play_back(iter([*calls, {"tool": "end_call", "arguments": {}}]))


def _check_oracle(task: Task, seeds: tuple[int, ...]) -> Iterator[Finding]:
    """Yield what is wrong with the oracle's calls, once for all seeds that show the same."""
    by_finding: dict[Finding, list[str]] = {}
    for seed in seeds:
        for finding in _check_oracle_once(task, seed):
            by_finding.setdefault(finding, []).append(str(seed))
    for finding, shown in by_finding.items():
        head = f"seed{'s' if len(shown) > 1 else ''} {', '.join(shown)}"
        yield Finding(finding.check, finding.subject, f"{head}: {finding.message}")


def _check_oracle_once(task: Task, seed: int) -> Iterator[Finding]:
    session = _play(task, oracle, seed)
    verification = session.verification
    human = any(ask.kind is AskKind.HUMAN for ask in task.lockfile.caller.script.asks)
    ending = "transferred_to_human" if human else "caller_satisfied"
    if verification is None or not verification.result:
        gates = "" if verification is None else _describe_failure(session)
        yield Finding("oracle-passes", task.name, f"the oracle fails. {gates}")
    elif verification.verdict is not Verdict.EXACT:
        message = f"the oracle's route is {verification.verdict.value}, not exact"
        yield Finding("oracle-exact", task.name, message)
    if session.ending != ending or not session.caller_satisfied:
        still_open = session.diagnostics().get("open_asks")
        message = f"the oracle's call ends {session.ending}; open: {still_open}"
        yield Finding("oracle-satisfies", task.name, message)
    if session.told_misses:
        message = f"the strict reward refuses the oracle. {'; '.join(session.told_misses)}"
        yield Finding("oracle-tells", task.name, message)
    unlocked = sorted(session.told.answers.keys() - task.lockfile.exp_told.answers.keys())
    if unlocked:
        message = f"exp_told has no answer for {', '.join(unlocked)}; `mivas lock` gives it, or any"
        yield Finding("lock-told", task.name, message)


def _describe_failure(session: CallSession) -> str:
    found = session.verification
    assert found is not None  # noqa: S101  (asked only after a verification)
    gates = ", ".join(f"{gate}={getattr(found, gate)}" for gate in ("T", "H", "D"))
    said = [gates, f"missing {list(found.missing)}", f"path {list(found.actual_path)}"]
    misses = [
        f"{match.name}: {miss.reason}"
        for match in found.call_matches
        for miss in (match.candidates if match.actual_index is None else ())
    ]
    refused = [
        f"{call.name} was refused with {call.error_code}"
        for call in session.trajectory().calls
        if call.error_code is not None
    ]
    return "; ".join((*said, *dict.fromkeys((*misses, *refused))))


def _check_mute(task: Task, kit: Kit) -> Iterator[Finding]:
    asks = task.lockfile.caller.script.asks
    if all(ask.kind is AskKind.HUMAN for ask in asks):
        return
    session = _play(task, mute_oracle)
    if session.caller_satisfied:
        message = "a silent agent leaves the caller satisfied"
        yield Finding("mute-unsatisfied", f"{task.name} of {kit.industry.name}", message)
