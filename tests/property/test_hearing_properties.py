"""Hearing takes any words at all, and its fast paths give what the plain ones give."""

import re

from caller_kit import HEARING, healthcare_lexicon
from hypothesis import example, given
from hypothesis import strategies as st

from mivas_env.caller.hearing.analysis import analyse
from mivas_env.caller.scripted import ScriptedCaller
from mivas_env.caller.speech import wording
from mivas_env.caller.speech.plain_words import word_set
from mivas_env.registry import task_ids
from mivas_env.tasks import load_task

_CHARACTERS = "aApPmMsStvVeEdDrR .,?!;:\"'$-\u201c\u00e9\u0663\u200b0123456789()"


@given(st.text(_CHARACTERS, max_size=120), st.integers(1, 60))
@example("Park Ave. is fine at 3 p. m. or St. Anne.", 60)
@example("(. yes , no", 60)
@example("a.b.c.d,e,f,g,h", 3)
@example("x" * 41 + " Ave. me", 60)
def test_words_read_piece_by_piece_are_those_read_token_by_token(text: str, most: int) -> None:
    words, breaks = wording._scan(text, most)
    for i in range(len(words) - 1):
        if words[i + 1] in ("been", "gone") and words[i] in ("is", "'s"):
            words[i] = "has"
    for _ in range(2):  # read first, then remembered
        assert wording._tokens(text, most) == (words, breaks)


_TELLING = word_set(
    """
    a few half of two ago minute moment second seconds just now i we did have has got will going to
    not no yes one hundred and oh double point past quarter noon am pm o'clock the dollars cents
    september twenty first thirty sent booked is been , . ? ! ; : - " ( ) $ $50 9:40 8:30 2nd n't 's
    """
)
_SAID = sorted(
    {
        word
        for file in HEARING.glob("*.yaml")
        for word in re.findall(r"[a-z']+", file.read_text(encoding="utf-8").casefold())
    }
)
_WORDS = st.lists(st.sampled_from(sorted(_TELLING)) | st.sampled_from(_SAID), max_size=12).map(
    " ".join
)


@given(_WORDS)
@example("I sent it a few minutes ago.")
@example("The portal link went out by text a few minutes ago.")
@example("one half of a minute ago a couple of moments ago")
def test_any_words_in_any_order_are_read(text: str) -> None:
    lexicon = healthcare_lexicon()
    lexicon.analyses.clear()
    assert analyse(text, lexicon, 150) is not None


@given(st.sampled_from(task_ids("healthcare")), st.lists(_WORDS, min_size=1, max_size=3))
@example("C1-E1", ["I sent it a few minutes ago."])
def test_no_caller_breaks_at_any_words(task_id: str, lines: list[str]) -> None:
    script = load_task(f"healthcare/{task_id}").lockfile.caller.script
    caller = ScriptedCaller(script, healthcare_lexicon(), task_id=task_id, seed=0)
    caller.open()
    for line in lines:
        caller.hear(line)
        caller.reply()
