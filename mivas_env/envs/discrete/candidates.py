"""Grounded candidate actions: what could sensibly be done next, given the notebook alone.

The order that a receptionist keeps is built in as masks, and nothing else: a tool only at its own
desk and only once every required slot is known; a write never twice, a look-up again only after the
caller spoke, a refused call again only after something new; what changes a record or ends the call
only once the caller has spoken of it; an opening is booked only after it was offered; a fact is asked for only while unknown; only what a tool answered is stated. Which candidate is right is not here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, TypeGuard

from mivas_env.envs.discrete.hearing import Heard
from mivas_env.envs.discrete.layout import READ_OUT_WIDTH, Key, Layout, Slot
from mivas_env.envs.discrete.notebook import Notebook, object_mark
from mivas_env.envs.discrete.phrasebook import Question, ReadBack, Remark, Statement
from mivas_env.envs.discrete.rendering import look_up, render
from mivas_env.envs.discrete.vocabulary import Domain, domain_of
from mivas_env.schema.arguments import Kind
from mivas_env.schema.strict_json import canonical_json
from mivas_env.tools.spec import Effect

_TRIED = 24
_PROSE_WORDS = 4
TRAITS = (
    "tool",
    "speech",
    "tried_before",
    "later_rank",
    "slot_in_last_line",
    "about_newest_answer",
    "day_was_named",
    "time_was_named",
    "caller_agreed",
    "caller_declined",
    "was_refused",
    "done_before",
)
"""What is known of a candidate itself, as 0.0 or 1.0; the columns of `candidate_traits`."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One legal action: its number, what to hand to the environment, and what to note."""

    index: int
    key: str
    action: dict[str, Any]
    traits: tuple[float, ...]
    call: str = ""
    commits: bool = False
    sentence: str = ""
    offer: dict[str, Any] | None = None
    code: str | None = None


def candidates(layout: Layout, notes: Notebook) -> dict[int, Candidate]:
    """Return the legal actions by number, in order; never empty."""
    found: dict[int, Candidate] = {}
    named = notes.vocabulary.find(notes.last_line.words)
    for key in layout.at_desk.get(notes.desk, ()):
        if _is_in_order(key, notes):
            for each in _tool_calls(key, notes, named):
                found[each.index] = each
    for key in layout.asking.get(notes.desk, ()):
        sentence = _line(key.part, notes)
        if sentence is not None:
            tried = key.name in notes.key_counts
            found[key.start] = _spoken(key, 0, sentence, _spoken_traits(tried=tried))
    for about in (*notes.answers, *(f"!{code}" for code in notes.codes)):
        for key in layout.telling.get(about, ()):
            for each in _statements(key, notes):
                found[each.index] = each
    for each in _read_out(layout.keys[-1], notes):
        found[each.index] = each
    if not found:
        hold = layout.keys[-1]
        action = {"say": "One moment, please."}
        found[hold.start] = Candidate(hold.start, hold.name, action, _spoken_traits())
    return found


# ---------------------------------------------------------------------- tools

Named = dict[Domain, tuple[str, ...]]


def _tool_calls(key: Key, notes: Notebook, named: Named) -> Iterator[Candidate]:
    tool = key.tool
    assert tool is not None  # noqa: S101  (only tool keys come here)
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
            float(entry is not None and _minute_named(str(entry.get("start", "")), notes)),
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
    yield _settled_candidate(key.start, heard, tried, refused_at is not None, done is not None, key)


_SETTLED: dict[tuple[int, bool, bool, bool, bool, str], Candidate] = {}


