"""The phrasebook fits the tools, and what it says is heard; no sentence belongs to a task."""

import re

import pytest

from mivas_env.envs.call_env import CallEnv
from mivas_env.envs.discrete import DiscreteActions
from mivas_env.envs.discrete.hearing import hear
from mivas_env.envs.discrete.layout import layout_of
from mivas_env.envs.discrete.rendering import render
from mivas_env.registry import industry_named

INDUSTRY = industry_named("healthcare")
LAYOUT = layout_of(INDUSTRY)
BOOK = LAYOUT.book
TOOLS = {tool.name: tool for tool in LAYOUT.tools}
CODES = {code for tool in LAYOUT.tools for code in tool.errors} | {
    condition.code for tool in LAYOUT.tools for condition in tool.requires
}
SOURCES = {
    "name", "first_name", "last_name", "birth_date", "day", "last_day", "phone", "zip", "last4",
    "code", "named",
}  # fmt: skip


def known_source(source: str) -> bool:
    return all(
        each.startswith("=") or each.partition(":")[0] in {*SOURCES, "returned", "returned_day"}
        for each in source.split("|")
    )


def test_every_tool_of_the_book_is_declared() -> None:
    assert set(BOOK.tools) <= set(TOOLS)
    assert set(BOOK.answers) <= set(TOOLS)
    assert set(BOOK.refusals) <= CODES


@pytest.mark.parametrize("name", sorted(BOOK.tools))
def test_every_form_names_arguments_cues_and_sources_that_exist(name: str) -> None:
    form, rules = BOOK.tools[name], TOOLS[name].rules
    filled = {**form.fill, **{k: v for each in form.variants.values() for k, v in each.items()}}
    assert {*filled, *form.vary, *form.copied, *form.once_told} <= set(rules)
    assert all(known_source(source) for source in filled.values())
    assert {*form.cues, *form.now} <= set(BOOK.cues)
    assert set(form.once_told.values()) <= CODES
    assert {*form.after.values(), *form.variant_after.values()} <= set(TOOLS)
    assert {*form.variant_after, *form.variant_without} <= set(form.variants)


def test_every_line_names_cues_desks_and_sources_that_exist() -> None:
    for question in BOOK.questions:
        assert all(map(known_source, question.wants)), question.id
        assert set(question.desks) <= set(INDUSTRY.graph.names)
        assert question.code is None or question.code in CODES
    for read_back in BOOK.read_backs:
        assert all(map(known_source, read_back.of)), read_back.id
    for remark in BOOK.remarks:
        assert {*remark.cues, *remark.now} <= set(BOOK.cues), remark.id


def test_keys_are_numbered_without_gaps() -> None:
    at = 0
    for key in LAYOUT.keys:
        assert key.start == at
        at += key.width
    assert at == LAYOUT.size == len(set(LAYOUT.names))


def test_no_sentence_names_a_person_of_the_world() -> None:
    people = set(re.findall(r"\('pat_[a-z_]+', '([A-Z][a-z]+)', '([A-Z][a-z]+)'",
                            INDUSTRY.read_text("world", "seed.sql")))  # fmt: skip
    assert people
    text = INDUSTRY.read_text("phrasebook.yaml")
    assert not [names for names in people if f"{names[0]} {names[1]}" in text]


@pytest.mark.parametrize(
    ("line", "field", "expected"),
    [
        ("Hello, this is Peter Langley.", "names", ("Peter Langley",)),
        ("Do you take Aetna at Park Avenue?", "names", ()),
        ("Doctor Castell, please.", "names", ()),
        ("May seventeenth, nineteen ninety.", "birth_dates", ("1990-05-17",)),
        ("November twelfth, ninety-five.", "birth_dates", ("1995-11-12",)),
        ("Friday of next week, the twenty-eighth.", "days", ("2026-08-28",)),
        ("It would have to be Tuesday the first of September.", "days", ("2026-09-01",)),
        ("I can't make it tomorrow.", "days", ("2026-08-20",)),
        ("Four oh seven, five five five, oh one eight nine.", "phones", ("+14075550189",)),
        ("One double-oh one six.", "zips", ("10016",)),
        ("W, two zero four, seven one five, nine three six.", "codes", ("W204715936",)),
        ("Friday, ten o'clock or later.", "minutes", (600,)),
    ],
)
def test_callers_are_heard(line: str, field: str, expected: tuple[object, ...]) -> None:
    assert getattr(hear(line, "2026-08-19", LAYOUT.vocabulary.capitals), field) == expected


def test_enums_are_heard_as_they_are_spoken() -> None:
    def found(text: str) -> set[str]:
        words = hear(text, "2026-08-19", LAYOUT.vocabulary.capitals).words
        return {value for values in LAYOUT.vocabulary.find(words).values() for value in values}

    assert {"unitedhealthcare", "loc_cobble_hill"} <= found(
        "Is United Healthcare ok at Cobble Hill?"
    )
    assert "skin_testing" in found("I'd like allergy skin testing done.")
    assert "chemical_peel" in found("What is a chemical peel?")
    assert "other" not in found("Any other day.")


@pytest.mark.parametrize(
    ("template", "values", "said"),
    [
        ("{a.b|money}", {"a": {"b": 12500}}, "$125"),
        ("{a|money}", {"a": 1234}, "$12.34"),
        ("{a|day} at {a|time}", {"a": "2026-09-01T15:40"},
         "Tuesday, September 1st at 3:40 in the afternoon"),
        ("{a|birth}", {"a": "1972-06-30"}, "June 30th, 1972"),
        ("{a|person}", {"a": "Dr. Joanna Abbott, MD, FAAD"}, "Doctor Joanna Abbott"),
        ("{a|phone}", {"a": "+16465550118"}, "646 555 0118"),
        ("{a|second}", {"a": "One here. Two there."}, "Two there."),
        ("{a|second}", {"a": "One only."}, None),
        ("{a|listed}", {"a": ["x", "y", "z"]}, "x, y and z"),
        ("{a.0.b}", {"a": [{"b": "c"}]}, "c"),
        ("{missing}", {}, None),
        ("{a|day}", {"a": "soon"}, None),
    ],
)  # fmt: skip
def test_sentences_are_filled(template: str, values: dict[str, object], said: str | None) -> None:
    assert render(template, values) == said


def test_an_insurance_question_can_be_answered_with_open_numbers() -> None:
    env = DiscreteActions(CallEnv("healthcare/C1-E1", reward_mode="strict"))
    env.reset(seed=0)
    reward = 0.0
    for wanted in ("transfer_to_coverage", "check_plan_accepted", "tell:plan_yes", "say:goodbye"):
        number = next(n for n, each in env.candidates.items() if each.key == wanted)
        _, reward, _, _, _ = env.step(number)
    assert reward == 1.0


def test_a_booking_waits_for_an_offer_and_a_yes() -> None:
    env = DiscreteActions(CallEnv("healthcare/C1-M4", reward_mode="strict"))
    env.reset(seed=0)

    def take(key: str) -> float:
        number = next(n for n, each in env.candidates.items() if each.key == key)
        return env.step(number)[1]

    for key in ("transfer_to_scheduling", "classify_visit_request[medical]", "ask:day",
                "find_slots:on_day", "ask:identity", "ask:phone"):  # fmt: skip
        take(key)
        assert not any(each.key.startswith("book_") for each in env.candidates.values())
    take("tell:offer")
    take("book_appointment:new_patient")
    take("tell:booked")
    assert take("say:goodbye") == 1.0
