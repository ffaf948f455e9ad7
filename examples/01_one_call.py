"""One call, played by hand through `CallSession`: look something up, say it, see the reward."""

from dataclasses import dataclass

import mivas_env


@dataclass(frozen=True)
class Args:
    """What to play."""

    task: str = "healthcare/C1-E1"
    seed: int = 0


def main(args: Args) -> float:
    """Answer Dana's question and return the reward."""
    call = mivas_env.CallSession(args.task, seed=args.seed)
    print("caller:", call.observed[1])
    print("tools: ", [tool["function"]["name"] for tool in call.tools])

    print("tool:  ", call.call_tool("transfer_to_coverage"))
    print("desk:  ", call.desk)
    print(
        "tool:  ",
        call.call_tool("check_plan_accepted", {"carrier": "aetna", "location_id": "Park Avenue"}),
    )
    print("caller:", call.say("Yes, the Park Avenue office accepts Aetna; I have just checked."))
    call.say("You're welcome. Goodbye.")

    verification = call.verification
    print("ending:", call.ending)
    print("T, H, D:", verification.T, verification.H, verification.D)
    print("verdict:", verification.verdict.value, " reward:", call.reward)
    call.close()
    return call.reward


if __name__ == "__main__":
    main(Args())
