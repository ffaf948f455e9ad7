"""The identity gate."""

import pytest
from healthcare_line import MARIA, PETER, SIMONE, Line

CALEB = ("Caleb Winters", "2016-10-05")
HAROLD = ("Harold Pruitt", "1947-08-29")
LORRAINE = ("Lorraine Decker", "1951-05-22")
EDITH = ("Edith McAvoy", "1943-12-20")


def identify(line: Line, **arguments: object) -> dict[str, object]:
    return line.ok("identity", "identify_patient", **arguments)


def refuse_verify(line: Line, who: tuple[str, str], **more: object) -> str:
    return line.refused("identity", "verify_identity", full_name=who[0], dob=who[1], **more)


# ------------------------------------------------------------------ searching


def test_a_search_shows_as_little_as_possible(line: Line) -> None:
    data = identify(line, first_name="maria", last_name="ALVAREZ", dob="1972-06-30")
    assert data == {
        "count": 1,
        "candidates": [{"first_name": "Maria", "last_initial": "A", "dob_year": "1972"}],
    }


@pytest.mark.parametrize(
    "arguments",
    [
        {"zip": "10016"},
        {},
        {"last_name": "Alvarez"},
        {"dob": "1972-06-30"},
        {"first_name": "Maria", "zip": "10016"},
        {"last_name": " ", "dob": "1972-06-30"},
    ],
)
def test_charts_cannot_be_listed_by_a_fragment(line: Line, arguments: dict[str, object]) -> None:
    assert line.refused("identity", "identify_patient", **arguments) == "INVALID_ARGUMENTS"


@pytest.mark.parametrize(
    "more", [{"first_name": "Marta"}, {"zip": "10017"}, {"last_name": "Alvares"}]
)
def test_every_given_detail_must_match(line: Line, more: dict[str, object]) -> None:
    arguments = {"first_name": "Maria", "last_name": "Alvarez", "dob": "1972-06-30", **more}
    assert identify(line, **arguments)["count"] == 0


def test_zip_tells_namesakes_apart_and_few_are_shown(line: Line) -> None:
    for number in range(5):
        copy_patient(line, "pat_simone_fletcher", f"pat_twin_{number}", zip_code=f"1120{number}")
    everyone = identify(line, last_name="Fletcher", dob="1985-09-23")
    assert everyone["count"] == 6
    assert len(everyone["candidates"]) == 3  # type: ignore[arg-type]
    assert identify(line, last_name="Fletcher", dob="1985-09-23", zip="11203")["count"] == 1


def copy_patient(line: Line, patient: str, copy: str, *, zip_code: str) -> None:
    row = line.one("SELECT * FROM patients WHERE id = ?", patient)
    row |= {"id": copy, "zip": zip_code, "member_id": copy.replace("_", "")}
    line.context.write(
        f"INSERT INTO patients ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})",  # noqa: S608
        *row.values(),
    )


def test_searches_run_out(line: Line) -> None:
    for _ in range(6):
        identify(line, last_name="Nobody", dob="1980-01-01")
    code = line.refused("identity", "identify_patient", last_name="Alvarez", dob="1972-06-30")
    assert code == "LOOKUP_LIMIT"


# ------------------------------------------------------------------ verifying


@pytest.mark.parametrize("name", ["Maria Alvarez", "maria  alvarez", " MARIA ALVAREZ "])
def test_name_and_date_open_the_record(line: Line, name: str) -> None:
    before = line.everything()
    data = line.ok("identity", "verify_identity", full_name=name, dob="1972-06-30")
    assert data == {"verified": True, "speaking_for": None}
    assert line.everything() == before


@pytest.mark.parametrize(
    "who",
    [
        ("Maria Q Alvarez", "1972-06-30"),
        ("Maria", "1972-06-30"),
        ("Alvarez Maria", "1972-06-30"),
        ("Maria Alvarez", "1972-06-03"),
        ("Elena Alvarez", "1972-06-30"),
    ],
)
def test_anything_else_matches_nothing(line: Line, who: tuple[str, str]) -> None:
    assert refuse_verify(line, who) == "NO_MATCH"


