"""Rulings on records of which it is known what is wrong with them."""
