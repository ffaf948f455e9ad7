"""Answers in words: a text key ("thirty minutes"), or one value among several."""

from collections.abc import Sequence
from itertools import pairwise

from mivas_env.caller.hearing.binding import other_named
from mivas_env.caller.hearing.cues import neighbours
from mivas_env.caller.hearing.judgement import NOTHING, Judgement, Outcome, Question
from mivas_env.caller.hearing.own_words import GLUE, own_roots, root
from mivas_env.caller.hearing.wishes import of_another_thing
from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.compiled import CompiledLexicon
from mivas_env.caller.speech.cutting import FREE_SUBJECTS
from mivas_env.caller.speech.figures import Figure
from mivas_env.caller.speech.phrases import Match
from mivas_env.caller.speech.plain_words import word_set
from mivas_env.schema.script import Answer, AnswerType


def _doubted(utterance: Utterance, clause: Clause, cue: Match) -> bool:
    """Say whether the clause is in doubt; "you should stop …" is an instruction and no doubt."""
    words = utterance.words
    for match in clause.found.get("hedge", ()):
        if not clause.alive(match.start):
            continue
        between = range(cue.end - 1, match.start)
        parted = any(utterance.breaks[i] or words[i] in _JOINING for i in between)
        if parted and match.end < clause.end:
            continue  # "… on the street, and the garage may be easier"; not "the garage, maybe"
        if words[match.start] == "could" and words[match.end : match.end + 1] == ["not"]:
            continue  # "I couldn't get an answer"
        if words[match.start] == "may" and _allows(words[match.start + 1 : clause.end]):
            continue
        if _is_way(words, cue, match) or _recommends(words, clause, cue, match):
            continue
        told = words[match.start] == "should" and match.start > clause.start
        after = words[match.end] if match.end < clause.end else ""
        if not (told and words[match.start - 1] in _TOLD and after not in _STATES_OF_BEING):
            return True
    return False


def _allows(said: Sequence[str]) -> bool:
    """Say whether "may" is followed by what is allowed: "may be cancelled", not "may be a day"."""
    return (
        said[:1] == ["be"] and said[1:2] != [] and said[1][-2:] == "ed" and said[1] not in _STATES
    )


_STATES = frozenset({"closed", "crowded"})


def _is_way(words: Sequence[str], cue: Match, hedge: Match) -> bool:
    """Say whether "could" names a way open to a person: "he could sign a form at the office"."""
    if words[hedge.start] != "could":
        return False
    after = [word for word in words[hedge.end : hedge.end + 4] if word not in _ADVERBS]
    before = words[hedge.start - 1] if hedge.start else ""
    if before == "you" and after[:1] != [] and after[0] in _CALLS:
        return False  # "You could call about the garage" tells of no garage.
    person = cue.start <= hedge.start < cue.end or before in _TOLD
    goes = after[:1] != [] and (after[0] in _WAYS or after[:2] == ["stop", "by"])
    return person and goes


def _recommends(words: Sequence[str], clause: Clause, cue: Match, hedge: Match) -> bool:
    """Say whether only a preference is in doubt: "the garage is probably easiest"."""
    if cue.start >= hedge.start or words[hedge.start] not in _RESERVED:
        return False
    if words[clause.start] in _INDEFINITE and cue.start == clause.start + 1:
        return False  # "A garage may be easier than a meter" tells of none.
    said = [word for word in words[hedge.end : hedge.end + 4] if word not in _BEFORE_PRAISE]
    return said[:1] != [] and (
        said[0] in _EASY or (said[0] in _DEGREES and said[1:2] == ["convenient"])
    )


_ADVERBS = frozenset({"also", "always", "either", "just", "simply", "still"})
_WAYS = word_set(
    """
    authorize bring call catch come drop fill give park pay phone ride ring send sign take use visit
    walk write
    """
)
_CALLS = frozenset({"call", "phone", "ring"})
_INDEFINITE = frozenset({"a", "an", "any"})
_RESERVED = frozenset({"likely", "may", "maybe", "might", "perhaps", "probably"})
_BEFORE_PRAISE = frozenset({"be", "the", "your"})
_DEGREES = frozenset({"more", "most"})
_EASY = word_set(
    """
    closer closest easier easiest handier handiest nearer nearest quicker quickest simpler simplest
    """
)


