"""Vinegret: every hand against an oracle, every clause by example, properties of every answer."""
