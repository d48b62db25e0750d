"""Slow, literal oracles that the tests hold the evaluators against."""
