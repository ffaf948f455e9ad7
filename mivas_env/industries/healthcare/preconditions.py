"""Named checks before a handler, and the session facts that they read.

Session facts of this industry:

* `patient_id`: the verified patient of the call; a call has one and keeps it
* `identity_failures`: failed verifications, counted per call, never reset
* `identity_failed_at`: the caller's turn at the last failed verification
* `identity_speakers`: patient id -> `other` once somebody else claimed to speak for that patient,
  `refused` once such a person was named and turned away
* `identity_lookups`: chart searches made on this call
* `new_patient`: name, date of birth and mobile of an unverified caller, as last written
* `waiting`: patient id, name, date of birth and mobile of whom this call put on the waitlist
* `cancelled_for`: reason of each visit that this call cancelled, by its number
* `visit_made`: number of the appointment that this call booked or moved last
* `quoted_cents`: upper end of the cosmetic price that was quoted last
"""

from typing import Any

from mivas_env.authoring import ToolContext, precondition

PATIENT = "patient_id"
FAILURES = "identity_failures"
FAILED_AT = "identity_failed_at"
SPEAKERS = "identity_speakers"
LOOKUPS = "identity_lookups"
NEW_PATIENT = "new_patient"
WAITING = "waiting"
CANCELLED_FOR = "cancelled_for"
VISIT_MADE = "visit_made"
QUOTED = "quoted_cents"

NOT_VERIFIED = (
    "No patient has been verified on this call, so no record may be opened or changed. "
    "Say that this needs an identity check first."
)


def patient_on_the_line(ctx: ToolContext) -> str | None:
    """Return the id of the verified patient, None while nobody is verified."""
    found: str | None = ctx.session.get(PATIENT)
    return found


def verified_record(ctx: ToolContext) -> dict[str, Any]:
    """Return the verified patient's row; only for tools that require `identity_verified`."""
    [row] = ctx.rows("SELECT * FROM patients WHERE id = ?", patient_on_the_line(ctx))
    return row


@precondition("NOT_VERIFIED", NOT_VERIFIED)
def identity_verified(ctx: ToolContext) -> bool:
    """A patient was verified on this call."""
    return patient_on_the_line(ctx) is not None


@precondition(
    "NOTHING_TO_CONFIRM",
    "No visit was booked or moved on this call, so there is nothing to confirm by text.",
)
def visit_made_on_this_call(ctx: ToolContext) -> bool:
    """This call booked or moved a visit."""
    return ctx.session.get(VISIT_MADE) is not None
