"""What a check measured, next to what it has to reach: one row of the proof's table."""

from dataclasses import dataclass, field

from mivas_env.proof.findings import Finding


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure.

    Attributes:
        check: id of the rule in the list of checks, such as `A7`.
        what: what was measured, in a clause.
        figure: what came out, as text that is equal for equal versions: no clock, no memory size.
        bar: what has to be reached.
        holds: whether it is.
    """

    check: str
    what: str
    figure: str
    bar: str
    holds: bool


@dataclass
class Measured:
    """What one part of a proof has to say: figures for the table, findings where one fails."""

    figures: list[Figure] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def count(self, check: str, what: str, looked_at: str, findings: list[Finding]) -> None:
        """Add a figure of the commonest kind: so much looked at, nothing may be wrong."""
        self.findings.extend(findings)
        row = Figure(check, what, f"{looked_at}: {len(findings)} wrong", "0", not findings)
        self.figures.append(row)


def share(part: int, whole: int) -> str:
    """Return `3 of 80 (3.8 %)`; nothing of nothing has no share."""
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "0 of 0"
