"""Task files: every trap of YAML and of the contract is one sentence that names file and field."""

from pathlib import Path

import pytest

import mivas_env
from mivas_env import registry, tasks
from mivas_env.errors import ConfigError, TaskError
from mivas_env.tasks import load_task_file, parse_lockfile, read_splits

GOOD = (registry.task_folder("bicycles") / "T1-E1.yaml").read_text(encoding="utf-8")


def refusal(text: str) -> str:
    with pytest.raises(TaskError) as caught:
        parse_lockfile(text, source="T1-E1.yaml")
    said = str(caught.value)
    assert said.startswith("T1-E1.yaml: ")
    assert "\n" not in said
    assert len(said) < 900
    assert "Input should" not in said
    assert "Field required" not in said
    return said.removeprefix("T1-E1.yaml: ")


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new, 1)


def test_a_good_file_reads_as_it_is_written() -> None:
    lockfile = parse_lockfile(GOOD, source="T1-E1.yaml")
    assert lockfile.id == "T1-E1"
    assert lockfile.exp_tool_calls[2].parameters["day"] == "2026-05-08"


@pytest.mark.parametrize(
    "scalar",
    [
        "1972-06-30", "15:30", "01011", "no", "yes", "on", "off", "NO", "1e5", "0x1F", "0o17",
        "1_000", "12:30:45", "2001-12-14t21:59:43.10-05:00", ".5", "5.", "+1", ".inf", ".nan",
        "True", "FALSE", "Null", "NULL", "=", "<<", "Y", "n", "1972", "10016", "00501",
    ],
)  # fmt: skip
def test_scalars_stay_as_they_are_written(scalar: str) -> None:
    text = changed("owner: Ines Calloway}, output", f"owner: {scalar}}}, output")
    read = parse_lockfile(text, source="x").exp_tool_calls[0].parameters["owner"]
    assert str(read) == scalar
    assert isinstance(read, str) or scalar in ("1972", "10016")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a task file is one mapping that starts with `lockfile: 1`"),
        ("[a, b]", "a task file is one mapping"),
        ("just words", "a task file is one mapping"),
        ("a: [", "not readable as YAML"),
        ("a: b: c", "not readable as YAML"),
        ("\tid: x", "not readable as YAML"),
        ("a: 1\n---\nb: 2", "not readable as YAML"),
        ("a: &x 1\nb: *x", "line 1: anchors (&name) are not allowed"),
        ("a: *x", "line 1: aliases (*name) are not allowed; write the value out"),
        ("a: !!python/object:os.system x", "line 1: tags (!name) are not allowed"),
        ("a: !!str 1", "line 1: tags (!name) are not allowed"),
        ("a: !custom x", "line 1: tags (!name) are not allowed"),
        ("a: 1\nb: 2\na: 3", "line 3: the key 'a' stands twice; keep one"),
        ("a: {b: 1, b: 2}", "line 1: the key 'b' stands twice; keep one"),
        ("? [a, b]\n: c", "line 1: a key must be plain text"),
        ("a: 1\nb: {<<: {c: 1}}", "line 2: the merge key << is not allowed; write its keys out"),
        ("[" * 40 + "]" * 40, "line 1: nested deeper than 32 levels"),
        ("[" * 5_000, "nested deeper than 32 levels"),
        ("a: " + "x" * 70_000, "larger than 65536 bytes; split it into smaller files"),
        ("a: \x00", "holds characters that YAML does not allow"),
        ("a: \ud800", "holds characters that YAML does not allow"),
        ("a: \x1b[31m", "holds characters that YAML does not allow"),
    ],
)
def test_yaml_that_surprises_is_refused(text: str, sentence: str) -> None:
    assert sentence in refusal(text)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("lockfile: 1", "lockfile: 2", "lockfile: must be 1, not 2"),
        ("id: T1-E1", "id: T1E1", "id: must fit the pattern ^[A-Z]"),
        ("id: T1-E1", "id: ../T1-E1", ", not '../T1-E1'"),
        ("title: A new chain at Mill Lane\n", "", "title: is required"),
        ("title: A new chain", "titel: A new chain", "required; the key 'titel' is not"),
        ("difficulty: easy", "difficulty: tough", "difficulty: must be 'easy', 'medium'"),
        ("audio_condition: perfect", "audio_condition: loud", "audio_condition: must be 'perfect'"),
        ("code: T1", "code: t1", "category.code: must fit the pattern"),
        ("slug: repairs", "slug: Re pairs", "category.slug: must fit the pattern"),
        ("why: A", "why: ''\nx: A", "why: must not be empty"),
        ("exp_handoff_path: [transfer_to_workshop]\n", "", "exp_handoff_path: is required"),
        ("exp_handoff_path: [transfer_to_workshop]", "exp_handoff_path: x", "exp_handoff_path: "),
        ("output: {ok: true}", "output: {okay: true}", "output: the key 'okay' is not"),
        ("- {name: find_bike", "- {nam: find_bike", "exp_tool_calls.0.name: is required"),
        ("exp_db_state:\n  changes:", "exp_db_state:\n  changed:", "the key 'changed' is not"),
        ("insert: repairs, row", "upsert: repairs, row", "changes.0: the key 'upsert' is"),
        ("insert: repairs, row", "insert: repairs, set", "exp_db_state.changes.0: insert needs"),
        ('- {say: "The repair', '- {say: Hm, tool: x}\n  - {say: "The repair', "either `say` or"),
        ('- {say: "The repair', '- {say: Hm, arguments: {a: 1}}\n  - {say: "The', "belong to a"),
        ("kind: action", "kind: wish", "caller.script.asks.0.kind: must be 'info'"),
        ("type: done", "type: polar", "kind action goes with answer type done"),
        ("predicate: repair_booked", "topic: x", "needs the key 'predicate'"),
        ("in_opening: true", "in_opening: yes", "in_opening: must be true or false"),
        ("in_opening: true", "after: [later]", "waits for 'later', which is no earlier ask"),
        ("ticket: Ines", "tickets: Ines", "caller.ticket: is required"),
        ("impatient:", "impatiens:", "caller.script.end.impatient: is required"),
    ],
)  # fmt: skip
def test_files_that_break_the_contract_name_the_field(old: str, new: str, sentence: str) -> None:
    assert sentence in refusal(changed(old, new))


