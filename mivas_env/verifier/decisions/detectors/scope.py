# ruff: noqa: E501  (word lists and rule tables read better unbroken)
"""What takes the force out of a statement: negation, attribution, duty, availability."""

import re

from mivas_env.verifier.decisions.detectors.commitments import Speech, last_subject

# Negative in form, not in meaning: blotted out before negations are looked for.
_PSEUDO = re.compile(
    r"\b(?:no doubt(?: about it)?|without (?:a |any |further )?(?:fail|doubt|delay|question|exception|ado|problems?|trouble)|"
    r"no (?:need|reason|cause) (?:for you )?to (?:worry|panic|fret|call|chase|do anything|be concerned|follow up|fear)|not (?:only|just|merely|simply|least)|"
    r"no (?:problem|worries|question|matter|trouble|ifs|strings|excuses|fewer|less|surprises|obstacles?|hiccups|fuss|rush)|not to worry|nothing to (?:worry about|fear|do)|"
    r"nothing (?:stands|stand|will stop|can stop|prevents|should stop|is lost|in the way|speaks against)|(?:don't|do not|never|needn't|need not) (?:you )?(?:worry|hesitate|fear|panic|fret|stress)(?: at all)?|"
    r"never fails? to|(?:won't|will not|cannot|can't|not|never|don't|doesn't) (?:fail|miss|forget|hesitate|doubt|let (?:you|this)|leave you|keep you|disappoint|rest until|stop until|drag|delay)\b|"
    r"not impossible|cannot but|can't wait|why not|if not (?:sooner|earlier|before)|not a (?:problem|bother)|no one doubts|there(?:'s| is) nothing (?:stopping|to stop)|not unlikely|not unreasonable)"
)
_BOUND = re.compile(
    r"(?:\b(?:no|not|never|nor|cannot)\b|n't\b)(?:[ ,]+[\w']+){0,6}? (?:longer|later|more|past|beyond|over|exceed(?:s|ing)?|further|outside)"
    r"(?: than)?(?: about| around| roughly| the| a total of)?\s*\Z"
)
_NEGATOR = re.compile(
    r"(?:\b(?:not|never|cannot|neither|nor|nobody|no one|none|nothing|no|hardly|without|unable to|refuse[sd]? to|declin\w+ to|impossible (?:to|for)|"
    r"too (?:early|soon) to|(?:hard|difficult) to|reluctant to|avoid|stop short of|refrain from|hesitate to|barred from|wrong (?:to|that)|false that|"
    r"incorrect that|untrue that|far from|beyond (?:me|us) to|instead of|rather than|as opposed to|contrary to|in place of|no way|wish (?:i|we|that)|would love to|would like to be able to|if only|forbidden to|fail(?:s|ed)? to)\b|n't\b)"
)
_SAYING = re.compile(
    r"(?:[ ,]+[\w']+){0,6}?[ ,]+(?:say(?:ing)?|tell(?:ing)?|promis(?:e|ed|ing)|guarantee(?:d|ing)?|commit(?:ted|ting)?|confirm(?:ed|ing)?|state[d]?|stating|give[n]?|giving|offer(?:ed|ing)?|"
    r"quot(?:e|ed|ing)|nam(?:e|ed|ing)|know(?:ing)?|assur(?:e|ed|ing)|pledg(?:e|ed|ing)|count(?:ing)? on|rely(?:ing)? on|expect(?:ed|ing)?|predict(?:ed|ing)?|assum(?:e|ed|ing)|see|find|"
    r"think|believe|claim(?:ed|ing)?|mention(?:ed|ing)?|suggest(?:ed|ing)?|set|speak|sure|certain|true|correct|right|accurate|the case|clear|possible|realistic|"
    r"likely|given|known|plan(?:ned|ning)? on|bank(?:ing)? on|hold (?:us|me)|vouch|swear|mean(?:s|t)?|impl(?:y|ies|ied)|word|guess|forecast|estimate[d]?|indicate[d]?|"
    r"suppose|want|raise|agree[d]?|said|told|pretend|announce[d]?|publish(?:ed)?|record|view|stipulate[d]?|provide[sd]?)\b"
)
_NEGATIVE_SUBJECT = re.compile(
    r"(?:\b(?:nobody|no one|none|neither|nothing|no (?!doubt|later|longer|more|less)[\w-]+(?: [\w-]+){0,2}))"
)
_RELATIVE_NEGATION = re.compile(
    r"\b(?:you|that|which|who|they|he|she)(?: (?!we\b|i\b|it\b|there\b|nobody\b|our\b)\w+)? (?:did not|didn't|do not|don't|have not|haven't|had not|hadn't|never|was not|wasn't|were not|weren't|has not|hasn't|is not|isn't|are not|aren't)(?= \w+)"
)
_JUST_BEFORE = re.compile(
    r"\b(?:not|never|rather than|instead of|as opposed to|no longer|contrary to|unlike|and no)"
    r"(?: (?:the|a|an|in|within|by|on|after|for|your|those|these|about|only|that|until|till|before|to|with|of))*\s*\Z"
)
_SPEAKING = (
    r"(?:says?|said|saying|stat(?:e|es|ed|ing)|claim(?:s|ed|ing)?|writ(?:e|es|ing)|wrote|written|mention(?:s|ed|ing)?|reads?|reading|hear|heard|told|tell(?:s|ing)?|"
    r"informed|promised|promises|quot(?:e|es|ed|ing)|expect(?:s|ed|ing)?|hop(?:e|es|ed|ing)|believe[sd]?|thinks?|thought|assum(?:e|es|ed|ing)|understood|understand|"
    r"ask(?:s|ed|ing)?|want(?:s|ed)?|wish(?:es|ed)?|report(?:s|ed)?|describe[ds]?|suggest(?:s|ed)?|advertise[sd]?|show(?:s|ed)?|found|saw|seen|remember(?:ed)?|recalled|(?<=you )recall|"
    r"cite[sd]?|insist(?:s|ed)?|demand(?:s|ed)?|refer(?:s|red)?|(?:led|given) to (?:believe|understand)|assured|figured|guess(?:ed)?|argue[ds]?|worr(?:y|ied)|fear(?:ed)?|dream(?:ed)?)"
)
_ATTRIBUTION = re.compile(
    rf"\b(?P<who>you|he|she|they|who|which|that|someone else|somebody else|(?:the|your|that|this|another|an?|their|his|her|some|one)(?: [\w'-]+){{1,5}}?|people)(?! (?:may|might|would|should|could)(?: \w+)? (?:want|wish|hope|ask|suggest|think)\b)(?!'d (?:want|wish|think)\b)"
    rf"(?: (?:have|has|had|were|was|are|is|been|being|also|already|just|may|might|must|did|do|now|then|once|first|clearly|seem to|say you)|'(?:ve|d|re))*"
    rf" {_SPEAKING}\b"
)
_SOURCE = re.compile(
    r"\b(?:according to (?!(?:our|my) )|per (?:your|the)|in your (?:message|email|words|note|view|letter)|apparently|allegedly|supposedly|reportedly|"
    r"(?:the|your|that|this) (?:message|e?-?mail|letter|note|text|post|page|article|site|website|screenshot|caller|forum|leaflet|brochure)(?: [\w'-]+){0,4}?:|"
    r"(?:the|your|his|her|their|any|that|this|an?)(?: [\w'-]+){0,3}? (?:threat|claim|statement|assertion|story|suggestion|rumou?r|idea|notion|impression|belief|hope|wish|expectation|demand) (?:that|of|is)\b)"
)
_ATTRIBUTING_FRAME = re.compile(
    rf"\b(?:you|your (?:e?-?mail|message|letter|note|text|list|words)|the (?:letter|e?-?mail|caller|site|website|message|post|page|bank|forum|text)|they|he|she|law|regulation)\b[^:]*\b{_SPEAKING}\b[^:]*:\s*\Z"
)
_NEXT_STEPS = re.compile(
    r"\b(?:next steps?|what happens (?:next|now)|here(?:'s| is) (?:what (?:happens|will happen|comes next|we(?:'ll| will| do)|to expect|you can expect)|how (?:it|this|we)|the plan)|from here|the plan|steps|timeline|what (?:to expect|we(?:'ll| will)? do)|how (?:it|this) (?:works|goes)|our side|we will)\b[^:]*:\s*\Z"
)
_DUTY = re.compile(
    r"\b(?:ask(?:s|ing)?|need(?:s|ing)?|want(?:s|ing)?|remind(?:s|ing)?|require[sd]?|invit(?:e|es|ing)|expect(?:s|ing)?|for|advise|allow(?:s)?|enable[sd]?) (?:you|customers|clients|holders|everyone|people|them) to\b|"
    r"\b(?:will|'ll|shall|going to|we|i) (?:then |still |also |only )?(?:need|require|want|ask for|look for)\b(?! (?:about |around |some |roughly |another |up to |at most |only |just |at least )*(?:\d|an? |one|two|three|four|five|six|seven|eight|ten|twelve|twenty))|\bwhether\b|\btakes? you\b|\b(?:once|when|after|until|before|that|so) you(?:'ve| have)? \w+"
)
_CUSTOMER_MODAL = re.compile(
    r"\byou(?:'ll| will| would|'d)? (?:also |still |only |then |first )?(?:must|need to|have to|had better|are required|are asked|are expected|are free|are welcome|will need|may|can(?! (?:expect|count|rely|look forward|plan|bank))|could|have (?:until|up to|\d|one|two|three|four|five|six|seven|ten|fifteen|thirty|sixty|ninety))\b"
)
_AVAILABLE = re.compile(
    r"\b(?:we|desks?|teams?|lines?|phones?|chat|office|offices|branch|branches|support|agents?|someone|market|markets|exchange|hotline)\b[^,;]{0,40}\b(?:open|opens|available|staffed|reachable|on duty|online|at work|closed?(?= (?:at|on|from|for|by|until))|closes|answer(?:s|ed)? (?:calls|the phone)|work(?:s)? (?:from|until|till))\b|"
    r"\b(?:reach|call|ring|phone) (?:us|me|them) (?:\w+ )?(?:between|until|till|from|any ?time|on)\b|\b(?:opening|office|business|trading|working) hours\b|\bhours (?:are|of)\b"
)
_PAST_RELATIVE = re.compile(
    r"\b(?:you|they|he|she|that|which|who|we|i) (?:(?!(?:the|an?|your|our|his|her)\b)\w+ ){0,2}?(?:made|sent|placed|got|bought|sold|wrote|gave|took|paid|told|saw|had|did|was|were|submitted|\w+ed)\b"
)
_ATTACHED = re.compile(
    r"\b(?:of|from|dated|since|due(?: on| by)?|due date(?: is| of)?|posted on|titled|called|about(?= the))(?: the)?\s*\Z"
)
_DUE_THING = re.compile(
    r"\b(?:call|payment|margin|deposit|bill|tax|taxes|amount|return|interest)\b[\w ,'$.]{0,24}\bdue\b[\w ]{0,8}\Z|\bdue date\b"
)
_IS_DUE = re.compile(r"(?:\b(?:is|are|was|were|be|fall|falls)|'s|'re)(?: \w+)? due\b(?! to\b)")
_OWED_BY_US = re.compile(
    r"\b(?:refund|credit|decision|answer|reply|response|outcome|update|call-?back|letter|review|result|news|acknowledge?ment|money|payout|reimbursement)s?\b"
)
_KEEPS_YOU = re.compile(r"\b(?:keep|get|have|see) you \w+ed\b")
_ENDORSED = re.compile(
    r"\b(?:(?:that|this|it|which|they|he|she|you)(?:'s|'re| is| are| was| were)? (?:indeed |quite |absolutely |exactly |also )?(?:right|correct|true|accurate|still stands?|stands|holds?(?: good)?|what we (?:offer|do|promise)|how it (?:is|works))|"
    r"(?:i|we) (?:can |do |hereby |gladly )?(?:confirm|agree|endorse)|(?:i|we)(?:'ll| will) (?:do so|keep to|honou?r|stick to|stand by|make good)|yours (?:will|does|should|is)(?: too| as well| be no (?:exception|different)| no (?:exception|different))|(?:i|we)(?:'ll| will)(?=\W*$)|rightly|correctly|yes, that's)(?!\w)"
)


