"""Run the mutants of a task and say which did not do as predicted (PROOF B2 to B4)."""

from collections.abc import Iterator
from dataclasses import dataclass

from mivas_env.episode.task import Task
from mivas_env.proof.findings import Finding
from mivas_env.proof.mutants.breaking import breaking_mutants
from mivas_env.proof.mutants.harmless import harmless_mutants
from mivas_env.proof.mutants.model import failed_gates, is_as_predicted, play_reference
from mivas_env.proof.mutants.replay import Replay, replay_mutants

MIN_BREAKING = 25
MIN_HARMLESS = 10


@dataclass(frozen=True, slots=True)
class MutationCount:
    """How many mutants of each kind a task has, and what went against prediction."""

    task: str
    breaking: int
    harmless: int
    replayed: int
    findings: tuple[Finding, ...]


def mutate(task: Task) -> MutationCount:
    """Judge every mutant of a task.

    Raises:
        TaskError: the oracle fails, so there is nothing to mutate.
    """
    reference = play_reference(task)
    findings: list[Finding] = []
    counts = {"breaking": 0, "harmless": 0}
    for kind, mutants in (
        ("breaking", breaking_mutants(reference)),
        ("harmless", harmless_mutants(reference)),
    ):
        for mutant in mutants:
            counts[kind] += 1
            verification = reference.judge(mutant.calls, mutant.state)
            if not is_as_predicted(mutant, verification):
                failed = ", ".join(sorted(failed_gates(verification))) or "none"
                predicted = ", ".join(sorted(mutant.fails)) or "none"
                message = (
                    f"{mutant.label}: gates that fail: {failed}, predicted: {predicted}; "
                    f"verdict {verification.verdict.value}"
                )
                findings.append(Finding(f"mutant-{kind}", task.name, message))
    replays = list(replay_mutants(task))
    findings.extend(_judge_replays(task, replays))
    return MutationCount(
        task.name, counts["breaking"], counts["harmless"], len(replays), tuple(findings)
    )


def _judge_replays(task: Task, replays: list[Replay]) -> Iterator[Finding]:
    for replay in replays:
        if replay.passed != replay.should_pass:
            outcome = "passes" if replay.passed else "fails"
            message = f"replayed with {replay.label}, the call {outcome}"
            yield Finding("mutant-replay", task.name, message)
