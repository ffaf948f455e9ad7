"""Every oracle on every other task: the caller's words are needed, and tasks differ (A12, A13)."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mivas_env.agents.scripted import oracle
from mivas_env.episode.task import Task
from mivas_env.proof.allowances import Allowances, short_family
from mivas_env.proof.figures import Figure, Measured, share
from mivas_env.proof.findings import Finding
from mivas_env.proof.probing import family_of, play_probe
from mivas_env.world.store import World

MAX_CROSS_SHARE = 0.01
"""Share of foreign oracles that may pass a task, over the whole matrix (PROOF A13)."""
MAX_DEAF_SHARE = 0.05
"""Share of other families that the best single script, deaf to the caller, may pass (PROOF A12)."""


@dataclass(frozen=True, slots=True)
class CrossPass:
    """The oracle of `player` passes `task`, which is another task."""

    player: str
    task: str

    @property
    def key(self) -> str:
        """How the pair of families is named where it is explained: `C1-E1 > C1-M2`."""
        return f"{short_family(self.player)} > {short_family(self.task)}"


@dataclass(frozen=True, slots=True)
class CrossMatrix:
    """Which foreign oracles passed, out of `pairs` that were played."""

    pairs: int
    passes: tuple[CrossPass, ...]


def cross_oracles(
    tasks: Sequence[Task],
    players: Sequence[Task] | None = None,
    *,
    on_step: Callable[[], None] = lambda: None,
) -> CrossMatrix:
    """Play the oracle of each player (by default every task) on each task of another family.

    `on_step` is called once per player.
    """
    worlds: dict[str, World] = {}
    found: list[CrossPass] = []
    pairs = 0
    for player in tasks if players is None else players:
        for task in tasks:
            if family_of(player) == family_of(task):
                continue
            pairs += 1
            session = play_probe(task, lambda _task, player=player: oracle(player), worlds)  # type: ignore[misc]
            verification = session.verification
            if verification is not None and verification.result and not session.truncated:
                found.append(CrossPass(player.name, task.name))
        on_step()
    for world in worlds.values():
        world.close()
    return CrossMatrix(pairs, tuple(found))


def judge_cross(
    industry: str, tasks: Sequence[Task], matrix: CrossMatrix, allowances: Allowances
) -> Measured:
    """Hold the matrix against its bars: few passes, each explained, none across the eval border."""
    by_name = {task.name: task for task in tasks}
    measured = Measured()
    few = len(matrix.passes) <= MAX_CROSS_SHARE * matrix.pairs
    if not few:
        message = f"{len(matrix.passes)} of {matrix.pairs} foreign oracles pass"
        measured.findings.append(Finding("cross-share", industry, message))
    crossing = unexplained = 0
    for each in matrix.passes:
        splits = {by_name[each.player].split, by_name[each.task].split}
        if "eval" in splits and len(splits) > 1:
            crossing += 1
            message = f"the oracle of {each.player} passes it across the border of eval"
            measured.findings.append(Finding("cross-split", each.task, message))
        if each.key not in allowances.foreign_oracles:
            unexplained += 1
            message = (
                f"the oracle of {each.player} passes it; explain `{each.key}` in the allowances"
            )
            measured.findings.append(Finding("cross-explained", each.task, message))
    figure = (
        f"{share(len(matrix.passes), matrix.pairs)} pass, {unexplained} unexplained, "
        f"{crossing} across the border of eval"
    )
    measured.figures += [
        _deaf_figure(industry, tasks, matrix, measured),
        Figure(
            "A13",
            "oracles of other tasks that pass a task",
            figure,
            "≤ 1 %, each explained, none across the border of eval",
            few and not unexplained and not crossing,
        ),
    ]
    return measured


def _deaf_figure(
    industry: str, tasks: Sequence[Task], matrix: CrossMatrix, measured: Measured
) -> Figure:
    """A deaf oracle knows every script and must choose one before it hears the caller."""
    families = {task.name: family_of(task) for task in tasks}
    others = max(1, len(set(families.values())) - 1)
    passed = {(each.player, families[each.task]) for each in matrix.passes}
    columns = Counter(player for player, _ in sorted(passed))
    best, hits = min(columns.items(), key=lambda each: (-each[1], each[0]), default=("", 0))
    holds = hits <= MAX_DEAF_SHARE * others
    if not holds:
        message = f"the script of {best} alone passes {hits} of {others} other families"
        measured.findings.append(Finding("deaf-oracle", industry, message))
    return Figure(
        "A12",
        "other families passed by the best single script, deaf to the caller",
        share(hits, others),
        "≤ 5 %",
        holds,
    )
