"""The documents: every command and example in them is run."""
