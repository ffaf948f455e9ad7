"""Healthcare: the telephone front desk of Straus Dermatology, seven desks behind one voice."""
