"""Words that mean a legal value of some enum: found in what is said, never guessed."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from mivas_env.schema.arguments import ArgumentRule
from mivas_env.tools.spec import Tool

_STEM = 4
_RUN_TOGETHER = 8
_UNSAID = frozenset({"other"})
Domain = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Every enum of an industry's tools with the spellings of its values.

    `canonical` maps an exact spelling, as a tool answers it, to (domain, value).
    """

    spellings: dict[Domain, tuple[tuple[str, str], ...]]
    canonical: dict[str, tuple[tuple[Domain, str], ...]]
    capitals: frozenset[str]
    _read: dict[str, dict[Domain, tuple[str, ...]]] = field(default_factory=dict, repr=False)

    def find(self, words: str) -> dict[Domain, tuple[str, ...]]:
        """Return the values of each domain that `words` (lower case, blank-padded) spells.

        A pure function, remembered by its argument.
        """
        known = self._read.get(words)
        if known is None:
            if len(self._read) > 50_000:  # noqa: PLR2004  (bounds memory, changes no result)
                self._read.clear()
            known = {
                domain: found
                for domain, spelled in self.spellings.items()
                if (found := _spelled_in(words, spelled))
            }
            self._read[words] = known
        return known


def _spelled_in(words: str, spelled: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    joined = words.replace(" ", "")
    found = {
        value: words.rfind(f" {spelling} ")
        for spelling, value in spelled
        if f" {spelling} " in words
        or (len(spelling) >= _RUN_TOGETHER and spelling.replace(" ", "") in joined)
    }
    if not found:
        heard = [word[:_STEM] for word in words.split() if len(word) >= _STEM]
        for spelling, value in spelled:
            parts = [part[:_STEM] for part in spelling.split() if len(part) >= _STEM]
            if len(parts) > 1 and all(part in heard for part in parts):
                found.setdefault(value, 0)
    return tuple(sorted(found, key=lambda value: -found[value]))


def build_vocabulary(tools: Iterable[Tool]) -> Vocabulary:
    """Gather enums and alias tables from tool declarations."""
    spellings: dict[Domain, tuple[tuple[str, str], ...]] = {}
    canonical: dict[str, list[tuple[Domain, str]]] = {}
    capitals: set[str] = set()
    for rule in (rule for tool in tools for rule in tool.rules.values()):
        domain = domain_of(rule)
        if domain is None or domain in spellings:
            continue
        spelled = _spell(rule.items or rule, domain)
        spellings[domain] = tuple((text, value) for text, value in spelled.items())
        for text, value in spelled.items():
            canonical.setdefault(text, []).append((domain, value))
            capitals.update(word.capitalize() for word in text.split())
    frozen = {text: tuple(pairs) for text, pairs in canonical.items()}
    return Vocabulary(spellings, frozen, frozenset(capitals))


def domain_of(rule: ArgumentRule) -> Domain | None:
    """Return the legal values of an argument, of a list's items; None when it has no enum."""
    return (rule.items or rule).enum


def _spell(rule: ArgumentRule, domain: Domain) -> dict[str, str]:
    """Return spelling -> value: the value in words without a shared prefix, and its aliases."""
    heads = {value.partition("_")[0] for value in domain}
    shared = len(domain) > 1 and len(heads) == 1 and all("_" in value for value in domain)
    spelled: dict[str, str] = {}
    for value in domain:
        if value not in _UNSAID:
            bare = value.partition("_")[2] if shared else value
            spelled.setdefault(plain_words(bare), value)
    entries = rule.alias.entries if rule.alias is not None else {}
    for text, value in entries.items():
        if value in domain and value not in _UNSAID:
            spelled.setdefault(plain_words(text), value)
    return spelled


def plain_words(text: str) -> str:
    """Return `text` as lower-case words, underscores and punctuation read as blanks."""
    return " ".join(re.findall(r"[a-z0-9']+", text.casefold().replace("_", " ")))
