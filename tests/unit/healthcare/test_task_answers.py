"""What closes the asks of healthcare's callers: their own office, day and team, and no other."""

import re
from typing import Any

import pytest
from caller_kit import HEARING, healthcare_lexicon

import mivas_env
from mivas_env.caller.scripted import ScriptedCaller
from mivas_env.schema.script import AnswerType, CallerScript, Disclosure
from mivas_env.schema.strict_yaml import load_yaml
from mivas_env.tasks import load_task

TASKS = [load_task(name) for name in mivas_env.list_tasks("healthcare")]
IDS = [task.lockfile.id for task in TASKS]
SCRIPTS = {task.lockfile.id: task.lockfile.caller.script for task in TASKS}


def caller_of(task: str, *asks: str) -> ScriptedCaller:
    """A caller of one task who wants nothing but these asks, the first of them already put."""
    file = HEARING.parent / f"{task}.yaml"
    loaded: Any = load_yaml(file.read_text(encoding="utf-8"), source=file.name)
    script = loaded["caller"]["script"]
    kept = [ask for ask in script["asks"] if ask["id"] in asks]
    assert [ask["id"] for ask in kept] == list(asks)
    for ask in kept:
        ask.pop("after", None)
    for fact in script["facts"].values():
        fact.pop("after", None)
        fact.pop("early", None)
    kept[0]["in_opening"] = True
    script |= {"asks": kept, "consents": [], "responses": []}
    read = CallerScript.model_validate(script)
    caller = ScriptedCaller(read, healthcare_lexicon(), task_id=f"healthcare/{task}", seed=0)
    caller.open()
    return caller


def said_to(task: str, ask: str, line: str) -> tuple[bool, str]:
    """Say one line; return whether it closed the ask, and the caller's reply."""
    caller = caller_of(task, ask)
    caller.hear(line)
    reply = caller.reply().text
    return caller.satisfied, reply


# ------------------------------------------------------------------ who calls back

CALLS = [
    ("C1-H1", "records_call", "records team", ("billing team", "front desk")),
    ("C1-H4", "desk_call", "front desk", ("billing team", "records team")),
    ("C4-M3", "callback", "cosmetic coordinator", ("billing team", "front desk")),
    ("X-H2", "call_me", "front desk", ("billing team", "records people")),
]
BY = [
    "I've asked our {} to give you a call.",
    "Our {} will call you back within 24 hours.",
    "I've set up a callback from our {}.",
]


@pytest.mark.parametrize("line", BY)
@pytest.mark.parametrize(("task", "ask", "team", "others"), CALLS, ids=lambda each: str(each)[:8])
def test_a_call_from_another_team_is_not_the_one_asked_for(task, ask, team, others, line):
    assert said_to(task, ask, line.format(team))[0]
    for other in others:
        closed, reply = said_to(task, ask, line.format(other))
        assert not closed, line.format(other)
        [partial] = [each for a in SCRIPTS[task].asks if a.id == ask for each in a.partial]
        assert reply == partial.say[0]


@pytest.mark.parametrize(
    "line",
    [
        "I've asked them to call you.",
        "I've arranged a callback for you.",
        "Somebody will call you back within 24 hours.",
        "Done.",
    ],
)
@pytest.mark.parametrize(("task", "ask"), [call[:2] for call in CALLS])
def test_a_call_from_a_team_that_is_not_named_will_do(task, ask, line):
    assert said_to(task, ask, line)[0]


@pytest.mark.parametrize("task", ["R-H1", "R-M1"])
def test_the_care_team_is_not_the_billing_team(task):
    for team, closes in (("billing team", False), ("care team", True), ("doctor's team", True)):
        line = f"I've asked our {team} to call you about it."
        assert said_to(task, "team_calls", line)[0] is closes, line


# ------------------------------------------------------------------ where and when

