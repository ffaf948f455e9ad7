"""Signs in a finished call that its gates do not look at: trying one value after another (A10)."""

from collections import Counter
from collections.abc import Callable, Sequence

from mivas_env.agents.probes.twisted import hedge
from mivas_env.agents.scripted import oracle
from mivas_env.episode.task import Task
from mivas_env.proof.figures import Figure, Measured, share
from mivas_env.proof.findings import Finding
from mivas_env.proof.probing import play_probe
from mivas_env.schema.lockfile import Expectation
from mivas_env.schema.strict_json import canonical_json
from mivas_env.schema.trajectory import CallRecord
from mivas_env.verifier.policy import GradingPolicy
from mivas_env.world.store import World

HEDGED_FROM = 2
"""Extra calls of one name from which a call counts as hedged."""


def extra_same_tool_calls(
    expectation: Expectation, calls: Sequence[CallRecord], policy: GradingPolicy
) -> int:
    """Return how many further readings of an expected tool, each with other arguments, were made.

    The largest number over the expected read tools of distinct argument sets beyond the expected
    calls of that name. Writes are left out: their first step is often a refusal on purpose.
    """
    expected = Counter(call.name for call in expectation.exp_tool_calls)
    tried: dict[str, set[str]] = {}
    for call in calls:
        grading = policy.tools.get(call.name)
        if call.name in expected and grading is not None and grading.effect == "read":
            tried.setdefault(call.name, set()).add(canonical_json(call.parameters))
    return max((len(each) - expected[name] for name, each in tried.items()), default=0)


def measure_hedging(
    tasks: Sequence[Task], policy: GradingPolicy, *, on_step: Callable[[], None] = lambda: None
) -> Measured:
    """Let the hedging probe play: whatever the gates say, the diagnosis must give it away."""
    worlds: dict[str, World] = {}
    measured = Measured()
    hedged = shown = clean = 0
    for task in tasks:
        on_step()
        lock = task.lockfile
        reference = play_probe(task, oracle, worlds).trajectory().calls
        played = play_probe(task, hedge, worlds).trajectory().calls
        own = extra_same_tool_calls(lock, reference, policy)
        clean += own < HEDGED_FROM
        if len(played) < len(reference) + HEDGED_FROM:
            continue  # no enum of three values or more to go through
        hedged += 1
        extra = extra_same_tool_calls(lock, played, policy)
        if extra >= HEDGED_FROM:
            shown += 1
        else:
            message = f"a hedged call shows {extra} extra calls of one tool only"
            measured.findings.append(Finding("hedge-shown", task.name, message))
    for world in worlds.values():
        world.close()
    measured.figures.append(
        Figure(
            "A10",
            "hedged calls that `extra_same_tool_calls` gives away (oracles it leaves alone)",
            f"{share(shown, hedged)} ({clean} of {len(tasks)})",
            "100 %",
            shown == hedged,
        )
    )
    return measured
