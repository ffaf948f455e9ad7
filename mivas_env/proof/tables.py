"""Read a world whole, table by table and column by column, for checks that look at all of it."""

import sqlite3
from collections.abc import Iterator


def columns_of(connection: sqlite3.Connection) -> Iterator[tuple[str, str, list[object]]]:
    """Yield table, column and the column's values in row order; every table of the schema.

    Names come from the schema alone, never from an argument.
    """
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (table,) in tables:
        cursor = connection.execute(f'SELECT * FROM "{table}"')  # noqa: S608  (from the schema)
        names = [each[0] for each in cursor.description]
        rows = cursor.fetchall()
        for index, name in enumerate(names):
            yield table, name, [row[index] for row in rows]
