"""The caller's facts that are spans of days: when they count, and what of them was repeated."""

import re
from collections.abc import Sequence

from mivas_env.caller.agenda import Agenda, Heard
from mivas_env.caller.speech.clauses import Utterance
from mivas_env.caller.speech.compiled import CompiledLexicon
from mivas_env.caller.speech.spans import said_span, same_span, span_of

_DAY = re.compile(r"20[2-9]\d-\d{2}-\d{2}\Z")


class SpanFacts:
    """The spans of one script. One that waits (`after`) counts once what it waits for is there."""

    def __init__(self, lexicon: CompiledLexicon, agenda: Agenda) -> None:
        self._lexicon = lexicon
        self._agenda = agenda
        facts = agenda.script.facts
        found = {key: span_of(f.value) for key, f in facts.items() if isinstance(f.value, str)}
        self._spans = {key: span for key, span in found.items() if span is not None}

    def among(self, fact_ids: Sequence[str]) -> set[str]:
        """Return those of the facts that are spans."""
        return self._spans.keys() & set(fact_ids)

    def counts(self, fact_id: str) -> bool:
        """Say whether a span counts by now."""
        return self._agenda.reached(self._agenda.script.facts[fact_id].after)

    def read_back(self, utterance: Utterance, heard: Heard) -> bool:
        """Hear whether a question repeats a span rightly; days of it are then no other fact's."""
        live = [key for key in self._spans if self.counts(key)]
        today = self._lexicon.today
        told = said_span(utterance, today) if live else None
        if told is None:
            return False
        for key in live:
            into = heard.right if same_span(told, self._spans[key], today) else heard.wrong
            if key not in into:
                into.append(key)
        facts = self._agenda.script.facts
        heard.wrong[:] = [f for f in heard.wrong if not _DAY.match(str(facts[f].value))]
        return True

    def asked(self, requests: Sequence[str], fact_ids: list[str]) -> list[str]:
        """Return the facts asked for: a span that counts instead of the day of a visit, or not."""
        out = list(fact_ids)
        for name in requests:
            together = self._lexicon.lexicon.requests[name].facts
            spans = self.among(together)
            live = {key for key in spans if self.counts(key)}
            if live or len(together) > len(spans):
                drop = set(together) - live if live else spans
                out = [f for f in out if f not in drop]
        return out
