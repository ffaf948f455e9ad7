"""Does an utterance answer an ask? One rule per answer type (CALLER sections 2 and 7)."""

from collections.abc import Mapping, Sequence

from mivas_env.caller.hearing.binding import Bound, other_named
from mivas_env.caller.hearing.conditions import without_restated
from mivas_env.caller.hearing.elsewhere import (
    of_another_act,
    of_another_day,
    of_another_named,
    of_another_time,
    pairs_named,
    rules_out_another_time,
)
from mivas_env.caller.hearing.judgement import NOTHING, Judgement, Outcome, Question
from mivas_env.caller.hearing.money import Price, read_money
from mivas_env.caller.hearing.own_words import offers_two, own_roots
from mivas_env.caller.hearing.polarity import PolarQuestion, Sense, Statement, read_polar
from mivas_env.caller.hearing.wishes import against_wish, granted
from mivas_env.caller.hearing.worded import judge_words
from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.acts import Acts
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.compiled import CompiledLexicon
from mivas_env.caller.speech.completions import completed
from mivas_env.caller.speech.days import DAYS
from mivas_env.caller.speech.phrases import Match
from mivas_env.caller.speech.requests import asked_values
from mivas_env.schema.script import Answer, AnswerType


def judge(
    question: Question,
    utterance: Utterance,
    acts: Acts,
    lexicon: CompiledLexicon,
    last_named: Sequence[Mapping[str, str]],
) -> Judgement:
    """Judge one utterance against one ask."""
    answer = question.answer
    if answer.type in (AnswerType.POLAR, AnswerType.ENUM):
        utterance = without_restated(question, utterance)
    if answer.type is AnswerType.POLAR:
        return _judge_polar(question, utterance, acts, lexicon, last_named)
    if answer.type is AnswerType.MONEY:
        return _judge_money(question, utterance)
    if answer.type is AnswerType.DONE:
        return _judge_done(question, utterance, acts, lexicon)
    if answer.type is AnswerType.DATETIME:
        return _judge_moment(question, utterance)
    return judge_words(question, utterance, lexicon)


def _judge_polar(
    question: Question,
    utterance: Utterance,
    acts: Acts,
    lexicon: CompiledLexicon,
    last_named: Sequence[Mapping[str, str]],
) -> Judgement:
    answer = question.answer
    predicate = answer.predicate or ""
    asked = PolarQuestion(
        predicate=predicate,
        bind=answer.bind,
        exclusive=answer.exclusive,
        extra=lexicon.filler(predicate) | question.own_names,
        in_question=question.in_question,
        fresh=question.fresh,
        own=own_roots(question.lines),
        general=lexicon.lexicon.predicates[predicate].general,
        names=question.own_names,
        elsewhere=lambda clause: (
            of_another_day(question.lines, question.opening, utterance, clause, lexicon)
            or of_another_time(question.lines, utterance, clause, lexicon)
            or of_another_named(question.lines, utterance, clause, lexicon)
        ),
        other_act=lambda clause: (
            of_another_act(question.lines, utterance, clause)
            or rules_out_another_time(question.lines, utterance, clause, lexicon)
        ),
        shrugs=answer.unconfirmed,
        pairs=pairs_named(question.opening, answer.bind, lexicon),
    )
    reading = read_polar(utterance, asked, list(last_named))
    statements = reading.statements
    if not statements:
        return NOTHING
    bound = [s for s in statements if s.bound is Bound.YES]
    clear = [s for s in bound if s.sense in (Sense.CUE, Sense.BARE)]
    if _contradicts(statements, clear):
        return Judgement(Outcome.CONTRADICTORY)
    wanted = asked_values(lexicon, acts.requests)
    asks_back = any(kind in wanted for kind in (*answer.bind, *answer.exclusive))
    if asks_back or acts.looking or _greets(utterance):
        # "Yes, Park Avenue. Which plan was that?" or "… One moment." takes note, no more.
        clear = [s for s in clear if s.sense is not Sense.BARE]
        statements = [s for s in statements if s.sense not in (Sense.BARE, Sense.NAME)]
        bound = [s for s in bound if s in statements]
    if not question.fresh and not answer.bind:
        clear = [s for s in clear if s.sense is not Sense.BARE]
    elif offers_two(question.lines):
        clear = [s for s in clear if s.sense is not Sense.BARE or not s.positive]
    if clear:
        positive = clear[-1].positive
        return _definite(question, acts, positive, undermined=reading.undermined)
    loose = [s for s in statements if s.sense in (Sense.CUE, Sense.BARE) and s.bound is Bound.NO]
    if not acts.hold and _completes(question, statements, bound, loose):
        named = any(s.sense is Sense.NAME for s in bound)
        positive = loose[-1].positive if loose and named else question.pending
        return _definite(question, acts, positive, undermined=reading.undermined)
    return _short_of(question, reading.undermined, statements, bound, loose)


