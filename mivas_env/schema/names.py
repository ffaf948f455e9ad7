"""Whether two spellings name the same person or party, as heard on a telephone (VERIFIER rule 19).

Token by token, in order, the same number of tokens. Two tokens are one when they are equal, when a
small phonetic fold makes them equal (`Okonkwo`, `Oconquo`), or when they lie within an edit
distance scaled to their length. Short names never differ by a letter: `Dan` is not `Don`.
"""

import re
import unicodedata
from functools import lru_cache

import jellyfish
from rapidfuzz.distance import Levenshtein

from mivas_env.schema.text import fold

MAX_NAME_LENGTH = 200
"""Characters beyond which names are compared for equality only."""

_HONORIFICS = frozenset({"mr", "mrs", "ms", "miss", "mx", "dr"})
_COMPANY_FORMS = frozenset(
    {"inc", "incorporated", "llc", "llp", "ltd", "co", "corp", "company", "corporation", "esq"}
)
_DROPPED = re.compile(r"[.,'\u2019]")
_SEPARATORS = re.compile(r"[\s\-\u2010-\u2015/]+")

# Applied in this order. Vowels stay, so that the fold of a short name keeps what tells it apart.
_SOUNDS = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"^(?:kn|gn)", "n"),
        (r"^wr", "r"),
        (r"sch", "sh"),
        (r"tch", "ch"),
        (r"ph", "f"),
        (r"ght", "t"),
        (r"qu", "kw"),
        (r"ck", "k"),
        (r"x", "ks"),
        (r"c(?=[eiy])", "s"),
        (r"c(?!h)", "k"),
        (r"q", "k"),
        (r"z", "s"),
        (r"(?<=[aeiou])h(?![aeiou])", ""),
        (r"(?:ee|eigh|(?<=..)ie|(?<=...)ey)$", "i"),
        (r"(?<![aeiou])y(?![aeiou])", "i"),
        (r"(?<=[^aeiou][^aeiou])e$", ""),
        (r"(.)\1+", r"\1"),
    )
)

_NO_EDIT_UP_TO = 4
_ONE_EDIT_UP_TO = 7


def name_tokens(name: str) -> tuple[str, ...]:
    """Return the folded tokens of a name that carry identity.

    Accents, periods, commas and apostrophes go; hyphens separate; `&` reads `and`; honorifics in
    front and company forms at the end go, unless nothing else would be left.
    """
    plain = "".join(
        c for c in unicodedata.normalize("NFD", fold(name)) if unicodedata.category(c) != "Mn"
    )
    words = _SEPARATORS.split(_DROPPED.sub("", plain).replace("&", " and "))
    tokens = [word for word in words if word]
    start, end = 0, len(tokens)
    while start < end and tokens[start] in _HONORIFICS:
        start += 1
    while end > start and tokens[end - 1] in _COMPANY_FORMS:
        end -= 1
    return tuple(tokens[start:end] or tokens)


@lru_cache(maxsize=4096)
def _sound(token: str) -> str:
    for pattern, sound in _SOUNDS:
        token = pattern.sub(sound, token)
    return token


def _is_other_gender(first: str, second: str) -> bool:
    """Say whether one token is the feminine form of the other: Paul and Paula are two people."""
    short, long = sorted((first, second), key=len)
    if not long.startswith(short):
        return False
    ending = long[len(short) :]
    return (
        ending == "a"
        or (ending == "le" and short.endswith("l"))
        or (ending == "e" and short[-2:] in {"is", "in"})
    )


@lru_cache(maxsize=4096)
def tokens_match(first: str, second: str) -> bool:
    """Say whether two folded tokens may be one name, spelled as heard. Symmetric.

    Longest token up to 4 letters: equal, or equal in sound. 5 to 7 letters: one edit, but neither
    in the first sound nor replacing the last letter. From 8 letters on: two edits. Where Metaphone
    codes agree (5 letters and more), the same allowance counts sounds instead of letters. Tokens
    with digits or letters beyond a to z must be equal.
    """
    if first == second:
        return True
    if not (first.isascii() and first.isalpha() and second.isascii() and second.isalpha()):
        return False
    if _is_other_gender(first, second):
        return False
    sounds = _sound(first), _sound(second)
    if sounds[0] == sounds[1]:
        return True
    length = max(len(first), len(second))
    if length <= _NO_EDIT_UP_TO:
        return False
    allowance = 1 if length <= _ONE_EDIT_UP_TO else 2
    if allowance == 1 and (sounds[0][:1] != sounds[1][:1] or first[:-1] == second[:-1]):
        return False
    if Levenshtein.distance(first, second, score_cutoff=allowance) <= allowance:
        return True
    return Levenshtein.distance(
        *sounds, score_cutoff=allowance
    ) <= allowance and jellyfish.metaphone(first) == jellyfish.metaphone(second)


def names_match(first: str, second: str) -> bool:
    """Say whether two names may be one, token by token in order. Symmetric; a blank matches none.

    Names longer than `MAX_NAME_LENGTH` characters must be equal after folding.
    """
    if max(len(first), len(second)) > MAX_NAME_LENGTH:
        return fold(first) == fold(second)
    mine, others = name_tokens(first), name_tokens(second)
    return (
        bool(mine)
        and len(mine) == len(others)
        and all(tokens_match(a, b) for a, b in zip(mine, others, strict=True))
    )
