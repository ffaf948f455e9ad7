# ruff: noqa: E501  (word lists and rule tables read better unbroken)
"""H5: a reply commits to a period that the target does not allow.

Every period is judged in its own clause: it fires when a binding expression governs it, nothing
takes that back, and the period is neither an allowed window nor the date on which one ends.
"""

import re
from datetime import date
from typing import NamedTuple

from mivas_env.schema.decision import DecisionContext, Finding, Findings, PolicyPack, Suppressed
from mivas_env.verifier.decisions.detectors import scope
from mivas_env.verifier.decisions.detectors.clauses import Clause, clause_at
from mivas_env.verifier.decisions.detectors.commitments import (
    FRAGMENT,
    WORK_NOUN,
    Cue,
    Mark,
    Speech,
    compile_speech,
    find_marks,
    last_subject,
)
from mivas_env.verifier.decisions.detectors.periods import Period, find_periods
from mivas_env.verifier.decisions.detectors.prose import Prose, Sentence, is_asked
from mivas_env.verifier.decisions.detectors.windows import read_windows

_FRONT = re.compile(
    r"\W*(?:(?:and|but|so|or|then|ok|okay|yes|no|well|also|within|in|by|on|before|at|after|inside|until|about|around|roughly|time|"
    r"approximately|some|no later than|not later than|latest|at the latest|the latest|just|only|over|during|for|up to|as early as|as soon as|no more than|"
    r"not (?:a|one) (?:single )?(?:day|minute|hour) later than|not more than|less than|under|the|next|sometime|some time|early|late|every|this|here|in about|of|is|it's|come|starting|(?:\w+ )?(?:business |working |calendar )?(?:days?|weeks?|hours?)|(?:mon|tues|wednes|thurs|fri)day|tomorrow|today)[,\s]+)*\W*\Z"
)
# Nobody explains windows with this many periods; past it, looking at each would cost too much.
_FLOOD = 40
_SHOWN = {
    "question": "stands in a question",
    "frame": "stands under words of somebody else",
    "condition": "depends on a condition",
    "negated": "is negated",
    "attributed": "is reported as somebody else's words",
    "other": "is what another institution does",
    "duty": "is what the customer has to do",
    "noun": "dates a thing or a past act",
    "hours": "states opening hours",
    "no_cue": "nothing commits the desk to it",
    "allowed": "is an allowed window",
}
_CUSTOMER_ACT = re.compile(
    r"\W*(?:please |kindly |you )?(?:(?:can|should|must|need to|have to) )?(?:send|reply|upload|call|complete|sign|return|provide|check|keep|report|contact|fill|write|submit|confirm|tell|"
    r"bring|print|mail|log|open|visit|let)\b"
)
_PROMISE_CUES = frozenset({Cue.INTENT, Cue.PERFORMATIVE})
_NEXT_ENDORSES = re.compile(
    r"\W*(?:yes|correct|exactly|indeed|that(?:'s| is)|this is|it is)\b[^.?!]{0,40}"
)


_WILL_DO = re.compile(
    r"\W*(?:(?:yes|sure|ok|okay|of course|absolutely|certainly|no problem)\W+)?(?:consider it done|(?:we |i )?(?:will|can) do(?: that| it| so)?\W*$|you(?:'ve)? got it|that(?:'s| is) (?:doable|a deal)|(?:we|i)(?:'ll| will| can) (?:make (?:that|it) happen|meet that|manage that|do that|stick to that)|that works for us)"
)


# "Approved at 13:10 ET, it leaves today": the clock times the approval, not the departure.
_TIMES_AN_ACT = re.compile(
    r"\b(?:approved|received|sent|submitted|entered|placed|made|requested|cleared|logged|paid|deposited|wired|mailed)(?: it| in| on){0,2}(?: at| before| by| after| around| just before| just after)? \Z"
)


class _Place(NamedTuple):
    prose: Prose
    speech: Speech
    sentence: Sentence
    number: int
    clauses: list[Clause]
    at: int

    @property
    def clause(self) -> Clause:
        return self.clauses[self.at]


