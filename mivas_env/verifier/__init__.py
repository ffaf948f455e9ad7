"""The pure verifier: (Lockfile, Trajectory, GradingPolicy) -> Verification."""
