"""A bare line to an industry's tool server: no caller, no budget, no task; a ticket consents."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mivas_env.agents.probes.idle import minimal_arguments
from mivas_env.episode.kit import Kit
from mivas_env.episode.session_tools import END_CALL
from mivas_env.episode.task import Task
from mivas_env.schema.lockfile import OracleStep
from mivas_env.tools.context import SessionFacts, ToolContext
from mivas_env.tools.dispatch import Dispatcher, Outcome
from mivas_env.tools.spec import Tool
from mivas_env.world.store import World


@dataclass
class BareLine:
    """One world with its dispatcher; every call goes the one path of every tool call."""

    kit: Kit
    world: World = field(init=False)
    dispatcher: Dispatcher = field(init=False)

    def __post_init__(self) -> None:
        """Copy the world."""
        self.world = World(self.kit.template)
        self._bind()

    def _bind(self) -> None:
        context = ToolContext(
            db=self.world.connection,
            session=SessionFacts(),
            now=self.kit.industry.now,
            call_key="proof:0",
            caller_turn=None,
        )
        self.dispatcher = Dispatcher(self.kit.toolbox, self.world, context)

    def start_again(self) -> None:
        """Go back to the seed and forget who was verified."""
        self.world.reset()
        self._bind()

    def call(self, tool: Tool, arguments: Mapping[str, object]) -> Outcome:
        """Call a tool from the first desk that owns it."""
        return self.dispatcher.dispatch(tool.desks[0], tool.name, dict(arguments), at_ms=0)

    def follow(self, steps: Iterable[OracleStep]) -> None:
        """Make the tool calls of a reference conversation, in order, hangups left out."""
        for step in steps:
            tool = self.kit.toolbox.by_name.get(str(step.tool))
            if tool is not None and tool.name != END_CALL:
                self.call(tool, step.arguments)

    def dump(self) -> Mapping[str, object]:
        """Read every write table from the database itself, whatever dispatch believes."""
        self.world.mark_written()
        return self.world.dump()

    def close(self) -> None:
        """Free the database."""
        self.world.close()


@dataclass(frozen=True, slots=True)
class UsedTool:
    """A tool with arguments that work, and the steps after which they do."""

    tool: Tool
    arguments: Mapping[str, object]
    before: tuple[OracleStep, ...]


def used_tools(kit: Kit, tasks: Iterable[Task]) -> list[UsedTool]:
    """Return every tool of an industry as the reference conversations use it, else minimal."""
    found: dict[str, UsedTool] = {}
    for task in tasks:
        steps = task.lockfile.oracle
        for index, step in enumerate(steps):
            tool = kit.toolbox.by_name.get(str(step.tool))
            if tool is not None and len(step.arguments) > len(
                found[tool.name].arguments if tool.name in found else ()
            ):
                found[tool.name] = UsedTool(tool, step.arguments, steps[:index])
    return [
        found.get(tool.name) or UsedTool(tool, minimal_arguments(tool), ())
        for tool in kit.toolbox.tools
    ]