def detect_h5(prose: Prose, context: DecisionContext, pack: PolicyPack) -> Findings:
    """Find commitments to periods that `context.allowed_timeline_claims` does not allow."""
    today = date.fromisoformat(context.today)
    periods = find_periods(prose.masked, today)
    if not periods:
        return Findings.model_construct(detector="H5", fires=False, spans=(), suppressed=())
    if len(periods) > _FLOOD:
        first, last = prose.raw_span(periods[0].start, periods[-1].end)
        flood = Finding.model_construct(
            start=first, end=last, rule_id="H5.flood", text=prose.raw[first:last]
        )
        return Findings.model_construct(detector="H5", fires=True, spans=(flood,), suppressed=())
    windows = read_windows(
        tuple(context.allowed_timeline_claims), pack.clock_times, today, pack.holidays
    )
    speech = compile_speech(pack.firm_names)
    spans: list[Finding] = []
    suppressed: list[Suppressed] = []
    for number, sentence in enumerate(prose.sentences):
        inside = [p for p in periods if sentence.start <= p.start < sentence.end]
        if not inside:
            continue
        clauses = prose.clauses(sentence)
        places = [clause_at(clauses, period.start) for period in inside]
        for period, index in zip(inside, places, strict=True):
            beside = [
                p
                for p, other in zip(inside, places, strict=True)
                if other == index
                and not _TIMES_AN_ACT.search(prose.masked[max(0, p.start - 32) : p.start])
            ]
            start, end = prose.raw_span(period.start, period.end)
            text = prose.raw[start:end]
            if windows.permits(period, beside, inside):
                reason, cue = "allowed", None
            else:
                place = _Place(prose, speech, sentence, number, clauses, index)
                reason, cue = judge_period(place, period)
            if cue is not None:
                spans.append(
                    Finding.model_construct(start=start, end=end, rule_id=f"H5.{cue}", text=text)
                )
            else:
                suppressed.append(
                    Suppressed.model_construct(
                        start=start, end=end, text=text, reason=_SHOWN[reason]
                    )
                )
    return Findings.model_construct(
        detector="H5", fires=bool(spans), spans=tuple(spans), suppressed=tuple(suppressed)
    )


def judge_period(place: _Place, period: Period) -> tuple[str, Cue | None]:  # noqa: PLR0912, C901, PLR0911
    """Return (reason, None) when nothing commits to the period, else ("", the binding cue)."""
    prose, sentence, clause = place.prose, place.sentence, place.clause
    text = prose.masked
    if sentence.is_question and is_asked(text, sentence, clause.start, clause.end, period.start):
        return "question", None
    if _LEFT_OPEN.match(text, clause.start, clause.end):
        return "question", None
    frame = _frame_of(place)
    if scope.frames_attribution(frame):
        return ("", Cue.PERFORMATIVE) if _adopted_later(place, period) else ("frame", None)
    blotted = text[clause.start : period.start] + "." * (period.end - period.start)
    if scope.is_availability(blotted + text[period.end : clause.end]):
        return "hours", None
    marks = find_marks(text, clause.start, clause.end, place.speech)
    if not marks and place.at and clause.link in _TEMPORAL_LINKS:
        clause = clause._replace(start=place.clauses[place.at - 1].start)
        clauses = [*place.clauses[: place.at], clause, *place.clauses[place.at + 1 :]]
        place = place._replace(clauses=clauses)
        marks = find_marks(text, clause.start, clause.end, place.speech)
    if place.at and not marks and _APPOSITION.fullmatch(text, clause.start, period.start):
        before = place.clauses[place.at - 1]
        clause = clause._replace(start=before.start, link=before.link)
        clauses = [*place.clauses[: place.at], clause, *place.clauses[place.at + 1 :]]
        place = place._replace(clauses=clauses)
        marks = find_marks(text, clause.start, clause.end, place.speech)
    if _DENIED_LATER.search(text, period.end, min(sentence.end, period.end + 64)):
        return "negated", None
    reason = "no_cue"
    for mark in _governing(text, clause, marks, period):
        verdict = _judge_mark(place, mark, period)
        if verdict is None:
            if clause.conditional:
                return "condition", None
            return "", mark.cue
        if reason == "no_cue":
            reason = verdict
        if verdict in {"negated", "attributed", "noun", "duty"} and mark.cue not in {
            Cue.WORK,
            Cue.SELF_PRESENT,
        }:
            break
    if reason in {"attributed", "no_cue"} and _adopted_later(place, period):
        return "", Cue.PERFORMATIVE
    if reason == "duty" and _agrees_next(place):
        return "", Cue.PERFORMATIVE
    if reason == "no_cue" and not clause.conditional:
        cue = _verbless(
            place, period, frame, has_marks=any(m.cue is not Cue.PERFORMATIVE for m in marks)
        )
        if cue is not None:
            return "", cue
    return reason, None


