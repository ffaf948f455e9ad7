"""One call's private database: an in-memory copy of the template, rolled back on reset."""

import sqlite3
from collections.abc import Callable, Mapping

from mivas_env.schema.state import Scalar
from mivas_env.schema.strict_json import dump_json
from mivas_env.world.template import WorldTemplate

_STEPS_PER_TICK = 100_000
_MAX_TICKS = 50
"""One tool call may take five million SQLite instructions; counted, not timed, so runs stay equal.

SQLite counts over a prepared statement's whole life, which here is many calls long: the ticks are
counted anew for each tool call, or a look-up made often enough would be cut off for no reason.
"""

_ALLOWED_ACTIONS = frozenset(
    {
        sqlite3.SQLITE_SELECT,
        sqlite3.SQLITE_READ,
        sqlite3.SQLITE_INSERT,
        sqlite3.SQLITE_UPDATE,
        sqlite3.SQLITE_DELETE,
        sqlite3.SQLITE_FUNCTION,
        sqlite3.SQLITE_TRANSACTION,
        sqlite3.SQLITE_SAVEPOINT,
        sqlite3.SQLITE_RECURSIVE,
    }
)


_ROW_CHANGES = frozenset(
    {sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE},
)


def _authorise_noting(touched: set[str]) -> Callable[..., int]:
    """Return an authorizer that denies ATTACH, DDL and every PRAGMA (PROOF S8).

    SQLite asks it whenever a statement is prepared, triggers and cascades included, so `touched`
    comes to hold every table that a statement of this connection can change. A closure over that
    set and no method: a connection that held its world would keep both alive.
    """

    def authorise(action: int, subject: str | None, *_details: object) -> int:
        if action not in _ALLOWED_ACTIONS:
            return sqlite3.SQLITE_DENY
        if subject is not None and action in _ROW_CHANGES:
            touched.add(subject)
        return sqlite3.SQLITE_OK

    return authorise


def _cut_off_after(ticks: list[int]) -> Callable[[], bool]:
    """Return a progress handler that stops a statement at the limit; it holds no world."""

    def tick() -> bool:
        ticks[0] += 1
        return ticks[0] > _MAX_TICKS

    return tick


class World:
    """The database of one call.

    All of a call happens inside one open transaction, so that `reset` is a rollback to the seed
    and the connection keeps its prepared statements. Tools run inside savepoints.
    """

    def __init__(self, template: WorldTemplate) -> None:
        """Copy the template into a database of its own."""
        self._template = template
        self._open()

    def _open(self) -> None:
        # Threads may take turns on a session; two never run in it at once.
        self._connection = sqlite3.connect(
            ":memory:", isolation_level=None, check_same_thread=False
        )
        self._connection.deserialize(self._template.image)
        self._connection.execute("PRAGMA foreign_keys = ON")
        self._ticks = [0]
        self._touched: set[str] = set()
        self._connection.set_progress_handler(_cut_off_after(self._ticks), _STEPS_PER_TICK)
        self._connection.set_authorizer(_authorise_noting(self._touched))
        self._written = False
        self._closed = False
        self._connection.execute("BEGIN")

    @property
    def connection(self) -> sqlite3.Connection:
        """The open connection, inside the call's transaction."""
        return self._connection

    def begin_tool(self) -> None:
        """Give the next tool call its whole allowance of SQLite instructions."""
        self._ticks[0] = 0

    def mark_written(self) -> None:
        """Note that a write tool has succeeded."""
        self._written = True

    def store_facts(self, changed: Mapping[str, object]) -> None:
        """Keep session facts as JSON in `session_facts`."""
        self._connection.executemany(
            "INSERT INTO session_facts VALUES (?, ?) "
            "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            [(key, dump_json(value)) for key, value in changed.items()],
        )

    def reset(self) -> None:
        """Go back to the seed; a world that was closed is opened anew."""
        if self._closed:
            self._open()
            return
        self._ticks[0] = 0
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
        self._connection.execute("BEGIN")
        self._written = False

    def dump(self) -> Mapping[str, list[dict[str, Scalar]]]:
        """Return the write tables as they stand, in primary-key order.

        A call in which no write tool succeeded still is the seed (a read that writes is undone),
        whose shared dump is returned; so is the seed's list for a table that stands as it was. Do
        not change what is returned.
        """
        if not self._written:
            return self._template.seed_state
        self._ticks[0] = 0
        return {
            table: dump.rows(self._connection) if table in self._touched else dump.seed
            for table, dump in self._template.dumps.items()
        }

    def close(self) -> None:
        """Free the database; closing twice is harmless."""
        self._closed = True
        self._connection.close()

    def __del__(self) -> None:
        """Close a database that nobody closed, so that no interpreter warns of it."""
        connection = getattr(self, "_connection", None)
        if connection is not None:
            connection.close()
