"""Learn to answer calls from the reward alone: GRPO with numpy, from below 0.1 to above 0.8.

    python examples/05_train_grpo_numpy.py            # five seeds, curves into docs/learning/
    python examples/05_train_grpo_numpy.py --quick    # a minute: three tasks, one seed

The policy is a masked softmax, linear in what was seen, over the numbered actions of
`DiscreteActions`; it never sees a lockfile, an oracle, the task's name or the caller's state. Two
things happen in turn. A task that was never passed is explored: return to a rare situation of an
earlier attempt, go on at random from there (count-based, no reward is shaped). A task that was
passed at least once is learned: groups of eight calls with one caller, each call's advantage its
reward against the group's; where the whole group fails, one of the policy's own passed calls joins.
"""

import argparse
import json
import os
import platform
import runpy
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OMP_NUM_THREADS", "1")  # small matrices: threads only cost

import numpy as np

import mivas_env
from mivas_env.envs.discrete import DiscreteActions, Explorer, FlatObservation, Situation

INDUSTRY = "healthcare"
DETOUR_TASKS = tuple(f"{INDUSTRY}/{each}" for each in ("C1-E1", "C1-E3", "C3-E1", "C3-E3"))
RETURNING = 0.8  # share of exploring attempts that go back to a situation first
UNSEEN_CALLER = 1000
"""Caller seeds from here on are kept for measuring."""


@dataclass(frozen=True)
class Args:
    """What to run. Times are CPU-bound; nothing depends on a clock."""

    seeds: tuple[int, ...] = (0, 1, 2, 3, 4)
    iterations: int = 300
    tasks_per_iteration: int = 8
    group_size: int = 8
    attempts: int = 16
    caller_seeds: int = 8
    learning_rate: float = 0.03
    max_steps: int = 36
    replay_below: float = 0.3
    measure_every: int = 25
    detour_iterations: int = 80
    detour_discount: float = 0.3
    detour_liking: float = 3.0
    workers: int = 2
    out: str = "docs/learning"
    tasks: tuple[str, ...] = ()  # these alone; empty for all easy and medium ones of train

    def quick(self) -> "Args":
        """Return a run that ends within a minute."""
        return replace(
            self,
            seeds=(0,),
            iterations=60,
            measure_every=15,
            detour_iterations=0,
            workers=1,
            out="",
            tasks=("healthcare/C1-E1", "healthcare/C4-E1", "healthcare/R-E1"),
        )


# ---------------------------------------------------------------------- the environment


def make_env(args: Args, reward_mode: str, discount: float = 0.5) -> FlatObservation:
    """Return numbered actions and flat observations over the whole suite."""
    env = mivas_env.CallEnv(
        industry=INDUSTRY,
        reward_mode=reward_mode,
        discount=discount,
        max_steps=args.max_steps,
        verbose_info=False,
    )
    return FlatObservation(DiscreteActions(env))


def difficulty(task: str) -> str:
    """Return easy, medium or hard; for sorting results, never shown to the policy."""
    return str(mivas_env.load_task(task).lockfile.difficulty)


# ---------------------------------------------------------------------- the policy


class Step(NamedTuple):
    """One decision: the observation, the open candidates' keys and traits, the one taken."""

    seen: np.ndarray
    keys: np.ndarray
    traits: np.ndarray
    taken: int


