"""The private database of one call: reset, dump, what SQL may do."""

import sqlite3

import pytest
from toy_industry.industry import BICYCLES

from mivas_env.episode.kit import kit_of
from mivas_env.world.store import World
from mivas_env.world.template import build_template


@pytest.fixture
def world() -> World:
    return World(kit_of(BICYCLES).template)


NOTE = "INSERT INTO notes (for_whom, body) VALUES ('Ana', 'x')"


def test_a_fresh_world_is_the_seed(world: World) -> None:
    assert world.dump() is kit_of(BICYCLES).template.seed_state
    world.mark_written()
    assert world.dump() == kit_of(BICYCLES).template.seed_state


def test_reset_goes_back_to_the_seed(world: World) -> None:
    for _ in range(3):
        world.connection.execute(NOTE)
        world.connection.execute("DELETE FROM repairs")
        world.store_facts({"owner": "Ana"})
        world.mark_written()
        assert world.dump()["notes"] == [{"id": 1, "for_whom": "Ana", "body": "x"}]
        world.reset()
        world.mark_written()
        assert world.dump() == kit_of(BICYCLES).template.seed_state
        assert world.connection.execute("SELECT count(*) FROM session_facts").fetchone() == (0,)


def test_reset_works_after_the_transaction_was_lost(world: World) -> None:
    world.connection.execute(NOTE)
    world.connection.execute("ROLLBACK")
    world.reset()
    assert world.connection.in_transaction


def test_reset_works_while_a_read_is_open(world: World) -> None:
    cursor = world.connection.execute("SELECT * FROM bikes")
    cursor.fetchone()
    world.connection.execute(NOTE)
    world.reset()
    world.mark_written()
    assert world.dump()["notes"] == []


def test_two_worlds_share_nothing(world: World) -> None:
    other = World(kit_of(BICYCLES).template)
    world.connection.execute(NOTE)
    other.mark_written()
    assert other.dump()["notes"] == []


def test_a_dump_is_fresh_and_leaves_the_seed_alone(world: World) -> None:
    world.connection.execute(NOTE)
    world.mark_written()
    first = world.dump()
    first["notes"].clear()
    assert len(world.dump()["notes"]) == 1
    assert kit_of(BICYCLES).template.seed_state["notes"] == []


def test_facts_are_replaced_by_key(world: World) -> None:
    world.store_facts({"misses": 1, "owner": {"name": "Ana"}})
    world.store_facts({"misses": 2})
    rows = world.connection.execute("SELECT key, value FROM session_facts ORDER BY key").fetchall()
    assert rows == [("misses", "2"), ("owner", '{"name":"Ana"}')]


@pytest.mark.parametrize(
    "sql",
    [
        "ATTACH DATABASE ':memory:' AS other",
        "DETACH DATABASE main",
        "CREATE TABLE extra (a INTEGER)",
        "CREATE TEMP TABLE extra (a INTEGER)",
        "CREATE INDEX idx ON bikes (owner)",
        "CREATE VIEW view_of AS SELECT 1",
        "CREATE TRIGGER t AFTER INSERT ON notes BEGIN SELECT 1; END",
        "DROP TABLE bikes",
        "ALTER TABLE bikes ADD COLUMN colour TEXT",
        "PRAGMA writable_schema = ON",
        "PRAGMA foreign_keys = OFF",
        "PRAGMA journal_mode = OFF",
        "PRAGMA query_only = ON",
        "PRAGMA table_info(bikes)",
        "REINDEX",
        "ANALYZE",
        "CREATE VIRTUAL TABLE v USING fts5(a)",
    ],
)
def test_sql_beyond_rows_is_denied(world: World, sql: str) -> None:
    with pytest.raises(sqlite3.DatabaseError, match=r"not authorized|prohibited|denied"):
        world.connection.execute(sql)


def test_extensions_cannot_be_loaded(world: World) -> None:
    with pytest.raises(sqlite3.OperationalError):
        world.connection.execute("SELECT load_extension('x')")


def test_a_table_that_stands_as_it_was_is_the_seeds_own_list(world: World) -> None:
    seed = kit_of(BICYCLES).template.seed_state
    world.connection.execute(NOTE)
    world.connection.execute("UPDATE repairs SET parts = parts")
    world.mark_written()
    dump = world.dump()
    assert dump["repairs"] is seed["repairs"]
    assert dump["notes"] is not seed["notes"]


def test_every_way_to_change_a_row_shows_in_the_dump() -> None:
    """The dump skips what no prepared statement can touch: triggers and cascades must count."""
    schema = """
        CREATE TABLE owners (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
        CREATE TABLE pets (
            id INTEGER PRIMARY KEY,
            owner_id INTEGER REFERENCES owners (id) ON DELETE CASCADE ON UPDATE CASCADE
        ) STRICT;
        CREATE TABLE log (id INTEGER PRIMARY KEY, what TEXT NOT NULL) STRICT;
        CREATE TRIGGER t AFTER DELETE ON pets BEGIN
            INSERT INTO log (what) VALUES ('gone');
        END;
    """
    seed = "INSERT INTO owners VALUES (1, 'Ana'), (2, 'Ben'); INSERT INTO pets VALUES (1, 1);"
    tables = ("owners", "pets", "log")
    template = build_template(schema, seed, now="2026-05-08T09:00", write_tables=tables)
    for sql, gone in (
        ("DELETE FROM owners WHERE id = 1", True),
        ("UPDATE owners SET id = 9 WHERE id = 1", False),
    ):
        world = World(template)
        for _ in range(2):  # the second time the statement comes prepared
            world.connection.execute(sql)
            world.mark_written()
            dump = world.dump()
            assert dump["pets"] == ([] if gone else [{"id": 1, "owner_id": 9}])
            assert dump["log"] == ([{"id": 1, "what": "gone"}] if gone else [])
            world.reset()
            world.mark_written()
            assert world.dump() == template.seed_state


def test_foreign_keys_and_checks_hold(world: World) -> None:
    insert = "INSERT INTO repairs (bike_id, shop_id, day, parts) VALUES (?, 'shop_mill', ?, 'x')"
    for row in ((99, "2026-05-08"), (1, "soon"), (None, "2026-05-08"), ("one", "2026-05-08")):
        with pytest.raises(sqlite3.IntegrityError):
            world.connection.execute(insert, row)


def test_closing_twice_is_harmless(world: World) -> None:
    world.close()
    world.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        world.connection.execute("SELECT 1")
