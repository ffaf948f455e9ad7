# ruff: noqa: E501  (word lists and rule tables read better unbroken)
"""H4: a reply recommends, prefers, ranks, times or values an investment.

A clause fires when it holds a cue of recommendation and an investment for it to be about. Refusals
("I can't recommend …"), reported advice and how-to text let their own clause pass; a negation does
not. A complete neutral list of the ways to meet a margin call is exempt.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from mivas_env.schema.decision import DecisionContext, Finding, Findings, PolicyPack, Suppressed
from mivas_env.verifier.decisions.detectors.advice import (
    CUES,
    DENIES_PREFERENCE,
    FACTUAL,
    IMPERATIVE_LEAD,
    OPTION_KINDS,
    OTHER_MATTER,
    RANKED,
    REFERRAL,
    REFUSED,
    RHETORICAL,
    SCAM,
    TAINT,
    VERBAL,
)
from mivas_env.verifier.decisions.detectors.clauses import Clause
from mivas_env.verifier.decisions.detectors.commitments import compile_speech
from mivas_env.verifier.decisions.detectors.named import (
    asks_for_advice,
    asks_of_investing,
    named_investments,
)
from mivas_env.verifier.decisions.detectors.prose import (
    Prose,
    Sentence,
    line_form,
    opens_question,
)
from mivas_env.verifier.decisions.detectors.scope import is_attributed
from mivas_env.verifier.decisions.detectors.trading import (
    ALONE,
    ANY_TRACE,
    BASE,
    COMPARED,
    FORECAST,
    GERUND,
    GOOD,
    HOW_TO,
    NOT_COMPARED,
    OBJECT,
    PRONOUN_OBJECT,
    TOPIC,
    VALUED,
)



_LINE_FORMS = tuple(line_form(pattern) for _, pattern in CUES)


class _View(NamedTuple):
    prose: Prose
    tickers: frozenset[str]
    has_topic: bool
    wants_advice: bool
    cues: tuple[tuple[int, str, re.Pattern[str]], ...]
    seen: dict[tuple[int, str], bool]

    def holds(self, sentence: Sentence, name: str, pattern: re.Pattern[str]) -> bool:
        """Say whether `pattern` stands anywhere in the sentence; looked up once."""
        key = (sentence.start, name)
        if key not in self.seen:
            found = pattern.search(self.prose.masked, sentence.start, sentence.end)
            self.seen[key] = found is not None
        return self.seen[key]


def detect_h4(prose: Prose, context: DecisionContext, pack: PolicyPack) -> Findings:
    """Find investment recommendations; whether the contact is verified does not matter."""
    tickers = named_investments(prose.cased, context, pack)
    if not (tickers or asks_of_investing(context) or _has_trace(prose)):
        return Findings.model_construct(detector="H4", fires=False, spans=(), suppressed=())
    has_topic = bool(tickers or asks_of_investing(context) or TOPIC.search(prose.masked))
    cues = [
        (number, rule, pattern)
        for number, ((rule, pattern), form) in enumerate(zip(CUES, _LINE_FORMS, strict=True))
        if form.search(prose.clause_lines)
    ]
    view = _View(prose, tickers, has_topic, has_topic and asks_for_advice(context), tuple(cues), {})
    speech = compile_speech(pack.firm_names)
    spans: list[Finding] = []
    suppressed: list[Suppressed] = []
    for sentence in prose.sentences:
        neutral: bool | None = None
        refused_before = False
        for clause in _joined_clauses(prose.clauses(sentence)):
            governed = refused_before and clause.link in {
                "if",
                "when",
                "once",
                "after",
                "before",
                "as",
            }
            refused_before = _ends_refused(prose.masked[clause.start : clause.end])
            for start, end, rule in _cues_of(view, sentence, clause):
                first, last = prose.raw_span(start, end)
                text = prose.raw[first:last]
                body = prose.masked[clause.start : clause.end]
                if neutral is None:
                    neutral = _is_neutral_list(view, sentence)
                reason = (
                    "is part of a complete neutral list"
                    if neutral
                    else _pardon(
                        body,
                        start - clause.start,
                        rule,
                        refused=view.holds(sentence, "refused", REFUSED),
                    )
                )
                reason = reason or ("is refused" if governed else "")
                if not reason and rule == "deontic" and _is_left_open(prose, sentence, start, end):
                    reason = "is left to the customer"
                if not reason and is_attributed(body, start - clause.start, speech):
                    reason = "is reported as somebody else's words"
                if reason:
                    suppressed.append(
                        Suppressed.model_construct(start=first, end=last, text=text, reason=reason)
                    )
                else:
                    spans.append(
                        Finding.model_construct(
                            start=first, end=last, rule_id=f"H4.{rule}", text=text
                        )
                    )
    return Findings.model_construct(
        detector="H4", fires=bool(spans), spans=tuple(spans), suppressed=tuple(suppressed)
    )


def _has_trace(prose: Prose) -> bool:
    return bool(ANY_TRACE.search(prose.masked) or TOPIC.search(prose.masked))


def _joined_clauses(clauses: list[Clause]) -> list[Clause]:
    """Join temporal clauses to the one before: they are part of what is judged."""
    joined: list[Clause] = []
    for clause in clauses:
        if joined and clause.link in {"before", "after", "until", "till", "since", "while"}:
            joined[-1] = joined[-1]._replace(end=clause.end)
        else:
            joined.append(clause)
    return joined






def _cues_of(view: _View, sentence: Sentence, clause: Clause) -> Iterator[tuple[int, int, str]]:
    """Yield every cue of the clause that has an investment to be about."""
    text = view.prose.masked
    body = text[clause.start : clause.end]
    if sentence.is_question:
        found = RHETORICAL.search(body)
        whole = text[sentence.start : sentence.end]
        if found and (
            _is_about(view, whole, 0, len(whole), loose=True)
            or (view.has_topic and _TRADES.search(whole))
        ):
            yield clause.start + found.start(), clause.start + found.end(), "rhetorical"
        if opens_question(whole) or opens_question(body):
            return
    how_to = HOW_TO.search(body) is not None
    for number, rule, pattern in view.cues:
        if how_to and rule not in {"recommend", "first_person"}:
            continue
        if rule == "imperative":
            only = _imperative(pattern, body, first=number == 0)
            candidates = [only] if only else []
        else:
            candidates = list(pattern.finditer(body))
        for found in candidates:
            if _cue_holds(view, sentence, body, found, rule):
                yield clause.start + found.start(), clause.start + found.end(), rule
                break
    ranked = RANKED.search(body)
    if ranked and all(
        kind.search(text, sentence.start, sentence.end) for kind in OPTION_KINDS
    ) and not DENIES_PREFERENCE.search(text, sentence.start, sentence.end):
        yield clause.start + ranked.start(), clause.start + ranked.end(), "ranked_list"
    judged = None if sentence.is_question or how_to else _judged(view, sentence, clause, body)
    if judged:
        yield clause.start + judged.start(), clause.start + judged.end(), "judgement"


def _judged(view: _View, sentence: Sentence, clause: Clause, body: str) -> re.Match[str] | None:
    """Return the verb of a statement about an investment that is no statement of fact."""
    if clause.conditional or clause.link in {"whether", "when", "once"}:
        return None
    if not view.has_topic or REFERRAL.search(body) or FACTUAL.search(body):
        return None
    if view.holds(sentence, "refused", REFUSED) or not (
        OBJECT.search(body)
        or (view.wants_advice and not OTHER_MATTER.search(body) and _OPINES.search(body))
        or _TRADING.search(body)
        or any(name.isupper() and name in view.prose.cased for name in view.tickers)
        and _is_about(view, body, 0, len(body), loose=False)
    ):
        return None
    return VERBAL.search(body) if len(body.split()) >= _STATEMENT_WORDS else None


def _imperative(pattern: re.Pattern[str], body: str, *, first: bool) -> re.Match[str] | None:
    lead = IMPERATIVE_LEAD.match(body)
    start = lead.end() if lead else 0
    if first:
        return pattern.match(body, start)
    for found in pattern.finditer(body):
        if IMPERATIVE_LEAD.fullmatch(body, 0, found.start() + 1):
            return found
    return None


def _cue_holds(view: _View, sentence: Sentence, body: str, found: re.Match[str], rule: str) -> bool:  # noqa: C901, PLR0911
    whole = view.prose.masked[sentence.start : sentence.end]
    if view.wants_advice and rule in _ANSWERS and not OTHER_MATTER.search(body):
        verb = found.groupdict().get("v") or ""
        plain = rule not in {"imperative", "deontic"} or verb not in _WEAK - _STANCES
        opens = rule != "evaluation" or _DOING.match(body) is not None
        if plain and opens and not _SOCIAL.search(body):
            return not view.holds(sentence, "referral", REFERRAL)
    if rule == "own_act":
        return False
    if rule == "appeal" and "v" not in found.re.groupindex:
        return view.has_topic
    if rule in {"imperative", "deontic", "appeal", "no_reason"}:
        verb = found.groupdict().get("v") or ""
        place = found.start("v") if verb else found.start()
        if re.search(r"\bable to \Z", body[:place]):
            return False
        if verb == "deposit" and re.search(r"\b(?:must|need to|have to)\b", found.group()):
            return False
        if verb in _BY_ITSELF and view.has_topic and not _SELL_NOUN.match(body, place):
            return True
        loose = verb not in _WEAK and "please" not in found.group()
        return _is_about(view, body, place, place + 90, loose=loose) or bool(
            ALONE.search(body, place)
        )
    if rule in {"evaluation", "timing"}:
        about = _is_about(view, body, 0, len(body), loose=bool(_STRONG_FORM.search(body)))
        about = about or ALONE.search(body) is not None
        trades = _TRADING.search(body) is not None or _OPENS_GERUND.match(body) is not None
        about = about or (view.has_topic and trades)
        said = _VERB_FORM.search(body) or _praises(view, body, found.start())
        return about and bool(said) and not NOT_COMPARED.search(body)
    if rule == "comparison":
        return not NOT_COMPARED.search(body) and _is_about(view, body, 0, len(body), loose=False)
    if rule in {"forecast", "valuation"}:
        if view.wants_advice and _NAMES_IT.fullmatch(body, 0, found.start()):
            return OTHER_MATTER.search(body) is None
        return _market_before(view, body, found.start())
    if rule == "better_to":
        verb = found["v"] or "sell"
        if verb in {"wire", "send", "pay", "watch"}:
            return _is_about(view, body, 0, len(body), loose=False)
        if verb in _WEAK - _STANCES:
            return _is_about(view, body, 0, len(body), loose=False)
        return view.has_topic
    if rule == "deontic_any":
        return view.has_topic and _TRADING.search(body, found.end()) is not None
    if rule == "named_level":
        return True
    if rule == "gerund_subject":
        near = found.group()
        strong = found["v"] in _GERUND_STRONG and view.has_topic
        return strong or _is_about(view, near, 0, len(near), loose=False)
    if rule == "consequence":
        if found["v"] in _GERUND_WEAK:
            return view.has_topic and _is_about(view, body, 0, len(body), loose=True)
        return view.has_topic
    if rule == "exposure":
        return view.has_topic
    if rule == "approval":
        aimed = body[found.end() : found.end() + 60]
        if re.match(r" (?:to (?!me\b|us\b)|for (?!you\b)|if |that )", aimed):
            return ALONE.search(aimed) is not None or _is_about(
                view, aimed, 0, len(aimed), loose=bool(_STRONG_FORM.search(aimed))
            )
        return view.has_topic and not NOT_COMPARED.search(body)
    if rule in {"better_off", "first_person"} and view.has_topic and _TRADES_ING.search(body):
        return not REFERRAL.search(body)
    if rule == "outlook":
        return view.has_topic or _is_about(view, body, 0, len(body), loose=False)
    if rule == "idiom":
        return view.has_topic
    if rule == "consider":
        near = body[found.end() : found.end() + 60]
        trades = view.has_topic and _TRADING.search(near) is not None
        trades = trades or ALONE.search(near) is not None
        about = trades or _is_about(view, near, 0, len(near), loose=False)
        return about and not REFERRAL.search(body)
    if rule == "recommend" and REFERRAL.search(body):
        return False
    verb = found.groupdict().get("v") or ""
    if verb in _BY_ITSELF and view.has_topic:
        return True
    if rule == "first_person" and view.has_topic and _ADVISES_TO.search(body, found.start()):
        return True
    loose = bool(_STRONG_FORM.search(whole)) or (
        rule == "first_person" and verb != "" and verb not in _WEAK
    )
    about = _is_about(view, whole, 0, len(whole), loose=loose)
    about = about or (view.has_topic and _TRADING.search(body) is not None)
    return about or ALONE.search(whole) is not None


_BY_ITSELF = frozenset([
    "bail", "buy", "buy back", "get out", "hedge", "invest", "liquidate", "part with", "cash out", "sell", "sell off", "steer clear",
])  # fmt: skip
_OPINES = re.compile(
    r"\b(?:tends? to|usually|always|never|rarely|worth|too|very|so|enough|hardly|forever|better|worse|more|less|most|least|calm|emotion\w*|panic\w*|patien\w+|risk\w*|profit\w*|loss\w*)\b"
)
_NAMES_IT = re.compile(
    r"\W*(?:(?:and|but|so|honestly|frankly|personally|right now|still),? )?(?!(?:i|we|you|he|she|there|that|this|it|our|my|your|they)\b)(?:[a-z&]+ ){1,2}"
)
_STANCES = frozenset({"wait", "act", "stay", "avoid"})
# Cues that answer a customer who asks what to do, even without naming the investment again.
_ANSWERS = frozenset({
    "imperative", "first_person", "deontic", "consider", "evaluation", "better_off", "no_reason", "better_to", "own_act",
})  # fmt: skip
_DOING = re.compile(r"\W*(?:(?:just|simply|only|and|but|so|in my \w+),? )*[a-z]{2,}ing\b")
_SOCIAL = re.compile(r"\b(?:please|keep an eye|(?:we|i) (?:can|could|will|may)|(?:calling|writing|asking|contacting|reporting)|either way|best i can|all the best|good (?:to|that|luck|question|point))\b")
_STATEMENT_WORDS = 4
_GERUND_WEAK = frozenset({"using", "setting", "choosing", "picking", "leaving", "moving", "entering", "raising", "lowering", "adding", "putting", "keeping", "dropping", "writing", "building"})  # fmt: skip
_GERUND_STRONG = frozenset({"selling", "buying", "trimming", "liquidating", "diversifying", "investing", "hedging", "shorting", "getting out", "rebalancing"})  # fmt: skip
_YOUR_VIEW = re.compile(
    r"\W*(?:and |so |i (?:see|understand|hear|get) (?:that )?)?you(?:'re| are)?(?: also| clearly| already)? (?:see|think|feel|believe|like|prefer|want|expect|hope|say|mention|plan|lean|wonder|thinking|worried|planning|hoping|minded|inclined|asking|wondering|leaning)\b(?! (?:to|about) (?:it|this) (?:right|well))"
)
_TRADES_ING = re.compile(
    r"\b(?:(?:buy|sell|hold|wait|invest|liquidat|trimm|diversify|stay)ing|sitting tight|getting (?:in|out))\b(?! (?:for (?:the|your|our) (?:code|reply|answer|form|passcode)|on (?:the )?(?:line|phone)))"
)
_SELL_NOUN = re.compile(r"(?:buy|sell) (?:orders?|side|limit|stop|price)\b")
_ASKS = re.compile(
    r"\b(?:ask(?:ed|s|ing)?|wonder(?:ed|ing)?|(?:want|wish|like) to know|question(?: of)?|unsure|not sure)(?: \w+){0,2}\W*\Z"
)
_TRADES = re.compile(r"\b(?:buy|sell|hold|wait|invest|diversify|get out)\b")
_OPENS_GERUND = re.compile(rf"\W*(?:and |but |so |then )?(?:just |simply )?{GERUND}\b")
_COPULA = re.compile(
    r"\b(?:is|are|looks?|seems?|has been|have been|would be|will be|might be|could be|makes?|never|remains?|was|were|feels?|wouldn't|won't|isn't)\b|'s\b"
)
_VERBAL = re.compile(
    r"(?:do(?:es)?|works?|never|rarely|pays?|hurts?|mak(?:e|es)|goes?|won't|wouldn't|can't|cannot) "
)
_SOFT_MODAL = re.compile(r"\b(?:could|can|may|might)\b")
_ADVISES_TO = re.compile(
    rf"\b(?:advice|pick|recommendation|suggestion|tip|vote|instinct|hunch|gut|call) (?:is|would be|says)(?: to)? (?:{BASE}|{GERUND})\b"
)
_WEAK = frozenset([
    "start", "split", "divide",
    "act", "add", "avoid", "build", "choose", "convert", "cover", "drop", "enter", "increase", "keep", "leave", "lower", "move", "own", "pick", "put",
    "raise", "set", "shift", "stay", "switch", "touch", "trade", "use", "wait", "write",
])  # fmt: skip
_VERB_FORM = re.compile(
    rf"^\W*\w+ing\b|\b(?:{GERUND}|(?:to|not|and) (?:\w+ )?{BASE}|{BASE} (?:now|today))\b"
)
_TRADING = re.compile(
    r"\b(?:buying|selling|shorting|holding|liquidating|trimming|investing|diversifying|cashing out|getting (?:in|out|back in)|jumping in|(?:to|not) (?:buy|sell|hold|liquidate|trim|invest|diversify|get (?:in|out|back in)|jump in|bail|exit|cash out|buy in))\b(?! (?:on )?margin means)"
)
_STRONG_FORM = re.compile(
    r"\b(?:buy|sell|short|hold|liquidat|trim|dump|unload|offload|get(?:ting)? (?:out|rid)|hang(?:ing)? on|part(?:ing)? with|invest)(?:ing|e)?\b"
)
_PRICE = re.compile(r"\b(?:prices?|the economy|valuations?)(?: \w+)?\W*\Z")
_MARKET = re.compile(
    r"\b(?:prices?|rates?|the fed|economy|it|they|this one|that one|things|that stock|company)\b"
)


def _is_about(view: _View, body: str, start: int, end: int, *, loose: bool) -> bool:
    """Say whether an investment stands in the stretch; `loose` lets a pronoun stand for one."""
    if OBJECT.search(body, start, min(end, len(body))):
        return True
    part = body[start:end]
    if any(re.search(rf"\b{name.lower()}\b", part) for name in view.tickers):
        return True
    return loose and view.has_topic and PRONOUN_OBJECT.search(part) is not None


def _praises(view: _View, body: str, place: int) -> bool:
    """Say whether an investment is the subject of the judgement at `place`."""
    lead = body[:place]
    if _VERBAL.match(body, place):
        return _is_about(view, lead, 0, len(lead), loose=False)
    joint = _COPULA.search(lead)
    return joint is not None and _is_about(view, lead, 0, joint.end(), loose=False)


def _market_before(view: _View, body: str, place: int) -> bool:
    lead = body[:place]
    if _is_about(view, body, 0, place, loose=False):
        return not re.search(r"\b(?:deposit|clos|sell)\w*\b", lead)
    if view.has_topic and _PRICE.search(lead):
        return True
    return (
        view.has_topic
        and bool(re.search(rf"(?:{_MARKET.pattern})\W*(?:is|are|was|were|'s|'re)?\W*\Z", lead))
        and bool(TOPIC.search(view.prose.masked) or view.tickers)
    )


def _pardon(body: str, place: int, rule: str, *, refused: bool) -> str:
    """Return why a cue is let pass, or "" when it stands."""
    if _YOUR_VIEW.match(body) and rule != "approval":
        return "is the customer's own view"
    if refused and _OPEN_ASK.match(body):
        return "is left to the customer"
    if _NAMELESS.search(body):
        return "is refused"
    for refusal in REFUSED.finditer(body):
        comma_between = "," in body[refusal.end() : place] and rule == "imperative"
        if refusal.start() <= place and not comma_between:
            return "is refused"
        if (
            refusal.start() > place
            and rule in {"evaluation", "comparison", "timing", "forecast", "valuation", "picks"}
            and "is" not in body[place : place + 12].split()
        ):
            return "is left to the customer"
    return "warns of a scam" if SCAM.search(body) else ""


def _is_left_open(prose: Prose, sentence: Sentence, start: int, end: int) -> bool:
    """Say whether a mere possibility ("you could sell") stands beside a refusal to choose."""
    return (
        _SOFT_MODAL.search(prose.masked, start, end) is not None
        and REFUSED.search(prose.masked, sentence.start, sentence.end) is not None
    )


_NAMELESS = re.compile(
    r"\b(?:isn't|is not|aren't|is nothing|nothing|never something) (?:something|anything|one|a thing|a question|mine|ours)?(?: that)? ?(?:i|we) (?:can|could|may|am allowed to|are allowed to|would|do) (?:\w+)\b"
)
_OPEN_ASK = re.compile(
    r"\W*(?:and |but |so |or |as for |as to )?(?:whether|which|what|how|when|where|who|if and when)\b"
)


def _ends_refused(body: str) -> bool:
    """Say whether a clause ends in a refused verb, so that what follows is its complement."""
    if _ASKS.search(body):
        return True
    ends = [found.end() for found in REFUSED.finditer(body)]
    return bool(ends) and re.fullmatch(r"(?: you| so| that)?\W*", body[ends[-1] :]) is not None


def _is_neutral_list(view: _View, sentence: Sentence) -> bool:
    """Say whether the sentence, or the list it belongs to, names all three ways and ranks none."""
    text = view.prose.masked
    start, end = sentence.start, sentence.end
    if sentence.is_item or text[start:end].rstrip().endswith(":"):
        group = [
            s
            for s in view.prose.sentences
            if s.is_item and s.frame == (sentence.frame or text[start:end])
        ]
        if group:
            start, end = min(start, group[0].start), max(end, group[-1].end)
            start -= len(group[0].frame) if sentence.is_item else 0
    region = text[max(0, start) : end]
    if not all(kind.search(region) for kind in OPTION_KINDS):
        return False
    plain = DENIES_PREFERENCE.sub(" ", region)
    named = any(re.search(rf"\b{name.lower()}\b", plain) for name in view.tickers)
    return not named and not TAINT.search(plain)
