"""A real `trl.GRPOTrainer` run on calls, on a processor, with a model made on the spot.

Two modes. `smoke` plays scripted turns through TRL's own parsing, tool loop, rewards and optimizer:
seconds. `learn` makes a tokenizer and a model of 0.4 million parameters, shows it demonstrations,
first clean, then careless ones, and lets GRPO find out which of its habits bring a call to a good
end: minutes.

    pip install 'mivas-env[trl]' 'torch==2.13.0'
    python examples/06_train_trl.py learn

A real model needs neither the tokenizer nor the demonstrations; what it does need of this file is
`make_trainer`, with its own template in place of TEMPLATE.
"""

# ruff: noqa: ANN401  (models, tokenizers and trainers come from untyped libraries)

import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import mivas_env
from mivas_env.adapters import import_extra
from mivas_env.adapters import trl as calls
from mivas_env.agents.protocol import Agent
from mivas_env.agents.scripted import hang_up_at_once, oracle

os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
torch = import_extra("torch", "trl")
transformers = import_extra("transformers", "trl")
trl = import_extra("trl", "trl")
Action = dict[str, Any]


@dataclass(frozen=True)
class Args:
    """What to run.

    Attributes:
        mode: "smoke" or "learn".
        tasks: which calls.
        seeds: wordings of the caller that are trained on, per task.
        rollouts: calls per training step, in groups of `group`.
        demonstration_steps: at most this many steps on clean demonstrations.
        careless_steps: steps on careless ones.
        grpo_steps: steps of `GRPOTrainer`.
        carelessness: chance that a demonstrated action is one of another call.
        threads: of torch; on a busy machine one is faster than two.
    """

    mode: str = "smoke"
    tasks: tuple[str, ...] = (
        "healthcare/C1-E1",
        "healthcare/C1-E3",
        "healthcare/C2-E1",
        "healthcare/C4-E1",
    )
    seeds: int = 16
    rollouts: int = 32
    group: int = 8
    demonstration_steps: int = 500
    careless_steps: int = 100
    grpo_steps: int = 60
    carelessness: float = 0.08
    learning_rate: float = 2e-4
    threads: int = 1
    seed: int = 0


ENOUGH = 0.006
"""Loss per token at which the clean demonstrations count as learned."""
BATCH = 8
"""Demonstrations per step."""
SETTINGS = calls.CallSettings(reward_mode="strict", max_steps=12, desk_prompts="entry")
"""Strict: the caller must have got its answers. The tiny model reads no prompts, so none is shown
at handoffs."""

TEMPLATE = (
    "{%- for m in messages -%}"
    "{%- if m.role == 'assistant' -%}{{ '<|im_start|>assistant\\n' }}{% generation %}"
    "{{ m.content }}{%- for c in m.tool_calls or [] -%}"
    '{{ \'<tool_call>\\n{"name": "\' + c.function.name + \'", "arguments": \' }}'
    "{{ c.function.arguments | tojson }}{{ '}\\n</tool_call>' }}"
    "{%- endfor -%}{{ '<|im_end|>' }}{% endgeneration %}{{ '\\n' }}"
    "{%- elif m.role != 'system' -%}"
    "{{ '<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>\\n' }}"
    "{%- endif -%}{%- endfor -%}"
    "{%- if add_generation_prompt -%}{{ '<|im_start|>assistant\\n' }}{%- endif -%}"
)
"""Leaves system prompt and tool schemas out, which are 13,000 tokens that a tiny model cannot use.
A real model keeps its stock template."""


# ---------------------------------------------------------------- what a model is shown


def as_message(action: Action) -> dict[str, Any]:
    """Return the assistant turn that takes an action; speech is a tool, too."""
    name = action.get("tool", calls.SAY)
    arguments = action["arguments"] if "tool" in action else {"text": action["say"]}
    call = {"type": "function", "function": {"name": name, "arguments": arguments}}
    return {"role": "assistant", "content": "", "tool_calls": [call]}