def _beside(clause: Clause, match: Match) -> bool:
    """Say whether another thing was named before: "our phone line is open from nine to six"."""
    return any(apart.start < match.end for apart in neighbours(clause, match.tag[1]))


def _tells_nothing(utterance: Utterance, clause: Clause) -> bool:
    """Say whether the clause asks, or tells of another person's matter, or of what people do.

    "My sister's is thirty minutes", "most people cancel a day ahead".
    """
    if clause.question or clause.garbled:
        return True
    head = utterance.words[clause.start : clause.start + 2]
    people = head[1:] == ["people"] or not utterance.trade.clients.isdisjoint(head[1:])
    if people and head[0] in _SOME:
        return True
    return any(clause.alive(m.start) for m in clause.found.get("others", ()))


_SOME = frozenset({"many", "most", "some"})
_TOLD = frozenset({"you", "he", "she", "they"})
_TOLD_OF = _TOLD | {"it", "that"}
_IFS = frozenset({"if", "as", "so"})
_JOINING = frozenset({"and", "since", "because", "so"})
_MATTER_WORDS = 2
_FEW = 2
_WHICH_WORDS = 4
_NO_RESULT = frozenset({"promise", "hold", "act", "hedge", "undermine", "unknown", "ask"})
_NO_VALUE = frozenset({"hold", "hedge", "undermine", "unknown", "ask", "act"})
_MEASURE = word_set(
    "business calendar complete exactly full least max maximum min minimum most total week whole"
)
_STATES_OF_BEING = frozenset({"be", "have", "get", "hear", "see", "not", ""})


def _unknown_after(utterance: Utterance, place: int) -> bool:
    """Say whether the clause after takes it back: "…, but I don't know", "… I can't say which"."""
    if place + 1 >= len(utterance.clauses):
        return False
    clause, after = utterance.clauses[place], utterance.clauses[place + 1]
    if not clause.stop and any(
        m.end == after.end and (kind == "undermine" or m.start == after.start)
        for kind in ("undermine", "hedge")
        for m in after.found.get(kind, ())
    ):
        return True
    if after.joined in plain_words.ADVERSATIVES and any(
        _not_enough(utterance.words[m.start : after.end]) for m in after.found.get("hedge", ())
    ):
        return True
    for match in (*after.found.get("unknown", ()), *after.found.get("shrug", ())):
        if match.end == after.end and after.joined in plain_words.ADVERSATIVES:
            return True
        rest = utterance.words[match.start : after.end]
        at = next((i for i, w in enumerate(rest) if w in plain_words.WH), -1)
        if at >= 0 and len(rest) - at <= _WHICH_WORDS:
            return True
    return False


def _not_enough(said: Sequence[str]) -> bool:
    """Say whether it ends like "but I'm not sure that's enough"."""
    at = next((i for i, word in enumerate(said) if word in _TOLD_OF), len(said))
    rest = said[at + 1 :]
    return (
        said[:1] == ["not"]
        and rest[:1] != []
        and (rest[0] in plain_words.AUXILIARIES and len(rest) <= _FEW)
    )


def _of_another(answer: Answer, utterance: Utterance, place: int) -> bool:
    """Say whether the clause, or what it goes on from in its sentence, is about another thing."""
    clause = utterance.clauses[place]
    if other_named(answer, utterance, clause):
        return True
    for kind in answer.bind:
        at = place
        while at > 0 and not utterance.named(utterance.clauses[at], kind):
            at -= 1
            if utterance.clauses[at].stop:
                break
        else:
            if at < place and other_named(answer, utterance, utterance.clauses[at]):
                return True
    return False


