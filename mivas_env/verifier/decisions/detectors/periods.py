# ruff: noqa: E501  (word lists and rule tables read better unbroken)
"""Find periods in prose: durations, deadlines, calendar dates and clock times, with their values."""

import re
from datetime import date, timedelta
from math import inf
from typing import NamedTuple

from mivas_env.verifier.decisions.detectors.figures import read_words

_ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
         "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")  # fmt: skip
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
         "eighty": 80, "ninety": 90}  # fmt: skip
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WORD_NUMBER = (
    rf"(?:(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_ONES[1:10])}))?|{'|'.join(reversed(_ONES))})"
)
# Parts of a whole: "half an hour", "a half", "three quarters of a day", "1/2".
_PART = r"(?:[1-7]/[2-8](?: of)?(?: an?\b| one\b)?|(?:(?:an?|one|two|three)[ -])?(?:half|quarters?(?= of\b)|thirds?(?= of\b))(?: of)?(?: an?\b| one\b)?)"
# What a whole count or a unit may add: "two and a half days", "an hour and a quarter", "2 1/2 hours".
_AND_PART = (
    r"(?:[ -]and[ -](?:(?:a|one|three)[ -])?(?:half|quarters?|thirds?)\b|(?: and |[ -])[1-7]/[2-8])"
)
_SCALE = r"(?:hundred|thousand|million|billion)"
# "A thousand", "ten thousand five hundred", "10 thousand", "10k", "hundreds of thousands of".
_LARGE = (
    rf"(?:(?:{_SCALE}s (?:of )?){{1,3}}|(?:\d{{1,3}}(?:,\d{{3}}){{1,6}}|\d+)(?:\.\d+)?(?:k\b|[ -]{_SCALE}\b)"
    rf"|(?:(?:an?|half an?|{_WORD_NUMBER})[ -])?{_SCALE}(?:[ -](?:and )?(?:{_SCALE}|{_WORD_NUMBER})\b){{0,6}})"
)
_COUNT = (
    rf"(?:(?:\d+|{_WORD_NUMBER}|an?){_AND_PART}|{_LARGE}|{_PART}|\d{{1,3}}(?:,\d{{3}}){{1,6}}(?:\.\d+)?|\d+(?:\.\d+)?|{_WORD_NUMBER}|"
    r"(?:a |another )?couple(?: of)?|(?:an? |another )?(?:few|handful of|dozen)|several|another|an?)"
)
_UNIT = (
    r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?|nights?|(?:week|work)days?|sessions?|bds?|weeks?|wks?|fortnights?|months?|mos?|quarters?|"
    r"years?|yrs?)"
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY_NAME = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|"
    r"sun(?:day)?)"
)
_ZONE = r"(?:\s*(?P<zone>(?:et|est|edt|eastern|pt|pst|pdt|pacific|ct|cst|cdt|central|mt|mst|mdt|mountain|utc|gmt|cet|bst)\b))?"
_BUSINESS = r"(?:business|biz|bus\.?|working|work|trading|banking|bank|market|exchange|settlement|stock market)"
# A count given twice: "ten (10) business days".
_AGAIN = rf"(?:\s*\((?:{_LARGE}|{_WORD_NUMBER}|\d+|\d{{1,3}}(?:,\d{{3}}){{1,6}})\))?"
# Joins the ends of a range: "24-48", "two to three", "two, maybe three".
_RANGE = r"(?:\s*[-/]\s*|-(?:to|or)-|\s+(?:to|or|and|through)\s+(?:(?:maybe|perhaps|possibly|even|at most|up to)\s+)?|,?\s+(?:or |and )?(?:maybe|perhaps|possibly|at most|if not|more like|even)\s+)"
_PERIOD = re.compile(
    r"\b(?:"
    r"(?P<iso>\d{4}-\d{2}-\d{2})"
    rf"|(?P<dm>(?:the )?(?P<dmd>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<dmm>{_MONTH})(?:,? (?P<dmy>\d{{4}}))?)"
    rf"|(?P<md>(?P<mdm>{_MONTH}) (?:the )?(?P<mdd>\d{{1,2}})(?:st|nd|rd|th)?\b(?![:%])(?:,? (?P<mdy>20\d\d))?)"
    rf"|(?P<slash>(?P<sm>\d{{1,2}})/(?P<sd>\d{{1,2}})(?:/(?P<sy>\d{{2,4}}))?(?!\d)(?![ -]*(?:of an? )?(?:(?:{_BUSINESS}|calendar)[ -]+)?{_UNIT}\b))"
    r"|(?P<clock>(?P<ch>\d{1,2})(?:[:.](?P<cm>\d\d))?\s?(?P<half>[ap])\.?m\b\.?"
    r"|(?P<ch2>[01]?\d|2[0-3])[:](?P<cm2>[0-5]\d)\b(?:\s?(?P<half2>[ap])\.?m\b\.?)?)"
    + _ZONE
    + rf"|(?P<spoken>(?:(?P<past>half|(?:a )?quarter) (?:(?P<turn>past|after|to|before) |(?<=\bby half )|(?<=\bat half )|(?<=\bbefore half )))?(?P<sh>{_WORD_NUMBER}|\d{{1,2}})(?:[ -](?P<smin>thirty|fifteen|forty-five))?(?: o'clock| (?P<shalf>[ap])\.?m\b\.?|"
    r" hundred hours| hundred(?= (?:et|eastern)\b)|(?= in the (?:morning|afternoon|evening)\b)|(?(past)(?! ?(?:hours|days))|(?!)))(?: in the (?P<spart>morning|afternoon|evening))?)(?:\s+(?P<zone2>et|eastern|pt|pacific|ct|central)\b)?"
    r"|(?P<part>noon|midday|mid-day|midnight|(?:close|end|start|beginning|opening|middle|top) of (?:the |this |that |next )?(?:today|tomorrow|business|play|trading|"
    rf"(?:{_BUSINESS} |same )?(?:day|session)|market)(?: day| session)?|(?:the |this |the same )(?:{_BUSINESS} )?session(?:'s)? (?:end|close)|(?:this|today's|tomorrow's|(?:mon|tues|wednes|thurs|fri)day's) (?:{_BUSINESS} )?session|(?:with)?in the (?:{_BUSINESS} )?session|(?:(?<=\bby )|(?<=\bbefore )|(?<=\bafter )|(?<=\bat ))the (?:open|opening|close|closing)(?=\W*(?:\Z|[.,;!]| (?:on|today|tomorrow|of (?!the|an?|your|our|this|that)|this|next)\b))|(?:the )?(?:market|markets) (?:open|close)s?|(?:market|opening|closing) bell|eod|cob|eob|cop|"
    r"close of (?:the )?markets?|(?:(?:today|tomorrow|monday|tuesday|wednesday|thursday|friday)(?:'s)? )(?:open|close)(?: of (?:business|trading))?\b|first thing|lunch ?time|(?:this |the |early |late |mid-)?(?:morning|afternoon|evening)s?|tonight|overnight|end-of-day|(?:(?<=\bat )|(?<=\bby )|(?<=\bbefore ))(?:[01]?\d|2[0-4]|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?= ?(?:[,;!]|\.(?!\d)|\Z|tomorrow|today|on\b|sharp|this|at the (?:very )?latest|or (?:so|sooner|earlier)\b))|before lunch|after lunch|nightfall)"
    rf"|(?P<named>(?:the )?(?:very )?(?P<which>same|next|following|first|coming)[ -](?P<biz>{_BUSINESS}[ -])?(?:day|(?P<session>session)))"
    r"|(?P<rel>the day after tomorrow|today|tomorrow|later today)"
    rf"|(?P<span>(?:the |this |next |coming |over the |by the )?week-?end|(?:this|next|the coming|the following|later this|early next|late next) (?:week|month|quarter|year)"
    r"|(?:end|start|beginning|middle|close|turn) of (?:the |this |next )?(?:week|month|quarter|year)|(?:the )?(?:month|week|year|quarter|day)'s end|mid-?week|mid-?month|(?:month|quarter|year)-?end|(?:in|by|during|before|of|until|early|late|this) q[1-4](?!\w)|(?:(?:(?:in|over|during) (?:the )?(?:further )?(?:course|space) of|during|throughout|later|sometime during) )(?:the|this) (?:\w+ )?(?:day|week|month|quarter|session)|eow|eom|eoy"
    r"|(?:end|start|beginning|middle|close) of (?:january|february|march|april|may|june|july|august|september|october|november|december)|(?:the |this )?(?:next|coming) (?:hour|day)|(?:within|inside|by) the (?:hour|day|week|month|year)|(?:(?:with)?in|inside|for|matter of|over the next|the next|next|coming|some|just|mere|another) (?:minutes|hours|days|weeks|months)"
    rf"|(?:(?<=\bon )|(?<=\bby )|(?<=\bbefore )|(?<=\buntil ))the (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|fifteenth|twentieth|thirtieth)(?= of|\W*(?:\Z|[.;!,]))|the (?:very )?(?:day|week|month) (?:after|afterwards|following)(?=\W*(?:\Z|[.;!]))|(?:(?<=before )|(?<=by )|(?<=until )|(?<=till )|(?<=after ))(?:labor day|thanksgiving|christmas|new year(?:'s)?(?: day| eve)?|memorial day|independence day|easter|the holidays)|before the (?:day|week|month|quarter|year) (?:is (?:out|over|up|through)|ends|closes|runs out)|(?:within|inside|(?<!ends )(?<!ending )in|in (?:under|less than)|(?:in|within|over) the next) (?:one|two|three|four|five|six|seven|\d{{1,2}})(?=\W*(?:\Z|\.(?!\d)|[;!]))|(?:in|by|during|until|before|early|late|mid|around)[ -](?:early |late |mid-?)?(?:january|february|march|april|june|july|august|september|october|november|december)(?! \d))"
    rf"|(?P<dur>(?P<lo>{_COUNT}){_AGAIN}(?:{_RANGE}(?P<hi>{_COUNT}){_AGAIN})?(?:\s+(?:more|full|short|long|whole|extra|further|consecutive|clear|additional|quick|little|good|solid|straight|entire|complete|mere)){{0,2}}"
    rf"[\s-]*(?:(?P<mod>{_BUSINESS}|calendar)[\s-]+(?:\([a-z ]{{1,24}}\)\s+)?)?(?P<unit>{_UNIT})\b(?:\(s\))?(?:(?P<more>{_AND_PART})|(?:,? or|,? (?:maybe|perhaps|possibly))(?: (?:maybe|perhaps|possibly|at most|even))? (?P<late>{_WORD_NUMBER}|\d{{1,2}})(?= (?:at|after|from|for|before|once|when|until|and|but|on|in|to|later)\b|\W*(?:\Z|[.,;:!?)])))?)"
    rf"|(?P<wd>(?:(?P<wq>this coming|this|next|coming|last|previous)\s+)?(?P<wname>{_DAY_NAME}))"
    r"|(?P<nth>the (?P<nd>\d{1,2})(?:st|nd|rd|th)(?! (?:\w+ )?(?:time|day|floor|item|party|attempt|century|person)))"
    r")\b"
)
_ELAPSED_AFTER = re.compile(
    r"\s*(?:ago\b|old\b|older\b|earlier\b|late\b|overdue\b|in the past|a (?:day|week|month|year)\b)|-old\b"
)
_NAMED_RULE = re.compile(
    r"[\s-]+(?:rule|limit|requirement|mark|cut-?off|threshold|policy|test|notice|moving average|chart|history|low|high|"
    r"t-?bill|note|bond|treasury|contract|maturity|term|trade|trader|trading|order)\b"
)
_ELAPSED_BEFORE = re.compile(
    r"(?:\b(?:last|(?:the|this) past|previous|since|per|every|each|once|twice|times|for the (?:last|past)|dated|aged?|over the past|of the|yesterday|"
    r"good|earlier(?= today)|(?<!you )(?<!be )(?<!get )(?<!come )(?<!them )back on|as of|starting|beginning|effective)|(?<!different )\bfrom)\s*\Z"
)
_TODAY_ANCHOR = re.compile(r"(?:\s+(?:is|was)\b|'s\b)")
_ABBREVIATED_DAY = frozenset(_WEEKDAYS) | {"tues", "thur", "thurs"}
_DAY_LEAD = re.compile(r"\b(?:by|on|before|until|till|next|this|coming|no later than|or)\s+\Z")


