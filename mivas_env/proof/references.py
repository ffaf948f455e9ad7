"""What a test of the repository shows, and no figure of a suite: rules by id, with the test."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reference:
    """One rule that the named tests hold; each is `file::function` below `tests/`."""

    check: str
    what: str
    bar: str
    tests: tuple[str, ...]


REFERENCES = (
    Reference(
        "A8",
        "the discount may be raised to the number of extra hops",
        "d^extras",
        ("unit/test_rewards.py::test_the_discount_may_be_asked_for_per_extra_hop",),
    ),
    Reference(
        "A9",
        "a call cut off by a fault of ours is judged where it can be, and is not paid",
        "no reward",
        ("hacks/test_hacks.py::test_a_call_that_is_closed_midway_is_never_paid",),
    ),
    Reference(
        "B5",
        "mutants of the verifier that the tests kill; survivors in proof_survivors.md",
        "≥ 95 %",
        ("mutation/test_mutation.py::test_the_tests_kill_the_mutants_of_the_verifier",),
    ),
    Reference(
        "B7",
        "scores in [0, 1], 1 exactly where the gate holds, verdicts complete",
        "every drawn case",
        ("property/test_verifier_properties.py::test_scores_gates_and_verdicts_agree",),
    ),
    Reference(
        "B8",
        "one order for missing, equal, negative and grouped offsets; NaN refused",
        "every drawn case",
        ("property/test_verifier_properties.py::test_one_documented_order_whatever_the_grouping",),
    ),
    Reference(
        "B10",
        "spellings of numbers, composed and decomposed text; booleans are no numbers",
        "same verdict",
        (
            "property/test_verifier_properties.py::test_another_spelling_never_changes_the_verdict",
            "property/test_verifier_properties.py::test_composed_and_decomposed_text_is_one",
            "unit/schema/test_arguments.py::test_canonical_form",
        ),
    ),
    Reference(
        "D3",
        "no clock, no global random state, no hash in what is graded",
        "0 uses",
        (
            "architecture/test_core_rules.py::test_no_wall_clock_and_no_global_random_state",
            "contract/test_determinism.py::test_wall_clock_and_global_random_are_never_asked",
        ),
    ),
    Reference(
        "D4",
        "64 interleaved, 1,600 threaded calls, each with a row of its own",
        "0 crossings",
        (
            "contract/test_isolation.py::test_interleaved_sessions_see_their_own_rows_only",
            "contract/test_isolation.py::test_sixteen_hundred_calls_in_threads",
        ),
    ),
    Reference(
        "D5",
        "async vectors equal the sequential run; shared memory is refused with a sentence",
        "equal, refused",
        (
            "unit/envs/test_vector_envs.py::test_spawned_workers_play_the_same_calls",
            "unit/envs/test_vector_envs.py::test_shared_memory_is_refused_with_a_sentence",
        ),
    ),
    Reference(
        "D6",
        "ids in workers that were forked, served and spawned",
        "all three",
        ("contract/test_proof_workers.py::test_every_kind_of_worker_makes_the_ids",),
    ),
    Reference(
        "D8",
        "5,000 resets, dropped sessions, no temporary file",
        "< 20 MB, flat",
        (
            "contract/test_leaks.py::test_five_thousand_resets_leak_nothing",
            "contract/test_leaks.py::test_no_temporary_file_is_made",
        ),
    ),
    Reference(
        "E5",
        "10,000 mutants of valid actions are observations",
        "0 exceptions",
        ("property/test_action_properties.py::test_ten_thousand_mutants_of_valid_actions",),
    ),
    Reference(
        "E6",
        "budget truncates, hangup terminates, a step afterwards raises ResetNeeded",
        "every drawn case",
        (
            (
                "property/test_action_properties.py"
                "::test_the_end_is_truncation_or_termination_and_stepping_on_is_refused"
            ),
        ),
    ),
    Reference(
        "S2",
        "hostile names of tasks never become paths",
        "60 names, 0 files",
        ("contract/test_proof_files.py::test_hostile_names_open_no_file",),
    ),
    Reference(
        "S4",
        "one strict YAML reader; 40 scalars read as written",
        "refused or as written",
        (
            "unit/schema/test_strict_yaml.py::test_scalars",
            "unit/schema/test_strict_yaml.py::test_each_trap_is_refused_with_the_name_of_the_file",
            "architecture/test_core_rules.py::test_unsafe_words_stand_nowhere",
        ),
    ),
    Reference(
        "S5",
        "NaN, infinities, duplicate keys, depth, huge numbers and half surrogates in JSON",
        "refused with a reason",
        (
            "unit/schema/test_strict_json.py::test_refuse",
            "contract/test_proof_files.py::test_ten_thousand_broken_texts_are_read_or_refused",
        ),
    ),
    Reference(
        "S6",
        "JSON is written without NaN, and read back strictly",
        "100 %",
        (
            "architecture/test_core_rules.py::test_json_is_written_without_nan",
            "contract/test_proof_files.py::test_every_saved_call_is_strict_json",
        ),
    ),
    Reference(
        "S7",
        "the world: STRICT tables, checks, no statement beyond rows, a limit on work",
        "refused",
        (
            "unit/world/test_world_store.py::test_sql_beyond_rows_is_denied",
            "unit/tools/test_tool_transactions.py::test_a_statement_without_end_is_stopped_and_our_fault",
        ),
    ),
    Reference(
        "S8",
        "statements are constant text with bound parameters",
        "0 built ones",
        (
            (
                "architecture/test_core_rules.py::"
                "test_statements_are_constant_text_with_bound_parameters"
            ),
        ),
    ),
    Reference(
        "S9",
        "long arguments are refused, floods of speech are heard in time",
        "2,000 characters, linear",
        (
            "unit/tools/test_tool_dispatch.py::test_what_the_schema_does_not_allow_is_refused",
            "unit/test_linear_time.py::test_a_flood_of_text_is_heard_in_a_linear_number_of_calls",
            "unit/test_linear_time.py::test_a_flood_of_text_is_heard_in_linear_time",
            "unit/test_linear_time.py::test_every_pattern_of_an_argument_is_linear",
        ),
    ),
    Reference(
        "S10",
        "no pickle and no code in files; a running environment travels and goes on the same",
        "0 readers, same observation",
        (
            "architecture/test_core_rules.py::test_no_unsafe_reader_is_called_or_imported",
            "unit/envs/test_call_env.py::test_a_running_call_travels_and_goes_on_the_same",
        ),
    ),
    Reference(
        "S12",
        "one normaliser, idempotent; a hundred pairs that are one or stay two",
        "every pair",
        (
            "property/test_verifier_properties.py::test_the_normaliser_is_idempotent",
            "contract/test_proof_files.py::test_a_hundred_pairs_of_texts",
        ),
    ),
)
"""Every rule that a test holds, in the order of the ids."""

ELSEWHERE = (
    ("C3, C4", "this version has no tool server over HTTP, so no route and no second process"),
    ("D9", "this version has no caller that is a model"),
    ("E2, E4", "learning and speed are measured by the benchmarks"),
    ("S1, S3, S14 to S16", "they concern the server over HTTP and callers that are models"),
    ("S11", "this version imports no archives; the decision page escapes what it shows"),
)
"""Rules that nothing in this version can break or that are measured elsewhere."""
