"""The one path of every tool call, whoever makes it (ENV section 8).

Look up at this desk, project, coerce and validate, check preconditions, run the handler in one
transaction, note the session's facts, record the outcome. What the agent does wrong is an answer
to the agent; only our own defects raise.
"""

import re
import sqlite3
from collections.abc import Container, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from pydantic import ValidationError

from mivas_env.errors import Fault
from mivas_env.schema.action import read_name
from mivas_env.schema.arguments import ArgumentRule, Kind, coerce, project
from mivas_env.schema.strict_json import MAX_SAFE_INTEGER, dump_json
from mivas_env.schema.trajectory import CallRecord
from mivas_env.tools.context import Refusal, ToolContext
from mivas_env.tools.spec import Answer, Arguments, Effect, Tool
from mivas_env.tools.toolbox import Toolbox

MAX_TEXT = 2_000
"""Longest string that a tool argument may hold, in characters (PROOF S9)."""
MAX_ITEMS = 50
"""Most elements that a list argument may hold."""
MAX_UNDECLARED = 50
"""Most arguments of one call that no tool declares and the journal keeps all the same."""


class CallDatabase(Protocol):
    """The private database of one call, as dispatch needs it."""

    @property
    def connection(self) -> sqlite3.Connection:
        """The open connection; always inside a transaction."""

    def begin_tool(self) -> None:
        """Make ready for one tool call."""

    def mark_written(self) -> None:
        """Note that business rows may differ from the seed from here on."""

    def store_facts(self, changed: Mapping[str, object]) -> None:
        """Keep session facts inside the call's database."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a tool call returned.

    `ok` with `data`, or not ok with `error_code` and `message` (and sometimes `data`, such as the
    lines to be spoken). `tool` is None when no tool of that name stands at the desk.
    """

    ok: bool
    data: Mapping[str, object] | None = None
    error_code: str | None = None
    message: str | None = None
    tool: Tool | None = None

    def to_json(self) -> str:
        """Return the answer as the agent sees it."""
        if self.ok:
            return dump_json({"ok": True, "data": self.data or {}})
        seen: dict[str, object] = {
            "ok": False,
            "error_code": self.error_code,
            "message": self.message,
        }
        if self.data:
            seen["data"] = self.data
        return dump_json(seen)


