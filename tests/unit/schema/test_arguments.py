"""Arguments: projection, coercion and canonical form, as server and verifier share them."""

import pytest

from mivas_env.schema.arguments import (
    AliasTable,
    ArgumentRule,
    Kind,
    Match,
    canonicalise,
    coerce,
    is_prose,
    must_be_fact,
    national_digits,
    project,
    to_e164,
    to_minute,
)

OFFICES = AliasTable.of("offices", {"loc_a": ("Park Avenue",), "loc_b": ("Windermere",)})
CARRIERS = AliasTable.of("carriers", {"bcbs": ("Blue Cross",)}, fold_by="alphanumeric")


def rule(kind=Kind.TEXT, **fields):
    return ArgumentRule(name=fields.pop("name", "x"), kind=kind, **fields)


def test_projection_keeps_declared_values_in_their_order():
    rules = {key: rule(name=key) for key in ("a", "b", "c", "d", "from", "to")}
    sent = {"d": 0, "b": False, "zz": 1, "a": " x ", "c": "  ", "from": "reception", "to": "x"}
    projected = project(sent, rules)
    assert list(projected.items()) == [("d", 0), ("b", False), ("a", " x ")]
    assert project({"a": None, "b": [], "c": {}}, rules) == {}


@pytest.mark.parametrize(
    ("spelling", "value"),
    [("loc_a", "loc_a"), (" PARK  avenue", "loc_a"), ("Park", None), ("", None), ("loc_c", None)],
)
def test_an_alias_table_knows_exact_spellings_only(spelling, value):
    assert OFFICES.resolve(spelling) == value


def test_a_loose_table_ignores_spacing_and_punctuation():
    assert CARRIERS.resolve("blue-cross") == CARRIERS.resolve("BLUECROSS") == "bcbs"
    assert CARRIERS.resolve("blue crosses") is None


def test_a_spelling_cannot_mean_two_values():
    with pytest.raises(ValueError, match="'PARK' means two values"):
        AliasTable.of("offices", {"a": ("Park",), "b": ("PARK",)})
    assert AliasTable.of("t", {"a": ("A", "a")}).entries == {"a": "a"}


@pytest.mark.parametrize(
    ("kind", "sent", "honoured"),
    [
        (Kind.BOOLEAN, "true", True),
        (Kind.BOOLEAN, " False ", False),
        (Kind.BOOLEAN, "yes", "yes"),
        (Kind.BOOLEAN, 1, 1),
        (Kind.INTEGER, "300", 300),
        (Kind.INTEGER, "300.0", 300),
        (Kind.INTEGER, 300.0, 300),
        (Kind.INTEGER, "3e2", "3e2"),
        (Kind.INTEGER, "1_000", "1_000"),
        (Kind.INTEGER, "9" * 16, "9" * 16),
        (Kind.INTEGER, "\uff13", 3),
        (Kind.INTEGER, "\u0663", "\u0663"),
        (Kind.INTEGER, True, True),
        (Kind.NUMBER, "-2.50", -2.5),
        (Kind.NUMBER, "NaN", "NaN"),
        (Kind.PHONE, "(212) 555-0142", "+12125550142"),
        (Kind.PHONE, "call me", "call me"),
        (Kind.DATETIME, "2026-08-21 15:00:30Z", "2026-08-21T15:00"),
        (Kind.DATE, " 2026-08-21 ", "2026-08-21"),
        (Kind.TEXT, "  two   words ", "two words"),
        (Kind.TEXT, 5, 5),
        (Kind.LIST, ["a"], ["a"]),
        (Kind.LIST, "a", "a"),
        (Kind.OBJECT, {"a": 1}, {"a": 1}),
    ],
)
def test_the_exact_coercion(kind, sent, honoured):
    got = coerce(sent, rule(kind))
    assert got == honoured
    assert type(got) is type(honoured)


def test_coercion_knows_aliases_enums_and_items():
    assert coerce("park avenue", rule(alias=OFFICES)) == "loc_a"
    assert coerce("  elsewhere ", rule(alias=OFFICES)) == "elsewhere"
    assert coerce(" URGENT", rule(enum=("routine", "urgent"))) == "urgent"
    assert coerce("soon", rule(enum=("routine", "urgent"))) == "soon"
    listed = rule(Kind.LIST, items=rule(alias=OFFICES))
    assert coerce(["Windermere", 5], listed) == ["loc_b", 5]


