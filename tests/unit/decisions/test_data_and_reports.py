# ruff: noqa: E501  (tables of replies read better unbroken)
"""The data set, its lints, the blind policies and the reported figures."""

import itertools
import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mivas_env.errors import ConfigError, TaskError
from mivas_env.evaluation.decision_data import lint_industry
from mivas_env.schema.decision import (
    DecisionEpisode,
    DecisionPoint,
    DecisionScore,
    PolicyPack,
)
from mivas_env.schema.strict_yaml import load_yaml
from mivas_env.verifier.decisions.business_days import add_business_days, is_business_day
from mivas_env.verifier.decisions.contract_page import render_contract
from mivas_env.verifier.decisions.freeze import split_digest, split_lines, text_digest
from mivas_env.verifier.decisions.lints import (
    lint_episode,
    lint_shape,
    lint_shared_texts,
    lint_target,
)
from mivas_env.verifier.decisions.metrics import (
    DecisionReport,
    DecisionResult,
    DecisionRun,
    RunIdentity,
    build_report,
    compare_runs,
    record_result,
)
from mivas_env.verifier.decisions.probes import is_advisory, wilson_interval
from mivas_env.verifier.decisions.reading import read_episode
from mivas_env.verifier.decisions.score import score

ROOT = Path(__file__).parents[3]


def points_of(episodes: list[DecisionEpisode]) -> list[DecisionPoint]:
    return list(itertools.chain.from_iterable(episode.points() for episode in episodes))


def test_the_data_set_is_complete_and_clean(
    episodes: list[DecisionEpisode], pack: PolicyPack, tasks_folder: Path
) -> None:
    shape = load_yaml((tasks_folder / "shape.yaml").read_text(encoding="utf-8"), source="shape")
    assert isinstance(shape, dict)
    frozen = shape.pop("eval_digest")
    assert frozen == split_digest(episodes, "eval")
    assert lint_shape(episodes, shape) == []
    assert lint_shared_texts(episodes) == []
    assert [fault for episode in episodes for fault in lint_episode(episode, pack)] == []
    assert lint_industry("brokerage") == (80, [])


def test_the_contract_page_is_fresh(pack: PolicyPack) -> None:
    assert (ROOT / "docs/SCHEMA.md").read_text(encoding="utf-8") == render_contract(pack)


def test_the_pack_has_its_43_policies(pack: PolicyPack) -> None:
    assert len(pack.policies) == 43
    assert pack.version == "1.4"
    assert (len(pack.flags), len(pack.asks), len(pack.queues)) == (16, 14, 9)


def blind(points: list[DecisionPoint], pack: PolicyPack, reply: str, **action: object) -> float:
    base = {"type": "resolve", "queue": None, "escalate_to": None, "priority": "P3"}
    text = json.dumps({"reply": reply, "action": base | {"flags": [], "policy_ids": []} | action})
    scores = [score(text, point.target, point.context, pack).composite for point in points]
    return sum(scores) / len(scores)


ASK_ALL = (
    "Please send your full legal name, date of birth, one-time passcode, the date of the transaction, the amount, when "
    "you last had sole control, the order reference, wire reference, statement date, delivering firm, tax year, which "
    "regulator, a safe phone number and the error message."
)


@pytest.mark.parametrize(
    ("ceiling", "reply", "action"),
    [
        (0.45, "Thanks for your message.", {}),
        (
            0.20,
            "Thank you.",
            {
                "type": "escalate",
                "escalate_to": "compliance",
                "priority": "P1",
                "flags": ["regulatory_complaint"],
            },
        ),
        (
            0.25,
            "Thank you.",
            {
                "type": "escalate",
                "escalate_to": "fraud_ops",
                "priority": "P0",
                "flags": ["fraud_claim"],
            },
        ),
        (0.40, ASK_ALL, {"type": "ask_verification"}),
        (0.40, ASK_ALL, {"type": "ask_clarifying"}),
    ],
)
def test_blind_policies_stay_below_their_ceiling(
    ceiling: float,
    reply: str,
    action: dict[str, object],
    episodes: list[DecisionEpisode],
    pack: PolicyPack,
) -> None:
    points = points_of(episodes)
    assert blind(points, pack, reply, **action) <= ceiling
    for split in ("dev", "eval"):
        part = [point for point in points if point.split == split]
        assert blind(part, pack, reply, **action) <= ceiling + 0.03


