"""Many hands that are all written with equally many cards of two letters, kept as their letters."""

from collections.abc import Sequence
from typing import Any, overload

import numpy as np
import numpy.typing as npt

Letters = npt.NDArray[np.uint8]
"""A row a hand, a column a letter, each by its ASCII code."""


class EvenHands(Sequence[Any]):
    """Hands as somebody wrote them: each one text, or a list of texts of two letters.

    `letters`: two for each card. They may be any ASCII letters, so that a hand need not be one.

    >>> hands = EvenHands(np.frombuffer(b"ThTs9h9s", np.uint8).reshape(2, 4), lists=True)
    >>> len(hands), hands[1]
    (2, ['9h', '9s'])
    """

    def __init__(self, letters: Letters, *, lists: bool) -> None:
        self.letters = letters
        self.lists = lists

    @property
    def size(self) -> int:
        """How many cards each hand has."""
        return len(self.letters.T) // 2

    def __len__(self) -> int:
        return len(self.letters)

    @overload
    def __getitem__(self, place: int) -> Any: ...

    @overload
    def __getitem__(self, place: slice) -> "EvenHands": ...

    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return EvenHands(self.letters[place], lists=self.lists)
        text = self.letters[place].tobytes().decode("ascii")
        return [text[at : at + 2] for at in range(0, len(text), 2)] if self.lists else text
