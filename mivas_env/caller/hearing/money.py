"""Prices: which money values an utterance asserts, and what they are the price of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from mivas_env.caller.hearing.second_thoughts import offers_more
from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.clauses import Clause, Utterance
from mivas_env.caller.speech.compiled import Named
from mivas_env.caller.speech.figures import Figure, money_cents
from mivas_env.caller.speech.plain_words import word_set

_MAX_PRICE_DIGITS = 5
_LEAST_BARE_DOLLARS = 20
_MOST_HUNDREDS = 12
_LEAST_RANGE = 10_000
_ROUND = 2_500
_THOUSANDS = 1_000_000
_BETWEEN = frozenset({"to", "and", "or", "through", "up", "until", "on"})
_ELSEWHERE = word_set("competitor competitors else elsewhere nationally nationwide")
_OTHERS = frozenset(
    {
        ("another", "office"),
        ("place", "down"),
        ("place", "across"),
        ("other", "places"),
        ("another", "place"),
        ("another", "person"),
        ("my", "own"),
    }
)
"""Somebody else's price."""
_ZERO_LEADS = word_set("are at currently is now read reads say says show showing shows still 's")
_RANGE_WORDS = frozenset({"to", "and", "or", "through"})
_FIGURES = frozenset({"<money>", "<num>", "<time>"})
_TOTALS = frozenset({("all", "together"), ("all", "told"), ("in", "total"), ("in", "all")})
_FLOOR_WORDS = (
    ("starts", "at"),
    ("begins", "at"),
    ("begin", "at"),
    ("beginning", "at"),
    ("start", "at"),
    ("starting", "at"),
    ("starts", "from"),
    ("starting", "from"),
    ("at", "least"),
    ("upwards", "of"),
    ("upward", "of"),
    ("more", "than"),
    ("less", "than"),
    ("up", "to"),
    ("north", "of"),
    ("no", "higher"),
    ("as", "low"),
    ("as", "little"),
    ("as", "much"),
)
_FLOOR_SINGLE = word_set(
    "from over under below above minimum beyond exceed exceeds maximum "
    "starting start starts begin begins beginning"
)
_OTHER_PRICE_WORDS = frozenset({"was", "were", "used", "used to"})
_UNIT_AFTER = frozenset(
    {
        "units",
        "unit",
        "percent",
        "people",
        "floor",
        "times",
        "stars",
        "offices",
        "locations",
        "sessions",
        "areas",
        "st",
        "street",
        "avenue",
        "suite",
        "options",
        "slots",
    }
)
_PRICE_GLUE = word_set(
    """
    after amount anywhere area areas asked be begins between confirms decide decided decides
    depending depends dollars each end exact figure final flat give goes going have high inside
    later less low notice number on or otherwise past per plus point roughly say says session set
    sets settled show shows somewhere start starting starts take than to total unit units until up
    want will window within would you
    """
)
_UNIT_BEFORE = frozenset(
    {
        "suite",
        "floor",
        "room",
        "number",
        "extension",
        "zip",
        "code",
        "dial",
        "press",
        "option",
        "step",
    }
)


@dataclass(frozen=True, slots=True)
class Price:
    """One asserted figure. `doubted` holds for doubt, `bounded` for a one-sided limit."""

    cents: int
    topic: str | None
    place: int
    doubted: bool
    bounded: bool


@dataclass(frozen=True, slots=True)
class MoneyReading:
    """All money said in one utterance: every distinct value, and the asserted prices."""

    values: frozenset[int]
    prices: tuple[Price, ...]
    undermined: bool


def read_money(
    utterance: Utterance, topic: str, own_names: frozenset[str], *, asked: bool
) -> MoneyReading:
    """Collect the money of an utterance.

    A price without a topic of its own takes the topic of the clause before, or None. A bare range
    ("three to six hundred") is money when the price of `topic` was `asked` last or just named.
    """
    values: set[int] = set()
    prices: list[Price] = []
    carried: str | None = None
    undermined = doubt = False
    for place, clause in enumerate(utterance.clauses):
        due = asked and carried in (None, topic)
        amounts = _amounts(utterance, clause)
        if not amounts and (carried == topic or due):
            amounts = _bare_range(utterance, clause, own_names)
        if not amounts and due:
            amounts = _bare_single(utterance, clause, own_names)
        prices.extend(_nothing_due(place, clause))
        values.update(cents for _, cents in amounts)
        topics = _topics(utterance, clause)
        if amounts and not clause.question and not clause.garbled:
            said = _prices(utterance, place, amounts, carried, own_names, asked=due)
            if doubt and clause.joined in plain_words.ADVERSATIVES:
                said = [replace(price, doubted=True) for price in said]
            prices.extend(said)
        elif prices and "undermine" in clause.found and not clause.question:
            doubts = _short_doubt(utterance, clause) and not offers_more(utterance, place)
            undermined = undermined or doubts
        doubt = "undermine" in clause.found and not clause.question
        if topics:
            carried = topics[-1][2]
    values.update(price.cents for price in prices if price.cents == 0)
    return MoneyReading(frozenset(values), tuple(prices), undermined)


