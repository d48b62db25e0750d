"""The rules of the games: pure Python that knows nothing of HTTP, JSON or Flask."""

__version__ = "0.1.0"
