"""Prove a whole suite: tasks, mutants, probes, isolation, determinism, and what rewards tell."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from mivas_env.agents.probes import PROBES
from mivas_env.episode.kit import kit_of
from mivas_env.episode.task import Task
from mivas_env.errors import MivasError
from mivas_env.proof.checks import check_industry, check_task
from mivas_env.proof.determinism import check_determinism, check_interleaving
from mivas_env.proof.findings import Finding
from mivas_env.proof.isolation import check_isolation
from mivas_env.proof.mutation import MIN_BREAKING, MIN_HARMLESS, MutationCount, mutate
from mivas_env.proof.probing import (
    CrossPass,
    ProbeRow,
    cross_oracles,
    family_of,
    judge_probes,
    probe_suite,
    spam_cost,
)
from mivas_env.proof.trainability import ERROR_RATES, SkillRow, judge_skill, measure_skill
from mivas_env.registry import industry_named

Progress = Callable[[], None]
SAMPLE = 12
"""Tasks that are sampled for isolation and determinism when not everything is asked for."""
CHEAP = 60
"""Spam cost up to which a task is listed: three times the smallest tool-call budget (PROOF A7)."""
MAX_CROSS_SHARE = 0.01
"""Share of foreign oracles that may pass a task, over the whole matrix (PROOF A13)."""


@dataclass
class Proof:
    """What was found out about one industry's suite.

    `cross` is None when the matrix was not played. `crossed` counts the pairs that were.
    """

    industry: str
    versions: dict[str, str]
    tasks: int
    findings: list[Finding] = field(default_factory=list)
    mutations: list[MutationCount] = field(default_factory=list)
    probes: list[ProbeRow] = field(default_factory=list)
    spam_costs: dict[str, int] = field(default_factory=dict)
    skill: list[SkillRow] = field(default_factory=list)
    cross: list[CrossPass] | None = None
    crossed: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain JSON."""
        return {
            "industry": self.industry,
            "versions": self.versions,
            "tasks": self.tasks,
            "findings": [
                {"check": f.check, "subject": f.subject, "message": f.message}
                for f in self.findings
            ],
            "mutants": {
                count.task: {
                    "breaking": count.breaking,
                    "harmless": count.harmless,
                    "replayed": count.replayed,
                }
                for count in self.mutations
            },
            "probes": {
                row.probe: {
                    "passed": list(row.passed),
                    "mean_reward": row.mean_reward,
                    "satisfied": row.satisfied,
                    "strict_passes": row.strict_passes,
                }
                for row in self.probes
            },
            "spam_costs": self.spam_costs,
            "skill": {
                str(row.error_rate): {"mean_reward": row.mean_reward, "varied": row.varied}
                for row in self.skill
            },
            "cross": None
            if self.cross is None
            else {
                "pairs": self.crossed,
                "passes": [[each.player, each.task] for each in self.cross],
            },
        }


def count_steps(tasks: int, *, thorough: bool) -> int:
    """Return how often `prove` reports progress."""
    extra = tasks * (tasks + 1 + len(ERROR_RATES)) if thorough else 0
    return tasks * (2 + len(PROBES)) + extra