def _nothing_due(place: int, clause: Clause) -> Iterator[Price]:
    """Yield an amount of zero for "you don't owe anything" and its like."""
    if clause.question or clause.garbled:
        return
    for match in clause.found.get("zero", ()):
        if clause.alive(match.start):
            doubted = any(clause.alive(m.start) for m in clause.found.get("hedge", ()))
            yield Price(0, match.tag[1], place, doubted=doubted, bounded=False)
            return


def _amounts(utterance: Utterance, clause: Clause) -> list[tuple[int, int]]:
    """Return (word index, cents) of all money in a clause, bare numbers after a price cue too."""
    amounts: dict[int, int] = {}
    for i, figure in utterance.figures(clause, "money"):
        if isinstance(figure.value, int):
            amounts[i] = figure.value
    cues = clause.found.get("price", ())
    if not amounts and not cues:
        return []
    strong = any(utterance.words[m.start] not in ("it", "that") for m in cues)
    bare: dict[int, int] = {}
    for i, figure in utterance.figures(clause, "num", "time"):
        cents = _bare_cents(utterance, i, figure, joined=_joined(utterance, i, amounts))
        if figure.kind == "time" and not strong:
            continue
        if cents is not None and (cues or _joined(utterance, i, amounts)):
            bare[i] = cents
    merged = {**bare, **amounts}
    return _scale_ranges(utterance.words, sorted(merged.items()))


def _bare_range(
    utterance: Utterance, clause: Clause, own_names: frozenset[str]
) -> list[tuple[int, int]]:
    """Read "three to six hundred", said with nothing else, as money."""
    numbers = utterance.figures(clause, "num")
    if len(numbers) != 2 or not _plain(utterance, clause, own_names):  # noqa: PLR2004 - low and high
        return []
    (i, first), (j, second) = numbers
    low, high = money_cents(str(first.value)), money_cents(str(second.value))
    if low is None or high is None or len(str(second.value)) >= _MAX_PRICE_DIGITS:
        return []
    if high < _LEAST_RANGE or high % _ROUND or not set(utterance.words[i + 1 : j]) <= _BETWEEN:
        return []
    return _scale_ranges(utterance.words, [(i, low), (j, high)])


def _bare_single(
    utterance: Utterance, clause: Clause, own_names: frozenset[str]
) -> list[tuple[int, int]]:
    """Read "forty", or "one forty-three", said with nothing else, as money."""
    numbers = utterance.figures(clause, "num") or _said_as_hour(utterance, clause)
    if len(numbers) != 1 or not _plain(utterance, clause, own_names):
        return []
    i, figure = numbers[0]
    cents = _bare_cents(utterance, i, figure, joined=False)
    return [(i, cents)] if cents is not None and cents >= _LEAST_BARE_DOLLARS * 100 else []


def _said_as_hour(utterance: Utterance, clause: Clause) -> list[tuple[int, Figure]]:
    """Return "one forty-three", said like an hour, where it is all that is said up to a pause."""
    hours = utterance.figures(clause, "time")
    if len(hours) != 1:
        return []
    at = hours[0][0]
    before = [w for w in utterance.words[clause.start : at] if w not in plain_words.LEADS]
    ends = at + 1 == clause.end or bool(utterance.breaks[at])
    return hours if ends and (before == [] or tuple(before) in _IT_IS) else []


def _joined(utterance: Utterance, i: int, amounts: dict[int, int]) -> bool:
    """Say whether the number is one end of a range whose other end is money."""
    words = utterance.words
    back = i >= 2 and words[i - 1] in _RANGE_WORDS and i - 2 in amounts  # noqa: PLR2004 - "<money> to <num>"
    ahead = i + 2 < len(words) and words[i + 1] in _RANGE_WORDS and i + 2 in amounts
    up_to = list(words[i + 1 : i + 3]) == ["up", "to"] and i + 3 in amounts
    return back or ahead or up_to


