"""`mivas run` and `mivas play`."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from mivas_env import rewards
from mivas_env.agents.probes import any_agent_named
from mivas_env.agents.rollout import roll_out
from mivas_env.agents.scripted import SCRIPTED
from mivas_env.caller.rewording.llm import LlmCaller
from mivas_env.cli.naming import load_call
from mivas_env.cli.output import JSON_OPTION, print_json, print_verification
from mivas_env.envs.parse_action import parse_action
from mivas_env.envs.transcript import render_call
from mivas_env.episode.kit import kit_of
from mivas_env.episode.settings import CallerChoice
from mivas_env.errors import ConfigError
from mivas_env.evaluation.spoken_policy import judge_speech
from mivas_env.facade import CallSession
from mivas_env.registry import industry_named, suggest

TASK = Annotated[str, typer.Argument(help="A task, e.g. healthcare/C1-E1, or a task file.")]
SEED = Annotated[int, typer.Option(help="Fixes the caller's wording.")]
CALLER = Annotated[
    str, typer.Option(help="scripted, ticket, or llm: a chat model words the lines.")
]
MODEL = Annotated[str | None, typer.Option(help="With llm: the model; else MIVAS_CALLER_MODEL.")]
RECORD = Annotated[Path | None, typer.Option(help="With llm: keep every wording in this file.")]
REPLAY = Annotated[Path | None, typer.Option(help="With llm: take the wordings from this file.")]


def run(  # noqa: PLR0913  (each is an option)
    task: TASK,
    *,
    agent: Annotated[str, typer.Option(help=f"{', '.join(SCRIPTED)}, or a probe.")] = "oracle",
    seed: SEED = 0,
    discount: Annotated[float, typer.Option(help="Reward with extra hops, in (0, 1).")] = 0.5,
    reward_mode: Annotated[str, typer.Option(help="train, eval or strict.")] = "train",
    caller: CALLER = "scripted",
    caller_model: MODEL = None,
    record: RECORD = None,
    replay: REPLAY = None,
    as_json: JSON_OPTION = False,
) -> None:
    """Let a scripted agent play one call and judge it; exit code 0 only when the reward is above 0.

    The reward is that of the mode: `train` and `eval` follow the gates, `strict` asks for a
    satisfied caller as well.
    """
    factory = any_agent_named(agent)
    session = CallSession(
        load_call(task),
        seed=seed,
        caller=_caller(caller, caller_model, record, replay),
        discount=discount,
        reward_mode=_mode(reward_mode),
    )
    roll_out(session, factory(session.task))
    _report(session, discount, as_json=as_json)


def _mode(reward_mode: str) -> Any:  # noqa: ANN401  (SessionSettings checks it)
    return reward_mode


def _caller(
    caller: str, model: str | None, record: Path | None, replay: Path | None
) -> CallerChoice:
    """Return who is on the line; what only a chat model can use is refused with any other."""
    if caller == "llm":
        return LlmCaller(model, record=record, replay=replay)
    if model is not None or record is not None or replay is not None:
        message = "--caller-model, --record and --replay are for --caller llm"
        raise ConfigError(message)
    return caller


def _report(session: CallSession, discount: float, *, as_json: bool) -> None:
    verification = session.verification
    assert verification is not None  # noqa: S101  (a finished call is verified)
    kit = kit_of(industry_named(session.task.industry))
    lapses = judge_speech(session.trajectory(), kit)
    if as_json:
        inner = session.diagnostics()
        print_json(
            {
                "task": session.task.name,
                "seed": session.seed,
                "ending": session.ending,
                "caller_satisfied": session.caller_satisfied,
                "told_misses": list(session.told_misses),
                "reward": session.reward,
                "r_eval": rewards.r_eval(verification) if not session.truncated else 0.0,
                "r_train": rewards.train_reward(verification, discount)
                if not session.truncated
                else 0.0,
                "verification": verification.model_dump(mode="json"),
                "spoken_policy": [
                    {"rule": each.rule, "step": each.step, "words": each.words} for each in lapses
                ],
                "trajectory": session.trajectory().model_dump(mode="json"),
                **{key: inner[key] for key in ("reworded", "kept") if key in inner},
            }
        )
    else:
        console = Console(highlight=False)
        console.print(render_call(session.trajectory()), markup=False, soft_wrap=True)
        console.print()
        print_verification(verification, console)
        for lapse in lapses:
            console.print(f"  spoken policy  {lapse.rule}: {lapse.words}", markup=False)
        satisfied = {True: "yes", False: "no", None: "nobody on the line"}[session.caller_satisfied]
        console.print(f"  caller content {satisfied}")
        for miss in session.told_misses:
            console.print(f"  strict reward  {miss}", markup=False)
        _print_rewording(session, console)
        console.print(f"  reward         {session.reward}")
    session.close()
    raise typer.Exit(0 if session.reward else 1)


def _print_rewording(session: CallSession, console: Console) -> None:
    """Say how many of the caller's lines were reworded, and why others were not."""
    inner = session.diagnostics()
    if "reworded" in inner:
        reasons = ", ".join(f"{count} {reason}" for reason, count in inner["kept"].items())
        kept = f"; as scripted: {reasons}" if reasons else ""
        console.print(f"  lines reworded {inner['reworded']}{kept}", markup=False)