PLACES = {
    "loc_park_ave": "Park Avenue",
    "loc_cobble_hill": "Cobble Hill",
    "loc_montclair": "Montclair",
    "loc_windermere": "Windermere",
    "loc_coral_gables": "Coral Gables",
}
ACTS = {"booked": "You're booked", "waitlisted": "You're on the waitlist"}
BOUND = [
    (task.lockfile.id, ask.id, ask.answer.bind["office"], ACTS[ask.answer.predicate])
    for task in TASKS
    for ask in task.lockfile.caller.script.asks
    if ask.answer and ask.answer.type is AnswerType.DONE and "office" in ask.answer.bind
]


def test_most_bookings_are_for_an_office():
    assert len(BOUND) >= 28


@pytest.mark.parametrize(("task", "ask", "office", "act"), BOUND)
def test_another_office_is_not_the_one_asked_for(task, ask, office, act):
    assert said_to(task, ask, f"{act} at {PLACES[office]}.")[0]
    assert said_to(task, ask, f"{act}.")[0]
    for other, name in PLACES.items():
        if other != office:
            assert not said_to(task, ask, f"{act} at {name}.")[0], name


@pytest.mark.parametrize(("task", "ask", "office", "act"), BOUND)
def test_an_ask_is_bound_to_the_office_that_is_locked(task, ask, office, act):
    changes = load_task(f"healthcare/{task}").lockfile.exp_db_state.changes
    table = "waitlist" if ask == "waitlisted" else "appointments"
    rows = [change.row for change in changes if change.insert == table]
    assert rows, act
    for row in rows:
        assert office in (row.get("location_id") or row["location_ids"])


WEEK = "You're booked for patch testing on {}."


@pytest.mark.parametrize("day", ["Wednesday, September 23rd at two", "the twenty-fifth", "Tuesday"])
def test_a_day_of_the_week_agreed_on_will_do(day):
    assert said_to("X-M1", "booked", WEEK.format(day))[0]


@pytest.mark.parametrize(
    "day", ["August thirty-first", "Wednesday, September 2nd at 9:30", "September 30th"]
)
def test_a_day_of_another_week_is_none(day):
    assert not said_to("X-M1", "booked", WEEK.format(day))[0]


# ------------------------------------------------------------------ one question, either answer


def test_a_caller_who_asks_again_asks_the_same():
    """What a charge is for is one question, whose it is to pay another; who acts is no request."""
    for name, script in SCRIPTS.items():
        for ask in script.asks:
            if ask.answer is None:
                continue
            if ask.answer.predicate in ("charge_explained", "fee_explained"):
                why = [line for line in ask.say if re.search(r"\b[Ww]hy\b|mine to pay", line)]
                assert why == [], name
            if ask.answer.type is AnswerType.DONE:
                who = [line for line in ask.say if re.search(r"\b[Ww]ho (?:takes|does)\b", line)]
                assert who == [], name


_GLAD = re.compile(r"(?:Oh, )?(?:[Gg]ood|Great|Wonderful|Perfect)\b(?! to know)|Ugh|Oh well")


def test_what_follows_a_yes_or_a_no_fits_either():
    for name, script in SCRIPTS.items():
        for ask, after in zip(script.asks, script.asks[1:], strict=False):
            if ask.answer is not None and ask.answer.type is AnswerType.POLAR:
                assert not _GLAD.match(after.say[0]), f"{name}: {after.say[0]}"


@pytest.mark.parametrize(("task", "name"), [(i, key) for i in IDS for key in SCRIPTS[i].facts])
def test_no_fact_has_words_that_are_never_spoken(task, name):
    """A fact that is withheld has a general line; what its `say` holds would be heard by nobody."""
    assert SCRIPTS[task].facts[name].disclose is not Disclosure.NEVER


@pytest.mark.parametrize(
    ("task", "line", "reply"),
    [
        ("C4-E1", "May I have your date of birth?", "I'd rather not, it's only a price I'm after."),
        ("C3-H1", "Can I have your member ID?", "I don't see why you'd need that."),
        ("C3-M4", "What's your member ID?", "I'd rather not, I'm only asking about the office."),
    ],
)
def test_who_will_not_give_a_thing_says_so_in_its_own_words(task, line, reply):
    assert reply in said_to(task, SCRIPTS[task].asks[0].id, line)[1]
