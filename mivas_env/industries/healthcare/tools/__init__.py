"""Tools of the dermatology front desk, one module a desk (and one for what every desk has)."""
