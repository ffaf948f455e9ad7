"""Score a file of decision outputs: one run, dev and eval apart (seed 004, reported metrics).

A run file is JSON lines. The first line is a header, `{"run_id", "model_id", "thinking"}`; every
other line is `{"decision_id": "E001-d1", "output": "…"}`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import get_args

from mivas_env import registry
from mivas_env.episode.decision_kit import decision_kit_of
from mivas_env.errors import ConfigError, TraceError
from mivas_env.registry import decision_industry_named, task_folder, task_ids
from mivas_env.schema.decision import DecisionPoint, DecisionSplit, HardCode
from mivas_env.schema.strict_json import JsonRefused, load_json
from mivas_env.tasks import load_episode
from mivas_env.verifier.decisions.freeze import split_digest, text_digest
from mivas_env.verifier.decisions.metrics import (
    DecisionReport,
    DecisionRun,
    RunIdentity,
    build_report,
    record_result,
)
from mivas_env.verifier.decisions.probes import ProbeReport, ProbeSet, judge_probes
from mivas_env.verifier.decisions.reading import read_model
from mivas_env.verifier.decisions.score import score

DETECTORS: tuple[HardCode, ...] = ("H1", "H4", "H5")


@dataclass(frozen=True, slots=True)
class RunFile:
    """A run as read: who made it, and decision id -> output text."""

    run_id: str
    model_id: str
    thinking: bool | None
    outputs: Mapping[str, str]


def read_run(path: Path) -> RunFile:
    """Read a run file.

    Raises:
        TraceError: the sentence names the line and what is wrong with it.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        message = f"{path.name}: cannot be read: {error}"
        raise TraceError(message) from None
    header = _read_line(path, 1, lines[0] if lines else "")
    if "decision_id" in header:
        message = (
            f"{path.name}, line 1: is an answer; a run begins with a header such as "
            '{"run_id": "first", "model_id": "my-model", "thinking": false}'
        )
        raise TraceError(message)
    outputs: dict[str, str] = {}
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        entry = _read_line(path, number, line)
        decision_id, output = entry.get("decision_id"), entry.get("output")
        if not isinstance(decision_id, str) or not isinstance(output, str):
            message = f"{path.name}, line {number}: needs `decision_id` and `output`, both text"
            raise TraceError(message)
        if decision_id in outputs:
            message = f"{path.name}, line {number}: {decision_id} is answered twice; keep one"
            raise TraceError(message)
        outputs[decision_id] = output
    thinking = header.get("thinking")
    if thinking is not None and not isinstance(thinking, bool):
        message = f"{path.name}, line 1: `thinking` must be true, false or left out"
        raise TraceError(message)
    return RunFile(
        run_id=str(header.get("run_id") or path.stem),
        model_id=str(header.get("model_id") or "unknown"),
        thinking=thinking,
        outputs=outputs,
    )


def _read_line(path: Path, number: int, line: str) -> Mapping[str, object]:
    try:
        read = load_json(line)
    except JsonRefused as error:
        message = f"{path.name}, line {number}: {error}"
        raise TraceError(message) from None
    if not isinstance(read, dict):
        message = f"{path.name}, line {number}: must be an object"
        raise TraceError(message)
    return read


def all_points(industry: str) -> Iterator[DecisionPoint]:
    """Yield every decision point of an industry, in order of episode and turn."""
    for episode_id in task_ids(industry):
        yield from load_episode(f"{industry}/{episode_id}").points()


def judge_detectors(
    industry: str, parts: Sequence[str] = ("tune", "check")
) -> tuple[ProbeReport, ...]:
    """Run each text detector over its development probes."""
    pack = decision_kit_of(decision_industry_named(industry)).pack
    return tuple(judge_probes(_read_probes(industry, code), pack, parts) for code in DETECTORS)


def _read_probes(industry: str, code: HardCode) -> ProbeSet:
    file = _probe_file(industry, code)
    return read_model(ProbeSet, file.read_text(encoding="utf-8"), source=file.name)


def _probe_file(industry: str, code: HardCode) -> Path:
    return task_folder(industry) / "probes" / f"{code.lower()}.yaml"


def detector_digest(industry: str) -> str:
    """Return a digest over probes and detector source: figures compare only where it is equal."""
    probes = [_probe_file(industry, code).read_text(encoding="utf-8") for code in DETECTORS]
    folder = files("mivas_env.verifier.decisions").joinpath("detectors")
    sources = sorted(
        (each for each in folder.iterdir() if each.name.endswith(".py")), key=lambda f: f.name
    )
    return text_digest([*probes, *(each.read_text(encoding="utf-8") for each in sources)])


def score_run(run: RunFile, *, industry: str = "brokerage") -> dict[DecisionSplit, DecisionReport]:
    """Score every output and report each split that was answered whole, by itself.

    A split of which nothing was answered is left out. Criteria whose detector is advisory on its
    probes do not gate.

    Raises:
        ConfigError: an unknown decision id, or a split that is answered only in part.
    """
    pack = decision_kit_of(decision_industry_named(industry)).pack
    probes = judge_detectors(industry)
    advisory = [report.detector for report in probes if report.advisory]
    episodes = [load_episode(f"{industry}/{name}") for name in task_ids(industry)]
    points = [point for episode in episodes for point in episode.points()]
    known = {point.decision_id for point in points}
    unknown = sorted(set(run.outputs) - known)
    if unknown:
        near = registry.suggest(unknown[0], sorted(known))
        message = f"there is no decision {unknown[0]!r}; {near}"
        raise ConfigError(message)
    digest = detector_digest(industry)
    reports: dict[DecisionSplit, DecisionReport] = {}
    for split in get_args(DecisionSplit):
        wanted = [point for point in points if point.split == split]
        open_ids = [point.decision_id for point in wanted if point.decision_id not in run.outputs]
        if len(open_ids) == len(wanted):
            continue
        if open_ids:
            message = (
                f"{len(open_ids)} of {len(wanted)} decisions of {split} have no output, the first "
                f"is {open_ids[0]}; a missing answer is an empty `output`, which scores 0"
            )
            raise ConfigError(message)
        results = [
            record_result(
                point.target,
                score(
                    run.outputs[point.decision_id],
                    point.target,
                    point.context,
                    pack,
                    advisory=advisory,
                ),
            )
            for point in wanted
        ]
        identity = RunIdentity(
            run_id=run.run_id,
            model_id=run.model_id,
            split=split,
            thinking=run.thinking,
            pack_version=pack.version,
            split_digest=split_digest(episodes, split),
            detector_digest=digest,
        )
        reports[split] = build_report(
            DecisionRun(identity=identity, results=tuple(results), probes=probes)
        )
    return reports
