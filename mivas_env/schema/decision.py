"""What a decision point is made of: the output contract, the target, the data files, the score.

A desk answers one decision point with one JSON object (`Decision`). The names of queues, flags,
escalations and question keys belong to an industry and come from its `PolicyPack`; only the five
kinds of action, the four priorities and the four verification states are fixed here.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    model_validator,
)
from pydantic_core import PydanticCustomError

from mivas_env.schema.strict_json import MAX_DEPTH, MAX_SAFE_INTEGER

ActionType = Literal["resolve", "route", "escalate", "ask_verification", "ask_clarifying"]
Priority = Literal["P0", "P1", "P2", "P3"]
VerificationState = Literal["unverified", "partial", "verified", "failed"]
Difficulty = Literal["easy", "medium", "hard"]
DecisionSplit = Literal["dev", "eval"]
HardCode = Literal["H1", "H2", "H3", "H4", "H5"]
FormatReason = Literal[
    "not_json", "not_object", "missing_key", "extra_key", "bad_type",
    "blank_reply", "reply_too_long", "bad_vocab",
]  # fmt: skip
Component = Literal[
    "action_type", "destination", "priority", "flags", "policy_citation", "must_ask"
]

ACTION_TYPES: tuple[ActionType, ...] = (
    "resolve", "route", "escalate", "ask_verification", "ask_clarifying",
)  # fmt: skip
PRIORITIES: tuple[Priority, ...] = ("P0", "P1", "P2", "P3")
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard")
SPLITS: tuple[DecisionSplit, ...] = ("dev", "eval")
HARD_CODES: tuple[HardCode, ...] = ("H1", "H2", "H3", "H4", "H5")
DETECTED_CODES: tuple[HardCode, ...] = ("H1", "H4", "H5")
MAX_REPLY_CHARS = 6000
WEIGHTS: dict[Component, float] = {
    "action_type": 0.15,
    "destination": 0.25,
    "priority": 0.15,
    "flags": 0.15,
    "policy_citation": 0.20,
    "must_ask": 0.10,
}

_LAST_YEAR = 9000  # windows that start later would end after the last day there is
_MOST_VALUES = 10_000


def _check_day(text: str) -> str:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise PydanticCustomError("day", "there is no such day") from None
    if day.year > _LAST_YEAR:
        raise PydanticCustomError("day", "days after the year 9000 are not counted")
    return text


def _check_record(value: object) -> object:
    """Refuse what JSON cannot hold, naming no path: one that is nested deeply has a long one."""
    if not isinstance(value, Mapping):
        return value
    record = dict(value)
    level: list[object] = [record]
    seen = 0
    for _ in range(MAX_DEPTH):
        level = [item for holder in level for item in _items_of(holder)]
        seen += len(level)
        if seen > _MOST_VALUES:
            raise PydanticCustomError("record", "it holds more than 10,000 values")
        if not level:
            return record
    raise PydanticCustomError("record", "it is nested deeper than 16 levels")


def _items_of(holder: object) -> list[object]:
    """Return what stands in an object or a list; any other value is looked at and holds nothing."""
    if isinstance(holder, list):
        return holder
    if isinstance(holder, dict):
        if not all(isinstance(key, str) for key in holder):
            raise PydanticCustomError("record", "its keys must be text")
        return list(holder.values())
    if isinstance(holder, (int, float)) and not abs(holder) <= MAX_SAFE_INTEGER:
        raise PydanticCustomError("record", "a number in it lies outside ±2^53")
    if holder is not None and not isinstance(holder, (str, int, float)):
        raise PydanticCustomError("record", "it may only hold objects, lists, texts and numbers")
    return []


PolicyId = Annotated[str, Field(pattern=r"^[A-Z]{3}-[0-9]{2}$")]
Slug = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
IsoDate = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), AfterValidator(_check_day)]
ClockTime = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Record = Annotated[dict[str, JsonValue], BeforeValidator(_check_record)]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Action(_Frozen):
    """What the desk does with the matter: exactly six keys, all of them always present.

    `queue` names the desk of a `route`, `escalate_to` that of an `escalate`; otherwise both are
    None. `flags` and `policy_ids` are read as sets: order and repetition do not matter.
    """

    type: ActionType
    queue: str | None
    escalate_to: str | None
    priority: Priority
    flags: tuple[str, ...]
    policy_ids: tuple[str, ...]

    @property
    def destination(self) -> str | None:
        """Where the matter lands: the queue of a route, the team of an escalation, else None."""
        if self.type == "route":
            return self.queue
        return self.escalate_to if self.type == "escalate" else None


class Decision(_Frozen):
    """The whole output at one decision point: `reply` (1 to 6,000 characters) and `action`."""

    reply: str
    action: Action


class TargetFields(_Frozen):
    """The graded half of a target record: what the right decision is.

    `acceptable_policy_ids` holds the ids that may be cited without loss (it contains the required
    ones; empty means "the required ones"). `allowed_timeline_claims` are entries of the pack's
    `timelines` that apply here. `must_ask` are keys of the pack's question lexicon. `rationale` is
    for people and is never shown to the model.
    """

    may_disclose_account_details: bool
    action_type: ActionType
    queue: str | None = None
    escalate_to: str | None = None
    priority: Priority
    required_flags: tuple[str, ...] = ()
    forbidden_flags: tuple[str, ...] = ()
    required_policy_ids: tuple[PolicyId, ...]
    acceptable_policy_ids: tuple[PolicyId, ...] = ()
    allowed_timeline_claims: tuple[str, ...] = ()
    must_ask: tuple[str, ...] = ()
    rationale: str = ""


class DecisionTarget(TargetFields):
    """A full target record: the graded fields and where the decision point stands.

    The identifying fields are free to be empty when a single output is scored by hand.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    decision_id: str = ""
    episode_id: str = ""
    turn: str = ""
    split: DecisionSplit | None = None
    family: str = ""
    difficulty: Difficulty | None = None
    today: IsoDate | None = None
    now_et: ClockTime | None = None
    verification: VerificationState | None = None


