"""An utterance cut into clauses, each with what stands in it and what in it is not asserted."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from mivas_env.caller.speech import plain_words
from mivas_env.caller.speech.compiled import CompiledLexicon, Named
from mivas_env.caller.speech.cutting import FREE_SUBJECTS, cut
from mivas_env.caller.speech.figures import Figure
from mivas_env.caller.speech.phrases import Match
from mivas_env.caller.speech.quoting import READ_OUT, quoted_spans, read_out
from mivas_env.caller.speech.trade import TradeWords
from mivas_env.caller.speech.wording import Wording, read_words

_COMPLEMENTS = plain_words.word_set(
    "that if and as since because hear understand see know whether but or when what believe think"
)
_DETERMINERS = frozenset({"the", "our", "my", "this", "that"})
_AT_THE = ["at", "the"]
_COMFORT = frozenset({"okay", "alright"})
_SUBORDINATE_WORDS = 3
_ARTICLES = frozenset({"the", "a", "your", "his", "her", "each"})
_TELL_US = ("let", "know")

Span = tuple[int, int]


@dataclass(slots=True)
class Clause:
    """One clause: ``words[start:end]`` of its utterance.

    `found` maps a tag kind to its matches, `names` an entity type to (word index, canonical id).
    `dead` spans are not asserted (promised, asked about, conditional, quoted), `unbound` spans do
    not even name (conditional). `unknown` spans are said not to be known. `stop` is the mark that
    ends the sentence here, `joined` the word that joins the clause to the one before ("" for none).
    """

    start: int
    end: int
    stop: str
    joined: str
    question: bool = False
    garbled: bool = False
    found: dict[str, list[Match]] = field(default_factory=dict)
    names: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    dead: list[Span] = field(default_factory=list)
    unbound: list[Span] = field(default_factory=list)
    unknown: list[Span] = field(default_factory=list)

    def alive(self, at: int) -> bool:
        """Say whether the word at index `at` is asserted."""
        return not any(a <= at < b for a, b in self.dead)

    def naming(self, at: int) -> bool:
        """Say whether the word at index `at` may name what the clause is about."""
        return not any(a <= at < b for a, b in self.unbound)


@dataclass(frozen=True, slots=True)
class Utterance:
    """Everything heard in one utterance, in order. Indices refer to `words`.

    `trade` holds the words and acts of the trade that it is heard in.
    """

    words: Sequence[str]
    breaks: Sequence[str]
    values: dict[int, Named | Figure]
    clauses: list[Clause]
    trade: TradeWords

    def named(self, clause: Clause, kind: str) -> list[str]:
        """Return the canonical ids of type `kind` that the clause is about, in order."""
        mentions = clause.names.get(kind)
        if mentions is None:
            return []
        if not clause.unbound:
            return [name for _, name in mentions]
        return [name for at, name in mentions if clause.naming(at)]

    def mentions(self, clause: Clause, kind: str) -> list[tuple[int, str]]:
        """Return (word index, canonical id) of every mention in the clause, conditions included.

        A description inside a longer one does not count: "a consult" in "you have a consult".
        """
        return clause.names.get(kind, [])

    def figures(self, clause: Clause, *kinds: str) -> list[tuple[int, Figure]]:
        """Return the figures of these kinds in the clause, with their word index, in order."""
        start, end = clause.start, clause.end
        return [
            (i, value)
            for i, value in self.values.items()
            if start <= i < end and isinstance(value, Figure) and value.kind in kinds
        ]


_NEAR = frozenset({"near", "nearby", "beside", "behind", "unlike", "opposite"})
_NEAR_PAIRS = frozenset(
    {
        ("close", "to"),
        ("next", "to"),
        ("far", "from"),
        ("across", "from"),
        ("blocks", "from"),
        ("other", "than"),
        ("is", "not"),
    }
)


def _landmark(words: Sequence[str], i: int) -> bool:
    """Say whether a name only tells where something else is: "near Park Avenue"."""
    j = i - 1 if i and words[i - 1] in ("the", "our") else i
    if j and words[j - 1] == "not" and words[i] in words[i + 1 : i + 5]:
        return True  # "not Park Avenue, Montclair"
    return j > 0 and (words[j - 1] in _NEAR or tuple(words[max(0, j - 2) : j]) in _NEAR_PAIRS)


def read_utterance(text: str, lexicon: CompiledLexicon, heard_words: int) -> Utterance:
    """Cut what is heard of `text` into clauses and find the phrases of the lexicon in each."""
    wording = read_words(text, heard_words)
    if not wording.garbled and not READ_OUT.isdisjoint(wording.words):
        wording = Wording(*read_out(wording.words, wording.breaks, lexicon.trade), wording.garbled)
    words, breaks, values, garbled = lexicon.collapse(wording)
    clauses = [Clause(*piece) for piece in cut(words, breaks, lexicon.trade)]
    quoted = quoted_spans(words, lexicon.trade)
    tree = lexicon.tree
    scripted = _transcript_start(words, breaks, lexicon.trade)
    for clause in clauses:
        clause.garbled = clause.end > scripted or any(
            clause.start <= i < clause.end for i in garbled
        )
        found = clause.found
        for match in tree.find(words, clause.start, clause.end):
            kind = match.tag[0]
            if kind in found:
                found[kind].append(match)
            else:
                found[kind] = [match]
        clause.question = _asks(words, breaks, clause)
        if quoted:
            clause.dead.extend(quoted)
        _scope(words, breaks, clause)
        if "ref" in found:
            _describe(clause)
    for before, clause in pairwise(clauses):
        if clause.question and _goes_on(words, clauses, before, clause):
            clause.question = False
    _take_back(words, breaks, clauses)
    if values:
        _name(words, values, clauses)
    return Utterance(words, breaks, values, clauses, lexicon.trade)


def _take_back(words: Sequence[str], breaks: Sequence[str], clauses: list[Clause]) -> None:
    """Leave unheard what is taken back in its sentence: "you're booked, oh wait, no, it failed"."""
    for i in range(1, len(words)):
        if not breaks[i] or words[i] not in _TAKING_BACK:
            continue
        if words[i - 1] not in _TAKING_BACK[words[i]] and not (
            words[i] == "wait" and breaks[i - 1]
        ):
            continue
        if words[i - 2 : i + 1] == ["yes", "or", "no"]:
            continue
        for clause in reversed(clauses):
            if clause.start < i - 1 < clause.end:
                clause.dead.append((clause.start, i))
            elif clause.end <= i - 1:
                if clause.stop:
                    break
                clause.garbled = True


_TAKING_BACK = {
    "wait": frozenset({"no", "oh", "or"}),
    "no": frozenset({"actually", "oh", "or", "wait"}),
    "on": frozenset({"hang", "hold"}),
    "that": frozenset({"scratch", "strike"}),
}
"""The last word of what takes back, and the words before it."""


def _goes_on(words: Sequence[str], clauses: list[Clause], before: Clause, clause: Clause) -> bool:
    """Say whether what looks like a question tells more of what stands before the comma.

    "The larger charge, the one from April, is there because …", "…, what was left of it."
    """
    if before.stop or before.question or clause.joined:
        return False
    ending = next((c.stop for c in clauses[clauses.index(clause) :] if c.stop), "")
    if ending not in (".", ";"):
        return False
    if words[clause.start] == "what":
        return True
    return words[clause.start] in plain_words.AUXILIARIES and plain_words.AUXILIARIES.isdisjoint(
        words[before.start : before.end]
    )


def _name(words: Sequence[str], values: dict[int, Named | Figure], clauses: list[Clause]) -> None:
    """Hand every name to the clause it stands in."""
    place = 0
    for i, value in values.items():
        if isinstance(value, Named) and not _landmark(words, i):
            while place < len(clauses) and clauses[place].end <= i:
                place += 1
            if place < len(clauses) and clauses[place].start <= i:
                clauses[place].names.setdefault(value.kind, []).append((i, value.canonical))


def _describe(clause: Clause) -> None:
    """Read descriptions as names; one inside a longer one does not count."""
    refs = clause.found["ref"]
    for m in refs:
        size = m.end - m.start
        if not any(
            o.tag[1] == m.tag[1]
            and o.start <= m.start
            and m.end <= o.end
            and o.end - o.start > size
            for o in refs
        ):
            clause.names.setdefault(m.tag[1], []).append((m.start, m.tag[2]))


def _transcript_start(words: Sequence[str], breaks: Sequence[str], trade: TradeWords) -> int:
    """Return where lines of another speaker are recited ("caller: goodbye"), to be left unheard."""
    for i, mark in enumerate(breaks):
        if mark != ":" or (i and not breaks[i - 1]):
            continue
        if words[i] in _SPEAKERS or words[i] in trade.client:
            return i
    return len(words)


_SPEAKERS = plain_words.word_set(
    "caller customer user human assistant agent system developer operator tool narrator"
)


def _asks(words: Sequence[str], breaks: Sequence[str], clause: Clause) -> bool:
    """Say whether the clause is a question, by its mark or by its word order."""
    i = clause.start
    while i < clause.end and words[i] in plain_words.LEADS:
        i += 1
    if i + 1 < clause.end:
        word, after = words[i], words[i + 1]
        if (
            word in plain_words.AUXILIARIES
            and not (echoes(words, clause) and clause.stop != "?")
            and after != "not"
            and (
                after in plain_words.SUBJECTS
                or (after[:1] == "<" and after not in plain_words.FIGURE_CLASSES)
                or after in ("your", "the", "our", "anyone")
            )
        ):
            return True
        if word in ("what", "how", "who") and after not in ("you", "we", "i"):
            # "What it says is …", "what our list has is …" tell; "what it costs?" asks by its mark.
            told = after in FREE_SUBJECTS or (word == "what" and after in _DETERMINERS)
            return not told or clause.stop == "?"
        if (
            word in ("when", "where", "why", "which")
            and after in plain_words.AUXILIARIES
            and word != "which"
        ):
            return True
    if clause.stop != "?":
        return False
    last = clause.end - 1
    comfort = words[last] in _COMFORT and last > clause.start and breaks[last - 1] == ","
    return not comfort


def echoes(words: Sequence[str], clause: Clause) -> bool:
    """Say whether the clause says the same of another thing: "and so does Park Avenue"."""
    head = words[clause.start : clause.start + 2]
    return head[:1] == ["so"] and head[1:] != [] and head[1] in plain_words.AUXILIARIES


def _scope(words: Sequence[str], breaks: Sequence[str], clause: Clause) -> None:
    """Mark what the frames of the clause take out of assertion."""
    found = clause.found
    if "unknown" in found:
        found["unknown"] = [m for m in found["unknown"] if not _beyond_doubt(words, m)]
    for match in found.get("unknown", ()):
        clause.unknown.append((match.start, clause.end))
    for match in found.get("cond", ()):
        if any(hedge.start == match.start for hedge in found.get("hedge", ())):
            continue
        span = (match.start, _subordinate_end(words, breaks, clause, match.end))
        clause.dead.append(span)
        if not any(a < match.start for a, _ in clause.unknown):
            clause.unbound.append(span)
    for match in found.get("temporal", ()):
        claimed = any(c.start == match.start for c in found.get("claim", ()))
        ends = match.end >= clause.end or breaks[match.end - 1] or _points(words, match.end)
        ends = ends or (match.start > 0 and words[match.start - 1 : match.start + 1] == _AT_THE)
        if not ends and words[match.end] not in plain_words.FIGURE_CLASSES and not claimed:
            clause.dead.append((match.start, _subordinate_end(words, breaks, clause, match.end)))
    if "quote" in found or "promise" in found:
        _frame(words, breaks, clause)
    clause.dead.extend(clause.unknown)


def _beyond_doubt(words: Sequence[str], match: Match) -> bool:
    """Say whether "doubt" is only denied: "no doubt", "without a doubt"."""
    before = words[max(0, match.start - 2) : match.start]
    return words[match.start] == "doubt" and not _SURELY.isdisjoint(before)


_SURELY = frozenset({"no", "without", "beyond"})


def _points(words: Sequence[str], at: int) -> bool:
    """Say whether only a point in time follows: "after that point we charge …", "before then"."""
    after = words[at + 1] if at + 1 < len(words) else ""
    return words[at] in ("that", "this", "then") and after not in plain_words.AUXILIARIES


def _frame(words: Sequence[str], breaks: Sequence[str], clause: Clause) -> None:
    """Mark what is only reported or promised, unless a performing phrase overrules it."""
    performs = clause.found.get("perform", ())
    for kind in ("quote", "promise"):
        for match in clause.found.get(kind, ()):
            if _performed(match, performs, words) or _denies(words, match):
                continue
            if (
                _of_others(words, match.start, clause.start)
                or "only" in words[match.start : match.end]
            ):
                continue
            if words[match.start] == "you" and words[match.end : match.end + 1] == ["<num>"]:
                continue  # "You want 219 Pacific Court" tells the way.
            end = _answer_start(words, breaks, match.end, clause.end)
            if words[match.start] == "you" and _is_relative(words, clause, match.start):
                span = range(match.end, end)
                end = next((i for i in span if words[i] in plain_words.AUXILIARIES), end)
            clause.dead.append((match.start, end))


def _of_others(words: Sequence[str], at: int, start: int) -> bool:
    """Say whether it is a thing that is glad to: "Cobble Hill is happy to take it"."""
    if words[at] not in _GLAD or at - 2 < start:
        return False
    subject = words[at - 2]
    return words[at - 1] in ("is", "'s", "are") and (subject == "they" or subject[:1] == "<")


_GLAD = frozenset({"glad", "happy", "pleased"})


def _denies(words: Sequence[str], match: Match) -> bool:
    """Say whether the frame is no promise at all: "I can not …", "I will not …", "let us know"."""
    after = words[match.end] if match.end < len(words) else ""
    return "not" in (words[match.end - 1], after) or (words[match.start], after) == _TELL_US


def _is_relative(words: Sequence[str], clause: Clause, at: int) -> bool:
    """Say whether "you mentioned" hangs on a noun: "the plan you mentioned is accepted"."""
    if at <= clause.start:
        return False
    before = words[at - 1]
    return before not in plain_words.LEADS and before not in _COMPLEMENTS


def _performed(match: Match, performs: Sequence[Match], words: Sequence[str]) -> bool:
    """Say whether a performing phrase ("I can confirm that") overrules the frame `match`."""
    for perform in performs:
        if perform.start <= match.start < perform.end or perform.start == match.start + 1:
            after = words[perform.end] if perform.end < len(words) else ""
            if after not in ("if", "whether", "which", "what"):
                return True
    return False


def _subordinate_end(words: Sequence[str], breaks: Sequence[str], clause: Clause, at: int) -> int:
    """Return where a subordinate clause that goes on at `at` ends."""
    i = at
    while i < clause.end:
        if breaks[i] in (",", ":"):
            return i + 1
        if (
            i >= at + _SUBORDINATE_WORDS - (words[at] in _ARTICLES)
            and i + 1 < clause.end
            and words[i] in FREE_SUBJECTS
            and words[i + 1] in plain_words.AUXILIARIES
        ):
            return i
        i += 1
    return clause.end


def _answer_start(words: Sequence[str], breaks: Sequence[str], at: int, end: int) -> int:
    """Return where a framed stretch is cut short by ", yes …" or ", no …"."""
    for i in range(at, end - 1):
        if breaks[i] in (",", ":"):
            skip = 1 + (words[i + 1] in ("and", "so"))
            if i + skip < end and words[i + skip] in ("yes", "no"):
                return i + skip
    return end
