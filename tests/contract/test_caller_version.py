"""A change of what is heard changes the caller's version (`HEARING_VERSION`)."""

import hashlib
from typing import Any

from caller_kit import END, HEARING, load_probes, make_caller

from mivas_env.caller.hearing.listening import HEARING_VERSION

PINNED = {"version": 5, "said": "594faa75c81b", "heard": "24f0ddaa96f0"}
"""The version, and digests of the labelled sets as said and of what was heard in each entry.

When `heard` differs although `said` is the same, hearing has changed: raise `HEARING_VERSION`, say
so in CHANGELOG.md under "Scores", and pin all three anew. When the sets have grown, pin anew.
"""


def _caller(probes: dict[str, Any]):
    return make_caller(
        {
            "facts": probes.get("facts", {}),
            "opening": probes["question"],
            "asks": [probes["ask"]],
            "end": END,
            "patience": {"start": 50},
        }
    )


def _heard() -> dict[str, Any]:
    """Digest every labelled set: all that is said, and its outcome for the ask."""
    said, heard = hashlib.sha256(), hashlib.sha256()
    for file in sorted(HEARING.glob("*.yaml")):
        probes = load_probes(file)
        said.update(repr((file.stem, probes["question"], probes["ask"])).encode())
        for part in ("tune", "check"):
            for label in ("closes", "stays_open"):
                for items in probes[part][label].values():
                    for item in items:
                        entry = item if isinstance(item, dict) else {"say": item}
                        caller = _caller(probes)
                        for line in (*entry.get("before", []), entry["say"]):
                            caller.hear(line)
                            said.update(f"{line}\0".encode())
                            state = caller.diagnostics()
                            heard.update(repr((state["closed_asks"], state["short_of"])).encode())
                            caller.reply()
    return {
        "version": HEARING_VERSION,
        "said": said.hexdigest()[:12],
        "heard": heard.hexdigest()[:12],
    }


def test_what_is_heard_is_that_of_this_version():
    now = _heard()
    if now["said"] == PINNED["said"] and now["heard"] != PINNED["heard"]:
        assert now["version"] != PINNED["version"], "hearing has changed: raise HEARING_VERSION"
    assert now == PINNED, f"pin {now} anew"
