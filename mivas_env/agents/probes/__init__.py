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
from mivas_env.agents.scripted import extra_hop, hang_up_at_once, mute_oracle, null, oracle

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
    "mute_gold": mute_oracle,
    "gold": oracle,
    "gold_verbose": verbose_oracle,
    "gold_reordered": reordered_oracle,
    "gold_detour": extra_hop,
}
"""Every probe by name, the idle ones first, the ones that must pass last."""

MUST_PASS = ("gold", "gold_verbose", "gold_reordered", "gold_detour")
"""Probes that show what still has to pass."""
