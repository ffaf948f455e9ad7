"""A caller of a boarding kennel, so that the caller is tested without any industry."""

from typing import Any

import pytest
from caller_kit.kennel import LEXICON, SCRIPT

from mivas_env.caller.scripted import ScriptedCaller
from mivas_env.caller.speech.compiled import CompiledLexicon, compile_lexicon
from mivas_env.schema.lexicon import Lexicon
from mivas_env.schema.script import CallerScript


@pytest.fixture(scope="session")
def kennel() -> CompiledLexicon:
    """The kennel's lexicon, compiled."""
    return compile_lexicon(Lexicon.model_validate(LEXICON))


@pytest.fixture
def call(kennel):
    """Make a caller that has opened: ``call(patience={"start": 2}, seed=1)`` changes the script."""

    def make(*, seed: int = 0, **changes: Any) -> ScriptedCaller:
        script = CallerScript.model_validate({**SCRIPT, **changes})
        caller = ScriptedCaller(script, kennel, task_id="kennel/K1", seed=seed)
        caller.open()
        return caller

    return make


@pytest.fixture
def talk():
    """Say lines to a caller, one turn each, and return its last turn."""

    def say(caller, *lines):
        turn = None
        for line in lines:
            caller.hear(line)
            turn = caller.reply()
        return turn

    return say
