"""How a suite shows that it is playable, fair and closed: locks, checks, lints."""