def prove(
    industry: str,
    tasks: Sequence[Task],
    *,
    thorough: bool = False,
    on_step: Progress = lambda: None,
) -> Proof:
    """Run every check of a suite.

    `thorough` adds isolation and determinism over every task, policies of graded skill, and the
    matrix of foreign oracles; without it isolation and determinism are sampled.
    """
    kit = kit_of(industry_named(industry))
    proof = Proof(industry, dict(kit.versions), len(tasks))
    proof.findings.extend(check_industry(industry))
    playable: list[Task] = []
    for task in tasks:
        found = list(_guarded(task))
        proof.findings.extend(found)
        on_step()
        if not any(each.check.startswith(("oracle-", "loads")) for each in found):
            playable.append(task)
    for task in playable:
        count = mutate(task)
        proof.mutations.append(count)
        proof.findings.extend(count.findings)
        proof.findings.extend(_judge_counts(count))
        on_step()
    proof.probes = probe_suite(playable, on_step=on_step)
    proof.findings.extend(judge_probes(playable, proof.probes))
    proof.spam_costs = {task.name: spam_cost(task) for task in playable}
    sample = playable if thorough else playable[:: max(1, len(playable) // SAMPLE)]
    for task in sample:
        proof.findings.extend(check_isolation(task))
    names = [task.name for task in sample]
    if sample:
        proof.findings.extend(check_determinism(names, (0, 1, 2) if thorough else (0,)))
        proof.findings.extend(check_interleaving(sample))
    if thorough:
        proof.skill = measure_skill(playable, on_step=on_step)
        proof.findings.extend(judge_skill(industry, proof.skill))
        proof.cross = cross_oracles(playable, on_step=on_step)
        proof.crossed = sum(
            family_of(one) != family_of(other) for one in playable for other in playable
        )
        proof.findings.extend(_judge_cross(proof, {task.name: task for task in playable}))
    return proof


def _guarded(task: Task) -> Iterator[Finding]:
    try:
        yield from check_task(task)
    except MivasError as error:
        yield Finding("loads", task.name, str(error))


def _judge_counts(count: MutationCount) -> Iterator[Finding]:
    if count.breaking < MIN_BREAKING or count.harmless < MIN_HARMLESS:
        message = f"only {count.breaking} breaking and {count.harmless} harmless mutants"
        yield Finding("mutant-count", count.task, message)


def _judge_cross(proof: Proof, tasks: dict[str, Task]) -> Iterator[Finding]:
    cross = proof.cross or []
    if proof.crossed and len(cross) / proof.crossed > MAX_CROSS_SHARE:
        message = f"{len(cross)} of {proof.crossed} foreign oracles pass"
        yield Finding("cross-share", proof.industry, message)
    for each in cross:
        splits = {tasks[each.player].split, tasks[each.task].split}
        if "eval" in splits and len(splits) > 1:
            message = f"the oracle of {each.player} passes it across the border of eval"
            yield Finding("cross-split", each.task, message)


def render_proof(proof: Proof) -> str:
    """Return a proof as a Markdown page, dated by versions, not by a clock."""
    lines = [f"## {proof.industry}", ""]
    lines += [f"{key} `{value}`  " for key, value in proof.versions.items()]
    breaking = sum(count.breaking for count in proof.mutations)
    harmless = sum(count.harmless for count in proof.mutations)
    replayed = sum(count.replayed for count in proof.mutations)
    summary = (
        f"{proof.tasks} tasks, {len(proof.findings)} findings. Mutants: {breaking} breaking and "
        f"{harmless} harmless ones on edited calls, {replayed} played again on the tool server."
    )
    lines += [
        "",
        summary,
        "",
        "| probe | passes | mean r_train | callers content | strict passes |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {row.probe} | {len(row.passed)} of {row.tasks} | {row.mean_reward:.3f} | "
        f"{row.satisfied} | {row.strict_passes} |"
        for row in proof.probes
    ]
    cheap = sorted((cost, name) for name, cost in proof.spam_costs.items() if cost <= CHEAP)
    if cheap:
        lines += ["", f"Tasks whose reads can all be tried within {CHEAP} calls (spam cost):", ""]
        lines += [f"- {name}: {cost}" for cost, name in cheap]
    if proof.skill:
        lines += ["", "| error rate | mean r_train | tasks with passes and failures |"]
        lines += ["| ---: | ---: | ---: |"]
        lines += [
            f"| {row.error_rate} | {row.mean_reward:.3f} | {row.varied} of {row.tasks} |"
            for row in proof.skill
        ]
    if proof.cross is not None:
        lines += ["", f"Foreign oracles: {len(proof.cross)} of {proof.crossed} pass."]
        lines += [f"- {each.player} passes {each.task}" for each in proof.cross]
    if proof.findings:
        lines += ["", "Findings:", ""]
        lines += [f"- {f.subject}: {f.check}: {f.message}" for f in proof.findings]
    return "\n".join(lines) + "\n"