def blot_pseudo_negations(text: str) -> str:
    """Replace negations that do not negate by dots, keeping every offset."""
    return _PSEUDO.sub(lambda found: "." * len(found.group()), text)


def is_negated(clause: str, mark: int, mark_end: int, period: int) -> bool:  # noqa: C901
    """Say whether a negation in the clause takes back what `mark` commits to at `period`.

    Offsets are relative to the clause. Upper bounds ("no later than") do not negate, nor does a
    negated verb of a relative clause or of another predicate before the mark.
    """
    text = blot_pseudo_negations(clause)
    if _JUST_BEFORE.search(text[:period]) and not _BOUND.search(text[:period]):
        return True
    relatives = [found.span() for found in _RELATIVE_NEGATION.finditer(text)]
    limit = max(period, mark_end + 4)
    for negator in _NEGATOR.finditer(text, 0, limit):
        place = negator.start()
        says = _SAYING.match(text, negator.end())
        if place < mark and any(a <= place < b for a, b in relatives):
            continue
        if not says and _BOUND.search(text[place:period]):
            continue
        if mark < place and any(a <= place < b and a > mark for a, b in relatives):
            continue
        if place >= mark:
            if not _BOUND.search(text[place:period]):
                return True
            continue
        if negator.group() in {
            "instead of",
            "rather than",
            "as opposed to",
            "in place of",
            "without",
        }:
            continue
        if says and (says.end() <= mark + 4 or says.end() <= mark_end):
            return True
        if _NEGATIVE_SUBJECT.match(text, place) or mark - negator.end() <= 2:  # noqa: PLR2004
            return True
        if negator.group() in {"unable to", "impossible to", "no way"}:
            return True
    return False