@pytest.mark.parametrize("factor", ["10016", "0147"])
def test_an_unasked_second_factor_may_be_right(line: Line, factor: str) -> None:
    line.verify(MARIA, second_factor=factor)


def test_a_wrong_second_factor_is_no_match(line: Line) -> None:
    assert refuse_verify(line, MARIA, second_factor="10017") == "NO_MATCH"
    assert refuse_verify(line, MARIA, second_factor="147") == "INVALID_ARGUMENTS"


def test_a_flagged_record_asks_for_a_second_factor(line: Line) -> None:
    elena = ("Elena Alvarez", "1972-03-11")
    for _ in range(4):
        assert refuse_verify(line, elena) == "SECOND_FACTOR_REQUIRED"
    line.verify(elena, second_factor="0105")


def test_namesakes_of_one_day_need_a_second_factor(line: Line) -> None:
    copy_patient(line, "pat_simone_fletcher", "pat_twin", zip_code="11299")
    assert refuse_verify(line, SIMONE) == "SECOND_FACTOR_REQUIRED"
    # Both share the telephone, so its last digits do not tell them apart.
    assert refuse_verify(line, SIMONE, second_factor="0126") == "SECOND_FACTOR_REQUIRED"
    line.verify(SIMONE, second_factor="11299")
    assert line.context.session.get("patient_id") == "pat_twin"


def test_three_failures_lock_the_call_for_good(line: Line) -> None:
    lefts = []
    for day in ("01", "02", "03"):
        outcome = line.call(
            "identity", "verify_identity", full_name="Maria Alvarez", dob=f"1972-06-{day}"
        )
        assert outcome.error_code == "NO_MATCH"
        line.caller_speaks()
        lefts.append(dict(outcome.data or {})["attempts_left"])
    assert lefts == [2, 1, 0]
    assert refuse_verify(line, MARIA) == "IDENTITY_LOCKED"
    identify(line, last_name="Alvarez", dob="1972-06-30")
    assert refuse_verify(line, PETER) == "IDENTITY_LOCKED"
    assert line.refused("identity", "get_patient_summary") == "NOT_VERIFIED"
    stored = line.one("SELECT value FROM session_facts WHERE key = 'identity_failures'")
    assert stored["value"] == "3"


def test_failures_count_per_call_and_not_per_person(line: Line) -> None:
    refuse_verify(line, ("Maria Alvarez", "1972-06-01"))
    line.caller_speaks()
    refuse_verify(line, ("Peter Langley", "1990-05-01"))
    line.caller_speaks()
    identify(line, last_name="Fletcher", dob="1985-09-23")
    refuse_verify(line, ("Simone Fletcher", "1985-09-01"))
    assert refuse_verify(line, SIMONE) == "IDENTITY_LOCKED"


def test_a_verified_call_stays_with_its_patient(line: Line) -> None:
    line.verify(MARIA)
    for who in (PETER, ("Nobody Here", "1980-01-01"), ("Maria Alvarez", "1972-06-01")):
        for _ in range(2):
            assert refuse_verify(line, who) == "ALREADY_VERIFIED"
    line.verify(MARIA)
    assert line.context.session.get("patient_id") == "pat_maria_alvarez"
    assert line.context.session.get("identity_failures") is None
    code = line.refused("identity", "identify_patient", last_name="Langley", dob="1990-05-17")
    assert code == "ALREADY_VERIFIED"


# ------------------------------------------------------------------ speaking for somebody else


def test_a_minor_is_spoken_for_by_the_guardian_on_file(line: Line) -> None:
    for _ in range(4):
        assert refuse_verify(line, CALEB) == "GUARDIAN_REQUIRED"
    data = line.ok(
        "identity",
        "verify_identity",
        full_name=CALEB[0],
        dob=CALEB[1],
        caller_relationship="guardian",
        caller_name="adrian winters",
    )
    assert data == {"verified": True, "speaking_for": "Caleb Winters"}