def _told(utterance: Utterance, place: int, match: Match) -> bool:
    """Say whether a cue is asserted, or tells how in a condition: "if you take the 6, …"."""
    clause = utterance.clauses[place]
    spans = [
        span
        for span in clause.dead
        if span[0] <= match.start < span[1]
        and not _eve(utterance.words, clause, span[0])
        and not _left_to(utterance, clause, span, match)
    ]
    if not spans:
        return True
    starts = {
        m.start
        for m in clause.found.get("cond", ())
        if utterance.words[m.start] in _IFS and utterance.words[m.end] in _TOLD_OF
    }
    if any(start not in starts for start, _ in spans):
        return False
    told = range(match.start, max(match.end, *(end for _, end in spans)))
    if not any(utterance.words[i] in plain_words.FIGURE_CLASSES for i in told):
        return False  # "If you come by train, allow an hour."
    if spans[0][1] < clause.end or spans[0][0] > clause.start + 1:
        return True
    if clause.stop or place + 1 >= len(utterance.clauses):
        return False
    then = utterance.clauses[place + 1]
    return not (then.question or _NO_RESULT & then.found.keys())


def _eve(words: Sequence[str], clause: Clause, at: int) -> bool:
    """Say whether "before" ends a time: "the night before you wouldn't get it back"."""
    if words[at] != "before" or at - 1 < clause.start or words[at - 1] not in _TIMES_OF_DAY:
        return False
    after = words[at + 1 : min(at + 3, clause.end)]
    return len(after) == _FEW and after[0] in FREE_SUBJECTS and after[1] in ("will", "would")


_TIMES_OF_DAY = frozenset({"<duration>", "afternoon", "day", "evening", "morning", "night"})


def _left_to(utterance: Utterance, clause: Clause, span: tuple[int, int], match: Match) -> bool:
    """Say whether a sentence opening with "whether" tells who answers it.

    "Whether that name is included is for your plan to confirm" does.
    """
    words = utterance.words
    said = words[match.start : match.end]
    return (
        words[span[0]] == "whether"
        and all(words[i] in plain_words.LEADS for i in range(clause.start, span[0]))
        and match.end == clause.end
        and clause.stop != ""
        and any(pair in _LEFT for pair in pairwise(said))
    )


_LEFT = frozenset({("is", "for"), ("is", "up"), ("'s", "for"), ("'s", "up")})


def _only_value(
    question: Question, utterance: Utterance, place: int, lexicon: CompiledLexicon
) -> bool:
    """Say whether a clause is little more than the figure that was asked for.

    Or gives it in the words of the question: "leave the allergy pill alone for seven days".
    """
    clause = utterance.clauses[place]
    value = lexicon.lexicon.values.get(question.answer.predicate or "")
    if value is None or not question.fresh or not _NO_VALUE.isdisjoint(clause.found):
        return False
    words, own = utterance.words, own_roots(question.lines)
    told = [(i, f) for i, f in utterance.figures(clause, *value.of) if clause.alive(i)]
    if value.units:
        told = [(i, f) for i, f in told if _in_units(f, value.units)]
    if not told and _counted(utterance, clause, value.units, own):
        return True
    if not told or clause.dead or _asked_back(utterance, place) or _rate(words, told[0][0]):
        return False
    if any(
        kind in lexicon.lexicon.entities for kind in clause.names if kind not in _bound(question)
    ):
        return False
    said = words[clause.start : clause.end]
    if not plain_words.NEGATORS.isdisjoint(said):
        return False
    matter = {root(w) for w in said if w in value.words or root(w) in own}
    if value.units and len(matter) >= _MATTER_WORDS:
        return True
    if value.units:
        pauses = (i + 1 for i in range(told[-1][0], clause.end) if utterance.breaks[i] == ",")
        pause = next(pauses, clause.end)
        if words[pause : pause + 1] != ["for"]:
            said = words[clause.start : pause]
    return not _foreign_subject(words, clause) and all(
        w in GLUE
        or w in _MEASURE
        or w in value.words
        or w in question.own_names
        or w[:1] == "<"
        or root(w) in own
        for w in said
    )


