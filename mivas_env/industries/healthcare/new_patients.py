"""Who a visit is for when nobody is verified: three facts from the caller, checked and kept.

Somebody without a chart is a name, a date of birth and a mobile number. A write for such a caller
needs all three; what one write of the call was given, a later one need not be given again.
"""

from typing import Annotated, Protocol

from pydantic import Field

from mivas_env.authoring import Date, Phone, ToolContext
from mivas_env.industries.healthcare.preconditions import NEW_PATIENT, patient_on_the_line
from mivas_env.industries.healthcare.vocabulary import PersonName

_FIRST_YEAR = "1901"
_WORDS, _LETTERS = 2, 2

NEW_PATIENT_ERRORS = {
    "NEW_PATIENT_DETAILS_REQUIRED": (
        "Nobody is verified on this call, so nothing is written yet. Ask a new patient for first "
        "and last name, date of birth and mobile number, read all three back, and send them along."
    ),
    "NEW_PATIENT_DETAILS_IMPLAUSIBLE": (
        "Nothing is written yet. A new patient has a first and a last name and a date of birth "
        "between 1901 and yesterday. Ask for both again."
    ),
}
"""Codes of every tool that writes for somebody without a chart."""

NewPatientName = Annotated[
    PersonName | None,
    Field(
        description=(
            "New patients: first and last name as the caller confirmed it. "
            "Needed unless a patient is verified."
        )
    ),
]
NewPatientDob = Annotated[
    Date | None,
    Field(
        description="New patients: date of birth, read back. Needed unless a patient is verified."
    ),
]
NewPatientPhone = Annotated[
    Phone | None,
    Field(
        description="New patients: mobile number, read back. Needed unless a patient is verified."
    ),
]


class NewPatientDetails(Protocol):
    """Arguments that say who a visit is for when nobody is verified; otherwise ignored."""

    @property
    def new_patient_name(self) -> str | None:
        """The name, as confirmed."""

    @property
    def new_patient_dob(self) -> str | None:
        """The date of birth."""

    @property
    def new_patient_phone(self) -> str | None:
        """The mobile number, E.164."""


def new_patient_of(
    ctx: ToolContext, args: NewPatientDetails
) -> tuple[str | None, str | None, str | None]:
    """Return name, date of birth and mobile of an unverified caller; three times None otherwise.

    What is left out is taken from an earlier write of this call.

    Raises:
        Refusal: a detail is missing, or no person can have it.
    """
    if patient_on_the_line(ctx) is not None:
        return None, None, None
    given = (args.new_patient_name, args.new_patient_dob, args.new_patient_phone)
    before = ctx.session.get(NEW_PATIENT) or (None, None, None)
    name, dob, phone = (new or old for new, old in zip(given, before, strict=True))
    if name is None or dob is None or phone is None:
        ctx.refuse("NEW_PATIENT_DETAILS_REQUIRED")
    if not (_is_plausible(name) and dob[:4] >= _FIRST_YEAR and dob < ctx.now[:10]):
        ctx.refuse("NEW_PATIENT_DETAILS_IMPLAUSIBLE")
    ctx.session.note(NEW_PATIENT, [name, dob, phone])
    return name, dob, phone


def _is_plausible(name: str) -> bool:
    """Say whether a name has a first and a last part of at least two letters each."""
    words = name.split()
    return len(words) >= _WORDS and all(
        sum(char.isalpha() for char in word) >= _LETTERS for word in (words[0], words[-1])
    )
