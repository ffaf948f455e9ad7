"""A vector of environments, a random agent, and statistics of its episodes."""

from dataclasses import dataclass

import gymnasium as gym
import numpy as np

import mivas_env  # noqa: F401  (registers the ids)


@dataclass(frozen=True)
class Args:
    """How much to play."""

    env_id: str = "mivas/healthcare"
    split: str = "train"  # a suite without a split deals out the eval tasks too
    num_envs: int = 4
    episodes: int = 12
    max_steps: int = 20
    seed: int = 7


def main(args: Args) -> dict[str, float]:
    """Play random actions until enough episodes have ended; return their statistics."""
    envs = gym.make_vec(
        args.env_id,
        num_envs=args.num_envs,
        vectorization_mode="sync",
        split=args.split,
        max_steps=args.max_steps,
        verbose_info=False,
    )
    envs = gym.wrappers.vector.RecordEpisodeStatistics(envs)
    envs.reset(seed=args.seed)
    envs.single_action_space.seed(args.seed)
    rewards: list[float] = []
    lengths: list[int] = []
    while len(rewards) < args.episodes:
        actions = tuple(envs.single_action_space.sample() for _ in range(args.num_envs))
        _, _, terminated, truncated, infos = envs.step(actions)
        for index in np.flatnonzero(terminated | truncated):
            rewards.append(float(infos["episode"]["r"][index]))
            lengths.append(int(infos["episode"]["l"][index]))
    envs.close()
    statistics = {
        "episodes": len(rewards),
        "mean_reward": float(np.mean(rewards)),
        "mean_length": float(np.mean(lengths)),
    }
    print(statistics)
    return statistics


if __name__ == "__main__":
    main(Args())
