"""Deals as records: random play, chance of every kind, refusals, and what a viewer may know."""
