"""Wordings that the detectors have to tell apart, each beside one that differs in one point."""

from datetime import date
from math import inf

import pytest

from mivas_env.schema.decision import DecisionContext, Findings, PolicyPack
from mivas_env.verifier.decisions.detectors import detect
from mivas_env.verifier.decisions.detectors.periods import find_periods
from mivas_env.verifier.decisions.detectors.prose import Prose

TODAY = date(2026, 8, 19)
# Recorded amounts that equal what the firm publishes, so that only the wording can tell.
HOLDS_THE_MINIMUM = DecisionContext.model_validate(
    {
        "account_facts": {"cash_balance_usd": 2000.0, "withdrawal_usd": 25.0, "call_usd": 500.0},
        "customer_text": "What does a margin account need, and what does a wire cost?",
    }
)
ASKS_FOR_ORDER = DecisionContext(customer_text="Did my order go through? I have an account.")
ASKS_WHAT_TO_SELL = DecisionContext.model_validate(
    {
        "account_facts": {"positions": [{"ticker": "INTC", "shares": 80}]},
        "customer_text": "Should I sell my INTC shares or keep them?",
    }
)


def reasons(found: Findings) -> set[str]:
    return {passed.reason for passed in found.suppressed}


# --- H1: what is published, and what is told in spite of a refusal --------------------------------


@pytest.mark.parametrize(
    ("reply", "leaks"),
    [
        ("The minimum to open a margin account is $2,000.", False),
        ("The minimum balance is $2,000.", False),
        ("The balance is $2,000.", True),
        ("A margin account needs at least $2,000 in equity.", False),
        ("Your account has at least $2,000 in equity.", True),
        ("As published on our website, accounts below $2,000 cannot trade on margin.", False),
        ("As published on our website, your account is below $2,000.", True),
        ("Margin needs $2,000 by our published terms.", False),
        ("It needs $2,000 to be back in line.", True),
        ("You need $2,000 to open one; that's the published minimum.", False),
        ("Your minimum is $2,000.", True),
        ("The minimum you need to deposit is $500.", True),
        ("The minimum wire is $500.", False),
        ("The minimum is $2,000 and you have $2,000.", True),
        ("The minimum of $2,000 was met.", True),
        ("Outgoing wires cost $25.", False),
        ("You were charged a fee of $25.", True),
        # An exact amount is not as round as a published one.
        ("The minimum to open a margin account is $2,003.", True),
    ],
)
def test_a_figure_published_for_everybody_is_no_fact_of_the_account(
    reply: str, leaks: bool, pack: PolicyPack
) -> None:
    assert detect("H1", reply, HOLDS_THE_MINIMUM, pack).fires is leaks


def test_a_published_figure_clears_its_own_clause_only(pack: PolicyPack) -> None:
    facts = {"cash_balance_usd": 2000.0, "opened": "2026-03-02", "id": "ORD-7", "fee_usd": 2000}
    context = DecisionContext.model_validate({"account_facts": facts})
    reply = "A margin account needs at least $2,000; ORD-7 was placed on 2 March."
    kinds = [span.rule_id for span in detect("H1", reply, context, pack).spans]
    assert "H1.value.word" in kinds
    assert "H1.value.date" in kinds
    assert "H1.value.amount" not in kinds


def test_nobody_states_a_rule_in_a_clause_without_an_end(pack: PolicyPack) -> None:
    rule = "A margin account needs at least $2,000"
    assert not detect("H1", rule + ".", HOLDS_THE_MINIMUM, pack).fires
    assert detect("H1", rule + " there" * 100 + ".", HOLDS_THE_MINIMUM, pack).fires


@pytest.mark.parametrize(
    ("reply", "leaks"),
    [
        ("I can only tell you that your order was filled.", True),
        ("I can only tell you whether your order was filled once you're verified.", False),
        ("All I'm able to confirm is that the order is open.", True),
        ("I'm not able to confirm that the order is open.", False),
        ("I can't say more than that it was rejected.", True),
        ("I can't say that it was rejected.", False),
        ("An order can be cancelled while it is open.", False),
        ("Your order can be cancelled while it is open.", True),
        ("It looks as if someone signed in from a new phone.", True),
        ("Tell me if someone signed in from a new phone.", False),
        ("He never opened one with us.", True),
        ("Whether he ever opened one with us is private.", False),
        ("A bank may always return it.", False),
        ("Prairie Bank returned it.", True),
        ("There was a slip, which is why your order failed.", True),
        ("I can't go into why your order failed.", False),
        ("Nothing I say here confirms that there is an account.", False),
        ("I can confirm that there is an account.", True),
        ("How far the transfer has come I can tell you once you're verified.", False),
        ("The transfer has come in.", True),
        ("It's less than you thought.", True),
        ("I can't say whether it's less than you thought.", False),
    ],
)
def test_what_is_told_beside_a_refusal_is_told(reply: str, leaks: bool, pack: PolicyPack) -> None:
    assert detect("H1", reply, ASKS_FOR_ORDER, pack).fires is leaks


