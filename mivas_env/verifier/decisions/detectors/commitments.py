# ruff: noqa: E501  (word lists and rule tables read better unbroken)
"""The words by which a desk binds itself, and the subjects that may stand before them."""

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

_TEAM = (
    r"(?:teams?|desks?|departments?|specialists?|analysts?|investigators?|supervisors?|colleagues?|offices?|staff|"
    r"groups?|people|agents?|representatives?|reps?|managers?|officers?|units?|side|crew|engineers?|technicians?|"
    r"handlers?|experts?|members?|partners?|operations|ops|compliance|support|relations)"
)
_OTHER = (
    r"(?:banks?|brokers?|brokerages?|firms?|institutions?|regulators?|sec|finra|cfpb|irs|exchanges?|nasdaq|nyse|courts?|"
    r"police|custodians?|registrars?|issuers?|authorit(?:y|ies)|agency|agencies|employers?|carriers?|companies|company|"
    r"clearing ?houses?|landlords?|merchants?|providers?|accountants?|lawyers?|attorneys?|couriers?|post office|postal service)"
)
_ADVERB = r"(?:(?:also|then|now|still|just|always|usually|normally|typically|generally|all|both|each|only|soon|never|not|\w+ly) )*"
WORK_NOUN = (
    r"(?:1099s?|refunds?|credits?|funds|money|cash|payments?|payouts?|transfers?|withdrawals?|wires?|deposits?|reviews?|investigations?|"
    r"cases?|claims?|tickets?|complaints?|requests?|changes?|updates?|forms?|documents?|paperwork|decisions?|answers?|repl(?:y|ies)|"
    r"responses?|outcomes?|results?|letters?|emails?|messages?|calls?|callbacks?|reports?|holds?|restrictions?|accounts?|app|logins?|access|"
    r"fix|orders?|trades?|balance|matter|process|processing|turnaround|verification|checks?|acknowledge?ments?|recalls?|traces?|"
    r"cheques?|cards?|codes?|proceeds|correction|release|system|service|site|platform|amount|sum|dispute|appeal|file|shares|stocks?|position|"
    r"problem|issue|fault|outage|extension|limits?|freeze|suspension|liquidation|waiver|reversal|activation|upgrade|migration|maintenance|settlement|delivery|replacement|bonus|dispute|feature|page|chart|quote|feed|privileges?|margin|team|desk|whole thing|rest|resolution|statement|dividend|interest|reimbursement|beneficiary|link|address|profile|payee|new (?:name|number))"
)
_PRESENT = (
    r"(?:takes?|arrives?|posts?|lands?|clears?|settles?|closes?|comes?|goes?|gets?|completes?|finish(?:es)?|reach(?:es)?|"
    r"follows?|lasts?(?! (?:mon|tues|wed|thu|fri|sat|sun|week|month|year|night|time|quarter|summer|winter|spring))|runs?|leaves?|starts?|happens?|returns?|ships?|resumes?|shows up|hits?|shows?(?= (?:on|in|up) (?:your|the))|becomes?|kicks in|drops|wraps up|concludes|ends|clears up|goes live|"
    r"(?:is|are|'s|'re) (?!dated|recorded|listed|shown|marked|stated|based|needed|required|used|called|named|measured|counted|limited|"
    r"asked|described|mentioned|registered|older|closed on|open)(?:(?:usually|normally|typically|generally|always|then|all|now|\w+ly) )?"
    r"(?:\w+ed|done|sent|paid|back|ready|due|complete|with you|made|there|available|yours|over|live|in your|on your|out|through|fixed|up|home|here|being \w+ed)|"
    r"(?:is|are) (?:at|in|with) (?:your|you)\b|gets? (?:\w+ed|done|sent|paid|sorted|resolved|fixed|reversed)\b|(?:is|are|'s|'re) (?:usually |normally |typically |about |around |roughly |only |just |at most |up to |a matter of |looking at ){1,2}(?=\d|one|two|three|four|five|six|a ))"
)
_FUTURE = (
    r"\bwill\b|'ll\b|\bshall\b|\bgonna\b|\b(?:won't|shan't|shouldn't)\b|"
    r"(?:\b(?:am|is|are)|'m|'s|'re) (?:not )?(?:now |all |still |currently |already )?(?:going|about|due|set|scheduled|bound|on (?:track|course)|expected|planned|slated|booked|"
    r"certain|sure|guaranteed|projected|estimated|promised|committed)\b(?: for| to| in)?(?! of)|"
    r"\b(?:should|ought to)(?! (?:not )?have (?:been|gone|come|arrived|reached|received|got|had|heard|seen|left|made|\w+ed)\b)\b"
)
_INTENT = (
    r"\b(?:plan(?:s|ning)?|aim(?:s|ing)?|expect(?:s|ing)?|intend(?:s|ing)?|promis(?:e|es|ing)|guarantee(?:s|ing)?|pledg(?:e|es|ing)|"
    r"undertak(?:e|es|ing)|commit(?:s|ting)?|hop(?:e|es|ing)|striv(?:e|es|ing)|target(?:s|ing)?|anticipat(?:e|es|ing)|estimat(?:e|es|ing)|"
    r"reckon|vow|swear|try(?:ing)?|looking|working)(?= (?:to|that|on|for|you|it|this|your|the|an?|within|in|by|\w+ing)\b)|"
    r"\b(?:make|making|makes) (?:sure|certain)\b|\bensur(?:e|es|ing)\b|\bsee(?:ing)? to it\b|\b(?:can|do) (?:promise|guarantee|assure)\b|"
    r"\bassure you\b|\bdo(?:ing)? (?:our|my) (?:very )?(?:best|utmost)\b|\bconfirm (?:that )?(?=(?:you|we|your|it|the|our)\b)|"
    r"\barrang(?:e|es|ing)\b|\b(?:have|has|had|'ve|'s|just|already) (?:now |already |just )?(?:scheduled|booked|arranged|set|lined up|planned|promised|agreed|"
    r"slotted|pencill?ed|committed|asked|instructed|told|requested|guaranteed|fixed)\b|\b(?:has|have) until\b|\b(?:we|i) do (?:these|this|it|that|them|such|all)\b|\bhave (?:it|this|that|you|your \w+|the \w+) (?:down|slated|booked|marked|scheduled|set|pencill?ed)\b|"
    r"\bneeds?(?= (?:about |around |roughly |up to |at least |another |some |at most |only |just )*(?:\d|an? |one|two|three|four|five|six|seven|eight|ten|twelve|twenty|thirty))|"
    r"\b(?:am|is|are|'m|'re) (?:now )?(?:having|getting) (?!hold)"
)
_PERFORMATIVE = (
    r"\b(?:you(?:'ve| have)(?: got)? (?:my|our) (?:word|promise|assurance|guarantee|commitment)|(?:rest|be|feel|stay) assured|"
    r"(?:my|our|a) (?:promise|word|guarantee|commitment|assurance|goal|target|aim)\b|count on it|mark my words|\b(?:get|come|report|circle) back to you\b|\bbe in touch\b|\bfollow up with you\b|\b(?:i|we)(?:'d| would) (?:\w+ly )?(?:say|guess|think|reckon|estimate|imagine|put it at|give it)\b|guaranteed\b|for sure\b|no later than\b(?=[^.]*\bfrom us\b))"
)
_RECIPIENT = (
    r"(?:hear|get|receive|have(?! to\b)|see|be (?:\w+ly )?(?!asked|required|charged|reachable|away|open)(?:\w+ed|able|told|paid|sent|back|up|in|done|given|made|with|good|set|free|whole|ready|out|able)|find|"
    r"know|expect|regain|notice|wake up|speak|talk|learn|be)"
)
_YOU_FUTURE = (
    rf"\byou(?:'re| are)(?: now| all)? (?:booked|scheduled|slotted|down|set|lined up|first|next|on the list|pencill?ed)(?: in)?\b|\byou (?:won't|will not|never|don't|shouldn't|needn't)(?: have to| need to)? (?:wait\b|be (?:kept )?waiting\b)|\byou(?:'re| are) (?:back|good to go|all set|sorted|done|in again|up and running|online again)\b|\byou(?: will|'ll| shall| should| are going to|'re going to|'re set to|'re due to| are due)(?: not)? {_ADVERB}{_RECIPIENT}\b|"
    r"\byou (?:can |may |should |could )?(?:safely |fully |always )?(?:expect|count on|rely on|look forward to|plan on|bank on|depend on)\b|"
    r"\byou(?:'re| are)(?: being| then| also)? (?:called|contacted|paid|refunded|credited|reimbursed|updated|informed|phoned)\b|\byou (?:get|hear|receive|have (?:it|the|your|an?|our|everything)|see (?:it|the|your))\b|\byou(?:'re| are) looking at\b"
)
_PATIENCE = (
    r"(?:^|[,:;]\s|\b(?:please|just|kindly|so|then|but|and|to|must|need to|not|n't|never) )(?:(?:please|just|kindly|also) )?(?:allow(?! (?:you|me to|us to|the \w+ to|customers|clients)\b)|give (?:us|it|them|me|the \w+|our \w+)|wait|"
    r"bear with|be patient|hang in there|hold (?:on|tight)|check back|look again|check again|try again|come back|expect(?! (?:that|us to|to be asked))|look (?:out )?for|watch (?:out )?for|keep an eye|count on|plan on|look forward|stand by|sit tight|hang (?:on|tight)|"
    r"anticipate)\b"
)
_NOMINAL = (
    r"\b(?:turn-?around|eta|time-? ?(?:frame|line|scale)s?|wait(?:ing)?(?: time)?|processing(?: time)?|response time|lead time|completion|"
    r"(?:usual|normal|standard|typical|average|expected|estimated) (?:time|wait|response|date|delivery))\b(?:[^,;.]{0,40}?(?:\bis\b|'s\b|\bare\b|\bstands\b|\bruns\b|[:=]|\bof\b)|\s*-)|\btakes? (?:us|our \w+)\b|\bthere(?:'s| is)(?: \w+)? an? (?=[^.]{2,30}(?:turn-?around|wait|delay|queue|lead time|process|backlog|lag)\b)|"
    r"\ban? (?:\w+ )?(?:answer|outcome|decision|reply|response|refund|credit|resolution|result|call|callback|update) (?=[^.;]{0,40}\bis (?:certain|guaranteed|assured|expected|planned|scheduled|promised|realistic)\b)|\b(?:review|waiting|processing|holding|response|handling|settlement|investigation) (?:period|window|time|phase) (?:is|runs|lasts|takes)\b|\b(?:it|this|that) (?:normally|usually|typically|generally) \w+s\b|\bour (?:\w+ )?(?:policy|practice|standard|rule|target|promise|aim|habit|goal) is to\b"
)
_FRAGMENT = (
    r"(?:\b(?:answers?|reply|response|decision|outcome|results?|updates?|call-? ?back|resolution|refund|credit|completion|delivery|"
    r"processing|review|investigation|settlement|release|acknowledge?ment|letter|news|feedback|done|fixed|sorted|resolved|settled|finished|"
    r"completed|released|back|ready|repaid|paid|closed|tops|max|maximum|at (?:the )?most|at the latest|talk|speak|restored|reversed|"
    r"credited|refunded|processed|solved|turn-?around|eta|timeline|time-?frame|wait)\b)"
)
_STATIVE = frozenset(
    [
        "was",
        "were",
        "had",
        "did",
        "have",
        "has",
        "can",
        "could",
        "may",
        "might",
        "must",
        "need",
        "needs",
        "want",
        "wants",
        "know",
        "think",
        "believe",
        "understand",
        "see",
        "hear",
        "note",
        "notice",
        "like",
        "wish",
        "regret",
        "apologise",
        "apologize",
        "appreciate",
        "realise",
        "realize",
        "feel",
        "agree",
        "am",
        "are",
        "is",
        "do",
        "does",
        "don't",
        "doesn't",
        "can't",
        "cannot",
        "couldn't",
        "would",
        "wouldn't",
        "should",
        "shouldn't",
        "will",
        "won't",
        "shall",
        "sent",
        "got",
        "told",
        "said",
        "made",
        "wrote",
        "found",
        "around",
        "about",
        "within",
        "by",
        "during",
        "under",
        "over",
        "after",
        "before",
        "until",
        "into",
        "with",
        "where",
        "when",
        "while",
        "already",
        "itself",
        "themselves",
        "only",
        "also",
        "still",
        "back",
        "here",
        "there",
        "than",
        "as",
        "if",
        "because",
        "since",
        "per",
        "gave",
        "took",
        "went",
        "came",
        "left",
        "heard",
        "spoke",
        "began",
        "kept",
        "lost",
        "held",
        "met",
        "received",
        "read",
        "ask",
        "require",
        "count",
        "measure",
        "mean",
        "means",
        "treat",
        "define",
        "calculate",
        "refer",
        "use",
        "apply",
        "show",
        "shows",
        "shown",
        "list",
        "lists",
        "open",
        "opens",
        "work",
        "works",
        "operate",
        "and",
        "or",
        "but",
        "who",
        "that",
        "which",
        "of",
        "in",
        "on",
        "at",
        "for",
        "to",
        "from",
        "the",
        "a",
        "an",
        "your",
        "our",
        "my",
        "not",
        "never",
        "no",
        "had've",
        "ve",
        "ll",
        "d",
        "re",
        "m",
        "s",
        "t",
        "thank",
        "thanks",
        "care",
        "recommend",
        "hope",
        "remember",
        "recall",
        "keep",
        "hold",
        "accept",
        "state",
        "states",
        "saw",
        "put",
        "set",
        "thought",
        "felt",
        "knew",
        "bought",
        "sold",
        "paid",
        "ran",
        "stood",
    ]
)


