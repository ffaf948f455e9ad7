"""The calls of mivas-env for verifiers, under the id `mivas-vf`."""

from mivas_env.adapters.verifiers_calls import CallEnv, CallHarness, CallTaskset

__all__ = ["CallEnv", "CallHarness", "CallTaskset"]
