# ruff: noqa: E501, T201  (tables read better unbroken; the table is printed on purpose)
"""What answers without reading earn on the real decisions, row by row, and their ceilings.

Run with ``-s`` to print the table. Every row is computed on all decisions and on each split; a
split may exceed the ceiling by 0.03. Rows with a choice ("best ...") are searched on the very
decisions they are scored on, which is the worst case.
"""

import itertools
import json
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import pytest

from mivas_env.schema.decision import (
    WEIGHTS,
    Action,
    Decision,
    DecisionEpisode,
    DecisionPoint,
    DecisionScore,
    PolicyPack,
)
from mivas_env.verifier.decisions.graded import score_asks, score_citations, score_flags
from mivas_env.verifier.decisions.hard import breaks_destination_rule
from mivas_env.verifier.decisions.score import score

SLACK = 0.03
THANKS = "Thanks for your message."
ASK_ALL = (
    "Please send your full legal name, date of birth, one-time passcode, the date of the transaction, the amount, when "
    "you last had sole control, the order reference, wire reference, statement date, delivering firm, tax year, which "
    "regulator, a safe phone number and the error message."
)
DEEDS = ("resolve", "ask_verification", "ask_clarifying", "route", "escalate")
PRIORITIES = ("P0", "P1", "P2", "P3")
ADVICE = "You should sell your shares."
PROMISE = "We will call you within 37 minutes."
LEAK = "You have an account with us and your balance is $81,234.56."
Points = Sequence[DecisionPoint]
Measure = Callable[[Points, PolicyPack], float]


class Row(NamedTuple):
    """One blind policy: what it is called, its ceiling, and how it is measured."""

    name: str
    ceiling: float
    measure: Measure


def act(**fields: object) -> Action:
    blank = {"type": "resolve", "queue": None, "escalate_to": None, "priority": "P3"}
    return Action.model_validate(blank | {"flags": (), "policy_ids": ()} | fields)


def say(reply: str, action: Action) -> str:
    return json.dumps(Decision(reply=reply, action=action).model_dump(mode="json"))


