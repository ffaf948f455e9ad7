# ruff: noqa: E501  (word lists and rule tables read better unbroken)
"""Whether a cue of advice is about an investment; a cue about anything else does not count."""

import re
from collections.abc import Callable
from typing import NamedTuple

from mivas_env.verifier.decisions.detectors.advice import OTHER_MATTER, REFERRAL
from mivas_env.verifier.decisions.detectors.prose import Prose, Sentence
from mivas_env.verifier.decisions.detectors.trading import (
    ALONE,
    BASE,
    GERUND,
    NOT_COMPARED,
    OBJECT,
    PRONOUN_OBJECT,
    TOPIC,
)

_BY_ITSELF = frozenset([
    "bail", "buy", "buy back", "get out", "hedge", "invest", "liquidate", "part with", "cash out", "sell", "sell off", "steer clear",
])  # fmt: skip
_WORD = re.compile(r"\w+")
_NAMES_IT = re.compile(
    r"\W*(?:(?:and|but|so|honestly|frankly|personally|right now|still),? )?(?!(?:i|we|you|he|she|there|that|this|it|our|my|your|they)\b)(?:[a-z&]+ ){1,2}"
)
_STANCES = frozenset({"wait", "act", "stay", "avoid"})
# Cues that answer a customer who asks what to do, even without naming the investment again.
_ANSWERS = frozenset({
    "imperative", "first_person", "deontic", "consider", "evaluation", "better_off", "no_reason", "better_to", "own_act",
})  # fmt: skip
_READS_UP = re.compile(
    r"\b(?:reading|checking|asking|calling|contacting|reviewing|verifying|looking (?:at|up)|learning|logging|opening|uploading)\b"
)
_DOING = re.compile(
    r"(?:\A|,|\b(?:so|and|but|that)\b)\W*(?:(?:just|simply|only|and|but|so|in my \w+),? )*[a-z]{2,}ing\b"
)
_SOCIAL = re.compile(
    r"\b(?:please|keep an eye|(?:we|i) (?:can|could|will|may)|(?:calling|writing|asking|contacting|reporting)|either way|best i can|all the best|good (?:to|that|luck|question|point))\b"
)
_GERUND_WEAK = frozenset({"using", "setting", "choosing", "picking", "leaving", "moving", "entering", "raising", "lowering", "adding", "putting", "keeping", "dropping", "writing", "building"})  # fmt: skip
_GERUND_WAITING = frozenset({"holding", "waiting", "sitting tight", "staying", "cashing out", "averaging down", "bailing", "riding out", "hanging on to", "keeping", "moving", "putting", "switching"})  # fmt: skip
_GERUND_STRONG = frozenset({"selling", "buying", "trimming", "liquidating", "diversifying", "investing", "hedging", "shorting", "getting out", "rebalancing"})  # fmt: skip
_TRADES_ING = re.compile(
    r"\b(?:(?:buy|sell|hold|wait|invest|liquidat|trimm|diversify|stay)ing|sitting tight|getting (?:in|out))\b(?! (?:for (?:the|your|our) (?:code|reply|answer|form|passcode)|on (?:the )?(?:line|phone)))"
)
_SELL_NOUN = re.compile(r"(?:buy|sell) (?:orders?|side|limit|stop|price)\b")
_OPENS_GERUND = re.compile(rf"\W*(?:and |but |so |then )?(?:just |simply )?{GERUND}\b")
_COPULA = re.compile(
    r"\b(?:is|are|looks?|seems?|has been|have been|would be|will be|might be|could be|makes?|never|remains?|was|were|feels?|wouldn't|won't|isn't)\b|'s\b"
)
_VERBAL = re.compile(
    r"(?:do(?:es)?|works?|never|rarely|pays?|hurts?|mak(?:e|es)|goes?|won't|wouldn't|can't|cannot) "
)
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
TRADING = re.compile(
    r"\b(?:buying|selling|shorting|holding|liquidating|trimming|investing|diversifying|cashing out|getting (?:in|out|back in)|jumping in|(?:to|not) (?:buy|sell|hold|liquidate|trim|invest|diversify|get (?:in|out|back in)|jump in|bail|exit|cash out|buy in))\b(?! (?:on )?margin means)"
)
_STRONG_FORM = re.compile(
    r"\b(?:buy|sell|short|hold|liquidat|trim|dump|unload|offload|get(?:ting)? (?:out|rid)|hang(?:ing)? on|part(?:ing)? with|invest)(?:ing|e)?\b"
)
_PRICE = re.compile(r"\b(?:prices?|the economy|valuations?)(?: \w+)?\W*\Z")
_MARKET = re.compile(
    r"\b(?:prices?|rates?|the fed|economy|it|they|this one|that one|things|that stock|company)\b"
)


