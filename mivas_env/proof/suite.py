"""Prove a whole suite: tasks, mutants, probes, isolation, determinism, and what rewards tell."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from mivas_env.agents.probes import PROBES
from mivas_env.episode.kit import Kit, kit_of
from mivas_env.episode.task import Task
from mivas_env.errors import MivasError
from mivas_env.proof.allowances import Allowances, read_allowances
from mivas_env.proof.checks import check_industry, check_task
from mivas_env.proof.decoys import measure_decoys
from mivas_env.proof.determinism import check_determinism, check_interleaving
from mivas_env.proof.diagnosis import measure_hedging
from mivas_env.proof.figures import Figure, Measured, share
from mivas_env.proof.findings import Finding
from mivas_env.proof.foreign import CrossMatrix, cross_oracles, judge_cross
from mivas_env.proof.greed import measure_greed
from mivas_env.proof.injection import INJECTIONS, measure_injection
from mivas_env.proof.isolation import PLAYERS, check_isolation
from mivas_env.proof.luck import SpamRow, judge_spam, measure_random, spam_rows
from mivas_env.proof.mutants.model import play_reference
from mivas_env.proof.mutation import MIN_BREAKING, MIN_HARMLESS, MutationCount, mutate
from mivas_env.proof.people import measure_people
from mivas_env.proof.probe_figures import measure_probes
from mivas_env.proof.probing import ProbeRow, judge_probes, probe_suite
from mivas_env.proof.records import measure_records
from mivas_env.proof.secrecy import measure_secrecy
from mivas_env.proof.stability import (
    measure_checkers,
    measure_leaks,
    measure_resets,
    measure_spawning,
    measure_vectors,
)
from mivas_env.proof.sweeps import measure_hostility, measure_reads, measure_sql
from mivas_env.proof.trainability import (
    ERROR_RATES,
    MIN_VARIED_SHARE,
    SkillRow,
    judge_skill,
    measure_skill,
)
from mivas_env.registry import industry_named

Progress = Callable[[], None]
SAMPLE = 12
"""Tasks that the costlier checks look at when not everything is asked for."""


@dataclass(frozen=True, slots=True)
class Extent:
    """How much of a suite is looked at: whole, or sampled for every change."""

    seeds: tuple[int, ...]
    spam_orders: int
    random_episodes: int
    resets: int
    every_hostile: int
    sampled: bool


FAST = Extent(
    seeds=(0,), spam_orders=6, random_episodes=400, resets=500, every_hostile=8, sampled=True
)
THOROUGH = Extent(
    seeds=(0, 1, 2),
    spam_orders=40,
    random_episodes=1_000,
    resets=5_000,
    every_hostile=1,
    sampled=False,
)


@dataclass
class Proof:
    """What was found out about one industry's suite.

    `figures` is the table of rules, `spam` random reading task by task, `cross` the matrix of
    foreign oracles (a sample of players, unless everything was asked for); both may be missing.
    """

    industry: str
    versions: dict[str, str]
    tasks: int
    thorough: bool = False
    figures: list[Figure] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    mutations: list[MutationCount] = field(default_factory=list)
    probes: list[ProbeRow] = field(default_factory=list)
    spam: list[SpamRow] = field(default_factory=list)
    skill: list[SkillRow] = field(default_factory=list)
    cross: CrossMatrix | None = None
    allowances: Allowances = field(default_factory=Allowances)

    def add(self, measured: Measured) -> None:
        """Take over the figures and findings of one part."""
        self.figures.extend(measured.figures)
        self.findings.extend(measured.findings)

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain JSON."""
        return {
            "industry": self.industry,
            "versions": self.versions,
            "tasks": self.tasks,
            "thorough": self.thorough,
            "figures": [
                {
                    "rule": each.check,
                    "what": each.what,
                    "figure": each.figure,
                    "bar": each.bar,
                    "holds": each.holds,
                }
                for each in in_order(self.figures)
            ],
            "findings": [
                {"rule": f.rule, "check": f.check, "subject": f.subject, "message": f.message}
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
            "spam": {
                row.task: {
                    "cost": row.cost,
                    "budget": row.budget,
                    "passed": row.passed,
                    "orders": row.orders,
                }
                for row in self.spam
            },
            "skill": {
                str(row.error_rate): {"mean_reward": row.mean_reward, "varied": row.varied}
                for row in self.skill
            },
            "cross": None
            if self.cross is None
            else {
                "pairs": self.cross.pairs,
                "passes": [[each.player, each.task] for each in self.cross.passes],
            },
        }


def in_order(figures: Sequence[Figure]) -> list[Figure]:
    """Return figures by the letter and number of their rule; those of one rule as they came."""
    return sorted(figures, key=lambda each: (each.check[0], int(each.check[1:] or 0)))


def count_steps(tasks: int, *, thorough: bool) -> int:
    """Return how often `prove` reports progress."""
    sampled = tasks if thorough else len(range(tasks)[:: _stride(tasks)])
    skill = sampled * len(ERROR_RATES)
    # Tasks, mutants and probes; spam and hedging; injections; isolation; the cross matrix.
    return tasks * (2 + len(PROBES)) + 2 * tasks + len(INJECTIONS) + 2 * sampled + skill


def _stride(tasks: int) -> int:
    return max(1, tasks // SAMPLE)


def prove(
    industry: str,
    tasks: Sequence[Task],
    *,
    thorough: bool = False,
    on_step: Progress = lambda: None,
) -> Proof:
    """Run every check of a suite.

    `thorough` looks at every task, every hostile value, every foreign oracle; without it the
    costlier checks take a spread sample of the tasks and fewer draws.
    """
    kit = kit_of(industry_named(industry))
    extent = THOROUGH if thorough else FAST
    proof = Proof(industry, dict(kit.versions), len(tasks), thorough=thorough)
    proof.allowances = read_allowances(industry)
    proof.findings.extend(check_industry(industry))
    playable = _check_tasks(proof, tasks, on_step)
    if not playable:
        return proof
    sample = playable[:: _stride(len(playable))] if extent.sampled else playable
    _mutate_tasks(proof, playable, on_step)
    proof.probes = probe_suite(playable, on_step=on_step)
    proof.findings.extend(judge_probes(playable, proof.probes))
    proof.add(measure_probes(playable, proof.probes, proof.allowances))
    _measure_luck(proof, kit, playable, extent, on_step)
    _measure_matching(proof, kit, playable, extent)
    _measure_secrets(proof, sample, on_step)
    _measure_stability(proof, industry, sample, extent)
    _measure_skill(proof, industry, sample, on_step)
    proof.cross = cross_oracles(playable, sample, on_step=on_step)
    proof.add(judge_cross(industry, playable, proof.cross, proof.allowances))
    return proof


def _check_tasks(proof: Proof, tasks: Sequence[Task], on_step: Progress) -> list[Task]:
    """Check each task by itself; return those whose oracle can be played."""
    playable: list[Task] = []
    for task in tasks:
        found = list(_guarded(task))
        proof.findings.extend(found)
        on_step()
        if not any(each.check.startswith(("oracle-", "loads")) for each in found):
            playable.append(task)
    by_itself = [each for each in proof.findings if each.check.startswith("lock-")]
    figure = share(len(playable), len(tasks))
    proof.figures += [
        Figure("A3", "lockfiles that expect nothing, or what is not there", str(len(by_itself)),
               "0", not by_itself),
        Figure("B1", "oracles that are exact and end as the task says, several wordings", figure,
               "100 %", len(playable) == len(tasks)),
    ]  # fmt: skip
    return playable


def _guarded(task: Task) -> Iterator[Finding]:
    try:
        yield from check_task(task)
    except MivasError as error:
        yield Finding("loads", task.name, str(error))


def _mutate_tasks(proof: Proof, tasks: Sequence[Task], on_step: Progress) -> None:
    for task in tasks:
        count = mutate(task)
        proof.mutations.append(count)
        proof.findings.extend(count.findings)
        proof.findings.extend(_judge_counts(count))
        on_step()
    kinds = [each.check for count in proof.mutations for each in count.findings]
    replayed = sum(count.replayed for count in proof.mutations)
    breaking = sum(count.breaking for count in proof.mutations)
    harmless = sum(count.harmless for count in proof.mutations)
    strays = kinds.count("mutant-harmless")
    short = [count for count in proof.mutations if any(True for _ in _judge_counts(count))]
    least = min((count.breaking for count in proof.mutations), default=0)
    few = min((count.harmless for count in proof.mutations), default=0)
    proof.figures += [
        Figure("B2", "breaking mutants and replays that do not fail as predicted",
               f"{len(kinds) - strays} of {breaking} edited and {replayed} replayed", "0",
               len(kinds) == strays),
        Figure("B3", "harmless mutants that do not pass as predicted",
               f"{strays} of {harmless}", "0", not strays),
        Figure("B4", "fewest mutants of a task", f"{least} breaking, {few} harmless",
               f"{MIN_BREAKING} and {MIN_HARMLESS}", not short),
    ]  # fmt: skip


def _judge_counts(count: MutationCount) -> Iterator[Finding]:
    if count.breaking < MIN_BREAKING or count.harmless < MIN_HARMLESS:
        message = f"only {count.breaking} breaking and {count.harmless} harmless mutants"
        yield Finding("mutant-count", count.task, message)


def _measure_luck(
    proof: Proof, kit: Kit, tasks: Sequence[Task], extent: Extent, on_step: Progress
) -> None:
    proof.spam = spam_rows(tasks, orders=extent.spam_orders, on_step=on_step)
    proof.add(judge_spam(proof.spam, proof.allowances))
    proof.add(measure_hedging(tasks, kit.policy, on_step=on_step))
    proof.add(measure_random(tasks, episodes=extent.random_episodes))


def _measure_matching(proof: Proof, kit: Kit, tasks: Sequence[Task], extent: Extent) -> None:
    proof.add(measure_greed([play_reference(task) for task in tasks]))
    proof.add(measure_people(kit))
    proof.add(measure_reads(kit))
    proof.add(measure_hostility(kit, tasks, every=extent.every_hostile))
    proof.add(measure_sql(kit, tasks, every=extent.every_hostile))
    proof.add(measure_decoys(kit, tasks, proof.allowances))
    proof.add(measure_records(kit, tasks if not extent.sampled else tasks[:: _stride(len(tasks))]))


def _measure_secrets(proof: Proof, sample: Sequence[Task], on_step: Progress) -> None:
    found: list[Finding] = []
    for task in sample:
        found.extend(check_isolation(task))
        on_step()
    proof.findings.extend(found)
    looked_at = f"{len(sample)} tasks by {len(PLAYERS)} agents"
    for rule, what in (
        ("C1", "canaries of locked text that show before the end"),
        ("C5", "keys of info that nobody declared"),
        ("C7", "names of tasks and splits that show before the end"),
    ):
        wrong = sum(each.rule == rule for each in found)
        proof.figures.append(Figure(rule, what, f"{looked_at}: {wrong} wrong", "0", not wrong))
    proof.add(measure_secrecy(sample))
    proof.add(measure_injection(sample, on_step=on_step))


def _measure_stability(proof: Proof, industry: str, sample: Sequence[Task], extent: Extent) -> None:
    names = [task.name for task in sample]
    alike = Measured()
    found = list(check_determinism(names, extent.seeds))
    alike.count("D1", "processes whose records differ in a byte",
                f"{len(names) * len(extent.seeds)} calls by 3 processes", found)  # fmt: skip
    found = list(check_interleaving(sample))
    alike.count("D4", "calls that taking turns or threads change", "64 calls, twice", found)
    proof.add(alike)
    proof.add(measure_resets(industry))
    proof.add(measure_vectors(sample[:SAMPLE]))
    proof.add(measure_spawning(sample))
    proof.add(measure_checkers(sample))
    proof.add(measure_leaks(industry, resets=extent.resets))


def _measure_skill(proof: Proof, industry: str, sample: Sequence[Task], on_step: Progress) -> None:
    proof.skill = measure_skill(sample, on_step=on_step)
    found = list(judge_skill(industry, proof.skill))
    proof.findings.extend(found)
    means = " > ".join(f"{row.mean_reward:.3f}" for row in proof.skill)
    varied = next(row for row in proof.skill if row.error_rate == 0.3)  # noqa: PLR2004
    proof.figures += [
        Figure("E1", "mean r_train at error rates " + ", ".join(map(str, ERROR_RATES)), means,
               "falls", not any(each.check == "skill-order" for each in found)),
        Figure("E1", "tasks with passes and failures in groups of 8 at 0.3",
               share(varied.varied, varied.tasks), f"≥ {MIN_VARIED_SHARE:.0%}",
               not any(each.check == "skill-variance" for each in found)),
    ]  # fmt: skip
