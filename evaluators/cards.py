"""Cards, suits, ranks and the packs that games are played with.

There is exactly one object for each card, made here; everybody else gets it from `CARDS` or from a
`Pack`. Cards have no order of their own: each game ranks them in its own `Pack`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any


class Suit(StrEnum):
    """The four suits, in pack order."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


class Rank(StrEnum):
    """The thirteen ranks by their canonical letter. No order is implied."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card of the 52.

    Never build one: two objects for the same card would not be equal. Take it from `CARDS`.

    >>> str(CARDS["Th"]), CARDS["Th"].rank, CARDS["Th"].suit
    ('Th', <Rank.TEN: 'T'>, <Suit.HEARTS: 'h'>)
    """

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return self.rank + self.suit

    def __repr__(self) -> str:
        return f"<{self}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _card, (str(self),)


CARDS: Mapping[str, Card] = {r + s: Card(r, s) for s in Suit for r in Rank}
"""All 52 cards by canonical spelling (`Th`, `As`, `7c`)."""


def _card(spelling: str) -> Card:
    return CARDS[spelling]


UNSEEN = "??"
"""How a card is written that nobody has seen."""


def unseen_card() -> Card:
    """A card that nobody has seen, each another one; it is of no suit and no rank."""
    nothing: Any = UNSEEN[0]
    return Card(nothing, nothing)


def is_seen(card: Card) -> bool:
    """Whether it is known which card this is."""
    return card.rank != UNSEEN[0]


def seen(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Those of the cards that are known."""
    return tuple(filter(is_seen, cards))


SIGNS: Mapping[Suit, str] = {
    Suit.CLUBS: "♣",
    Suit.DIAMONDS: "♦",
    Suit.HEARTS: "♥",
    Suit.SPADES: "♠",
}


def face(card: Card) -> str:
    """A card as a text shows it to players.

    >>> face(CARDS["Th"])
    '10♥'
    """
    if not is_seen(card):
        return UNSEEN
    return ("10" if card.rank is Rank.TEN else card.rank) + SIGNS[card.suit]


def faces(cards: Iterable[Card]) -> tuple[str, ...]:
    """Cards as a text shows them to players."""
    return tuple(map(face, cards))


class _Places(dict[Card, int]):
    def __missing__(self, card: Card) -> int:
        return len(self)


@dataclass(frozen=True)
class Pack:
    """The cards a game is played with, and how it ranks them inside a suit.

    >>> piquet = Pack("789TJQKA", clause="game.pack")
    >>> len(piquet.cards), str(piquet.cards[0]), str(piquet.cards[-1])
    (32, '7c', 'As')
    """

    ranks: str
    """Canonical rank letters, lowest first."""
    clause: str
    """The clause that says which cards these are."""

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards in pack order: suits c d h s, ranks ascending."""
        return tuple(CARDS[r + s] for s in Suit for r in self.ranks)

    @cached_property
    def position(self) -> Mapping[Card, int]:
        """The place of each card in pack order, from 0; unseen cards come last."""
        return _Places((card, place) for place, card in enumerate(self.cards))

    @cached_property
    def height(self) -> Mapping[Card, int]:
        """How high each card stands in its suit, from 0."""
        return {card: self.ranks.index(card.rank) for card in self.cards}

    def in_order(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The given cards of this pack in pack order."""
        return tuple(sorted(cards, key=self.position.__getitem__))