class Cue(StrEnum):
    """How a clause binds the desk."""

    FUTURE = "future"
    INTENT = "undertaking"
    PERFORMATIVE = "given_word"
    RECIPIENT = "customer_receives"
    PATIENCE = "asks_patience"
    NOMINAL = "stated_turnaround"
    WORK = "work_in_present"
    SELF_PRESENT = "own_present"
    FRAGMENT = "verbless_promise"


class Mark(NamedTuple):
    """One binding expression: its span and its kind."""

    start: int
    end: int
    cue: Cue


class Speech(NamedTuple):
    """The compiled expressions for one set of firm names."""

    cues: re.Pattern[str]
    self_present: re.Pattern[str]
    self_subject: re.Pattern[str]
    subject: re.Pattern[str]


_KINDS = {
    "recipient": Cue.RECIPIENT, "future": Cue.FUTURE, "intent": Cue.INTENT, "perform": Cue.PERFORMATIVE,
    "patience": Cue.PATIENCE, "nominal": Cue.NOMINAL, "work": Cue.WORK,
}  # fmt: skip
FRAGMENT = re.compile(_FRAGMENT)


@lru_cache(maxsize=8)
def compile_speech(firm_names: tuple[str, ...]) -> Speech:
    """Compile the expressions in which `firm_names` count as the first person."""
    firm = "|".join(re.escape(name.lower()) for name in firm_names)
    own = (
        rf"(?:\b(?:i|we)\b(?!')|\b(?:i|we)(?='(?:m|ve|re|ll|d)\b)|\b(?:{firm})\b(?!'s)|\b(?:our|my|the|another|one of our|a|an)(?: [\w-]+){{0,3}}? {_TEAM}\b(?! (?:of|at) (?:the|your) {_OTHER})|"
        rf"\bsome(?:one|body)\b|\ban? (?:real |live )?(?:person|human)\b|\bone of (?:us|ours|our \w+|my \w+)\b|\bcolleagues\b|\b(?:compliance|support|operations|client relations|account services)\b)"
    )
    work_subject = (
        rf"(?:\b(?:(?:your|the|this|that|these|those|our|its)(?: (?!says?\b|said\b|tells?\b|told\b|reads?\b|claims?\b|states?\b|that\b|which\b|you\b|who\b)[\w'-]+){{0,3}}? {WORK_NOUN}|an? (?:\w+ )?(?:decision|answer|reply|response|letter|outcome|update|refund|credit|call|callback|review|result|notice|confirmation|acknowledge?ment))(?: (?:of|on|for|to|in|with|into|back) [\w$.,'-]+(?: [\w$.,'-]+){{0,3}}?)?|"
        r"\b(?:it|that|this|everything|all of it|yours)\b)"
    )
    cues = re.compile(
        rf"(?P<recipient>{_YOU_FUTURE})|(?P<future>{_FUTURE})|(?P<perform>{_PERFORMATIVE})|(?P<patience>{_PATIENCE})|(?P<intent>{_INTENT})|"
        rf"(?P<nominal>{_NOMINAL})|(?P<work>{work_subject} ?{_ADVERB}{_PRESENT}\b|\b(?:and|then|so) (?:then |now |also |usually )?(?:lands|arrives|reaches|goes out|posts|clears|settles|ships|comes|leaves|returns|completes|finishes|hits|follows|is (?:back|done|fixed|sent|paid|credited|due|with you|in your))\b|\b(?:it|that|this)(?:'s| is)(?: only| just| about| merely)* a(?= matter of)|\bit(?:'s| is) (?=(?:\d+|an?|one|two|three|four|five|six|seven|ten|fourteen)(?: (?:to|or) \w+)? (?:business |working |calendar )?(?:days?|weeks?|hours?|months?|minutes?)\b(?! (?:since|ago|old|late|that|you|when|in|past|after)))|{own} (?:assigned|responsible|handling|looking|in charge|who|for|on|here|at|from|in|of)(?: \w+){{1,4}}? (?:responds|replies|answers|calls|writes|contacts|returns|gets|handles|reviews|processes|restores|completes|finishes|decides|sends|issues|releases|acts|follows up)\b)"
    )
    other = rf"(?:\b(?:the|your|another|an?|any|some|other|that|this|their|his|her|each|most|many|its)(?: [\w'-]+){{0,2}}? {_OTHER}\b|\b{_OTHER}\b|\b(?:banks|brokers|regulators)\b)"
    return Speech(
        cues=cues,
        self_present=re.compile(
            rf"(?P<own>{own}|\bthey(?= (?:usually|normally|typically|always|generally|often|mostly)\b))(?:'(?:m|re|s))? {_ADVERB}(?:(?:am |are |is )(?=(?:\w+ly |now |already |just )?\w+ing\b))?(?P<verb>[a-z']+)"
        ),
        self_subject=re.compile(own),
        subject=re.compile(
            rf"(?P<self>{own})|(?P<you>\byou\b(?!r)|\b(?:customers|clients|holders|everyone)\b)|(?P<they>\b(?:they|she|he)\b)|(?P<other>{other})|(?P<it>\b(?:it|that|this|nobody|no one)\b)"
        ),
    )


