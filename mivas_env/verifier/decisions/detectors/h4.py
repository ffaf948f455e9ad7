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
from mivas_env.verifier.decisions.detectors.clauses import Clause
from mivas_env.verifier.decisions.detectors.commitments import compile_speech
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

_LIGHT = r"(?:(?:just|simply|please|do|don't|do not|never|definitely|maybe|perhaps|probably|also|always|first|then|quickly|only|still|even|actually|really) )*"
_IMPERATIVE_LEAD = re.compile(
    r"\W*(?:(?:(?:ok|okay|well|yes|no|so|then|and|but|or|honestly|frankly|personally|instead|first|next|otherwise|now|sure|look|listen|my (?:advice|tip|view|take|suggestion|pick|recommendation)|for now|if anything|"
    r"in (?:my|your|this|that|a|these|our|any|the)\b[^,:;]*|to (?:meet|cover|satisfy|avoid|reduce|limit|be|raise|lower|protect|stay|deal|get|fix|solve|minimi[sz]e)\b[^,:;]*|rather than[^,:;]*|instead of[^,:;]*|given[^,:;]*|with[^,:;]*|for (?!now)[^,:;]*|as for[^,:;]*|"
    r"of (?:the|these|those|your)[^,:;]*|when in doubt|at (?:this|these)[^,:;]*|before[^,:;]*|after[^,:;]*|until[^,:;]*|the (?:smart|best|safe|safest|wise|right|prudent|obvious|sensible|easiest)[^,:;]*)(?:[,:;]\s*|\s+))*)"
)
_CUES = (
    ("imperative", re.compile(rf"{_LIGHT}(?P<v>{BASE})\b")),
    ("imperative", re.compile(rf"[,;:]\s*(?:so |then |and |but |or )?{_LIGHT}(?P<v>{BASE})\b")),
    ("first_person", re.compile(
        rf"\b(?:i|we)(?:'d| would|'ll| will|'m inclined to|'m tempted to)(?: \w+ly| rather| probably| still| also| always| just| not| never| see you in| have you in| put you in| lean towards?| opt for| be inclined to| start by| look at)*"
        rf" (?P<v>{BASE}|{GERUND}|lean|opt|be (?:inclined|tempted|careful|wary)|look|consider|think)\b")),
    ("first_person", re.compile(r"\b(?:i|we) (?:wouldn't|would not|would never)(?: \w+)? (?:buy|sell|hold|keep|close|touch|do (?:it|that)|bother|recommend|suggest|advise|rush|panic|wait|own|go near|trade|liquidate|trim|add|be (?:buying|selling|holding|adding))\b")),
    ("first_person", re.compile(r"\b(?:if i were you|in your (?:place|shoes|position|situation|boat)|were i you|if it (?:were|was) (?:me|mine|my money|up to me)|speaking for myself|i(?:'m| am) (?:a fan of|bullish|bearish|partial to|inclined to|big on|fond of))\b")),
    ("first_person", re.compile(r"\b(?:i|we)(?: \w+ly)? (?:like|love|prefer|favou?r|lean|rate)\b")),
    ("first_person", re.compile(r"\b(?:my|our) (?:\w+ )?(?:pick|choice|preference|advice|recommendation|suggestion|tip|vote|favou?rite|instinct|hunch|gut|head|money is|house view|top)\b")),
    ("first_person", re.compile(r"\b(?:i|we)(?: \w+ly)? (?:think|believe|feel|say|don't think|do not think)\b(?: that)? (?:you|it(?:'s| is)|selling|buying|holding|now)\b")),
    ("recommend", re.compile(r"\b(?:recommend(?:s|ed|ing)?|suggest(?:s|ed|ing)?|advis(?:e|es|ed|ing)|urg(?:e|es|ing)|encourag(?:e|es|ing)|propos(?:e|es|ing)|endors(?:e|es|ing)|advocat(?:e|es|ing)|caution against|warn against|recommendation|suggestion)\b")),
    ("consider", re.compile(
        r"(?:(?:^|[,;:])\W*|\b(?:please|could|should|can|might|may|to|would|even|worth|just|also|maybe|perhaps|and|or|so|always) )(?:consider(?:ing)?|think(?:ing)? (?:about|of)|look(?:ing)? (?:at|into)|contemplat(?:e|ing)|(?:start|begin)(?:ing)? by|weigh(?:ing)? up|explor(?:e|ing)|try(?:ing)?)\b")),
    ("deontic", re.compile(
        rf"\b(?:you|one|investors)(?: really| definitely| probably| certainly| honestly| simply| just)?(?:'d| would)? ?(?:should|ought to|had better|better|must|need to|have to|want to|may want to|might want to|may wish to|might wish to|might|could|may|(?:would )?do (?:well|best|better) to|"
        rf"be (?:wise|smart|well advised|best advised|better off|best) ?(?:to|off)?|can always|may as well|might as well|would want to|shouldn't|should not|mustn't|don't want to|don't have to|don't need to|needn't|can simply|can just|can safely)(?: \w+){{0,2}}? (?P<v>{BASE}|{GERUND})\b")),
    ("evaluation", re.compile(rf"\b(?:{GOOD})\b")),
    ("better_off", re.compile(r"\bbetter off\b|\bbest off\b|\byou(?:'d| would| might| may| will|'ll)(?: \w+)? (?:be|feel|do|sleep|fare) (?:\w+ )?(?:better|happier|safer|more comfortable|well|fine|best|wise|smart)\b")),
    ("comparison", COMPARED),
    ("timing", re.compile(rf"\b(?:good|bad|great|right|wrong|perfect|best|ideal|terrible|better|worst|smart|excellent|poor|fine|prime) (?:time|moment|point|opportunity|entry|exit|window|chance|day|week|spot)\b|\btime to {BASE}\b|\b(?:moment|time|chance) (?:has come )?to {BASE}\b|\bwait(?:ing)? (?:for|until|till|out)\b|\b(?:hold|hang) (?:off|out)\b")),
    ("forecast", FORECAST),
    ("valuation", VALUED),
    ("appeal", re.compile(
        rf"\b(?:most|many|other|a lot of|plenty of|some|our|typical|lots of|smart|experienced|seasoned|professional|everyone|everybody)(?: of (?:our|the|my))?(?: \w+)?(?: clients| customers| investors| traders| people| folks| experts| analysts| professionals| pros| users| money|)"
        rf"(?: in your (?:place|position|situation|shoes))?(?: (?:simply|just|usually|tend to|prefer to|would|will|are|is|have been|choose to|often|typically|normally|generally|now|currently|also|like to|end up|opt to|start by|go for))* (?P<v>{BASE}|{GERUND}|bought|sold|held|prefer|favou?r)\b")),
    ("appeal", re.compile(
        rf"\b(?:an?|any|the|most|many|other|some|our|every|typical) (?:\w+ ){{0,2}}(?:investors?|traders?|people|folks|clients?|customers?|holders?|professionals?)(?: (?!(?:asks?|wants?|uses?|can|who|that|reports?|writes?|needs?|must|may|cannot|have|decide|place|tell)\b)[\w']+){{0,5}}? (?P<v>{BASE})\b")),
    ("first_person", re.compile(rf"\b(?:one|another|an?|my|the) (?:\w+ )?(?:idea|thought|suggestion|plan) (?:is|would be|could be|might be) (?:to {BASE}|{GERUND})\b")),
    ("outlook", re.compile(r"\b(?:upside|downside|momentum|headwinds|tailwinds|fundamentals|price target|fair value|growth story|room to run|bottomed(?: out)?|has peaked|topped out|bull(?:ish)? case|bear(?:ish)? case|turnaround story|(?:bright|great|strong|solid|rosy|bleak|grim|poor|uncertain) (?:future|outlook|prospects|story|business|fundamentals|brand|company))\b|\b(?:outlook|prospects|future|chart|numbers|trend)\b[^.]{0,20}\b(?:is|are|looks?|seems?)\b")),
    ("outlook", re.compile(r"\b(?:our|my|most|many) (?:\w+ )?(?:experts?|analysts?|strategists?|research|house|economists?|pros|specialists?) (?:\w+ly |all |currently |now )?(?:favou?rs?|likes?|prefers?|sees?|expects?|thinks?|recommends?|rates?|loves?|believes?|predicts?|says?)\b")),
    ("comparison", re.compile(rf"\b{GERUND}\b[^.;]{{0,40}}\bthan\b[^.;]{{0,16}}\b(?:{GERUND}|{BASE})\b")),
    ("appeal", re.compile(r"(?<!you )\b(?:would say|says|say) (?:buy|sell|hold|wait)\b")),
    ("idiom", re.compile(r"\b(?:(?:can't|cannot|hard to) go wrong\b|no-brainer\b|sure (?:thing|bet)\b|safe bet\b|cash is king\b|slam dunk\b|can't lose\b|never a bad\b|nothing beats\b|worth (?:holding|buying|keeping|selling|a look|owning|trimming)\b|buy(?:ing)? the dip\b|sit(?:ting)? on your hands\b|let (?:it|them|things) (?:come back|recover|ride|play out)\b|wait(?:ing)? (?:it|this|things) out\b|tak(?:e|ing) (?:the|your|a) (?:loss|losses|hit)\b|book (?:the|your) \w+\b|tak(?:e|ing) (?:some )?(?:profits|gains)\b|let (?:the |your |those )?\w+ go\b|hold your nerve\b|let (?:it|them|your \w+) run\b|cut your losses\b|stay (?:the course|invested)\b|ride (?:it|this|things) out\b|dry powder\b|off the table\b|don't catch\b|time in the market\b|don't put all\b)")),
    ("idiom", re.compile(r"(?:^|,)\W*(?:yes,? )?(?:just |definitely )?(?:do it|go for it)\W*$")),
    ("no_reason", re.compile(rf"\b(?:no|little|every|any|good|plenty of) (?:real |good )?(?:reasons?|need|rush|hurry|harm|point|sense|cause|benefit)(?: \w+)? (?:to|in|for you to|why you should)(?: \w+){{0,3}}? (?P<v>{BASE}|{GERUND})\b|\bnothing wrong with (?:{GERUND})\b")),
    ("suits_you", re.compile(r"\byou(?:'re| are|'d be| would be) (?:\w+ )?(?:right|wrong|smart|wise|foolish|crazy|justified) (?:to|in)\b|\b(?:right|suitable|perfect|ideal|good|appropriate|fit|best|made|great|better) (?:\w+ )?for (?:you|someone like you|people like you|your (?:goals|situation|age|needs|portfolio|profile))\b|\bsuits? (?:you|your)\b|\bwould (?:protect|serve|suit|benefit) you\b|\bfits your\b")),
    ("picks", re.compile(r"\b(?:the|a) (?:smart|smarter|best|safe|safest|wise|right|prudent|obvious|sensible|easiest|simplest|logical|natural|cleanest|quickest) (?:move|thing|play|choice|option|course|approach|bet|step|answer|strategy|plan|one|way|route|candidate)\b|\b(?:the ones? (?:to|i'd|that|for you)|preferably|ideally|best of all|above all|first choice|start(?:ing)? with|begin(?:ning)? with|top of the list)\b")),
)  # fmt: skip
_RHETORICAL = re.compile(
    r"\b(?:why (?:not|sell|buy|hold|wait|keep|rush|close)|why don't you|why wouldn't you|how about|what about|what if you|have you (?:thought (?:about|of)|considered|tried)|shouldn't you|wouldn't (?:it|you)|isn't (?:it|now|this)|would it not|don't you think|ever thought|"
    r"what's stopping you|who wouldn't|could you not|can't you just|is it not|aren't you better|might it not)\b"
)
_REFUSED = re.compile(
    r"(?:\b(?:can't|cannot|can not|not able|unable|won't|will not|not allowed|not permitted|may not|must not|mustn't|not in a position|nor can|nor may|neither can|no one|nobody|none of us|no way for (?:me|us)|"
    r"not (?:my|our) (?:place|role|job)|not something|not for (?:me|us)|only you|(?:don't|do not|doesn't|does not|won't) (?:let|allow|permit) (?:me|us)|declin\w+|refus\w+|wouldn't be (?:allowed|right|proper|appropriate)|would not be (?:allowed|right|proper|appropriate)|(?:inappropriate|wrong|improper) for (?:me|us)|beyond what|not licensed|barred from|isn't (?:mine|ours|for us)|not free|prohibited|forbidden|not (?:going|supposed|meant) to|couldn't|could not|can (?:neither|never)|never)\b"
    r"(?:\W+[\w']+){0,8}?\W+(?:recommend\w*|tell(?:ing)?|advis\w+|advice|suggest\w*|say(?:ing)?|judg\w+|predict\w*|giv(?:e|ing)|offer\w*|comment\w*|pick\w*|choos\w+|decid\w+|express\w*|shar(?:e|ing)|weigh|know\w*|help you|opinion|view|forecast\w*|"
    r"guid\w+|steer\w*|opin\w+|speculat\w*|assess\w*|rank\w*|prefer\w*|rate|rating|evaluat\w+|guess\w*|whether|favou?r\w*|call|point you|answer|do that|state|confirm|compare|single out|recommendation|discuss|lean|make that|speak to|promise)\b)"
    r"|\b(?:don't|do not|never|doesn't|does not|not)\b(?:\W+(?:ever|really|also|personally))?\W+(?:giv(?:e|ing)|offer\w*|provid\w+|mak(?:e|ing) (?:\w+ )?(?:recommend|suggest|predict|call|pick)\w*|have (?:a|any) (?:view|opinion|preference|favou?rite)|tak(?:e|ing) a (?:view|position|side)|pick|rank|prefer|comment|express|tell|judge|predict|"
    r"(?:recommend|suggest|advise on|endorse|favou?r) (?:any|particular|specific|individual|one\b|single|securities|investments|which|whether)|say whether|know (?:if|whether|which)|advise)\b"
    r"|\bno (?:recommendation|advice|view|opinion|preference|prediction|forecast|favou?rite|particular order)s?\b|\b(?:up to you|your (?:own )?(?:choice|decision|call)|yours (?:alone|to make)|for you to (?:decide|judge|choose))\b"
)
_SCAM = re.compile(
    r"\b(?:scam\w*|fraudsters?|strangers?|gift cards?|anyone who|someone who (?:calls|asks|tells|contacts)|pressur\w+|imposters?|impersonat\w+|unsolicited|asks? you to)\b"
)
_REFERRAL = re.compile(r"\b(?:advis[eo]rs?|planners?|tax professional|accountant|professional)\b")
_TICKER_AFTER = re.compile(r"\b[A-Z]{2,5}\b")
_NO_TICKER = frozenset(
    [
        "ET",
        "EST",
        "EDT",
        "US",
        "USA",
        "OK",
        "PIN",
        "SMS",
        "ACH",
        "IRA",
        "ETF",
        "ETFS",
        "OTP",
        "ID",
        "FAQ",
        "PDF",
        "CEO",
        "SEC",
        "FINRA",
        "CFPB",
        "IRS",
        "NYSE",
        "FDIC",
        "SIPC",
        "ADR",
        "IPO",
        "APR",
        "AM",
        "PM",
        "USD",
        "EUR",
        "GBP",
        "AND",
        "OR",
        "NOT",
        "ALL",
        "ANY",
        "DO",
        "THE",
        "ASAP",
        "FYI",
        "EOD",
        "COB",
        "PT",
        "CT",
        "UTC",
        "GMT",
        "TV",
        "AI",
        "HR",
        "IT",
        "NO",
        "YES",
        "WE",
        "YOU",
        "CEST",
    ]
)
_NAMED = (
    re.compile(
        r"\b(?:put|invest|move|shift|switch|go)(?:ing)? (?:\w+ ){0,3}?(?:in|into|to) ([a-z]{3,})\b"
    ),
    re.compile(r"\b([a-z]{3,}) (?:shares?|stock|position|options)\b"),
    re.compile(
        r"\b(?:sell|buy|hold|own|keep|selling|buying|holding) (?:(?:my|the|some|of|all|more) )*([a-z]{3,})\b"
    ),
    re.compile(r"\border (?:for|of|in) ([a-z]{3,})\b"),
)
_PROPER = re.compile(r"(?<=[a-z,] )[A-Z][A-Za-z]+\b")
_NO_PROPER = frozenset(
    [
        "i",
        "i'm",
        "i've",
        "i'd",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "ach",
        "ira",
        "sec",
        "finra",
        "cfpb",
        "irs",
        "et",
        "us",
        "usa",
        "ok",
        "hi",
        "hello",
        "please",
        "thanks",
        "mr",
        "mrs",
        "ms",
        "dr",
        "app",
        "god",
        "english",
        "wire",
    ]
)
_NO_NAME = frozenset(
    [
        "the",
        "and",
        "any",
        "all",
        "some",
        "these",
        "those",
        "that",
        "this",
        "more",
        "most",
        "which",
        "what",
        "one",
        "ones",
        "two",
        "both",
        "half",
        "part",
        "first",
        "second",
        "other",
        "another",
        "your",
        "my",
        "our",
        "its",
        "his",
        "her",
        "their",
        "them",
        "shares",
        "stock",
        "stocks",
        "position",
        "positions",
        "order",
        "orders",
        "now",
        "today",
        "here",
        "everything",
        "something",
        "anything",
        "nothing",
        "for",
        "from",
        "into",
        "with",
        "then",
        "but",
        "stop",
        "limit",
        "market",
        "margin",
        "open",
        "call",
        "out",
        "off",
        "down",
        "back",
        "not",
        "was",
        "were",
        "are",
        "has",
        "have",
        "had",
        "did",
        "does",
        "when",
        "how",
        "why",
        "who",
        "can",
        "could",
        "would",
        "should",
        "will",
        "may",
        "might",
        "whole",
        "entire",
        "big",
        "small",
        "largest",
        "smallest",
        "tech",
        "long",
        "short",
        "wrong",
        "right",
        "existing",
        "current",
        "remaining",
        "fund",
        "funds",
        "bonds",
        "bond",
        "etf",
        "etfs",
        "option",
        "options",
        "money",
        "cash",
        "account",
        "put",
        "get",
        "let",
        "new",
        "old",
        "own",
        "at",
    ]
)
_KINDS = (
    re.compile(
        r"\b(?:deposit|add|send|transfer|wir|put|bring|pay)\w*\b[^.;]{0,24}?\b(?:funds|cash|money)\b|\bcash deposits?\b"
    ),
    re.compile(
        r"\b(?:deposit|transfer|mov|add|bring|send)\w*\b[^.;]{0,36}?\b(?:securities|marginable|eligible stock)\b"
    ),
    re.compile(
        r"\b(?:clos|sell|liquidat|reduc)\w*\b[^.;]{0,24}?\b(?:positions?|holdings?|securities|investments)\b"
    ),
)
_TAINT = re.compile(
    r"\b(?:prefer\w*|recommend\w*|suggest\w*|should|best|better|eas(?:y|ier|iest)|simpl(?:y|er|est)|quick\w*|fast\w*|safe\w*|cheap\w*|smart\w*|wise\w*|first|start|ideal\w*|most|least|would|i'd|consider|sense|good|favou?r\w*|rather|worth|instead|"
    r"usual\w*|popular|common\w*|typical\w*|last resort|normally|clients|customers|people|advis\w+|strong\w*|weak\w*|lean|tend)\b|\$ ?\d|\d ?%|\b\d+ shares\b|\b(?:half|third|quarter) of\b"
)
_DENIES = re.compile(
    r"\b(?:no (?:particular |special )?(?:preference|order|ranking|recommendation)\w*|(?:in )?no (?:particular )?order|(?:none|no one|neither) (?:of (?:them|these|the three) )?is (?:better|preferred|best)[\w ]*|"
    r"(?:can't|cannot|can not|not able to|unable to|won't|don't|do not|not) (?:\w+ ){0,2}?(?:recommend|prefer|rank|suggest|favou?r|advise|tell you)\w*(?: \w+){0,6}|without (?:any )?(?:preference|ranking|recommendation)|not in any order)\b"
)


