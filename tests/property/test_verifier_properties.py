"""What must always be true of the verifier (VERIFIER section 9, PROOF B6, B7, B8, B10)."""

import copy
import itertools
import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toy_industry.policy import POLICY, SEED

from mivas_env import rewards
from mivas_env.errors import TaskError, TraceError
from mivas_env.schema.text import fold, normalise
from mivas_env.schema.trajectory import CallRecord
from mivas_env.schema.verification import Verdict
from mivas_env.verifier.expectation import read_expectation
from mivas_env.verifier.gates.tools import check_tools, lock_calls
from mivas_env.verifier.matching import extend_matching
from mivas_env.verifier.trace import read_trace
from mivas_env.verifier.verify import verify_call

steady = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
thorough = settings(steady, max_examples=300)

HOPS = POLICY.transfer_tools
paths = st.lists(st.sampled_from(HOPS), max_size=5)
offices = st.sampled_from(["loc_park_ave", "loc_windermere", "loc_montclair"])
carriers = st.sampled_from(["aetna", "cigna", "bcbs"])
plans = st.fixed_dictionaries({"carrier": carriers, "location_id": offices}).map(
    lambda parameters: {
        "name": "check_plan_accepted",
        "parameters": parameters,
        "output": {"ok": True},
    }
)
visits = st.fixed_dictionaries(
    {
        "amount_cents": st.integers(0, 10**6),
        "accepted": st.booleans(),
        "start": st.sampled_from(["2026-08-21T15:00", "2026-08-21T15:30"]),
        "callback_number": st.sampled_from(["+12125550142", "+12125550143"]),
    }
).map(lambda parameters: {"name": "book_visit", "parameters": parameters, "output": {"ok": True}})
slots = st.lists(offices, min_size=1, max_size=3, unique=True).map(
    lambda chosen: {"name": "find_slots", "parameters": {"location_ids": chosen}}
)
tasks = st.lists(plans | visits | slots, max_size=4)
rows = st.lists(
    st.fixed_dictionaries(
        {
            "patient_id": st.sampled_from(["pat_a", "pat_b"]),
            "location_id": offices,
            "start": st.sampled_from(["2026-08-22T09:00", "2026-08-22T09:30"]),
        }
    ),
    max_size=3,
)


def lockfile(calls, path=(), state="unchanged"):
    return {"exp_handoff_path": list(path), "exp_tool_calls": calls, "exp_db_state": state}


def play(task, path=()):
    """Return the calls of an agent that does exactly what is expected."""
    made = [{"name": hop, "ok": True} for hop in path]
    made += [
        {"name": call["name"], "parameters": copy.deepcopy(call["parameters"]), "ok": True}
        for call in task
    ]
    return made


def book(visits_made):
    """Return expected changes and a dump that holds them."""
    changes = [{"insert": "appointments", "row": row} for row in visits_made]
    dump = copy.deepcopy(SEED)
    dump["appointments"] += [{"id": 50 + n, **row} for n, row in enumerate(visits_made)]
    return changes, dump


def judge(expected, calls, dump=None):
    return verify_call(expected, calls, POLICY, seed_state=SEED, actual_state=dump)


@steady
@given(tasks, paths, rows, st.permutations(range(4)))
def test_the_verifier_is_pure_and_never_changes_what_it_is_given(task, path, visits_made, order):
    changes, dump = book(visits_made)
    expected = lockfile(task, path, changes)
    calls = [call for place in order for call in play(task, path)[place::4]]
    before = copy.deepcopy((expected, calls, dump, SEED, POLICY.model_dump()))
    first, second = (judge(expected, calls, dump) for _ in range(2))
    assert first == second
    assert (expected, calls, dump, SEED, POLICY.model_dump()) == before
    assert first.model_dump_json() == second.model_dump_json()


@steady
@given(tasks, paths, rows)
def test_doing_what_is_expected_passes_exactly(task, path, visits_made):
    changes, dump = book(visits_made)
    verdict = judge(lockfile(task, path, changes), play(task, path), dump)
    assert (verdict.result, verdict.verdict) == (True, Verdict.EXACT)
    assert rewards.train_reward(verdict, 0.5) == 1.0
    assert verdict.failure_classes == ()


@steady
@given(
    tasks,
    paths,
    plans | visits | slots | st.sampled_from([{"name": "ping"}, {"name": "end_call"}]),
    st.integers(0, 20),
)
def test_an_extra_call_never_turns_a_pass_into_a_fail(task, path, extra, place):
    expected = lockfile(task, path)
    calls = play(task, path)
    assert judge(expected, calls).result
    calls.insert(place, {"name": extra["name"], "parameters": extra.get("parameters", {})})
    verdict = judge(expected, calls)
    assert (verdict.result, verdict.verdict) == (True, Verdict.EXACT)


