# ruff: noqa: E501  (word lists and rule tables read better unbroken)
"""Figures in prose: amounts in digits and in words, with the mark that makes them money."""

import re
from typing import NamedTuple

_ONES = {w: n for n, w in enumerate(
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
)}  # fmt: skip
_TENS = {
    w: 10 * n
    for n, w in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2
    )
}
_SCALES = {
    "hundred": 100,
    "thousand": 1000,
    "grand": 1000,
    "million": 1_000_000,
    "k": 1000,
    "m": 1_000_000,
}
_SMALL = "|".join([*_TENS, *reversed(_ONES)])
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_FIGURE = re.compile(
    rf"(?P<sign>\$|usd |eur |us\$)? ?(?P<num>{_DIGITS})(?P<scale>\s?(?:k|m)\b|\s(?:hundred|thousand|grand|million)\b)?(?P<unit>\s?(?:dollars|usd|bucks|cents)\b)?"
    rf"|\b(?P<words>(?:{_SMALL}|an?)(?:[- ](?:{_SMALL}|hundred|thousand|grand|million|and)\b){{0,9}}(?![a-z]))\s*(?P<wunit>dollars|bucks|usd)?"
)


class Figure(NamedTuple):
    """One number: its span, value, and whether a currency sign or word stands beside it."""

    start: int
    end: int
    value: float
    is_money: bool


def find_figures(text: str) -> list[Figure]:
    """Return the numbers of a folded text; number words count from "one hundred" or with dollars."""
    found: list[Figure] = []
    for match in _FIGURE.finditer(text):
        if match["num"]:
            value = float(match["num"].replace(",", "")) * _SCALES.get(
                (match["scale"] or "").strip(), 1
            )
            found.append(
                Figure(match.start("num"), match.end(), value, bool(match["sign"] or match["unit"]))
            )
        else:
            spelled = read_words(match["words"])
            if spelled is not None and (match["wunit"] or spelled >= 100):  # noqa: PLR2004
                found.append(Figure(match.start(), match.end(), spelled, bool(match["wunit"])))
    return found


def read_words(text: str) -> float | None:
    """Read a number in words such as "twelve hundred and eighty"; None when it is none."""
    total = current = 0.0
    seen = False
    for word in re.split(r"[- ]+", text.strip(" -")):
        if word in _ONES or word in _TENS:
            current += _ONES.get(word, 0) + _TENS.get(word, 0)
        elif word in {"a", "an"}:
            current += 1
            continue
        elif word in _SCALES:
            scale = _SCALES[word]
            current = max(current, 1) * scale
            if scale >= 1000:  # noqa: PLR2004
                total, current = total + current, 0
        elif word != "and":
            return None
        seen = seen or word != "and"
    return total + current if seen else None
