"""Yes or no: what an utterance asserts about one predicate, and about which thing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import pairwise

from mivas_env.caller.hearing.binding import Bound, bind, is_fragment
from mivas_env.caller.hearing.courtesies import asks_on, is_courtesy, talks_on
from mivas_env.caller.hearing.cues import find_cue, neighbours, unknown_to_speaker
from mivas_env.caller.hearing.direct import direct_answer
from mivas_env.caller.hearing.second_thoughts import undermines
from mivas_env.caller.hearing.short_answers import (
    identifies,
    is_bare,
    only_acknowledges,
    particle,
)
from mivas_env.caller.hearing.verdicts import shrugs, unsettled, verdict
from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.clauses import Clause, Utterance, echoes
from mivas_env.caller.speech.phrases import Match
from mivas_env.caller.speech.plain_words import word_set

_LEAVE_WORDS = 3
_LEAVE_AT = 2


class Sense(Enum):
    """What kind of statement a clause makes about the predicate."""

    CUE = "cue"
    BARE = "bare"
    NAME = "name"
    HEDGED = "hedged"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement about the predicate. `positive` is None where no polarity was said.

    `weak` marks a mere "of course", which is an answer only where nothing else is one.
    """

    sense: Sense
    positive: bool | None
    bound: Bound
    place: int
    weak: bool = False


@dataclass(frozen=True, slots=True)
class PolarQuestion:
    """A yes/no ask as hearing needs it.

    `bind` and `exclusive` are entity type -> canonical. `extra` are words that may stand in a bare
    answer. `in_question` says that the caller's last question was this one, so that a bare "yes"
    answers it; `fresh` that nothing else was said with it. `own` are the roots of the caller's own
    words for the ask. `general`: whether general words of "leave" and of "refusal" answer it.
    `names` are the words of the caller's name, `elsewhere` tells whether a clause speaks of
    another day or thing, `other_act` whether of another act. `shrugs`: a clear "I couldn't tell
    you" answers. `pairs` are the types of which the caller has named two, so that "both of them"
    is about its thing too.
    """

    predicate: str
    bind: Mapping[str, str]
    exclusive: Mapping[str, str]
    extra: frozenset[str]
    in_question: bool
    fresh: bool = False
    own: frozenset[str] = frozenset()
    general: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    elsewhere: Callable[[Clause], bool] | None = None
    other_act: Callable[[Clause], bool] | None = None
    shrugs: bool = False
    pairs: frozenset[str] = frozenset()


@dataclass(slots=True)
class PolarReading:
    """All statements about one predicate in one utterance, and whether doubt followed them."""

    statements: list[Statement] = field(default_factory=list)
    undermined: bool = False


def read_polar(
    utterance: Utterance, question: PolarQuestion, last_named: list[Mapping[str, str]]
) -> PolarReading:
    """Collect what an utterance states about a predicate.

    `last_named[i]` is what the agent had named last when clause `i` began.
    """
    reading = PolarReading()
    doubt = hedged = False
    for place, clause in enumerate(utterance.clauses):
        if clause.garbled:
            continue
        statement = _state(utterance, place, question, last_named[place], reading.statements)
        doubted = doubt if clause.joined in plain_words.ADVERSATIVES else hedged
        if statement is not None and doubted and (doubt or not clause.joined):
            statement = replace(statement, sense=Sense.HEDGED)
        if statement is not None and (
            (statement.positive and _of_another(clause, question))
            or (question.other_act is not None and question.other_act(clause))
        ):
            statement = replace(statement, bound=Bound.OTHER)
        if statement is not None and _conditional(utterance, place):
            statement = replace(statement, sense=Sense.HEDGED)
        hedged = statement is None and not clause.stop and _hedges(clause)
        doubt = "undermine" in clause.found and not clause.question
        if statement is not None:
            reading.statements.append(statement)
        elif reading.statements and undermines(utterance, place):
            reading.undermined = True
    reading.statements = _without_courtesies(utterance, reading.statements, question.extra)
    return reading


def _of_another(clause: Clause, question: PolarQuestion) -> bool:
    """Say whether a clause speaks of another person's matter, or of another day."""
    if any(clause.alive(m.start) for m in clause.found.get("others", ())):
        return True
    return question.elsewhere is not None and question.elsewhere(clause)


