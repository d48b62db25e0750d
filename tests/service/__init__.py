"""The HTTP face, asked in process."""
