"""Which way a yes/no ask was answered: what the caller was told is compared with what is true.

A line reads ``yes C1-E1 plan_at_office | Aetna isn't a problem there.``: the answer that it gives.
"""

from pathlib import Path

import pytest
from caller_kit import healthcare_lexicon, labelled_lines

import mivas_env
from mivas_env.caller.scripted import ScriptedCaller

FOLDER = Path(__file__).parent / "caller_polarity"
ROUNDS = sorted(FOLDER.glob("round_*.txt"))
MAX_MISSED = 0.10
MAX_WRONG = 0.01


def heard(task: str, ask_id: str, said: str) -> object:
    """Return how the caller understood the words, or None where they closed nothing."""
    script = mivas_env.load_task(task).lockfile.caller.script
    ask = next(ask for ask in script.asks if ask.id == ask_id)
    alone = ask.model_copy(update={"after": (), "told": None, "in_opening": True})
    opening = script.opening[:1] if ask.in_opening else ask.say[:1]
    changes = {"asks": (alone,), "opening": opening, "consents": (), "responses": ()}
    script = script.model_copy(update=changes)
    caller = ScriptedCaller(script, healthcare_lexicon(), task_id=task, seed=0)
    caller.open()
    caller.hear(said)
    return caller.told.answers.get(ask_id)


def test_what_is_heard_is_heard_the_right_way_round():
    lines = [
        (answer, heard(*rest), rest) for file in ROUNDS for answer, *rest in labelled_lines(file)
    ]
    missed = [rest for _, got, rest in lines if got is None]
    wrong = [(got, rest) for answer, got, rest in lines if got not in (None, answer)]
    assert len(missed) <= MAX_MISSED * len(lines), missed
    assert len(wrong) <= MAX_WRONG * (len(lines) - len(missed)), wrong


@pytest.mark.parametrize(
    ("answer", "task", "ask_id", "said"), [*labelled_lines(FOLDER / "told.txt")]
)
def test_a_denial_is_an_answer_of_its_own(answer: str, task: str, ask_id: str, said: str):
    assert heard(task, ask_id, said) == answer
