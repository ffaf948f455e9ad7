"""Grounded candidate actions: what could sensibly be done next, given the notebook alone.

The order that a receptionist keeps is built in as masks: a tool only at its own desk and only once
every required slot is known; a write never twice, a refused call again only after something new;
what changes a record or ends the call only once the caller has spoken of it; the steps of an
identity check one after the other; an opening is booked only after it was offered and agreed to; a
fact is asked for only while unknown; only what a tool answered is stated. Which of the open
candidates is right is not here.
"""

from mivas_env.envs.discrete.candidate import Candidate
from mivas_env.envs.discrete.layout import Layout
from mivas_env.envs.discrete.notebook import Notebook
from mivas_env.envs.discrete.speech import lines_to_say, read_out, statements
from mivas_env.envs.discrete.tool_calls import tool_calls

_WAIT = "One moment, please."


def candidates(layout: Layout, notes: Notebook) -> dict[int, Candidate]:
    """Return the legal actions by number, in order; never empty."""
    found: dict[int, Candidate] = {}
    named = notes.vocabulary.find(notes.last_line.words)
    for key in layout.at_desk.get(notes.desk, ()):
        for each in tool_calls(key, notes, named):
            found[each.index] = each
    for key in layout.asking.get(notes.desk, ()):
        for each in lines_to_say(key, notes):
            found[each.index] = each
    for about in (*notes.answers, *(f"!{code}" for code in notes.codes)):
        for key in layout.telling.get(about, ()):
            for each in statements(key, notes):
                found[each.index] = each
    last = layout.keys[-1]
    for each in read_out(last, notes):
        found[each.index] = each
    if not found:
        traits = (0.0, 1.0, *[0.0] * 10)
        found[last.start] = Candidate(last.start, last.name, {"say": _WAIT}, traits)
    return found
