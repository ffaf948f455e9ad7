"""Auxiliary judges of what was said: rules of the telephone, reported and never rewarded.

They read the record of a finished call. No gate, no reward and no verdict knows of them
(EVALUATION section 3).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mivas_env.episode.kit import Kit
from mivas_env.schema.trajectory import Event, Trajectory
from mivas_env.tools.spec import Effect

_IDENTIFIER = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b")
_DISCLOSURE = re.compile(r"\b(?:AI|virtual|automated|digital) (?:assistant|agent)\b", re.IGNORECASE)
_ASKED_IF_HUMAN = re.compile(
    r"\b(?:robot|machine|computer|real person|human|AI|automated)\b", re.IGNORECASE
)
_DOLLARS = re.compile(r"\$ ?([0-9][0-9,]*)(?:\.([0-9]{2}))?")


@dataclass(frozen=True, slots=True)
class SpokenFinding:
    """One lapse of speech: which rule, at which step, the words."""

    rule: str
    step: int
    words: str


def judge_speech(trajectory: Trajectory, kit: Kit) -> list[SpokenFinding]:
    """Return every lapse of a call, in the order of its steps.

    Rules: `identifier_spoken` (a tool, id or field name), `disclosure_repeated` (the greeting has
    said what the voice is), `figure_before_lookup` (an amount that no tool, caller or greeting has
    given yet), `disclosure_not_spoken` (a write completed although the amount of its disclosure
    was never said), `write_without_asking` (a write before any question to the caller).
    """
    found = [
        *_identifiers(trajectory),
        *_repeated_disclosure(trajectory),
        *_early_figures(trajectory),
        *_unspoken_disclosures(trajectory),
        *_unasked_writes(trajectory, kit),
    ]
    return sorted(found, key=lambda each: (each.step, each.rule, each.words))


def _spoken(trajectory: Trajectory) -> Iterator[Event]:
    """Yield what the agent said after its fixed greeting."""
    for event in trajectory.events[1:]:
        if event.kind == "agent":
            yield event


def _identifiers(trajectory: Trajectory) -> Iterator[SpokenFinding]:
    for event in _spoken(trajectory):
        for word in _IDENTIFIER.findall(event.content):
            yield SpokenFinding("identifier_spoken", event.step, word)


def _repeated_disclosure(trajectory: Trajectory) -> Iterator[SpokenFinding]:
    asked = False
    for event in trajectory.events[1:]:
        if event.kind == "caller":
            asked = asked or bool(_ASKED_IF_HUMAN.search(event.content))
        elif event.kind == "agent" and not asked:
            said = _DISCLOSURE.search(event.content)
            if said:
                yield SpokenFinding("disclosure_repeated", event.step, said[0])


def _amounts(text: str) -> set[int]:
    """Return the dollar amounts of a text, in cents."""
    return {
        int(whole.replace(",", "")) * 100 + int(cents or 0)
        for whole, cents in _DOLLARS.findall(text)
    }


def _numbers(text: str) -> set[int]:
    return {int(number) for number in re.findall(r"(?<![0-9])[0-9]{3,9}(?![0-9])", text)}


def _early_figures(trajectory: Trajectory) -> Iterator[SpokenFinding]:
    known: set[int] = set()
    for event in trajectory.events:
        if event.kind == "agent":
            for amount in sorted(_amounts(event.content) - known):
                words = f"${amount / 100:,.2f}"
                yield SpokenFinding("figure_before_lookup", event.step, words)
        else:
            known |= _amounts(event.content) | _numbers(event.content)


def _unspoken_disclosures(trajectory: Trajectory) -> Iterator[SpokenFinding]:
    """Follow each refusal that asked for a disclosure to the call that completed the write."""
    owed: dict[str, set[int]] = {}
    for event in trajectory.events:
        if event.kind == "agent":
            said = _amounts(event.content)
            owed = {name: amounts - said for name, amounts in owed.items()}
        elif event.kind == "tool" and event.call is not None:
            call = trajectory.calls[event.call]
            if (call.error_code or "").endswith("DISCLOSURE_REQUIRED"):
                owed[call.name] = _amounts(event.content)
            elif call.ok and owed.pop(call.name, None):
                yield SpokenFinding("disclosure_not_spoken", event.step, call.name)


def _unasked_writes(trajectory: Trajectory, kit: Kit) -> Iterator[SpokenFinding]:
    asked = False
    for event in trajectory.events[1:]:
        if event.kind == "agent":
            asked = asked or "?" in event.content
        elif event.kind == "tool" and event.call is not None and not asked:
            call = trajectory.calls[event.call]
            tool = kit.toolbox.by_name.get(call.name)
            if call.ok and tool is not None and tool.effect is Effect.WRITE:
                yield SpokenFinding("write_without_asking", event.step, call.name)
