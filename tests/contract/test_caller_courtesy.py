"""Courtesies before or after what an agent says change nothing of what the caller hears.

The default run takes every tenth healthcare task, others for each phrase; `-m slow` takes all.
"""

import pytest

import mivas_env
from mivas_env.agents.protocol import play_back
from mivas_env.agents.rollout import roll_out

STEP = 10
OPENERS = (
    "Of course.",
    "Certainly.",
    "Absolutely.",
    "Right.",
    "Sure thing.",
    "No problem.",
    "Thanks for waiting.",
    "Thanks for holding.",
    "Let me see.",
    "Alright, let's see here.",
    "Okay, great.",
    "Okay, so,",
    "Got it.",
    "Good question.",
    "I understand.",
    "Perfect, thank you.",
    "I appreciate your patience.",
    "Sure, happy to help.",
)
CLOSERS = (
    "Is that all right?",
    "Okay?",
    "All right?",
    "Sound good?",
    "How does that sound?",
    "Does that help?",
    "Does that make sense?",
    "Anything else I can help with?",
    "Is there anything else I can do for you today?",
    "Let me know if you have any questions.",
    "I hope that helps.",
    "Thank you.",
    "Thanks for your patience.",
    "Take care.",
)
PHRASES = (*(f"{opener} {{}}" for opener in OPENERS), *(f"{{}} {closer}" for closer in CLOSERS))


def satisfied(name: str, frame: str) -> bool:
    """Play a task's reference conversation with every line put into the frame."""
    task = mivas_env.load_task(name)
    actions = [
        {**action, "say": frame.format(action["say"])} if action.get("say") else action
        for action in mivas_env.oracle_actions(task)
    ]
    session = roll_out(mivas_env.CallSession(task), play_back(iter(actions)))
    session.close()
    return bool(session.caller_satisfied)


@pytest.mark.parametrize(("place", "frame"), list(enumerate(PHRASES)), ids=PHRASES)
def test_a_courtesy_takes_nothing_from_what_is_said(place: int, frame: str):
    names = mivas_env.list_tasks("healthcare")[place % STEP :: STEP]
    assert [name for name in names if not satisfied(name, frame)] == []


@pytest.mark.slow
@pytest.mark.parametrize("frame", PHRASES)
def test_nor_in_any_task(frame: str):
    names = mivas_env.list_tasks("healthcare")
    assert [name for name in names if not satisfied(name, frame)] == []