class Dispatcher:
    """Runs the tool calls of one session and keeps their journal.

    `journal` holds a `CallRecord` per call, in order, refused calls included.
    """

    def __init__(self, toolbox: Toolbox, database: CallDatabase, context: ToolContext) -> None:
        """Bind a toolbox to one call's database and context."""
        self.toolbox = toolbox
        self.database = database
        self.context = context
        self.journal: list[CallRecord] = []

    def dispatch(self, desk: str, name: str, arguments: object, *, at_ms: int) -> Outcome:
        """Run one call from `desk` at `at_ms` on the call's clock.

        Raises:
            Fault: a handler failed in a way it did not declare; the transaction is rolled back.
        """
        name = read_name(name) or _NO_NAME
        tool = self.toolbox.by_name.get(name)
        kept: Mapping[str, object] = arguments if isinstance(arguments, dict) else {}
        rules: Container[str] | None = None
        if tool is None:
            outcome = Outcome(
                ok=False, error_code="UNKNOWN_TOOL", message="There is no tool of that name."
            )
        elif desk not in tool.desks:
            outcome = Outcome(
                ok=False,
                error_code="TOOL_NOT_AVAILABLE",
                message="This desk does not have that tool. Use one of the tools listed here.",
                tool=tool,
            )
        else:
            rules = tool.rules
            outcome = self._run(tool, desk, arguments, project(kept, tool.rules))
        self._record(desk, name, kept, outcome, at_ms=at_ms, rules=rules)
        return outcome

    def refuse(
        self, desk: str, name: str, arguments: object, code: str, message: str, *, at_ms: int
    ) -> Outcome:
        """Record a call that the frame refuses before any tool is looked up; return its outcome."""
        outcome = Outcome(ok=False, error_code=code, message=message)
        kept: Mapping[str, object] = arguments if isinstance(arguments, dict) else {}
        self._record(desk, read_name(name) or _NO_NAME, kept, outcome, at_ms=at_ms)
        return outcome

    def _record(
        self,
        desk: str,
        name: str,
        arguments: Mapping[str, object],
        outcome: Outcome,
        *,
        at_ms: int,
        rules: Container[str] | None = None,
    ) -> None:
        """Add a call to the journal; what the tool does not declare is kept up to a number.

        `rules` are those of the tool that ran, which dropped the rest; None when none did.
        """
        undeclared = [key for key in arguments if rules is None or key not in rules]
        excess = frozenset(undeclared[MAX_UNDECLARED:])
        dropped = [
            _recordable_text(key) for key in undeclared[:MAX_UNDECLARED] if rules is not None
        ]
        if excess:
            arguments = {key: arguments[key] for key in arguments if key not in excess}
            dropped.append(f"({len(excess)} more)")
        self.journal.append(
            CallRecord.model_construct(
                name=name,
                parameters=_recordable(arguments),
                ok=outcome.ok,
                error_code=outcome.error_code,
                start_offset_ms=at_ms,
                agent=desk,
                dropped=tuple(dropped),
            )
        )

    def _run(
        self, tool: Tool, desk: str, arguments: object, projected: dict[str, object]
    ) -> Outcome:
        complaint = None if isinstance(arguments, dict) else _NOT_AN_OBJECT
        coerced = {}
        for key, value in projected.items():
            rule = tool.rules[key]
            complaint = complaint or _check_bounds(key, value)
            if complaint is None:
                coerced[key] = coerce(value, rule)
                complaint = _check_vocabulary(coerced[key], rule, tool.errors)
        if complaint is None:
            try:
                parsed = tool.arguments.model_validate(coerced)
            except ValidationError as error:
                complaint = ("INVALID_ARGUMENTS", _explain(error))
        if complaint is not None:
            if not tool.lenient or complaint is _NOT_AN_OBJECT:
                return Outcome(ok=False, error_code=complaint[0], message=complaint[1], tool=tool)
            parsed = tool.arguments.model_construct()
        self.context.desk = desk
        self.context.errors = tool.errors
        try:
            outcome = self._transact(tool, parsed)
        except Exception as error:
            message = f"the tool {tool.name} failed: {type(error).__name__}: {error}"
            raise Fault(message) from error
        self._keep_facts()
        return outcome

    def _find_unmet(self, tool: Tool) -> Outcome | None:
        """Return the refusal of the first precondition that does not hold."""
        for condition in tool.requires:
            if not condition.holds(self.context):
                return Outcome(
                    ok=False, error_code=condition.code, message=condition.message, tool=tool
                )
        return None

    def _transact(self, tool: Tool, parsed: Arguments) -> Outcome:
        """Check the preconditions and run the handler; undo every row of a call that is not ok.

        What only looks is undone and reported when rows have changed: SQLite's count says so. Its
        own switch, `PRAGMA query_only`, makes it prepare every statement anew, twice in each call.
        """
        database, context = self.database, self.context
        connection = database.connection
        database.begin_tool()
        before = connection.total_changes
        connection.execute("SAVEPOINT tool_call")
        try:
            context.may_write = False
            outcome = self._find_unmet(tool)
            self._check_only_looked(before)
            context.may_write = tool.effect not in _LOOKS_ONLY
            outcome = outcome or self._attempt(tool, parsed)
            if not context.may_write:
                self._check_only_looked(before)
        except BaseException:  # an interrupt must not leave half a write either
            # A write that SQLite interrupts has taken the whole transaction with it.
            if connection.in_transaction:
                connection.execute("ROLLBACK TO tool_call")
                connection.execute("RELEASE tool_call")
            raise
        if not outcome.ok:
            connection.execute("ROLLBACK TO tool_call")
        elif connection.total_changes != before:
            database.mark_written()
        connection.execute("RELEASE tool_call")
        return outcome

    def _check_only_looked(self, changes_before: int) -> None:
        if self.database.connection.total_changes != changes_before:
            message = "preconditions and READ tools only look, and it has changed rows"
            raise Fault(message)

    def _attempt(self, tool: Tool, parsed: Arguments) -> Outcome:
        """Run the handler; a row that the world's constraints refuse is an answer to the agent."""
        try:
            return self._handle(tool, parsed)
        except sqlite3.IntegrityError:
            # A CHECK or a foreign key of the world refuses the row: bad input, not our defect.
            if tool.effect in _LOOKS_ONLY:
                raise
            message = "The record does not allow these values."
            return Outcome(ok=False, error_code="INVALID_ARGUMENTS", message=message, tool=tool)

    def _handle(self, tool: Tool, parsed: Arguments) -> Outcome:
        try:
            answer = tool.handler(self.context, parsed)
        except Refusal as refusal:
            return Outcome(
                ok=False,
                data=refusal.data,
                error_code=refusal.code,
                message=refusal.message,
                tool=tool,
            )
        return Outcome(ok=True, data=_to_data(answer), tool=tool)

    def _keep_facts(self) -> None:
        session = self.context.session
        if session.changed:
            self.database.store_facts({key: session.values[key] for key in sorted(session.changed)})
            session.changed.clear()


