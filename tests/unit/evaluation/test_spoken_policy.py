"""Rules of speech: each can be broken, none is ever rewarded."""

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


def test_the_reference_calls_that_write_keep_every_rule():
    for name in ("C1-E1", "C1-M1", "C2-H1", "C3-M2", "C4-H2", "C4-M1"):
        assert rules(play(f"healthcare/{name}")) == []


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


def test_a_write_that_nobody_was_asked_about_is_found():
    session = mivas_env.CallSession("healthcare/C1-E1")
    session.call_tool(
        "create_callback_task", {"callback_number": "212-555-0190", "queue": "front_desk"}
    )
    session.hang_up()
    assert rules(session) == ["write_without_asking"]
