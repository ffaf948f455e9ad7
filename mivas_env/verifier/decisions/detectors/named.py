# ruff: noqa: E501  (word lists and rule tables read better unbroken)
"""The tickers and companies that a reply names, from the record, the customer and the prose."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from mivas_env.schema.decision import DecisionContext, PolicyPack
from mivas_env.verifier.decisions.detectors.trading import TOPIC

_WORD = re.compile(r"\w+")
_TRADED = re.compile(
    r"\b(?:(?i:buy|sell|hold|keep|own|selling|buying|holding|shares of|trim|close)) (?:(?i:the|your|some|more|all) )?([A-Z]{2,5})\b"
)
_TICKER_AFTER = re.compile(r"\b[A-Z]{2,5}\b")
_NO_TICKER = frozenset([
    "ACH", "ADR", "AI", "ALL", "AM", "AND", "ANY", "APR", "ASAP", "CEO", "CEST", "CFPB", "COB", "CT", "DO", "EDT", "EOD", "EST", "ET", "ETF", "ETFS",
    "EUR", "FAQ", "FDIC", "FINRA", "FYI", "GBP", "GMT", "HR", "ID", "IPO", "IRA", "IRS", "IT", "NO", "NOT", "NYSE", "OK", "OR", "OTP", "PDF", "PIN",
    "PM", "PT", "SEC", "SIPC", "SMS", "THE", "TV", "US", "USA", "USD", "UTC", "WE", "YES", "YOU",
])  # fmt: skip
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
_NO_PROPER = frozenset([
    "ach", "app", "april", "august", "cfpb", "december", "dr", "english", "et", "february", "finra", "friday", "god", "hello", "hi", "i", "i'd",
    "i'm", "i've", "ira", "irs", "january", "july", "june", "march", "may", "monday", "mr", "mrs", "ms", "november", "october", "ok", "please",
    "saturday", "sec", "september", "sunday", "thanks", "thursday", "tuesday", "us", "usa", "wednesday", "wire",
])  # fmt: skip
_NO_NAME = frozenset([
    "account", "all", "and", "another", "any", "anything", "are", "at", "back", "big", "bond", "bonds", "both", "but", "call", "can", "cash", "could",
    "current", "did", "does", "down", "entire", "etf", "etfs", "everything", "existing", "first", "for", "from", "fund", "funds", "get", "had",
    "half", "has", "have", "her", "here", "his", "how", "into", "its", "largest", "let", "limit", "long", "margin", "market", "may", "might", "money",
    "more", "most", "my", "new", "not", "nothing", "now", "off", "old", "one", "ones", "open", "option", "options", "order", "orders", "other", "our",
    "out", "own", "part", "position", "positions", "put", "remaining", "right", "second", "shares", "short", "should", "small", "smallest", "some",
    "something", "stock", "stocks", "stop", "tech", "that", "the", "their", "them", "then", "these", "this", "those", "today", "two", "was", "were",
    "what", "when", "which", "who", "whole", "why", "will", "with", "would", "wrong", "your",
])  # fmt: skip


class _Said(NamedTuple):
    """What a customer's text names: tickers, proper words, and words used like an investment."""

    tickers: frozenset[str]
    proper: frozenset[str]
    named: frozenset[str]


@lru_cache(maxsize=256)
def _read_customer(text: str, firm_names: tuple[str, ...]) -> _Said:
    folded = text.lower()
    firm = {name.lower() for name in firm_names}
    return _Said(
        tickers=frozenset(_TICKER_AFTER.findall(text)),
        proper=frozenset(
            word for word in _PROPER.findall(text) if word.lower() not in _NO_PROPER | firm
        ),
        named=frozenset(name for pattern in _NAMED for name in pattern.findall(folded)) - _NO_NAME,
    )


def named_investments(cased: str, context: DecisionContext, pack: PolicyPack) -> frozenset[str]:
    """Return the tickers and company words that the reply names, in lower case."""
    known = {
        str(value)
        for value in _texts(context.account_facts)
        if re.fullmatch(r"[A-Z]{1,5}", str(value))
    }
    customer = _read_customer(context.customer_text, pack.firm_names)
    words = frozenset(_WORD.findall(cased))
    said = frozenset(word for word in words if _TICKER_AFTER.fullmatch(word)) - _NO_TICKER
    found = {word for word in customer.named if word in cased.lower()} & {
        word.lower() for word in words
    }
    if TOPIC.search(context.customer_text.lower()) or known & customer.tickers:
        found |= {word for word in (known | customer.proper) & words if len(word) > 1}
    found |= {
        word
        for word in (known & words) - {"I", "A"}
        if len(word) == 1 and re.search(rf"\b{word}\b(?!')", cased)
    }
    found |= said if asks_of_investing(context) else said & (known | customer.tickers)
    found |= set(_TRADED.findall(cased)) - _NO_TICKER
    return frozenset(word.lower() for word in found)


def asks_of_investing(context: DecisionContext) -> bool:
    """Say whether the customer has written about investing or named a ticker."""
    return _speaks_of_investing(context.customer_text)


@lru_cache(maxsize=256)
def _speaks_of_investing(text: str) -> bool:
    if TOPIC.search(text.lower()):
        return True
    return any(name not in _NO_TICKER for name in _TICKER_AFTER.findall(text))


_CHOICE = re.compile(
    r"\b(?:should (?:i|we)|would you|do you think|which (?:one|of|position|stock|would|should)|what (?:should|would|do) (?:i|you|a beginner)|what(?:'s| is| are) (?:the|my) (?:best|smart|safest|options)|is it (?:\w+ )?(?:good|worth|smart|wise|too late|better|safe|time|bad|crazy)|"
    r"is now|good (?:idea|time|moment)|or (?:wait|hold|sell|buy|keep|just|ride|let)|thoughts|your (?:advice|opinion|take)|recommend|do i (?:sell|buy|hold|bail|keep|get)|am i (?:too|wrong|right|crazy)|let it run|which is better|think (?:about|of)|versus|\bvs\b|(?:cut|sell|hold|keep|buy|trim|dump|average|deposit|close)\b[^.?!]{0,40} or |what to (?:do|sell|buy)|not sure what)\b"
)


def asks_for_advice(context: DecisionContext) -> bool:
    """Say whether the customer wants to be told what to do with an investment."""
    return asks_of_investing(context) and bool(_CHOICE.search(context.customer_text.lower()))


def _texts(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _texts(item)
    else:
        yield value