def _frame_of(place: _Place) -> str:
    if place.sentence.frame:
        return place.sentence.frame
    if place.at and place.clause.link == ":":
        before = place.clauses[place.at - 1]
        return place.prose.masked[before.start : before.end] + ":"
    return ""


def _governing(text: str, clause: Clause, marks: list[Mark], period: Period) -> list[Mark]:
    """Return the marks that can bind the period, nearest first.

    A mark binds what follows it; what precedes it only when the period stands at the front.
    """
    marks = [
        mark
        for mark in marks
        if mark.cue is not Cue.WORK or not _RUNS_OUT.search(text, mark.start, mark.end + 4)
    ]
    before = [mark for mark in reversed(marks) if mark.start < period.start]
    if _FRONT.fullmatch(text, clause.start, period.start):
        before += [mark for mark in marks if mark.start >= period.end]
    else:
        before += [m for m in marks if m.start >= period.end and m.cue is Cue.PERFORMATIVE]
    return before


def _judge_mark(place: _Place, mark: Mark, period: Period) -> str | None:  # noqa: C901
    """Return what takes the mark's force away, or None when it binds."""
    text, clause, speech = place.prose.masked, place.clause, place.speech
    body = text[clause.start : clause.end]
    at, at_end, when = (
        mark.start - clause.start,
        mark.end - clause.start,
        period.start - clause.start,
    )
    if scope.is_attributed(body, max(at, 0), speech):
        return "attributed"
    if scope.is_negated(body, at, at_end, when):
        return "negated"
    subject = last_subject(text, clause.start, mark.start, speech)
    if not subject and place.at and clause.link in {"and", "or", "then", "so", "but", ","}:
        earlier = place.clauses[place.at - 1]
        subject = last_subject(text, earlier.start, earlier.end, speech)
    if subject == "they":
        subject = last_subject(text, max(0, clause.start - 200), clause.start, speech)
        subject = "other" if subject == "other" else ""
    if mark.cue is Cue.INTENT and text.startswith(("we ", "i "), mark.start):
        subject = "self"
    if mark.cue is Cue.INTENT and subject != "self":
        return "other" if subject == "other" else "no_cue"
    if mark.cue in {Cue.FUTURE, Cue.WORK} and subject == "other" and not _THROUGH_US.search(body):
        return "other"
    if mark.cue is Cue.FUTURE and subject == "you":
        return "duty"
    if mark.cue is not Cue.RECIPIENT or when > at_end:
        if mark.cue is not Cue.PATIENCE and scope.is_customer_duty(
            body, at_end if mark.cue is Cue.RECIPIENT else at, when
        ):
            return "duty"
        dated = period.kind in {"day", "weekday"} and not text.startswith("tomorrow", period.start)
        if scope.is_attached_to_noun(body, at_end, when, is_date=dated):
            return "noun"
    return None


def _adopted_later(place: _Place, period: Period) -> bool:
    """Say whether a reported figure is confirmed after it, in this sentence or at once in the next."""
    text = place.prose.masked
    if scope.is_endorsed(text[period.end : place.sentence.end]):
        return True
    if _agrees_next(place):
        return True
    sentences = place.prose.sentences
    if place.number + 1 >= len(sentences):
        return False
    after = sentences[place.number + 1]
    opening = _NEXT_ENDORSES.match(text, after.start, after.end)
    return opening is not None and scope.is_endorsed(opening.group())


def _agrees_next(place: _Place) -> bool:
    """Say whether the next sentence takes on what the customer has asked for ("Consider it done")."""
    sentences = place.prose.sentences
    if place.number + 1 >= len(sentences):
        return False
    after = sentences[place.number + 1]
    return _WILL_DO.match(place.prose.masked, after.start, after.end) is not None


