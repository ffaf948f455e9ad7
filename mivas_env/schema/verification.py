"""What the verifier says about one finished call."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from mivas_env.schema.state import TableDiff


class Verdict(StrEnum):
    """How the route that was taken relates to the expected one (rule 25)."""

    EXACT = "exact"
    IN_ORDER_WITH_EXTRAS = "in_order_with_extras"
    INCOMPLETE = "incomplete"


class FailureClass(StrEnum):
    """Why a call failed, in terms a person or a curriculum can act on (VERIFIER section 8)."""

    ANSWERED_FROM_MEMORY = "answered_from_memory"
    WRONG_ARGUMENT = "wrong_argument"
    MISSING_CALL = "missing_call"
    FORBIDDEN_CALL = "forbidden_call"
    WRONG_OUTPUT = "wrong_output"
    INCOMPLETE_PATH = "incomplete_path"
    OUT_OF_ORDER = "out_of_order"
    SCOPING = "scoping"
    STATE_MISSING_WRITE = "state_missing_write"
    STATE_UNEXPECTED_WRITE = "state_unexpected_write"
    CUT_OFF = "cut_off"


class CandidateMiss(BaseModel):
    """Why one live call of the right name did not satisfy an expected one.

    `argument` names the constrained argument that differed, None when it was the recorded output
    or when the call had been used already.
    """

    model_config = ConfigDict(frozen=True)

    actual_index: int
    reason: str
    argument: str | None = None


class CallMatch(BaseModel):
    """One expected call: the live call that satisfied it, or why each candidate failed.

    Indices count from 0: `expected_index` in lockfile order, `actual_index` in wall-clock order.
    """

    model_config = ConfigDict(frozen=True)

    expected_index: int
    name: str
    actual_index: int | None = None
    candidates: tuple[CandidateMiss, ...] = ()


class Verification(BaseModel):
    """The verdict of the three gates on one call.

    `D` is None when there was no dump to compare; `result` is then T and H. `score_T` and `score_H`
    lie in [0, 1] and are for reading only. `unrecorded` is true when a foreign trace carried no
    outcomes for calls whose outcome the lockfile recorded. `cut_off` is true when the record says
    that the call never came to a hangup: the gates then tell how far it got, and `result` is false.
    """

    model_config = ConfigDict(frozen=True)

    T: bool
    H: bool
    D: bool | None
    result: bool
    r_eval: float
    score_T: float  # noqa: N815  (the contract's own name)
    score_H: float  # noqa: N815
    verdict: Verdict
    missing: tuple[str, ...] = ()
    hit: tuple[str, ...] = ()
    forbidden_extra: tuple[str, ...] = ()
    expected_path: tuple[str, ...] = ()
    actual_path: tuple[str, ...] = ()
    state_diff: dict[str, TableDiff] = Field(default_factory=dict)
    call_matches: tuple[CallMatch, ...] = ()
    failure_classes: tuple[FailureClass, ...] = ()
    unrecorded: bool = False
    cut_off: bool = False
