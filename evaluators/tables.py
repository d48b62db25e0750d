"""Tables of what a rule says of every hand of a size, read for many hands at once.

A table is made from the rule itself: the rule judges one hand of each kind that differs by more
than the names of suits, and its verdict is entered for all of that kind.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import chain, combinations, permutations
from math import comb
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from evaluators.cards import Card, Pack, Suit

V = TypeVar("V", bound=Hashable)
Positions = npt.NDArray[np.int16]
"""A row a hand: the places of its cards in pack order, -1 for what is no card."""

Indices = npt.NDArray[np.uint16]
"""For each hand the index of a verdict."""

NO_CARD = -1
_LETTERS_A_CARD = 2
_SUITS = tuple(Suit)


def read_positions(hands: Sequence[object], pack: Pack, size: int) -> Positions:
    """The hands that are written in the canonical way, as `size` places in the pack a row.

    A row has -1 where a hand is written otherwise, has another size, or holds no card of the pack.
    """
    text = _canonical_text(hands, size)
    signs = np.frombuffer(text.encode("latin-1", "replace"), np.uint8).reshape(-1, size, 2)
    ranks, suits = _letters(pack.ranks)[signs[:, :, 0]], _letters("".join(Suit))[signs[:, :, 1]]
    places = suits * np.int16(len(pack.ranks)) + ranks
    places[(ranks < 0) | (suits < 0)] = NO_CARD
    return places


def _letters(letters: str) -> npt.NDArray[np.int16]:
    """The index of each letter by its code, -1 for all others."""
    table = np.full(256, NO_CARD, np.int16)
    table[[ord(letter) for letter in letters]] = range(len(letters))
    return table


def _canonical_text(hands: Sequence[object], size: int) -> str:
    """All hands in one text, two letters a card, blanks for a hand that is not of that form."""
    kinds = set(map(type, hands))
    if kinds == {str} and set(map(len, hands)) == {2 * size}:  # type: ignore[arg-type]  # texts
        return "".join(hands)  # type: ignore[arg-type]  # texts
    if kinds == {list} and set(map(len, hands)) == {size}:  # type: ignore[arg-type]  # lists
        cards: list[Any] = list(chain.from_iterable(hands))  # type: ignore[arg-type]  # lists
        if set(map(type, cards)) == {str} and set(map(len, cards)) == {_LETTERS_A_CARD}:
            return "".join(cards)
    return "".join(_hand_text(hand, size) for hand in hands)


def _hand_text(hand: object, size: int) -> str:
    if isinstance(hand, list):
        well_formed = all(isinstance(card, str) and len(card) == _LETTERS_A_CARD for card in hand)
        hand = "".join(hand) if well_formed else None
    return hand if isinstance(hand, str) and len(hand) == 2 * size else " " * (2 * size)


class Verdicts(Generic[V]):
    """The different things a rule says, each with its index; 0 is for what is no hand."""

    def __init__(self) -> None:
        self._index: dict[V | None, int] = {None: 0}

    def index(self, verdict: V) -> int:
        """The index of a verdict, a new one if it was not said before."""
        return self._index.setdefault(verdict, len(self._index))

    def __iter__(self) -> Iterator[V | None]:
        return iter(self._index)


class HandTable(Generic[V]):
    """What a rule says of every hand of `size` cards, as indices of verdicts.

    Suits may change names without changing the verdict, except those in `fixed`.
    """

    def __init__(
        self,
        pack: Pack,
        size: int,
        judge: Callable[[tuple[Card, ...]], V],
        verdicts: Verdicts[V],
        fixed: str = "",
    ) -> None:
        self.size = size
        # _below[i, p]: how many sets of i + 1 cards are all below place p.
        self._below = np.array(
            [[comb(place, i + 1) for place in range(len(pack.cards))] for i in range(size)],
            np.int32,
        )
        places = np.array(list(combinations(range(len(pack.cards)), size)), np.int16)
        number = self._number(places)
        row_of = np.empty(len(places), np.int64)
        row_of[number] = np.arange(len(places))
        kinds, kind_of = np.unique(self._kind(places, len(pack.ranks), fixed), return_inverse=True)
        said = [
            verdicts.index(judge(tuple(pack.cards[place] for place in places[row])))
            for row in row_of[kinds]
        ]
        self._entries = np.zeros(len(places), np.uint16)
        self._entries[number] = np.array(said, np.uint16)[kind_of]

    def _number(self, ascending: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """The number of each hand among all, its cards in ascending places."""
        return sum(
            (self._below[i, ascending[:, i]].astype(np.int64) for i in range(self.size)),
            np.zeros(len(ascending), np.int64),
        )

    def _kind(self, places: npt.NDArray[np.int16], ranks: int, fixed: str) -> npt.NDArray[np.int64]:
        """For each hand the least number of the hands it becomes as suits change names."""
        free = [index for index, suit in enumerate(_SUITS) if suit not in fixed]
        least = self._number(places)
        for renamed in permutations(free):
            names = np.arange(len(_SUITS), dtype=np.int16)
            names[free] = renamed
            image = names[places // ranks] * ranks + places % ranks
            least = np.minimum(least, self._number(np.sort(image, axis=1)))
        return least

    def look_up(self, positions: Positions) -> Indices:
        """For each hand the index of its verdict."""
        return self._entries[self._number(np.sort(positions, axis=1))]


def are_hands(positions: Positions) -> npt.NDArray[np.bool_]:
    """For each row whether it is different cards of the pack."""
    ascending = np.sort(positions, axis=1)
    distinct: npt.NDArray[np.bool_] = np.all(np.diff(ascending, axis=1) > 0, axis=1)
    return distinct & (ascending[:, 0] >= 0)


def renamed(positions: Positions, pack: Pack, first: Suit, second: Suit) -> Positions:
    """The same hands with two suits changing their names."""
    ranks = len(pack.ranks)
    names = np.arange(len(_SUITS), dtype=np.int16)
    a, b = _SUITS.index(first), _SUITS.index(second)
    names[[a, b]] = names[[b, a]]
    return names[positions // ranks] * np.int16(ranks) + positions % ranks