@pytest.mark.parametrize(
    ("text", "minute"),
    [
        ("2026-08-21T15:30:59.5", "2026-08-21T15:30"),
        ("2026-08-21 15:30", "2026-08-21T15:30"),
        ("2026-08-21T15:30:59.123456789+05:30", "2026-08-21T15:30"),
        ("2026-08-21T15:30 -0400", "2026-08-21T15:30"),
        ("2026-08-21T15:30-04", "2026-08-21T15:30"),
        ("2026-08-21T15:30:59.1234567890123Z", "2026-08-21T15:30"),
        ("2026-08-21T15:30:59,5", "2026-08-21T15:30"),
        ("2026-08-21 15:30:59 UTC", "2026-08-21T15:30"),
        ("2026-08-21 15:30 gmt+02:00", "2026-08-21T15:30"),
        ("2026-08-21T15:30-04:00[America/New_York]", "2026-08-21T15:30"),
        ("2026-08-21 03:30 PM", "2026-08-21 03:30 PM"),
        ("15:30:59.5", "15:30"),
        ("15:30:59+02:00", "15:30"),
        ("15:30:59-04:00", "15:30"),
        ("15:30:59 UTC", "15:30"),
        ("15:30Z", "15:30"),
        ("15:30 utc", "15:30"),
        ("15:30+02:00", "15:30"),
        ("09:00-17:00", "09:00-17:00"),
        ("09:00-12:00", "09:00-12:00"),
        ("03:30 PM", "03:30 PM"),
        ("15:30", "15:30"),
        ("2026-08-21", "2026-08-21"),
        ("2026-08-21T15:30:59 or so", "2026-08-21T15:30:59 or so"),
        ("at 15:30:59", "at 15:30:59"),
        ("2026-08-21T15:30\n", "2026-08-21T15:30\n"),
    ],
)
def test_datetimes_end_at_the_minute(text, minute):
    assert to_minute(text) == minute


@pytest.mark.parametrize(
    ("phone", "digits", "e164"),
    [
        ("+1 (212) 555-0142", "2125550142", "+12125550142"),
        ("212.555.0142", "2125550142", "+12125550142"),
        ("12125550142", "2125550142", "+12125550142"),
        ("22125550142", "22125550142", "+22125550142"),
        ("555-0142", "5550142", "+5550142"),
        ("212-555-0142 ext 5", "21255501425", "212-555-0142 ext 5"),
    ],
)
def test_phones(phone, digits, e164):
    assert national_digits(phone) == digits
    assert to_e164(phone) == e164


@pytest.mark.parametrize(
    ("value", "of", "form"),
    [
        (True, None, ("boolean", True)),
        ("true", rule(Kind.BOOLEAN), ("boolean", True)),
        (1, None, 1),
        (1.0, None, 1),
        (1.5, None, 1.5),
        (None, None, None),
        (" Stra\u00dfe ", None, "strasse"),
        ("+1 212 555 0142", rule(Kind.PHONE), "2125550142"),
        ("No Phone", rule(Kind.PHONE), "no phone"),
        ("Park Avenue", rule(alias=OFFICES), "loc_a"),
        (["Windermere"], rule(Kind.LIST, items=rule(alias=OFFICES)), ["loc_b"]),
        (("A", True), None, ["a", ("boolean", True)]),
        ({"K": " V "}, None, {"K": "v"}),
        (b"x", None, ("unreadable", "bytes")),
    ],
)
def test_canonical_form(value, of, form):
    canonical = canonicalise(value, of)
    assert canonical == form
    assert type(canonical) is type(form)


def test_nesting_without_end_has_a_form_too():
    loop: list[object] = []
    loop.append(loop)
    form = canonicalise(loop, None)
    for _ in range(16):
        assert isinstance(form, list)
        form = form[0]
    assert form == ("unreadable", "deep")


def test_what_can_never_be_prose():
    facts = [
        rule(enum=("a",)),
        rule(alias=OFFICES),
        rule(pattern="a"),
        rule(Kind.DATE),
        rule(Kind.DATETIME),
        rule(Kind.NUMBER),
        rule(Kind.INTEGER),
        rule(Kind.BOOLEAN),
        rule(Kind.PHONE),
        rule(name="x_id"),
        rule(name="x_ids"),
        rule(name="x_e164"),
    ]
    for each in facts:
        assert must_be_fact(each)
        assert not is_prose(each.model_copy(update={"match": Match.PROSE}))
    free = rule(name="idea")
    assert not must_be_fact(free)
    assert is_prose(free.model_copy(update={"match": Match.PROSE}))
    assert not is_prose(free)
    assert not is_prose(None)
