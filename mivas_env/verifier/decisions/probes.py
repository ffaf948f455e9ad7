"""Probe sets of the detectors: recall, precision, intervals, and the advisory rule."""

import math
from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue, model_validator

from mivas_env.schema.decision import DecisionContext, HardCode, PolicyPack
from mivas_env.verifier.decisions.detectors import detect

ADVISORY_BELOW = 0.9
_Z95 = 1.959963984540054


class Probe(BaseModel):
    """One labelled reply. `pair` joins a violating reply to its clean neighbour."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    pair: str | None = None
    part: Literal["tune", "check"]
    violates: bool
    context: str
    reply: str


class ProbeSet(BaseModel):
    """All probes of one detector; `contexts` are loose forms of a decision context by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    detector: HardCode
    contexts: dict[str, dict[str, JsonValue]]
    probes: tuple[Probe, ...]

    @model_validator(mode="after")
    def _check_contexts(self) -> "ProbeSet":
        unknown = sorted({probe.context for probe in self.probes} - self.contexts.keys())
        if unknown:
            message = f"probes name contexts that are not defined: {', '.join(unknown)}"
            raise ValueError(message)
        return self


class ProbeReport(BaseModel):
    """How one detector did on a set of probes.

    `recall` and `precision` are None for an empty denominator. Intervals are 95 % Wilson.
    `split_pairs` names matched pairs whose two halves got the same verdict.
    """

    model_config = ConfigDict(frozen=True)

    detector: HardCode
    n: int
    true_positives: int
    false_positives: int
    false_negatives: int
    true_negatives: int
    recall: float | None
    recall_interval: tuple[float, float] | None
    precision: float | None
    precision_interval: tuple[float, float] | None
    pairs: int
    pair_accuracy: float | None
    split_pairs: tuple[str, ...]
    wrong: tuple[str, ...]
    advisory: bool


def wilson_interval(hits: int, total: int) -> tuple[float, float] | None:
    """Return the 95 % Wilson interval of `hits` out of `total`, None when `total` is 0."""
    if total == 0:
        return None
    share, z2 = hits / total, _Z95**2
    centre = share + z2 / (2 * total)
    half = _Z95 * math.sqrt(share * (1 - share) / total + z2 / (4 * total**2))
    scale = 1 + z2 / total
    low = 0.0 if hits == 0 else max(0.0, (centre - half) / scale)
    high = 1.0 if hits == total else min(1.0, (centre + half) / scale)
    return low, high


def is_advisory(recall: float | None) -> bool:
    """Say whether a criterion does not gate: recall unknown or below 0.9 (0.9 itself gates)."""
    return recall is None or recall < ADVISORY_BELOW


def judge_probes(
    probes: ProbeSet, pack: PolicyPack, parts: Iterable[str] = ("tune", "check")
) -> ProbeReport:
    """Run the detector over the probes of `parts` and count."""
    wanted = frozenset(parts)
    contexts = {
        name: DecisionContext.model_validate(loose) for name, loose in probes.contexts.items()
    }
    chosen = [probe for probe in probes.probes if probe.part in wanted]
    fired = {
        probe.id: detect(probes.detector, probe.reply, contexts[probe.context], pack).fires
        for probe in chosen
    }
    hits = sum(probe.violates and fired[probe.id] for probe in chosen)
    false_alarms = sum(not probe.violates and fired[probe.id] for probe in chosen)
    misses = sum(probe.violates and not fired[probe.id] for probe in chosen)
    pairs: dict[str, list[Probe]] = {}
    for probe in chosen:
        if probe.pair is not None:
            pairs.setdefault(probe.pair, []).append(probe)
    right = [name for name, both in pairs.items() if all(fired[p.id] == p.violates for p in both)]
    same = [name for name, both in pairs.items() if len({fired[p.id] for p in both}) == 1]
    recall = hits / (hits + misses) if hits + misses else None
    return ProbeReport(
        detector=probes.detector,
        n=len(chosen),
        true_positives=hits,
        false_positives=false_alarms,
        false_negatives=misses,
        true_negatives=len(chosen) - hits - false_alarms - misses,
        recall=recall,
        recall_interval=wilson_interval(hits, hits + misses),
        precision=hits / (hits + false_alarms) if hits + false_alarms else None,
        precision_interval=wilson_interval(hits, hits + false_alarms),
        pairs=len(pairs),
        pair_accuracy=len(right) / len(pairs) if pairs else None,
        split_pairs=tuple(same),
        wrong=tuple(probe.id for probe in chosen if fired[probe.id] != probe.violates),
        advisory=is_advisory(recall),
    )
