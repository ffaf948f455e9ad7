# ruff: noqa: E501  (word lists and rule tables read better unbroken)
"""A plain statement about the account in words that no rule of H1 foresees.

Whatever a reply states of a definite thing of the account, or of the customer's dealings with it,
tells something. What remains is what desks say without telling anything: what they do with the
message, what verification needs, how a rule reads. Those are known by their words.
"""

import re

_LEAD = r"(?:(?:and|but|so|then|also|yes|no|well|ok|okay|unfortunately|luckily|sadly|good news|bad news|actually|indeed|currently|right now|at the moment|as of today|today|for now|still|happily|fortunately|on our side|from what i see|don't worry|rest assured|sorry)[,:]? )*"
_DEFINITE = re.compile(
    rf"\W*{_LEAD}(?:your|you|it|they|he|she|his|her|their|the|everything|nothing|no|both|all of|none of|half of|part of|we|zoomberg|our records|[a-z]+'s)\b"
)
_FOR_YOU = re.compile(r"\b(?:for|to|from|with) you\b|\byour (?:account|name|profile|file|side)\b")
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|did|does|isn't|aren't|wasn't|weren't|hasn't|haven't|hadn't|didn't|doesn't|went|came|got|left|fell|rose|took|made|sold|bought|held|met|never|charged|\w{3,}ed|shows?|stands?|sits?|remains?|owns?|holds?|owes?)\b|'(?:s|re|ve)\b"
)
_MODAL = re.compile(
    r"\b(?:can|could|may|might|must|shall|will|would|should|ought|needs?|have to|has to|had to|cannot|want\w*|wish|let (?:me|us|you|him|her|them)|let's|do not|don't|be able|able to|going to|about to|if|when|once|until|unless|whether|which|what|why|how|who|where)\b|(?:can|won|would|could|should)'t\b|'ll\b|'d\b"
)
_GENERIC = re.compile(
    r"\b(?:an?|any|every|each|(?:some|many|most)(?! of (?:it|them|those|the|your|his|her)\b)|whoever|anyone|always|usually|generally|normally|typically|often|never share)\b"
)
_TALK = re.compile(
    r"\b(?:pass(?:ed|ing)|forward\w*|escalat\w+|not(?:ed|ing)|rout(?:ed|ing)|flagg\w+|rais(?:ed|ing)|report\w*|mention\w*|ask\w*|told|tell\w*|said|say\w*|wrote|writ\w+|verif\w+|underst\w+|sorry|explain\w*|describ\w+|happen\w*|work(?:s|ed|ing)?|hand(?:ed|ing)|referr\w+|shar(?:ed|ing)|(?:to|can|may|not|n't|cannot|i|we|never|don't|please) share|"
    r"please|confirm\w*|know\w*|questions?|help\w*|happy|glad|codes?|passcodes?|desks?|teams?|compliance|supervisors?|colleagues?|specialists?|polic\w+|rules?|app|page|forms?|docu\w+|cases?|complaints?|chat|messages?|click\w*|links?|texts?|scam\w*|phish\w*|website|decid\w+|decisions?|choices?|own name|advi[cs]\w+|priority|"
    r"details|information|general|moment|times?|windows?|promis\w+|discuss\w*|disclos\w+|privacy|security|secure\b|means?|fraud|investigat\w*|outcomes?|identity|attempts?|third part\w+|authority|wait\w*|regulators?|business days?|stay|keep\w*|belongs|depends|hear\w*|read|worr\w+|frustrat\w+|loss|apolog\w+|thank\w*|"
    r"cut-?off|someone (?:from|here|on|at|in|of|who|will|with|else)|repl(?:y|ied)|answer\w*|right (?:place|people|person)|steps?|start\w*|possible|important|up to|open to|something|anything|rates?|law|pack|views?|comments?|neutral|licensed|procedures?|process\b|marked|treat\w*|urgent|missing|certain|claims?|take care|period|forum|figures? (?:is|are) not|kind of|english|expect\w*|"
    r"hop(?:e|ed|ing)|think|thought|feel|felt|believe[ds]?|wise|right to|options? are|ways? (?:to|are)|notice|due date of|estate|customer|holder|neighbou?r|mind|welcome|free to|entitled|require\w*|calculated|based|visible|shown|listed|mechanics|these\W*$|smelled|you did not|you didn't|available in|under (?:portfolio|activity|documents|profile|transfers|trade|security)|phone on file|"
    r"only (?:for|after|given)|confidential|allowed|permitted|licensed|matter\b|topic|kind\b|purpose|goal|aim|example|guide|article|section|tab|screen|button|market hours|holidays?|weekends?|items|(?:two|three|both|all|few) things|you(?: have|'ve)? (?:gave|given|named?|quoted|provided)|kept you safe)\b"
)
# What people say to each other in any conversation, and what is so for the whole world.
_MANNERS = re.compile(
    r"\b(?:sympath\w+|condolences?|rush|hurry|drama|lines? (?:is|are|was|were)|(?:we|we're|we are|we've been|have been) open|lucky|pity|shame|fair|quick|kind|personal|(?:good|great|glad|best) (?:that )?you (?:called|wrote|asked|came|told|got)|(?:good|nice|brave|wise|great|lovely|decent|smart) of (?:you|him|her|them)|nothing new|(?:the )?same for (?:all|both|us)|all (?:that )?(?:i|we) (?:have|need|want)|confus\w+|(?:did|done|do) (?:the right|well|all you can|your best)|right (?:decision|thing|move|call|of you)|been there|"
    r"(?:cut off|disconnected|gone home|off (?:duty|today)|on another line|(?:support|service|phone) line|you(?:'ve| have) reached|recorded (?:for|line)|(?:call|conversation|line) (?:is|was|has been) recorded)|outages?|(?:on|to) my side|slow|stress\w*|shock\w*|difficult|hard (?:for|on|to)|tough|sad|terrible|awful|annoy\w*|unpleasant|upset\w*|"
    r"congratulations|married|marriage|belongs? to (?:us|zoomberg|our)|a fake|busy|on it(?=\W*\Z)|took (?:me|us|a bit|a little|longer|a while|some time)|right to (?:send|call|write|ask|contact|come|check|get)|real person|public holiday|(?:was|is) a (?:holiday|saturday|sunday|(?:mon|tues|wednes|thurs|fri)day))\b"
    rf"|\A\W*{_LEAD}(?:(?:the|our) (?:app|site|website|platform|chat|phones|lines|(?:stock )?markets?|network|ach network|internet|fed)|(?:stock )?markets?|banks|settlement|(?:the )?conversation|nothing (?:is|was|has been|'s been)) (?!gave|came|took|let)(?:was|were|is|are|has|have|had|fell|rose|opened|closed|opens?|closes?)\b(?! (?:filled|executed|touched|moved|changed))"
)
_ACCOUNT = re.compile(
    r"\b(?:accounts?|balances?|cash|money|funds|shares?|stocks?|positions?|holdings?|portfolio|orders?|trades?|transfers?|wires?|withdr\w+|deposit\w*|payments?|che(?:ck|que)s?|dividends?|interest|margin|loans?|calls?|equity|buying power|login|log in|locked|password|e-?mail|phone|address|beneficiary|bank|rollover|ira|"
    r"401k|charged?|fees?|fill(?:ed)?|bought|sold|own|hold|invested|acats|stop|limit|card|statement|1099|tax form|profile|owe|options|sweep|two-factor|recall|assets|securities|bonds?|etfs?|sale|purchase)\b"
)
# What else a customer may ask about that is their own.
ASKED_TOO = r"(?:treasur\w+|matur\w+|credited|debited|billed|charges?|charged|ipo|worth|value|allocat\w+|allott\w+|trading|trigger\w*|payee|alert|refunds?|tax(?:es)?|rollover|roth|invest\w*|portfolio|gains?|loss(?:es)?|blocked|restrict\w+|frozen|approved|link(?:ed)?|mailed|ship(?:ped)?|estate)"
_ASKED = re.compile(rf"{_ACCOUNT.pattern}|\b{ASKED_TOO}\b|\b(?:my|mine|his|her|our)\b")
# What happened to something, said of whatever subject: with an auxiliary, or in the past tense.
_AUXILIARY = r"(?:was|were|had|did|didn't|wasn't|weren't|hadn't|has|have|hasn't|haven't|'ve)"
_IRREGULAR = r"(?:went|came|got|left|fell|rose|took|made|gave|sold|bought|held|met|found|paid|sent|shut|put|cut|hit|lost|won|ran|saw|kept|spent|stood|sat|set|began|broke|brought|caught|chose|drew|flew|grew|led|slid|sank|threw|said)"
_PAST = re.compile(
    rf"\b{_AUXILIARY}\b|(?<=\w)'ve\b|(?<=\w ){_IRREGULAR}\b(?! by\b)"
    r"|(?:(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bbeen )(?<!\bbeing )(?<!\bnot )(?<!\ban )(?<!\ba )(?<!\bof )(?<!'s )(?<!'re )(?<!ly )(?<!\bstill )(?<!\balso )(?<!\bnow )(?<!\bno )(?<!\bto )(?<!\bthe )(?<!\byour )(?<!\bfor )(?<!\bin )(?<!\bon )(?<!\bwith )(?<!\bget )(?<!\bgets )(?<!\band )(?<=\w ))"
    r"\b(?!(?:need|hundred|indeed|speed|feed|wed|red|bed|fed|shed)\b)\w{2,}ed\b"
)
_HELD_TO_HAPPEN = re.compile(
    rf"\b(?:was|were|did|didn't|wasn't|weren't)\b|(?<=\w )(?:\w{{2,}}ed|{_IRREGULAR}) (?:it|them|him|you|the|your|his|her)\b|(?<=\w )(?:left|went|came|arrived|landed|bounced)\b|(?:\b(?:has|have|had|hasn't|haven't)|'ve)(?: \w+)? (?:been|gone|come|\w+ed|{_IRREGULAR})\b"
)
# "An order that hasn't filled", "a wire approved by then", "leaving it unscanned": of no thing there is.
_INDEFINITE = re.compile(rf"\W*{_LEAD}(?:(?:as|in|such as|for|with) )?(?:an?|no|any|most|many) ")
_RELATIVE = re.compile(r"\b(?:that|which|who|whose)\b")
_GERUND_SUBJECT = re.compile(rf"\W*{_LEAD}(?!nothing|everything)[a-z]{{2,}}ing\b")
_HELD_OF_ALL = re.compile(r"\b(?:on the (?:date|day)|by the (?:company|issuer|exchange|fund))\b")
# One's own doings and manners are no fact of the account.
_OWN_MATTER = re.compile(
    rf"\W*{_LEAD}(?:i|my|our|this (?:chat|line|call|conversation)|please|let|what|welcome|hello|hi|dear|sorry|thanks)\b"
)
_ALWAYS = re.compile(
    r"\b(?:any|every|each|whoever(?! it\b)|anyone|anybody|everyone|everybody|always|usually|generally|normally|typically|often|in general|never share|(?:calls|messages|people|cases|requests) (?:i|we) (?:get|see|take))\b"
)
# "Orders are filled", "unsettled funds have": a rule about all of a kind.
_ALL_OF_A_KIND = re.compile(
    rf"\W*{_LEAD}(?!(?:yours|his|hers|theirs|ours|this|is|was|has|does|always|your|her|their|the|these|those|both|two|three|\d+|all|it|they|you|he|she)\b)(?:[a-z-]+ ){{0,2}}?[a-z-]{{2,}}(?<!s)s (?:are|aren't|have|haven't|do|don't|hold|own|owe|show|stand|sit|remain)\b"
    rf"|\W*{_LEAD}(?!(?:yours|theirs|ours)\b)(?:[a-z-]+ ){{0,2}}?[a-z-]{{2,}}(?<!s)s (?:that|which|who|\w+ed (?:after|before|by|on|at|in|from|to|with|through)) "
    rf"|\W*{_LEAD}(?:un\w+ed|cash|money|equity|interest|margin) (?:\w+ )?(?:is|has|are)\b"
)
_SEEING = re.compile(r"\W*(?:i|we) (?:can |do )?(?:see|confirm|tell you|assure you) that ")
_NEEDS_MORE = re.compile(
    r"\W*(?:and |but |so )?(?:i|we)(?: do| still| also)* (?:need|have to|must)\b"
)
_PRESENT = re.compile(
    r"\b(?:is|are|isn't|aren't|does|doesn't|shows?|stands?|sits?|remains?|owns?|holds?|owes?|sounds?|exceeds?|covers?)\b(?=\W+\w)|(?<=\w)'(?:s|re)\b(?=\W+\w)"
)
_PIECE = re.compile(r",\s+(?:and |but |so |because |as )?|\s(?:but|so|because)\s")
_FEWEST_WORDS = 3


