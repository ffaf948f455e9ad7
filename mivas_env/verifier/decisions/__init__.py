"""The decision-point evaluator: a format gate, five hard criteria, six graded components.

Everything here is a pure function of the output text, the target, the context and the pack.
"""
