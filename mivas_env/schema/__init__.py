"""Frozen models and pure functions that every other layer speaks in. No I/O happens here."""
