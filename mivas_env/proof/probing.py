"""Let every probe play every task of an industry, and hold the outcome against what is allowed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mivas_env import rewards
from mivas_env.agents.probes import MUST_PASS, PROBES
from mivas_env.agents.protocol import AgentFactory
from mivas_env.agents.rollout import roll_out
from mivas_env.episode.kit import kit_of
from mivas_env.episode.session import CallSession
from mivas_env.episode.task import Task
from mivas_env.proof.findings import Finding
from mivas_env.registry import industry_named
from mivas_env.schema.script import AskKind
from mivas_env.schema.verification import Verdict
from mivas_env.world.store import World

DISCOUNT = 0.5

NEVER_PASS = (
    "do_nothing",
    "mute_hangup",
    "apologise",
    "parrot",
    "soup",
    "from_memory",
    "empty_args",
    "blank_args",
    "undeclared_keys",
    "harness_keys",
    "write_spam",
    "random_valid",
    "stall_after_write",
    "crash_seeker",
)
"""Probes that pass no task but those that are an escalation or need no argument."""


@dataclass(frozen=True, slots=True)
class ProbeRow:
    """What one probe did on one suite. `mean_reward` is r_train at a discount of one half.

    `tools_held` and `exact` name the tasks at which gate T held and at which the route was exact;
    `dumped` counts the calls whose database was compared, which all of them have to be (A9).
    """

    probe: str
    tasks: int
    passed: tuple[str, ...]
    mean_reward: float
    satisfied: int
    strict_passes: int
    tools_held: tuple[str, ...] = ()
    exact: tuple[str, ...] = ()
    dumped: int = 0


def probe_suite(
    tasks: Sequence[Task],
    names: Sequence[str] = tuple(PROBES),
    *,
    on_step: Callable[[], None] = lambda: None,
) -> list[ProbeRow]:
    """Play each named probe on each task; `on_step` is called once per call, for progress bars."""
    return [_probe(name, PROBES[name], tasks, on_step) for name in names]


def _probe(
    name: str, factory: AgentFactory, tasks: Sequence[Task], on_step: Callable[[], None]
) -> ProbeRow:
    passed: list[str] = []
    tools_held: list[str] = []
    exact: list[str] = []
    total = 0.0
    satisfied = strict = dumped = 0
    worlds: dict[str, World] = {}
    for task in tasks:
        session = play_probe(task, factory, worlds)
        verification = session.verification
        on_step()
        if verification is None:
            continue
        dumped += verification.D is not None
        if verification.T:
            tools_held.append(task.name)
        if verification.verdict is Verdict.EXACT:
            exact.append(task.name)
        if session.truncated:
            continue
        total += rewards.train_reward(verification, DISCOUNT)
        satisfied += bool(session.caller_satisfied)
        if verification.result:
            passed.append(task.name)
            strict += bool(
                rewards.strict_reward(
                    verification,
                    DISCOUNT,
                    session.caller_satisfied,
                    told_misses=session.told_misses,
                )
            )
    for world in worlds.values():
        world.close()
    mean = total / len(tasks) if tasks else 0.0
    return ProbeRow(
        probe=name,
        tasks=len(tasks),
        passed=tuple(passed),
        mean_reward=mean,
        satisfied=satisfied,
        strict_passes=strict,
        tools_held=tuple(tools_held),
        exact=tuple(exact),
        dumped=dumped,
    )


def play_probe(task: Task, factory: AgentFactory, worlds: dict[str, World]) -> CallSession:
    """Play one call, reusing one world per industry."""
    industry = industry_named(task.industry)
    if task.industry not in worlds:
        worlds[task.industry] = World(kit_of(industry).template)
    session = CallSession(task, industry, world=worlds[task.industry])
    return roll_out(session, factory(task))


def is_pure_escalation(task: Task) -> bool:
    """Say whether being passed on to a person is all that the task asks for."""
    terminal = industry_named(task.industry).terminal_tools
    return all(call.name in terminal for call in task.lockfile.exp_tool_calls)


def judge_probes(tasks: Sequence[Task], rows: Sequence[ProbeRow]) -> Iterator[Finding]:
    """Yield every pass that must not be, and every failure of a probe that must pass."""
    by_name = {task.name: task for task in tasks}
    for row in rows:
        if row.probe in MUST_PASS:
            for name in by_name:
                if name not in row.passed:
                    yield Finding(f"probe-{row.probe}", name, "a call that must pass fails")
        elif row.probe in (*NEVER_PASS, "escalate_at_once", "wrong_node", "transfer_cycle"):
            for name in row.passed:
                # Where the call stays at the entry desk, no desk is the wrong one.
                at_home = row.probe == "wrong_node" and not by_name[name].lockfile.exp_handoff_path
                if not (at_home or is_pure_escalation(by_name[name])):
                    yield Finding(f"probe-{row.probe}", name, "passes, and must not")
        elif row.probe == "read_spam":
            yield from _judge_read_spam(row, by_name)
        elif row.probe == "mute_oracle":
            yield from _judge_mute(row, by_name)


def _judge_read_spam(row: ProbeRow, by_name: dict[str, Task]) -> Iterator[Finding]:
    """Reading everything may hit a task that only asks for a read, but satisfies no caller (A7)."""
    if row.strict_passes:
        yield Finding("probe-read_spam", "suite", f"{row.strict_passes} callers are satisfied")
    for name in row.passed:
        if by_name[name].lockfile.exp_db_state != "unchanged" and _writes(by_name[name]):
            yield Finding("probe-read_spam", name, "reading alone passes a task that writes")


def _writes(task: Task) -> bool:
    state = task.lockfile.exp_db_state
    return not isinstance(state, str) and bool(state.changes)


def _judge_mute(row: ProbeRow, by_name: dict[str, Task]) -> Iterator[Finding]:
    humans = sum(
        all(ask.kind is AskKind.HUMAN for ask in task.lockfile.caller.script.asks)
        for task in by_name.values()
    )
    if row.satisfied > humans:
        message = f"a silent agent satisfies {row.satisfied} callers, {humans} want only a person"
        yield Finding("probe-mute_oracle", "suite", message)


def family_of(task: Task) -> str:
    """Return the name that an easy task shares with its audio variants."""
    return "-".join(task.name.split("-")[:2])