@pytest.mark.parametrize("state", ["unchangd", "[]", "7"])
def test_a_state_of_no_known_form_says_the_short_one(state: str) -> None:
    head, tail = GOOD.split("exp_db_state:")
    text = f"{head}exp_db_state: {state}\noracle:{tail.split('oracle:')[1]}"
    assert refusal(text).startswith("exp_db_state: must be 'unchanged'")


def test_all_that_is_wrong_is_said_up_to_five_places() -> None:
    assert refusal("lockfile: 1\nid: T1-E1\n").endswith(
        "exp_handoff_path: is required; exp_tool_calls: is required; exp_db_state: is required; "
        "title: is required; category: is required (and 5 more)"
    )
    two = changed("difficulty: easy", "difficulty: tough").replace("why: A", "whi: A", 1)
    assert refusal(two).startswith(
        "difficulty: must be 'easy', 'medium' or 'hard', not 'tough'; why: is required; "
        "the key 'whi' is not known here; known keys: exp_handoff_path, exp_tool_calls"
    )


def test_a_refused_entry_does_not_also_leave_its_list_too_short() -> None:
    assert "entries" not in refusal(changed("kind: action", "kind: wish"))


def test_known_keys_are_those_of_the_place() -> None:
    said = refusal(changed("predicate: repair_booked", "predikate: repair_booked"))
    assert "caller.script.asks.0.answer: the key 'predikate' is not known here" in said
    assert "predicate" in said.partition("known keys: ")[2]


def test_a_quoted_merge_key_is_text() -> None:
    text = changed("owner: Ines Calloway}, output", "'<<': Ines Calloway}, output")
    assert parse_lockfile(text, source="x").exp_tool_calls[0].parameters == {"<<": "Ines Calloway"}


def test_a_broken_neighbour_does_not_stop_a_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = tasks.load_task

    def load(name: str) -> object:
        if name == "bicycles/T2-E1":
            message = "T2-E1.yaml: title: is required"
            raise TaskError(message)
        return whole(name)

    monkeypatch.setattr(tasks, "load_task", load)
    names = ["bicycles/T1-E1", "bicycles/T2-E1"]
    asked: list[int] = []

    def last(how_many: int) -> int:
        asked.append(how_many)
        return how_many - 1

    with pytest.warns(UserWarning, match="the suite goes on without bicycles/T2-E1"):
        assert tasks.draw_task(names, last).name == "bicycles/T1-E1"
    assert asked == [2, 1]
    assert tasks.draw_task(names[:1], last).name == "bicycles/T1-E1"
    with pytest.raises(TaskError, match="title: is required"):
        tasks.draw_task(names[1:], last)


def test_an_oracle_is_needed() -> None:
    head = GOOD.split("oracle:")[0]
    assert refusal(head).startswith("oracle: is required")
    assert refusal(head + "oracle: []\n").startswith("oracle: needs 1 or more entries")


