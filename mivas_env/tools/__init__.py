"""A tool, declared once: schema, validation, grading rule, preconditions, effect, handler."""
