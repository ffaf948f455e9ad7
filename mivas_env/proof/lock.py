"""Make a lockfile's expectations from a run of its oracle, instead of typing them by hand."""

import re
from collections.abc import Mapping
from typing import Any

from mivas_env.agents.rollout import roll_out
from mivas_env.agents.scripted import oracle
from mivas_env.episode.kit import Kit, kit_of
from mivas_env.episode.session import CallSession
from mivas_env.episode.session_tools import END_CALL
from mivas_env.episode.task import Task
from mivas_env.errors import TaskError
from mivas_env.registry import industry_named
from mivas_env.schema.arguments import coerce, project
from mivas_env.schema.strict_yaml import dump_flow
from mivas_env.schema.trajectory import CallRecord, Trajectory
from mivas_env.verifier.policy import TablePolicy

EXPECTATIONS = ("exp_handoff_path", "exp_tool_calls", "exp_db_state", "exp_told")
Rows = list[dict[str, Any]]


def project_expectations(task: Task, *, seed: int = 0) -> dict[str, Any]:
    """Replay the oracle from the seed world and return the `exp_` fields.

    Calls that were refused are left out (only the completing call is locked), so are `end_call`,
    tokens, generated ids, timestamps and free prose. A person then removes what the task leaves
    open.

    Raises:
        TaskError: the oracle does not end the call.
        Fault: a tool failed.
    """
    industry = industry_named(task.industry)
    kit = kit_of(industry)
    session = CallSession(task, industry, seed=seed)
    try:
        trajectory = roll_out(session, oracle(task)).trajectory()
        told = session.told
    finally:
        session.close()
    if session.truncated:
        message = f"{task.name}: the oracle never ends the call; let it say goodbye"
        raise TaskError(message)
    made = [call for call in trajectory.calls if call.ok and call.name != END_CALL]
    heard = {key: value for key, value in told.model_dump(mode="json").items() if value}
    return {
        "exp_handoff_path": [c.name for c in made if c.name in kit.policy.transfer_tools],
        "exp_tool_calls": [_expected_call(call, kit) for call in made],
        "exp_db_state": _expected_state(trajectory, kit),
        **({"exp_told": heard} if heard else {}),
    }


def _expected_call(call: CallRecord, kit: Kit) -> dict[str, Any]:
    rules = kit.policy.tools[call.name].arguments
    locked = {
        key: coerce(value, rules[key])
        for key, value in project(call.parameters, rules).items()
        if not key.endswith("_token")
    }
    expected: dict[str, Any] = {"name": call.name}
    if locked:
        expected["parameters"] = locked
    expected["output"] = {"ok": True}
    return expected


def _expected_state(trajectory: Trajectory, kit: Kit) -> str | dict[str, Any]:
    seed = kit.template.seed_state
    live = trajectory.state or {}
    changes = [
        change
        for table, policy in kit.policy.tables.items()
        for change in _table_changes(table, policy, kit, seed[table], live.get(table, []))
    ]
    return {"changes": changes} if changes else "unchanged"


def _table_changes(
    table: str, policy: TablePolicy, kit: Kit, before: Rows, after: Rows
) -> list[dict[str, Any]]:
    key = kit.template.primary_keys[table]
    unseen = {*policy.ignored}
    old = {_key_of(row, key): row for row in before}
    new = {_key_of(row, key): row for row in after}
    changes: list[dict[str, Any]] = []
    for identity, row in new.items():
        if identity not in old:
            hidden = unseen | set(policy.generated)
            filled = {k: v for k, v in row.items() if k not in hidden and v is not None}
            changes.append({"insert": table, "row": filled})
            continue
        changed = {
            column: value
            for column, value in row.items()
            if column not in unseen and old[identity][column] != value
        }
        if changed:
            where = {column: row[column] for column in key}
            changes.append({"update": table, "where": where, "set": changed})
    changes.extend(
        {"delete": table, "where": {column: old[identity][column] for column in key}}
        for identity in old
        if identity not in new
    )
    return changes


def _key_of(row: Mapping[str, Any], key: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(row[column] for column in key)


def expectations_yaml(expectations: Mapping[str, Any]) -> str:
    """Return the `exp_` fields as the YAML that stands in a task file."""
    lines = [f"exp_handoff_path: {dump_flow(expectations['exp_handoff_path'])}"]
    calls = expectations["exp_tool_calls"]
    lines.append("exp_tool_calls:" if calls else "exp_tool_calls: []")
    lines.extend(f"  - {dump_flow(call)}" for call in calls)
    state = expectations["exp_db_state"]
    if isinstance(state, str):
        lines.append(f"exp_db_state: {state}")
    else:
        lines.append("exp_db_state:")
        lines.append("  changes:")
        lines.extend(f"    - {dump_flow(change)}" for change in state["changes"])
        if state.get("also_unchanged"):
            lines.append(f"  also_unchanged: {dump_flow(state['also_unchanged'])}")
    if told := expectations.get("exp_told"):
        lines.append("exp_told:")
        lines.extend(f"  {key}: {dump_flow(value)}" for key, value in told.items())
    return "\n".join(lines) + "\n"


_FIELD = re.compile(r"^([a-z_]+):", re.MULTILINE)


def replace_expectations(text: str, expectations: Mapping[str, Any]) -> str:
    """Return a task file's text with its `exp_` fields replaced and everything else as it was.

    The fields are written where the first of them stood, or before `oracle`.

    Raises:
        TaskError: the file holds neither.
    """
    starts = [(found[1], found.start()) for found in _FIELD.finditer(text)]
    ends = [*(start for _, start in starts), len(text)][1:]
    blocks = [(name, text[start:end]) for (name, start), end in zip(starts, ends, strict=True)]
    names = [name for name, _ in blocks]
    anchor = next((n for n in names if n in EXPECTATIONS), "oracle")
    if anchor not in names:
        message = "the task file has no `oracle`; write the reference conversation first"
        raise TaskError(message)
    written = text[: starts[0][1]] if starts else ""
    for name, block in blocks:
        if name == anchor:
            written += expectations_yaml(expectations)
        if name not in EXPECTATIONS:
            written += block
    return written