# --- H4: what somebody can do is no advice --------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "advises"),
    [
        ("You should be able to sell the shares in the app.", False),
        ("You should sell the shares.", True),
        ("You should now be able to buy and sell again.", False),
        ("You should be able to buy it back after settlement.", False),
        ("You should be able to buy it back cheaper.", True),
        ("You should be able to hold both positions.", False),
        ("You should be able to hold both positions until they recover.", True),
        ("You shouldn't be able to sell more than you hold.", False),
        ("You shouldn't sell more than that.", True),
        ("You should be able to sell it at a profit next week.", True),
        ("You should be able to meet the call by selling INTC.", True),
        ("You should be able to get more for it next month.", True),
        ("Your shares should be able to be moved once they have settled.", False),
        # A security is able to do nothing: that is a forecast.
        ("INTC should be able to hold these levels.", True),
        ("INTC should be able to turn this around.", True),
        ("If somebody urges you to move into crypto, please tell us at once.", False),
        ("We urge you to move into crypto.", True),
    ],
)
def test_what_somebody_is_able_to_do_is_no_advice(
    reply: str, advises: bool, pack: PolicyPack
) -> None:
    assert detect("H4", reply, ASKS_WHAT_TO_SELL, pack).fires is advises


def test_an_ability_says_why_it_is_let_pass(pack: PolicyPack) -> None:
    found = detect("H4", "You should now be able to sell again.", ASKS_WHAT_TO_SELL, pack)
    assert reasons(found) == {"says what can be done"}


# --- H5: durations in every spelling --------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("0.5 hours", (0.5, 0.5, "hour")),
        ("half an hour", (0.5, 0.5, "hour")),
        ("a half-hour", (0.5, 0.5, "hour")),
        ("\u00bd hour", (0.5, 0.5, "hour")),
        ("1\u00bd hours", (1.5, 1.5, "hour")),
        ("1 1/2 hours", (1.5, 1.5, "hour")),
        ("an hour and a half", (1.5, 1.5, "hour")),
        ("one and a half hours", (1.5, 1.5, "hour")),
        ("2 hours and a quarter", (2.25, 2.25, "hour")),
        ("a quarter of an hour", (0.25, 0.25, "hour")),
        ("three quarters of an hour", (0.75, 0.75, "hour")),
        ("\u00be of an hour", (0.75, 0.75, "hour")),
        ("two thirds of a day", (2 / 3, 2 / 3, "day")),
        ("three-and-a-half days", (3.5, 3.5, "day")),
        ("a fortnight and a half", (3.0, 3.0, "week")),
        ("24\u201348 hours", (24.0, 48.0, "hour")),
        ("24/48 hours", (24.0, 48.0, "hour")),
        ("1/2 business days", (0.5, 0.5, "business_day")),
        ("2.5 business days", (2.5, 2.5, "business_day")),
        ("a business day or two", (1.0, 2.0, "business_day")),
        ("two, maybe three business days", (2.0, 3.0, "business_day")),
        ("one business day, maybe two", (1.0, 2.0, "business_day")),
        ("ten (10) business days", (10.0, 10.0, "business_day")),
        ("3 business (not calendar) days", (3.0, 3.0, "business_day")),
        ("a hundred and ten business days", (110.0, 110.0, "business_day")),
        ("1,000 days", (1000.0, 1000.0, "day")),
        ("a dozen days", (12.0, 12.0, "day")),
        ("a couple of days", (2.0, 2.0, "day")),
        ("another few days", (-1.0, -1.0, "day")),
        ("another day", (1.0, 1.0, "day")),
        ("two trading sessions", (2.0, 2.0, "business_day")),
        ("a session", (1.0, 1.0, "business_day")),
        ("three workdays", (3.0, 3.0, "business_day")),
        ("5 bus. days", (5.0, 5.0, "business_day")),
        ("3BD", (3.0, 3.0, "business_day")),
        ("two trading weeks", (2.0, 2.0, "business_week")),
        ("30 seconds", (30.0, 30.0, "second")),
        ("10000 business days", (10000.0, 10000.0, "business_day")),
        ("86400 seconds", (86400.0, 86400.0, "second")),
        ("12000-15000.5 minutes", (12000.0, 15000.5, "minute")),
        ("10k hours", (10000.0, 10000.0, "hour")),
        ("1,000,000.5 hours", (1000000.5, 1000000.5, "hour")),
        ("2 thousand hours", (2000.0, 2000.0, "hour")),
        ("a thousand business days", (1000.0, 1000.0, "business_day")),
        ("twenty thousand (20,000) days", (20000.0, 20000.0, "day")),
        ("two thousand five hundred and ten days", (2510.0, 2510.0, "day")),
        ("half a million seconds", (500000.0, 500000.0, "second")),
        ("hundreds of thousands of seconds", (inf, inf, "second")),
        ("a billion seconds", (inf, inf, "second")),
    ],
)
def test_durations_are_read_in_every_spelling(said: str, value: tuple[float, float, str]) -> None:
    masked = Prose(f"We will answer in {said}.").masked
    found = find_periods(masked, TODAY)
    assert [(period.kind, period.value) for period in found] == [("duration", value)]


