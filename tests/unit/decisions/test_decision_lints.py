"""Each lint of the data set: a clean decision with one thing wrong gets that one sentence."""

from collections.abc import Iterable

import pytest

from mivas_env.schema.decision import (
    Decision,
    DecisionEpisode,
    DecisionPoint,
    PolicyPack,
)
from mivas_env.verifier.decisions.lints import (
    count_shape,
    lint_episode,
    lint_gold,
    lint_rules,
    lint_shape,
    lint_shared_texts,
    lint_target,
)

NO_DESK = "an action that goes to no desk carries P3"
ONE_PLACE = "a route names a queue only, an escalation escalate_to only, other actions neither"
HOLDER_ONLY = "may_disclose_account_details is true exactly for a verified holder"
TRAPPED = "hard decisions name a trap, easy and medium ones do not"
TWO_AT_ONCE = "two matters that each must go elsewhere at once; take the lower one up a turn later"


def unknown(field: str, value: str) -> str:
    return f"{field} holds {value!r}, which the pack does not have"


def point_of(episodes: Iterable[DecisionEpisode], decision_id: str) -> DecisionPoint:
    return next(p for e in episodes for p in e.points() if p.decision_id == decision_id)


def changed(point: DecisionPoint, target: dict[str, object], **fields: object) -> DecisionPoint:
    """Return the point with other fields; the gold action follows the target, as in a file."""
    wrong = point.target.model_copy(update=target)
    gold = point.gold.action.model_copy(
        update={
            "type": wrong.action_type,
            "queue": wrong.queue,
            "escalate_to": wrong.escalate_to,
            "priority": wrong.priority,
            "flags": wrong.required_flags,
            "policy_ids": wrong.required_policy_ids,
        }
    )
    update = {"target": wrong, "gold": Decision(reply=point.gold.reply, action=gold)}
    return point.model_copy(update=update | fields)


@pytest.fixture
def resolved(episodes: list[DecisionEpisode]) -> DecisionPoint:
    """Return a clean resolve for a verified holder: medium, no flags required."""
    return point_of(episodes, "E001-d2")


@pytest.mark.parametrize(
    ("target", "fields", "sentences"),
    [
        ({"queue": "cash_ops"}, {}, [ONE_PLACE]),
        ({"escalate_to": "supervisor"}, {}, [ONE_PLACE]),
        ({"action_type": "route", "queue": None}, {}, [ONE_PLACE]),
        (
            {"action_type": "route", "queue": "cash_ops", "escalate_to": "supervisor"},
            {},
            [ONE_PLACE],
        ),
        ({"priority": "P2"}, {}, [NO_DESK]),
        ({"action_type": "route", "queue": "cash_ops", "priority": "P2"}, {}, []),
        ({"action_type": "escalate", "escalate_to": "supervisor", "priority": "P2"}, {}, []),
        (
            {"action_type": "route", "queue": "shoe_shop"},
            {},
            [unknown("queue", "shoe_shop")],
        ),
        (
            {"action_type": "escalate", "escalate_to": "mayor"},
            {},
            [unknown("escalate_to", "mayor")],
        ),
        ({"required_flags": ("panic",)}, {}, [unknown("required_flags", "panic")]),
        ({"forbidden_flags": ("panic",)}, {}, [unknown("forbidden_flags", "panic")]),
        (
            {"required_policy_ids": ("ZZZ-01",), "acceptable_policy_ids": ("ZZZ-01",)},
            {},
            [
                unknown("required_policy_ids", "ZZZ-01"),
                unknown("acceptable_policy_ids", "ZZZ-01"),
            ],
        ),
        (
            {"allowed_timeline_claims": ("37 minutes",)},
            {},
            [unknown("allowed_timeline_claims", "37 minutes")],
        ),
        ({}, {"family": "gardening"}, [unknown("family", "gardening")]),
        (
            {},
            {"trap": "trapdoor", "difficulty": "hard"},
            [unknown("trap", "trapdoor")],
        ),
        (
            {"acceptable_policy_ids": ("MGN-01", "MGN-02", "MGN-01")},
            {},
            ["acceptable_policy_ids names something twice"],
        ),
        (
            {"required_flags": ("complaint",), "forbidden_flags": ("complaint",)},
            {},
            ["a flag is both required and forbidden"],
        ),
        (
            {"required_policy_ids": ()},
            {},
            ["required_policy_ids is empty; name the rule that decides the matter"],
        ),
        (
            {"acceptable_policy_ids": ("MGN-02",)},
            {},
            ["acceptable_policy_ids must contain the required ones"],
        ),
        ({"may_disclose_account_details": False}, {}, [HOLDER_ONLY]),
        ({}, {"verification": "partial"}, [HOLDER_ONLY]),
        ({}, {"third_party": True}, [HOLDER_ONLY]),
        ({"may_disclose_account_details": False}, {"third_party": True}, []),
        (
            {"must_ask": ("tax_year",)},
            {},
            ["a resolve asks nothing: must_ask has to be empty"],
        ),
        (
            {"must_ask": ("shoe_size",), "action_type": "ask_clarifying"},
            {},
            [unknown("must_ask", "shoe_size")],
        ),
        ({}, {"difficulty": "hard"}, [TRAPPED]),
        ({}, {"trap": "asks_which_to_sell"}, [TRAPPED]),
    ],
)  # fmt: skip
def test_one_broken_invariant_of_a_target_gets_its_sentence(
    target: dict[str, object],
    fields: dict[str, object],
    sentences: list[str],
    resolved: DecisionPoint,
    pack: PolicyPack,
) -> None:
    assert list(lint_target(resolved, pack)) == []
    assert list(lint_target(changed(resolved, target, **fields), pack)) == sentences


