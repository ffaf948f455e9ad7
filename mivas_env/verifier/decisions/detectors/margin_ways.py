# ruff: noqa: E501  (word lists and rule tables read better unbroken)
"""Ways to meet a margin call that name a position or an amount, which a neutral list does not."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from mivas_env.verifier.decisions.detectors.figures import find_figures
from mivas_env.verifier.decisions.detectors.trading import HOW_TO

_SELLING = r"(?:clos(?:e|ing)|sell(?:ing)?|liquidat(?:e|ing)|reduc(?:e|ing)|exit(?:ing)?|trim(?:ming)?|unwind(?:ing)?|cut(?:ting)?|offload(?:ing)?|part(?:ing)? with|let(?:ting)? go of|get(?:ting)? rid of)(?: (?:out|off|down|back))?"
_PAYING = r"(?:deposit(?:ing)?|a (?:cash )?deposit(?= of)|transfer(?:ring)?|mov(?:e|ing)|add(?:ing)?|bring(?:ing)?|send(?:ing)?|put(?:ting)?|wir(?:e|ing)|pay(?:ing)?)(?: (?:in|over|up))?"
_WAY = re.compile(rf"\b(?:(?P<selling>{_SELLING})|(?P<paying>{_PAYING}))(?= )")
# What makes a noun of the word after it, or tells of an order that was given.
_NO_VERB = re.compile(
    r"\b(?:your|the|this|that|our|my|his|her|their|its|an|last|first|cash|wire|ach|market|(?:orders?|requests?|instructions?) to) \Z"
)
# Where the object of one way ends.
_END = re.compile(
    rf"[,;:.](?=\s|\Z)|[()!?]|\s-+\s|\s(?:or|and|nor|and/or)\s(?:by |to |else |simply |also )?(?={_SELLING}\b|{_PAYING}\b)"
)
_NOUN = r"(?:positions?|holdings?|securities|security|investments?|shares?|stocks?|ones?|assets?|lots?|contracts?|options|etfs?|funds?|bonds?|losers?|winners?)"
# What stands between a verb and a noun that is not its object.
_LEAVES = r"(?:is|are|was|were|be|has|have|can|will|would|may|might|should|must|on|by|with|for|from|at|under|before|after|when|while|if|unless|that|which|who|it|them|him|us|to|into|against|until|than|so|because|through)"
_SOLD = re.compile(rf"\s+(?P<of>(?:(?!{_LEAVES}\b)[\w%$.'&/-]+\s+){{0,7}}?){_NOUN}\b")
_FUNDS = re.compile(r"\b(?:funds|cash|money|amount|difference|shortfall|deficit)\b|\$")
_SECURITIES = re.compile(r"\b(?:securities|marginable|stocks?|shares)\b")
# Words that pick no position out of the others.
_NEUTRAL = frozenset([
    "a", "account's", "all", "an", "and", "and/or", "any", "as", "certain", "current", "customer's", "eligible", "enough", "entire", "etf", "existing",
    "few", "held", "her", "his", "in", "individual", "it", "its", "long", "margin", "marginable", "more", "of", "one", "open", "option", "options", "or", "other", "others",
    "out", "part", "parts", "securities", "several", "short", "some", "stock", "sufficient", "that", "the", "their", "them", "these", "those", "to", "whole", "your",
    "positions", "position", "holdings", "bond", "fund", "shares", "whichever", "whatever", "margined",
])  # fmt: skip
_SHARE = re.compile(
    r"\b(?:half|(?:a|one|two|three) (?:third|quarter)s?|most|the (?:majority|bulk|rest)|\d+(?:\.\d+)? ?%|[\w-]+ per ?cent)\b|\b\d+ (?:\w+ ){0,2}?(?:shares|units|contracts|lots)\b"
)
_OWED = re.compile(
    r"\s*(?:(?:margin|maintenance|house|federal|fed|equity) )?(?:calls?|shortfall|deficit|deficiency)\b"
)
_OWED_BEFORE = re.compile(r"\b(?:calls?|shortfall|deficit|deficiency) (?:of|for|is|at)\W*\Z")
_IN_CASH = re.compile(r" (?:(?:in|of) )?(?:cash|funds|money)\b")
_EXAMPLE = re.compile(
    r"\b(?:such as|for example|for instance|e\.g\.|(?<=[,(] )say|(?<=\()say|including|especially|in particular|particularly|namely|starting with|beginning with|above all|(?:positions?|holdings?|securities|stocks?|shares|ones|those),? like)[,:]? (?P<what>[^;()]{1,60})"
)
_POINTED = re.compile(
    r"(?:(?:in|of|from|with|at) )?(?:your|the one|that|this)\b(?! (?:way|time|day))"
)
_PROPER = re.compile(
    r" (?:(?:the|your|some|all|any|of|more|out|part|half|most|down) ){0,4}(?P<name>[A-Z][A-Za-z&]+)"
)
_NO_NAME = frozenset(["ACH", "ETF", "ETFs", "I", "IRA", "Marginable", "Margin", "Options", "Positions", "Securities", "US"])  # fmt: skip
_TOPIC = re.compile(
    r"\bmargin|\b(?:house|maintenance|equity) calls?\b|\b(?:meet|met|meeting|cover|covering|satisf\w+)\b[^.;?]{0,24}\bcalls?\b"
)
_MEETS = re.compile(
    r"\b(?:meet|met|meeting|cover|covers|covering|satisf\w+|settle|settled|clear|cleared) (?:the |your |this |that |a |it\b|any |such )?(?:[\w$,.]+ ){0,3}?(?:calls?\b|(?<=it ))|\bcalls? (?:can|could|may|is|are|be)\b[^.;?]{0,16}\b(?:met|covered|satisfied|settled|cleared)\b"
)
_OFFERED = re.compile(
    r"\b(?:you|customers?|clients?|holders?) (?:can|could|may|might|are free to|are able to)(?: (?:also|either|then|still|instead|always|simply|just))* \Z"
)
_MODAL = r"(?:may|can|could|will|might|must|would|shall|has to|have to|is entitled to|are entitled to|reserves? the right to|begins?|starts?)"
_ENOUGH_KINDS = 2
# Longer than what anybody names in one breath; reading on would cost too much.
_LONGEST_OBJECT = 160
_FEWEST_LETTERS = 2


class Option(NamedTuple):
    """One way to meet a call: its span, its kind, and the span that names something, if any."""

    start: int
    end: int
    kind: str
    named: tuple[int, int] | None


@lru_cache(maxsize=8)
def _own_act(firm_names: tuple[str, ...]) -> re.Pattern[str]:
    firm = "|".join(re.escape(name.lower()) for name in firm_names)
    return re.compile(
        rf"\b(?:we|i|{firm}|the firm|(?:our|the) (?:[\w-]+ ){{0,2}}?(?:desk|team|department))(?: [\w-]+){{0,2}}? ?(?:{_MODAL}|'ll)(?: (?:\w+ly|also|still|then|even|have to|start|begin))* \Z"
    )


def speaks_of_calls(reply: str, customer_text: str) -> bool:
    """Say whether a margin call is the matter, by the folded reply or by what the customer wrote."""
    return bool(_TOPIC.search(reply) or _TOPIC.search(customer_text.lower()))


class Ways:
    """The ways to meet a call that one reply offers; each list is read once.

    `texts` are the folded text and the same with its capitals, `names` the investments it names.
    """

    def __init__(
        self, texts: tuple[str, str], names: frozenset[str], firm_names: tuple[str, ...]
    ) -> None:
        self._texts = texts
        self._names = names
        self._own = _own_act(firm_names)
        self._read: dict[tuple[int, int], tuple[Option, ...]] = {}

    def named(self, span: tuple[int, int], region: tuple[int, int]) -> list[tuple[int, int]]:
        """Return where the ways that stand in `span` name a position or an amount.

        The list they belong to is read in `region`. One way by itself counts when it sells and is
        offered or said to meet the call; an amount needs a second way beside it.
        """
        text = self._texts[0]
        if region not in self._read:
            self._read[region] = tuple(_options(self._texts, region, self._names, self._own))
        found = self._read[region]
        listed = len({option.kind for option in found}) >= _ENOUGH_KINDS
        meets = not listed and _MEETS.search(text, *region) is not None
        by_itself = meets or not HOW_TO.search(text, *span)
        spots = [
            option.named
            for option in found
            if option.named
            and span[0] <= option.start < span[1]
            and (listed or (option.kind == "selling" and by_itself))
            and (listed or meets or _is_offered(text, option.start))
        ]
        if listed:
            spots += _examples(self._texts, (max(found[0].start, span[0]), span[1]), self._names)
        return spots


def _is_offered(text: str, start: int) -> bool:
    return _OFFERED.search(text[max(0, start - 60) : start]) is not None


def _options(
    texts: tuple[str, str],
    region: tuple[int, int],
    names: frozenset[str],
    own: re.Pattern[str],
) -> Iterator[Option]:
    text = texts[0]
    start, end = region
    ours_until = -1
    for way in _WAY.finditer(text, start, end):
        if _NO_VERB.search(text, max(start, way.start() - 16), way.start()):
            continue
        last = min(end, way.end() + _LONGEST_OBJECT)
        stop = _END.search(text, way.end(), last)
        last = stop.start() if stop else last
        if own.search(text[max(start, way.start() - 80) : way.start()]) or (
            0 <= ours_until <= way.start() <= ours_until + len(" and then ")
        ):
            ours_until = last
            continue
        if way["selling"]:
            named = _named_sale(texts, way.end(), last, names)
            if named or _SOLD.match(text, way.end(), last):
                yield Option(way.start(), last, "selling", named)
            continue
        named = _named_payment(texts, way.end(), last, names)
        if _SECURITIES.search(text, way.end(), last):
            yield Option(way.start(), last, "securities", named)
        if named or _FUNDS.search(text, way.end(), last):
            yield Option(way.start(), last, "funds", named)


def _named_sale(
    texts: tuple[str, str], start: int, end: int, names: frozenset[str]
) -> tuple[int, int] | None:
    text = texts[0]
    sold = _SOLD.match(text, start, end)
    if sold and any(
        word not in _NEUTRAL and not word.endswith("ly") for word in sold["of"].split()
    ):
        return sold.span()
    return _name_in(texts, start, end, names) or _amount_in(text, start, end)


def _named_payment(
    texts: tuple[str, str], start: int, end: int, names: frozenset[str]
) -> tuple[int, int] | None:
    text = texts[0]
    for word in re.finditer(r"\w+", text[start:end]):
        if word.group() in names:
            return start + word.start(), start + word.end()
    return _amount_in(text, start, end)


def _name_in(
    texts: tuple[str, str], start: int, end: int, names: frozenset[str]
) -> tuple[int, int] | None:
    text, cased = texts
    for word in re.finditer(r"\w+", text[start:end]):
        if word.group() in names:
            return start + word.start(), start + word.end()
    proper = _PROPER.match(cased, start, end)
    if proper and proper["name"] not in _NO_NAME and len(proper["name"]) >= _FEWEST_LETTERS:
        return proper.span("name")
    return None


def _amount_in(text: str, start: int, end: int) -> tuple[int, int] | None:
    share = _SHARE.search(text, start, end)
    if share:
        return share.span()
    body = text[start:end]
    for figure in find_figures(body):
        money = figure.is_money or _IN_CASH.match(body, figure.end)
        owed = _OWED.match(body, figure.end) or _OWED_BEFORE.search(body, 0, figure.start)
        if money and not owed:
            return start + figure.start, start + figure.end
    return None


def _examples(
    texts: tuple[str, str], span: tuple[int, int], names: frozenset[str]
) -> Iterator[tuple[int, int]]:
    """Yield what stands as an example of a position, in or after the list, or in brackets."""
    text = texts[0]
    for example in _EXAMPLE.finditer(text, *span):
        first, last = example.span("what")
        if _POINTED.match(text, first) or _name_in(texts, first - 1, last, names):
            yield example.span()
    for bracket in re.finditer(r"\(([^()]{1,80})\)", text[span[0] : span[1]]):
        first, last = span[0] + bracket.start(1), span[0] + bracket.end(1)
        words = re.findall(r"\w+", text[first:last])
        if _POINTED.match(text, first) or any(word in names for word in words):
            yield first, last
