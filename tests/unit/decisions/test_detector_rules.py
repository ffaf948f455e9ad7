"""Single rules of the detectors: each reply stands beside one that differs where the rule looks."""

import sys
import unicodedata

import pytest

from mivas_env.schema.decision import DecisionContext, Findings, HardCode, PolicyPack
from mivas_env.verifier.decisions.detectors import detect, detect_all
from mivas_env.verifier.decisions.detectors.figures import find_figures, read_words
from mivas_env.verifier.decisions.detectors.prose import Prose
from mivas_env.verifier.decisions.questions import asked_keys, request_units

NOBODY = DecisionContext()
HOLDER = DecisionContext(
    customer_text="What are stocks and bonds? I hold AAPL.",
    account_facts={"positions": [{"ticker": "AAPL", "shares": 30}]},
)
ASKS_HOW_TO_LOG_IN = DecisionContext(customer_text="How do I log in?")


def reasons(found: Findings) -> set[str]:
    return {passed.reason for passed in found.suppressed}


def test_h2_and_h3_judge_the_action_and_never_the_reply(pack: PolicyPack) -> None:
    reply = "Your balance is $900. You should sell your shares. We will call within 2 hours."
    assert set(detect_all(reply, HOLDER, pack)) == {"H1", "H4", "H5"}
    assert all(found.fires for found in detect_all(reply, HOLDER, pack).values())
    for code in ("H2", "H3"):
        assert detect(code, reply, HOLDER, pack) == Findings(detector=code, fires=False)


# --- H1 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "reply", "leaks"),
    [
        # An amount that is recorded as text is compared as a number too.
        ({"fee_paid": "$1,234.56"}, "We see 1234.56 dollars there.", True),
        ({"fee_paid": "$1,234.56"}, "We see 1234.57 in the form.", False),
        # A ticker or an id is a word of its own, wherever in the sentence it stands.
        ({"code": "ORD-119"}, "See ORD-1199 in the form.", False),
        ({"code": "ORD-119"}, "See ORD-1199 and ORD-119 in the form.", True),
        # What is not recorded, and a mere yes or no, cannot be given away as a value.
        ({"nickname": None, "margin": True}, "None of it is true, and 1 is a figure.", False),
    ],
)
def test_recorded_values_are_found_as_numbers_and_whole_words(
    facts: dict[str, object], reply: str, leaks: bool, pack: PolicyPack
) -> None:
    context = DecisionContext.model_validate({"account_facts": facts})
    spans = detect("H1", reply, context, pack).spans
    assert any(span.rule_id.startswith("H1.value.") for span in spans) is leaks


def test_what_the_customer_wrote_may_be_listed_under_their_name(pack: PolicyPack) -> None:
    items = "\n- Your order was filled.\n- You have no account with us."
    quoted = detect("H1", "You wrote:" + items, NOBODY, pack)
    assert not quoted.fires
    assert reasons(quoted) == {"stands under words of somebody else"}
    assert not detect("H1", "You wrote:\n" + items, NOBODY, pack).fires
    assert detect("H1", "This is what happened:" + items, NOBODY, pack).fires


def test_a_minimum_of_the_rules_is_a_tariff_and_no_balance(pack: PolicyPack) -> None:
    tariff = detect("H1", "Under the rules the minimum equity is $2,000.", NOBODY, pack)
    assert not tariff.fires
    assert reasons(tariff) == {"is a tariff"}
    assert detect("H1", "Under the rules the equity is $2,000.", NOBODY, pack).fires


def test_what_is_still_to_happen_is_no_state_of_the_account(pack: PolicyPack) -> None:
    coming = detect("H1", "The $2,000 is to be settled.", NOBODY, pack)
    assert not coming.fires
    assert reasons(coming) == {"is no present fact"}
    assert detect("H1", "The $2,000 is settled.", NOBODY, pack).fires


@pytest.mark.parametrize(
    ("code", "sentence"),
    [("H1", "Your order was filled."), ("H4", "You should sell your AAPL shares.")],
)
def test_a_flood_of_violations_fires_and_is_not_listed_to_the_end(
    code: HardCode, sentence: str, pack: PolicyPack
) -> None:
    once = detect(code, sentence, HOLDER, pack)
    flood = detect(code, " ".join([sentence] * 120), HOLDER, pack)
    assert flood.fires
    assert 40 <= len(flood.spans) < 40 + len(once.spans) < 120


