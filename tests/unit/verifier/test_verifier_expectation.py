"""Lockfiles, own and foreign: what is read, and a sentence for everything that is not."""

import pytest
from toy_industry.policy import POLICY, SEED

from mivas_env.errors import TaskError
from mivas_env.schema.lockfile import Expectation, ExpectedCall, ExpectedOutput
from mivas_env.schema.state import RowChange, StateChanges
from mivas_env.verifier.expectation import read_expectation
from mivas_env.verifier.gates.state import MAX_EXPECTED_ROWS
from mivas_env.verifier.verify import compile_expectation, verify_call

BASE = {"exp_handoff_path": [], "exp_tool_calls": [], "exp_db_state": "unchanged"}
PLAN = ExpectedCall(name="plan", parameters={"carrier": "aetna"}, output=ExpectedOutput(ok=True))


@pytest.mark.parametrize(
    "call",
    [
        PLAN,
        {"name": "plan", "parameters": {"carrier": "aetna"}, "output": {"ok": True, "data": {}}},
        {"name": " plan ", "arguments": {"carrier": "aetna"}, "output": {"ok": True}},
        {"name": "plan", "params": {"carrier": "aetna"}, "output": {"ok": True}},
        {"name": "plan", "input": {"carrier": "aetna"}, "output": {"ok": True}},
        {"name": "plan", "args": '{"carrier": "aetna"}', "output": {"ok": True}, "note": 1},
    ],
)
def test_every_spelling_of_a_call_reads_the_same(call):
    assert read_expectation({**BASE, "exp_tool_calls": [call]}).exp_tool_calls == (PLAN,)


def test_bare_names_and_extra_keys_are_accepted():
    lockfile = {**BASE, "exp_tool_calls": ["plan"], "exp_handoff_path": ("a",), "id": 5, 7: None}
    read = read_expectation(lockfile)
    assert read.exp_tool_calls == (ExpectedCall(name="plan"),)
    assert read.exp_handoff_path == ("a",)


def test_an_error_code_is_read_and_an_absent_output_records_nothing():
    calls = [{"name": "a", "output": {"ok": False, "error_code": " LOCKED "}}, {"name": "b"}]
    first, second = read_expectation({**BASE, "exp_tool_calls": calls}).exp_tool_calls
    assert first.output == ExpectedOutput(ok=False, error_code="LOCKED")
    assert second.output == ExpectedOutput()


def test_models_pass_through():
    model = read_expectation(BASE)
    assert read_expectation(model) is model


def test_row_changes_are_read_in_every_form():
    change = {"insert": "waitlist", "row": {"patient_id": "p"}}
    model = StateChanges(changes=(RowChange(**change),))
    for form in ([change], {"changes": [change]}, model, model.model_dump(exclude_none=True)):
        assert read_expectation({**BASE, "exp_db_state": form}).exp_db_state == model


def broken(**fields):
    return {**BASE, **fields}


def with_call(**fields):
    return broken(exp_tool_calls=[{"name": "plan", **fields}])


def deep(levels):
    value = {"insert": "x"}
    for _ in range(levels):
        value = {"changes": [value]}
    return value


@pytest.mark.parametrize(
    ("lockfile", "sentence"),
    [
        (None, "a lockfile is a model or an object"),
        (["x"], "a lockfile is a model or an object"),
        ({}, r"exp_handoff_path must be a list; write \[\]"),
        (broken(exp_handoff_path="transfer"), "exp_handoff_path must be a list"),
        (broken(exp_handoff_path=[3]), r"exp_handoff_path\[0\] must be the name"),
        (broken(exp_handoff_path=["a"] * 501), "more than 500"),
        (broken(exp_tool_calls=None), "exp_tool_calls must be a list"),
        (broken(exp_tool_calls=["a"] * 501), "more than 500"),
        (broken(exp_tool_calls=[""]), "must be the name of a tool"),
        (broken(exp_tool_calls=["\ud800"]), "must be the name of a tool"),
        (broken(exp_tool_calls=[5]), "must be a name or an object"),
        (broken(exp_tool_calls=[{"parameters": {}}]), r"\[0\].name must be the name"),
        (with_call(parameters=[1]), "`parameters` must be an object"),
        (with_call(arguments="{"), "`arguments` is text that is not readable"),
        (with_call(parameters={"a": 1}, args={"a": 2}), "keep one of"),
        (with_call(parameters={"a": float("nan")}), "not finite"),
        (with_call(parameters={"a": 2**60}), "beyond"),
        (with_call(parameters={"a": {"any_of": []}}), "an any_of"),
        (with_call(parameters={"a": {"any_of": "x"}}), "an any_of"),
        (with_call(parameters={"a": [{"b": {"any_of": ["x"], "also": 1}}]}), "an any_of"),
        (with_call(output="ok"), "output must be an object"),
        (with_call(output={"ok": 1}), "output.ok must be true or false"),
        (with_call(output={"error_code": 4}), "output.error_code must be the code of a refusal, s"),
        (with_call(output={"error_code": " "}), "such as NOT_VERIFIED, not ' '"),
        (with_call(output={"error_code": "\ud800"}), "output.error_code must be the code"),
        (with_call(kwargs={"a": 1}), r"\[0\]: nobody reads the object under 'kwargs'"),
        (with_call(Parameters={"a": 1}), "write `parameters` instead of 'Parameters'"),
        (with_call(Output={"ok": True}), "write `output` instead of 'Output'"),
        (with_call(params={"a": 1}, parameters={"a": 1}), "keep one of parameters, params"),
        (with_call(ok=True), r"\[0\].ok belongs under `output`"),
        (with_call(error_code="LOCKED"), r"\[0\].error_code belongs under `output`"),
        (broken(exp_db_state=None), "no exp_db_state"),
        (broken(exp_db_state="the same"), "exp_db_state must be"),
        (broken(exp_db_state=5), "exp_db_state must be"),
        (broken(exp_db_state={"change": []}), "exp_db_state must be .* change"),
        (broken(exp_db_state=[{"insert": "t"}]), "insert needs row"),
        (broken(exp_db_state=[{"insert": "t", "delete": "t"}]), "exactly one of"),
        (broken(exp_db_state=[{"insert": "t", "row": {"a": {"any_of": []}}}]), "exp_db_state must"),
        (broken(exp_db_state=deep(3000)), "exp_db_state must"),
        (broken(exp_db_state={}), "an empty object says nothing of the state"),
    ],
)
def test_what_cannot_be_read_is_one_clear_sentence(lockfile, sentence):
    with pytest.raises(TaskError, match=sentence) as caught:
        read_expectation(lockfile)
    assert "\n" not in str(caught.value)


