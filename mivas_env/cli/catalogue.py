"""`mivas list` and `mivas show`."""

import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.tree import Tree

from mivas_env.cli.naming import is_file, load_call, refuse_place
from mivas_env.cli.output import JSON_OPTION, print_json
from mivas_env.episode.kit import kit_of
from mivas_env.episode.task import Task
from mivas_env.errors import TaskError
from mivas_env.industry import Industry
from mivas_env.registry import decision_entry_points, industry_named, resolve_task_name
from mivas_env.schema.ids import gym_id
from mivas_env.schema.strict_json import dump_json
from mivas_env.tasks import list_tasks, load_episode, load_task


def list_command(
    industry: Annotated[str | None, typer.Argument(help="Only this industry.")] = None,
    split: Annotated[str | None, typer.Option(help="train, dev or eval.")] = None,
    as_json: JSON_OPTION = False,
) -> None:
    """List the tasks with title, difficulty and condition.

    A task that cannot be read is named with the reason, the others are listed; exit code 1 then.
    """
    rows: list[dict[str, object]] = []
    broken: dict[str, str] = {}
    for name in list_tasks(industry, split):
        try:
            rows.append(_summary(name))
        except TaskError as error:
            broken[name] = str(error)
    if as_json:
        errors = [{"task": name, "error": sentence} for name, sentence in broken.items()]
        print_json([*rows, *errors])
    else:
        _print_rows(rows)
    for sentence in dict.fromkeys(broken.values()):
        typer.echo(f"mivas: {sentence}", err=True)
    raise typer.Exit(1 if broken else 0)


def _print_rows(rows: list[dict[str, object]]) -> None:
    piped = not sys.stdout.isatty()
    table = Table(box=None, pad_edge=False)
    columns = ("task", "id", "difficulty", "audio_condition", "split", "title")
    for column in columns:
        table.add_column(column.replace("_condition", ""), no_wrap=piped or column != "title")
    for row in rows:
        table.add_row(*(str(row.get(column) or "") for column in columns))
    # A pipe has no width of its own; rows that stay whole are easier to search.
    Console(width=_PIPE_WIDTH if piped else None).print(table)


_PIPE_WIDTH = 1_000


def _summary(name: str) -> dict[str, object]:
    if is_decision(name):
        return _episode_summary(name)
    return _summary_of(load_task(name))


def _summary_of(task: Task) -> dict[str, object]:
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


def _episode_summary(name: str) -> dict[str, object]:
    episode = load_episode(name)
    industry, episode_id = resolve_task_name(name)
    return {
        "task": f"{industry}/{episode_id}",
        "id": gym_id(industry, episode_id),
        "title": episode.title,
        "decisions": len(episode.decisions),
        "families": [entry.family for entry in episode.decisions],
        "split": episode.split,
    }


def is_decision(name: str) -> bool:
    """Say whether a task name belongs to an industry of written decisions."""
    return resolve_task_name(name)[0] in decision_entry_points()


def show(
    task: Annotated[str, typer.Argument(help="A task, e.g. healthcare/C1-E1, or a task file.")],
    as_json: JSON_OPTION = False,
) -> None:
    """Show a task: what it measures, what is expected, its path through the desks."""
    if not is_file(task):
        refuse_place(task)
    if not is_file(task) and is_decision(task):
        _show_episode(task, as_json=as_json)
        return
    loaded = load_call(task)
    lock = loaded.lockfile
    if as_json:
        expected = lock.model_dump(mode="json", include=set(_EXPECTED_FIELDS), exclude_none=True)
        print_json({**_summary_of(loaded), "why": lock.why, **expected})
        return
    console = Console()
    console.print(f"[bold]{loaded.name}[/bold]  {lock.title}  ({lock.difficulty})")
    console.print(lock.why.strip(), style="italic")
    console.print("\n[bold]Caller[/bold]")
    console.print(lock.caller.brief.strip())
    console.print("\n[bold]Expected calls[/bold]")
    for call in lock.exp_tool_calls:
        arguments = ", ".join(f"{key}={dump_json(value)}" for key, value in call.parameters.items())
        console.print(f"  {call.name}({arguments})", markup=False, highlight=False, soft_wrap=True)
    console.print("\n[bold]Expected database[/bold]")
    described = _describe_state(loaded)
    console.print(f"  {described}", markup=False, highlight=False, soft_wrap=True)
    console.print()
    console.print(desk_tree(loaded, industry_named(loaded.industry)))


def _show_episode(name: str, *, as_json: bool) -> None:
    episode = load_episode(name)
    if as_json:
        print_json({**_episode_summary(name), "episode": episode.model_dump(mode="json")})
        return
    console = Console(highlight=False)
    console.print(f"[bold]{episode.episode_id}[/bold]  {episode.title}  ({episode.split})")
    for point in episode.points():
        console.print(f"\n[bold]{point.turn}[/bold]  {point.family}, {point.difficulty}")
        for said in point.conversation[-1:]:
            console.print(f"  customer: {said.text.strip()}", markup=False)
        target = point.target
        where = target.queue or target.escalate_to or "no destination"
        console.print(
            f"  expected: {target.action_type}, {where}, {target.priority}, "
            f"{', '.join(target.required_flags) or 'no flags'}, "
            f"{', '.join(target.required_policy_ids)}",
            markup=False,
        )
        console.print(f"  why: {target.rationale}", markup=False)


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