class Policy:
    """Masked softmax; a candidate's logit is linear in observation x key and in traits x key.

    The key of a candidate is its tool or sentence without the slot values, so what is learned for
    one patient, office or date holds for the others.
    """

    def __init__(self, env: FlatObservation) -> None:
        """Start with equal weight for every tool and sentence, whatever its number of slots."""
        layout = env.discrete.layout
        self.key_of = np.repeat(np.arange(len(layout.keys)), [key.width for key in layout.keys])
        families = [key.name if key.tool is None else key.family for key in layout.keys]
        traits = env.discrete.candidate_trait_names
        self.by_seen = np.zeros((len(env.feature_names), len(layout.keys)))
        self.by_trait = np.zeros((len(traits), len(layout.keys)))
        self.by_seen[0] = [-np.log(families.count(each)) for each in families]
        self.by_trait[traits.index("done_before")] = -2.0
        self.by_trait[traits.index("was_refused")] = -1.0
        self.weights = (self.by_seen, self.by_trait)
        self._moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self._updates = 0

    def like_handoffs(self, by: float, env: FlatObservation) -> None:
        """Add a constant to the logit of every handoff, as in a model that routes too eagerly."""
        for place, key in enumerate(env.discrete.layout.keys):
            if key.tool is not None and key.tool.leads_to is not None:
                self.by_seen[0, place] += by

    def probabilities(self, step: Step) -> np.ndarray:
        """Return the probability of each open candidate."""
        (at,) = np.nonzero(step.seen)
        logits = (step.seen[at] @ self.by_seen[at])[step.keys]
        logits += np.einsum("ij,ji->i", step.traits, self.by_trait[:, step.keys])
        powers = np.exp(logits - logits.max())
        return np.asarray(powers / powers.sum())

    def gradient(self, steps: Iterable[tuple[Step, float]]) -> tuple[np.ndarray, np.ndarray]:
        """Return the gradient of the advantage-weighted log-probability of what was taken."""
        seen, pushes = [], []
        by_trait = np.zeros_like(self.by_trait)
        for step, advantage in steps:
            push = -advantage * self.probabilities(step)
            push[step.taken] += advantage
            seen.append(step.seen)
            pushes.append(np.bincount(step.keys, push, minlength=self.by_seen.shape[1]))
            np.add.at(by_trait.T, step.keys, step.traits * push[:, None])
        return np.array(seen, dtype=np.float64).T @ np.array(pushes), by_trait

    def ascend(self, gradients: tuple[np.ndarray, np.ndarray], rate: float) -> None:
        """Take one step of Adam."""
        self._updates += 1
        n = self._updates
        for weight, gradient, moments in zip(self.weights, gradients, self._moments, strict=True):
            moments[0][:] += 0.1 * (gradient - moments[0])
            moments[1][:] += 0.01 * (gradient * gradient - moments[1])
            scale = np.sqrt(moments[1] / (1 - 0.99**n)) + 1e-4
            weight[:] += rate * moments[0] / (1 - 0.9**n) / scale


# ---------------------------------------------------------------------- playing calls


@dataclass
class Call:
    """One finished call: its decisions, their action numbers, its reward, its info."""

    steps: list[Step]
    numbers: list[int]
    reward: float
    info: dict[str, Any]
    situations: list[Situation] = field(default_factory=list)


def play(
    env: FlatObservation,
    policy: Policy,
    task: str,
    caller: int,
    rng: np.random.Generator,
    *,
    greedy: bool = False,
    given: tuple[int, ...] = (),
    explorer: "Explorer | None" = None,
) -> Call | None:
    """Play one call; `given` numbers come first. None when one of them is not open."""
    seen, _ = env.reset(seed=caller, options={"task": task})
    call = Call([], [], 0.0, {})
    while True:
        numbers, traits = env.discrete.candidate_traits()
        step = Step(seen, policy.key_of[numbers], traits, 0)
        if explorer is not None:
            call.situations.append(env.discrete.notes.situation)
        if len(call.numbers) < len(given):
            (place,) = np.nonzero(numbers == given[len(call.numbers)])
            if not len(place):
                return None
            taken = int(place[0])
        else:
            odds = policy.probabilities(step)
            if explorer is not None:
                odds = explorer.spread(call.situations[-1], numbers, odds)
            taken = int(odds.argmax()) if greedy else int(rng.choice(len(odds), p=odds))
        if explorer is not None:
            explorer.count(call.situations[-1], int(numbers[taken]))
        call.steps.append(step._replace(taken=taken))
        call.numbers.append(int(numbers[taken]))
        seen, reward, terminated, truncated, call.info = env.step(int(numbers[taken]))
        call.reward = float(reward)
        if terminated or truncated:
            return call


def must(call: Call | None) -> Call:
    """Return the call; what was done once with the same caller can always be done again."""
    if call is None:
        message = "a call could not be played again as it went before"
        raise RuntimeError(message)
    return call


def without_detours(
    env: FlatObservation, policy: Policy, task: str, caller: int, call: Call
) -> Call:
    """Return the passed call without the steps that it passes without, found by playing."""
    rng = np.random.default_rng(0)
    at = 0
    while at < len(call.numbers):
        given = tuple(call.numbers[:at] + call.numbers[at + 1 :])
        shorter = play(env, policy, task, caller, rng, given=given)
        if shorter and shorter.reward >= call.reward and len(shorter.numbers) <= len(given):
            call = shorter
        else:
            at += 1
    return call


# ---------------------------------------------------------------------- learning