@steady
@given(tasks, st.data())
def test_a_pass_of_loose_expectations_survives_an_extra_call_as_well(task, data):
    loose = [
        {
            **call,
            "parameters": dict(list(call["parameters"].items())[: data.draw(st.integers(0, 4))]),
        }
        for call in task
    ]
    calls = data.draw(st.permutations(play(task)))
    extra = play(data.draw(tasks))
    expected = lockfile(loose)
    if judge(expected, calls).T:
        for call in extra:
            calls.insert(data.draw(st.integers(0, len(calls))), call)
        assert judge(expected, calls).T


SPELLINGS = {
    "loc_park_ave": ["Park Avenue", " PARK avenue"],
    "loc_windermere": ["windermere", "LOC_WINDERMERE"],
    "loc_montclair": ["Montclair", "mont\u200bclair"],
    "bcbs": ["Blue Cross Blue Shield", "B.C.B.S."],
    "+12125550142": ["(212) 555-0142", "1-212-555-0142", "\uff12125550142"],
}


def respell(value, data):
    """Return another spelling of a value that means the same."""
    if isinstance(value, bool):
        return data.draw(st.sampled_from([value, str(value), str(value).upper()]))
    if isinstance(value, int):
        return data.draw(st.sampled_from([value, float(value), str(value), f" {value}.0 "]))
    if isinstance(value, list):
        respelt = data.draw(st.permutations([respell(each, data) for each in value]))
        return [*respelt, *respelt[:1]]
    options = [value, value.upper(), f" {value} ", unicodedata.normalize("NFD", value)]
    options += SPELLINGS.get(value, [])
    if value.startswith("2026-"):
        options += [f"{value}:59.5", f"{value}-04:00", f"{value}Z", value.replace("T", " ")]
    return data.draw(st.sampled_from(options))


@steady
@given(tasks, rows, st.data())
def test_another_spelling_never_changes_the_verdict(task, visits_made, data):
    changes, dump = book(visits_made)
    calls = play(task)
    for call in calls:
        call["parameters"] = {
            key: respell(value, data)
            for key, value in data.draw(st.permutations(list(call["parameters"].items())))
        }
    dump["appointments"] = [
        {
            column: respell(value, data) if isinstance(value, str) else value
            for column, value in data.draw(st.permutations(list(row.items())))
        }
        for row in data.draw(st.permutations(dump["appointments"]))
    ]
    dump["patients"] = data.draw(st.permutations(dump["patients"]))
    assert judge(lockfile(task, (), changes), calls, dump).result


@steady
@given(tasks.filter(bool), paths, st.data())
def test_removing_a_required_call_fails_t_only(task, path, data):
    calls = play(task, path)
    gone = data.draw(st.integers(len(path), len(calls) - 1))
    del calls[gone]
    verdict = judge(lockfile(task, path), calls, SEED)
    assert (verdict.T, verdict.H, verdict.D) == (False, True, True)
    assert len(verdict.missing) == 1
    assert verdict.score_T < 1.0


OTHER = {
    "carrier": ["aetna", "cigna", "bcbs"],
    "location_id": ["loc_park_ave", "loc_windermere", "loc_montclair"],
    "location_ids": [["loc_park_ave"], ["loc_windermere"], ["loc_park_ave", "loc_montclair"]],
    "amount_cents": [1, 2, 10**7],
    "accepted": [True, False],
    "start": ["2026-08-21T15:00", "2026-08-21T15:01"],
    "callback_number": ["+12125550142", "+12125550149"],
}


@steady
@given(plans | visits | slots, paths, st.data())
def test_another_legal_value_of_one_argument_fails_t_and_says_which(call, path, data):
    key = data.draw(st.sampled_from(sorted(call["parameters"])))
    value = call["parameters"][key]
    others = [other for other in OTHER[key] if not _same(other, value)]
    calls = play([call], path)
    calls[-1]["parameters"][key] = data.draw(st.sampled_from(others))
    verdict = judge(lockfile([call], path), calls, SEED)
    assert (verdict.T, verdict.H, verdict.D) == (False, True, True)
    assert verdict.call_matches[0].candidates[0].argument == key
    assert verdict.failure_classes == ("wrong_argument",)


