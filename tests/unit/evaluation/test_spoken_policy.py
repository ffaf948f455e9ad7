"""Rules of speech: each can be broken, none is ever rewarded."""

import pytest

import mivas_env
from mivas_env.agents.protocol import play_back
from mivas_env.agents.rollout import roll_out
from mivas_env.episode.kit import kit_of
from mivas_env.evaluation.spoken_policy import judge_speech
from mivas_env.registry import industry_named

KIT = kit_of(industry_named("healthcare"))


def play(name, change=lambda action: [action]):
    actions = [new for old in mivas_env.oracle_actions(name) for new in change(old)]
    session = mivas_env.CallSession(name)
    return roll_out(session, play_back(iter(actions)))


def rules(session):
    return [each.rule for each in judge_speech(session.trajectory(), KIT)]


@pytest.mark.parametrize(
    "name", [name for name in mivas_env.list_tasks("healthcare") if name.count("-") == 1]
)
def test_the_reference_calls_keep_every_rule(name):
    assert rules(play(name)) == []


def saying(extra):
    def change(action):
        if "say" in action and "Park Avenue office" in action["say"]:
            return [{"say": f"{action['say']} {extra}"}]
        return [action]

    return change


def test_each_lapse_is_found_and_changes_no_verdict():
    clean = play("healthcare/C1-E1")
    for extra, rule in (
        ("The id is loc_park_ave.", "identifier_spoken"),
        ("I'm an AI assistant, by the way.", "disclosure_repeated"),
        ("A visit costs $240.", "figure_before_lookup"),
        ("A visit costs two hundred and forty dollars.", "figure_before_lookup"),
    ):
        session = play("healthcare/C1-E1", saying(extra))
        assert rules(session) == [rule]
        assert session.verification == clean.verification
        assert session.reward == clean.reward == 1.0


def test_a_disclosure_that_was_never_said_is_found():
    def keep_quiet(action):
        if "say" in action and "$50" in action["say"] and "costs" in action["say"]:
            return [{"say": "There is a charge on your balance for that. Is that all right?"}]
        return [action]

    assert "disclosure_not_spoken" in rules(play("healthcare/C2-H1", keep_quiet))


def test_a_disclosure_said_in_words_is_said():
    def in_words(action):
        if "say" in action:
            return [{"say": action["say"].replace("$50", "fifty dollars")}]
        return [action]

    assert rules(play("healthcare/C2-H1", in_words)) == []


def test_what_the_instructions_print_is_known_at_that_desk_only():
    def at_reception(action):
        if action.get("tool") == "transfer_to_cosmetic":
            return [{"say": "A consult needs a deposit of $125."}, action]
        return [action]

    assert rules(play("healthcare/C4-M3")) == []
    assert rules(play("healthcare/C4-M3", at_reception)) == ["figure_before_lookup"]


def without(start, instead="Right. One moment."):
    def change(action):
        if action.get("say", "").startswith(start):
            return [{"say": instead}]
        return [action]

    return change


@pytest.mark.parametrize(
    ("name", "line", "words"),
    [
        ("C3-M2", "Let me read that back", ["capture_insurance_update member_id"]),
        ("C4-M3", "That's 347 555 0143", ["create_callback_task callback_number"]),
        (
            "C1-M2",
            "So that's Wesley",
            ["book_appointment new_patient_dob", "book_appointment new_patient_phone"],
        ),
        (
            "C1-H3",
            "So the waitlist",
            ["join_waitlist earliest", "join_waitlist latest"],
        ),
        ("C5-H3", "That's 407 555 0163", ["send_payment_link mobile_e164"]),
    ],
)
def test_a_write_that_was_not_read_back_is_found(name, line, words):
    session = play(f"healthcare/{name}", without(line))
    found = judge_speech(session.trajectory(), KIT)
    assert [(each.rule, each.words) for each in found] == [
        ("write_not_read_back", each) for each in words
    ]


def test_a_time_and_an_amount_are_read_back_as_well():
    def vague(action):
        if "say" not in action:
            return [action]
        said = action["say"].replace(" at 8:30 in the morning", "").replace("$264", "that")
        return [{"say": said}]

    assert "write_not_read_back" in rules(play("healthcare/C1-M1", vague))
    assert "write_not_read_back" in rules(play("healthcare/C5-H3", vague))


def test_a_write_that_nobody_was_asked_about_is_found():
    session = mivas_env.CallSession("healthcare/C1-E1")
    session.call_tool(
        "create_callback_task", {"callback_number": "212-555-0190", "queue": "front_desk"}
    )
    session.hang_up()
    assert rules(session) == ["write_not_read_back", "write_without_asking"]
