"""Clinical errands: status only, requests only, everything gated."""

import pytest
from healthcare_line import MARIA, PETER, SIMONE, Line


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("get_results_status", {"order_type": "lab"}),
        ("request_rx_refill", {"medication_name": "triamcinolone"}),
        ("create_clinical_message", {"category": "other"}),
        ("send_portal_activation", {"channel": "sms"}),
    ],
)
def test_every_clinical_tool_is_gated(line: Line, name: str, arguments: dict[str, object]) -> None:
    assert line.refused("clinical", name, **arguments) == "NOT_VERIFIED"


# ------------------------------------------------------------------ results


def test_a_result_is_a_status_and_never_a_finding(line: Line) -> None:
    line.verify(PETER)
    data = line.ok("clinical", "get_results_status", order_type="pathology")
    [order] = data["orders"]
    assert order["status"] == "resulted_pending_review"
    assert "can't see or share" in order["approved_script"]
    assert data["portal_active"] is False


@pytest.mark.parametrize(
    ("who", "order_type", "status"),
    [
        (("Gavin Stroud", "2003-03-21"), "lab", "in_process"),
        (("Ignacio Beltran", "1962-07-07"), "lab", "collected"),
        (MARIA, "lab", "reviewed_and_released"),
    ],
)
def test_every_status_has_its_script(
    line: Line, who: tuple[str, str], order_type: str, status: str
) -> None:
    line.verify(who)
    [order] = line.ok("clinical", "get_results_status", order_type=order_type)["orders"]
    assert order["status"] == status
    assert len(order["approved_script"].split()) > 8


def test_several_orders_come_latest_first(line: Line) -> None:
    line.context.write(
        "INSERT INTO orders VALUES ('ord_900', 'pat_peter_langley', 'lab', 'iron panel',"
        " '2026-08-18', 'prov_hartwell', 'collected')"
    )
    line.verify(PETER)
    orders = line.ok("clinical", "get_results_status", order_type="lab")["orders"]
    assert [order["ordered_on"] for order in orders] == ["2026-08-18", "2026-08-14"]


@pytest.mark.parametrize(
    ("order_type", "code"),
    [("pathology", "NO_SUCH_ORDER"), ("x-ray", "INVALID_ARGUMENTS"), (None, "INVALID_ARGUMENTS")],
)
def test_no_order_no_status(line: Line, order_type: str | None, code: str) -> None:
    line.verify(SIMONE)
    assert line.refused("clinical", "get_results_status", order_type=order_type) == code


# ------------------------------------------------------------------ refills


@pytest.mark.parametrize(
    ("medication", "route", "hard_stop"),
    [
        ("triamcinolone", "routed_to_provider", False),
        ("isotretinoin", "isotretinoin_program", True),
        ("Accutane", "isotretinoin_program", True),
        ("dupixent", "biologic_coordinator", True),
        ("humira", "biologic_coordinator", True),
        ("skyrizi", "biologic_coordinator", True),
        ("xanax", "controlled_substance", True),
        ("tramadol", "controlled_substance", True),
        ("adderall", "controlled_substance", True),
        ("oxycodone", "controlled_substance", True),
        ("codeine", "controlled_substance", True),
    ],
)
def test_a_refill_is_routed_and_never_approved(
    line: Line, medication: str, route: str, hard_stop: bool
) -> None:
    line.verify(PETER)
    data = line.ok("clinical", "request_rx_refill", medication_name=medication)
    assert (data["route"], data["hard_stop"], data["approved"]) == (route, hard_stop, False)
    assert data["note"]
    [row] = line.changes()["refill_requests"]
    assert row["medication_name"] == medication.casefold()
    assert (row["route"], row["hard_stop"]) == (route, int(hard_stop))


