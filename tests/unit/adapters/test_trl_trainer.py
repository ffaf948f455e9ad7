"""The TRL adapter under the released trl: its trainer, its schemas, its datasets."""

import importlib.util
import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import mivas_env
from mivas_env.adapters import trl as calls
from mivas_env.agents import scripted
from mivas_env.agents.rollout import roll_out
from mivas_env.export import export_lines
from mivas_env.world.store import World

# The frameworks deprecate each other's names; their warnings are not this project's.
pytestmark = [
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.skipif(
        importlib.util.find_spec("trl") is None, reason="needs the extra trl (and torch)"
    ),
]
EXAMPLE = Path(__file__).parents[3] / "examples" / "06_train_trl.py"
CALL = "healthcare/C1-E1"
TASKS = (CALL, "healthcare/C2-E1")


@pytest.fixture(scope="module")
def example():
    """Load the example, whose scripted trainer and tiny model the tests use."""
    os.environ["TRL_EXPERIMENTAL_SILENCE"] = "1"
    os.environ["HF_HUB_OFFLINE"] = "1"
    spec = importlib.util.spec_from_file_location("train_trl", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


@pytest.fixture
def make_trainer(example, tmp_path, monkeypatch):
    """Return a function that makes a scripted trainer over some tasks."""
    monkeypatch.chdir(tmp_path)
    shown = [message["content"] for message in example.demonstrate(CALL, 0, [])]
    tokenizer = example.make_tokenizer([*shown, TASKS[0], "aetna loc_park_ave"])

    def make(script, tasks=TASKS, **changes):
        args = example.Args(tasks=tasks, rollouts=8, group=4, grpo_steps=3)
        rows = calls.make_dataset(tasks, seeds=[3], desk_prompts="entry")
        return example.make_trainer(
            example.make_model(tokenizer, width=16, layers=1),
            tokenizer,
            replace(args, **changes),
            trainer=example.ScriptedTrainer,
            script=script,
            eval_dataset=rows,
            max_completion_length=16_000,
        )

    return make


def oracle(task, _number):
    return scripted.oracle(mivas_env.load_task(task))


def played(task, seed):
    """Return what the environment itself pays for the oracle."""
    session = mivas_env.CallSession(task, seed=seed, reward_mode="strict")
    roll_out(session, oracle(task, 0))
    session.close()
    return session.reward or 0.0


def test_the_smoke_run_trains(example, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = example.main(example.Args(threads=1))
    assert found["reward"] == pytest.approx(0.5)
    assert found["tool_calls"] > 1
    assert found["tool_failures"] == 0
    assert found["weights_moved"] == 1


def test_oracles_earn_under_the_trainer_what_they_earn_in_the_environment(
    example, make_trainer, monkeypatch
) -> None:
    names = mivas_env.list_tasks("healthcare")
    # The longest oracle takes more steps than the example's tiny model is allowed.
    monkeypatch.setattr(example, "SETTINGS", replace(example.SETTINGS, max_steps=60))
    trainer = make_trainer(oracle, tasks=tuple(names))
    measured = trainer.evaluate()
    for name in names:
        title = mivas_env.load_task(name).gym_id.removeprefix("mivas/")
        assert measured[f"eval_rewards/{title}/mean"] == played(name, 3), name
    assert measured["eval_tools/failure_frequency"] == 0


def test_a_group_meets_one_caller_and_instances_are_pooled(make_trainer) -> None:
    groups = []

    def note_seed(task, number):
        environment = trainer.environments[number]
        if number % 4 == 0:
            groups.append([])
        groups[-1].append((task, environment._session.seed, environment._session.observed[1]))
        return oracle(task, number)

    trainer = make_trainer(note_seed)
    trainer.train()
    assert len(groups) == 6
    assert all(len(set(group)) == 1 for group in groups)
    assert len({group[0] for group in groups}) > 1
    assert sum(len(pool) for pool in trainer._environment_pool.values()) <= 2 * 8
    rewards = [row["reward"] for row in trainer.state.log_history if "reward" in row]
    assert rewards == [1.0] * 3


def test_abandoned_rollouts_earn_nothing_and_leave_nothing_open(make_trainer, monkeypatch) -> None:
    live = set()
    opened, closed = World._open, World.close
    monkeypatch.setattr(World, "_open", lambda self: (opened(self), live.add(id(self)))[0])
    monkeypatch.setattr(World, "close", lambda self: (closed(self), live.discard(id(self)))[0])

    def give_up(_session) -> None:
        """Break off at once, with a plain turn."""

    trainer = make_trainer(lambda task, number: give_up if number % 2 else oracle(task, number))
    trainer.train()
    rewards = [row["reward"] for row in trainer.state.log_history if "reward" in row]
    assert rewards == [0.5] * 3
    assert live == set()


def test_the_template_is_given_the_declared_schemas(make_trainer) -> None:
    from transformers.utils.chat_template_utils import render_jinja_template

    trainer = make_trainer(oracle)
    task = mivas_env.load_task(CALL)
    rendered, _ = render_jinja_template(
        [[{"role": "user", "content": ""}]],
        tools=trainer._env_tools[CALL],
        chat_template="{{ tools | tojson }}",
    )
    given = {tool["function"]["name"]: tool for tool in json.loads(rendered[0])}
    assert given == {each["function"]["name"]: each for each in calls.tool_definitions(task)}


def test_the_classes_functions_read_as_tools_too() -> None:
    from transformers.utils import get_json_schema

    made = calls.make_environment(CALL)
    for definition in calls.tool_definitions(mivas_env.load_task(CALL)):
        declared = definition["function"]
        derived = get_json_schema(getattr(made, declared["name"]))["function"]
        assert derived["description"] == declared["description"]
        parameters = derived["parameters"]
        assert parameters.get("required", []) == declared["parameters"]["required"]
        for key, schema in declared["parameters"]["properties"].items():
            assert parameters["properties"][key]["type"] == schema["type"]
            assert parameters["properties"][key].get("enum") == schema.get("enum")
            assert parameters["properties"][key]["description"] == schema["description"]


def test_exported_rows_train_an_sft_trainer(example, make_trainer, tmp_path) -> None:
    import datasets
    import trl

    rows = [json.loads(line) for line in export_lines(TASKS, "trl")]
    dataset = datasets.Dataset.from_list(rows, on_mixed_types="use_json")
    assert dataset[0]["completion"] == rows[0]["completion"]
    tokenizer = make_trainer(oracle).processing_class
    trainer = trl.SFTTrainer(
        model=example.make_model(tokenizer, width=16, layers=1),
        processing_class=tokenizer,
        train_dataset=dataset,
        args=trl.SFTConfig(
            output_dir=str(tmp_path),
            use_cpu=True,
            bf16=False,
            gradient_checkpointing=False,
            dataloader_pin_memory=False,
            report_to="none",
            max_length=None,
            max_steps=1,
            disable_tqdm=True,
        ),
    )
    assert trainer.train().training_loss > 0
