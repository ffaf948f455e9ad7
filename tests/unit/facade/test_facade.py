"""The functions that outside code calls by name: sessions, oracles, seeds, verification."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from toy_industry.play import BOOKED, REPAIR

import mivas_env
from mivas_env.episode.session import trajectory_json
from mivas_env.errors import ConfigError, TaskError, TraceError
from mivas_env.registry import task_folder
from mivas_env.schema.lockfile import Expectation
from mivas_env.schema.trajectory import Trajectory
from mivas_env.tasks import load_task_file, read_text_file

NAME = "bicycles/T1-E1"


@pytest.fixture
def finished() -> Trajectory:
    """A perfect call."""
    session = mivas_env.CallSession(NAME)
    for action in mivas_env.oracle_actions(NAME):
        session.act(mivas_env.parse_action(action))
    return session.trajectory()


def verify(lockfile: Any, trace: Any, **more: Any) -> mivas_env.Verification:
    return mivas_env.verify(lockfile, trace, industry="bicycles", **more)


def test_a_session_is_opened_by_name_or_task() -> None:
    by_name = mivas_env.CallSession("mivas/bicycles-T1E1", seed=3)
    by_task = mivas_env.CallSession(mivas_env.load_task(NAME), seed=3)
    assert by_name.observed == by_task.observed
    assert by_name.seed == 3


def test_a_session_takes_every_setting() -> None:
    session = mivas_env.CallSession(
        NAME, caller="ticket", reward_mode="eval", discount=0.25, max_steps=9, max_tool_calls=4
    )
    assert session.budget_left == {"steps": 9, "tool_calls": 4}
    assert session.settings.discount == 0.25
    with pytest.raises(ConfigError, match="discount"):
        mivas_env.CallSession(NAME, discount=1)
    with pytest.raises(ConfigError, match="there is no task"):
        mivas_env.CallSession("bicycles/T9-E9")


def test_the_short_methods_of_a_session() -> None:
    session = mivas_env.CallSession(NAME)
    assert json.loads(session.call_tool("find_bike", {"owner": "Ines Calloway"}))["ok"]
    session.call_tool("transfer_to_workshop", {"next_job": "repair"})
    session.call_tool("book_repair", REPAIR)
    assert session.say(BOOKED) == "Lovely, thank you. Goodbye."
    session.hang_up()
    assert session.reward == 1.0
    session.close()


def test_oracle_actions_are_canonical_and_fresh() -> None:
    actions = mivas_env.oracle_actions(NAME)
    assert actions[0] == {"tool": "find_bike", "arguments": {"owner": "Ines Calloway"}}
    assert actions[3] == {"say": BOOKED}
    actions[0]["arguments"].clear()  # type: ignore[attr-defined]
    actions.clear()
    assert mivas_env.oracle_actions(mivas_env.load_task(NAME))[0]["arguments"]


def test_the_seed_state_is_a_fresh_copy() -> None:
    state = mivas_env.seed_state("bicycles")
    assert state["notes"] == []
    state["repairs"][0]["day"] = "changed"
    assert mivas_env.seed_state("bicycles")["repairs"][0]["day"] == "2026-05-06"
    with pytest.raises(ConfigError, match="there is no industry"):
        mivas_env.seed_state("nothing")


def test_a_call_is_scored_from_models_mappings_and_paths(
    finished: Trajectory, tmp_path: Path
) -> None:
    task = mivas_env.load_task(NAME)
    expected = {
        key: value
        for key, value in task.lockfile.model_dump(mode="json", exclude_none=True).items()
        if key in Expectation.model_fields
    }
    yaml_file = tmp_path / "lock.yaml"
    yaml_file.write_text(json.dumps(expected), encoding="utf-8")
    json_file = tmp_path / "lock.json"
    json_file.write_text(json.dumps(expected), encoding="utf-8")
    trace_file = tmp_path / "call.json"
    trace_file.write_text(trajectory_json(finished), encoding="utf-8")
    lockfiles: list[Any] = [
        task, task.lockfile, Expectation.model_validate(expected), expected, NAME,
        "bicycles-T1E1", yaml_file, str(yaml_file), json_file,
    ]  # fmt: skip
    traces: list[Any] = [
        finished, finished.model_dump(mode="json"), trace_file, str(trace_file)
    ]  # fmt: skip
    results = [verify(lockfile, trace) for lockfile in lockfiles for trace in traces]
    assert all(result == results[0] for result in results)
    assert results[0].result is True


def test_a_foreign_list_of_calls_is_scored_without_a_dump(finished: Trajectory) -> None:
    calls = [call.model_dump(mode="json") for call in finished.calls]
    result = verify(NAME, calls)
    assert (result.T, result.H, result.D, result.result) == (True, True, None, True)


def test_states_may_be_given(finished: Trajectory) -> None:
    assert verify(NAME, finished, actual_state=mivas_env.seed_state("bicycles")).D is False
    calls = [call.model_dump(mode="json") for call in finished.calls]
    assert verify(NAME, calls, actual_state=finished.state).D is True
    seed = mivas_env.seed_state("bicycles")
    assert verify(NAME, calls, actual_state=seed, expected_state=seed).D is True


@pytest.mark.parametrize(
    ("name", "text", "error", "sentence"),
    [
        ("lock.yaml", "[a]", TaskError, "lock.yaml: a lockfile is one mapping with exp_tool_calls"),
        ("lock.yaml", "a: &x 1", TaskError, "lock.yaml: line 1: anchors"),
        ("lock.json", "{", TaskError, "lock.json: not JSON"),
        ("lock.yml", None, TaskError, "lock.yml: cannot be read"),
    ],
)
def test_lockfiles_that_cannot_be_read(
    tmp_path: Path, finished: Trajectory, name: str, text: str | None, error: type, sentence: str
) -> None:
    file = tmp_path / name
    if text is not None:
        file.write_text(text, encoding="utf-8")
    with pytest.raises(error) as caught:
        verify(file, finished)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "call.json: not JSON"),
        ('{"a": NaN}', "call.json: NaN is not a JSON value"),
        ('{"a": 1, "a": 2}', "call.json: an object holds the same key twice"),
        ("[" * 100 + "]" * 100, "call.json: nested deeper than 64 levels"),
        (None, "call.json: cannot be read"),
    ],
)
def test_traces_that_cannot_be_read(tmp_path: Path, text: str | None, sentence: str) -> None:
    file = tmp_path / "call.json"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    with pytest.raises(TraceError) as caught:
        verify(NAME, file)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_beyond_the_limit_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finished: Trajectory
) -> None:
    monkeypatch.setattr("mivas_env.facade.MAX_TRACE_BYTES", 10)
    file = tmp_path / "call.json"
    file.write_text("[" + " " * 20 + "]", encoding="utf-8")
    with pytest.raises(TraceError, match=r"call\.json: larger than 10 bytes"):
        verify(NAME, file)
    file = tmp_path / "lock.json"
    file.write_text("{" + " " * 20 + "}", encoding="utf-8")
    with pytest.raises(TaskError, match=r"lock\.json: larger than 10 bytes"):
        verify(file, finished)
    monkeypatch.setattr("mivas_env.facade.MAX_YAML_BYTES", 10)
    with pytest.raises(TaskError, match=r"T1-E1\.yaml: larger than 10 bytes"):
        verify(task_folder("bicycles") / "T1-E1.yaml", finished)


def test_a_large_lockfile_is_read_as_json_and_refused_as_yaml(
    tmp_path: Path, finished: Trajectory
) -> None:
    locked = mivas_env.load_task(NAME).lockfile.model_dump(mode="json", exclude_none=True)
    text = json.dumps({**locked, "remarks": ["x" * 100] * 20_000})
    large, slow = tmp_path / "lock.json", tmp_path / "lock.yaml"
    for file in (large, slow):
        file.write_text(text, encoding="utf-8")
    assert verify(large, finished).result is True
    with pytest.raises(TaskError, match=r"lock\.yaml: larger than 1048576 bytes"):
        verify(slow, finished)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes among its files")
@pytest.mark.parametrize("place", ["/dev/zero", "pipe"])
def test_what_is_no_plain_file_is_never_read(
    tmp_path: Path, finished: Trajectory, place: str
) -> None:
    for name in ("T1-E1.yaml", "call.json"):
        if place == "pipe":
            os.mkfifo(tmp_path / name)
        else:
            (tmp_path / name).symlink_to(place)
    refused = "is no plain file"
    with pytest.raises(TaskError, match=refused):
        load_task_file(tmp_path / "T1-E1.yaml", industry="bicycles")
    with pytest.raises(TaskError, match=refused):
        verify(tmp_path / "T1-E1.yaml", finished)
    with pytest.raises(TraceError, match=refused):
        verify(NAME, tmp_path / "call.json")


def test_a_plain_file_is_read_up_to_its_limit_whatever_its_size_is_said_to_be(
    tmp_path: Path,
) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(b"a: 1\r\nb: 2\rc: 3\n")
    assert read_text_file(file, max_bytes=16) == "a: 1\nb: 2\nc: 3\n"
    with pytest.raises(TaskError, match=r"a\.yaml: larger than 15 bytes"):
        read_text_file(file, max_bytes=15)


def test_hostile_paths_are_sentences() -> None:
    for path in ("a\x00b.json", "x" * 400 + ".json"):
        with pytest.raises(TraceError, match="cannot be read"):
            verify(NAME, path)


def test_a_name_that_cannot_be_printed_is_shown_escaped(
    tmp_path: Path, finished: Trajectory
) -> None:
    for name in ("\ud800.yaml", "\ud800.JSON", "\ud800"):
        with pytest.raises((TaskError, ConfigError)) as refused:
            verify(name, finished)
        assert r"\ud800" in str(refused.value)
        str(refused.value).encode("utf-8")
    with pytest.raises(TraceError, match=r"^\\ud800\.json: cannot be read") as unread:
        verify(NAME, "\ud800.json")
    str(unread.value).encode("utf-8")
    odd = tmp_path / os.fsdecode(b"\xff.json")
    try:
        odd.write_text("7", encoding="utf-8")
    except OSError:  # a file system that takes no such name
        return
    with pytest.raises(TaskError, match=r"^\\udcff\.json: a lockfile is one mapping"):
        verify(odd, finished)


def test_a_mark_before_the_first_character_is_no_part_of_a_file(
    tmp_path: Path, finished: Trajectory
) -> None:
    locked = mivas_env.load_task(NAME).lockfile.model_dump(mode="json", exclude_none=True)
    for name in ("lock.json", "lock.yaml", "LOCK.JSON", "LOCK.YAML", "Lock.Yml"):
        lock, call = tmp_path / name, tmp_path / "call.json"
        lock.write_text(json.dumps(locked), encoding="utf-8-sig")
        call.write_text(trajectory_json(finished), encoding="utf-8-sig")
        assert verify(str(lock), str(call)).result is True


def test_a_list_of_calls_that_have_a_role_is_no_chat(finished: Trajectory) -> None:
    calls = [{**call.model_dump(mode="json"), "role": "assistant"} for call in finished.calls]
    assert verify(NAME, calls).result is True
    assert verify(NAME, [{**call, "content": "…"} for call in calls]).result is True
    assert verify(NAME, calls[1:]).missing == ("find_bike",)
    with pytest.raises(TraceError, match="message 1 of the chat is a call and no message"):
        verify(NAME, [{"role": "user", "content": "Hello?"}, *calls])


def test_a_whole_task_file_is_a_lockfile_too(finished: Trajectory) -> None:
    assert verify(task_folder("bicycles") / "T1-E1.yaml", finished).result is True


def test_an_unknown_industry_is_one_sentence(finished: Trajectory) -> None:
    with pytest.raises(ConfigError, match="there is no industry 'bicycels'"):
        mivas_env.verify(NAME, finished, industry="bicycels")


def test_the_report_of_a_run_and_the_final_info_are_read(finished: Trajectory) -> None:
    saved = finished.model_dump(mode="json")
    whole = verify(NAME, saved)
    assert whole.D is True
    assert verify(NAME, {"task": NAME, "reward": 1.0, "trajectory": saved}) == whole
    assert verify(NAME, {"trajectory": saved, "messages": []}) == whole
    assert verify(NAME, {"trajectory": finished}) == whole


def test_a_report_that_says_the_call_was_cut_off_is_believed(finished: Trajectory) -> None:
    saved = finished.model_dump(mode="json")
    for says in ({"truncated": True}, {"ending": "budget"}):
        for inner in ({"trajectory": saved}, {"messages": chat_of(finished)}):
            found = verify(NAME, {**inner, **says})
            assert (found.T, found.H, found.result, found.cut_off) == (True, True, False, True)
    for says in ({"truncated": False}, {"ending": "caller_satisfied"}):
        assert verify(NAME, {"trajectory": saved, **says}).result is True
    assert verify(NAME, finished.model_copy(update={"ending": "budget"})).cut_off is True


def chat_of(finished: Trajectory) -> list[dict[str, Any]]:
    """The same call as a chat model's messages."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Hello, Ines Calloway here."}]
    for number, call in enumerate(finished.calls):
        function = {"name": call.name, "arguments": json.dumps(call.parameters)}
        made = [{"id": f"c{number}", "type": "function", "function": function}]
        messages.append({"role": "assistant", "content": None, "tool_calls": made})
        answer = json.dumps({"ok": call.ok, "data": {}})
        messages.append({"role": "tool", "tool_call_id": f"c{number}", "content": answer})
    return messages


