"""Tool calls with every slot filled from what was heard or returned."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from mivas_env.envs.discrete.candidate import TRAITS, Candidate
from mivas_env.envs.discrete.hearing import Heard
from mivas_env.envs.discrete.layout import Key, Slot
from mivas_env.envs.discrete.notebook import Notebook, object_mark
from mivas_env.envs.discrete.vocabulary import Domain, domain_of
from mivas_env.schema.arguments import Kind
from mivas_env.schema.strict_json import canonical_json
from mivas_env.tools.spec import Effect

_TRIED = 24
Named = dict[Domain, tuple[str, ...]]


def tool_calls(key: Key, notes: Notebook, named: Named) -> Iterator[Candidate]:
    """Yield the calls of one key that are in order now, the likeliest filling first.

    `named` is what the caller's last line names of each enum.
    """
    tool = key.tool
    if tool is None or not _is_in_order(key, notes):
        return
    if key.settled:
        yield from _settled_call(key, notes, named)
        return
    rank = 0
    for arguments, entry in _fillings(key, notes):
        if rank == key.width:
            return
        call = f"{tool.name}{canonical_json(arguments)}"
        refused_at = notes.calls_refused.get(call)
        done = notes.calls_done.get(call)
        if refused_at == notes.moment or (done and not _may_repeat(key, done, notes)):
            continue
        reply = notes.replies.get(object_mark(entry), "") if entry else ""
        traits = (
            1.0,
            0.0,
            float(key.name in notes.key_counts),
            float(rank > 0),
            float(bool(arguments) and _heard_last(arguments, key, notes.last_line, named)),
            0.0,
            float(_has_day(arguments, notes)),
            float(entry is not None and notes.names_minute(str(entry.get("start", "")))),
            float(reply == "yes"),
            float(reply == "no"),
            float(refused_at is not None),
            float(done is not None),
        )
        action = {"tool": tool.name, "arguments": arguments}
        commits = tool.effect is not Effect.READ
        yield Candidate(key.start + rank, key.name, action, traits, call=call, commits=commits)
        rank += 1


def _is_in_order(key: Key, notes: Notebook) -> bool:
    """Say whether the caller has spoken of it and the step before it is done, as its form asks."""
    form = key.form
    if form is None:
        return True
    if (form.cues or form.now) and (
        notes.all_cues.isdisjoint(form.cues) and notes.cues.isdisjoint(form.now)
    ):
        return False
    before = form.after.get(notes.desk)
    if before is not None and before not in notes.answers:
        return False
    if form.variant_after.get(key.variant, notes.newest) not in notes.answers and (
        key.variant in form.variant_after
    ):
        return False
    if form.variant_without.get(key.variant) in notes.answers:
        return False
    return not form.heard_only or all(
        notes.has_heard_of(value) for name, value in key.fixed if name in form.heard_only
    )


def _settled_call(key: Key, notes: Notebook, named: Named) -> Iterator[Candidate]:
    """Yield the one call of a key that leaves nothing to fill."""
    refused_at = notes.calls_refused.get(key.settled)
    done = notes.calls_done.get(key.settled)
    if refused_at == notes.moment or (done and not _may_repeat(key, done, notes)):
        return
    heard = bool(named) and any(value in named.get(domain, ()) for domain, value in key.said_as)
    tried = key.name in notes.key_counts
    yield _settled_candidate(key, (tried, heard, refused_at is not None, done is not None))


_SETTLED: dict[tuple[int, str, tuple[bool, ...]], Candidate] = {}


def _settled_candidate(key: Key, known: tuple[bool, bool, bool, bool]) -> Candidate:
    """Make each of the few forms of such a candidate once; a pure function of its arguments.

    `known` says whether it was tried before, heard in the last line, refused, done before.
    """
    mark = (key.start, key.settled, known)
    found = _SETTLED.get(mark)
    if found is None:
        tried, heard, refused, done = map(float, known)
        traits = dict.fromkeys(TRAITS, 0.0) | {
            "tool": 1.0,
            "tried_before": tried,
            "slot_in_last_line": heard,
            "was_refused": refused,
            "done_before": done,
        }
        found = Candidate(
            key.start,
            key.name,
            {"tool": key.family, "arguments": dict(key.fixed)},
            tuple(traits.values()),
            call=key.settled,
            commits=key.tool is not None and key.tool.effect is not Effect.READ,
        )
        _SETTLED[mark] = found
    return found


def _fillings(key: Key, notes: Notebook) -> Iterator[tuple[dict[str, Any], dict[str, Any] | None]]:
    """Yield argument objects, the likeliest first; none while a required slot is unknown."""
    fixed: dict[str, Any] = dict(key.fixed)
    form = key.form
    assert form is not None  # noqa: S101  (every tool key has one)
    fixed.update((name, True) for name, code in form.once_told.items() if code in notes.told)
    entries: list[dict[str, Any] | None] = [None]
    if form.copy_from is not None:
        if form.needs_yes:
            entries = [
                each for each in notes.offered if notes.replies.get(object_mark(each)) == "yes"
            ]
        else:
            entries = list(notes.objects(form.copy_from))
        if not entries:
            return
    pools = []
    for slot in key.slots:
        pool = _pool(slot, notes)
        if not pool:
            return
        pools.append(pool)
    names = [slot.name for slot in key.slots]
    for entry in entries:
        copied = _copy(entry, form.copied)
        if copied is None:
            continue
        for combination in islice(product(*pools), _TRIED):
            yield {**fixed, **dict(zip(names, combination, strict=True)), **copied}, entry


def _copy(entry: dict[str, Any] | None, copied: dict[str, str]) -> dict[str, Any] | None:
    if entry is None:
        return {}
    values = {name: entry.get(field) for name, field in copied.items()}
    return None if any(value is None for value in values.values()) else values


def _pool(slot: Slot, notes: Notebook) -> tuple[object, ...]:
    values = notes.values(slot.source, slot.domain)
    if slot.rule.kind is Kind.LIST:
        return tuple([value] for value in values)
    wanted = int if slot.rule.kind is Kind.INTEGER else str
    return tuple(value for value in values if isinstance(value, wanted))


def _may_repeat(key: Key, done: tuple[int, int], notes: Notebook) -> bool:
    """Some look-ups may be made once more after the caller spoke; nothing else is done twice."""
    times, moment = done
    repeats = key.form is not None and key.form.repeats
    return repeats and times == 1 and notes.line_moment > moment


def _heard_last(arguments: dict[str, Any], key: Key, last: Heard, named: Named) -> bool:
    """Say whether the caller's last line held one of the argument values."""
    tool = key.tool
    assert tool is not None  # noqa: S101  (only tool keys come here)
    heard = last.values
    for name, value in arguments.items():
        each = value[0] if isinstance(value, list) and value else value
        if not isinstance(each, str):
            continue
        if each in heard:
            return True
        if named and (domain := domain_of(tool.rules[name])) and each in named.get(domain, ()):
            return True
    return False


def _has_day(arguments: dict[str, Any], notes: Notebook) -> bool:
    days = notes.values("day")[:2] + notes.values("last_day")[:1]
    return bool(days) and any(isinstance(v, str) and v[:10] in days for v in arguments.values())