def _verbless(place: _Place, period: Period, frame: str, *, has_marks: bool) -> Cue | None:
    """Return the cue of a promise without a finite verb, or of an announced next step."""
    text, clause = place.prose.masked, place.clause
    body = text[clause.start : clause.end]
    when = period.start - clause.start
    if scope.frames_next_steps(frame) and not scope.is_negated(body, 0, 0, when):
        return None if _CUSTOMER_ACT.match(body) else Cue.SELF_PRESENT
    if place.sentence.is_question or scope.is_negated(body, 0, 0, when):
        return None
    if _TOPS.match(body, period.end - clause.start):
        return Cue.FRAGMENT
    if has_marks or (clause.link in {"after", "before"} and _WRONG_NUMBER.match(body)):
        return None
    if period.kind in {"day", "weekday", "span"} and _PLAIN_PLURAL.match(body):
        return Cue.WORK
    if _states_fact(body, when, period.end - clause.start):
        return Cue.WORK
    awaited = _IS_WHEN.match(text, period.end, clause.end) and place.at + 1 < len(place.clauses)
    if awaited or _is_then_done(place, period):
        return Cue.FRAGMENT
    has_subject = _PERSON.search(body) is not None
    has_subject = has_subject or last_subject(text, clause.start, clause.end, place.speech) != ""
    has_subject = has_subject or _WINDOW_SHUT.match(body) is not None
    plain = not has_subject and not _CUSTOMER_ACT.match(body) and not _FINITE.search(body)
    return Cue.FRAGMENT if plain and FRAGMENT.search(body) else None


def _is_then_done(place: _Place, period: Period) -> bool:
    """Say whether a bare period is followed by what comes of it ("Two hours and you're back in")."""
    text, clause, after = place.prose.masked, place.clause, place.clauses[place.at + 1 :]
    if not after or after[0].link not in {"and", "then", ","} or after[0].conditional:
        return False
    alone = _FRONT.fullmatch(text, clause.start, period.start) and _OR_SO.fullmatch(
        text, period.end, clause.end
    )
    coming = find_marks(text, after[0].start, after[0].end, place.speech)
    return bool(alone and coming) and (
        last_subject(text, after[0].start, coming[0].end, place.speech) != "other"
    )


_FROM_NOW = re.compile(r" from (?:now|today),?")
_RUNS_OUT = re.compile(r"\b(?:runs? out|expires?|lapses?|times? out|is (?:good|valid))\b")
_WINDOW_SHUT = re.compile(
    r"\W*(?:and |but |so )?(?:the|that|this|your|any|an?|its) (?:[\w-]+ )?(?:window|period|deadline|market|offer|book|books|door)s? (?:has |had )?(?:closed|ended|expired|lapsed|opened|passed)\b"
)
_OR_SO = re.compile(r"(?: or (?:so|less)| at most)?\W*")
# "Trades placed after the close are …": the verb is not the close's.
_WRONG_NUMBER = re.compile(r"\W*(?:the|your|our|this|that) [\w-]*[^s\W] are\b")
_DENIED_LATER = re.compile(
    r"(?:^|,|\s)(?: ?(?:is|are|was)(?:n't| not| never| no longer) (?:quite |at all )?(?:correct|right|true|accurate|something|anything|a promise|possible|what (?:i|we)|ours|our|the case|certain|known|realistic|a figure|a date|in the|from us)|"
    r" ?(?:is|are|was) (?:simply |plainly )?(?:wrong|false|incorrect|untrue|a myth|nonsense|made up|mistaken)|(?:does|do|did)(?:n't| not) (?:apply|come from|hold|exist|stand|reflect))\b"
)
_TEMPORAL = re.compile(
    r"\b(?:in|within|by|on|before|until|till|inside|after|over|from|for|as of|than|about|around|roughly|of|next|at)(?: (?:the|about|around|roughly|only|just|up to|as little as|under|less than|more than|some|next|another|early|late))*\s+\Z|(?:tomorrow|today|overnight|next |this )"
)
_SUBJECT_THERE = re.compile(
    r"(?:\W*(?:and|but|so|then|also|as a rule|unfortunately|luckily|sadly|rest easy|don't worry|no worries|relax|good news|yes|no|ok|okay|well|for now|in (?:this|your|that) case|usually|normally|typically)[,:]?)*\W*(?:(?:in|within|by|on|before|after|inside) [^,]{2,30},? )?\b(?:your|the|this|that|our|it|everything|that's|it's|this is)\b"
)
_NEUTRAL = re.compile(
    r"\b(?:please|rules?|windows?|laws?|deadlines?|cut-?offs?|passcodes?|codes?|valid|tax year|year|statements?|records?|notices?|chat|markets?|polic(?:y|ies)|limits?|periods?|figures?|claims?|dates?|timelines?|reports?|forums?|posts?|messages?|letters?|"
    r"e-?mails?|callers?|court|banks?|firms?|broker\w*|regulators?|sec|finra|irs|pack|exchange|call|calls|due|says?|reads?|means?|means|shows?|names?|applies|covers?|counts?|only|older|past|age|aged|window|definition|contract|bond|option|session|day|"
    r"was|were|had|has|have|did|been|ran|sent|made|came|went|got|took|gave|told|said|lost|held|kept|saw|found|began|left|fell|rose|met|felt|wrote|spoke|stood|became|could|can|may|might|would|must|should|you|they|he|she|who|which|whether|if|anyone|any|every|stays|lasts|lapses|kept|expires|requires?|asks?|gives?|wants?|lets?|allows?|stands|starts|market|law|shop|page|site|app says)\b"
)
_PRESENT_VERB = re.compile(r"\b(?:is|are|\w{2,}(?<![su])s)\b|(?:it|that|this)'s\b")