class Learner:
    """The policy, what it has passed so far, and where it still explores."""

    def __init__(self, args: Args, seed: int, tasks: list[str], env: FlatObservation) -> None:
        """Begin with a policy that has learned nothing."""
        self.args, self.tasks, self.env = args, tasks, env
        self.rng = np.random.default_rng(seed)
        self.policy, self.untaught = Policy(env), Policy(env)
        self.passed: dict[str, list[Call]] = {}
        self.rate = dict.fromkeys(tasks, 0.0)
        self.explorers: dict[tuple[str, int], Explorer] = {}
        self.calls = 0
        self.decisions = 0

    def iterate(self, *, explore: bool = True) -> None:
        """Explore and learn some tasks, and take one gradient step."""
        odds = np.array([max(0.03, (1 - r) * (r + 0.2)) for r in self.rate.values()])
        chosen = self.rng.choice(self.tasks, self.args.tasks_per_iteration, p=odds / odds.sum())
        weighted: list[tuple[Step, float]] = []
        for task in chosen:
            if explore and task not in self.passed:
                self._explore(str(task))
            if not explore or task in self.passed:
                weighted += self._group(str(task))
        if weighted:
            gradients = self.policy.gradient(weighted)
            size = self.args.group_size
            self.policy.ascend((gradients[0] / size, gradients[1] / size), self.args.learning_rate)

    def _play(
        self,
        task: str,
        caller: int,
        policy: Policy | None = None,
        *,
        given: tuple[int, ...] = (),
        explorer: Explorer | None = None,
    ) -> Call:
        player = policy or self.policy
        call = must(play(self.env, player, task, caller, self.rng, given=given, explorer=explorer))
        self.calls += 1
        self.decisions += len(call.steps)
        return call

    def _explore(self, task: str) -> None:
        """Go back to rare situations and on from there until one call passes.

        Every other attempt goes on with the policy as it began, so that what was learned for other
        tasks does not narrow the search.
        """
        caller = int(self.rng.integers(2))
        explorer = self.explorers.setdefault((task, caller), Explorer())
        for attempt in range(self.args.attempts):
            policy = self.policy if attempt % 2 else self.untaught
            given = explorer.choose(self.rng) if self.rng.random() < RETURNING else ()
            call = self._play(task, caller, policy=policy, given=given, explorer=explorer)
            explorer.keep(call.situations, call.numbers)
            if call.reward > 0:
                call = without_detours(self.env, self.policy, task, caller, call)
                self.passed.setdefault(task, []).append(call)
                return

    def _group(self, task: str) -> list[tuple[Step, float]]:
        """Return the steps of one group, each with its call's advantage in the group."""
        caller = int(self.rng.integers(self.args.caller_seeds))
        calls = [self._play(task, caller) for _ in range(self.args.group_size)]
        won = [call for call in calls if call.reward > 0]
        self.rate[task] += 0.15 * (len(won) / len(calls) - self.rate[task])
        for call in won[:1]:
            self.passed[task] = [*self.passed.get(task, []), call][-4:]
        if len(won) <= self.args.replay_below * len(calls) and self.passed.get(task):
            calls.append(self.passed[task][int(self.rng.integers(len(self.passed[task])))])
        rewards = np.array([call.reward for call in calls])
        if rewards.std() == 0:
            return []
        advantages = (rewards - rewards.mean()) / rewards.std()
        return [
            (step, float(advantage))
            for call, advantage in zip(calls, advantages, strict=True)
            for step in call.steps
        ]


def mean_reward(
    env: FlatObservation,
    policy: Policy,
    tasks: list[str],
    *,
    callers: int = 1,
    greedy: bool = False,
) -> dict[str, float]:
    """Return task -> mean reward with callers that were never trained on."""
    rng = np.random.default_rng(12345)
    found = {}
    for task in tasks:
        calls = [
            play(env, policy, task, UNSEEN_CALLER + k, rng, greedy=greedy) for k in range(callers)
        ]
        found[task] = float(np.mean([call.reward for call in calls if call]))
    return found


def train(args: Args, seed: int) -> dict[str, Any]:
    """Train with one seed; return its curve and its final results per task."""
    started = time.process_time()
    env = make_env(args, "strict")
    train_tasks = mivas_env.list_tasks(INDUSTRY, "train")
    learned = list(args.tasks) or [t for t in train_tasks if difficulty(t) != "hard"]
    learner = Learner(args, seed, learned, env)
    curve = []
    for iteration in range(args.iterations + 1):
        if iteration % args.measure_every == 0:
            score = mean_reward(env, learner.policy, learned, callers=1)
            seconds = time.process_time() - started
            curve.append((iteration, learner.calls, float(np.mean(list(score.values())))))
            print(
                f"seed {seed}  iteration {iteration:4d}  calls {learner.calls:6d}  "
                f"strict reward {curve[-1][2]:.3f}  never passed "
                f"{len(set(learned) - set(learner.passed)):2d}  {seconds:5.0f} s of CPU",
                flush=True,
            )
        if iteration < args.iterations:
            learner.iterate()
    final = {}
    if not args.tasks:
        for split in ("train", "dev", "eval"):
            score = mean_reward(
                env, learner.policy, mivas_env.list_tasks(INDUSTRY, split), callers=3, greedy=True
            )
            final[split] = {task: [difficulty(task), value] for task, value in score.items()}
    return {
        "seed": seed,
        "curve": curve,
        "final": final,
        "decisions": learner.decisions,
        "never_passed": sorted(set(learned) - set(learner.passed)),
        "cpu_s": round(time.process_time() - started, 1),
    }