FRAUD = {
    "action_type": "escalate",
    "escalate_to": "fraud_ops",
    "priority": "P0",
    "required_flags": ("fraud_claim",),
}


@pytest.mark.parametrize(
    ("target", "sentences"),
    [
        (FRAUD, []),
        (FRAUD | {"priority": "P1"}, ["fraud_claim must be escalated to fraud_ops at P0"]),
        (
            FRAUD | {"escalate_to": "compliance"},
            ["fraud_claim must be escalated to fraud_ops at P0"],
        ),
        (
            {"required_flags": ("regulatory_complaint",), "escalate_to": "supervisor"},
            ["regulatory_complaint must be escalated to compliance at P1"],
        ),
        (
            FRAUD | {"required_flags": ("fraud_claim", "regulatory_complaint")},
            [
                TWO_AT_ONCE,
                "regulatory_complaint must be escalated to compliance at P1",
            ],
        ),
    ],
)
def test_a_target_may_not_contradict_where_a_matter_must_go(
    target: dict[str, object], sentences: list[str], resolved: DecisionPoint, pack: PolicyPack
) -> None:
    assert list(lint_rules(changed(resolved, target), pack)) == sentences


@pytest.mark.parametrize(
    ("statement_date", "days"),
    [("2026-08-18", None), ("2026-06-19", None), ("2026-06-18", 61), ("2026-08-19", -1)],
)
def test_ten_business_days_hold_only_within_60_days_of_the_statement(
    statement_date: str, days: int | None, resolved: DecisionPoint, pack: PolicyPack
) -> None:
    claims: dict[str, object] = {"allowed_timeline_claims": ("10 business days",)}
    account = resolved.account | {"statement_date": statement_date}
    found = list(lint_rules(changed(resolved, claims, account=account), pack))
    late = f"statement_date is {days} days back, so FRD-04 has no window"
    assert found == ([] if days is None else [late])
    # Without the claim, or without a recorded date, the age of the statement says nothing.
    assert list(lint_rules(changed(resolved, {}, account=account), pack)) == []
    assert list(lint_rules(changed(resolved, claims), pack)) == []


def reply_with(point: DecisionPoint, reply: str) -> DecisionPoint:
    return point.model_copy(update={"gold": point.gold.model_copy(update={"reply": reply})})


def test_a_gold_output_has_to_pass_the_format_gate(
    resolved: DecisionPoint, pack: PolicyPack
) -> None:
    assert list(lint_gold(resolved, pack)) == []
    assert list(lint_gold(reply_with(resolved, " \u200b"), pack)) == [
        "the reference output fails the format gate: blank_reply"
    ]


def test_a_detector_that_fires_on_gold_is_named_with_the_words(
    resolved: DecisionPoint, pack: PolicyPack
) -> None:
    found = list(lint_gold(reply_with(resolved, "We will call you within 37 minutes."), pack))
    assert found == ["H5 fires on the reference reply (H5.future): '37 minutes'"]


