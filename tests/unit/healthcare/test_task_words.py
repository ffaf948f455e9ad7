"""How callers and reference agents speak: American, in turns of their own, and read back."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from healthcare_line import Line

import mivas_env
from mivas_env.agents.protocol import play_back
from mivas_env.agents.rollout import roll_out
from mivas_env.episode.kit import kit_of
from mivas_env.registry import industry_named
from mivas_env.schema.lockfile import OracleStep
from mivas_env.schema.strict_yaml import load_yaml
from mivas_env.tasks import load_task

TASKS = [load_task(name) for name in mivas_env.list_tasks("healthcare") if name.count("-") == 1]
IDS = [task.lockfile.id for task in TASKS]
_SECOND = sorted((Path(__file__).parent / "second_oracles").glob("*.yaml"))

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_BRITISH = re.compile(
    r"(?:^|[.!?] )Good day[.,]"
    r"|\b(?:needn't|offence|half past|(?:call|ring)ing round|physio|surely|whilst)\b"
    r"|\b(?:ring|rings|ring up) (?:me|you|us|him|her|soon|back|himself)\b"
    r"|\b(?:can|to|they|somebody|who) rings?\b"
    r"|\bput (?:me|you) through to (?:a person|any)|\bfill(?:ed)? in (?:the|those) forms?\b"
    r"|\b(?:can|would) one\b|\boh, very well\b"
    rf"|\bthe [a-z-]*(?:first|second|third|th) of (?:{_MONTHS})\b",
    re.IGNORECASE,
)


def second_oracles():
    for file in _SECOND:
        steps = load_yaml(file.read_text(encoding="utf-8"), source=file.name)
        yield file.stem, [OracleStep.model_validate(step) for step in steps]


# ------------------------------------------------------------------ American


@pytest.mark.parametrize("task", TASKS, ids=IDS)
def test_callers_and_reference_agents_speak_american(task):
    lines = [*task.lockfile.caller.script.lines()]
    lines += [step.say for step in task.lockfile.oracle if step.say]
    for line in lines:
        # One caller, whose file has day and month swapped, says the day first.
        if task.lockfile.id != "X-M4":
            assert not _BRITISH.search(line), line


def test_the_prompts_and_tools_speak_american():
    kit = kit_of(industry_named("healthcare"))
    texts = [*kit.prompts.values()]
    for tool in kit.toolbox.tools:
        texts += [tool.description, str(tool.schema), *tool.errors.values()]
    for text in texts:
        assert not _BRITISH.search(text), _BRITISH.search(text)


# ------------------------------------------------------------------ people of their own


def test_few_callers_begin_with_this_is():
    openings = [line for task in TASKS for line in task.lockfile.caller.script.opening]
    alike = [line for line in openings if re.match(r"(?:Hi|Hello|Hey)[^.]{0,9} this is ", line)]
    assert len(openings) > 150
    assert len(alike) <= 12, alike


def test_one_caller_at_most_depends_on_a_driver():
    facts = [task.lockfile.caller.script.facts.get("preferred_time") for task in TASKS]
    lines = [line for fact in facts if fact is not None for line in fact.say]
    assert sum("drive" in line or "brings me" in line for line in lines) <= 1


def test_telephone_numbers_of_callers_do_not_run_on(line: Line):
    on_file = {row["phone_e164"] for row in line.rows("SELECT phone_e164 FROM patients")}
    numbers = []
    for task in TASKS:
        phone = task.lockfile.caller.script.fact_values().get("phone")
        if phone is not None and phone not in on_file:
            assert re.fullmatch(r"\+1[2-9][0-9]{2}55501[0-9]{2}", phone), task.name
            numbers.append(phone)
    assert len(numbers) == len(set(numbers)) >= 18
    steps = [int(b[-4:]) - int(a[-4:]) for a, b in pairwise(numbers)]
    assert 1 not in steps, numbers


def test_no_read_back_is_a_formula():
    said = Counter(
        step.say
        for task in TASKS
        for step in task.lockfile.oracle
        if step.say and "born" in step.say
    )
    assert [line for line, times in said.items() if times > 2] == []


# ------------------------------------------------------------------ one of two openings

TWO = {
    "C2-M3": (
        "Shall I book that one?",
        "On Friday, August 28th Doctor Joanna Abbott, MD, has 10:40 in the morning or 2:10 in the "
        "afternoon, at Cobble Hill. Which would you like?",
        "ten forty",
    ),
    "C3-H2": (
        "Would you like that?",
        "On Friday, September 11th I have 2:40 or 3:30 in the afternoon with Doctor Raul Montero, "
        "MD, at Coral Gables. Which one would you like?",
        "two forty",
    ),
    "C4-M2": (
        "Would that suit you?",
        "On Tuesday, September 22nd Doctor Philip Vance, MD, has 4:40 or 5:30 in the afternoon at "
        "Montclair. Which one would suit you?",
        "four forty",
    ),
    "C4-H3": (
        "Would that be good?",
        "Doctor Joanna Abbott, MD, has two openings on Tuesday, September 15th: nine in the "
        "morning or 4:30 in the afternoon, at Cobble Hill. Which would you like?",
        "four thirty",
    ),
}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("task_id", sorted(TWO))
def test_of_two_openings_the_caller_names_the_one_it_takes(task_id, seed):
    offer, both, hour = TWO[task_id]
    name = f"healthcare/{task_id}"
    actions = [
        {"say": both} if action.get("say", "").endswith(offer) else action
        for action in mivas_env.oracle_actions(name)
    ]
    session = roll_out(mivas_env.CallSession(name, seed=seed), play_back(iter(actions)))
    events = [e.content for e in session.trajectory().events if e.kind in ("agent", "caller")]
    assert hour in events[events.index(both) + 1].casefold()
    assert session.verification.result
    assert session.caller_satisfied


@pytest.mark.parametrize(
    ("task_id", "answer"),
    [
        (
            "C2-E1",
            "You can cancel for free until 24 hours before the visit. "
            "A late cancellation costs fifty dollars.",
        ),
        (
            "C4-E3",
            "No, Windermere doesn't do Botox. The nearest office that does is Coral Gables, at "
            "1375 Alcazar Arcade, Coral Gables, Florida 33134, third floor, suite 305.",
        ),
    ],
)
def test_what_was_said_at_once_is_not_asked_again(task_id, answer):
    session = mivas_env.CallSession(f"healthcare/{task_id}")
    session.say(answer)
    assert len(session.diagnostics()["closed_asks"]) == 2


@pytest.mark.parametrize("task", TASKS, ids=IDS)
def test_a_caller_who_gave_a_name_is_not_asked_for_it(task):
    script = task.lockfile.caller.script
    name = script.fact_values().get("full_name")
    if " " not in (name or "") or not all(name in line for line in script.opening):
        return
    asked = [
        step.say
        for step in task.lockfile.oracle
        if step.say and re.search(r"(?:full|last) name.*\?", step.say) and "spell" not in step.say
    ]
    # Where verification failed the name is asked for again.
    assert not asked or task.lockfile.id == "X-M4"


# ------------------------------------------------------------------ read back

_CREDENTIALS = re.compile(r"\b(?:MD|DO|PA|physician assistant|doctor of osteopathy)\b")
_BOOKS = ("book_appointment", "reschedule_appointment", "book_cosmetic_consult")


def conversations():
    for task in TASKS:
        yield task.lockfile.id, task.lockfile.oracle
    for name, steps in second_oracles():
        yield f"second {name}", steps


@pytest.mark.parametrize(("name", "steps"), list(conversations()), ids=lambda each: str(each)[:12])
def test_a_visit_is_read_back_with_floor_and_credentials_that_were_looked_up(name, steps):
    for place, step in enumerate(steps):
        if step.tool not in _BOOKS:
            continue
        before = steps[:place]
        questions = [each.say for each in before if each.say and "?" in each.say]
        assert any("floor" in line for line in questions), name
        assert any(_CREDENTIALS.search(line) for line in questions), name
        looked = {each.tool for each in before}
        assert looked & {"list_locations", "get_patient_summary"}, name


@pytest.mark.parametrize("task_id", ["C2-H1", "C2-H3", "C2-H4", "C2-M2"])
def test_a_move_is_offered_before_a_visit_is_cancelled(task_id):
    steps = load_task(f"healthcare/{task_id}").lockfile.oracle
    first = next(i for i, step in enumerate(steps) if step.tool == "cancel_appointment")
    assert any(step.say and "rather move it" in step.say for step in steps[:first])
