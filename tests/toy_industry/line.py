"""A bare telephone line: call any toy tool at any desk, without caller, script or session."""

from dataclasses import dataclass, field
from typing import Any

from mivas_env.authoring import Tool
from mivas_env.episode.kit import kit_of
from mivas_env.tools.context import SessionFacts, ToolContext
from mivas_env.tools.dispatch import Dispatcher, Outcome
from mivas_env.tools.toolbox import Toolbox
from mivas_env.world.store import World
from toy_industry.industry import BICYCLES


@dataclass
class Line:
    """One call of the toy industry; `extra` tools stand beside its own."""

    extra: tuple[Tool, ...] = ()
    caller_turn: int | None = 0
    call_key: str = "toy:0"
    world: World = field(init=False)
    context: ToolContext = field(init=False)
    dispatcher: Dispatcher = field(init=False)

    def __post_init__(self) -> None:
        """Copy the world and bind the tools to it."""
        kit = kit_of(BICYCLES)
        self.world = World(kit.template)
        self.context = ToolContext(
            db=self.world.connection,
            session=SessionFacts(),
            now=BICYCLES.now,
            call_key=self.call_key,
            caller_turn=self.caller_turn,
        )
        toolbox = Toolbox((*kit.toolbox.tools, *self.extra))
        self.dispatcher = Dispatcher(toolbox, self.world, self.context)

    def send(self, desk: str, name: str, arguments: object) -> Outcome:
        """Call a tool with arguments of any kind."""
        return self.dispatcher.dispatch(desk, name, arguments, at_ms=0)

    def call(self, desk: str, name: str, /, **arguments: object) -> Outcome:
        """Call a tool."""
        return self.send(desk, name, arguments)

    def ok(self, desk: str, name: str, /, **arguments: object) -> dict[str, Any]:
        """Call a tool that must succeed; return its data."""
        outcome = self.call(desk, name, **arguments)
        assert outcome.ok, (outcome.error_code, outcome.message)
        return dict(outcome.data or {})

    def refused(self, desk: str, name: str, /, **arguments: object) -> str:
        """Call a tool that must refuse and leave every table as it was; return its code."""
        before = self.tables()
        outcome = self.call(desk, name, **arguments)
        assert not outcome.ok, outcome.data
        assert self.tables() == before
        assert outcome.message
        return str(outcome.error_code)

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """Read all business tables, whatever dispatch believes was written."""
        names = ("bikes", "repairs", "refunds", "notes")
        rows = self.context.rows
        return {name: rows(f"SELECT * FROM {name} ORDER BY 1") for name in names}  # noqa: S608

    def facts(self) -> dict[str, str]:
        """Read the session facts that the call's database holds."""
        rows = self.context.rows("SELECT key, value FROM session_facts")
        return {row["key"]: row["value"] for row in rows}
