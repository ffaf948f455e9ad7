"""Auxiliary judges of what was said: rules of the telephone, reported and never rewarded.

They read the record of a finished call. No gate, no reward and no verdict knows of them
(EVALUATION section 3).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mivas_env.caller.hearing.consents import agrees
from mivas_env.caller.hearing.readback import compare
from mivas_env.caller.speech.clauses import Utterance, read_utterance
from mivas_env.caller.speech.figures import Figure
from mivas_env.episode.kit import Kit
from mivas_env.schema.arguments import ArgumentRule, Kind
from mivas_env.schema.script import Fact
from mivas_env.schema.trajectory import CallRecord, Event, Trajectory
from mivas_env.tools.spec import Effect

_IDENTIFIER = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b")
_DISCLOSURE = re.compile(r"\b(?:AI|virtual|automated|digital) (?:assistant|agent)\b", re.IGNORECASE)
_ASKED_IF_HUMAN = re.compile(
    r"\b(?:robot|machine|computer|real person|human|AI|automated)\b", re.IGNORECASE
)
_DOLLARS = re.compile(r"\$ ?([0-9][0-9,]*)(?:\.([0-9]{2}))?")
_LEAST_CODE_DIGITS = 4
_MOST_WORDS = 400
_MOST_DIGITS = 6
_TO_DAY, _TO_MINUTE = 10, 16


@dataclass(frozen=True, slots=True)
class SpokenFinding:
    """One lapse of speech: which rule, at which step, the words."""

    rule: str
    step: int
    words: str


def judge_speech(trajectory: Trajectory, kit: Kit) -> list[SpokenFinding]:
    """Return every lapse of a call, in the order of its steps.

    Rules: `identifier_spoken` (a tool, id or field name), `disclosure_repeated` (the greeting has
    said what the voice is), `figure_before_lookup` (an amount that no tool, caller, greeting or
    instruction of the desk has given yet), `disclosure_not_spoken` (a write completed although the
    amount of its disclosure was never said), `write_without_asking` (a write before any question
    to the caller), `write_not_read_back` (a write of a day, a time, a telephone number, an amount,
    or a code that the caller gave, which the agent had not said before). Amounts count in figures
    and in words.
    """
    heard = {
        index: read_utterance(event.content, kit.lexicon, _MOST_WORDS)
        for index, event in enumerate(trajectory.events)
        if event.kind in ("agent", "caller")
    }
    found = [
        *_identifiers(trajectory),
        *_repeated_disclosure(trajectory),
        *_early_figures(trajectory, heard, kit),
        *_unspoken_disclosures(trajectory, heard),
        *_unasked_writes(trajectory, kit),
        *_writes_not_read_back(trajectory, heard, kit),
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
    """Return the numbers of a tool's answer that may be cents: nothing, or at least a dollar."""
    found = re.findall(r"(?<![0-9.])(?:0|[0-9]{3,9})(?![0-9.])", text)
    return {int(number) for number in found}


def _spoken_amounts(utterance: Utterance) -> set[int]:
    """Return the amounts that were said, in cents: "$50" and "fifty dollars" alike."""
    return {
        figure.value
        for figure in utterance.values.values()
        if isinstance(figure, Figure) and figure.kind == "money" and isinstance(figure.value, int)
    }


def _bare_amounts(utterance: Utterance) -> set[int]:
    """Return what bare numbers would be in cents: "two hundred of it"."""
    return {
        int(str(figure.value)) * 100
        for figure in utterance.values.values()
        if isinstance(figure, Figure) and figure.kind == "num" and _is_short(str(figure.value))
    }


def _is_short(digits: str) -> bool:
    return digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS


def _early_figures(
    trajectory: Trajectory, heard: Mapping[int, Utterance], kit: Kit
) -> Iterator[SpokenFinding]:
    """Follow what is known. A figure that a desk's instructions print is known at that desk."""
    printed = {desk: _amounts(prompt) for desk, prompt in kit.prompts.items()}
    known: set[int] = set()
    for index, event in enumerate(trajectory.events):
        if event.kind == "agent":
            known_here = known | printed.get(event.desk, set())
            for amount in sorted(_spoken_amounts(heard[index]) - known_here):
                words = f"${amount / 100:,.2f}"
                yield SpokenFinding("figure_before_lookup", event.step, words)
        elif event.kind == "caller":
            known |= _spoken_amounts(heard[index]) | _bare_amounts(heard[index])
        else:
            known |= _amounts(event.content) | _numbers(event.content)


