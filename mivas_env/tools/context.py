"""What a tool's handler may touch: the call's own database, its session facts, the clock."""

import hashlib
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from mivas_env.errors import Fault
from mivas_env.schema.strict_json import canonical_json

MAX_SPOKEN_WORDS = 60
"""Lines that a refusal asks the agent to say are at most this long (ENV section 8)."""


class Refusal(Exception):  # noqa: N818  (an answer to the agent, not an error of the program)
    """A handler says no: the transaction is rolled back, the agent hears code and sentence."""

    def __init__(self, code: str, message: str, data: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = dict(data) if data else None


@dataclass(slots=True)
class SessionFacts:
    """Facts of one call that are not business rows: verified identity, tokens, counters.

    Values are JSON. They are kept inside the call's database (table `session_facts`), written by
    dispatch after each call, also after a refused one, so that a counter of failures survives.
    """

    values: dict[str, Any] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)

    def get(self, key: str, default: Any = None) -> Any:  # noqa: ANN401  (JSON of any kind)
        """Return a fact, `default` when it was never noted."""
        return self.values.get(key, default)

    def note(self, key: str, value: object) -> None:
        """Remember a JSON value under `key` for the rest of the call."""
        self.values[key] = value
        self.changed.add(key)


@dataclass(slots=True)
class ToolContext:
    """Handed to every precondition and handler.

    `now` is the industry's frozen local time, `YYYY-MM-DDTHH:MM`. `desk` is where the call is.
    `call_key` names the call in tokens. `caller_turn` counts the caller's replies to speech so
    far; None when nobody is on the line (ticket mode). Only bound parameters reach SQL. `may_write`
    is false for preconditions and for tools that only look; dispatch sets it.
    """

    db: sqlite3.Connection
    session: SessionFacts
    now: str
    desk: str = ""
    call_key: str = ""
    caller_turn: int | None = None
    errors: Mapping[str, str] = field(default_factory=dict)
    may_write: bool = True

    def one(self, sql: str, *parameters: object) -> dict[str, Any] | None:
        """Return the first row as column -> value, None when there is none."""
        cursor = self.db.execute(sql, parameters)
        row = cursor.fetchone()
        if row is None:
            return None
        return {column[0]: value for column, value in zip(cursor.description, row, strict=True)}

    def rows(self, sql: str, *parameters: object) -> list[dict[str, Any]]:
        """Return all rows, in the order that the statement asks for."""
        cursor = self.db.execute(sql, parameters)
        columns = [column[0] for column in cursor.description]
        return [dict(zip(columns, row, strict=True)) for row in cursor]

    def write(self, sql: str, *parameters: object) -> int:
        """Run one INSERT, UPDATE or DELETE; return the id of the last inserted row.

        Raises:
            Fault: a precondition or a tool that only looks has called this.
        """
        if not self.may_write:
            message = "preconditions and READ tools only look; declare the tool's effect WRITE"
            raise Fault(message)
        return self.db.execute(sql, parameters).lastrowid or 0

    def refuse(
        self, code: str, *, say: str | None = None, data: Mapping[str, object] | None = None
    ) -> NoReturn:
        """Refuse the call with a declared code.

        `say` replaces the declared sentence, e.g. by lines to be spoken.

        Raises:
            Refusal: always; dispatch turns it into an outcome.
            Fault: the code was not declared.
        """
        if code not in self.errors:
            message = f"the error code {code} is not declared by this tool"
            raise Fault(message)
        raise Refusal(code, say or self.errors[code], data)

    # ------------------------------------------------------------------ two-step writes

    def issue_token(self, kind: str, offer: Mapping[str, object]) -> str:
        """Bind an exact offer to a token; a newer offer of the same kind voids the older one."""
        sequence = int(self.session.get("token_sequence", 0)) + 1
        self.session.note("token_sequence", sequence)
        source = canonical_json([self.call_key, kind, dict(offer), sequence])
        token = hashlib.sha256(source.encode()).hexdigest()[:10].upper()
        self.session.note(f"token:{kind}", {"token": token, "offer": dict(offer)})
        return token

    def redeem_token(self, kind: str, token: str) -> dict[str, Any] | None:
        """Return the offer behind a token and use it up; None when it is wrong, old or used."""
        held = self.session.get(f"token:{kind}")
        if not held or held["token"] != token.strip().upper():
            return None
        self.session.note(f"token:{kind}", None)
        return dict(held["offer"])

    def note_disclosure(self, kind: str, subject: str) -> None:
        """Record that a fee or policy was handed to the agent to be spoken, at this caller turn.

        Asking again does not restart the wait while the same disclosure is pending.
        """
        key = f"disclosed:{kind}"
        held = self.session.get(key)
        if not held or held["subject"] != subject:
            self.session.note(key, {"subject": subject, "turn": self.caller_turn})

    def heard_disclosure(self, kind: str, subject: str) -> bool:
        """Say whether this very disclosure was made, and the caller has replied since.

        Where nobody is on the line the ticket counts as consent (ENV section 8).
        """
        held = self.session.get(f"disclosed:{kind}")
        if not held or held["subject"] != subject:
            return False
        return self.caller_turn is None or self.caller_turn > (held["turn"] or 0)

    def clear_disclosure(self, kind: str) -> None:
        """Forget a disclosure once it has been acted on: each write needs its own."""
        self.session.note(f"disclosed:{kind}", None)
