"""Build an industry's world once; every call gets its own copy of these bytes."""

import re
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field

from mivas_env.errors import Fault
from mivas_env.schema.state import Scalar

_FACTS_TABLE = (
    "CREATE TABLE session_facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID"
)
_IDENTIFIER = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class WorldTemplate:
    """The seed of a world as bytes, with the seed's dump of its write tables.

    `now` is the frozen local time, `YYYY-MM-DDTHH:MM`. `primary_keys` gives each write table's
    key columns in order. `write_tables` are dumped at hangup, rows in
    primary-key order. `seed_state` is shared by all calls: do not change it.
    """

    image: bytes = field(repr=False)
    now: str
    write_tables: tuple[str, ...]
    seed_state: dict[str, list[dict[str, Scalar]]] = field(repr=False)
    dump_statements: dict[str, str] = field(repr=False)
    primary_keys: dict[str, tuple[str, ...]] = field(repr=False)


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
        statements = {table: _dump_statement(table, keys[table]) for table in tables}
        scratch.execute("VACUUM")
        return WorldTemplate(
            image=scratch.serialize(),
            now=now,
            write_tables=tables,
            seed_state={table: dump_rows(scratch, sql) for table, sql in statements.items()},
            dump_statements=statements,
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


def _dump_statement(table: str, key: tuple[str, ...]) -> str:
    """Return a SELECT of all columns in primary-key order; names come from the schema alone."""
    order = ", ".join(f'"{name}"' for name in key) or "rowid"
    return f'SELECT * FROM "{table}" ORDER BY {order}'  # noqa: S608  (checked identifiers)


def dump_rows(connection: sqlite3.Connection, statement: str) -> list[dict[str, Scalar]]:
    """Return the rows of one dump statement as column -> value."""
    cursor = connection.execute(statement)
    columns = [column[0] for column in cursor.description]
    return [dict(zip(columns, row, strict=True)) for row in cursor]
