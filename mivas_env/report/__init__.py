"""What people look at: cards of the industries, drawn desk graphs, the schema of task files."""