def _greets(utterance: Utterance) -> bool:
    """Say whether the agent asks, as if anew, how to help."""
    return any(
        clause.question
        and "greet" in clause.found
        and _MORE.isdisjoint(utterance.words[clause.start : clause.end])
        for clause in utterance.clauses
    )


_MORE = frozenset({"else", "more", "further"})


def _definite(
    question: Question,
    acts: Acts,
    positive: bool | None,  # noqa: FBT001  (the answer itself, not a switch)
    *,
    undermined: bool,
) -> Judgement:
    if undermined:
        return Judgement(Outcome.HEDGED)
    if question.answer.evidence == "claimed" and not (acts.claim or question.claimed_before):
        return Judgement(Outcome.NOT_CHECKED, pending=None)
    return Judgement(Outcome.CLOSED, value="yes" if positive else "no")


def _contradicts(statements: list[Statement], clear: list[Statement]) -> bool:
    """Say whether both answers were given for the bound thing, or a bare yes turned into a no."""
    poles = {s.positive for s in clear}
    if len(poles) > 1:
        return True
    bare = {s.positive for s in statements if s.sense is Sense.BARE and s.bound is Bound.NO}
    return len(bare) > 1 or bool(poles and bare and poles != bare)


def _completes(
    question: Question,
    statements: list[Statement],
    bound: list[Statement],
    loose: list[Statement],
) -> bool:
    """Say whether this utterance supplies the binding that an earlier answer lacked."""
    names = any(s.sense is Sense.NAME for s in bound)
    if names and (loose or question.pending is not None):
        return True
    if question.pending is None:
        return False
    agrees = [s for s in loose if s.sense is Sense.BARE and s.positive]
    return question.yes_binds and bool(agrees) and len(statements) == len(agrees)


def _short_of(
    question: Question,
    undermined: bool,  # noqa: FBT001 - one of several findings of the same reading
    statements: list[Statement],
    bound: list[Statement],
    loose: list[Statement],
) -> Judgement:
    unknown = [s for s in statements if s.sense is Sense.UNKNOWN and s.bound is not Bound.OTHER]
    if unknown and question.answer.unconfirmed and not undermined:
        return Judgement(Outcome.CLOSED, value="unconfirmed")
    if any(s.sense in (Sense.HEDGED, Sense.UNKNOWN) for s in bound) or undermined:
        return Judgement(Outcome.HEDGED)
    if loose:
        stale = not question.fresh and all(s.sense is Sense.BARE for s in loose)
        if stale or not question.answer.bind:
            return NOTHING
        return Judgement(Outcome.POLAR_UNBOUND, pending=loose[-1].positive)
    elsewhere = {s.sense for s in statements if s.bound is Bound.OTHER}
    if elsewhere - {Sense.NAME} or (elsewhere and question.pending is not None):
        return Judgement(Outcome.BOUND_TO_OTHER)
    doubtful = any(s.sense in (Sense.HEDGED, Sense.UNKNOWN) for s in statements)
    return Judgement(Outcome.HEDGED) if doubtful else NOTHING


