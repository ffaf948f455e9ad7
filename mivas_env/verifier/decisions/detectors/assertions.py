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
    r"\b(?:can|could|may|might|must|shall|will|would|should|ought|needs?|have to|has to|had to|cannot|want\w*|wish|let|do not|don't|be able|able to|going to|about to|if|when|once|until|unless|whether|which|what|why|how|who|where)\b|(?:can|won|would|could|should)'t\b|'ll\b|'d\b"
)
_GENERIC = re.compile(
    r"\b(?:an?|any|every|each|some|many|most|whoever|anyone|always|usually|generally|normally|typically|often|never share)\b"
)
_TALK = re.compile(
    r"\b(?:pass(?:ed|ing)|forward\w*|escalat\w+|not(?:ed|ing)|rout(?:ed|ing)|flagg\w+|rais(?:ed|ing)|report\w*|mention\w*|ask\w*|told|tell\w*|said|say\w*|wrote|writ\w+|verif\w+|underst\w+|sorry|explain\w*|describ\w+|happen\w*|work(?:s|ed|ing)?|hand(?:ed|ing)|referr\w+|shar(?:e|ed|ing)|"
    r"please|confirm\w*|know\w*|questions?|help\w*|happy|glad|codes?|passcodes?|desks?|teams?|compliance|supervisors?|colleagues?|specialists?|polic\w+|rules?|app|page|forms?|docu\w+|cases?|complaints?|chat|messages?|click\w*|links?|texts?|scam\w*|phish\w*|website|decid\w+|decisions?|choices?|own name|advis\w+|priority|"
    r"details|information|general|moment|times?|windows?|promis\w+|discuss\w*|disclos\w+|privacy|security|secure\b|means?|fraud|investigat\w*|outcomes?|identity|attempts?|third part\w+|authority|wait\w*|regulators?|business days?|stay|keep\w*|belongs|depends|hear\w*|read|worr\w+|frustrat\w+|loss|apolog\w+|thank\w*|"
    r"cut-?off|someone|repl(?:y|ied)|answer\w*|right (?:place|people|person)|steps?|start\w*|possible|important|up to|open to|something|anything|rates?|law|pack|views?|comments?|neutral|licensed|procedures?|process\b|marked|treat\w*|urgent|missing|certain|claims?|take care|period|forum|figures? (?:is|are) not|kind of|english|expect\w*|"
    r"hop(?:e|ed|ing)|think|thought|feel|felt|believe[ds]?|wise|right to|options? are|ways? (?:to|are)|notice|due date of|estate|customer|holder|neighbou?r|mind|welcome|free to|entitled|require\w*|calculated|based|visible|shown|listed|mechanics|these\W*$|smelled|you did not|you didn't|available in|under (?:portfolio|activity|documents|profile|transfers|trade|security)|phone on file|"
    r"only (?:for|after|given)|confidential|allowed|permitted|licensed|matter\b|topic|kind\b|purpose|goal|aim|example|guide|article|section|tab|screen|button|market hours|holidays?|weekends?)\b"
)
_ACCOUNT = re.compile(
    r"\b(?:accounts?|balances?|cash|money|funds|shares?|stocks?|positions?|holdings?|portfolio|orders?|trades?|transfers?|wires?|withdr\w+|deposit\w*|payments?|che(?:ck|que)s?|dividends?|interest|margin|loans?|calls?|equity|buying power|login|log in|locked|password|e-?mail|phone|address|beneficiary|bank|rollover|ira|"
    r"401k|charged?|fees?|fill(?:ed)?|bought|sold|own|hold|invested|acats|stop|limit|card|statement|1099|tax form|profile|owe|options|sweep|two-factor|recall|assets|securities|bonds?|etfs?|sale|purchase)\b"
)
_FEWEST_WORDS = 3


def find_assertion(body: str, asked: str) -> re.Match[str] | None:
    """Return the verb of a clause that states something of the account; None when it does not.

    `body` is the clause, `asked` all that the customer wrote, both folded.
    """
    if _TALK.search(body) or _MODAL.search(body) or len(body.split()) < _FEWEST_WORDS:
        return None
    if not (_DEFINITE.match(body) or _FOR_YOU.search(body)):
        return None
    if _GENERIC.search(body) and not re.search(r"\b(?:your|you|his|her|their)\b", body):
        return None
    yours = re.match(r"\W*(?:\w+,? ){0,2}you\b", body) is not None
    if not (_ACCOUNT.search(body) or (not yours and _ACCOUNT.search(asked))):
        return None
    return _FINITE.search(body)
