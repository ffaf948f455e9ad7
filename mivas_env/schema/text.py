"""One normaliser for text, used by the tool server, the verifier and the caller (PROOF S12)."""

import re
import unicodedata

_INVISIBLE = frozenset({"Cf", "Cc", "Cs", "Co", "Cn"})
_BLANKS = re.compile(r"\s+")


def normalise(text: str) -> str:
    """Return `text` in NFKC without format, control, surrogate or private characters.

    Line breaks and tabs become single spaces, runs of blanks collapse, both ends are stripped.
    Idempotent. Homoglyphs of other scripts stay what they are, so they never equal Latin letters.
    """
    if text.isascii() and text.isprintable():
        if type(text) is str and "  " not in text and text[:1] != " " and text[-1:] != " ":
            return text  # most texts are plain already
    else:
        text = unicodedata.normalize("NFKC", text)
        text = "".join(
            " " if c.isspace() else c
            for c in text
            if c.isspace() or unicodedata.category(c) not in _INVISIBLE
        )
        # Dropping a format character can make two combining sequences adjacent.
        text = unicodedata.normalize("NFKC", text)
    return _BLANKS.sub(" ", text).strip()


def strip_unseen(text: str) -> str:
    """Return `text` without blanks and invisible characters (byte-order marks) at both ends."""
    start, end = 0, len(text)
    while start < end and _is_unseen(text[start]):
        start += 1
    while start < end and _is_unseen(text[end - 1]):
        end -= 1
    return text[start:end]


def _is_unseen(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) in _INVISIBLE


def fold(text: str) -> str:
    """Return the caseless, normalised form in which two spellings of one value are equal."""
    folded = normalise(text).casefold()
    return folded if folded.isascii() else normalise(folded)


def keep_alphanumerics(text: str) -> str:
    """Return the folded text reduced to letters and digits, for tables that ignore spacing."""
    return "".join(c for c in fold(text) if c.isalnum())


def ascii_digits(text: str) -> str:
    """Return only the ASCII digits of `text` (after NFKC, which maps full-width digits)."""
    return "".join(c for c in normalise(text) if c in "0123456789")


def is_blank(value: object) -> bool:
    """Say whether a value counts as empty: None, a blank string, an empty list or object.

    ``False`` and ``0`` are values (VERIFIER rule 8).
    """
    if value is None:
        return True
    if isinstance(value, str):
        if value.isascii() and value.isprintable():
            return not value.strip()
        return not normalise(value)
    if isinstance(value, (list, tuple, dict)):
        return len(value) == 0
    return False
