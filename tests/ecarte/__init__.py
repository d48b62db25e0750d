"""Écarté: hands and replies against an oracle, every clause by example, properties of answers."""
