"""The other end of the line: a scripted customer that hears speech and silence only."""
