"""The turn loop: agenda, facts, consents, declines, patience, silence, grace, endings."""

import inspect

import pytest

from mivas_env.caller.protocol import Caller, CallerEnding, EndedBy
from mivas_env.caller.scripted import ScriptedCaller
from mivas_env.errors import TaskError
from mivas_env.schema.script import CallerScript

YES = "Yes, Elm Street takes cats."
DONE = "You are reserved."


def test_it_is_a_caller_and_hears_nothing_but_speech_silence_and_the_end(call):
    caller = call()
    assert isinstance(caller, Caller)
    heard = {
        name: list(inspect.signature(getattr(ScriptedCaller, name)).parameters)[1:]
        for name in ("open", "hear", "reply", "wait", "notice_end", "diagnostics")
    }
    assert heard == {
        "open": [],
        "hear": ["text"],
        "reply": [],
        "wait": [],
        "notice_end": ["by"],
        "diagnostics": [],
    }
    assert list(inspect.signature(ScriptedCaller).parameters) == [
        "script", "lexicon", "task_id", "seed",
    ]  # fmt: skip
    public = {name for name in dir(caller) if not name.startswith("_")}
    assert public == {*heard, "satisfied", "said_goodbye", "flags"}


def test_one_seed_says_the_same_and_seeds_differ(kennel, talk):
    def lines(seed):
        from conftest import SCRIPT as _  # noqa: F401

    script = _script()
    openings = set()
    for seed in range(8):
        pair = [
            ScriptedCaller(script, kennel, task_id="kennel/K1", seed=seed).open().text
            for _ in range(2)
        ]
        assert pair[0] == pair[1]
        openings.add(pair[0])
    assert openings == set(script.opening)


def _script(**changes):
    from unit_caller_script import SCRIPT

    return CallerScript.model_validate({**SCRIPT, **changes})
