"""A change of what is graded changes the verifier's version (`VERIFIER_VERSION`)."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from mivas_env.episode.task import Task
from mivas_env.evaluation.decision_runs import all_points, judge_detectors
from mivas_env.facade import score_decision
from mivas_env.proof.mutants.breaking import breaking_mutants
from mivas_env.proof.mutants.harmless import harmless_mutants
from mivas_env.proof.mutants.model import play_reference
from mivas_env.rewards import r_eval, train_reward
from mivas_env.schema.strict_json import canonical_json
from mivas_env.verifier.version import VERIFIER_VERSION

PROBES = Path(__file__).parents[2] / "tasks/brokerage/probes"
PINNED = {"version": 2, "graded": "e1208deb5ce1", "verdicts": "c05f90477fca"}
"""The version, and digests of what was graded and of how.

When `verdicts` differs although `graded` is the same, grading has changed: raise
`VERIFIER_VERSION`, say so in CHANGELOG.md under "Scores", and pin all three anew. When tasks,
probes or mutants have changed, pin anew.
"""


def _calls(tasks: list[Task]) -> Iterator[tuple[str, str]]:
    """Yield (record, verdict) of every mutant of the toy industry's calls."""
    for task in tasks:
        reference = play_reference(task)
        for mutant in (*breaking_mutants(reference), *harmless_mutants(reference)):
            found = reference.judge(mutant.calls, mutant.state)
            rewards = r_eval(found), train_reward(found, 0.5), train_reward(found, 0.9)
            calls = [call.model_dump(mode="json") for call in mutant.calls]
            yield canonical_json([calls, mutant.state]), f"{found.model_dump_json()} {rewards}"


def _decisions() -> Iterator[tuple[str, str]]:
    """Yield (answer, score) of every gold answer, whole and without its last words."""
    for point in all_points("brokerage"):
        for length in (None, -40):
            gold = point.gold.model_dump(mode="json")
            gold["reply"] = gold["reply"][:length]
            answer = canonical_json(gold)
            score = score_decision(answer, point.target, point.context)
            yield answer, score.model_dump_json()


def _graded(tasks: list[Task]) -> dict[str, object]:
    graded, verdicts = hashlib.sha256(), hashlib.sha256()
    for record, verdict in (*_calls(tasks), *_decisions()):
        graded.update(record.encode())
        verdicts.update(verdict.encode())
    for probes in sorted(PROBES.glob("*.yaml")):
        graded.update(probes.read_bytes())
    for report in judge_detectors("brokerage"):
        verdicts.update(report.model_dump_json().encode())
    return {
        "version": VERIFIER_VERSION,
        "graded": graded.hexdigest()[:12],
        "verdicts": verdicts.hexdigest()[:12],
    }


def test_what_is_graded_is_that_of_this_version(repair: Task, manager: Task, storage: Task) -> None:
    now = _graded([repair, manager, storage])
    if now["graded"] == PINNED["graded"] and now["verdicts"] != PINNED["verdicts"]:
        assert now["version"] != PINNED["version"], "grading has changed: raise VERIFIER_VERSION"
    assert now == PINNED, f"pin {now} anew"
