"""Tokens, disclosures, session facts and refusals."""

import pytest
from toy_industry.line import Line

from mivas_env.errors import Fault
from mivas_env.tools.context import Refusal


def offer(line: Line, amount: float) -> str:
    return str(line.ok("accounts", "hold_refund", amount=amount)["confirmation_token"])


def paid(line: Line) -> list[int]:
    return [row["amount_pence"] for row in line.tables()["refunds"]]


def test_a_token_pays_exactly_the_offer_it_was_made_for() -> None:
    line = Line()
    token = offer(line, 12.5)
    assert line.ok("accounts", "confirm_refund", confirmation_token=token) == {"paid": 12.5}
    assert paid(line) == [1250]


def test_a_token_is_used_once() -> None:
    line = Line()
    token = offer(line, 12.5)
    line.ok("accounts", "confirm_refund", confirmation_token=token)
    assert line.refused("accounts", "confirm_refund", confirmation_token=token) == "BAD_TOKEN"
    assert paid(line) == [1250]


def test_a_newer_offer_voids_the_older_one() -> None:
    line = Line()
    older, newer = offer(line, 1), offer(line, 2)
    assert older != newer
    assert line.refused("accounts", "confirm_refund", confirmation_token=older) == "BAD_TOKEN"
    assert line.ok("accounts", "confirm_refund", confirmation_token=newer) == {"paid": 2}


def test_equal_offers_get_different_tokens() -> None:
    line = Line()
    assert offer(line, 3) != offer(line, 3)


def test_a_token_of_another_call_is_worth_nothing() -> None:
    mine, theirs = Line(call_key="toy:1"), Line(call_key="toy:2")
    token = offer(theirs, 5)
    assert offer(mine, 5) != token
    assert mine.refused("accounts", "confirm_refund", confirmation_token=token) == "BAD_TOKEN"


def test_a_token_before_any_offer_is_refused() -> None:
    made_up = {"confirmation_token": "A1B2C3D4E5"}
    assert Line().refused("accounts", "confirm_refund", **made_up) == "BAD_TOKEN"


def test_tokens_are_read_without_case_and_blanks_as_a_voice_spells_them() -> None:
    line = Line()
    spelled = f" {offer(line, 4).lower()} "
    assert line.ok("accounts", "confirm_refund", confirmation_token=spelled) == {"paid": 4}


def test_a_token_binds_the_kind_of_its_offer() -> None:
    line = Line()
    token = line.context.issue_token("waiver", {"amount": 900})
    assert line.refused("accounts", "confirm_refund", confirmation_token=token) == "BAD_TOKEN"
    assert line.context.redeem_token("waiver", token) == {"amount": 900}


def test_a_disclosed_fee_is_charged_in_a_later_caller_turn_only() -> None:
    line = Line()
    assert line.refused("accounts", "charge_storage") == "DISCLOSURE_REQUIRED"
    assert line.refused("accounts", "charge_storage") == "DISCLOSURE_REQUIRED"
    line.context.caller_turn = 1
    line.ok("accounts", "charge_storage")
    assert paid(line) == [-1000]


def test_asking_again_does_not_restart_the_wait() -> None:
    line = Line()
    line.context.note_disclosure("storage", "fee")
    line.context.caller_turn = 1
    line.context.note_disclosure("storage", "fee")
    assert line.context.heard_disclosure("storage", "fee")


def test_each_charge_needs_its_own_disclosure() -> None:
    line = Line()
    line.refused("accounts", "charge_storage")
    line.context.caller_turn = 1
    line.ok("accounts", "charge_storage")
    line.context.caller_turn = 2
    assert line.refused("accounts", "charge_storage") == "DISCLOSURE_REQUIRED"


def test_another_subject_was_not_disclosed() -> None:
    line = Line()
    line.context.note_disclosure("storage", "ten")
    line.context.caller_turn = 1
    assert not line.context.heard_disclosure("storage", "twenty")
    line.context.note_disclosure("storage", "twenty")
    assert not line.context.heard_disclosure("storage", "twenty")
    assert not line.context.heard_disclosure("storage", "ten")


def test_with_nobody_on_the_line_the_ticket_is_the_consent() -> None:
    line = Line(caller_turn=None)
    assert line.refused("accounts", "charge_storage") == "DISCLOSURE_REQUIRED"
    line.ok("accounts", "charge_storage")


def test_facts_survive_a_refused_call_and_lie_in_the_database() -> None:
    line = Line()
    for misses in (1, 2):
        assert line.refused("counter", "find_bike", owner="Nobody") == "NO_BIKE"
        assert line.facts()["misses"] == str(misses)
    line.ok("counter", "find_bike", owner="ines calloway")
    assert line.facts()["owner"] == '"ines calloway"'
    assert line.context.session.get("misses") == 2


def test_a_refusal_may_say_lines_and_carry_data() -> None:
    line = Line()
    line.context.errors = {"FEE": "Say the fee."}
    with pytest.raises(Refusal) as caught:
        line.context.refuse("FEE", say="Ten pounds.", data={"pence": 1000})
    assert (caught.value.code, caught.value.message) == ("FEE", "Ten pounds.")
    assert caught.value.data == {"pence": 1000}
    with pytest.raises(Refusal, match="Say the fee") as plain:
        line.context.refuse("FEE")
    assert plain.value.data is None


def test_an_undeclared_code_is_our_defect() -> None:
    with pytest.raises(Fault, match="the error code NOPE is not declared by this tool"):
        Line().context.refuse("NOPE")


def test_rows_come_as_column_to_value() -> None:
    line = Line()
    context = line.context
    assert context.one("SELECT 1 AS a, 'x' AS b") == {"a": 1, "b": "x"}
    assert context.one("SELECT 1 WHERE 0") is None
    assert context.rows("SELECT id FROM bikes ORDER BY id") == [{"id": 1}, {"id": 2}]
    assert context.write("INSERT INTO notes (for_whom, body) VALUES (?, ?)", "a", "b") == 1
