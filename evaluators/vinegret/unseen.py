"""What a hand may be of which nobody has seen some cards, and with what it may win."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

from evaluators.budget import spend
from evaluators.cards import Card, Rank, Suit, seen
from evaluators.vinegret.evaluate import (
    ORDER,
    Class,
    Standing,
    found_in,
    pays,
    standing,
    standing_of,
)
from evaluators.vinegret.rules import Options

MOST_HANDS = 2_000
"""How many hands are looked at that a hand with unseen cards may be."""
PARTS: Mapping[Class, tuple[tuple[Class, ...], ...]] = {
    Class.TRICON_PRIME: ((Class.TRICON, Class.PRIME), (Class.TRICON, Class.GRAND_PRIME)),
    Class.FLUX_SEQUENCE: ((Class.FLUX, Class.SEQUENCE),),
    Class.FREDON: ((Class.PRIME,), (Class.GRAND_PRIME,)),
}
"""Of what the combinations that have parts may be made (`vinegret.double`, `vinegret.fredon`)."""


def hands(
    known: tuple[Card, ...], hidden: int, unplaced: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    """All that a hand may be, none if that is too much to be looked at."""
    number = comb(len(unplaced), hidden)
    if number > MOST_HANDS:
        return ()
    spend(number)
    return tuple((*known, *cards) for cards in combinations(unplaced, hidden))


def prices(
    known: tuple[Card, ...],
    hidden: int,
    unplaced: tuple[Card, ...],
    least: Standing | None,
    options: Options,
) -> list[int]:
    """What a hand may be paid that is worth at least so much, perhaps more than it can be."""
    every = hands(known, hidden, unplaced)
    bests = [(found_in(hand)[0], hand) for hand in every]
    kinds = [
        (best.kind, tuple(part.kind for part in best.parts))
        for best, hand in bests
        if least is None or standing_of(best, hand) >= least
    ]
    if not every:
        lowest = least.kind if least else 0
        kinds = [(kind, parts) for kind in Class for parts in PARTS.get(kind, ((),))]
        kinds = [(kind, parts) for kind, parts in kinds if ORDER[kind] >= lowest]
    return sorted({pays(kind, parts, options) for kind, parts in kinds})


@lru_cache(maxsize=16)  # hands nobody has seen a card of are all alike
def best_of(
    known: tuple[Card, ...], hidden: int, unplaced: tuple[Card, ...], most: Standing
) -> Standing:
    """The best that a hand may be, whatever its unseen cards are, or the first beyond `most`."""
    best = standing((*known, *unplaced[:hidden]))
    for cards in _fillings(known, hidden, unplaced, most):
        best = max(best, standing((*known, *cards)))
        if best > most:
            break
    return best


def _fillings(
    known: tuple[Card, ...], hidden: int, unplaced: tuple[Card, ...], most: Standing
) -> Iterator[tuple[Card, ...]]:
    """Unseen cards with which a hand may come up to `most`: first those of one rank or one suit.

    Nothing else makes a hand that comes up to two of the highest classes.
    """
    for kind in (*Rank, *Suit):
        if all(kind in {card.rank, card.suit} for card in known):
            fitting = [card for card in unplaced if kind in {card.rank, card.suit}]
            yield from combinations(fitting, hidden)
    if ORDER[Class.FLUX_SEQUENCE] > most.kind:
        yield from combinations(unplaced, hidden)


@dataclass(frozen=True, slots=True)
class Shown:
    """The hands of those who stayed, in order of speaking, of which some cards may be unseen.

    `unplaced`: the cards that an unseen one may be.
    """

    hands: Mapping[str, tuple[Card, ...]]
    unplaced: tuple[Card, ...]

    def _parted(self, player: str) -> tuple[tuple[Card, ...], int]:
        """The cards of a hand that are known, and how many are not."""
        known = seen(self.hands[player])
        return known, len(self.hands[player]) - len(known)

    def hands_of(self, player: str) -> tuple[tuple[Card, ...], ...]:
        """All hands that a player's may be, none if they are too many to be looked at."""
        return hands(*self._parted(player), self.unplaced)

    def choices(self, players: Sequence[str]) -> int:
        """In how many ways the unseen cards of these players may be what they are."""
        free, number = len(self.unplaced), 1
        for player in players:
            _, hidden = self._parted(player)
            number *= comb(free, hidden)
            free -= hidden
        return number

    def surely_best(self) -> str | None:
        """Who has the best hand whatever the unseen cards are."""
        for player, least in self._least().items():
            others = [other for other in self.hands if other != player]
            if not any(self._may_beat(other, player, least) for other in others):
                return player
        return None

    def takers(self, winners: Sequence[str], options: Options) -> Iterator[tuple[str, int]]:
        """Who of these may have the best hand, and what each opponent may pay him for it."""
        least = self._least()
        for player in winners:
            others = {other: worth for other, worth in least.items() if other != player}
            if all(self._may_beat(player, other, worth) for other, worth in others.items()):
                to_beat = max(others.values(), default=None)
                for price in prices(*self._parted(player), self.unplaced, to_beat, options):
                    yield player, price

    def _least(self) -> Mapping[str, Standing]:
        """The least that the hands may be worth, of each of which it is known."""
        least = {each: min(map(standing, self.hands_of(each)), default=None) for each in self.hands}
        return {player: worth for player, worth in least.items() if worth}

    def _may_beat(self, other: str, player: str, least: Standing) -> bool:
        """Whether another hand may be better than a player's that is worth the least it may be."""
        reached = best_of(*self._parted(other), self.unplaced, least)
        seats = list(self.hands)
        earlier = seats.index(other) < seats.index(player)
        return reached > least or (earlier and reached == least)