def _same(one, other):
    if isinstance(one, list):
        return sorted(one) == sorted(other)
    return one == other and type(one) is type(other)


@steady
@given(paths, st.data())
def test_swapping_two_different_expected_hops_fails_h_only(path, data):
    pairs = [(i, j) for i, j in itertools.combinations(range(len(path)), 2) if path[i] != path[j]]
    if not pairs:
        return
    i, j = data.draw(st.sampled_from(pairs))
    swapped = list(path)
    swapped[i], swapped[j] = swapped[j], swapped[i]
    verdict = judge(lockfile([], path), play([], swapped), SEED)
    assert (verdict.T, verdict.H, verdict.D) == (True, False, True)
    assert verdict.verdict is Verdict.INCOMPLETE


@steady
@given(paths, st.lists(st.tuples(st.integers(0, 9), st.sampled_from(HOPS)), min_size=1, max_size=4))
def test_inserted_hops_make_a_pass_with_extras(path, inserted):
    hops = list(path)
    for place, hop in inserted:
        hops.insert(place, hop)
    verdict = judge(lockfile([], path), play([], hops))
    assert verdict.H
    assert verdict.verdict is Verdict.IN_ORDER_WITH_EXTRAS
    assert rewards.train_reward(verdict, 0.5) == 0.5
    assert rewards.train_reward(verdict, 0.5, per_extra_hop=True) == 0.5 ** len(inserted)


@steady
@given(paths.filter(bool), st.data())
def test_a_repeated_hop_helps_only_if_it_is_locked(path, data):
    place = data.draw(st.integers(0, len(path) - 1))
    locked = [*path[: place + 1], *path[place:]]
    assert judge(lockfile([], locked), play([], locked)).verdict is Verdict.EXACT
    assert not judge(lockfile([], locked), play([], path)).H
    assert judge(lockfile([], path), play([], locked)).verdict is Verdict.IN_ORDER_WITH_EXTRAS


@thorough
@given(tasks, tasks, paths, paths, rows, rows)
def test_scores_gates_and_verdicts_agree(task, played, path, walked, expected_rows, live_rows):
    changes, _ = book(expected_rows)
    _, dump = book(live_rows)
    verdict = judge(lockfile(task, path, changes), play(played, walked), dump)
    assert 0.0 <= verdict.score_T <= 1.0
    assert 0.0 <= verdict.score_H <= 1.0
    assert (verdict.score_T == 1.0) is (not verdict.missing)
    assert verdict.T is (not verdict.missing and not verdict.forbidden_extra)
    assert (verdict.score_H == 1.0) is verdict.H
    assert (verdict.verdict is Verdict.INCOMPLETE) is (not verdict.H)
    assert (verdict.verdict is Verdict.EXACT) is (walked == path)
    assert verdict.D is (not verdict.state_diff)
    assert verdict.result is (verdict.T and verdict.H and verdict.D is not False)
    assert bool(verdict.failure_classes) is (not verdict.result)
    assert len(verdict.hit) + len(verdict.missing) == len(task)
    assert rewards.r_eval(verdict) == verdict.r_eval == float(verdict.result)
    same_rows = sorted(map(_items, expected_rows)) == sorted(map(_items, live_rows))
    assert verdict.D is same_rows


def _items(row):
    return sorted(row.items())


@steady
@given(st.lists(plans | visits | slots, max_size=6))
def test_greedy_is_as_good_as_the_best_assignment_on_every_order_of_a_gold(task):
    expectation = read_expectation(lockfile(task))
    locked = lock_calls(expectation, POLICY)
    for order in itertools.islice(itertools.permutations(range(len(task))), 0, 720, 7):
        calls = read_trace([play(task)[place] for place in order]).calls

        def accepts(index, calls=calls):
            return [
                place
                for place, call in enumerate(calls)
                if call.name == locked[index].name
                and check_tools(locked[index : index + 1], [call], POLICY).passed
            ]

        best = extend_matching(range(len(locked)), accepts, {})
        assert len(check_tools(locked, calls, POLICY).hit) == len(best) == len(task)


offsets = st.none() | st.integers(-(2**53), 2**53) | st.floats(-1e9, 1e9)


