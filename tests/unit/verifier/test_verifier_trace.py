"""Foreign traces: every shape that is read, and a sentence for everything that is not."""

import json

import pytest
from toy_industry.policy import POLICY, SEED

from mivas_env.errors import TraceError
from mivas_env.schema.trajectory import CallRecord, Trajectory
from mivas_env.verifier import trace as reading
from mivas_env.verifier.trace import read_trace
from mivas_env.verifier.verify import verify_call

PLAN = {"name": "check_plan_accepted", "parameters": {"carrier": "aetna"}, "ok": True}
RECORD = CallRecord(**PLAN)
UNCHANGED = {"exp_handoff_path": [], "exp_tool_calls": [], "exp_db_state": "unchanged"}


def saved(**fields):
    return Trajectory(task="t", industry="toy", seed=0, caller_mode="x", **fields)


@pytest.mark.parametrize(
    "trace",
    [
        [PLAN],
        (PLAN,),
        [RECORD],
        {"calls": [PLAN]},
        {"calls": (RECORD,)},
        {"tool_calls": [PLAN]},
        {"calls": None, "tool_calls": [PLAN]},
        {"tool_calls": [{"name": "check_plan_accepted", "actual": [PLAN]}]},
        {"tool_calls": [{"name": "check_plan_accepted", "actual": PLAN}]},
        {"tool_calls": [{"name": "check_plan_accepted", "actual": [RECORD]}]},
        {
            "tool_calls": [
                {"actual": PLAN},
                {"name": "x", "actual": []},
                {"name": "y", "actual": None},
            ]
        },
        [{"name": "check_plan_accepted", "expected": [], "actual": [{**PLAN, "name": None}]}],
        [{"name": "check_plan_accepted", "arguments": {"carrier": "aetna"}, "ok": True}],
        [{"name": "check_plan_accepted", "args": '{"carrier": "aetna"}', "output": {"ok": True}}],
        [{"name": "check_plan_accepted", "params": {"carrier": "aetna"}, "ok": True}],
        [{"type": "tool_use", "id": "t1", **PLAN, "parameters": {}, "input": PLAN["parameters"]}],
        [{**PLAN, "role": "agent", "metadata": {}, "note": "x", "Args": None, "kwargs": ""}],
        [{**PLAN, "arguments": None, "args": "", "ok": True, "output": '{"ok": true}'}],
        [{**PLAN, "name": " check_plan_accepted ", "unheard_of": object()}],
        saved(calls=(RECORD,)),
        saved(calls=(RECORD,)).model_dump(mode="json"),
    ],
)
def test_every_shape_reads_as_the_same_calls(trace):
    assert read_trace(trace).calls == (RECORD,)


@pytest.mark.parametrize(
    "entry",
    [
        {"name": "ping"},
        {"name": "ping", "parameters": None, "ok": None, "error_code": None, "output": None},
        {"name": "ping", "parameters": "null"},
        {"name": "ping", "parameters": "", "error_code": "", "output": "I checked."},
        {"name": "ping", "args": "{}", "output": ["ok"], "agent": None, "start_offset_ms": None},
    ],
)
def test_what_is_not_recorded_reads_as_unrecorded(entry):
    assert read_trace([entry]).calls == (CallRecord(name="ping"),)


def test_an_outcome_may_stand_in_either_place():
    entry = {"name": "ping", "ok": False, "output": {"ok": False, "error_code": "LOCKED"}}
    (call,) = read_trace([entry]).calls
    assert (call.ok, call.error_code) == (False, "LOCKED")
    (call,) = read_trace([{"name": "ping", "error_code": "A", "output": {"error_code": "A"}}]).calls
    assert (call.ok, call.error_code) == (False, "A")


