"""The figures that follow from the table of probes (PROOF A1 to A5, A7 to A9, B1, E3)."""

from collections.abc import Iterator, Sequence

from mivas_env.episode.task import Task
from mivas_env.proof.allowances import Allowances, short_family
from mivas_env.proof.figures import Figure, Measured, share
from mivas_env.proof.findings import Finding
from mivas_env.proof.probing import DISCOUNT, ProbeRow, family_of, is_pure_escalation
from mivas_env.schema.script import AskKind

IDLE = ("do_nothing", "mute_hangup", "apologise", "parrot", "soup", "from_memory")
NO_ARGUMENTS = ("empty_args", "blank_args", "undeclared_keys", "harness_keys")
ROUGH = ("stall_after_write", "crash_seeker")
MAX_ESCALATIONS = 2
"""Families that an agent may pass which passes every caller on at once (PROOF A2)."""


def measure_probes(
    tasks: Sequence[Task], rows: Sequence[ProbeRow], allowances: Allowances
) -> Measured:
    """Hold every row of the probe table against its bar; rows that were not played are left out."""
    by_name = {row.probe: row for row in rows}
    measured = Measured()
    measured.findings.extend(_undumped(rows))
    for part in (_idle, _escalations, _mute, _argumentless, _writes, _cycles, _rough, _detours):
        part(tasks, by_name, allowances, measured)
    return measured


def _add(measured: Measured, check: str, what: str, figure: str, bar: str, *, holds: bool) -> None:
    measured.figures.append(Figure(check, what, figure, bar, holds))


Rows = dict[str, ProbeRow]


def _idle(_tasks: Sequence[Task], rows: Rows, _allowed: Allowances, measured: Measured) -> None:
    played = [rows[name] for name in IDLE if name in rows]
    if not played:
        return
    passed = sum(len(row.passed) for row in played)
    paid = any(row.mean_reward > 0 for row in played)
    figure = f"{share(passed, sum(row.tasks for row in played))} pass"
    what = f"idle agents: {', '.join(row.probe for row in played)}"
    _add(measured, "A1", what, figure, "0, r_train 0", holds=not passed and not paid)


def _escalations(
    tasks: Sequence[Task], rows: Rows, allowed: Allowances, measured: Measured
) -> None:
    if "escalate_at_once" not in rows:
        return
    by_name = {task.name: task for task in tasks}
    families = {}
    for name in rows["escalate_at_once"].passed:
        family = family_of(by_name[name])
        families[family] = is_pure_escalation(by_name[name])
        if short_family(name) not in allowed.escalate_at_once:
            message = "passing the caller on at once passes, and the allowances do not say why"
            measured.findings.append(Finding("probe-escalate_at_once", name, message))
    if len(families) > MAX_ESCALATIONS:
        message = (
            f"passing callers on at once passes {len(families)} families: {', '.join(families)}"
        )
        measured.findings.append(Finding("probe-escalate_at_once", "suite", message))
    named = all(short_family(name) in allowed.escalate_at_once for name in families)
    figure = f"{len(families)} families: {', '.join(sorted(families)) or 'none'}"
    bar = "≤ 2 families, pure escalations, named in the allowances"
    holds = len(families) <= MAX_ESCALATIONS and all(families.values()) and named
    _add(measured, "A2", "families that escalating at once passes", figure, bar, holds=holds)


def _mute(tasks: Sequence[Task], rows: Rows, _allowed: Allowances, measured: Measured) -> None:
    if "mute_oracle" not in rows:
        return
    row = rows["mute_oracle"]
    others = [
        task
        for task in tasks
        if any(ask.kind is not AskKind.HUMAN for ask in task.lockfile.caller.script.asks)
    ]
    humans = len(tasks) - len(others)
    figure = (
        f"{share(len(row.passed), row.tasks)} pass, {row.satisfied} callers content, "
        f"{humans} want only a person"
    )
    bar = "nobody content but who wants only a person"
    holds = row.satisfied <= humans
    _add(measured, "A4", "the oracle's calls without a word", figure, bar, holds=holds)