def test_models_are_checked_as_well():
    idle = Expectation(
        exp_handoff_path=(),
        exp_tool_calls=(ExpectedCall(name="plan", parameters={"a": {"any_of": []}}),),
        exp_db_state="unchanged",
    )
    with pytest.raises(TaskError, match="any_of"):
        read_expectation(idle)


@pytest.mark.parametrize(
    ("states", "sentence"),
    [
        ({"seed_state": None}, "pass seed_state or expected_state"),
        ({"seed_state": []}, "the seed state must map"),
        ({"seed_state": {**SEED, "patients": [1]}}, "table 'patients' must be a list of rows"),
        ({"seed_state": {"patients": []}}, "the seed state lacks the table 'appointments'"),
        ({"seed_state": {**SEED, "rmas": [{"a": float("nan")}]}}, "state of table rmas"),
        ({"expected_state": [1]}, "expected_state must map"),
        ({"expected_state": {**SEED, "rma": []}}, "expected_state names the table 'rma'"),
        ({"expected_state": {**SEED, "rma": [{"a": 1}]}}, "the write tables of toy: "),
        ({"expected_state": {"patients": "x"}}, "must be a list of rows"),
        ({"expected_state": {"rmas": [{"a": {"any_of": []}}]}}, "empty any_of"),
        ({"expected_state": {"rmas": [{"a": {"any_of": [b"x"]}}]}}, "of type bytes"),
    ],
)
def test_states_that_cannot_be_used_are_refused(states, sentence):
    with pytest.raises(TaskError, match=sentence):
        verify_call(BASE, [], POLICY, **{"seed_state": SEED, "actual_state": SEED, **states})


def test_a_change_to_a_table_that_the_seed_lacks_is_refused():
    seed = {name: rows for name, rows in SEED.items() if name != "text_messages"}
    changes = [{"insert": "text_messages", "row": {"mobile_e164": "x"}}]
    expectation = read_expectation({**BASE, "exp_db_state": changes})
    with pytest.raises(TaskError, match="text_messages"):
        compile_expectation(expectation, POLICY, seed)


def test_an_industry_without_tables_says_so():
    policy = POLICY.model_copy(update={"tables": {}})
    with pytest.raises(TaskError, match="write tables of toy: none"):
        verify_call({**BASE, "exp_db_state": {"also_unchanged": ["x"]}}, [], policy, seed_state={})


def test_more_rows_than_a_call_could_write_are_refused():
    row = {"a": {"any_of": ["x", "y"]}}
    for number, seed_state in ((MAX_EXPECTED_ROWS, SEED), (MAX_EXPECTED_ROWS, None)):
        few, many = ({**SEED, "rmas": [row] * n} for n in (number, number + 1))
        verify_call(BASE, [], POLICY, seed_state=seed_state, expected_state=few)
        with pytest.raises(TaskError, match="table rmas: more than 500 rows beside the seed's"):
            verify_call(BASE, [], POLICY, seed_state=seed_state, expected_state=many)
    large = {**SEED, "rmas": [{"a": number} for number in range(2 * MAX_EXPECTED_ROWS)]}
    assert verify_call(
        BASE, [], POLICY, seed_state=large, expected_state=large, actual_state=large
    ).result