def _judge_money(question: Question, utterance: Utterance) -> Judgement:
    answer = question.answer
    topic = answer.topic or ""
    reading = read_money(utterance, topic, question.own_names, asked=question.in_question)
    if not reading.values:
        return NOTHING
    if len(reading.values) > answer.max_values:
        return Judgement(Outcome.CONTRADICTORY)
    prices = [p for p in reading.prices if p.topic in (None, topic)]
    good = [
        p
        for p in prices
        if not p.doubted and not p.bounded and not _elsewhere(answer, utterance, p)
    ]
    if good and not reading.undermined:
        if answer.evidence == "claimed" and not question.claimed_before:
            checked = any(c.found.get("claim") for c in utterance.clauses if not c.question)
            if not checked:
                return Judgement(Outcome.NOT_CHECKED)
        return Judgement(Outcome.CLOSED, value=tuple(sorted({p.cents for p in good})))
    if prices:
        return Judgement(Outcome.HEDGED)
    return Judgement(Outcome.BOUND_TO_OTHER) if reading.prices else NOTHING


def _elsewhere(answer: Answer, utterance: Utterance, price: Price) -> bool:
    clause = utterance.clauses[price.place]
    return other_named(answer, utterance, clause)


def _judge_done(
    question: Question, utterance: Utterance, acts: Acts, lexicon: CompiledLexicon
) -> Judgement:
    answer = question.answer
    for key, place in acts.completions:
        clause = utterance.clauses[place]
        if key != answer.predicate or _says_already(utterance, clause, key):
            continue
        if other_named(answer, utterance, clause):
            return Judgement(Outcome.BOUND_TO_OTHER)
        if against_wish(question.lines, key, utterance, clause, lexicon):
            return Judgement(Outcome.BOUND_TO_OTHER)
        return Judgement(Outcome.CLOSED)
    predicate = answer.predicate or ""
    if question.in_question and any(
        granted(question.lines, predicate, utterance, clause, lexicon)
        and not clause.garbled
        and not _asked_on(utterance, clause)
        and not other_named(answer, utterance, clause)
        for clause in utterance.clauses
    ):
        return Judgement(Outcome.CLOSED)
    if question.in_question and any(
        _is_brief(utterance, clause, answer.predicate or "", question.own_names)
        for clause in utterance.clauses
    ):
        return Judgement(Outcome.CLOSED)
    return NOTHING


_STANDING = frozenset({"existing", "current", "currently", "upcoming", "previous"})
_FORMER = frozenset({"former", "old"})


def _says_already(utterance: Utterance, clause: Clause, key: str) -> bool:
    """Say whether the clause tells of what there was before: "your existing consult is booked"."""
    said = set(utterance.words[clause.start : clause.end])
    if key not in utterance.trade.standing:
        return False
    if "is" in said and _FORMER & said and "new" not in said:
        return True
    return bool(_STANDING & said or (key in utterance.trade.making and "already" in said))


def _asked_on(utterance: Utterance, clause: Clause) -> bool:
    """Say whether the same sentence goes on as a question: "moved to Friday, is that it?"."""
    place = next(i for i, other in enumerate(utterance.clauses) if other is clause)
    after = utterance.clauses[place + 1 : place + 2]
    return not clause.stop and bool(after) and after[0].question


def _is_brief(utterance: Utterance, clause: Clause, key: str, own_names: frozenset[str]) -> bool:
    """Say whether the whole clause is a short form of the act: "Done.", "It's been sent."."""
    if clause.question or clause.garbled or _asked_on(utterance, clause):
        return False
    for match in clause.found.get("brief", ()):
        if match.tag[1] != key or not completed(utterance, clause, match):
            continue
        if _of_somebody(utterance, clause, match.start) or _goes_on(utterance, clause, match):
            continue
        ends = clause.end
        if _first_said(utterance, clause, match):
            # "Cancelled, nothing more to do.": what follows the comma is another matter.
            span = range(match.end - 1, ends)
            ends = next((i + 1 for i in span if _pauses(utterance, clause, i, key)), ends)
        rest = [*range(clause.start, match.start), *range(match.end, ends)]
        words = _without_titled([utterance.words[i] for i in rest], utterance.trade.titles)
        if "not" in words or "no" in words or ("are" in words and {"you", "we"} & set(words)):
            continue
        if plain_words.AUXILIARIES & set(words) and not _IT & set(words):
            continue
        if all(w in _BRIEF_FILLER or w in own_names or w[:1] == "<" for w in words):
            return True
    return False


