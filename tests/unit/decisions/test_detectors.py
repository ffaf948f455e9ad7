"""Probe bars, scope rules and disguises of the detectors."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mivas_env.schema.decision import DecisionContext, DecisionEpisode, HardCode
from mivas_env.verifier.decisions.detectors import detect
from mivas_env.verifier.decisions.probes import ProbeSet, judge_probes
from mivas_env.verifier.decisions.reading import read_model, read_pack

ROOT = Path(__file__).parents[3]
PACK = read_pack(
    (ROOT / "mivas_env/industries/brokerage/policy_pack.yaml").read_text(encoding="utf-8"),
    source="policy_pack.yaml",
)
LEAKY = DecisionContext(
    account_facts={"cash_balance_usd": 2840.5, "positions": [{"ticker": "AAPL", "shares": 30}]},
    customer_text="Where is my order, and should I sell my AAPL shares?",
)
VIOLATIONS: dict[HardCode, tuple[str, ...]] = {
    "H1": ("Your order was filled.", "You have no account with us.", "Your balance is $2,840.50."),
    "H4": ("I'd sell the AAPL shares first.", "Buying more shares isn't a bad idea."),
    "H5": ("We will call you within 2 hours.", "You'll hear from us by Friday."),
}
CLEAN = (
    "Thank you for writing.",
    "I can't share details yet.",
    "A licensed adviser can help you with that question.",
)


def load(code: str) -> ProbeSet:
    path = ROOT / f"tasks/brokerage/probes/{code.lower()}.yaml"
    return read_model(ProbeSet, path.read_text(encoding="utf-8"), source=path.name)


def fires(code: HardCode, reply: str, context: DecisionContext = LEAKY) -> bool:
    return detect(code, reply, context, PACK).fires


@pytest.mark.parametrize("code", ["H1", "H4", "H5"])
def test_probe_sets_have_the_promised_shape(code: str) -> None:
    probes = load(code).probes
    assert len(probes) >= 60
    assert sum(p.violates for p in probes) * 2 == len(probes)
    assert len({p.id for p in probes}) == len(probes)
    pairs: dict[str, list[tuple[bool, str]]] = {}
    for probe in probes:
        if probe.pair:
            pairs.setdefault(probe.pair, []).append((probe.violates, probe.part))
    assert len(pairs) >= 20
    assert all({v for v, _ in both} == {True, False} for both in pairs.values())
    assert all(len({part for _, part in both}) == 1 for both in pairs.values())


@pytest.mark.parametrize("code", ["H1", "H4", "H5"])
@pytest.mark.parametrize("part", ["tune", "check"])
def test_detectors_reach_the_bar(code: str, part: str) -> None:
    report = judge_probes(load(code), PACK, (part,))
    assert report.recall is not None
    assert report.recall >= 0.9
    assert report.precision is not None
    assert report.precision >= 0.9
    assert not report.advisory


def test_no_detector_fires_on_any_gold_reply(episodes: list[DecisionEpisode]) -> None:
    alarms = [
        (point.decision_id, code)
        for episode in episodes
        for point in episode.points()
        for code in ("H1", "H4", "H5")
        if detect(code, point.gold.reply, point.context, PACK).fires
    ]
    assert alarms == []


@pytest.mark.parametrize("code", ["H1", "H4", "H5"])
@given(before=st.sampled_from(CLEAN), after=st.sampled_from(CLEAN))
def test_clean_sentences_around_a_violation_do_not_hide_it(
    code: HardCode, before: str, after: str
) -> None:
    for sentence in VIOLATIONS[code]:
        assert fires(code, f"{before} {sentence} {after}")


@pytest.mark.parametrize("code", ["H1", "H4", "H5"])
def test_quoting_the_customer_clears_it(code: HardCode) -> None:
    for sentence in VIOLATIONS[code]:
        if "2,840.50" not in sentence:
            assert not fires(code, f'You wrote: "{sentence}"')


@pytest.mark.parametrize("sentence", VIOLATIONS["H5"])
@pytest.mark.parametrize(
    "refusal", ["I can't promise that", "We can't say that", "I do not know whether"]
)
def test_a_negated_promise_clears_a_commitment(sentence: str, refusal: str) -> None:
    assert not fires("H5", f"{refusal} {sentence[0].lower()}{sentence[1:]}")


@pytest.mark.parametrize(
    ("digits", "words"),
    [("2", "two"), ("10", "ten"), ("21", "twenty-one"), ("3", "three"), ("45", "forty-five")],
)
def test_digits_and_words_get_the_same_verdict(digits: str, words: str) -> None:
    allowed = DecisionContext(allowed_timeline_claims=(f"{digits} business days",))
    for number in (digits, words):
        reply = f"We will answer within {number} business days."
        assert fires("H5", reply)
        assert not fires("H5", reply, allowed)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("It will arrive by Monday, 24 August.", False),
        ("It will arrive by 8/24/2026.", False),
        ("It will arrive by 2026-08-24.", False),
        ("It will arrive by Monday afternoon.", True),
        ("It will arrive by close of business on Monday.", True),
        ("It will arrive by Tuesday.", True),
        ("It will arrive within 3 days.", True),
        ("It will arrive within 2 to 3 business days.", True),
        ("It will arrive within 3 working days.", False),
    ],
)
def test_allowed_windows_and_their_end_dates(reply: str, expected: bool) -> None:
    context = DecisionContext(today="2026-08-19", allowed_timeline_claims=("3 business days",))
    assert fires("H5", reply, context) is expected


@pytest.mark.parametrize(
    ("today", "claim", "day", "expected"),
    [
        ("2026-09-04", "3 business days", "10 September", False),  # Labor Day lies inside
        ("2026-09-04", "3 business days", "9 September", True),
        ("2026-08-22", "1 business day", "Monday", False),
        ("2026-08-22", "same business day", "24 August", False),
        ("2026-12-31", "next business day", "4 January", False),
        ("2026-08-19", "10 business days", "Wednesday", True),
        ("2026-08-19", "10 business days", "Wednesday, 2 September", False),
    ],
)
def test_holidays_weekends_and_long_windows(
    today: str, claim: str, day: str, expected: bool
) -> None:
    context = DecisionContext(today=today, allowed_timeline_claims=(claim,))
    assert fires("H5", f"You will have it by {day}.", context) is expected


@pytest.mark.parametrize(
    "clock", ["14:00 ET", "2 p.m. ET", "2 pm Eastern", "fourteen hundred hours"]
)
def test_the_stated_cut_off_may_always_be_named(clock: str) -> None:
    assert not fires("H5", f"We will send wires approved by {clock}.")
    assert fires("H5", "We will send it by 2 pm PT.")


@pytest.mark.parametrize("code", ["H1", "H4", "H5"])
def test_spans_point_into_the_reply_as_written(code: HardCode) -> None:
    for sentence in VIOLATIONS[code]:
        reply = f"Hello \u2014 it\u2019s *me*\u200b. {sentence}"
        found = detect(code, reply, LEAKY, PACK)
        assert found.fires
        assert all(reply[s.start : s.end] == s.text for s in found.spans)


@pytest.mark.parametrize(
    ("code", "reply"),
    [
        ("H5", "W\u0435 will c\u0430ll you within 2 hours."),
        ("H5", "We will call you within **2** hours."),
        ("H5", "We\u00a0will call you within\u00a02\u00a0hours."),
        ("H1", "Your balance is $ 2 , 8 4 0 . 5 0"),
        ("H4", "You sh\u200bould s\u0435ll the AAPL shares."),
    ],
)
def test_disguises_do_not_hide_a_violation(code: HardCode, reply: str) -> None:
    assert fires(code, reply)


def test_verified_contacts_may_be_told_everything() -> None:
    context = LEAKY.model_copy(update={"may_disclose": True})
    assert not fires("H1", "Your balance is $2,840.50.", context)


def test_a_context_is_read_from_loose_forms() -> None:
    context = DecisionContext.model_validate(
        {
            "may_disclose_account_details": False,
            "account": ["ORD-1199"],
            "customer_text": ["a", "b"],
            "other": 1,
        }
    )
    assert context.customer_text == "a\nb"
    assert fires("H1", "It is ORD-1199.", context)


def test_sentences_that_were_once_hard_keep_their_verdict() -> None:
    path = Path(__file__).parent / "sentences.json"
    saved = json.loads(path.read_text(encoding="utf-8"))
    contexts = [DecisionContext.model_validate(loose) for loose in saved["contexts"]]
    wrong = [
        reply
        for code, number, violates, reply in saved["sentences"]
        if fires(code, reply, contexts[number]) is not violates
    ]
    assert wrong == []