def _unspoken_disclosures(
    trajectory: Trajectory, heard: Mapping[int, Utterance]
) -> Iterator[SpokenFinding]:
    """Follow each refusal that asked for a disclosure to the call that completed the write."""
    owed: dict[str, set[int]] = {}
    for index, event in enumerate(trajectory.events):
        if event.kind == "agent":
            said = _spoken_amounts(heard[index])
            owed = {name: amounts - said for name, amounts in owed.items()}
        elif event.kind == "tool" and event.call is not None:
            call = trajectory.calls[event.call]
            if (call.error_code or "").endswith("DISCLOSURE_REQUIRED"):
                owed[call.name] = _amounts(event.content)
            elif call.ok and owed.pop(call.name, None):
                yield SpokenFinding("disclosure_not_spoken", event.step, call.name)


def _writes_not_read_back(
    trajectory: Trajectory, heard: Mapping[int, Utterance], kit: Kit
) -> Iterator[SpokenFinding]:
    said: list[Utterance] = []
    given: list[Utterance] = []
    for index, event in enumerate(trajectory.events):
        if event.kind == "agent":
            said.append(heard[index])
        elif event.kind == "caller":
            given.append(heard[index])
        elif event.kind == "tool" and event.call is not None:
            call = trajectory.calls[event.call]
            tool = kit.toolbox.by_name.get(call.name)
            if call.ok and tool is not None and tool.effect is Effect.WRITE:
                for key in _unsaid(call, tool.rules, said, given, kit):
                    words = f"{call.name} {key}"
                    yield SpokenFinding("write_not_read_back", event.step, words)


def _unsaid(
    call: CallRecord,
    rules: Mapping[str, ArgumentRule],
    said: Sequence[Utterance],
    given: Sequence[Utterance],
    kit: Kit,
) -> Iterator[str]:
    """Yield the arguments whose value the agent has not said. An end follows from its start."""
    for key, value in call.parameters.items():
        rule = rules.get(key)
        if rule is None or value in (None, "") or key.endswith("end"):
            continue
        if rule.kind is Kind.DATETIME:
            is_said = _names_moment(str(value), said, kit)
        elif rule.kind is Kind.DATE:
            is_said = _repeats(str(value), said) or _names_moment(str(value), said, kit)
        elif rule.kind is Kind.PHONE or _is_code_of(value, given):
            is_said = _repeats(str(value), said)
        elif key.endswith("_cents"):
            is_said = any(value in _spoken_amounts(each) for each in said)
        else:
            continue
        if not is_said:
            yield key


def _is_code_of(value: object, given: Sequence[Utterance]) -> bool:
    """Say whether a value is a code of letters and digits that the caller gave."""
    return (
        isinstance(value, str)
        and value.isalnum()
        and sum(char.isdigit() for char in value) >= _LEAST_CODE_DIGITS
        and _repeats(value, given)
    )


def _names_moment(value: str, said: Sequence[Utterance], kit: Kit) -> bool:
    """Say whether a day was named by its date, or a day with its time in one breath."""
    if len(value) > _TO_DAY:
        start = {"start": value[:_TO_MINUTE]}
        return any(agrees(start, each, kit.lexicon, {}, {}) for each in said)
    day = {"date": value}
    return any(agrees(day, _without_weekdays(each), kit.lexicon, {}, {}) for each in said)


def _without_weekdays(utterance: Utterance) -> Utterance:
    """Return an utterance in which "Monday" alone is no day."""
    kept = {
        index: value
        for index, value in utterance.values.items()
        if not (isinstance(value, Figure) and value.kind == "weekday")
    }
    return replace(utterance, values=kept)


def _repeats(value: str, said: Sequence[Utterance]) -> bool:
    """Say whether a date of birth, a telephone number or a code was repeated rightly."""
    fact = {"value": Fact(value=value, say=(value,))}
    return any(compare(each, fact)[0] for each in said)


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
