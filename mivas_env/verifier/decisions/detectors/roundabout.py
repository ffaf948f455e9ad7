# ruff: noqa: E501  (word lists and rule tables read better unbroken)
"""Account facts told around a corner: by comparing, by agreeing, by what is there or missing."""

import re

_SAID = r"(?:sa(?:y|ys|id|ying)|tell(?:s|ing)?|told|think(?:s)?|thought|mention(?:s|ed)?|wr(?:ite|ites|ote)|guess(?:ed)?|expect(?:s|ed)?|assum(?:e|es|ed)|reckon(?:ed|s)?|claim(?:s|ed)?|remember(?:s|ed)?|heard|describe[ds]?|had in mind|have in mind|gave|give|named?|quoted?)"
_MORE = r"(?:less|more|lower|higher|fewer|smaller|bigger|larger|closer|nearer)"
_JUDGED = r"(?:right|correct|accurate|true|wrong|incorrect|untrue|off|too (?:high|low|much|little)|spot on|the case|what (?:we|i) (?:have|see))"
_DEGREE = r"(?:(?:not|just|about|roughly|pretty|exactly|indeed|quite|almost|nearly|absolutely|perfectly|more or less|a (?:bit|little)|somewhat|entirely|all|also) )*"
_DOES = r"(?:send|release|deliver|approve|accept|confirm|return|respond|reply|answer|sign|act|pay|process|post|move|let go|credit|match|fill|pick)"
_NUMBER = r"\$?\d[\d,.]*k?|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|(?:a|one|two|three) hundred"
_ENDED = r"(?:filled|executed|cancel+ed|rejected|denied|declined|refused|returned|cleared|settled|mailed|paid|credited|debited|released|locked|blocked|frozen|restricted|closed|approved|expired|lapsed|pending|bounced|delivered|deposited|withdrawn|transferred|sold|bought|linked|liquidated|unfilled|matched|held(?: up)?|stuck|(?:in|under) review|in transit)"
ROUNDABOUT = (
    ("confirm", re.compile(
        rf"\b{_MORE} than (?:the |that |those |about |around |what )?(?:\$?[\d,.]+k? (?:dollars )?)?(?:(?:figure|amount|number|sum|one|date) )?(?:that )?(?:you|he|she|they)(?:'ve| have| had)?(?: just| first)? {_SAID}\b"
        rf"|\A\W*(?:(?:a (?:bit|little|touch)|slightly|much|somewhat|quite a bit|far|even|well|actually|rather) )*{_MORE} than (?:that|you)\b(?!,? (?:i|we)\b)"
        rf"|\b(?:was|were|is|'s) (?:[\w$,.-]+ ){{1,4}}{_MORE} than that\b|\bnot quite (?:as (?:much|many|high)|that (?:much|many|high))\b")),
    ("confirm", re.compile(
        rf"\b(?:what|everything|all|the (?:figure|amount|number|sum|story|date)) (?:that )?(?:you|he|she|they|(?:your|his|her) (?:late )?\w+)(?:'ve|'s| have| has| had)?(?: \w+)? {_SAID}\b(?: (?:you|me|us|to you))?(?: (?:about|on|of) [\w' ]{{2,24}}?)? (?:is|was|'s|isn't|wasn't|matches|fits|sounds) {_DEGREE}(?:{_JUDGED}|what|our|the)\b"
        r"|\b(?:he|she|they|your \w+)(?:'s| is|'re| are| was| were| has been)(?: \w+)? (?:telling (?:you )?the truth|being (?:honest|truthful)|not (?:lying|mistaken)|mistaken|lying|misinformed)\b|\btold you the truth\b"
        rf"|(?:(?<![\d,.])\$?\d[\d,.]*k?|\b(?:hundred|thousand|grand|million))(?: dollars)? (?:sounds?|looks?|seems?|is|would be) {_DEGREE}{_JUDGED}\b")),
    ("seen", re.compile(
        rf"\b(?:i'm|i am|we're|we are) (?:seeing|showing|looking at|reading) (?:something|nothing|about|around|roughly|just|only|{_MORE}|\$?\d)"
        r"|\b(?:i|we)(?: can| do)? (?:see|have) (?:your|his|her|their|the) (?:file|account|profile|record|order|details) (?:(?:right )?(?:here|in front of (?:me|us))|open|up)\b|\b(?:rings?|ring) (?:a|any|no) bells?\b")),
    ("seen", re.compile(
        rf"\b(?:i|we)(?:'ve got| have got| see| show| have| count| find|'m seeing|'m showing)(?: just| only| about| around| exactly)* (?:{_NUMBER})\b(?! (?:questions?|points?|things?|more|steps?|ways?|options?|business|days?|hours?|minutes?|of the|items?|left|desks?|teams?|offices?|branches|people|colleagues|messages?))")),
    ("confirm", re.compile(
        r"\A\W*(?:yes|yep|yeah|no|nope|correct|indeed|right),? (?:(?:unfortunately|i'm afraid|indeed|luckily|sadly|actually|happily|fortunately|thankfully|as it happens|(?!i\b|we\b|you\b|it\b|the\b|that\b)\w+(?=,)),? )*(?:you|he|she|it|they|that|there|i|we) (?:are|is|was|were|did|do|does|has|have|had|isn't|aren't|didn't|hasn't|haven't|don't|doesn't|wasn't|weren't)(?:\W*\Z| (?:have|already|still|not)\b)")),
    ("state", re.compile(
        r"\b(?:it|they)(?:'s|'re| is| are)(?: still| just| now| currently| only)* (?:waiting (?:for|on|to)|awaiting|pending|in line)\b(?! (?:you|your)\b)")),
    ("existence", re.compile(
        r"\b(?:he|she|they|you)(?: do| does)? (?:keeps?|holds?|has|have|banks?|invests?|trades?)\b(?! (?:to|questions?|an? question)\b)[^.;,?]{0,32}\b(?:with us|here)(?=\W*\Z|,)"
        r"|\b(?!who\b)[a-z]+(?:'s| has| have) been (?:an? )?(?:[\w-]+ )?(?:customer|client|account holder|member)\b"
        r"|\byou(?:'re| are)(?: \w+){1,3}? (?:below|above|under|short of) (?:the|your|its?|maintenance)\b")),
    ("confirm", re.compile(
        r"\A\W*(?:yes|yep|yeah),? (?:just |only )?(?:on (?:\w+day|the \d)|since|yesterday|last (?:week|night|month|\w+day)|this morning|(?:a|two|three|four) (?:days?|weeks?|months?) ago)\b"
        r"|\A\W*(?:true|correct|right|wrong|false) on (?:both|all|every|the) (?:counts?|points?|first|second|amount|date)\b")),
    ("fragment", re.compile(
        rf"\A\W*(?:(?:yes|yep|yeah|no|nope|well|so|already|just|still|partly|partially|only|sadly|unfortunately),? )*(?:{_ENDED}(?=\W*\Z| (?:by|at|on|since|this|last|yesterday|today|in (?:full|part|review|transit)|partly|back|out|for|from|under|after|a (?:week|day|month)|two|three)\b|, (?:since|so|by|at|on|yesterday|this|last)\b)"
        r"|(?:still |already )?in the (?:post|mail|market|queue|pipeline)\b|still (?:holding|open|pending|there|waiting to (?:fill|clear|settle))\b|(?:partly|partially|half|fully)(?= ?[,;] ?(?:\d|\w+teen|twenty|thirty|forty|fifty|half)))"
        rf"|\A\W*(?:about |around |roughly |just |only )?(?:{_NUMBER}|zero|none|all|both|half|most) (?:of (?:them|those|it)(?=,|\W*\Z)|out of (?:an? |the |your )?\w+)"
        r"|\A\W*(?:yes|yep|yeah),? (?:all )?(?:done|through|complete|finished)\b"
        r"|\bnothing from (?!me\b|us\b|you\b|our\b)[\w' ]{2,24}? (?:yet|so far|as of|since|today|at all)\b|\bno fill\b")),
    ("told", re.compile(
        r"\b(?!(?:i|we|you|who|which|that|to|they|he|she|and|or|nobody|anyone|someone|compliance|team|desk)\b)[a-z]+ (?:hasn't|has not|has(?: now| already)?|haven't|have not|didn't|did not|has yet to|still has to)(?: yet| ever)? (?:confirm(?:ed)?|acknowledge[d]?|approve[d]?|answer(?:ed)?|respond(?:ed)? to|countersign(?:ed)?|sign(?:ed)?(?: off)?) (?:it|your|the (?:link|transfer|wire|rollover|request|payment|deposit|order|account)|that)\b")),
    ("listing", re.compile(
        r"\bthere(?:'s| is| are|'re|'s still| is still| are still) (?:more than |just |not |only |hardly |barely )*(?:enough|sufficient)\b(?! (?:time|room|reason))"
        r"|\bthere(?:'s| is| are|'re)(?! (?:nothing|something|one|no (?:one|need|rush|reason|way|point)))(?: [\w$,.'-]+){1,5} (?:(?:in|on) )?there\b"
        r"|(?:\A|[,;:])\W*(?:(?:well|so|but|and|good news|at present|currently|actually),? )*no (?:[\w-]+ )?(?:calls?|orders?|deposits?|withdrawals?|transfers?|wires?|payments?|logins?|holds?|positions?|shares|changes?|activity|dividends?|checks?)(?: [\w-]+){0,3}? (?:at the moment|at present|right now|currently|yet|so far|today|this (?:week|month|morning)|since|left|open|pending)\b")),
    ("position", re.compile(
        r"\b(?:you|he|she|they)(?:'re| are|'s| is|'ve become| have become| became)(?: now| still| also| already| no longer| not)* an? (?:[\w-]+ ){0,2}(?:share|stock|unit|bond)?(?:holder|owner|investor)s?\b(?! (?:of|by) (?:an?|any)\b)"
        r"|\byou(?:'re| are)(?: now| already)? (?:in|out)(?=\W*(?:\Z|[.,;!]))|\b(?:you|he|she)(?:'d| would)(?: still)? be (?:[\w$,.-]+ ){0,5}short\b"
        r"|\b(?:you|he|she|they) (?:don't|do not|doesn't|does not|didn't|did not) have (?:that (?:much|many)|enough|sufficient|as (?:much|many)|any (?:left|more)|the (?:cash|funds|money|shares))\b(?! (?:information|details|time))"
        r"|\byou(?:'ve been| were| weren't| have been| haven't been| did get| didn't get| did not get)(?: not| only)? (?:allotted|allocated|granted|awarded|assigned|any|none|all of|some)\b"
        r"|\b(?:it|they|you|(?:your|the|that|his|her) (?:[\w-]+ ){0,2}?\w+)(?:'s|'re| is| are| isn't| aren't)(?: \w+)? (?:up|down) (?:a (?:bit|little|lot|touch|few)|by|about|since|nicely|slightly|quite|\$?\d)"
        r"|\byou (?:were|weren't)(?: \w+ly)? (?:fine|okay|ok|in the clear|above|below|covered|over|under)\b")),
    ("position", re.compile(
        r"\byou(?:'ve| have)(?: only| still)?(?: got)? (?:until|till|time until) [^.;,]{1,32} to (?:bring|get (?:it|back|your|the)|top|restore|put|add|fund|pay|cure|fix|sort|deposit|sell|close)\b"
        rf"|\b(?:i|we)(?:'re|'m| are| am)(?: still| now| currently| just| also)* (?:waiting (?:for|on)|expecting) (?!(?:you|your|compliance|someone|(?:the|our|a) (?:[\w-]+ ){{0,2}}(?:team|desk|colleagues?|specialists?|supervisor|code|passcode))\b)[^.;,]{{2,40}}? to {_DOES}\b")),
)  # fmt: skip
_IF_ANY = re.compile(
    r"\W*(?:if|when|whenever|once|where|after) (?:an?|any) [^,;]{2,80}, (?:then )?(?:[\w$-]+ ){0,12}\Z"
)
_DEFINES = re.compile(r"\b(?:an?|any) (?:[\w-]+ ){1,3}(?:means?|is when|refers to)\b")
_RELATIVE_THAT = re.compile(r"that (?:comes?|came|is|are|was|were|has|have)\b")
_OF_A_KIND = re.compile(
    r"\b(?:in general|generally|always|typically|usually|as a rule|normally|any|every|an?|each|whenever|in most cases|some|most|many|often)\b"
)
_BARE_PLURAL = re.compile(r"\W*(?!(?:your|his|her|their|the|these|those)\b)(?:[a-z-]+ )?[a-z-]+s ")


def speaks_of_any(before: str, matched: str) -> bool:
    """Say whether what goes before in the sentence makes of it a rule or a definition."""
    relative = _RELATIVE_THAT.match(matched) and (
        _OF_A_KIND.search(before) or _BARE_PLURAL.fullmatch(before)
    )
    return bool(relative or _IF_ANY.match(before) or _DEFINES.search(before))