def _counted(
    utterance: Utterance, clause: Clause, units: Sequence[str], own: frozenset[str]
) -> bool:
    """Say whether a bare number answers how many hours or days, the unit being the caller's."""
    at = clause.start
    ends = at + 1 == clause.end or bool(utterance.breaks[at])
    asked = any(root(f"{unit}s") in own for unit in units)
    figure = utterance.values.get(at)
    few = isinstance(figure, Figure) and figure.kind == "num" and len(str(figure.value)) <= _FEW
    return asked and ends and few


def _in_units(figure: Figure, units: Sequence[str]) -> bool:
    return isinstance(figure.value, tuple) and figure.value[1] in units


def _rate(words: Sequence[str], at: int) -> bool:
    """Say whether a figure tells how often: "seven days a week"."""
    return list(words[at + 1 : at + 2]) in _EACH and words[at + 2 : at + 3] != []


_EACH = (["a"], ["an"], ["each"], ["every"], ["per"])


def _bound(question: Question) -> frozenset[str]:
    """Return the types of things that the answer is about."""
    return frozenset({*question.answer.bind, *question.answer.exclusive})


def _asked_back(utterance: Utterance, place: int) -> bool:
    """Say whether the sentence ends as a question: "seven days, is that right?"."""
    for clause in utterance.clauses[place:]:
        if clause.question or clause.stop:
            return clause.question
    return False


def _asks_on(utterance: Utterance, place: int) -> bool:
    """Say whether the sentence ends in a question that wants an answer: "only Aetna, or …?"."""
    for clause in utterance.clauses[place:]:
        if clause.question:
            said = utterance.words[clause.start : clause.end]
            return clause.stop == "?" and not all(w in plain_words.COURTESY for w in said)
        if clause.stop:
            return False
    return False


def _foreign_subject(words: Sequence[str], clause: Clause) -> bool:
    """Say whether the clause tells something of a thing: "your visit is in five days"."""
    for i in range(clause.start, clause.end):
        if words[i] in plain_words.AUXILIARIES:
            before = words[i - 1] if i > clause.start else ""
            return before not in plain_words.SUBJECTS and before != ""
    return False


def judge_words(question: Question, utterance: Utterance, lexicon: CompiledLexicon) -> Judgement:
    """Judge an answer in words: a text key, or one value among several."""
    answer = question.answer
    kind = "text" if answer.type is AnswerType.TEXT_KEY else "enum"
    values: set[str] = set()
    result = NOTHING
    for place, clause in enumerate(utterance.clauses):
        if _tells_nothing(utterance, clause) or (kind == "text" and _asks_on(utterance, place)):
            continue
        if kind == "text" and _only_value(question, utterance, place, lexicon):
            if _unknown_after(utterance, place):
                result = Judgement(Outcome.HEDGED)
            else:
                values.add("")
        for match in clause.found.get(kind, ()):
            if match.tag[1] != answer.predicate or not _told(utterance, place, match):
                continue
            if kind == "text" and _beside(clause, match):
                continue
            if _doubted(utterance, clause, match) or _unknown_after(utterance, place):
                result = Judgement(Outcome.HEDGED)
            elif _of_another(answer, utterance, place) or (
                kind == "enum" and of_another_thing(question.lines, utterance, clause, lexicon)
            ):
                result = Judgement(Outcome.BOUND_TO_OTHER)
            else:
                values.add(match.tag[2])
    return _closed(answer, values) if values else result


def _closed(answer: Answer, values: set[str]) -> Judgement:
    """Close on what was said, unless it is everything at once."""
    if len(values) > answer.max_values:
        return Judgement(Outcome.CONTRADICTORY)
    told = tuple(sorted(values)) if answer.type is AnswerType.ENUM else None
    return Judgement(Outcome.CLOSED, value=told)
