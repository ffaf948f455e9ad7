"""The caller hears ordinary questions for its facts, and only those (CALLER section 7, Acts)."""

from pathlib import Path
from typing import Any

import pytest
from caller_kit import END, healthcare_lexicon, make_caller

from mivas_env import CallSession
from mivas_env.caller.hearing.analysis import analyse
from mivas_env.caller.speech.requests import asked_of
from mivas_env.schema.strict_yaml import load_yaml

LABELLED = Path(__file__).with_name("requests.yaml")
LATER = Path(__file__).with_name("requests_later.yaml")
REPEAT = "repeat"


class _All:
    """A caller that knows every fact."""

    def __contains__(self, _: object) -> bool:
        return True


def asked(line: str, facts: Any = None, kin: frozenset[str] = frozenset()) -> list[str]:
    acts = analyse(line, healthcare_lexicon(), 150).acts
    known = _All() if facts is None else facts
    found = asked_of(healthcare_lexicon(), acts.requests, acts.of_others, known, kin)
    return [REPEAT, *found] if acts.repeat else found


def read(file: Path) -> dict[str, Any]:
    return load_yaml(file.read_text(encoding="utf-8"), source=file.name, max_bytes=64 * 1024)


def labelled() -> dict[str, dict[str, list[Any]]]:
    return read(LABELLED)


def half(lines: list[Any], *, tuned: bool) -> list[Any]:
    return [line for i, line in enumerate(lines) if (i % 2 == 0) is tuned]


def misses(*, tuned: bool) -> list[str]:
    out: list[str] = []
    for fact, lines in labelled().items():
        for entry in half(lines["asks"], tuned=tuned):
            line, wanted = (entry, [fact]) if isinstance(entry, str) else entry.values()
            if not {*wanted} <= {*asked(line)}:
                out.append(line)
    return out


def false_alarms(*, tuned: bool) -> list[str]:
    return [
        line
        for fact, lines in labelled().items()
        for line in half(lines["not"], tuned=tuned)
        if fact in asked(line)
    ]


def test_what_was_tuned_on_is_heard_and_no_look_alike_is():
    assert (misses(tuned=True), false_alarms(tuned=True)) == ([], [])


def test_what_was_not_tuned_on_is_mostly_heard_as_well():
    total = sum(len(half(lines["asks"], tuned=False)) for lines in labelled().values())
    assert len(misses(tuned=False)) <= 0.05 * total
    assert len(false_alarms(tuned=False)) <= FALSE_ALARMS


FALSE_ALARMS = 7
"""Of 96 look-alikes; 19 before the phrases were looked at."""


@pytest.mark.parametrize(
    ("part", "missed", "alarms"),
    [
        (
            "tuned",
            ["If there's a group number on the card, I can take that too."],
            ["What time works is up to you."],
        ),
        ("kept", 3, []),
    ],
)
def test_later_lines_are_heard_as_well(part, missed, alarms):
    lines = read(LATER)[part]
    deaf = [x for fact, asks in lines["asks"].items() for x in asks if fact not in asked(x)]
    false = [x for fact, others in lines["not"].items() for x in others if fact in asked(x)]
    assert (len(deaf) if part == "kept" else deaf) == missed
    assert false == alarms


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("Which carrier is it, and what's the member ID on the card?", ["carrier", "member_id"]),
        ("Your first and last name and your date of birth, please?", ["full_name", "dob"]),
        ("Which mobile number is it, and is it the full amount today?", ["phone", "amount"]),
        ("Is the mole painful, and has a clinician looked at it?", ["symptoms", "diagnosed"]),
    ],
)
def test_two_questions_in_one_line_are_both_heard_in_their_order(line, facts):
    assert asked(line) == facts


@pytest.mark.parametrize(
    "line",
    [
        "Has your insurance changed?",
        "Would you like to know what it's for?",
        "Good morning, let me look into that for you.",
        "I see which office you mean.",
        "And you are all set.",
        "Your link went to the number ending in 0133.",
        "You can take that up with your insurance.",
        "If you have a fever, call us.",
    ],
)
def test_what_only_speaks_of_a_fact_does_not_ask_for_it(line):
    assert asked(line) == []


def test_whose_data_it_is_decides():
    line = "What is your mother's date of birth?"
    assert asked(line) == []
    assert asked(line, kin=frozenset({"mother"})) == ["dob"]
    assert asked("And your child's birthday?", kin=frozenset({"daughter"})) == ["dob"]


def test_without_a_fact_about_the_errand_the_errand_is_the_answer():
    line = "What brings you in?"
    assert asked(line, facts=["reason"]) == ["reason"]
    assert asked(line, facts=["full_name"]) == []


