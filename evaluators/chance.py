"""Chance in a deal: the published shuffle, and what the table is due to do.

Chance is seeded (every order follows from a published seed), given (a whole deck, dealt as it
lies), or told (the cards are named as they fall, as at a real table).
"""

import hashlib
import struct
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from evaluators.cards import Card, seen
from evaluators.game import Move

TABLE = "table"
"""Who acts when chance does; no player has this name."""

_WORDS = 2**32


class Source(StrEnum):
    """Where chance comes from."""

    SEED = "seed"
    DECK = "deck"
    TOLD = "told"


class TableAction(StrEnum):
    """What the table does."""

    DEAL = "deal"
    TURN_UP = "turn-up"
    DRAW = "draw"
    SHUFFLE = "shuffle"


@dataclass(frozen=True, slots=True)
class Due:
    """What the table is to do next; `player` receives the cards, None where nobody does."""

    action: TableAction
    player: str | None
    count: int
    clause: str

    def as_move(self) -> Move:
        """The action with a count in place of the cards; one card turned up needs none."""
        count = None if self.action is TableAction.TURN_UP else self.count
        return Move(self.action, player=self.player, count=count)


def shuffled(game: str, seed: str, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards, given in pack order, as shuffle `number` of a seeded deal leaves them.

    Words of 32 bits come from SHA-256 of `card-arbiter/1/{game}/{number}/{seed}/{block}`, blocks
    0, 1, 2 …; for each place from the last down to the second a word, those that would favour some
    places left out, says with which place up to it the card there is exchanged.
    """
    words = _words(f"card-arbiter/1/{game}/{number}/{seed}")
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        fair = _WORDS - _WORDS % (place + 1)
        word = next(word for word in words if word < fair)
        other = word % (place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


Elsewhere = tuple[frozenset[Card], int]
"""Cards, and how many of them at least were dealt without anybody saying which."""


@dataclass(frozen=True, slots=True)
class Stock:
    """The cards that have not been dealt yet.

    `cards` are those that may be in it, unless chance is told in the order in which they are dealt.
    As many of them as are `unseen` lie elsewhere: they were dealt without anybody saying which.
    Those that were `put_back` since the last of these are none of them. `elsewhere`: sets of cards
    of which at least so many are some of them: those dealt before others were put back.
    """

    cards: tuple[Card, ...]
    unseen: int = 0
    put_back: frozenset[Card] = frozenset()
    elsewhere: tuple[Elsewhere, ...] = ()

    def __len__(self) -> int:
        return len(self.cards) - self.unseen

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    @property
    def known(self) -> tuple[Card, ...]:
        """The cards that are certainly in it: all, or none if some of them lie elsewhere."""
        return () if self.unseen else self.cards

    def parted(self, more: Sequence[Card]) -> tuple[Sequence[Card], Sequence[Card]]:
        """Of a draw of all that is left and some `more`: what must be in it, and what may be."""
        return ((), (*self.cards, *more)) if self.unseen else (self.cards, more)

    def without(self, cards: tuple[Card, ...]) -> "Stock":
        """What is left when these have been dealt, mostly the first."""
        elsewhere = tuple((those.difference(cards), number) for those, number in self.elsewhere)
        if self.cards[: len(cards)] == cards:
            return Stock(self.cards[len(cards) :], self.unseen, self.put_back, elsewhere)
        left = tuple(card for card in self.cards if card not in cards)
        hidden = len(cards) - (len(self.cards) - len(left))
        if not hidden:
            return Stock(left, self.unseen, self.put_back, elsewhere)
        if self.put_back and self.unseen:
            elsewhere = (*elsewhere, (frozenset(left) - self.put_back, self.unseen))
        return Stock(left, self.unseen + hidden, frozenset(), elsewhere)

    def dealt(self, cards: tuple[Card, ...], more: Sequence[Card]) -> "Stock":
        """What is left when these have been dealt: all that was here, and the rest of `more`."""
        if not more:
            return self.without(cards)
        left, told = self.with_more(more).without(cards), seen(cards)
        hidden_here = len(self) - sum(card in self.cards for card in told)
        if hidden_here < len(cards) - len(told):  # some of the unseen ones may be of `more`
            return left
        return replace(left, put_back=frozenset(seen(more)).difference(told))

    def may_give(self, cards: Collection[Card], back: int) -> bool:
        """Whether cards may lie here, and so many come back that were dealt unseen.

        All others that were dealt so must be among what is left.
        """
        left = ((those.difference(cards), number) for those, number in self.elsewhere)
        return all(len(those) >= number - back for those, number in left)

    def with_more(self, cards: Sequence[Card]) -> "Stock":
        """The stock with cards put under it; unseen ones come back to where they may be."""
        known = seen(cards)
        unseen = self.unseen - len(cards) + len(known)
        back = len(cards) - len(known)
        elsewhere = tuple((those, number - back) for those, number in self.elsewhere)
        return Stock((*self.cards, *known), unseen, self.put_back.union(known), elsewhere)

    def revealed(self, card: Card) -> "Stock":
        """The stock once one of the cards that lie elsewhere is known."""
        left = left_of(self.cards, (card,))
        elsewhere = tuple(
            (those - {card}, number - (card in those)) for those, number in self.elsewhere
        )
        return Stock(left, self.unseen - 1, self.put_back, elsewhere)

    def keeping(self, card: Card) -> "Stock":
        """The stock once it is known that one of its cards does not lie elsewhere."""
        return replace(self, put_back=self.put_back | {card})


def left_of(stock: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """What is left of a stock without the given cards, mostly its first."""
    if stock[: len(cards)] == cards:
        return stock[len(cards) :]
    return tuple(card for card in stock if card not in cards)


def _words(name: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(f"{name}/{block}".encode()).digest()
        yield from struct.unpack(">8I", digest)
        block += 1
