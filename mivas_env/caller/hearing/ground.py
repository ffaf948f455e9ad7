"""What both sides of a call have named, for an offer that leaves it out ("4:30 that day")."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field

from mivas_env.caller.hearing.own_words import read_line
from mivas_env.caller.speech.clauses import Utterance
from mivas_env.caller.speech.compiled import CompiledLexicon
from mivas_env.caller.speech.days import DAYS, Day, coming_date, day_of, merged
from mivas_env.caller.speech.figures import Figure
from mivas_env.caller.speech.moments import birth_dates, names_no_day, of_no_week
from mivas_env.caller.speech.openings import openings
from mivas_env.caller.speech.plain_words import word_set

_OPEN = word_set("after before between by from since starting through till until")


@dataclass(slots=True)
class Ground:
    """What was named last, whoever named it: `names` by entity type, the `day` spoken of, if one.

    `dates` are all days named, the latest last: "that Friday" is the last Friday among them. `own`
    are those that the caller has named.
    """

    lexicon: CompiledLexicon
    names: dict[str, str] = field(default_factory=dict)
    day: dt.date | None = None
    dates: list[dt.date] = field(default_factory=list)
    own: set[dt.date] = field(default_factory=set)

    def note_agent(self, said: Utterance) -> None:
        """Remember what an utterance of the agent names; an appointment that stands is no offer."""
        self._note_names(said)
        self._dates_of(_named(said, self.lexicon.today))
        offered = [o for o in openings(said, self.lexicon.today) if not o.standing]
        self._speak_of({self.date_of(o.day) for o in offered if o.day is not None})

    def note_caller(self, line: str) -> None:
        """Remember what a line of the caller's own names; "from Monday on" is no one day."""
        said = read_line(line, self.lexicon)
        self._note_names(said)
        named = self._dates_of(_named(said, self.lexicon.today))
        self.own.update(named)
        self._speak_of({None, *named} if named and _open_ended(said) else set(named))

    def _note_names(self, said: Utterance) -> None:
        for clause in said.clauses:
            for kind, mentions in clause.names.items():
                self.names[kind] = mentions[-1][1]

    def _dates_of(self, days: Iterable[Day]) -> list[dt.date]:
        """Take in the days named; return their dates."""
        new = [date for date in map(self.date_of, days) if date is not None]
        self.dates.extend(new)
        return new

    def _speak_of(self, dates: set[dt.date | None]) -> None:
        """Remember the day spoken of; it is lost among several."""
        if dates:
            self.day = dates.pop() if len(dates) == 1 else None

    def date_of(self, day: Day) -> dt.date | None:
        """Return the date of a day said; a weekday alone is the last of that name spoken of."""
        today = self.lexicon.today
        month, number, weekday = day
        if number is not None:
            return coming_date(month, number, today, weekday)
        if weekday is None:
            return None
        for date in reversed(self.dates):
            if date.weekday() == weekday:
                return date
        return None


def _open_ended(said: Utterance) -> bool:
    """Say whether a line leaves its days open: "after the fifteenth", "a Wednesday"."""
    words = said.words
    weekdays = [i for i, f in said.values.items() if isinstance(f, Figure) and f.kind == "weekday"]
    return any(of_no_week(said, i) for i in weekdays) or any(
        word in _OPEN and isinstance(figure, Figure) and figure.kind in DAYS
        for i, word in enumerate(words)
        for figure in (said.values.get(i + 1), said.values.get(i + 2))
    )


def _named(said: Utterance, today: dt.date) -> list[Day]:
    """Return every day of some one week that is named, birth dates aside."""
    births = birth_dates(said)
    return merged(
        [
            (i, day_of(figure, today))
            for i, figure in said.values.items()
            if isinstance(figure, Figure)
            and figure.kind in DAYS
            and i not in births
            and not names_no_day(said, i, figure)
        ]
    )
