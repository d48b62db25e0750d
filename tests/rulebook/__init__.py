"""The rulebook and all texts: complete, in three languages, and refused where they are not."""
