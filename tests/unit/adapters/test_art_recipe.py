"""The ART recipe under the released openpipe-art: rewards, histories and groups."""

import asyncio
import importlib.util

import pytest
from recipe_kit import oracle_endpoint, play_alone, run_blocks

import mivas_env

HEALTHCARE = mivas_env.list_tasks("healthcare")
pytestmark = [
    pytest.mark.skipif(
        importlib.util.find_spec("art") is None,
        reason="needs openpipe-art 0.5.23 on Python 3.12: pip install openpipe-art",
    ),
    pytest.mark.filterwarnings("ignore"),  # the framework's own imports warn
]


@pytest.fixture
def recipe(monkeypatch):
    monkeypatch.setenv("WANDB_MODE", "disabled")
    return run_blocks("art.md")


def make_model(name, base_url):
    """Return an ART model that is asked at the stub under a task's name."""
    import art

    return art.Model(
        name=name.replace("/", "-"),
        project="mivas",
        inference_api_key="unused",
        inference_base_url=base_url,
        inference_model_name=name,
    )


def count_visits(task, seed):
    """Return how many desks the oracle's call is at, one after the other."""
    session = mivas_env.CallSession(task, seed=seed)
    desks = []
    for action in mivas_env.oracle_actions(task):
        desks += [session.desk] if desks[-1:] != [session.desk] else []
        session.act(mivas_env.parse_action(action))
    session.close()
    return len(desks)


def test_every_oracle_earns_its_reward_in_one_history_per_visit_of_a_desk(recipe) -> None:
    async def play(base_url):
        return [await recipe["rollout"](make_model(each, base_url), each, 3) for each in HEALTHCARE]

    with oracle_endpoint() as (base_url, asked):
        found = asyncio.run(play(base_url))
    requests = iter(asked)
    for name, trajectory in zip(HEALTHCARE, found, strict=True):
        alone = play_alone(name, 3)
        assert trajectory.reward == (alone.reward or 0.0), name
        assert trajectory.metrics["satisfied"] == bool(alone.caller_satisfied)
        assert len(trajectory.exchanges.chat_completions) == alone.step_count
        histories = trajectory.chat_completions_histories()
        assert len(histories) == count_visits(name, 3), name
        sampled = [
            source
            for history in histories
            for source in history.message_sources
            if source is not None and source.choice_index is not None
        ]
        assert len(sampled) == alone.step_count, name
        for request in (next(requests) for _ in range(alone.step_count)):
            assert any(request["tools"] == history.tools for history in histories)
    assert next(requests, None) is None


def test_a_group_meets_one_caller_and_reaches_the_backend(recipe) -> None:
    reached = []

    class Backend:
        async def train(self, model, groups):
            reached.append((model.name, list(groups)))

    task = "healthcare/C1-E1"
    with oracle_endpoint() as (base_url, _asked):
        model = make_model(task, base_url)
        asyncio.run(recipe["train_step"](model, Backend(), [task], seed=7, group=4))
    ((name, (group,)),) = reached
    assert name == model.name
    assert [trajectory.reward for trajectory in group] == [1.0] * 4
    openings = {
        trajectory.exchanges.chat_completions[0].request["messages"][-1]["content"]
        for trajectory in group
    }
    assert len(openings) == 1
