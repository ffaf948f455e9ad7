"""Checks that read and run nothing: wording, lockfile hygiene, prompts, seed prose."""

import re
from collections.abc import Iterator

from mivas_env.episode.kit import Kit
from mivas_env.episode.task import Task
from mivas_env.proof.findings import Finding
from mivas_env.schema.lockfile import ExpectedCall
from mivas_env.schema.text import fold

_SNAKE = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b")
_PLACEHOLDER_WORDS = re.compile(r"\b(?:should|expected|correct|test|todo|lorem)\b", re.IGNORECASE)
_SQL_TEXT = re.compile(r"'((?:[^']|'')*)'")


def lint_lockfile(task: Task, kit: Kit) -> Iterator[Finding]:
    """Yield what is wrong with the locked expectations (VERIFIER rule 13, PROOF A3, A6)."""
    lockfile = task.lockfile
    policy = kit.policy

    def finding(check: str, message: str) -> Finding:
        return Finding(check, task.name, message)

    for hop in lockfile.exp_handoff_path:
        if hop not in policy.transfer_tools:
            yield finding("lock-hop", f"exp_handoff_path names {hop}, which is no hop")
    industry_calls = 0
    for call in lockfile.exp_tool_calls:
        tool = kit.toolbox.by_name.get(call.name)
        if tool is None:
            yield finding("lock-tool", f"exp_tool_calls names {call.name}, which does not exist")
            continue
        industry_calls += tool.leads_to is None
        if call.output.ok is None:
            yield finding(
                "lock-output", f"{call.name} records no output; write `output: {{ok: …}}`"
            )
        yield from (finding("lock-argument", text) for text in _argument_faults(call, kit))
    if not industry_calls and not lockfile.exp_handoff_path and not lockfile.constrained_tables:
        yield finding("lock-empty", "nothing is expected, so an agent that does nothing passes")
    unknown = [t for t in lockfile.constrained_tables if t not in policy.tables]
    for table in unknown:
        yield finding("lock-table", f"exp_db_state names {table}, which is no write table")


def _argument_faults(call: ExpectedCall, kit: Kit) -> Iterator[str]:
    rules = kit.policy.tools[call.name].arguments
    for key in call.parameters:
        if key not in rules:
            yield f"{call.name}: the locked argument {key} is not declared"
        elif not any(rule.required for rule in rules.values()):
            yield (
                f"{call.name}: {key} is locked, but all its arguments are optional, so a call "
                "without any would be a name-only hit"
            )


def lint_script(task: Task, kit: Kit) -> Iterator[Finding]:
    """Yield caller lines that coach: tool names, ids, locked values (CALLER section 1, rule 1)."""
    lockfile = task.lockfile
    script = lockfile.caller.script
    known = {fold(str(value)) for value in script.fact_values().values() if value is not None}
    locked = {
        value
        for call in lockfile.exp_tool_calls
        for value in _texts(list(call.parameters.values()))
        if "_" in value or any(c.isdigit() for c in value)
    }
    names = set(kit.toolbox.by_name)
    for line in (*script.lines(), lockfile.caller.ticket):
        tokens = set(_SNAKE.findall(line))
        if tokens & names:
            yield Finding("line-tool", task.name, f"a caller line names a tool: {line!r}")
        elif tokens:
            yield Finding("line-id", task.name, f"a caller line holds an identifier: {line!r}")
        for value in sorted(locked):
            if fold(value) in fold(line) and fold(value) not in known:
                message = f"a caller line holds the locked value {value!r}: {line!r}"
                yield Finding("line-value", task.name, message)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def lint_prompts(kit: Kit) -> Iterator[Finding]:
    """Yield identifiers in prompts that do not exist at that desk (TASKS section 4)."""
    for desk, prompt in kit.prompts.items():
        tools = kit.toolbox.at(desk)
        known = {tool.name for tool in tools} | set(kit.industry.spoken_fields)
        for tool in tools:
            known.update(_vocabulary(tool.schema))
            known.update(tool.errors)
        for token in sorted(set(_SNAKE.findall(prompt)) - known):
            message = f"the prompt names {token}, which is no tool, argument or value there"
            yield Finding("prompt-name", f"{kit.industry.name}, desk {desk}", message)


def _vocabulary(schema: object) -> Iterator[str]:
    """Yield argument names and enum values of a schema."""
    if isinstance(schema, dict):
        properties = schema.get("properties")
        if isinstance(properties, dict):
            yield from properties
        for value in schema.get("enum", ()):
            yield str(value)
        for each in schema.values():
            yield from _vocabulary(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from _vocabulary(each)


def lint_seed(kit: Kit) -> Iterator[Finding]:
    """Yield seed texts that read like an answer or a placeholder (PROOF C6)."""
    for text in _SQL_TEXT.findall(kit.industry.read_text("world", "seed.sql")):
        found = _PLACEHOLDER_WORDS.search(text)
        if found:
            message = f"a seed text holds {found[0]!r}: {text[:60]!r}"
            yield Finding("seed-prose", kit.industry.name, message)
