"""Nothing has only one possible answer: what a task locks could be mistaken for something (C6)."""

from collections.abc import Iterator, Mapping, Sequence

from mivas_env.episode.kit import Kit
from mivas_env.episode.task import Task
from mivas_env.proof.allowances import Allowances, short_family
from mivas_env.proof.figures import Figure, Measured, share
from mivas_env.proof.findings import Finding
from mivas_env.proof.tables import columns_of
from mivas_env.schema.arguments import ArgumentRule, Kind
from mivas_env.schema.text import fold
from mivas_env.world.store import World

MIN_SHARE = 0.95
"""Share of tasks each of whose locked arguments has a second plausible value."""
_TWO = 2


def measure_decoys(kit: Kit, tasks: Sequence[Task], allowances: Allowances) -> Measured:
    """Count the tasks whose every locked argument has at least two values in enum or world."""
    columns = _world_columns(kit)
    measured = Measured()
    constrained = with_decoys = 0
    for task in tasks:
        lonely = list(_lonely_arguments(task, kit, columns))
        if not any(call.parameters for call in task.lockfile.exp_tool_calls):
            continue
        constrained += 1
        with_decoys += not lonely
        if lonely and short_family(task.name) not in allowances.no_decoy:
            message = f"nothing to mistake it for: {', '.join(lonely)}"
            measured.findings.append(Finding("decoy", task.name, message))
    enough = with_decoys >= MIN_SHARE * constrained
    if enough:
        # The bar is a share; single tasks below it are told, and are no fault.
        measured.findings.clear()
    measured.figures.append(
        Figure(
            "C6",
            "tasks in which each locked argument has two plausible values or more",
            share(with_decoys, constrained),
            "≥ 95 %",
            enough,
        )
    )
    return measured


def _lonely_arguments(task: Task, kit: Kit, columns: Mapping[str, frozenset[str]]) -> Iterator[str]:
    for call in task.lockfile.exp_tool_calls:
        rules = kit.toolbox.by_name[call.name].rules
        for key, value in call.parameters.items():
            if key in rules and _plausible(value, rules[key], columns) < _TWO:
                yield f"{call.name}.{key}"


def _plausible(value: object, rule: ArgumentRule, columns: Mapping[str, frozenset[str]]) -> int:
    """Count values that the argument could hold as far as enum and world tell; open ones have two.

    A value that no column holds comes from the caller alone, who could have said another.
    """
    item = rule.items if rule.items is not None else rule
    if item.enum is not None:
        return len(item.enum)
    if rule.kind is Kind.BOOLEAN:
        return _TWO
    options = value["any_of"] if isinstance(value, dict) and "any_of" in value else [value]
    for option in options:
        spelled = fold(str(option))
        holding = [values for values in columns.values() if spelled in values]
        if holding:
            return max(len(values) for values in holding)
    return _TWO


def _world_columns(kit: Kit) -> dict[str, frozenset[str]]:
    """Return `table.column` -> its distinct values in the seed, folded."""
    world = World(kit.template)
    try:
        return {
            f"{table}.{column}": frozenset(fold(str(each)) for each in values if each is not None)
            for table, column, values in columns_of(world.connection)
        }
    finally:
        world.close()
