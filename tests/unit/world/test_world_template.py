"""Building a world: what loads, what the dump holds, what is refused in a sentence."""

import pytest
from toy_industry.industry import BICYCLES

from mivas_env.errors import Fault
from mivas_env.world.store import World
from mivas_env.world.template import WorldTemplate, build_template

SCHEMA = """
CREATE TABLE pairs (b TEXT, a INTEGER, note TEXT, PRIMARY KEY (b, a)) STRICT;
CREATE TABLE loose (word TEXT) STRICT;
CREATE TABLE lax (word TEXT);
"""
SEED = """
INSERT INTO pairs VALUES ('y', 2, 'c'), ('x', 9, 'b'), ('x', 1, 'a');
INSERT INTO loose VALUES ('second'), ('first');
"""


def build(
    schema: str = SCHEMA, seed: str = SEED, tables: tuple[str, ...] = ("pairs", "loose")
) -> WorldTemplate:
    return build_template(schema, seed, now="2026-05-04T09:30", write_tables=tables)


def test_rows_are_dumped_in_the_order_of_their_key() -> None:
    template = build()
    assert template.write_tables == ("pairs", "loose")
    assert template.primary_keys == {"pairs": ("b", "a"), "loose": ()}
    assert [row["note"] for row in template.seed_state["pairs"]] == ["a", "b", "c"]
    assert [row["word"] for row in template.seed_state["loose"]] == ["second", "first"]
    assert template.now == "2026-05-04T09:30"


def test_one_build_is_copied_byte_for_byte() -> None:
    assert build().image == build().image
    world = World(build())
    world.mark_written()
    assert world.dump() == build().seed_state


def test_tables_that_are_not_written_are_not_dumped() -> None:
    assert set(build(tables=("pairs",)).seed_state) == {"pairs"}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"tables": ("absent",)}, "the write table 'absent' is missing or not STRICT"),
        ({"tables": ("lax",)}, "the write table 'lax' is missing or not STRICT"),
        ({"tables": ('pairs"; DROP',)}, "is missing or not STRICT"),
        ({"schema": "CREATE TABEL x"}, 'the world does not load: near "TABEL"'),
        ({"seed": "INSERT INTO nowhere VALUES (1);"}, "does not load: no such table"),
        (
            {"seed": "INSERT INTO pairs VALUES ('x', 'not a number', '');"},
            "the world does not load",
        ),
    ],
)
def test_a_world_that_does_not_fit_is_a_fault(changes: dict[str, str], sentence: str) -> None:
    with pytest.raises(Fault) as caught:
        build(**changes)  # type: ignore[arg-type]
    assert sentence in str(caught.value)


def test_a_seed_that_breaks_a_foreign_key_names_table_and_row() -> None:
    schema = """
    CREATE TABLE parents (id INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE children (
      id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parents (id)
    ) STRICT;
    """
    row = "INSERT INTO children VALUES (4, 7);"
    with pytest.raises(Fault, match="FOREIGN KEY constraint failed"):
        build(schema, row, ("children",))
    unchecked = f"COMMIT; PRAGMA foreign_keys = OFF; BEGIN; {row}"
    with pytest.raises(Fault, match="breaks a foreign key of table children, row 4"):
        build(schema, unchecked, ("children",))


def test_the_toy_world_is_small() -> None:
    template = build_template(
        BICYCLES.read_text("world", "schema.sql"),
        BICYCLES.read_text("world", "seed.sql"),
        now=BICYCLES.now,
        write_tables=BICYCLES.tables,
    )
    assert len(template.image) < 16 * 1024
    assert "image" not in repr(template)