def demonstrate(task: str, seed: int, actions: Sequence[Action]) -> list[dict[str, Any]]:
    """Play actions in a call and return the conversation as TRL would hold it."""
    environment = calls.make_environment(task, settings=SETTINGS)()
    messages: list[dict[str, Any]] = [{"role": "user", "content": environment.reset(seed=seed)}]
    for action in actions:
        message = as_message(action)
        function = message["tool_calls"][0]["function"]
        answer = getattr(environment, function["name"])(**function["arguments"])
        messages += [message, {"role": "tool", "name": function["name"], "content": answer}]
        if answer.endswith(calls.CALL_OVER):
            break
    environment.get_reward()
    return [*messages, {"role": "assistant", "content": "Done."}]


def careless(
    actions: Sequence[Action], others: Sequence[Action], chance: float
) -> Callable[[random.Random], list[Action]]:
    """Return a function that draws a version of a call in which some actions are others'."""

    def draw(rng: random.Random) -> list[Action]:
        return [rng.choice(others) if rng.uniform(0, 1) < chance else each for each in actions]

    return draw


# ---------------------------------------------------------------- model and tokenizer


def make_tokenizer(texts: Sequence[str]) -> Any:
    """Train a byte-level tokenizer on rendered calls; blanks are tokens of their own."""
    tokenizers = import_extra("tokenizers", "trl")
    pre = tokenizers.pre_tokenizers
    words = tokenizers.Regex(r"\p{L}+|\p{N}+|[^\p{L}\p{N}]+")
    bpe = tokenizers.Tokenizer(tokenizers.models.BPE())
    bpe.pre_tokenizer = pre.Sequence(
        [pre.Split(words, "isolated"), pre.ByteLevel(add_prefix_space=False, use_regex=False)]
    )
    bpe.decoder = tokenizers.decoders.ByteLevel()
    marks = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<tool_call>", "</tool_call>"]
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=2_000,
        special_tokens=marks,
        initial_alphabet=pre.ByteLevel.alphabet(),
        show_progress=False,
    )
    bpe.train_from_iterator(texts, trainer)
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=bpe,
        eos_token="<|im_end|>",  # noqa: S106  (a mark, not a secret)
        pad_token="<|endoftext|>",  # noqa: S106
        additional_special_tokens=["<|im_start|>"],
    )
    tokenizer.chat_template = TEMPLATE
    # TRL knows how to read the turns of known templates only; this one reads like Qwen's.
    tokenizer.response_template = import_extra("trl.chat_template_utils", "trl").qwen3_template
    return tokenizer


def make_model(tokenizer: Any, *, width: int, layers: int) -> Any:
    """Return a small decoder with random weights in single precision."""
    heads = width // 16
    config = transformers.Qwen3Config(
        vocab_size=len(tokenizer),
        hidden_size=width,
        intermediate_size=3 * width,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        num_key_value_heads=heads,
        head_dim=16,
        max_position_embeddings=16_384,  # a call beyond this would end quietly, unpaid
        tie_word_embeddings=True,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=None,
    )
    return transformers.Qwen3ForCausalLM(config)


