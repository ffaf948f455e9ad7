"""The words of numbered actions: holes of a sentence, what was heard, what was answered."""

import json
from collections.abc import Callable
from pathlib import Path

import gymnasium as gym
import pytest

import mivas_env
from mivas_env.envs.call_env import CallEnv
from mivas_env.envs.discrete import DiscreteActions, FlatObservation
from mivas_env.envs.discrete.hearing import Heard, hear
from mivas_env.envs.discrete.notebook import Notebook
from mivas_env.envs.discrete.phrasebook import PLAIN, phrasebook_of
from mivas_env.envs.discrete.rendering import look_up, render
from mivas_env.envs.discrete.vocabulary import Vocabulary
from mivas_env.errors import ConfigError, Fault

TODAY = "2026-08-19"  # a Wednesday
SEATS = ("seat_front", "seat_back")
VOCABULARY = Vocabulary(
    spellings={SEATS: (("front", "seat_front"), ("back", "seat_back"))},
    canonical={"seat front": ((SEATS, "seat_front"),), "seat back": ((SEATS, "seat_back"),)},
    capitals=frozenset({"Front", "Back"}),
)


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{price|money}", "$45"),
        ("{odd|money}", "$45.05"),
        ("{name|money}", None),
        ("{when|day}", "Wednesday, September 2nd"),
        ("{name|day}", None),
        ("{born|birth}", "November 11th, 1981"),
        ("{name|birth}", None),
        ("{when|time}", "9:05 in the morning"),
        ("{noon|time}", "12:00 in the afternoon"),
        ("{late|time}", "5:30 in the evening"),
        ("{name|time}", None),
        ("{zip|spelled}", "1 1 2 1 5"),
        ("{phone|phone}", "718 555 0142"),
        ("{kind|words}", "root canal"),
        ("{doctor|person}", "Doctor Lena Ortiz"),
        ("{days}", "Monday Tuesday Friday"),
        ("{days|listed}", "Monday, Tuesday and Friday"),
        ("{one|listed}", "Monday"),
        ("{none|listed}", None),
        ("{name|listed}", None),
        ("{rule|first}", "Bring a card."),
        ("{rule|second}", "Come early."),
        ("{rule|third}", None),
        ("{days.1} and {days.#} in all", "Tuesday and 3 in all"),
        ("{days.7}", None),
        ("{inner.depth}", "2"),
        ("{inner.depth.more}", None),
        ("Hello {missing}", None),
    ],
)
def test_a_hole_is_said_in_spoken_english_or_the_sentence_is_left_out(
    template: str, said: str | None
) -> None:
    values = {
        "price": 4500, "odd": 4505, "name": "Ann", "when": "2026-09-02T09:05", "born": "1981-11-11",
        "noon": "2026-09-02T12:00", "late": "2026-09-02T17:30", "zip": "11215",
        "phone": "+17185550142", "kind": "root_canal", "doctor": "Dr. Lena Ortiz, DDS",
        "days": ["Monday", "Tuesday", "Friday"], "one": ["Monday"], "none": [],
        "rule": "Bring a card. Come early.", "inner": {"depth": 2},
    }  # fmt: skip
    assert render(template, values) == said


def test_a_path_into_nothing_is_nothing() -> None:
    assert look_up("text", "0") is None
    assert look_up([1, 2], "#") == 2
    assert look_up([1, 2], "name") is None


def listen(line: str) -> Heard:
    return hear(line, TODAY, frozenset({"Front"}))


@pytest.mark.parametrize(
    ("line", "read", "found"),
    [
        ("My name is Maria Alvarez.", lambda h: h.names, ("Maria Alvarez",)),
        ("I saw Doctor Lena Ortiz.", lambda h: h.names, ()),
        ("On March 3rd, 1979.", lambda h: h.birth_dates, ("1979-03-03",)),
        ("On March 3rd, 1979.", lambda h: h.days, ()),
        ("In March 1979.", lambda h: h.birth_dates, ()),
        ("Tomorrow, please.", lambda h: h.days, ("2026-08-20",)),
        ("On Wednesday.", lambda h: h.days, ("2026-08-26",)),
        ("On September 2nd.", lambda h: h.days, ("2026-09-02",)),
        # Nobody books half a year ahead: such a day is not taken for one to come.
        ("On May 2nd.", lambda h: h.days, ()),
        ("At 3 pm.", lambda h: h.minutes, (900,)),
        ("Call 718-555-0142.", lambda h: h.phones, ("+17185550142",)),
        ("The zip is 11215.", lambda h: h.zips, ("11215",)),
        ("It ends in 4471.", lambda h: h.last4, ("4471",)),
        ("The year 1999 was good.", lambda h: h.last4, ()),
        ("The member id is W 4471920.", lambda h: h.codes, ("W4471920",)),
        ("It is a 4471920.", lambda h: h.codes, ()),
    ],
)
def test_a_line_gives_the_values_that_were_said(
    line: str, read: Callable[[Heard], object], found: tuple[object, ...]
) -> None:
    assert read(listen(line)) == found


@pytest.fixture
def notes() -> Notebook:
    return Notebook(VOCABULARY, PLAIN, TODAY)


def told(content: str) -> dict[str, str]:
    return {"desk": "counter", "source": "caller", "content": content}


def answer(data: object) -> dict[str, str]:
    body = {"ok": True, "data": data}
    return told(json.dumps(body, separators=(",", ":")))


def refusal(code: str, data: object = None) -> dict[str, str]:
    body = {"ok": False, "error_code": code, "data": data}
    return told(json.dumps(body, separators=(",", ":")))