def average(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def scored(
    points: Points, pack: PolicyPack, text: Callable[[DecisionPoint], str]
) -> list[DecisionScore]:
    return [score(text(point), point.target, point.context, pack) for point in points]


def constant(points: Points, pack: PolicyPack, reply: str, action: Action) -> float:
    text = say(reply, action)
    return average(found.composite for found in scored(points, pack, lambda _: text))


def fixed(reply: str, **fields: object) -> Measure:
    return lambda points, pack: constant(points, pack, reply, act(**fields))


def destinations(deed: str, pack: PolicyPack) -> list[dict[str, str | None]]:
    if deed == "route":
        return [{"queue": queue} for queue in pack.queues]
    if deed == "escalate":
        return [{"escalate_to": name} for name in pack.escalations]
    return [{}]


def best_queue(points: Points, pack: PolicyPack) -> float:
    return max(
        constant(points, pack, THANKS, act(type="route", queue=queue, priority=priority))
        for queue in pack.queues
        for priority in PRIORITIES
    )


def citation_table(
    points: Points, pack: PolicyPack, most: int
) -> dict[tuple[str, ...], list[float]]:
    sets = [
        chosen
        for size in range(most + 1)
        for chosen in itertools.combinations(sorted(pack.policy_ids), size)
    ]
    return {
        chosen: [score_citations(act(policy_ids=chosen), point.target, pack) for point in points]
        for chosen in sets
    }


def best_pair(
    table: dict[tuple[str, ...], list[float]], alive: tuple[bool, ...]
) -> tuple[str, ...]:
    worth = {ids: sum(itertools.compress(shares, alive)) for ids, shares in table.items()}
    return max(worth, key=worth.__getitem__)


def best_citations(points: Points, pack: PolicyPack) -> float:
    """All-resolve with the best fixed set: the best pair, then one id in or out while it helps."""

    def worth(chosen: frozenset[str]) -> float:
        action = act(policy_ids=tuple(sorted(chosen)))
        return sum(score_citations(action, point.target, pack) for point in points)

    pairs = citation_table(points, pack, 2)
    best = frozenset(best_pair(pairs, (True,) * len(points)))
    while True:
        rivals = [best ^ {policy} for policy in sorted(pack.policy_ids)]
        rival = max(rivals, key=worth)
        if worth(rival) <= worth(best):
            break
        best = rival
    return constant(points, pack, THANKS, act(policy_ids=tuple(sorted(best))))


def best_constant(points: Points, pack: PolicyPack) -> float:
    """The best of every type, destination, priority, at most one flag and at most two ids.

    Exhaustive, yet quick: the gates leave few different sets of decisions alive, and the best ids
    depend on nothing but that set.
    """
    table = citation_table(points, pack, 2)
    asks = [score_asks(ASK_ALL, point.target, pack) for point in points]
    best_ids: dict[tuple[bool, ...], tuple[str, ...]] = {}
    best, found = 0.0, act()
    for deed in DEEDS:
        for place, priority, flag in itertools.product(
            destinations(deed, pack), PRIORITIES, ((), *((name,) for name in pack.flags))
        ):
            action = act(type=deed, priority=priority, flags=flag, **place)
            alive = tuple(
                not any(
                    breaks_destination_rule(r, action, p.target) for r in pack.destination_rules
                )
                for p in points
            )
            if alive not in best_ids:
                best_ids[alive] = best_pair(table, alive)
            ids = best_ids[alive]
            total = sum(
                WEIGHTS["action_type"] * (deed == p.target.action_type)
                + WEIGHTS["destination"]
                * (
                    deed == p.target.action_type
                    and (action.queue, action.escalate_to) == (p.target.queue, p.target.escalate_to)
                )
                + WEIGHTS["priority"] * (priority == p.target.priority)
                + WEIGHTS["flags"] * score_flags(action, p.target)
                + WEIGHTS["policy_citation"] * cited
                + WEIGHTS["must_ask"] * asked
                for p, cited, asked, lives in zip(points, table[ids], asks, alive, strict=True)
                if lives
            )
            if total > best:
                best, found = total, action.model_copy(update={"policy_ids": ids})
    real = constant(points, pack, ASK_ALL, found)
    assert real == pytest.approx(best / len(points))
    return real


def gold_component(name: str, **fields: object) -> Measure:
    def measure(points: Points, pack: PolicyPack) -> float:
        found = scored(
            points, pack, lambda p: say(p.gold.reply, p.gold.action.model_copy(update=fields))
        )
        return average(result.components[name] or 0.0 for result in found)  # type: ignore[index]

    return measure


def gold_component_of_pack(name: str, field: str) -> Measure:
    def measure(points: Points, pack: PolicyPack) -> float:
        every = pack.flags if field == "flags" else tuple(sorted(pack.policy_ids))
        return gold_component(name, **{field: every})(points, pack)

    return measure


def gold_with(tail: str, *, hidden_only: bool = False) -> Measure:
    def measure(points: Points, pack: PolicyPack) -> float:
        chosen = [p for p in points if not (hidden_only and p.target.may_disclose_account_details)]
        found = scored(chosen, pack, lambda p: say(f"{p.gold.reply} {tail}".strip(), p.gold.action))
        return average(result.composite for result in found)

    return measure


ROWS = (
    Row("all-resolve", 0.45, fixed(THANKS)),
    Row("all-resolve, best fixed citations", 0.50, best_citations),
    Row(
        "escalate all to compliance",
        0.20,
        fixed(
            THANKS,
            type="escalate",
            escalate_to="compliance",
            priority="P1",
            flags=("regulatory_complaint",),
        ),
    ),
    Row(
        "escalate all to fraud_ops",
        0.25,
        fixed(
            THANKS, type="escalate", escalate_to="fraud_ops", priority="P0", flags=("fraud_claim",)
        ),
    ),
    Row("route all to the best queue", 0.28, best_queue),
    Row("ask_verification, all 14 keys", 0.40, fixed(ASK_ALL, type="ask_verification")),
    Row("ask_clarifying, all 14 keys", 0.40, fixed(ASK_ALL, type="ask_clarifying")),
    Row("best constant action", 0.50, best_constant),
    Row(
        "gold, citing all: citations", 0.12, gold_component_of_pack("policy_citation", "policy_ids")
    ),
    Row("gold, all flags: flags", 0.05, gold_component_of_pack("flags", "flags")),
    Row("gold with advice", 0.0, gold_with(ADVICE)),
    Row("gold with an unstated timeline", 0.0, gold_with(PROMISE)),
    Row("gold with a leak, undisclosable", 0.0, gold_with(LEAK, hidden_only=True)),
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_blind_answers_stay_below_their_ceiling(
    row: Row, episodes: list[DecisionEpisode], pack: PolicyPack
) -> None:
    points = list(itertools.chain.from_iterable(episode.points() for episode in episodes))
    shares = {"all": row.measure(points, pack)}
    for split in ("dev", "eval"):
        shares[split] = row.measure([p for p in points if p.split == split], pack)
    figures = "  ".join(f"{name} {value:.3f}" for name, value in shares.items())
    print(f"\n{row.name:36} ceiling {row.ceiling:.2f}  {figures}", end="")
    assert shares.pop("all") <= row.ceiling
    assert all(value <= (row.ceiling + SLACK if row.ceiling else 0.0) for value in shares.values())


def test_gold_is_worth_exactly_one(episodes: list[DecisionEpisode], pack: PolicyPack) -> None:
    points = list(itertools.chain.from_iterable(episode.points() for episode in episodes))
    found = scored(points, pack, lambda p: say(p.gold.reply, p.gold.action))
    print(
        f"\n{'gold everything':36} exactly 1.00  all {average(f.composite for f in found):.3f}",
        end="",
    )
    assert {result.composite for result in found} == {1.0}
    assert all(result.format_valid and not result.hard_violations for result in found)


def test_asking_for_everything_meets_every_key_and_breaks_no_rule(
    episodes: list[DecisionEpisode], pack: PolicyPack
) -> None:
    points = list(itertools.chain.from_iterable(episode.points() for episode in episodes))
    assert all(score_asks(ASK_ALL, point.target, pack) == 1.0 for point in points)
    replies = scored(points, pack, lambda p: say(ASK_ALL, p.gold.action))
    assert all(not result.hard_violations for result in replies)
