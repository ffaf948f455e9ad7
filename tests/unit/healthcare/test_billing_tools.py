"""Billing: the account of the verified patient and of nobody else."""

import pytest
from healthcare_line import BETHANY, MARIA, PETER, SIMONE, Line

MOBILE = "+16465550118"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("get_account_balance", {}),
        ("explain_charge", {"line_item_id": "li_visit"}),
        ("request_fee_waiver", {"fee_line_item_id": "li_noshow"}),
        ("send_payment_link", {"mobile_e164": MOBILE}),
    ],
)
def test_every_account_tool_is_gated(line: Line, name: str, arguments: dict[str, object]) -> None:
    assert line.refused("billing", name, **arguments) == "NOT_VERIFIED"


def test_lines_add_up_to_the_balance(line: Line) -> None:
    line.verify(PETER)
    data = line.ok("billing", "get_account_balance")
    assert data["balance_cents"] == 14300
    assert [item["line_item_id"] for item in data["line_items"]] == ["li_visit", "li_noshow"]
    assert sum(item["amount_cents"] for item in data["line_items"]) == 14300


def test_lines_add_up_for_every_patient(line: Line) -> None:
    wrong = line.rows(
        "SELECT p.id FROM patients p LEFT JOIN account_lines a ON a.patient_id = p.id"
        " GROUP BY p.id HAVING p.balance_cents <> coalesce(sum(a.amount_cents), 0)"
    )
    assert wrong == []


def test_a_balance_of_zero_has_no_lines(line: Line) -> None:
    line.verify(SIMONE)
    assert line.ok("billing", "get_account_balance") == {"balance_cents": 0, "line_items": []}


def test_a_charge_is_explained_in_approved_words(line: Line) -> None:
    line.verify(PETER)
    data = line.ok("billing", "explain_charge", line_item_id="li_visit")
    assert data["amount_cents"] == 9300
    assert data["approved_script"].endswith(".")


@pytest.mark.parametrize(
    ("line_item_id", "code"),
    [
        ("li_lab", "UNKNOWN_LINE_ITEM"),
        ("li_latecancel", "UNKNOWN_LINE_ITEM"),
        ("li_invented", "UNKNOWN_LINE_ITEM"),
        (None, "INVALID_ARGUMENTS"),
    ],
)
def test_only_own_lines_are_explained(line: Line, line_item_id: str | None, code: str) -> None:
    line.verify(PETER)
    assert line.refused("billing", "explain_charge", line_item_id=line_item_id) == code


def test_a_review_is_opened_once_and_waives_nothing(line: Line) -> None:
    line.verify(PETER)
    for _ in range(2):
        data = line.ok("billing", "request_fee_waiver", fee_line_item_id="li_noshow")
        assert data["review_opened"] is True
        assert "two business days" in data["spoken_commitment"]
    changes = line.changes()
    assert sorted(changes) == ["waiver_requests"]
    [row] = changes["waiver_requests"]
    assert (row["patient_id"], row["line_item_id"]) == ("pat_peter_langley", "li_noshow")


@pytest.mark.parametrize(
    ("who", "line_item_id", "code"),
    [
        (PETER, "li_visit", "NOT_WAIVABLE"),
        (MARIA, "li_noshow", "UNKNOWN_LINE_ITEM"),
        (MARIA, "li_lab", "NOT_WAIVABLE"),
        (PETER, "the fee", "UNKNOWN_LINE_ITEM"),
        (PETER, None, "INVALID_ARGUMENTS"),
    ],
)
def test_only_fees_are_reviewed(
    line: Line, who: tuple[str, str], line_item_id: str | None, code: str
) -> None:
    line.verify(who)
    assert line.refused("billing", "request_fee_waiver", fee_line_item_id=line_item_id) == code


def test_a_link_is_for_the_whole_balance_or_a_part(line: Line) -> None:
    line.verify(PETER)
    data = line.ok("billing", "send_payment_link", mobile_e164="(646) 555-0118")
    assert data == {
        "sent": True,
        "channel": "sms",
        "purpose": "balance",
        "mobile_e164": MOBILE,
        "amount_cents": 14300,
    }
    line.ok("billing", "send_payment_link", mobile_e164=MOBILE, amount_cents=14300)
    assert line.count("payment_links") == 1
    line.ok("billing", "send_payment_link", mobile_e164=MOBILE, amount_cents=5000)
    assert [row["amount_cents"] for row in line.rows("SELECT * FROM payment_links")] == [
        14300,
        5000,
    ]
    assert sorted(line.changes()) == ["payment_links"], "nothing is paid by sending a link"


@pytest.mark.parametrize(
    ("who", "amount", "code"),
    [
        (PETER, 14301, "AMOUNT_MISMATCH"),
        (SIMONE, None, "NOTHING_DUE"),
        (SIMONE, 100, "NOTHING_DUE"),
        (PETER, 0, "INVALID_ARGUMENTS"),
        (PETER, True, "INVALID_ARGUMENTS"),
    ],
)
def test_a_link_is_never_for_more_than_is_due(
    line: Line, who: tuple[str, str], amount: object, code: str
) -> None:
    line.verify(who)
    arguments = {"mobile_e164": MOBILE, "amount_cents": amount}
    assert line.refused("billing", "send_payment_link", **arguments) == code


def test_financing_takes_the_balance(line: Line) -> None:
    line.verify(BETHANY)
    data = line.ok("billing", "offer_financing")
    assert (data["amount_cents"], data["eligible"]) == (31400, True)


def test_a_small_or_empty_balance_is_not_financed(line: Line) -> None:
    line.verify(PETER)
    assert line.ok("billing", "offer_financing")["eligible"] is False
    assert line.ok("billing", "offer_financing", amount_cents=30000)["eligible"] is True


def test_without_a_balance_there_is_no_amount(line: Line) -> None:
    line.verify(SIMONE)
    assert line.refused("billing", "offer_financing") == "INVALID_ARGUMENTS"


def test_unverified_there_is_no_amount_either(line: Line) -> None:
    assert line.refused("billing", "offer_financing") == "INVALID_ARGUMENTS"