def test_a_chat_with_tool_calls_is_read(finished: Trajectory, tmp_path: Path) -> None:
    chat = chat_of(finished)
    for trace in (chat, {"messages": chat}):
        found = verify(NAME, trace, actual_state=finished.state)
        assert (found.result, found.unrecorded) == (True, False)
    file = tmp_path / "chat.json"
    file.write_text(json.dumps(chat), encoding="utf-8")
    assert verify(NAME, file).T is True
    del chat[2], chat[1]
    assert verify(NAME, chat).missing == ("find_bike",)
    refused = chat_of(finished)
    refused[-1]["content"] = '{"ok": false, "error_code": "NO_SUCH_BIKE"}'
    assert verify(NAME, refused).T is False


def test_a_chat_that_cannot_be_read_names_the_call() -> None:
    for calls in (7, [7], [{"function": {"arguments": "{}"}}], [{"type": "function"}]):
        with pytest.raises(TraceError, match="entry 0 of the trace needs a `name`"):
            verify(NAME, [{"role": "assistant", "tool_calls": calls}])


def test_a_misspelt_setting_of_a_session_is_told_the_nearest() -> None:
    odd: dict[str, Any] = {"caler": "ticket"}
    with pytest.raises(ConfigError, match=r"^CallSession takes no setting 'caler'; did you mean"):
        mivas_env.CallSession("bicycles/T1-E1", **odd)
    odd = {"seed": 3}
    with pytest.raises(ConfigError, match="DecisionSession takes no setting 'seed'; there are: "):
        mivas_env.DecisionSession("brokerage/E017", **odd)
    assert mivas_env.CallSession(task="bicycles/T1-E1", seed=3).seed == 3
