"""Spoken numbers as digits: "three hundred" -> 300, "nineteen seventy-two" -> 1972.

Pure functions over lists of words. A lone "one" and lone small ordinals stay words, since "one
moment" and "second opinion" are not numbers.
"""

UNITS = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
}
TENS = {
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
_SCALES = {"hundred": 100, "thousand": 1000, "grand": 1000}
ORDINALS = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "eleventh": 11,
    "twelfth": 12,
    "thirteenth": 13,
    "fourteenth": 14,
    "fifteenth": 15,
    "sixteenth": 16,
    "seventeenth": 17,
    "eighteenth": 18,
    "nineteenth": 19,
    "twentieth": 20,
    "thirtieth": 30,
}
MONTHS = {
    "january": 1,
    "february": 2,
    "march": 3,
    "april": 4,
    "may": 5,
    "june": 6,
    "july": 7,
    "august": 8,
    "september": 9,
    "october": 10,
    "november": 11,
    "december": 12,
    "jan": 1,
    "feb": 2,
    "aug": 8,
    "sept": 9,
    "sep": 9,
    "oct": 10,
    "nov": 11,
    "dec": 12,
}
NUMBER_WORDS = frozenset({*UNITS, *TENS, *_SCALES, *ORDINALS, "oh", "double"})

_TILL = frozenset({"till", "until"})
_LAST_TEEN = 19
_CENTURY_FLOOR = 13
_CLOCK_HOURS = 12
_SPELLED_RUN = 3
_MAX_DIGIT = 9


def convert(words: list[str], breaks: list[str]) -> tuple[list[str], list[str]]:
    """Return the words with spoken numbers as digits, and the punctuation that follows each.

    `breaks[i]` is the punctuation right after `words[i]`; a number never runs across it. A pair
    such as "nine thirty" becomes ``9:30``; single digits said in a row become one run of digits.
    """
    words, breaks = _compose(words, breaks)
    return _join_digits(words, breaks)


def _compose(words: list[str], breaks: list[str]) -> tuple[list[str], list[str]]:
    out: list[str] = []
    marks: list[str] = []
    i = 0
    while i < len(words):
        word, used = _number_at(words, breaks, i)
        if used == 0:
            word, used = words[i], 1
        out.append(word)
        marks.append(breaks[i + used - 1])
        i += used
    return out, marks


def _number_at(words: list[str], breaks: list[str], i: int) -> tuple[str, int]:
    """Read one number at `i`; return its digits and how many words it took, or ("", 0)."""
    word = words[i]
    if word in ORDINALS:
        before = words[i - 1] if i else ""
        after = words[i + 1] if i + 1 < len(words) else ""
        of = after == "of" and words[i + 2 : i + 3] != ["all"]
        if before in MONTHS or of or ORDINALS[word] > ORDINALS["fifth"]:
            return f"{ORDINALS[word]}th", 1
        return "", 0
    value, used = _below_hundred(words, breaks, i)
    if used == 0:
        if word in ("a", "several") and i + 1 < len(words) and words[i + 1] in _SCALES:
            return _scaled(words, breaks, i, 1, 1) if word == "a" else ("", 0)
        return _bare_hundred(words, breaks, i)
    if i + used < len(words) and not breaks[i + used - 1] and words[i + used] in _SCALES:
        return _scaled(words, breaks, i, value, used)
    return _pair(words, breaks, i, value, used)


def _bare_hundred(words: list[str], breaks: list[str], i: int) -> tuple[str, int]:
    """Read "hundred forty-three" of "the whole hundred forty-three"; "a few hundred" is none."""
    if words[i] != "hundred" or breaks[i]:
        return "", 0
    rest = i + 2 if words[i + 1 : i + 2] == ["and"] and not breaks[i + 1] else i + 1
    more = rest < len(words) and _below_hundred(words, breaks, rest)[1]
    return _scaled(words, breaks, i, 1, 0) if more else ("", 0)