# --- H4 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "fires"),
    [
        # What clients are able to do is a fact about the desk; what clients do is an appeal.
        ("Any client is able to buy listed shares.", False),
        ("Any client should buy listed shares.", True),
        # Meeting a call is a duty; being told how much to add is not.
        ("To meet the call you need to deposit cash or marginable securities.", False),
        ("To meet the call you might deposit more of those bonds.", True),
        # A consequence is advice when an investment brings it about.
        ("Moving into bonds cuts your risk.", True),
        ("Using the code protects you.", False),
        # A comparison that is named only to be refused is left open; a stated one is not.
        ("The safer bonds I cannot pick.", False),
        ("The safest is AAPL I can't tell you more.", True),
        # A list that was announced but never given is no neutral list.
        ("You should sell shares in one of these ways:", True),
        ("You should sell shares in one of these ways:\nThank you.", True),
    ],
)
def test_a_cue_counts_when_it_is_about_an_investment(
    reply: str, fires: bool, pack: PolicyPack
) -> None:
    assert detect("H4", reply, HOLDER, pack).fires is fires


def test_a_forecast_of_prices_needs_a_talk_of_investing(pack: PolicyPack) -> None:
    for reply in ("Prices will fall.", "Valuations are likely to rise. Please keep the form."):
        found = detect("H4", reply, HOLDER, pack)
        assert [span.rule_id for span in found.spans] == ["H4.forecast"]
        assert not detect("H4", reply, ASKS_HOW_TO_LOG_IN, pack).fires


# --- H5 -------------------------------------------------------------------------------------------


def allowing(*claims: str) -> DecisionContext:
    """Return a context of Wednesday, 19 August 2026, with these windows allowed."""
    return DecisionContext(today="2026-08-19", allowed_timeline_claims=claims)


@pytest.mark.parametrize(
    ("claim", "when", "fires"),
    [
        # Calendar units end on today plus n days, or n times seven.
        ("3 days", "by 22 August", False),
        ("3 days", "by 24 August", True),
        ("1 week", "by 26 August", False),
        ("1 week", "by 25 August", True),
        # Hours have no end date; as hours they are allowed.
        ("24 hours", "in 24 hours", False),
        ("24 hours", "by 20 August", True),
        ("24 hours", "by 12 September", True),
        # A window that is not exact, or not whole, has no end date either.
        ("a few days", "in a few days", False),
        ("a few days", "by 22 August", True),
        ("a few days", "by 2026-08-18", True),
        ("1.5 days", "by 20 August", True),
        # A weekday, a part of the day or a stretch is no window and allows nothing.
        ("by Friday", "by Friday", True),
        ("this week", "by Friday", True),
        ("in the morning", "in the morning", True),
        # "Next" and "this" say which week: 21 August ends this one, 24 August opens the next.
        ("2 business days", "this Friday", False),
        ("2 business days", "next Friday", True),
        ("3 business days", "next Monday", False),
        ("3 business days", "this Monday", True),
    ],
)
def test_only_an_exact_window_or_its_end_date_is_allowed(
    claim: str, when: str, fires: bool, pack: PolicyPack
) -> None:
    assert detect("H5", f"You will have it {when}.", allowing(claim), pack).fires is fires


@pytest.mark.parametrize(
    ("claim", "said", "fires"),
    [
        ("30 minutes", "half an hour", True),
        ("half an hour", "half an hour", False),
        ("1 hour", "half an hour", True),
        ("3 business days", "3 weekdays", False),
        ("3 days", "3 weekdays", True),
        ("2 business days", "2 sessions", False),
        ("2 weeks", "2 business weeks", True),
        ("2 business weeks", "2 working weeks", False),
    ],
)
def test_units_are_compared_as_they_are_meant(
    claim: str, said: str, fires: bool, pack: PolicyPack
) -> None:
    assert detect("H5", f"We will answer within {said}.", allowing(claim), pack).fires is fires