def deep(levels):
    value = "x"
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("trace", "sentence"),
    [
        (None, "must be a list"),
        ("a text", "must be a list"),
        (7, "must be a list"),
        ({"events": []}, "with `calls` or `tool_calls`"),
        ({"calls": "x"}, "must be a list"),
        (["ping"], "entry 0 of the trace must be an object"),
        ([PLAN, 5], "entry 1"),
        ([{}], "needs a `name`"),
        ([{"name": ""}], "needs a `name`"),
        ([{"name": 7}], "needs a `name`"),
        ([{"name": "\ud800"}], "needs a `name`"),
        ([{"name": "ping", "actual": "x"}], "`actual` must be"),
        ([{"name": "ping", "actual": ["x"]}], "actual 0 must be an object"),
        ([{"name": "ping", "actual": [{"name": 3}]}], "actual 0 of the trace needs a `name`"),
        ([{"name": "ping", "parameters": [1]}], "must be an object"),
        ([{"name": "ping", "parameters": "{"}], "not readable as JSON"),
        ([{"name": "ping", "parameters": '{"a": NaN}'}], "NaN"),
        ([{"name": "ping", "parameters": '{"a": 1, "a": 2}'}], "twice"),
        ([{"name": "ping", "parameters": "[1]"}], "must be an object"),
        ([{"name": "ping", "parameters": {"a": float("nan")}}], "not finite"),
        ([{"name": "ping", "parameters": {"a": [float("inf")]}}], "not finite"),
        ([{"name": "ping", "parameters": {"a": 10**400}}], "beyond"),
        ([{"name": "ping", "parameters": {"a": "\udfff"}}], "surrogate"),
        ([{"name": "ping", "parameters": {"\udfff": "a"}}], "surrogate"),
        ([{"name": "ping", "parameters": {1: "a"}}], "a key that is not text"),
        ([{"name": "ping", "parameters": {"a": deep(40)}}], "deeper than 16"),
        ([{"name": "ping", "parameters": {"a": deep(5000)}}], "deeper than 16"),
        ([{"name": "ping", "parameters": {"a": {1, 2}}}], "of type set"),
        ([{"name": "ping", "parameters": {"a": b"x"}}], "of type bytes"),
        ([{"name": "ping", "parameters": {"a": 1}, "args": {"a": 1}}], "keep one of"),
        ([{"name": "ping", "input": {"a": 1}, "params": {"a": 1}}], "keep one of params, input"),
        ([{"name": "ping", "input": [1]}], "`input` must be an object"),
        ([{"name": "ping", "kwargs": {"a": 1}}], "nobody reads the object under 'kwargs'; put arg"),
        ([{"name": "ping", "result": {"ok": False}}], "nobody reads the object under 'result'"),
        ([{"name": "ping", "kwargs": ' {"a": 1}'}], "nobody reads the object under 'kwargs'"),
        ([{"name": "ping", 7: {"a": 1}}], "nobody reads the object under 7"),
        ([{"name": "ping", "\ud800": {"a": 1}}], "nobody reads the object under"),
        ([{"name": "ping", "Parameters": {"a": 1}}], "write `parameters` instead of 'Parameters'"),
        ([{"name": "ping", "startOffsetMs": 5}], "write `start_offset_ms` instead of 'startOffset"),
        ([{"name": "ping", "OK": False}], "write `ok` instead of 'OK'"),
        ([{"name": "x", "actual": [{"name": "ping", "kwargs": {"a": 1}}]}], "actual 0 .'ping'.: n"),
        ([{"name": "ping", "ok": "true"}], "`ok` must be true or false"),
        ([{"name": "ping", "ok": 1}], "`ok` must be true or false"),
        ([{"name": "ping", "output": {"ok": "yes"}}], "`ok` must be true or false"),
        ([{"name": "ping", "ok": True, "output": {"ok": False}}], "contradict"),
        ([{"name": "ping", "output": "{nonsense"}], "`output` is not readable"),
        ([{"name": "ping", "error_code": 404}], "`error_code` must be readable text"),
        ([{"name": "ping", "error_code": "A", "output": {"error_code": "B"}}], "contradict"),
        ([{"name": "ping", "agent": ["reception"]}], "`agent` must be readable text"),
        ([{"name": "ping", "start_offset_ms": float("nan")}], "`start_offset_ms` must be a finite"),
        (
            [{"name": "ping", "start_offset_ms": float("-inf")}],
            "`start_offset_ms` must be a finite",
        ),
        ([{"name": "ping", "start_offset_ms": "12"}], "`start_offset_ms` must be a finite"),
        ([{"name": "ping", "start_offset_ms": True}], "`start_offset_ms` must be a finite"),
        ([{"name": "ping", "start_offset_ms": 10**400}], "a huge integer"),
        ([CallRecord(name="ping", start_offset_ms=float("nan"))], "`start_offset_ms`"),
    ],
)
def test_what_cannot_be_read_is_one_clear_sentence(trace, sentence):
    with pytest.raises(TraceError, match=sentence) as caught:
        read_trace(trace)
    assert str(caught.value).isprintable()


