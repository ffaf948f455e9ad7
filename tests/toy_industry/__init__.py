"""The toy industry of the core tests."""
