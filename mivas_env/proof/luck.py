"""What chance alone earns: reads in random order against their cost, random legal calls."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mivas_env.agents.probes.spam import random_valid_in, read_spam_in
from mivas_env.episode.kit import kit_of
from mivas_env.episode.task import Task
from mivas_env.proof.allowances import Allowances, short_family
from mivas_env.proof.figures import Figure, Measured, share
from mivas_env.proof.findings import Finding
from mivas_env.proof.probing import play_probe
from mivas_env.registry import industry_named
from mivas_env.verifier.decisions.probes import wilson_interval
from mivas_env.world.store import World

CHEAP_SHARE = 0.05
"""Pass rate of random reading above which a task is listed and needs a reason (PROOF A7)."""
MAX_RANDOM_SHARE = 0.005
"""Share of calls that random legal actions may pass (PROOF A11)."""
_ENOUGH_ORDERS = 20
_OPEN_DOMAIN = 100
"""What an argument without a closed list of values counts for in the spam cost."""


@dataclass(frozen=True, slots=True)
class SpamRow:
    """Random reading on one task: `passed` of `orders` random orders.

    `cost` is how many calls it takes to try every legal value of every required call; `budget` is
    how many calls the task allows.
    """

    task: str
    cost: int
    budget: int
    passed: int
    orders: int

    @property
    def chance(self) -> float:
        """The share that blind enumeration can reach: budget over cost, at most 1."""
        return min(1.0, self.budget / self.cost) if self.cost else 1.0

    def exceeds(self, share: float) -> bool:
        """Say whether the rate lies above a share by more than few orders can explain (95 %)."""
        interval = wilson_interval(self.passed, self.orders)
        return interval is not None and interval[0] > share

    @property
    def is_cheap(self) -> bool:
        """True where reading at random passes above 5 %; of few orders, where that is certain."""
        if self.orders < _ENOUGH_ORDERS:
            return self.exceeds(CHEAP_SHARE)
        return self.passed > CHEAP_SHARE * self.orders


def spam_cost(task: Task) -> int:
    """Return how many calls an agent needs that tries every legal value of every required call.

    The sum, over the expected calls, of the product of the domains of their locked arguments: an
    enum counts its values, anything else a hundred.
    """
    tools = kit_of(industry_named(task.industry)).toolbox.by_name
    total = 0
    for call in task.lockfile.exp_tool_calls:
        cost = 1
        for name, rule in tools[call.name].rules.items():
            if name in call.parameters:
                choices = rule.items.enum if rule.items is not None else rule.enum
                cost *= len(choices) if choices else _OPEN_DOMAIN
        total += cost
    return total


def spam_rows(
    tasks: Sequence[Task], *, orders: int, on_step: Callable[[], None] = lambda: None
) -> list[SpamRow]:
    """Let random reading try each task in several orders; `on_step` is called once per task."""
    worlds: dict[str, World] = {}
    rows = []
    for task in tasks:
        passed = 0
        for order in range(orders):
            session = play_probe(task, read_spam_in(order), worlds)
            verification = session.verification
            passed += verification is not None and verification.result and not session.truncated
        rows.append(SpamRow(task.name, spam_cost(task), task.tool_call_budget, passed, orders))
        on_step()
    for world in worlds.values():
        world.close()
    return rows


def judge_spam(rows: Sequence[SpamRow], allowances: Allowances) -> Measured:
    """Hold random reading against budget over cost, and list the tasks that it hits (PROOF A7)."""
    measured = Measured()
    hit = 0
    for row in rows:
        if row.exceeds(row.chance):
            message = (
                f"random reading passes {row.passed} of {row.orders}, more than budget over cost, "
                f"{row.budget} of {row.cost}"
            )
            measured.findings.append(Finding("spam-rate", row.task, message))
        if row.is_cheap:
            hit += 1
            if short_family(row.task) not in allowances.cheap_to_spam:
                message = (
                    f"random reading passes {row.passed} of {row.orders}: lock more, or say in the "
                    "allowances why that is as it must be"
                )
                measured.findings.append(Finding("spam-cheap", row.task, message))
    played = sum(row.orders for row in rows)
    figure = f"{share(sum(row.passed for row in rows), played)} of all calls; {hit} tasks above 5 %"
    measured.figures.append(
        Figure(
            "A7",
            "calls passed by reading at random, several orders a task",
            figure,
            "per task ≤ budget / spam cost; above 5 % only with a reason",
            not measured.findings,
        )
    )
    return measured


def measure_random(tasks: Sequence[Task], *, episodes: int) -> Measured:
    """Let random legal calls play `episodes` calls, spread over the tasks (PROOF A11)."""
    worlds: dict[str, World] = {}
    passed = 0
    for number in range(episodes if tasks else 0):
        task = tasks[number % len(tasks)]
        session = play_probe(task, random_valid_in(number // len(tasks)), worlds)
        verification = session.verification
        passed += verification is not None and verification.result and not session.truncated
    for world in worlds.values():
        world.close()
    measured = Measured()
    holds = passed <= MAX_RANDOM_SHARE * episodes
    if not holds:
        message = f"random legal calls pass {passed} of {episodes}"
        measured.findings.append(Finding("random-valid", "suite", message))
    figure = share(passed, episodes)
    measured.figures.append(Figure("A11", "calls passed at random", figure, "≤ 0.5 %", holds))
    return measured