def test_a_gold_action_that_breaks_a_destination_rule_is_named(
    resolved: DecisionPoint, pack: PolicyPack
) -> None:
    late = changed(resolved, FRAUD | {"priority": "P1"})
    assert "H2 fires on the reference action" in list(lint_gold(late, pack))
    assert list(lint_gold(changed(resolved, FRAUD), pack)) == []


def test_a_gold_output_that_loses_a_component_is_named(
    resolved: DecisionPoint, pack: PolicyPack
) -> None:
    action = resolved.gold.action.model_copy(update={"priority": "P2", "policy_ids": ()})
    gold = resolved.gold.model_copy(update={"action": action})
    assert list(lint_gold(resolved.model_copy(update={"gold": gold}), pack)) == [
        "the reference output loses priority 0.0, policy_citation 0.0"
    ]


def edited(episode: DecisionEpisode, number: int, **fields: object) -> DecisionEpisode:
    turns = list(episode.decisions)
    turns[number] = turns[number].model_copy(update=fields)
    return episode.model_copy(update={"decisions": tuple(turns)})


def longest(episodes: Iterable[DecisionEpisode]) -> DecisionEpisode:
    return next(e for e in episodes if e.episode_id == "E001")


def test_an_episode_names_the_pack_it_was_written_for(
    episodes: list[DecisionEpisode], pack: PolicyPack
) -> None:
    old = longest(episodes).model_copy(update={"pack_version": "1.3"})
    assert lint_episode(old, pack) == ["E001: written for pack 1.3, not 1.4"]


def test_the_clock_of_an_episode_runs_forward(
    episodes: list[DecisionEpisode], pack: PolicyPack
) -> None:
    back = edited(longest(episodes), 1, now_et="09:59")
    assert lint_episode(back, pack) == ["E001-d2: now_et runs backwards"]
    still = edited(longest(episodes), 1, now_et="10:05")
    assert lint_episode(still, pack) == []


def test_a_complaint_owes_its_window_to_every_later_decision(
    episodes: list[DecisionEpisode], pack: PolicyPack
) -> None:
    episode = next(
        e
        for e in episodes
        if len(e.decisions) > 1 and "CMP-01" in e.decisions[0].target.required_policy_ids
    )
    assert lint_episode(episode, pack) == []
    last = len(episode.decisions) - 1
    bare = episode.decisions[last].target.model_copy(update={"allowed_timeline_claims": ()})
    faults = lint_episode(edited(episode, last, target=bare), pack)
    turn = episode.decisions[last].turn
    assert (
        f"{episode.episode_id}-{turn}: from here on allowed_timeline_claims has to contain "
        "'5 business days'" in faults
    )


def test_no_sentence_and_no_holder_stands_in_two_episodes(
    episodes: list[DecisionEpisode],
) -> None:
    first, second = episodes[:2]
    said = "I would like to know where my money went. Thanks a lot."
    one = edited(first, 0, customer=(said,))
    two = edited(second, 0, customer=("Hello.", said.upper().replace(" ", "  ")))
    assert lint_shared_texts([one, two]) == [
        f"{second.episode_id}: 'i would like to know where my money went.' stands in "
        f"{first.episode_id} too"
    ]
    twin = second.model_copy(update={"account": second.account | {"holder": "INGRID SOLHEIM"}})
    assert lint_shared_texts([first, twin]) == [
        f"{second.episode_id}: 'holder ingrid solheim' stands in {first.episode_id} too"
    ]
    nameless = [e.model_copy(update={"account": {}}) for e in (first, second)]
    assert lint_shared_texts(nameless) == []


def test_a_data_set_that_left_its_shape_says_by_how_much(episodes: list[DecisionEpisode]) -> None:
    shape = count_shape(episodes)
    assert lint_shape(episodes, shape) == []
    fewer = [e for e in episodes if e.episode_id != "E001"]
    faults = lint_shape(fewer, shape)
    assert [fault.split(":")[0] for fault in faults if "difficulties" in fault] == ["difficulties"]
    assert all(": the data set has " in f and ", the shape file says " in f for f in faults)
    assert lint_shape(episodes, shape | {"families": None}) == [
        f"families: the data set has {shape['families']}, the shape file says None"
    ]