def _first_said(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether nothing but a "yes" or "okay" comes before, and no condition after."""
    words = utterance.words
    leads = range(clause.start, match.start)
    if not all(words[i] in plain_words.LEADS for i in leads):
        return False
    if not _TAKE_BACK.isdisjoint(words[match.end : clause.end]):
        return False
    return not leads or not any(
        m.start >= match.end for kind in ("cond", "temporal") for m in clause.found.get(kind, ())
    )


def _pauses(utterance: Utterance, clause: Clause, at: int, key: str) -> bool:
    """Say whether another matter follows a mark, or the same in full after a colon.

    "Yes, that's done: your link is on the way" tells of the link alone.
    """
    if utterance.breaks[at] != ":":
        return utterance.breaks[at] == ","
    acts = {m.tag[1] for m in clause.found.get("done", ()) if m.start > at}
    return not acts or key in acts


_TAKE_BACK = frozenset({"except", "pending", "provided", "unless"})


def _goes_on(utterance: Utterance, clause: Clause, match: Match) -> bool:
    """Say whether another matter is done, or this one is still to come.

    "Done with that. Now, Tuesday the first?", "… and then it's done".
    """
    words = utterance.words
    if words[match.end - 1 : match.end + 1] == ["done", "with"] and _IT.intersection(
        words[match.end + 1 : match.end + 2]
    ):
        return True
    if clause.joined == "then" or words[clause.start] == "then":
        return True
    return utterance.trade.of_a_day(match.tag[1]) and any(
        later.question and utterance.figures(later, *DAYS, "time")
        for later in utterance.clauses
        if later.start > clause.start
    )


def _of_somebody(utterance: Utterance, clause: Clause, at: int) -> bool:
    """Say whether a name just before the verb tells who did it: "Dr. Vane moved to Elm Street"."""
    if at == clause.start or utterance.breaks[at - 1]:
        return False
    before = utterance.words[at - 1]
    return before[:1] == "<" and before not in plain_words.FIGURE_CLASSES


def _without_titled(words: list[str], titles: frozenset[str]) -> list[str]:
    """Leave out "with dr Vane" at the end, which names nobody who acts."""
    titled = words[-3:-2] == ["with"] and words[-2] in titles
    return words[:-3] if titled else words


_IT = frozenset({"it", "that", "this", "everything", "i", "we"})
_BRIEF_FILLER = (
    plain_words.FILLER
    | plain_words.LEADS
    | plain_words.word_set(
        "amount cell done full me mobile now out over phone through until up whole you"
    )
)


def _judge_moment(question: Question, utterance: Utterance) -> Judgement:
    answer = question.answer
    for clause in utterance.clauses:
        if clause.question or clause.garbled:
            continue
        figures = utterance.figures(clause, "date", "weekday", "near_day", "time", "duration")
        figures = [f for f in figures if clause.alive(f[0])]
        if not figures:
            continue
        cued = answer.predicate is None or any(
            m.tag[1] == answer.predicate for m in clause.found.get("moment", ())
        )
        if cued or (question.fresh and question.in_question):
            if any(clause.alive(m.start) for m in clause.found.get("hedge", ())):
                return Judgement(Outcome.HEDGED)
            if other_named(answer, utterance, clause):
                return Judgement(Outcome.BOUND_TO_OTHER)
            return Judgement(Outcome.CLOSED)
    return NOTHING
