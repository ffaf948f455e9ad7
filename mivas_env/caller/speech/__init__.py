"""What was said, whoever hears it: words, figures, clauses, phrases, acts."""
