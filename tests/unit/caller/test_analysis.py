"""An utterance is analysed once, and nothing depends on whether that was in this call."""

import pytest

import mivas_env
from mivas_env.caller.hearing.analysis import LONGEST_KEPT, MOST_KEPT, analyse
from mivas_env.caller.hearing.own_words import LINES_KEPT, read_line
from mivas_env.caller.speech.compiled import CompiledLexicon
from mivas_env.episode.kit import kit_of
from mivas_env.registry import industry_named

LINES = (
    "Yes, Park Avenue takes Aetna.",
    "I'm not sure; let me check that, one moment.",
    "You're booked for Friday at three. Anything else?",
    "",
    "no no no no no no no no no no no no no no",
)


@pytest.fixture
def lexicon() -> CompiledLexicon:
    kept = kit_of(industry_named("healthcare")).lexicon
    kept.analyses.clear()
    kept.own_lines.clear()
    return kept


def test_one_analysis_a_text(lexicon: CompiledLexicon) -> None:
    for line in LINES:
        assert analyse(line, lexicon, 120) is analyse(line, lexicon, 120)
    assert analyse(LINES[0], lexicon, 3) is not analyse(LINES[0], lexicon, 120)
    assert [analyse(line, lexicon, 120).soup for line in LINES] == [False] * 4 + [True]


def test_what_is_kept_is_bounded(lexicon: CompiledLexicon) -> None:
    long = "Please hold. " * (LONGEST_KEPT // 13 + 1)
    assert analyse(long, lexicon, 120) is not analyse(long, lexicon, 120)
    lexicon.analyses.update({(str(n), 1): None for n in range(MOST_KEPT)})
    analyse(LINES[0], lexicon, 120)
    assert len(lexicon.analyses) == 1


def test_a_line_of_the_callers_own_is_read_once_and_apart(lexicon: CompiledLexicon) -> None:
    assert all(read_line(line, lexicon) is read_line(line, lexicon) for line in LINES)
    assert not lexicon.analyses
    for line in LINES:
        assert repr(read_line(line, lexicon)) == repr(analyse(line, lexicon, 150).utterance)
    lexicon.own_lines.update({str(n): None for n in range(LINES_KEPT)})
    read_line("Could I come on Friday?", lexicon)
    assert list(lexicon.own_lines) == ["Could I come on Friday?"]


@pytest.mark.parametrize("task", ["C1-E1", "C2-H1", "C4-H2", "R-H1", "X-H3"])
def test_a_call_heard_afresh_and_from_memory_is_one(lexicon: CompiledLexicon, task: str) -> None:
    """Also catches a hearer that changes what all callers share."""
    calls = []
    for _ in range(3):
        session = mivas_env.CallSession(f"healthcare/{task}", seed=4)
        for action in mivas_env.oracle_actions(f"healthcare/{task}"):
            session.act(mivas_env.parse_action(action))
        shared = repr((lexicon.analyses, lexicon.own_lines))
        calls.append((session.trajectory(), session.diagnostics(), shared))
        session.close()
    assert calls[0] == calls[1] == calls[2]
    assert lexicon.analyses