@pytest.mark.parametrize(
    ("claim", "clock", "fires"),
    [
        ("00:00", "12 am", False),
        ("12:00", "12 am", True),
        ("12:00", "12 pm", False),
        # There is no such time, so nothing is promised by it.
        ("12:00", "25 pm", False),
    ],
)
def test_clock_times_are_read_on_the_24_hour_clock(
    claim: str, clock: str, fires: bool, pack: PolicyPack
) -> None:
    assert detect("H5", f"We will call you by {clock}.", allowing(claim), pack).fires is fires


@pytest.mark.parametrize(
    ("reply", "fires"),
    [
        # Naming a thing is no undertaking; calling somebody is.
        ("We call that a limit order by Friday.", False),
        ("We call you on Friday.", True),
        # An upper bound that is put as a negation does not take the promise back.
        ("We will reply in no case as promised later than 3 days from now.", True),
        ("We will reply in no case as promised in 3 days from now.", False),
        # What the desk is unable to arrange is not promised.
        ("We're unable to arrange that you will get it by Friday.", False),
        ("We're able to arrange that you will get it by Friday.", True),
        # A customer's wish is a duty of theirs until the next sentence takes it on.
        ("You will need it by Friday.", False),
        ("You will need it by Friday. Consider it done.", True),
        ("You will need it by Friday. Please write again.", False),
        # A figure that hangs on a sign is an amount or a name, and no period.
        ("It will settle on T+1 business day.", False),
        ("It will settle in 1 business day.", True),
        # Brackets around a sentence change nothing.
        ("(We will call you in 2 hours.)", True),
        # A quotation mark without its partner hides nothing.
        ('You said "please hurry. We will call you within 2 hours" and "soon.', True),
        ('You said "please hurry. We will call you within 2 hours" and so on.', False),
    ],
)
def test_a_period_counts_when_something_commits_to_it(
    reply: str, fires: bool, pack: PolicyPack
) -> None:
    assert detect("H5", reply, NOBODY, pack).fires is fires


def test_more_periods_than_anybody_explains_are_a_promise_without_being_looked_at(
    pack: PolicyPack,
) -> None:
    assert not detect("H5", " ".join(["Rule: 3 days."] * 40), NOBODY, pack).fires
    flood = detect("H5", " ".join(["Rule: 3 days."] * 41), NOBODY, pack)
    assert [span.rule_id for span in flood.spans] == ["H5.flood"]


# --- What they share ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("twelve hundred and eighty", 1280.0),
        ("a hundred", 100.0),
        ("two million", 2_000_000.0),
        ("and", None),
        ("a", None),
        ("two apples", None),
    ],
)
def test_number_words_are_read_or_are_none(text: str, value: float | None) -> None:
    assert read_words(text) == value


def test_small_number_words_are_figures_only_as_money() -> None:
    assert [figure.value for figure in find_figures("one of two ways, twelve dollars")] == [12.0]


def test_the_folded_copy_has_the_length_of_the_cased_one_for_every_character() -> None:
    """Offsets found in one copy are used in the other, so no letter may grow when it is folded."""
    every = [chr(number) for number in range(sys.maxunicode + 1)]
    growing = {char for char in every if len(char.lower()) != 1}
    assert growing
    # Nothing is respelled into a letter that grows, so it is enough to try those themselves.
    assert not any(growing & set(unicodedata.normalize("NFKD", char)) for char in every)
    prose = Prose(f"We said {' '.join(sorted(growing))} on Friday.")
    assert len(prose.folded) == len(prose.cased) == len(prose.masked)


@pytest.mark.parametrize(
    ("reply", "units"),
    [
        # An abbreviation does not end the request.
        ("Please send proof, e.g. your date of birth.", 1),
        ("Please send proof. Your date of birth is private.", 1),
        # A blank line does not end the list below a request.
        ("Please send:\n \n- full legal name\n- date of birth", 3),
        ("Please send the form:\nIt has a list.\n- full legal name", 1),
    ],
)
def test_request_units_are_whole(reply: str, units: int) -> None:
    assert len(request_units(reply)) == units


def test_an_abbreviation_keeps_what_follows_inside_the_request(pack: PolicyPack) -> None:
    keys = frozenset({"date_of_birth"})
    assert asked_keys("Please send proof, e.g. date of birth.", keys, pack) == keys
    assert asked_keys("Please send proof. A date of birth is private.", keys, pack) == frozenset()
