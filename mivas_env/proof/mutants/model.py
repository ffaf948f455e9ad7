"""What a mutant is, and the call that mutants are made from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mivas_env.agents.rollout import roll_out
from mivas_env.agents.scripted import oracle
from mivas_env.episode.kit import Kit, kit_of
from mivas_env.episode.session import CallSession
from mivas_env.episode.session_tools import END_CALL
from mivas_env.episode.task import Task
from mivas_env.errors import TaskError
from mivas_env.registry import industry_named
from mivas_env.schema.trajectory import CallRecord
from mivas_env.schema.verification import Verdict, Verification
from mivas_env.verifier.verify import CompiledExpectation, verify_compiled

State = Mapping[str, Sequence[Mapping[str, Any]]]
Gates = frozenset[str]


@dataclass(frozen=True)
class ReferenceCall:
    """The finished call of a task's oracle, ready to be changed.

    `matched` maps the index of an expected call to the index of the live call that satisfied it.
    """

    task: Task
    kit: Kit
    compiled: CompiledExpectation = field(repr=False)
    calls: tuple[CallRecord, ...] = field(repr=False)
    state: State = field(repr=False)
    matched: Mapping[int, int] = field(repr=False)

    def judge(self, calls: Sequence[CallRecord], state: State) -> Verification:
        """Verify a changed call."""
        return verify_compiled(self.compiled, calls, state)


def play_reference(task: Task) -> ReferenceCall:
    """Let the oracle play a task once.

    Raises:
        TaskError: the oracle does not pass, so there is nothing to mutate.
    """
    industry = industry_named(task.industry)
    kit = kit_of(industry)
    session = CallSession(task, industry)
    try:
        roll_out(session, oracle(task))
        trajectory = session.trajectory()
        verification = session.verification
    finally:
        session.close()
    if verification is None or not verification.result:
        message = f"{task.name}: the oracle fails, so it has no mutants; run `mivas check` on it"
        raise TaskError(message)
    kept = [index for index, call in enumerate(trajectory.calls) if call.name != END_CALL]
    position = {old: new for new, old in enumerate(kept)}
    return ReferenceCall(
        task=task,
        kit=kit,
        compiled=kit.expectation(task),
        calls=tuple(trajectory.calls[index] for index in kept),
        state=trajectory.state or {},
        matched={
            match.expected_index: position[match.actual_index]
            for match in verification.call_matches
            if match.actual_index is not None
        },
    )


@dataclass(frozen=True)
class Mutant:
    """A changed call with what must come of it.

    `fails` are the gates that must fail: exactly these where `exactly`, at least these otherwise.
    Empty means that the call must still pass, with `verdict` where one is predicted.
    """

    label: str
    calls: tuple[CallRecord, ...] = field(repr=False)
    state: State = field(repr=False)
    fails: Gates = frozenset()
    exactly: bool = True
    verdict: Verdict | None = None


def failed_gates(verification: Verification) -> Gates:
    """Return the gates that failed."""
    return frozenset(gate for gate in ("T", "H", "D") if getattr(verification, gate) is False)


def is_as_predicted(mutant: Mutant, verification: Verification) -> bool:
    """Say whether the verifier did with a mutant what was predicted."""
    failed = failed_gates(verification)
    if not mutant.fails:
        return verification.result and mutant.verdict in (None, verification.verdict)
    return failed == mutant.fails if mutant.exactly else failed >= mutant.fails