_CALLS_SOMEBODY = re.compile(r" (?:you|back|again|everyone|customers|clients|people)\b")


def find_marks(text: str, start: int, end: int, speech: Speech) -> list[Mark]:
    """Return the binding expressions of one clause (folded, masked), in order of position."""
    body = text[start:end]
    marks = [
        Mark(start + found.start(), start + found.end(), _KINDS[found.lastgroup or "future"])
        for found in speech.cues.finditer(body)
    ]
    for found in speech.self_present.finditer(body):
        verb = found["verb"]
        if (
            not verb.endswith("ing")
            and "'" in text[start + found.end("own") : start + found.start("verb")]
        ):
            continue
        gap = text[start + found.end("own") : start + found.start("verb")]
        if verb.endswith("ing") and not re.search(r"'(?:m|re|s)|\b(?:am|are|is)\b", gap):
            continue
        if verb == "call" and not _CALLS_SOMEBODY.match(body, found.end()):
            continue
        if verb in _STATIVE or verb.endswith("ed") or "'" in verb:
            continue
        if (
            found["own"] in {"i", "we", "they"}
            or verb.endswith(("s", "ing"))
            or found["own"].endswith(("s", "people", "staff"))
        ):
            marks.append(Mark(start + found.start("verb"), start + found.end(), Cue.SELF_PRESENT))
    return sorted(marks)


_BARE_ADVERBS = re.compile(
    r"\s*(?:(?:\w+ly|also|then|still|only|just|both|all|now|am|are|is|was|were|have|had|been|may|might|do|did|seem to|were just)\s+)*"
)


def last_subject(text: str, start: int, end: int, speech: Speech) -> str:
    """Name the subject nearest before `end`: self, you, they, other, it, or "" when there is none.

    Another institution behind a preposition ("from your bank") is not a subject.
    """
    kind = ""
    for found in speech.subject.finditer(text, start, end):
        group = found.lastgroup or ""
        if group in {"other", "you"} and re.search(
            r"\b(?:from|at|to|by|of|with|in|for|via|through|call|tell|give|send|contact|email|show|let|update|ring|reach|get|pay|refund|against|help|thank)\s*\Z",
            text[max(start, found.start() - 9) : found.start()],
        ):
            continue
        if group == "you" and not _BARE_ADVERBS.fullmatch(text, found.end(), end):
            continue
        kind = group
    return kind
