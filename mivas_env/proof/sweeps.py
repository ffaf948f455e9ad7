"""Sweeps over every tool argument: reads change nothing, hostile values change nothing unseen.

Whatever a policy writes into an argument, the answer is a declared code, no graded table changes
without `ok: true`, and SQL in a name is a name (PROOF B11, S5, S7, S8, S13).
"""

import re
from collections.abc import Iterator, Sequence

from mivas_env.envs.spaces import ActionSpace
from mivas_env.episode.kit import Kit
from mivas_env.episode.task import Task
from mivas_env.errors import Fault
from mivas_env.proof.figures import Measured
from mivas_env.proof.findings import Finding
from mivas_env.proof.hostile import hostile_values, sql_payloads
from mivas_env.proof.line import BareLine, UsedTool, used_tools
from mivas_env.schema.arguments import Kind
from mivas_env.tools.dispatch import Outcome
from mivas_env.tools.spec import Effect

READS = 50
FRAME_CODES = frozenset({"INVALID_ARGUMENTS", "TOOL_NOT_AVAILABLE", "UNKNOWN_TOOL"})
_INNER_WORDS = re.compile(
    r"Traceback|File \"|\.py\b|/[a-z]+/[a-z_]+/|sqlite|SELECT |INSERT |pydantic|0x[0-9a-f]{6}",
    re.IGNORECASE,
)


def measure_reads(kit: Kit, *, times: int = READS) -> Measured:
    """Fire every read tool often, with sampled arguments; no graded table may change (B11)."""
    line = BareLine(kit)
    findings = []
    reads = [tool for tool in kit.toolbox.tools if tool.effect is Effect.READ]
    for tool in reads:
        space = ActionSpace([tool], seed=0)
        for _ in range(times):
            line.call(tool, space.sample().get("arguments", {}))
        if line.dump() != kit.template.seed_state:
            message = f"{tool.name} reads, yet a graded table changed"
            findings.append(Finding("read-changes", kit.industry.name, message))
            line.start_again()
    line.close()
    measured = Measured()
    looked_at = f"{len(reads)} read tools, {times} calls each"
    measured.count("B11", "reads that change a graded table", looked_at, findings)
    return measured


def measure_hostility(kit: Kit, tasks: Sequence[Task], *, every: int = 1) -> Measured:
    """Put hostile values into every argument of every tool, each `every`-th one (S5, S7, S13)."""
    values = list(hostile_values())[::every]
    findings: list[Finding] = []
    bodies: list[Finding] = []
    sent = 0
    line = BareLine(kit)
    for used in used_tools(kit, tasks):
        _prepare(line, used)
        for key in used.tool.rules:
            for value in values:
                sent += 1
                outcome = _send(line, used, {**used.arguments, key: value}, findings)
                bodies.extend(_judge_body(kit, used, outcome))
    line.close()
    measured = Measured()
    arguments = sum(len(tool.rules) for tool in kit.toolbox.tools)
    looked_at = f"{len(values)} values by {arguments} arguments, {sent} calls"
    measured.count("S7", "faults, and changes behind a refusal", looked_at, findings)
    inner = "codes that nobody declared, and inner words in answers"
    measured.count("S13", inner, f"{sent} answers", bodies)
    return measured


def measure_sql(kit: Kit, tasks: Sequence[Task], *, every: int = 1) -> Measured:
    """Put SQL into every text argument: what an unknown name finds, and the schema stays (S8)."""
    payloads = list(sql_payloads())[::every]
    findings: list[Finding] = []
    sent = 0
    line = BareLine(kit)
    schema = _schema_of(line)
    for used in used_tools(kit, tasks):
        _prepare(line, used)
        for key, rule in used.tool.rules.items():
            if rule.kind is not Kind.TEXT or rule.enum is not None:
                continue
            unknown = _send(line, used, {**used.arguments, key: _STRANGER}, findings)
            for payload in payloads:
                sent += 1
                found = _send(line, used, {**used.arguments, key: payload}, findings)
                if found is not None and found.ok and unknown is not None and not unknown.ok:
                    message = f"{used.tool.name}: {key}={payload!r} finds what a stranger does not"
                    findings.append(Finding("injected-sql", kit.industry.name, message))
    if _schema_of(line) != schema:
        findings.append(Finding("injected-sql", kit.industry.name, "the schema has changed"))
    line.close()
    measured = Measured()
    looked_at = f"{len(payloads)} payloads, {sent} calls"
    measured.count("S8", "SQL in a text argument that is more than a text", looked_at, findings)
    return measured


_STRANGER = "Zebulon Quarrystone"


def _prepare(line: BareLine, used: UsedTool) -> None:
    line.start_again()
    line.follow(used.before)


def _send(
    line: BareLine, used: UsedTool, arguments: dict[str, object], findings: list[Finding]
) -> Outcome | None:
    """Make one call inside a savepoint, so that each finds the same rows; None after a fault."""
    connection = line.world.connection
    industry = line.kit.industry.name
    if len(line.dispatcher.journal) > _JOURNAL_KEPT:
        line.dispatcher.journal.clear()
    changes = connection.total_changes
    before = line.dump() if used.tool.effect is Effect.WRITE else {}
    try:
        outcome = line.call(used.tool, arguments)
    except Fault as error:
        findings.append(Finding("hostile-fault", industry, str(error)[:200]))
        _prepare(line, used)
        return None
    if connection.total_changes == changes:
        return outcome
    if used.tool.effect is Effect.WRITE:
        if not outcome.ok and line.dump() != before:
            message = f"{used.tool.name} refused a call and changed a graded table"
            findings.append(Finding("hostile-change", industry, message))
        if outcome.ok:
            _prepare(line, used)
    return outcome


_JOURNAL_KEPT = 1_000


def _judge_body(kit: Kit, used: UsedTool, outcome: Outcome | None) -> Iterator[Finding]:
    if outcome is None or outcome.ok:
        return
    tool = used.tool
    declared = {*tool.errors, *(each.code for each in tool.requires), *FRAME_CODES}
    declared |= {rule.alias.error_code for rule in tool.rules.values() if rule.alias is not None}
    if outcome.error_code not in declared:
        message = f"{tool.name} answers {outcome.error_code}, which it does not declare"
        yield Finding("error-body", kit.industry.name, message)
    found = _INNER_WORDS.search(outcome.message or "")
    if found:
        message = f"{tool.name} answers with {found[0]!r} in {outcome.message!r}"
        yield Finding("error-body", kit.industry.name, message)


def _schema_of(line: BareLine) -> list[tuple[object, ...]]:
    return list(line.world.connection.execute("SELECT type, name, sql FROM sqlite_master"))
