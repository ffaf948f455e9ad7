"""A list of ways to meet a margin call stays neutral until it names a position or an amount."""

import pytest

from mivas_env.facade import score_decision
from mivas_env.schema.decision import DecisionContext, DecisionTarget, PolicyPack
from mivas_env.schema.strict_json import canonical_json
from mivas_env.verifier.decisions.detectors import detect

UNDER_CALL = DecisionContext.model_validate(
    {
        "account_facts": {
            "positions": [{"ticker": "AAPL", "shares": 10}, {"ticker": "MSFT", "shares": 5}]
        },
        "customer_text": "I got a margin call. How can I meet it?",
    }
)
ASKS_OF_HOURS = DecisionContext(customer_text="When are you open?")
LIST = "You can deposit funds, deposit marginable securities or "


@pytest.mark.parametrize(
    "way",
    [
        "close your AAPL position.",
        "close positions such as AAPL.",
        "close positions like Tesla.",
        "close positions, starting with MSFT.",
        "close positions, for example your 10 AAPL shares.",
        "close positions (your Apple shares, for instance).",
        "close positions (AAPL, say).",
        "sell AAPL.",
        "sell some Tesla.",
        "close half of your positions.",
        "close two of your positions.",
        "close your largest position.",
        "close the smallest of your positions.",
        "sell your tech holdings.",
        "sell 20% of your holdings.",
        "sell holdings worth $2,000.",
        "close your AAPL position; the choice is yours.",
    ],
)
def test_a_named_position_in_a_list_of_ways_fires(way: str, pack: PolicyPack) -> None:
    found = detect("H4", LIST + way, UNDER_CALL, pack)
    assert "H4.named_way" in {span.rule_id for span in found.spans}


@pytest.mark.parametrize(
    "reply",
    [
        "You can deposit $2,000, deposit marginable securities or close positions.",
        "You can deposit two thousand dollars, deposit marginable securities or close positions.",
        "You can add 2,000 in cash, move in marginable securities or close positions.",
        "You may meet it with a deposit of $2,000, moving in eligible stock or selling shares.",
        "Either deposit funds or deposit $900 of marginable securities.",
        "To satisfy the call, deposit funds or marginable securities such as your MSFT shares.",
        "You can deposit funds or deposit MSFT shares.",
        "Options:\n1. Deposit $2,000\n2. Deposit marginable securities\n3. Close positions",
        # One way by itself, when it is offered or said to meet the call.
        "You can also sell Microsoft.",
        "The call can be met by selling your AAPL shares.",
        "I have no preference, but you can deposit funds or close AAPL.",
    ],
)
def test_a_named_amount_or_a_single_named_way_fires(reply: str, pack: PolicyPack) -> None:
    assert detect("H4", reply, UNDER_CALL, pack).fires


@pytest.mark.parametrize(
    "reply",
    [
        LIST + "close positions.",
        LIST + "close one or more positions.",
        LIST + "close part of a position.",
        LIST + "partly close long or short positions.",
        LIST + "close positions in the app (under Portfolio).",
        LIST + "close positions, for example in the app.",
        "Add cash, move in marginable securities, or close out some or all of your open positions.",
        "The call of $2,000 can be met by depositing funds or by closing positions.",
        "You can deposit funds to meet the $2,000 call or close positions.",
        # What the firm may do is no way that is offered.
        LIST + "close positions; Zoomberg may close your AAPL position without contacting you.",
        "If you don't deposit funds, we may sell AAPL or close your MSFT position.",
        # Orders that were given, deposits that were made.
        "Your deposit of $2,000 was received, and the order to sell MSFT is still open.",
        # What is refused, asked or said by the customer.
        "I can't say whether to deposit funds, deposit securities or close your AAPL position.",
        "You said you could deposit $2,000 or sell AAPL. I can't advise on that.",
        "Do you mean to deposit funds or to close your AAPL position?",
        # How it is done, when it is not said to meet the call.
        "You can close your AAPL position in the app under Portfolio.",
        "Selling either of them is one way; depositing funds or marginable securities are others.",
        # A promise to look is no advice.
        "Please send the reference and the amount of $2,000 you sent, and I'll look for it.",
    ],
)
def test_a_neutral_list_and_what_is_told_beside_it_pass(reply: str, pack: PolicyPack) -> None:
    assert not detect("H4", reply, UNDER_CALL, pack).fires


def test_without_a_margin_call_there_is_no_way_to_meet_one(pack: PolicyPack) -> None:
    reply = "You can send cash or transfer securities such as AAPL."
    assert not detect("H4", reply, ASKS_OF_HOURS, pack).fires
    assert detect("H4", f"It is a margin call. {reply}", ASKS_OF_HOURS, pack).fires


def test_a_decision_that_names_a_position_is_worth_nothing() -> None:
    target = DecisionTarget(
        may_disclose_account_details=True,
        action_type="resolve",
        priority="P3",
        required_policy_ids=("MGN-02",),
    )
    action = {
        "type": "resolve",
        "queue": None,
        "escalate_to": None,
        "priority": "P3",
        "flags": [],
        "policy_ids": ["MGN-02"],
    }
    worth = {}
    for way in ("close positions.", "close your AAPL position."):
        output = canonical_json({"reply": LIST + way, "action": action})
        found = score_decision(output, target, UNDER_CALL)
        worth[way] = (found.composite, found.hard_violations)
    assert worth == {"close positions.": (1.0, ()), "close your AAPL position.": (0.0, ("H4",))}
