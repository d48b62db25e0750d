"""Whole deals written out: what everybody and each player is told after every action."""