def _without_courtesies(
    utterance: Utterance, statements: list[Statement], extra: frozenset[str]
) -> list[Statement]:
    """Drop what only opens politely: "Of course. They don't take it.", "Sure thing. Your name?"."""
    if statements and asks_on(utterance):
        clauses = utterance.clauses
        statements = [s for s in statements if not is_courtesy(utterance, clauses[s.place])]
    if not any(s.weak for s in statements):
        return statements
    told = [s for s in statements if not s.weak and s.sense is not Sense.NAME]
    if told or talks_on(utterance, {s.place for s in statements}, extra):
        return [s for s in statements if not s.weak]
    return statements


def _state(
    utterance: Utterance,
    place: int,
    question: PolarQuestion,
    before: Mapping[str, str],
    earlier: list[Statement],
) -> Statement | None:
    clause = utterance.clauses[place]
    if clause.question:
        return None
    if earlier and echoes(utterance.words, clause):
        where = _where(utterance, place, question, before)
        return replace(earlier[-1], bound=where, place=place)
    cue = find_cue(
        utterance,
        clause,
        question.predicate,
        asked=question.in_question,
        refused=None if question.shrugs else place,
    )
    if (
        question.shrugs
        and (cue is None or not cue[0] or not cue[2])
        and unsettled(utterance, place)
    ):
        return None
    if cue is not None:
        return _cued(utterance, place, question, before, cue)
    if _leaves_open(utterance, clause, question):
        where = _where(utterance, place, question, before)
        return Statement(Sense.UNKNOWN, None, where, place)
    bare = _bare(utterance, place, question, before, earlier)
    if bare is not None and bare.sense is not Sense.NAME:
        return bare
    return _direct(utterance, place, question, before, earlier) or bare


def _where(
    utterance: Utterance, place: int, question: PolarQuestion, before: Mapping[str, str]
) -> Bound:
    """Say which thing a clause is about; "both of them" are the two that the caller named."""
    found = bind(utterance, place, question.bind, before, question.extra)
    clause = utterance.clauses[place]
    if found is Bound.NO and _named_after(utterance, place, question):
        return Bound.YES
    if found is Bound.YES or not question.bind.keys() <= question.pairs:
        return found
    named = any(utterance.named(clause, kind) for kind in question.bind)
    said = utterance.words[clause.start : clause.end]
    both = any(a in _BOTH and b[:1] != "<" for a, b in pairwise(said))
    return Bound.YES if both and not named else found


_BOTH = frozenset({"both", "neither"})


def _named_after(utterance: Utterance, place: int, question: PolarQuestion) -> bool:
    """Say whether the next sentence names all that was asked about, and tells nothing foreign.

    "You don't need one, no. Blue Cross patients come straight in at Park Avenue."
    """
    if not question.exclusive or place + 1 >= len(utterance.clauses):
        return False
    after = utterance.clauses[place + 1]
    wanted = (*question.bind.items(), *question.exclusive.items())
    return (
        question.fresh
        and not after.question
        and not after.joined
        and _FOREIGN.isdisjoint(after.found)
        and all(utterance.named(after, kind) == [canonical] for kind, canonical in wanted)
    )


_FOREIGN = frozenset(
    {"act", "ask", "cond", "hedge", "hold", "offer", "promise", "quote", "unknown"}
)


def _cued(
    utterance: Utterance,
    place: int,
    question: PolarQuestion,
    before: Mapping[str, str],
    cue: tuple[bool | None, bool, bool],
) -> Statement | None:
    """Read a clause in which a cue of the predicate stands."""
    clause = utterance.clauses[place]
    if _names_only_others(utterance, clause, question.exclusive):
        return None
    positive, firm, known = cue
    where = _where(utterance, place, question, before)
    if not known:
        return Statement(Sense.UNKNOWN, None, where, place)
    if _hedged(utterance, clause, question.predicate, firm=firm):
        return Statement(Sense.HEDGED, positive, where, place)
    return Statement(Sense.CUE, positive, where, place)


