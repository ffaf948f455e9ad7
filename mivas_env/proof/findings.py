"""What a check has to say about a task or an industry."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One violation: which check, about what, in a sentence."""

    check: str
    subject: str
    message: str