_PARTS = re.compile(
    r"(?:(?P<over>\d)/(?P<under>\d)|(?:\b(?:an?|one|(?P<times>two|three))[ -])?(?P<share>half|quarter|third)s?)(?: of)?(?: an?| one)?\Z"
)
_SCALED = re.compile(
    r"(?P<number>\d+(?:\.\d+)?)[ -]?(?P<scale>k|hundred|thousand|million|billion)?"
)
_UNTOLD = re.compile(rf"{_SCALE}s\b")
_SCALES = {"": 1, "k": 1e3, "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9}
_SHARES = (("half", 1 / 2), ("quarter", 1 / 4), ("third", 1 / 3))
_UNIT_NAMES = (
    ("h", "hour"), ("sec", "second"), ("s", "business_day"), ("b", "business_day"), ("weekday", "business_day"), ("workday", "business_day"),
    ("mi", "minute"), ("f", "week"), ("d", "day"), ("n", "night"), ("w", "week"), ("m", "month"), ("q", "quarter"), ("y", "year"),
)  # fmt: skip
# "Two seconds" is said of no time at all.
_FEWEST_SECONDS = 5


class Period(NamedTuple):
    """One period at `start:end` of the normalised text.

    `kind`: duration (value `(lo, hi, unit)`), day (value a date), weekday (value 0 to 6 and
    the qualifier), named (value "same" or "next", business days), clock (value minutes after
    midnight and the zone), part (a time of day without a figure), span (a stretch that no window
    equals). Counts that are not exact ("a few") are -1.
    """

    start: int
    end: int
    kind: str
    value: tuple[object, ...]


def find_periods(text: str, today: date) -> list[Period]:
    """Return the periods of a folded text in order; elapsed time, frequency and ages are left out.

    Dates without a year are the next such date on or after `today`.
    """
    found: list[Period] = []
    for match in _PERIOD.finditer(text):
        start, end = match.span()
        if match["dur"] and start and text[start - 1] in "$.,/+":
            continue
        before = text[max(0, start - 24) : start]
        after = text[end : end + 24]
        if _is_no_period(match, before, after):
            continue
        value = _read(match, today)
        if value is not None:
            found.append(Period(start, end, str(value[0]), value[1:]))
    return found


def _is_no_period(match: re.Match[str], before: str, after: str) -> bool:  # noqa: PLR0911
    if _ELAPSED_AFTER.match(after) and not (match["rel"] and after.startswith(" a ")):
        return True
    anchored = _ELAPSED_BEFORE.search(before)
    if anchored and not (
        match["clock"]
        or (match["rel"] and match["rel"] not in {"today", "later today"})
        or (match["dur"] and anchored.group().strip() in {"of the", "from"})
    ):
        return True
    if (match["rel"] or match["wd"]) and after.startswith("'s"):
        return True
    if match["rel"]:
        return match["rel"] == "today" and _TODAY_ANCHOR.match(after) is not None
    if match["wd"]:
        if match["wq"] in {"last", "previous"}:
            return True
        return match["wname"] in _ABBREVIATED_DAY and not _DAY_LEAD.search(before)
    if match["dur"]:
        bare_unit = match["unit"] in {"h", "mo", "mos"} and not match["lo"][0].isdigit()
        if match["lo"] == "another" and re.search(r"\b(?:on|at)\s+\Z", before):
            return True
        filler = match["lo"] in {"a", "one"} and match["unit"].startswith("min")
        if match["unit"].startswith("sec") and read_count(match["lo"]) < _FEWEST_SECONDS:
            return True
        frequency = match["lo"] in {"a", "an"} and re.search(
            r"(?:times|once|twice|\d|days|hours|hrs)\s+\Z", before
        )
        return bool(bare_unit or filler or frequency or _NAMED_RULE.match(after))
    return False


def _read(match: re.Match[str], today: date) -> tuple[object, ...] | None:  # noqa: PLR0911
    if match["dur"]:
        return "duration", *_read_duration(match)
    if match["wd"]:
        return "weekday", _WEEKDAYS.index(match["wname"][:3]), match["wq"] or ""
    if match["clock"] or match["spoken"]:
        return _read_clock(match)
    if match["part"]:
        return ("part", match["part"])
    if match["named"]:
        which = "same" if match["which"] == "same" else "next"
        if match["biz"] or match["session"]:
            return "named", which
        return "day", today if which == "same" else today + timedelta(days=1)
    if match["rel"]:
        ahead = {"today": 0, "later today": 0, "tomorrow": 1}.get(match["rel"], 2)
        return "day", today + timedelta(days=ahead)
    if match["span"]:
        return ("span", match["span"])
    day = _read_date(match, today)
    return None if day is None else ("day", day)


def read_count(text: str) -> float:
    """Read a count in digits or words, with halves and the like.

    What is not exact is -1, and infinite where it is large ("hundreds of").
    """
    word = text.replace(",", "").strip()
    part = _PARTS.search(word)
    if part:
        whole = re.sub(r"\band\Z", "", word[: part.start()].strip(" -")).strip(" -")
        return (read_count(whole) if whole else 0.0) + _read_part(part)
    scaled = _SCALED.fullmatch(word)
    if scaled:
        return float(scaled["number"]) * _SCALES[scaled["scale"] or ""]
    if word.startswith("half a"):
        return read_count(word.removeprefix("half ")) / 2
    number = read_words(word.removesuffix(" of"))
    return _read_vague(word) if number is None else number


def _read_vague(word: str) -> float:
    if _UNTOLD.match(word) or "billion" in word:
        return inf
    if "couple" in word:
        return 2.0
    if word.endswith("dozen"):
        return 12.0
    return 1.0 if word in {"a", "an", "another"} else -1.0


def _read_part(part: re.Match[str]) -> float:
    if part["over"]:
        return int(part["over"]) / int(part["under"])
    share = next(value for name, value in _SHARES if part["share"].startswith(name))
    return share * {"two": 2, "three": 3}.get(part["times"] or "", 1)


def _read_duration(match: re.Match[str]) -> tuple[float, float, str]:
    low = read_count(match["lo"])
    high = read_count(match["hi"]) if match["hi"] else low
    if match["late"]:
        high = read_count(match["late"])
    if match["more"]:
        added = read_count(match["more"])
        low, high = low + added, high + added
    unit = match["unit"]
    name = next(name for start, name in _UNIT_NAMES if unit.startswith(start))
    if unit.startswith("f"):
        low, high = low * 2, high * 2
    if match["mod"] and match["mod"] != "calendar" and name != "business_day":
        name = f"business_{name}"
    return low, high, name


def _read_clock(match: re.Match[str]) -> tuple[object, ...] | None:
    zone = match["zone"] or match["zone2"] or ""
    if match["spoken"]:
        hour = int(read_count(match["sh"]))
        minute = int(read_count(match["smin"])) if match["smin"] else 0
        if match["past"]:
            minute = 30 if match["past"] == "half" else 15
            if match["turn"] in {"to", "before"}:
                hour, minute = hour - 1, 60 - minute
        half = match["shalf"] or {"morning": "a", "afternoon": "p", "evening": "p"}.get(
            match["spart"] or "", ""
        )
    else:
        hour = int(match["ch"] or match["ch2"])
        minute = int(match["cm"] or match["cm2"] or 0)
        half = match["half"] or match["half2"] or ""
    if half == "p" and hour < 12:  # noqa: PLR2004
        hour += 12
    elif half == "a" and hour == 12:  # noqa: PLR2004
        hour = 0
    if hour > 24:  # noqa: PLR2004
        return None
    return "clock", hour * 60 + minute, zone


def _read_date(match: re.Match[str], today: date) -> date | None:
    try:
        if match["iso"]:
            return date.fromisoformat(match["iso"])
        if match["nth"]:
            return _next_day_of_month(int(match["nd"]), today)
        if match["slash"]:
            month, day, year = int(match["sm"]), int(match["sd"]), match["sy"]
        elif match["dm"]:
            month, day, year = _MONTHS.index(match["dmm"][:3]) + 1, int(match["dmd"]), match["dmy"]
        else:
            month, day, year = _MONTHS.index(match["mdm"][:3]) + 1, int(match["mdd"]), match["mdy"]
        if year:
            return date(int(year) + (2000 if len(year) == 2 else 0), month, day)  # noqa: PLR2004
        found = date(today.year, month, day)
        return found if found >= today else date(today.year + 1, month, day)
    except ValueError:
        return None


def _next_day_of_month(day: int, today: date) -> date:
    if day >= today.day:
        return today.replace(day=day)
    year, month = divmod(today.year * 12 + today.month, 12)
    return date(year, month + 1, day)