def _argumentless(
    tasks: Sequence[Task], rows: Rows, _allowed: Allowances, measured: Measured
) -> None:
    constrained = {
        task.name for task in tasks if any(call.parameters for call in task.lockfile.exp_tool_calls)
    }
    played = [rows[name] for name in NO_ARGUMENTS if name in rows]
    if not played:
        return
    wrong = [(row.probe, name) for row in played for name in row.tools_held if name in constrained]
    for probe, name in wrong:
        message = f"gate T holds for {probe}, though the task locks an argument"
        measured.findings.append(Finding(f"probe-{probe}", name, message))
    figure = f"{share(len(wrong), len(constrained) * len(played))} hold"
    what = f"gate T without arguments: {', '.join(row.probe for row in played)}"
    _add(measured, "A5", what, figure, "0 where any argument is locked", holds=not wrong)


def _writes(tasks: Sequence[Task], rows: Rows, _allowed: Allowances, measured: Measured) -> None:
    if "write_spam" not in rows or "read_spam" not in rows:
        return
    write, read = rows["write_spam"], rows["read_spam"]
    writing = {task.name for task in tasks if _writes_rows(task)}
    passed = [name for name in (*write.passed, *read.passed) if name in writing]
    strict = write.strict_passes + read.strict_passes
    figure = f"{share(len(passed), 2 * len(writing))} writing tasks, {strict} strict passes"
    what = "reading and writing at random"
    _add(measured, "A7", what, figure, "0, strict 0", holds=not passed and not strict)


def _writes_rows(task: Task) -> bool:
    state = task.lockfile.exp_db_state
    return not isinstance(state, str) and bool(state.changes)


def _cycles(tasks: Sequence[Task], rows: Rows, allowed: Allowances, measured: Measured) -> None:
    if "transfer_cycle" not in rows:
        return
    long = {task.name for task in tasks if len(task.lockfile.exp_handoff_path) > 1}
    exact = [name for name in rows["transfer_cycle"].exact if name in long]
    unexplained = [name for name in exact if short_family(name) not in allowed.walked_routes]
    for name in unexplained:
        message = "walking through the desks is an exact route, and the allowances do not say why"
        measured.findings.append(Finding("probe-transfer_cycle", name, message))
    paid = rows["transfer_cycle"].mean_reward
    figure = (
        f"{share(len(exact), len(long))} exact, {len(unexplained)} unexplained, "
        f"mean r_train {paid:.3f}"
    )
    what = "walking through all desks, paths of two hops or more"
    bar = "exact only where that is the caller's way, r_train ≤ d"
    _add(measured, "A8", what, figure, bar, holds=not unexplained and paid <= DISCOUNT)


def _rough(_tasks: Sequence[Task], rows: Rows, _allowed: Allowances, measured: Measured) -> None:
    played = list(rows.values())
    calls, dumped = sum(row.tasks for row in played), sum(row.dumped for row in played)
    earned = [row.probe for row in played if row.probe in ROUGH and row.mean_reward > 0]
    figure = f"{share(dumped, calls)} dumped, {len(earned)} of {len(ROUGH)} rough agents paid"
    what = "calls whose database gate D compared, all probes"
    holds = dumped == calls and not earned
    _add(measured, "A9", what, figure, "100 %, no reward without a dump", holds=holds)


def _detours(tasks: Sequence[Task], rows: Rows, _allowed: Allowances, measured: Measured) -> None:
    if "oracle" not in rows or "oracle_detour" not in rows:
        return
    oracle, detour = rows["oracle"], rows["oracle_detour"]
    extra = len(detour.passed) - len([name for name in detour.exact if name in detour.passed])
    expected = (len(detour.passed) - extra + DISCOUNT * extra) / max(1, detour.tasks)
    holds = abs(detour.mean_reward - expected) < 1e-9 and len(oracle.passed) == len(tasks)  # noqa: PLR2004
    if not holds:
        message = f"calls with a superfluous desk earn {detour.mean_reward}, not {expected}"
        measured.findings.append(Finding("detour-reward", "suite", message))
    figure = f"oracle {oracle.mean_reward:.3f}; {extra} detours at {DISCOUNT} each"
    what = "r_train of the oracle and of one desk too many"
    _add(measured, "E3", what, figure, "1 and d", holds=holds)


def _undumped(rows: Sequence[ProbeRow]) -> Iterator[Finding]:
    for row in rows:
        if row.dumped != row.tasks:
            message = f"{row.probe}: {row.tasks - row.dumped} calls ended without a dump"
            yield Finding("dump", "suite", message)
