"""What the agent knows of one call: what was heard, what tools answered, what it has done."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from mivas_env.envs.discrete.hearing import Heard, hear
from mivas_env.envs.discrete.phrasebook import Phrasebook
from mivas_env.envs.discrete.rendering import look_up
from mivas_env.envs.discrete.vocabulary import Domain, Vocabulary, plain_words
from mivas_env.schema.strict_json import JsonRefused, load_json

_ANSWER = '{"ok":'
_MAX_KEPT = 24
_STEM = 4
_MINUTE_LENGTH = 16
_HALF_DAY = 720
Values = tuple[Any, ...]
Situation = tuple[frozenset[str], str, str, str]
"""What cannot be taken back, the desk, the newest answer, the caller's last line."""

_FROM_LINES = {
    "name": "names",
    "birth_date": "birth_dates",
    "phone": "phones",
    "zip": "zips",
    "last4": "last4",
    "code": "codes",
}


@dataclass(slots=True)
class Notebook:
    """Notes of one call, from observations and own actions alone.

    `moment` counts caller lines and successful answers: two equal moments mean that nothing new is
    known. `answers` holds (moment, data) of the latest success of each tool; `calls_done` how often
    and when a call succeeded; `commitments` the calls that cannot be taken back.
    """

    vocabulary: Vocabulary
    book: Phrasebook
    today: str
    desk: str = ""
    source: str = "system"
    moment: int = 0
    steps: int = 0
    lines: list[Heard] = field(default_factory=list)
    last_line: Heard = field(default_factory=Heard)
    line_moment: int = 0
    cues: frozenset[str] = frozenset()
    all_cues: set[str] = field(default_factory=set)
    answers: dict[str, tuple[int, Any]] = field(default_factory=dict)
    newest: str = ""
    refused: dict[str, str] = field(default_factory=dict)
    commitments: frozenset[str] = frozenset()
    codes: dict[str, tuple[int, Any]] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    calls_done: dict[str, tuple[int, int]] = field(default_factory=dict)
    calls_refused: dict[str, int] = field(default_factory=dict)
    said: dict[str, tuple[int, int]] = field(default_factory=dict)
    key_counts: dict[str, int] = field(default_factory=dict)
    last_key: str = ""
    offered: list[dict[str, Any]] = field(default_factory=list)
    replies: dict[str, str] = field(default_factory=dict)
    returned: dict[str, list[Any]] = field(default_factory=dict)
    named: dict[Domain, list[str]] = field(default_factory=dict)
    composed: dict[int, tuple[int, list[tuple[str, Any]]]] = field(default_factory=dict)
    _stems: dict[str, bool] = field(default_factory=dict)
    _memo: dict[tuple[str, Domain | None], Values] = field(default_factory=dict)

    # ------------------------------------------------------------------ taking notes

    def see(
        self, obs: Mapping[str, str], *, tool: str = "", call: str = "", commits: bool = False
    ) -> None:
        """Note an observation; `tool` and `call` name the call that it answers, if it does.

        `commits` says that the call, if it succeeds, cannot be taken back.
        """
        before = self.moment
        self.desk, self.source = obs["desk"], obs["source"]
        lines = obs["content"].split("\n") if obs["content"] else []
        for line in lines:
            if line.startswith(_ANSWER):
                self._note_answer(line, tool, call)
            else:
                self._note_line(line)
        if commits and call in self.calls_done and self.moment > before:
            self.commitments |= {call}
        self._memo.clear()

    def _note_line(self, line: str) -> None:
        heard = hear(line, self.today, self.vocabulary.capitals)
        self.lines.append(heard)
        self.last_line = heard
        self.moment += 1
        self._stems.clear()
        self.line_moment = self.moment
        self.cues = cues_in(heard.words, self.book)
        self.all_cues |= self.cues
        if self.last_key and self.offered and "offered" in self.replies:
            self.replies[self.replies.pop("offered")] = (
                "yes" if "yes" in self.cues and "no" not in self.cues else "no"
            )

    def _note_answer(self, line: str, tool: str, call: str) -> None:
        try:
            answer: Any = load_json(line)
        except JsonRefused:
            return
        if not isinstance(answer, dict):
            return
        if answer.get("ok") is True:
            self.moment += 1
            data = answer.get("data")
            self.answers[tool] = (self.moment, data)
            self.newest = tool
            self.refused.pop(tool, None)
            self.calls_done[call] = (self.calls_done.get(call, (0, 0))[0] + 1, self.moment)
            self._collect("", data)
        else:
            code = str(answer.get("error_code", ""))
            self.refused[tool] = code
            if code not in self.codes:
                self.moment += 1
            self.codes[code] = (self.moment, answer.get("data") or {})
            self.newest = f"!{code}"
            self.calls_refused[call] = self.moment

    def _collect(self, key: str, value: object) -> None:
        """Keep every value of an answer under its key, the latest first."""
        if isinstance(value, Mapping):
            for name, each in value.items():
                self._collect(str(name), each)
        elif isinstance(value, (list, tuple)):
            for each in reversed(value):
                self._collect(key, each)
        elif value is not None:
            _put_first(self.returned.setdefault(key, []), value)
            if isinstance(value, str):
                for domain, name in self.vocabulary.canonical.get(_spelling(value), ()):
                    _put_first(self.named.setdefault(domain, []), name)

    def do(self, key: str, sentence: str, offer: dict[str, Any] | None, code: str | None) -> None:
        """Note an action of one's own before its observation is seen."""
        self.steps += 1
        self.last_key = key
        self.key_counts[key] = self.key_counts.get(key, 0) + 1
        if sentence:
            times, _ = self.said.get(sentence, (0, 0))
            self.said[sentence] = (times + 1, self.moment)
        self.replies.pop("offered", None)
        if offer is not None:
            mark = object_mark(offer)
            self.offered = [each for each in self.offered if object_mark(each) != mark]
            self.offered.insert(0, offer)
            self.replies["offered"] = mark
        if code is not None:
            self.told.add(code)

    # ------------------------------------------------------------------ looking things up

    @property
    def situation(self) -> Situation:
        """Where the call stands as the agent sees it."""
        return self.commitments, self.desk, self.newest, self.last_line.words

    def values(self, source: str, domain: Domain | None = None) -> Values:
        """Return the known values of a source, the likeliest first.

        A source is a kind of heard value (name, first_name, last_name, birth_date, day, last_day,
        phone, zip, last4, code), `named` (a value of `domain` that was heard, else returned),
        `named:x` (any tool's enum argument x), `returned:key`, `returned_day:key`, `=constant`, or
        several of them joined by `|`, which stand for the first that is known.
        """
        memo = (source, domain)
        found = self._memo.get(memo)
        if found is None:
            found = ()
            for each in source.split("|"):
                found = found or self._values(each, domain)
            self._memo[memo] = found
        return found

    def _values(self, source: str, domain: Domain | None) -> Values:
        kind, _, key = source.partition(":")
        if source.startswith("="):
            return ({"true": True, "false": False}.get(source[1:], source[1:]),)
        if kind in _FROM_LINES:
            return self._heard(_FROM_LINES[kind])
        if kind in ("first_name", "last_name"):
            index = 0 if kind == "first_name" else -1
            return tuple(name.split()[index] for name in self._heard("names"))
        if kind in ("day", "last_day"):
            index = 0 if kind == "day" else -1
            days = [line.days[index] for line in reversed(self.lines) if line.days]
            return tuple(dict.fromkeys(days))
        if kind == "returned":
            return tuple(self.returned.get(key, ()))
        if kind == "returned_day":
            return tuple(dict.fromkeys(str(each)[:10] for each in self.returned.get(key, ())))
        if kind == "named" and domain is not None:
            return self._named(domain)
        return ()

    def _heard(self, attribute: str) -> Values:
        found: list[str] = []
        for line in reversed(self.lines):
            found.extend(getattr(line, attribute))
        return tuple(dict.fromkeys(found))

    def _named(self, domain: Domain) -> Values:
        found: list[str] = []
        for line in reversed(self.lines):
            found.extend(self.vocabulary.find(line.words).get(domain, ()))
        return tuple(dict.fromkeys(found)) or tuple(self.named.get(domain, ())[:1])

    def has_heard_of(self, value: str) -> bool:
        """Say whether a word of the value, told by its first letters, was heard in the call."""
        known = self._stems.get(value)
        if known is None:
            stems = [part[:_STEM] for part in plain_words(value).split() if len(part) >= _STEM]
            known = any(f" {stem}" in line.words for stem in stems for line in self.lines)
            self._stems[value] = known
        return known

    def names_minute(self, start: str) -> bool:
        """Say whether the caller named the clock time of an ISO moment, in either half-day."""
        if len(start) < _MINUTE_LENGTH:
            return False
        minute = int(start[11:13]) * 60 + int(start[14:16])
        return any(
            minute % _HALF_DAY == each % _HALF_DAY for line in self.lines for each in line.minutes
        )

    def objects(self, name: str) -> list[dict[str, Any]]:
        """Return the objects of the list `name` in the latest answer that has one."""
        latest: tuple[int, Any] = (-1, None)
        for moment, data in self.answers.values():
            if isinstance(look_up(data, name), list) and moment > latest[0]:
                latest = (moment, data)
        return [each for each in look_up(latest[1], name) or () if isinstance(each, dict)]  # type: ignore[attr-defined]


def object_mark(entry: Mapping[str, Any]) -> str:
    """Return what tells one entry of an answer's list from another."""
    return "|".join(str(value) for value in entry.values())


def _put_first(values: list[Any], value: object) -> None:
    if value in values:
        values.remove(value)
    values.insert(0, value)
    del values[_MAX_KEPT:]


@lru_cache(maxsize=4096)
def _spelling(text: str) -> str:
    return plain_words(text)


_CUE_CACHE: dict[tuple[int, str], frozenset[str]] = {}


def cues_in(words: str, book: Phrasebook) -> frozenset[str]:
    """Return the names of the book's cues that stand in `words`; remembered by the words."""
    key = (id(book), words)
    found = _CUE_CACHE.get(key)
    if found is None:
        if len(_CUE_CACHE) > 50_000:  # noqa: PLR2004  (bounds memory, changes no result)
            _CUE_CACHE.clear()
        found = frozenset(_find_cues(words, book))
        _CUE_CACHE[key] = found
    return found


def _find_cues(words: str, book: Phrasebook) -> Iterable[str]:
    for name, phrases in book.cues.items():
        if any(f" {phrase} " in words for phrase in phrases):
            yield name