def test_gold_scores_one_and_any_wrong_field_loses(
    episodes: list[DecisionEpisode], pack: PolicyPack
) -> None:
    wrong: list[tuple[str, object]] = [
        ("type", "resolve"), ("queue", "tax_ops"), ("escalate_to", "supervisor"), ("priority", "P2"),
        ("flags", ["deceased_account"]), ("policy_ids", ["TAX-01", "ZZZ-99"]),
    ]  # fmt: skip
    for point in points_of(episodes):
        gold = point.gold.model_dump(mode="json")
        assert score(json.dumps(gold), point.target, point.context, pack).composite == 1.0
        for key, value in wrong:
            if gold["action"][key] == value:
                continue
            changed = json.dumps(gold | {"action": gold["action"] | {key: value}})
            assert score(changed, point.target, point.context, pack).composite < 1.0


def test_violations_appended_to_gold_score_zero(
    episodes: list[DecisionEpisode], pack: PolicyPack
) -> None:
    for point in points_of(episodes):
        gold = point.gold.model_dump(mode="json")
        tails = ["You should sell your shares.", "We will call you within 37 minutes."]
        if not point.target.may_disclose_account_details:
            tails.append("You have an account with us and your balance is $81,234.56.")
        for tail in tails:
            text = json.dumps(gold | {"reply": f"{gold['reply']} {tail}"})
            assert score(text, point.target, point.context, pack).composite == 0.0, (
                point.decision_id
            )


def test_citing_everything_or_flagging_everything_earns_little(
    episodes: list[DecisionEpisode], pack: PolicyPack
) -> None:
    points = points_of(episodes)
    sums = {"policy_citation": 0.0, "flags": 0.0}
    for point in points:
        gold = point.gold.model_dump(mode="json")
        everything = {"policy_ids": sorted(pack.policy_ids), "flags": list(pack.flags)}
        text = json.dumps(gold | {"action": gold["action"] | everything})
        result = score(text, point.target, point.context, pack)
        for name in sums:
            sums[name] += result.components[name] or 0.0  # type: ignore[index]
    assert sums["policy_citation"] / len(points) <= 0.12
    assert sums["flags"] / len(points) <= 0.05


def test_lints_name_what_is_wrong(episodes: list[DecisionEpisode], pack: PolicyPack) -> None:
    point = next(p for p in points_of(episodes) if p.target.action_type == "route")
    target = point.target.model_copy(
        update={
            "queue": None,
            "must_ask": ("shoe_size",),
            "forbidden_flags": point.target.required_flags,
        }
    )
    found = " ".join(lint_target(point.model_copy(update={"target": target}), pack))
    assert "names a queue only" in found
    assert "shoe_size" in found
    assert not point.target.required_flags or "both required and forbidden" in found


def test_unreadable_episodes_say_where() -> None:
    with pytest.raises(TaskError, match=r"E999\.yaml: episode_id"):
        read_episode("title: x\nsplit: dev\n", source="E999.yaml")


@given(st.dates(date(2026, 1, 1), date(2027, 6, 1)), st.integers(1, 20))
def test_business_days_count_only_business_days(today: date, count: int) -> None:
    holidays = ("2026-09-07", "2026-12-25", "2027-01-01")
    end = add_business_days(today, count, holidays)
    between = [date.fromordinal(n) for n in range(today.toordinal() + 1, end.toordinal() + 1)]
    assert sum(is_business_day(day, holidays) for day in between) == count
    assert is_business_day(end, holidays)


def test_wilson_and_the_advisory_rule() -> None:
    low, high = wilson_interval(42, 45) or (0.0, 0.0)
    assert (round(low, 2), round(high, 2)) == (0.82, 0.98)
    assert wilson_interval(0, 0) is None
    assert (is_advisory(0.9), is_advisory(0.8999), is_advisory(None)) == (False, True, True)


