"""The caller's ear: one utterance in, its effect on the agenda out. Nothing else gets in."""

from collections.abc import Mapping
from functools import lru_cache

from mivas_env.caller.agenda import Agenda, Heard
from mivas_env.caller.hearing.analysis import Analysis, analyse
from mivas_env.caller.hearing.answers import judge
from mivas_env.caller.hearing.binding import Discourse
from mivas_env.caller.hearing.consents import MOMENT_KEYS, agrees, denied
from mivas_env.caller.hearing.judgement import NOTHING, Judgement, Outcome, Question
from mivas_env.caller.hearing.proposals import PROPOSE, Proposals
from mivas_env.caller.hearing.readback import asked_back, read_back
from mivas_env.caller.hearing.span_facts import SpanFacts
from mivas_env.caller.speech.acts import Acts
from mivas_env.caller.speech.clauses import Utterance
from mivas_env.caller.speech.compiled import CompiledLexicon
from mivas_env.caller.speech.moments import visit_moments
from mivas_env.caller.speech.requests import asked_of, kin_of
from mivas_env.caller.speech.wording import read_words
from mivas_env.errors import TaskError
from mivas_env.schema.script import (
    ASK_CLOSED,
    AnswerType,
    Ask,
    CallerScript,
    Consent,
    Trigger,
)

HEARING_VERSION = 5
"""Raise by one whenever the rules hear an utterance otherwise; part of every record's versions."""
_HUMAN_ACT = "offer_human"
_OPPOSITES = {"yes", "no"}
_MOST_KEPT = 1_024
_LINE_WORDS = 100


