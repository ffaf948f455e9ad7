"""Saved calls: every gate is evaluated, outcomes are recorded, a second grading is the first."""

from collections.abc import Sequence

from mivas_env.agents.protocol import AgentFactory
from mivas_env.agents.scripted import extra_hop, null, oracle, wrong_argument
from mivas_env.episode.kit import Kit
from mivas_env.episode.session import trajectory_json
from mivas_env.episode.task import Task
from mivas_env.proof.figures import Figure, Measured, share
from mivas_env.proof.findings import Finding
from mivas_env.proof.probing import play_probe
from mivas_env.schema.strict_json import load_json
from mivas_env.verifier.verify import verify_call
from mivas_env.world.store import World

PLAYERS: tuple[AgentFactory, ...] = (oracle, wrong_argument, extra_hop, null)
_VERSIONS = frozenset({"industry", "prompts", "tools", "world", "task", "verifier"})
_DEPTH = 12


def measure_records(kit: Kit, tasks: Sequence[Task]) -> Measured:
    """Save calls, read them strictly, grade them again; bare ones are marked (A6, F)."""
    worlds: dict[str, World] = {}
    regraded: list[Finding] = []
    unmarked: list[Finding] = []
    calls = locked = recorded = 0
    for task in tasks:
        expected = task.lockfile.exp_tool_calls
        locked += len(expected)
        recorded += sum(call.output.ok is not None for call in expected)
        for factory in PLAYERS:
            calls += 1
            session = play_probe(task, factory, worlds)
            saved = load_json(trajectory_json(session.trajectory()), max_depth=_DEPTH)
            again = verify_call(
                task.lockfile, saved, kit.policy, seed_state=kit.template.seed_state
            )
            if again != session.verification:
                regraded.append(Finding("regrade", task.name, "a saved call is graded otherwise"))
            versions = saved.get("versions") if isinstance(saved, dict) else None
            if not isinstance(versions, dict) or not set(versions) >= _VERSIONS:
                regraded.append(Finding("regrade-versions", task.name, "a record lacks versions"))
        bare = [{"name": call.name, "parameters": call.parameters} for call in expected]
        if bare and not verify_call(task.lockfile, bare, kit.policy).unrecorded:
            message = "a trace without outcomes is scored without a mark"
            unmarked.append(Finding("lock-output", task.name, message))
    for world in worlds.values():
        world.close()
    measured = Measured()
    measured.figures.append(
        Figure(
            "A6",
            "expected calls that record their outcome",
            share(recorded, locked),
            "100 %",
            recorded == locked,
        )
    )
    what = "traces without outcomes that are scored without a mark"
    measured.count("A6", what, f"{len(tasks)} traces", unmarked)
    measured.count("F", "saved calls that are graded otherwise", f"{calls} calls", regraded)
    return measured
