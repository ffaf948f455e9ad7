"""What a run and a probe set refuse, and how pairs of probes are counted."""

import re

import pytest

from mivas_env.errors import ConfigError
from mivas_env.schema.decision import DecisionEpisode, DecisionPoint, DecisionTarget, PolicyPack
from mivas_env.verifier.decisions.metrics import (
    DecisionResult,
    DecisionRun,
    RunIdentity,
    build_report,
    record_result,
)
from mivas_env.verifier.decisions.probes import ProbeSet, judge_probes
from mivas_env.verifier.decisions.score import score


@pytest.fixture
def resolved(episodes: list[DecisionEpisode]) -> DecisionPoint:
    points = (point for episode in episodes for point in episode.points())
    return next(point for point in points if point.decision_id == "E001-d2")


def result_of(point: DecisionPoint, pack: PolicyPack, target: DecisionTarget) -> DecisionResult:
    text = point.gold.model_dump_json()
    return record_result(target, score(text, point.target, point.context, pack))


@pytest.mark.parametrize("gap", [{"decision_id": ""}, {"difficulty": None}])
def test_a_result_needs_to_know_which_decision_it_is_of(
    gap: dict[str, object], resolved: DecisionPoint, pack: PolicyPack
) -> None:
    assert result_of(resolved, pack, resolved.target).decision_id == "E001-d2"
    with pytest.raises(ConfigError, match="needs a target with decision_id"):
        result_of(resolved, pack, resolved.target.model_copy(update=gap))


def test_a_run_that_holds_a_decision_twice_is_refused(
    resolved: DecisionPoint, pack: PolicyPack
) -> None:
    row = result_of(resolved, pack, resolved.target)
    identity = RunIdentity(
        run_id="a", model_id="m", split="dev", pack_version="1.4", split_digest="s",
        detector_digest="d",
    )  # fmt: skip
    assert build_report(DecisionRun(identity=identity, results=(row,))).episodes == 1
    with pytest.raises(ConfigError, match=re.escape("stand twice in one run: E001-d2")):
        build_report(DecisionRun(identity=identity, results=(row, row)))


def probe(name: str, context: str = "plain", **fields: object) -> dict[str, object]:
    base = {"id": name, "part": "tune", "violates": True, "context": context, "reply": "Hello."}
    return base | fields


def test_a_probe_names_a_context_that_exists(pack: PolicyPack) -> None:
    whole = {"detector": "H5", "contexts": {"plain": {}}, "probes": [probe("a")]}
    assert judge_probes(ProbeSet.model_validate(whole), pack).false_negatives == 1
    lost = whole | {"probes": [probe("a"), probe("b", "sea"), probe("c", "air")]}
    with pytest.raises(ValueError, match="contexts that are not defined: air, sea"):
        ProbeSet.model_validate(lost)


def test_a_pair_with_equal_verdicts_is_listed_by_name(pack: PolicyPack) -> None:
    promise = "We will call you within 37 minutes."
    probes = [
        probe("a", pair="p", reply=promise),
        probe("b", pair="p", violates=False, reply=f'You wrote: "{promise}"'),
        probe("c", pair="q", reply=promise),
        probe("d", pair="q", violates=False, reply=promise),
        probe("e", part="check", reply=promise),
    ]
    whole = {"detector": "H5", "contexts": {"plain": {}}, "probes": probes}
    report = judge_probes(ProbeSet.model_validate(whole), pack, ("tune",))
    assert (report.n, report.pairs, report.split_pairs) == (4, 2, ("q",))
    assert (report.pair_accuracy, report.wrong) == (0.5, ("d",))
    assert (report.recall, report.precision) == (1.0, pytest.approx(2 / 3))