class Ear:
    """Hears for one caller. Holds the discourse (what was named last), changes only the agenda."""

    def __init__(self, lexicon: CompiledLexicon, agenda: Agenda) -> None:
        _check_once(agenda.script, lexicon)
        self._lexicon = lexicon
        self._agenda = agenda
        self._discourse = Discourse()
        self._proposals = Proposals(lexicon, agenda)
        self._spans = SpanFacts(lexicon, agenda)
        self._described = frozenset(lexicon.lexicon.referents)
        self._own_names = _own_names(agenda.script)
        self.last: dict[str, Outcome] = {}

    def note_own(self, ask: Ask) -> None:
        """Remember what the caller's own line has named, for "that visit" (described things)."""
        if ask.answer is not None:
            for kind, canonical in ask.answer.bind.items():
                if kind in self._described:
                    self._discourse.by_caller[kind] = canonical

    def note_line(self, text: str) -> None:
        """Remember what the caller has just said, for "that day" (days, offices and so on)."""
        self._proposals.follow(text)

    def unsafe_lines(self, acts: list[str]) -> list[str]:
        """Return the words that decline these unsafe offers."""
        return [self._lexicon.lexicon.unsafe[name].say for name in acts]

    def listen(self, text: str, heard: Heard, *, closing: bool) -> list[str]:
        """Judge one utterance; return the unsafe acts heard. `closing`: after the goodbye."""
        agenda = self._agenda
        analysis = analyse(text, self._lexicon, agenda.script.limits.heard_words)
        utterance, acts = analysis.utterance, analysis.acts
        heard.anything = True
        if not utterance.words:
            return []
        if analysis.soup:
            heard.soup = True
            return []
        heard.hold = heard.hold or acts.hold
        heard.looking = heard.looking or acts.looking
        heard.correction = heard.correction or acts.correction
        heard.greeting = heard.greeting or acts.greeting
        heard.question = heard.question or acts.question
        heard.choice = heard.choice or acts.choice
        heard.spelling = heard.spelling or acts.spelling
        if closing:
            return list(acts.unsafe)
        named = self._follow(utterance)
        self._judge_asks(utterance, acts, named, heard)
        self._other_acts(analysis, heard)
        if acts.claim:
            agenda.claim_turn = agenda.turn
        return list(acts.unsafe)

    def _follow(self, utterance: Utterance) -> list[Mapping[str, str]]:
        """Return, for each clause, what had been named last before it began."""
        discourse = self._discourse
        snapshots: list[Mapping[str, str]] = []
        now: Mapping[str, str] = {**discourse.by_caller, **discourse.by_agent}
        for clause in utterance.clauses:
            snapshots.append(now)
            if clause.names:
                discourse.note(clause)
                now = {**discourse.by_caller, **discourse.by_agent}
        return snapshots

    def _judge_asks(
        self,
        utterance: Utterance,
        acts: Acts,
        named: list[Mapping[str, str]],
        heard: Heard,
    ) -> None:
        agenda = self._agenda
        for ask in agenda.waiting():
            judgement = self._judge(ask, utterance, acts, named)
            if judgement.outcome is Outcome.CLOSED:
                agenda.told.add(ask.id)
        answered = [ask for ask in agenda.order if ask.id in heard.closed]
        for ask in agenda.hearable():
            if ask.id not in heard.contradicted:
                self._take(ask, self._judge(ask, utterance, acts, named), heard)
        for ask in answered:
            self._doubt(ask, self._judge(ask, utterance, acts, named, anew=True), heard)

    def _doubt(self, ask: Ask, judgement: Judgement, heard: Heard) -> None:
        """Open an ask again whose yes became a no, or the reverse, before the caller could reply.

        Nothing that is said before the reply closes it after that.
        """
        agenda = self._agenda
        said = agenda.answers.get(ask.id)
        if {said, judgement.value} == _OPPOSITES:
            del agenda.closed[ask.id], agenda.answers[ask.id]
            heard.closed.remove(ask.id)
            heard.contradicted.append(ask.id)
            self.last[ask.id] = heard.short_of[ask.id] = Outcome.CONTRADICTORY

    def _judge(
        self,
        ask: Ask,
        utterance: Utterance,
        acts: Acts,
        named: list[Mapping[str, str]],
        *,
        anew: bool = False,
    ) -> Judgement:
        """Judge what an utterance does to an ask; `anew`: to one that was answered just now."""
        if ask.answer is None:
            return NOTHING
        agenda = self._agenda
        in_question = agenda.question == ask.id and not anew
        claimed = agenda.claim_turn is not None and agenda.claim_turn >= agenda.turn - 1
        question = Question(
            answer=ask.answer,
            in_question=in_question,
            fresh=in_question and agenda.fresh,
            pending=agenda.pending.get(ask.id),
            yes_binds=in_question and agenda.yes_binds,
            claimed_before=claimed,
            own_names=self._own_names,
            lines=(*ask.say, *(ask.told or ())),
            opening=agenda.script.opening,
        )
        return judge(question, utterance, acts, self._lexicon, named)

    def _take(self, ask: Ask, judgement: Judgement, heard: Heard) -> None:
        agenda = self._agenda
        self.last[ask.id] = judgement.outcome
        if judgement.outcome is Outcome.CLOSED:
            agenda.closed[ask.id] = agenda.turn
            if judgement.value is not None:
                agenda.answers[ask.id] = judgement.value
            agenda.pending.pop(ask.id, None)
            heard.closed.append(ask.id)
            heard.progress = True
            heard.short_of.pop(ask.id, None)
        elif judgement.outcome is not Outcome.NONE:
            heard.short_of[ask.id] = judgement.outcome
            if judgement.pending is not None:
                agenda.pending[ask.id] = judgement.pending
            else:
                agenda.pending.pop(ask.id, None)

    def _other_acts(self, analysis: Analysis, heard: Heard) -> None:
        agenda, script = self._agenda, self._agenda.script
        utterance, acts = analysis.utterance, analysis.acts
        names = set(analysis.names)
        if acts.confirming or acts.question:
            if acts.confirming:
                right, wrong = read_back(analysis.said, script.facts)
            else:
                right, wrong = asked_back(analysis.questions, script.facts)
            if acts.confirming or right or wrong:
                names.add("read_back")
            _extend(heard.right, right)
            _extend(heard.wrong, wrong)
            if self._spans.read_back(utterance, heard):
                names.add("read_back")
        repeated = {*heard.right, *heard.wrong}
        kin = _kin(script) if acts.of_others else frozenset()
        known = asked_of(self._lexicon, acts.requests, acts.of_others, script.facts, kin)
        asked = self._spans.asked(acts.requests, known)
        if acts.spelling and not any(name.endswith("name") for name in asked):
            asked = [*asked, *[f for f in script.facts if f.endswith("name")][:1]]
        _extend(heard.facts, [f for f in asked if f not in repeated])
        heard.repeat = heard.repeat or acts.repeat
        _extend(heard.unsafe, list(acts.unsafe))
        if _HUMAN_ACT in acts.offers and agenda.wants_person():
            heard.human_offered = True
            names.discard(_HUMAN_ACT)
        self._consents(names, utterance, acts, heard)
        for response in script.responses:
            if response.on.act in names and self._applies(response.on, names):
                _extend(heard.responses, [response.id])

    def _consents(self, names: set[str], utterance: Utterance, acts: Acts, heard: Heard) -> None:
        """Ask each consent that listens; what is proposed is weighed by all of them at once."""
        proposed: list[Consent] = []
        for consent in self._agenda.script.consents:
            if consent.on.act not in names or not self._applies(consent.on, names):
                continue
            if consent.on.act != PROPOSE:
                self._consent(consent, utterance, acts, heard)
            elif consent.id not in self._agenda.consented or acts.question:
                proposed.append(consent)
        if proposed and self._proposals.live:
            self._proposals.hear(proposed, utterance, heard)
        elif acts.question and not proposed:
            self._proposals.repeat(utterance, heard)
        self._proposals.follow(utterance)

    def _consent(self, consent: Consent, utterance: Utterance, acts: Acts, heard: Heard) -> None:
        if consent.id in self._agenda.consented and (heard.closed or not acts.question):
            return
        if denied(consent.require, consent.on.act, utterance):
            return
        spans = self._spans.among(list(consent.require))
        if spans:
            if spans & {*heard.right, *heard.wrong}:
                heard.consents.append((consent.id, spans <= set(heard.right)))
            return
        if consent.on.act == "read_back" and not _bears_on(consent, utterance):
            return
        agreed = agrees(
            consent.require,
            utterance,
            self._lexicon,
            self._discourse.by_agent,
            self._agenda.script.facts,
        )
        heard.consents.append((consent.id, agreed))

    def _applies(self, trigger: Trigger, names: set[str]) -> bool:
        for item in trigger.not_:
            _, closed, ask_id = item.partition(ASK_CLOSED)
            if closed:
                if ask_id in self._agenda.closed:
                    return False
            elif item in names:
                return False
        return True


