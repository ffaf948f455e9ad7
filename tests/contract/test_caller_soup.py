"""Nobody follows speech that says everything at once; terse speech with many names is followed."""

import pytest
from caller_kit import healthcare_lexicon

import mivas_env
from mivas_env.agents.probes.idle import soup
from mivas_env.caller.scripted import ScriptedCaller
from mivas_env.caller.speech.acts import read_acts
from mivas_env.caller.speech.clauses import read_utterance
from mivas_env.caller.speech.soup import nobody_follows


def followed(line: str) -> bool:
    utterance = read_utterance(line, healthcare_lexicon(), 150)
    return not nobody_follows(utterance, read_acts(utterance))


def test_every_answer_at_once_closes_no_ask_of_any_caller():
    names = mivas_env.list_tasks("healthcare")
    session = mivas_env.CallSession(names[0])
    line = soup(mivas_env.load_task(names[0]))(session)["say"]  # type: ignore[index]
    session.close()
    for name in names:
        script = mivas_env.load_task(name).lockfile.caller.script
        caller = ScriptedCaller(script, healthcare_lexicon(), task_id=name, seed=0)
        caller.open()
        for _ in range(4):
            caller.hear(line)
            caller.reply()
        assert caller.diagnostics()["closed_asks"] == [], name


@pytest.mark.parametrize(
    "line",
    [
        "Yes, no, it is accepted, it is not accepted, you're booked, and it's cancelled.",
        "Park Avenue, Windermere, Montclair, Aetna, Cigna, Medicare, so that is all of it for you.",
        "It is booked. It is sent. It was moved. It's done. Yes. No. Monday. $50. It is free.",
        "it is booked it is sent your card is updated it was moved the review is opened",
        "yes yes yes yes yes yes yes yes yes yes yes yes yes yes yes",
        "accepted booked cancelled moved sent saved covered approved consult free text no",
    ],
)
def test_nobody_follows_this(line):
    assert not followed(line)


@pytest.mark.parametrize(
    "line",
    [
        "Your appointment is booked: Tuesday, August twenty-fifth, eight thirty, Park Avenue, "
        "sixth floor, Doctor Andres Delgado, MD.",
        "Booked: Monday, August 24th, 1:15 PM, Dr. Miriam Hartwell, Park Avenue, sixth floor, "
        "suite 610.",
        "Coral Gables is at 1375 Alcazar Arcade, Coral Gables, Florida 33134, third floor, suite "
        "305.",
        "219 Pacific Court, Brooklyn, New York 11201, second floor, suite 2C, Cobble Hill.",
        "Let me read that back: Cigna, member ID C 9 1 8 2 4 0 5 7 3. Is that right?",
        "Windermere does not take Aetna. Cobble Hill does not take Aetna. Park Avenue takes Aetna.",
        "We have offices at Park Avenue, Windermere, Cobble Hill, Montclair and Coral Gables.",
        "I've cancelled tomorrow's visit, booked the ninth for you, and texted you a confirmation.",
        "I've texted you the portal link, good for 72 hours. Your message is with our clinical "
        "team. They will answer by the end of the next business day.",
        "Not getting one doesn't cancel anything, Mr. Tesch, your appointment still stands.",
        "Okay. You're all set. It's Monday, August 24th, nine AM, Dr. Hartwell, Park Avenue, sixth "
        "floor. Bring your card and photo ID. Anything else?",
    ],
)
def test_anybody_follows_this(line):
    assert followed(line)