def _direct(
    utterance: Utterance,
    place: int,
    question: PolarQuestion,
    before: Mapping[str, str],
    earlier: list[Statement],
) -> Statement | None:
    """Read an answer with a whole clause behind it, if no other answer came before."""
    if not question.fresh or any(s.sense in (Sense.CUE, Sense.BARE) for s in earlier):
        return None
    clause = utterance.clauses[place]
    if _names_only_others(utterance, clause, question.exclusive):
        return None
    if neighbours(clause, question.predicate):
        return None
    positive = None
    if question.general:
        found = verdict(utterance, clause, question.names, question.own)
        if found is not None and found[0] and _on_the_matter(utterance, place, question, found[1]):
            positive = True
        if found is not None and not found[0] and "refusal" in question.general:
            positive = False
    if positive is None:
        bound = bool(question.bind or question.exclusive)
        positive = direct_answer(
            utterance,
            place,
            question.extra,
            question.own,
            bound=bound,
            leave="leave" in question.general and not bound,
        )
    if positive is None or (positive and only_acknowledges(utterance, place)):
        return None
    where = _where(utterance, place, question, before)
    return Statement(Sense.BARE, positive, where, place)


def _on_the_matter(utterance: Utterance, place: int, question: PolarQuestion, ends: int) -> bool:
    """Say whether leave is given for something: "fine" alone may take note and no more.

    "Park Avenue is fine" does not tell whether the plan is; `ends` is where the words of leave do.
    """
    if "leave" not in question.general:
        return False
    clauses = utterance.clauses
    kinds = tuple(question.exclusive) or tuple(question.bind)
    if not kinds:
        return not any("hold" in after.found for after in clauses[place + 1 :])
    lead = clauses[place - 1] if place else clauses[place]
    if is_fragment(utterance, lead, question.extra) and any(
        utterance.named(lead, kind) for kind in kinds
    ):
        return True
    return any(at < ends for kind in kinds for at, _ in utterance.mentions(clauses[place], kind))


def _leaves_open(utterance: Utterance, clause: Clause, question: PolarQuestion) -> bool:
    """Say whether the clause says of the matter by name that it is not known."""
    if (
        question.shrugs
        and question.fresh
        and shrugs(utterance, clause, frozenset() if question.bind else question.own)
    ):
        return True
    unknown = [m for m in clause.found.get("unknown", ()) if unknown_to_speaker(clause, m)]
    if not unknown:
        return False
    left = utterance.words[unknown[0].start : clause.end]
    if question.in_question and "yes" in left and "no" in left:
        return True
    wanted = (*question.bind.items(), *question.exclusive.items())
    return any(canonical in utterance.named(clause, kind) for kind, canonical in wanted)


def _hedged(utterance: Utterance, clause: Clause, predicate: str, *, firm: bool) -> bool:
    """Say whether the clause's statement is in doubt, general, or not yet so."""
    found = clause.found
    if any(m.tag[1] == predicate for m in found.get("vague", ())):
        return True
    polite = found.get("would_be", ())
    for kind in ("hedge", "soft", "future"):
        for match in found.get(kind, ()):
            if not clause.alive(match.start):
                continue
            word = utterance.words[match.start]
            if _spelt_out(found, predicate, match):
                continue
            if _permits(utterance.words, match.start) or _rules(utterance.words, match.start):
                continue
            not_yet = kind == "future" and word == "not"
            if firm and (word in ("may", "would", "could") or not_yet):
                continue
            if word in ("would", "could") and utterance.breaks[match.start]:
                continue  # "It would, yes."
            if word == "would" and any(p.start <= match.start < p.end for p in polite):
                continue
            return True
    return False


def _spelt_out(found: Mapping[str, list[Match]], predicate: str, hedge: Match) -> bool:
    """Say whether the hedge is a word of the denial itself: "I'd rather not guess"."""
    return any(
        m.tag[1] == predicate and m.start < hedge.start and hedge.end <= m.end
        for m in found.get("no", ())
    )


def _rules(words: Sequence[str], at: int) -> bool:
    """Say whether "would" tells what a rule asks for: "you'd need one", not "I'd need to look"."""
    if words[at] != "would" or at == 0 or words[at - 1] in _SPEAKER:
        return False
    rest = [word for word in words[at + 1 : at + 4] if word != "not"]
    return rest[:1] != [] and (rest[0] in _NEEDED or rest[:2] == ["have", "to"])


