"""`mivas list` and `mivas show`."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.tree import Tree

from mivas_env.cli.output import JSON_OPTION, print_json
from mivas_env.episode.kit import kit_of
from mivas_env.episode.task import Task
from mivas_env.industry import Industry
from mivas_env.registry import industry_named
from mivas_env.schema.strict_json import dump_json
from mivas_env.tasks import list_tasks, load_task


def list_command(
    industry: Annotated[str | None, typer.Argument(help="Only this industry.")] = None,
    split: Annotated[str | None, typer.Option(help="train, dev or eval.")] = None,
    as_json: JSON_OPTION = False,
) -> None:
    """List the tasks with title, difficulty and condition."""
    tasks = [load_task(name) for name in list_tasks(industry, split)]
    if as_json:
        print_json([_summary(task) for task in tasks])
        return
    table = Table(box=None, pad_edge=False)
    for column in ("task", "id", "difficulty", "audio", "title"):
        table.add_column(column)
    for task in tasks:
        lock = task.lockfile
        table.add_row(task.name, task.gym_id, lock.difficulty, lock.audio_condition, lock.title)
    Console().print(table)


def _summary(task: Task) -> dict[str, object]:
    lock = task.lockfile
    return {
        "task": task.name,
        "id": task.gym_id,
        "title": lock.title,
        "category": lock.category.code,
        "difficulty": lock.difficulty,
        "audio_condition": lock.audio_condition,
        "split": task.split,
        "digest": task.digest,
    }


def show(
    task: Annotated[str, typer.Argument(help="A task, e.g. healthcare/C1-E1.")],
    as_json: JSON_OPTION = False,
) -> None:
    """Show a task: what it measures, what is expected, its path through the desks."""
    loaded = load_task(task)
    lock = loaded.lockfile
    if as_json:
        expected = lock.model_dump(mode="json", include=set(_EXPECTED_FIELDS), exclude_none=True)
        print_json({**_summary(loaded), "why": lock.why, **expected})
        return
    console = Console()
    console.print(f"[bold]{loaded.name}[/bold]  {lock.title}  ({lock.difficulty})")
    console.print(lock.why.strip(), style="italic")
    console.print("\n[bold]Caller[/bold]")
    console.print(lock.caller.brief.strip())
    console.print("\n[bold]Expected calls[/bold]")
    for call in lock.exp_tool_calls:
        arguments = ", ".join(f"{key}={dump_json(value)}" for key, value in call.parameters.items())
        console.print(f"  {call.name}({arguments})", markup=False, highlight=False)
    console.print("\n[bold]Expected database[/bold]")
    console.print(f"  {_describe_state(loaded)}", markup=False, highlight=False)
    console.print()
    console.print(desk_tree(loaded, industry_named(loaded.industry)))


_EXPECTED_FIELDS = ("exp_handoff_path", "exp_tool_calls", "exp_db_state")


def _describe_state(task: Task) -> str:
    state = task.lockfile.exp_db_state
    if isinstance(state, str):
        return "unchanged"
    lines = []
    for change in state.changes:
        details = {
            key: value
            for key, value in (("where", change.where), ("set", change.set), ("row", change.row))
            if value is not None
        }
        lines.append(f"{change.kind.value} {change.table} {dump_json(details)}")
    lines.extend(f"{table} unchanged" for table in state.also_unchanged)
    return "\n  ".join(lines)


def desk_tree(task: Task, industry: Industry) -> Tree:
    """Draw the desks as a tree from the entry, with the expected path in green and numbered."""
    graph = industry.graph
    desks = [graph.entry]
    for hop in task.lockfile.exp_handoff_path:
        target = hop.removeprefix("transfer_to_")
        desks.append(target if target in graph.names else hop)
    steps = {desk: number for number, desk in enumerate(desks)}
    toolbox = kit_of(industry).toolbox

    def label(desk: str) -> str:
        own = sum(tool.leads_to is None and tool.desks != graph.names for tool in toolbox.at(desk))
        text = f"{desk} ({own} tools)"
        if desk in steps:
            return f"[bold green]{steps[desk]} {text}[/bold green]"
        return f"[dim]{text}[/dim]"

    tree = Tree(label(graph.entry))
    drawn = {graph.entry}

    def grow(branch: Tree, desk: str) -> None:
        for target in graph.desk(desk).hands_to:
            on_path = steps.get(target, -1) == steps.get(desk, -9) + 1
            if target in steps and not on_path:
                continue
            child = branch.add(label(target))
            if target not in drawn:
                drawn.add(target)
                grow(child, target)

    grow(tree, graph.entry)
    if desks[-1] not in graph.names:
        tree.add(f"[bold green]{len(desks) - 1} {desks[-1]}[/bold green]")
    return tree
