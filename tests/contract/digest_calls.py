"""Print one SHA-256 over scripted calls: run by tests in processes of other surroundings."""

import hashlib
import sys

import mivas_env
from mivas_env.episode.session import trajectory_json

STRAY = ("Could you repeat that?", "{", '{"tool": "fly"}', "", "One moment, please.")


def digest_call(name: str, seed: int) -> str:
    """Return the SHA-256 of the record of one call: some stray steps, then the oracle."""
    session = mivas_env.CallSession(name, seed=seed)
    try:
        for action in (*STRAY, *mivas_env.oracle_actions(name), *STRAY):
            session.act(mivas_env.parse_action(action))
        session.hang_up()
        return hashlib.sha256(trajectory_json(session.trajectory()).encode()).hexdigest()
    finally:
        session.close()


def digest_calls(names: list[str], seeds: range) -> dict[str, str]:
    """Return `task:seed` -> digest."""
    return {f"{name}:{seed}": digest_call(name, seed) for name in names for seed in seeds}


if __name__ == "__main__":
    for key, digest in digest_calls(sys.argv[2:], range(int(sys.argv[1]))).items():
        sys.stdout.write(f"{key} {digest}\n")