def test_a_value_that_holds_itself_is_refused():
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(TraceError, match="deeper"):
        read_trace([{"name": "ping", "parameters": {"a": loop}}])
    shared: list[object] = [0] * 1000
    for _ in range(12):
        shared = [shared] * 1000
    with pytest.raises(TraceError, match="more than 200000 values"):
        read_trace([{"name": "ping", "parameters": {"a": shared}}])


def test_a_trace_of_too_many_calls_is_refused(monkeypatch):
    monkeypatch.setattr(reading, "MAX_CALLS", 3)
    assert len(read_trace([PLAN] * 3).calls) == 3
    with pytest.raises(TraceError, match="more than 3 calls"):
        read_trace([{"name": "ping", "actual": [{}] * 4}])


def test_a_saved_trajectory_brings_its_own_dump(seed):
    seed["appointments"].pop()
    for trace in (
        saved(state=seed),
        saved(state=seed).model_dump(mode="json"),
        {"calls": [], "state": seed},
    ):
        assert verify_call(UNCHANGED, trace, POLICY, seed_state=SEED).D is False
        assert verify_call(UNCHANGED, trace, POLICY, seed_state=SEED, actual_state=SEED).D is True
    assert verify_call(UNCHANGED, saved(), POLICY, seed_state=SEED).D is None


def test_the_state_of_a_grouped_trace_is_no_dump():
    trace = {"tool_calls": [], "state": "completed"}
    assert verify_call(UNCHANGED, trace, POLICY, seed_state=SEED).D is None


def test_a_saved_call_judges_the_same_after_a_round_trip(seed):
    seed["patients"][0]["zip"] = "\u0661\u0662"
    live = saved(
        calls=(RECORD, CallRecord(name="transfer_to_coverage", start_offset_ms=3)), state=seed
    )
    again = json.loads(live.model_dump_json())
    plan = {"name": PLAN["name"], "parameters": PLAN["parameters"], "output": {"ok": True}}
    lockfile = UNCHANGED | {"exp_tool_calls": [plan], "exp_handoff_path": ["transfer_to_coverage"]}
    assert verify_call(lockfile, live, POLICY, seed_state=SEED) == verify_call(
        lockfile, again, POLICY, seed_state=SEED
    )


@pytest.mark.parametrize(
    ("dump", "sentence"),
    [
        ([], "must map table names"),
        ("x", "must map table names"),
        ({**SEED, "patients": {"id": 1}}, "table 'patients' must be a list of rows"),
        ({**SEED, "patients": "rows"}, "table 'patients' must be a list of rows"),
        ({**SEED, "patients": ["row"]}, "not be a str"),
        ({**SEED, "patients": [{1: "a"}]}, "a key that is not text"),
        ({**SEED, "patients": [{"id": float("nan")}]}, "not finite"),
        ({**SEED, "patients": [{"id": 2**80}]}, "beyond"),
        ({**SEED, "patients": [{"id": "\ud800"}]}, "surrogate"),
        ({**SEED, "patients": [{"id": deep(5000)}]}, "deeper"),
        ({**SEED, "patients": [{"id": b"blob"}]}, "of type bytes"),
    ],
)
def test_a_dump_that_cannot_be_read_is_one_clear_sentence(dump, sentence):
    with pytest.raises(TraceError, match=sentence):
        verify_call(UNCHANGED, [], POLICY, seed_state=SEED, actual_state=dump)
    with pytest.raises(TraceError, match=sentence):
        verify_call(UNCHANGED, {"calls": [], "state": dump}, POLICY, seed_state=SEED)
