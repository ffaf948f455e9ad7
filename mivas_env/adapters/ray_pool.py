"""Ray: rollouts and evaluation as actors, on one machine or a cluster, equal to playing them here.

A job is a task, a seed and a sample number; what comes of it is a `Rollout` whose trajectory is the
same bytes wherever it was played. Workers keep nothing between jobs. See docs/adapters/ray.md.

Only `RolloutPool` needs the extra `ray`; the rest runs without it.
"""

import hashlib
import math
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from types import TracebackType
from typing import Any, Self

from mivas_env.adapters import import_extra
from mivas_env.agents.protocol import Agent
from mivas_env.agents.rollout import roll_out
from mivas_env.agents.scripted import agent_named
from mivas_env.episode.kit import kit_of
from mivas_env.episode.session import CallSession, trajectory_json
from mivas_env.episode.settings import SessionSettings
from mivas_env.errors import ConfigError, Fault
from mivas_env.registry import industry_named
from mivas_env.rewards import r_eval
from mivas_env.schema.json_values import describe
from mivas_env.schema.strict_json import canonical_json
from mivas_env.schema.whole_numbers import check_count
from mivas_env.tasks import load_task
from mivas_env.world.store import World

EXTRA = "ray"
_CHUNKS_PER_WORKER = 4
_MAX_CHUNK = 32
_RETRIES = 4


@dataclass(frozen=True, slots=True)
class Job:
    """One call to be played.

    `sample` numbers the rollouts of a group, which share task and seed and so meet the same caller;
    a policy that samples takes its own random seed from it.
    """

    task: str
    seed: int = 0
    sample: int = 0


@dataclass(frozen=True, slots=True)
class Rollout:
    """What came of one job.

    `reward` is None after a fault of ours, which counts as not passed in `r_eval` and is to be left
    out of a loss. `trajectory` is canonical JSON, `sha256` its digest.
    """

    job: Job
    reward: float | None
    r_eval: float
    verdict: str | None
    ending: str | None
    caller_satisfied: bool | None
    steps: int
    trajectory: str
    sha256: str


RolloutAgent = str | Callable[[Job], Agent]
"""Name of a scripted agent, or a function that makes the agent of one job.

The function travels to the workers, so it must pickle; what it needs, such as an endpoint's client,
it makes itself.
"""


class Player:
    """Plays jobs one after another; each call starts from a world that was rolled back."""

    def __init__(self, settings: SessionSettings | None = None) -> None:
        """Hold the settings of all calls; nothing is opened yet."""
        self._settings = settings or SessionSettings()
        self._worlds: dict[str, World] = {}

    def play(self, job: Job, agent: RolloutAgent) -> Rollout:
        """Play one job to its end.

        Raises:
            ConfigError: an unknown task or agent.
        """
        task = load_task(job.task)
        industry = industry_named(task.industry)
        if task.industry not in self._worlds:
            self._worlds[task.industry] = World(kit_of(industry).template)
        world = self._worlds[task.industry]
        session = CallSession(task, industry, seed=job.seed, settings=self._settings, world=world)
        made = agent_named(agent)(task) if isinstance(agent, str) else agent(job)
        with suppress(Fault):  # it ends the call as data: no reward, the ending says why
            roll_out(session, made)
        return _record(job, session)

    def play_all(self, jobs: Sequence[Job], agent: RolloutAgent) -> list[Rollout]:
        """Play jobs in order."""
        return [self.play(job, agent) for job in jobs]

    def close(self) -> None:
        """Free the databases; closing twice is harmless."""
        for world in self._worlds.values():
            world.close()
        self._worlds.clear()


def _check_agent(agent: object) -> None:
    """Refuse what cannot play here, rather than in a worker, whose errors come wrapped."""
    if isinstance(agent, str):
        agent_named(agent)
    elif not callable(agent):
        message = "who plays is an agent's name, such as 'oracle', or a function (job) -> agent, "
        raise ConfigError(f"{message}not {describe(agent)}")


def _record(job: Job, session: CallSession) -> Rollout:
    verification = session.verification
    unpaid = session.truncated or session.ending == "fault" or verification is None
    text = trajectory_json(session.trajectory())
    return Rollout(
        job=job,
        reward=session.reward,
        r_eval=0.0 if unpaid or verification is None else r_eval(verification),
        verdict=verification.verdict.value if verification else None,
        ending=session.ending,
        caller_satisfied=session.caller_satisfied,
        steps=session.step_count,
        trajectory=text,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
    )


def play_locally(
    jobs: Iterable[Job], agent: RolloutAgent = "oracle", *, settings: SessionSettings | None = None
) -> list[Rollout]:
    """Play jobs in this process, in order: what a pool of workers is held against.

    Raises:
        ConfigError: an unknown task or agent.
    """
    _check_agent(agent)
    player = Player(settings)
    try:
        return player.play_all(list(jobs), agent)
    finally:
        player.close()