def _pair(words: list[str], breaks: list[str], i: int, value: int, used: int) -> tuple[str, int]:
    """Finish a number below a hundred: a year, a clock time, an ordinal day, or itself."""
    j = i + used
    if j < len(words) and not breaks[j - 1]:
        after = words[j]
        if value in TENS.values() and after in ORDINALS and ORDINALS[after] <= _MAX_DIGIT:
            return f"{value + ORDINALS[after]}th", used + 1
        second, more = _below_hundred(words, breaks, j)
        if more and second > _MAX_DIGIT:
            if _CENTURY_FLOOR <= value <= UNITS["nineteen"] + 1:
                return str(value * 100 + second), used + more
            if 1 <= value <= _CLOCK_HOURS:
                return f"{value}:{second:02d}", used + more
        if after == "oh" and value <= _CLOCK_HOURS and j + 1 < len(words) and words[j + 1] in UNITS:
            follows = words[j + 2] if j + 2 < len(words) else ""
            if follows not in UNITS and follows != "oh":
                return f"{value}:{UNITS[words[j + 1]]:02d}", used + 2
    if words[i] == "one" and used == 1:
        return _lone_one(words, breaks, i)
    return str(value), used


def _lone_one(words: list[str], breaks: list[str], i: int) -> tuple[str, int]:
    """Keep "one" as a word unless a digit stands next to it."""
    after = words[i + 1] if i + 1 < len(words) and breaks[i] in ("", ",") else ""
    before = words[i - 1] if i and breaks[i - 1] in ("", ",") else ""
    digits = {*UNITS, "oh", "double"} - {"one"}
    near = (
        after in digits
        or before in digits
        or after.isdigit()
        or before.isdigit()
        or after in ("am", "pm", "o'clock", "thirty", "fifteen", "hour", "week", "day")
        or before in MONTHS
        or (before in ("at", "past", "after") and after != "of")
        or (before in _TILL and i > 1 and (words[i - 2] in UNITS or words[i - 2].isdigit()))
        or (after == "one" and before == "one")
    )
    return ("1", 1) if near else ("", 0)


def _below_hundred(words: list[str], breaks: list[str], i: int) -> tuple[int, int]:
    word = words[i]
    if word in UNITS:
        return UNITS[word], 1
    if word in TENS:
        if i + 1 < len(words) and not breaks[i]:
            unit = UNITS.get(words[i + 1], 0)
            if 1 <= unit <= _MAX_DIGIT:
                return TENS[word] + unit, 2
        return TENS[word], 1
    if word.isdigit() and i + 1 < len(words) and not breaks[i] and words[i + 1] in _SCALES:
        return int(word[:6]), 1
    return 0, 0


def _scaled(words: list[str], breaks: list[str], i: int, value: int, used: int) -> tuple[str, int]:
    """Read "<value> hundred|thousand (and) <rest>"; return the digits and the words taken."""
    total, current = 0, value
    j = i + used
    while j < len(words) and not breaks[j - 1] and words[j] in _SCALES:
        scale = _SCALES[words[j]]
        if scale == _SCALES["hundred"]:
            current *= scale
        else:
            total, current = total + current * scale, 0
        j += 1
        k = j + 1 if j + 1 < len(words) and words[j] == "and" and not breaks[j - 1] else j
        if k < len(words) and not breaks[j - 1]:
            more, taken = _below_hundred(words, breaks, k)
            if taken and (k == j or _is_tail(words, k, taken)):
                current += more
                j = k + taken
    return str(total + current), j - i


def _is_tail(words: list[str], k: int, taken: int) -> bool:
    """Tell "two hundred and fifty" from "three hundred and six hundred"."""
    after = words[k + taken] if k + taken < len(words) else ""
    return after not in _SCALES


def _join_digits(words: list[str], breaks: list[str]) -> tuple[list[str], list[str]]:
    """Join three or more single digits said in a row; "oh" is a zero, "double five" is 55."""
    out: list[str] = []
    marks: list[str] = []
    i = 0
    while i < len(words):
        run = ""
        j = i
        while j < len(words):
            piece, used = _digit_at(words, j)
            if not used:
                break
            run += piece
            j += used
            if breaks[j - 1] not in ("", ","):
                break
        if len(run) >= _SPELLED_RUN and j - i > 1:
            out.append(run)
            marks.append(breaks[j - 1])
            i = j
        else:
            out.append(words[i])
            marks.append(breaks[i])
            i += 1
    return out, marks


def _digit_at(words: list[str], j: int) -> tuple[str, int]:
    word = words[j]
    if len(word) == 1 and word.isdigit():
        return word, 1
    if word == "oh":
        return "0", 1
    if word == "double" and j + 1 < len(words):
        after = words[j + 1]
        if len(after) == 1 and after.isdigit():
            return after * 2, 2
        if after == "oh":
            return "00", 2
    if word == "one":
        return "1", 1
    return "", 0
