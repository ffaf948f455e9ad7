"""Sentences composed of what was heard and what tools answered."""

from collections.abc import Iterator
from typing import Any, TypeGuard

from mivas_env.envs.discrete.candidate import Candidate
from mivas_env.envs.discrete.layout import READ_OUT_WIDTH, Key
from mivas_env.envs.discrete.notebook import Notebook, object_mark
from mivas_env.envs.discrete.phrasebook import Question, ReadBack, Remark, Statement
from mivas_env.envs.discrete.rendering import look_up, render

_PROSE_WORDS = 4


def lines_to_say(key: Key, notes: Notebook) -> Iterator[Candidate]:
    """Yield what a question, read-back or remark says now; nothing while it is closed."""
    sentence = _line(key.part, notes)
    if sentence is not None:
        traits = _traits_of_speech(tried=key.name in notes.key_counts)
        yield _spoken(key, 0, sentence, traits)


def _line(part: object, notes: Notebook) -> str | None:
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


def _traits_of_speech(
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
        float(bool(start) and notes is not None and notes.names_minute(start)),
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
    sentence = render(part.say, {name: known[0] for name, known in values.items()})
    return sentence if sentence is not None and _may_say(sentence, 1, notes) else None


def statements(key: Key, notes: Notebook) -> Iterator[Candidate]:
    """Yield the sentences that the answer a statement is about lets one say."""
    part = key.part
    if not isinstance(part, Statement):
        return
    code = key.about[1:] if key.about.startswith("!") else None
    rank = 0
    for sentence, entry in _sentences(key, part, notes):
        if rank == part.width:
            return
        if not _may_say(sentence, part.times, notes):
            continue
        traits = _traits_of_speech(
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


def read_out(key: Key, notes: Notebook) -> Iterator[Candidate]:
    """Read out the prose of the newest answer, for tools that the book says nothing about."""
    if notes.newest in notes.book.answers or notes.newest not in notes.answers:
        return
    rank = 0
    for sentence in _prose(notes.answers[notes.newest][1]):
        if rank == READ_OUT_WIDTH:
            return
        if _may_say(sentence, 2, notes):
            traits = _traits_of_speech(tried=key.name in notes.key_counts, rank=rank, newest=True)
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