def is_attributed(clause: str, mark: int, speech: Speech) -> bool:
    """Say whether what stands at `mark` is reported as somebody else's words or wishes."""
    if _SOURCE.search(clause, 0, mark + 5):
        return True
    for found in _ATTRIBUTION.finditer(clause, 0, mark):
        own = (
            speech.self_subject.search(found["who"])
            or last_subject(clause, found.start("who"), found.end("who"), speech) == "self"
        )
        if not own and not _ENDORSED.search(clause, found.start(), mark):
            return True
    return False


def is_endorsed(text: str) -> bool:
    """Say whether words after a reported figure adopt it."""
    blotted = blot_pseudo_negations(text)
    found = _ENDORSED.search(blotted)
    if found is None or re.search(
        r"\b(?:whether|if|unless|say|tell|check|make sure|see that)\b", blotted[: found.start()]
    ):
        return False
    return not _NEGATOR.search(blotted, max(0, found.start() - 24), found.end() + 8)


def frames_attribution(lead_in: str) -> bool:
    """Say whether a lead-in line that ends in a colon hands the word to somebody else."""
    return _ATTRIBUTING_FRAME.search(lead_in) is not None


def frames_next_steps(lead_in: str) -> bool:
    """Say whether a lead-in line announces what the desk will do."""
    return _NEXT_STEPS.search(lead_in) is not None


def is_availability(clause: str) -> bool:
    """Say whether the clause states opening hours; the period itself should be blotted out."""
    return _AVAILABLE.search(clause) is not None


def is_customer_duty(clause: str, mark: int, period: int) -> bool:
    """Say whether between `mark` and `period` the customer is the one to act."""
    low = min(mark, period)
    owed = period > mark and any(
        found.start() < period for found in _DUTY.finditer(clause, low, len(clause))
    )
    return (
        owed or _CUSTOMER_MODAL.search(clause, max(0, low - 12), max(mark + 12, period)) is not None
    )


def is_attached_to_noun(clause: str, mark: int, period: int, *, is_date: bool) -> bool:
    """Say whether the period only dates a thing or a past act ("the wire you sent on Friday")."""
    between = _KEEPS_YOU.sub(" ", clause[min(mark, period) : period])
    lead = clause[:period]
    if _DUE_THING.search(lead) or (_IS_DUE.search(lead) and not _OWED_BY_US.search(lead)):
        return True
    if is_date and _ATTACHED.search(between) and not re.search(r"\bdue back\b", between):
        return not re.search(r"(?:is|are|'s) due(?: on| by)?\s*\Z", between)
    return mark < period and _PAST_RELATIVE.search(between) is not None
