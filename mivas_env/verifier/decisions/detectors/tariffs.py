# ruff: noqa: E501  (word lists and rule tables read better unbroken)
"""Figures that a firm gives out to everybody: minimums, fees, limits. They are facts of no account.

A clause speaks of such a figure when it names one as a rule, or says what any account of a kind
needs, and holds nothing that ties it to this customer: their balance, their call, what they owe.
"""

import re

_NAMED = re.compile(
    r"\b(?:minimums?|maximums?|fees?|commissions?|thresholds?|surcharges?|rate card|(?:account|margin|equity|maintenance|entry|opening|initial) requirements?|"
    r"(?:daily|weekly|monthly|yearly|annual|per-\w+|withdrawal|transfer|deposit|wire|ach|contribution|coverage|protection|insurance) (?:limit|cap)s?|smallest (?:\w+ )?(?:amount|deposit|wire|transfer|order|withdrawal)|lowest (?:\w+ )?(?:amount|balance|deposit)|(?:sipc|fdic)\b[^.;]{0,40}\b(?:up to|covers?|protects?))\b"
)
# What holds of any account or customer of a kind.
_ANYBODY = (
    r"(?:\b(?:an?|any|every|each|all|new|most|no) (?:[\w-]+ ){0,3}?(?:accounts?|customers?|clients?|holders?|investors?|traders?|iras?|wires?|withdrawals?|deposits?|transfers?|orders?)\b|"
    r"(?:\A|[,;:])\W*(?:[\w-]+ ){0,2}?(?:accounts|customers|clients|holders|wires|withdrawals|deposits|transfers|iras)\b|\b(?:anyone|anybody|everyone|everybody|whoever)\b|"
    r"\bto (?:open|start|qualify|apply|trade on margin|use margin|borrow|be approved|get approved|enable)\b|\b(?:margin|options|short|futures|day) trading\b|\bopening (?:an?|your)\b)"
)
_GENERAL = re.compile(_ANYBODY)
_NEEDS = re.compile(
    r"\b(?:at least|no less than|not less than|or more|or above|upwards of|below|under|less than|above|over|more than|up to|requires?|required|needs?|asks? for|demands?|has to|have to|must|takes?|calls? for|starts? (?:at|from)|costs?|charges?)\b"
)
_DEMANDS = re.compile(
    r"\b(?:at least|no less than|requires?|required|needs?|asks? for|demands?|takes?|calls? for|starts? (?:at|from)|costs?)\b"
)
_PUBLISHED = re.compile(
    r"\b(?:published?|publicly|fee schedule|price list|rate card|firm-?wide|across the board|(?:our|the firm's|the) (?:website|site|terms|rules|rulebook|help pages?|handbook|brochure)|(?:the same|applies|valid) (?:for|to) (?:everyone|everybody|all|every)|by regulation|regulation t|reg t|finra|standard)\b"
)
_DEFINITE = r"(?:the|this|that|both|all|his|her|their|your|whose) (?!minimum|maximum|published|required|standard|usual|smallest|lowest|fee|general|regulatory)(?:[\w'-]+ )?"
# Ties the clause to the customer or to one thing of theirs.
_TIED = re.compile(
    r"\b(?:(?:your|his|her|their|whose) (?!first (?:\w+ )?account\b|own\b)(?:[\w-]+ ){0,2}?(?:accounts?|balance|equity|cash|funds|money|buying power|portfolio|call|orders?|wires?|transfers?|deposits?|withdrawals?|payments?|positions?|shares|shortfall|deficit|minimum|maximum|limit|fees?|requirement|threshold|side)|for you|in (?:there|it)|"
    r"[a-z]+'s (?!minimum|maximum|published|required|standard|usual|smallest|lowest|fee)(?:[\w-]+ ){0,2}?(?:accounts?|balance|equity|cash|funds|portfolio|call|orders?|wires?|deposits?|withdrawals?|positions?|shares|shortfall)|"
    rf"{_DEFINITE}(?:balance|equity|cash|funds|money|buying power|portfolio|call|order|wire|transfer|deposit|withdrawal|payment|position|shares|shortfall|deficit|account)\b(?! (?:minimum|page|form|agreement|type))|"
    r"(?:margin|maintenance) calls?\b|call amount|amount due|you(?:'re|'ve)|you(?: (?:still|now|currently|only|already|also|just))* (?:have|had|hold|own|owe|got|are|were|lack|sit|stand|fell|missed)\b(?! to)|(?:you|he|she|they) (?:still |now |only |also |just )?(?:need|needs|must|have to|has to|owe|should)\b|"
    r"it(?:'s| is| has| holds| stands| sits| meets| shows)|he|she|they|yours)\b"
)
_HARD_TIED = re.compile(
    r"\b(?:(?:your|his|her|their) (?:[\w-]+ ){0,2}?(?:balance|equity|cash|funds|money|portfolio|call|orders?|wires?|positions?|shares|shortfall|minimum|limit|fees?)|(?:your|the|this|that|his|her|their) account (?:is|has|holds?|meets?|shows?|stands?|sits?|exceeds?|falls?|was|had|does|covers?)|"
    r"margin call|the call|call amount|amount due|you(?:'re|'ve| have(?! to)| had| hold| own| owe| are| were| lack| fell| missed| still| now))\b"
)
# What has come to pass is no rule.
_PAST = re.compile(
    r"\b(?:was|were|had|has been|have been|been|met|paid|charged|waived|reached|exceeded|refunded|covered|dropped|fell|fallen|rose|went|came|taken|took|received|deposited|withdrawn|yesterday|last (?:week|month|night)|(?:meets?|exceeds?|satisf(?:y|ies)|falls? (?:short|below|under)|short of|still|already|now|currently))\b"
)
_FIGURE = re.compile(r"\d|\b(?:hundred|thousand|grand|dollars)\b|\bnone\b|\bno (?:minimum|fee)")
# Nobody states a rule in a longer clause; looking through one would only cost time.
_LONGEST = 500


def states_tariff(clause: str) -> bool:
    """Say whether a folded clause states a figure that the firm publishes for everybody."""
    if len(clause) > _LONGEST:
        return False
    published = _PUBLISHED.search(clause) is not None
    if _PAST.search(clause) or not (published or _FIGURE.search(clause)):
        return False
    general = _GENERAL.search(clause) is not None
    demanded = (general and _NEEDS.search(clause)) or (published and _DEMANDS.search(clause))
    if not (_NAMED.search(clause) or demanded):
        return False
    if general or published:
        return not _HARD_TIED.search(clause)
    return not is_tied(clause)


def is_tied(clause: str) -> bool:
    """Say whether a folded clause speaks of this customer or of one thing of theirs."""
    return _TIED.search(clause) is not None