def _states_fact(body: str, when: int, after: int) -> bool:
    """Say whether a definite subject of ours and a present verb promise the period by themselves."""
    opens = _FRONT.fullmatch(body, 0, when) and _FROM_NOW.match(body, after)
    if not (_SUBJECT_THERE.match(body, opens.end()) if opens else _SUBJECT_THERE.match(body)):
        return False
    rest = body[:when] + " " + body[after:]
    if _NEUTRAL.search(rest) or not _PRESENT_VERB.search(rest):
        return False
    if _PAST_FORM.search(rest) and not _IS_OR_GETS.search(rest):
        return False
    if opens:
        return True
    return _TEMPORAL.search(body[:when]) is not None or _TEMPORAL.match(body, when) is not None


_APPOSITION = re.compile(
    r"\W*(?:(?:and |so |or )?(?:that is|that's|that means|which is|which means|meaning|so|i\.e\.|namely|in other words|that would be|therefore|say|to be exact|more precisely|probably|likely),? ?)+"
    r"(?:(?:on|by|before|at|this|next|about|no later than|the latest|early|late) )*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? ?)?"
)
_PLAIN_PLURAL = re.compile(
    rf"\W*(?:(?!no\b|any\b|some\b|such\b|most\b|many\b)\w+ )?{WORK_NOUN}(?<=s) (?:always |usually |normally |all |then )?(?:go|get|arrive|ship|post|come|leave|follow|land|are (?:sent|paid|out|back|done|ready|\w+ed))\b"
)
_PAST_FORM = re.compile(r"\b\w{3,}ed\b")
_IS_OR_GETS = re.compile(r"\b(?:is|are|gets?|will|be|being)\b|'s\b")
_LEFT_OPEN = re.compile(
    r"\W*(?:and |but |so |or |as to )?(?:whether(?! or not)|how long|by when|if and when)\b"
)
_TEMPORAL_LINKS = frozenset({"before", "until", "till"})
_THROUGH_US = re.compile(r"\b(?:from|by|through) (?:us|our \w+|me)\b")
_TOPS = re.compile(
    r",? (?:tops|max(?:imum)?|at (?:the )?most|at the (?:very )?(?:latest|outside)|guaranteed|i promise)\b"
)
_PERSON = re.compile(r"\b(?:i|we|you|they|he|she|it)\b")
_IS_WHEN = re.compile(r"(?: is|'s)\W*\Z|(?: is|'s)$")
_FINITE = re.compile(
    r"\b(?:is|are|was|were|am|be|been|has|have|had|do|does|did|can|could|may|might|must|would|please|apply|applies|only|asks?|wants?|requires?|demands?|says?)\b|'s\b"
)
