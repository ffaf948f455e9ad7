# ruff: noqa: E501, RUF001  (tables of texts that look alike on purpose)
"""Files, names and texts from strangers: refused with a reason, in linear time (PROOF S2 on)."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from processor_time import processor_seconds
from registered import call_tasks, sampled

import mivas_env
from mivas_env.agents.rollout import roll_out
from mivas_env.agents.scripted import oracle
from mivas_env.episode.session import trajectory_json
from mivas_env.errors import ConfigError, MivasError, TaskError
from mivas_env.proof.hostile import hostile_values
from mivas_env.schema.strict_json import JsonRefused, load_json
from mivas_env.schema.strict_yaml import load_yaml
from mivas_env.schema.text import fold, normalise

HOSTILE_NAMES = [
    *("/etc/passwd", "../../etc/passwd", "..", ".", "", " ", "/", "\\", "C:\\CON", "CON", "NUL"),
    *("%2e%2e/%2e%2e", "..%2f..%2f", "%00", "\x00", "healthcare/../../x", "healthcare//etc/passwd"),
    *("healthcare/C1-E1\x00", "healthcare/C1-E1\n", "healthcare/C1-E1/", "healthcare/C1-E1.yaml"),
    *("healthcare/./C1-E1", "healthcare/C-1E1", "healthcare/C1_E1", "healthcare/\u202eC1-E1"),
    *("healthcare/splits", "healthcare/hearing", "bicycles/../secrets", "bicycles/T1-E1 ", "~", "~/x"),
    *("file:///etc/hosts", "http://127.0.0.1/x", "$HOME", "${HOME}", "`id`", "$(id)", ";ls", "|ls"),
    *("a" * 300, "a" * 5_000, "é" * 300, "\ud800", "🦷", "bicycles/Т1-E1", "bicycles/T1\u2010E1"),
    *("mivas/../../x", "mivas_env:mivas/../x", "mivas/bicycles-../T1E1", "*", "?", "[a]", "{}", "<x>"),
    *("bicycles/T1-E1;", "bicycles/T1-E1#", "bicycles/T1-E1?x=1", "bicycles\\T1-E1", "-", "--help"),
]  # fmt: skip


def tree(folder: Path) -> list[str]:
    return sorted(str(each.relative_to(folder)) for each in folder.rglob("*"))


def test_hostile_names_open_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(HOSTILE_NAMES) >= 60
    monkeypatch.chdir(tmp_path)
    known = set(mivas_env.list_tasks())
    opened: list[object] = []

    def refuse(*given: object, **_more: object) -> Any:
        opened.append(given)
        message = "a name became a path"
        raise AssertionError(message)

    with monkeypatch.context() as patched:
        patched.setattr("builtins.open", refuse)
        patched.setattr("io.open", refuse)
        for name in HOSTILE_NAMES:
            with pytest.raises(ConfigError):
                mivas_env.load_task(name)
            with pytest.raises(ConfigError):
                mivas_env.CallSession(name)
    assert opened == []
    assert tree(tmp_path) == []
    assert not known & set(HOSTILE_NAMES)


TEMPLATES = (
    '{"tool": "find_bike", "arguments": {"owner": "Ines", "n": [1, 2.5, true, null]}}',
    '[{"name": "x", "parameters": {}, "ok": true, "start_offset_ms": 12}]',
    '{"a": {"b": {"c": "d"}}, "e": -1e3}',
)
SPLICES = (
    "NaN", "Infinity", "-Infinity", "1e999", "9" * 40, '"\\ud800"', '"a": 1, "a": 2', "[" * 40,
    "{" * 40, "\x00", "\ufeff", "'", "//", "0x1", "01", "+1", "1.", ".5", "\\", '"', ",", "nul",
)  # fmt: skip


def long_session() -> mivas_env.CallSession:
    """Start a call on which nobody loses patience."""
    limits = {"max_steps": 100_000, "max_tool_calls": 100_000}
    return mivas_env.CallSession("bicycles/T1-E1", caller="ticket", **limits)  # type: ignore[arg-type]


def broken_texts(count: int) -> Iterator[str]:
    """Yield seeded variants of JSON texts with pieces cut out, doubled and spliced in."""
    dice = random.Random(20_260_819)  # noqa: S311  (a fixed sample)
    for _ in range(count):
        text = dice.choice(TEMPLATES)
        for _ in range(dice.randint(1, 3)):
            at = dice.randrange(len(text) + 1)
            way = dice.randrange(3)
            if way == 0:
                text = text[:at] + text[at + dice.randint(1, 6) :]
            elif way == 1:
                text = text[:at] + dice.choice(SPLICES) + text[at:]
            else:
                text = text[: at // 2] + text
        yield text


def test_ten_thousand_broken_texts_are_read_or_refused() -> None:
    session = long_session()
    read = 0
    for text in broken_texts(10_000):
        try:
            value = load_json(text)
        except JsonRefused:
            continue
        read += 1
        json.dumps(value, allow_nan=False).encode()
        session.act(mivas_env.parse_action(text))
    assert 500 < read < 9_500
    session.close()


def test_broken_yaml_is_refused() -> None:
    bombs = [
        "a: &x [1]\nb: [*x, *x]\n",
        "a: " + "[" * 5_000,
        "{" * 10_000,
        "a: !!python/object/apply:os.system ['id']",
        "a: 1\na: 2\n",
        "- " * 3_000,
        "x: " + "a" * 100_000,
        "? [a]\n: b\n",
        "\x00",
        "a: \ud800",
    ]
    for text in bombs:
        with pytest.raises(TaskError):
            load_yaml(text, source="bomb.yaml")


@pytest.mark.timed
def test_broken_yaml_is_refused_in_time() -> None:
    assert processor_seconds(test_broken_yaml_is_refused) < 5


def test_every_saved_call_is_strict_json() -> None:
    for name in sampled(call_tasks()):
        task = mivas_env.load_task(name)
        session = roll_out(mivas_env.CallSession(task), oracle(task))
        text = trajectory_json(session.trajectory())
        read = load_json(text, max_depth=12)
        assert json.dumps(read, ensure_ascii=False, sort_keys=True, separators=(",", ":")) == text
        session.close()


def test_hostile_text_is_saved_as_strict_json_too() -> None:
    session = long_session()
    for value in hostile_values():
        session.act(mivas_env.parse_action({"tool": "find_bike", "arguments": {"owner": value}}))
    assert session.step_count > 150
    load_json(trajectory_json(session.trajectory()), max_depth=12)
    session.close()


ONE = [
    ("Å", "A\u030a"), ("Å", "\u212b"), ("ﬁn", "fin"), ("STRASSE", "straße"), ("Ｐark", "park"),
    ("a\u200bb", "ab"), ("a\u00adb", "ab"), ("a\u2060b", "ab"), ("\ufeffa", "a"), ("a\u202eb", "ab"),
    ("a b", "a  b"), ("a b", " a\tb\n"), ("a b", "a\u00a0b"), ("a b", "a\u3000b"), ("½", "1⁄2"),
    ("①", "1"), ("²", "2"), ("Ⅳ", "iv"), ("ſ", "s"), ("Σ", "ς"), ("K", "\u212a"), ("µ", "μ"),
    ("é", "E\u0301"), ("ñ", "N\u0303"), ("ü", "Ü"), ("ç", "Ç"), ("ø", "Ø"), ("æ", "Æ"), ("œ", "Œ"),
    ("þ", "Þ"), ("ä", "a\u0308"), ("ö", "O\u0308"), ("i", "I"), ("a", "ａ"), ("1", "１"), ("9", "９"),
    ("(", "（"), (")", "）"), ("-", "－"), ("+", "＋"), ("@", "＠"), (".", "．"), (",", "，"),
    ("ab", "a\x00b"), ("ab", "a\x7fb"), ("ab", "a\u0085b".replace("\u0085", "")), ("ẞ", "ß"),
    ("Ǆ", "dž"), ("ŀ", "l·"), ("ŉ", "ʼn"),
]  # fmt: skip
TWO = [
    ("a", "а"), ("e", "е"), ("o", "о"), ("p", "р"), ("c", "с"), ("x", "х"), ("y", "у"), ("A", "Α"),
    ("B", "Β"), ("H", "Η"), ("I", "Ι"), ("K", "Κ"), ("M", "Μ"), ("N", "Ν"), ("O", "Ο"), ("T", "Τ"),
    ("i", "\u0131"), ("l", "1"), ("O", "0"), ("-", "\u2010"), ("-", "\u2013"), ("-", "\u2014"),
    ("-", "\u2212"), ("'", "\u2019"), ('"', "\u201c"), ("a", "ä"), ("n", "ñ"), ("e", "é"), ("c", "ç"),
    ("o", "ø"), ("s", "ß"), ("ae", "æ"), ("oe", "œ"), ("d", "ð"), ("1", "١"), ("2", "٢"), ("9", "۹"),
    ("0", "०"), ("ab", "a b"), ("a-b", "ab"), ("a.b", "ab"), ("a_b", "a b"), ("x", "×"), ("u", "µ"),
    ("u", "ü"), ("z", "ž"), ("S", "Ѕ"), ("j", "ј"), ("v", "ν"), ("w", "ω"),
]  # fmt: skip


def test_a_hundred_pairs_of_texts() -> None:
    assert len(ONE) + len(TWO) >= 100
    assert [pair for pair in ONE if fold(pair[0]) != fold(pair[1])] == []
    assert [pair for pair in TWO if fold(pair[0]) == fold(pair[1])] == []
    for first, second in (*ONE, *TWO):
        for text in (first, second):
            assert normalise(normalise(text)) == normalise(text)
            assert fold(fold(text)) == fold(text)


def test_our_errors_are_one_family() -> None:
    for error in (ConfigError, TaskError, mivas_env.TraceError, mivas_env.Fault):
        assert issubclass(error, MivasError)
