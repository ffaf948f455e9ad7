"""Gate T: the required calls fired with the locked arguments (VERIFIER rules 5 to 13)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mivas_env.schema.arguments import HARNESS_KEYS, ArgumentRule, canonicalise, is_prose, project
from mivas_env.schema.json_values import describe
from mivas_env.schema.lockfile import Expectation, ExpectedCall
from mivas_env.schema.text import is_blank
from mivas_env.schema.trajectory import CallRecord
from mivas_env.schema.verification import CallMatch, CandidateMiss
from mivas_env.verifier.compare import is_blank_text, is_plain, values_match
from mivas_env.verifier.policy import GradingPolicy

Rules = Mapping[str, ArgumentRule]
_NO_RULES: Rules = {}


@dataclass(frozen=True, slots=True)
class LockedArgument:
    """One expected key. `canonical` is prepared where `plain` equality is the whole comparison.

    `rule` is None for a key that the tool does not declare: no live call can ever hold it.
    """

    key: str
    expected: object
    rule: ArgumentRule | None
    plain: bool
    canonical: object


@dataclass(frozen=True, slots=True)
class LockedCall:
    """One expected call, prepared: facts to compare, prose that must not be blank, outcome."""

    name: str
    facts: tuple[LockedArgument, ...]
    prose: tuple[str, ...]
    ok: bool | None
    error_code: str | None

    @property
    def is_bare(self) -> bool:
        """True when no argument is locked: a name-only hit (rule 9)."""
        return not self.facts and not self.prose


@dataclass(frozen=True, slots=True)
class ToolGate:
    """What gate T found. `score` lies in [0, 1] and is 1 when nothing was expected."""

    passed: bool
    score: float
    hit: tuple[str, ...]
    missing: tuple[str, ...]
    forbidden_extra: tuple[str, ...]
    matches: tuple[CallMatch, ...]


class _LiveCall:
    """A live call with its projection and canonical values, each worked out once when needed."""

    __slots__ = ("_arguments", "_canonical", "_rules", "index", "record", "used_by")

    def __init__(self, index: int, record: CallRecord, rules: Rules) -> None:
        self.index = index
        self.record = record
        self.used_by: int | None = None
        self._rules = rules
        self._arguments: dict[str, object] | None = None
        self._canonical: dict[str, object] = {}

    @property
    def arguments(self) -> dict[str, object]:
        if self._arguments is None:
            self._arguments = project(self.record.parameters, self._rules)
        return self._arguments

    def canonical(self, key: str) -> object:
        if key not in self._canonical:
            self._canonical[key] = canonicalise(self.arguments[key], self._rules.get(key))
        return self._canonical[key]


def lock_call(call: ExpectedCall, policy: GradingPolicy) -> LockedCall:
    """Prepare one expected call. Harness keys and empty expected values constrain nothing."""
    rules = _rules_of(call.name, policy)
    facts: list[LockedArgument] = []
    prose: list[str] = []
    for key, expected in call.parameters.items():
        if key in HARNESS_KEYS or is_blank(expected):
            continue
        rule = rules.get(key)
        if is_prose(rule):
            prose.append(key)
            continue
        plain = is_plain(expected, rule)
        canonical = canonicalise(expected, rule) if plain else None
        facts.append(LockedArgument(key, expected, rule, plain, canonical))
    output = call.output
    return LockedCall(call.name, tuple(facts), tuple(prose), output.ok, output.error_code)


def lock_calls(expectation: Expectation, policy: GradingPolicy) -> tuple[LockedCall, ...]:
    """Prepare every expected call, in lockfile order."""
    return tuple(lock_call(call, policy) for call in expectation.exp_tool_calls)


def _rules_of(name: str, policy: GradingPolicy) -> Rules:
    grading = policy.tools.get(name)
    return _NO_RULES if grading is None else grading.arguments


def check_tools(
    locked: Sequence[LockedCall], calls: Sequence[CallRecord], policy: GradingPolicy
) -> ToolGate:
    """Match greedily, one to one, in lockfile order; `calls` stand in wall-clock order (rule 5).

    Args:
        locked: the prepared expected calls.
        calls: every live call.
        policy: gives the argument rules and the tools that are forbidden unless expected.
    """
    by_name: dict[str, list[_LiveCall]] = {call.name: [] for call in locked}
    for index, record in enumerate(calls):
        if record.name in by_name:
            by_name[record.name].append(_LiveCall(index, record, _rules_of(record.name, policy)))
    matches = tuple(_match(index, call, by_name[call.name]) for index, call in enumerate(locked))
    hit = tuple(match.name for match in matches if match.actual_index is not None)
    missing = tuple(match.name for match in matches if match.actual_index is None)
    forbidden = tuple(
        record.name
        for record in calls
        if record.name in policy.forbidden_unless_expected
        and record.name not in by_name
        and record.ok is not False
    )
    return ToolGate(
        passed=not missing and not forbidden,
        score=len(hit) / len(locked) if locked else 1.0,
        hit=hit,
        missing=missing,
        forbidden_extra=forbidden,
        matches=matches,
    )


def _match(index: int, call: LockedCall, candidates: Sequence[_LiveCall]) -> CallMatch:
    misses: list[CandidateMiss] = []
    for live in candidates:
        if live.used_by is not None:
            reason, argument = f"already satisfies expected call {live.used_by}", None
        else:
            found = _find_miss(call, live)
            if found is None:
                live.used_by = index
                return CallMatch(expected_index=index, name=call.name, actual_index=live.index)
            reason, argument = found
        misses.append(CandidateMiss(actual_index=live.index, reason=reason, argument=argument))
    return CallMatch(expected_index=index, name=call.name, candidates=tuple(misses))


def _find_miss(call: LockedCall, live: _LiveCall) -> tuple[str, str | None] | None:
    """Return why a live call does not satisfy an expected one, None when it does.

    Blank prose is judged on the raw arguments, before anything counts as absent (rule 11).
    """
    for key in call.prose:
        if is_blank_text(live.record.parameters.get(key)):
            return f"{key} is blank", key
    if not call.is_bare and live.arguments:
        for fact in call.facts:
            reason = _find_difference(fact, live)
            if reason is not None:
                return reason, fact.key
    return _find_output_difference(call, live.record)


def _find_difference(fact: LockedArgument, live: _LiveCall) -> str | None:
    arguments = live.arguments
    if fact.key not in arguments:
        return f"{fact.key} is absent, expected {describe(fact.expected)}"
    actual = arguments[fact.key]
    if fact.plain:
        # The very text that was locked has its canonical form; only other values need theirs.
        same = type(actual) is str and actual == fact.expected
        if same or fact.canonical == live.canonical(fact.key):
            return None
    elif values_match(fact.expected, actual, fact.rule):
        return None
    return f"{fact.key} is {describe(actual)}, expected {describe(fact.expected)}"


def _find_output_difference(call: LockedCall, record: CallRecord) -> tuple[str, None] | None:
    """Compare ok and error_code, each only where both sides recorded it (rule 12)."""
    if call.ok is not None and record.ok is not None and call.ok != record.ok:
        return f"ok is {record.ok}, expected {call.ok}".lower(), None
    if (
        call.error_code is not None
        and record.error_code is not None
        and call.error_code != record.error_code
    ):
        return f"error_code is {describe(record.error_code)}, expected {call.error_code!r}", None
    return None
