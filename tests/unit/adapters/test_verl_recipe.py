"""The verl recipe under the released verl: its worker, token builder and parsers, no model."""

import asyncio
import importlib.util
import json
import sys
from pathlib import Path

import pytest
from recipe_kit import DOCS, blocks_of, next_turn, play_alone

import mivas_env
from mivas_env.adapters import trl

HEALTHCARE = mivas_env.list_tasks("healthcare")
pytestmark = [
    pytest.mark.skipif(
        importlib.util.find_spec("verl") is None,
        reason="needs verl 0.9.1: pip install torch verl",
    ),
    pytest.mark.filterwarnings("ignore"),  # the framework's own imports warn
]
LENGTH = 150_000  # a token is one byte here
TEMPLATE = """
{%- for message in messages %}
{%- if message.role == 'tool' %}
{%- if loop.first or loop.previtem.role != 'tool' %}{{ '<|im_start|>user' }}{% endif %}
{{- '\n<tool_response>\n' + message.content + '\n</tool_response>' }}
{%- if loop.last or loop.nextitem.role != 'tool' %}{{ '<|im_end|>\n' }}{% endif %}
{%- else %}
{{- '<|im_start|>' + message.role + '\n' + (message.content or '') }}
{%- if loop.first and tools %}{{ '\n' + (tools | tojson) }}{% endif %}
{%- for call in message.tool_calls or [] %}
{{- '\n<tool_call>\n' + (call.function | tojson) + '\n</tool_call>' }}
{%- endfor %}
{{- '<|im_end|>\n' }}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"""


def as_text(message, style):
    """Write an assistant message as a model of the style would."""
    said = message.get("content") or ""
    for call in message.get("tool_calls", ()):
        function = call["function"]
        named = {"name": function["name"], "arguments": json.loads(function["arguments"])}
        if style == "hermes":
            said += f"<tool_call>\n{json.dumps(named)}\n</tool_call>"
            continue
        given = "".join(
            f"<parameter={key}>\n{value if isinstance(value, str) else json.dumps(value)}\n"
            "</parameter>\n"
            for key, value in named["arguments"].items()
        )
        said += f"<tool_call>\n<function={named['name']}>\n{given}</function>\n</tool_call>"
    return f"{said}<|im_end|>"


@pytest.fixture(scope="module")
def model_folder(tmp_path_factory):
    """Save a tokenizer of bytes with a ChatML template, and a configuration without weights."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast, Qwen2Config

    folder = tmp_path_factory.mktemp("model")
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    made = Tokenizer(models.BPE({letter: k for k, letter in enumerate(letters)}, merges=[]))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    special = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    made.add_special_tokens([AddedToken(each, special=True) for each in special])
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token=special[0], eos_token=special[2]
    )
    tokenizer.chat_template = TEMPLATE
    tokenizer.save_pretrained(folder)
    named = {"architectures": ["Qwen2ForCausalLM"]}
    Qwen2Config(vocab_size=300, hidden_size=16, num_hidden_layers=1, **named).save_pretrained(
        folder
    )
    return folder


class Server:
    """Answers like verl's client of a model server: the oracle's next message, as tokens."""

    def __init__(self, tokenizer, style):
        self.tokenizer, self.style = tokenizer, style
        self.task, self.turns = "", {}

    async def generate(self, request_id, *, prompt_ids, sampling_params):
        """Return the next message, with a log-probability per token."""
        from verl.workers.rollout.replica import TokenOutput

        assert sampling_params["logprobs"] is True
        said = self.turns.setdefault(request_id, [{"role": "assistant"}])  # the greeting
        message = next_turn(self.task, said)
        said.append(message)
        ids = self.tokenizer.encode(as_text(message, self.style), add_special_tokens=False)
        return TokenOutput(token_ids=ids, log_probs=[-0.5] * len(ids))


@pytest.fixture(params=["hermes", "qwen3_coder"])
def worker(request, model_folder, tmp_path, monkeypatch):
    """Make verl's own rollout worker with the page's loop, found by its configuration file."""
    import verl
    from hydra import compose, initialize_config_dir
    from verl.experimental.agent_loop import agent_loop

    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "mivas_loop.py").write_text(blocks_of("verl.md")[0], encoding="utf-8")
    (tmp_path / "loops.yaml").write_text(loop_config(), encoding="utf-8")
    monkeypatch.delitem(sys.modules, "mivas_loop", raising=False)
    monkeypatch.setattr(agent_loop, "_agent_loop_registry", {})
    rollout = "actor_rollout_ref.rollout"
    folder = Path(verl.__file__).parent / "trainer" / "config"
    with initialize_config_dir(str(folder), version_base=None):
        config = compose(
            "ppo_trainer",
            overrides=[
                f"data.max_prompt_length={LENGTH}",
                f"data.max_response_length={LENGTH}",
                f"actor_rollout_ref.model.path={model_folder}",
                "+actor_rollout_ref.model.override_config.attn_implementation=eager",
                f"{rollout}.name=vllm",
                f"{rollout}.calculate_log_probs=true",
                f"{rollout}.multi_turn.format={request.param}",
                f"{rollout}.agent.agent_loop_config_path={tmp_path / 'loops.yaml'}",
            ],
        )
    made = agent_loop.AgentLoopWorker(config, llm_client=None)
    made.llm_client = Server(made.tokenizer, request.param)
    yield made
    sys.modules.pop("mivas_loop", None)


def loop_config():
    """Return the page's file that names the loop."""
    return (DOCS / "verl.md").read_text(encoding="utf-8").split("```yaml\n")[1].split("```")[0]