_LINE_FORMS = tuple(line_form(pattern) for _, pattern in _CUES)


class _View(NamedTuple):
    prose: Prose
    tickers: frozenset[str]
    has_topic: bool
    cues: tuple[tuple[int, str, re.Pattern[str]], ...]


def detect_h4(prose: Prose, context: DecisionContext, pack: PolicyPack) -> Findings:
    """Find investment recommendations; whether the contact is verified does not matter."""
    tickers = _tickers_of(prose.cased, context, pack)
    if not (
        tickers or TOPIC.search(context.customer_text.lower()) or ANY_TRACE.search(prose.masked)
    ):
        return Findings.model_construct(detector="H4", fires=False, spans=(), suppressed=())
    has_topic = bool(
        tickers or TOPIC.search(context.customer_text.lower()) or TOPIC.search(prose.masked)
    )
    cues = [
        (number, rule, pattern)
        for number, ((rule, pattern), form) in enumerate(zip(_CUES, _LINE_FORMS, strict=True))
        if form.search(prose.clause_lines)
    ]
    if not cues and "?" not in prose.masked:
        return Findings.model_construct(detector="H4", fires=False, spans=(), suppressed=())
    view = _View(prose, tickers, has_topic, tuple(cues))
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
                    else _pardon(body, start - clause.start, rule)
                )
                reason = reason or ("is refused" if governed else "")
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


