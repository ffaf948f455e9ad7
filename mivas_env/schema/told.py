"""What a caller was told and agreed to, and whether it is what a task expects (strict reward).

The caller itself never learns what is true: it keeps what it heard, and the frame compares at the
end. So nothing in its lines can give an answer away.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from mivas_env.schema.script import AnswerType, CallerScript

YesOrNo = Literal["yes", "no", "unconfirmed"]
_Cents = Annotated[int, Field(strict=True, ge=0)]
ToldValue = YesOrNo | tuple[_Cents, ...] | tuple[str, ...]
"""The answer that closed an ask: for yes/no one of three words, for money cents, else keys."""
ANY = "any"
"""Stands for an answer that a task leaves open."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Told(_Frozen):
    """What a caller heard in one call: the answer that closed each ask, and its consents.

    Asks that close by an act or in free words (done, text_key, datetime, human) have no entry: that
    they closed says all. `consents` are in the order in which they were first given.
    """

    answers: dict[str, ToldValue] = Field(default_factory=dict)
    consents: tuple[str, ...] = ()


class ExpectedTold(_Frozen):
    """What the caller must have been told for the strict reward, as the oracle's call tells it.

    `answers`: "yes", "no" or "unconfirmed"; a list of cents, of which one must have been said; a
    list of keys, of which one must have been said; or "any". `consents`: those that must have been
    given; a list among them asks for one of its own.
    """

    answers: dict[str, ToldValue | Literal["any"]] = Field(default_factory=dict)
    consents: tuple[str | tuple[str, ...], ...] = ()


def find_misplaced(expected: ExpectedTold, script: CallerScript) -> str | None:
    """Return a sentence for the first entry that fits no ask or consent of the script, or None."""
    asks = {ask.id: ask.answer for ask in script.asks}
    for ask, value in expected.answers.items():
        answer = asks.get(ask)
        kind = None if answer is None else answer.type
        if kind not in _FORMS:
            return f"exp_told: {ask!r} is no ask that is answered by yes or no, money or a key"
        if value != ANY and not _FORMS[kind](value):
            return f"exp_told: {ask!r} is an ask of type {kind}, which {value!r} does not answer"
    known = {consent.id for consent in script.consents}
    for entry in expected.consents:
        for name in _ways(entry):
            if name not in known:
                return f"exp_told: {name!r} is no consent of the script"
    return None


def _ways(entry: str | tuple[str, ...]) -> tuple[str, ...]:
    return (entry,) if isinstance(entry, str) else entry


def _all_are(value: object, kind: type) -> bool:
    return isinstance(value, tuple) and bool(value) and all(type(v) is kind for v in value)


_FORMS = {
    AnswerType.POLAR: lambda value: isinstance(value, str),
    AnswerType.MONEY: lambda value: _all_are(value, int),
    AnswerType.ENUM: lambda value: _all_are(value, str),
}


def find_misses(expected: ExpectedTold, told: Told) -> tuple[str, ...]:
    """Return a sentence for every answer that was not the expected one and every consent not given.

    A definite "yes" where it is none is told falsely, and so is anything else where it is one;
    "no" and "that cannot be confirmed" are close in speech and stand for each other. An ask that
    has not closed is not a miss: that the caller is not satisfied says so already.
    """
    return (*_wrong_answers(expected.answers, told.answers), *_missing(expected, told))


def _wrong_answers(expected: Mapping[str, object], told: Mapping[str, object]) -> Iterator[str]:
    for ask, right in expected.items():
        heard = told.get(ask)
        if heard is None or right == ANY or _agrees(right, heard):
            continue
        yield f"{ask}: the caller was told {_in_words(heard)}, where it is {_in_words(right)}"


def _agrees(right: object, heard: object) -> bool:
    if isinstance(right, tuple) and isinstance(heard, tuple):
        return not set(right).isdisjoint(heard)
    if isinstance(right, str) and isinstance(heard, str):
        return (right == "yes") == (heard == "yes")
    return False


def _in_words(value: object) -> str:
    if not isinstance(value, tuple):
        return str(value)
    shown: list[Any] = [f"${v / 100:.2f}" if isinstance(v, int) else v for v in value]
    return " and ".join(map(str, shown))


def _missing(expected: ExpectedTold, told: Told) -> Iterator[str]:
    for entry in expected.consents:
        ways = _ways(entry)
        if not set(ways) & set(told.consents):
            yield f"{' or '.join(ways)}: the caller never agreed to it"