class RolloutPool:
    """Ray actors that play jobs; a context manager.

    Uses the Ray that is running, connects to `address`, or starts one on this machine, which
    `close` then stops again.

    Args:
        workers: how many actors, at least 1.
        settings: how every call is played.
        address: a cluster's, or "auto" for the one this runs in; None takes or starts a local Ray.
        cpus_per_worker: what each actor reserves.

    Raises:
        ConfigError: the extra `ray` is not installed, or `workers` is not usable.
    """

    def __init__(
        self,
        workers: int = 2,
        *,
        settings: SessionSettings | None = None,
        address: str | None = None,
        cpus_per_worker: float = 1.0,
    ) -> None:
        """Start the actors."""
        workers = check_count("workers", workers)
        self._ray = ray = import_extra("ray", EXTRA)
        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            _start(ray, address, workers, cpus_per_worker)
        # A call plays alike wherever it is played again, so a lost worker costs time only.
        actor = ray.remote(
            num_cpus=cpus_per_worker, max_restarts=_RETRIES, max_task_retries=_RETRIES
        )(Player)
        self._workers: list[Any] = [actor.remote(settings) for _ in range(workers)]

    def play(self, jobs: Iterable[Job], agent: RolloutAgent = "oracle") -> list[Rollout]:
        """Play jobs on the workers; the rollouts come in the order of the jobs.

        Raises:
            ConfigError: the pool is closed, or there is no such agent.
            Exception: what an agent raised, wrapped by Ray; a fault of ours is a rollout instead.
        """
        return list(self.stream(jobs, agent))

    def stream(self, jobs: Iterable[Job], agent: RolloutAgent = "oracle") -> Iterator[Rollout]:
        """Yield rollouts in the order of the jobs as soon as they can be had."""
        if not self._workers:
            message = "the pool is closed; make another"
            raise ConfigError(message)
        _check_agent(agent)
        ray = self._ray
        from ray.util import ActorPool

        chunks = split_jobs(list(jobs), len(self._workers))
        shared = ray.put(agent)  # once for all chunks, however large a policy is
        pool = ActorPool(self._workers)
        yield from (
            rollout
            for played in pool.map(
                lambda actor, chunk: actor.play_all.remote(chunk, shared), chunks
            )
            for rollout in played
        )

    def close(self) -> None:
        """Stop the actors, and Ray where this pool started it; closing twice is harmless."""
        for worker in self._workers:
            self._ray.kill(worker)
        if self._workers and self._is_ours:
            self._ray.shutdown()
        self._workers = []

    def __enter__(self) -> Self:
        """Return the pool."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()


def _start(ray: Any, address: str | None, workers: int, cpus: float) -> None:  # noqa: ANN401
    # Ray reports usage to its makers unless told otherwise; this project asks nobody's network.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address is not None:
        ray.init(address=address, log_to_driver=False)
        return
    # Without "local" Ray joins whatever cluster it last saw on this machine, and refuses num_cpus.
    ray.init(
        address="local",
        num_cpus=max(1, math.ceil(workers * cpus)),
        include_dashboard=False,
        log_to_driver=False,
    )


def split_jobs(jobs: Sequence[Job], workers: int) -> list[list[Job]]:
    """Cut jobs into chunks of at most 32, about four a worker; order is kept.

    A message to an actor costs about as much as playing a call, so a chunk shares it.
    """
    share = math.ceil(len(jobs) / (workers * _CHUNKS_PER_WORKER))
    size = max(1, min(_MAX_CHUNK, share))
    return [list(jobs[start : start + size]) for start in range(0, len(jobs), size)]


# ------------------------------------------------------------------ evaluation


@dataclass(frozen=True, slots=True)
class TaskScore:
    """How often one call was passed; `digests` are its trajectories', in the order of trials."""

    task: str
    trials: int
    passed: int
    digests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scores:
    """What an agent's trials came to; tasks weigh the same."""

    tasks: tuple[TaskScore, ...]

    def pass_at_1(self) -> float:
        """Return the chance that a call is passed, in [0, 1]."""
        return math.fsum(each.passed / each.trials for each in self.tasks) / len(self.tasks)

    def pass_all(self, k: int) -> float:
        """Return pass^k, the chance that k trials of a call all pass: C(passed, k)/C(trials, k).

        Raises:
            ConfigError: there were fewer than k trials.
        """
        if not 1 <= k <= min(each.trials for each in self.tasks):
            message = f"pass^{k} needs at least {k} trials of each task, and k of at least 1"
            raise ConfigError(message)
        shares = [math.comb(each.passed, k) / math.comb(each.trials, k) for each in self.tasks]
        return math.fsum(shares) / len(shares)

    def to_json(self) -> str:
        """Return canonical JSON: equal bytes for equal results."""
        return canonical_json([asdict(each) for each in self.tasks])


def evaluate(
    tasks: Iterable[str],
    agent: RolloutAgent = "oracle",
    *,
    trials: int = 1,
    seed: int = 0,
    pool: RolloutPool | None = None,
    settings: SessionSettings | None = None,
) -> Scores:
    """Play each task `trials` times with one seed and count the passes.

    Args:
        tasks: names such as `healthcare/C1-E1`.
        agent: who plays.
        trials: how often each task is played, at least 1.
        seed: fixes the caller's wording.
        pool: the workers; None plays here, with the same result.
        settings: how calls are played here; a pool has its own.

    Raises:
        ConfigError: no task, no trial, or settings beside a pool.
    """
    names = [load_task(name).name for name in tasks]
    if not names:
        message = "an evaluation needs at least one task and one trial"
        raise ConfigError(message)
    trials = check_count("trials", trials)
    if pool is not None and settings is not None:
        message = "give the settings to the pool: RolloutPool(settings=…)"
        raise ConfigError(message)
    jobs = [Job(name, seed, sample) for name in names for sample in range(trials)]
    played = pool.play(jobs, agent) if pool else play_locally(jobs, agent, settings=settings)
    scores = []
    for start in range(0, len(jobs), trials):
        mine = played[start : start + trials]
        passed = sum(each.r_eval == 1.0 for each in mine)
        digests = tuple(each.sha256 for each in mine)
        scores.append(TaskScore(mine[0].job.task, trials, passed, digests))
    return Scores(tuple(scores))
