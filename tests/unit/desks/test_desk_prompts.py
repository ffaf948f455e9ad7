"""Prompts: fragments and figures filled in, placeholders that lead nowhere, digests."""

from pathlib import Path

import pytest

from mivas_env.desks.prompts import digest_texts, load_prompts, render_prompt
from mivas_env.errors import Fault


def test_fragments_and_figures_are_filled_in() -> None:
    text = "# Desk\n\n{{include: _shared}}\n\nThe fee is {{figure: fee}}; yes, {{figure: fee}}.\n"
    shared = {"_shared": "Speak plainly. {{figure: fee}} at most.\n"}
    assert render_prompt(text, shared, {"fee": "$25"}) == (
        "# Desk\n\nSpeak plainly. $25 at most.\n\nThe fee is $25; yes, $25."
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{{include: _gone}}", "names the fragment '_gone', which does not exist"),
        ("{{figure: gone}}", "names the figure 'gone', which does not exist"),
        ("a {{ figure: fee }} b", "an unknown placeholder: '{{ figure: fee }} b'"),
        ("text {{include: _shared}}", "an unknown placeholder: '{{include: _shared}}'"),
        ("{{name}}", "an unknown placeholder: '{{name}}'"),
    ],
)
def test_a_placeholder_that_leads_nowhere_is_a_fault(text: str, sentence: str) -> None:
    with pytest.raises(Fault) as caught:
        render_prompt(text, {"_shared": "x"}, {"fee": "1"})
    assert sentence in str(caught.value)


def test_prompts_are_read_from_a_folder(tmp_path: Path) -> None:
    (tmp_path / "_shared.md").write_text("Be kind.", encoding="utf-8")
    (tmp_path / "front.md").write_text("{{include: _shared}}\nFront.", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("{{nothing", encoding="utf-8")
    assert load_prompts(tmp_path, ["front"], {}) == {"front": "Be kind.\nFront."}
    with pytest.raises(Fault, match=r"the desk back has no prompt file back\.md"):
        load_prompts(tmp_path, ["front", "back"], {})


def test_a_digest_changes_with_names_texts_and_borders() -> None:
    base = digest_texts({"a": "x", "b": "y"})
    assert len(base) == 12
    assert base == digest_texts({"b": "y", "a": "x"})
    others = [{"a": "x", "b": "z"}, {"a": "x", "c": "y"}, {"a": "xb", "": "y"}, {"a": "x"}]
    assert len({base, *(digest_texts(each) for each in others)}) == 5