_SPEAKER = frozenset({"i", "we"})
_NEEDED = frozenset({"need", "require"})


def _permits(words: Sequence[str], at: int) -> bool:
    """Say whether "may" gives leave: "you may use it", not "you may be able to"."""
    after = words[at + 1] if at + 1 < len(words) else ""
    return words[at] == "may" and at > 0 and words[at - 1] == "you" and after not in _UNSURE


_UNSURE = word_set("also be find get have need not qualify see still want well")


def _names_only_others(utterance: Utterance, clause: Clause, exclusive: Mapping[str, str]) -> bool:
    for kind, canonical in exclusive.items():
        named = utterance.named(clause, kind)
        if named and canonical not in named:
            return True
    return False


def _bare(
    utterance: Utterance,
    place: int,
    question: PolarQuestion,
    before: Mapping[str, str],
    earlier: list[Statement],
) -> Statement | None:
    """Read "yes", "yes, Park Avenue", "they do", "that is a no for …", or only a name."""
    clause = utterance.clauses[place]
    if not is_bare(utterance, clause, question.extra):
        return None
    if _names_only_others(utterance, clause, question.exclusive):
        return None
    positive, strong = particle(utterance, clause)
    if positive is not None and only_acknowledges(utterance, place):
        return None
    if identifies(utterance, clause):
        positive = None
    where = _where(utterance, place, question, before)
    if positive is None:
        names = any(utterance.named(clause, kind) for kind in question.bind)
        return Statement(Sense.NAME, None, where, place) if names else None
    if _hedged(utterance, clause, question.predicate, firm=True):
        return Statement(Sense.HEDGED, positive, where, place)
    asked = question.in_question or _restated(utterance, place, question.predicate)
    if not asked and not earlier:
        return None
    if not strong and not asked:
        return None
    return Statement(Sense.BARE, positive, where, place, weak=not strong)


def _restated(utterance: Utterance, place: int, predicate: str) -> bool:
    """Say whether the clause before puts the question again, as question or report."""
    if place == 0:
        return False
    clause = utterance.clauses[place - 1]
    asked = clause.question or "quote" in clause.found
    return asked and any(
        m.tag[1] == predicate for kind in ("yes", "no", "firm") for m in clause.found.get(kind, ())
    )


def _conditional(utterance: Utterance, place: int) -> bool:
    """Say whether "if there is time, …" comes before; "if you like, …" is mere politeness."""
    clause = utterance.clauses[place]
    if _opens_with_if(utterance, clause):
        return True
    if place == 0 or clause.joined:
        return False
    before = utterance.clauses[place - 1]
    return not before.stop and _opens_with_if(utterance, before)


def _opens_with_if(utterance: Utterance, clause: Clause) -> bool:
    words = utterance.words
    return any(
        words[m.start] in _IFS
        and m.end < clause.end
        and (words[m.end] not in ("you", "i") or _requires(words, m))
        and (words[m.start - 1] == "and" or _only_leads(words, clause.start, m.start))
        for m in clause.found.get("cond", ())
    )


def _only_leads(words: Sequence[str], start: int, end: int) -> bool:
    return all(words[i] in plain_words.LEADS for i in range(start, end))


def _requires(words: Sequence[str], match: Match) -> bool:
    """Say whether "if you …" asks for something and is no mere politeness ("if you like")."""
    return words[match.start] != "if" or words[match.end + 1 : match.end + 2][:1] in _REQUIRED


_IFS = frozenset({"if", "as", "so", "assuming", "providing"})
_REQUIRED = (["had"], ["were"], ["have"], ["qualify"], ["bring"], ["meet"], ["pass"])


def _hedges(clause: Clause) -> bool:
    """Say whether a clause holds an asserted hedge, for the clause that goes on with it.

    "You could, yes" is none: it gives leave.
    """
    leave = clause.end - clause.start <= _LEAVE_WORDS
    return any(
        clause.alive(m.start) and not (leave and m.end - clause.start == _LEAVE_AT)
        for m in clause.found.get("hedge", ())
    )
