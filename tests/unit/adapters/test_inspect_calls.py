"""The Inspect adapter under the released inspect_ai: its registry, its solver, its reducers."""

import gc
import importlib.util
import json
import sys

import pytest

import mivas_env
from mivas_env.agents.rollout import roll_out
from mivas_env.agents.scripted import oracle
from mivas_env.episode.kit import kit_of
from mivas_env.episode.session import CallSession as Session
from mivas_env.episode.session import trajectory_json
from mivas_env.errors import ConfigError, Fault
from mivas_env.registry import industry_named
from mivas_env.world.store import World

HEALTHCARE = mivas_env.list_tasks("healthcare")
CALL = "healthcare/C1-E1"

needs_inspect = pytest.mark.skipif(
    importlib.util.find_spec("inspect_ai") is None, reason="needs the extra inspect"
)
# The framework's dependencies deprecate each other's names; not this project's warnings.
pytestmark = pytest.mark.filterwarnings("ignore")


def play_alone(name, seed=0):
    """Play the oracle with no framework; return the session, closed."""
    session = mivas_env.CallSession(name, seed=seed, reward_mode="eval")
    roll_out(session, oracle(session.task))
    session.close()
    return session


class Model:
    """A scripted model: the caller's opening says which script, the assistant turns how far."""

    def __init__(self) -> None:
        self.scripts: dict[str, list] = {}
        self.seen: list[tuple[str, list]] = []
        self.chosen: dict[tuple[str, str], list] = {}

    def learn(self, name, *scripts, seed=0):
        """Hold the oracle of a task, or other scripts of actions to be played in turn."""
        session = mivas_env.CallSession(name, seed=seed)
        session.close()
        opening = session.observed[1]
        self.scripts[opening] = list(scripts) or [mivas_env.oracle_actions(name)]

    def __call__(self, messages, tools, _tool_choice, _config):
        """Return the next output, as a mockllm model asks for it."""
        self.seen.append((messages[0].text, [tool.model_dump() for tool in tools]))
        opening = next(each.text for each in messages if each.role == "user")
        position = sum(each.role == "assistant" for each in messages) - 1
        # The greeting's id is one of each sample and epoch, which run at the same time.
        run = (opening, messages[1].id)
        if run not in self.chosen:
            turn = sum(known == opening for known, _ in self.chosen)
            self.chosen[run] = self.scripts[opening][turn % len(self.scripts[opening])]
        script = self.chosen[run]
        return as_output(script[position] if position < len(script) else {"say": ""}, position)


def as_output(action, position):
    from inspect_ai.model import ChatCompletionChoice, ChatMessageAssistant, ModelOutput, ModelUsage
    from inspect_ai.tool import ToolCall

    calls = None
    if "tool" in action:
        given = action["arguments"]
        error = None if isinstance(given, dict) else "not an object"
        arguments = given if error is None else {}
        call = ToolCall(f"own_{position}", action["tool"], arguments, parse_error=error)
        calls = [call, *action.get("more", [])]
    message = ChatMessageAssistant(content=action.get("say", ""), tool_calls=calls)
    # Without a usage mockllm would count tokens with a vocabulary that it downloads.
    return ModelOutput(
        model="mockllm/model",
        choices=[ChatCompletionChoice(message=message)],
        usage=ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2),
    )


@pytest.fixture
def model():
    """Give a scripted model; what the framework leaves open is collected within the test."""
    yield Model()
    gc.collect()


@pytest.fixture
def open_worlds(monkeypatch):
    """Count the databases that are open, by identity."""
    found: set[int] = set()
    opened, closed = World._open, World.close

    def count_open(self) -> None:
        opened(self)
        found.add(id(self))

    def count_close(self) -> None:
        closed(self)
        found.discard(id(self))

    monkeypatch.setattr(World, "_open", count_open)
    monkeypatch.setattr(World, "close", count_close)
    return found


def run(model, tmp_path, task="mivas_env/calls", **changes):
    """Evaluate with the scripted model; return the log."""
    import inspect_ai
    from inspect_ai.model import get_model

    options = {
        key: changes.pop(key) for key in ("message_limit", "fail_on_error") if key in changes
    }
    (log,) = inspect_ai.eval(
        task,
        task_args=changes,
        model=get_model("mockllm/model", custom_outputs=model),
        log_dir=str(tmp_path),
        display="none",
        **options,
    )
    return log


def test_the_entry_point_leads_to_the_adapter() -> None:
    from importlib.metadata import entry_points

    found = {point.value for point in entry_points(group="inspect_ai", name="mivas_env")}
    if not found:
        pytest.skip("this installation is older than the entry point; install the package again")
    assert found == {"mivas_env.adapters.inspect_calls"}


@needs_inspect
def test_oracles_earn_what_they_earn_in_the_environment(model, tmp_path) -> None:
    # Tasks that open with the same words are told apart by being played one after another.
    batches: list[dict[str, str]] = []
    for name in HEALTHCARE:
        opening = play_alone(name).messages[1]["content"]
        batch = next((each for each in batches if opening not in each), None)
        if batch is None:
            batches.append(batch := {})
        batch[opening] = name
    played = 0
    for batch in batches:
        for name in batch.values():
            model.learn(name)
        log = run(model, tmp_path, tasks=list(batch.values()))
        assert log.status == "success", log.error
        for sample in log.samples:
            alone = play_alone(sample.id)
            assert sample.scores["verified"].value == (alone.reward or 0.0), sample.id
            kept = sample.store["mivas_call"]
            assert kept["trajectory"] == trajectory_json(alone.trajectory()), sample.id
            played += 1
    assert played == len(HEALTHCARE)


