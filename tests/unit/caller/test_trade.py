"""What the lexicon says of its trade and its acts, with keys that no core rule has ever seen."""

import copy
from pathlib import Path
from typing import Any

import pytest
from caller_kit.kennel import LEXICON, SCRIPT
from pydantic import ValidationError

from mivas_env.caller.scripted import ScriptedCaller
from mivas_env.caller.speech.compiled import CompiledLexicon, compile_lexicon
from mivas_env.errors import TaskError
from mivas_env.schema.lexicon import Lexicon
from mivas_env.schema.script import CallerScript
from mivas_env.schema.strict_yaml import load_yaml

COMPLETIONS = {
    **LEXICON["completions"],
    "kept": ["kennel is kept", "(i|we) have kept", "is kept", "cage is full"],
    "shifted": ["(i|we) have shifted", "is shifted"],
    "dropped": ["stay is dropped"],
    "queued": ["queue is joined"],
    "invoiced": ["(i|we) have sent the invoice"],
    "tag_changed": ["tag is changed"],
}
EFFECTS = {
    "kept": {"appointment": "makes", "standing": True},
    "shifted": {"appointment": "moves"},
    "dropped": {"appointment": "cancels"},
    "queued": {"appointment": "lists"},
    "invoiced": {"amount": True},
    "tag_changed": {"standing": True},
}
TRADE = {
    "client": ["guest"],
    "clients": ["guests"],
    "premises": ["kennels"],
    "sites": ["site"],
    "appointments": ["bath"],
    "titles": ["vet"],
    "counted": ["baskets"],
    "priced": ["brushing"],
}


def lexicon(**changes: Any) -> CompiledLexicon:
    base = {**copy.deepcopy(LEXICON), "completions": COMPLETIONS, "brief": {"kept": ["done"]}}
    base |= {"effects": EFFECTS, "trade": TRADE}
    return compile_lexicon(Lexicon.model_validate(base | changes))


PLAIN = {"effects": {}, "trade": {}}


def heard(say: str, answer: dict[str, Any], line: str, known: CompiledLexicon, **more: Any) -> str:
    """Return what a line does to one ask: an outcome, or the caller's words for a consent."""
    kind = "action" if answer["type"] == "done" else "info"
    one = {"id": "it", "kind": kind, "in_opening": True, "say": [say], "answer": answer}
    script = {**SCRIPT, "asks": [one], "responses": [], "consents": [], **more}
    caller = ScriptedCaller(CallerScript.model_validate(script), known, task_id="k/1", seed=0)
    caller.open()
    caller.hear(line)
    if caller.satisfied:
        return "closed"
    outcome = caller.diagnostics()["short_of"]
    assert isinstance(outcome, dict)
    return str(outcome.get("it", "none"))


def done(act: str, say: str, line: str, known: CompiledLexicon) -> str:
    return heard(say, {"type": "done", "predicate": act}, line, known)


@pytest.mark.parametrize(
    ("act", "say", "line", "otherwise"),
    [
        # Another day than the caller asked for.
        ("kept", "A kennel for Monday, please.", "The kennel is kept for Tuesday.", "closed"),
        ("shifted", "Shift it to Monday, please.", "We have shifted it to Tuesday.", "closed"),
        # Another amount.
        ("invoiced", "An invoice for $40, please.", "I have sent the invoice for $60.", "closed"),
        # What stood before, not what was done.
        ("kept", "A kennel, please.", "Your existing kennel is kept.", "closed"),
        ("kept", "A kennel, please.", "Your kennel is kept already.", "closed"),
        ("tag_changed", "A new tag, please.", "The old tag is changed.", "closed"),
        # A time that is taken, and acts for others.
        ("kept", "A kennel, please.", "Sadly the kennel is kept.", "closed"),
        ("kept", "A kennel, please.", "The kennel is kept for guests.", "closed"),
        ("kept", "A kennel, please.", "The kennel is kept guest only.", "closed"),
    ],
)
def test_an_act_that_falls_short_closes_nothing_where_the_lexicon_says_what_it_does(
    act, say, line, otherwise
):
    assert done(act, say, line, lexicon()) != "closed"
    assert done(act, say, line, lexicon(**PLAIN)) == otherwise