@pytest.mark.parametrize(
    ("who", "relationship", "caller"),
    [
        (CALEB, "guardian", "Marguerite Winters"),
        (CALEB, "guardian", None),
        (CALEB, "authorized_representative", "Adrian Winters"),
        (HAROLD, "authorized_representative", "Colleen Pruitt"),
        (HAROLD, "guardian", "Colleen Pruitt"),
        (MARIA, "authorized_representative", "Peter Langley"),
        (EDITH, "guardian", "Joyce Tillman"),
    ],
)
def test_nobody_else_may_speak(
    line: Line, who: tuple[str, str], relationship: str, caller: str | None
) -> None:
    more = {"caller_relationship": relationship, "caller_name": caller}
    for _ in range(3):
        assert refuse_verify(line, who, **more) == "PROXY_NOT_AUTHORIZED"
        line.caller_speaks()
    assert refuse_verify(line, who, **more) == "IDENTITY_LOCKED"
    assert line.context.session.get("patient_id") is None


def test_an_authorization_on_file_lets_an_adult_speak(line: Line) -> None:
    line.verify(EDITH, caller_relationship="authorized_representative", caller_name="Joyce Tillman")


def test_an_authorization_does_not_replace_the_second_factor(line: Line) -> None:
    more = {"caller_relationship": "authorized_representative", "caller_name": "Stanley Decker"}
    assert refuse_verify(line, LORRAINE, **more) == "SECOND_FACTOR_REQUIRED"
    line.verify(LORRAINE, second_factor="10016", **more)


def test_authorization_is_not_mutual(line: Line) -> None:
    code = refuse_verify(
        line,
        ("Stanley Decker", "1949-02-07"),
        second_factor="10016",
        caller_relationship="authorized_representative",
        caller_name="Lorraine Decker",
    )
    assert code == "PROXY_NOT_AUTHORIZED"


COLLEEN = {"caller_relationship": "authorized_representative", "caller_name": "Colleen Pruitt"}


@pytest.mark.parametrize(
    "later",
    [
        {},
        {"caller_name": "Harold Pruitt"},
        {"caller_relationship": "self", "caller_name": "Harry"},
        {"caller_relationship": "guardian", "caller_name": "Colleen Pruitt"},
        {"caller_relationship": "authorized_representative", "caller_name": "Joyce Tillman"},
        {"second_factor": "11201"},
    ],
)
def test_who_was_refused_stays_refused_as_anybody(line: Line, later: dict[str, object]) -> None:
    assert refuse_verify(line, HAROLD, **COLLEEN) == "PROXY_NOT_AUTHORIZED"
    line.caller_speaks()
    assert refuse_verify(line, HAROLD, **later) == "PROXY_NOT_AUTHORIZED"
    assert line.context.session.get("patient_id") is None


def test_who_was_refused_may_still_be_verified_for_their_own_record(line: Line) -> None:
    refuse_verify(line, HAROLD, **COLLEEN)
    line.caller_speaks()
    line.verify(("Colleen Pruitt", "1976-09-14"))


def test_a_claim_without_a_name_may_be_made_again_with_one_but_never_as_the_patient(
    line: Line,
) -> None:
    as_carer = {"caller_relationship": "authorized_representative"}
    assert refuse_verify(line, EDITH, **as_carer) == "PROXY_NOT_AUTHORIZED"
    line.caller_speaks()
    assert refuse_verify(line, EDITH) == "PROXY_NOT_AUTHORIZED"
    line.caller_speaks()
    line.verify(EDITH, **as_carer, caller_name="Joyce Tillman")


@pytest.mark.parametrize("name", ["Colleen Pruitt", "Colleen", "Bob Pruitt", "Hal9 Pruitt"])
def test_the_patient_is_not_somebody_of_another_name(line: Line, name: str) -> None:
    code = refuse_verify(line, HAROLD, caller_name=name)
    assert code == ("INVALID_ARGUMENTS" if "9" in name else "CALLER_IS_NOT_PATIENT")
    line.caller_speaks()
    after = refuse_verify(line, HAROLD) if code == "CALLER_IS_NOT_PATIENT" else None
    assert after in (None, "PROXY_NOT_AUTHORIZED")


