"""The contract of an industry: tools, desks, world, grading, the caller's lexicon. Data only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable

from mivas_env.desks.graph import DeskGraph
from mivas_env.schema.arguments import AliasTable
from mivas_env.tools.spec import Arguments, Tool
from mivas_env.verifier.policy import TablePolicy


@dataclass(frozen=True, eq=False)
class Industry:
    """One industry, frozen. Nothing is read from disk until a call needs it.

    Attributes:
        name: as in ids, lower case with hyphens.
        title: for people.
        version: bumped when a prompt, tool, seed row or grading rule may change a score.
        package: import path of the folder that holds `world/`, `prompts/` and `lexicon.yaml`.
        now: frozen local time, `YYYY-MM-DDTHH:MM`.
        greeting: the agent's fixed first line; it stands before the caller's opening.
        graph: the desks; the first one answers.
        tools: industry tools, in the order in which a desk lists them.
        tables: write tables and how the state gate reads each.
        handoff_arguments: desk -> arguments of the tool that hands the call there.
        hop_tools: tools that count as hops besides the transfers between desks.
        terminal_tools: tools that pass the caller on to a person and so end the call.
        forbidden_unless_expected: tools that must not fire unless a lockfile lists them.
        entities: entity type -> alias table, shared by tools, verifier and the caller's hearing.
        spoken_fields: fields of tool answers that prompts name, because their text is to be
            spoken as given or forbids an answer.
        hangup_reasons: enum of `end_call`.
    """

    name: str
    title: str
    version: str
    package: str
    now: str
    greeting: str
    graph: DeskGraph
    tools: tuple[Tool, ...]
    tables: Mapping[str, TablePolicy]
    handoff_arguments: Mapping[str, type[Arguments]] = field(default_factory=dict)
    hop_tools: tuple[str, ...] = ()
    terminal_tools: tuple[str, ...] = ()
    forbidden_unless_expected: tuple[str, ...] = ()
    entities: Mapping[str, AliasTable] = field(default_factory=dict)
    spoken_fields: tuple[str, ...] = ()
    hangup_reasons: tuple[str, ...] = ("caller_done", "spam", "wrong_number")

    @property
    def resources(self) -> Traversable:
        """The folder with the industry's data files."""
        return files(self.package)

    def read_text(self, *path: str) -> str:
        """Return a data file of the industry, decoded."""
        return self.resources.joinpath(*path).read_text(encoding="utf-8")


@dataclass(frozen=True, eq=False)
class DecisionIndustry:
    """An industry whose agent answers in writing: one scored decision per turn, no tools.

    Attributes:
        name: as in ids, lower case with hyphens.
        title: for people.
        version: bumped when pack, prompt, detectors or targets may change a score.
        package: import path of the folder that holds `policy_pack.yaml` and `prompt.md`.
        desk: what an observation calls the place that answers.
    """

    name: str
    title: str
    version: str
    package: str
    desk: str

    def read_text(self, *path: str) -> str:
        """Return a data file of the industry, decoded."""
        return files(self.package).joinpath(*path).read_text(encoding="utf-8")