@steady
@given(st.lists(st.tuples(st.sampled_from(HOPS), offsets), max_size=7), st.data())
def test_one_documented_order_whatever_the_grouping(calls, data):
    timed = [at for _, at in calls if at is not None]
    made = [{"name": name, "start_offset_ms": at} for name, at in calls]
    path = judge(lockfile([]), made).actual_path
    expected = sorted(range(len(calls)), key=lambda i: (calls[i][1] is None, calls[i][1] or 0.0))
    assert path == tuple(calls[i][0] for i in expected)
    if len(set(map(float, timed))) == len(calls):  # no ties and none missing: one order only
        names = data.draw(st.permutations(sorted({name for name, _ in calls})))
        groups = [
            {"name": name, "actual": [call for call in made if call["name"] == name]}
            for name in names
        ]
        assert judge(lockfile([]), {"tool_calls": groups}).actual_path == path


hostile = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(2**60, 2**200)
    | st.floats(allow_nan=True, allow_infinity=True)
    | st.text(st.characters(), max_size=8)
    | st.sampled_from(["\ud800", "loc_park_ave", "{", "[]", '{"ok": NaN}', b"x", 10**4000, "name"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "name",
                    "parameters",
                    "arguments",
                    "args",
                    "ok",
                    "error_code",
                    "output",
                    "actual",
                    "start_offset_ms",
                    "agent",
                    "calls",
                    "tool_calls",
                    "state",
                    "patients",
                    "any_of",
                    "location_ids",
                    "insert",
                    "row",
                    "exp_tool_calls",
                    "changes",
                ]
            )
            | st.text(max_size=3),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)
entries = st.fixed_dictionaries(
    {"name": st.sampled_from([*POLICY.tools, ""]) | hostile},
    optional={
        "parameters": st.dictionaries(
            st.sampled_from(["carrier", "location_id", "location_ids", "amount_cents", "to"]),
            hostile,
        )
        | hostile,
        "ok": st.booleans() | hostile,
        "output": hostile,
        "start_offset_ms": hostile,
        "agent": st.sampled_from(["coverage", "reception"]) | hostile,
    },
)


@thorough
@given(tasks, hostile | st.lists(entries | hostile, max_size=4), hostile)
def test_hostile_traces_give_a_verdict_or_a_clear_refusal(task, trace, dump):
    for state in (None, dump):
        try:
            verdict = judge(lockfile(task), trace, state)
        except TraceError:
            continue
        verdict.model_dump_json()
        assert verdict.result is (verdict.T and verdict.H and verdict.D is not False)


@thorough
@given(
    tasks, st.dictionaries(st.sampled_from(sorted(POLICY.tables)), st.lists(hostile, max_size=3))
)
def test_hostile_rows_give_a_verdict_or_a_clear_refusal(task, tables):
    try:
        verdict = judge(lockfile(task), play(task), SEED | tables)
    except TraceError:
        return
    verdict.model_dump_json()


@thorough
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "exp_handoff_path": st.lists(st.sampled_from(HOPS), max_size=2) | hostile,
            "exp_tool_calls": st.lists(entries | hostile, max_size=3) | hostile,
            "exp_db_state": st.just("unchanged") | hostile,
        },
    )
    | hostile
)
def test_hostile_lockfiles_give_a_verdict_or_a_clear_refusal(foreign):
    try:
        judge(foreign, [{"name": "ping"}], SEED)
    except TaskError:
        return


@thorough
@given(hostile)
def test_no_live_argument_makes_the_gates_raise(value):
    expected = read_expectation(
        lockfile(
            [
                {"name": "book_visit", "parameters": {"extras": {"a": {"any_of": [1, [2]]}}}},
                {
                    "name": "find_slots",
                    "parameters": {"location_ids": ["loc_park_ave"], "tags": [1]},
                },
                {"name": "check_conflict", "parameters": {"opposing_party": "Ana Lima"}},
            ]
        )
    )
    keys = ("extras", "location_ids", "tags", "opposing_party", "notes")
    calls = [
        CallRecord.model_construct(name=call.name, parameters=dict.fromkeys(keys, value))
        for call in expected.exp_tool_calls
    ]
    check_tools(lock_calls(expected, POLICY), calls, POLICY)


@steady
@given(st.text(st.characters(), max_size=30))
def test_the_normaliser_is_idempotent(text):
    assert normalise(normalise(text)) == normalise(text)
    assert fold(fold(text)) == fold(text)
    assert fold(text) == fold(f"  {text}\n")


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_composed_and_decomposed_text_is_one(form):
    task = [{"name": "verify_identity", "parameters": {"full_name": "Ren\u00e9e Zo\u00eb \ufb01n"}}]
    calls = play(task)
    calls[0]["parameters"]["full_name"] = unicodedata.normalize(form, "Ren\u00e9e Zo\u00eb \ufb01n")
    assert judge(lockfile(task), calls).T
