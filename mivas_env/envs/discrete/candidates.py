"""Grounded candidate actions: what could sensibly be done next, given the notebook alone.

The order that a receptionist keeps is built in as masks, and nothing else: a tool only at its own
desk and only once every required slot is known; never the same call twice, nor a refused one again
before something new was heard; an opening is booked only after it was offered; a fact is asked for
only while unknown; only what a tool answered is stated. Which candidate is right is not here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from mivas_env.envs.discrete.layout import READ_OUT_WIDTH, Key, Layout
from mivas_env.envs.discrete.notebook import Notebook, object_mark
from mivas_env.envs.discrete.phrasebook import Question, ReadBack, Remark, Statement
from mivas_env.envs.discrete.rendering import look_up, render
from mivas_env.envs.discrete.vocabulary import domain_of
from mivas_env.schema.arguments import ArgumentRule, Kind
from mivas_env.schema.strict_json import canonical_json

_TRIED = 24
_PROSE_WORDS = 4
_DEFAULT_SOURCES = {
    Kind.PHONE: "phone",
    Kind.DATE: "day",
    Kind.DATETIME: "day",
}
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
    sentence: str = ""
    offer: dict[str, Any] | None = None
    code: str | None = None


def candidates(layout: Layout, notes: Notebook) -> dict[int, Candidate]:
    """Return the legal actions by number, in order; never empty."""
    found: dict[int, Candidate] = {}
    for key in layout.keys:
        if key.tool is not None:
            if notes.desk in key.tool.desks:
                for each in _tool_calls(key, notes):
                    found[each.index] = each
        else:
            for each in _speech(key, notes):
                found[each.index] = each
    if not found:
        hold = layout.keys[-1].start
        traits = _traits(speech=1.0)
        action = {"say": "One moment, please."}
        found[hold] = Candidate(hold, layout.keys[-1].name, action, traits)
    return found


def _traits(**known: float) -> tuple[float, ...]:
    return tuple(float(known.get(name, 0.0)) for name in TRAITS)


# ---------------------------------------------------------------------- tools


def _tool_calls(key: Key, notes: Notebook) -> Iterator[Candidate]:
    assert key.tool is not None  # noqa: S101  (the caller has looked)
    rank = 0
    for arguments, entry in _fillings(key, notes):
        if rank == key.width:
            return
        call = f"{key.tool.name}{canonical_json(arguments)}"
        refused_at = notes.calls_refused.get(call)
        if call in notes.calls_done or refused_at == notes.moment:
            continue
        reply = notes.replies.get(object_mark(entry), "") if entry else ""
        last = notes.last_line
        traits = _traits(
            tool=1.0,
            tried_before=key.name in notes.key_counts,
            later_rank=rank > 0,
            slot_in_last_line=bool(arguments) and _heard_last(arguments, key, notes),
            day_was_named=_has_day(arguments, notes),
            time_was_named=bool(last.minutes) and entry is not None,
            caller_agreed=reply == "yes",
            caller_declined=reply == "no",
            was_refused=refused_at is not None,
        )
        action = {"tool": key.tool.name, "arguments": arguments}
        yield Candidate(key.start + rank, key.name, action, traits, call=call)
        rank += 1


def _fillings(key: Key, notes: Notebook) -> Iterator[tuple[dict[str, Any], dict[str, Any] | None]]:
    """Yield argument objects, the likeliest first; none while a required slot is unknown."""
    tool, form = key.tool, key.form
    assert tool is not None  # noqa: S101
    assert form is not None  # noqa: S101
    told = {name: True for name, code in form.once_told.items() if code in notes.told}
    fixed = {**dict(key.fixed), **told}
    entries: list[dict[str, Any] | None] = [None]
    if form.copy_from is not None:
        entries = list(notes.offered if form.needs_offer else notes.objects(form.copy_from))
    sources = {**form.fill, **dict(key.variant)}
    names = [
        name
        for name, rule in tool.rules.items()
        if name not in fixed and name not in form.copied and (rule.required or name in sources)
    ]
    pools = []
    for name in names:
        pool = _pool(name, tool.rules[name], sources.get(name), notes)
        if not pool:
            return
        pools.append(pool)
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


def _pool(
    name: str, rule: ArgumentRule, source: str | None, notes: Notebook
) -> tuple[object, ...]:
    domain = domain_of(rule)
    if source is None:
        source = "named" if domain is not None else _DEFAULT_SOURCES.get(rule.kind, "")
        source = f"returned:{name}" + (f"|{source}" if source else "")
        if "name" in name and domain is None:
            source += "|name"
        if ("birth" in name or "dob" in name) and rule.kind is Kind.DATE:
            source = "birth_date"
    values = notes.values(source, domain)
    if rule.kind is Kind.LIST:
        return tuple([value] for value in values)
    if rule.kind is Kind.INTEGER:
        return tuple(value for value in values if isinstance(value, int))
    if rule.kind is Kind.TEXT:
        return tuple(value for value in values if isinstance(value, str))
    return values


def _heard_last(arguments: dict[str, Any], key: Key, notes: Notebook) -> bool:
    last = notes.last_line
    named = notes.vocabulary.find(last.words)
    heard = {
        *last.names, *last.birth_dates, *last.days, *last.phones, *last.zips, *last.codes,
    }  # fmt: skip
    fixed = {name for name, _ in key.fixed}
    for name, value in arguments.items():
        each = value[0] if isinstance(value, list) and value else value
        if not isinstance(each, str):
            continue
        domain = domain_of(key.tool.rules[name]) if key.tool is not None else None
        if each in heard or (domain and name not in fixed and each in named.get(domain, ())):
            return True
        if name in fixed and domain is not None and each in named.get(domain, ()):
            return True
    return False


def _has_day(arguments: dict[str, Any], notes: Notebook) -> bool:
    days = notes.values("day")[:2] + notes.values("last_day")[:1]
    return any(isinstance(v, str) and v[:10] in days for v in arguments.values())


# ---------------------------------------------------------------------- speech


def _speech(key: Key, notes: Notebook) -> Iterator[Candidate]:
    part = key.part
    if isinstance(part, Question):
        sentence = _ask(part, notes)
    elif isinstance(part, ReadBack):
        sentence = _read_back(part, notes)
    elif isinstance(part, Remark):
        open_ = not part.cues or not notes.all_cues.isdisjoint(part.cues)
        sentence = part.say if open_ and _may_say(part.say, part.times, notes) else None
    elif isinstance(part, Statement):
        yield from _statements(key, part, notes)
        return
    else:
        yield from _read_out(key, notes)
        return
    if sentence is not None:
        yield _spoken(key, 0, sentence, notes)


def _spoken(key: Key, rank: int, sentence: str, notes: Notebook, **known: float) -> Candidate:
    traits = _traits(
        speech=1.0, tried_before=key.name in notes.key_counts, later_rank=rank > 0, **known
    )
    return Candidate(key.start + rank, key.name, {"say": sentence}, traits, sentence=sentence)


def _may_say(sentence: str, times: int, notes: Notebook) -> bool:
    """A sentence is said again only after something new, and no more than `times`."""
    count, moment = notes.said.get(sentence, (0, -1))
    return count < times and moment != notes.moment


def _ask(part: Question, notes: Notebook) -> str | None:
    if part.desks and notes.desk not in part.desks:
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


def _statements(key: Key, part: Statement, notes: Notebook) -> Iterator[Candidate]:
    code = key.about[1:] if key.about.startswith("!") else None
    if code is not None:
        if code not in notes.codes:
            return
        data = notes.codes[code]
    else:
        if key.about not in notes.answers:
            return
        data = notes.answers[key.about][1]
    entries: list[Any] = [None]
    if part.each is not None:
        listed = look_up(data, part.each)
        entries = listed if isinstance(listed, list) else []
    rank = 0
    for entry in entries:
        if rank == part.width:
            return
        fields = {**data, **entry} if isinstance(entry, dict) else data
        if not _holds(part.when, fields):
            continue
        sentence = render(part.say, fields)
        if sentence is None or not _may_say(sentence, part.times, notes):
            continue
        days = notes.values("day")[:2]
        start = str(entry.get("start", "")) if isinstance(entry, dict) else ""
        reply = notes.replies.get(object_mark(entry), "") if isinstance(entry, dict) else ""
        spoken = _spoken(
            key, rank, sentence, notes,
            about_newest_answer=notes.newest == key.about,
            day_was_named=start[:10] in days,
            time_was_named=_minute_named(start, notes),
            caller_agreed=reply == "yes",
            caller_declined=reply == "no",
        )  # fmt: skip
        yield Candidate(
            spoken.index, spoken.key, spoken.action, spoken.traits, sentence=sentence,
            offer=entry if part.offers and isinstance(entry, dict) else None, code=code,
        )  # fmt: skip
        rank += 1


def _holds(when: dict[str, bool | int | str | None], fields: object) -> bool:
    for path, wanted in when.items():
        value = look_up(fields, path)
        if wanted == "…":
            if value in (None, "", [], {}):
                return False
        elif value != wanted or isinstance(value, bool) is not isinstance(wanted, bool):
            return False
    return True


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
            yield _spoken(key, rank, sentence, notes, about_newest_answer=1.0)
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
