"""One text and one digest for a split of decision points, so that a frozen split stays frozen."""

import hashlib
from collections.abc import Iterable

from mivas_env.schema.decision import DecisionEpisode, DecisionSplit
from mivas_env.schema.strict_json import canonical_json


def split_lines(episodes: Iterable[DecisionEpisode], split: DecisionSplit) -> str:
    """Return the decision points of a split as JSON lines with sorted keys, in id order."""
    points = [point for episode in episodes if episode.split == split for point in episode.points()]
    points.sort(key=lambda point: point.decision_id)
    return "".join(canonical_json(point.model_dump(mode="json")) + "\n" for point in points)


def split_digest(episodes: Iterable[DecisionEpisode], split: DecisionSplit) -> str:
    """Return the SHA-256 of `split_lines` in hexadecimal."""
    return hashlib.sha256(split_lines(episodes, split).encode("utf-8")).hexdigest()


def text_digest(texts: Iterable[str]) -> str:
    """Return the SHA-256 of several texts, each closed by a NUL (probe sets, detector sources)."""
    joined = "".join(f"{text}\0" for text in texts)
    return hashlib.sha256(joined.encode("utf-8")).hexdigest()
