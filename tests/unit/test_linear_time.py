"""Text from strangers is read in time that grows in line with its length.

No bound here is a number of seconds: each compares a text with one four times as long. Calls are
counted, which is exact on any machine. What happens inside one regular expression cannot be counted
from Python, so there the processor's time is compared: it grows fourfold when the work is linear
and sixteenfold when it is quadratic. Those tests are marked `timed` and run on demand, since what
else a machine does can still slow one text more than the other.
"""

import itertools
import random
import re
import string
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest
from caller_kit import MARIA, make_caller
from processor_time import processor_seconds

from mivas_env.episode.kit import kit_of
from mivas_env.registry import industry_entry_points, industry_named
from mivas_env.schema.decision import MAX_REPLY_CHARS, DecisionContext, HardCode
from mivas_env.schema.text import fold
from mivas_env.verifier.decisions.detectors import detect
from mivas_env.verifier.decisions.reading import read_pack

Run = Callable[[str], object]

TIMES_LONGER = 4
# A little above fourfold: what is counted is exact, and a text need not split evenly.
MOST_CALLS = 4.5
# Half-way, as a factor, between fourfold and sixteenfold.
MOST_TIME = 8.0
# The first tries decide when nothing disturbs them; a disturbed one is measured again.
LEAST_TRIES, MOST_TRIES = 2, 20
_CLEAR_SECONDS = 0.0005

PACK_FILE = Path(__file__).parents[2] / "mivas_env/industries/brokerage/policy_pack.yaml"
PACK = read_pack(PACK_FILE.read_text(encoding="utf-8"), source=PACK_FILE.name)
LEAKY = DecisionContext(
    account_facts={"cash_balance_usd": 2840.5, "positions": [{"ticker": "AAPL", "shares": 30}]},
    customer_text="Where is my order, and should I sell my AAPL shares?",
)


def count_calls(run: Run, text: str) -> int:
    """Count the calls, of Python functions and of built-in ones, that reading `text` makes.

    It is read once before, so that expressions compiled at their first use are not counted.
    """
    run(text)
    calls = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run(text)
    finally:
        sys.setprofile(before)
    return calls


def call_growth(run: Run, short: str, long: str) -> float:
    """Return how many times more calls the long text takes."""
    return count_calls(run, long) / count_calls(run, short)


def seconds_of(run: Run, text: str, repeats: int) -> float:
    def read_again() -> None:
        for _ in range(repeats):
            forget_texts()
            run(text)

    return processor_seconds(read_again)


def forget_texts() -> None:
    """Empty what was kept of texts: a cache that holds the short text alone would tell lies."""
    for module in list(sys.modules.values()):
        if module.__name__.startswith("mivas_env.verifier.decisions"):
            for found in vars(module).values():
                if hasattr(found, "cache_clear"):
                    found.cache_clear()


def time_growth(run: Run, short: str, long: str) -> float:
    """Return how many times more processor time the long text takes, at the least disturbed."""
    repeats = 1
    while seconds_of(run, short, repeats) < _CLEAR_SECONDS:
        repeats *= 4
    least_short = least_long = float("inf")
    for tried in range(1, MOST_TRIES + 1):
        least_short = min(least_short, seconds_of(run, short, repeats))
        least_long = min(least_long, seconds_of(run, long, repeats))
        if tried >= LEAST_TRIES and least_long <= MOST_TIME * least_short:
            break
    return least_long / least_short


