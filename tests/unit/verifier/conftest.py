"""Short ways to judge a call in the toy industry."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from toy_industry.policy import POLICY, SEED

from mivas_env.schema.verification import Verification
from mivas_env.verifier.verify import verify_call

Judge = Callable[..., Verification]


@pytest.fixture
def seed() -> dict[str, list[dict[str, Any]]]:
    """A private copy of the toy seed, to be changed at will."""
    return copy.deepcopy(SEED)


@pytest.fixture
def judge_calls() -> Judge:
    """Judge tools and hops only: expected calls, live calls, expected path."""

    def judge(
        expected: list[Any], calls: Any, path: tuple[str, ...] = (), policy: Any = POLICY
    ) -> Verification:
        lockfile = {
            "exp_handoff_path": list(path),
            "exp_tool_calls": expected,
            "exp_db_state": "unchanged",
        }
        return verify_call(lockfile, calls, policy)

    return judge


@pytest.fixture
def judge_state() -> Judge:
    """Judge the state only: what `exp_db_state` says, the dump, other keyword arguments."""

    def judge(expected: Any, actual: Any, policy: Any = POLICY, **states: Any) -> Verification:
        lockfile = {"exp_handoff_path": [], "exp_tool_calls": [], "exp_db_state": expected}
        states.setdefault("seed_state", SEED)
        return verify_call(lockfile, [], policy, actual_state=actual, **states)

    return judge