def test_a_bare_name_is_a_call_without_arguments() -> None:
    text = changed("- {name: transfer_to_workshop, output: {ok: true}}", "- transfer_to_workshop")
    call = parse_lockfile(text, source="x").exp_tool_calls[1]
    assert (call.name, call.parameters, call.output.ok) == ("transfer_to_workshop", {}, None)


def test_id_and_file_name_must_agree(tmp_path: Path) -> None:
    file = tmp_path / "T1-E2.yaml"
    file.write_text(GOOD, encoding="utf-8")
    with pytest.raises(TaskError, match=r"T1-E2\.yaml: its id is T1-E1; name file and id alike"):
        load_task_file(file, industry="bicycles")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match=r"T1-E1\.yaml: cannot be read"):
        load_task_file(tmp_path / "T1-E1.yaml", industry="bicycles")
    latin = tmp_path / "T1-E1.yaml"
    latin.write_bytes(GOOD.replace("Ines", "Inés").encode("latin-1"))
    with pytest.raises(TaskError, match=r"T1-E1\.yaml: cannot be read"):
        load_task_file(latin, industry="bicycles")


def test_tasks_are_loaded_once_and_frozen() -> None:
    task = mivas_env.load_task("bicycles/T1-E1")
    assert task is mivas_env.load_task("mivas/bicycles-T1E1")
    assert task.split == "train"
    with pytest.raises(ValueError, match="frozen"):
        task.lockfile.title = "Other"


def test_loading_an_unknown_task_suggests() -> None:
    with pytest.raises(ConfigError, match="did you mean"):
        mivas_env.load_task("bicycles/T1-E")


def test_listing_opens_no_task_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_given: object, **_more: object) -> str:
        message = "a task file was opened"
        raise AssertionError(message)

    monkeypatch.setattr(Path, "read_text", refuse)
    assert mivas_env.list_tasks("bicycles") == [
        "bicycles/T1-E1",
        "bicycles/T2-E1",
        "bicycles/T3-M1",
    ]


def test_listing_by_split() -> None:
    assert mivas_env.list_tasks("bicycles", "train") == ["bicycles/T1-E1"]
    assert "bicycles/T3-M1" in mivas_env.list_tasks(split="eval")
    with pytest.raises(ConfigError, match="split='test' is unknown; use one of train, dev, eval"):
        mivas_env.list_tasks("bicycles", "test")
    with pytest.raises(ConfigError, match="there is no industry"):
        mivas_env.list_tasks("nothing")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[A]", "splits.yaml: use the keys train, dev, eval and eval_digest, no others"),
        ("test: [A]", "use the keys train, dev, eval"),
        ("train: T1-E1", "splits.yaml: train must be a list of task ids, e.g. [C1-E1]"),
        ("dev: [1, 2]", "dev must be a list of task ids"),
        ("eval: {a: b}", "eval must be a list of task ids"),
        ("train: [A, B]\neval: [B]", "splits.yaml: B stands in train and in eval"),
        ("train: [A, A]", "splits.yaml: A stands in train and in train"),
        ("train: [A]\ntrain: [B]", "splits.yaml: line 2: the key 'train' stands twice"),
    ],
)
def test_splits_that_cannot_be_used(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "splits.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(TaskError) as caught:
        read_splits(tmp_path)
    assert sentence in str(caught.value)


def test_splits_are_read(tmp_path: Path) -> None:
    assert read_splits(tmp_path / "nowhere") == {}
    text = "train: [A]\ndev: []\neval: [B, C]\neval_digest: abc\n"
    (tmp_path / "splits.yaml").write_text(text, encoding="utf-8")
    assert read_splits(tmp_path) == {"A": "train", "B": "eval", "C": "eval"}
    other = tmp_path / "other"
    other.mkdir()
    (other / "splits.yaml").write_text("train:\n", encoding="utf-8")
    assert read_splits(other) == {}


def test_splits_that_cannot_be_decoded(tmp_path: Path) -> None:
    (tmp_path / "splits.yaml").write_bytes(b"train: [\xff]")
    with pytest.raises(TaskError, match=r"splits\.yaml: cannot be read"):
        read_splits(tmp_path)


def test_calls_and_decisions_are_told_apart() -> None:
    decisions = [
        name
        for name in mivas_env.list_tasks()
        if name.split("/")[0] in registry.decision_entry_points()
    ]
    if not decisions:
        pytest.skip("no written decisions are installed")
    assert tasks.load_episode(decisions[0]) is tasks.load_episode(decisions[0])
    with pytest.raises(ConfigError, match="is a written decision; use load_episode"):
        mivas_env.load_task(decisions[0])
    with pytest.raises(ConfigError, match="is a call; use load_task or CallSession"):
        tasks.load_episode("bicycles/T1-E1")
