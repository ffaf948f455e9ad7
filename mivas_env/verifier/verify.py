"""The verifier: T and H and D on one finished call, as a pure function (VERIFIER section 2).

Nothing here reads a transcript, a file, a clock or a database, and nothing that is passed in is
changed. `compile_expectation` prepares a task once; `verify_compiled` then judges any number of
calls; `verify_call` does both for one, whatever shape the lockfile and the trace have.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mivas_env.errors import TaskError, TraceError
from mivas_env.schema.lockfile import Expectation
from mivas_env.schema.state import TableDiff
from mivas_env.schema.trajectory import CallRecord
from mivas_env.schema.verification import Verification
from mivas_env.verifier.expectation import read_expectation
from mivas_env.verifier.expected_state import Tables, apply_changes, name_write_tables
from mivas_env.verifier.failures import classify
from mivas_env.verifier.gates.handoffs import check_handoffs
from mivas_env.verifier.gates.state import CompiledTable, check_table, compile_table
from mivas_env.verifier.gates.tools import LockedCall, check_tools, lock_calls
from mivas_env.verifier.policy import GradingPolicy
from mivas_env.verifier.trace import read_trace, wall_clock_order


@dataclass(frozen=True, slots=True)
class CompiledExpectation:
    """What one task expects, prepared once for many verifications.

    `tables` are the ones that gate D compares; None when there was no state to prepare them from,
    so that only calls without a dump can be judged.
    """

    policy: GradingPolicy
    path: tuple[str, ...]
    calls: tuple[LockedCall, ...]
    tables: tuple[CompiledTable, ...] | None


def compile_expectation(
    expectation: Expectation,
    policy: GradingPolicy,
    seed_state: Tables | None = None,
    *,
    expected_state: Tables | None = None,
    seed_is_fixed: bool = False,
) -> CompiledExpectation:
    """Prepare one task for `verify_compiled`.

    Args:
        expectation: the three locked fields.
        policy: how the industry is graded.
        seed_state: table -> rows of the industry's seed, every compared table among them.
        expected_state: overrides what `exp_db_state` and the seed give; a table that it lacks is
            expected empty.
        seed_is_fixed: the caller's promise that `seed_state` is never changed, so that tables and
            rows which a dump shares with it need not be compared.

    Raises:
        TaskError: the expected state names unknown tables or cannot follow from the seed.
    """
    tables: tuple[CompiledTable, ...] | None = None
    if expected_state is not None:
        tables = _compile_given(expectation, policy, seed_state, expected_state)
    elif seed_state is not None:
        tables = _compile_changes(expectation, policy, seed_state, seed_is_fixed)
    return CompiledExpectation(
        policy=policy,
        path=expectation.exp_handoff_path,
        calls=lock_calls(expectation, policy),
        tables=tables,
    )


def compared_tables(
    expectation: Expectation, policy: GradingPolicy, expected_state: Tables | None = None
) -> tuple[str, ...]:
    """Return the tables that gate D compares, in the policy's order (rule 32).

    Those always compared, those that the task constrains, and those that a given state holds.

    Raises:
        TaskError: the task constrains a table that is no write table of the industry.
    """
    constrained = expectation.constrained_tables
    for name in constrained:
        if name not in policy.tables:
            raise TaskError(name_write_tables(name, policy))
    given = expected_state or {}
    return tuple(
        name
        for name, table in policy.tables.items()
        if table.always or name in constrained or name in given
    )


def _compile_changes(
    expectation: Expectation,
    policy: GradingPolicy,
    seed_state: Tables,
    seed_is_fixed: bool,  # noqa: FBT001 - handed on as it came
) -> tuple[CompiledTable, ...]:
    names = compared_tables(expectation, policy)
    _check_shape(seed_state, "the seed state")
    absent = [name for name in names if name not in seed_state]
    if absent:
        message = f"the seed state lacks the table {absent[0]!r}, which this task compares"
        raise TaskError(message)
    expected = apply_changes(expectation.exp_db_state, seed_state, policy)
    return tuple(
        compile_table(
            name, policy.tables[name], expected[name], seed_state[name], is_fixed=seed_is_fixed
        )
        for name in names
    )


def _compile_given(
    expectation: Expectation,
    policy: GradingPolicy,
    seed_state: Tables | None,
    expected_state: Tables,
) -> tuple[CompiledTable, ...]:
    _check_shape(expected_state, "expected_state")
    for name in expected_state:
        if name not in policy.tables:
            raise TaskError(name_write_tables(name, policy, field="expected_state"))
    _check_shape(seed_state or {}, "the seed state")
    return tuple(
        compile_table(
            name, policy.tables[name], expected_state.get(name, ()), (seed_state or {}).get(name)
        )
        for name in compared_tables(expectation, policy, expected_state)
    )


def _check_shape(state: object, what: str) -> None:
    if not isinstance(state, Mapping):
        message = f"{what} must map table names to lists of rows"
        raise TaskError(message)
    for name, rows in state.items():
        if not isinstance(rows, (list, tuple)) or not all(isinstance(r, Mapping) for r in rows):
            message = f"{what}: table {name!r} must be a list of rows, each column -> value"
            raise TaskError(message)


def verify_compiled(
    compiled: CompiledExpectation,
    calls: Sequence[CallRecord],
    actual_state: object | None = None,
    *,
    cut_off: bool = False,
) -> Verification:
    """Judge one finished call.

    Args:
        compiled: the task, prepared.
        calls: every tool call that the agent made; sorted here by `start_offset_ms` (rule 4).
        actual_state: the dump at hangup, table -> rows; None when there is none, and D is not
            evaluated (rule 1). Read and checked here, so any object may come.
        cut_off: the call never came to a hangup (rule 35): no pass, whatever the gates say.

    Raises:
        TaskError: there is a dump, but the task was prepared without any state.
        TraceError: the dump cannot be read.
    """
    policy = compiled.policy
    ordered = wall_clock_order(calls)
    tools = check_tools(compiled.calls, ordered, policy)
    handoffs = check_handoffs(compiled.path, ordered, policy)
    state_diff = _compare_state(compiled, actual_state)
    state_passed = None if state_diff is None else not state_diff
    result = tools.passed and handoffs.passed and state_passed is not False and not cut_off
    return Verification(
        T=tools.passed,
        H=handoffs.passed,
        D=state_passed,
        result=result,
        r_eval=1.0 if result else 0.0,
        score_T=tools.score,
        score_H=handoffs.score,
        verdict=handoffs.verdict,
        missing=tools.missing,
        hit=tools.hit,
        forbidden_extra=tools.forbidden_extra,
        expected_path=compiled.path,
        actual_path=handoffs.actual_path,
        state_diff=state_diff or {},
        call_matches=tools.matches,
        failure_classes=classify(
            tools,
            handoffs,
            state_diff or {},
            expected_path=compiled.path,
            calls=ordered,
            policy=policy,
            cut_off=cut_off,
        ),
        unrecorded=_has_unrecorded(compiled.calls, ordered),
        cut_off=cut_off,
    )


def _compare_state(
    compiled: CompiledExpectation, actual_state: object
) -> dict[str, TableDiff] | None:
    """Return the tables that differ, None when there is no dump to compare."""
    if actual_state is None:
        return None
    if not isinstance(actual_state, Mapping):
        message = "the state dump must map table names to lists of rows"
        raise TraceError(message)
    if compiled.tables is None:
        message = "there is a state dump to compare; pass seed_state or expected_state as well"
        raise TaskError(message)
    found: dict[str, TableDiff] = {}
    for table in compiled.tables:
        difference = check_table(table, actual_state.get(table.name))
        if difference is not None:
            found[table.name] = difference
    return found


def _has_unrecorded(locked: Sequence[LockedCall], calls: Sequence[CallRecord]) -> bool:
    """Say whether a required call with a locked outcome fired without a recorded one (A6)."""
    judged = {call.name for call in locked if call.ok is not None or call.error_code is not None}
    return any(
        call.name in judged and call.ok is None and call.error_code is None for call in calls
    )


def verify_call(
    expectation: object,
    trace: object,
    policy: GradingPolicy,
    *,
    seed_state: Tables | None = None,
    expected_state: Tables | None = None,
    actual_state: object | None = None,
) -> Verification:
    """Judge one call in whatever shape it comes.

    Args:
        expectation: `Lockfile`, `Expectation` or a foreign lockfile (see `read_expectation`).
        trace: `Trajectory` or a foreign trace (see `read_trace`).
        policy: how the industry is graded.
        seed_state: the industry's seed; needed when there is a dump and no `expected_state`.
        expected_state: overrides what `exp_db_state` and the seed give.
        actual_state: the dump at hangup; where it is None, the one that the trace holds.

    Raises:
        TaskError: the lockfile or the expected state cannot be used.
        TraceError: the trace or the dump cannot be read.
    """
    read = read_expectation(expectation, needs_state=expected_state is None)
    compiled = compile_expectation(read, policy, seed_state, expected_state=expected_state)
    played = read_trace(trace)
    state = actual_state if actual_state is not None else played.state
    return verify_compiled(compiled, played.calls, state, cut_off=played.cut_off)