class DecisionContext(_Frozen):
    """What the detectors may know beside the reply.

    `account_facts` is the record that the desk can see; `customer_text` everything that the
    customer has written so far. `today` counts as day 0 of every window. Lists of customer
    messages are joined; `may_disclose_account_details` is read as `may_disclose`; unknown keys are
    ignored, so that a saved target or decision point can be handed in as it is.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    today: IsoDate = "2026-08-19"
    now_et: ClockTime = "12:00"
    verification: VerificationState = "unverified"
    may_disclose: bool = False
    allowed_timeline_claims: tuple[str, ...] = ()
    account_facts: Record = Field(default_factory=dict)
    customer_text: str = ""

    @model_validator(mode="before")
    @classmethod
    def _read_loose_forms(cls, data: object) -> object:
        if not isinstance(data, Mapping):
            return data
        found = {str(key): value for key, value in data.items()}
        if "may_disclose" not in found and "may_disclose_account_details" in found:
            found["may_disclose"] = found["may_disclose_account_details"]
        text = found.get("customer_text")
        if isinstance(text, (list, tuple)):
            found["customer_text"] = "\n".join(str(line) for line in text)
        facts = found.get("account_facts", found.get("account"))
        if isinstance(facts, (list, tuple)):
            facts = {f"fact_{index}": value for index, value in enumerate(facts, start=1)}
        found["account_facts"] = {} if facts is None else facts
        return found


class Utterance(_Frozen):
    """One message of the conversation, as the model sees it."""

    speaker: Literal["customer", "agent"]
    text: str


class DecisionPoint(_Frozen):
    """One decision as the model meets it, with its target and its gold reply.

    `conversation` ends with the customer's latest message; earlier agent messages are the gold
    replies, so that decisions of one episode are scored independently of what a model said before.
    """

    decision_id: str
    episode_id: str
    turn: str
    split: DecisionSplit
    family: str
    difficulty: Difficulty
    trap: str | None
    today: IsoDate
    now_et: ClockTime
    verification: VerificationState
    third_party: bool
    account: Record
    conversation: tuple[Utterance, ...]
    target: DecisionTarget
    gold: Decision

    @property
    def context(self) -> DecisionContext:
        """What the detectors may see of this point."""
        said = [turn.text for turn in self.conversation if turn.speaker == "customer"]
        return DecisionContext(
            today=self.today,
            now_et=self.now_et,
            verification=self.verification,
            may_disclose=self.target.may_disclose_account_details,
            allowed_timeline_claims=self.target.allowed_timeline_claims,
            account_facts=self.account,
            customer_text="\n".join(said),
        )


class DecisionTurn(_Frozen):
    """One entry of an episode file under `decisions`.

    `customer` holds the messages that are new since the previous decision; `reply` is the gold
    reply; the gold action follows from the target. `third_party` says that someone other than the
    account holder is writing. `trap` names what makes a hard decision hard, None otherwise.
    """

    turn: Annotated[str, Field(pattern=r"^d[1-9]$")]
    family: Slug
    difficulty: Difficulty
    trap: Slug | None = None
    now_et: ClockTime | None = None
    verification: VerificationState
    third_party: bool = False
    customer: Annotated[tuple[str, ...], Field(min_length=1)]
    target: TargetFields
    reply: Annotated[str, Field(min_length=1, max_length=MAX_REPLY_CHARS)]


class DecisionEpisode(_Frozen):
    """One file of the data set: a conversation with one to four decision points.

    `account` is the record that the desk can see in the whole episode; `today` is an ISO date and
    `now_et` a 24-hour clock time in New York.
    """

    episode_id: Annotated[str, Field(pattern=r"^E[0-9]{3}$")]
    title: str
    split: DecisionSplit
    pack_version: str
    today: IsoDate
    now_et: ClockTime
    account: Record
    decisions: Annotated[tuple[DecisionTurn, ...], Field(min_length=1, max_length=4)]

    @model_validator(mode="after")
    def _check_turns(self) -> Self:
        expected = tuple(f"d{number}" for number in range(1, len(self.decisions) + 1))
        if tuple(entry.turn for entry in self.decisions) != expected:
            message = f"turns must be {', '.join(expected)} in order and without gaps"
            raise ValueError(message)
        return self

    def points(self) -> Iterator[DecisionPoint]:
        """Yield the decision points in order, each with the whole conversation up to it."""
        talk: list[Utterance] = []
        for entry in self.decisions:
            talk += [Utterance(speaker="customer", text=text) for text in entry.customer]
            yield self._resolve(entry, tuple(talk))
            talk.append(Utterance(speaker="agent", text=entry.reply))

    def _resolve(self, entry: DecisionTurn, talk: tuple[Utterance, ...]) -> DecisionPoint:
        now_et = entry.now_et or self.now_et
        place = {
            "decision_id": f"{self.episode_id}-{entry.turn}",
            "episode_id": self.episode_id,
            "turn": entry.turn,
            "split": self.split,
            "family": entry.family,
            "difficulty": entry.difficulty,
            "today": self.today,
            "now_et": now_et,
            "verification": entry.verification,
        }
        target = entry.target
        action = Action(
            type=target.action_type,
            queue=target.queue,
            escalate_to=target.escalate_to,
            priority=target.priority,
            flags=target.required_flags,
            policy_ids=target.required_policy_ids,
        )
        return DecisionPoint.model_validate(
            place
            | {
                "trap": entry.trap,
                "third_party": entry.third_party,
                "account": self.account,
                "conversation": talk,
                "target": DecisionTarget.model_validate(place | target.model_dump()),
                "gold": Decision(reply=entry.reply, action=action),
            }
        )


class Finding(_Frozen):
    """One stretch of a reply that a detector fired on; `reply[start:end] == text`."""

    start: int
    end: int
    rule_id: str
    text: str


class Suppressed(_Frozen):
    """One stretch that looked like a violation and was let pass, and the rule that let it."""

    start: int
    end: int
    text: str
    reason: str


class Findings(_Frozen):
    """What one detector says about one reply."""

    detector: HardCode
    fires: bool
    spans: tuple[Finding, ...] = ()
    suppressed: tuple[Suppressed, ...] = ()


class DecisionScore(_Frozen):
    """The score of one output at one decision point.

    `components` values lie in [0, 1] and are None when the format gate failed. `hard_violations`
    lists every code that fired, `advisory_violations` those among them that do not gate in this
    run. `graded` is the weighted sum of the components (None when the gate failed); `composite` is
    0 when the gate failed or a gating criterion fired, else `graded`; `composite_all_gates` lets
    every criterion gate.
    """

    format_valid: bool
    format_reason: FormatReason | None = None
    components: dict[Component, float | None]
    hard_violations: tuple[HardCode, ...] = ()
    advisory_violations: tuple[HardCode, ...] = ()
    graded: float | None = None
    composite: float
    composite_all_gates: float
    findings: dict[HardCode, Findings] = Field(default_factory=dict)
    decision: Decision | None = None

    @property
    def format_invalid(self) -> bool:
        """Whether the output broke the output contract."""
        return not self.format_valid


class Policy(_Frozen):
    """One rule of a pack. `timelines` are the periods it states, word for word as quotable."""

    id: PolicyId
    title: str
    text: str
    timelines: tuple[str, ...] = ()
    since: str


class AskKey(_Frozen):
    """A fact that a reply can ask for: `patterns` are word-bounded, case-folded expressions."""

    key: Slug
    label: str
    patterns: Annotated[tuple[str, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _compile(self) -> Self:
        for pattern in self.patterns:
            re.compile(pattern)
        return self


class DestinationRule(_Frozen):
    """A hard criterion on the action: when `flag` is required, the matter must land as stated.

    `action_type` None lets a route and an escalation both satisfy it. `needs_flag` says whether
    the emitted action must carry the flag too.
    """

    code: HardCode
    flag: Slug
    destination: Slug
    priority: Priority
    action_type: ActionType | None = None
    needs_flag: bool = False


class DatedWindow(_Frozen):
    """A window that applies only to reports within `days` of the account fact `fact` (a date)."""

    policy_id: PolicyId
    fact: Slug
    days: Annotated[int, Field(gt=0)]


class PolicyPack(_Frozen):
    """Everything that is particular to one firm: rules, vocabularies, calendar, names.

    `firm_names` are the words that count as "we". `clock_times` are the times of day that may
    always be stated, such as "14:00 ET". `holidays` are ISO dates on which no business is done.
    """

    firm: str
    firm_names: Annotated[tuple[str, ...], Field(min_length=1)]
    version: str
    policies: tuple[Policy, ...]
    queues: tuple[Slug, ...]
    escalations: tuple[Slug, ...]
    flags: tuple[Slug, ...]
    families: tuple[Slug, ...]
    traps: tuple[Slug, ...]
    asks: tuple[AskKey, ...]
    destination_rules: tuple[DestinationRule, ...]
    conversation_windows: dict[PolicyId, tuple[str, ...]] = Field(default_factory=dict)
    dated_windows: tuple[DatedWindow, ...] = ()
    clock_times: tuple[str, ...] = ()
    holidays: tuple[IsoDate, ...] = ()

    @model_validator(mode="after")
    def _check_unique(self) -> Self:
        ids = [policy.id for policy in self.policies]
        if len(ids) != len(set(ids)):
            message = "a policy id stands twice; keep one"
            raise ValueError(message)
        return self

    @cached_property
    def policy_ids(self) -> frozenset[str]:
        """The ids that exist."""
        return frozenset(policy.id for policy in self.policies)
