"""A fuzz input read as a row of choices."""

from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TypeVar

T = TypeVar("T")

_READABLE = {ord(sign): n for n, sign in enumerate(digits + ascii_lowercase + ascii_uppercase)}
_SPACE = b" \n"


class Choices:
    """Each byte is one choice: `0`-`9`, `a`-`z`, `A`-`Z` are 0 to 61, any other byte its own value.

    Spaces and line ends part them for human eyes and mean nothing. Where the input has ended, the
    first is always chosen.

    >>> choices = Choices(b"1 a")
    >>> choices.one_of("xyz"), choices.below(12), choices.below(12), choices.ended
    ('y', 10, 0, True)
    """

    def __init__(self, data: bytes) -> None:
        self._values = [_READABLE.get(byte, byte) for byte in data if byte not in _SPACE]
        self._next = 0

    @property
    def ended(self) -> bool:
        """Whether nothing is left to choose by."""
        return self._next >= len(self._values)

    def below(self, count: int) -> int:
        """A number from 0 to `count` - 1; it costs a byte only if there is a choice."""
        if self.ended or count == 1:
            return 0
        self._next += 1
        return self._values[self._next - 1] % count

    def one_of(self, things: Sequence[T]) -> T:
        """One of some things; there must be one."""
        return things[self.below(len(things))]
