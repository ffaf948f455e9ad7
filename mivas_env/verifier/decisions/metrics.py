"""Every figure that a run of decisions reports, and the comparison of two runs.

A split is reported by itself; runs that differ in split, pack, detectors or thinking are never
merged. Rates with an empty denominator are None, never 0.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from pydantic import BaseModel, ConfigDict, Field

from mivas_env.errors import ConfigError
from mivas_env.schema.decision import (
    DIFFICULTIES,
    HARD_CODES,
    WEIGHTS,
    ActionType,
    Component,
    DecisionScore,
    DecisionSplit,
    DecisionTarget,
    Difficulty,
    FormatReason,
    HardCode,
)
from mivas_env.verifier.decisions.probes import ProbeReport

_DESK_ACTIONS = frozenset({"route", "escalate"})


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True)


class DecisionResult(_Frozen):
    """One scored decision with what the breakdowns need; `action_type` is None when invalid."""

    decision_id: str
    episode_id: str
    turn: str
    family: str
    difficulty: Difficulty
    target_action_type: ActionType
    action_type: ActionType | None
    format_reason: FormatReason | None
    components: dict[Component, float | None]
    hard_violations: tuple[HardCode, ...] = ()
    advisory_violations: tuple[HardCode, ...] = ()
    composite: float
    composite_all_gates: float

    @property
    def gating_violations(self) -> tuple[HardCode, ...]:
        """The violations that zero this decision and fail its episode."""
        return tuple(c for c in self.hard_violations if c not in self.advisory_violations)


class RunIdentity(_Frozen):
    """What has to be equal before two runs may be put side by side or merged."""

    run_id: str
    model_id: str
    split: DecisionSplit
    thinking: bool | None = None
    pack_version: str
    split_digest: str
    detector_digest: str


class DecisionRun(_Frozen):
    """One run: who made it, its results in order, and how the detectors did on their probes."""

    identity: RunIdentity
    results: tuple[DecisionResult, ...]
    probes: tuple[ProbeReport, ...] = ()


class Rate(_Frozen):
    """A share with what it is made of; `value` is None when the denominator is 0."""

    numerator: int
    denominator: int
    value: float | None


class Breakdown(_Frozen):
    """The figures of one group of decisions (a family, a difficulty, a whole split)."""

    n: int
    decision_mean: float | None
    component_means: dict[Component, float | None]
    hard_counts: dict[HardCode, int]
    format_invalid_rate: Rate
    over_escalation_rate: Rate
    under_escalation_rate: Rate
    under_route_rate: Rate


class DecisionReport(_Frozen):
    """All figures of one run on one split.

    `composite_mean` is the mean of episode scores without advisory criteria,
    `composite_mean_all_gates` with every criterion gating; `composite_mean_strict` counts failed
    episodes as 0. `failed_by` lists ``code@turn`` per failed episode.
    """

    identity: RunIdentity
    episodes: int
    composite_mean: float | None
    composite_mean_all_gates: float | None
    composite_mean_strict: float | None
    episode_pass_rate: Rate
    hard_episodes: dict[HardCode, int]
    advisory: tuple[HardCode, ...]
    advisory_counts: dict[HardCode, int]
    format_reasons: dict[FormatReason, int]
    failed_by: dict[str, tuple[str, ...]]
    overall: Breakdown
    by_family: dict[str, Breakdown]
    by_difficulty: dict[str, Breakdown]
    probes: tuple[ProbeReport, ...] = ()


class RunComparison(_Frozen):
    """Two runs side by side; `regression` is the first line to print, or None.

    `exit_code` is 1 when the composite rose while any hard count rose too.
    """

    regression: str | None
    composite_before: float | None
    composite_after: float | None
    hard_before: dict[HardCode, int] = Field(default_factory=dict)
    hard_after: dict[HardCode, int] = Field(default_factory=dict)
    exit_code: int


def record_result(target: DecisionTarget, score: DecisionScore) -> DecisionResult:
    """Reduce one score to a result; the target must carry its ids and difficulty.

    Raises:
        ConfigError: the target has no decision id or no difficulty.
    """
    if not target.decision_id or target.difficulty is None:
        message = "a result needs a target with decision_id, episode_id, turn and difficulty"
        raise ConfigError(message)
    return DecisionResult(
        decision_id=target.decision_id,
        episode_id=target.episode_id,
        turn=target.turn,
        family=target.family,
        difficulty=target.difficulty,
        target_action_type=target.action_type,
        action_type=score.decision.action.type if score.decision else None,
        format_reason=score.format_reason,
        components=score.components,
        hard_violations=score.hard_violations,
        advisory_violations=score.advisory_violations,
        composite=score.composite,
        composite_all_gates=score.composite_all_gates,
    )


def mean(values: Iterable[float]) -> float | None:
    """Return the arithmetic mean, None of nothing; its sum is rounded once, on every Python."""
    found = list(values)
    return math.fsum(found) / len(found) if found else None


def rate(numerator: int, denominator: int) -> Rate:
    """Return a rate; its value is None when the denominator is 0."""
    value = numerator / denominator if denominator else None
    return Rate(numerator=numerator, denominator=denominator, value=value)


def break_down(results: Sequence[DecisionResult]) -> Breakdown:
    """Count one group of decisions. Escalation and route rates are over format-valid ones."""
    valid = [r for r in results if r.action_type is not None]
    escalate = [r for r in valid if r.target_action_type == "escalate"]
    others = [r for r in valid if r.target_action_type != "escalate"]
    desks = [r for r in valid if r.target_action_type in _DESK_ACTIONS]
    means = {
        name: mean(value for r in valid if (value := r.components[name]) is not None)
        for name in WEIGHTS
    }
    return Breakdown(
        n=len(results),
        decision_mean=mean(r.composite for r in results),
        component_means=means,
        hard_counts={code: sum(code in r.hard_violations for r in results) for code in HARD_CODES},
        format_invalid_rate=rate(len(results) - len(valid), len(results)),
        over_escalation_rate=rate(sum(r.action_type == "escalate" for r in others), len(others)),
        under_escalation_rate=rate(
            sum(r.action_type != "escalate" for r in escalate), len(escalate)
        ),
        under_route_rate=rate(sum(r.action_type == "resolve" for r in desks), len(desks)),
    )


def group_episodes(results: Iterable[DecisionResult]) -> dict[str, list[DecisionResult]]:
    """Return the results of each episode in order of first appearance."""
    groups: dict[str, list[DecisionResult]] = {}
    for result in results:
        groups.setdefault(result.episode_id, []).append(result)
    return groups


def build_report(run: DecisionRun) -> DecisionReport:
    """Compute every reported figure of one run on one split.

    Raises:
        ConfigError: a decision stands twice in the run.
    """
    ids = Counter(result.decision_id for result in run.results)
    twice = sorted(name for name, count in ids.items() if count > 1)
    if twice:
        message = f"decisions stand twice in one run: {', '.join(twice)}; report each run by itself"
        raise ConfigError(message)
    episodes = group_episodes(run.results)
    failed_by = {
        name: tuple(f"{code}@{r.turn}" for r in group for code in r.gating_violations)
        for name, group in episodes.items()
        if any(r.gating_violations for r in group)
    }
    scores = {name: mean(r.composite for r in group) or 0.0 for name, group in episodes.items()}
    all_gates = [mean(r.composite_all_gates for r in group) or 0.0 for group in episodes.values()]
    advisory = tuple(sorted(report.detector for report in run.probes if report.advisory))
    families = sorted({r.family for r in run.results})
    present = {r.difficulty for r in run.results}
    difficulties = [difficulty for difficulty in DIFFICULTIES if difficulty in present]
    return DecisionReport(
        identity=run.identity,
        episodes=len(episodes),
        composite_mean=mean(scores.values()),
        composite_mean_all_gates=mean(all_gates),
        composite_mean_strict=mean(
            0.0 if name in failed_by else value for name, value in scores.items()
        ),
        episode_pass_rate=rate(len(episodes) - len(failed_by), len(episodes)),
        hard_episodes={
            code: sum(any(code in r.hard_violations for r in g) for g in episodes.values())
            for code in HARD_CODES
        },
        advisory=advisory,
        advisory_counts={
            code: sum(code in r.advisory_violations for r in run.results) for code in HARD_CODES
        },
        format_reasons=dict(
            sorted(Counter(r.format_reason for r in run.results if r.format_reason).items())
        ),
        failed_by=failed_by,
        overall=break_down(run.results),
        by_family={f: break_down([r for r in run.results if r.family == f]) for f in families},
        by_difficulty={
            d: break_down([r for r in run.results if r.difficulty == d]) for d in difficulties
        },
        probes=run.probes,
    )


def check_comparable(first: RunIdentity, second: RunIdentity) -> None:
    """Refuse to merge or compare runs whose figures do not mean the same.

    Raises:
        ConfigError: split, pack, detectors or thinking differ; the sentence names which.
    """
    names = ("split", "thinking", "pack_version", "split_digest", "detector_digest")
    unequal = [name for name in names if getattr(first, name) != getattr(second, name)]
    if unequal:
        message = (
            f"{first.run_id} and {second.run_id} differ in {', '.join(unequal)}; "
            "report them as two columns instead"
        )
        raise ConfigError(message)


def compare_runs(before: DecisionReport, after: DecisionReport) -> RunComparison:
    """Compare two runs; a composite that rises together with a hard count is a regression.

    Raises:
        ConfigError: the runs are not comparable.
    """
    check_comparable(before.identity, after.identity)
    old, new = before.overall.hard_counts, after.overall.hard_counts
    risen = [f"{code} {old[code]} -> {new[code]}" for code in HARD_CODES if new[code] > old[code]]
    low, high = before.composite_mean, after.composite_mean
    regression = None
    if risen and low is not None and high is not None and high > low:
        regression = f"REGRESSION: {', '.join(risen)} (composite {_short(low)} -> {_short(high)})"
    return RunComparison(
        regression=regression,
        composite_before=low,
        composite_after=high,
        hard_before=old,
        hard_after=new,
        exit_code=1 if regression else 0,
    )


def _short(value: float) -> str:
    return f"{value:.2f}".removeprefix("0")
