"""The three text detectors and the language rules they share."""

from collections.abc import Callable

from mivas_env.schema.decision import DecisionContext, Findings, HardCode, PolicyPack
from mivas_env.verifier.decisions.detectors.h1 import detect_h1
from mivas_env.verifier.decisions.detectors.h4 import detect_h4
from mivas_env.verifier.decisions.detectors.h5 import detect_h5
from mivas_env.verifier.decisions.detectors.prose import Prose

Detector = Callable[[Prose, DecisionContext, PolicyPack], Findings]
_DETECTORS: dict[HardCode, Detector] = {"H1": detect_h1, "H4": detect_h4, "H5": detect_h5}


def detect_all(reply: str, context: DecisionContext, pack: PolicyPack) -> dict[HardCode, Findings]:
    """Run H1, H4 and H5 over one reply."""
    prose = Prose(reply)
    return {code: run(prose, context, pack) for code, run in _DETECTORS.items()}


def detect(code: HardCode, reply: str, context: DecisionContext, pack: PolicyPack) -> Findings:
    """Run one detector over one reply; H2 and H3 have none and never fire here."""
    run = _DETECTORS.get(code)
    if run is None:
        return Findings(detector=code, fires=False)
    return run(Prose(reply), context, pack)