@pytest.mark.parametrize(
    "name", [None, "Harold Pruitt", "harold pruitt", "H. Pruitt", "Harry", "Pruitt", "Harold Monk"]
)
def test_forms_of_the_patients_own_name_are_the_patient(line: Line, name: str | None) -> None:
    line.verify(HAROLD, caller_name=name)


def test_a_father_passed_off_as_the_child_hears_what_is_missing(line: Line) -> None:
    assert refuse_verify(line, CALEB, caller_name="Adrian Winters") == "GUARDIAN_REQUIRED"
    line.verify(CALEB, caller_relationship="guardian", caller_name="Adrian Winters")


def test_guesses_in_one_breath_are_refused_and_not_counted(line: Line) -> None:
    assert refuse_verify(line, ("Maria Alvarez", "1972-06-01")) == "NO_MATCH"
    for day in ("02", "03", "30"):
        code = refuse_verify(line, ("Maria Alvarez", f"1972-06-{day}"))
        assert code == "ASK_THE_CALLER_FIRST"
    assert line.context.session.get("identity_failures") == 1
    line.caller_speaks()
    line.verify(MARIA)


def test_without_a_caller_on_the_line_nothing_is_waited_for(line: Line) -> None:
    line.context.caller_turn = None
    assert refuse_verify(line, ("Maria Alvarez", "1972-06-01")) == "NO_MATCH"
    line.verify(MARIA)


@pytest.mark.parametrize(("dob", "is_minor"), [("2008-08-19", False), ("2008-08-20", True)])
def test_majority_begins_on_the_birthday(line: Line, dob: str, is_minor: bool) -> None:
    line.context.write("UPDATE patients SET dob = ? WHERE id = 'pat_simone_fletcher'", dob)
    outcome = line.call("identity", "verify_identity", full_name="Simone Fletcher", dob=dob)
    assert outcome.error_code == ("GUARDIAN_REQUIRED" if is_minor else None)


# ------------------------------------------------------------------ summary


def test_the_summary_needs_a_verified_patient(line: Line) -> None:
    assert line.refused("identity", "get_patient_summary") == "NOT_VERIFIED"


def test_the_summary_of_maria(line: Line) -> None:
    line.verify(MARIA)
    data = line.ok("identity", "get_patient_summary")
    assert data["name"] == "Maria Alvarez"
    assert data["home_office"] == "Park Avenue"
    [visit] = data["upcoming_appointments"]
    assert visit["appointment_id"] == "2114"
    assert visit["start"] == "2026-08-21T15:00"
    assert "Botox" in data["visit_notes"]["2114"]
    assert data["balance_cents"] == 46500
    assert data["insurance"]["carrier"] == "Cigna"
    assert len(data["insurance"]["member_id_last4"]) == 4
    assert data["portal_active"] is False
    assert "C730164258" not in str(data), "the whole member id is nobody's to read out"


def test_visits_come_in_order_and_without_past_or_cancelled_ones(line: Line) -> None:
    line.verify(("Monica Sandoval", "1989-09-18"))
    data = line.ok("identity", "get_patient_summary")
    assert [visit["appointment_id"] for visit in data["upcoming_appointments"]] == ["2122", "2126"]
    assert data["open_orders"] == [{"order_type": "allergy", "ordered_on": "2026-08-12"}]


def test_a_self_pay_patient_has_no_insurance(line: Line) -> None:
    line.verify(("Camille Renner", "1988-08-15"))
    data = line.ok("identity", "get_patient_summary")
    assert data["insurance"] is None
    assert data["portal_active"] is True


def test_nobody_without_permission_learns_that_a_record_wants_more(line: Line) -> None:
    """Stanley's record needs a second factor; his wife, not authorised, is refused before that."""
    refused = refuse_verify(
        line,
        ("Stanley Decker", "1949-02-07"),
        caller_relationship="authorized_representative",
        caller_name="Lorraine Decker",
    )
    assert refused == "PROXY_NOT_AUTHORIZED"