# ---------------------------------------------------------------------- detours and the discount


def hops_too_many(env: FlatObservation, task: str) -> int:
    """Return by how many handoffs the call just played exceeds its path; for measuring alone."""
    made = sum(name.startswith("transfer_to_") for name in env.discrete.notes.commitments)
    return max(0, made - len(mivas_env.load_task(task).lockfile.exp_handoff_path))


def train_with_detours(args: Args, seed: int, reward_mode: str) -> list[tuple[int, float, float]]:
    """Learn insurance questions by groups alone; return (iteration, extra hops, r_eval).

    The policy begins with a liking for handoffs. The coverage desk can hand on to scheduling, which
    none of these calls needs: `eval` pays a passed call in full whatever its path, `train` pays the
    discount for any extra hop.
    """
    env = make_env(args, reward_mode, args.detour_discount)
    learner = Learner(args, seed, list(DETOUR_TASKS), env)
    learner.policy.like_handoffs(args.detour_liking, env)
    curve = []
    for iteration in range(args.detour_iterations + 1):
        if iteration % 10 == 0:
            rng = np.random.default_rng(54321)
            hops, passed = [], []
            for task in DETOUR_TASKS:
                for k in range(4):
                    call = must(play(env, learner.policy, task, UNSEEN_CALLER + k, rng))
                    passed.append(float(call.info["r_eval"]))
                    if passed[-1] > 0:
                        hops.append(hops_too_many(env, task))
            extra = float(np.mean(hops)) if hops else float("nan")
            curve.append((iteration, extra, float(np.mean(passed))))
        learner.iterate(explore=False)
    last = curve[-1]
    print(
        f"seed {seed}  {reward_mode:5}  extra hops {last[1]:.2f}  r_eval {last[2]:.2f}", flush=True
    )
    return curve


# ---------------------------------------------------------------------- all seeds


def interquartile_mean(values: Iterable[float]) -> float:
    """Return the mean of the middle half, values on its border counted in part."""
    ordered = np.sort(np.array(list(values), dtype=float))
    edges = np.arange(len(ordered) + 1) / len(ordered)
    inside = np.clip(np.minimum(edges[1:], 0.75) - np.maximum(edges[:-1], 0.25), 0, None)
    return float((ordered * inside).sum() / inside.sum())


def summary(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """Return interquartile means over the seeds: per split and difficulty, and of the curve."""
    table: dict[str, dict[str, float]] = {}
    for split in runs[0]["final"]:
        by_level: dict[str, list[list[float]]] = {}
        for run in runs:
            rows = run["final"][split].values()
            for level in ("easy", "medium", "hard"):
                scores = [score for each, score in rows if each == level]
                if scores:
                    by_level.setdefault(level, []).append(scores)
        table[split] = {
            level: interquartile_mean(float(np.mean(scores)) for scores in per_seed)
            for level, per_seed in by_level.items()
        }
    first, last = (interquartile_mean(run["curve"][at][2] for run in runs) for at in (0, -1))
    return {"first": first, "last": last, "greedy": table}


def main(args: Args) -> dict[str, Any]:
    """Train all seeds, write results and curves, return the summary."""
    started = time.perf_counter()
    with ProcessPoolExecutor(args.workers) as pool:
        runs = list(pool.map(train, [args] * len(args.seeds), args.seeds))
        seconds = time.perf_counter() - started
        detours = {}
        if args.detour_iterations:
            for mode in ("eval", "train"):
                jobs = [args] * len(args.seeds), args.seeds, [mode] * len(args.seeds)
                detours[mode] = list(pool.map(train_with_detours, *jobs))
    found = summary(runs)
    results = {
        "arguments": asdict(args),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "cores_used": args.workers,
        "training_wall_s": round(seconds, 1),
        "summary": found,
        "runs": runs,
        "detours": detours,
    }
    if args.out:
        out = Path(args.out)
        out.mkdir(parents=True, exist_ok=True)
        file = out / "results.json"
        file.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        draw = runpy.run_path(str(Path(__file__).with_name("05_draw_learning_curves.py")))
        draw["main"](draw["Args"](results=str(file), out=str(out / "learning.svg")))
    print(json.dumps(found, indent=1))
    return {**found, "runs": runs, "detours": detours}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="three tasks, one seed, no files")
    parser.add_argument("--workers", type=int, default=Args.workers)
    parser.add_argument("--iterations", type=int, default=Args.iterations)
    parser.add_argument("--out", default=Args.out)
    options = parser.parse_args()
    chosen = replace(
        Args(), workers=options.workers, iterations=options.iterations, out=options.out
    )
    main(chosen.quick() if options.quick else chosen)