def _own_names(script: CallerScript) -> frozenset[str]:
    """Return the words of the caller's own name, as its script gives it."""
    values = [fact.value for key, fact in script.facts.items() if key.endswith("name")]
    names = (script.persona.get("name", ""), *(v for v in values if isinstance(v, str)))
    return _words_of(names)


@lru_cache(maxsize=_MOST_KEPT)
def _words_of(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for name in names for word in read_words(name, 8).words)


def _check_once(script: CallerScript, lexicon: CompiledLexicon) -> None:
    """Check a script when it is first met; what was found sound is kept, and so is its `id`."""
    checked = lexicon.checked
    if checked.get(id(script)) is not script:
        check_script(script, lexicon)
        if len(checked) >= _MOST_KEPT:
            checked.clear()
        checked[id(script)] = script


def _kin(script: CallerScript) -> frozenset[str]:
    """Return the kin that the caller speaks of, for whom it may be asked as for itself."""
    asks = (line for ask in script.asks for line in ask.say)
    facts = (line for fact in script.facts.values() for line in fact.say)
    return kin_of(
        word
        for line in (*script.opening, *asks, *facts)
        for word in read_words(line, _LINE_WORDS).words
    )


def check_script(script: CallerScript, lexicon: CompiledLexicon) -> None:
    """Raise `TaskError` with a sentence when the script uses a word the lexicon does not have."""
    data = lexicon.lexicon
    tables: dict[AnswerType, Mapping[str, object]] = {
        AnswerType.POLAR: data.predicates,
        AnswerType.MONEY: data.topics,
        AnswerType.DONE: data.completions,
        AnswerType.TEXT_KEY: data.texts,
        AnswerType.ENUM: data.enums,
        AnswerType.DATETIME: data.moments,
    }
    for ask in script.asks:
        answer = ask.answer
        if answer is None:
            continue
        key = answer.topic if answer.type is AnswerType.MONEY else answer.predicate
        if key is not None and key not in tables[answer.type]:
            raise TaskError(
                f"The ask {ask.id!r} needs {key!r}, which the lexicon does not list for "
                f"{answer.type} answers; it has: {', '.join(sorted(tables[answer.type]))}."
            )
        for kind in (*answer.bind, *answer.exclusive):
            if kind not in data.entities and kind not in data.referents:
                raise TaskError(f"The ask {ask.id!r} binds {kind!r}, no entity of the lexicon.")
    for consent in script.consents:
        _check_required(consent, script, lexicon)
    acts = known_acts(lexicon)
    for trigger in (*[c.on for c in script.consents], *[r.on for r in script.responses]):
        for name in (trigger.act, *trigger.not_):
            if name not in acts and not name.startswith(ASK_CLOSED):
                raise TaskError(f"The act {name!r} is not in the lexicon; check its spelling.")


def _check_required(consent: Consent, script: CallerScript, lexicon: CompiledLexicon) -> None:
    """Raise `TaskError` when a consent requires what hearing can never compare."""
    data = lexicon.lexicon
    for key, value in consent.require.items():
        if key in data.entities and value not in data.entities[key]:
            raise TaskError(
                f"The consent {consent.id!r} requires {key} {value!r}, which the lexicon does not "
                f"have; it has: {', '.join(sorted(data.entities[key]))}."
            )
        if not (
            key in MOMENT_KEYS
            or key.endswith("_cents")
            or key in data.entities
            or key in data.referents
            or key in script.facts
        ):
            raise TaskError(
                f"The consent {consent.id!r} requires {key!r}, which is no day or time, no amount, "
                f"no fact of the script and no entity of the lexicon; correct its spelling."
            )


def known_acts(lexicon: CompiledLexicon) -> frozenset[str]:
    """Return every act name that a script may react to."""
    data = lexicon.lexicon
    return frozenset(
        {
            *data.offers,
            *data.announced,
            *data.statements,
            *data.requests,
            *data.completions,
            "propose_slot",
            "read_back",
        }
    )


def _extend(into: list[str], names: list[str]) -> None:
    for name in names:
        if name not in into:
            into.append(name)


def _bears_on(consent: Consent, utterance: Utterance) -> bool:
    """Say whether a read-back is about what this consent asks for, not about identity."""
    keys = consent.require.keys()
    if not keys:
        return True
    if MOMENT_KEYS & keys and next(visit_moments(utterance), None) is not None:
        return True
    return any(clause.names.get(key) for clause in utterance.clauses for key in keys)