def test_a_success_is_something_new_and_is_kept_by_its_keys(notes: Notebook) -> None:
    notes.see(answer({"seats": ["seat_front", "seat_back"]}), tool="find", call="find{}")
    assert (notes.moment, notes.newest, notes.calls_done) == (1, "find", {"find{}": (1, 1)})
    assert notes.values("returned:seats") == ("seat_front", "seat_back")
    assert notes.values("named", SEATS) == ("seat_front",)
    notes.see(told("The back, please."))
    assert notes.values("named", SEATS) == ("seat_back",)


def test_a_refusal_is_new_once_and_is_lifted_by_a_success(notes: Notebook) -> None:
    notes.see(refusal("not_found", {"hint": "spell it"}), tool="find", call="find{}")
    assert (notes.moment, notes.newest, notes.refused) == (1, "!not_found", {"find": "not_found"})
    assert notes.codes == {"not_found": (1, {"hint": "spell it"})}
    notes.see(refusal("not_found"), tool="find", call="find{}")
    assert (notes.moment, notes.codes["not_found"]) == (1, (1, {}))
    assert notes.calls_refused == {"find{}": 1}
    notes.see(answer({}), tool="find", call="find{}")
    assert (notes.moment, notes.refused) == (2, {})


def test_only_a_call_that_succeeded_commits(notes: Notebook) -> None:
    notes.see(refusal("taken"), tool="book", call="book{}", commits=True)
    assert notes.commitments == frozenset()
    notes.see(answer({"id": 1}), tool="book", call="book{}", commits=True)
    assert notes.commitments == frozenset({"book{}"})


def test_an_answer_that_cannot_be_read_is_not_noted(notes: Notebook) -> None:
    notes.see(told('{"ok":'), tool="find", call="find{}")
    assert (notes.moment, notes.answers, notes.refused) == (0, {}, {})


def test_an_offer_is_taken_or_declined_by_the_next_line(notes: Notebook) -> None:
    for line, reply in (("Yes, please.", "yes"), ("No, not that.", "no"), ("Yes and no.", "no")):
        notes.do("offer", "Is this all right?", {"id": 7}, None)
        assert notes.replies["offered"] == "7"
        notes.see(told(line))
        assert notes.replies["7"] == reply
    assert (notes.offered, notes.said["Is this all right?"][0]) == ([{"id": 7}], 3)


def test_sources_give_what_is_known_the_latest_first(notes: Notebook) -> None:
    notes.see(told("I am Maria Alvarez. Tomorrow or on September 2nd?\nAnn Lee, at 3 pm."))
    notes.see(answer({"start": "2026-09-02T15:00", "free": None}), tool="find", call="find{}")
    assert notes.values("name") == ("Ann Lee", "Maria Alvarez")
    assert notes.values("first_name") == ("Ann", "Maria")
    assert notes.values("last_name") == ("Lee", "Alvarez")
    assert notes.values("day") == ("2026-08-20",)
    assert notes.values("last_day") == ("2026-09-02",)
    assert notes.values("returned_day:start") == ("2026-09-02",)
    assert notes.values("returned:free") == ()
    assert notes.values("=true") == (True,)
    assert notes.values("=later") == ("later",)
    assert notes.values("phone|=none") == ("none",)
    assert notes.values("shoe_size") == ()


def test_minutes_and_stems_are_recognised(notes: Notebook) -> None:
    notes.see(told("Half past three? No, at 3 pm, for a cleaning."))
    assert notes.names_minute("2026-09-02T15:00")
    assert notes.names_minute("2026-09-02T03:00")
    assert not notes.names_minute("2026-09-02T16:00")
    assert not notes.names_minute("2026-09-02")
    assert notes.has_heard_of("cleaning_deep")
    assert not notes.has_heard_of("whitening")


def test_the_objects_of_a_list_come_from_the_latest_answer_that_has_it(notes: Notebook) -> None:
    assert notes.objects("slots") == []
    notes.see(answer({"slots": [{"id": 1}, "text"]}), tool="find", call="find{}")
    notes.see(answer({"slots": [{"id": 2}]}), tool="more", call="more{}")
    notes.see(answer({"price": 3}), tool="price", call="price{}")
    assert notes.objects("slots") == [{"id": 2}]


class _Firm:
    """An industry that is nothing but a folder with a phrasebook."""

    name = "firm"

    def __init__(self, folder: Path) -> None:
        self.resources = folder

    def read_text(self, name: str) -> str:
        return (self.resources / name).read_text(encoding="utf-8")


def test_a_book_that_is_not_well_formed_says_where(tmp_path: Path) -> None:
    assert phrasebook_of(_Firm(tmp_path / "none")) is PLAIN  # type: ignore[arg-type]
    book = "phrasebook: 1\nquestions:\n  - {id: ask, say: 'Yes?', wants: {}, desk: front}\n"
    (tmp_path / "phrasebook.yaml").write_text(book, encoding="utf-8")
    with pytest.raises(Fault, match=r"phrasebook\.yaml of firm: questions\.0\.desk: "):
        phrasebook_of(_Firm(tmp_path))  # type: ignore[arg-type]


def test_flat_observations_look_through_the_wrappers_between() -> None:
    inner = DiscreteActions(CallEnv("bicycles/T1-E1"))
    plain, wrapped = FlatObservation(inner), FlatObservation(gym.wrappers.TimeLimit(inner, 50))
    assert wrapped.discrete is inner
    assert wrapped.observation_space == plain.observation_space


def test_a_vector_plays_one_industry() -> None:
    with pytest.raises(ConfigError, match="one vector plays one industry, not bicycles and health"):
        mivas_env.make_vec(["bicycles/T1-E1", "healthcare/C1-E1"], num_envs=2)
