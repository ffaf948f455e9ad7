"""`DecisionSession`: one episode of written decisions, without any framework."""

import math
from dataclasses import dataclass
from typing import Any

from mivas_env.episode.decision_kit import DecisionKit, decision_kit_of, present_point
from mivas_env.errors import ConfigError
from mivas_env.industry import DecisionIndustry
from mivas_env.schema.decision import DecisionEpisode, DecisionPoint, DecisionScore
from mivas_env.verifier.decisions.score import score

REWARD_MODES = ("episode", "decision")
"""episode: the mean of the decisions, at the end. decision: each decision's own, at once."""


@dataclass(frozen=True, slots=True)
class AnsweredDecision:
    """One decision point with what was answered and what that was worth."""

    point: DecisionPoint
    output: str
    score: DecisionScore


class DecisionSession:
    """One episode: read a decision point, answer with one JSON object, until none is left.

    The transcript is fixed: earlier replies that a point shows are the reference ones, so each
    decision is scored independently of what was answered before. An unreadable answer is a score of
    0.0, never an exception.
    """

    def __init__(
        self, episode: DecisionEpisode, industry: DecisionIndustry, *, reward_mode: str = "episode"
    ) -> None:
        """Open the episode at its first decision point.

        Raises:
            ConfigError: an unknown reward mode.
        """
        if reward_mode not in REWARD_MODES:
            message = f"reward_mode={reward_mode!r} is unknown; use {' or '.join(REWARD_MODES)}"
            raise ConfigError(message)
        self.episode = episode
        self.industry = industry
        self.reward_mode = reward_mode
        self._kit: DecisionKit = decision_kit_of(industry)
        self._points = tuple(episode.points())
        self.answered: list[AnsweredDecision] = []

    @property
    def name(self) -> str:
        """Industry and episode id, e.g. `brokerage/E017`."""
        return f"{self.industry.name}/{self.episode.episode_id}"

    @property
    def system_prompt(self) -> str:
        """The policy pack and the output contract."""
        return self._kit.system_prompt

    @property
    def done(self) -> bool:
        """True once every decision point has been answered."""
        return len(self.answered) == len(self._points)

    @property
    def observed(self) -> str:
        """The decision point to be answered now; empty at the end."""
        return "" if self.done else present_point(self._points[len(self.answered)])

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The point as a chat of one user message; a fresh list."""
        return [] if self.done else [{"role": "user", "content": self.observed}]

    @property
    def decisions_left(self) -> int:
        """How many decision points are still open."""
        return len(self._points) - len(self.answered)

    def answer(self, output: str) -> DecisionScore:
        """Score the answer to the current point and move on; what is not text fails the format.

        Raises:
            ConfigError: every point has been answered.
        """
        if self.done:
            message = f"every decision of {self.name} has been answered; open a new session"
            raise ConfigError(message)
        given: object = output
        text = given if isinstance(given, str) else f"({type(given).__name__})"
        point = self._points[len(self.answered)]
        result = score(text, point.target, point.context, self._kit.pack)
        self.answered.append(AnsweredDecision(point, text, result))
        return result

    @property
    def episode_score(self) -> float | None:
        """The mean of the composites; None before the end."""
        if not self.done:
            return None
        return math.fsum(each.score.composite for each in self.answered) / len(self.answered)

    @property
    def failed_by(self) -> list[str]:
        """The hard criteria that fired so far, as `H1@d2`; an episode with any has failed."""
        return [
            f"{code}@{each.point.turn}"
            for each in self.answered
            for code in each.score.hard_violations
            if code not in each.score.advisory_violations
        ]

    @property
    def reward(self) -> float:
        """What the latest answer earned under the reward mode."""
        if self.reward_mode == "decision":
            return self.answered[-1].score.composite if self.answered else 0.0
        return self.episode_score or 0.0

    def record(self) -> dict[str, Any]:
        """Return the episode so far as plain data: every output with its score."""
        return {
            "trajectory": 1,
            "task": self.name,
            "industry": self.industry.name,
            "versions": dict(self._kit.versions),
            "decisions": [
                {
                    "turn": each.point.turn,
                    "output": each.output,
                    "score": each.score.model_dump(mode="json"),
                }
                for each in self.answered
            ],
            "episode_score": self.episode_score,
            "failed_by": self.failed_by,
        }
