"""A call's scripted caller, worded by somebody else: what the wording may lean on, and what not."""

from collections.abc import Iterator, Mapping

from mivas_env.caller.protocol import Caller
from mivas_env.caller.rewording.fidelity import LineCheck
from mivas_env.caller.rewording.reworded import RewordedCaller, Reworder
from mivas_env.episode.kit import Kit
from mivas_env.episode.task import Task


def reword_caller(
    rules: Caller, reworder: Reworder, *, task: Task, kit: Kit, seed: int
) -> RewordedCaller:
    """Return the caller with its lines worded by `reworder`.

    The model gets persona and brief. What is locked, and the names of tools and desks, go to the
    check of its wordings alone.
    """
    section = task.lockfile.caller
    return RewordedCaller(
        rules,
        reworder,
        LineCheck(section.script, kit.lexicon, _guarded(task, kit)),
        persona=section.script.persona,
        brief=section.brief,
        opening_words=kit.industry.greeting,
        task_id=task.name,
        seed=seed,
    )


def _guarded(task: Task, kit: Kit) -> Iterator[str]:
    """Yield what no line may bring in: tools, desks, locked values (CALLER section 1, rule 1)."""
    lockfile = task.lockfile
    yield from kit.toolbox.by_name
    yield from (str(desk) for desk in kit.industry.graph.names)
    for call in lockfile.exp_tool_calls:
        yield from _texts(call.parameters)
    if not isinstance(lockfile.exp_db_state, str):
        for change in lockfile.exp_db_state.changes:
            yield from _texts([change.row, change.where, change.set])


def _texts(value: object) -> Iterator[str]:
    """Yield the texts in a value, keys aside."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
