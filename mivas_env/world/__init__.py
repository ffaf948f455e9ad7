"""The seeded SQLite world: a template built once per industry, a private copy per call."""