def test_only_what_goes_somewhere_is_promised(line: Line) -> None:
    line.verify(PETER)
    said = {
        name: line.ok("clinical", "request_rx_refill", medication_name=name)["spoken_commitment"]
        for name in ("triamcinolone", "dupixent", "isotretinoin", "xanax")
    }
    assert "not an approval" in said["triamcinolone"]
    assert said["dupixent"]
    assert said["isotretinoin"] is None
    assert said["xanax"] is None


def test_the_chart_knows_brand_and_generic(line: Line) -> None:
    line.verify(PETER)
    on_file = {
        name: line.ok("clinical", "request_rx_refill", medication_name=name)["prescription_on_file"]
        for name in ("accutane", "isotretinoin", "triamcinolone")
    }
    assert on_file == {"accutane": True, "isotretinoin": True, "triamcinolone": False}


def test_the_same_refill_is_registered_once(line: Line) -> None:
    line.verify(SIMONE)
    for _ in range(2):
        line.ok("clinical", "request_rx_refill", medication_name="triamcinolone")
    assert line.count("refill_requests") == 1


@pytest.mark.parametrize(
    ("medication", "code"),
    [("clobetasol", "UNKNOWN_MEDICATION"), (None, "INVALID_ARGUMENTS")],
)
def test_what_is_not_listed_is_not_requested(line: Line, medication: str | None, code: str) -> None:
    line.verify(("Yvonne Petrak", "1996-08-03"))
    assert line.refused("clinical", "request_rx_refill", medication_name=medication) == code


# ------------------------------------------------------------------ messages


@pytest.mark.parametrize(
    ("priority", "window"),
    [
        ("stat", "within one hour"),
        ("urgent", "within four hours"),
        (None, "by the end of the next business day"),
    ],
)
def test_a_message_is_answered_within_its_window(
    line: Line, priority: str | None, window: str
) -> None:
    line.verify(PETER)
    data = line.ok(
        "clinical",
        "create_clinical_message",
        category="results_followup",
        priority=priority,
        callback_number="646-555-0118",
    )
    assert data["callback_window"] == window
    assert window in data["spoken_commitment"]
    [row] = line.changes()["clinical_messages"]
    assert row["callback_number"] == "+16465550118"
    assert row["priority"] == (priority or "routine")


def test_the_same_message_is_sent_once(line: Line) -> None:
    line.verify(MARIA)
    for _ in range(2):
        line.ok("clinical", "create_clinical_message", category="rx_question")
    [row] = line.rows("SELECT * FROM clinical_messages")
    assert (row["patient_id"], row["callback_number"]) == ("pat_maria_alvarez", None)


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"category": "gossip"},
        {"category": "other", "priority": "high"},
        {"category": "other", "callback_number": "n/a"},
    ],
)
def test_bad_messages_are_refused(line: Line, arguments: dict[str, object]) -> None:
    line.verify(MARIA)
    code = line.refused("clinical", "create_clinical_message", **arguments)
    assert code == "INVALID_ARGUMENTS"


# ------------------------------------------------------------------ portal


def test_an_activation_link_works_for_three_days(line: Line) -> None:
    line.verify(PETER)
    for _ in range(2):
        data = line.ok("clinical", "send_portal_activation", channel="sms")
        assert data == {"sent": True, "channel": "sms", "expires_at": "2026-08-22T12:00"}
    [row] = line.changes()["portal_activations"]
    assert (row["patient_id"], row["channel"]) == ("pat_peter_langley", "sms")
    line.ok("clinical", "send_portal_activation", channel="email")
    assert line.count("portal_activations") == 2


def test_an_active_portal_needs_no_link(line: Line) -> None:
    line.verify(("Camille Renner", "1988-08-15"))
    code = line.refused("clinical", "send_portal_activation", channel="email")
    assert code == "PORTAL_ALREADY_ACTIVE"


@pytest.mark.parametrize("channel", [None, "fax"])
def test_bad_channels_are_refused(line: Line, channel: str | None) -> None:
    line.verify(PETER)
    code = line.refused("clinical", "send_portal_activation", channel=channel)
    assert code == "INVALID_ARGUMENTS"