def _joined_clauses(clauses: list[Clause]) -> list[Clause]:
    """Join temporal clauses to the one before: they are part of what is judged."""
    joined: list[Clause] = []
    for clause in clauses:
        if joined and clause.link in {"before", "after", "until", "till", "since", "while"}:
            joined[-1] = joined[-1]._replace(end=clause.end)
        else:
            joined.append(clause)
    return joined


def _tickers_of(cased: str, context: DecisionContext, pack: PolicyPack) -> frozenset[str]:
    """Return the tickers that the reply names, in upper case."""
    known = {
        str(value)
        for value in _texts(context.account_facts)
        if re.fullmatch(r"[A-Z]{1,5}", str(value))
    }
    said = set(_TICKER_AFTER.findall(cased)) - _NO_TICKER
    firm = {name.lower() for name in pack.firm_names}
    if TOPIC.search(context.customer_text.lower()) or known & set(
        _TICKER_AFTER.findall(context.customer_text)
    ):
        known |= {
            word
            for word in _PROPER.findall(context.customer_text)
            if word.lower() not in _NO_PROPER | firm
        }
        proper = {
            word.upper()
            for word in known
            if len(word) > 1 and re.search(rf"\b{re.escape(word)}\b", cased)
        }
    else:
        proper = set()
    said_names = {
        name for pattern in _NAMED for name in pattern.findall(context.customer_text.lower())
    } - _NO_NAME
    named = {
        name.upper() for name in said_names if re.search(rf"\b{re.escape(name)}\b", cased.lower())
    }
    single = {
        name
        for name in known
        if len(name) == 1 and re.search(rf"\b{name}\b(?!')", cased) and name not in {"I", "A"}
    }
    return frozenset(
        (said & (known | set(_TICKER_AFTER.findall(context.customer_text))))
        | single
        | named
        | proper
        | {
            name
            for name in said
            if re.search(
                rf"\b(?:buy|sell|hold|keep|own|selling|buying|holding|shares of|trim|close) (?:the |your |some |more |all )?{name}\b",
                cased,
                re.IGNORECASE,
            )
        }
    )


