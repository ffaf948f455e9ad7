"""The Ray adapter: what workers play is, byte for byte, what this process plays."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

import mivas_env
from mivas_env.adapters import ray_pool
from mivas_env.adapters.ray_pool import Job, evaluate, play_locally, split_jobs
from mivas_env.episode.session import CallSession as Session
from mivas_env.episode.settings import SessionSettings
from mivas_env.errors import ConfigError, Fault
from mivas_env.proof.determinism import digest_call
from mivas_env.tasks import load_task

HEALTHCARE = mivas_env.list_tasks("healthcare")
CALL = "healthcare/C1-E1"

needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="needs the extra ray"
)


def make_unsteady():
    """Return agents' maker: the oracle for even samples, one that hangs up at once for odd ones.

    Made in a function, so that it travels by value: workers cannot import a test.
    """

    def unsteady(job):
        hang_up = {"tool": "end_call", "arguments": {"reason": "caller_done"}}
        script = iter(mivas_env.oracle_actions(job.task) if job.sample % 2 == 0 else [hang_up])
        return lambda _session: next(script, {"say": ""})

    return unsteady


@pytest.fixture(scope="module")
def pool():
    """Two workers on a Ray of their own; its warnings are not this project's."""
    import warnings

    with warnings.catch_warnings(), pytest.MonkeyPatch.context() as patched:
        warnings.simplefilter("ignore")
        patched.setenv("RAY_ADDRESS", "127.0.0.1:1")  # a cluster nearby is not joined unasked
        made = ray_pool.RolloutPool(2, cpus_per_worker=0.5)
    with made:
        yield made


@needs_ray
@pytest.mark.filterwarnings("ignore")
def test_workers_play_what_is_played_here_byte_for_byte(pool) -> None:
    jobs = [Job(name, seed) for seed in (0, 7) for name in HEALTHCARE]
    here = play_locally(jobs)
    assert pool.play(jobs) == here
    assert [each.job for each in here] == jobs
    assert {each.reward for each in here} == {1.0}


@needs_ray
@pytest.mark.filterwarnings("ignore")
def test_evaluation_on_workers_gives_the_same_bytes(pool) -> None:
    tasks = HEALTHCARE[:12]
    unsteady = make_unsteady()
    there = evaluate(tasks, unsteady, trials=4, pool=pool)
    here = evaluate(tasks, unsteady, trials=4)
    assert there.to_json().encode() == here.to_json().encode()
    assert (there.pass_at_1(), there.pass_all(2), there.pass_all(3)) == (0.5, 1 / 6, 0.0)


@needs_ray
@pytest.mark.filterwarnings("ignore")
def test_rollouts_stream_in_order_and_a_lost_worker_is_made_up_for(pool) -> None:
    import ray

    jobs = [Job(name) for name in HEALTHCARE[:40]]
    stream = pool.stream(jobs)
    first = next(stream)
    ray.kill(pool._workers[0], no_restart=False)
    assert [first, *stream] == play_locally(jobs)


@needs_ray
@pytest.mark.filterwarnings("ignore")
def test_what_an_agent_raises_is_not_swallowed(pool) -> None:
    def broken(_job):
        raise LookupError("no such policy")

    with pytest.raises(LookupError, match="no such policy"):
        pool.play([Job(CALL)], broken)


@needs_ray
@pytest.mark.slow
def test_a_cluster_of_two_nodes_gives_the_same_bytes() -> None:
    # A process of its own: Ray is connected to once a process.
    code = """
import mivas_env
from ray.cluster_utils import Cluster
from mivas_env.adapters.ray_pool import Job, RolloutPool, play_locally
import ray

if __name__ == "__main__":
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    jobs = [Job(name) for name in mivas_env.list_tasks("healthcare")]
    with RolloutPool(2, address=cluster.address) as pool:
        nodes = sum(node["Alive"] for node in ray.nodes())
        same = pool.play(jobs) == play_locally(jobs)
    cluster.shutdown()
    print("nodes", nodes, "same", same)
"""
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=False
    )
    assert "nodes 2 same True" in ran.stdout, ran.stderr


