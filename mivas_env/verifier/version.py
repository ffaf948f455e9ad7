"""The version of what grades: every rule, gate, detector, graded part and reward."""

VERIFIER_VERSION = 2
"""Raise by one whenever the same record would be graded otherwise; every result carries it."""
