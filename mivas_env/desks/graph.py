"""Which desks there are and which may hand the call to which."""

from collections.abc import Iterable
from dataclasses import dataclass

from mivas_env.errors import Fault


@dataclass(frozen=True, slots=True)
class Desk:
    """One specialist node.

    `hands_to` are its outgoing edges in the order the agent sees them; none makes it a sink.
    `summary` says in a sentence what the desk owns; it becomes part of the transfer tool's text.
    """

    name: str
    summary: str
    hands_to: tuple[str, ...] = ()

    @property
    def transfer_tool(self) -> str:
        """The name of the tool that hands the call to this desk."""
        return f"transfer_to_{self.name}"


@dataclass(frozen=True, eq=False)
class DeskGraph:
    """All desks of an industry; the first one answers the telephone."""

    desks: tuple[Desk, ...]

    def __post_init__(self) -> None:
        """Refuse unknown edges, duplicate names and desks that no call can reach."""
        names = self.names
        if len(set(names)) != len(names):
            message = f"two desks share a name: {', '.join(names)}"
            raise Fault(message)
        for desk in self.desks:
            for target in desk.hands_to:
                if target not in names or target == desk.name:
                    message = f"desk {desk.name} hands to {target}, which is no other desk"
                    raise Fault(message)
        lost = [name for name in names if name not in self.reachable_from(self.entry)]
        if lost:
            message = f"no path from {self.entry} leads to {', '.join(lost)}"
            raise Fault(message)

    @property
    def entry(self) -> str:
        """The desk that answers."""
        return self.desks[0].name

    @property
    def names(self) -> tuple[str, ...]:
        """All desks in declaration order."""
        return tuple(desk.name for desk in self.desks)

    def desk(self, name: str) -> Desk:
        """Return the desk of that name; KeyError when there is none."""
        for desk in self.desks:
            if desk.name == name:
                return desk
        raise KeyError(name)

    def owners_of_edge_to(self, target: str) -> tuple[str, ...]:
        """Return the desks that may hand the call to `target`."""
        return tuple(desk.name for desk in self.desks if target in desk.hands_to)

    def reachable_from(self, start: str) -> tuple[str, ...]:
        """Return `start` and every desk a call can get to from there, nearest first."""
        found = [start]
        for name in found:
            found.extend(each for each in self.desk(name).hands_to if each not in found)
        return tuple(found)

    def edges(self) -> Iterable[tuple[str, str]]:
        """Yield every edge as (from, to), in declaration order."""
        for desk in self.desks:
            for target in desk.hands_to:
                yield desk.name, target
