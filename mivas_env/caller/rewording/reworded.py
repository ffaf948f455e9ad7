"""The scripted caller in other words: the rules choose the line, somebody else words it (CALLER 6).

Which line, which facts, which consent and which ending is the scripted caller's affair, which never
learns how its line was worded. So the worst that a wording can do is to sound odd.
"""

import hashlib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from mivas_env.caller.protocol import Caller, CallerTurn, EndedBy, KeepsAnswers, NoticesTalk
from mivas_env.caller.rewording.fidelity import Deviation, LineCheck, clean_output
from mivas_env.caller.rewording.line_prompt import PROMPT_VERSION, word_prompt
from mivas_env.schema.strict_json import canonical_json
from mivas_env.schema.text import normalise
from mivas_env.schema.told import Told

_SEEDS = 2**31


@dataclass(frozen=True, slots=True)
class LineRequest:
    """One line to reword.

    `messages` is the prompt in chat form, `seed` differs from line to line and is fixed by task,
    seed of the call and number of the line. `place` names the line in sentences for people.
    """

    line: str
    messages: tuple[dict[str, str], ...]
    seed: int
    place: str = ""

    @property
    def key(self) -> str:
        """What prompt and seed come down to: equal requests are one request."""
        return request_key(self.messages, self.seed)


def request_key(messages: object, seed: int) -> str:
    """Return the key of a prompt and its seed, as records of wordings use it."""
    content = canonical_json({"messages": messages, "seed": seed})
    return hashlib.sha256(content.encode()).hexdigest()


@runtime_checkable
class Reworder(Protocol):
    """Words lines of the scripted caller. Any object with these members may be given as `caller`.

    One may word the lines of many calls at once.
    """

    @property
    def name(self) -> str:
        """What words the lines, e.g. a model's name; part of the versions of a call."""

    def reword(self, request: LineRequest) -> str | None:
        """Return the line in other words, or None when there are none; then it stays as it is."""


class RewordedCaller:
    """A scripted caller whose lines somebody else words.

    `rules` is the caller that decides. `opening_words` is what the agent said before the caller
    spoke. A wording that departs from its line is not spoken; how often, and why, is in
    `diagnostics`, never before a policy.
    """

    def __init__(
        self,
        rules: Caller,
        reworder: Reworder,
        check: LineCheck,
        *,
        persona: Mapping[str, str],
        brief: str,
        opening_words: str,
        task_id: str,
        seed: int,
    ) -> None:
        self._rules = rules
        self._reworder = reworder
        self._check = check
        self._persona = persona
        self._brief = brief
        self._said: list[tuple[str, str]] = [("agent", opening_words)]
        self._place = f"{task_id} with seed {seed}"
        self._lines = 0
        self._reworded = 0
        self._kept: dict[Deviation, int] = {}

    @property
    def version(self) -> str:
        """What makes two wordings comparable: who worded, asked by which prompt."""
        return f"{self._reworder.name}, prompt {PROMPT_VERSION}"

    @property
    def satisfied(self) -> bool:
        """True once every ask of the script has been closed."""
        return self._rules.satisfied

    @property
    def said_goodbye(self) -> bool:
        """True once the closing words have been spoken."""
        return self._rules.said_goodbye

    @property
    def flags(self) -> tuple[str, ...]:
        """Unsafe offers heard so far, in order; for the trajectory only (CALLER rule 9)."""
        return self._rules.flags

    @property
    def told(self) -> Told:
        """What closed each ask so far, and the consents given; none where the rules keep none."""
        return self._rules.told if isinstance(self._rules, KeepsAnswers) else Told()

    def open(self) -> CallerTurn:
        """Say the opening line, after the agent's fixed greeting."""
        return self._worded(self._rules.open(), leaving=False)

    def hear(self, text: str) -> None:
        """Judge one utterance of the agent, alone and at once; the reply may come later."""
        self._said.append(("agent", normalise(text)))
        self._rules.hear(text)

    def reply(self) -> CallerTurn:
        """React to everything heard since the last reply."""
        stayed = not self._rules.said_goodbye
        turn = self._rules.reply()
        return self._worded(turn, leaving=stayed and self._rules.said_goodbye)

    def wait(self) -> CallerTurn:
        """One step of the agent has passed without speech."""
        return self._worded(self._rules.wait(), leaving=False)

    def wait_to_answer(self) -> CallerTurn:
        """The agent has spoken and goes on without waiting for a reply."""
        rules: object = self._rules
        turn = rules.wait_to_answer() if isinstance(rules, NoticesTalk) else CallerTurn()
        return self._worded(turn, leaving=False)

    def notice_end(self, by: EndedBy) -> None:
        """The line was closed by the agent, or the call was transferred to a person."""
        self._rules.notice_end(by)

    def diagnostics(self) -> Mapping[str, object]:
        """Inner state of the rules, lines reworded, lines kept by reason. Never for a policy."""
        kept = {reason.value: self._kept[reason] for reason in sorted(self._kept)}
        return {**self._rules.diagnostics(), "reworded": self._reworded, "kept": kept}

    def _worded(self, turn: CallerTurn, *, leaving: bool) -> CallerTurn:
        """Word what the rules chose; keep it where the wording departs from it."""
        if not turn.text:
            return turn
        self._lines += 1
        place = f"line {self._lines} of {self._place}"
        request = LineRequest(
            line=turn.text,
            messages=word_prompt(self._persona, self._brief, self._said, turn.text),
            seed=zlib.crc32(place.encode()) % _SEEDS,
            place=place,
        )
        output = self._reworder.reword(request)
        wording = clean_output(output or "")
        gone = leaving or turn.ending is not None
        deviation = self._check.deviation(turn.text, wording, leaving=gone)
        if deviation is None:
            self._reworded += 1
        else:
            self._kept[deviation] = self._kept.get(deviation, 0) + 1
            wording = turn.text
        self._said.append(("caller", wording))
        return CallerTurn(wording, turn.ending)