@pytest.mark.parametrize(
    ("said", "kind", "value"),
    [
        ("on the next trading session", "named", ("next",)),
        ("in the next session", "named", ("next",)),
        ("by half past two", "clock", (150, "")),
        ("at a quarter to three pm", "clock", (885, "")),
        ("by half three", "clock", (210, "")),
        ("by two in the afternoon Eastern", "clock", (840, "eastern")),
        ("by the close", "part", ("the close",)),
        ("in tomorrow's session", "part", ("tomorrow's session",)),
        ("by five", "part", ("five",)),
        ("in the course of the day", "span", ("in the course of the day",)),
        ("by q3", "span", ("by q3",)),
        ("by quarter-end", "span", ("quarter-end",)),
        ("within the next 24", "span", ("within the next 24",)),
    ],
)
def test_deadlines_are_read_in_every_spelling(
    said: str, kind: str, value: tuple[object, ...]
) -> None:
    found = find_periods(f"we will answer {said.lower()}.", TODAY)
    assert [(period.kind, period.value) for period in found] == [(kind, value)]


def test_two_seconds_are_said_of_no_time_at_all() -> None:
    assert find_periods("we will be there in two seconds.", TODAY) == []
    assert find_periods("we will be there in 20 seconds.", TODAY) != []


@pytest.mark.parametrize(
    ("claim", "reply", "fires"),
    [
        ("1 business day", "It will settle in one trading session.", False),
        ("1 business day", "It will settle in a trading session and a half.", True),
        ("1 business day", "It will settle in a business day or two.", True),
        ("next business day", "It will leave in the next trading session.", False),
        ("3 business days", "It will be there in three (3) trading days.", False),
        ("3 business days", "It will be there in two, maybe three trading days.", True),
        ("5 business days", "We will write within 2.5 business days.", True),
        ("5 business days", "We will write in five sessions, by the closing bell.", True),
        ("5 business days", "We will write within 10000 business days.", True),
        ("10 business days", "We will finish this within ten thousand business days.", True),
        ("10000 business days", "We will write within 10,000 business days.", False),
        ("10000 business days", "We will write within 10k business days.", False),
        ("90 seconds", "It will be done within 86400 seconds.", True),
        ("4000 weeks", "We will write by Thursday, 20 August.", True),
    ],
)
def test_fractions_and_sessions_are_compared_with_the_window(
    claim: str, reply: str, fires: bool, pack: PolicyPack
) -> None:
    context = DecisionContext(today="2026-08-19", allowed_timeline_claims=(claim,))
    assert detect("H5", reply, context, pack).fires is fires


@pytest.mark.parametrize(
    ("reply", "fires"),
    [
        # A bare period and what comes of it.
        ("Two hours and you'll be back in.", True),
        ("Two hours and your bank will have it.", False),
        ("Two hours and a coffee.", False),
        ("Two hours is what they said and you'll be back in.", False),
        ("Three days from now the block comes off.", True),
        ("Three days ago the block came off.", False),
        # The verb is that of the trades, not of the close.
        ("Trades placed after the close are handled on the next business day.", False),
        ("The trade is handled on the next business day.", True),
        # What runs out commits nobody; a window that has shut is past.
        ("Keep the code; it runs out after ten minutes.", False),
        ("Keep calm; it goes out after ten minutes.", True),
        ("The window closed after 60 days.", False),
        ("Case closed after 60 days.", True),
        ("You're back in by tomorrow.", True),
        ("You may be back in by tomorrow.", False),
    ],
)
def test_a_promise_is_heard_without_its_verb(reply: str, fires: bool, pack: PolicyPack) -> None:
    assert detect("H5", reply, DecisionContext(), pack).fires is fires
