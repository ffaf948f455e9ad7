"""What a check has to say about a task or an industry."""

from dataclasses import dataclass

PROOF_IDS = {
    "loads": "B1",
    "oracle": "B1",
    "null-fails": "A1",
    "hang-up-fails": "A1",
    "empty-fails": "A5",
    "mute-unsatisfied": "A4",
    "lock": "A3",
    "lock-output": "A6",
    "line": "C6",
    "prompt": "C6",
    "seed": "C6",
    "split": "A13",
    "mutant": "B2",
    "mutant-harmless": "B3",
    "mutant-count": "B4",
    "probe": "A1",
    "probe-escalate_at_once": "A2",
    "probe-mute_oracle": "A4",
    "probe-empty_args": "A5",
    "probe-blank_args": "A5",
    "probe-undeclared_keys": "A5",
    "probe-harness_keys": "A5",
    "probe-read_spam": "A7",
    "probe-write_spam": "A7",
    "probe-transfer_cycle": "A8",
    "probe-stall_after_write": "A9",
    "probe-crash_seeker": "A9",
    "probe-wrong_node": "B2",
    "probe-random_valid": "A11",
    "probe-oracle": "B1",
    "probe-oracle_verbose": "B3",
    "probe-oracle_reordered": "B3",
    "probe-oracle_detour": "E3",
    "dump": "A9",
    "spam": "A7",
    "hedge": "A10",
    "random": "A11",
    "deaf": "A12",
    "cross": "A13",
    "greedy": "B6",
    "looser": "B6",
    "names": "B9",
    "read": "B11",
    "isolation": "C1",
    "isolation-key": "C5",
    "isolation-label": "C7",
    "secrecy": "C2",
    "decoy": "C6",
    "injection": "C8",
    "determinism": "D1",
    "resets": "D2",
    "separation": "D4",
    "vector": "D5",
    "spawn": "D6",
    "checker": "D7",
    "leak": "D8",
    "skill": "E1",
    "detour": "E3",
    "regrade": "F",
    "hostile": "S7",
    "injected-sql": "S8",
    "error-body": "S13",
}
"""Check name, or its part before the first hyphen -> id of the rule that it serves."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One violation: which check, about what, in a sentence."""

    check: str
    subject: str
    message: str

    @property
    def rule(self) -> str:
        """The id of the rule, such as `A7`; empty for a check of nobody's list."""
        return PROOF_IDS.get(self.check) or PROOF_IDS.get(self.check.split("-")[0], "")
