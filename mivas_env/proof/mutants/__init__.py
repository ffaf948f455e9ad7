"""One-step mutants of a task's reference call: each must fail as predicted, or still pass.

This is mutation testing of lockfiles and verifier alike (PROOF section B): a breaking mutant that
passes shows an expectation that constrains too little; a harmless one that fails, one that
constrains too much.
"""
