"""One call from dial to hangup: the framework-free session, its tools, budget and record."""
