"""Score calls that were made elsewhere: two traces of voice agents that did not pass.

The traces have the grouped shape in which voice platforms report tool calls. The first agent
checked the plan at the wrong office; the second never looked the patient up.
"""

from dataclasses import dataclass

import mivas_env

WRONG_OFFICE = {
    "tool_calls": [
        {
            "name": "check_plan_accepted",
            "actual": [
                {
                    "parameters": {"carrier": "Aetna", "location_id": "loc_windermere"},
                    "output": {"ok": True},
                    "start_offset_ms": 21_400,
                }
            ],
        },
        {
            "name": "transfer_to_coverage",
            "actual": [
                {
                    "parameters": {"from": "reception", "to": "coverage"},
                    "output": {"ok": True},
                    "start_offset_ms": 9_800,
                }
            ],
        },
    ]
}

NEVER_IDENTIFIED = {
    "calls": [
        {
            "name": "transfer_to_identity",
            "parameters": {"from": "reception", "next_intent": "cosmetic", "to": "identity"},
            "ok": True,
        },
        {
            "name": "verify_identity",
            "parameters": {
                "full_name": "Maria Alvarez",
                "dob": "1972-06-30",
                "second_factor": "10016",
            },
            "ok": True,
        },
        {"name": "get_patient_summary", "ok": True},
        {
            "name": "transfer_to_cosmetic",
            "parameters": {"from": "identity", "to": "cosmetic"},
            "ok": True,
        },
        {"name": "quote_cosmetic_service", "parameters": {"service": "botox"}, "ok": True},
        {"name": "offer_financing", "parameters": {"amount_cents": 30000}, "ok": True},
        {"name": "end_call", "parameters": {"reason": "caller_done"}},
    ]
}


@dataclass(frozen=True)
class Args:
    """Which saved calls to score: task -> trace."""

    calls: tuple[tuple[str, dict], ...] = (
        ("healthcare/C1-E1", WRONG_OFFICE),
        ("healthcare/C4-H2", NEVER_IDENTIFIED),
    )


def main(args: Args) -> list[mivas_env.Verification]:
    """Score each call against its task, with the database as it was at the start."""
    found = []
    for name, trace in args.calls:
        industry = name.partition("/")[0]
        seed_state = mivas_env.seed_state(industry)
        verification = mivas_env.verify(name, trace, industry=industry, actual_state=seed_state)
        print(
            f"{name}: T={verification.T} H={verification.H} ({verification.verdict.value}) "
            f"D={verification.D} -> r_eval {verification.r_eval}"
        )
        print(f"  missing: {list(verification.missing)}")
        print(f"  why: {[reason.value for reason in verification.failure_classes]}")
        found.append(verification)
    return found


if __name__ == "__main__":
    main(Args())