def learn_from(
    model: Any,
    tokenizer: Any,
    conversations: Sequence[list[dict[str, Any]]],
    steps: int,
    rate: float,
) -> float:
    """Fit the assistant's turns of conversations; stop once they are learned."""
    encoded = []
    for conversation in conversations:
        row = tokenizer.apply_chat_template(
            conversation, return_dict=True, return_assistant_tokens_mask=True
        )
        encoded.append((row["input_ids"], row["assistant_masks"]))
    rng = random.Random(0)  # noqa: S311  (reproducible batches)
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.0)
    schedule = transformers.get_linear_schedule_with_warmup(optimizer, steps // 10, steps)
    average = 1.0
    model.train()
    for _ in range(steps):
        batch = [rng.choice(encoded) for _ in range(BATCH)]
        length = max(len(ids) for ids, _ in batch)
        ids = torch.full((len(batch), length), tokenizer.pad_token_id)
        labels = torch.full((len(batch), length), -100)
        for row, (tokens, mask) in enumerate(batch):
            ids[row, : len(tokens)] = torch.tensor(tokens)
            taught = [token if on else -100 for token, on in zip(tokens, mask, strict=True)]
            labels[row, : len(tokens)] = torch.tensor(taught)
        loss = model(
            input_ids=ids, attention_mask=(ids != tokenizer.pad_token_id).long(), labels=labels
        ).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        average = 0.9 * average + 0.1 * float(loss.detach())
        if average < ENOUGH:
            break
    return average


# ---------------------------------------------------------------- GRPO


def make_trainer(
    model: Any, tokenizer: Any, args: Args, *, trainer: Any = None, **options: Any
) -> Any:
    """Return a `GRPOTrainer` over the calls, set up for a processor."""
    config = trl.GRPOConfig(
        output_dir="runs/trl",
        use_cpu=True,
        bf16=False,  # on by default, and sixty times slower on a processor
        gradient_checkpointing=False,
        dataloader_pin_memory=False,
        report_to="none",
        save_strategy="no",
        disable_tqdm=True,
        logging_steps=1,
        max_steps=args.grpo_steps,
        per_device_train_batch_size=args.rollouts,
        per_device_eval_batch_size=args.rollouts,
        num_generations=args.group,
        num_generations_eval=1,
        learning_rate=args.learning_rate,
        beta=0.0,
        max_completion_length=options.pop("max_completion_length", 512),
        max_tool_calling_iterations=SETTINGS.max_steps + 1,
        seed=args.seed,
    )
    return (trainer or trl.GRPOTrainer)(
        model=model,
        processing_class=tokenizer,
        args=config,
        environment_factory=calls.environment_factory(args.tasks, settings=SETTINGS),
        train_dataset=calls.make_dataset(args.tasks, seeds=range(args.seeds), desk_prompts="entry"),
        **options,
    )


class ScriptedTrainer(trl.GRPOTrainer):  # type: ignore[misc]
    """A `GRPOTrainer` whose turns are scripted; everything after the turn is TRL's own.

    `script` gets a task's name and the number of the rollout and returns the agent that plays it:
    session -> action, None to break off.
    """

    def __init__(self, *given: Any, script: Callable[[str, int], Agent], **named: Any) -> None:
        """Keep the script; the rest is TRL's."""
        super().__init__(*given, **named)
        self._script = script
        self._turns: list[Iterator[str]] = []
        self._calling: list[int] = []

    def _generate(self, prompts: list[Any]) -> Any:
        self._turns = [self._turns_of(number) for number in range(len(prompts))]
        self._calling = list(range(len(prompts)))
        return super()._generate(prompts)

    def _turns_of(self, number: int) -> Iterator[str]:
        session = self.environments[number]._session  # noqa: SLF001  (a script may look)
        agent = self._script(self._batch_environments[number], number)
        while not session.done and (action := agent(session)) is not None:
            whole = [{"role": "user", "content": ""}, as_message(action)]
            text = self.processing_class.apply_chat_template(whole, tokenize=False)
            yield text.partition("assistant\n")[2].removesuffix("\n")
        yield "Done.<|im_end|>"

    def _generate_single_turn(self, *_: Any, **__: Any) -> Any:
        turns = [next(self._turns[number]) for number in self._calling]
        self._calling = [
            number
            for number, turn in zip(self._calling, turns, strict=True)
            if turn.startswith("<tool_call>")
        ]
        encode = self.processing_class.encode
        return [encode(turn, add_special_tokens=False) for turn in turns], None


def oracle_or_hangup(task: str, number: int) -> Agent:
    """Let every other rollout hang up at once, so that rewards differ within a group."""
    return (hang_up_at_once if number % 2 else oracle)(mivas_env.load_task(task))


def smoke(args: Args) -> dict[str, float]:
    """Train three steps on scripted turns and return what TRL logged last."""
    shown = [demonstrate(task, 0, mivas_env.oracle_actions(task)) for task in args.tasks]
    tokenizer = make_tokenizer([message["content"] for call in shown for message in call])
    model = make_model(tokenizer, width=32, layers=2)
    before = [weights.detach().clone() for weights in model.parameters()]
    args = replace(args, rollouts=8, group=4, grpo_steps=3)
    trainer = make_trainer(
        model,
        tokenizer,
        args,
        trainer=ScriptedTrainer,
        script=oracle_or_hangup,
        max_completion_length=8_192,
    )
    trainer.train()
    last = next(row for row in reversed(trainer.state.log_history) if "reward" in row)
    moved = any(
        not torch.equal(old, new) for old, new in zip(before, model.parameters(), strict=True)
    )
    return {
        "reward": last["reward"],
        "tool_calls": last["tools/call_frequency"],
        "tool_failures": last["tools/failure_frequency"],
        "weights_moved": float(moved),
    }


def learn(args: Args) -> dict[str, float]:
    """Show careless demonstrations, then train; return the mean reward before and after."""
    rng = random.Random(args.seed)  # noqa: S311  (reproducible demonstrations)
    oracles = {task: mivas_env.oracle_actions(task) for task in args.tasks}
    others = [action for actions in oracles.values() for action in actions]
    started = time.perf_counter()
    clean, spoiled = [], []
    for task, actions in oracles.items():
        draw = careless(actions, others, args.carelessness)
        clean += [demonstrate(task, seed, actions) for seed in range(args.seeds)]
        spoiled += [demonstrate(task, seed % args.seeds, draw(rng)) for seed in range(120)]
    tokenizer = make_tokenizer([repr(turn) for call in clean + spoiled for turn in call])
    model = make_model(tokenizer, width=96, layers=3)
    print(f"{model.num_parameters():,} parameters, vocabulary {len(tokenizer)}")
    loss = learn_from(model, tokenizer, clean, args.demonstration_steps, 3e-3)
    print(f"loss per token: {loss:.3f} on clean demonstrations")
    loss = learn_from(model, tokenizer, spoiled, args.careless_steps, 1e-3)
    print(f"loss per token: {loss:.3f} on careless demonstrations")
    marks = [time.perf_counter()]

    # Other seeds than the trained ones: other choices among the caller's few wordings of each line.
    fresh = calls.make_dataset(
        args.tasks, seeds=range(1_000, 1_000 + 128 // len(args.tasks)), desk_prompts="entry"
    )
    trainer = make_trainer(model, tokenizer, args, eval_dataset=fresh)
    before = trainer.evaluate()
    marks.append(time.perf_counter())
    trainer.train()
    marks.append(time.perf_counter())
    after = trainer.evaluate()
    curve = [row["reward"] for row in trainer.state.log_history if "reward" in row]
    for start in range(0, len(curve), 10):
        window = curve[start : start + 10]
        print(f"steps {start + 1:>3} to {start + len(window):>3}: {sum(window) / len(window):.2f}")
    seconds = [later - earlier for earlier, later in pairwise([started, *marks])]
    print(f"seconds: demonstrations {seconds[0]:.0f}, train {seconds[2]:.0f}")
    for task in args.tasks:
        key = f"eval_rewards/{mivas_env.load_task(task).gym_id.removeprefix('mivas/')}/mean"
        print(f"{task}: {before[key]:.2f} -> {after[key]:.2f}")
    found = {"before": before["eval_reward"], "after": after["eval_reward"]}
    print(f"mean reward: {found['before']:.3f} -> {found['after']:.3f}")
    return found


def main(args: Args) -> dict[str, float]:
    """Run one of the two modes."""
    torch.set_num_threads(args.threads)
    transformers.set_seed(args.seed)
    return learn(args) if args.mode == "learn" else smoke(args)


if __name__ == "__main__":
    print(main(Args(mode=sys.argv[1] if len(sys.argv) > 1 else "smoke")))
