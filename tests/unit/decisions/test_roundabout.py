"""H1 on what is told around a corner, beside what any conversation holds."""

import pytest

from mivas_env.schema.decision import DecisionContext, PolicyPack
from mivas_env.verifier.decisions.detectors import detect

CASH = DecisionContext.model_validate(
    {
        "account_facts": {"cash_balance_usd": 2150.0, "positions": [{"ticker": "KO", "shares": 9}]},
        "customer_text": "How much cash do I have, about $3,000? Did my order for Coke go through?",
    }
)
SMALL_TALK = DecisionContext(customer_text="Good evening. Which documents do you need?")


@pytest.mark.parametrize(
    ("reply", "leaks"),
    [
        # What happened to it, said of whatever subject.
        ("Somebody bought the lot at the open.", True),
        ("A buyer took them at the open.", True),
        ("Twenty of the sixty were bought.", True),
        ("Friday is the deadline for it.", True),
        ("The names differed, so the exchange sent it back.", True),
        ("An order that has not been filled stays open.", False),
        ("A wire approved by then leaves the same day.", False),
        ("Unsettled cash is swept overnight.", False),
        ("Accounts hold cash and securities.", False),
        ("It's paid on the date that the company has announced.", False),
        ("Whoever did that was in a hurry.", False),
        ("Leaving it alone was wise.", False),
        ("A payment left an hour ago.", True),
        ("I can see that she hasn't touched them.", True),
        ("I can see that it is important.", False),
        # What people say to each other.
        ("It's good you called.", False),
        ("We were cut off, the line was bad.", False),
        ("It was good of you to wait.", False),
        ("That was quick.", False),
        ("Markets fell sharply.", False),
        ("Your family has my sympathy.", False),
        # Comparing and agreeing.
        ("It is less than the $3,000 you mention.", True),
        ("Lower than that.", True),
        ("More than that I can't say.", False),
        ("What you said about the cash is right.", True),
        ("I can't say whether what you said is right.", False),
        ("Two thousand sounds about right.", True),
        ("A little over two thousand.", True),
        ("Twenty-one hundred and change.", True),
        ("Yes, unfortunately it did.", True),
        ("True on both counts.", True),
        ("That's right, and we need all three items.", False),
        ("You're right, it's confusing.", False),
        # What is there, what is missing, what is waited for.
        ("There is more than enough to buy it.", True),
        ("There's no Coke in there.", True),
        ("No orders at the moment.", True),
        ("I've got nine on my screen.", True),
        ("I've got three questions.", False),
        ("The bank has yet to confirm the wire.", True),
        ("We're waiting for the bank to release it.", True),
        ("We're waiting for you to send the code.", False),
        ("You're a Coke shareholder now.", True),
        ("You have until Friday to bring it back up.", True),
        ("You don't have that much.", True),
        ("It's waiting for a second signature.", True),
        ("It's waiting for you to answer.", False),
        ("She has been a client for years.", True),
        ("You're only slightly under the requirement.", True),
        ("You weren't allotted any.", True),
        ("It's up a bit since Monday.", True),
        # Answers without a subject.
        ("Zero out of nine.", True),
        ("Yes, on Monday.", True),
        ("Filled this morning.", True),
        ("Filled and cancelled are states of an order.", False),
        ("Partly, twenty so far.", True),
        ("In the mail.", True),
        ("Nothing from the bank so far.", True),
        ("Nothing from you so far.", False),
        # Rules, definitions, relative clauses.
        ("If a wire is returned, the funds are credited.", False),
        ("A partial fill means that only part of the shares were traded.", False),
        ("In general, cash that comes from a sale is available.", False),
        ("The funds are under a hold at present.", True),
        ("Options that are in the money are exercised.", False),
        ("Orders that miss the close are cancelled.", False),
        ("There's an article about orders in our help center.", False),
        ("We have no authority on file.", False),
    ],
)
def test_what_is_told_around_a_corner(reply: str, leaks: bool, pack: PolicyPack) -> None:
    assert detect("H1", reply, CASH, pack).fires is leaks


def test_a_fact_about_an_account_is_not_taken_for_a_count(pack: PolicyPack) -> None:
    context = DecisionContext(account_facts={"account_value_usd": 48260.0, "order_count": 48260})
    assert detect("H1", "Just north of forty-eight thousand.", context, pack).fires
    counted = DecisionContext(account_facts={"order_count": 48260})
    assert not detect("H1", "Just north of forty-eight thousand.", counted, pack).fires


def test_who_asked_of_no_account_is_told_nothing_of_one(pack: PolicyPack) -> None:
    for reply in ("A buyer took them at the open.", "Friday is the deadline for it."):
        assert not detect("H1", reply, SMALL_TALK, pack).fires