def talk(*lines: str, **changes: Any) -> list[str]:
    """Return what a caller with a name and a birth date answers."""
    script = {
        "facts": {
            "full_name": {"value": "Dana Whitfield", "say": "Dana Whitfield."},
            "dob": {"value": "1980-03-04", "say": "March fourth, nineteen eighty."},
        },
        "opening": ["Hello, I need a visit."],
        "asks": [
            {
                "id": "visit",
                "kind": "action",
                "in_opening": True,
                "say": ["I'd like a visit.", "A visit, please."],
                "answer": {"type": "done", "predicate": "booked"},
            }
        ],
        "end": END,
        "patience": {"start": 3, "free_holds": 1},
    }
    caller = make_caller(script | changes)
    caller.open()
    out = []
    for line in lines:
        caller.hear(line)
        out.append(caller.reply().text)
    return out


AGAIN = "Sorry, I didn't catch that."


def test_the_last_words_are_said_again():
    assert talk(AGAIN) == ["Hello, I need a visit."]
    assert talk("And you are?", "Could you say that once more?") == ["Dana Whitfield."] * 2
    assert talk("What can I do for you?", "Pardon?")[1] == "I'd like a visit."


def test_a_mere_yes_is_said_again_with_what_it_was_about():
    name, right, again = talk(
        "May I have your name?", "That's Dana Whitfield, is that right?", "Could you repeat that?"
    )
    assert again == f"{right} {name}"


def test_saying_it_again_is_free_as_often_as_a_wait_is():
    patient = talk(AGAIN, AGAIN, AGAIN)
    assert patient == ["Hello, I need a visit."] * 3
    assert talk(AGAIN, AGAIN, AGAIN, AGAIN)[3] == END["impatient"]


def test_a_fact_asked_for_once_more_is_no_call_for_the_last_words():
    assert talk("And you are?", "Could you repeat your date of birth?")[1].startswith("March")


def answers(task: str, *lines: str) -> list[str]:
    session = CallSession(f"healthcare/{task}", seed=1)
    try:
        return [str(session.say(line)) for line in lines]
    finally:
        session.close()


@pytest.mark.parametrize(
    ("task", "line", "answer"),
    [
        ("C3-M3", "Has a doctor looked at it?", "nobody's looked at it yet"),
        ("C1-H1", "Has a clinician diagnosed it?", "skin cancer"),
        ("R-M1", "Is the number we have on file fine?", "The number you have is the right one."),
        ("C5-H4", "Which mobile number, and is it the full amount today?", "All of it"),
        ("C2-H1", "May I ask why you're cancelling?", "I'm sick"),
        ("C2-H2", "How are you related to Caleb?", "I'm his father"),
        ("C2-H2", "What's your son's date of birth?", "October fifth"),
        ("R-M3", "And the last four digits of your phone?", "Zero one six three."),
        ("X-M1", "Which other days would work for you?", "week of August thirty-first"),
    ],
)
def test_scripts_hold_what_the_prompts_have_asked(task, line, answer):
    assert answer in answers(task, line)[0]


@pytest.mark.parametrize(
    "line",
    [
        "I can put you through to the office's front desk, or they can call you back. Which one?",
        "Front desk or a call back, which would you like?",
        "I can transfer you to the front desk now, or someone can call you. Which do you prefer?",
    ],
)
def test_of_two_ways_the_caller_takes_the_one_it_wants(line):
    assert "I'd rather have the front desk now." in answers("X-M4", line)[0]


@pytest.mark.parametrize(
    ("task", "line"),
    [
        ("R-M1", "So I'd tell the team that you'd like a call about your result. Is that right?"),
        ("R-M1", "So the message is that they call you about the biopsy. Shall I send it?"),
        ("R-M1", "I can have the team call you about it, would you like that?"),
        (
            "X-M1",
            "So patch testing at Montclair, the first opening in the week of August 31st to "
            "September 4th. Shall I book it?",
        ),
        ("X-M5", "I'd tell them that you need more of your tacrolimus ointment. Is that right?"),
        ("X-M5", "So I'd pass on to our nurses that you need a new tube. Is that right?"),
    ],
)
def test_a_message_summed_up_before_it_is_sent_gets_a_yes(task, line):
    said = answers(task, line)[0]
    assert any(word in said for word in ("es, ", "would you?", "lease, "))


def test_a_message_about_something_else_gets_no_yes():
    line = "So I'd tell the team that you'd like to cancel tomorrow's visit. Is that right?"
    assert "Yes" not in answers("R-M1", line)[0]
