"""Openings put to the caller: which consents they reach, and what the caller says to them."""

from collections.abc import Sequence

from mivas_env.caller.agenda import Agenda, Heard
from mivas_env.caller.hearing.consents import TIME, Weighed, weigh
from mivas_env.caller.hearing.ground import Ground
from mivas_env.caller.speech.clauses import Utterance
from mivas_env.caller.speech.compiled import CompiledLexicon
from mivas_env.caller.speech.plain_words import word_set
from mivas_env.caller.speech.spoken import say_moment
from mivas_env.schema.script import AnswerType, CallerScript, Consent

PROPOSE = "propose_slot"
CHOSEN = "chosen"
"""Says what was chosen, where else `consents.DAY`, `TIME` or an entity type is asked back."""
_WHICH = frozenset({"which", "what"})
_OF_THEM = word_set("date day did of one ones opening slot time was were")


class Proposals:
    """Hears the openings of one call. What both sides named is read only when one is proposed."""

    def __init__(self, lexicon: CompiledLexicon, agenda: Agenda) -> None:
        self._agenda = agenda
        self._ground = Ground(lexicon)
        self._unread: list[Utterance | str] = []
        self._heeds = any(c.on.act == PROPOSE for c in agenda.script.consents)
        self._served = _served(agenda.script, lexicon)

    def follow(self, said: Utterance | str) -> None:
        """Keep what was said, by the agent (an utterance) or by the caller (a line), in order."""
        if self._heeds:
            self._unread.append(said)

    @property
    def live(self) -> bool:
        """True while the caller listens to proposals: until what they are for is closed."""
        served = self._served
        return self._heeds and not (served and self._agenda.closed.keys() >= served)

    def hear(self, consents: Sequence[Consent], utterance: Utterance, heard: Heard) -> None:
        """Weigh what is proposed against the consents that listen."""
        for said in self._unread:
            if isinstance(said, str):
                self._ground.note_caller(said)
            else:
                self._ground.note_agent(said)
        self._unread.clear()
        facts = self._agenda.script.facts
        weighed = [(c.id, weigh(c.require, utterance, self._ground, facts)) for c in consents]
        agreed = [(name, one) for name, one in weighed if one.agreed]
        unclear = [one for _, one in weighed if one.missing]
        if agreed and self._again(agreed) and self.repeat(utterance, heard):
            return
        if agreed:
            self._agree(agreed, heard)
        elif unclear and not self.repeat(utterance, heard):
            heard.asked_back.append(self._ask_back(unclear[0]))
        elif not unclear:
            heard.consents.extend((name, False) for name, one in weighed if one.agreed is False)

    def _again(self, agreed: list[tuple[str, Weighed]]) -> bool:
        """Say whether only what was chosen before is named, and not even its time."""
        return all(name in self._agenda.chosen and one.minute is None for name, one in agreed)

    def _agree(self, agreed: list[tuple[str, Weighed]], heard: Heard) -> None:
        for name, one in agreed:
            when = say_moment(one.date, one.minute)
            heard.consents.append((name, True))
            if one.minute is not None or name not in self._agenda.chosen:
                self._agenda.chosen[name] = when
            if one.of_several and when:
                heard.choices[name] = when

    def _ask_back(self, one: Weighed) -> tuple[str, str]:
        """Ask for what is missing; of two days without times, say which one is wanted."""
        if one.missing == TIME and one.of_several and one.date in self._ground.own:
            return CHOSEN, say_moment(one.date, None)
        return one.missing, ""

    def repeat(self, utterance: Utterance, heard: Heard) -> bool:
        """Say again what was chosen to who asks which one that was; say whether this was so."""
        chosen = [when for when in self._agenda.chosen.values() if when]
        if not chosen or not self.live or not _asks_which(utterance):
            return False
        heard.asked_back.append((CHOSEN, chosen[-1]))
        return True


def _served(script: CallerScript, lexicon: CompiledLexicon) -> frozenset[str]:
    """Return the asks that an accepted opening is for: an appointment made or moved."""
    return frozenset(
        ask.id
        for ask in script.asks
        if ask.answer is not None
        and ask.answer.type is AnswerType.DONE
        and lexicon.trade.of_a_day(ask.answer.predicate or "")
    )


def _asks_which(utterance: Utterance) -> bool:
    """Say whether a question asks which of several it was: "which one was that?", "A or B?"."""
    words = utterance.words
    for clause in utterance.clauses:
        said = words[clause.start : clause.end]
        if not clause.question:
            continue
        for i, word in enumerate(said[:-1]):
            if word in _WHICH and said[i + 1] in _OF_THEM:
                return True
        if "or" in said and utterance.figures(clause, "weekday", "date", "near_day", "time"):
            return True
    return False
