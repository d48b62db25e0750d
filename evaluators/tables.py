"""Tables of what a rule says of every hand of a size, read for many hands at once.

A table is made from the rule itself: the rule judges one hand of each kind that differs by more
than the names of suits, and its verdict is entered for all of that kind.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations, permutations
from math import comb
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from evaluators.cards import Card, Pack, Suit
from evaluators.even_hands import EvenHands
from evaluators.kept import kept

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
    if isinstance(hands, EvenHands):
        letters = hands.letters
    else:
        text = _canonical_text(hands, size)
        letters = np.frombuffer(text.encode("latin-1", "replace"), np.uint8).reshape(-1, 2 * size)
    ranks = _letters(pack.ranks)
    suits = _letters("".join(Suit)) * np.int16(len(pack.ranks))
    # Card by card: each is a column, as what is done with whole columns is done fastest.
    places = np.empty((size, len(letters)), np.int16)
    for card in range(size):
        places[card] = ranks[letters[:, 2 * card]] + suits[letters[:, 2 * card + 1]]
    np.maximum(places, NO_CARD, out=places)
    return places.T


_NO_LETTER = -1000
"""Together with any other letter no place in a pack."""


def _letters(letters: str) -> npt.NDArray[np.int16]:
    """The index of each letter by its code; far below 0 for all others."""
    table = np.full(256, _NO_LETTER, np.int16)
    table[[ord(letter) for letter in letters]] = range(len(letters))
    return table


def ascending(positions: Positions) -> Positions:
    """The cards of each hand by their places: whole columns are compared, two at a time."""
    columns = [positions[:, card] for card in range(positions.shape[1])]
    for last in range(len(columns) - 1, 0, -1):
        for card in range(last):
            lower, higher = columns[card : card + 2]
            columns[card : card + 2] = np.minimum(lower, higher), np.maximum(lower, higher)
    return np.array(columns, np.int16).reshape(len(columns), -1).T


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
        self._pack = pack
        # _below[i, p]: how many sets of i + 1 cards are all below place p.
        self._below = np.array(
            [[comb(place, i + 1) for place in range(len(pack.cards))] for i in range(size)],
            np.int32,
        )
        name = f"{judge.__module__}-{size}{fixed}"
        own = kept(name, partial(self._judged, judge, fixed))
        _, examples = np.unique(own, return_index=True)
        indices = [verdicts.index(judge(self._hand(number))) for number in examples.tolist()]
        self._entries = np.array(indices, np.uint16)[own]

    def _judged(self, judge: Callable[[tuple[Card, ...]], V], fixed: str) -> Indices:
        """For each hand by its number the verdict, these numbered as they are first said."""
        cards = range(len(self._pack.cards))
        places = np.fromiter(chain.from_iterable(combinations(cards, self.size)), np.int16)
        hands = places.reshape(-1, self.size)
        kinds, kind_of = np.unique(self._kind(hands, fixed), return_inverse=True)
        verdicts: dict[V, int] = {}
        said = [
            verdicts.setdefault(judge(self._hand(number)), len(verdicts))
            for number in kinds.tolist()
        ]
        entries = np.empty(len(hands), np.uint16)
        entries[self._number(hands)] = np.array(said, np.uint16)[kind_of]
        return entries

    def _hand(self, number: int) -> tuple[Card, ...]:
        """The hand of a number."""
        places = []
        for below in reversed(self._below):
            place = int(np.searchsorted(below, number, "right")) - 1
            places.append(place)
            number -= int(below[place])
        return tuple(self._pack.cards[place] for place in reversed(places))

    def _number(self, in_order: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """The number of each hand among all, its cards in ascending places."""
        number = np.zeros(len(in_order), np.int64)
        for card in range(self.size):
            number += self._below[card, in_order[:, card]]
        return number

    def _kind(self, places: Positions, fixed: str) -> npt.NDArray[np.int64]:
        """For each hand the least number of the hands it becomes as suits change names."""
        ranks = len(self._pack.ranks)
        free = [index for index, suit in enumerate(_SUITS) if suit not in fixed]
        least = self._number(places)
        for renamed in permutations(free):
            names = np.arange(len(_SUITS), dtype=np.int16)
            names[free] = renamed
            image = names[places // ranks] * ranks + places % ranks
            least = np.minimum(least, self._number(ascending(image)))
        return least

    def look_up(self, positions: Positions) -> Indices:
        """For each hand the index of its verdict."""
        return self._entries[self._number(ascending(positions))]


def are_hands(positions: Positions) -> npt.NDArray[np.bool_]:
    """For each row whether it is different cards of the pack."""
    in_order = ascending(positions)
    good: npt.NDArray[np.bool_] = in_order[:, 0] >= 0
    for card in range(1, positions.shape[1]):
        good &= in_order[:, card - 1] < in_order[:, card]
    return good


def renamed(positions: Positions, pack: Pack, first: Suit, second: Suit) -> Positions:
    """The same hands with two suits changing their names."""
    ranks = len(pack.ranks)
    names = np.arange(len(_SUITS), dtype=np.int16)
    a, b = _SUITS.index(first), _SUITS.index(second)
    names[[a, b]] = names[[b, a]]
    return names[positions // ranks] * np.int16(ranks) + positions % ranks