def test_a_rollout_is_what_the_environment_records() -> None:
    for name in HEALTHCARE[::6]:
        (rollout,) = play_locally([Job(name, 3)])
        assert rollout.sha256 == digest_call(load_task(name), 3)
        assert (rollout.reward, rollout.r_eval, rollout.verdict) == (1.0, 1.0, "exact")
        kept = json.loads(rollout.trajectory)
        assert (kept["task"], kept["ending"]) == (name, rollout.ending)


def test_a_player_is_clean_after_a_call_that_was_left_in_the_middle() -> None:
    def stop_early(job):
        script = iter(mivas_env.oracle_actions(job.task)[:-2])
        return lambda _session: next(script, {"say": ""})

    jobs = [Job(name) for name in ("healthcare/C2-H1", "healthcare/C1-M1", CALL)]
    player = ray_pool.Player()
    for job in jobs:
        player.play(job, stop_early)
        assert player.play(job, "oracle") == play_locally([job])[0]
    player.close()
    player.close()


def test_settings_reach_the_calls() -> None:
    strict = SessionSettings(reward_mode="train", discount=0.25)
    (paid,) = play_locally([Job(CALL)], "extra-hop", settings=strict)
    assert (paid.reward, paid.r_eval, paid.verdict) == (0.25, 1.0, "in_order_with_extras")
    (cut,) = play_locally([Job(CALL)], settings=SessionSettings(max_steps=2))
    assert (cut.reward, cut.r_eval, cut.ending) == (0.0, 0.0, "budget")


def test_a_fault_of_ours_is_a_rollout_without_a_reward(monkeypatch) -> None:
    def break_down(*_args, **_kwargs):
        raise Fault("a defect")

    monkeypatch.setattr(Session, "_speak", break_down)
    (rollout,) = play_locally([Job(CALL)])
    assert (rollout.reward, rollout.r_eval, rollout.ending) == (None, 0.0, "fault")


@pytest.mark.parametrize(("count", "sizes"), [(0, []), (3, [1, 1, 1]), (20, [3] * 6 + [2])])
def test_jobs_are_split_in_order(count, sizes) -> None:
    jobs = [Job(CALL, seed) for seed in range(count)]
    chunks = split_jobs(jobs, 2)
    assert [len(chunk) for chunk in chunks] == sizes
    assert [job for chunk in chunks for job in chunk] == jobs


def test_what_cannot_be_used_is_refused_in_a_sentence() -> None:
    with pytest.raises(ConfigError, match="at least one task"):
        evaluate([])
    with pytest.raises(ConfigError, match=r"did you mean healthcare/C1-E1"):
        evaluate(["healthcare/C1-E1x"])
    with pytest.raises(ConfigError, match="there is no agent 'orakel'"):
        evaluate([CALL], "orakel")
    with pytest.raises(ConfigError, match=r"pass\^2 needs"):
        evaluate([CALL]).pass_all(2)
    with pytest.raises(ConfigError, match="trials='2' must be a whole number"):
        evaluate([CALL], trials="2")
    for odd in (0, "2", 1.5, True, None):
        with pytest.raises(ConfigError, match=r"workers=.* must be a whole number of at least 1"):
            ray_pool.RolloutPool(odd)
    for odd in (None, 3, {"say": "Hello."}):
        with pytest.raises(ConfigError, match=r"or a function .* -> agent, not "):
            play_locally([Job(CALL)], odd)
    with pytest.raises(ConfigError, match="there is no agent 'orakel'"):
        play_locally([], "orakel")


def test_the_page_s_code_can_be_read_in() -> None:
    page = (Path(__file__).parents[3] / "docs" / "adapters" / "ray.md").read_text(encoding="utf-8")
    blocks = [part.partition("```")[0] for part in page.split("```python\n")[1:]]
    assert blocks
    for block in blocks:
        exec(compile(block, "ray.md", "exec"), {})  # noqa: S102  (our own page)


def test_without_the_extra_one_sentence_names_it(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ConfigError, match=r"mivas-env\[ray\]"):
        ray_pool.RolloutPool()
