"""The gaps of a text: what stands in braces and is filled with the facts of a case."""

from string import Formatter


def gaps(text: str) -> set[str]:
    """The names of a text's gaps."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