_HELP = """You are the agent. Type what you say, or an action as a policy writes it:
  {"tool": "…", "arguments": {…}}   or the short form:
  /tools                      what this desk can do
  /tools <tool>               one tool in full, with its arguments
  /prompt                     this desk's instructions
  /<tool> {"argument": "…"}   call a tool, e.g. /transfer_to_coverage
  /quit                       leave without finishing
An empty line is silence. The call is over when the caller hangs up, when you do
(/end_call), or when a person takes over."""


def play(
    task: TASK,
    seed: SEED = 0,
    caller: CALLER = "scripted",
    caller_model: MODEL = None,
    record: RECORD = None,
    replay: REPLAY = None,
    as_json: JSON_OPTION = False,
) -> None:
    """Take the agent's chair: talk to the caller and call tools by hand.

    Exit code 0 only when the reward is above 0.
    """
    if sys.stdin is None:
        message = "standard input is closed, but `play` reads there what you say; use `mivas run`"
        raise ConfigError(message)
    session = CallSession(
        load_call(task), seed=seed, caller=_caller(caller, caller_model, record, replay)
    )
    console = Console(highlight=False, stderr=as_json)
    console.print(_HELP, markup=False, style="dim")
    console.print(f"\nYou said: {session.messages[0]['content']}", markup=False)
    while not session.done:
        _print_heard(session, console)
        line = _read_line(session, console)
        if line.strip() == "/quit":
            console.print("left without finishing; nothing was scored")
            session.close()
            raise typer.Exit(1)
        if not _show(session, line.strip(), console):
            session.act(parse_action(_typed_action(line)))
    _print_heard(session, console)
    _report(session, 0.5, as_json=as_json)


def _read_line(session: CallSession, console: Console) -> str:
    try:
        return console.input(f"[bold]{session.desk}>[/bold] ")
    except (EOFError, KeyboardInterrupt):
        return "/quit"
    except UnicodeDecodeError as error:
        session.close()
        message = f"what was typed is not readable as {error.encoding}; set PYTHONIOENCODING=utf-8"
        raise ConfigError(message) from None


def _print_heard(session: CallSession, console: Console) -> None:
    """Print what came of the last step, each event with the name of who it came from."""
    heard = [
        event
        for event in session.trajectory().events
        if event.step == session.step_count and event.kind != "agent"
    ]
    if not heard:
        console.print("\n(silence)", markup=False)
    for event in heard:
        console.print(f"\n{event.kind}: {event.content}", markup=False)


def _show(session: CallSession, line: str, console: Console) -> bool:
    """Answer `/tools`, `/tools <tool>` and `/prompt`; say whether the line was one of them."""
    command, _, name = line.partition(" ")
    functions = {tool["function"]["name"]: tool["function"] for tool in session.tools}
    if command == "/tools" and name:
        wanted = name.strip().removeprefix("/")
        if wanted in functions:
            _print_tool(functions[wanted], console)
        else:
            near = suggest(wanted, tuple(functions))
            console.print(f"  there is no tool {wanted} at this desk; {near}", markup=False)
        return True
    if command == "/tools":
        for function in functions.values():
            arguments = ", ".join(
                f"{name}{'' if name in function['parameters']['required'] else '?'}"
                for name in function["parameters"]["properties"]
            )
            summary = function["description"].splitlines()[0]
            console.print(f"  /{function['name']} ({arguments})  {summary}", markup=False)
        return True
    if line == "/prompt":
        console.print(session.system_prompt, markup=False)
        return True
    return False


def _print_tool(function: Mapping[str, Any], console: Console) -> None:
    """Print a tool's description and what each of its arguments may be."""
    console.print(f"  /{function['name']}\n{function['description']}", markup=False)
    schema = function["parameters"]
    for name, rule in schema["properties"].items():
        needed = "" if name in schema["required"] else " (optional)"
        values = rule.get("enum") or rule.get("items", {}).get("enum")
        kind = " | ".join(map(str, values)) if values else rule.get("type", "any")
        described = rule.get("description", "")
        console.print(f"  {name}{needed}: {kind}  {described}".rstrip(), markup=False)


def _typed_action(line: str) -> object:
    """Read `/tool {json}` as a call; anything else goes to the one parser as it stands."""
    stripped = line.strip()
    if not stripped.startswith("/"):
        return line
    name, _, rest = stripped[1:].partition(" ")
    try:
        arguments = json.loads(rest) if rest.strip() else {}
    except ValueError:
        arguments = rest
    return {"tool": name, "arguments": arguments}