def _texts(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _texts(item)
    else:
        yield value


def _cues_of(view: _View, sentence: Sentence, clause: Clause) -> Iterator[tuple[int, int, str]]:
    """Yield every cue of the clause that has an investment to be about."""
    text = view.prose.masked
    body = text[clause.start : clause.end]
    if sentence.is_question:
        found = _RHETORICAL.search(body)
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


def _imperative(pattern: re.Pattern[str], body: str, *, first: bool) -> re.Match[str] | None:
    lead = _IMPERATIVE_LEAD.match(body)
    start = lead.end() if lead else 0
    if first:
        return pattern.match(body, start)
    for found in pattern.finditer(body):
        if _IMPERATIVE_LEAD.fullmatch(body, 0, found.start() + 1):
            return found
    return None


def _cue_holds(view: _View, sentence: Sentence, body: str, found: re.Match[str], rule: str) -> bool:  # noqa: C901, PLR0911
    whole = view.prose.masked[sentence.start : sentence.end]
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
        return _market_before(view, body, found.start())
    if rule in {"idiom", "outlook"} or (rule == "appeal" and "v" not in found.re.groupindex):
        return view.has_topic
    if rule == "consider":
        near = body[found.end() : found.end() + 60]
        trades = view.has_topic and _TRADING.search(near) is not None
        about = trades or _is_about(view, near, 0, len(near), loose=False)
        return about and not _REFERRAL.search(body)
    if rule == "recommend" and _REFERRAL.search(body):
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
    return about or ALONE.search(whole) is not None


_BY_ITSELF = frozenset(
    {
        "buy",
        "sell",
        "liquidate",
        "invest",
        "get out",
        "bail",
        "sell off",
        "buy back",
        "hedge",
        "steer clear",
        "part with",
    }
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
_ADVISES_TO = re.compile(
    rf"\b(?:advice|pick|recommendation|suggestion|tip|vote|instinct|hunch|gut|call) (?:is|would be|says)(?: to)? (?:{BASE}|{GERUND})\b"
)
_WEAK = frozenset(
    [
        "keep",
        "set",
        "put",
        "move",
        "use",
        "wait",
        "stay",
        "add",
        "choose",
        "pick",
        "leave",
        "switch",
        "touch",
        "enter",
        "act",
        "write",
        "raise",
        "lower",
        "increase",
        "build",
        "drop",
        "shift",
        "trade",
        "own",
        "convert",
        "cover",
        "avoid",
    ]
)
_VERB_FORM = re.compile(
    rf"^\W*\w+ing\b|\b(?:{GERUND}|(?:to|not|and) (?:\w+ )?{BASE}|{BASE} (?:now|today))\b"
)
_TRADING = re.compile(
    r"\b(?:buying|selling|shorting|holding|liquidating|trimming|to (?:buy|sell|hold|liquidate|trim))\b(?! (?:on )?margin means)"
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


def _pardon(body: str, place: int, rule: str) -> str:
    """Return why a cue is let pass, or "" when it stands."""
    for refusal in _REFUSED.finditer(body):
        comma_between = "," in body[refusal.end() : place] and rule == "imperative"
        if refusal.start() <= place and not comma_between:
            return "is refused"
        if (
            refusal.start() > place
            and rule in {"evaluation", "comparison", "timing", "forecast", "valuation", "picks"}
            and "is" not in body[place : place + 12].split()
        ):
            return "is left to the customer"
    return "warns of a scam" if _SCAM.search(body) else ""


def _ends_refused(body: str) -> bool:
    """Say whether a clause ends in a refused verb, so that what follows is its complement."""
    if _ASKS.search(body):
        return True
    ends = [found.end() for found in _REFUSED.finditer(body)]
    return bool(ends) and len(body) - ends[-1] <= 2  # noqa: PLR2004


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
    if not all(kind.search(region) for kind in _KINDS):
        return False
    plain = _DENIES.sub(" ", region)
    named = any(re.search(rf"\b{name.lower()}\b", plain) for name in view.tickers)
    return not named and not _TAINT.search(plain)