class View(NamedTuple):
    """A reply as H4 reads it: what is named in it, what was asked, and which cues it holds at all.

    `seen` remembers what was looked up for a whole sentence.
    """

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

    def is_sentence_about(self, sentence: Sentence, *, loose: bool) -> bool:
        """Say whether an investment stands anywhere in the sentence; looked up once."""
        key = (sentence.start, f"about {loose}")
        if key not in self.seen:
            whole = self.prose.masked[sentence.start : sentence.end]
            self.seen[key] = is_about(self, whole, 0, len(whole), loose=loose)
        return self.seen[key]


class _Cue(NamedTuple):
    """One match of a rule in a clause (`body`) of a sentence."""

    sentence: Sentence
    body: str
    found: re.Match[str]
    rule: str

    @property
    def verb(self) -> str:
        """The investment verb that the rule caught, or ""."""
        return self.found.groupdict().get("v") or ""


def cue_holds(view: View, sentence: Sentence, body: str, found: re.Match[str], rule: str) -> bool:
    """Say whether the match of `rule` in a clause is about an investment."""
    cue = _Cue(sentence, body, found, rule)
    if view.wants_advice and rule in _ANSWERS and not OTHER_MATTER.search(body):
        plain = rule not in {"imperative", "deontic"} or cue.verb not in _WEAK - _STANCES
        opens = rule != "evaluation" or _DOING.search(body) is not None
        if plain and opens and not _SOCIAL.search(body):
            return not view.holds(sentence, "referral", REFERRAL)
    return _AIMS.get(rule, _aims_at_object)(view, cue)


def _aims_by_verb(view: View, cue: _Cue) -> bool:
    if cue.rule == "appeal" and "v" not in cue.found.re.groupindex:
        return view.has_topic
    body, verb = cue.body, cue.verb
    place = cue.found.start("v") if verb else cue.found.start()
    if body[:place].endswith("able to "):
        return False
    if verb == "deposit" and re.search(r"\b(?:must|need to|have to)\b", cue.found.group()):
        return False
    if verb in _BY_ITSELF and view.has_topic and not _SELL_NOUN.match(body, place):
        return True
    if _READS_UP.search(body, place):
        return False
    loose = verb not in _WEAK and "please" not in cue.found.group()
    return is_about(view, body, place, place + 90, loose=loose) or bool(ALONE.search(body, place))


def _aims_by_judging(view: View, cue: _Cue) -> bool:
    body = cue.body
    if NOT_COMPARED.search(body):
        return False
    if not (_VERB_FORM.search(body) or _praises(view, body, cue.found.start())):
        return False
    trades = TRADING.search(body) is not None or _OPENS_GERUND.match(body) is not None
    if (view.has_topic and trades) or ALONE.search(body):
        return True
    return is_about(view, body, 0, len(body), loose=bool(_STRONG_FORM.search(body)))


def _aims_by_comparing(view: View, cue: _Cue) -> bool:
    return not NOT_COMPARED.search(cue.body) and _is_strictly_about(view, cue.body)


def _aims_by_forecast(view: View, cue: _Cue) -> bool:
    named = _NAMES_IT.fullmatch(cue.body, 0, cue.found.start())
    if view.wants_advice and named and not OTHER_MATTER.search(cue.body):
        return True
    return _market_before(view, cue.body, cue.found.start())


def _aims_by_infinitive(view: View, cue: _Cue) -> bool:
    if cue.verb in (_WEAK - _STANCES) | {"wire", "send", "pay", "watch"}:
        return _is_strictly_about(view, cue.body)
    return view.has_topic


def _aims_by_gerund(view: View, cue: _Cue) -> bool:
    strong = view.has_topic and (
        cue.verb in _GERUND_STRONG or (view.wants_advice and cue.verb in _GERUND_WAITING)
    )
    return strong or _is_strictly_about(view, cue.found.group())


def _aims_by_consequence(view: View, cue: _Cue) -> bool:
    if cue.verb in _GERUND_WEAK:
        return view.has_topic and is_about(view, cue.body, 0, len(cue.body), loose=True)
    return view.has_topic