_NO_NAME = "(no name)"
_LOOKS_ONLY = frozenset({Effect.READ, Effect.HANDOFF})
_NOT_AN_OBJECT = ("INVALID_ARGUMENTS", "Arguments must be one object of names and values.")


def _to_data(answer: Answer | dict[str, object] | None) -> Mapping[str, object]:
    if answer is None:
        return {}
    if isinstance(answer, dict):
        return answer
    return answer.model_dump(mode="json")


def _check_bounds(key: str, value: object, depth: int = 0) -> tuple[str, str] | None:
    """Refuse values that no database column and no rule is made for (PROOF S5, S7, S9)."""
    if isinstance(value, str):
        if len(value) > MAX_TEXT:
            return ("INVALID_ARGUMENTS", f"{key}: at most {MAX_TEXT} characters.")
    elif isinstance(value, bool) or value is None:
        return None
    elif isinstance(value, (int, float)):
        if not -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER:
            return ("INVALID_ARGUMENTS", f"{key}: the number is out of range.")
    elif isinstance(value, (list, dict)):
        if len(value) > MAX_ITEMS or depth > 3:  # noqa: PLR2004
            return ("INVALID_ARGUMENTS", f"{key}: too many or too deeply nested values.")
        parts = value if isinstance(value, list) else [*value.keys(), *value.values()]
        return next((bad for each in parts if (bad := _check_bounds(key, each, depth + 1))), None)
    else:
        return ("INVALID_ARGUMENTS", f"{key}: not a JSON value.")
    return None


def _check_vocabulary(
    value: object, rule: ArgumentRule, sentences: Mapping[str, str]
) -> tuple[str, str] | None:
    """Refuse text outside an alias table, an enum or the calendar, with the type's error code.

    The tool's own sentence for the code comes first, then what would be legal.
    """
    if rule.kind is Kind.LIST and rule.items is not None and isinstance(value, list):
        checks = (_check_vocabulary(each, rule.items, sentences) for each in value)
        return next((bad for bad in checks if bad is not None), None)
    if not isinstance(value, str):
        return None
    if rule.kind in (Kind.DATE, Kind.DATETIME) and not _is_in_calendar(value):
        return ("INVALID_ARGUMENTS", f"{rule.name}: there is no such day.")
    legal = rule.enum or (tuple(rule.alias.entries.values()) if rule.alias is not None else ())
    if not legal or value in legal:
        return None
    code = rule.alias.error_code if rule.alias is not None else "INVALID_ARGUMENTS"
    choices = f"{rule.name} is one of {', '.join(dict.fromkeys(legal))}."
    return (code, f"{sentences[code]} {choices}" if code in sentences else choices)


def _is_in_calendar(text: str) -> bool:
    """Say whether the day of a date or datetime exists; a wrong form is left to validation."""
    try:
        date.fromisoformat(text[:10])
    except ValueError:
        return not _DAY.fullmatch(text[:10])
    return True


_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _explain(error: ValidationError) -> str:
    """Say which argument is wrong and how, without echoing what was sent."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "arguments"
    if first["type"] == "missing":
        return f"{where}: required."
    return f"{where}: {first['msg']}."


def _recordable(arguments: Mapping[Any, object]) -> dict[str, Any]:
    """Return what was sent as JSON that can be written, whatever it held."""
    return {_recordable_text(key): _recordable_value(value) for key, value in arguments.items()}


def _recordable_text(text: object) -> str:
    # Spelling out an arbitrary object could fail, or show its address, which no two runs share.
    if type(text) is str and len(text) <= MAX_TEXT and text.isascii():
        return text
    shown = text[: 2 * MAX_TEXT] if isinstance(text, str) else f"({type(text).__name__})"
    return shown.encode("utf-8", "replace").decode("utf-8")


def _recordable_value(value: object, depth: int = 0) -> object:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, (int, float)):
        # Spelling out a huge integer would itself fail, so only the fact is kept.
        return value if -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER else "(number out of range)"
    if isinstance(value, (list, tuple)) and depth <= 3:  # noqa: PLR2004
        return [_recordable_value(each, depth + 1) for each in value[: 2 * MAX_ITEMS]]
    if isinstance(value, dict) and depth <= 3:  # noqa: PLR2004
        return {
            _recordable_text(key): _recordable_value(each, depth + 1)
            for key, each in list(value.items())[: 2 * MAX_ITEMS]
        }
    return _recordable_text(value)