def roll_out(worker, rows):
    """Let the worker play rows of one task, read in as verl's dataset does; return its batch."""
    import datasets
    from verl import DataProto
    from verl.utils.dataset.rl_dataset import collate_fn, get_dataset_class

    worker.llm_client.task = rows[0]["extra_info"]["task"]
    made = get_dataset_class(worker.config.data)
    file = Path(worker.config.actor_rollout_ref.model.path) / "rows.parquet"
    datasets.Dataset.from_list(rows).to_parquet(file)
    read = made(data_files=str(file), tokenizer=worker.tokenizer, config=worker.config.data)
    batch = DataProto.from_single_dict(collate_fn([read[k] for k in range(len(read))]))
    return asyncio.run(worker.generate_sequences(batch))


def make_rows(tasks, seed):
    """Return the page's rows of some tasks, under one seed."""
    namespace = {"mivas_env": mivas_env}
    exec(blocks_of("verl.md")[1], namespace)  # noqa: S102  (this project's own page)
    pattern = namespace["rows"][0]
    return [{**pattern, "extra_info": {"task": task, "seed": seed}} for task in tasks]


@pytest.mark.parametrize("stride", [8, pytest.param(1, marks=pytest.mark.slow)])
def test_oracles_earn_their_rewards_and_only_their_tokens_are_trained(worker, stride) -> None:
    group = min(2, stride)  # all oracles take long, and one row shows as much
    for name in HEALTHCARE[::stride]:
        found = roll_out(worker, make_rows([name] * group, seed=3))
        alone = play_alone(name, 3)
        assert found.batch["rm_scores"].sum(-1).tolist() == [alone.reward or 0.0] * group, name
        turns = [2 * alone.step_count + 1] * group
        assert found.non_tensor_batch["__num_turns__"].tolist() == turns
        server = worker.llm_client
        for row, said in enumerate(server.turns.values()):
            own = found.batch["response_mask"][row].bool()
            trained = worker.tokenizer.decode(found.batch["responses"][row][own])
            assert trained == "".join(as_text(each, server.style) for each in said[1:])
        heard = worker.tokenizer.decode(found.batch["responses"][0], skip_special_tokens=True)
        asked = worker.tokenizer.decode(found.batch["prompts"][0], skip_special_tokens=True)
        line = [m["content"] for m in alone.messages if m["role"] == "user"]
        assert line[0] in asked
        assert all(each in heard for each in line[1:-1])
        server.turns.clear()


def test_a_broken_call_is_answered_and_the_end_of_a_turn_is_not_spoken(worker) -> None:
    from hydra.utils import instantiate
    from verl.experimental.agent_loop.agent_loop import DictConfigWrap

    tools = trl.tool_definitions(play_alone(HEALTHCARE[0], 0).task)

    async def read_tokens(ids):
        loop = instantiate(
            {"_target_": "mivas_loop.CallLoop"},
            trainer_config=DictConfigWrap(worker.config),
            server_manager=worker.llm_client,
            tokenizer=worker.tokenizer,
            processor=None,
            dataset_cls=worker.dataset_cls,
            data_config=DictConfigWrap(worker.config.data),
            hf_model_type="qwen2",
        )
        return await loop.read(ids, tools)

    def read(text):
        ids = worker.tokenizer.encode(text, add_special_tokens=False)
        return mivas_env.parse_action(asyncio.run(read_tokens(ids)))

    assert read("One moment, please.<|im_end|>").say == "One moment, please."
    assert read("One moment, please.<|im_end|>").calls == ()
    call = {"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]}
    action = read(as_text(call, worker.llm_client.style))
    assert (action.say, [each.name for each in action.calls]) == ("", ["f"])
    if worker.llm_client.style == "hermes":
        assert read('<tool_call>{"name": </tool_call><|im_end|>').malformed
