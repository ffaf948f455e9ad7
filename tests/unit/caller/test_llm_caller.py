"""The chat model that words lines: what it is asked, its failures, its record, its secrets."""

import copy
import json
import pickle
import sys

import pytest
from caller_kit.reworders import FakeClient, StatusError

import mivas_env
from mivas_env.caller.rewording.llm import MOST_FAILURES, LlmCaller, caller_of_environment
from mivas_env.caller.rewording.reworded import LineRequest
from mivas_env.errors import ConfigError

KEY = "sk-canary-1234567890"


def line(number=1):
    messages = ({"role": "user", "content": f"line {number}"},)
    place = f"line {number} of kennel/K1 with seed 0"
    return LineRequest(f"Say {number}.", messages, seed=number, place=place)


@pytest.fixture
def client(monkeypatch):
    """A stand-in for the client library that answers with the prompt, and a key to use it with."""
    made = FakeClient(lambda request: f"told: {request['messages'][0]['content']}")
    monkeypatch.setitem(sys.modules, "openai", made)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("MIVAS_CALLER_MODEL", raising=False)
    return made


@pytest.fixture
def offline(monkeypatch):
    """Neither the client library nor a key nor a model is at hand."""
    monkeypatch.setitem(sys.modules, "openai", None)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "MIVAS_CALLER_MODEL"):
        monkeypatch.delenv(name, raising=False)


def test_a_request_holds_prompt_seed_and_options(client):
    caller = LlmCaller("m", base_url="http://x/v1", options={"temperature": 0.5}, max_retries=1)
    assert caller.reword(line()) == "told: line 1"
    asked = {"model": "m", "messages": [{"role": "user", "content": "line 1"}]}
    assert client.requests == [{**asked, "seed": 1, "temperature": 0.5}]
    assert client.settings == [
        {"base_url": "http://x/v1", "api_key": None, "max_retries": 1, "timeout": 30.0}
    ]
    assert caller.name == "m"


def test_an_endpoint_that_knows_no_seed_is_asked_without(client):
    LlmCaller("m", options={"seed": None}).reword(line())
    assert "seed" not in client.requests[0]


def test_what_was_asked_once_is_not_asked_again(client):
    caller = LlmCaller("m")
    assert [caller.reword(line(n)) for n in (1, 2, 1)] == [
        "told: line 1", "told: line 2", "told: line 1"
    ]  # fmt: skip
    assert len(client.requests) == 2


def test_memory_without_a_file_is_bounded(client, monkeypatch):
    monkeypatch.setattr("mivas_env.caller.rewording.line_record.MOST_KEPT", 2)
    caller = LlmCaller("m")
    for number in (1, 2, 3, 1):
        caller.reword(line(number))
    assert len(client.requests) == 4


def test_an_endpoint_that_never_answered_is_said_in_one_sentence(client):
    def refuse(_request):
        raise StatusError(401, f"Incorrect API key provided: {KEY}")

    client.answer = refuse
    caller = LlmCaller("gone", record=None)
    with pytest.raises(ConfigError) as caught:
        caller.reword(line())
    assert str(caught.value) == (
        "the chat endpoint that words the caller's lines did not work (StatusError 401): check "
        "OPENAI_BASE_URL, OPENAI_API_KEY and the model 'gone', or play caller='scripted'"
    )
    assert caught.value.__cause__ is None
    client.answer = lambda _request: "Fine."
    assert caller.reword(line()) == "Fine."


