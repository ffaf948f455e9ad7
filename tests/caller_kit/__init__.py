"""A caller for tests: healthcare's lexicon as calls use it, two scripts, and a way to talk."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from mivas_env.caller.scripted import ScriptedCaller
from mivas_env.caller.speech.compiled import CompiledLexicon
from mivas_env.episode.kit import kit_of
from mivas_env.registry import industry_named
from mivas_env.schema.script import CallerScript
from mivas_env.schema.strict_yaml import load_yaml

HEARING = Path(__file__).parents[2] / "tasks" / "healthcare" / "hearing"
END = {"all_closed": "That is all I needed. Bye.", "impatient": "I'll try another time."}

PLAN_AT_OFFICE = {
    "id": "plan_at_office",
    "kind": "info",
    "in_opening": True,
    "say": ["Yes or no: is Aetna accepted at Park Avenue?", "Just Park Avenue, please: yes or no?"],
    "answer": {
        "type": "polar",
        "predicate": "accepts_plan",
        "bind": {"office": "loc_park_ave"},
        "exclusive": {"carrier": "aetna"},
    },
    "partial": [
        {"when": "polar_unbound", "say": "Which office did you check? I mean Park Avenue."},
        {"when": "bound_to_other", "say": "That is another office. I mean Park Avenue."},
        {"when": "hedged", "say": "I need a definite answer for Park Avenue."},
        {"when": "contradictory", "say": "Was that a yes or a no for Park Avenue?"},
    ],
}
DECLINES = [
    {"id": "no_booking", "on": {"act": "offer_booking"}, "say": "I'm not booking today."},
    {"id": "no_waitlist", "on": {"act": "offer_waitlist"}, "say": "No waitlist, thanks."},
    {"id": "no_text", "on": {"act": "offer_text"}, "say": "No need to text me."},
    {"id": "no_human", "on": {"act": "offer_human"}, "say": "I don't need a person."},
    {"id": "no_callback", "on": {"act": "offer_callback"}, "say": "No callback, please."},
]
DANA: dict[str, Any] = {
    "facts": {
        "full_name": {"value": "Dana Whitfield", "say": "Dana Whitfield."},
        "carrier": {"value": "aetna", "say": "Aetna."},
        "office": {"value": "loc_park_ave", "say": "The Park Avenue office."},
        "status": {"value": "new", "say": "I'd be a new patient."},
    },
    "opening": [
        "Hi, this is Dana Whitfield. I'm a new patient. Is Aetna accepted at Park Avenue?",
        "Hello, Dana Whitfield here. Does the Park Avenue office take Aetna?",
    ],
    "asks": [PLAN_AT_OFFICE],
    "responses": DECLINES,
    "end": END,
    "patience": {"start": 6},
    "limits": {"max_turns": 20},
}
MARIA: dict[str, Any] = {
    "facts": {
        "full_name": {"value": "Maria Alvarez", "say": "Maria Alvarez."},
        "dob": {"value": "1972-06-30", "say": "June thirtieth, nineteen seventy-two."},
        "zip": {"value": "10016", "say": "One zero zero one six."},
    },
    "opening": "Hi, I have a cosmetic consult coming up at Park Avenue. What would Botox cost?",
    "asks": [
        {
            "id": "price",
            "kind": "info",
            "in_opening": True,
            "say": ["I'd like to know what Botox would cost."],
            "answer": {"type": "money", "topic": "botox", "max_values": 4},
            "partial": [{"when": "contradictory", "say": "That's a lot of numbers."}],
        },
        {
            "id": "at_visit",
            "kind": "info",
            "say": ["Can we talk about Botox at the consult I already have?"],
            "answer": {
                "type": "polar",
                "predicate": "discuss_topic",
                "bind": {"visit": "existing"},
            },
            "partial": [{"when": "polar_unbound", "say": "At the consult I already have?"}],
        },
        {
            "id": "spread_cost",
            "kind": "info",
            "after": ["price"],
            "say": ["That's more than I can pay at once. Is CareCredit available?"],
            "answer": {
                "type": "polar",
                "predicate": "financing_available",
                "bind": {"financing": "carecredit"},
                "evidence": "claimed",
            },
            "partial": [
                {"when": "not_checked", "say": "Could you look that up in the system?"},
                {"when": "polar_unbound", "say": "Is that CareCredit?"},
            ],
        },
    ],
    "responses": DECLINES,
    "end": END,
    "patience": {"start": 7},
}


@cache
def healthcare_lexicon() -> CompiledLexicon:
    """Healthcare's lexicon exactly as its calls use it."""
    return kit_of(industry_named("healthcare")).lexicon


def make_caller(script: dict[str, Any], *, seed: int = 0) -> ScriptedCaller:
    """A caller of this script that has said its opening line."""
    caller = ScriptedCaller(
        CallerScript.model_validate(script), healthcare_lexicon(), task_id="t", seed=seed
    )
    caller.open()
    return caller


def say(caller: ScriptedCaller, *lines: str) -> str:
    """Say lines, one turn each; return the caller's last words."""
    text = ""
    for line in lines:
        caller.hear(line)
        text = caller.reply().text
    return text


def closed(caller: ScriptedCaller) -> list[str]:
    """The asks that are closed by now."""
    return list(caller.diagnostics()["closed_asks"])  # type: ignore[call-overload]


def load_probes(file: Path) -> dict[str, Any]:
    """One labelled probe set."""
    return load_yaml(file.read_text(), source=file.name)  # type: ignore[return-value]


def labelled_lines(file: Path) -> Iterator[tuple[str, str, str, str]]:
    """Yield (label, task, ask, words) of each line `label C1-M1 booked | You're booked.`."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and line[0] != "#":
            head, said = line.split(" | ", 1)
            label, task, ask = head.split()
            yield label, f"healthcare/{task}", ask, said
