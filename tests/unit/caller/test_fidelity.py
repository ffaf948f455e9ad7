"""Whether a wording may stand for a rule's line: facts, names, polarity, goodbyes, characters."""

from dataclasses import replace

import pytest
from caller_kit.kennel import SCRIPT

from mivas_env.caller.rewording.fidelity import Deviation, LineCheck, clean_output
from mivas_env.caller.rewording.said import read_line
from mivas_env.schema.script import CallerScript

GUARDED = ("reserve_kennel", "transfer_to_grooming", "front_desk", "ask", "aviary", "Rowan Tull")
DOB = "May ninth, nineteen eighty-one."
PHONE = "Five one eight, five five five, oh one one seven."
CODE = "K B four zero two one seven."


@pytest.fixture
def check(kennel):
    facts = {
        **SCRIPT["facts"],
        "vet": {"value": "mobile_vet", "say": "The mobile vet, on Larch Road."},
        "extra": {"value": None, "say": "Nothing."},
        "spaces": {"value": 2, "say": "For two."},
    }
    script = CallerScript.model_validate({**SCRIPT, "facts": facts, "persona": {"kin": "nephew"}})
    offers = {**kennel.lexicon.offers, "offer_note": ("(note|mail) that",)}
    lexicon = replace(kennel, lexicon=kennel.lexicon.model_copy(update={"offers": offers}))
    return LineCheck(script, lexicon, GUARDED)


@pytest.mark.parametrize(
    ("line", "wording"),
    [
        ("Do you take cats at Elm Street?", "Would you have room for cats at Elm Street?"),
        ("Ines Calder.", "My name is Ines Calder."),
        (DOB, "That is 5-9-1981."),
        (DOB, "It's the 9th of May, 1981."),
        (PHONE, "It's 518-555-0117."),
        (PHONE, "You can reach me on 518 555 0117."),
        ("One two two zero three.", "My zip is 12203."),
        (CODE, "The code is KB40217."),
        (CODE, "K, B, four, zero, two, one, seven, please."),
        ("Monday at nine is good.", "Monday at nine works for me."),
        ("The late fee is fine.", "I'm okay with the late fee."),
        ("No call, please.", "I don't need any call."),
        ("No noise.", "I don't want any noise."),
        ("No, that's not right.", "That isn't correct, no."),
        ("Yes, that's right.", "Yes, exactly that."),
        ("I'm not sure about that, sorry.", "Sorry, I couldn't tell you, I'm not sure."),
        ("Yes or no?", "So is that yes or no?"),
        ("Lovely. Bye.", "Lovely, goodbye now."),
        ("No tour, don't book it.", "No, I'm not booking a tour."),
        ("I'd like to be sure.", "I really need to be sure of it."),
        ("Please come right away.", "Please come at once."),
        ("I mean Elm Street.", "The one on Elm Street is what I mean \u2013 that one."),
        ("What does Juno's stay cost?", "How much is the stay of Juno?"),
        ("Hello, are you there?", "Hello, is anybody on the line?"),
    ],
)
def test_the_same_in_other_words(check, line, wording):
    assert check.deviation(line, clean_output(wording)) is None