def _bare_cents(utterance: Utterance, i: int, figure: Figure, *, joined: bool) -> int | None:
    words, trade = utterance.words, utterance.trade
    if figure.kind == "time":
        if figure.exact or not isinstance(figure.value, int):
            return None
        hour, minute = divmod(figure.value, 60)
        if i and words[i - 1] in ("at", "by", "until"):
            return None
        return (hour * 100 + minute) * 100
    text = str(figure.value)
    hundreds, colon, rest = text.partition(":")
    cents = money_cents(hundreds + rest if colon and len(rest) == 2 else text)  # noqa: PLR2004 - "four sixty-five"
    after = words[i + 1] if i + 1 < len(words) else ""
    before = words[i - 1] if i else ""
    if (
        cents is None
        or len(text) >= _MAX_PRICE_DIGITS
        or after in _UNIT_AFTER
        or after in trade.counted
        or after in trade.clients
        or before in _UNIT_BEFORE
    ):
        return None
    if cents == 0:
        return 0 if before in _ZERO_LEADS or after == "balance" else None
    in_range = after in _RANGE_WORDS or before in _RANGE_WORDS
    if cents < _LEAST_BARE_DOLLARS * 100 and not (joined or in_range):
        return None
    return cents


def _scale_ranges(words: Sequence[str], amounts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Read "three to six hundred" as 300 to 600."""
    out = list(amounts)
    for k in range(len(out) - 1):
        (i, low), (j, high) = out[k], out[k + 1]
        small = 0 < low <= _MOST_HUNDREDS * 100 and low % 100 == 0
        joined = j == i + 2 and words[i + 1] in ("to", "or", "and")
        if joined and small and low < high and high % 10_000 == 0:
            out[k] = (i, low * (1000 if high >= _THOUSANDS else 100))
    return [
        (i, cents)
        for i, cents in out
        if cents >= _LEAST_BARE_DOLLARS * 100 or words[i] == "<money>" or cents == 0
    ]


def _topics(utterance: Utterance, clause: Clause) -> list[tuple[int, int, str]]:
    """Return (first word, end, topic) of everything in the clause that money can be about."""
    topics = [(m.start, m.end, m.tag[1]) for m in clause.found.get("topic", ())]
    for i, value in utterance.values.items():
        if (
            isinstance(value, Named)
            and clause.start <= i < clause.end
            and value.canonical in utterance.trade.topics
            # "A Botox consult": the service only tells what kind of visit the money is about.
            and utterance.trade.appointments.isdisjoint(utterance.words[i + 1 : i + 2])
        ):
            topics.append((i, i + 1, value.canonical))
    return sorted(t for t in topics if not any(_within(t, other) for other in topics))


def _within(topic: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    """Say whether one topic is part of a longer one: "visit costs" of "missing a visit costs"."""
    longer = other[1] - other[0] > topic[1] - topic[0]
    return longer and other[2] != topic[2] and other[0] <= topic[0] and topic[1] <= other[1]


def _prices(
    utterance: Utterance,
    place: int,
    amounts: list[tuple[int, int]],
    carried: str | None,
    own_names: frozenset[str],
    *,
    asked: bool,
) -> list[Price]:
    clause = utterance.clauses[place]
    topics = _topics(utterance, clause)
    words = utterance.words
    doubted = any(clause.alive(m.start) for m in clause.found.get("hedge", ()))
    said = words[clause.start : clause.end]
    doubted = doubted or not _ELSEWHERE.isdisjoint(said) or _of_others(utterance, said)
    priced = any(words[m.start] not in ("it", "that") for m in clause.found.get("price", ()))
    single = len(amounts) == 1
    explained = bool(topics) or priced or _plain(utterance, clause, own_names)
    out = []
    denied = -3
    for i, cents in amounts:
        if _denied(words, clause, i) or i == denied + 2:
            denied = i
        if not clause.alive(i) or denied == i:
            continue
        out.append(
            Price(
                cents=cents,
                topic=_topic_of(utterance, topics, i, carried),
                place=place,
                doubted=doubted,
                bounded=(single and _one_sided(words, clause, i))
                or (not topics and _mentioned(words, clause, i))
                or not (explained or (asked and _given(words, clause, i))),
            )
        )
    return out


def _mentioned(words: Sequence[str], clause: Clause, i: int) -> bool:
    """Say whether an amount is only named again: "the $93 is from August" gives no price."""
    return i > clause.start and words[i] == "<money>" and words[i - 1] in _NAMED_AGAIN


_NAMED_AGAIN = frozenset({"the", "those", "these"})


def _of_others(utterance: Utterance, said: Sequence[str]) -> bool:
    """Say whether it is somebody else's price: "another clinic charges …", "my own was …"."""
    trade = utterance.trade
    return any(
        pair in _OTHERS
        or (pair[0] == "another" and (pair[1] in trade.premises or pair[1] in trade.client))
        for pair in pairwise(said)
    )


def _given(words: Sequence[str], clause: Clause, i: int) -> bool:
    """Say whether a figure is given as the answer to a price just asked: "$50 for a visit"."""
    at = next((k for k in range(clause.start, i) if words[k] not in plain_words.LEADS), i)
    if words[i] == "<money>":
        if words[at] in _PERSONS:
            verb = words[at + 1]
            if verb in _ASKING and words[at + 2] in _OF_SOMEBODY:
                return False  # "we bill your insurer $200"
            told = verb in _SAYING and words[at] != "you"
            return told or verb in plain_words.AUXILIARIES or verb in _ASKING
        return words[at] in _GIVERS or tuple(words[max(at, i - 2) : i]) in _IT_IS
    ends = i + 1 >= clause.end
    return ends and i > clause.start and words[i - 1] in _GIVING


_GIVERS = word_set("<money> as at i in it that then there this we you")
_IT_IS = frozenset({("it", "is"), ("that", "is")})
_PERSONS = frozenset({"i", "we", "you"})
_ASKING = word_set("ask bill charge owe pay put")
_SAYING = word_set("mentioned quote quoted said")
_OF_SOMEBODY = frozenset({"her", "his", "my", "their", "your"})
_GIVING = word_set("are charge is pay 's")


def _plain(utterance: Utterance, clause: Clause, own_names: frozenset[str]) -> bool:
    """Say whether a clause without topic or price word holds nothing else but the figure."""
    spans = [
        m
        for kind in ("claim", "perform", "would_be", "soft", "price")
        for m in clause.found.get(kind, ())
    ]
    figured = False
    trade = utterance.trade
    glue = _PRICE_GLUE | trade.priced | trade.premises
    for i in range(clause.start, clause.end):
        word = utterance.words[i]
        if (word in ("depending", "based") and i > clause.start) or (
            figured and utterance.breaks[i - 1] == ","
        ):
            break  # what stands in apposition: "forty dollars, payable at check-in"
        figured = figured or word in _FIGURES
        if word in plain_words.FILLER or word in plain_words.LEADS or word[:1] == "<":
            continue
        if not clause.alive(i):
            continue  # a condition that the price is under
        if word in glue or word in own_names or any(m.start <= i < m.end for m in spans):
            continue
        return False
    return True


def _topic_of(
    utterance: Utterance, topics: list[tuple[int, int, str]], i: int, carried: str | None
) -> str | None:
    """Return the topic a figure belongs to: "<money> for x", else the last before, else after."""
    words, breaks = utterance.words, utterance.breaks
    if not topics:
        return carried
    if tuple(words[i + 1 : i + 3]) in _TOTALS:
        return None
    for start, _, name in topics:
        if i <= start <= i + 4 and not any(breaks[k] for k in range(i, start)):
            gap = list(words[i + 1 : start])
            if "and" not in gap and not any(
                w[:1] == "<" and w not in utterance.trade.priced_names for w in gap
            ):
                return name
    before = [t for t in topics if t[0] < i]
    if before:
        return before[-1][2]
    start, _, name = topics[0]
    pause = next((k for k in range(i, start) if breaks[k] == ","), -1)
    if pause >= 0 and (
        "for" not in words[i + 1 : start] or not _FIGURES.isdisjoint(words[pause:start])
    ):
        return carried
    return name


def _denied(words: Sequence[str], clause: Clause, i: int) -> bool:
    near = words[max(clause.start, i - 4) : i]
    return "not" in near or "never" in near or any(w in _OTHER_PRICE_WORDS for w in near)


def _one_sided(words: Sequence[str], clause: Clause, i: int) -> bool:
    near = list(words[max(clause.start, i - 5) : i])
    if _FLOOR_SINGLE & set(near[-3:]):
        return True
    if any(pair in _FLOOR_WORDS for pair in pairwise(near)):
        return near[-3:-2] not in (["<num>"], ["<money>"])  # "six hundred up to …" is a range
    after = list(words[i + 1 : min(clause.end, i + 4)])
    tail = after[:2]
    return tail in (
        ["and", "up"],
        ["or", "more"],
        ["or", "less"],
        ["and", "above"],
        ["or", "above"],
    ) or (after[:1] == ["plus"] or after[:1] == ["minimum"])


def _short_doubt(utterance: Utterance, clause: Clause) -> bool:
    for match in clause.found.get("undermine", ()):
        if match.end >= clause.end or utterance.breaks[match.end - 1]:
            return True
        if utterance.words[match.end] in (
            "that",
            "it",
            "this",
            "to",
            "first",
            "with",
            "for",
            "the",
        ):
            return True
    return False
