"""The three text detectors and the language rules they share."""

from mivas_env.schema.decision import DecisionContext, Findings, HardCode, PolicyPack
from mivas_env.verifier.decisions.detectors.h1 import detect_h1
from mivas_env.verifier.decisions.detectors.h4 import detect_h4
from mivas_env.verifier.decisions.detectors.h5 import detect_h5
from mivas_env.verifier.decisions.detectors.prose import Prose


def detect_all(
    reply: str, context: DecisionContext, pack: PolicyPack
) -> dict[HardCode, Findings]:
    """Run H1, H4 and H5 over one reply."""
    prose = Prose(reply)
    return {
        "H1": detect_h1(prose, context, pack),
        "H4": detect_h4(prose, context, pack),
        "H5": detect_h5(prose, context, pack),
    }


def detect(code: HardCode, reply: str, context: DecisionContext, pack: PolicyPack) -> Findings:
    """Run one detector over one reply; H2 and H3 have none and never fire here."""
    return detect_all(reply, context, pack).get(code, Findings(detector=code, fires=False))
