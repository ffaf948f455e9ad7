"""Runs over whole suites: what was answered, scored again, and the figures of it."""