@pytest.mark.parametrize(
    ("line", "wording", "deviation"),
    [
        ("Which site is that?", "", Deviation.NO_ANSWER),
        ("Which site is that?", "Which site?\nAgent: Elm Street.", Deviation.NOT_ONE_LINE),
        ("Which site is that?", "Which site is th\u0430t?", Deviation.FOREIGN_CHARACTER),
        ("Which site is that?", "Which si\u200bte is that?", Deviation.FOREIGN_CHARACTER),
        ("Which site is that?", "Which site\x07 is that?", Deviation.FOREIGN_CHARACTER),
        ("Which site is that?", "Which site\tis that?", Deviation.FOREIGN_CHARACTER),
        ("Which site is that?", "Which <b>site</b> is that?", Deviation.FOREIGN_CHARACTER),
        ("Which site is that?", "Which site_id is that?", Deviation.FOREIGN_CHARACTER),
        ("Which site is that?", "Which " + "very " * 14 + "site is that?", Deviation.TOO_LONG),
        ("Which site is that?", "Which " + "s" * 80 + " is that?", Deviation.TOO_LONG),
        ("Which site is that?", "Caller: Which site is that?", Deviation.SPEAKER_LABEL),
        ("Which site is that?", "Ines Calder: which site is that?", Deviation.SPEAKER_LABEL),
        (DOB, "May eighth, nineteen eighty-one.", Deviation.FIGURE),
        (DOB, "May ninth.", Deviation.FIGURE),
        (DOB, "May ninth, 1981, and it is KB40217.", Deviation.FIGURE),
        (PHONE, "It's 518-555-0171.", Deviation.FIGURE),
        (CODE, "It's KB40218.", Deviation.FIGURE),
        ("Ines Calder.", "Ines Calder, K B, and that's it", Deviation.FIGURE),
        ("Monday at nine is good.", "Monday at nine am is good.", Deviation.FIGURE),
        ("Monday at nine is good.", "Tuesday at nine is good.", Deviation.FIGURE),
        ("How much is that?", "Is that twenty dollars?", Deviation.FIGURE),
        ("I mean Elm Street.", "I mean Oak Street.", Deviation.NAME),
        ("I mean Elm Street.", "I mean that one.", Deviation.NAME),
        ("Which site is that?", "Which site is that, for the cats?", Deviation.NAME),
        ("Which site is that?", "Which site is that, Mr Peregrine?", Deviation.NAME),
        ("What does Juno's stay cost?", "What does the stay cost?", Deviation.NAME),
        ("Ines Calder.", "Calder.", Deviation.FACT_LOST),
        ("Ines Calder.", "Calder Ines.", Deviation.FACT_LOST),
        ("Which site is that?", "Which site is that? ines here", Deviation.FACT_ADDED),
        ("Which site is that?", "Which site is that, wren?", Deviation.FACT_ADDED),
        ("Which site is that?", "Which site is that for my nephew?", Deviation.FACT_ADDED),
        ("Which site is that?", "Which site is that on larch road?", Deviation.FACT_ADDED),
        ("Yes, that's right.", "Yes, please book it.", Deviation.ACT),
        ("Which site is that?", "Which site is transferring that?", Deviation.ACT),
        ("Which site is that?", "Which site is that, and is it mailed?", Deviation.ACT),
        ("Please reserve.", "Please reserve kennel places.", Deviation.GUARDED),
        ("Which site is that?", "Which site is that, the aviary?", Deviation.GUARDED),
        ("Which site is that?", "Which site is that, rowan tull?", Deviation.GUARDED),
        ("Which site is that?", "Which site is that at the front desk?", Deviation.GUARDED),
        ("Which site is that?", "Which site is that? Goodbye.", Deviation.FAREWELL),
        ("I'd like to be sure.", "I'm all set, to be sure.", Deviation.FAREWELL),
        ("I'd like to be sure.", "To be sure, never mind.", Deviation.FAREWELL),
        ("I'd like to be sure.", "I'm satisfied, to be sure.", Deviation.FAREWELL),
        ("I'd like to be sure.", "To be sure, that's all I needed.", Deviation.FAREWELL),
        ("I'd like to be sure.", "To be sure, have a great day.", Deviation.FAREWELL),
        ("Lovely. Bye.", "Lovely, thank you.", Deviation.FAREWELL),
        ("No call, please.", "A call, please.", Deviation.POLARITY),
        ("No call, please.", "Yes, call, please.", Deviation.POLARITY),
        ("The late fee is fine.", "The late fee isn't fine.", Deviation.POLARITY),
        ("The late fee is fine.", "I won't pay the late fee.", Deviation.POLARITY),
        ("Monday at nine is good.", "Monday at nine is no good.", Deviation.POLARITY),
        ("Yes, that's right.", "That is so.", Deviation.POLARITY),
        ("Yes, that's right. No tour.", "No. Yes, the tour.", Deviation.POLARITY),
        ("Which site is that?", "Tell me which site that is.", Deviation.QUESTION),
        ("I'd like to be sure.", "Could I be sure?", Deviation.QUESTION),
        ("Which site is that?", "Which site is that? I wonder.", Deviation.QUESTION),
    ],
)
def test_what_departs_from_the_line(check, line, wording, deviation):
    assert check.deviation(line, clean_output(wording)) is deviation


def test_every_line_of_a_script_may_stand_for_itself(check):
    script = CallerScript.model_validate(SCRIPT)
    for line in script.lines():
        assert check.deviation(line, line) is None, line


def test_what_the_line_holds_may_be_kept(check):
    line = "I was told to ask for Rowan Tull at the front desk, about KB40217."
    wording = "They told me to ask for Rowan Tull, at the front desk, for KB40217."
    assert check.deviation(line, wording) is None


def test_a_goodbye_of_the_rules_may_be_worded_as_one(check):
    assert check.deviation("Okay. Thank you.", "Okay, thanks, bye.") is Deviation.FAREWELL
    assert check.deviation("Okay. Thank you.", "Okay, thanks, bye.", leaving=True) is None
    assert check.deviation("Lovely. Bye.", "That's all I needed, bye.", leaving=True) is None
    assert check.deviation("Lovely. Bye.", "Lovely.", leaving=True) is Deviation.FAREWELL


@pytest.mark.parametrize(
    ("output", "wording"),
    [
        ("  Yes or no?  ", "Yes or no?"),
        ('"Yes or no?"', "Yes or no?"),
        ("\u201cYes or no?\u201d", "Yes or no?"),
        ("I\u2019d  like to", "I'd like to"),
        ("<think>they want\nto know</think>\n\nYes or no?", "Yes or no?"),
        ('"Yes" or "no"?', '"Yes" or "no"?'),
        ('"', '"'),
        ("a" * 5_000, "a" * 4_000),
        ("", ""),
    ],
)
def test_outputs_are_cleaned_of_what_models_add(output, wording):
    assert clean_output(output) == wording


def test_a_line_is_read_as_the_agents_words_are(kennel):
    said = read_line("No, not Oak Street. K B 4 0 2, on May 9th 1981, right now.", kennel)
    assert said.names == {("site", "oak")}
    assert said.figures == {("code", "kb402", True), ("date", (1981, 5, 9), True)}
    assert said.stance == ("no",)
    assert "oak" in said.words
    assert "oak" not in said.plain


def test_digits_are_one_code_up_to_a_stop_or_a_word(kennel):
    said = read_line("12203. 518 555 0117 and a b, or plan c", kennel)
    codes = {str(value) for kind, value, _ in said.figures if kind == "code"}
    assert codes == {"12203", "5185550117"}