@needs_inspect
def test_tools_and_prompt_are_the_declared_ones_of_the_desk(model, tmp_path) -> None:
    model.learn(CALL)
    model.learn("healthcare/C2-E1")
    run(model, tmp_path, tasks=f"{CALL},healthcare/C2-E1")
    kit = kit_of(industry_named("healthcare"))
    desks = {prompt: desk for desk, prompt in kit.prompts.items()}
    for prompt, tools in model.seen:
        declared = [each["function"] for each in kit.definitions[desks[prompt]]]
        assert tools == declared
    assert {"reception", "coverage"} <= {desks[prompt] for prompt, _ in model.seen}


@needs_inspect
def test_every_declared_schema_passes_through_unchanged() -> None:
    from inspect_ai.util._json import json_schema_dump

    from mivas_env.adapters.inspect_calls import DeclaredTool

    for tool in kit_of(industry_named("healthcare")).toolbox.tools:
        declared = tool.chat_definition
        before = json.dumps(declared)
        made = DeclaredTool.of(declared["function"])
        # What providers do with a tool, by the documentation of ToolInfo.
        sent = {"type": "function", "function": made.model_dump(exclude_none=True)}
        assert sent == declared
        assert json_schema_dump(made.parameters) == declared["function"]["parameters"]
        json_schema_dump(made.parameters, exclude={"additionalProperties", "pattern"})
        assert json.dumps(declared) == before


@needs_inspect
def test_epochs_give_pass_k(model, tmp_path) -> None:
    good = mivas_env.oracle_actions(CALL)
    bad = [{"tool": "end_call", "arguments": {"reason": "caller_done"}}]
    model.learn(CALL, good, bad)
    log = run(model, tmp_path, tasks=CALL, epochs=4)
    assert sorted(sample.scores["verified"].value for sample in log.samples) == [0.0, 0.0, 1.0, 1.0]
    found = {score.reducer: score.metrics["mean"].value for score in log.results.scores}
    assert found == {"mean": 0.5, "pass_k_4": 0.0, "pass_at_4": 1.0}


@needs_inspect
def test_own_messages_and_ids_stay_and_bad_calls_are_answered(model, tmp_path) -> None:
    from inspect_ai.tool import ToolCall

    first, hop, *rest = mivas_env.oracle_actions(CALL)
    block = json.dumps({"name": hop["tool"], "arguments": hop["arguments"]})
    more = [ToolCall("own_more", "check_plan_accepted", {"carrier": "aetna"})]
    script = [
        first,
        {"tool": "transfer_to_coverage", "arguments": "broken"},
        {"tool": "no_such_tool", "arguments": {}, "more": more},
        {"say": f"<tool_call>{block}</tool_call>"},
        *rest,
    ]
    model.learn(CALL, script)
    log = run(model, tmp_path, tasks=CALL)
    (sample,) = log.samples
    assert sample.scores["verified"].value == 1.0
    answers = [each for each in sample.messages if each.role == "tool"]
    assert [each.tool_call_id for each in answers][:3] == ["own_1", "own_2", "own_more"]
    assert "INVALID_ARGUMENTS" in answers[0].text
    assert "UNKNOWN_TOOL" in answers[1].text
    calls = [c.id for each in sample.messages for c in getattr(each, "tool_calls", None) or []]
    assert calls == [each.tool_call_id for each in answers]


@needs_inspect
def test_a_call_that_a_limit_cuts_off_scores_zero_and_is_closed(
    model, tmp_path, open_worlds
) -> None:
    model.learn(CALL)
    log = run(model, tmp_path, tasks=CALL, message_limit=4)
    (sample,) = log.samples
    assert sample.limit.type == "message"
    assert not open_worlds
    assert sample.scores["verified"].value == 0.0


@needs_inspect
def test_a_fault_of_ours_errs_the_sample_and_is_not_scored_zero(
    model, tmp_path, monkeypatch
) -> None:
    model.learn(CALL)

    def break_down(*_args, **_kwargs):
        raise Fault("a defect")

    monkeypatch.setattr(Session, "_speak", break_down)
    log = run(model, tmp_path, tasks=CALL, fail_on_error=False)
    (sample,) = log.samples
    assert "a defect" in sample.error.message
    assert not sample.scores


@needs_inspect
def test_what_cannot_be_used_is_refused_in_a_sentence() -> None:
    from mivas_env.adapters.inspect_calls import calls

    with pytest.raises(ConfigError, match=r"did you mean healthcare/C1-E1"):
        calls(tasks="healthcare/C1-E1x")
    for odd in (0, "x", 1.5, None):
        with pytest.raises(ConfigError, match=r"epochs=.* must be a whole number of at least 1"):
            calls(epochs=odd)
    with pytest.raises(ConfigError, match="discount"):
        calls(tasks=CALL, discount=1.5)
    assert len(calls(split="all").dataset) == len(HEALTHCARE)
    assert len(calls().dataset) == len(mivas_env.list_tasks("healthcare", "eval"))


def test_without_the_extra_one_sentence_names_it(monkeypatch) -> None:
    monkeypatch.delitem(sys.modules, "mivas_env.adapters.inspect_calls", raising=False)
    monkeypatch.setitem(sys.modules, "inspect_ai", None)
    with pytest.raises(ConfigError, match=r"mivas-env\[inspect\]"):
        importlib.import_module("mivas_env.adapters.inspect_calls")
