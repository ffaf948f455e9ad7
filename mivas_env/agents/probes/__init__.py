"""Agents that must not pass: what people who train against a suite will stumble upon first.

Each probe is a factory `(task) -> Agent`. Some use the reference conversation, because a hole is a
hole whatever is known; none is given the lockfile's expectations.
"""

from collections.abc import Mapping

from mivas_env.agents.probes.idle import (
    apologise,
    escalate_at_once,
    parrot,
    soup,
    transfer_cycle,
)
from mivas_env.agents.probes.spam import random_valid, read_spam, stall_after_write, write_spam
from mivas_env.agents.probes.twisted import (
    blank_arguments,
    crash_seeker,
    empty_arguments,
    from_memory,
    harness_keys_only,
    hedge,
    reordered_oracle,
    undeclared_keys_only,
    verbose_oracle,
    wrong_desk,
)
from mivas_env.agents.protocol import AgentFactory
from mivas_env.agents.scripted import (
    SCRIPTED,
    extra_hop,
    hang_up_at_once,
    mute_oracle,
    null,
    oracle,
)
from mivas_env.errors import ConfigError
from mivas_env.registry import suggest

PROBES: Mapping[str, AgentFactory] = {
    "do_nothing": null,
    "mute_hangup": hang_up_at_once,
    "apologise": apologise,
    "parrot": parrot,
    "soup": soup,
    "from_memory": from_memory,
    "escalate_at_once": escalate_at_once,
    "transfer_cycle": transfer_cycle,
    "read_spam": read_spam,
    "write_spam": write_spam,
    "random_valid": random_valid,
    "empty_args": empty_arguments,
    "blank_args": blank_arguments,
    "undeclared_keys": undeclared_keys_only,
    "harness_keys": harness_keys_only,
    "wrong_node": wrong_desk,
    "hedge": hedge,
    "stall_after_write": stall_after_write,
    "crash_seeker": crash_seeker,
    "mute_oracle": mute_oracle,
    "oracle": oracle,
    "oracle_verbose": verbose_oracle,
    "oracle_reordered": reordered_oracle,
    "oracle_detour": extra_hop,
}
"""Every probe by name, the idle ones first, the ones that must pass last."""

MUST_PASS = ("oracle", "oracle_verbose", "oracle_reordered", "oracle_detour")
"""Probes that show what still has to pass."""

_OTHER_NAMES = {
    "null": "do_nothing",
    "hang_up_at_once": "mute_hangup",
    "extra_hop": "oracle_detour",
    "gold": "oracle",
    "mute_gold": "mute_oracle",
    "gold_verbose": "oracle_verbose",
    "gold_reordered": "oracle_reordered",
    "gold_detour": "oracle_detour",
}
"""What else probes are called: as scripted agents, and in records of earlier versions."""


def probe_name(name: str) -> str:
    """Return a probe's own name; hyphens do for underscores, and other names are known.

    Raises:
        ConfigError: there is none of that name; the sentence suggests the nearest.
    """
    spelled = name.replace("-", "_")
    spelled = _OTHER_NAMES.get(spelled, spelled)
    if spelled not in PROBES:
        message = f"there is no probe {name!r}; {suggest(spelled, tuple(PROBES))}"
        raise ConfigError(message)
    return spelled


def any_agent_named(name: str) -> AgentFactory:
    """Return a scripted agent or a probe by any of its names.

    Raises:
        ConfigError: there is none of that name; the sentence suggests the nearest.
    """
    scripted = {known.replace("-", "_"): factory for known, factory in SCRIPTED.items()}
    spelled = name.replace("-", "_")
    if spelled in scripted:
        return scripted[spelled]
    try:
        return PROBES[probe_name(name)]
    except ConfigError:
        known = tuple(dict.fromkeys((*SCRIPTED, *PROBES)))
        message = f"there is no agent {name!r}; {suggest(name, known)}"
        raise ConfigError(message) from None
