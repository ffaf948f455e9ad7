"""Rows of a seed in other forms than a plain dictionary."""

from types import MappingProxyType

import pytest

from mivas_env.errors import TaskError


def test_seed_rows_may_be_any_mapping(judge_state, seed):
    frozen = {table: [MappingProxyType(row) for row in rows] for table, rows in seed.items()}
    assert judge_state("unchanged", seed, seed_state=frozen).D
    seed["appointments"].append({**seed["appointments"][0], "id": 900})
    verdict = judge_state("unchanged", seed, seed_state=frozen)
    assert not verdict.D
    assert len(verdict.state_diff["appointments"].unexpected) == 1


def test_a_seed_row_that_is_no_mapping_is_refused(judge_state, seed):
    with pytest.raises(
        TaskError, match="the seed state: table 'appointments' must be a list of rows"
    ):
        judge_state("unchanged", seed, seed_state={**seed, "appointments": ["text"]})
