"""The tests: examples by clause, properties, oracles, contracts over real HTTP."""
