"""The script model: what it takes and the sentences it refuses with."""

import copy

import pytest
from caller_kit.kennel import LEXICON, SCRIPT
from pydantic import ValidationError

from mivas_env.schema.lexicon import Lexicon
from mivas_env.schema.script import CallerScript


def changed(path: str, value: object) -> dict:
    script = copy.deepcopy(SCRIPT)
    node = script
    *way, last = path.split(".")
    for key in way:
        node = node[int(key)] if key.isdigit() else node[key]
    node[int(last) if last.isdigit() else last] = value
    return script


def test_one_string_is_a_list_of_one():
    script = CallerScript.model_validate(SCRIPT)
    assert script.facts["dob"].say == ("May ninth, nineteen eighty-one.",)
    assert script.end.impatient == ("I give up.",)
    assert script.caller_script == 1
    assert script.limits.heard_words == 150


def test_every_line_can_be_listed():
    lines = list(CallerScript.model_validate(SCRIPT).lines())
    for line in ("Ines Calder.", "No tour.", "How much is that?", "Yes or no?", "Lovely. Bye."):
        assert line in lines
    assert CallerScript.model_validate(SCRIPT).fact_values()["site"] == "elm"


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("asks.0.id", "kennel", "Two asks are called 'kennel'"),
        ("asks.1.after", ["later"], "no earlier ask"),
        ("asks.0.answer.predicate", None, "needs the key 'predicate'"),
        ("asks.0.answer.topic", "grooming", "money only"),
        ("asks.0.answer", None, "needs an 'answer'"),
        ("asks.0.kind", "human", "takes no 'answer'"),
        ("asks.0.kind", "action", "goes with answer type done"),
        ("asks.0.partial", [{"when": "hedged", "say": "a"}, {"when": "hedged", "say": "b"}],
         "two partial lines"),
        ("responses.1.on.not", ["ask_closed:nothing"], "names no ask"),
        ("surprise", 1, "Extra inputs"),
        ("asks.0.in_opening", "yes", "valid boolean"),
        ("patience.start", "5", "valid integer"),
        ("opening", [], "at least 1"),
        ("caller_script", 2, "Input should be 1"),
    ],
)  # fmt: skip
def test_a_script_that_makes_no_sense_is_refused(path, value, says):
    with pytest.raises(ValidationError, match=says):
        CallerScript.model_validate(changed(path, value))


def test_aliases_of_the_industry_join_the_lexicon():
    lexicon = Lexicon.model_validate(LEXICON)
    joined = lexicon.with_entities(
        {"site": {"Elm St": "elm", "elm street": "elm"}, "vet": {"Vi": "vi"}}
    )
    assert joined.entities["site"]["elm"] == ("elm street", "Elm St")
    assert joined.entities["vet"] == {"vi": ("Vi",)}
    assert "vet" not in lexicon.entities
