"""The HTTP face of the games; it knows no rule."""
