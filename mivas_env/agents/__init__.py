"""Agents that need no model: the oracle, and agents that must not pass."""