@pytest.mark.parametrize(
    ("act", "say", "line"),
    [
        ("kept", "A kennel for Monday, please.", "The kennel is kept for Monday."),
        ("kept", "A kennel for Monday, please.", "You are down for Monday."),
        ("shifted", "Shift it to Monday.", "We have shifted Friday's stay to Monday."),
        ("invoiced", "An invoice for $40, please.", "I have sent the invoice for $40."),
        ("kept", "A kennel, please.", "Done with vet Vane."),
    ],
)
def test_the_day_and_the_amount_asked_for_close(act, say, line):
    assert done(act, say, line, lexicon()) == "closed"


def test_what_is_granted_in_other_words_and_who_is_titled_come_from_the_lexicon():
    day = ("kept", "A kennel for Monday, please.", "You are down for Monday.")
    assert done(*day, lexicon(effects={})) == "none"
    assert done("kept", "A kennel, please.", "Done with vet Vane.", lexicon(trade={})) == "none"


SLOT = {
    "id": "slot",
    "on": {"act": "propose_slot"},
    "require": {"date": "2026-08-24"},
    "say": "Monday is good.",
}


def answered(line: str, known: CompiledLexicon) -> str:
    """Return what the caller of a kennel says to a line in which a day may be proposed."""
    script = CallerScript.model_validate({**SCRIPT, "consents": [SLOT]})
    caller = ScriptedCaller(script, known, task_id="k/1", seed=0)
    caller.open()
    caller.hear(line)
    return caller.reply().text


@pytest.mark.parametrize(
    "line",
    [
        "Your kennel is kept for Monday, is that all?",
        "The queue is joined until Monday, is that all?",
        "The kennels open Monday, is that fine?",
        "Oak Street is open on Monday, is that fine?",
    ],
)
def test_a_day_of_a_made_appointment_a_list_or_an_opening_is_not_proposed(line):
    assert "Monday is good." in answered(line, lexicon(**PLAIN))
    assert "Monday is good." not in answered(line, lexicon())


MONEY = {"type": "money", "topic": "grooming"}


@pytest.mark.parametrize(
    ("line", "with_words", "without"),
    [
        ("It costs 40 baskets.", "none", "closed"),
        ("It costs 40 guests.", "none", "closed"),
        ("It costs another guest $40.", "hedged", "closed"),
        ("Brushing, forty.", "closed", "none"),
    ],
)
def test_words_of_the_trade_around_a_price(line, with_words, without):
    say = "What is grooming?"
    assert heard(say, MONEY, line, lexicon()) == with_words
    assert heard(say, MONEY, line, lexicon(**PLAIN)) == without


def test_names_that_have_a_price_are_read_off_the_entities():
    pets = {"topics": {"cat": ["cat"], "grooming": ["grooming"]}}
    assert lexicon(**pets).trade.priced_names == {"<pet>"}
    assert lexicon().trade.priced_names == frozenset()


def test_a_made_and_a_dropped_stay_in_one_breath_are_opposites():
    line = "Yes, no, so the kennel is kept for you and your dear friend, and the stay is dropped."
    assert answered(line, lexicon()).startswith(("Sorry", "I'm sorry"))
    assert not answered(line, lexicon(effects={})).startswith(("Sorry", "I'm sorry"))


def test_a_stance_of_the_trade_joins_those_of_english():
    boards = {"type": "polar", "predicate": "boards", "bind": {"site": "elm"}}
    line = "The vet willing, Elm Street takes cats."
    assert heard("Cats?", boards, line, lexicon()) == "closed"
    known = lexicon(stances={"hedge": ["vet willing"]})
    assert heard("Cats?", boards, line, known) == "hedged"


