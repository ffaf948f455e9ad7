"""The three gates: tool calls, handoffs, database state."""
