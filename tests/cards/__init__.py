"""Cards: how they are spelled, what is read, and what is refused."""
