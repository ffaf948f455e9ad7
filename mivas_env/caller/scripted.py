"""The scripted caller: a pure function of its script, a seed and what it has heard (CALLER 1)."""

import random
import zlib
from collections.abc import Mapping

from mivas_env.caller import lines
from mivas_env.caller.agenda import Agenda, Heard
from mivas_env.caller.hearing.listening import Ear
from mivas_env.caller.protocol import CallerEnding, CallerTurn, EndedBy
from mivas_env.caller.reaction import compose
from mivas_env.caller.speech.compiled import CompiledLexicon
from mivas_env.schema.script import FACT_GIVEN, Ask, AskKind, CallerScript, Disclosure
from mivas_env.schema.told import Told

_STRIDE = 1_000_003
_GRACE_STEPS = 8


class ScriptedCaller:
    """One simulated customer that follows a script, with no model behind it.

    `task_id` and `seed` choose among equivalent wordings, nothing else. The lexicon is shared by
    all callers of an industry and never changed. Raise `TaskError` when the script uses something
    that the lexicon does not know.
    """

    def __init__(
        self, script: CallerScript, lexicon: CompiledLexicon, *, task_id: str, seed: int
    ) -> None:
        self._rng = random.Random(zlib.crc32(task_id.encode()) * _STRIDE + seed)  # noqa: S311 - wording, not secrets
        order = list(script.asks)
        if script.difficulty.ordering == "shuffled":
            order = _shuffled(script, self._rng)
        self._agenda = Agenda(script=script, order=tuple(order), patience=script.patience.start)
        self._ear = Ear(lexicon, self._agenda)
        self._script = script
        self._heard = Heard()
        self._flags: list[str] = []
        self._goodbye = False
        self._grace_steps = 0
        self._grace_extended = False
        self._ending: CallerEnding | None = None

    @property
    def satisfied(self) -> bool:
        """True once every ask of the script has been closed."""
        return self._agenda.satisfied

    @property
    def said_goodbye(self) -> bool:
        """True once the closing words have been spoken."""
        return self._goodbye

    @property
    def flags(self) -> tuple[str, ...]:
        """Unsafe offers heard so far, in order; for the trajectory only (CALLER rule 9)."""
        return tuple(self._flags)

    def open(self) -> CallerTurn:
        """Say the opening line, after the agent's fixed greeting."""
        agenda, script = self._agenda, self._script
        parts = [self._pick(script.opening)]
        for fact_id, fact in script.facts.items():
            if fact.disclose is Disclosure.VOLUNTEER:
                parts.append(self._pick(fact.say))
                agenda.given[fact_id] = 1
        posed = [ask for ask in agenda.order if ask.in_opening]
        if posed:
            agenda.question, agenda.fresh = posed[0].id, True
            self._ear.note_own(posed[0])
        agenda.line = " ".join(parts)
        self._ear.note_line(agenda.line)
        return CallerTurn(agenda.line)

    def hear(self, text: str) -> None:
        """Judge one utterance of the agent, alone and at once; the reply may come later."""
        if self._ending is not None or not text.strip():
            return
        self._agenda.silent_steps = 0
        self._grace_steps = 0
        flags = self._ear.listen(text, self._heard, closing=self._goodbye)
        self._flags.extend(flags)

    def reply(self) -> CallerTurn:
        """React to everything heard since the last reply."""
        heard, self._heard = self._heard, Heard()
        if self._ending is not None:
            return CallerTurn("", self._ending)
        if self._goodbye:
            return self._grace_reply(heard)
        if not heard.anything:
            return CallerTurn()
        agenda, script = self._agenda, self._script
        agenda.turn += 1
        agenda.unanswered = 0
        if agenda.satisfied:
            self._goodbye = True
            return CallerTurn(self._pick(script.end.all_closed))
        text = compose(heard, agenda, self._pick, self._ear)
        self._ear.note_line(text)
        if agenda.patience <= 0:
            return self._leave(CallerEnding.IMPATIENT)
        if agenda.turn >= script.limits.max_turns:
            return self._leave(CallerEnding.MAX_TURNS)
        return CallerTurn(text)

    def wait(self) -> CallerTurn:
        """One step of the agent has passed without speech."""
        if self._ending is not None:
            return CallerTurn("", self._ending)
        if self._goodbye:
            self._grace_steps += 1
            if self._grace_steps >= _GRACE_STEPS:
                self._ending = CallerEnding.SATISFIED
                return CallerTurn("", self._ending)
            return CallerTurn()
        agenda, costs = self._agenda, self._script.patience
        agenda.silent_steps += 1
        if agenda.silent_steps % costs.silence_steps:
            return CallerTurn()
        agenda.patience -= costs.silence
        if agenda.patience <= 0:
            return self._leave(CallerEnding.IMPATIENT)
        agenda.fresh = False  # A bare yes now says that somebody is there.
        return CallerTurn(self._pick(lines.ARE_YOU_THERE))

    def wait_to_answer(self) -> CallerTurn:
        """The agent has spoken and goes on without waiting for a reply.

        That is free while it gets somewhere; each fourth utterance of the others costs like
        silence, without a word: the caller cannot get one in.
        """
        if self._ending is not None:
            return CallerTurn("", self._ending)
        agenda, costs = self._agenda, self._script.patience
        if self._heard.progress or self._goodbye:
            self._heard.progress = False
            agenda.unanswered = 0
            return CallerTurn()
        agenda.unanswered += 1
        if agenda.unanswered % costs.silence_steps == 0:
            agenda.patience -= costs.silence
            if agenda.patience <= 0:
                return self._leave(CallerEnding.IMPATIENT)
        return CallerTurn()

    def notice_end(self, by: EndedBy) -> None:
        """The line was closed by the agent, or the call was transferred to a person."""
        agenda = self._agenda
        if by is EndedBy.TRANSFER:
            for ask in agenda.open_asks():
                if ask.kind is AskKind.HUMAN and agenda.reached(ask.after):
                    agenda.closed[ask.id] = agenda.turn

    @property
    def told(self) -> Told:
        """What closed each ask so far, and the consents given."""
        agenda = self._agenda
        return Told(answers=dict(agenda.answers), consents=tuple(agenda.consented))

    def diagnostics(self) -> Mapping[str, object]:
        """Inner state for tests and tools: open_asks, closed_asks, patience. Never for a policy."""
        agenda = self._agenda
        return {
            "open_asks": [ask.id for ask in agenda.open_asks()],
            "closed_asks": [ask.id for ask in agenda.order if ask.id in agenda.closed],
            "patience": agenda.patience,
            "turns": agenda.turn,
            "short_of": {key: str(value) for key, value in self._ear.last.items()},
            "consented": sorted(agenda.consented),
        }

    def _grace_reply(self, heard: Heard) -> CallerTurn:
        """After goodbye: one more turn, and a second one for a hold, a promise, a correction."""
        if not heard.anything:
            return CallerTurn()
        if (heard.hold or heard.correction) and not self._grace_extended:
            self._grace_extended = True
            return CallerTurn(self._pick(lines.ACKNOWLEDGE))
        self._ending = CallerEnding.SATISFIED
        return CallerTurn("", self._ending)

    def _leave(self, ending: CallerEnding) -> CallerTurn:
        self._ending = ending
        return CallerTurn(self._pick(self._script.end.impatient), ending)

    def _pick(self, wordings: tuple[str, ...]) -> str:
        return wordings[0] if len(wordings) == 1 else self._rng.choice(wordings)


def _shuffled(script: CallerScript, rng: random.Random) -> list[Ask]:
    """Return the asks in a drawn order that keeps `after` and what the opening poses in place."""
    fixed = [ask for ask in script.asks if ask.in_opening]
    rest = [ask for ask in script.asks if not ask.in_opening]
    out = list(fixed)
    while rest:
        placed = {x.id for x in out}
        ready = [a for a in rest if all(b in placed or b.startswith(FACT_GIVEN) for b in a.after)]
        chosen = rng.choice(ready or rest)
        rest.remove(chosen)
        out.append(chosen)
    return out