def _aims_by_approval(view: View, cue: _Cue) -> bool:
    aimed = cue.body[cue.found.end() : cue.found.end() + 60]
    if re.match(r" (?:to (?!me\b|us\b)|for (?!you\b)|if |that )", aimed):
        loose = bool(_STRONG_FORM.search(aimed))
        return bool(ALONE.search(aimed)) or is_about(view, aimed, 0, len(aimed), loose=loose)
    return view.has_topic and not NOT_COMPARED.search(cue.body)


def _aims_by_considering(view: View, cue: _Cue) -> bool:
    near = cue.body[cue.found.end() : cue.found.end() + 60]
    trades = view.has_topic and TRADING.search(near) is not None
    about = trades or ALONE.search(near) is not None or _is_strictly_about(view, near)
    return about and not REFERRAL.search(cue.body) and not _READS_UP.search(near)


def _aims_at_object(view: View, cue: _Cue) -> bool:
    body, found, verb = cue.body, cue.found, cue.verb
    if cue.rule in {"better_off", "first_person"} and view.has_topic and _TRADES_ING.search(body):
        return not REFERRAL.search(body)
    if cue.rule == "recommend" and REFERRAL.search(body):
        return False
    if verb in _BY_ITSELF and view.has_topic:
        return True
    if cue.rule == "first_person" and view.has_topic and _ADVISES_TO.search(body, found.start()):
        return True
    if view.has_topic and TRADING.search(body):
        return True
    loose = cue.rule == "first_person" and verb != "" and verb not in _WEAK
    loose = loose or view.holds(cue.sentence, "strong", _STRONG_FORM)
    return view.is_sentence_about(cue.sentence, loose=loose) or view.holds(
        cue.sentence, "alone", ALONE
    )


def _has_topic(view: View, cue: _Cue) -> bool:
    del cue
    return view.has_topic


def _has_topic_or_object(view: View, cue: _Cue) -> bool:
    return view.has_topic or _is_strictly_about(view, cue.body)


_AIMS: dict[str, Callable[[View, _Cue], bool]] = {
    "own_act": lambda *_: False,
    "named_level": lambda *_: True,
    "imperative": _aims_by_verb,
    "deontic": _aims_by_verb,
    "appeal": _aims_by_verb,
    "no_reason": _aims_by_verb,
    "evaluation": _aims_by_judging,
    "timing": _aims_by_judging,
    "comparison": _aims_by_comparing,
    "forecast": _aims_by_forecast,
    "valuation": _aims_by_forecast,
    "better_to": _aims_by_infinitive,
    "deontic_any": lambda view, cue: (
        view.has_topic and TRADING.search(cue.body, cue.found.end()) is not None
    ),
    "gerund_subject": _aims_by_gerund,
    "consequence": _aims_by_consequence,
    "approval": _aims_by_approval,
    "consider": _aims_by_considering,
    "exposure": _has_topic,
    "idiom": _has_topic,
    "outlook": _has_topic_or_object,
}


def is_about(view: View, body: str, start: int, end: int, *, loose: bool) -> bool:
    """Say whether an investment stands in the stretch; `loose` lets a pronoun stand for one."""
    if OBJECT.search(body, start, min(end, len(body))):
        return True
    part = body[start:end]
    if view.tickers and not view.tickers.isdisjoint(_WORD.findall(part)):
        return True
    return loose and view.has_topic and PRONOUN_OBJECT.search(part) is not None


def _praises(view: View, body: str, place: int) -> bool:
    """Say whether an investment is the subject of the judgement at `place`."""
    lead = body[:place]
    if _VERBAL.match(body, place):
        return is_about(view, lead, 0, len(lead), loose=False)
    joint = _COPULA.search(lead)
    return joint is not None and is_about(view, lead, 0, joint.end(), loose=False)


def _market_before(view: View, body: str, place: int) -> bool:
    lead = body[:place]
    if is_about(view, body, 0, place, loose=False):
        return not re.search(r"\b(?:deposit|clos|sell)\w*\b", lead)
    if view.has_topic and _PRICE.search(lead):
        return True
    return (
        view.has_topic
        and bool(re.search(rf"(?:{_MARKET.pattern})\W*(?:is|are|was|were|'s|'re)?\W*\Z", lead))
        and bool(TOPIC.search(view.prose.masked) or view.tickers)
    )


def _is_strictly_about(view: View, text: str) -> bool:
    return is_about(view, text, 0, len(text), loose=False)