def pairs(samples: Callable[[int], dict[str, str]], length: int) -> Iterator[tuple[str, str, str]]:
    """Yield (name, short text, long text of `length` characters) of every sample."""
    short, long = samples(length // TIMES_LONGER), samples(length)
    for name in long:
        yield name, short[name], long[name]


def fill(filler: str, length: int) -> str:
    return (filler * (length // len(filler) + 1))[:length]


# --- The yardsticks themselves --------------------------------------------------------------------


def _look_once(text: str) -> None:
    for letter in text:
        letter.isalpha()


def _look_back_each_time(text: str) -> None:
    for place in range(len(text)):
        _look_once(text[:place])


def test_counted_calls_tell_a_linear_reader_from_a_quadratic_one() -> None:
    assert call_growth(_look_once, "a" * 100, "a" * 400) <= MOST_CALLS
    assert call_growth(_look_back_each_time, "a" * 100, "a" * 400) > 3 * MOST_CALLS


@pytest.mark.timed
def test_processor_time_tells_a_linear_expression_from_a_quadratic_one() -> None:
    short, long = "a" * 600, "a" * 2400
    assert time_growth(re.compile(r"\b\w+!").search, short, long) <= MOST_TIME
    assert time_growth(re.compile(r"\w+!").search, short, long) > MOST_TIME


# --- The detectors of written decisions -----------------------------------------------------------

_WORDS = [
    *("we", "will", "you", "your", "order", "not", "the", "that", "if", "and", "call", "in", "3"),
    *("days", ",", "by", "friday", "sell", "hold", "is", "was", "$400", "said", "no", "later"),
    *("than", "to", "a", "of", "with", "better", "good", "it", "cannot", "i'd", "recommend"),
    "balance",
]
_PIECES = (
    "a ", "a", "we ", "not ", "3 days ", "we will call in 3 days ", '"', "'a ", "\n", ", ", "(",
    "the ", "your order ", "1,000 ", "1", ".", "if ", "one hundred and ", "\u00e9 ", "\u200b",
    "sell ", "- a\n", "you said: ", "$ 1 ", "i would ", "word ", "the transfer of the ",
    "there is a ", "yes, it is ", "our team ", "1 ", "*", "!? ", "buy AA. ", "i'd ",
    "selling it would ", "is in your ", "if you sell, ", "no view on ", "you have ",
)  # fmt: skip


def replies(length: int) -> dict[str, str]:
    """Return replies of `length` characters that are hard to read, by name."""
    chance = random.Random(11)  # noqa: S311  (a seeded stream of words)
    # One block, repeated: a longer reply is more of the same and nothing else.
    size = MAX_REPLY_CHARS // TIMES_LONGER
    mixes = [" ".join(chance.choice(_WORDS) for _ in range(size // 3)) for _ in range(4)]
    blocks = [mix[: size - 9].ljust(size - 1, "e") + " " for mix in mixes]
    letters = itertools.product(string.ascii_uppercase, repeat=3)
    tickers = " ".join("".join(three) for three in itertools.islice(letters, length // 4 + 1))
    return {
        **{f"mix{number}": fill(block, length) for number, block in enumerate(blocks)},
        **{repr(piece): fill(piece, length) for piece in _PIECES},
        "tickers": tickers[:length],
    }


def judge_for(code: HardCode) -> Run:
    def judge(text: str) -> object:
        return detect(code, text, LEAKY, PACK)

    judge("warm up")
    return judge


@pytest.mark.parametrize("code", ["H1", "H4", "H5"])
def test_the_longest_reply_is_judged_in_a_linear_number_of_calls(code: HardCode) -> None:
    judge = judge_for(code)
    for name, short, long in pairs(replies, MAX_REPLY_CHARS):
        assert call_growth(judge, short, long) <= MOST_CALLS, name


@pytest.mark.timed
@pytest.mark.parametrize("code", ["H1", "H4", "H5"])
def test_the_longest_reply_is_judged_in_linear_time(code: HardCode) -> None:
    judge = judge_for(code)
    for name, short, long in pairs(replies, MAX_REPLY_CHARS):
        assert time_growth(judge, short, long) <= MOST_TIME, name


# --- The caller -----------------------------------------------------------------------------------


FLOODS = (
    "yes ", "park avenue aetna ", "$1", "i have ", "one two three ", "not ", "you can discuss ",
    "a", ".", "'s", "between ",
)  # fmt: skip


def listen(text: str) -> None:
    caller = make_caller(MARIA)
    caller.hear(text)
    caller.reply()


@pytest.mark.parametrize("filler", FLOODS)
def test_a_flood_of_text_is_heard_in_a_linear_number_of_calls(filler: str) -> None:
    listen("Hello.")
    assert call_growth(listen, fill(filler, 25_000), fill(filler, 100_000)) <= MOST_CALLS


@pytest.mark.timed
@pytest.mark.parametrize("filler", FLOODS)
def test_a_flood_of_text_is_heard_in_linear_time(filler: str) -> None:
    listen("Hello.")
    assert time_growth(listen, fill(filler, 25_000), fill(filler, 100_000)) <= MOST_TIME


# --- Arguments of tools ---------------------------------------------------------------------------


def argument_patterns() -> Iterator[str]:
    """Yield every pattern that an industry declares for an argument."""
    for name in industry_entry_points():
        for tool in kit_of(industry_named(name)).toolbox.tools:
            for rule in tool.rules.values():
                if rule.pattern is not None:
                    yield rule.pattern


@pytest.mark.timed
@pytest.mark.parametrize("pattern", sorted(set(argument_patterns())) or [r"[a-z]+"])
def test_every_pattern_of_an_argument_is_linear(pattern: str) -> None:
    search = re.compile(pattern).search
    for filler in ("a", "1", "_", "a_", "slot_", " ", "A1", "-", "GRP"):
        assert time_growth(search, fill(filler, 25_000), fill(filler, 100_000)) <= MOST_TIME, filler


@pytest.mark.timed
def test_normalising_is_linear() -> None:
    for filler in ("a", "\u00e9", "e\u0301", "\u200b", "\u202e", " ", "\ufb01", "\x00"):
        assert time_growth(fold, fill(filler, 25_000), fill(filler, 100_000)) <= MOST_TIME, filler