def _settled_candidate(
    index: int, heard: bool, tried: bool, refused: bool, done: bool, key: Key  # noqa: FBT001
) -> Candidate:
    """Make each of the few forms of such a candidate once; a pure function of its arguments."""
    mark = (index, heard, tried, refused, done, key.settled)
    found = _SETTLED.get(mark)
    if found is None:
        traits = [0.0] * len(TRAITS)
        traits[0], traits[2], traits[4] = 1.0, float(tried), float(heard)
        traits[10], traits[11] = float(refused), float(done)
        tool = key.family
        action = {"tool": tool, "arguments": dict(key.fixed)}
        commits = key.tool is not None and key.tool.effect is not Effect.READ
        found = Candidate(
            index, key.name, action, tuple(traits), call=key.settled, commits=commits
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


# ---------------------------------------------------------------------- speech


def _line(part: object, notes: Notebook) -> str | None:
    """Return what a question, read-back or remark says now, None while it is closed."""
    if isinstance(part, Question):
        return _ask(part, notes)
    if isinstance(part, ReadBack):
        return _read_back(part, notes)
    if isinstance(part, Remark):
        open_ = not (part.cues or part.now) or not (
            notes.all_cues.isdisjoint(part.cues) and notes.cues.isdisjoint(part.now)
        )
        return part.say if open_ and _may_say(part.say, part.times, notes) else None
    return None


def _spoken_traits(
    *, tried: bool = False, rank: int = 0, newest: bool = False, start: str = "", reply: str = "",
    notes: Notebook | None = None,
) -> tuple[float, ...]:  # fmt: skip
    return (
        0.0,
        1.0,
        float(tried),
        float(rank > 0),
        0.0,
        float(newest),
        float(bool(start) and notes is not None and start[:10] in notes.values("day")[:2]),
        float(bool(start) and notes is not None and _minute_named(start, notes)),
        float(reply == "yes"),
        float(reply == "no"),
        0.0,
        0.0,
    )


def _spoken(key: Key, rank: int, sentence: str, traits: tuple[float, ...]) -> Candidate:
    action = {"say": sentence}
    return Candidate(key.start + rank, key.name, action, traits, sentence=sentence)


def _may_say(sentence: str, times: int, notes: Notebook) -> bool:
    """A sentence is said again only after something new, and no more than `times`."""
    count, moment = notes.said.get(sentence, (0, -1))
    return count < times and moment != notes.moment


def _ask(part: Question, notes: Notebook) -> str | None:
    if part.code is not None and part.code not in notes.codes:
        return None
    missing = [words for source, words in part.wants.items() if not notes.values(source)]
    if part.wants and not missing:
        return None
    asked = notes.key_counts.get(f"ask:{part.id}", 0)
    sentence = part.say.replace("{missing}", " and your ".join(missing))
    count, moment = notes.said.get(sentence, (0, -1))
    return sentence if asked < part.times and (count == 0 or moment != notes.moment) else None


def _read_back(part: ReadBack, notes: Notebook) -> str | None:
    values = {source: notes.values(source) for source in part.of}
    if not all(values.values()):
        return None
    sentence = render(part.say, {name.partition(":")[2] or name: v[0] for name, v in values.items()})
    return sentence if sentence is not None and _may_say(sentence, 1, notes) else None


def _statements(key: Key, notes: Notebook) -> Iterator[Candidate]:
    part = key.part
    assert isinstance(part, Statement)  # noqa: S101  (the layout sorts them so)
    code = key.about[1:] if key.about.startswith("!") else None
    rank = 0
    for sentence, entry in _sentences(key, part, notes):
        if rank == part.width:
            return
        if not _may_say(sentence, part.times, notes):
            continue
        traits = _spoken_traits(
            tried=key.name in notes.key_counts,
            rank=rank,
            newest=notes.newest == key.about,
            start=str(entry.get("start", "")) if entry is not None else "",
            reply=notes.replies.get(object_mark(entry), "") if entry is not None else "",
            notes=notes,
        )
        yield Candidate(
            key.start + rank,
            key.name,
            {"say": sentence},
            traits,
            sentence=sentence,
            offer=entry if part.offers else None,
            code=code,
        )
        rank += 1


def _sentences(
    key: Key, part: Statement, notes: Notebook
) -> list[tuple[str, dict[str, Any] | None]]:
    """Return what the latest answer lets the statement say, made once per answer."""
    if key.about.startswith("!"):
        moment, data = notes.codes[key.about[1:]]
    else:
        moment, data = notes.answers[key.about]
    known = notes.composed.get(key.start)
    if known is not None and known[0] == moment:
        return known[1]
    listed: list[Any] = [None]
    if part.each is not None:
        found = look_up(data, part.each)
        listed = [each for each in found if isinstance(each, dict)] if _is_list(found) else []
    made = []
    for entry in listed:
        fields = data if entry is None else {**data, **entry}
        sentence = render(part.say, fields) if _holds(part.when, fields) else None
        if sentence is not None:
            made.append((sentence, entry))
    notes.composed[key.start] = (moment, made)
    return made


def _holds(when: dict[str, bool | int | str | None], fields: object) -> bool:
    for path, wanted in when.items():
        value = look_up(fields, path)
        if wanted == "…":
            if value in (None, "", [], {}):
                return False
        elif value != wanted or isinstance(value, bool) is not isinstance(wanted, bool):
            return False
    return True


def _is_list(value: object) -> TypeGuard[list[object]]:
    return isinstance(value, list)


def _minute_named(start: str, notes: Notebook) -> bool:
    minute = int(start[11:13]) * 60 + int(start[14:16]) if len(start) > 15 else -1  # noqa: PLR2004
    named = [each for line in notes.lines for each in line.minutes]
    return any(minute % 720 == each % 720 for each in named)


def _read_out(key: Key, notes: Notebook) -> Iterator[Candidate]:
    """Read out the prose of the newest answer, for tools that the book says nothing about."""
    if notes.newest in notes.book.answers or notes.newest not in notes.answers:
        return
    rank = 0
    for sentence in _prose(notes.answers[notes.newest][1]):
        if rank == READ_OUT_WIDTH:
            return
        if _may_say(sentence, 2, notes):
            traits = _spoken_traits(tried=key.name in notes.key_counts, rank=rank, newest=True)
            yield _spoken(key, rank, sentence, traits)
            rank += 1


def _prose(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from _prose(each)
    elif isinstance(value, list):
        for each in value:
            yield from _prose(each)
    elif isinstance(value, str) and len(value.split()) >= _PROSE_WORDS:
        yield value
