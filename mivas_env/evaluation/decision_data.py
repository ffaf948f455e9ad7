"""Read a whole folder of decision episodes and lint it."""

from pathlib import Path

from mivas_env.episode.decision_kit import decision_kit_of
from mivas_env.errors import MivasError
from mivas_env.registry import decision_industry_named, task_folder
from mivas_env.schema.decision import DecisionEpisode
from mivas_env.schema.strict_yaml import load_yaml
from mivas_env.tasks import read_splits
from mivas_env.verifier.decisions.freeze import split_digest
from mivas_env.verifier.decisions.lints import lint_episode, lint_shape, lint_shared_texts
from mivas_env.verifier.decisions.reading import read_episode


def load_folder(folder: Path) -> tuple[list[DecisionEpisode], list[str]]:
    """Read every `E*.yaml` of a folder in name order; return the episodes and read faults."""
    episodes: list[DecisionEpisode] = []
    faults: list[str] = []
    for path in sorted(folder.glob("E[0-9]*.yaml")):
        try:
            episode = read_episode(path.read_text(encoding="utf-8"), source=path.name)
        except MivasError as error:
            faults.append(str(error))
            continue
        if episode.episode_id != path.stem:
            faults.append(f"{path.name}: its id is {episode.episode_id}; name file and id alike")
        episodes.append(episode)
    return episodes, faults


def lint_industry(name: str) -> tuple[int, list[str]]:
    """Return how many episodes an industry has, and every fault of them as a sentence.

    Raises:
        ConfigError: there is no such industry of decisions.
    """
    folder = task_folder(name)
    pack = decision_kit_of(decision_industry_named(name)).pack
    episodes, faults = load_folder(folder)
    for episode in episodes:
        faults += lint_episode(episode, pack)
    faults += lint_shared_texts(episodes)
    shape = folder / "shape.yaml"
    if shape.is_file():
        counts = load_yaml(shape.read_text(encoding="utf-8"), source=shape.name)
        counts = counts if isinstance(counts, dict) else {}
        frozen = counts.pop("eval_digest", None)
        faults += lint_shape(episodes, counts)
        digest = split_digest(episodes, "eval")
        if frozen != digest:
            faults.append(
                "an eval episode changed: say so in CHANGELOG.md under Scores, bump the version of "
                f"the industry and set eval_digest: {digest} in {shape.name}"
            )
    splits = read_splits(folder)
    faults += [
        f"{episode.episode_id}: is {episode.split}, but splits.yaml says "
        f"{splits.get(episode.episode_id)}"
        for episode in episodes
        if splits.get(episode.episode_id) != episode.split
    ]
    return len(episodes), faults
