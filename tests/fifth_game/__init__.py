"""A fifth game, made as docs/adding-a-game.md says, and what the service makes of it."""