def find_assertion(body: str, asked: str) -> tuple[int, int] | None:
    """Return the span of the verb of a clause that states something of the account, or None.

    `body` is the clause, `asked` all that the customer wrote, both folded. Of a customer who asked
    about the account, what a part of the clause says of any other subject counts too.
    """
    talk = _TALK.search(body) or _MANNERS.search(body)
    if talk is None and _states_of_account(body, asked):
        found = _FINITE.search(body)
        if found:
            return found.span()
    if _ALWAYS.search(body) or not _ASKED.search(asked):
        return None
    start = 0
    for end, begin in [*(cut.span() for cut in _PIECE.finditer(body)), (len(body), len(body))]:
        seeing = _SEEING.match(body, start, end)
        start = seeing.end() if seeing else start
        found = _told_of_any(body[start:end])
        if found:
            return start + found.start(), start + found.end()
        start = begin
    return None


def _states_of_account(body: str, asked: str) -> bool:
    if _MODAL.search(body) or len(body.split()) < _FEWEST_WORDS or _HELD_OF_ALL.search(body):
        return False
    if not (_DEFINITE.match(body) or _FOR_YOU.search(body)):
        return False
    if _GENERIC.search(body) and not re.search(r"\b(?:your|you|his|her|their)\b", body):
        return False
    yours = re.match(r"\W*(?:\w+,? ){0,2}you\b", body) is not None
    return bool(_ACCOUNT.search(body) or (not yours and _ACCOUNT.search(asked)))


def is_small_talk(body: str) -> bool:
    """Say whether a folded clause is said in any conversation and names nothing of an account."""
    return _MANNERS.search(body) is not None and _ACCOUNT.search(body) is None


def leads_on(rest: str) -> bool:
    """Say whether what follows a "that's right" shows that it answered nothing about an account."""
    return _NEEDS_MORE.match(rest) is not None or is_small_talk(rest)


def _told_of_any(piece: str) -> re.Match[str] | None:
    if (
        _TALK.search(piece)
        or _MANNERS.search(piece)
        or _MODAL.search(piece)
        or _OWN_MATTER.match(piece)
    ):
        return None
    if len(piece.split()) < _FEWEST_WORDS or _GERUND_SUBJECT.match(piece):
        return None
    if _ALL_OF_A_KIND.match(piece) or _HELD_OF_ALL.search(piece):
        return None
    if not _INDEFINITE.match(piece):
        happened = _PAST.search(piece)
    else:
        happened = None if _RELATIVE.search(piece) else _HELD_TO_HAPPEN.search(piece)
    if happened or _GENERIC.search(piece):
        return happened
    return _PRESENT.search(piece)