def test_one_failure_later_costs_one_wording_and_no_call(client, tmp_path):
    failing = {2, 4}

    def answer(_request):
        if len(client.requests) in failing:
            raise TimeoutError(KEY)
        return "Fine."

    client.answer = answer
    caller = LlmCaller("m", record=tmp_path / "r.jsonl")
    assert [caller.reword(line(n)) for n in range(5)] == ["Fine.", None, "Fine.", None, "Fine."]
    assert caller.reword(line(1)) is None
    entries = [json.loads(text) for text in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert [each["error"] for each in entries] == [None, "TimeoutError", None, "TimeoutError", None]
    assert LlmCaller(replay=tmp_path / "r.jsonl").reword(line(3)) is None


def test_an_endpoint_that_is_gone_for_good_is_said(client):
    caller = LlmCaller("m")
    caller.reword(line(0))

    def fail(_request):
        raise StatusError(503)

    client.answer = fail
    found = [caller.reword(line(n)) for n in range(1, MOST_FAILURES)]
    assert found == [None] * (MOST_FAILURES - 1)
    with pytest.raises(ConfigError, match=rf"failed for {MOST_FAILURES} lines in a row \(Status"):
        caller.reword(line(MOST_FAILURES))


@pytest.mark.parametrize("content", [None, "", 7])
def test_an_answer_without_words_is_no_wording(client, content):
    client.answer = lambda _request: content
    assert LlmCaller("m").reword(line()) == ""


def test_a_record_holds_prompt_seed_and_output_and_plays_offline(client, tmp_path, request):
    path = tmp_path / "r.jsonl"
    recording = LlmCaller("m", record=str(path))
    spoken = [recording.reword(line(n)) for n in (1, 2, 1)]
    first = json.loads(path.read_text().splitlines()[0])
    assert first == {
        "place": "line 1 of kennel/K1 with seed 0",
        "model": "m",
        "seed": 1,
        "messages": [{"role": "user", "content": "line 1"}],
        "line": "Say 1.",
        "output": "told: line 1",
        "error": None,
    }
    request.getfixturevalue("offline")
    replay = LlmCaller(replay=path)
    assert [replay.reword(line(n)) for n in (1, 2, 1)] == spoken
    assert replay.name == "m"


def test_a_record_that_exists_is_gone_on_with(client, tmp_path):
    path = tmp_path / "r.jsonl"
    LlmCaller("m", record=path).reword(line(1))
    again = LlmCaller("m", record=path)
    again.reword(line(1))
    again.reword(line(2))
    assert len(client.requests) == 2
    assert len(path.read_text().splitlines()) == 2
    with pytest.raises(ConfigError, match=r"was recorded with m, not other; record each model"):
        LlmCaller("other", record=path)


def test_a_line_that_a_replay_lacks_is_said(client, tmp_path):
    path = tmp_path / "r.jsonl"
    LlmCaller("m", record=path).reword(line(1))
    with pytest.raises(ConfigError) as caught:
        LlmCaller(replay=path).reword(line(2))
    assert str(caught.value) == (
        f"{path} holds no wording for line 2 of kennel/K1 with seed 0 ('Say 2.'): replay the very "
        "calls that were recorded, with the same agent, seed and version, or record them anew "
        "with record="
    )
    assert len(client.requests) == 1


GOOD = {"model": "m", "seed": 1, "messages": [], "output": "a", "error": None}


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        (["{"], "line 1: not JSON"),
        ([GOOD, "[]"], "line 2: a wording is one JSON object; remove the line"),
        ([{**GOOD, "seed": "x"}], "line 1: a record of a wording needs messages, seed, model"),
        ([{**GOOD, "output": 7}], "line 1: a record of a wording needs"),
        ([GOOD, {**GOOD, "output": "b"}], "line 2: the same line is worded in two ways"),
        ([GOOD, {**GOOD, "seed": 2, "model": "n"}], "line 2: worded by n, the lines before by m"),
        ([" " * 1_048_577], "line 1: longer than"),
        (["\udcff"], "cannot be read: it is not UTF-8 text"),
    ],
)
def test_a_record_that_cannot_be_used_is_said_where(tmp_path, entries, sentence):
    path = tmp_path / "r.jsonl"
    texts = [each if isinstance(each, str) else json.dumps(each) for each in entries]
    path.write_bytes("\n".join(texts).encode("utf-8", "surrogateescape"))
    with pytest.raises(ConfigError) as caught:
        LlmCaller(replay=path)
    assert str(path) in str(caught.value)
    assert sentence in str(caught.value)


def test_equal_lines_twice_in_a_record_are_no_conflict(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps(GOOD) + "\n" for _ in range(2)))
    assert LlmCaller(replay=path).name == "m"


def test_files_that_are_not_there_are_said(client, tmp_path):
    with pytest.raises(ConfigError, match="cannot be read: No such file"):
        LlmCaller(replay=tmp_path / "none.jsonl")
    with pytest.raises(ConfigError, match="cannot be written: No such file"):
        LlmCaller("m", record=tmp_path / "none" / "r.jsonl")
    with pytest.raises(ConfigError, match="give either record= or replay="):
        LlmCaller("m", record=tmp_path / "a", replay=tmp_path / "b")


def test_the_environment_names_model_and_endpoint(client, monkeypatch):
    with pytest.raises(ConfigError, match="needs a model: set MIVAS_CALLER_MODEL, or give"):
        LlmCaller()
    monkeypatch.setenv("MIVAS_CALLER_MODEL", "from-outside")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://one")
    assert LlmCaller().name == "from-outside"
    shared = caller_of_environment()
    assert shared is caller_of_environment()
    monkeypatch.setenv("OPENAI_BASE_URL", "http://two")
    assert shared is not caller_of_environment()


def test_the_extra_is_named_where_it_is_missing(offline, monkeypatch):
    sentence = r"a chat endpoint needs the extra `llm`: pip install 'mivas-env\[llm\]'"
    with pytest.raises(ConfigError, match=sentence):
        LlmCaller("m")
    monkeypatch.setenv("MIVAS_CALLER_MODEL", "missing-extra")
    for make in (mivas_env.CallSession, mivas_env.CallEnv):
        with pytest.raises(ConfigError, match=sentence):
            make("bicycles/T1-E1", caller="llm")


def test_the_key_stands_nowhere(client, tmp_path):
    client.answer = lambda _request: f"My key is {KEY}."
    path = tmp_path / "r.jsonl"
    caller = LlmCaller("m", api_key=KEY, record=path, options={"extra_headers": {"X-Key": KEY}})
    assert caller.reword(line()) == "My key is ."
    assert KEY not in path.read_text()
    assert KEY not in repr(caller)


def test_a_key_that_is_no_secret_takes_no_word_away(client):
    client.answer = lambda _request: "any word will do"
    assert LlmCaller("m", api_key="any").reword(line()) == "any word will do"


def test_copies_go_on_with_the_same_words(client, tmp_path):
    caller = LlmCaller("m")
    caller.reword(line(1))
    assert copy.deepcopy(caller) is caller
    elsewhere = pickle.loads(pickle.dumps(caller))  # noqa: S301  (made here)
    assert elsewhere.reword(line(1)) == "told: line 1"
    assert len(client.requests) == 1
    assert elsewhere.reword(line(2)) == "told: line 2"
    assert len(client.settings) == 2
    path = tmp_path / "r.jsonl"
    LlmCaller("m", record=path).reword(line(3))
    replay = pickle.loads(pickle.dumps(LlmCaller(replay=path)))  # noqa: S301  (made here)
    assert replay.reword(line(3)) == "told: line 3"
    assert len(client.settings) == 3