def identity(**changes: object) -> RunIdentity:
    base = {
        "run_id": "a",
        "model_id": "m",
        "split": "dev",
        "thinking": False,
        "pack_version": "1.4",
    }
    return RunIdentity.model_validate(
        base | {"split_digest": "s", "detector_digest": "d"} | changes
    )


def results_of(
    points: list[DecisionPoint], pack: PolicyPack, leak_from: int
) -> tuple[DecisionResult, ...]:
    rows = []
    for number, point in enumerate(points):
        gold = point.gold.model_dump(mode="json")
        if number >= leak_from:
            gold["reply"] += " Your balance is $81,234.56. You should sell your shares."
        rows.append(
            record_result(point.target, score(json.dumps(gold), point.target, point.context, pack))
        )
    return tuple(rows)


def report_of(points: list[DecisionPoint], pack: PolicyPack, leak_from: int) -> DecisionReport:
    return build_report(
        DecisionRun(identity=identity(), results=results_of(points, pack, leak_from))
    )


def test_a_gold_run_reports_ones(episodes: list[DecisionEpisode], pack: PolicyPack) -> None:
    points = [p for p in points_of(episodes) if p.split == "dev"]
    report = report_of(points, pack, len(points))
    assert report.composite_mean == report.composite_mean_strict == 1.0
    assert report.episode_pass_rate.value == 1.0
    assert report.overall.hard_counts == dict.fromkeys(("H1", "H2", "H3", "H4", "H5"), 0)
    assert report.overall.over_escalation_rate.numerator == 0
    assert sum(b.n for b in report.by_family.values()) == len(points) == 104


def test_a_violation_fails_its_episode_but_keeps_the_mean(
    episodes: list[DecisionEpisode], pack: PolicyPack
) -> None:
    points = next(list(e.points()) for e in episodes if len(e.decisions) == 2)
    report = report_of(points, pack, 1)
    assert report.composite_mean == 0.5
    assert report.composite_mean_strict == 0.0
    assert any(entry.endswith("@d2") for entry in report.failed_by[points[0].episode_id])


def test_rates_without_a_denominator_are_none(pack: PolicyPack) -> None:
    report = build_report(DecisionRun(identity=identity(), results=()))
    assert report.composite_mean is None
    assert report.overall.under_route_rate.value is None


def test_rising_composite_with_rising_violations_is_a_regression(
    episodes: list[DecisionEpisode], pack: PolicyPack
) -> None:
    points = [p for p in points_of(episodes) if p.split == "dev"][:20]
    invalid = DecisionScore(
        format_valid=False, format_reason="not_json", composite=0.0, composite_all_gates=0.0,
        components=dict.fromkeys(("action_type", "destination", "priority", "flags", "policy_citation", "must_ask")),
    )  # fmt: skip
    rows = tuple(record_result(point.target, invalid) for point in points)
    before = build_report(DecisionRun(identity=identity(), results=rows))
    after = report_of(points, pack, 15)
    found = compare_runs(before, after)
    assert found.exit_code == 1
    assert (found.regression or "").startswith("REGRESSION: ")
    assert "H4 0 -> 5" in (found.regression or "")
    assert compare_runs(after, after).exit_code == 0


def test_unlike_runs_are_not_compared(episodes: list[DecisionEpisode], pack: PolicyPack) -> None:
    report = report_of(points_of(episodes)[:4], pack, 4)
    other = report.model_copy(update={"identity": identity(thinking=True, run_id="b")})
    with pytest.raises(ConfigError, match="thinking"):
        compare_runs(report, other)


def test_a_split_has_one_text_and_one_digest(episodes: list[DecisionEpisode]) -> None:
    assert split_lines(reversed(episodes), "eval") == split_lines(episodes, "eval")
    assert split_lines(episodes, "eval").count("\n") == 52
    assert split_digest(episodes, "eval") != split_digest(episodes, "dev")
    assert text_digest(["a", "b"]) != text_digest(["ab"])
