"""Build an industry's world once; every call gets its own copy of these bytes."""

import re
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from mivas_env.errors import Fault
from mivas_env.schema.state import Scalar

_FACTS_TABLE = (
    "CREATE TABLE session_facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID"
)
_IDENTIFIER = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class TableDump:
    """How one write table is dumped: its name and order, and the seed's rows in both forms.

    `seed` is shared by all calls: do not change it. `seed_rows` are the same rows as SQLite
    returns them, `known` leads from these to those.
    """

    table: str
    order: str
    columns: tuple[str, ...]
    seed: list[dict[str, Scalar]] = field(repr=False)
    seed_rows: list[tuple[Scalar, ...]] = field(repr=False)
    known: dict[tuple[Scalar, ...], dict[str, Scalar]] = field(repr=False)

    def rows(self, connection: sqlite3.Connection) -> list[dict[str, Scalar]]:
        """Return the table as it stands; rows that stand as in the seed are the seed's own."""
        # Both names come from the schema alone, checked identifiers.
        found: list[tuple[Scalar, ...]] = connection.execute(
            f'SELECT * FROM "{self.table}" ORDER BY {self.order}'  # noqa: S608
        ).fetchall()
        if found == self.seed_rows:
            return self.seed
        columns, known = self.columns, self.known
        return [known.get(row) or dict(zip(columns, row, strict=True)) for row in found]


@dataclass(frozen=True)
class WorldTemplate:
    """The seed of a world as bytes, with the seed's dump of its write tables.

    `now` is the frozen local time, `YYYY-MM-DDTHH:MM`. `primary_keys` gives each write table's
    key columns in order; `dumps` says how each is dumped at hangup, rows in that order.
    """

    image: bytes = field(repr=False)
    now: str
    dumps: dict[str, TableDump] = field(repr=False)
    primary_keys: dict[str, tuple[str, ...]] = field(repr=False)

    @property
    def write_tables(self) -> tuple[str, ...]:
        """The tables that tools may change, in the industry's order."""
        return tuple(self.dumps)

    @cached_property
    def seed_state(self) -> dict[str, list[dict[str, Scalar]]]:
        """The dump of the seed, shared by all calls: do not change it."""
        return {table: dump.seed for table, dump in self.dumps.items()}

    def with_image_of(self, scratch: sqlite3.Connection) -> "WorldTemplate":
        """Return the same world with the rows that `scratch`, a copy of it, now holds."""
        return WorldTemplate(
            image=scratch.serialize(),
            now=self.now,
            dumps={
                table: _make_dump(scratch, table, key) for table, key in self.primary_keys.items()
            },
            primary_keys=self.primary_keys,
        )


def build_template(
    schema_sql: str, seed_sql: str, *, now: str, write_tables: Iterable[str]
) -> WorldTemplate:
    """Run schema and seed in a scratch database and take its image.

    Raises:
        Fault: the SQL does not load, breaks a foreign key, or a table is missing or not STRICT.
    """
    scratch = sqlite3.connect(":memory:", isolation_level=None)
    try:
        scratch.executescript(schema_sql)
        scratch.execute(_FACTS_TABLE)
        scratch.execute("PRAGMA foreign_keys = ON")
        scratch.executescript(f"BEGIN;\n{seed_sql}\nCOMMIT;")
        broken = scratch.execute("PRAGMA foreign_key_check").fetchone()
        if broken is not None:
            message = f"the seed breaks a foreign key of table {broken[0]}, row {broken[1]}"
            raise Fault(message)
        strict = {
            row[1]: row[5] for row in scratch.execute("PRAGMA table_list") if row[2] == "table"
        }
        tables = tuple(write_tables)
        for table in tables:
            if not _IDENTIFIER.fullmatch(table) or not strict.get(table):
                message = f"the write table {table!r} is missing or not STRICT"
                raise Fault(message)
        keys = {table: _primary_key(scratch, table) for table in tables}
        scratch.execute("VACUUM")
        return WorldTemplate(
            image=scratch.serialize(),
            now=now,
            dumps={table: _make_dump(scratch, table, keys[table]) for table in tables},
            primary_keys=keys,
        )
    except sqlite3.Error as error:
        message = f"the world does not load: {error}"
        raise Fault(message) from error
    finally:
        scratch.close()


def _primary_key(connection: sqlite3.Connection, table: str) -> tuple[str, ...]:
    found = connection.execute(
        "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", (table,)
    ).fetchall()
    return tuple(name for (name,) in found)


def _make_dump(connection: sqlite3.Connection, table: str, key: tuple[str, ...]) -> TableDump:
    """Prepare the dump of a table, all columns in primary-key order; the rows are the seed's now.

    Names come from the schema alone.
    """
    order = ", ".join(f'"{name}"' for name in key) or "rowid"
    cursor = connection.execute(f'SELECT * FROM "{table}" ORDER BY {order}')  # noqa: S608
    columns = tuple(column[0] for column in cursor.description)
    rows = cursor.fetchall()
    seed = [dict(zip(columns, row, strict=True)) for row in rows]
    return TableDump(table, order, columns, seed, rows, dict(zip(rows, seed, strict=True)))