def test_the_agent_who_asks_which_thing_is_known_by_the_fact_it_asks_for():
    """Whatever the request is called: with a question of its own, a bare yes takes note."""
    boards = {"type": "polar", "predicate": "boards", "exclusive": {"pet": "cat"}}
    requests = {"where": {"facts": ["pet"], "direct": ["which animal"]}}
    line = "Yes. And which animal was that?"
    assert heard("Do you take cats?", boards, line, lexicon(requests=requests)) != "closed"
    assert heard("Do you take cats?", boards, line, lexicon()) == "closed"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"effects": {"lost": {"amount": True}}}, "'lost' belongs to no act"),
        ({"effects": {"kept": {"appointment": "burns"}}}, "Input should be 'makes'"),
        ({"effects": {"kept": {"amount": "yes"}}}, "valid boolean"),
        ({"effects": {"kept": {"makes": True}}}, "Extra inputs"),
        ({"trade": {"animals": ["cat"]}}, "Extra inputs"),
        ({"stances": {"mood": ["so so"]}}, "Input should be"),
        ({"groups": {"named": ["cat"]}}, "call your group something else"),
    ],
)
def test_what_is_said_of_an_act_or_a_trade_is_checked(changes, says):
    with pytest.raises(ValidationError, match=says):
        lexicon(**changes)


def test_sites_are_entity_types():
    with pytest.raises(TaskError, match="'barn' under sites, which is no entity type"):
        lexicon(trade={"sites": ["barn"]})


@pytest.mark.parametrize(
    "changes",
    [{"price_cues": ["with <keeper>"]}, {"groups": {"staff": ["<keeper>"]}}],
)
def test_a_class_word_stands_for_something(changes):
    with pytest.raises(TaskError, match="<keeper>, which is no figure and no entity type"):
        lexicon(**changes)


TOY = Path(__file__).parents[2] / "toy_industry"


def test_the_toy_industry_says_what_its_acts_do():
    raw: Any = load_yaml((TOY / "lexicon.yaml").read_text(), source="lexicon.yaml")
    toy = compile_lexicon(Lexicon.model_validate(raw))
    task: Any = load_yaml((TOY / "tasks/bicycles/T1-E1.yaml").read_text(), source="T1-E1.yaml")
    script = CallerScript.model_validate(task["caller"]["script"])
    for line, met in (
        ("The repair is booked at Mill Lane for May eighth.", True),
        ("The repair is booked at Mill Lane for May ninth.", False),
    ):
        caller = ScriptedCaller(script, toy, task_id="T1-E1", seed=0)
        caller.open()
        caller.hear(line)
        assert caller.satisfied is met


BOARDS = {"yes": ["{takes} <pet>"], "no": ["turn away"], "apart": ["(without|with) (a)? chip"]}
GENERAL = {
    **BOARDS,
    "asked": {"yes": ["can come"], "no": ["can not come"], "firm": ["may always come"]},
}
CATS = {"type": "polar", "predicate": "boards"}


def boards(predicate: dict[str, Any]) -> CompiledLexicon:
    return lexicon(predicates={**LEXICON["predicates"], "boards": predicate})


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("We take cats.", "closed"),
        ("We turn away pets without a chip.", "closed"),
        ("We turn away without a chip.", "none"),
        ("We take cats with a chip.", "none"),
    ],
)
def test_a_cue_that_a_neighbouring_matter_touches_says_nothing(line, expected):
    assert heard("Cats?", CATS, line, boards(BOARDS)) == expected


@pytest.mark.parametrize("line", ["They can come.", "They can not come.", "They may always come."])
def test_general_cues_count_only_while_the_matter_is_asked_about(line):
    known = boards(GENERAL)
    assert heard("Cats?", CATS, line, known) == "closed"
    assert heard("Cats?", CATS, line, boards(BOARDS)) != "closed"
    ask = {"id": "cats", "kind": "info", "say": ["Cats?"], "answer": CATS}
    asks = [{**SCRIPT["asks"][1], "after": [], "in_opening": True}, ask]
    script = CallerScript.model_validate({**SCRIPT, "asks": asks, "responses": []})
    caller = ScriptedCaller(script, known, task_id="k/1", seed=0)
    caller.open()
    caller.hear(line)
    assert caller.diagnostics()["closed_asks"] == []
