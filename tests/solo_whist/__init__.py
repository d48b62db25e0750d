"""Solo Whist: auctions, bounds and payments against an oracle, every clause by example."""
